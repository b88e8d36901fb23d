"""Spandrel arch: the proposed layout of 201 blocks, and what follows from its rules for any other."""

import json
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from watertight import assert_watertight

from drystone.errors import InputError
from drystone.patterns import spandrel_arch

PROPOSAL = Path(__file__).resolve().parents[3] / "shared" / "reference" / "spandrel_arch_proposal.json"


def solid_area(length, height, high, intrados, covered, ring, crown):
    """Wall less the opening: the opening is the polygon of the feet of the joints, on the intrados."""
    feet = [(intrados / ring * math.sqrt(ring**2 - (k * high)**2), intrados / ring * k * high) for k in range(covered)]
    beta = math.atan2(*feet[-1])
    feet += [(intrados * math.sin(beta * (crown - 2 * k) / crown), intrados * math.cos(beta * (crown - 2 * k) / crown))
             for k in range(1, crown)]
    feet += [(-x, z) for x, z in feet[:covered][::-1]]
    opening = 0.5 * sum(ax * bz - bx * az for (ax, az), (bx, bz) in zip(feet, feet[1:] + feet[:1]))
    return length * height - opening


def test_default_layout():
    blocks = spandrel_arch()
    area = solid_area(16.2, 5.0, 0.5, 3.8, 9, 4.5, 5)
    assert area == pytest.approx(58.416, abs=5e-4)
    assert_watertight(blocks, 0.8 * area, rel=1e-13)
    groups = Counter(group for block in blocks for group in block.groups)
    assert (len(blocks), groups["voussoirs"], groups["spandrel"]) == (201, 21, 180)
    assert [groups[f"course_{k}"] for k in range(1, 11)] == [14, 14, 14, 16, 14, 18, 18, 20, 22, 30]
    assert [b.name for b in blocks][:2] == ["voussoir_1", "voussoir_2"]
    assert blocks[-1].name == "course_10/block_30" and len({b.name for b in blocks}) == 201
    low, high = np.array([b.shape.bounding_box for b in blocks])[:, 0], np.array([b.shape.bounding_box
                                                                                 for b in blocks])[:, 1]
    assert np.array_equal(low.min(axis=0), [-8.1, -0.4, 0.0]) and np.array_equal(high.max(axis=0), [8.1, 0.4, 5.0])


@pytest.mark.parametrize("ring", [4.3, 4.5])
def test_plain_extrados_cuts_the_courses(ring):
    """The same solid with the same number of blocks; voussoirs beside the courses are wedges of four corners."""
    stepped, plain = spandrel_arch(ring_radius=ring), spandrel_arch(ring_radius=ring, extrados="plain")
    area = solid_area(16.2, 5.0, 0.5, 3.8, 9, ring, 5)
    assert_watertight(plain, 0.8 * area, rel=1e-13)
    assert [b.name for b in plain] == [b.name for b in stepped]
    corners = {b.name: len(b.shape.parts[0].vertices) // 2 for b in plain}
    assert all(corners[f"voussoir_{k}"] == 4 for k in (*range(1, 9), *range(14, 22)))
    moved = [p.name for p, s in zip(plain, stepped) if not p.name.startswith("voussoir")
             and not np.array_equal(p.shape.parts[0].vertices, s.shape.parts[0].vertices)]
    assert len(moved) == 16 and all(corners[name] == 4 for name in moved)      # two in each of eight courses


def test_unknown_extrados_is_refused():
    with pytest.raises(InputError) as error:
        spandrel_arch(extrados="round")
    assert str(error.value) == "spandrel_arch: extrados must be one of stepped, plain, got 'round'"


def test_all_but_the_top_course_is_mirror_symmetric():
    corners = {frozenset((float(x) + 0.0, float(z)) for x, _, z in b.shape.parts[0].vertices): b.name
               for b in spandrel_arch()}
    odd = [name for c, name in corners.items() if frozenset((-x + 0.0, z) for x, z in c) not in corners]
    assert len(odd) > 1 and all(name.startswith("course_10/") for name in odd)


def test_same_polygons_as_the_proposal():
    """Written with nine digits."""
    if not PROPOSAL.exists():
        pytest.skip(f"needs the proposed layout {PROPOSAL.name} beside the project")
    expected = json.loads(PROPOSAL.read_text())["blocks"]
    found = [sorted({(float(x), float(z)) for x, _, z in b.shape.parts[0].vertices}) for b in spandrel_arch()]
    assert len(found) == len(expected) == 201
    for polygon in expected:
        mine = [c for c in found if len(c) == len(polygon)
                and np.allclose(c, sorted((x + 0.0, z) for x, z in polygon), rtol=0, atol=1e-9)]
        assert len(mine) == 1


def test_abutments_carry_both_halves():
    blocks = spandrel_arch(abutments=True, origin=(1.0, 2.0, 3.0))
    assert [b.name for b in blocks[-2:]] == ["abutment_right", "abutment_left"]
    assert_watertight(blocks, 0.8 * solid_area(16.2, 5.0, 0.5, 3.8, 9, 4.5, 5) + 2 * (8.9 - 3.0) * 1.6 * 0.8)


@pytest.mark.parametrize("crown", [1, 2, 3, 5])
def test_another_wall(crown):
    """Ring whose radius is no whole number of courses."""
    blocks = spandrel_arch(6.0, 12, (0.4, 0.2), 0.3, 1.5, 1.9, crown_count=crown, least_block=0.1)
    assert_watertight(blocks, 0.3 * solid_area(6.0, 2.4, 0.2, 1.5, 10, 1.9, crown))
    assert sum("voussoirs" in b.groups for b in blocks) == 2 * 9 + crown


@pytest.mark.parametrize("change, text", [
    ({"length": 8.0}, "spandrel_arch: length must be finite and > 9 [m], got 8.0"),
    ({"courses": 8}, "spandrel_arch: courses must be a whole number >= 9 [-], got 8"),
    ({"ring_radius": 3.8}, "spandrel_arch: ring_radius must be finite and > 3.8 [m], got 3.8"),
    ({"block": (0.5, 0.0)}, "spandrel_arch: block height must be finite and > 0 [m], got 0.0"),
    ({"crown_count": 0}, "spandrel_arch: crown_count must be a whole number >= 1 [-], got 0"),
    ({"crown_count": 40}, "spandrel_arch: crown_count 40 is too large: its first joint must meet the flat top at "
                          "x < 2.06155 [m], got 2.18535"),
])
def test_spandrel_errors(change, text):
    with pytest.raises(InputError) as error:
        spandrel_arch(**change)
    assert str(error.value) == text
