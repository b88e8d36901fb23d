"""The exact rocking solution over runs of one block: which curve, where it is drawn, when there is none."""

import numpy as np
import pytest
from cli_call import call
from test_view_report_engines import ROCKING, run_of
from view_models import short_run
from view_runs import rocking_run

from drystone.analysis.blocks import block_history
from drystone.view.exact_rocking import solve_rocking
from drystone.view.figures import PlotOptions, run_figures

MONITORS = """
monitors:
  - {name: tilt, block: block, quantity: rotation, component: y}
  - {name: top, block: block, point: [0, 0, 1], quantity: displacement}
"""


@pytest.fixture(scope="module")
def exact(tmp_path_factory):
    """By the engine of the equation itself, whose rows lie among the points of the curve."""
    return run_of(tmp_path_factory.mktemp("exact") / "run", ROCKING + MONITORS)


@pytest.fixture(scope="module")
def stepped(tmp_path_factory):
    """The same block by the engine of rigid blocks."""
    return run_of(tmp_path_factory.mktemp("exact") / "stepped", ROCKING + MONITORS, "analysis={dt: 2e-3}")


def test_the_curve_is_that_of_the_engine_of_the_equation(exact):
    overlay = solve_rocking(exact)
    assert overlay.name == "rocking equation, × 0.942 at impacts"       # 1 - 3/2 sin^2(alpha), tan(alpha) = 0.2
    for name in exact.monitors:
        found = np.interp(exact.time, overlay.time, overlay.values[name])
        assert found == pytest.approx(exact.monitor(name), abs=1e-9), name
    history = block_history(exact, "block")
    assert overlay.block.rotation[::40] == pytest.approx(history.rotation, abs=1e-9)
    assert overlay.block.displacement[::40] == pytest.approx(history.displacement, abs=1e-9)


def test_a_run_by_steps_lies_near_it(stepped):
    """First order at the impacts: within a fiftieth of the angle at the start."""
    overlay = solve_rocking(stepped)
    found = np.interp(stepped.time, overlay.time, overlay.values["tilt"])
    assert np.abs(found - stepped.monitor("tilt")).max() < np.radians(5.0) / 50.0


def test_it_is_drawn_over_histories_monitors_and_phase(exact):
    kinds = ("histories", "monitors", "phase")
    for kind, draw in run_figures(exact, kinds, PlotOptions(overlay="ode")).items():
        figure = draw()
        lines = [line for axes in figure.axes for line in axes.get_lines()]
        drawn = [line for line in lines if "rocking equation" in str(line.get_label())]
        assert drawn and all(len(line.get_xdata()) == 2001 for line in drawn), kind
        assert any("rocking equation" in text.get_text() for text in figure.legends[0].get_texts()), kind


def test_a_block_that_overturns_is_followed_until_it_lies(tmp_path):
    result = run_of(tmp_path / "run", ROCKING, "initial[0].tilt.angle_deg=15", "duration=3")
    overlay = solve_rocking(result)
    assert 0.0 < overlay.time[-1] < 3.0
    assert np.abs(overlay.block.rotation[:, 1]).max() <= 0.5 * np.pi


def test_the_command_takes_the_word(exact, tmp_path):
    done = call("plot", exact.directory, "--kind", "phase", "--overlay", "ode", "-o", tmp_path / "out")
    assert done.exit_code == 0, done.stderr
    assert (tmp_path / "out" / "phase.png").is_file()


@pytest.mark.parametrize(("make", "words"), [
    (lambda place: short_run("arch", place), "overlay ode: takes one block on one support, got 7 free blocks"),
    (rocking_run, "overlay ode: needs the model file, which the store of a run of a script does not keep; give the "
                  "curves as a CSV file"),
])
def test_where_there_is_no_such_solution_one_line_says_why(tmp_path, make, words):
    result = make(tmp_path / "run")
    done = call("plot", result.directory, "--kind", "histories", "--overlay", "ode", "-o", tmp_path / "out")
    assert (done.exit_code, done.stderr.strip().removeprefix("drystone: ")) == (2, words)
    assert not (tmp_path / "out").exists()
