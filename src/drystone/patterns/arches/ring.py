"""A ring of voussoirs between joints that cross it, and the abutments at its ends: what all arches share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.geometry.primitives import prism
from drystone.geometry.shape import MassProperties, NamedShape
from drystone.patterns.arches.arc_moments import Point, extruded_properties, polygon_moments, segment_moments

Joint = tuple[Point, Point]   # ends on the intrados and on the extrados


@dataclass(frozen=True)
class Arc:
    """A stretch of a ring about one centre, from right to left."""

    centre: Point      #: (x, z) [m]
    inner: float       #: radius of the intrados [m]
    outer: float       #: radius of the extrados [m]
    start: float       #: direction of its first joint from the vertical, towards +x [rad]
    end: float         #: of its last joint [rad], < start
    count: int         #: voussoirs

    def joint(self, k: int) -> Joint:
        """Radial joint k of 0 .. count; computed by one formula, so that neighbours share the very same floats."""
        beta = (self.start * (self.count - k) + self.end * k) / self.count
        return point_on_circle(self.centre, self.inner, beta), point_on_circle(self.centre, self.outer, beta)

    @property
    def joints(self) -> list[Joint]:
        """All joints, from right to left."""
        return [self.joint(k) for k in range(self.count + 1)]


def point_on_circle(centre: Point, radius: float, beta: float) -> Point:
    """(x, z) at the angle `beta` [rad] from the vertical, towards +x."""
    return centre[0] + radius * math.sin(beta), centre[1] + radius * math.cos(beta)


def mirrored(joints: Sequence[Joint], x: float) -> list[Joint]:
    """Joints of the other half of a ring that is symmetric about the vertical at x [m], in the reverse order."""
    return [((2.0 * x - low[0], low[1]), (2.0 * x - high[0], high[1])) for low, high in reversed(joints)]


def make_ring(joints: Sequence[Joint], centres: Sequence[Point], y0: float, y1: float, *,
              curved: bool) -> list[NamedShape]:
    """Voussoirs "voussoir_1" ... between neighbouring joints, in group "arch".

    Parameters
    ----------
    joints : from right to left, one more than voussoirs
    centres : of the arcs of each voussoir
    y0, y1 : ends along y [m]
    curved : the voussoirs, drawn with straight chords, get the mass properties of the curved ones
    """
    pieces = []
    for k, ((right, left), centre) in enumerate(zip(pairwise(joints), centres)):
        given = curved_properties(right, left, centre, y0, y1) if curved else None
        shape = prism([right[0], right[1], left[1], left[0]], y0, y1)
        pieces.append(NamedShape(f"voussoir_{k + 1}", shape, ("arch",), given))
    return pieces


def curved_properties(right: Joint, left: Joint, centre: Point, y0: float, y1: float) -> MassProperties:
    """Mass properties of the voussoir between two joints, bounded by arcs about `centre` instead of chords."""
    reference = right[0]
    section = polygon_moments([right[0], right[1], left[1], left[0]], reference)
    section += segment_moments(right[1], left[1], centre, reference)
    section -= segment_moments(right[0], left[0], centre, reference)
    return extruded_properties(section, reference, y0, y1)


def check_abutments(wanted: object, depth: float | None) -> float | None:
    """Depth of abutments [m], None where nobody gave one; refuses a depth of abutments that are left out."""
    if not isinstance(wanted, bool):
        raise InputError(f"arch: abutments must be true or false, got {wanted!r}")
    if depth is None:
        return None
    if not wanted:
        raise InputError(f"arch: abutment_depth {depth!r} is given, but abutments are left out")
    return check_number("arch: abutment_depth", depth, "m", above=0.0)


def make_abutments(joints: Sequence[Joint], reach: float, y0: float, y1: float,
                   deep: float | None = None) -> list[NamedShape]:
    """Supports "abutment_right" and "abutment_left" under the first and the last joint of a ring.

    They reach one thickness (inwards `reach`) beyond the joint and half the width of the ring beyond its sides, so
    that a voussoir that slides or turns stays on them. deep : [m], None: one thickness
    """
    more = 0.5 * (y1 - y0)
    return [NamedShape(f"abutment_{side}", prism(abutment_section(joint, reach, away, deep), y0 - more, y1 + more),
                       ("abutment",))
            for side, joint, away in (("right", joints[0], 1.0), ("left", joints[-1], -1.0))]


def abutment_section(joint: Joint, reach: float, away: float = 1.0, deep: float | None = None) -> list[Point]:
    """Corners (x, z) of a support below a springing joint; `away` is 1 at the right end of a ring, -1 at the left."""
    low, high = np.asarray(joint[0]), np.asarray(joint[1])
    depth = float(np.hypot(*(high - low)))
    along = (high - low) / depth
    down = away * np.array([along[1], -along[0]]) * (depth if deep is None else deep)
    low, high = low - reach * along, high + depth * along
    return [(float(p[0]), float(p[1])) for p in (low, high, high + down, low + down)]
