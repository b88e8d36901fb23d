"""Crowned bases and the restitution they give."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import trapezoid

from drystone.errors import InputError
from drystone.geometry.crown import crown_base
from drystone.geometry.primitives import box_between, prism

B, H = 0.3, 1.0        # half width and half height [m]
BLOCK = box_between((-B, -0.3, 0.0), (B, 0.3, 2 * H)).parts[0]


def pivot_lines(solid):
    """(x, z) of the lower lines, from left to right."""
    low = solid.vertices[solid.vertices[:, 2] < H]
    return np.array(sorted({(round(x, 12), round(z, 12)) for x, _, z in low}))


def crown_restitution(solid):
    """Angular speed after rolling over all pivots, over that before the first.

    Angular momentum about pivot i+1 is kept at each impact: w' / w = (I + m r_i.r_i+1) / (I + m |r_i+1|^2).
    """
    arms = solid.centroid[[0, 2]] - pivot_lines(solid)
    inertia, mass = solid.inertia[1, 1], solid.volume
    return math.prod((inertia + mass * a @ b) / (inertia + mass * b @ b) for a, b in pairwise(arms))


def test_two_pivots_are_housners_block():
    solid = crown_base(BLOCK, 0.01, 2)
    assert solid is BLOCK
    sine = B / math.hypot(B, H)
    assert crown_restitution(solid) == pytest.approx(1 - 1.5 * sine**2, rel=1e-13)


@pytest.mark.parametrize("pivots", [4, 6, 10])
def test_pivots_lie_on_a_parabola(pivots):
    h = 0.002
    solid = crown_base(BLOCK, h, pivots)
    lines = pivot_lines(solid)
    assert len(lines) == pivots
    assert np.allclose(lines[:, 0], np.linspace(-B, B, pivots), rtol=0, atol=1e-12)
    first = (B / (pivots - 1)) ** 2
    assert np.allclose(lines[:, 1], h * (lines[:, 0] ** 2 - first) / (B**2 - first), rtol=0, atol=1e-12)
    assert np.sum(solid.vertices[:, 2] == 0.0) == 4       # it stands on its middle facet, at the old level
    # removed: trapezia between the chords and the old base
    removed = trapezoid(lines[:, 1], lines[:, 0]) * 0.6
    assert solid.volume == pytest.approx(BLOCK.volume - removed, rel=1e-12)
    assert abs(solid.centroid[0]) < 1e-15 and abs(solid.centroid[1]) < 1e-15


def test_more_pivots_lose_less():
    """Restitution grows with the number of pivots; n small impacts lose about 1/n of the single one."""
    ratios = [crown_restitution(crown_base(BLOCK, 1e-4, p)) for p in (2, 4, 6, 8, 16, 64)]
    assert all(a < b for a, b in pairwise(ratios))
    assert (1 - ratios[-1]) * 63 == pytest.approx(1 - ratios[0], rel=0.1)


def test_other_axis():
    along_y = crown_base(BLOCK, 0.002, 4, axis=(0, 2, 0))
    assert set(np.round(along_y.vertices[along_y.vertices[:, 2] < H][:, 1], 12)) == {-0.3, -0.1, 0.1, 0.3}
    assert along_y.volume == pytest.approx(crown_base(BLOCK, 0.002, 4).volume, rel=1e-14)


@pytest.mark.parametrize("arguments, text", [
    ((0.01, 3), "block 'b1': crown pivots must be an even number >= 2 [-], got 3"),
    ((0.01, 0), "block 'b1': crown pivots must be an even number >= 2 [-], got 0"),
    ((0.0, 4), "block 'b1': crown height must be finite and > 0 and <= 1 [m], got 0.0"),
    ((0.01, 4, (0, 0, 1)), "block 'b1': crown axis must be horizontal and longer than 0 [-], got (0, 0, 1)"),
])
def test_crown_errors(arguments, text):
    with pytest.raises(InputError) as error:
        crown_base(BLOCK, *arguments, name="b1")
    assert str(error.value) == text


def test_no_base():
    wedge = prism([(0, 0), (1, 1), (-1, 1)], 0, 1).parts[0]
    with pytest.raises(InputError, match=r"^block: has no horizontal base to crown$"):
        crown_base(wedge, 0.01, 4)
