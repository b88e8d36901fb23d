"""Models of an arch within a wall: what the wall weighs on it, and what a load on top of the wall does."""

import numpy as np
import pytest

from drystone.validate.arch_loads import GRAVITY, INTRADOS, Layout, calibrate, wall, wall_limit, weight_above, weight_of
from drystone.validate.scenes import DENSITY
from drystone.validate.structures import WALL_HEIGHT, WALL_THICKNESS

CROWN = Layout("crown", (90.0,))


@pytest.mark.parametrize("course", [0.5, 0.25])
def test_the_wall_weighs_on_the_arch_what_lies_above_it(course):
    """A rectangle less the arch and the polygon of its intrados; strips see a corner to a quarter of their width."""
    arch = wall(0.55, course=course, alone=True)
    free = np.flatnonzero(~arch.is_support)
    corners = [arch.parts.vertex[slice(*arch.parts.vertex_ptr[i:i + 2])] + arch.initial_position[i] for i in free]
    inner = np.unique(np.round([c[[0, 2]] for c in np.vstack(corners)
                                if abs(np.hypot(c[0], c[2]) - INTRADOS) < 1e-9], 9), axis=0)
    turn = np.sort(np.arctan2(inner[:, 1], inner[:, 0]))
    opening = 0.5 * INTRADOS ** 2 * np.sin(np.diff(turn)).sum()
    reach = max(float(np.abs(c[:, 0]).max()) for c in corners)
    area = 2.0 * reach * WALL_HEIGHT - opening - weight_of(arch) / (DENSITY * GRAVITY * WALL_THICKNESS)
    total = -sum(force[2] for _, _, force in weight_above(arch))
    assert total == pytest.approx(DENSITY * GRAVITY * WALL_THICKNESS * area, rel=2e-3)


def test_a_wall_spreads_a_load_on_its_top_if_more_than_one_course_lies_above_the_crown():
    thickness = calibrate(CROWN)
    for course, gain in ((0.5, 1.0), (0.25, 1.2)):
        model = wall(thickness, course=course)
        below, above = (wall_limit(CROWN, thickness, model, unit=1e5, on_top=top).alpha for top in (False, True))
        assert above == pytest.approx(below, rel=1e-6) if gain == 1.0 else above > gain * below
