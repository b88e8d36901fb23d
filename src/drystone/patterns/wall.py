"""Walls of rectangular blocks in courses.

A wall stands in the x-z plane: x along its length, y across its thickness, z up; `origin` is its lower left
front corner. Coordinates are origin + whole number x module, so blocks that touch have the same floats there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from drystone.checks import check_block_count, check_count, check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.primitives import box_between
from drystone.geometry.shape import NamedShape

Span = tuple[Fraction, Fraction]   # from, to in block lengths


def running_bond(length: float, courses: int, block: Sequence[float], thickness: float,
                 origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Running bond: alternate courses are shifted by half a block and end in half blocks.

    Parameters
    ----------
    length : of the wall [m], a whole number of half blocks
    courses : number of courses; the lowest starts with a whole block
    block : length and height of a block [m]
    thickness : of the wall [m]

    Returns
    -------
    Blocks "course_1/block_1", ... from left to right and bottom to top, in groups "course_1", ... and "wall".
    """
    size = _check_block(block)
    halves = _whole_ratio("wall: length", length, 0.5 * size[0], "half block")
    count = check_count("wall: courses", courses)
    check_block_count("wall", 0.5 * count * halves)
    spans = []
    for course in range(count):
        joints = [0, *range(1 if course % 2 else 2, halves, 2), halves]
        spans.append([(Fraction(a, 2), Fraction(b, 2)) for a, b in pairwise(joints)])
    return _build(spans, size, thickness, origin)


def stack_bond(length: float, courses: int, block: Sequence[float], thickness: float,
               origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Stack bond: whole blocks only, head joints aligned through all courses. Parameters as `running_bond`."""
    size = _check_block(block)
    whole = _whole_ratio("wall: length", length, size[0], "block")
    count = check_count("wall: courses", courses)
    check_block_count("wall", count * whole)
    course = [(Fraction(i), Fraction(i + 1)) for i in range(whole)]
    return _build([course] * count, size, thickness, origin)


def courses_wall(layout: Sequence[Sequence[float]], block_length: float, height: float, thickness: float,
                 origin: Sequence[float] = (0.0, 0.0, 0.0)) -> list[NamedShape]:
    """Wall drawn course by course.

    Parameters
    ----------
    layout : courses bottom-up; each lists its blocks from left to right in block lengths, negative numbers
        are openings, e.g. [1, 0.5, -1, 0.5, 1]
    block_length, height : of a block of length 1, and of a course [m]
    thickness : of the wall [m]
    """
    size = _check_block((block_length, height))
    if not len(layout):
        raise InputError("wall: layout must have at least 1 course, got 0")
    spans: list[list[tuple[Fraction, Fraction]]] = []
    for k, course in enumerate(layout):
        position = Fraction(0)
        spans.append([])
        for entry in course:
            width = _length_in_blocks(entry, k + 1)
            if width > 0:
                spans[-1].append((position, position + width))
            position += abs(width)
        if not spans[-1]:
            raise InputError(f"wall: course {k + 1} has no block, got {list(course)}")
    return _build(spans, size, thickness, origin)


def _build(courses: Iterable[Sequence[Span]], size: tuple[float, float], thickness: float,
           origin: Sequence[float] | np.ndarray) -> list[NamedShape]:
    """Blocks from their spans along each course."""
    thickness = check_number("wall: thickness", thickness, "m", above=0.0)
    x, y, z = (float(c) for c in check_vector("wall: origin", origin, "m"))
    blocks = []
    for k, spans in enumerate(courses):
        bottom, top = z + k * size[1], z + (k + 1) * size[1]
        for i, (start, end) in enumerate(spans):
            shape = box_between((x + float(start) * size[0], y, bottom),
                                (x + float(end) * size[0], y + thickness, top))
            blocks.append(NamedShape(f"course_{k + 1}/block_{i + 1}", shape, (f"course_{k + 1}", "wall")))
    return blocks


def _check_block(block: Sequence[float]) -> tuple[float, float]:
    pair = check_vector("wall: block (length, height)", block, "m", size=2)
    return (check_number("wall: block length", float(pair[0]), "m", above=0.0),
            check_number("wall: block height", float(pair[1]), "m", above=0.0))


def _whole_ratio(what: str, value: float, module: float, unit: str) -> int:
    """How many modules make `value`; it must be a whole number to 1e-6 of a module."""
    value = check_number(what, value, "m", above=0.0)
    ratio = round(value / module)
    if ratio < 1 or abs(value - ratio * module) > 1e-6 * module:
        raise InputError(f"{what} must be a whole multiple of the {unit} {module:g} [m], got {value!r}")
    return ratio


def _length_in_blocks(entry: Any, course: int) -> Fraction:
    """Entry of a layout as a fraction: sums of 1/3 or 0.1 then meet exactly those of other courses."""
    good = isinstance(entry, (int, float, np.integer, np.floating)) and not isinstance(entry, bool)
    if not good or not np.isfinite(entry) or entry == 0:
        raise InputError(f"wall: course {course}: lengths must be finite and not 0 [block lengths], got {entry!r}")
    return Fraction(float(entry)).limit_denominator(100_000)
