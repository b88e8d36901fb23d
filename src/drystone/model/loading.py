"""The part of `Assembly` that says what acts: loads, motions, stages, events - and what is watched."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np

from drystone.checks import check_choice, check_direction, check_number, check_vector
from drystone.errors import InputError
from drystone.model.factor import check_history
from drystone.model.joint_monitors import JOINT_QUANTITIES
from drystone.model.monitors import COMPONENTS, FRAMES, GAP_QUANTITIES, QUANTITIES, TIE_QUANTITIES
from drystone.model.selection import as_names, check_new
from drystone.model.specs import (
    EventSpec,
    GroundMotionSpec,
    LoadSpec,
    MonitorSpec,
    StageSpec,
    SupportMotionSpec,
    check_ramp,
    direction_in_plan,
)
from drystone.model.variations import VariationSpec, make_variation

Vector = Sequence[float]
Names = str | Sequence[str]


class LoadingMixin:
    """Loads, motions, stages, events, monitors and variations of an assembly: what changes from run to run."""

    def __init__(self) -> None:
        self.loads: dict[str, LoadSpec] = {}
        self.motions: dict[str, GroundMotionSpec | SupportMotionSpec] = {}
        self.stages: list[StageSpec] = []
        self.events: list[EventSpec] = []
        self.monitors: dict[str, MonitorSpec] = {}
        self.variations: dict[str, VariationSpec] = {}
        self._duration: float | None = None

    def without_program(self):
        """A copy with the same blocks, joints and supports, on which nothing acts and nothing is watched."""
        bare = copy.copy(self)
        for name, value in vars(self).items():      # what is added to the copy is not added here
            if isinstance(value, (dict, list)):
                setattr(bare, name, copy.copy(value))
        LoadingMixin.__init__(bare)
        return bare

    @property
    def duration(self) -> float | None:
        """Duration of the run [s], where no stages are given; None = it comes with the run."""
        return self._duration

    @duration.setter
    def duration(self, value: float | None) -> None:
        self._duration = None if value is None else check_number("duration", value, "s", above=0.0)

    # --- variations -----------------------------------------------------------------------------

    def vary(self, name: str, property: str, values: Sequence[float], *,
             between: Sequence[Sequence[str]] | None = None, blocks: Sequence[str] | None = None) -> None:
        """Give single interfaces or single blocks values of their own, e.g. of a random field.

        Parameters
        ----------
        property : of joints (with `between`) or of materials (with `blocks`), e.g. friction, density
        values : one a place, in the unit of the property
        between : pairs of names of blocks
        blocks : names of blocks
        """
        check_new("variation", name, self.variations)
        self.variations[name] = make_variation(name, property, values, between, blocks)

    # --- loads ----------------------------------------------------------------------------------

    def load_point(self, name: str, block: str, point: Vector, force: Vector, history=None) -> None:
        """Force (3,) [N] on the body point that is at `point` [m] in the drawing; its direction is fixed.

        `history` lists (time [s], factor [-]), linear in between; the last factor is kept. None = 1.
        """
        what = f"load {name!r}"
        self._load(LoadSpec(name, "point", (block,), check_vector(f"{what}: force", force, "N"),
                            _history(what, history), start=check_vector(f"{what}: point", point, "m")))

    def load_line(self, name: str, target: Names, start: Vector, end: Vector, force_per_length: Vector,
                  history=None) -> None:
        """Uniform load (3,) [N/m] on a line that lies on the blocks named; each carries what lies on it."""
        what = f"load {name!r}"
        self._load(LoadSpec(name, "line", as_names(target),
                            check_vector(f"{what}: force_per_length", force_per_length, "N/m"),
                            _history(what, history), start=check_vector(f"{what}: start", start, "m"),
                            end=check_vector(f"{what}: end", end, "m")))

    def load_area(self, name: str, target: Names, normal: str | Vector, pressure: float, history=None) -> None:
        """Pressure [Pa] on every face of the blocks named whose outward normal is `normal`; positive pushes."""
        what = f"load {name!r}"
        self._load(LoadSpec(name, "area", as_names(target), check_direction(f"{what}: normal", normal),
                            _history(what, history),
                            pressure=check_number(f"{what}: pressure", pressure, "Pa")))

    def body_acceleration(self, name: str, acceleration: Vector, history=None, target: Names = ()) -> None:
        """Force mass times `acceleration` (3,) [m/s2] on the blocks named, or on all."""
        what = f"load {name!r}"
        self._load(LoadSpec(name, "acceleration", as_names(target),
                            check_vector(f"{what}: acceleration", acceleration, "m/s2"), _history(what, history)))

    def _load(self, spec: LoadSpec) -> None:
        check_new("load", spec.name, self.loads)
        self.loads[spec.name] = spec

    # --- motions --------------------------------------------------------------------------------

    def ground_motion(self, name: str, motion, *, direction: str | Vector | None = None,
                      direction_deg: float | None = None, applied: str = "body_force",
                      after: str | None = None) -> None:
        """Shake the ground.

        Parameters
        ----------
        motion : a motion, or a list of (direction, motion); a direction is a vector or an angle in plan [deg]
        direction, direction_deg : of the ground's positive acceleration (inertia forces oppose it): vector, or angle
            in plan from x towards y [deg]
        applied : "body_force", inertia forces in the frame of the ground, or "supports", which then move
        after : "zero" lets a record end before the run; None makes that an error
        """
        what = f"motion {name!r}"
        check_choice(f"{what}: applied", applied, ("body_force", "supports"))
        if isinstance(motion, (list, tuple)):
            if direction is not None or direction_deg is not None:
                raise InputError(f"{what}: components have their own directions, got another one")
            components = [(self._direction(what, d, None) if np.ndim(d) or isinstance(d, str)
                           else self._direction(what, None, d), m) for d, m in motion]
        else:
            components = [(self._direction(what, direction, direction_deg), motion)]
        for _, part in components:
            _check_motion(what, part, "velocity_increment")
        self._motion(GroundMotionSpec(name, tuple(components), applied == "supports", _after(what, after)))

    def support_motion(self, name: str, target: Names, motion=None, *, displacement=None, drift=None,
                       height: float | None = None, angle_deg=None, direction: str | Vector | None = None,
                       axis: str | Vector | None = None, about: Vector | None = None,
                       after: str | None = None) -> None:
        """Move supports: a settlement, a spreading abutment, a turning foundation.

        Parameters
        ----------
        target : supports, by block or group
        motion : a motion whose displacement is prescribed [m], or [rad] about `axis`
        displacement : instead: (time [s], displacement [m]) pairs, linear in between, the last is kept
        drift : instead: (time [s], displacement over `height`) pairs: the table of a cyclic test
        height : [m], of the wall, storey or column; goes with drift
        angle_deg : instead: (time [s], angle [deg]) pairs, about `axis`
        direction : of a translation
        axis, about : of a rotation: direction and a point [m] of the axis
        """
        what = f"motion {name!r}"
        given = [key for key, value in (("motion", motion), ("displacement", displacement),
                                        ("drift", drift), ("angle_deg", angle_deg)) if value is not None]
        if len(given) != 1:
            raise InputError(f"{what} needs exactly one of motion, displacement, drift, angle_deg; got "
                             f"{' and '.join(given) or 'none'}")
        turns = axis is not None
        if turns == (direction is not None) or (about is not None) != turns:
            raise InputError(f"{what} needs either direction, or axis and about")
        if (angle_deg is not None and not turns) or (turns and not (displacement is None and drift is None)):
            raise InputError(f"{what}: displacement and drift go with direction, angle_deg with axis and about")
        if (drift is None) != (height is None):
            raise InputError(f"{what}: drift and height go together, got "
                             f"{'height' if drift is None else 'drift'} alone")
        if drift is not None:
            motion = check_ramp(f"{what}: drift", drift, check_number(f"{what}: height", height, "m", above=0.0))
        elif displacement is not None:
            motion = check_ramp(f"{what}: displacement", displacement)
        elif angle_deg is not None:
            motion = check_ramp(f"{what}: angle_deg", angle_deg, np.pi / 180.0)
        _check_motion(what, motion, "displacement")
        vector = check_direction(f"{what}: {'axis' if turns else 'direction'}", axis if turns else direction)
        centre = check_vector(f"{what}: about", about, "m") if turns else None
        self._motion(SupportMotionSpec(name, as_names(target), motion, vector, centre, _after(what, after)))

    def _motion(self, spec: GroundMotionSpec | SupportMotionSpec) -> None:
        check_new("motion", spec.name, self.motions)
        self.motions[spec.name] = spec

    @staticmethod
    def _direction(what: str, direction, direction_deg) -> np.ndarray:
        if (direction is None) == (direction_deg is None):
            raise InputError(f"{what} needs exactly one of direction, direction_deg; got "
                             f"{'none' if direction is None else 'both'}")
        if direction is not None:
            return check_direction(f"{what}: direction", direction)
        return direction_in_plan(check_number(f"{what}: direction_deg", direction_deg, "deg"))

    # --- time -----------------------------------------------------------------------------------

    def stage(self, name: str, *, duration: float, loads: Names = (), motions: Names = (),
              force_ratio: float | None = None, after: float | None = None) -> None:
        """Add a stage; loads and motions act only in the stages that name them, gravity always.

        Histories and motions start their clock at the beginning of the first stage that names them. With `force_ratio`
        it ends when the greatest force out of balance is this share of the acting ones [-], but not before `after` [s],
        and after `duration` at the latest.
        """
        what = f"stage {name!r}"
        check_new("stage", name, [stage.name for stage in self.stages])
        duration = check_number(f"{what}: duration", duration, "s", above=0.0)
        if (force_ratio is None) != (after is None):
            raise InputError(f"{what}: force_ratio and after go together, got {force_ratio!r} and {after!r}")
        if force_ratio is not None:
            check_number(f"{what}: force_ratio", force_ratio, "-", above=0.0)
            check_number(f"{what}: after", after, "s", least=0.0, below=duration)
        self.stages.append(StageSpec(name, duration, as_names(loads), as_names(motions), force_ratio, after or 0.0))

    def event(self, time: float, *, remove: Names | None = None, release: Names | None = None,
              cut: Names | None = None, load: str | None = None, factor: float | None = None,
              start: str | None = None) -> None:
        """At `time` [s] remove blocks, release supports, cut ties, set the factor of a load, or start a motion."""
        what = f"event at {time!r} s"
        moment = check_number(f"{what}: time", time, "s", least=0.0)
        given = {"remove": remove, "release": release, "cut": cut, "load": load, "start": start}
        given = {key: value for key, value in given.items() if value is not None}
        if len(given) != 1:
            raise InputError(f"{what} needs exactly one of remove, release, cut, load, start; got "
                             f"{' and '.join(given) or 'none'}")
        (action, target), = given.items()
        if (factor is not None) != (action == "load"):
            raise InputError(f"{what}: load and factor go together, got {action} and factor {factor!r}")
        if factor is not None:
            factor = check_number(f"{what}: factor", factor, "-")
        self.events.append(EventSpec(moment, action, as_names(target or ()), factor))

    # --- monitors -------------------------------------------------------------------------------

    def monitor(self, name: str, block=None, *, quantity: str, point=None, relative_to=None,
                component: str | None = None, axis: str | Vector | None = None, frame: str = "ground",
                tie: str | None = None, joint: Sequence[str] | None = None) -> None:
        """Record a quantity at every step.

        Parameters
        ----------
        block : name of a block (or group); or a list of (block, point), whose mean is taken
        point : body point (3,) [m] in the drawing; None = centre of mass
        quantity : displacement, velocity, position, rotation, opening or slip; of a tie force or elongation; of a
            joint normal_force, shear_force or eccentricity
        relative_to : block, (block, point) or a list of them, whose mean is subtracted; of an opening or slip, the
            block that carries the normal
        component : x, y, z or norm; None = all three
        axis : component along this vector; for an opening or slip the normal, from `relative_to` towards `block`
        frame : "ground", as seen from the moving ground, or "absolute"
        tie : name of a tie, instead of a block
        joint : two names of blocks, instead of a block: all that they exchange
        """
        what = f"monitor {name!r}"
        check_new("monitor", name, self.monitors)
        check_choice(f"{what}: quantity", quantity, QUANTITIES)
        own = _watched(what, quantity, {"block": block, "tie": tie, "joint": joint})
        if own != "block":
            extra = {"point": point, "relative_to": relative_to, "component": component, "axis": axis}
            given = [key for key, value in extra.items() if value is not None]
            if given:
                raise InputError(f"{what}: {given[0]} goes with a block, not with a {own}")
            pair = None if joint is None else _pair(what, joint)
            self.monitors[name] = MonitorSpec(name, quantity, (), (), None, None, frame, tie, pair)
            return
        check_choice(f"{what}: frame", frame, FRAMES)
        if component is not None:
            check_choice(f"{what}: component", component, COMPONENTS)
            if axis is not None:
                raise InputError(f"{what}: component and axis exclude each other, got both")
        points = _body_points(what, [(block, point)] if isinstance(block, str) else block)
        relative = () if relative_to is None else _body_points(what, _as_list(relative_to))
        if quantity in GAP_QUANTITIES and (axis is None or len(relative) != 1 or len(points) != 1):
            raise InputError(f"{what}: {'an opening' if quantity == 'opening' else 'a slip'} needs one block, one "
                             "relative_to and an axis (its normal)")
        if quantity == "rotation" and (len(points) != 1 or len(relative) > 1):
            raise InputError(f"{what}: a rotation is that of one block, relative to at most one, got "
                             f"{len(points)} and {len(relative)}")
        unit = None if axis is None else check_direction(f"{what}: axis", axis)
        self.monitors[name] = MonitorSpec(name, quantity, points, relative, component, unit, frame)


def _watched(what: str, quantity: str, given: dict[str, object]) -> str:
    """Which of block, tie and joint a monitor watches; refused where its quantity is one of another."""
    found = [key for key, value in given.items() if value is not None]
    if len(found) != 1:
        raise InputError(f"{what} needs exactly one of {', '.join(given)}; got {' and '.join(found) or 'none'}")
    needed = "tie" if quantity in TIE_QUANTITIES else "joint" if quantity in JOINT_QUANTITIES else "block"
    if found[0] != needed:
        raise InputError(f"{what}: {quantity} goes with a {needed}, not with a {found[0]}")
    return needed


def _pair(what: str, joint: Sequence[str]) -> tuple[str, str]:
    if isinstance(joint, str) or len(joint) != 2:
        raise InputError(f"{what}: joint must be two names of blocks, got {joint!r}")
    return joint[0], joint[1]


def _history(what: str, history):
    return None if history is None else check_history(f"{what}: history", history)


def _after(what: str, after: str | None) -> str | None:
    return None if after is None else check_choice(f"{what}: after", after, ("zero",))


def _check_motion(what: str, motion: object, method: str) -> None:
    if not callable(getattr(motion, method, None)):
        raise InputError(f"{what} must be a motion, got {motion!r}")


def _as_list(relative_to) -> list:
    if isinstance(relative_to, str):
        return [(relative_to, None)]
    if isinstance(relative_to, tuple) and len(relative_to) == 2 and isinstance(relative_to[0], str) \
            and not isinstance(relative_to[1], str):
        return [relative_to]
    return list(relative_to)


def _body_points(what: str, pairs) -> tuple[tuple[str, np.ndarray | None], ...]:
    out = []
    for pair in pairs:
        block, point = (pair, None) if isinstance(pair, str) else pair
        out.append((block, None if point is None else check_vector(f"{what}: point", point, "m")))
    if not out:
        raise InputError(f"{what} must watch at least 1 point, got 0")
    return tuple(out)
