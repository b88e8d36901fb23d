"""Mass properties of blocks whose section is bounded by straight lines and circular arcs.

The section is the polygon of its corners, plus the circular segments beyond chords of the extrados, minus those
of the intrados. A segment is a sector less a triangle; about the circle's centre, with d half the angle, in axes
along its bisector and its tangent:

    area d R^2 - R^2 sin d cos d;   first moment 2/3 R^3 sin d (1 - cos^2 d);
    second moments R^4 ((d + sin d cos d)/4 - sin d cos^3 d / 2)  and  R^4 ((d - sin d cos d)/4 - sin^3 d cos d / 6).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.geometry.shape import MassProperties

Point = tuple[float, float]   # (x, z) [m]


@dataclass(frozen=True)
class Moments:
    """Integrals over a plane section about a point of reference."""

    area: float          #: [m2]
    first: np.ndarray    #: (2,) [m3]
    second: np.ndarray   #: (2, 2) [m4], integral of r r'

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.area + other.area, self.first + other.first, self.second + other.second)

    def __sub__(self, other: Moments) -> Moments:
        return Moments(self.area - other.area, self.first - other.first, self.second - other.second)

    def seen_from(self, arm: np.ndarray) -> Moments:
        """The same about a point from which the old point of reference lies at `arm` (2,) [m]."""
        cross = np.outer(self.first, arm)
        return Moments(self.area, self.first + self.area * arm,
                       self.second + cross + cross.T + self.area * np.outer(arm, arm))


def polygon_moments(corners: Sequence[Point], reference: Point) -> Moments:
    """Moments of a polygon, corners counter-clockwise, about `reference`: a fan of triangles from there."""
    points = np.asarray(corners, dtype=float) - np.asarray(reference)
    total = Moments(0.0, np.zeros(2), np.zeros((2, 2)))
    for p, q in zip(points, np.roll(points, -1, axis=0)):
        twice = float(p[0] * q[1] - p[1] * q[0])
        pair = np.outer(p, p) + np.outer(q, q) + np.outer(p + q, p + q)
        total += Moments(0.5 * twice, twice / 6.0 * (p + q), twice / 24.0 * pair)
    return total


def segment_moments(start: Point, end: Point, centre: Point, reference: Point) -> Moments:
    """Moments of the circular segment between the chord start-end and its arc of less than 180 degrees."""
    a, b = np.asarray(start) - centre, np.asarray(end) - centre
    radius = 0.5 * float(np.hypot(*a) + np.hypot(*b))
    d = 0.5 * math.atan2(abs(float(a[0] * b[1] - a[1] * b[0])), float(a @ b))
    sine, cosine = math.sin(d), math.cos(d)
    bisector = (a + b) / np.hypot(*(a + b))
    tangent = np.array([-bisector[1], bisector[0]])
    along = radius ** 4 * ((d + sine * cosine) / 4.0 - sine * cosine ** 3 / 2.0)
    across = radius ** 4 * ((d - sine * cosine) / 4.0 - sine ** 3 * cosine / 6.0)
    moments = Moments(radius ** 2 * (d - sine * cosine), 2.0 / 3.0 * (radius * sine) ** 3 * bisector,
                      along * np.outer(bisector, bisector) + across * np.outer(tangent, tangent))
    return moments.seen_from(np.asarray(centre) - np.asarray(reference))


def extruded_properties(section: Moments, reference: Point, y0: float, y1: float) -> MassProperties:
    """Mass properties for density 1 of a section in the x-z plane, extruded from y0 to y1 [m]."""
    width = y1 - y0
    middle = section.first / section.area
    plane = width * (section.second - section.area * np.outer(middle, middle))
    second = np.zeros((3, 3))
    second[np.ix_([0, 2], [0, 2])] = plane
    second[1, 1] = section.area * width ** 3 / 12.0
    centroid = (reference[0] + middle[0], 0.5 * (y0 + y1), reference[1] + middle[1])
    return MassProperties(section.area * width, np.array(centroid), np.trace(second) * np.eye(3) - second)
