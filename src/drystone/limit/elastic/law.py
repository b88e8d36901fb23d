"""The law of one point of an elastic joint: no tension, Coulomb's friction without dilatancy, slip that is remembered.

    r_n = max(-k_n u_n, -T)                                    u: displacement of block b against block a
    t*  = t_old - k_s (u_t - u_t,old)                          as if it stuck
    r_t = t* if |t*| <= b, else b t* / |t*|,   b = mu r_n + c  return at constant pressure: sliding lifts nothing

k_n, k_s are stiffness per area times the area of the point, T and c tensile strength and cohesion of mortar, ductile as
everywhere in this package; both are zero in dry joints. An open point forgets its shear.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Springs:
    """Constants of all points, in units of the system that uses them. c points with k axes each."""

    normal: np.ndarray     #: (c,) k_n
    shear: np.ndarray      #: (c,) k_s
    friction: np.ndarray   #: (c,) mu [-]
    cohesion: np.ndarray   #: (c,) c
    tension: np.ndarray    #: (c,) T


def contact_forces(springs: Springs, moved: np.ndarray, moved_old: np.ndarray,
                   shear_old: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Forces (c, k) on block b along n, t1, t2 and their derivatives -dr/du (c, k, k).

    Parameters
    ----------
    moved, moved_old : (c, k) displacement of b against a, now and at the end of the last step
    shear_old : (c, k - 1) shear force at the end of the last step
    """
    axes = moved.shape[1]
    pressed = -springs.normal * moved[:, 0] > -springs.tension
    normal = np.where(pressed, -springs.normal * moved[:, 0], -springs.tension)
    bound = np.maximum(springs.friction * normal + springs.cohesion, 0.0)
    trial = shear_old - springs.shear[:, None] * (moved - moved_old)[:, 1:]
    size = np.linalg.norm(trial, axis=1)
    slips = size > bound
    share = np.where(slips, bound / np.where(slips, size, 1.0), 1.0)
    along = np.where(slips[:, None], trial / np.where(slips, size, 1.0)[:, None], 0.0)
    stiffness = np.zeros((len(moved), axes, axes))
    stiffness[:, 0, 0] = np.where(pressed, springs.normal, 0.0)
    held = (springs.shear * share)[:, None, None]
    stiffness[:, 1:, 1:] = held * (np.eye(axes - 1) - along[:, :, None] * along[:, None, :])
    gains = np.where(pressed & (bound > 0.0), springs.friction * springs.normal, 0.0)    # d bound / d closing
    stiffness[:, 1:, 0] = gains[:, None] * along
    return np.concatenate([normal[:, None], share[:, None] * trial], axis=1), stiffness
