"""How a joint loses its strength: damage over inelastic displacement, straight between a few points.

A table belongs to one strength f [Pa] and one stiffness k [Pa/m]. Its inelastic displacement kappa = u - stress / k
starts at 0 where the strength is reached; the stress is f (1 - d). Since the elastic part comes back when the stress is
gone, the area under stress over the whole displacement u is that of f (1 - d) over kappa: the fracture energy. Papers
give tables over the ratio u / (f / k) = kappa / (f / k) + 1 - d, which is straight wherever d(kappa) is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError

SHAPES = ("exponential", "linear", "bilinear")

#: Damage at which an exponential curve ends: its last piece goes to 1 from there.
EXPONENTIAL_END = 0.999


@dataclass(frozen=True)
class SofteningTable:
    """Points of d(kappa); after the last one the strength is lost."""

    kappa: np.ndarray    #: (n,) inelastic displacement, rises from 0 [m]
    damage: np.ndarray   #: (n,) from 0 to 1 [-]

    def energy(self, strength: float) -> float:
        """Fracture energy for a strength [Pa]: the area under the stress [N/m]."""
        return strength * float(np.trapezoid(1.0 - self.damage, self.kappa))

    def ratios(self, strength: float, stiffness: float) -> np.ndarray:
        """(n,) displacement over that at the peak, as papers write tables; the first is 1."""
        return self.kappa * stiffness / strength + 1.0 - self.damage


def by_energy(label: str, shape: str, energy: float, strength: float, stiffness: float, *, pieces: int = 200,
              break_displacement: float | None = None, break_share: float | None = None,
              rule: str = "strength^2 / stiffness") -> SofteningTable:
    """A curve of a known shape whose own area is exactly the fracture energy.

    Parameters
    ----------
    label : names the energy in messages, e.g. ``"joint 'bed': damage.tension.energy"``
    energy : [N/m]
    strength, stiffness : [Pa], [Pa/m]
    pieces : of an exponential curve, equal in kappa
    break_displacement : of a bilinear curve: kappa at its break over energy / strength [-]
    break_share : of a bilinear curve: stress at its break over the strength [-]
    rule : how messages write the square of the strength over the stiffness
    """
    if shape == "exponential":
        x, damage, steepest = _exponential(pieces)
    elif shape == "linear":
        x, damage, steepest = np.array([0.0, 2.0]), np.array([0.0, 1.0]), 0.5
    else:
        assert break_displacement is not None and break_share is not None
        x, damage, steepest = _bilinear(label, break_displacement, break_share)
    least = steepest * strength**2 / stiffness
    if not energy > least:
        factor = "" if steepest == 1.0 else f"{steepest:.4g} "
        raise InputError(f"{label} must be > {factor}{rule} = {least:.6g} [N/m], got {energy!r}: the stress would fall "
                         "faster than the joint springs back")
    return SofteningTable(x * (energy / strength), damage)


def _exponential(pieces: int) -> tuple[np.ndarray, np.ndarray, float]:
    """d = 1 - exp(-x) at equal steps up to `EXPONENTIAL_END`, stretched so that the pieces have the area 1."""
    x = np.linspace(0.0, -math.log(1.0 - EXPONENTIAL_END), pieces + 1)
    damage = -np.expm1(-x)
    damage[-1] = 1.0
    return x / float(np.trapezoid(1.0 - damage, x)), damage, 1.0


def _bilinear(label: str, place: float, share: float) -> tuple[np.ndarray, np.ndarray, float]:
    """Two lines that meet at (place, share) and have the area 1 together: place + share x end = 2."""
    end = (2.0 - place) / share
    if not end > place:
        raise InputError(f"{label}: a bilinear curve must break before 2 / (1 + break_share) = {2.0 / (1.0 + share):g} "
                         f"[-], got break_displacement {place!r}")
    steepest = max((1.0 - share) / place, share / (end - place))
    return np.array([0.0, place, end]), np.array([0.0, 1.0 - share, 1.0]), steepest


def from_ratios(label: str, pairs: Sequence[Sequence[float]], strength: float, stiffness: float) -> SofteningTable:
    """A table of (displacement ratio, damage) as papers give it: from (1, 0) up to damage 1."""
    ratio, damage = _columns(label, pairs)
    if ratio[0] != 1.0 or damage[0] != 0.0:
        raise InputError(f"{label} must start at ratio 1 with damage 0 [-], got {[float(ratio[0]), float(damage[0])]}")
    _check_rising(label, "ratios", ratio)
    falls = np.flatnonzero(np.diff(damage) < 0.0)
    if falls.size:
        k = int(falls[0])
        raise InputError(f"{label}: damage must never fall, or the strength would rise, got {float(damage[k])!r} and "
                         f"then {float(damage[k + 1])!r}")
    if damage[-1] != 1.0:
        raise InputError(f"{label} must end at damage 1 [-], got {float(damage[-1])!r}")
    return SofteningTable((ratio - 1.0 + damage) * (strength / stiffness), damage)


def from_curve(label: str, pairs: Sequence[Sequence[float]], strength: float, stiffness: float) -> SofteningTable:
    """A measured curve of (displacement [m], stress [Pa]); what comes before its peak is not used.

    The shares of its own peak count, and the displacement since the peak with what the joint itself springs back by.
    """
    displacement, stress = _columns(label, pairs)
    peak = int(np.argmax(stress))
    displacement, stress = displacement[peak:], stress[peak:]
    if not stress[0] > 0.0:
        raise InputError(f"{label} must have a peak > 0 [Pa], got {float(stress[0])!r}")
    _check_rising(label, "displacements after the peak", displacement)
    rises = np.flatnonzero(np.diff(stress) > 0.0)
    if rises.size:
        k = int(rises[0])
        raise InputError(f"{label}: stress must never rise after the peak [Pa], got {float(stress[k])!r} and then "
                         f"{float(stress[k + 1])!r}")
    if stress[-1] != 0.0:
        raise InputError(f"{label} must end at stress 0 [Pa], got {float(stress[-1])!r}")
    share = stress / stress[0]
    # what has stress zero several times over ends at the first of them
    last = int(np.argmax(share == 0.0)) + 1
    kappa = (displacement - displacement[0] + (1.0 - share) * (strength / stiffness))[:last]
    return SofteningTable(kappa, 1.0 - share[:last])


def _columns(label: str, pairs: Sequence[Sequence[float]]) -> tuple[np.ndarray, np.ndarray]:
    try:
        array = np.asarray(pairs, dtype=float)
    except (TypeError, ValueError):
        array = np.zeros(0)
    if array.ndim != 2 or array.shape[0] < 2 or array.shape[1] != 2 or not np.isfinite(array).all():
        raise InputError(f"{label} must be two or more pairs of finite numbers")
    return array[:, 0], array[:, 1]


def _check_rising(label: str, what: str, values: np.ndarray) -> None:
    bad = np.flatnonzero(np.diff(values) <= 0.0)
    if bad.size:
        k = int(bad[0])
        raise InputError(f"{label}: {what} must rise, got {float(values[k])!r} and then {float(values[k + 1])!r}")
