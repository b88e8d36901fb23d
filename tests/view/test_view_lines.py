"""Curves: monitors with curves from elsewhere, energies put in and dissipated, thrust lines in elevation."""

import numpy as np
import pytest
from view_models import short_run, swaying_run
from view_runs import rocking_run

import drystone as ds
from drystone.analysis.energy import balance_error, energy_flow, energy_terms, largest_term
from drystone.cli.demo_command import bundled_model
from drystone.errors import InputError
from drystone.limit.question import StaticsQuestion, answer_statics
from drystone.model.source import ModelSource
from drystone.patterns import circular_arch
from drystone.view.answers import answer_figure
from drystone.view.figures import plot_run
from drystone.view.monitors import monitors_figure
from drystone.view.overlay import read_overlay
from drystone.view.thrust_picture import run_thrust_figure


@pytest.fixture(scope="module")
def rocking(tmp_path_factory):
    return rocking_run(tmp_path_factory.mktemp("lines") / "run")


@pytest.fixture(scope="module")
def arch(tmp_path_factory):
    return short_run("arch", tmp_path_factory.mktemp("lines") / "arch")


def test_the_ground_went_in_as_it_is_drawn(arch):
    """The first pulse of the bundled arch: -10.8891 m/s2 along x from the start on, so -5.44455 t2 of displacement."""
    figure = monitors_figure(arch)
    assert figure.axes[0].get_ylabel() == "ground acceleration\nalong x  [m/s²]"
    line = next(line for line in figure.axes[0].get_lines() if len(line.get_xdata()) == len(arch.time))
    assert np.all(line.get_ydata() == -10.8891)
    moved = arch.column("steps", "ground:displacement")
    assert moved[:, 0] == pytest.approx(-0.5 * 10.8891 * arch.time ** 2, abs=1e-12) and not moved[:, 1:].any()


def test_curves_from_elsewhere_lie_over_the_monitors(rocking, tmp_path):
    file = tmp_path / "ode.csv"
    file.write_text("time,tilt [deg],top.x [mm]\n0,1,10\n1,,20\n2,3,30\n")
    overlay = read_overlay(file, rocking)
    assert overlay.values["top.x"] == pytest.approx([0.010, 0.020, 0.030])
    figure = monitors_figure(rocking, overlay)
    drawn = [line for axes in figure.axes for line in axes.get_lines() if line.get_label() == "ode.csv"]
    assert len(drawn) == 2
    assert np.degrees(overlay.values["tilt"])[[0, 2]] == pytest.approx([1.0, 3.0])
    assert "ode.csv" in [text.get_text() for text in figure.legends[0].get_texts()]


@pytest.mark.parametrize(("text", "message"), [
    ("time,tlt\n0,1\n1,2\n", "column 'tlt' must be called like a monitor of the run: top.x, top.y, top.z, tilt"),
    ("time,tilt [mm]\n0,1\n1,2\n", "the unit of column 'tilt' must be one of rad, deg, got 'mm'"),
    ("time,tilt\n0,1\n1,2,3\n", "line 3 must have 2 cells as the header has, got 3"),
    ("time,tilt\n0,one\n1,2\n", "line 2 must hold numbers, got 'one'"),
    ("time,tilt\n1,1\n1,2\n", "times of the first column must rise [s]"),
    ("time,tilt\n0,1\n", "needs a header of a time and at least one monitor, and two rows of numbers"),
    ("\xff", "line 1"),
])
def test_an_overlay_that_does_not_fit_is_refused_and_leaves_nothing(rocking, tmp_path, text, message):
    file = tmp_path / "ode.csv"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError) as error:
        plot_run(rocking, tmp_path / "out", overlay=file)
    assert str(error.value).startswith(f"overlay '{file}': ")
    assert str(error.value).endswith(message) or text == "\xff"
    assert not (tmp_path / "out").exists()


def test_a_run_without_monitors_takes_no_overlay(arch, rocking, tmp_path):
    with pytest.raises(InputError, match="cannot be read: No such file or directory"):
        read_overlay(tmp_path / "nothing.csv", rocking)


def test_total_is_put_in_less_dissipated(arch):
    """To the error of the balance that the run keeps itself."""
    flow = energy_flow(energy_terms(arch))
    error = np.abs(flow.total - (flow.put_in - flow.dissipated)).max()
    assert error <= (balance_error(arch) + 1e-12) * largest_term(arch)
    assert flow.put_in[-1] > 0.0 and np.array_equal(flow.put_in, energy_terms(arch)["loads"])


def test_thrust_lines_of_statics_stay_within_the_ring_on_the_paper():
    """Seen along the axis of the arch, all points of the line lie between intrados and extrados."""
    built = ModelSource(bundled_model("arch"), "arch.yaml").build()
    answer = answer_statics(built.model, StaticsQuestion(lines=("all",), elastic=False))
    figure = answer_figure(answer, "thrust")
    lines = [line for line in figure.axes[0].get_lines() if "thrust" in str(line.get_label())]
    assert len(lines) == 3
    for line in lines:
        radius = np.hypot(line.get_xdata(), line.get_ydata())
        # voussoirs are straight: their faces lie inside of both circles by up to the rise of a chord
        assert radius.max() <= 10.75 + 1e-9 and radius.min() >= 9.25 * np.cos(np.radians(150.0 / 14.0)) - 1e-9


def test_a_frame_of_a_run_has_a_thrust_line(arch):
    figure = run_thrust_figure(arch, [0.05])
    line = next(line for line in figure.axes[0].get_lines() if line.get_label() == "line of thrust")
    assert len(line.get_xdata()) == 8
    radius = np.hypot(line.get_xdata(), line.get_ydata())
    assert radius.max() <= 10.9 and radius.min() >= 9.0
    assert "horizontal thrust" in figure.axes[0].get_title(loc="left")


def test_a_structure_that_is_no_chain_has_no_thrust_line(tmp_path):
    result = swaying_run(tmp_path / "run", circular_arch(2.0, 0.4, 150.0, 5, 0.6))
    assert "thrust.png" not in [path.name for path in plot_run(result, tmp_path / "all")]
    with pytest.raises(ds.InputError, match=r"thrust line: run .* kept no forces at t = .* s \(output.interfaces\)"):
        plot_run(result, tmp_path / "out", kinds="thrust")
    assert not (tmp_path / "out").exists()
