"""How near a run came to Coulomb's law: figures from a store whose numbers are known, and the words for them."""

from dataclasses import replace

import numpy as np
import pytest

from drystone.analysis.law import LawFigures, accuracy_level, read_law, stated_accuracy, turned_over
from drystone.analysis.law_words import law_warnings, law_words, percent
from drystone.model.tables import STEPS, TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.result import RunResult, open_result
from drystone.results.writer import RunWriter

UNIT = 0.02          #: [m/s], gravity times step
MASS = 100.0         #: [kg], of the free block
#: [J], kinetic energy below which nothing moves: a speed of 0.01 UNIT
STILL = 0.5 * MASS * (0.01 * UNIT) ** 2
#: step -> kinetic, friction, impact [J], residual and rigid residual in UNIT, within what was asked for
STEPS_TAKEN = [
    (0.0, 0.0, 0.0, 0.0, 0.0, True),              # the start
    (0.5 * STILL, 0.0, 0.0, 5.0, 5.0, True),      # hardly moves: does not count
    (2.0, -1.0, 0.0, 0.01, 0.02, True),           # turns over 2 + 1
    (1.0, -4.0, -2.0, 0.04, 0.05, False),         # 1 + 3 + 2
    (1.0, -4.5, -2.5, 0.03, 0.06, True),          # 0 + 0.5 + 0.5
    (0.0, -4.5, -2.5, 0.02, 0.03, True),          # 1: its start moves
    (0.0, -4.5, -2.5, 7.0, 7.0, True),            # at rest
]
TURNED = [0.5 * STILL, 3.0 - 0.5 * STILL, 6.0, 1.0, 1.0, 0.0]


def write_run(directory, *, every: int = 1, level: bytes = b"standard", **changes) -> RunResult:
    """A store with the steps above; changes : static arrays, None leaves one out"""
    names = ("energy:kinetic", "energy:friction", "energy:impact", "flow_residual", "rigid_residual", "flow_converged")
    columns = {name: ("<f8", (), "-") for name in names[:-1]} | {names[-1]: ("bool", (), "-")}
    static = {"mass": np.array([MASS, 1e6]), "is_support": np.array([False, True]), "speed_unit": np.array(UNIT),
              "asked_flow": np.array(0.03 * UNIT), "accuracy_level": np.array(level),
              "accuracy": np.array(b"standard (as stated): some words")} | changes
    static = {name: value for name, value in static.items() if value is not None}
    with RunWriter.create(directory, RunInputs("text", {}), {STEPS: TableSpec(columns)}, static=static) as writer:
        for step, row in list(enumerate(STEPS_TAKEN))[::every]:
            values = dict(zip(names, row)) | {name: row[k] * UNIT for k, name in ((3, names[3]), (4, names[4]))}
            writer.append(STEPS, step=step, time=0.1 * step, **values)
        writer.finish("finished", "", {})
    return open_result(directory)


def test_figures_are_those_of_the_steps_in_motion(tmp_path):
    result = write_run(tmp_path / "run")
    assert turned_over(result) == pytest.approx(TURNED, rel=1e-12)
    law = read_law(result)
    assert (law.asked, law.moving, law.outside) == (pytest.approx(0.03), 4, 1)
    assert (law.median, law.high, law.worst) == pytest.approx((0.025, 0.04, 0.04))
    assert law.worst_time == pytest.approx(0.3)
    assert (law.rigid_median, law.rigid_high) == pytest.approx((0.04, 0.06))
    assert law.energy_outside == pytest.approx(6.0 / sum(TURNED))
    assert law.energy_far == 0.0                                    # 0.04 is not three times 0.03
    near = read_law(write_run(tmp_path / "near", asked_flow=np.array(0.013 * UNIT)))
    assert near.energy_far == near.energy_outside                   # but of 0.013 it is
    assert law.is_graded and not law.is_thinned
    assert (stated_accuracy(result), accuracy_level(result)) == ("standard (as stated): some words", "standard")


def test_a_row_of_a_thinned_table_stands_for_the_steps_before_it(tmp_path):
    law = read_law(write_run(tmp_path / "run", every=3))
    assert law.is_thinned and (law.moving, law.outside) == (2, 1)
    assert law.energy_outside == pytest.approx((1.0 + 4.0 + 2.0) / (7.0 + 1.0 + 0.5 + 0.5))


def test_a_run_by_another_law_has_no_figures(tmp_path):
    assert read_law(write_run(tmp_path / "run", asked_flow=None)) is None


def test_a_run_by_convex_problems_is_not_graded_by_the_law(tmp_path):
    law = read_law(write_run(tmp_path / "run", level=b""))
    assert not law.is_graded
    assert law_words(law)[1].startswith("change of the slip in the last iteration: median 0.025")


LAW = LawFigures(asked=0.03, moving=812, outside=58, median=0.0213, high=0.0451, worst=1.234, worst_time=0.83,
                 rigid_median=0.043, rigid_high=0.18, energy_outside=0.042, energy_far=0.01, is_graded=True,
                 is_thinned=False)


def test_words():
    assert law_words(LAW) == [
        "within that in 754 of 812 steps in motion (92 %)",
        "residual of Coulomb's law: median 0.021, 90th percentile 0.045, worst 1.23 g dt at t = 0.83 s",
        "as if rigid joints gave nothing: median 0.043, 90th percentile 0.18 g dt",
        "steps outside carry 4.2 % of the energy turned over"]
    assert law_words(replace(LAW, outside=0))[0] == "within that in all 812 steps in motion"
    assert len(law_words(replace(LAW, outside=0))) == 3
    assert law_words(replace(LAW, moving=100000, outside=1, is_thinned=True))[0] == (
        "within that in 99999 of 100000 kept steps in motion (99 %)")        # one outside is never 100 %
    assert law_words(replace(LAW, moving=0, outside=0, worst=0.0)) == [
        "nothing moves; residual of Coulomb's law: worst 0 g dt"]


@pytest.mark.parametrize("level, remedies", [
    ("standard", "a smaller dt, accuracy: exact, joints with stiffness"),
    ("exact", "a smaller dt, joints with stiffness"),
    ("", "a smaller dt, more flow_iterations, solver: auto, joints with stiffness")])
def test_more_than_a_tenth_of_the_energy_outside_is_a_warning(level, remedies):
    assert law_warnings(LAW, level) == law_warnings(replace(LAW, energy_far=0.1), level) == []
    assert law_warnings(replace(LAW, energy_far=0.284), level) == [
        "Coulomb's law is missed by more than 3 times what was asked for in steps that carry 28 % of the energy turned "
        f"over: try {remedies}"]


def test_shares_in_words():
    assert [percent(share) for share in (0.0, 0.00043, 0.042, 0.0999, 0.28, 1.0)] == [
        "0 %", "0.043 %", "4.2 %", "10 %", "28 %", "100 %"]
