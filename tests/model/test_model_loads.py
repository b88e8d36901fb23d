"""Loads over time: exact integrals of pulses, histories, switches and stages; moved supports; events."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.factor import Factor, check_history
from drystone.motion import GroundDisplacementSine, OneSine, Rectangular, Table

G = 9.81
EYE = np.tile(np.eye(3), (2, 1, 1))


def scene() -> Assembly:
    """A block of 2 x 1 x 1 m and 2000 kg, centre at (1, 0.5, 0.5), on the ground."""
    a = Assembly("scene", gravity=G)
    a.material("stone", density=1000.0)
    a.joint("dry", friction=0.5)
    a.add("block", box((2.0, 1.0, 1.0), center=(1.0, 0.5, 0.5)), material="stone")
    a.add_ground(level=0.0)
    return a


def impulse(a: Assembly, t0: float, t1: float, rotation=EYE, **kwargs) -> np.ndarray:
    """Impulse on the block."""
    model = a.build()
    return model.loads.impulse(t0, t1, model.initial_position, rotation, **kwargs)[0]


# --- gravity and ground motion ------------------------------------------------------------------

def test_gravity_alone_is_weight_times_time():
    assert impulse(scene(), 0.3, 0.302) == pytest.approx([0, 0, -2000 * G * 0.002, 0, 0, 0], rel=1e-12)


def test_ground_gets_no_impulse():
    model = scene().build()
    assert not model.loads.impulse(0.0, 1.0, model.initial_position, EYE)[1].any()


@pytest.mark.parametrize(("t0", "t1", "share"), [
    (0.0, 0.1, 0.1), (0.25, 0.35, 0.05), (0.3, 0.4, 0.0), (0.29, 0.31, 0.01), (0.0, 5.0, 0.3)])
def test_rectangular_pulse_is_integrated_exactly_within_a_step(t0, t1, share):
    """Inertia opposes the ground: impulse = -m a (time of the pulse within the step)."""
    a = scene()
    a.ground_motion("pulse", Rectangular(amplitude=4.0, duration=0.3), direction=(1, 0, 0))
    assert impulse(a, t0, t1)[0] == pytest.approx(-2000 * 4.0 * share, abs=2000 * 4.0 * 1e-15)
    assert impulse(a, t0, t1)[1] == 0.0


def test_sine_pulse_in_plan_direction():
    """Velocity of A sin(pi t/h) up to t is A h/pi (1 - cos(pi t/h)); at 44 degrees from x towards y."""
    a = scene()
    a.ground_motion("pulse", OneSine(amplitude=8.0, half_period=0.25), direction_deg=44.0)
    velocity = 8.0 * 0.25 / math.pi * (1 - math.cos(math.pi * 0.1 / 0.25))
    angle = math.radians(44.0)
    got = impulse(a, 0.0, 0.1)
    assert got[:2] == pytest.approx([-2000 * velocity * math.cos(angle), -2000 * velocity * math.sin(angle)], rel=1e-12)
    assert a.build().loads.ground_velocity_increment(0.0, 0.1)[0] == pytest.approx(velocity * math.cos(angle))


@settings(max_examples=50, deadline=None)
@given(cuts=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=6))
def test_impulses_of_parts_add_up_to_that_of_the_whole(cuts):
    a = scene()
    a.ground_motion("pulse", OneSine(amplitude=8.0, half_period=0.25), direction=(0, 1, 0))
    a.load_point("push", "block", (0, 0, 1), (10, 0, 0), history=[(0, 0), (0.3, 1), (0.3, 2), (0.7, -1)])
    a.event(0.5, load="push", factor=3.0)
    loads = a.build().loads
    times = [0.0, *sorted(cuts), 1.0]
    parts = sum(loads.impulse(p, q, None, EYE) for p, q in pairwise(times))
    assert parts == pytest.approx(loads.impulse(0.0, 1.0, None, EYE), abs=1e-9)


def test_quarter_turns_in_plan_are_exact():
    a = scene()
    a.ground_motion("pulse", Rectangular(1.0, 1.0), direction_deg=90.0)
    a.ground_motion("other", Rectangular(1.0, 1.0), direction_deg=-90.0)
    assert not impulse(a, 0.0, 1.0)[:2].any()


def test_two_components():
    a = scene()
    a.ground_motion("quake", [((1, 0, 0), Rectangular(2.0, 1.0)), (90.0, Rectangular(3.0, 1.0)),
                              ("z", Rectangular(1.0, 1.0))])
    assert impulse(a, 0.0, 0.5) == pytest.approx([-2000, -3000, -2000 * 0.5 * (G + 1.0), 0, 0, 0])


def test_motion_driven_by_displacement_starts_with_a_jump_in_the_first_step_only():
    """d = A sin(w t): the velocity jumps to A w at t = 0; the impulse of the first step contains it."""
    motion = GroundDisplacementSine(amplitude=0.01, frequency=2.0)
    w = 4 * math.pi
    a = scene()
    a.ground_motion("shake", motion, direction="x")
    loads = a.build().loads
    first = loads.ground_velocity_increment(0.0, 0.01)[0]
    assert first == pytest.approx(0.01 * w * math.cos(w * 0.01), rel=1e-12)
    second = loads.ground_velocity_increment(0.01, 0.02)[0]
    assert second == pytest.approx(0.01 * w * (math.cos(w * 0.02) - math.cos(w * 0.01)), rel=1e-9)


# --- forces on points ---------------------------------------------------------------------------

def test_point_load_follows_its_body_point_and_keeps_its_direction():
    """Point 1 m right of the centre, turned by 90 degrees about y: it is then 1 m below."""
    a = scene()
    a.load_point("push", "block", (2.0, 0.5, 0.5), (5.0, 0, 0))
    assert impulse(a, 0.0, 2.0, gravity=False) == pytest.approx([10, 0, 0, 0, 0, 0])
    turned = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])   # exp(pi/2 about y): x -> -z
    got = impulse(a, 0.0, 2.0, np.stack([turned, np.eye(3)]), gravity=False)
    assert got == pytest.approx([10, 0, 0, 0, -10, 0])        # (0,0,-1) x (10,0,0)


def test_line_load_resultant_and_moment():
    """5 kN/m downwards on the edge x = 0..2, y = 0, z = 1: 10 kN at (1, 0, 1), 0.5 m beside the centre."""
    a = scene()
    a.load_line("roof", "block", (0, 0, 1), (2, 0, 1), (0, 0, -5000.0))
    assert impulse(a, 0.0, 1.0, gravity=False) == pytest.approx([0, 0, -10000, 5000, 0, 0])


def test_line_load_is_shared_by_what_it_lies_on():
    """The line runs over two blocks and, on its last metre, along their common edge with a third."""
    a = Assembly("wall", gravity=G)
    a.material("stone", density=1000.0)
    a.joint("dry", friction=0.5)
    a.add("left", box((1.0, 1.0, 1.0), center=(0.5, 0.5, 0.5)), material="stone", groups="row")
    a.add("right", box((2.0, 1.0, 1.0), center=(2.0, 0.5, 0.5)), material="stone", groups="row")
    a.add("behind", box((1.0, 1.0, 1.0), center=(2.5, 1.5, 0.5)), material="stone", groups="row")
    a.add_ground(level=0.0)
    a.load_line("roof", "row", (0, 1, 1), (3, 1, 1), (0, 0, -100.0))
    model = a.build()
    forces = model.loads.impulse(0.0, 1.0, None, np.tile(np.eye(3), (4, 1, 1)), gravity=False)
    assert forces[:3, 2] == pytest.approx([-100, -150, -50])
    assert forces[:, 2].sum() == pytest.approx(-300)


def test_line_load_beside_its_blocks_is_refused():
    a = scene()
    a.load_line("roof", "block", (0, 0.5, 1), (3, 0.5, 1), (0, 0, -1))
    with pytest.raises(InputError) as error:
        a.build()
    assert str(error.value) == "load 'roof': the line must lie on its blocks, but 1 of its 3 m do not"


def test_area_load_pushes_on_faces_with_that_normal():
    """500 Pa on the face -x (1 m2): 500 N along +x at its middle, no moment."""
    a = scene()
    a.load_area("wind", "block", (-1, 0, 0), 500.0)
    assert impulse(a, 0.0, 1.0, gravity=False) == pytest.approx([500, 0, 0, 0, 0, 0])
    a.load_area("none", "block", (1, 1, 0), 1.0)
    with pytest.raises(InputError) as error:
        a.build()
    assert str(error.value) == "load 'none': no face of its blocks has the outward normal (0.707107, 0.707107, 0)"


def test_body_acceleration_acts_on_the_blocks_named():
    a = scene()
    a.add("other", box((1.0, 1.0, 1.0), center=(5.5, 0.5, 0.5)), material="stone", groups="others")
    a.body_acceleration("push", (0.5, 0, 0), target="others")
    forces = a.build().loads.impulse(0.0, 2.0, None, np.tile(np.eye(3), (3, 1, 1)), gravity=False)
    assert forces[:, 0] == pytest.approx([0, 1000, 0])


# --- factors, stages, events --------------------------------------------------------------------

def test_history_with_ramp_jump_and_kept_end():
    factor = Factor.compose([(0, 0), (1, 1), (1, 3), (2, 3)], 0.0, [(-math.inf, math.inf)], [])
    assert factor.integral(0.0, 1.0) == pytest.approx(0.5)
    assert factor.integral(0.5, 1.5) == pytest.approx(0.375 + 1.5)
    assert factor.integral(5.0, 7.0) == pytest.approx(6.0)
    assert [factor.at(t) for t in (0.0, 0.5, 1.0, 9.0)] == pytest.approx([0, 0.5, 3, 3])


def test_switch_is_integrated_at_its_own_time():
    a = scene()
    a.load_point("push", "block", (1, 0.5, 0.5), (1, 0, 0))
    a.event(0.25, load="push", factor=-2.0)
    assert impulse(a, 0.2, 0.3, gravity=False)[0] == pytest.approx(0.05 - 0.1)


def test_stages_place_loads_and_motions():
    """A load acts in the stages that name it; clocks start with the first of them."""
    a = scene()
    a.load_point("push", "block", (1, 0.5, 0.5), (1, 0, 0), history=[(0, 0), (2, 2)])
    a.ground_motion("pulse", Rectangular(1.0, 0.5), direction="y")
    a.stage("gravity", duration=1.0)
    a.stage("loading", duration=1.0, loads="push")
    a.stage("quake", duration=2.0, motions="pulse")
    loads = a.build().loads
    assert loads.duration == 4.0
    assert loads.impulse(0.0, 1.0, None, EYE, gravity=False)[0, 0] == 0.0
    assert loads.impulse(0.0, 4.0, None, EYE, gravity=False)[0, 0] == pytest.approx(0.5)
    assert loads.ground_velocity_increment(0.0, 2.0)[1] == 0.0
    assert loads.ground_velocity_increment(1.9, 2.1)[1] == pytest.approx(0.1)
    assert loads.ground_velocity_increment(2.0, 4.0)[1] == pytest.approx(0.5)


def test_motion_started_by_an_event():
    a = scene()
    a.ground_motion("pulse", Rectangular(1.0, 0.5), direction="x")
    a.event(0.75, start="pulse")
    loads = a.build().loads
    assert loads.ground_velocity_increment(0.0, 0.75)[0] == 0.0
    assert loads.ground_velocity_increment(0.7, 0.8)[0] == pytest.approx(0.05)


def test_events_belong_to_one_step_whatever_the_rounding():
    a = scene()
    a.add("more", box((1, 1, 1), center=(9, 9, 0.5)), material="stone")
    a.event(0.3, remove="more")
    loads = a.build().loads
    dt = 0.1   # 3 * 0.1 > 0.3 in floating point
    hits = [k for k in range(10) if loads.events_in(k * dt, (k + 1) * dt)]
    assert hits == [3]
    (event,) = loads.events_in(3 * dt, 4 * dt)
    assert (event.action, event.target, event.blocks) == ("remove", "more", (1,))


def test_a_table_of_drifts_is_one_of_displacements():
    """Turning points of a cyclic test as shares of a height of 2.5 m."""
    moved = []
    for words in ({"drift": [(0, 0), (1, 0.002), (3, -0.002)], "height": 2.5},
                  {"displacement": [(0, 0), (1, 0.005), (3, -0.005)]}):
        a = scene()
        a.support_motion("cycles", "ground", direction="x", **words)
        a.duration = 4.0
        moved.append([a.build().loads.support_motion(time)[0] for time in (0.5, 1.0, 2.0, 3.5)])
    assert np.array(moved[0]) == pytest.approx(np.array(moved[1]), rel=1e-15) and np.abs(moved[0]).max() == 0.005


@pytest.mark.parametrize(("edit", "message"), [
    (lambda a: (a.load_point("p", "block", (0, 0, 0), (1, 0, 0)), a.stage("s", duration=1.0)),
     "load 'p' is in no stage and no event"),
    (lambda a: (a.ground_motion("m", Rectangular(1, 1), direction="x"), a.stage("s", duration=1.0)),
     "motion 'm' is in no stage and no event"),
    (lambda a: a.stage("s", duration=1.0, loads="roof"), "stage 's': no load is called 'roof'"),
    (lambda a: (a.stage("s", duration=1.0), setattr(a, "duration", 2.0)),
     "duration and stages exclude each other: each stage has its own duration"),
    (lambda a: a.event(1.0, remove="blok"),
     "event at 1 s: no block or group is called 'blok'; did you mean 'block'?"),
    (lambda a: a.event(1.0, release="block"), "event at 1 s: release needs a support, and block 'block' is none"),
    (lambda a: a.event(1.0, release="ground"),
     "event at 1 s: release needs a block with a material, and block 'ground' has none"),
    (lambda a: a.event(1.0, start="quake"), "event at 1 s: no motion is called 'quake'"),
    (lambda a: a.event(1.0), "event at 1.0 s needs exactly one of remove, release, cut, load, start; got none"),
    (lambda a: a.event(1.0, load="p"), "event at 1.0 s: load and factor go together, got load and factor None"),
    (lambda a: a.load_point("p", "block", (0, 0, 0), (1, 0, float("nan"))),
     "load 'p': force must be 3 finite numbers [N], got (1, 0, nan)"),
    (lambda a: a.load_point("p", "block", (0, 0, 0), (1, 0, 0), history=[(1, 0), (0.5, 1)]),
     "load 'p': history: times must not fall [s], got 0.5 after 1"),
    (lambda a: a.ground_motion("m", Rectangular(1, 1)),
     "motion 'm' needs exactly one of direction, direction_deg; got none"),
    (lambda a: a.ground_motion("m", 3.0, direction="x"), "motion 'm' must be a motion, got 3.0"),
    (lambda a: a.ground_motion("m", Rectangular(1, 1), direction=(0, 0, 0)),
     "motion 'm': direction must have a length > 0 [-], got (0, 0, 0)"),
    (lambda a: a.support_motion("m", "block", displacement=[(0, 0), (1, 1)], direction="z"),
     "motion 'm': block 'block' is no support and moves by itself"),
    (lambda a: a.support_motion("m", "ground", displacement=[(0, 1), (1, 1)], direction="z"),
     "motion 'm': displacement must start at 0, got 1.0"),
    (lambda a: a.support_motion("m", "ground", drift=[(0, 0), (1, 0.01)], direction="x"),
     "motion 'm': drift and height go together, got drift alone"),
    (lambda a: a.support_motion("m", "ground", displacement=[(0, 0), (1, 1)], height=1.0, direction="x"),
     "motion 'm': drift and height go together, got height alone"),
    (lambda a: a.support_motion("m", "ground", drift=[(0, 0), (1, 0.01)], height=0.0, direction="x"),
     "motion 'm': height must be finite and > 0 [m], got 0.0"),
    (lambda a: a.support_motion("m", "ground", drift=[(0, 0), (1, 0.01)], displacement=[(0, 0), (1, 1)], direction="x"),
     "motion 'm' needs exactly one of motion, displacement, drift, angle_deg; got displacement and drift"),
])
def test_refusals(edit, message):
    a = scene()
    with pytest.raises(InputError) as error:
        edit(a)
        a.build()
    assert str(error.value) == message


def test_a_record_must_outlast_the_run_or_say_what_follows():
    table = Table([0.0, 10.0, 20.0], [0.0, 1.0, 0.0])
    a = scene()
    a.ground_motion("quake", table, direction="x")
    with pytest.raises(InputError) as error:
        a.build().loads.check_duration(25.0)
    assert str(error.value) == ("motion 'quake': record ends at 20.0 s, before the run's 25.0 s; "
                                "shorten the run or give after: zero")
    a.build().loads.check_duration(20.0)
    b = scene()
    b.ground_motion("quake", table, direction="x", after="zero")
    loads = b.build().loads
    loads.check_duration(25.0)
    assert loads.ground_velocity_increment(0.0, 25.0)[0] == pytest.approx(10.0)
    assert loads.ground_frame(25.0)[0][0] == pytest.approx(100.0 + 50.0)   # symmetric: half of 10 m/s times 20 s


def test_last_step_may_go_beyond_a_record():
    a = scene()
    a.ground_motion("quake", Table([0.0, 1.0], [1.0, 1.0]), direction="x")
    loads = a.build().loads
    loads.check_duration(1.0)
    assert loads.ground_velocity_increment(0.9, 1.05)[0] == pytest.approx(0.1)


def test_a_run_must_not_outlast_its_stages():
    a = scene()
    a.stage("gravity", duration=2.0)
    with pytest.raises(InputError, match=r"^duration must be <= the 2 s of all stages, got 3$"):
        a.build().loads.check_duration(3.0)


# --- supports that move -------------------------------------------------------------------------

def test_nothing_moves_unless_told():
    assert scene().build().loads.support_motion(1.0) is None


def test_settlement_by_a_table():
    a = scene()
    a.support_motion("settle", "ground", displacement=[(0, 0), (1, 0), (3, 0.1)], direction=(0, 0, -1))
    loads = a.build().loads
    displacement, rotation, twist = loads.support_motion(2.0)
    assert displacement[1] == pytest.approx([0, 0, -0.05])
    assert twist[1] == pytest.approx([0, 0, -0.05, 0, 0, 0])
    assert not displacement[0].any() and not rotation.any()
    displacement, _, twist = loads.support_motion(9.0)
    assert displacement[1, 2] == pytest.approx(-0.1) and not twist.any()


def test_turning_support_moves_its_centre_on_a_circle():
    """2 degrees about the y axis through the origin; twist against a central difference of the pose."""
    a = scene()
    a.support_motion("turn", "ground", angle_deg=[(0, 0), (1, 2.0)], axis="y", about=(0, 0, 0))
    model = a.build()
    loads = model.loads
    displacement, rotation, twist = loads.support_motion(0.5)
    angle = math.radians(1.0)
    x, _, z = model.initial_position[1]
    moved = np.array([x * math.cos(angle) + z * math.sin(angle), 0, -x * math.sin(angle) + z * math.cos(angle)])
    assert displacement[1, [0, 2]] == pytest.approx((moved - model.initial_position[1])[[0, 2]], abs=1e-14)
    assert rotation[1] == pytest.approx([0, angle, 0])
    h = 1e-5
    difference = (loads.support_motion(0.5 + h)[0][1] - loads.support_motion(0.5 - h)[0][1]) / (2 * h)
    assert twist[1, :3] == pytest.approx(difference, abs=1e-9)
    assert twist[1, 3:] == pytest.approx([0, math.radians(2.0), 0])


def test_ground_motion_applied_by_supports_moves_them_and_pushes_nothing():
    a = scene()
    a.ground_motion("pulse", Rectangular(2.0, 1.0), direction="x", applied="supports")
    model = a.build()
    assert not model.loads.impulse(0.0, 1.0, model.initial_position, EYE, gravity=False).any()
    displacement, _, twist = model.loads.support_motion(0.5)
    assert displacement[1] == pytest.approx([0.25, 0, 0])
    assert twist[1, 0] == pytest.approx(1.0)


def test_history_check():
    assert check_history("h", [(0, 1), (2, 3)]) == ((0.0, 1.0), (2.0, 3.0))
    with pytest.raises(InputError, match=r"^h must be pairs of finite numbers"):
        check_history("h", [(0, 1, 2)])
