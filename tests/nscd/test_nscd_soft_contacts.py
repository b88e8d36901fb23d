"""Joints with stiffness in scheme midpoint against closed forms: bounce, stick, slide, rest."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scenes import G, March, energies, incline

from drystone import patterns
from drystone.engines.nscd import ledger
from drystone.engines.nscd.engine import NscdEngine
from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps

SIZE, DENSITY = (0.5, 0.4, 0.3), 1800.0
MASS, AREA = DENSITY * 0.5 * 0.4 * 0.3, 0.5 * 0.4
OMEGA = 200.0                      # of the block on its joint [rad/s]; omega dt = 0.2 at 1 ms
NORMAL = MASS * OMEGA**2 / AREA    # [Pa/m]


def soft_block(height=0.0, velocity=(0.0, 0.0, 0.0), omega=OMEGA, friction=0.6, no_turn=False) -> Assembly:
    """A block on, or above, a joint whose frequency is `omega` along n and half of that along t."""
    stiff = MASS * omega**2 / AREA
    scene = Assembly("block", gravity=G)
    scene.material("stone", density=DENSITY)
    scene.joint("soft", friction=friction, normal_stiffness=stiff, shear_stiffness=0.25 * stiff)
    scene.add("block", box(SIZE, center=(0.0, 0.0, 0.5 * SIZE[2] + height)), material="stone")
    scene.add_ground(level=0.0)
    scene.velocity("block", linear=velocity)
    if no_turn:
        scene.add_mass("block", 1e-9, (0.0, 0.0, 0.5 * SIZE[2]), inertia=1e7 * np.eye(3))
    return scene


def closing_error(march: March) -> float:
    start, end = energies(march.model, march.states[0], 0.0), energies(march.model, march.state, 0.0)
    balance = sum(end) - sum(start) - march.state.work.sum()
    return abs(balance) / max(*np.abs(march.state.work), *np.abs(start), *np.abs(end))


def lowered(scene: Assembly, dt: float, **settings) -> March:
    """A march that starts with the block at its static penetration."""
    march = March(scene, dt, **settings)
    position = march.state.position.copy()
    position[march.block(), 2] -= G / OMEGA**2
    march.state = replace(march.state, position=position)
    march.states = [march.state]
    return march


def order(steps, errors) -> float:
    """Slope of log error over log dt by least squares."""
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0])


def bounce(dt: float, speed: float, phase: float) -> tuple[list[float], March]:
    """Relative errors of rebound speed, contact duration and greatest penetration.

    The block meets the joint `phase` dt after the start of a step with `speed`; then x = g/omega^2 (1 - cos omega t) +
    v/omega sin omega t: g/omega^2 + sqrt((g/omega^2)^2 + (v/omega)^2) at most, and zero again after
    2/omega (pi - atan(v omega/g)) with the speed it came with.
    """
    fall = (3.0 + phase) * dt
    first = speed - G * fall
    march = March(soft_block(first * fall + 0.5 * G * fall**2, (0.0, 0.0, -first)), dt)
    duration = 2.0 / OMEGA * (math.pi - math.atan(speed * OMEGA / G))
    march.go(int((fall + duration) / dt) + 5)
    z, v = march.path()[:, 2] - 0.5 * SIZE[2], march.speeds()[:, 2]
    rebound = math.sqrt(v[-1] ** 2 + 2.0 * G * z[-1])
    left = march.state.time - (rebound - v[-1]) / G
    i = int(np.argmin(z))
    before, least, after = z[i - 1:i + 2]
    depth = (after - before) ** 2 / (8.0 * (before - 2.0 * least + after)) - least
    exact = G / OMEGA**2 + math.hypot(G / OMEGA**2, speed / OMEGA)
    return [rebound / speed - 1.0, (left - fall) / duration - 1.0, depth / exact - 1.0], march


@pytest.mark.parametrize("speed", [0.05, 0.5])
def test_bounce_is_second_order(speed):
    """The rule's own error is (omega dt)^2/12 in the period and at most (omega dt)^2/8 in the impulse of a step in
    which the gap opens or closes; its damping of (omega dt)^3/4 is third order. 0.05 m/s is g/omega: weight counts."""
    steps, found = [1e-3, 5e-4, 2.5e-4], []
    for dt in steps:
        runs = [bounce(dt, speed, phase) for phase in (0.0, 0.2, 0.4, 0.6, 0.8)]
        found.append(np.array([errors for errors, _ in runs]))
        for _, march in runs:
            assert closing_error(march) < 1e-12
            assert abs(march.state.work[ledger.ELASTIC]) < 1e-9 * MASS * speed**2      # all given back
    root = np.sqrt((np.array(found) ** 2).mean(axis=1))          # (steps, 3)
    for column in range(3):
        assert order(steps, root[:, column]) > 1.8
    assert np.abs(found[1]).max() < 0.5 * (OMEGA * steps[1]) ** 2
    mean = np.array([table[:, 0].mean() for table in found])     # energy: neither gained nor lost at first order
    assert (mean < 1e-5).all() and order(steps, np.abs(mean)) > 1.8


@pytest.mark.parametrize("planar", [None, "xz"])
def test_stored_energy_is_that_of_the_spring(planar):
    """Half way through the bounce the term `elastic` is minus k x^2 / 2."""
    scene = soft_block(0.0, (0.0, 0.0, -0.5))
    scene.planar = planar
    march = March(scene, 2.5e-4).go(30)
    depth = 0.5 * SIZE[2] - march.path()[-1, 2]
    assert march.state.work[ledger.ELASTIC] == pytest.approx(-0.5 * MASS * OMEGA**2 * depth**2, rel=1e-9)


def test_sticking_block_swings_on_its_shear_stiffness():
    """x = v/omega_t sin omega_t t with omega_t = omega/2, over three periods; without a turn (great inertia)."""
    steps, errors, period = [2e-3, 1e-3, 5e-4], [], 4.0 * math.pi / OMEGA
    speed = 0.2 * 0.6 * G / (0.5 * OMEGA)          # a fifth of what friction holds
    for dt in steps:
        march = lowered(soft_block(velocity=(speed, 0.0, 0.0), no_turn=True), dt).go(round(3 * period / dt))
        time = dt * np.arange(len(march.states))
        exact = speed / (0.5 * OMEGA) * np.sin(0.5 * OMEGA * time)
        errors.append(np.abs(march.path()[:, 0] - exact).max() / exact.max())
        assert np.abs(march.path()[:, 2] - march.path()[0, 2]).max() < 1e-9
        assert closing_error(march) < 1e-12
        work = march.state.work - march.states[1].work     # the first step books what the lowered block's springs hold
        lost = -(work[ledger.FRICTION] + work[ledger.IMPACT]) / (0.5 * MASS * speed**2)
        assert -1e-9 < lost < 12 * math.pi * (0.5 * OMEGA * dt) ** 3    # zeta = (omega dt)^3 / 4, three periods
    assert order(steps, errors) > 1.8
    assert errors[-1] < 1e-2


def test_slider_stops_a_block_as_friction_does():
    """Elastic until k_t x = mu W, then uniform deceleration, then elastic again: second order through both changes."""
    steps, errors, friction, speed = [2e-3, 1e-3, 5e-4], [], 0.3, 0.3
    omega = 0.5 * OMEGA
    held = friction * G / omega**2                                    # elastic slip at the limit
    begin = math.asin(held * omega / speed) / omega
    at_begin = speed * math.cos(omega * begin)
    stop = begin + at_begin / (friction * G)
    farthest = held + at_begin**2 / (2.0 * friction * G)
    for dt in steps:
        march = lowered(soft_block(velocity=(speed, 0.0, 0.0), friction=friction, no_turn=True), dt).go(
            round((stop + 0.06) / dt))
        time = dt * np.arange(len(march.states))
        slide = time - begin
        exact = np.where(time < begin, speed / omega * np.sin(omega * time),
                         held + at_begin * slide - 0.5 * friction * G * slide**2)
        exact = np.where(time < stop, exact, farthest - held + held * np.cos(omega * (time - stop)))
        errors.append(np.abs(march.path()[:, 0] - exact).max())
        assert closing_error(march) < 1e-12
        lost = -march.state.work[ledger.FRICTION] / (friction * MASS * G * (farthest - held))
        assert lost == pytest.approx(1.0, abs=0.5 * (OMEGA * dt) ** 2)
    assert order(steps, errors) > 1.8
    assert errors[-1] < 2e-3 * farthest


def test_oblique_landing_remembers_slip_from_the_touch_on():
    """Lands with both speeds and sticks: x = v/omega_t sin omega_t t from the touch on, while it is in contact."""
    steps, errors, down, along = [1e-3, 5e-4, 2.5e-4], [], 0.3, 0.02
    for dt in steps:
        worst = []
        for phase in (0.1, 0.35, 0.6, 0.85):
            fall = (3.0 + phase) * dt
            scene = soft_block(down * fall + 0.5 * G * fall**2, (along, 0.0, -down), friction=3.0, no_turn=True)
            march = March(scene, dt).go(int(fall / dt) + round(8e-3 / dt))
            swing = 0.5 * OMEGA * (march.state.time - fall)
            exact = along * fall + along / (0.5 * OMEGA) * math.sin(swing)
            worst.append(abs(march.path()[-1, 0] - exact))
        errors.append(max(worst))
    assert order(steps, errors) > 1.8
    assert errors[-1] < 1e-2 * along / OMEGA


@pytest.mark.parametrize("omega", [3e3, 1e5])
def test_stiff_joints_do_not_ring(omega):
    """omega dt = 3 and 100: it lands without rebound and stands at W/k from then on."""
    march = March(soft_block(2e-3, (0.0, 0.0, -0.5), omega=omega), 1e-3).go(60)
    assert march.speeds()[:, 2].max() < 0.05
    assert np.abs(march.speeds()[-20:]).max() < 1e-6
    assert march.path()[-1, 2] - 0.5 * SIZE[2] == pytest.approx(-G / omega**2, rel=1e-4, abs=1e-12)


@pytest.mark.parametrize("settings", [{}, {"flow": "lagged"}, {"flow": "associative"}], ids=str)
def test_block_on_a_slope_stays(settings):
    """Friction 0.6 above tan 0.4. Settled with long steps, which damp; then 1 s of short ones, which do not."""
    scene = incline(math.atan(0.4), 0.6)
    stiff = {"normal_stiffness": 1e9, "shear_stiffness": 4e8}
    scene.joints[0] = replace(scene.joints[0], **stiff)
    march = March(scene, 1e-2, keep=False, **settings).go(150)
    sunk = 0.25 - march.state.position[march.block(), 2]
    assert sunk == pytest.approx(2000.0 * 0.5 * G * math.cos(math.atan(0.4)) / 1e9, rel=1e-6)
    settled = march.state
    model = march.model
    engine = NscdEngine(model, AnalysisSettings(dt=2e-3, **settings), 3.0)
    *_, (state, _, _) = take_steps(model, engine, replace(settled, step=750), 500)
    assert np.abs(state.position - settled.position).max() < 1e-12
    assert np.abs(state.orientation - settled.orientation).max() < 1e-12


def test_stack_sinks_by_the_weight_above_each_joint_and_stays():
    scene = Assembly("stack", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("soft", friction=0.6, normal_stiffness=5e9, shear_stiffness=2e9)
    names = scene.add_pattern(patterns.stack((0.6, 0.5, 0.4), 5), material="stone")
    scene.add_ground(level=0.0)
    march = March(scene, 2e-3).go(400)
    pressure = 2000.0 * 0.4 * G * np.arange(5, 0, -1)
    sunk = march.path(names[0])[0, 2] - np.array([march.path(name)[-1, 2] for name in names]) + np.arange(5) * 0.4
    assert sunk == pytest.approx(np.cumsum(pressure) / 5e9, rel=1e-7)
    assert np.abs(march.states[-1].position - march.states[-200].position).max() < 1e-14
    assert all(report.is_solved for report in march.reports)
    # and the impulses are the weights'
    ground = march.reports[-1].contacts.block_a == march.block("ground")
    ground |= march.reports[-1].contacts.block_b == march.block("ground")
    assert march.reports[-1].impulse[ground, 0].sum() == pytest.approx(pressure[0] * 0.3 * 2e-3, rel=1e-9)


def test_another_engine_goes_on_bit_for_bit():
    """In the middle of a slide on springs, with a rigid block beside."""
    scene = soft_block(velocity=(0.3, 0.1, -0.1), friction=0.3)
    scene.joint("hard", friction=0.5, between=("other", "*"))
    scene.add("other", box((0.3, 0.3, 0.3), center=(2.0, 0.0, 0.151)), material="stone")
    march = March(scene, 1e-3).go(20)
    arrays = march.state.to_arrays()
    march.go(30)
    engine = NscdEngine(scene.build(), AnalysisSettings(dt=1e-3), 1.0)
    *_, (middle, _, _) = take_steps(march.model, engine, engine.restore(arrays), 30)
    for name, value in march.state.to_arrays().items():
        assert np.array_equal(value, middle.to_arrays()[name]), name
    assert closing_error(march) < 1e-12


def test_rocking_on_springs_keeps_the_ledger_closed():
    scene = soft_block(velocity=(0.4, 0.2, 0.0), friction=0.8)
    scene.tilt("block", angle_deg=3.0, axis="y", about=(0.25, 0.0, 0.0))
    march = March(scene, 1e-3).go(300)
    assert closing_error(march) < 1e-12
    total = [sum(energies(march.model, state, 0.0)) - state.work[ledger.ELASTIC] for state in march.states]
    assert max(total) - total[0] < 1e-3 * MASS * 0.1      # no gain: 1e-3 of the kinetic energy of the start


def test_bonds_take_the_stiffness_of_their_joint():
    """Hung from a roof by mortar of stiffness k it swings about -W/k with the joint's own frequency."""
    scene = Assembly("hung", gravity=G)
    scene.material("stone", density=DENSITY)
    scene.joint("mortar", friction=0.6, cohesion=1e8, tension=1e8, normal_stiffness=NORMAL, shear_stiffness=NORMAL)
    scene.add("block", box(SIZE, center=(0.0, 0.0, -0.5 * SIZE[2])), material="stone")
    scene.add("roof", box((1.0, 1.0, 0.2), center=(0.0, 0.0, 0.1)))
    scene.support("roof")
    dt = 5e-4
    march = March(scene, dt).go(round(4 * math.pi / OMEGA / dt))
    time = dt * np.arange(len(march.states))
    exact = -G / OMEGA**2 * (1.0 - np.cos(OMEGA * time))
    assert march.path()[:, 2] + 0.5 * SIZE[2] == pytest.approx(exact, abs=2.0 * (OMEGA * dt) ** 2 * G / OMEGA**2)
    assert closing_error(march) < 1e-12


def test_flight_over_a_soft_joint_with_nothing_in_reach():
    """No contact at all is a step, too; in the published scheme as well."""
    for settings in ({}, {"scheme": "euler"}):
        march = March(soft_block(5.0), 1e-3, **settings).go(2)
        assert march.speeds()[-1, 2] == pytest.approx(-2e-3 * G, rel=1e-12)


def test_restitution_and_stiffness_exclude_each_other():
    message = (r"^joint 'dry': restitution must be 0 \[-\] where stiffness is given, got 0.5: such a joint rebounds by "
               r"its spring$")
    with pytest.raises(InputError, match=message):
        Assembly("x", gravity=G).joint("dry", friction=0.5, restitution=0.5, normal_stiffness=1e9, shear_stiffness=1e9)
