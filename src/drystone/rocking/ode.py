"""Rocking as an ordinary differential equation with impacts, integrated from event to event.

    theta'' = -p^2 { sin(s alpha - theta) + (a/g) cos(s alpha - theta) },    s = sign of theta
    omega_after = e omega_before    at theta = 0

theta > 0 turns the top towards +x (about +y, with z up): the block stands on its +x corner. A ground that
accelerates towards +x (a > 0) makes theta negative.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from drystone.checks import check_number
from drystone.errors import SolveError
from drystone.motion.motion import Motion
from drystone.rocking.block import RockingBlock
from drystone.rocking.closed_form import peak_after_impact
from drystone.rocking.ground import Ground
from drystone.rocking.history import Phase, RockingHistory

HALF_TURN = 0.5 * math.pi


@dataclass(frozen=True, slots=True)
class RockingSettings:
    """How exactly `rock` works; none of it is physical.

    Attributes
    ----------
    rtol, atol : tolerances of the integrator (DOP853) on angle and angular velocity
    rest_angle : a bounce that will not reach this angle [rad] is taken as rest: impacts accumulate, and no
        computer counts them all
    scan_step : spacing at which a ground motion is looked through for uplift [s]
    until_decided : stop as soon as the ground is still and the energy tells whether the block overturns
    """

    rtol: float = 1e-12
    atol: float = 1e-15
    rest_angle: float = 1e-10
    scan_step: float = 1e-3
    until_decided: bool = False

    def __post_init__(self) -> None:
        check_number("rocking settings: rtol", self.rtol, "-", above=0.0)
        check_number("rocking settings: atol", self.atol, "rad", above=0.0)
        check_number("rocking settings: rest_angle", self.rest_angle, "rad", above=0.0)
        check_number("rocking settings: scan_step", self.scan_step, "s", above=0.0)


def rock(block: RockingBlock, *, duration: float, theta0: float = 0.0, omega0: float = 0.0,
         ground: Motion | Callable[[float], float] | None = None, restitution: float | None = None,
         settings: RockingSettings | None = None) -> RockingHistory:
    """Let the block rock for `duration` [s].

    Parameters
    ----------
    theta0, omega0 : angle [rad] and angular velocity [rad/s] at the start
    ground : horizontal acceleration of the ground towards +x: a `Motion`, a smooth function of time or None
    restitution : ratio of angular speeds after and before impact [-]; None = Housner's
    """
    check_number("rocking: duration", duration, "s", above=0.0)
    check_number("rocking: theta0", theta0, "rad", least=-HALF_TURN, most=HALF_TURN)
    check_number("rocking: omega0", omega0, "rad/s")
    if restitution is None:
        restitution = block.housner_restitution
    check_number("rocking: restitution", restitution, "-", least=0.0, most=1.0)
    run = _Run(block, Ground(ground), float(restitution), float(duration), settings or RockingSettings())
    run.start(float(theta0), float(omega0))
    return run.go()


class _Run:
    """State of one run: time, angle, angular velocity and the side on which the block stands (0 = at rest)."""

    def __init__(self, block: RockingBlock, ground: Ground, restitution: float, duration: float,
                 settings: RockingSettings) -> None:
        self.block, self.ground, self.restitution = block, ground, restitution
        self.duration, self.settings = duration, settings
        self.alpha, self.p2, self.g = block.alpha, block.p**2, block.gravity
        self.t = self.theta = self.omega = 0.0
        self.side = 0
        self.status = "rocking"
        self.impacts: list[tuple[float, float, float]] = []
        self.peaks: list[tuple[float, float]] = []
        self.phases: list[Phase] = []
        self.max_angle = 0.0
        self.uplift_time: float | None = None
        self.overturn_time: float | None = None
        self.rest_time: float | None = None

    # ------------------------------------------------------------------ course of a run
    def start(self, theta0: float, omega0: float) -> None:
        self.theta, self.omega, self.max_angle = theta0, omega0, abs(theta0)
        self._stand()
        self._jump()

    def go(self) -> RockingHistory:
        while self.t < self.duration and self.status == "rocking":
            if self.settings.until_decided and self.t >= self.ground.end and self._decide():
                break
            end = self.ground.stretch_end(self.t, self.duration)
            if self.side == 0:
                self._stay(end)
            else:
                self._fly(end)
        if self.status == "rocking" and self.side == 0:
            self.status = "rest"
        impacts = np.array(self.impacts).reshape(-1, 3)
        peaks = np.array(self.peaks).reshape(-1, 2)
        return RockingHistory(
            block=self.block, restitution=self.restitution, status=self.status, end_time=self.t,
            impact_time=impacts[:, 0], omega_before=impacts[:, 1], omega_after=impacts[:, 2],
            peak_time=peaks[:, 0], peak_angle=peaks[:, 1], max_angle=self.max_angle,
            uplift_time=self.uplift_time, overturn_time=self.overturn_time, rest_time=self.rest_time,
            phases=tuple(self.phases))

    def _stand(self) -> None:
        """Side on which the block stands, from angle and, on the base, the way it turns."""
        self.side = int(np.sign(self.theta if self.theta != 0.0 else self.omega))
        if self.side != 0 and self.uplift_time is None:
            self.uplift_time = self.t
        if self.side != 0:
            self.rest_time = None

    def _jump(self) -> None:
        """A jump of the ground velocity at this time turns the block: the equation, integrated over it."""
        jump = self.ground.jumps.get(self.t, 0.0)
        if jump != 0.0:
            lever = math.cos(self.side * self.alpha - self.theta) if self.theta != 0.0 else math.cos(self.alpha)
            self.omega -= self.p2 * jump / self.g * lever
            self._stand()

    # ------------------------------------------------------------------ on the base
    def _stay(self, end: float) -> None:
        """At rest until the ground lifts the block, or to the end of the stretch."""
        if self.t >= self.ground.end:
            end = self.duration
        level = self.block.uplift_acceleration
        uplift = self.ground.first_above(level, self.t, end, self.settings.scan_step)
        stop = end if uplift is None else uplift
        if stop > self.t:
            self.phases.append(Phase(self.t, stop, None))
        pull = 0.0 if uplift is None else self.ground.within(uplift, end)(uplift)
        self.t = stop
        if uplift is None:
            self._jump()
            return
        self.side = -1 if pull > 0.0 else 1
        self.rest_time = None
        if self.uplift_time is None:
            self.uplift_time = uplift

    # ------------------------------------------------------------------ on a corner
    def _fly(self, end: float) -> None:
        """Turn about one corner until impact, overturning or the end of the stretch."""
        side, alpha, p2, g = self.side, self.alpha, self.p2, self.g
        pull = self.ground.within(self.t, end)

        def rate(t: float, y: np.ndarray) -> tuple[float, float]:
            q = side * alpha - y[0]
            return y[1], -p2 * (math.sin(q) + pull(t) / g * math.cos(q))

        def base(t, y):
            return y[0] * side

        def turned(t, y):
            return abs(y[0]) - HALF_TURN

        def crest(t, y):
            return y[1] * side

        # where solve_ivp looks for them
        vars(base).update(terminal=True, direction=-1)
        vars(turned).update(terminal=True, direction=1)
        vars(crest).update(direction=-1)
        found = solve_ivp(rate, (self.t, end), (self.theta, self.omega), method="DOP853",
                          rtol=self.settings.rtol, atol=self.settings.atol, events=(base, turned, crest),
                          dense_output=True, max_step=0.1 / self.block.p, first_step=self._first_step(pull, end))
        if found.status < 0:
            raise SolveError(f"rocking: integration stopped at {found.t[-1]:g} s: {found.message}")
        self._keep(found)
        if found.t_events[1].size:
            self.status, self.overturn_time, self.max_angle = "overturned", self.t, HALF_TURN
        elif found.t_events[0].size:
            self._hit(float(found.y_events[0][0][1]))
        else:
            self._jump()

    def _first_step(self, pull: Callable[[float], float], end: float) -> float | None:
        """A step in which a block that leaves its base cannot come back, lest the impact be overlooked."""
        if self.theta != 0.0 or self.omega == 0.0:
            return None
        peak = self.ground.peak if math.isfinite(self.ground.peak) else 2.0 * abs(pull(self.t)) + self.g
        hardest = self.p2 * math.hypot(1.0, peak / self.g)
        return min(abs(self.omega) / hardest, end - self.t)

    def _keep(self, found) -> None:
        self.phases.append(Phase(self.t, float(found.t[-1]), found.sol))
        for t, (theta, _) in zip(found.t_events[2], found.y_events[2]):
            if t > self.t:  # a start from rest is no crest
                self.peaks.append((float(t), float(theta)))
                self.max_angle = max(self.max_angle, abs(float(theta)))
        self.t, self.theta, self.omega = float(found.t[-1]), float(found.y[0, -1]), float(found.y[1, -1])
        self.max_angle = max(self.max_angle, abs(self.theta))

    def _hit(self, before: float) -> None:
        """Impact: on to the other corner, or to rest where the next bounce is too small to follow."""
        after = self.restitution * before
        self.impacts.append((self.t, before, after))
        self.theta, self.omega, self.side = 0.0, after, -self.side
        end = self.ground.stretch_end(self.t, max(self.duration, np.nextafter(self.t, math.inf)))
        push = self.side * self.ground.within(self.t, end)(self.t) / self.g
        # pull back to the base, at angle zero, on this side and on the other
        here = self.p2 * (math.sin(self.alpha) + push * math.cos(self.alpha))
        there = self.p2 * (math.sin(self.alpha) - push * math.cos(self.alpha))
        e = self.restitution
        is_small = e < 1.0 and min(here, there) > 0.0 and 0.5 * after**2 < here * self.settings.rest_angle
        if after == 0.0 or is_small:
            # bounces last 2 omega/pull, each e times the one before, on alternating sides
            left = 0.0 if after == 0.0 else 2.0 * abs(after) * (1.0 / here + e / there) / (1.0 - e * e)
            self.rest_time = self.t + left
            self.omega, self.side = 0.0, 0
        if self.t in self.ground.jumps:
            self._jump()

    # ------------------------------------------------------------------ what will happen
    def _decide(self) -> bool:
        """With the ground still for good, tell from the energy whether the block overturns, if that is certain."""
        if self.side == 0:
            self.status = "rest"
            return True
        angle, speed = abs(self.theta), self.omega * self.side
        # energy over that of standing on the corner, in units of p^2: below zero the top cannot pass the corner
        spare = 0.5 * speed**2 / self.p2 - 2.0 * math.sin(0.5 * (self.alpha - angle)) ** 2
        if spare < 0.0 and angle < self.alpha:
            self.status = "safe"
            self.max_angle = max(self.max_angle, self._coming_peak(angle, speed))
            return True
        if (angle > self.alpha and spare < 0.0) or speed > 0.0:
            self.status, self.max_angle = "overturned", HALF_TURN
            return True
        return False  # falls back through the base with energy to spare: the impact will tell

    def _coming_peak(self, angle: float, speed: float) -> float:
        """Greatest angle that the free motion will still reach; later peaks are smaller."""
        at_base = math.sqrt(speed**2 + 4.0 * self.p2 * math.sin(self.alpha - 0.5 * angle) * math.sin(0.5 * angle))
        return peak_after_impact(self.block, at_base if speed > 0.0 else self.restitution * at_base)
