"""Walls on top of others: thinner ones, and gables as walls of their own."""

from watertight import assert_watertight

from drystone.patterns.plan import Wall, build_walls, make_masonry


def test_a_thinner_wall_and_a_gable_on_top():
    """Side walls with a ledge meet a cross wall that carries a gable: their corners lie in different places below and
    above the ledge, and the gable stands over both."""
    walls = [Wall("cross", (-3.0, 0.0), (3.0, 0.0), 0.5, top=4.0),
             Wall("gable", (-3.0, 0.0), (3.0, 0.0), 0.5, top=[(-3.0, 4.25), (0.0, 6.0), (3.0, 4.25)], base=4.0)]
    for side in (-1, 1):
        walls += [Wall(f"lower_{side}", (side * 2.6, 0.0), (side * 2.6, 4.0), 0.8, top=2.0),
                  Wall(f"upper_{side}", (side * 2.75, 0.0), (side * 2.75, 4.0), 0.5, top=4.0, base=2.0)]
    cross = 0.5 * (6.0 * 4.0 + 6.0 * (0.25 + 1.75 / 2))
    sides = 2 * (4.0 - 0.25) * (0.8 * 2.0 + 0.5 * 2.0)
    assert_watertight(build_walls(walls, make_masonry("hall", block=(0.5, 0.25))), cross + sides)
