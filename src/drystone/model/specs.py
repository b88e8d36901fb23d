"""What an `Assembly` keeps of loads, motions, stages, events and monitors until it is built."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError
from drystone.model.factor import check_pairs
from drystone.model.motions import MotionLike, Ramp
from drystone.model.ties import Tie


@dataclass(frozen=True)
class LoadSpec:
    """One named load; which fields count depends on `kind`."""

    name: str
    kind: str                          #: point, line, area or acceleration
    target: tuple[str, ...]            #: blocks or groups; empty: all
    vector: np.ndarray                 #: force [N], force per length [N/m], outward normal, or acceleration [m/s2]
    history: tuple[tuple[float, float], ...] | None
    start: np.ndarray | None = None    #: point of a point load, or start of a line [m]
    end: np.ndarray | None = None      #: [m]
    pressure: float = 0.0              #: [Pa]


@dataclass(frozen=True)
class GroundMotionSpec:
    """Ground motion: components share start and end."""

    name: str
    components: tuple[tuple[np.ndarray, MotionLike], ...]  #: unit direction and motion
    by_supports: bool
    after: str | None


@dataclass(frozen=True)
class SupportMotionSpec:
    """Prescribed motion of supports."""

    name: str
    target: tuple[str, ...]
    motion: MotionLike
    direction: np.ndarray     #: unit; of the translation or of the axis
    about: np.ndarray | None  #: (3,) [m]; None = translation
    after: str | None


@dataclass(frozen=True)
class StageSpec:
    """A stretch of the run and what acts in it."""

    name: str
    duration: float  #: [s]
    loads: tuple[str, ...]
    motions: tuple[str, ...]
    force_ratio: float | None = None   #: [-], of the force out of balance at which it ends early
    after: float = 0.0                 #: [s], from its start, before which it does not


@dataclass(frozen=True)
class EventSpec:
    """Something that happens at an instant."""

    time: float  #: [s]
    action: str  #: remove, release, cut, load or start
    target: tuple[str, ...]
    factor: float | None = None


@dataclass(frozen=True)
class MonitorSpec:
    """A watched quantity by names."""

    name: str
    quantity: str
    points: tuple[tuple[str, np.ndarray | None], ...]    #: block or group, point or None for centres of mass
    relative: tuple[tuple[str, np.ndarray | None], ...]
    component: str | None
    axis: np.ndarray | None
    frame: str
    tie: str | None = None    #: of force and elongation
    joint: tuple[str, str] | None = None    #: blocks, of forces and eccentricity


@dataclass(frozen=True)
class TieSpec:
    """A tie by the names of its blocks."""

    law: Tie
    ends: tuple[tuple[str, np.ndarray | None], ...]   #: two: block, point or None for the centre of mass


@dataclass(frozen=True)
class TiltSpec:
    """Initial rotation about a line."""

    target: tuple[str, ...]
    angle: float       #: [rad]
    axis: np.ndarray   #: (3,) unit
    about: np.ndarray  #: (3,) [m]


@dataclass(frozen=True)
class VelocitySpec:
    """Initial velocity."""

    target: tuple[str, ...]
    linear: np.ndarray   #: (3,) [m/s]
    angular: np.ndarray  #: (3,) [rad/s]


def direction_in_plan(angle_deg: float) -> np.ndarray:
    """Horizontal unit vector at an angle from x towards y [deg]; exact at multiples of 90."""
    quarter = angle_deg / 90.0
    if quarter == round(quarter):
        return np.array([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0)][round(quarter) % 4])
    angle = np.radians(angle_deg)
    return np.array([np.cos(angle), np.sin(angle), 0.0])


def check_ramp(what: str, points: object, scale: float = 1.0) -> Ramp:
    """Ramp through (time, value) pairs: times rise from >= 0, the first value is zero."""
    array = check_pairs(what, points, least=2)
    if array[0, 0] < 0.0 or (np.diff(array[:, 0]) <= 0.0).any():
        raise InputError(f"{what}: times must rise from >= 0 [s], got {array[:, 0].tolist()!r}")
    if array[0, 1] != 0.0:
        raise InputError(f"{what} must start at 0, got {float(array[0, 1])!r}")
    return Ramp(tuple(array[:, 0].tolist()), tuple((array[:, 1] * scale).tolist()))
