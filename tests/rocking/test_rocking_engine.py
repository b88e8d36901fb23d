"""`engine: rocking`: the exact solution through the interface of all engines."""

import math

import numpy as np
import pytest

import drystone as ds
from drystone import motion
from drystone.analysis.energy import balance_error
from drystone.analysis.peaks import find_zero_crossings
from drystone.errors import InputError
from drystone.geometry.primitives import box, hull, prism
from drystone.model.assembly import Assembly
from drystone.rocking import RockingBlock, rock

G, WIDTH, HEIGHT = 9.81, 0.6, 2.0
BLOCK = RockingBlock(WIDTH, HEIGHT, G)


def scene(*, friction=2.0, axis="y", tilt_deg=0.0, **joint) -> Assembly:
    """A block of 0.6 x 0.6 x 2 m; a tilt turns its top towards +x (axis y) or +y (axis x)."""
    scene = Assembly("block", gravity=G)
    scene.material("stone", density=1800.0)
    scene.joint("base", friction=friction, **joint)
    scene.add("block", box((WIDTH, WIDTH, HEIGHT), center=(0.0, 0.0, HEIGHT / 2)), material="stone")
    scene.add_ground(level=0.0)
    if tilt_deg and axis == "y":
        scene.tilt("block", angle_deg=tilt_deg, axis="y", about=(math.copysign(WIDTH / 2, tilt_deg), 0.0, 0.0))
    elif tilt_deg:
        scene.tilt("block", angle_deg=-tilt_deg, axis="x", about=(0.0, math.copysign(WIDTH / 2, tilt_deg), 0.0))
    scene.monitor("rotation", "block", quantity="rotation", axis=axis)
    scene.monitor("top", "block", point=(0.0, 0.0, HEIGHT), quantity="displacement")
    return scene


def run(scene: Assembly, duration=3.0, dt=1e-2, **given):
    return ds.run(scene, duration=duration, dt=dt, engine="rocking", **given)


def bare() -> Assembly:
    scene = Assembly("bare", gravity=G)
    scene.material("stone", density=1800.0)
    scene.joint("base", friction=2.0)
    scene.add_ground(level=0.0)
    return scene


def steps(result) -> dict[str, np.ndarray]:
    return {f"{name}/{key}": value for name in result.tables for key, value in result.table(name).items()}


# --- the motion ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("tilt_deg", [15.0, -9.0])
def test_free_rocking_is_the_exact_solution(tilt_deg):
    result = run(scene(tilt_deg=tilt_deg))
    exact = rock(BLOCK, duration=4.0, theta0=math.radians(tilt_deg))
    theta, omega = exact.sample(result.time)
    assert result.column("steps", "theta") == pytest.approx(theta, abs=1e-9)
    assert result.monitor("rotation") == pytest.approx(theta, abs=1e-9)
    assert result.frames.twist[:, 0, 4] == pytest.approx(omega[::10], abs=1e-8)
    last = result.column("steps", "last_impact")
    assert np.isnan(last[0]) and np.unique(last[np.isfinite(last)]) == pytest.approx(
        exact.impact_time[exact.impact_time <= 3.0], abs=1e-9)
    assert result.totals["impacts"] == (exact.impact_time <= 3.0).sum()


def test_impacts_are_counted_since_the_start_however_few_rows_are_kept():
    """Rows that are not kept take no impact along."""
    exact = rock(BLOCK, duration=4.0, theta0=math.radians(4.0)).impact_time
    for every in (1, 10):
        result = run(scene(tilt_deg=4.0), output={"steps": every})
        expected = np.searchsorted(exact, result.time, side="right")
        assert result.column("steps", "impacts").tolist() == expected.tolist()
        assert expected[-1] == result.totals["impacts"] == 10


def test_pose_keeps_the_edge_on_the_ground():
    """The edge on which the block stands does not move; velocities are those of the pose."""
    result = run(scene(tilt_deg=15.0), duration=0.8, dt=1e-3, output={"frames": 1})
    theta = result.column("steps", "theta")[1:-1]
    assert (theta > 0.0).all()
    centre, twist = result.frames.position[:, 0], result.frames.twist[:, 0]
    arm = centre[1:-1] - (WIDTH / 2, 0.0, 0.0)
    lean = BLOCK.alpha - theta
    assert arm[:, 0] == pytest.approx(-BLOCK.R * np.sin(lean), abs=1e-12)
    assert arm[:, 2] == pytest.approx(BLOCK.R * np.cos(lean), abs=1e-12)
    assert (centre[2:] - centre[:-2]) / 2e-3 == pytest.approx(twist[1:-1, :3], abs=1e-5)


def test_shaken_along_y_is_shaken_along_x_turned():
    pulse = motion.OneSine(amplitude=0.6 * G, half_period=0.3)
    along_x, along_y = scene(), scene(axis="x")
    along_x.ground_motion("quake", pulse, direction="x")
    along_y.ground_motion("quake", pulse, direction="y")
    a, b = run(along_x), run(along_y)
    assert np.array_equal(a.column("steps", "theta"), b.column("steps", "theta"))
    assert a.monitor("top.x") == pytest.approx(b.monitor("top.y"), abs=1e-14)
    assert a.monitor("top.z") == pytest.approx(b.monitor("top.z"), abs=1e-14)
    exact = rock(BLOCK, duration=4.0, ground=pulse)
    assert a.column("steps", "theta") == pytest.approx(exact.sample(a.time)[0], abs=1e-10)
    assert np.abs(a.column("steps", "theta")).max() > 0.05


def test_block_turned_in_plan_rocks_along_its_own_side():
    pulse = motion.OneSine(amplitude=0.6 * G, half_period=0.3)
    angle = math.radians(30.0)
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))
    corners = np.array([(x, y, z) for x in (-0.3, 0.3) for y in (-0.5, 0.5) for z in (0.0, HEIGHT)])
    turned = bare()
    turned.add("block", hull(corners @ turn.T), material="stone")
    turned.ground_motion("quake", pulse, direction_deg=30.0)
    result = run(turned)
    exact = rock(BLOCK, duration=4.0, ground=pulse)
    assert result.column("steps", "theta") == pytest.approx(exact.sample(result.time)[0], abs=1e-8)
    moved = result.frames.position[:, 0] - result.frames.position[0, 0]
    assert np.abs(moved @ turn[:, 1]).max() < 1e-12 < np.abs(moved @ turn[:, 0]).max()


def test_motions_are_summed_with_sign_and_start():
    """Half of a pulse towards +x and half of it against -x, both from 0.5 s on, are the whole pulse, later."""
    pulse = motion.OneSine(amplitude=0.6 * G, half_period=0.3)
    half = motion.Scaled(pulse, 0.5)
    shaken = scene()
    shaken.ground_motion("one", half, direction=(1.0, 0.0, 0.0))
    shaken.ground_motion("other", motion.Scaled(half, -1.0), direction=(-1.0, 0.0, 0.0))
    shaken.stage("wait", duration=0.5)
    shaken.stage("shake", duration=2.5, motions=("one", "other"))
    result = run(shaken)
    exact = rock(BLOCK, duration=3.0, ground=pulse)
    theta = result.column("steps", "theta")
    assert not theta[:51].any()
    assert theta[50:] == pytest.approx(exact.sample(result.time[50:] - 0.5)[0], abs=1e-9)


def test_initial_angular_velocity():
    """Struck on its base: 1 rad/s about the +x edge, with the velocity of the centre that goes with it."""
    struck = scene()
    struck.velocity("block", linear=(HEIGHT / 2, 0.0, WIDTH / 2), angular=(0.0, 1.0, 0.0))
    result = run(struck)
    exact = rock(BLOCK, duration=3.0, omega0=1.0)
    assert result.column("steps", "theta") == pytest.approx(exact.sample(result.time)[0], abs=1e-9)
    wrong = scene()
    wrong.velocity("block", angular=(0.0, 1.0, 0.0))
    with pytest.raises(InputError, match=r"its centre moves at \[1\.0, 0\.0, 0\.3\] m/s, got \[0\.0, 0\.0, 0\.0\]$"):
        run(wrong)


# --- energy -------------------------------------------------------------------------------------------

@pytest.mark.parametrize("pulse", [
    motion.OneSine(amplitude=0.6 * G, half_period=0.3), motion.Rectangular(amplitude=0.5 * G, duration=0.2),
    motion.GroundDisplacementSine(amplitude=0.1, frequency=1.0), motion.Harmonic(amplitude=0.4 * G, frequency=1.5),
    motion.Delayed(motion.Ricker(amplitude=0.6 * G, period=0.5, symmetric=True), 0.21),
], ids=lambda pulse: type(pulse).__name__)
def test_energy_balances_to_the_accuracy_of_the_path(pulse):
    """Work by quadrature and losses from the impacts account for what the pose stores."""
    shaken = scene(friction=9.0)
    shaken.ground_motion("quake", pulse, direction="x")
    result = run(shaken, collapse={"stop": False})
    assert result.energy("loads")[-1] > 0.0
    assert balance_error(result) < 1e-11


def test_every_impact_takes_its_share():
    """Housner: the kinetic energy after an impact is r = (1 - 3/2 sin^2 alpha)^2 of that before it."""
    result = run(scene(tilt_deg=15.0), duration=1.5)
    exact = rock(BLOCK, duration=1.5, theta0=math.radians(15.0))
    mass = result.static["mass"][0]
    before = 0.5 * 4 / 3 * mass * BLOCK.R**2 * exact.omega_before[0] ** 2
    assert result.energy("impact")[-1] == pytest.approx(-(1 - BLOCK.housner_restitution**2) * before, rel=1e-9)


def test_restitution_of_the_settings_is_used():
    result = run(scene(tilt_deg=15.0), restitution=1.0)
    assert result.energy("impact")[-1] == 0.0
    assert np.abs(result.column("steps", "theta")).max() == pytest.approx(math.radians(15.0))


def test_overturned_block_lies_on_its_side():
    pushed = scene(friction=9.0)
    pushed.ground_motion("push", motion.Rectangular(amplitude=0.8 * G, duration=0.8), direction="x")
    assert run(pushed).status == "collapsed"
    result = run(pushed, collapse={"stop": False})
    assert result.status == "collapsed" and result.time[-1] == 3.0
    assert result.column("steps", "theta")[-1] == -math.pi / 2
    assert result.frames.position[-1, 0] == pytest.approx((-WIDTH / 2 - HEIGHT / 2, 0.0, WIDTH / 2), abs=1e-12)
    assert balance_error(result) < 1e-11


# --- run, restart, other engine -----------------------------------------------------------------------

def test_stopped_run_continues_bit_for_bit(tmp_path):
    def interrupt(progress):
        if progress.step >= 130:
            raise KeyboardInterrupt

    shaken = scene(tilt_deg=8.0)
    shaken.ground_motion("quake", motion.OneSine(amplitude=0.4 * G, half_period=0.3), direction="x")
    whole = run(shaken, directory=tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        run(shaken, directory=tmp_path / "parts", progress=interrupt)
    parts = run(shaken, directory=tmp_path / "parts", restart=True)
    for name, value in steps(whole).items():
        assert np.array_equal(value, steps(parts)[name], equal_nan=True), name


def test_nscd_agrees_as_in_validation():
    """Impact times of both engines on the same model, to the tolerance of `validate housner` at dt 1e-3."""
    exact = run(scene(tilt_deg=15.0), duration=2.5, dt=1e-3)
    stepped = ds.run(scene(tilt_deg=15.0), duration=2.5, dt=1e-3)
    times = [find_zero_crossings(r.time, r.monitor("rotation"), method="extrapolated").time for r in (exact, stepped)]
    assert len(times[0]) == 2
    assert times[1] == pytest.approx(times[0], rel=5e-4)
    assert exact.monitors == stepped.monitors


def test_block_comes_to_rest():
    result = run(scene(tilt_deg=4.0), duration=0.5, end={"rest": {"speed": 1e-9, "hold": 0.1}, "extension": 20.0})
    assert result.status == "rested"


# --- what it refuses ----------------------------------------------------------------------------------

def refusal(scene: Assembly, tmp_path, **given) -> str:
    with pytest.raises(InputError) as caught:
        run(scene, directory=tmp_path / "run", **given)
    assert not (tmp_path / "run").exists()
    words = str(caught.value)
    assert words.startswith("engine rocking: ") and "\n" not in words
    return words.removeprefix("engine rocking: ")


def changed(change) -> Assembly:
    made = scene()
    change(made)
    return made


STONE = {"material": "stone"}
REFUSED = {
    "two blocks": (lambda s: s.add("other", box((1, 1, 1), center=(3, 0, 0.5)), **STONE),
                   "takes one block on one support, got 2 free blocks"),
    "load": (lambda s: s.load_point("push", "block", (0, 0, 1), (1, 0, 0)), "takes no loads, got load 'push'"),
    "body load": (lambda s: s.body_acceleration("pull", (1, 0, 0)), "takes no loads, got load 'pull'"),
    "tie": (lambda s: s.tie("rod", [("block", (0.0, 0.0, 2.0)), ("ground", (3.0, 0.0, -0.5))], stiffness=1e6),
            "takes no ties, got tie 'rod'"),
    "event": (lambda s: s.event(0.1, remove="block"), "takes no events, got remove 'block' at 0.1 s"),
    "moved support": (lambda s: s.ground_motion("quake", motion.OneSine(amplitude=1.0, half_period=1.0), direction="x",
                                                applied="supports"),
                      "motion 'quake' moves the support, which must stand still; let it act by inertia"),
    "two axes": (lambda s: s.ground_motion("quake", [((1, 0, 0), motion.OneSine(amplitude=1.0, half_period=1.0)),
                                                     ((0, 1, 0), motion.OneSine(amplitude=1.0, half_period=1.0))]),
                 "the block rocks in one plane only, but motion 'quake' shakes and motion 'quake' shakes in different "
                 "ones"),
    "diagonal": (lambda s: s.ground_motion("quake", motion.OneSine(amplitude=1.0, half_period=1.0), direction_deg=45),
                 "motion 'quake' shakes along [0.707107, 0.707107, 0.0], which must be horizontal and normal to a side "
                 "of block 'block'"),
    "up": (lambda s: s.ground_motion("quake", motion.OneSine(amplitude=1.0, half_period=1.0), direction="z"),
           "motion 'quake' shakes along [0.0, 0.0, 1.0], which must be horizontal and normal to a side of block "
           "'block'"),
    "corner": (
        lambda s: s.tilt("block", angle_deg=5.0, axis=(1, -1, 0), about=(-0.3, -0.3, 0.0)),
        "block 'block' starts turned along [-0.707107, -0.707107, 0.0], which must be horizontal and normal to a side "
        "of block 'block'"),
    "wrong edge": (lambda s: s.tilt("block", angle_deg=5.0, axis="y", about=(-0.3, 0.0, 0.0)),
                   "block 'block' must start on its base, or tilted about one of its bottom edges; it is 0.0523 m away "
                   "from that"),
    "lump": (lambda s: s.add_mass("block", 100.0, (0.0, 0.0, 2.0)), "the mass of block 'block' must be spread evenly"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_rocking_block_is_refused_in_one_line(name, tmp_path):
    change, words = REFUSED[name]
    assert refusal(changed(change), tmp_path) == words


def test_joints_that_bounce_or_give_are_refused(tmp_path):
    for joint in ({"restitution": 0.3}, {"normal_stiffness": 1e9, "shear_stiffness": 1e9}):
        with pytest.raises(InputError, match=rf"^joint 'base': {next(iter(joint))} .* is not read by rocking: "):
            run(scene(**joint), directory=tmp_path / "run")
    assert run(scene(restitution=0.3), ignore=["restitution"]).totals["notes"] == ["not used by rocking: restitution"]


def test_gravity_and_gaps_are_refused_in_one_line(tmp_path):
    leaning = Assembly("leaning", gravity=(0.5, 0.0, -G))
    leaning.material("stone", density=1800.0)
    leaning.joint("base", friction=2.0)
    leaning.add("block", box((1, 1, 1), center=(0, 0, 0.6)), material="stone")
    leaning.add_ground(level=0.0)
    assert refusal(leaning, tmp_path) == "gravity must point along -z, got [0.5, 0.0, -9.81]"
    leaning.gravity = np.array((0.0, 0.0, -G))
    assert refusal(leaning, tmp_path) == ("block 'block' must be drawn standing on the top of 'ground' at 0 m, got its "
                                          "base at 0.1 m")


def test_shapes_and_beds_are_refused_in_one_line(tmp_path):
    wedge = bare()
    wedge.add("block", prism([(-0.3, 0.0), (0.3, 0.0), (0.0, 1.0)], 0.0, 1.0), material="stone")
    assert refusal(wedge, tmp_path) == "block 'block' must be a rectangular box with a level base"
    ledge = Assembly("ledge", gravity=G)
    ledge.material("stone", density=1800.0)
    ledge.joint("base", friction=2.0)
    ledge.add("block", box((1, 1, 1), center=(0.3, 0, 0.5)), material="stone")
    ledge.add("rock", box((1, 1, 1), center=(0, 0, -0.5)))
    ledge.support("rock")
    assert refusal(ledge, tmp_path) == "the whole base of block 'block' must lie on one level face of 'rock'"
    ledge.add("other", box((1, 1, 1), center=(1, 0, -0.5)))
    ledge.support("other")
    assert refusal(ledge, tmp_path) == "takes one block on one support, got 2 supports"


def test_block_that_would_slide_is_refused(tmp_path):
    """At rest it needs |a|/g of friction until it lifts, at b/h; below that it slides and never rocks."""
    shaken = scene(friction=0.29)
    shaken.ground_motion("quake", motion.OneSine(amplitude=0.6 * G, half_period=0.3), direction="x")
    words = refusal(shaken, tmp_path)
    assert words.startswith("block 'block' would slide at ") and words.endswith(", got 0.29")
    quiet = scene(friction=0.29)
    quiet.ground_motion("quake", motion.OneSine(amplitude=0.28 * G, half_period=0.3), direction="x")
    result = run(quiet)
    assert not result.column("steps", "theta").any()
    assert float(result.static["friction_needed"]) == pytest.approx(0.28, rel=1e-4)


def test_friction_needed_at_impacts():
    """Free rocking from a small angle: the blow needs (h/b) (1 - e)/(1 + e), as its change of momentum says."""
    e = BLOCK.housner_restitution
    result = run(scene(tilt_deg=3.0, friction=0.5))
    assert float(result.static["friction_needed"]) == pytest.approx(HEIGHT / WIDTH * (1 - e) / (1 + e), rel=1e-12)
