"""A semicircular arch fitted to the courses of the wall around it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from drystone.checks import check_block_count, check_choice, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.primitives import box_between, prism
from drystone.geometry.shape import NamedShape
from drystone.patterns.arches.arc_moments import Point


def spandrel_arch(length: float = 16.2, courses: int = 10, block: Sequence[float] = (0.54, 0.5),
                  thickness: float = 0.8, intrados_radius: float = 3.8, ring_radius: float = 4.5, *,
                  crown_count: int = 5, least_block: float = 0.3, extrados: str = "stepped", abutments: bool = False,
                  origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Wall in running bond with a semicircular arch, its voussoirs cut to the courses or the courses cut to it.

    The arch springs from the foot of the wall. Its joints are radial and end on the circle of `ring_radius`, where
    that meets the bed joints; each voussoir fills the step between its joint and the course beside it, or is a plain
    wedge with the course cut along its back. Above the last such joint the crown is divided by equal angles and has a
    flat top on a bed joint. Head joints are counted from both ends of the wall, in full courses from the right. The
    wall stands on the level of `origin`: give it a `ground`, or ask for abutments.

    Parameters
    ----------
    length : of the wall [m]
    courses : number of courses; the lowest starts with a whole block
    block : length and height of a block [m]
    thickness : of the wall along y [m], half on each side of the origin
    intrados_radius : [m]
    ring_radius : of the circle on which the joints of the ring end [m]
    crown_count : number of voussoirs between the topmost joints that end at a bed joint
    least_block : shortest block [m] at the ring and before the last end of a course; shorter ones join their neighbour
    extrados : "stepped", voussoirs reach into the courses; or "plain", courses are cut along the back of the ring
    abutments : also give "abutment_right" and "abutment_left" in group "abutment", supports below the two
        halves of the wall
    origin : (3,) [m], centre of the arch

    Returns
    -------
    "voussoir_1" ... from right to left in group "voussoirs", then "course_1/block_1" ... from left to right and
    bottom to top in groups "course_1" ... and "spandrel".
    """
    pair = check_vector("spandrel_arch: block (length, height)", block, "m", size=2)
    long = check_number("spandrel_arch: block length", float(pair[0]), "m", above=0.0)
    high = check_number("spandrel_arch: block height", float(pair[1]), "m", above=0.0)
    thickness = check_number("spandrel_arch: thickness", thickness, "m", above=0.0)
    intrados = check_number("spandrel_arch: intrados_radius", intrados_radius, "m", above=0.0)
    ring = check_number("spandrel_arch: ring_radius", ring_radius, "m", above=intrados)
    length = check_number("spandrel_arch: length", length, "m", above=2.0 * ring)
    crown_count = check_count("spandrel_arch: crown_count", crown_count)
    stepped = check_choice("spandrel_arch: extrados", extrados, ("stepped", "plain")) == "stepped"
    least = check_number("spandrel_arch: least_block", least_block, "m", least=0.0)
    covered = math.ceil(ring / high - 1e-9)           # courses that the ring takes part in
    courses = check_count("spandrel_arch: courses", courses, least=covered)
    centre = tuple(float(c) for c in check_vector("spandrel_arch: origin", origin, "m"))
    check_block_count("spandrel_arch", crown_count + courses * (1.0 + length / long))

    drawing = _Drawing(0.5 * length, long, high, intrados, ring, covered, least)
    x, y, z = centre
    y0, y1 = y - 0.5 * thickness, y + 0.5 * thickness
    pieces = []
    for k, corners in enumerate(drawing.voussoirs(crown_count, stepped)):
        shape = prism([(x + px, z + pz) for px, pz in corners], y0, y1)
        pieces.append(NamedShape(f"voussoir_{k + 1}", shape, ("voussoirs",)))
    for k in range(courses):
        for i, (left, right) in enumerate(drawing.course(k)):
            shape = box_between((x + left, y0, z + k * high), (x + right, y1, z + (k + 1) * high))
            cut = None if stepped else drawing.cut_block(k, left, right)
            if cut is not None:
                shape = prism([(x + px, z + pz) for px, pz in cut], y0, y1)
            pieces.append(NamedShape(f"course_{k + 1}/block_{i + 1}", shape, (f"course_{k + 1}", "spandrel")))
    if abutments:
        end, foot = 0.5 * length + thickness, intrados - min(thickness, 0.5 * intrados)
        for side, left, right in (("right", foot, end), ("left", -end, -foot)):
            shape = box_between((x + left, y0 - 0.5 * thickness, z - thickness), (x + right, y1 + 0.5 * thickness, z))
            pieces.append(NamedShape(f"abutment_{side}", shape, ("abutment",)))
    return pieces


class _Drawing:
    """Elevation of the wall: (x, z) from the centre of the arch [m]."""

    def __init__(self, half: float, long: float, high: float, intrados: float, ring: float, covered: int,
                 least: float) -> None:
        self.half, self.long, self.high, self.least = half, long, high, least
        self.top, self.covered = covered * high, covered
        # joint k ends at the foot of course k: on the ring at height k high, and on the same radius of the intrados
        self.ends = [(math.sqrt(ring * ring - (k * high) ** 2), k * high) for k in range(covered)]
        self.feet = [(intrados / ring * px, intrados / ring * pz) for px, pz in self.ends]
        self.intrados = intrados

    def voussoirs(self, crown_count: int, stepped: bool) -> list[list[Point]]:
        """Corners of all voussoirs from right to left."""
        right = []
        for k, (low, high) in enumerate(pairwise(range(self.covered))):
            corner = [(self.ends[low][0], (k + 1) * self.high)] if stepped else []
            right.append([self.feet[low], self.ends[low], *corner, self.ends[high], self.feet[high]])
        left = [[(-px, pz) for px, pz in corners] for corners in reversed(right)]
        return right + self._crown(crown_count) + left

    def _crown(self, count: int) -> list[list[Point]]:
        end, foot = self.ends[-1], self.feet[-1]
        beta = math.atan2(end[0], end[1])
        joints: list[tuple[Point, Point]] = [(foot, end)]
        for k in range(1, count):
            angle = beta * (count - 2 * k) / count
            joints.append(((self.intrados * math.sin(angle), self.intrados * math.cos(angle)),
                           (self.top * math.tan(angle), self.top)))
        joints.append(((-foot[0], foot[1]), (-end[0], end[1])))
        reach = joints[1][1][0] if count > 1 else 0.0
        if reach >= end[0]:
            raise InputError(f"spandrel_arch: crown_count {count} is too large: its first joint must meet the flat "
                             f"top at x < {end[0]:g} [m], got {reach:g}")
        pieces = [[right[0], right[1], left[1], left[0]] for right, left in pairwise(joints)]
        pieces[0].insert(2, (end[0], self.top))       # the step beside the topmost course
        pieces[-1].insert(-2, (-end[0], self.top))
        return pieces

    def cut_block(self, k: int, left: float, right: float) -> list[Point] | None:
        """Corners of a block of course k that lies at the ring and is cut along its back; None for any other."""
        if k >= self.covered - 1:
            return None
        near, far = self.ends[k][0], self.ends[k + 1][0]
        low, high = k * self.high, (k + 1) * self.high
        if left == near:
            return [(left, low), (right, low), (right, high), (far, high)]
        if right == -near:
            return [(left, low), (right, low), (-far, high), (left, high)]
        return None

    def course(self, k: int) -> list[tuple[float, float]]:
        """Blocks (left, right) [m] of course k, from left to right."""
        if k >= self.covered:
            ends = self._joints(k, -self.half)
            return [(left, right) for right, left in pairwise(ends)][::-1]
        right = [(left, right) for right, left in pairwise(self._joints(k, self.ends[k][0]))]
        return [(-b, -a) for a, b in right] + right[::-1]

    def _joints(self, k: int, stop: float) -> list[float]:
        """Head joints from the right end of the wall to `stop` [m], both included."""
        joints, halves = [self.half], 1 if k % 2 else 2
        while self.half - 0.5 * self.long * halves - stop >= self.least - 1e-9 * self.long:
            joints.append(self.half - 0.5 * self.long * halves)
            halves += 2
        return [*joints, stop]
