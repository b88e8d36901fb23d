"""Joint laws on single paths against closed forms of the same tables."""

import numpy as np
import pytest
from joint_data import COUPLET, LOW, TAN35, VARIANTS, joint

from drystone.engines.dem.joints.registry import LAWS, MAX_STATE, law_of
from drystone.model.joint import Joint
from drystone.studies.joint_test.drive import Point, drive, drive_pressed
from drystone.studies.joint_test.paths import (
    PATHS,
    PathOptions,
    closing_end,
    cycles,
    half_opening,
    make_traces,
    opening_end,
)
from drystone.studies.joint_test.report import opening_energy, residual_shear, sliding_energy

PRESSURES = (0.1e6, 0.5e6, 1.0e6)
#: Linear, bilinear, a table and a measured curve, each with the same strengths.
SHAPES = {
    "exponential": {"energy": 18.0, "shape": "exponential"},
    "linear": {"energy": 18.0, "shape": "linear"},
    "bilinear": {"energy": 18.0, "shape": "bilinear", "break_displacement": 0.8, "break_share": 1.0 / 3.0},
    "table": {"table": [[1, 0], [3, 0.3], [10, 0.8], [60, 1]]},
    "curve": {"curve": [[0.0, 0.0], [1e-6, 0.2e6], [11e-6, 0.1e6], [40e-6, 0.02e6], [90e-6, 0.0]]},
}


def normal(u) -> np.ndarray:
    return np.column_stack((u, np.zeros_like(u), np.zeros_like(u)))


# --- closed forms -------------------------------------------------------------------------------

@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("unloading", ["secant", "elastic", "degraded"])
def test_tension_is_the_table(shape, unloading):
    """sigma = k u up to f, then f (1 - d(u k / f)), whatever the size of the steps; unloading does not matter yet."""
    made = joint(damage__tension=SHAPES[shape], damage__unloading=unloading)
    table = made.damage.tables_of("", made)[0]
    ratio = table.ratios(made.tension, made.normal_stiffness)
    rng = np.random.default_rng(3)
    for u in (np.linspace(0.0, opening_end(made), 3000), np.sort(rng.uniform(0.0, opening_end(made), 20))):
        x = u * made.normal_stiffness / made.tension
        expected = np.where(x <= 1.0, x, 1.0 - np.interp(x, ratio, table.damage)) * made.tension
        assert np.abs(drive(made, normal(u)).stress[:, 0] - expected).max() <= 1e-10 * made.tension


@pytest.mark.parametrize("data", [LOW, COUPLET], ids=["low", "couplet"])
@pytest.mark.parametrize("pressure", PRESSURES)
@pytest.mark.parametrize("left", [1.0, 0.3])
def test_shear_is_the_table(data, pressure, left):
    """tau(kappa) = c(d) + p tan(d) at u = kappa + tau / k_s; a spring that damage softens shows in unloading only."""
    made = joint(data, damage__shear_stiffness_left=left)
    table, shear = made.damage.tables_of("", made)[1], made.damage.shear
    kappa = np.concatenate((np.linspace(0.0, 1.05 * table.kappa[-1], 997), table.kappa))
    kappa.sort()
    left = 1.0 - np.interp(kappa, table.kappa, table.damage)
    tau = shear.residual_cohesion + (made.cohesion - shear.residual_cohesion) * left + pressure * (
        shear.residual_friction + (made.friction - shear.residual_friction) * left)
    u = kappa + tau / made.shear_stiffness
    for pick in (slice(None), slice(None, None, 83)):
        path = np.column_stack((np.full(u[pick].size, -pressure / made.normal_stiffness), u[pick], 0.0 * u[pick]))
        trace = drive(made, path)
        assert np.abs(trace.stress[:, 1] - tau[pick]).max() <= 1e-10 * tau[0]
        assert trace.stress[0, 1] == pytest.approx(made.cohesion + pressure * made.friction, rel=1e-12)


def test_shear_has_no_preferred_direction():
    made, u = joint(), np.linspace(0.0, 1e-3, 50)
    straight = drive_pressed(made, -0.5e6, u).stress[:, 1]
    path = np.column_stack((np.full(u.size, -0.5e6 / made.normal_stiffness), 0.6 * u, -0.8 * u))
    turned = drive(made, path).stress
    assert turned[:, 1] == pytest.approx(0.6 * straight, rel=1e-11)
    assert turned[:, 2] == pytest.approx(-0.8 * straight, rel=1e-11)


@pytest.mark.parametrize("cap", ["hardening", "displacement"])
@pytest.mark.parametrize("residual", [0.0, 1.05e6])
def test_compression_is_the_curve(cap, residual):
    made = joint(damage__crushing__cap=cap, damage__crushing__residual=residual)
    curve = made.damage.curve_of("", made)
    for count in (2000, 17):
        u = np.linspace(0.0, closing_end(made), count)
        expected = [curve.stress(closing) for closing in u]
        assert np.abs(drive(made, normal(-u)).stress[:, 0] + expected).max() <= 1e-10 * curve.peak
    assert drive(made, normal(np.array([-curve.peak_closing]))).stress[0, 0] == pytest.approx(-10.5e6, rel=1e-12)


def test_a_cap_that_waits_for_the_peak_is_elastic_up_to_it():
    made = joint(damage__crushing__cap="peak")
    curve = made.damage.curve_of("", made)
    u = np.linspace(0.0, 2.0 * curve.peak_closing, 801)
    expected = np.minimum(82e9 * u, [curve.peak if x < curve.peak_closing else curve.strength(x) for x in u])
    assert -drive(made, normal(-u)).stress[:, 0] == pytest.approx(expected, rel=1e-10)


def test_the_table_is_near_the_smooth_exponential():
    """200 pieces end at d = 0.999: nowhere further than 0.1 % of the strength from exp(-f kappa / G)."""
    made = joint()
    u = np.linspace(made.tension / 82e9, opening_end(made), 5000)
    sigma = drive(made, normal(u)).stress[:, 0]
    kappa = u - sigma / 82e9
    assert np.abs(sigma / made.tension - np.exp(-made.tension * kappa / 18.0)).max() < 1.01e-3


# --- energies -----------------------------------------------------------------------------------

@pytest.mark.parametrize("shape", SHAPES)
def test_the_area_in_tension_is_the_fracture_energy(shape):
    made = joint(damage__tension=SHAPES[shape])
    (trace,) = make_traces(made, "tension", PathOptions(steps=20_000))
    assert trace.work[-1] == pytest.approx(opening_energy(made), rel=1e-5)
    if "energy" in SHAPES[shape]:
        assert opening_energy(made) == pytest.approx(18.0, rel=1e-13)
    assert trace.state["w_t"][-1] == pytest.approx(trace.work[-1], rel=1e-9)


@pytest.mark.parametrize("data", [LOW, COUPLET], ids=["low", "couplet"])
@pytest.mark.parametrize("pressure", PRESSURES)
def test_the_area_in_shear_does_not_depend_on_pressure_but_by_friction(data, pressure):
    """G_II (1 - c_r/c - sigma (tan p - tan r)/c): 125 N/m always for LOW, 54, 61 and 70 for the couplet."""
    made = joint(data)
    (trace,) = make_traces(made, "shear", PathOptions((pressure,)))
    tau = trace.stress[:, 1]
    kappa = trace.u[:, 1] - tau / made.shear_stiffness
    area = np.trapezoid(tau - residual_shear(made, -pressure), kappa)
    given = {LOW["cohesion"]: 125.0, COUPLET["cohesion"]: 58.0 * (0.9 + pressure / 1e6 * (1.0 - TAN35))}[made.cohesion]
    assert sliding_energy(made, -pressure) == pytest.approx(given, rel=1e-12)
    assert area == pytest.approx(given, rel=1e-3)


def test_the_literal_ratio_multiplies_the_energy_by_the_strength():
    """HIGH at 2.12 MPa: G_II tau_p/c, but for the triangles of the springs; frozen at the first yield it is the same.

    With u = r tau_p/k, the area of c (1 - d) over u - tau/k is (tau_p/c) (G_II - c^2/2k) + c^2/2k.
    """
    for driver in ("ratio", "frozen_ratio"):
        made = joint(cohesion=0.22e6, tension=0.16e6, compression=11.5e6, damage__tension__energy=12.0,
                     damage__shear__energy=50.0, damage__driver=driver)
        u = np.linspace(0.0, 0.02, 40_001)
        trace = drive_pressed(made, -2.12e6, u)
        area = np.trapezoid(trace.stress[:, 1] - 2.12e6 * TAN35, u - trace.stress[:, 1] / 36e9)
        spring = 0.5 * 0.22e6**2 / 36e9
        assert area == pytest.approx((50.0 - spring) * (0.22 + 2.12 * TAN35) / 0.22 + spring, rel=1e-3)
        assert area == pytest.approx(382.0, rel=5e-3)      # as the study measured


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("path", PATHS)
def test_work_is_stored_or_lost(name, path):
    """The ledger of every option on every path: what does not close shrinks with the steps, at least in proportion."""
    made, errors = VARIANTS[name], []
    for steps in (200, 1600):
        traces = make_traces(made, path, PathOptions((0.4e6,), steps=steps))
        errors.append(max(np.abs(trace.work - trace.dissipated - trace.stored).max()
                          / max(np.abs(trace.work).max(), 1e-9) for trace in traces))
    assert errors[1] < 2e-2 and (errors[1] < 0.2 * errors[0] or errors[1] < 1e-6)


@pytest.mark.parametrize("slope", [0.1, 0.5, 2.0, 10.0])
def test_opening_and_sliding_at_once_lose_no_more_than_either_alone(slope):
    """W_n/G_I + W_s/G_II <= 1 where both grow in proportion, as the study saw."""
    slip = np.linspace(0.0, 3e-3, 30_001)
    trace = drive(joint(), np.column_stack((slope * slip, slip, 0.0 * slip)))
    shares = [np.trapezoid(trace.stress[:, k], trace.u[:, k]) / energy for k, energy in ((0, 18.0), (1, 125.0))]
    assert 0.6 < sum(shares) < 1.0 and trace.state["d_ts"][-1] == 1.0


# --- memory -------------------------------------------------------------------------------------

@pytest.mark.parametrize("pressure", PRESSURES)
def test_opening_takes_from_shear(pressure):
    """Half of the strength lost by opening: shear then has half of its cohesion, all of its friction."""
    made = joint()
    closed, strength = -pressure / 82e9, 0.5 * made.cohesion + pressure * TAN35
    top = strength / 36e9
    u = np.array([[half_opening(made), 0, 0], [closed, 0, 0], [closed, top, 0], [closed, top + 1e-7, 0]])
    trace = drive(made, u)
    assert trace.state["d_t"][0] == pytest.approx(0.5, abs=1e-12)
    assert trace.stress[2, 1] == pytest.approx(strength, rel=1e-10) and trace.stress[3, 1] < strength


def unloaded(unloading: str):
    """Opened to 0.1 mm, back to 1 um inside, and open again."""
    made = joint(damage__unloading=unloading)
    u = np.concatenate((np.linspace(0.0, 1e-4, 300), np.linspace(1e-4, -1e-6, 300), np.linspace(-1e-6, 1e-4, 301)))
    return made, u, drive(made, normal(u))


def test_a_crack_unloads_along_the_secant():
    _, u, trace = unloaded("secant")
    sigma, top = trace.stress[:, 0], trace.stress[299, 0]
    back = u[300:600]
    assert sigma[300:600] == pytest.approx(np.where(back > 0.0, top / 1e-4 * back, 82e9 * back), rel=1e-10)
    assert sigma[-1] == pytest.approx(top, rel=1e-12)


def test_a_crack_unloads_with_what_damage_left_of_the_stiffness():
    made, u, trace = unloaded("degraded")
    sigma, damage = trace.stress[:, 0], trace.state["d_ts"][299]
    rest = 1e-4 - made.tension / 82e9
    expected = 82e9 * (1.0 - damage) * np.maximum(u[300:] - rest, 0.0) + 82e9 * np.minimum(u[300:], 0.0)
    assert sigma[300:] == pytest.approx(expected, rel=1e-9, abs=1e-6)
    assert sigma[-1] == pytest.approx(made.tension * (1.0 - damage), rel=1e-12)


def test_elastic_unloading_props_the_crack():
    _, u, trace = unloaded("elastic")
    top = trace.stress[299, 0]
    assert trace.stress[300:600, 0] == pytest.approx(np.maximum(top + 82e9 * (u[300:600] - 1e-4), -10.5e6), rel=0.3)
    half = 299 + int(np.argmin(np.abs(u[300:600] - 0.5e-4))) + 1
    assert trace.stress[half, 0] < -1e6, "still 0.05 mm open, and pressed"


@pytest.mark.parametrize("unloading", ["secant", "degraded"])
def test_an_open_crack_carries_nothing_until_it_closes(unloading):
    made = joint(COUPLET, damage__unloading=unloading)
    wide, point = opening_end(made), Point(made)
    point.move(np.array([wide, 0.0, 0.0]))
    for u_n in np.linspace(wide, 1e-9, 30):
        assert not point.move(np.array([u_n, 2.0 * wide - u_n, u_n])).any()
    pressed = point.move(np.array([-1e-6, 2.0 * wide, 0.0]))
    assert pressed[0] == -150e3 and abs(pressed[1]) < 1e-3 * made.shear_stiffness * wide


def test_crushing_stays_and_compression_unloads_elastically():
    made = joint()
    trace = make_traces(made, "unloading", PathOptions((0.5e6,)))[2]
    falls = np.flatnonzero(np.diff(trace.u[:, 0]) > 0.0)
    slope = np.diff(trace.stress[:, 0])[falls] / np.diff(trace.u[:, 0])[falls]
    assert slope == pytest.approx(np.full(slope.size, 82e9), rel=1e-6)
    assert trace.state["p_n"][-1] < -0.5e-4 and abs(trace.stress[-1, 0]) < 1.0


@pytest.mark.parametrize("left", [1.0, 0.25])
def test_shear_unloads_with_its_spring(left):
    made = joint(damage__shear_stiffness_left=left)
    u = np.array([0.0, 4e-4, 4e-4 - 1e-6])
    trace = drive_pressed(made, -0.5e6, u)
    damage = trace.state["d_ts"][1]
    slope = (trace.stress[1, 1] - trace.stress[2, 1]) / 1e-6
    assert 0.2 < damage < 0.95 and slope == pytest.approx(36e9 * (1.0 - (1.0 - left) * damage), rel=1e-6)


@pytest.mark.parametrize("law", ["dry", "broken", "damage"])
def test_loops_have_the_area_of_friction(law):
    """4 mu |sigma| (u - u_el), u_el = mu |sigma| / k_s."""
    made = {"dry": Joint("bed", TAN35, normal_stiffness=82e9, shear_stiffness=36e9),
            "broken": Joint("bed", TAN35, normal_stiffness=82e9, shear_stiffness=36e9, cohesion=0.35e6, tension=0.25e6),
            "damage": joint()}[law]
    end = 4e-3
    trace = drive_pressed(made, -1.0e6, cycles([end] * 3, 4000))
    tops = np.flatnonzero(trace.u[:, 1] == end)
    area = trace.work[tops[-1]] - trace.work[tops[-2]]
    assert area == pytest.approx(4.0 * TAN35 * 1e6 * (end - TAN35 * 1e6 / 36e9), rel=1e-3)


@pytest.mark.parametrize("name", VARIANTS)
def test_strength_after_a_turn_is_never_above_that_of_one_way(name):
    """|tau| <= that of one way at the furthest slip so far; the curve of one way is read between its points."""
    made = VARIANTS[name]
    (way,) = make_traces(made, "shear", PathOptions((0.5e6,), end=1.5e-3, steps=6000))
    (trace,) = make_traces(made, "cyclic", PathOptions((0.5e6,), end=1.4e-3, steps=400))
    furthest = np.maximum.accumulate(np.abs(trace.u[:, 1]))
    envelope = np.interp(furthest, way.u[:, 1], way.stress[:, 1])
    assert (np.abs(trace.stress[:, 1]) <= envelope * (1.0 + 1e-4) + 1e-3).all()
    assert np.abs(trace.stress[-400:, 1]).max() < 0.999 * envelope.max() or made.cohesion == 0.0


# --- dilation -----------------------------------------------------------------------------------

@pytest.mark.parametrize("rule", ["fading", "constant"])
def test_sliding_lifts_the_joint(rule):
    """Under constant pressure the rise is the integral of tan(psi), which fades as 1 - d, over the slip."""
    made = joint(COUPLET, damage__shear__dilation=0.2, damage__shear__dilation_rule=rule)
    trace = drive_pressed(made, -0.5e6, np.linspace(0.0, 5e-4, 4001))
    kappa, damage = trace.state["kappa_s"], trace.state["d_ts"]
    expected = 0.2 * np.trapezoid(1.0 - damage, kappa) if rule == "fading" else 0.2 * kappa[-1]
    rise = trace.u[-1, 0] - trace.u[0, 0]
    assert rise == pytest.approx(expected, rel=2e-3) and trace.state["p_n"][-1] == pytest.approx(rise, rel=1e-9)


def test_a_joint_that_cannot_rise_is_pressed():
    made = joint(COUPLET, damage__shear__dilation=0.2)
    path = np.column_stack((np.full(200, -1e-6), np.linspace(0.0, 2e-4, 200), np.zeros(200)))
    sigma = drive(made, path).stress[:, 0]
    assert sigma[0] == pytest.approx(-150e3) and sigma[-1] < -1e6 and (np.diff(sigma) <= 1e-6).all()


# --- calls --------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", VARIANTS)
def test_asking_again_comes_to_rest(name):
    """A law has no time: the same displacement again and again moves a stress little, and soon not at all.

    Where one surface alone is met, the second call already changes nothing; opening and sliding are solved in turns.
    """
    made, rng = VARIANTS[name], np.random.default_rng(11)
    scale = max(made.cohesion, made.compression or 0.0)
    for _ in range(150):
        point = Point(made)
        for u in np.cumsum(rng.normal(size=(6, 3)) * 10.0 ** rng.uniform(-6.0, -3.5), axis=0):
            stresses = [point.move(u) for _ in range(60)]
            assert np.abs(stresses[1] - stresses[0]).max() <= 0.05 * scale
            assert np.abs(stresses[-1] - stresses[-2]).max() <= 1e-9 * scale


# --- other laws ---------------------------------------------------------------------------------

def test_the_law_is_what_a_joint_states():
    spring = {"normal_stiffness": 1e10, "shear_stiffness": 4e9}
    assert law_of(Joint("glue", 0.0, law="elastic", **spring)) is LAWS["elastic"]
    assert law_of(Joint("dry", 0.6, **spring)) is LAWS["mohr_coulomb"]
    assert law_of(joint()) is LAWS["damage"]
    assert all(law.pack(made)[:2].tolist() == [1e10, 4e9] for law, made in (
        (LAWS["elastic"], Joint("glue", 0.0, law="elastic", **spring)),
        (LAWS["mohr_coulomb"], Joint("dry", 1.0, **spring))))
    assert max(len(law.state) for law in LAWS.values()) == MAX_STATE


def test_an_elastic_joint_is_a_spring():
    made = Joint("glue", 0.0, normal_stiffness=1e10, shear_stiffness=4e9, law="elastic")
    u = np.random.default_rng(0).normal(size=(20, 3))
    assert drive(made, u).stress == pytest.approx(u * [1e10, 4e9, 4e9], rel=1e-15)


def brittle(**law) -> Joint:
    return Joint("bed", 0.6, normal_stiffness=1e10, shear_stiffness=4e9, **law)


def test_a_brittle_joint_breaks_once():
    made = brittle(cohesion=1e5, tension=5e4)
    u = np.array([[4.9e-6, 0, 0], [5.1e-6, 0, 0], [4e-6, 0, 0], [-1e-5, 0, 0], [-1e-5, 1e-3, 0], [-1e-5, 0.9e-3, 0]])
    stress = drive(made, u).stress
    assert stress == pytest.approx(np.array([[4.9e4, 0, 0], [0, 0, 0], [0, 0, 0], [-1e5, 0, 0], [-1e5, 6e4, 0],
                                             [-1e5, -6e4, 0]]), abs=1e-6)
    slid = drive(made, np.array([[-1e-5, 3.9e-5, 0], [-1e-5, 4.1e-5, 0], [1e-6, 4.1e-5, 0]]))
    assert slid.stress == pytest.approx(np.array([[-1e5, 1.56e5, 0], [-1e5, 6e4, 0], [0, 0, 0]]), abs=1e-6)
    assert slid.state["d_s"].tolist() == [0, 1, 1] and slid.state["d_t"].tolist() == [0, 0, 0]


def test_a_dry_joint_has_no_damage_and_remembers_its_slip():
    trace = drive(brittle(), np.array([[-1e-5, 1e-3, 0], [1e-6, 1e-3, 0], [1e-6, 5e-3, 2e-3], [-1e-5, 5e-3, 2e-3],
                                       [-1e-5, 5.005e-3, 2e-3]]))
    assert trace.stress == pytest.approx(np.array([[-1e5, 6e4, 0], [0, 0, 0], [0, 0, 0], [-1e5, 0, 0],
                                                   [-1e5, 2e4, 0]]), abs=1e-5)
    assert not trace.state["d_ts"].any() and trace.state["kappa_s"][-1] == pytest.approx(1e-3 - 1.5e-5)


@pytest.mark.parametrize("made", [brittle(), brittle(cohesion=1e5, tension=5e4), brittle(cohesion=1e5)])
def test_what_is_elastic_at_first_sight_is_so(made):
    """The first pass and the whole law agree on random walks; brittle joints stay inside their surfaces."""
    rng = np.random.default_rng(7)
    found = 0
    for _ in range(300):
        point = Point(made)
        for u in np.cumsum(rng.normal(size=(10, 3)) * 10.0 ** rng.uniform(-6.5, -4.5), axis=0):
            kept = point.state.copy()
            elastic = point.law.is_elastic(point.parameters, *u, point.state, 0)
            stress = point.move(u)
            spring = u * [1e10, 4e9, 4e9]
            is_spring = np.allclose(stress, spring, rtol=1e-13, atol=1e-9) and (point.state == kept).all()
            assert elastic <= is_spring
            found += elastic
            bond = 0.0 if point.state[5, 0] else 1.0
            assert stress[0] <= bond * made.tension
            assert np.hypot(*stress[1:]) <= bond * made.cohesion - 0.6 * stress[0] + 1e-9 * abs(stress).max() + 1e-9
    assert found > 100
