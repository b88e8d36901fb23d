"""Compound shapes and primitives."""

import math
from itertools import pairwise

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.geometry.primitives import box, box_between, compound, hull, prism
from drystone.geometry.rotation import axis_angle, quaternion_to_matrix
from drystone.geometry.shape import MassProperties, NamedShape, Shape

TURN = quaternion_to_matrix(axis_angle((1, 2, -3), 0.7))


def close(a, b):
    assert a.volume == pytest.approx(b.volume, rel=1e-14)
    assert np.allclose(a.centroid, b.centroid, rtol=0, atol=1e-14)
    assert np.allclose(a.inertia, b.inertia, rtol=0, atol=1e-13 * np.trace(b.inertia))


def test_compound_of_slices_is_the_whole():
    """Parallel axis rule: three unequal slices of a box have the box's properties."""
    ends = [0.0, 0.2, 0.9, 1.0]
    slices = [box_between((0, 0, a), (0.3, 0.5, b)) for a, b in pairwise(ends)]
    close(compound(*slices), box_between((0, 0, 0), (0.3, 0.5, 1.0)))


def test_l_shape():
    """Two unit-thick bars: V = 2 + 1; centroid and Iyy by hand."""
    shape = compound(box_between((0, 0, 0), (2, 1, 1)), box_between((0, 0, 1), (1, 1, 2)))
    assert shape.volume == pytest.approx(3.0)
    assert np.allclose(shape.centroid, [2.5 / 3, 0.5, 2.5 / 3])
    about_y = 2 * (4 + 1) / 12 + 1 * 2 / 12
    about_y += 2 * ((1 - 2.5 / 3) ** 2 + (0.5 - 2.5 / 3) ** 2) + 1 * ((0.5 - 2.5 / 3) ** 2 + (1.5 - 2.5 / 3) ** 2)
    assert shape.inertia[1, 1] == pytest.approx(about_y, rel=1e-14)
    assert np.array_equal(shape.bounding_box, [[0, 0, 0], [2, 1, 2]])


def test_moved_shape_and_properties_agree():
    shape = compound(box((1, 2, 3)), box((1, 1, 1), (1, 0, 0)))
    moved = shape.moved((1, 2, 3), TURN)
    close(moved, shape.mass_properties.moved((1, 2, 3), TURN))
    named = NamedShape("b1", shape, ("g",), shape.mass_properties).moved((1, 2, 3), TURN)
    close(named.properties, moved)
    assert (named.name, named.groups) == ("b1", ("g",))
    close(NamedShape("b1", shape).properties, shape)


def test_shape_from_one_solid():
    solid = box((1, 1, 1)).parts[0]
    assert Shape(solid).parts == (solid,)
    assert Shape([solid]).parts == (solid,)


def test_shape_errors():
    cube = box((1, 1, 1))
    with pytest.raises(InputError, match=r"^shape: parts 0 and 2 are identical$"):
        compound(cube, box((1, 1, 1), (1, 0, 0)), hull(cube.parts[0].vertices[::-1]))
    with pytest.raises(InputError, match=r"^shape must have at least 1 part, got 0$"):
        Shape(())
    with pytest.raises(InputError, match=r"^compound: needs at least 1 shape, got 0$"):
        compound()


@pytest.mark.parametrize("change, text", [
    ({"volume": 0.0}, "mass properties: volume must be finite and > 0 [m3], got 0.0"),
    ({"centroid": (0, 0)}, "mass properties: centroid must be 3 finite numbers [m], got (0, 0)"),
    ({"inertia": [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]},
     "mass properties: inertia must be a symmetric (3, 3) matrix [m5], "
     "got [[1.0, 0.1, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]"),
    ({"inertia": np.diag([1.0, 1.0, 2.5])}, "mass properties: principal moments must be > 0 and none above the "
     "sum of the others [m5], got [1.0, 1.0, 2.5]"),
    ({"inertia": np.diag([0.0, 1.0, 1.0])}, "mass properties: principal moments must be > 0 and none above the "
     "sum of the others [m5], got [0.0, 1.0, 1.0]"),
])
def test_mass_properties_errors(change, text):
    good = {"volume": 1.0, "centroid": (0, 0, 0), "inertia": np.eye(3)}
    MassProperties(**good)
    with pytest.raises(InputError) as error:
        MassProperties(**(good | change))
    assert str(error.value) == text


def test_box_vertices_are_the_given_floats():
    lower, upper = (0.1, 0.2, 0.3), (0.1 + 0.2, 0.7, 1.1)
    solid = box_between(lower, upper).parts[0]
    for k in range(3):
        assert set(solid.vertices[:, k]) == {lower[k], upper[k]}


def test_prism_either_way_round():
    corners = [(0, 0), (1, 0), (1.2, 0.5), (0.4, 1.0)]
    one, two = prism(corners, 0, 1), prism(corners[::-1], 0, 1)
    area = 0.5 * abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, corners[1:] + corners[:1])))
    assert one.volume == pytest.approx(area, rel=1e-15)
    close(one, two)
    close(one, hull(one.parts[0].vertices))


def test_regular_prism_tends_to_a_cylinder():
    """Regular n-gon: area n/2 r^2 sin(2 pi/n)."""
    n = 48
    corners = [(math.cos(2 * math.pi * k / n), math.sin(2 * math.pi * k / n)) for k in range(n)]
    shape = prism(corners, 0, 2)
    assert shape.volume == pytest.approx(n * math.sin(2 * math.pi / n), rel=1e-13)
    assert len(shape.parts[0].faces) == n + 2


@pytest.mark.parametrize("call, text", [
    (lambda: box((1, 0, 1)), "box: size must be > 0 [m], got (1, 0, 1)"),
    (lambda: box((1, 1)), "box: size must be 3 finite numbers [m], got (1, 1)"),
    (lambda: box_between((0, 0, 0), (1, 1, -1)),
     "box: upper corner must be > the lower one [0.0, 0.0, 0.0] [m], got [1.0, 1.0, -1.0]"),
    (lambda: prism([(0, 0), (1, 0)], 0, 1), "prism: polygon must be 3 or more rows (x, z) [m], got [(0, 0), (1, 0)]"),
    (lambda: prism([(0, 0), (1, 0), (0, 1)], 1, 1), "prism: y1 must be finite and > 1 [m], got 1"),
    (lambda: prism([(0, 0), (1, 0), (0.1, 0.1), (0, 1)], 0, 1),
     "block 'prism': not convex: vertex 3 lies 0.883 m outside face 3"),
])
def test_primitive_errors(call, text):
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value) == text
