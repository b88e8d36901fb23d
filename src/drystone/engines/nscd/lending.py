"""Compliance lent to rigid contacts beside ties.

A tie prestresses what it holds: between rigid rows its impulses have no bound, and solvers end in rounding. What is
lent acts on the change of an impulse only (`ConeStep`): nothing gives by it in the end.
"""

from __future__ import annotations

import numpy as np

from drystone.engines.nscd.bonds import GIVE
from drystone.engines.nscd.scene import Scene
from drystone.engines.nscd.world import World
from drystone.solvers.cone.parts import mark_moving

BESIDE = 100.0         #: give along n of rigid contacts beside ties, in units of a mean interface's corner
BESIDE_SPEED = 0.05    #: greatest speed at which they give under what they carried in the last step, in units of a0 dt


def lend_beside(scene: Scene, tied: np.ndarray, is_rigid: np.ndarray, compliance: np.ndarray) -> np.ndarray:
    """(c,) [m/s per N s], lent along n to the rigid ones (c,) of the contacts that are solved together with ties.

    tied : blocks that have ties, each any number of times; compliance : (c, 3), takes up what is lent
    """
    found = scene.contacts
    joined = np.zeros(len(scene.free), bool)
    joined[tied] = True
    solved = np.empty_like(joined)          # islands that have some, or move
    mark_moving(~scene.free, found.block_a, found.block_b, ~(joined | scene.state.twist.any(axis=1)), solved)
    chosen = is_rigid & (solved[found.block_a] | solved[found.block_b])
    give = _give(scene.world, scene.known.last[chosen, 0])
    lent = np.zeros(found.count)
    lent[chosen] = np.where(give > compliance[chosen, 0], give, 0.0)    # joints that give by themselves need none
    compliance[:, 0] = np.maximum(compliance[:, 0], lent)
    return lent


def _give(world: World, carried: np.ndarray) -> np.ndarray:
    """(c,) [m/s per N s], of contacts that carried (c,) [N s]."""
    return np.minimum(4.0 * BESIDE * GIVE / world.mean_mass,
                      BESIDE_SPEED * world.a0 * world.dt / np.maximum(carried, 1e-300))
