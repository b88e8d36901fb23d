"""Elastic joints laid without stress: closed forms of the verdict, its law, its points, and that it never guesses."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from limit_scenes import (
    G,
    arch,
    assembly,
    block,
    flat_arch,
    hanging,
    hoek_bray,
    lintel,
    overhang,
    portal,
    stack,
    wall,
    wall_in_a_frame,
    wedge,
)

import drystone as ds
from drystone.geometry.primitives import prism
from drystone.limit import elastic_analysis, standing
from drystone.limit.elastic import path as path_module
from drystone.limit.elastic import verdict as verdict_module
from drystone.limit.elastic.law import Springs, contact_forces
from drystone.limit.elastic.newton import is_positive
from drystone.limit.elastic.path import End, follow
from drystone.limit.elastic.points import sample_joints
from drystone.limit.elastic.system import build_system
from drystone.limit.elastic.verdict import RATIOS, Verdict
from drystone.limit.elastic.words import describe_elastic, elastic_data
from drystone.limit.equilibrium import build_equilibrium, dead_load, find_contacts
from drystone.limit.stability import find_first_motion
from drystone.limit.standing import judge_standing
from drystone.limit.statics_words import describe_standing

SIZES = (1e7, 1e9, 1e12)   # [Pa/m]: clay, mortar, steel


def ends(model, **options) -> list[End]:
    return [case.end for case in elastic_analysis(model, **options).cases]


# --- closed forms ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("friction", [0.1, 0.6, 3.0])
def test_a_block_between_two_upright_faces_falls(friction, planar):
    """Nothing presses it against them: elastic joints laid without stress have no pressure, whatever their friction."""
    model = hanging(friction, planar=planar).build()
    for size in SIZES:
        found = elastic_analysis(model, stiffness=size)
        assert found.verdict is Verdict.PRESSED
        assert [(case.end, case.carried, case.lost) for case in found.cases] == [(End.FALLS, 0.0, 0.0)] * 3
    assert describe_elastic(model, found) == [
        "elastic     stands only if it was pressed together (between 'stone' and 'left', 'stone' and 'right')",
        "            laid without stress it falls: 1 block of 1: 'stone'; k_s/k_n 0.2, 0.4 and 1"]


@pytest.mark.parametrize("friction", [0.2, 0.3])
def test_a_block_that_a_force_presses_against_a_face_stands_if_friction_suffices(friction):
    """mu N >= W, N the force that grows with the weight.

    Friction on one face is eccentric by half of the width; up to mu = 1/3 the pressure stays over the whole face (its
    middle third), so that the block does not touch the other one.
    """
    weight = 2000.0 * G
    for share, end in ((1.0 + 1e-4, End.RESTS), (1.0 - 1e-4, End.FALLS)):
        a = hanging(friction)
        a.load_point("press", "stone", (0.0, 0.0, 0.0), (share * weight / friction, 0.0, 0.0))
        assert ends(a.build()) == [end] * 3


def test_the_wedge_flips_at_the_friction_of_hoek_and_bray():
    """33.357 deg; rigid joints hold it from 31.07 deg on. Asked: 1 %; found: 1e-4, where it slides 1000 settlements."""
    exact = hoek_bray()
    for angle, verdict in ((31.2, Verdict.PRESSED), (exact * (1 - 1e-4), Verdict.PRESSED),
                           (exact * (1 + 1e-4), Verdict.STANDS), (45.0, Verdict.STANDS)):
        assert elastic_analysis(wedge(angle).build()).verdict is verdict
    found = elastic_analysis(wedge(33.0).build())
    assert [(pair, case.carried) for case in found.cases for pair in case.slides] == [((0, 1), 0.0), ((0, 2), 0.0)] * 3


@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("slope_deg", [10.0, 30.0])
def test_a_block_on_a_slope_flips_at_its_tangent(slope_deg, planar):
    """All points slide together at the end, however the pressure is spread over them."""
    slope = math.radians(slope_deg)
    gravity = (-G * math.sin(slope), 0.0, -G * math.cos(slope))
    for share, verdict in ((1 + 1e-4, Verdict.STANDS), (1 - 1e-4, Verdict.FALLS)):
        model = block(1.0, 0.8, friction=share * math.tan(slope), planar=planar, gravity=gravity)
        assert elastic_analysis(model).verdict is verdict
        eq, load = build_equilibrium(model), dead_load(model)      # the path itself, not the verdict of rigid joints
        path = follow(build_system(eq, 0.4), eq.load_vector(load))
        assert path.end is (End.RESTS if verdict is Verdict.STANDS else End.FALLS)


@pytest.mark.parametrize("scene", [
    wall, lambda: wall(planar=True), lintel, portal, lambda: stack(5), lambda: arch(0.2, 12), lambda: arch(0.12, 12),
    lambda: arch(0.12, 12, planar=False, friction=0.6), lambda: wall_in_a_frame().build(),
    lambda: flat_arch(0.5).build(), lambda: flat_arch(0.1).build(), lambda: flat_arch(0.1, 0.3).build()])
def test_what_stands_by_its_weight_stands_at_every_ratio(scene):
    found = elastic_analysis(scene())
    assert found.verdict is Verdict.STANDS and found.where == () and found.moving == ()
    assert {case.ratio for case in found.cases} == set(RATIOS)


@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_a_block_settles_by_its_weight_over_stiffness_times_area(size, planar):
    model = block(0.7, 1.3, planar=planar, depth=0.9)
    area = float(build_equilibrium(model).contacts.pair_area.sum())
    weight = G * float(model.mass[~model.is_support].sum())
    for case in elastic_analysis(model, stiffness=size).cases:
        settled = case.displacement[0]
        assert settled[2] == pytest.approx(-weight / (size * area), rel=1e-9)
        assert np.abs(np.delete(settled, 2)).max() < 1e-9 * abs(settled[2])


def test_a_pushed_block_tilts_by_its_moment_over_stiffness_times_inertia():
    """Q at height z on a bed b x d: theta = Q z / (k_n d b^3 / 12), u = Q / (k_s b d), if points are weighed well."""
    b, d, height, push, size = 1.0, 0.6, 0.5, 500.0, 1e9
    a = assembly(0.7)
    a.add("block", ds.box((b, d, height), center=(0.0, 0.0, 0.5 * height)), material="stone")
    a.add_ground(0.0)
    a.load_point("push", "block", (0.0, 0.0, height), (push, 0.0, 0.0))
    for case in elastic_analysis(a.build(), stiffness=size).cases:
        turn = push * height / (size * d * b ** 3 / 12.0)
        assert case.displacement[0, 4] == pytest.approx(turn, rel=1e-8)
        foot = push / (case.ratio * size * b * d)
        assert case.displacement[0, 0] == pytest.approx(foot + turn * 0.5 * height, rel=1e-8)


def test_the_size_of_the_stiffness_changes_displacements_only():
    for scene in (wall(), arch(0.12, 12), wedge(33.4).build()):
        reference = elastic_analysis(scene, stiffness=1.0)
        for size in SIZES:
            found = elastic_analysis(scene, stiffness=size)
            assert found.verdict is reference.verdict
            for case, other in zip(found.cases, reference.cases):
                unit = np.abs(other.displacement).max()
                assert size * case.displacement == pytest.approx(other.displacement, abs=1e-6 * unit)


# --- a verdict that depends on the ratio -------------------------------------------------------------------


FRICTION, RISE, FOOT, HEIGHT, LOAD = 0.6, 2.0, 0.5, 1.0, 1e4   # RISE: run of the slope for a height of 1


def thrust(ratio: float) -> float:
    """Force H [N] with which the wedge A presses on B, while B slides down along it.

    A moves by a to the side and s downwards, k_n = 1, and does not turn. On the slope (b from the vertical, length L)
    N = L (s sin b - a cos b), T = ratio L (a sin b + s cos b); B is pressed between two springs: H = h a / 2.
    A balances LOAD and the friction mu H that hangs B on it: N cos b - T sin b = H, N sin b + T cos b = LOAD + mu H.
    """
    beta = math.atan(RISE)
    sin, cos, length = math.sin(beta), math.cos(beta), HEIGHT / math.cos(beta)
    normal, shear = length * np.array([-cos, sin]), ratio * length * np.array([sin, cos])   # times (a, s)
    pressed = np.array([0.5 * HEIGHT, 0.0])
    matrix = np.array([normal * cos - shear * sin - pressed, normal * sin + shear * cos - FRICTION * pressed])
    moved = np.linalg.solve(matrix, [0.0, LOAD])
    assert abs(shear @ moved) < FRICTION * (normal @ moved)     # A does not slide
    return float(pressed @ moved)


def wedge_and_hanging_block(critical: float) -> ds.Assembly:
    """A stone A on a slope, between it and a wall a stone B that only A's pressure holds: up to the critical ratio.

    B weighs what the friction of both its faces carries then, 2 mu H. A has no weight but the load, at the place about
    which A does not turn: that of the slope's force N, T and of H, mu H.
    """
    push = thrust(critical)
    slope_middle = -FOOT - 0.5 * RISE * HEIGHT
    place = slope_middle * (LOAD + FRICTION * push) / LOAD
    a = ds.Assembly("leaning", gravity=G, planar="xz")
    a.material("light", density=1e-6)
    a.material("stone", density=2.0 * FRICTION * push / (G * HEIGHT * 0.5))
    a.joint("dry", friction=FRICTION)
    top = -FOOT - RISE * HEIGHT
    a.add("A", prism([(-FOOT, 0.0), (0.0, 0.0), (0.0, HEIGHT), (top, HEIGHT)], 0.0, 1.0), material="light")
    a.add("B", ds.box((0.5, 1.0, HEIGHT), center=(0.25, 0.5, 0.5 * HEIGHT)), material="stone")
    a.add("slope", prism([(-FOOT, 0.0), (top, HEIGHT), (top, 0.0)], 0.0, 1.0))
    a.add("wall", ds.box((0.5, 1.0, HEIGHT), center=(0.75, 0.5, 0.5 * HEIGHT)))
    a.support("slope", "wall")
    a.load_point("load", "A", (place, 0.5, HEIGHT), (0.0, 0.0, -LOAD))
    return a


@pytest.mark.parametrize("critical", [0.3, 0.6])
def test_a_verdict_that_depends_on_the_ratio_flips_at_the_derived_one(critical):
    """Stiff shear lets the slope carry A, and A presses less on B."""
    model = wedge_and_hanging_block(critical).build()
    found = elastic_analysis(model, ratios=[critical * (1 - 1e-3), critical * (1 + 1e-3)])
    assert [case.end for case in found.cases] == [End.RESTS, End.FALLS]
    assert found.verdict is Verdict.DEPENDS


def test_a_verdict_that_depends_on_the_ratio_is_told_so():
    model = wedge_and_hanging_block(0.6).build()
    lines = describe_standing(judge_standing(model))
    assert lines[2:4] == [
        "elastic     depends on joint stiffness: stands at k_s/k_n 0.2 and 0.4, falls at k_s/k_n 1",
        "            where it falls it stands only if it was pressed together (between 'A' and 'B', 'B' and 'wall'): "
        "1 block of 2: 'B'"]
    stated = wedge_and_hanging_block(0.6)
    stated.joints[0] = replace(stated.joints[0], normal_stiffness=1e9, shear_stiffness=1e9)
    found = elastic_analysis(stated.build())
    assert [(case.ratio, case.end) for case in found.cases] == [(None, End.FALLS)]
    assert found.stated == ("dry",) and describe_elastic(model, found)[1].endswith("; stiffness of 'dry' as stated")


# --- live load ----------------------------------------------------------------------------------------------


def test_a_live_load_is_lost_where_it_slides():
    """A low block under a horizontal acceleration of 1 g slides at mu g; increments are halved eight times."""
    model = block(1.0, 0.2, friction=0.3)
    found = elastic_analysis(model, ds.limit.acceleration(model, "+x"))
    assert found.verdict is Verdict.FALLS
    for case in found.cases:
        assert case.is_live and case.carried <= 0.3 < case.lost
        assert case.lost - case.carried <= 1.0 / (case.increments * 2 ** path_module.HALVED) * (1 + 1e-9)
    words = describe_elastic(model, found)[0]
    assert words.startswith("elastic     falls under 0.3 of the live load (0.3 was carried): ")


def test_a_live_load_that_comes_after_the_fall_does_not_help():
    """The weight grows first: what presses the block afterwards comes too late."""
    model = hanging(0.3).build()
    live = ds.limit.point_force(model, "stone", (0.0, 0.0, 0.0), (10.0 * 2000.0 * G, 0.0, 0.0))
    found = elastic_analysis(model, live)
    assert found.verdict is Verdict.PRESSED and not any(case.is_live for case in found.cases)


# --- never a guess ----------------------------------------------------------------------------------------


def test_newton_that_does_not_converge_is_no_collapse(monkeypatch):
    monkeypatch.setattr(path_module, "STEPS", 2)
    model = hanging().build()
    found = elastic_analysis(model)
    assert found.verdict is Verdict.NOT_DECIDED
    assert describe_elastic(model, found) == [
        "elastic     not decided: neither rest nor a steady fall was found at k_s/k_n 0.2, 0.4 and 1"]


def test_an_answer_that_changes_with_the_increments_is_none(monkeypatch):
    def fickle(system, dead, live=None, *, increments):
        found = follow(system, dead, live, increments=increments)
        return replace(found, end=End.FALLS) if increments == verdict_module.INCREMENTS else found

    monkeypatch.setattr(verdict_module, "follow", fickle)
    model = wall()
    found = elastic_analysis(model)
    assert found.verdict is Verdict.NOT_DECIDED and all(case.increments == 8 for case in found.cases)
    assert describe_elastic(model, found) == [
        "elastic     not decided: twice as many increments of load give another answer at k_s/k_n 0.2, 0.4 and 1"]


@pytest.mark.parametrize("increments", [1, 3, 16])
def test_dry_joints_do_not_know_how_the_load_grew(increments):
    """The law is homogeneous: one increment or many, the same displacement, but for the tolerance of each."""
    model = flat_arch(0.1, 0.3).build()
    eq = build_equilibrium(model)
    system, load = build_system(eq, 0.4), eq.load_vector(dead_load(model))
    one, many = (follow(system, load, increments=n).point.u for n in (2, increments))
    assert many == pytest.approx(one, abs=1e-6 * np.abs(one).max())


@pytest.mark.parametrize("scene", [overhang, lambda: arch(0.1, 12), lambda: wedge(31.0).build()])
def test_what_rigid_joints_cannot_hold_no_joint_holds(scene):
    """Forces of elastic joints are admissible for rigid ones; the path says the same without being told."""
    model = scene()
    eq, load = build_equilibrium(model), dead_load(model)
    assert not find_first_motion(eq, load).stands
    assert elastic_analysis(model).verdict is Verdict.FALLS
    for ratio in RATIOS:
        assert follow(build_system(eq, ratio), eq.load_vector(load)).end is End.FALLS


@given(friction=st.floats(0.05, 1.5), thickness=st.floats(0.08, 0.3), ratio=st.sampled_from(RATIOS),
       lean=st.floats(-0.3, 0.3))
@pytest.mark.slow
def test_rest_is_admissible_for_rigid_joints(friction, thickness, ratio, lean):
    """Of random arches under a leaning weight: rest means admissible forces in balance, a fall none of Newton's."""
    model = arch(thickness, 8, friction=friction)
    eq, load = build_equilibrium(model), dead_load(model)
    load[:, 0] += lean * G * np.where(model.is_support, 0.0, model.mass)
    system = build_system(eq, ratio)
    path = follow(system, eq.load_vector(load))
    assert path.end is not End.NOT_DECIDED
    if path.end is End.RESTS:
        force = path.point.force
        assert (force[:, 0] >= 0.0).all() and (np.abs(force[:, 1]) <= friction * force[:, 0] * (1 + 1e-12)).all()
        left = system.eq.block_wrench(system.eq.contact_force(force)) + load
        assert np.abs(left[system.eq.block, system.eq.dof]).max() <= 1e-6 * np.abs(load).max()
        assert find_first_motion(eq, load).stands


# --- law and points ---------------------------------------------------------------------------------------


numbers = st.floats(-2.0, 2.0)


@given(moved=st.tuples(numbers, numbers, numbers), shear=st.tuples(numbers, numbers), friction=st.floats(0.0, 2.0),
       mortar=st.booleans())
def test_the_law_is_coulombs_and_its_tangent_is_its_derivative(moved, shear, friction, mortar):
    cohesion, tension = (0.3, 0.1) if mortar else (0.0, 0.0)
    springs = Springs(*(np.array([value]) for value in (1.5, 0.6, friction, cohesion, tension)))
    point, old, held = np.array([moved]), np.zeros((1, 3)), np.array([shear])

    def force(u):
        return contact_forces(springs, u, old, held)[0][0]

    found, stiffness = contact_forces(springs, point, old, held)
    bound = max(friction * found[0, 0] + cohesion, 0.0)
    assert found[0, 0] >= -tension and np.hypot(*found[0, 1:]) <= bound * (1 + 1e-12) + 1e-15
    trial = np.array(shear) - 0.6 * np.array(moved[1:])
    corners = (abs(1.5 * moved[0] - tension), abs(np.hypot(*trial) - bound), np.hypot(*trial))
    if min(corners) < 1e-3:       # it has no derivative at the corners
        return
    step = 1e-6
    for axis in range(3):
        change = np.zeros((1, 3))
        change[0, axis] = step
        slope = (force(point + change) - force(point - change)) / (2.0 * step)
        assert -stiffness[0, :, axis] == pytest.approx(slope, abs=1e-5)


def test_an_open_point_forgets_its_shear():
    springs = Springs(*(np.array([value]) for value in (1.0, 1.0, 0.5, 0.0, 0.0)))
    found, stiffness = contact_forces(springs, np.array([[0.1, 0.0, 0.0]]), np.zeros((1, 3)), np.array([[0.3, 0.0]]))
    assert not found.any() and not stiffness.any()


@pytest.mark.parametrize("corners", [
    [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)], [(0.0, 0.0), (3.0, 0.0), (1.0, 2.0)],
    [(0.0, 0.0), (2.0, -0.5), (3.0, 1.0), (1.5, 2.5), (-0.2, 1.2)]])
def test_points_give_area_centroid_and_second_moments(corners):
    """Of a stone on the ground, against Green's formulas for its polygon."""
    a = assembly()
    bottom = np.array(corners)
    a.add("stone", ds.hull([(x, y, z) for x, y in corners for z in (0.0, 1.0)]), material="stone")
    a.add_ground(0.0)
    model = a.build()
    contacts = sample_joints(model, find_contacts(model), 0.0)
    assert contacts.count == 2 * len(corners) + 1
    x, y = contacts.point_a[:, 0], contacts.point_a[:, 1]
    following = np.roll(bottom, -1, axis=0)
    cross = bottom[:, 0] * following[:, 1] - bottom[:, 1] * following[:, 0]
    p, q = (bottom[:, 0], following[:, 0]), (bottom[:, 1], following[:, 1])
    exact = [cross.sum() / 2, (cross * (p[0] + p[1])).sum() / 6, (cross * (q[0] + q[1])).sum() / 6,
             (cross * (p[0] ** 2 + p[0] * p[1] + p[1] ** 2)).sum() / 12,
             (cross * (q[0] ** 2 + q[0] * q[1] + q[1] ** 2)).sum() / 12,
             (cross * (p[0] * q[1] + 2 * p[0] * q[0] + 2 * p[1] * q[1] + p[1] * q[0])).sum() / 24]
    found = [(contacts.area * value).sum() for value in (1.0, x, y, x * x, y * y, x * y)]
    assert found == pytest.approx(exact, rel=1e-9, abs=1e-9)


def test_points_of_the_model_are_kept():
    a = assembly()
    a.joints[0] = replace(a.joints[0], points=5)
    a.add("stone", ds.box((1.0, 2.0, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    a.add_ground(0.0)
    model = a.build()
    found = find_contacts(model)
    contacts = sample_joints(model, found, 0.0)
    assert contacts.count == found.count == 25 and contacts.area == pytest.approx(found.area)


@given(st.integers(0, 2 ** 32 - 1), st.integers(1, 8))
def test_the_sign_of_the_determinant(seed, size):
    from scipy.sparse import csc_array
    from scipy.sparse.linalg import splu

    matrix = np.random.default_rng(seed).normal(size=(size, size))
    assert is_positive(splu(csc_array(matrix))) is bool(np.linalg.det(matrix) > 0.0)


# --- where it is told ---------------------------------------------------------------------------------------


def test_large_models_are_asked_on_request_only(monkeypatch):
    monkeypatch.setattr(standing, "MOST_ELASTIC", 2)
    model = stack(3)
    lines = describe_standing(judge_standing(model))
    assert "elastic     not asked of 3 blocks: drystone statics --elastic does" in lines
    asked = describe_standing(judge_standing(model, elastic=True))
    assert "elastic     stands if laid without stress; k_s/k_n 0.2, 0.4 and 1" in asked
    assert judge_standing(stack(2), elastic=False).elastic is None


def test_the_answer_has_it_as_data():
    model = hanging().build()
    data = ds.limit.answer_statics(model, ds.limit.StaticsQuestion()).data["elastic"]
    assert data["verdict"] == "stands only if it was pressed together" and data["moving"] == ["stone"]
    assert data["pressed_together"] == [["stone", "left"], ["stone", "right"]]
    assert [(case["ratio"], case["verdict"]) for case in data["cases"]] == [(ratio, "falls") for ratio in RATIOS]
    assert elastic_data(model, None) is None


@pytest.mark.parametrize(("options", "message"), [
    ({"ratios": [0.0]}, r"elastic statics: ratio must be finite and > 0 \[-\], got 0\.0"),
    ({"stiffness": -1.0}, r"elastic statics: stiffness must be finite and > 0 \[Pa/m\], got -1\.0")])
def test_bad_stiffness_is_refused(options, message):
    with pytest.raises(ds.InputError, match=message):
        elastic_analysis(wall(), **options)


# --- mortar -------------------------------------------------------------------------------------------------


def test_a_stone_in_mortar_hangs_by_its_cohesion():
    """Between two upright faces of 1 m2 each: 2 c A carries W; rigid joints hold it with less, too.

    What is lost is then a share of the weight, 2 c A / W, found to the least increment.
    """
    weight = 2000.0 * G
    for share, verdict in ((1.001, Verdict.STANDS), (0.8, Verdict.PRESSED)):
        a = hanging(0.6)
        a.joints[0] = replace(a.joints[0], cohesion=0.5 * share * weight)
        found = elastic_analysis(a.build())
        assert found.verdict is verdict
        for case in found.cases if verdict is Verdict.PRESSED else ():
            assert not case.is_live and case.carried <= share < case.lost
            assert case.lost - case.carried <= 1.0 / (case.increments * 2 ** path_module.HALVED) * (1 + 1e-9)
