"""Steps that cannot follow a motion: each rule at its edge, for every kind of motion."""

import numpy as np
import pytest

import drystone as ds
from drystone.model.file import read_model
from drystone.model.step_warnings import smallest_block, step_warnings
from drystone.motion import (
    Biphasic,
    Constant,
    Cycloidal,
    Delayed,
    GroundDisplacementSine,
    HalfSine,
    Harmonic,
    OneSine,
    Rectangular,
    Ricker,
    Scaled,
    Table,
)

SMALL = 1e-3   # amplitude so small that only times count


def scene(motion, *, size: float = 1.0, **how) -> ds.Assembly:
    a = ds.Assembly("scene", gravity=9.81)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    a.add("large", ds.box((2.0, 2.0, 2.0), center=(0.0, 0.0, 1.0)), material="stone")
    a.add("small", ds.box((size, 2.0, 2.0), center=(5.0, 0.0, 1.0)), material="stone")
    a.add_ground(0.0)
    a.ground_motion("shake", motion, direction=(1.0, 0.0, 0.0), **how)
    return a


@pytest.mark.parametrize(("motion", "period"), [
    (HalfSine(SMALL, 0.3), 0.6), (OneSine(SMALL, 0.3), 0.6), (Harmonic(SMALL, 2.0), 0.5),
    (GroundDisplacementSine(1e-6, 2.0), 0.5), (Cycloidal("A", SMALL, 0.6), 0.6), (Ricker(SMALL, 0.6, True), 0.6),
    (Rectangular(SMALL, 0.3), 0.6), (Biphasic(SMALL, 0.3, -SMALL, 0.2), 0.4), (Scaled(OneSine(SMALL, 0.3), 2.0), 0.6),
    (Delayed(OneSine(SMALL, 0.3), 1.0), 0.6)])
def test_a_tenth_of_the_shortest_period(motion, period):
    assert motion.shortest_period == pytest.approx(period, rel=1e-12)
    model = scene(motion).build()
    assert step_warnings(model, 0.1 * period, 4.0) == []
    assert step_warnings(model, 0.11 * period, 4.0) == [
        f"analysis.dt {0.11 * period:g} s is more than a tenth of the shortest period {period:g} s of motion 'shake': "
        f"take at most {0.1 * period:.3g} s"]


def test_the_sampling_step_of_a_record():
    """The usual one: a jump drawn as a short ramp does not count."""
    times = np.append(0.01 * np.arange(200), 1.9901)
    model = scene(Table(times, SMALL * np.sin(times), "zero")).build()
    assert step_warnings(model, 0.01, 4.0) == []
    assert step_warnings(model, 0.02, 4.0) == [
        "analysis.dt 0.02 s is more than the sampling step 0.01 s of motion 'shake': take at most 0.01 s"]


def test_the_path_of_a_step():
    """A pulse of 10 m/s2 for 0.5 s reaches 5 m/s: 0.1 of a block of 0.2 m is gone in 4 ms."""
    model = scene(Rectangular(10.0, 0.5), size=0.2).build()
    assert smallest_block(model) == ("small", pytest.approx(0.2))
    assert step_warnings(model, 0.004, 4.0) == []
    assert step_warnings(model, 0.005, 4.0) == [
        "analysis.dt 0.005 s: at its peak velocity 5 m/s motion 'shake' goes 0.025 m in a step, more than a tenth of "
        "the smallest block 'small' (0.2 m): take at most 0.004 s"]
    assert step_warnings(model, 0.005, 0.3) == []       # a run that ends before: 3 m/s, 15 mm


def test_a_slope_goes_nowhere():
    """Constant acceleration stands for a tilt of the ground; moved supports do go."""
    assert step_warnings(scene(Constant(5.0)).build(), 0.01, 100.0) == []
    (line,) = step_warnings(scene(Constant(5.0), applied="supports").build(), 0.01, 100.0)
    assert "at its peak velocity 500 m/s motion 'shake' goes 5 m in a step" in line


def test_supports_that_move():
    a = scene(Rectangular(SMALL, 10.0))
    a.support_motion("sink", "ground", displacement=[(0.0, 0.0), (0.01, 0.5)], direction=(0.0, 0.0, -1.0))
    (line,) = step_warnings(a.build(), 0.005, 1.0)
    assert line.startswith("analysis.dt 0.005 s: at its peak velocity 50 m/s motion 'sink' goes 0.25 m in a step")


def test_supports_that_turn():
    """Corners of the ground go at the rate times their distance from the axis, here bounded by centre plus radius."""
    a = scene(Rectangular(SMALL, 10.0))
    rate = np.radians(50.0) / 0.1
    a.support_motion("turn", "ground", angle_deg=[(0.0, 0.0), (0.1, 50.0)], axis=(0.0, 0.0, 1.0), about=(0.0, 0.0, 0.0))
    model = a.build()
    ground = model.block_index("ground")
    farthest = np.linalg.norm(model.initial_position[ground, :2]) + model.parts.part_radius[-1]
    (line,) = step_warnings(model, 0.005, 1.0)
    assert f"at its peak velocity {rate * farthest:.3g} m/s motion 'turn' goes" in line


@pytest.mark.slow
def test_the_bundled_church_is_followed():
    from importlib.resources import files
    assembly, settings, _ = read_model(str(files("drystone") / "examples_data" / "church.yaml"))
    assert step_warnings(assembly.build(), settings.analysis.dt, assembly.duration) == []
