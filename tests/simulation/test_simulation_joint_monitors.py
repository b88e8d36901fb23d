"""Monitors of joints: forces and where they pass, slip; in files, stores and pictures, in engines that have them."""

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.model.source import ModelSource
from drystone.results.result import open_result
from drystone.simulation.job import Job, execute
from drystone.simulation.sink import store_sink
from drystone.view.monitors import monitors_figure

G, DENSITY, WIDTH, HEIGHT = 9.81, 2000.0, 0.4, 0.8
WEIGHT = G * DENSITY * WIDTH * WIDTH * HEIGHT

MODEL = """
drystone: 1
name: two blocks
gravity: 9.81
materials: {stone: {density: 2000, young: 10 GPa, poisson: 0.2}}
joints: {bed: {friction: 0.6, normal_stiffness: 80e9, shear_stiffness: 35e9}}
blocks:
  - {name: lower, box: {size: [0.4, 0.4, 0.8], center: [0, 0, 0.4]}, material: stone}
  - {name: upper, box: {size: [0.4, 0.4, 0.8], center: [0, 0, 1.2]}, material: stone}
  - {name: base, box: {size: [1, 1, 0.2], center: [0, 0, -0.1]}, material: stone}
supports: [base]
loads:
  - {name: pull, acceleration: {vector: [1, 0, 0]}}
monitors:
  - {name: pressed, joint: [lower, upper], quantity: normal_force}
  - {name: sheared, joint: [upper, lower], quantity: shear_force}
  - {name: out, joint: [lower, upper], quantity: eccentricity}
  - {name: apart, joint: [upper, base], quantity: normal_force}
  - {name: slid, block: upper, point: [0, 0, 0.8], quantity: slip, axis: z,
     relative_to: [{block: lower, point: [0, 0, 0.8]}]}
duration: 0.3
analysis: {dt: 2e-3}
output: {frames: false, interfaces: false}
"""
DEM = ("analysis={engine: dem, dt: 2e-3, mesh: [{cells: [2, 2, 2]}], damping: {local: 0.8}}",)


def run_of(directory, *changes: str, text: str = MODEL):
    job = Job(ModelSource(text, "model.yaml", changes))
    built = job.source.build()
    execute(job, store_sink(directory, built.settings), built=built)
    return open_result(directory)


@pytest.mark.parametrize("engine", [(), DEM], ids=["nscd", "dem"])
def test_weight_and_a_steady_pull_pass_through_the_joint(tmp_path, engine):
    """N = W, T = m a, and the force passes a h / 2 g beside the middle: by half the width 1.0 x 0.4 / (9.81 x 0.2)."""
    result = run_of(tmp_path / "run", *engine)
    last = {name: result.monitor(name)[-1] for name in result.monitors}
    assert last["pressed"] == pytest.approx(WEIGHT, rel=5e-3)
    assert last["sheared"] == pytest.approx(WEIGHT / G, rel=2e-2)
    assert last["out"] == pytest.approx(0.5 * HEIGHT / G / (0.5 * WIDTH), rel=2e-2)
    assert last["apart"] == 0.0 and abs(last["slid"]) < 1e-5
    assert "interfaces" not in result.tables
    units = [result.units["steps"]["monitor:" + name] for name in ("pressed", "sheared", "out", "slid")]
    assert units == ["N", "N", "-", "m"]


def test_slip_is_how_far_a_block_has_slid(tmp_path):
    """A pull of 4 m/s2 on friction 0.2: only the upper block feels it, and slides by (4 - 0.2 g) t^2 / 2."""
    result = run_of(tmp_path / "run", "loads[pull].acceleration={vector: [4, 0, 0], target: upper}",
                    "joints.bed={friction: 0.2}", "duration=0.1")
    expected = 0.5 * (4.0 - 0.2 * G) * result.time ** 2
    assert np.abs(result.monitor("slid") - expected).max() < 0.02 * expected[-1]
    assert result.monitor("sheared")[-1] == pytest.approx(0.2 * WEIGHT, rel=1e-2)


def test_they_are_drawn_with_their_quantity_and_unit(tmp_path):
    figure = monitors_figure(run_of(tmp_path / "run", "duration=0.02"))
    assert [axes.get_ylabel() for axes in figure.axes] == [
        "normal force  [kN]", "shear force  [N]", "eccentricity  [-]", "normal force  [N]", "slip  [mm]"]


@pytest.mark.parametrize(("entry", "words"), [
    ("{name: m, joint: [lower, upper], quantity: displacement}", "displacement goes with a block, not with a joint"),
    ("{name: m, block: upper, quantity: normal_force}", "normal_force goes with a joint, not with a block"),
    ("{name: m, joint: [lower, lower], quantity: normal_force}", "joint must name two blocks, got 'lower' twice"),
    ("{name: m, joint: [lower, uper], quantity: normal_force}", "did you mean 'upper'"),
    ("{name: m, joint: [lower, upper], quantity: normal_force, component: x}",
     "component goes with a block, not with a joint"),
    ("{name: m, block: upper, quantity: slip}", "a slip needs one block, one relative_to and an axis (its normal)"),
    ("{name: m, joint: [lower], quantity: normal_force}", "joint"),
])
def test_what_is_refused(entry, words):
    with pytest.raises(InputError) as error:
        ModelSource(MODEL, "model.yaml", (f"monitors=[{entry}]",)).build()
    assert words in str(error.value) and "\n" not in str(error.value)


def test_an_engine_without_forces_of_joints_says_so(tmp_path):
    text = MODEL.replace("  - {name: upper, box: {size: [0.4, 0.4, 0.8], center: [0, 0, 1.2]}, material: stone}\n", "")
    changes = ("analysis={engine: rocking, dt: 0.01}", "loads=[]", "joints.bed={friction: 0.6}",
               "monitors=[{name: m, joint: [lower, base], quantity: normal_force}]")
    with pytest.raises(InputError, match=r"monitor 'm': this engine knows no forces of joints"):
        run_of(tmp_path / "run", *changes, text=text)
    assert not (tmp_path / "run").exists()
