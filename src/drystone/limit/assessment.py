"""What codes ask beside the multiplier: effective mass, participation, activation, displacement capacity.

Formulas of the Italian Circolare 617/2009, C8A.4.2 (kept by Circolare 7/2019, C8.7.1.2.1), for weights P_i with virtual
horizontal displacements delta_i along the acceleration, over the blocks that the mechanism moves:

    M*  = (sum P delta)^2 / (g sum P delta^2)          effective mass
    e*  = g M* / sum P                                 share of the mass that takes part
    a0* = alpha_0 sum P / (M* FC) = alpha_0 g / (e* FC)   spectral acceleration that activates the mechanism
    d*  = d_k sum P delta^2 / (delta_k sum P delta)    displacement of the equivalent oscillator, from that of a block k
    d_u* = 0.4 d_0*, with d_0* where alpha(d) is zero  displacement capacity, life safety
    T_s = 2 pi (d_s* / a_s*)^1/2, d_s* = 0.4 d_u*, a_s* on the curve   secant period
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.limit.analysis import LimitResult
from drystone.limit.pushover import Pushover

#: Participation of an upright body of even thickness that turns about its foot: (h/2)^2 / (h^2/3). Below it more weight
#: creeps along than moves, e* hangs on which blocks count, and a0* = alpha g / e* grows as their weight does.
TURNING_BODY = 0.75
#: Share of the displacement of zero resistance that counts as capacity, and of the capacity that gives the period.
CAPACITY, SECANT = 0.4, 0.4
#: A block that moves less than this share of the farthest at the start says nothing of the mechanism.
LEAST_CONTROL = 1e-2


@dataclass(frozen=True, slots=True)
class Assessment:
    """Numbers of one mechanism under an acceleration."""

    alpha: float                       #: multiplier that activates it [g]
    effective_mass: float              #: M* [kg]
    participation: float               #: e* [-]
    activation: float                  #: a0* [m/s2], spectral
    confidence: float                  #: FC [-], divides a0*
    zero_displacement: float | None    #: d0* [m]; None without a pushover, or where it does not come to zero
    capacity: float | None             #: d_u* [m]
    secant_period: float | None        #: T_s [s]
    base_activation: float             #: alpha g / FC [m/s2]: a0* for e* = 1, never on the unsafe side of it

    @property
    def is_doubtful(self) -> bool:
        """Whether so little of the weight takes part that a0* is no measure of capacity."""
        return self.participation < TURNING_BODY * (1.0 - 1e-6)


def assess(result: LimitResult, pushover: Pushover | None = None, *, confidence: float = 1.0) -> Assessment:
    """Quantities of the mechanism that limit analysis found under an acceleration.

    Parameters
    ----------
    pushover : of the same live load, for the displacement capacity
    confidence : FC >= 1 of the code [-]
    """
    check_number("confidence", confidence, "-", least=1.0)
    if result.live.unit != "g" or not result.is_bounded:
        raise InputError("assessment needs the finite limit of an acceleration in g")
    model = result.model
    gravity = float(np.linalg.norm(model.gravity))
    weight, delta = mechanism_displacements(result)
    first, second = float(weight @ delta), float(weight @ delta ** 2)
    if not first > 0.0:
        raise InputError("assessment: the mechanism does not move along the acceleration")
    mass = first ** 2 / (gravity * second)
    share = gravity * mass / float(weight.sum())
    activation = result.alpha * gravity / (share * confidence)
    zero = capacity = period = None
    if pushover is not None and pushover.zero_displacement is not None and (
            delta_of(result, pushover.control) > LEAST_CONTROL * float(delta.max())):
        per_control = second / (float(delta_of(result, pushover.control)) * first)
        zero = per_control * pushover.zero_displacement
        capacity = CAPACITY * zero
        secant = SECANT * capacity
        alpha = float(np.interp(secant / per_control, pushover.displacement, pushover.alpha))
        period = 2.0 * np.pi * float(np.sqrt(secant * share * confidence / (alpha * gravity)))
    return Assessment(result.alpha, mass, share, activation, confidence, zero, capacity, period, share * activation)


def describe_assessment(found: Assessment) -> list[str]:
    """Lines for people: first what is safe whatever takes part, then M*, e*, a0*, after a pushover the capacity."""
    formula = "alpha g" if found.confidence == 1.0 else f"alpha g / {found.confidence:g}"
    lines = [f"codes       {formula} = {found.base_activation:.4g} m/s2 activates it if all its weight takes part",
             f"            M* {found.effective_mass:.5g} kg, e* {found.participation:.4g}, spectral a0* "
             f"{found.activation:.4g} m/s2"]
    if found.is_doubtful:
        lines.append(f"            WARNING: e* is below {TURNING_BODY:g}, that of a body turning about its foot: "
                     f"a0* is no measure of capacity here; take {found.base_activation:.4g} m/s2")
    if found.capacity is not None:
        lines.append(f"            d0* {found.zero_displacement:.4g} m, capacity d_u* {found.capacity:.4g} m, secant "
                     f"period {found.secant_period:.4g} s")
    return lines


def mechanism_displacements(result: LimitResult) -> tuple[np.ndarray, np.ndarray]:
    """Weights (k,) [N] of the blocks that move, and their displacements (k,) along the acceleration."""
    model = result.model
    moving = result.moving[~model.is_support[result.moving]]
    return (float(np.linalg.norm(model.gravity)) * model.mass[moving], result.mechanism[moving, :3] @ _along(result))


def delta_of(result: LimitResult, block: int) -> float:
    """Displacement of the centre of a block along the acceleration, as the mechanism is scaled."""
    return float(result.mechanism[block, :3] @ _along(result))


def _along(result: LimitResult) -> np.ndarray:
    """(3,) unit vector of the live forces."""
    total = result.live.wrench[:, :3].sum(axis=0)
    return total / np.linalg.norm(total)
