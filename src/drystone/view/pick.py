"""Which frames, which blocks and which axis to show: those asked for, or those where most happens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.analysis.blocks import block_names, find_blocks, static_array
from drystone.analysis.rest import block_radius
from drystone.checks import check_number
from drystone.errors import InputError
from drystone.extremes import MARCHED, greatest, least
from drystone.geometry.rotation import rotation_vector
from drystone.results.result import RunResult

#: Most panels in one picture, and most lines in one panel.
MOST_PANELS, MOST_LINES = 16, 8


def frames_at(result: RunResult, times: Sequence[float] | None) -> np.ndarray:
    """Numbers of the kept frames nearest to `times` [s]; None: the last one."""
    kept = result.shapes.time
    if not len(kept):
        raise InputError(f"run '{result.directory}': no frame was kept, nothing to show")
    if times is None:
        return np.array([len(kept) - 1])
    if not len(times):
        raise InputError("scene: times must be at least one time [s], got none")
    if len(times) > MOST_PANELS:
        raise InputError(f"scene: times must be <= {MOST_PANELS} in one picture, got {len(times)}")
    return np.array([_nearest(kept, check_number("scene: time", t, "s")) for t in times])


def _nearest(kept: np.ndarray, time: float) -> int:
    """Number of the frame nearest to `time`, which must lie within the run; half a frame is forgiven."""
    slack = 1e-9 * max(abs(float(kept[-1])), 1.0)
    if len(kept) > 1:
        slack = max(slack, 0.5 * float(kept[-1] - kept[-2]))
    if not kept[0] - slack <= time <= kept[-1] + slack:
        raise InputError(f"scene: time must lie within the run, {kept[0]:g} to {kept[-1]:g} s, got {time:g}")
    return least(np.abs(kept - time), scale=max(abs(time), 1.0))     # the earlier of two that are as near


def pick_blocks(result: RunResult, blocks: Sequence[str] | str | None, most: int = 4) -> list[str]:
    """Names of blocks to draw lines for: those asked for (groups count), or up to `most` that tell the most.

    These are the block that moved furthest and then, one by one, those that ended most unlike those before:
    a course that moves as one is shown by one of its blocks.
    """
    names = block_names(result)
    if blocks is not None:
        found = find_blocks(result, blocks)
        if not found:
            raise InputError("plot: blocks must be at least one name, got none")
        return [names[i] for i in found]
    free = np.flatnonzero(~static_array(result, "is_support").astype(bool))
    if not len(free) or not len(result.frames.time):
        raise InputError(f"run '{result.directory}': no block is free to move, nothing to show")
    furthest, end = _motions(result, free)
    own = [names[i] for i in free]
    chosen = [greatest(furthest, own, accuracy=MARCHED)]
    apart = np.linalg.norm(end - end[chosen[0]], axis=1)
    while len(chosen) < most and apart.max() > 0.02 * furthest.max():
        chosen.append(greatest(apart, own, accuracy=MARCHED))
        apart = np.minimum(apart, np.linalg.norm(end - end[chosen[-1]], axis=1))
    return [names[i] for i in sorted(free[chosen])]


def pick_rocking(result: RunResult, block: str) -> np.ndarray:
    """(3,) unit: the horizontal axis (x or y) about which a block turned most; y where it did not."""
    turned = rotation_vector(result.frames.orientation[:, find_blocks(result, block)[0]])
    size = np.abs(turned[:, :2]).max(axis=0, initial=0.0)
    return np.eye(3)[0 if size[0] > (1.0 + MARCHED) * size[1] else 1]


def _motions(result: RunResult, blocks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(k,) greatest and (k, 6) last motion of blocks since the first frame, rotations by radius [m]."""
    frames, radius = result.frames, block_radius(result)[blocks]
    moved = frames.position[:, blocks] - frames.position[:1, blocks]
    q = frames.orientation[:, blocks]
    cosine = np.abs(np.einsum("fbi,bi->fb", q, q[0]))
    turned = 2.0 * np.arccos(np.clip(cosine, 0.0, 1.0)) * radius
    last = (rotation_vector(q[-1]) - rotation_vector(q[0])) * radius[:, None]
    return (np.linalg.norm(moved, axis=2) + turned).max(axis=0), np.column_stack((moved[-1], last))
