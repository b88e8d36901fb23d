"""Motions by name, as a model file writes them."""

from __future__ import annotations

import pytest

from drystone.errors import InputError
from drystone.motion import KINDS, Biphasic, Delayed, Motion, OneSine, Scaled, motion_from_spec

SPECS = {
    "rectangular": {"amplitude": 2.0, "duration": 0.3},
    "half_sine": {"amplitude": 2.0, "duration": 0.3},
    "one_sine": {"amplitude": 2.0, "half_period": 0.3},
    "biphasic": {"amplitude_1": 2.0, "duration_1": 0.3, "amplitude_2": -1.0, "duration_2": 0.6},
    "cycloidal": {"pulse_type": "A", "peak_velocity": 1.0, "period": 1.0},
    "ricker": {"amplitude": 2.0, "period": 0.5, "symmetric": True},
    "harmonic": {"amplitude": 2.0, "frequency": 0.3, "phase": 0.0, "cycles": 3},
    "ground_displacement_sine": {"amplitude": 0.1, "frequency": 1.0},
    "table": {"times": [0.0, 1.0], "accelerations": [1.0, 2.0], "after": "zero"},
    "constant": {"amplitude": 2.0},
    "scaled": {"motion": {"kind": "constant", "amplitude": 1.0}, "factor": 2.0},
    "delayed": {"motion": {"kind": "constant", "amplitude": 1.0}, "delay": 2.0},
    "sequence": {"motions": [{"kind": "half_sine", "amplitude": 1.0, "duration": 0.5},
                             {"kind": "one_sine", "parameters": {"amplitude": 1.0, "half_period": 0.5}}], "rest": 2.0},
    "kanai_tajimi": {"seed": 1, "duration": 10.0, "dt": 0.02, "frequency": 2.5, "damping": 0.6, "pga": 1.0, "rise": 1.0,
                     "strong": 3.0, "decay": 0.5, "low": 0.2},
    "point_source": {"seed": 1, "dt": 0.01, "magnitude": 6.0, "distance": 2e4, "stress_drop": 8e6, "velocity": 3500.0,
                     "density": 2800.0, "quality": 180.0, "quality_power": 0.45, "kappa": 0.04},
}


@pytest.mark.parametrize("kind", SPECS)
def test_every_kind_can_be_made(kind):
    assert isinstance(motion_from_spec(kind, **SPECS[kind]), Motion)


def test_kinds_and_specs_are_the_same_list(tmp_path):
    assert {*SPECS, "record"} == set(KINDS)
    path = tmp_path / "made.txt"
    path.write_text("0 1\n1 2\n")
    assert motion_from_spec("record", path=path, units="m/s2").peak == 2.0


def test_nested_specs():
    made = motion_from_spec("delayed", delay=1.0, motion={
        "kind": "scaled", "factor": -1.0, "motion": {"kind": "one_sine", "amplitude": 3.0, "half_period": 0.2}})
    assert made == Delayed(Scaled(OneSine(3.0, 0.2), -1.0), 1.0)
    assert motion_from_spec("biphasic", **SPECS["biphasic"]) == Biphasic(2.0, 0.3, -1.0, 0.6)


@pytest.mark.parametrize("kind, parameters, text", [
    ("square", {}, "motion: kind must be one of rectangular, half_sine, one_sine, biphasic, cycloidal, ricker, "
                   "harmonic, ground_displacement_sine, table, record, constant, scaled, delayed, "
                   "sequence, kanai_tajimi, point_source, got 'square'"),
    ("one_sine", {"amplitude": 1.0, "period": 2.0},
     "motion one_sine: parameter must be one of amplitude, half_period, got 'period'"),
    ("one_sine", {"amplitude": 1.0},
     "motion one_sine: half_period must be given; parameters are amplitude, half_period, got amplitude"),
    ("table", {"times": [0, 1], "accelerations": [0, 1], "_v": 3},
     "motion table: parameter must be one of times, accelerations, after, got '_v'"),
    ("scaled", {"motion": {"amplitude": 1.0}, "factor": 1.0},
     "motion scaled: motion must state its kind, got {'amplitude': 1.0}"),
    ("scaled", {"motion": "x", "factor": 1.0}, "motion scaled: motion must be a motion, got 'x'"),
])
def test_what_is_refused(kind, parameters, text):
    with pytest.raises(InputError) as error:
        motion_from_spec(kind, **parameters)
    assert str(error.value) == text
