"""Columns of drums: closed-form volumes, shared joints, bad input."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from watertight import assert_watertight

from drystone.errors import InputError
from drystone.patterns import column


def shaft_volume(sides, height, low, high):
    return sides / 6 * math.sin(2 * math.pi / sides) * height * (low**2 + low * high + high**2)


@given(st.integers(3, 24), st.integers(1, 9), st.floats(0.2, 0.6), st.floats(0.2, 0.6), st.floats(-30.0, 30.0))
@settings(deadline=None, max_examples=40)
def test_volume(sides, drums, radius, top_radius, x):
    """Equal drums with a linear taper make up the whole frustum."""
    blocks = column(radius, 3.0, drums, top_radius=top_radius, sides=sides, base=(1.5, 0.3), capital=(1.3, 0.25),
                    origin=(x, -x, 0.1))
    assert len(blocks) == drums + 2
    assert_watertight(blocks, shaft_volume(sides, 3.0, radius, top_radius) + 1.5**2 * 0.3 + 1.3**2 * 0.25)


def test_drums_share_their_rings():
    blocks = column(0.4, 3.0, 6, top_radius=0.3, base=(1.0, 0.3), capital=(0.9, 0.2), origin=(1.0, 2.0, 0.7))
    assert [b.name for b in blocks] == ["base", *(f"drum_{k}" for k in range(1, 7)), "capital"]
    drums = [b for b in blocks if "shaft" in b.groups]
    for below, above in pairwise(drums):
        corners = [{tuple(v) for v in b.shape.parts[0].vertices} for b in (below, above)]
        assert len(corners[0] & corners[1]) == 16
    for below, above in pairwise(blocks):
        assert below.shape.bounding_box[1, 2] == above.shape.bounding_box[0, 2]
    assert all("column" in b.groups for b in blocks)
    assert blocks[0].shape.bounding_box[0, 2] == 0.7
    assert np.allclose([b.shape.centroid[:2] for b in blocks], (1.0, 2.0))


def test_square_column_is_a_box():
    """Four sides about a circle of radius a / sqrt 2: a pillar of side a, sides along x and y."""
    (drum,) = column(0.5 / math.sqrt(2), 2.0, 1, sides=4)
    assert np.allclose(drum.shape.bounding_box, [[-0.25, -0.25, 0], [0.25, 0.25, 2.0]])
    assert drum.shape.volume == pytest.approx(0.5)


def test_many_sides_make_a_cylinder():
    """The area of the polygon tends to that of the circle as 1 - 2/3 (pi/n)^2."""
    share = sum(b.shape.volume for b in column(0.4, 2.0, 3, sides=96)) / (math.pi * 0.4**2 * 2.0)
    assert 1 - share == pytest.approx(2 / 3 * (math.pi / 96) ** 2, rel=1e-3)


@pytest.mark.parametrize("change, text", [
    ({"radius": 0.0}, "column: radius must be finite and > 0 [m], got 0.0"),
    ({"top_radius": -0.1}, "column: top_radius must be finite and > 0 [m], got -0.1"),
    ({"height": 0}, "column: height must be finite and > 0 [m], got 0"),
    ({"drums": 0}, "column: drums must be a whole number >= 1 [-], got 0"),
    ({"sides": 2}, "column: sides must be a whole number >= 3 [-], got 2"),
    ({"base": (1.0,)}, "column: base (side, height) must be 2 finite numbers [m], got (1.0,)"),
    ({"capital": (1.0, 0.0)}, "column: capital height must be finite and > 0 [m], got 0.0"),
])
def test_errors(change, text):
    with pytest.raises(InputError) as error:
        column(**({"radius": 0.4, "height": 3.0, "drums": 5} | change))
    assert str(error.value) == text
