"""Inertia of a step, and what the blocks would do in it without contacts."""

from __future__ import annotations

import numpy as np

from drystone.engines.nscd import rotation as rot
from drystone.engines.nscd.restitution import Rebound
from drystone.engines.nscd.scene import Scene
from drystone.engines.nscd.world import World
from drystone.geometry.rotation import quaternion_to_matrix


def free_motion(scene: Scene, impulse: np.ndarray, rebound: Rebound | None,
                omega_guess: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """H (b, 6, 6) and the free twist v* (b, 6), before theta.

    Parameters
    ----------
    impulse : (b, 6) of loads and of contacts before an impact; rebound : blocks that have turned round already
    omega_guess : (b, 3) [rad/s], spin at the end, for rotation: quasi-newton
    """
    world, twist = scene.world, scene.state.twist
    spin, omega_free = _turn(scene, np.ascontiguousarray(impulse[:, 3:]), omega_guess)
    inertia = world.linear_inertia.copy()
    inertia[:, 3:, 3:] = spin
    free_twist = np.empty_like(twist)
    free_twist[:, :3] = twist[:, :3] + impulse[:, :3] / world.mass[:, None]
    free_twist[:, 3:] = omega_free
    free_twist[:, world.locked] = 0.0
    if rebound is not None:
        rebound.set_free_motion(inertia, free_twist)
    return inertia, free_twist


def _turn(scene: Scene, moment: np.ndarray, omega_guess: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rotational inertia (b, 3, 3) and free spin (b, 3) by the rule of the settings; moment : (b, 3) [N m s]"""
    world, state, dt, rule = scene.world, scene.state, scene.world.dt, scene.world.settings.rotation_rule
    omega = np.ascontiguousarray(state.twist[:, 3:])
    momentum = rot.multiply3(scene.inertia_old, omega)
    if rule == "explicit":
        return rot.explicit(scene.inertia_old, omega, momentum, moment, dt)
    if rule == "quasi-newton":
        return rot.quasi_newton(world.inertia, state.orientation, omega_guess, omega, momentum, moment, world.share, dt)
    spin, omega_free = rot.predicted(world.inertia, state.orientation, omega, momentum, moment, dt)
    fast = np.flatnonzero(scene.free & rot.is_fast(omega, dt))
    if len(fast):   # the end pose of a fast spin cannot be predicted: impulses act in the middle instead
        middle, omega_middle = rot.drift(world.inertia, state.orientation, omega, fast, 0.5 * dt)
        spin[fast] = rot.world_inertia(world.inertia[fast], quaternion_to_matrix(middle))
        omega_free[fast] = omega_middle + rot.solve3(spin[fast], moment[fast])
    return spin, omega_free


def end_twist(world: World, solved: np.ndarray, twist_old: np.ndarray) -> np.ndarray:
    """(b, 6) twist at the end of the step from the solved one, which is that of the middle for scheme theta."""
    if world.share == 1.0:
        return solved.copy()
    return (solved - (1.0 - world.share) * twist_old) / world.share
