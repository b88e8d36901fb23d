"""Supports that move, and those whose velocity jumps: what stands on them takes the new velocity from that instant on.

A support that moves with v_0, then with v_1 from the share tau of the step on, covers dt (tau v_0 + (1 - tau) v_1).
This gives tau, without asking the motion where it jumps; smooth motions give about 1/2. Blocks that such a support
pushes move in the same way in the step, so that they neither enter it nor leave it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.engines.nscd import ledger
from drystone.engines.nscd.constraints import IMPACT_SPEED, Constraints
from drystone.engines.nscd.scene import Motion, Pose, Scene
from drystone.engines.nscd.state import NscdState
from drystone.engines.nscd.world import World
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion

JUST_BEFORE = 1e-6   #: share of the step by which velocities of supports are taken before its end
SMOOTH = 0.1         #: instants within this of the middle of the step are those of a smooth motion [-]


def support_motion(world: World, time: float) -> Motion | None:
    """Pose and twist of supports at `time` [s] of the loads; None where none ever moves."""
    model = world.model
    moved = model.loads.support_motion(time)
    if moved is None:
        return None
    displacement, turn, _ = moved
    # where the velocity jumps at the end of a step, the step has seen only what was before the jump
    twist = model.loads.support_motion(time - JUST_BEFORE * world.dt)[2]
    pose = Pose(model.initial_position + displacement, rotate_quaternion(model.initial_orientation, turn))
    return Motion(pose, twist)


def prescribed_twist(world: World, state: NscdState, end: Motion | None) -> np.ndarray:
    """(b, 6) twist of supports in the rows: the mean one at position level, else that at the end."""
    if end is None:
        return np.zeros_like(state.twist)
    if world.is_midpoint:
        return end.twist
    mean = end.twist.copy()
    mean[:, :3] = (end.pose.position - state.position) / world.dt
    return mean


def find_jumps(world: World, state: NscdState, end: Motion | None) -> np.ndarray | None:
    """(b,) tau at which the velocity of a support jumps, nan for all others; None where none does.

    end : of supports at the end of the step
    """
    if end is None or not world.is_midpoint:
        return None
    reach, dt = world.finder.reach, world.dt
    scale = np.ones((len(reach), 6))
    scale[:, 3:] = reach[:, None]         # by which turning counts
    change = (end.twist - state.twist) * scale
    square = (change * change).sum(axis=1)
    jumps = state.is_support & (square > (IMPACT_SPEED * world.speed) ** 2)
    if not jumps.any():
        return None
    mean = np.empty_like(change)
    mean[:, :3] = (end.pose.position - state.position) / dt
    mean[:, 3:] = _turn(state.orientation, end.pose.orientation) / dt
    left = (change * (end.twist - mean) * scale).sum(axis=1)
    tau = np.full(len(reach), np.nan)
    tau[jumps] = np.clip(left[jumps] / square[jumps], 0.0, 1.0)
    tau[np.abs(tau - 0.5) < SMOOTH] = np.nan
    return None if np.isnan(tau).all() else tau


def _turn(orientation_old: np.ndarray, orientation_new: np.ndarray) -> np.ndarray:
    """(b, 3) [rad], small rotation from the one to the other, world axes."""
    relative = quaternion_to_matrix(orientation_new) @ np.swapaxes(quaternion_to_matrix(orientation_old), 1, 2)
    return 0.5 * np.stack([relative[:, 2, 1] - relative[:, 1, 2], relative[:, 0, 2] - relative[:, 2, 0],
                           relative[:, 1, 0] - relative[:, 0, 1]], axis=1)


def take_jumps(scene: Scene, limits: Constraints) -> Constraints:
    """`limits` with the instants of jumps for all blocks that a jumping support pushes, also through others."""
    a, b, free, tau = scene.contacts.block_a, scene.contacts.block_b, scene.free, scene.jumps
    jumped = np.where(np.isnan(tau)[:, None], scene.state.twist, scene.prescribed)
    approach = ledger.contact_velocity(a, b, scene.contacts.frame, limits.arm_a, limits.arm_b, jumped)[:, 0]
    instant = np.where(np.isnan(tau[a]), tau[b], tau[a])
    pushed = limits.is_closed & ~np.isnan(instant) & (approach < -IMPACT_SPEED * scene.world.speed)
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
