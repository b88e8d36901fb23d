"""The quick cases of limit analysis pass, and their references are those of the closed forms."""

import math

import pytest

from drystone.validate import cases
from drystone.validate.case import CASES
from drystone.validate.cases import limit_vs_dynamics
from drystone.validate.limit_models import least_ratio, thrust_over_haunch, thrust_over_springing
from drystone.validate.runner import run_case


@pytest.mark.parametrize("name", ["limit-block", "limit-ferris-tinloi-3", "limit-oppenheim", "limit-spandrel-arch"])
def test_case_passes(name):
    assert cases
    rows = run_case(CASES[name])
    assert rows and [row.quantity for row in rows if row.ok is False] == []
    assert sum(row.ok is True for row in rows) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("name", ["limit-arch-thickness", "limit-stone-house", "limit-church"])
def test_slower_case_passes(name):
    assert [row.quantity for row in run_case(CASES[name]) if row.ok is False] == []


def test_loads_on_an_arch():
    """Two rows fail and say why in the notes: what they mean is not published in numbers."""
    case = CASES["limit-arch-loads"]
    rows = {row.quantity: row for row in run_case(case)}
    assert [name for name, row in rows.items() if row.ok is False] == [
        "load at the crown, arch with the wall's weight, at 40 % of a plain ring",
        "load at the crown, on top of the wall instead, limit is"]
    assert "so one of the two rows fails" in case.notes and "that row fails" in case.notes
    assert rows["load at the crown, friction 0.4, over the arch's weight"].computed == pytest.approx(0.03975, rel=1e-3)


@pytest.mark.slow
def test_limit_and_engine_agree():
    rows = run_case(CASES["limit-vs-dynamics"])
    assert len(rows) == 5 and all(row.ok for row in rows)


def test_a_wrong_limit_is_not_confirmed_by_the_engine():
    """A block moves at 0.25 g; the search does not come back with a number for 0.28 or 0.22."""
    build = limit_vs_dynamics.STRUCTURES["block 0.5 x 2 m"][0]
    assert math.isnan(limit_vs_dynamics.first_motion(build, 0.28))
    assert math.isnan(limit_vs_dynamics.first_motion(build, 0.22))
    assert limit_vs_dynamics.first_motion(build, 0.2505) == pytest.approx(0.251)


def test_closed_form_of_the_arch():
    """Two hinges in balance: at the least thickness both thrusts are equal; more voussoirs need more, up to 0.1075."""
    ratio = least_ratio()
    angle = max((0.001 * k for k in range(300, 1400)), key=lambda a: thrust_over_haunch(ratio, a))
    assert thrust_over_haunch(ratio, angle) == pytest.approx(thrust_over_springing(ratio), rel=1e-6)
    assert ratio == pytest.approx(0.1075, abs=5e-5) and math.degrees(angle) == pytest.approx(54.5, abs=0.2)
    assert all(least_ratio(count) < ratio for count in (8, 14, 20, 62))
