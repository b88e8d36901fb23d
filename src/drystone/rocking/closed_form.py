"""Free rocking without time integration: the energy integral, and Housner's formulas for slender blocks."""

from __future__ import annotations

import math

from scipy.integrate import quad
from scipy.optimize import brentq

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.rocking.block import RockingBlock


def _check_angle(block: RockingBlock, angle: float) -> None:
    check_number("free rocking: angle", angle, "rad", above=0.0)
    if angle >= block.alpha:
        raise InputError(f"free rocking: angle must be < alpha {block.alpha:g} [rad], got {angle!r}")


def quarter_time(block: RockingBlock, angle: float) -> float:
    """Time from rest at `angle` [rad], 0 < angle < alpha, to the impact [s]; also from impact to that peak."""
    _check_angle(block, angle)
    alpha, p = block.alpha, block.p

    def slowness(s: float) -> float:
        # theta = angle - s^2 takes the root singularity at the peak away
        if s == 0.0:
            return math.sqrt(2.0 / math.sin(alpha - angle)) / p
        half = 0.5 * s * s
        return s / (p * math.sqrt(math.sin(alpha - angle + half) * math.sin(half)))

    return quad(slowness, 0.0, math.sqrt(angle), epsabs=1e-14, epsrel=1e-13, limit=400)[0]


def impact_speed(block: RockingBlock, angle: float) -> float:
    """Angular speed at the impact after release from rest at `angle` [rad/s]."""
    _check_angle(block, angle)
    return 2.0 * block.p * math.sqrt(math.sin(block.alpha - 0.5 * angle) * math.sin(0.5 * angle))


def peak_after_impact(block: RockingBlock, speed: float) -> float:
    """Greatest angle [rad] of the free motion that leaves the base with angular `speed`; inf = overturns."""
    check_number("free rocking: speed", speed, "rad/s", least=0.0)
    alpha = block.alpha
    height = 0.25 * (speed / block.p) ** 2
    if height >= math.sin(0.5 * alpha) ** 2:
        return math.inf
    return brentq(lambda x: math.sin(alpha - 0.5 * x) * math.sin(0.5 * x) - height, 0.0, alpha,
                  xtol=1e-17, rtol=9e-16)


def slender_quarter_time(block: RockingBlock, angle: float) -> float:
    """`quarter_time` with sines taken as their angles (Housner 1963): acosh(1/(1 - angle/alpha)) / p [s]."""
    _check_angle(block, angle)
    return math.acosh(1.0 / (1.0 - angle / block.alpha)) / block.p
