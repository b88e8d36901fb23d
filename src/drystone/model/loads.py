"""`LoadProgram`: what acts on the blocks over time - gravity, loads, ground motion, moved supports, events.

The engine asks for exact time integrals (impulses) over its step, so that a pulse which jumps within a step
costs no accuracy.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drystone.errors import InputError
from drystone.geometry.rotation import rotate_about
from drystone.model.factor import Factor
from drystone.model.motions import GroundMotion, SupportMotion, rests_after


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens at an instant. The time loop carries out `remove`, `release` and `cut`."""

    time: float               #: [s]
    action: str               #: remove, release, cut, load or start
    target: str               #: name of a block, group, tie, load or motion
    blocks: tuple[int, ...]   #: blocks concerned, or ties that are cut; empty for load and start
    factor: float | None      #: new multiplier of a load [-]


@dataclass(frozen=True, slots=True)
class PointLoads:
    """Forces on body points that share one factor: they follow the point and keep their direction."""

    name: str
    block: np.ndarray   #: (k,) int32
    point: np.ndarray   #: (k, 3) [m], block frame
    force: np.ndarray   #: (k, 3) [N], world
    factor: Factor
    is_pressure: bool = False   #: each force is that of a pressure on the whole face in whose middle its point lies


@dataclass(frozen=True, slots=True)
class BodyLoad:
    """A uniform acceleration field on some blocks."""

    name: str
    weight: np.ndarray        #: (b,) [kg], mass of the blocks it acts on, zero for others
    acceleration: np.ndarray  #: (3,) [m/s2], world
    factor: Factor


@dataclass(frozen=True, slots=True)
class Stage:
    """A stretch of the run."""

    name: str
    start: float  #: [s]
    stop: float   #: [s]
    force_ratio: float | None = None   #: [-], of the force out of balance at which it ends early; None: it does not
    after: float = 0.0                 #: [s], from its start, before which it does not


@dataclass(frozen=True, eq=False)
class LoadProgram:
    """All that acts on a model, ready for stepping. Supports get loads too; the engine ignores them."""

    mass: np.ndarray      #: (b,) [kg]
    gravity: np.ndarray   #: (3,) [m/s2]
    position: np.ndarray  #: (b, 3) [m], initial centres of mass, for supports that turn
    point_loads: tuple[PointLoads, ...] = ()
    body_loads: tuple[BodyLoad, ...] = ()
    ground_motions: tuple[GroundMotion, ...] = ()
    support_motions: tuple[SupportMotion, ...] = ()
    stages: tuple[Stage, ...] = ()
    events: tuple[Event, ...] = ()
    supports: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int32))  #: (s,) move with the ground
    given_duration: float | None = None  #: [s], of a run without stages

    @property
    def duration(self) -> float | None:
        """End of the last stage, or the duration given [s]; None = it comes with the run."""
        return self.stages[-1].stop if self.stages else self.given_duration

    # --- what pushes the blocks -----------------------------------------------------------------

    def impulse(self, t0: float, t1: float, position: np.ndarray, rotation: np.ndarray, *,
                gravity: bool = True) -> np.ndarray:
        """Exact integral of the external forces over [t0, t1], on the pose given.

        Parameters
        ----------
        position : (b, 3) [m], centres of mass (not needed by fixed directions; kept for loads that will)
        rotation : (b, 3, 3), block frame to world
        gravity : False leaves the weight out

        Returns
        -------
        (b, 6) [N s, N m s] : impulse, and its moment about each centre of mass, world frame
        """
        out = np.zeros((len(self.mass), 6))
        field_ = self.gravity * (t1 - t0) if gravity else np.zeros(3)
        if self.ground_motions:
            field_ = field_ - self.ground_velocity_increment(t0, t1)
        np.multiply(self.mass[:, None], field_, out=out[:, :3])
        for load in self.body_loads:
            out[:, :3] += load.weight[:, None] * (load.acceleration * load.factor.integral(t0, t1))
        for points in self.point_loads:
            _add_point_loads(out, points, points.factor.integral(t0, t1), rotation)
        return out

    def force(self, t: float, rotation: np.ndarray, *, gravity: bool = True) -> np.ndarray:
        """(b, 6) [N, N m]: external forces at the instant `t`; at a jump, those after it."""
        out = np.zeros((len(self.mass), 6))
        field_ = self.gravity.copy() if gravity else np.zeros(3)
        for item in self.ground_motions:
            if not item.by_supports:
                field_ -= item.direction * item.active.acceleration(t)
        np.multiply(self.mass[:, None], field_, out=out[:, :3])
        for load in self.body_loads:
            out[:, :3] += load.weight[:, None] * (load.acceleration * load.factor.at(t))
        for points in self.point_loads:
            _add_point_loads(out, points, points.factor.at(t), rotation)
        return out

    # --- the ground -----------------------------------------------------------------------------

    def ground_velocity_increment(self, t0: float, t1: float) -> np.ndarray:
        """(3,) [m/s]: increment over [t0, t1] of the velocity of the frame in which the blocks are described.

        Motions applied by moving the supports are not in it.
        """
        total = np.zeros(3)
        for item in self.ground_motions:
            if not item.by_supports:
                increment = item.active.velocity_increment(t0, t1)
                if increment:
                    total += item.direction * increment
        return total

    def ground_frame(self, t: float, by_supports: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Displacement [m] and velocity [m/s] (3,) of the ground by one of the two ways of moving it."""
        displacement, velocity = np.zeros(3), np.zeros(3)
        for item in self.ground_motions:
            if item.by_supports == by_supports:
                displacement += item.direction * item.active.displacement(t)
                velocity += item.direction * item.active.velocity(t)
        return displacement, velocity

    def ground_course(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Acceleration [m/s2] (at a jump: the one after it) and displacement [m] (3,) of the ground by
        all of its motions together.

        Motions of single supports are not in it.
        """
        acceleration, displacement = np.zeros(3), np.zeros(3)
        for item in self.ground_motions:
            acceleration += item.direction * item.active.acceleration(t)
            displacement += item.direction * item.active.displacement(t)
        return acceleration, displacement

    def support_motion(self, t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """Pose and twist of the supports at `t`, relative to the initial pose; None if none ever moves.

        Returns
        -------
        displacement (b, 3) [m] of the centres of mass, rotation vector (b, 3) [rad], twist (b, 6)
        """
        if not self.moves_supports:
            return None
        count = len(self.mass)
        displacement, rotation, twist = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros((count, 6))
        for item in self.support_motions:
            value, rate = item.active.displacement(t), item.active.velocity(t)
            if item.about is None:
                displacement[item.blocks] += value * item.direction
                twist[item.blocks, :3] += rate * item.direction
                continue
            arm = self.position[item.blocks] - item.about
            turned = rotate_about(arm, item.direction, value)
            displacement[item.blocks] += turned - arm
            rotation[item.blocks] += value * item.direction
            twist[item.blocks, :3] += rate * np.cross(item.direction, turned)
            twist[item.blocks, 3:] += rate * item.direction
        ground, ground_rate = self.ground_frame(t, by_supports=True)
        displacement[self.supports] += ground
        twist[self.supports, :3] += ground_rate
        return displacement, rotation, twist

    @property
    def moves_supports(self) -> bool:
        """True where some support moves at some time."""
        return bool(self.support_motions) or any(item.by_supports for item in self.ground_motions)

    # --- time -----------------------------------------------------------------------------------

    def clock(self, state, time: float | None = None) -> float:
        """Time [s] on the clock of the loads at the state's time, or at a `time` [s] of the run in its stage.

        It differs from the time of the run once a stage has ended before its duration was over.
        """
        time = state.time if time is None else time
        return time + (self.stages[state.stage].start - state.stage_start) if self.stages else time

    def events_in(self, t0: float, t1: float) -> tuple[Event, ...]:
        """Events with t0 <= time < t1; one within rounding of an edge belongs to the step that starts there."""
        if not self.events:
            return ()
        slack = 1e-6 * (t1 - t0)
        return tuple(event for event in self.events if t0 - slack <= event.time < t1 - slack)

    def check_duration(self, duration: float) -> None:
        """Refuse a run that outlasts its stages or a record."""
        if self.duration is not None and self.stages and duration > self.duration * (1 + 1e-9):
            raise InputError(f"duration must be <= the {self.duration:g} s of all stages, got {duration:g}",
                             subject=("duration",))
        for active in (*(m.active for m in self.ground_motions), *(m.active for m in self.support_motions)):
            end = active.start + active.motion.duration
            needed = min(duration, active.stop)
            if not rests_after(active.motion) and end < needed * (1 - 1e-9):
                whose = "the run's" if needed == duration else "its stage's end at"
                raise InputError(f"motion {active.name!r}: record ends at {_seconds(end)} s, before {whose} "
                                 f"{_seconds(needed)} s; shorten the run or give after: zero",
                                 subject=("motion", active.name))


def _add_point_loads(out: np.ndarray, load: PointLoads, scale: float, rotation: np.ndarray) -> None:
    if scale == 0.0:
        return
    force = load.force * scale
    if len(load.block) == 1:  # the usual case, without the overhead of general arrays
        block = load.block[0]
        x, y, z = rotation[block] @ load.point[0]
        fx, fy, fz = force[0]
        out[block] += (fx, fy, fz, y * fz - z * fy, z * fx - x * fz, x * fy - y * fx)
        return
    arm = np.matmul(rotation[load.block], load.point[:, :, None])[:, :, 0]
    np.add.at(out, load.block, np.concatenate((force, np.cross(arm, force)), axis=1))


def _seconds(value: float) -> str:
    """At least one decimal: 20 -> 20.0."""
    text = f"{value:g}"
    return text if any(c in text for c in ".en") else text + ".0"
