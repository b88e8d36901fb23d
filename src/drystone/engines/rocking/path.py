"""The exact path of the block for a whole run, the work done on it, and the friction that it needs.

Symbols as in drystone/rocking/README.md: q = s alpha - theta is the angle of the line from the edge to the centre of
mass against the vertical, s the side on which the block stands.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from drystone.engines.rocking.scene import Scene
from drystone.rocking import RockingHistory, rock
from drystone.rocking import RockingSettings as Accuracy

#: Nodes and weights of the quadrature within one step of the integrator.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
#: Where forces are looked at within one step of the integrator; the ends as seen from inside.
_LOOKED_AT = np.array((1e-9, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0 - 1e-9))


class Needed(NamedTuple):
    """Friction without which the block would slide."""

    friction: float   #: [-]; inf: the ground would have to pull
    time: float       #: [s], when it is needed


class Path:
    """Angle and work over time. Everything follows from scene, duration and settings."""

    def __init__(self, scene: Scene, duration: float, restitution: float | None, accuracy: Accuracy) -> None:
        """duration : [s]; restitution : [-], None: Housner's"""
        self.scene = scene
        self.history: RockingHistory = rock(
            scene.shape, duration=duration, theta0=scene.theta, omega0=scene.omega, ground=scene.ground,
            restitution=restitution, settings=accuracy)
        history = self.history
        flights = [np.asarray(phase.solution.ts) for phase in history.phases if phase.solution is not None]
        ends = [np.array((phase.start, phase.end)) for phase in history.phases]
        self._steps = np.unique(np.concatenate([np.zeros(1), *flights, *ends]))
        self._jumps = () if scene.ground is None else scene.ground.velocity_jumps
        # what is left where bounces become too small to follow is lost there
        _, followed = history.sample(history.impact_time)
        after = np.where(followed == 0.0, 0.0, history.omega_after)
        self._loss = 0.5 * scene.corner_inertia * (after**2 - history.omega_before**2)
        self._scan = accuracy.scan_step

    def at(self, time: float) -> tuple[float, float]:
        """Angle [rad] and rate [rad/s]; once it has overturned the block lies on its side."""
        history = self.history
        if time >= history.end_time and history.is_overturned:
            return math.copysign(0.5 * math.pi, float(history.sample(history.end_time)[0])), 0.0
        theta, omega = history.sample(time)
        return float(theta), float(omega)

    def impacts(self, start: float, stop: float) -> np.ndarray:
        """Numbers of the impacts with start < time <= stop."""
        return np.flatnonzero((self.history.impact_time > start) & (self.history.impact_time <= stop))

    # --- work ---------------------------------------------------------------------------------------

    def impact_work(self, start: float, stop: float) -> float:
        """Energy that impacts add from `start` to `stop`, <= 0 [J]; hitting the ground with its side takes the rest."""
        work, end = float(self._loss[self.impacts(start, stop)].sum()), self.history.end_time
        if self.history.is_overturned and start < end <= stop:
            work -= 0.5 * self.scene.corner_inertia * float(self.history.sample(end)[1]) ** 2
        return work

    def ground_work(self, start: float, stop: float) -> float:
        """Work of the inertia forces from `start` to `stop` [J], by quadrature; of jumps, by their impulse."""
        stop = min(stop, self.history.end_time)
        if self.scene.ground is None or start >= min(stop, self.scene.ground.duration):
            return self._jump_work(start, stop)
        inner = self._steps[(self._steps > start) & (self._steps < stop)]
        ends = np.concatenate(((start,), inner, (stop,)))
        half = 0.5 * np.diff(ends)
        times = (ends[:-1] + half)[:, None] + half[:, None] * _NODES
        force = -self.scene.mass * self._acceleration(times)
        theta, omega = self.history.sample(times)
        power = force * self.scene.shape.R * omega * np.cos(self._lean(theta, omega))
        return float((power @ _WEIGHTS) @ half) + self._jump_work(start, stop)

    def _jump_work(self, start: float, stop: float) -> float:
        """An impulse acts on the mean of the velocities before and after it."""
        work, shape = 0.0, self.scene.shape
        for time, size in self._jumps:
            if start < time <= stop or time == start == 0.0:
                theta, after = (float(value) for value in self.history.sample(time))
                lever = math.cos(float(self._lean(theta, after)))
                before = after + shape.p**2 * size / shape.gravity * lever
                work -= self.scene.mass * size * shape.R * lever * 0.5 * (before + after)
        return work

    def _lean(self, theta, omega):
        """q [rad], of angles and rates; on the base the block stands on the side towards which it turns."""
        side = np.where(theta != 0.0, np.sign(theta), np.sign(omega))
        return side * self.scene.shape.alpha - theta

    def _acceleration(self, times: np.ndarray) -> np.ndarray:
        """Of the ground [m/s2], in the shape of `times`."""
        if self.scene.ground is None:
            return np.zeros(times.shape)
        return np.array([self.scene.ground.acceleration(float(t)) for t in times.ravel()]).reshape(times.shape)

    # --- friction -------------------------------------------------------------------------------------

    def needed_friction(self) -> Needed:
        """The greatest share of the normal force that the path asks of friction, at impacts too.

        Of a block that overturns the fall beyond the angle alpha is not looked at: there every block slides, and how
        it ends is decided.
        """
        found = [self._needed_in_motion(), self._needed_at_impacts(), *map(self._needed_at_jump, self._jumps)]
        return max(found, key=lambda needed: needed.friction)

    def _times(self) -> np.ndarray:
        """(n,) [s] within all steps of the integrator, and within all rests while the ground moves."""
        ends = self._steps
        if self.scene.ground is not None:
            rests = [np.arange(phase.start, min(phase.end, self.scene.ground.duration), self._scan)
                     for phase in self.history.phases if phase.solution is None]
            ends = np.unique(np.concatenate([ends, *rests]))
        times = (ends[:-1, None] + np.diff(ends)[:, None] * _LOOKED_AT).ravel()
        if not self.history.is_overturned:
            return times
        upright = np.flatnonzero(np.abs(self.history.sample(times)[0]) <= self.scene.shape.alpha)
        return times[:upright[-1] + 1] if len(upright) else times[:0]

    def _needed_in_motion(self) -> Needed:
        """Force along the ground over force normal to it, both from the acceleration of the centre of mass."""
        shape, times = self.scene.shape, self._times()
        if not len(times):
            return Needed(0.0, 0.0)
        g, ground = shape.gravity, self._acceleration(times)
        theta, omega = self.history.sample(times)
        lean = self._lean(theta, omega)
        sine, cosine = np.sin(lean), np.cos(lean)
        stands = (theta == 0.0) & (omega == 0.0)
        rate = np.where(stands, 0.0, -shape.p**2 * (sine + ground / g * cosine))
        along = ground + shape.R * (rate * cosine + omega**2 * sine)
        normal = g + shape.R * (rate * sine - omega**2 * cosine)
        share = np.where(normal > 0.0, np.abs(along) / np.where(normal > 0.0, normal, 1.0), math.inf)
        worst = int(share.argmax())
        return Needed(float(share[worst]), float(times[worst]))

    def _needed_at_impacts(self) -> Needed:
        """From one edge to the other: m h (1 - e) omega along the ground, m b (1 + e) omega normal to it."""
        if not len(self.history.impact_time):
            return Needed(0.0, 0.0)
        shape, e = self.scene.shape, self.history.restitution
        return Needed(shape.height / shape.width * (1.0 - e) / (1.0 + e), float(self.history.impact_time[0]))

    def _needed_at_jump(self, jump: tuple[float, float]) -> Needed:
        """Impulses along and normal to the ground that a jump of its velocity asks for."""
        time, size = jump
        if time > self.history.end_time:
            return Needed(0.0, time)
        theta, omega = self.history.sample(time)
        lean = float(self._lean(theta, omega))
        normal = -0.75 * size * math.sin(lean) * math.cos(lean)
        along = size * (1.0 - 0.75 * math.cos(lean) ** 2)
        return Needed(abs(along) / normal if normal > 0.0 else math.inf, time)
