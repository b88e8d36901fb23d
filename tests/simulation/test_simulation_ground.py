"""A run keeps how its ground moved and where its ties are: pages and pictures show both."""

import numpy as np
import pytest

from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.static import TIE_ARRAYS
from drystone.model.tables import GROUND_ACCELERATION, GROUND_DISPLACEMENT, STEPS
from drystone.motion import Harmonic
from drystone.simulation.run import run


def block(**motion):
    a = Assembly("block", gravity=9.81)
    a.material("stone", density=2000)
    a.joint("dry", friction=0.6)
    a.add("block", box((1.0, 1.0, 0.4), (0.0, 0.0, 0.2)), material="stone")
    a.add_ground(0.0)
    for name, (kind, options) in motion.items():
        a.ground_motion(name, kind, **options)
    return a


@pytest.mark.parametrize("applied", ["body_force", "supports"])
def test_the_course_of_the_ground_is_that_of_its_motions(applied, tmp_path):
    """Acceleration and displacement of two motions together, each along its direction, however they are applied."""
    along, up = Harmonic(amplitude=1.5, frequency=2.0), Harmonic(amplitude=0.5, frequency=5.0)
    model = block(along=(along, {"direction": (0.6, 0.8, 0.0), "applied": applied}),
                  up=(up, {"direction": (0.0, 0.0, 1.0), "applied": applied}))
    result = run(model, duration=0.05, dt=1e-3, directory=tmp_path / "run")
    time = result.time
    for column, value in ((GROUND_ACCELERATION, "acceleration"), (GROUND_DISPLACEMENT, "displacement")):
        expected = (np.outer(getattr(along, value)(time), (0.6, 0.8, 0.0))
                    + np.outer(getattr(up, value)(time), (0.0, 0.0, 1.0)))
        assert result.column(STEPS, column) == pytest.approx(expected, abs=1e-12)
    assert np.abs(result.column(STEPS, GROUND_ACCELERATION)).max() > 0.5
    assert result.units[STEPS][GROUND_ACCELERATION] == "m/s2" and result.units[STEPS][GROUND_DISPLACEMENT] == "m"


def test_a_ground_at_rest_has_no_course(tmp_path):
    result = run(block(), duration=0.01, dt=1e-3, directory=tmp_path / "run")
    assert GROUND_ACCELERATION not in result.tables[STEPS].columns


def test_ties_are_kept_with_their_ends(tmp_path):
    a = block()
    a.add("other", box((1.0, 1.0, 0.4), (3.0, 0.0, 0.2)), material="stone")
    a.tie("rod", [("block", (0.5, 0.0, 0.2)), ("other", (2.5, 0.0, 0.3))], stiffness=1e6)
    model = a.build()
    result = run(model, duration=0.01, dt=1e-3, directory=tmp_path / "run")
    for name in TIE_ARRAYS:
        assert (result.static[f"ties.{name}"] == getattr(model.ties, name)).all()
    drawn = result.static["reference_position"]
    ends = [drawn[result.static[f"ties.block_{side}"][0]] + result.static[f"ties.point_{side}"][0] for side in "ab"]
    assert ends == [pytest.approx((0.5, 0.0, 0.2)), pytest.approx((2.5, 0.0, 0.3))]
