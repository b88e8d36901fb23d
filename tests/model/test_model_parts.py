"""Flat arrays of parts: those with the same faces are looked at together, and nothing shows of it."""

from dataclasses import fields

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.geometry.primitives import box_between, hull, prism
from drystone.model.parts import build_parts

RNG = np.random.default_rng(3)
BOXES = [box_between(low, low + size) for low, size in zip(RNG.uniform(-5, 5, (7, 3)), RNG.uniform(0.1, 2, (7, 3)))]
WEDGES = [prism([(0, 0), (size, 0), (0.3 * size, 1.1)], -0.2, size) for size in (0.4, 0.7, 1.3, 2.9)]
HULLS = [hull(RNG.normal(size=(12, 3)) + 3.0) for _ in range(5)]


def polyhedra(shapes):
    return [(k, shape.parts[0].vertices - shape.centroid, shape.parts[0].faces) for k, shape in enumerate(shapes)]


def test_parts_together_are_the_parts_alone_to_the_bit():
    """Seven boxes, four wedges and single hulls, mixed; floats, numbers and pointers."""
    shapes = [s for row in zip(BOXES, [*WEDGES, *HULLS[:3]]) for s in row] + HULLS[3:]
    together = build_parts(polyhedra(shapes))
    alone = [build_parts([part]) for part in polyhedra(shapes)]
    for name in ("block", "vertex", "face_normal", "face_edge", "part_radius", "part_size"):
        expected = np.concatenate([getattr(parts, name) for parts in alone])
        assert getattr(together, name).tobytes() == expected.tobytes(), name
    first = np.concatenate(([0], np.cumsum([len(parts.vertex) for parts in alone])))
    assert together.vertex_ptr.tolist() == first.tolist()
    assert together.face_vertex.tolist() == [k + start for parts, start in zip(alone, first) for k in parts.face_vertex]
    assert np.diff(together.face_ptr).tolist() == [len(parts.face_normal) for parts in alone]
    assert np.diff(together.face_vertex_ptr).tolist() == [n for p in alone for n in np.diff(p.face_vertex_ptr)]


def test_no_parts():
    empty = build_parts([])
    assert {field.name: getattr(empty, field.name).shape for field in fields(empty)} == {
        "block": (0,), "vertex": (0, 3), "vertex_ptr": (1,), "face_normal": (0, 3), "face_ptr": (1,),
        "face_vertex": (0,), "face_vertex_ptr": (1,), "face_edge": (0,), "part_radius": (0,), "part_size": (0,)}


def inside_out(part):
    block, points, faces = part
    return block, points, tuple(face[::-1] for face in faces)


def flattened(part):
    block, points, faces = part
    return block, points * (1.0, 1.0, 0.0), faces


@pytest.mark.parametrize("spoil, text", [
    (lambda p: (p[0], p[1], p[2][:-1]), "part 4: every edge must join exactly two faces, got 20 sides on 12 edges"),
    (lambda p: (p[0], p[1][:3], p[2]), "part 4: vertices must be at least 4 rows of 3 finite numbers [m], got shape "
                                       "(3, 3)"),
    (inside_out, "part 4: all vertices must lie behind face 0"),
    (flattened, "part 4: face 0 must have an area, got vertices [0, 4, 6, 2]"),
])
def test_the_first_bad_part_is_named(spoil, text):
    """Two of seven equal boxes are bad in the same way, and the last one has a number that is none."""
    given = polyhedra(BOXES)
    given[4], given[5] = spoil(given[4]), spoil(given[5])
    given[6] = (6, given[6][1] * np.nan, given[6][2])
    with pytest.raises(InputError) as error:
        build_parts(given)
    assert str(error.value).startswith(text)
