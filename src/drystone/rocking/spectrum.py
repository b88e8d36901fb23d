"""Rocking spectrum: greatest rotation of blocks of one slenderness and many sizes under one ground motion."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError
from drystone.motion.motion import Motion
from drystone.rocking.block import RockingBlock
from drystone.rocking.ode import RockingSettings, rock


@dataclass(frozen=True, slots=True)
class RockingSpectrum:
    """One row per block."""

    p: np.ndarray                 #: (n,) frequency parameter [rad/s]
    inverse_p: np.ndarray         #: (n,) [s], the usual abscissa; grows with the size of the block
    max_ratio: np.ndarray         #: (n,) greatest |theta| / alpha [-]; inf = overturned, 0 = never lifted
    is_overturned: np.ndarray     #: (n,) bool


def rocking_spectrum(p_values: Sequence[float], alpha: float, motion: Motion, *, gravity: float,
                     restitution: float | None = None) -> RockingSpectrum:
    """Greatest |theta| / alpha of blocks with frequency parameters `p_values` [rad/s], at rest at first.

    Parameters
    ----------
    alpha : slenderness angle of all blocks [rad]
    motion : ground motion that ends
    restitution : [-]; None = Housner's, the same for all as it depends on alpha only
    """
    if not math.isfinite(motion.duration):
        raise InputError(f"rocking spectrum: motion must end, got {motion!r}")
    p = np.asarray(p_values, dtype=float)
    settings = RockingSettings(until_decided=True)
    ratio = np.empty(p.size)
    for k, value in enumerate(p.tolist()):
        block = RockingBlock.from_p_alpha(value, alpha, gravity)
        history = rock(block, duration=motion.duration + 60.0 / value, ground=motion, restitution=restitution,
                       settings=settings)
        ratio[k] = history.max_ratio()
    return RockingSpectrum(p, 1.0 / p, ratio, np.isinf(ratio))
