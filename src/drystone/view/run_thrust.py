"""Thrust line of a frame of a run: through the points at which the forces of its joints act."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np

from drystone.errors import InputError
from drystone.limit.thrust_line import Chain, ThrustLine, find_chain
from drystone.results.result import RunResult
from drystone.view.posed import Posed
from drystone.view.run_forces import carried_points, interface_rows
from drystone.view.solids import Solids

#: A joint that carries less than this share of the greatest force carries none.
_LEAST = 1e-6


def run_chain(result: RunResult, solids: Solids, frame: int,
              blocks: Sequence[str] = ()) -> tuple[Chain, dict[str, np.ndarray]]:
    """The chain of blocks from support to support and the joints of a frame; InputError where there is none.

    blocks : names or groups of the chain; () : all free blocks
    """
    rows = interface_rows(result, frame)
    if rows is None:
        raise InputError(f"thrust line: run '{result.directory}' kept no forces at t = {result.shapes.time[frame]:g} s "
                         "(output.interfaces)")
    strength = np.linalg.norm(rows["force"], axis=1)
    rows = {name: values[strength > _LEAST * strength.max(initial=0.0)] for name, values in rows.items()}
    model = SimpleNamespace(block_names=solids.names, block_groups=solids.groups, is_support=solids.is_support,
                            planar_axis=None, gravity=result.static["gravity"])
    joints = SimpleNamespace(block_a=rows["block_a"], block_b=rows["block_b"], frame=rows["normal"][:, None, :])
    return find_chain(model, joints, list(blocks)), rows


def run_line(result: RunResult, solids: Solids, posed: Posed, blocks: Sequence[str] = ()) -> ThrustLine:
    """The line of a frame, on the blocks as a picture has them."""
    chain, rows = run_chain(result, solids, posed.frame, blocks)
    joints = list(chain.joints)
    # the store keeps the force on block b; the line has the one on the block behind each joint
    force = np.array(chain.sign)[:, None] * rows["force"][joints]
    up = -result.static["gravity"] / (np.linalg.norm(result.static["gravity"]) or 1.0)
    level = np.linalg.norm(force - np.outer(force @ up, up), axis=1)
    nobody = np.zeros(len(joints))
    point = carried_points(result, posed, rows["block_a"][joints], rows["point"][joints])
    share = np.abs(rows["eccentricity_share"][joints]).max(axis=1) if "eccentricity_share" in rows else nobody
    return ThrustLine("effective", chain, point, force, nobody, share, float(level.max(initial=0.0)))
