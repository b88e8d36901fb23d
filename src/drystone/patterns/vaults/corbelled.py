"""Corbelled domes: level rings of wedges, each reaching further inwards than the one below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.patterns.vaults.upright import regular_polygon, upright_prism


def corbelled_dome(span: float, rise: float, thickness: float, courses: int, block_length: float, *,
                   cap: bool = True, origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Corbelled (false) dome with level beds and a pointed profile, as in the tholos tombs.

    Every course is a ring of upright wedges between two regular polygons. The feet of the courses follow an arc that
    rises vertically and would meet the axis at `rise`; they overhang, and only their ring keeps them from falling
    inwards. Courses have nearly equal blocks, alternately turned by half a block. It stands on the level of `origin`:
    give it a `ground`.

    Parameters
    ----------
    span : clear width at the floor, between opposite corners [m]
    rise : height at which the profile closes [m], at least half the span
    thickness : of the rings, from corner to corner [m]
    courses : number of rings, each 1/courses of the rise high
    block_length : about the mean length of a block along its ring [m]
    cap : close the hole in the uppermost ring by a slab
    origin : (3,) [m], middle of the floor

    Returns
    -------
    "course_1/block_1" ... around each ring, from the bottom up, in groups "course_1" ... and "dome", then "cap" in
    group "dome".
    """
    span = check_number("dome: span", span, "m", above=0.0)
    rise = check_number("dome: rise", rise, "m", least=0.5 * span)
    thickness = check_number("dome: thickness", thickness, "m", above=0.0)
    courses = check_count("dome: courses", courses, least=2)
    block_length = check_number("dome: block_length", block_length, "m", above=0.0)
    check_block_count("dome", 2.0 * courses * (1.0 + (span + thickness) / block_length))
    x, y, z = (float(c) for c in check_vector("dome: origin", origin, "m"))

    high = rise / courses
    inner = corbel_radii(span, rise, courses)
    step = max(low - up for low, up in pairwise(inner))
    if step >= thickness:
        raise InputError(f"dome: thickness must be > {step:g} [m], the greatest overhang of a course, "
                         f"got {thickness!r}; more courses overhang less")
    pieces = []
    for k, radius in enumerate(inner):
        count = ring_count(radius + 0.5 * thickness, block_length)
        near = regular_polygon((x, y), radius, count, 0.5 * (k % 2))
        far = regular_polygon((x, y), radius + thickness, count, 0.5 * (k % 2))
        for i in range(count):
            j = (i + 1) % count
            shape = upright_prism([near[i], far[i], far[j], near[j]], z + k * high, z + (k + 1) * high)
            pieces.append(NamedShape(f"course_{k + 1}/block_{i + 1}", shape, (f"course_{k + 1}", "dome")))
    if cap:
        radius = inner[-1] + 0.5 * thickness
        slab = regular_polygon((x, y), radius, ring_count(radius, block_length), 0.0)
        shape = upright_prism(slab, z + courses * high, z + (courses + 1) * high)
        pieces.append(NamedShape("cap", shape, ("dome",)))
    return pieces


def corbel_radii(span: float, rise: float, courses: int) -> list[float]:
    """Inner radii [m] of the courses: of the arc of a pointed arch, at the foot of each course."""
    beyond = 0.5 * rise * rise / (0.5 * span) - 0.25 * span        # centre of the arc beyond the axis
    radius = beyond + 0.5 * span
    return [math.sqrt(radius * radius - (rise * k / courses) ** 2) - beyond for k in range(courses)]


def ring_count(radius: float, block_length: float) -> int:
    """Blocks of about `block_length` [m] around a circle, 6 at least."""
    return max(6, round(2.0 * math.pi * radius / block_length))
