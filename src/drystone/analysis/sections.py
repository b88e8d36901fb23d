"""Forces and mean stresses on planes along joints of blocks that deform: what a flat jack or a load cell would read.

A plane stands across an axis, e.g. z = 0.5 m. The sub-contacts that lie in it, all or those between bounds along other
axes, are summed. Where no joint and no plane within a brick lies there, nothing can be said and it is refused.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError
from drystone.results.result import RunResult

POINTS = "points"
AXES = "xyz"
#: Points this near to a plane lie in it, as a share of the structure's size [-].
NEAR = 1e-6
#: Least cosine between a joint's normal and the axis of the plane.
ALONG = 0.999

#: Part of a plane: axis, from, to [m].
Bounds = tuple[str, float, float]


@dataclass(frozen=True, slots=True)
class PointSet:
    """Sub-contacts of a model at its start."""

    place: np.ndarray    #: (m, 3) [m]
    area: np.ndarray     #: (m,) [m2]
    frame: np.ndarray    #: (m, 3, 3) rows n, t1, t2; n from block a to block b

    @classmethod
    def of_static(cls, static: Mapping[str, np.ndarray]) -> PointSet:
        """From the arrays of a run, or of an engine, that do not change."""
        return cls(np.asarray(static["points.place"]), np.asarray(static["points.area"]),
                   np.asarray(static["points.frame"]).reshape(-1, 3, 3))


@dataclass(frozen=True, slots=True)
class Section:
    """Sub-contacts of a plane, or of a part of it."""

    axis: str              #: across which it stands
    at: float              #: [m]
    number: np.ndarray     #: (k,) of its points
    pull: np.ndarray       #: (k, 3, 3) [m2]: stress (n, t1, t2) times this is the force of what lies beyond

    @classmethod
    def across(cls, points: PointSet, axis: str, at: float, bounds: Sequence[Bounds] = ()) -> Section:
        """The plane where coordinate `axis` is `at` [m]; bounds : part of it."""
        k = AXES.index(axis)
        size = float(np.ptp(points.place, axis=0).max())
        side = points.frame[:, 0, k]
        inside = (np.abs(points.place[:, k] - at) <= NEAR * size) & (np.abs(side) >= ALONG)
        for other, low, high in bounds:
            place = points.place[:, AXES.index(other)]
            inside &= (place >= low) & (place <= high)
        number = np.flatnonzero(inside)
        if not len(number):
            raise InputError(f"plane {axis} = {at:g} m: no joint lies in it{_nearest(points, k, at)}")
        pull = (np.sign(side) * points.area)[number, None, None] * points.frame[number]
        return cls(axis, at, number, pull)

    @property
    def area(self) -> float:
        """[m2]"""
        return float(np.linalg.norm(self.pull[:, 0], axis=1).sum())

    def force(self, stress: np.ndarray) -> np.ndarray:
        """(3,) [N], of what lies beyond the plane on what lies before it; stress (3, m) [Pa], tension positive."""
        return np.einsum("ck,kci->i", stress[:, self.number], self.pull)


def _nearest(points: PointSet, k: int, at: float) -> str:
    """Where the nearest joint is, in words."""
    there = points.place[np.abs(points.frame[:, 0, k]) >= ALONG, k]
    return f"; the nearest one is at {there[np.argmin(np.abs(there - at))]:g} m" if len(there) else ""


@dataclass(frozen=True, slots=True)
class SectionHistory:
    """What a plane carried at the kept frames."""

    section: Section
    time: np.ndarray      #: (n,) [s]
    force: np.ndarray     #: (n, 3) [N]

    @property
    def stress(self) -> np.ndarray:
        """(n, 3) [Pa], mean over the plane; tension positive along its axis."""
        return self.force / self.section.area


def read_section(result: RunResult, axis: str, at: float, bounds: Sequence[Bounds] = ()) -> SectionHistory:
    """History of a plane of a run."""
    if POINTS not in result.tables:
        raise InputError(f"run '{result.directory}' keeps no sub-contacts: engine {result.engine}")
    section = Section.across(PointSet.of_static(result.static), axis, at, bounds)
    stress = result.column(POINTS, "stress").reshape(result.row_count(POINTS), 3, -1)
    force = np.array([section.force(row) for row in stress])
    return SectionHistory(section, result.column(POINTS, "time"), force)


def parse_plane(text: str) -> tuple[str, float, tuple[Bounds, ...]]:
    """Axis, place and bounds of `z=0.5` or `z=0.5,x=0..0.33` [m]."""
    first, *rest = text.split(",")
    axis, at = _part(text, first)
    bounds = []
    for part in rest:
        other, low, high = *_part(text, part.split("..")[0]), _number(text, part.split("..")[-1])
        if ".." not in part or other == axis or not low < high:
            raise _wrong(text)
        bounds.append((other, low, high))
    return axis, at, tuple(bounds)


def _part(text: str, part: str) -> tuple[str, float]:
    axis, _, value = part.partition("=")
    if axis.strip() not in tuple(AXES):
        raise _wrong(text)
    return axis.strip(), _number(text, value)


def _number(text: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise _wrong(text) from None
    if not math.isfinite(number):
        raise _wrong(text)
    return number


def _wrong(text: str) -> InputError:
    return InputError(f"capacity: --plane must be like z=0.5 or z=0.5,x=0..0.33 [m], got {text!r}")
