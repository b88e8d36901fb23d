"""Models of the sourced arch: its voussoir, its weight, what the wall weighs on it, and where loads act."""

import math
from itertools import pairwise

import pytest

from drystone.validate.arch_loads import (
    COUNT,
    INTRADOS,
    RING,
    Layout,
    arch,
    block_on_top,
    joint,
    outline,
    wall,
    weight_above,
    weight_of,
)
from drystone.validate.cases.limit_arch_loads import MAIN, raised
from drystone.validate.scenes import DENSITY
from drystone.validate.structures import WALL_HEIGHT, WALL_THICKNESS
from drystone.validate.tolerances import GRAVITY

#: Corners [m] of the voussoir right of the crown that the source's code shows, printed to 1e-6.
SAMPLE = [(0.458039, 3.772294), (0.518308, 4.268648), (0.518308, 4.3), (0.0, 4.3), (0.0, 3.8)]


def test_the_voussoir_at_the_crown_is_that_of_the_source():
    for found, sourced in zip(outline(COUNT // 2 - 1, stepped=True), SAMPLE, strict=True):
        assert found == pytest.approx(sourced, abs=5.1e-7)


def test_the_arch_is_symmetric_and_weighs_what_its_polygons_do():
    """A wedge between chords has sin(turn)/2 times the difference of squared radii; steps add triangles at the back."""
    turn = math.radians(180.0 / COUNT)
    area = 0.5 * COUNT * math.sin(turn) * (RING ** 2 - INTRADOS ** 2)
    unit = DENSITY * GRAVITY * WALL_THICKNESS
    assert weight_of(arch(0.4, stepped=False)) == pytest.approx(unit * area)
    ends = [joint(k, RING) for k in range(COUNT + 1)]
    steps = sum(0.5 * (a[0] - b[0]) * abs(b[1] - a[1]) for a, b in pairwise(ends))
    assert weight_of(arch(0.4, stepped=True)) == pytest.approx(unit * (area + steps))
    mirrored = [(-x, z) for x, z in outline(0, stepped=True)]
    assert sorted(mirrored) == [pytest.approx(c) for c in sorted(outline(COUNT - 1, stepped=True))]


def test_the_wall_weighs_on_the_arch_what_lies_above_it():
    """Together with the stepped arch and the opening under its chords it is a rectangle."""
    turn = math.radians(180.0 / COUNT)
    opening = 0.5 * COUNT * math.sin(turn) * INTRADOS ** 2
    unit = DENSITY * GRAVITY * WALL_THICKNESS
    total = sum(force for _, _, force in weight_above())
    assert total == pytest.approx(unit * (2.0 * RING * WALL_HEIGHT - opening) - weight_of(arch(0.4, stepped=True)))


def test_the_whole_wall_has_201_blocks_that_fill_it():
    model = wall()
    free = ~model.is_support
    opening = 0.5 * COUNT * math.sin(math.radians(180.0 / COUNT)) * INTRADOS ** 2
    assert int(free.sum()) == 201
    assert model.mass[free].sum() / DENSITY == pytest.approx(WALL_THICKNESS * (16.2 * WALL_HEIGHT - opening))
    assert block_on_top(model, 0.1).startswith("course_14")


def test_loads_act_in_the_middle_of_voussoirs():
    places = MAIN.places()
    assert [name for name, _ in places] == ["voussoir_12", "voussoir_11", "voussoir_15", "voussoir_16"]
    # middles of chords from crown angles 6.92 to 13.85 and 13.85 to 20.77 deg
    degrees = [math.radians(90.0 * k / 13) for k in range(4)]
    x = [0.5 * RING * (math.sin(degrees[k]) + math.sin(degrees[k + 1])) for k in (1, 2)]
    assert [at for _, at in places] == pytest.approx([*x, -x[0], -x[1]])
    assert Layout("one", (24.2,)).places()[0][0] == "voussoir_10"


def test_words_for_what_loads_on_top_do():
    assert [raised(top, 2.0) for top in (1.9, 2.0, 2.1)] == ["lowered", "the same", "raised"]
