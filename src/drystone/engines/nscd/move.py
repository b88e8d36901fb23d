"""From the solved twist to the pose at the end of a step."""

from __future__ import annotations

import numpy as np

from drystone.engines.nscd.free_motion import end_twist
from drystone.engines.nscd.restitution import Rebound
from drystone.engines.nscd.rotation import drift, is_fast
from drystone.engines.nscd.scene import Motion, Pose, Scene
from drystone.geometry.rotation import rotate_quaternion


def move(scene: Scene, solved: np.ndarray, instant: np.ndarray,
         rebound: Rebound | None) -> tuple[Motion, np.ndarray]:
    """Pose and twist at the end, and the twist (b, 6) with which the pose moved.

    solved : (b, 6); instant : (b,) share of the step that a block moves with its old twist; rebound : None, or blocks
    that an impact with restitution has turned round
    """
    twist = end_twist(scene.world, solved, scene.state.twist)
    twist[~scene.free] = 0.0 if scene.supports is None else scene.supports.twist[~scene.free]
    twist_move = _moving_twist(scene, twist, instant)
    if rebound is not None:
        rebound.set_moving_twist(scene.state.twist, twist, twist_move)
    pose = _move(scene, twist_move)
    if scene.world.settings.rotation_rule == "predicted":
        _move_fast(scene, twist, pose, rebound)
    return Motion(pose, twist), twist_move


def _moving_twist(scene: Scene, twist_new: np.ndarray, instant: np.ndarray) -> np.ndarray:
    """(b, 6) twist with which the pose moves over the step."""
    settings, twist_old = scene.world.settings, scene.state.twist
    if settings.scheme == "euler":
        return twist_new
    if settings.scheme == "theta":
        return settings.theta * twist_new + (1.0 - settings.theta) * twist_old
    return instant[:, None] * twist_old + (1.0 - instant)[:, None] * twist_new


def _move(scene: Scene, twist_move: np.ndarray) -> Pose:
    dt, state, move = scene.world.dt, scene.state, scene.free[:, None]
    position = np.where(move, state.position + dt * twist_move[:, :3], state.position)
    orientation = np.where(move, rotate_quaternion(state.orientation, dt * twist_move[:, 3:]), state.orientation)
    if scene.supports is not None:
        mask, end = state.is_support, scene.supports.pose
        position[mask], orientation[mask] = end.position[mask], end.orientation[mask]
    return Pose(position, orientation)


def _move_fast(scene: Scene, twist: np.ndarray, pose: Pose, rebound: Rebound | None) -> None:
    """Blocks that turn much in a step: drift to its middle, take the solved spin there, drift to its end.

    Blocks that rebound take it at the instant of their impact. twist, pose : at the end, written in place
    """
    dt, state, inertia = scene.world.dt, scene.state, scene.world.inertia
    fast = scene.free & (is_fast(state.twist[:, 3:], dt) | is_fast(twist[:, 3:], dt))
    if not fast.any():
        return
    share = np.full(len(fast), 0.5)
    if rebound is not None:
        share[rebound.blocks] = rebound.limits.instant[rebound.blocks]
    orientation = pose.orientation
    for tau in np.unique(share[fast]):
        some = np.flatnonzero(fast & (share == tau))
        orientation[some], _ = drift(inertia, state.orientation, np.ascontiguousarray(state.twist[:, 3:]), some,
                                     tau * dt)
        orientation[some], twist[some, 3:] = drift(inertia, orientation, np.ascontiguousarray(twist[:, 3:]), some,
                                                   (1.0 - tau) * dt)
