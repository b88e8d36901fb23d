"""Walls on a plan: corners, T-junctions, crossings, outlines; every point of the walls in exactly one block."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from inside import count_blocks_at
from watertight import assert_watertight

from drystone import patterns
from drystone.errors import InputError
from drystone.patterns.plan import Gable, Opening, Wall, build_walls, buttress_on, make_masonry

MASONRY = make_masonry("plan", (0.5, 0.25))


def boxes(blocks):
    return np.array([b.shape.bounding_box for b in blocks])


def build(*walls, masonry=MASONRY, **more):
    return build_walls(walls, masonry, **more)


def ring(top=2.0, thickness=0.5):
    """Four walls, 4 m by 3 m between middle lines."""
    corners = [(0, 0), (4, 0), (4, 3), (0, 3)]
    return [Wall(name, corners[k], corners[(k + 1) % 4], thickness, top) for k, name in enumerate("senw")]


def course_at(blocks, point):
    """Name of the wall whose block holds a point."""
    (found,) = [b for b in blocks if count_blocks_at([b], np.array([point]))[0]]
    return found.name.partition("/")[0]


# --- where walls meet ---------------------------------------------------------------------------

def test_corners_are_toothed():
    blocks = build(*ring())
    assert_watertight(blocks, (4.5 * 3.5 - 3.5 * 2.5) * 2.0)
    heights = 0.125 + 0.25 * np.arange(8)
    assert [course_at(blocks, (0.01, 0.01, z)) for z in heights] == ["s", "w"] * 4
    assert [course_at(blocks, (4.01, 3.01, z)) for z in heights] == ["n", "e"] * 4


def test_ends_on_the_middle_line_and_at_the_outer_face_are_the_same():
    drawn = build(Wall("a", (0, 0), (4, 0), 0.5, 1.0), Wall("b", (0, 0), (0, 3), 0.5, 1.0))
    outer = build(Wall("a", (-0.25, 0), (4, 0), 0.5, 1.0), Wall("b", (0, -0.25), (0, 3), 0.5, 1.0))
    assert np.array_equal(boxes(drawn), boxes(outer)) and [b.name for b in drawn] == [b.name for b in outer]


def test_direction_in_which_a_wall_is_drawn_does_not_matter():
    assert np.array_equal(boxes(build(Wall("a", (0, 0), (4, 0), 0.5, 1.0))),
                          boxes(build(Wall("a", (4, 0), (0, 0), 0.5, 1.0))))


@pytest.mark.parametrize("end, volume, shared", [
    (0.0, 4.0 * 0.5 + 2.75 * 0.4, True),        # on the middle line: toothed through
    (-0.25, 4.0 * 0.5 + 2.75 * 0.4, True),      # on the far face: the same
    (0.25, 4.0 * 0.5 + 2.75 * 0.4, False),      # on the near face: abuts
])
def test_t_junction(end, volume, shared):
    blocks = build(Wall("a", (0, 0), (4, 0), 0.5, 2.0), Wall("stem", (1.5, end), (1.5, 3), 0.4, 2.0))
    assert_watertight(blocks, volume * 2.0)
    owners = {course_at(blocks, (1.51, 0.01, z)) for z in (0.125, 0.375)}
    assert owners == ({"a", "stem"} if shared else {"a"})


def test_crossing():
    blocks = build(Wall("a", (0, 0), (4, 0), 0.5, 2.0), Wall("b", (2, -2), (2, 2), 0.4, 1.0))
    assert_watertight(blocks, 4 * 0.5 * 2.0 + 3.5 * 0.4 * 1.0)
    assert [course_at(blocks, (2.01, 0.01, 0.125 + 0.25 * k)) for k in range(8)] == ["a", "b", "a", "b"] + ["a"] * 4


def test_walls_in_one_line_take_turns():
    """Two walls along y meet end to end in a wall along x; one of them is higher."""
    blocks = build(Wall("x", (0, 0), (4, 0), 0.5, 1.5), Wall("front", (2, -3), (2, 0), 0.4, 1.5),
                   Wall("rear", (2, 0), (2, 3), 0.4, 2.0))
    assert_watertight(blocks, 4 * 0.5 * 1.5 + 2.75 * 0.4 * (1.5 + 2.0) + 0.5 * 0.4 * 0.5)
    assert [course_at(blocks, (2.01, 0.01, 0.125 + 0.25 * k)) for k in range(8)] \
        == ["x", "front", "x", "rear", "x", "front", "rear", "rear"]


def test_a_tower_on_the_corner_of_a_nave():
    """Walls of different height in one line, one on top of another, and a gable whose slope ends at the tower."""
    walls = [Wall("nave_s", (0, 0), (8, 0), 0.6, 2.0), Wall("nave_n", (0, 4), (8, 4), 0.6, 2.0),
             Wall("front", (0, 0), (0, 4), 0.6, Gable(2.0, 1.5)), Wall("tower_w", (0, 4), (0, 7), 0.6, 5.0),
             Wall("tower_e", (3, 4), (3, 7), 0.6, 5.0), Wall("tower_n", (0, 7), (3, 7), 0.6, 5.0),
             Wall("tower_s", (0, 4), (3, 4), 0.6, 5.0, base=2.0)]
    blocks = build(*walls)
    nave = (2 * 8.3 + 3.4) * 0.6 * 2.0
    half, corner = 2.3, 0.6                      # the slope over the corner belongs to the tower
    gable = 0.6 * 1.5 * (half - corner**2 / (2 * half))
    tower = (3.6**2 - 2.4**2) * 5.0 - 3.6 * 0.6 * 2.0
    assert_watertight(blocks, nave + gable + tower)


def test_stones_over_corners_reach_through():
    """No head joint of the wall that runs through lies over the corner or within the least length beside it."""
    blocks = build(*ring())
    for block in blocks:
        low, high = block.shape.bounding_box
        if block.groups[0] == "s" and "corners" in block.groups and low[0] < 0:
            assert high[0] >= 0.25 + 0.25
    assert len([b for b in blocks if "corners" in b.groups]) == 4 * 8
    split = build(*ring(), masonry=make_masonry("plan", (0.4, 0.25), quoins=False))
    assert len([b for b in split if "corners" in b.groups]) > 4 * 8


def test_joints_may_lie_in_the_middle_of_thick_walls():
    thick = build(Wall("a", (-1, 0), (6, 0), 2.0, 1.0), Wall("b", (0, -1), (0, 5), 2.0, 1.0))
    assert_watertight(thick, 7 * 2.0 + 4 * 2.0)
    assert max(np.ptp(boxes(thick)[:, :, 0], axis=1)) == 2.0          # no stone of 2 m + 2 x 0.25 m; b is 2 m thick


def test_groups():
    gable = Wall("g", (0, 0), (4, 0), 0.5, Gable(1.0, 1.0), groups=("front",),
                 openings=[Opening(1.5, 2.5, 0.0, 0.75, 0.25, "door")])
    blocks = build(gable, Wall("r", (0, 0), (0, 3), 0.5, 1.0))
    by_name = {b.name: b.groups for b in blocks}
    assert by_name["g/lintel_door"] == ("g", "course_4", "front", "lintels")
    assert by_name["g/course_1/block_1"] == ("g", "course_1", "front", "base", "corners")
    assert by_name["r/course_1/block_1"] == ("r", "course_1", "base")
    assert by_name["g/course_5/block_2"] == ("g", "course_5", "front", "gable")


def test_walls_may_start_above_the_ground():
    blocks = build(Wall("low", (0, 0), (4, 0), 0.6, 1.0), Wall("high", (0, 0), (4, 0), 0.4, 2.0, base=1.0))
    assert_watertight(blocks, 4 * (0.6 + 0.4))
    assert all("base" in b.groups for b in blocks if b.groups[0] == "high" and b.shape.bounding_box[0, 2] == 1.0)


def test_origin_moves_everything():
    shift = np.array([3.0, -2.0, 0.5])
    assert np.allclose(boxes(build(*ring(), origin=shift)), boxes(build(*ring())) + shift, rtol=0, atol=1e-14)


@pytest.mark.parametrize("bond", ["english", "flemish", "random"])
def test_other_bonds_turn_corners(bond):
    options = {"length_variation": 0.3, "height_variation": 0.2, "seed": 2} if bond == "random" else {"bond": bond}
    blocks = build(*ring(), masonry=make_masonry("plan", (0.5, 0.125), **options))
    assert_watertight(blocks, (4.5 * 3.5 - 3.5 * 2.5) * 2)


# --- outlines -----------------------------------------------------------------------------------

@pytest.mark.parametrize("stepped", [False, True])
@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("top_width", [0.0, 0.5])
def test_gable(stepped, axis, top_width):
    """A step at mid-height of its course leaves the area of the slope."""
    rise = 1.5 if stepped else 2.0
    top_width = max(top_width, 0.3) if stepped else top_width
    start, end = ((0, 1), (5, 1)) if axis == 0 else ((1, 0), (1, 5))
    blocks = build(Wall("g", start, end, 0.5, Gable(1.0, rise, top_width), stepped=stepped))
    assert_watertight(blocks, 0.5 * (5 * 1.0 + rise * (5 + top_width) / 2))
    cut = [b for b in blocks if len(b.shape.parts[0].vertices) != 8 or b.shape.volume < 0.999 * np.prod(
        np.ptp(b.shape.bounding_box, axis=0))]
    assert bool(cut) != stepped and all("gable" in b.groups for b in cut)
    assert np.ptp(boxes(blocks)[:, :, axis]) == 5.0


def test_gable_spans_the_corners():
    """Drawn between middle lines, the slopes still start at the outer faces."""
    blocks = build(Wall("g", (0, 0), (4, 0), 0.5, Gable(1.0, 1.0)), Wall("a", (0, 0), (0, 3), 0.5, 1.0),
                   Wall("b", (4, 0), (4, 3), 0.5, 1.0))
    assert_watertight(blocks, 0.5 * (4.5 * 1.0 + 4.5 * 1.0 / 2 + 2 * 2.75 * 1.0))
    above = boxes([b for b in blocks if "gable" in b.groups])
    assert above[:, 0, 0].min() == -0.25 and above[:, 1, 0].max() == 4.25


def test_front_of_nave_and_aisles():
    """Aisle roofs lean on the nave, which rises and ends in a gable: slopes, upright sides and a peak."""
    outline = [(0, 2), (2, 3), (2, 5), (4, 6.5), (6, 5), (6, 3), (8, 2)]
    blocks = build(Wall("front", (0, 0), (8, 0), 0.6, outline, openings=[Opening(3.5, 4.5, 0, 2, 0.25)]))
    area = 8 * 2 + (8 + 4) / 2 * 1 + 4 * 2 + 4 * 1.5 / 2 - 1 * 2
    assert_watertight(blocks, 0.6 * area)


def test_two_peaks():
    outline = [(0, 2), (1, 3), (2, 2), (3, 2), (4, 3), (5, 2)]
    blocks = build(Wall("front", (0, 0), (5, 0), 0.5, outline))
    assert_watertight(blocks, 0.5 * (5 * 2 + 2 * 1))


def test_higher_wall_runs_into_a_gable():
    """The gable slope cuts the corner that the side wall, higher than the eaves, fills."""
    blocks = build(Wall("g", (0, 0), (5, 0), 0.5, Gable(1.0, 2.0)), Wall("side", (0, 0), (0, 3), 0.5, 1.5))
    # what the gable has over the corner (0.5 m from its end, slope 2 in 2.75) is the side wall's
    half = 2.625
    gable = 5.25 * 1.0 + half * 2.0
    corner = 0.5 * 1.0 + 0.5 * 0.5 * 0.5 * 2.0 / half        # area of the gable over the corner, all below 1.5 m
    assert_watertight(blocks, 0.5 * (gable - corner) + 3.25 * 0.5 * 1.5)


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("along", [0, 1])
@pytest.mark.parametrize("bonded", [True, False])
def test_buttress_on_either_side(side, along, bonded):
    wall = Wall("w", (0, 1), (6, 1), 0.5, 2.5) if along == 0 else Wall("w", (1, 0), (1, 6), 0.5, 2.5)
    stages = [(1.2, 1.0), (0.8, 2.0), (0.3, 2.25)]
    blocks = build(wall, buttress_on(wall, "b", 3.0, side, 0.6, stages, bonded=bonded))
    assert_watertight(blocks, 6 * 0.5 * 2.5 + 0.6 * (1.2 + 0.8 + 0.25 * 0.3))
    found = boxes([b for b in blocks if "buttresses" in b.groups])[:, :, 1 - along]
    assert (side * (found - 1.0)).max() == pytest.approx(0.25 + 1.2, rel=1e-15)
    assert (len([b for b in blocks if "corners" in b.groups and b.groups[0] == "b"]) > 0) == bonded


# --- any plan -----------------------------------------------------------------------------------

def is_solid(walls, points):
    """(n,) is a point in one of the walls, as drawn? Ends are taken at the outer faces."""
    found = np.zeros(len(points), bool)
    for axis, low, high, line, thickness, top, opening in walls:
        s, across, z = points[:, axis], points[:, 1 - axis], points[:, 2]
        inside = (s > low) & (s < high) & (abs(across - line) < thickness / 2) & (z < top)
        if opening is not None:
            inside &= ~((s > opening[0]) & (s < opening[1]) & (z > opening[2]) & (z < opening[3]))
        found |= inside
    return found


@given(st.floats(3.5, 7.0), st.floats(3.5, 7.0), st.floats(0.3, 0.8), st.floats(0.3, 0.8), st.integers(4, 10),
       st.integers(2, 10), st.integers(0, 3), st.booleans(), st.integers(0, 5))
@settings(deadline=None, max_examples=12)
def test_points_of_any_house_lie_in_one_block(width, depth, t, t_inner, courses, inner_courses, opening, quoins, seed):
    """A ring of walls with a partition; every point in the walls is in one block, every other point in none."""
    width, depth, t, t_inner = (round(x, 3) for x in (width, depth, t, t_inner))
    top, inner_top = 0.25 * courses, 0.25 * min(courses, inner_courses)
    assume(courses > 3)
    hole = (width / 2 + t_inner + 0.6, width / 2 + t_inner + 1.0, 0.25, 0.75) if opening else None
    assume(hole is None or hole[1] < width - t - 0.6)
    drawn = [(0, 0.0, width, t / 2, t, top, hole), (0, 0.0, width, depth - t / 2, t, top, None),
             (1, 0.0, depth, t / 2, t, top, None), (1, 0.0, depth, width - t / 2, t, top, None),
             (1, 0.0, depth, width / 2, t_inner, inner_top, None)]
    walls = []
    for k, (axis, low, high, line, thickness, height, gap) in enumerate(drawn):
        ends = ((low, line), (high, line)) if axis == 0 else ((line, low), (line, high))
        walls.append(Wall(f"w{k}", *ends, thickness, height, openings=[Opening(*gap, 0.3)] if gap else []))
    blocks = build(*walls, masonry=make_masonry("plan", (0.5, 0.25), quoins=quoins))
    points = np.random.default_rng(seed).uniform((-0.1, -0.1, 0), (width + 0.1, depth + 0.1, top), (2000, 3))
    assert np.array_equal(count_blocks_at(blocks, points), is_solid(drawn, points).astype(int))


def test_example_of_the_readme():
    """It runs, and fills 1 m thick walls of 20 m x 9 m between middle lines with gables, less its openings."""
    source = (Path(patterns.__file__).parent / "README.md").read_text(encoding="utf-8")
    names = {}
    exec(re.search(r"```python\n(.*?)```", source, re.DOTALL)[1], names)
    openings, buttress = 1.0 * 2.5 + 3.0 * 6.0, 0.8 * (1.2 * 3.0 + 0.6 * 3.0)
    gables = 10 * 4.5 / 2 + (1 + 9) / 2 * 4.5
    assert_watertight(names["blocks"], (21 * 10 - 19 * 8) * 8.0 + gables - openings + buttress)


# --- bad input ----------------------------------------------------------------------------------

A = Wall("a", (0, 0), (4, 0), 0.5, 2.0)


@pytest.mark.parametrize("walls, text", [
    ([], "plan: must have at least 1 wall, got 0"),
    ([A, A], "plan: wall 'a' is given twice"),
    ([Wall("a", (0, 0), (4000, 0), 400, 2000)],
     "plan: must have at most 200000 blocks, got about 5.33e+07; lengths are in metres"),
    ([Wall("", (0, 0), (4, 0), 0.5, 2.0)], "plan: a wall's name must be a word, got ''"),
    ([Wall("d", (0, 0), (4, 1), 0.5, 2.0)],
     "wall 'd': start and end must differ in x or in y, not in both [m], got (0, 0) and (4, 1)"),
    ([Wall("d", (0, 0), (0, 0), 0.5, 2.0)],
     "wall 'd': start and end must differ in x or in y, not in both [m], got (0, 0) and (0, 0)"),
    ([Wall("d", (0, 0, 0), (4, 0), 0.5, 2.0)],
     "wall 'd': start (x, y) must be 2 finite numbers [m], got (0, 0, 0)"),
    ([Wall("d", (0, 0), (4, 0), 0.5, 0.0)], "wall 'd': top must be finite and > 0 [m], got 0.0"),
    ([Wall("d", (0, 0), (4, 0), 0.5, [(0, 1)])],
     "wall 'd': top must be a height, or 2 or more points [m], got [(0, 1)]"),
    ([Wall("d", (0, 0), (4, 0), 0.5, [(0, 1), (5, 2)])],
     "wall 'd': the top's points must lie between 0 and 4 [m] along the wall, got 0 to 5"),
    ([Wall("d", (0, 0), (4, 0), 0.5, [(0, 1), (3, 2), (2, 1)])],
     "wall 'd': positions of the top's points must not go back [m], got 3 and then 2"),
    ([Wall("d", (0, 0), (4, 0), 0.5, [(0, 0), (3, 2)])],
     "wall 'd': the top must be above the base 0 [m] everywhere, got 0"),
    ([Wall("d", (0, 0), (4, 0), 0.5, Gable(1.0, 0.0))],
     "wall 'd': rise of the gable must be finite and > 0 [m], got 0.0"),
    ([A, Wall("b", (2, 0.1), (6, 0.1), 0.5, 2.0)], "plan: walls 'a' and 'b' run in the same direction and overlap"),
    ([A, Wall("low", (4.2, 0), (4.2, 3), 0.5, 1.0), Wall("b", (4.45, 0), (4.45, 3), 0.5, 2.0, base=1.0)],
     "plan: walls 'a' and 'b' overlap in part; one must run through the other, end at its face or within it"),
    ([A, Wall("b", (2, -3), (2, 0), 0.4, 2.0), Wall("c", (2, 0), (2, 3), 0.5, 2.0)],
     "plan: walls 'b' and 'c' run in the same direction and overlap"),
    ([Wall("nave", (0, 4), (8, 4), 0.6, 2.0), Wall("upper", (0, 4), (3, 4), 0.4, 5.0, base=2.0),
      Wall("front", (0, 0), (0, 4), 0.6, 3.0), Wall("tower", (0, 4), (0, 7), 0.6, 5.0)],
     "plan: walls nave, front, tower, upper meet in places that overlap in part; those in one line must be equally "
     "thick"),
    ([Wall("a", (0, 0), (4, 0), 0.5, 2.0, openings=[Opening(1, 2, 0, 1)]), Wall("b", (1.5, 0), (1.5, 3), 0.4, 2.0)],
     "wall 'a': opening '1': it must stay clear of wall 'b' from 1.3 to 1.7 [m]"),
    ([Wall("a", (0, 0), (4, 0), 0.5, 2.0, openings=[Opening(2, 3, 0, 1, 0.4)]),
      Wall("b", (1.5, 0), (1.5, 3), 0.4, 2.0)],
     "wall 'a': opening '1': its lintel must stay clear of wall 'b' from 1.3 to 1.7 [m]"),
    ([Wall("a", (0, 0), (4, 0), 0.5, 2.0, openings=[Opening(1, 2, 0, 1, name="x"), Opening(3, 3.5, 0, 1, name="x")])],
     "wall 'a': opening 'x' is given twice"),
    ([Wall("a", (0, 0), (4, 0), 0.5, Gable(1, 2), openings=[Opening(1.2, 2.8, 0, 2, 0.25)])],
     "wall 'a': opening '1': its lintel from 0.95 to 3.05 m at height 2 m must lie below the slope of the wall"),
    ([Wall("a", (0, 0), (4, 0), 0.5, Gable(1, 2)), Wall("b", (0, 0), (0, 4), 0.5, Gable(1, 2))],
     "plan: walls 'a' and 'b' both end in a slope where they meet; one must be level there"),
    ([Wall("a", (0, 0), (4, 0), 0.5, Gable(1.0, 2.0), stepped=True)],
     "wall 'a': 0.25 m are left from 1.875 to 2.125 m in the course at height 2.75 m, less than the least block 0.3 m"),
])
def test_errors(walls, text):
    with pytest.raises(InputError) as error:
        build_walls(walls, make_masonry("plan", (0.6, 0.25)))
    assert str(error.value) == text
