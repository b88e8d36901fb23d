"""Supports whose velocity jumps: what stands on them takes the new velocity from that instant on.

A support that moves with v_0, then with v_1 from the share tau of the step on, covers dt (tau v_0 + (1 - tau) v_1).
This gives tau, without asking the motion where it jumps; smooth motions give about 1/2. Blocks that such a support
pushes move in the same way in the step, so that they neither enter it nor leave it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.engines.nscd import ledger
from drystone.engines.nscd.constraints import IMPACT_SPEED, Constraints
from drystone.geometry.rotation import quaternion_to_matrix

SMOOTH = 0.1   #: instants within this of the middle of the step are those of a smooth motion [-]


def jump_instants(is_support: np.ndarray, dt: float, speed: float, old: tuple, new: tuple,
                  radius: np.ndarray) -> np.ndarray | None:
    """(b,) tau at which the velocity of a support jumps, nan for all others; None where none does.

    Parameters
    ----------
    speed : a0 dt [m/s]
    old, new : position (b, 3), orientation (b, 4) and twist (b, 6) at the start and at the end of the step
    radius : (b,) [m], of the blocks, by which turning counts
    """
    scale = np.ones((len(radius), 6))
    scale[:, 3:] = radius[:, None]
    change = (new[2] - old[2]) * scale
    square = (change * change).sum(axis=1)
    jumps = is_support & (square > (IMPACT_SPEED * speed) ** 2)
    if not jumps.any():
        return None
    mean = np.empty_like(change)
    mean[:, :3] = (new[0] - old[0]) / dt
    mean[:, 3:] = _turn(old[1], new[1]) / dt
    left = (change * (new[2] - mean) * scale).sum(axis=1)
    tau = np.full(len(radius), np.nan)
    tau[jumps] = np.clip(left[jumps] / square[jumps], 0.0, 1.0)
    tau[np.abs(tau - 0.5) < SMOOTH] = np.nan
    return None if np.isnan(tau).all() else tau


def _turn(orientation_old: np.ndarray, orientation_new: np.ndarray) -> np.ndarray:
    """(b, 3) [rad], small rotation from the one to the other, world axes."""
    relative = quaternion_to_matrix(orientation_new) @ np.swapaxes(quaternion_to_matrix(orientation_old), 1, 2)
    return 0.5 * np.stack([relative[:, 2, 1] - relative[:, 1, 2], relative[:, 0, 2] - relative[:, 2, 0],
                           relative[:, 1, 0] - relative[:, 0, 1]], axis=1)


def take_jumps(limits: Constraints, tau: np.ndarray, contacts: ContactSet, free: np.ndarray, twist: np.ndarray,
               end_twist: np.ndarray, speed: float) -> Constraints:
    """`limits` with the instants of jumps (b,) for all blocks that a jumping support pushes, also through others.

    twist : (b, 6) at the start of the step; end_twist : (b, 6) of supports at its end; speed : a0 dt [m/s]
    """
    a, b = contacts.block_a, contacts.block_b
    jumped = np.where(np.isnan(tau)[:, None], twist, end_twist)
    approach = ledger.contact_velocity(a, b, contacts.frame, limits.arm_a, limits.arm_b, jumped)[:, 0]
    instant = np.where(np.isnan(tau[a]), tau[b], tau[a])
    pushed = limits.is_closed & ~np.isnan(instant) & (approach < -IMPACT_SPEED * speed)
    if not pushed.any():
        return limits
    island = _islands(a, b, limits.is_closed & free[a] & free[b], len(free))
    weight = np.where(pushed, approach**2, 0.0)
    root = island[np.where(free[b], b, a)]
    total = np.bincount(root, weight, len(free))
    moment = np.bincount(root, weight * np.where(pushed, instant, 0.0), len(free))
    taken = free & (total[island] > 0.0)
    mean = moment / np.where(total > 0.0, total, 1.0)
    return replace(limits, instant=np.where(taken, mean[island], limits.instant), is_impact=limits.is_impact | pushed)


def _islands(a: np.ndarray, b: np.ndarray, joined: np.ndarray, count: int) -> np.ndarray:
    """(count,) least number of the blocks that `joined` contacts connect each block with."""
    label = np.arange(count)
    a, b = a[joined], b[joined]
    while True:
        least = label.copy()
        np.minimum.at(least, a, label[b])
        np.minimum.at(least, b, label[a])
        least = least[least]
        if np.array_equal(least, label):
            return label
        label = least
