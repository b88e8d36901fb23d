"""The report on a drawing: contacts, overlaps, gaps, loose blocks, slivers."""

import numpy as np
import pytest

from drystone import patterns
from drystone.contact.survey import survey_blocks
from drystone.errors import InputError
from drystone.geometry.primitives import box, box_between, compound
from drystone.geometry.shape import NamedShape


def stones(**boxes):
    """Blocks by name from lower and upper corners."""
    return [NamedShape(name, box_between(*corners)) for name, corners in boxes.items()]


def test_a_sound_wall():
    """Stack bond, 5 x 4 bricks of 0.4 x 0.25 x 0.2: 4 head joints a course, 5 bed joints between courses."""
    report = survey_blocks(patterns.stack_bond(2.0, 4, (0.4, 0.2), 0.25))
    assert report.block_count == report.part_count == 20
    assert len(report.interfaces) == 4 * 4 + 3 * 5
    assert sum(area for _, _, area in report.interfaces) == pytest.approx(16 * 0.25 * 0.2 + 15 * 0.4 * 0.25, rel=1e-9)
    assert report.volume == pytest.approx(2.0 * 0.8 * 0.25, rel=1e-12)
    assert report.extent == pytest.approx(np.array([(0, 0, 0), (2, 0.25, 0.8)]), abs=1e-12)
    assert report.overlaps == report.gaps == report.loose == report.slivers == report.not_convex == ()
    assert [line.split()[0] for line in report.lines()] == ["blocks", "sizes", "extent", "contacts", "overlaps",
                                                            "touching", "convex", "slivers"]
    assert not any("WARNING" in line for line in report.lines())


def test_everything_that_can_be_wrong():
    thin = box_between((0, 0, 1.0), (1, 1, 1.0005))
    blocks = [*stones(foot=((0, 0, 0), (1, 1, 0.5)), sunk=((0, 0, 0.49), (1, 1, 1.0)), far=((5, 0, 0), (6, 1, 1)),
                      near=((1.004, 0, 0), (2, 1, 0.5))), NamedShape("leaf", thin)]
    report = survey_blocks(blocks, ["3 LINE skipped"])
    assert [(a, b) for a, b, _ in report.overlaps] == [("foot", "sunk")]
    assert report.overlaps[0][2] == pytest.approx(0.01, rel=1e-9)
    assert [(a, b, pytest.approx(gap, abs=1e-12)) for a, b, gap in report.gaps if "foot" in (a, b)] == [
        ("foot", "near", 0.004)]
    assert report.loose == ("far", "near")
    assert report.slivers == (("leaf", pytest.approx(0.0005, rel=1e-9)),)
    lines = report.lines()
    assert "overlaps    WARNING: 1 pair of blocks overlapping: foot and sunk (10 mm)" in lines
    assert "touching    WARNING: 2 blocks touching nothing: far, near" in lines
    assert "slivers     WARNING: 1 block with very thin parts: leaf (0.5 mm)" in lines
    assert lines[-1] == "note        3 LINE skipped"


def test_bricks_drawn_with_mortar_between_them_say_so():
    bricks = [NamedShape(f"b{k}", box((0.2, 0.1, 0.1), (0.21 * k, 0, 0))) for k in range(4)]
    report = survey_blocks(bricks)
    assert report.loose == ("b0", "b1", "b2", "b3")
    gaps = next(line for line in report.lines() if line.startswith("gaps"))
    assert gaps.startswith("gaps        WARNING: 3 pairs of blocks with a gap, usually of 10 mm (first b0 and b1)")


def test_parts_of_one_block_are_one_interface():
    """An L of two boxes on a slab: one interface of both undersides."""
    corner = compound(box_between((0, 0, 0), (1, 1, 1)), box_between((1, 0, 0), (2, 1, 0.5)))
    report = survey_blocks([NamedShape("corner", corner), *stones(slab=((0, 0, -0.1), (2, 1, 0)))])
    assert [(a, b) for a, b, _ in report.interfaces] == [("corner", "slab")]
    assert report.interfaces[0][2] == pytest.approx(2.0, rel=1e-9)
    assert report.not_convex == (("corner", 2),)


def test_nothing_to_look_at():
    with pytest.raises(InputError, match="survey: needs at least 1 block, got 0"):
        survey_blocks([])
