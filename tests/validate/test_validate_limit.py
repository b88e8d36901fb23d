"""The quick cases of limit analysis pass, and their references are those of the closed forms."""

import math

import pytest

from drystone.validate import cases
from drystone.validate.case import CASES
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


def test_closed_form_of_the_arch():
    """Two hinges in balance: at the least thickness both thrusts are equal; more voussoirs need more, up to 0.1075."""
    ratio = least_ratio()
    angle = max((0.001 * k for k in range(300, 1400)), key=lambda a: thrust_over_haunch(ratio, a))
    assert thrust_over_haunch(ratio, angle) == pytest.approx(thrust_over_springing(ratio), rel=1e-6)
    assert ratio == pytest.approx(0.1075, abs=5e-5) and math.degrees(angle) == pytest.approx(54.5, abs=0.2)
    assert all(least_ratio(count) < ratio for count in (8, 14, 20, 62))
