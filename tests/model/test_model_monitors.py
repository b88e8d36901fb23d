"""Monitors on moved and turned blocks, against rotation written out by hand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.geometry.rotation import matrix_rotation_vector
from drystone.model.assembly import Assembly
from drystone.model.monitors import MonitorSet, evaluate_monitors
from drystone.model.state import State
from drystone.motion import Rectangular


def scene() -> Assembly:
    """Block of 0.6 x 0.6 x 2 m (centre at height 1) beside another, on the ground."""
    a = Assembly("scene", gravity=9.81)
    a.material("stone", density=1800.0)
    a.joint("dry", friction=0.5)
    a.add("block", box((0.6, 0.6, 2.0), center=(0, 0, 1)), material="stone", groups="pair")
    a.add("other", box((0.6, 0.6, 2.0), center=(2, 0, 1)), material="stone", groups="pair")
    a.add_ground(level=0.0)
    return a


def pose(model, *, shift=(0, 0, 0), vector=(0, 0, 0), twist=(0,) * 6):
    """State with the first block moved by `shift` and turned by a rotation vector."""
    state = State.start(model)
    state.position[0] += shift
    state.orientation[:] = (1.0, 0.0, 0.0, 0.0)
    state.orientation[0] = np.roll(Rotation.from_rotvec(vector).as_quat(), 1)
    state.twist[:] = 0.0
    state.twist[0] = twist
    return state


def values(a: Assembly, time=0.0, **kwargs) -> dict[str, float]:
    model = a.build()
    return evaluate_monitors(model.monitors, model, pose(model, **kwargs).with_(time=time))


def test_tilted_start_is_measured_from_the_drawing():
    """Tilt of 15 degrees about the right bottom edge: the top centre follows the circle about it."""
    a = scene()
    a.tilt("block", angle_deg=15, axis="y", about=(0.3, 0, 0))
    a.monitor("top", "block", point=(0, 0, 2), quantity="displacement")
    a.monitor("angle", "block", quantity="rotation", axis="y")
    a.monitor("edge", "block", point=(0.3, 0, 0), quantity="displacement", component="norm")
    model = a.build()
    got = evaluate_monitors(model.monitors, model, State.start(model))
    angle = math.radians(15)
    x, z = -0.3, 2.0   # from the edge
    assert got["top.x"] == pytest.approx(x * math.cos(angle) + z * math.sin(angle) - x, abs=1e-14)
    assert got["top.z"] == pytest.approx(-x * math.sin(angle) + z * math.cos(angle) - z, abs=1e-14)
    assert got["angle"] == pytest.approx(angle, rel=1e-14)
    assert got["edge"] == pytest.approx(0.0, abs=1e-15)


def test_velocity_of_a_point_of_a_turned_block():
    """v = v_c + w x R p."""
    a = scene()
    a.monitor("v", "block", point=(0.3, 0, 2), quantity="velocity")
    vector, twist = np.array([0.1, 0.4, -0.2]), np.array([1.0, 2, 3, 0.5, -0.6, 0.7])
    got = values(a, shift=(0.1, 0.2, 0.3), vector=vector, twist=twist)
    arm = Rotation.from_rotvec(vector).apply([0.3, 0, 1.0])
    assert [got["v.x"], got["v.y"], got["v.z"]] == pytest.approx(twist[:3] + np.cross(twist[3:], arm), rel=1e-13)


def test_mean_difference_and_component():
    a = scene()
    a.monitor("mean", [("block", (0, 0, 2)), ("other", (2, 0, 2))], quantity="displacement", component="x")
    a.monitor("group", "pair", quantity="displacement", component="z")
    a.monitor("gap", "block", point=(0.3, 0, 2), relative_to=("other", (1.7, 0, 2)), quantity="position",
              component="x")
    a.monitor("slant", "block", quantity="displacement", axis=(1, 0, 1))
    a.monitor("seen", "block", quantity="position")
    got = values(a, shift=(0.2, 0, 0.4))
    assert got["mean"] == pytest.approx(0.1)
    assert got["group"] == pytest.approx(0.2)
    assert got["gap"] == pytest.approx(0.5 - 1.7)
    assert got["slant"] == pytest.approx(0.6 / math.sqrt(2))
    assert [got["seen.x"], got["seen.y"], got["seen.z"]] == pytest.approx([0.2, 0, 1.4])


def test_opening_along_a_normal_that_turns_with_the_carrier():
    """Normal of the turned block; the point of the other stays: only the part along the normal counts."""
    a = scene()
    a.monitor("opening", "other", point=(2, 0, 0), relative_to=("block", (0, 0, 0)), axis="x", quantity="opening")
    assert values(a)["opening"] == pytest.approx(0.0, abs=1e-15)
    assert values(a, shift=(-0.1, 0, 0.7))["opening"] == pytest.approx(0.1)
    angle = 0.2
    got = values(a, vector=(0, 0, angle))["opening"]
    assert got == pytest.approx(2.0 * math.cos(angle) - 2.0)


def test_rotation_of_a_block_against_another():
    a = scene()
    a.monitor("total", "block", quantity="rotation", component="norm")
    a.monitor("against", "block", relative_to="other", quantity="rotation")
    got = values(a, vector=(0.3, -0.4, 1.2))
    assert got["total"] == pytest.approx(1.3)
    assert [got[f"against.{c}"] for c in "xyz"] == pytest.approx([0.3, -0.4, 1.2])


@pytest.mark.parametrize("applied", ["body_force", "supports"])
def test_frames_mean_the_same_whichever_way_the_ground_is_moved(applied):
    """A block that rides with the ground: displaced by it seen from afar, at rest seen from it."""
    a = scene()
    a.ground_motion("pulse", Rectangular(2.0, 1.0), direction="x", applied=applied)
    a.monitor("near", "block", quantity="displacement", component="x")
    a.monitor("far", "block", quantity="displacement", component="x", frame="absolute")
    a.monitor("speed", "block", quantity="velocity", component="x", frame="absolute")
    a.monitor("between", "block", relative_to="other", quantity="displacement", component="x", frame="absolute")
    rides = applied == "supports"   # then the engine's own frame stands still
    got = values(a, time=0.5, shift=(0.25 if rides else 0, 0, 0), twist=(1.0 if rides else 0, 0, 0, 0, 0, 0))
    assert got["near"] == pytest.approx(0.0, abs=1e-15)
    assert got["far"] == pytest.approx(0.25)
    assert got["speed"] == pytest.approx(1.0)
    assert got["between"] == pytest.approx(0.25 if rides else 0.0)   # the other block did not ride in this test


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1), st.sampled_from([1e-12, 1e-6, 0.1, 1.0, 3.0, 3.1415]))
def test_rotation_vector_of_any_angle(x, y, z, angle):
    axis = np.array([x, y, z])
    if np.linalg.norm(axis) < 1e-3:
        axis = np.array([0.0, 0.0, 1.0])
    vector = angle * axis / np.linalg.norm(axis)
    matrix = Rotation.from_rotvec(vector).as_matrix()
    # entries of the matrix are rounded to 1e-16 and its skew part is 2 sin(angle)
    assert matrix_rotation_vector(matrix) == pytest.approx(vector, abs=4e-15 + 1e-9 * (angle > 3.0))


def test_columns_and_units():
    a = scene()
    a.monitor("top", "block", quantity="velocity")
    a.monitor("angle", "block", quantity="rotation", component="y")
    prepared = MonitorSet(a.build())
    assert prepared.columns == ("top.x", "top.y", "top.z", "angle")
    assert prepared.units == ("m/s", "m/s", "m/s", "rad")


def test_no_monitors_give_no_values():
    model = scene().build()
    assert MonitorSet(model).evaluate(pose(model)).shape == (0,)


@pytest.mark.parametrize(("kwargs", "message"), [
    ({"quantity": "speed"}, "monitor 'm': quantity must be one of displacement, velocity, position, rotation, opening, "
                            "slip, force, elongation, normal_force, shear_force, eccentricity, got 'speed'"),
    ({"quantity": "velocity", "component": "r"}, "monitor 'm': component must be one of x, y, z, norm, got 'r'"),
    ({"quantity": "velocity", "component": "x", "axis": "x"},
     "monitor 'm': component and axis exclude each other, got both"),
    ({"quantity": "opening"}, "monitor 'm': an opening needs one block, one relative_to and an axis (its normal)"),
    ({"block": "blokc", "quantity": "velocity"},
     "monitor 'm': no block or group is called 'blokc'; did you mean 'block'?"),
    ({"block": "pair", "quantity": "rotation"}, "monitor 'm': rotation needs one block, and 'pair' is a group of 2"),
    ({"block": "pair", "quantity": "velocity", "point": (0, 0, 0)},
     "monitor 'm': a point needs one block, and 'pair' is a group of 2"),
    ({"quantity": "velocity", "point": (0, 0)}, "monitor 'm': point must be 3 finite numbers [m], got (0, 0)"),
])
def test_refusals(kwargs, message):
    a = scene()
    with pytest.raises(InputError) as error:
        a.monitor("m", kwargs.pop("block", "block"), **kwargs)
        a.build()
    assert str(error.value) == message
