"""Friction against closed forms: sticking, sliding, stopping, and the lift that the flow rule may cause."""

import math

import numpy as np
import pytest
from scenes import G, March, block_on_ground, incline

MU = 0.5
SCHEMES = [("midpoint", "lagged"), ("midpoint", "coulomb"), ("euler", "associative"), ("euler", "coulomb")]


@pytest.mark.parametrize(("scheme", "flow"), SCHEMES)
def test_block_sticks_below_the_friction_angle(scheme, flow):
    """10 s at 0.98 of the friction angle: no creep at all."""
    march = March(incline(0.98 * math.atan(MU), MU), 1e-2, scheme=scheme, flow=flow).go(1000)
    assert np.abs(march.path() - march.path()[0]).max() < 1e-9


@pytest.mark.parametrize(("scheme", "flow"), SCHEMES)
def test_block_slides_above_the_friction_angle(scheme, flow):
    """Acceleration g (sin - mu cos). The first step of the associative rule lifts once; later ones are exact."""
    angle, dt = 1.3 * math.atan(MU), 1e-3
    march = March(incline(angle, MU), dt, scheme=scheme, flow=flow).go(400)
    speed = march.speeds()[:, 0]
    exact = G * (math.sin(angle) - MU * math.cos(angle))
    mean = (speed[400] - speed[100]) / (300 * dt)
    assert mean == pytest.approx(exact, rel=1e-6 if flow == "coulomb" else 2e-3)


def test_associative_gap_does_not_grow_while_sliding():
    """Sliding at s lifts the contact by mu s dt, not by more as it goes on."""
    angle, dt = 1.3 * math.atan(MU), 1e-3
    march = March(incline(angle, MU), dt, scheme="euler", flow="associative").go(1000)
    lift = march.path()[:, 2] - march.path()[0, 2]
    bound = MU * march.speeds()[:, 0] * dt
    assert (lift[1:] <= bound[1:] * (1 + 1e-6) + 1e-12).all()


@pytest.mark.parametrize("dt", [2e-3, 1e-3])
@pytest.mark.parametrize(("scheme", "flow"), [("midpoint", "lagged"), ("midpoint", "coulomb")])
def test_stopping_distance(scheme, flow, dt):
    """A block sliding at v0 stops after v0^2/(2 mu g), within one step of travel."""
    scene = block_on_ground((1.0, 1.0, 0.4), friction=MU)
    scene.velocity("block", linear=(1.0, 0.0, 0.0))
    march = March(scene, dt, scheme=scheme, flow=flow).go(math.ceil(0.25 / dt))
    assert march.path()[-1, 0] == pytest.approx(1.0 / (2 * MU * G), abs=1.0 * dt)
    march.go(300)   # what the lagged shift let sink is pushed out by a fifth a step; then rest is exact
    assert np.abs(march.state.twist).max() == 0.0


def pushed_block_lift(dt: float) -> float:
    """Greatest lift of a block pushed from rest to 1 m/s over a rough floor [m]."""
    scene = block_on_ground((1.0, 1.0, 0.3), friction=0.6)
    mass = 1800.0 * 0.3
    push = mass * (0.6 * G + 5.0)   # 5 m/s2 beyond friction, in line with the base so that nothing tips
    scene.load_point("push", "block", (0.0, 0.0, 0.0), (push, 0.0, 0.0))
    march = March(scene, dt).go(round(0.2 / dt))
    assert march.speeds()[-1, 0] == pytest.approx(1.0, rel=5e-3)
    return float((march.path()[:, 2] - march.path()[0, 2]).max())


def test_default_scheme_lifts_a_pushed_block_no_more_than_mu_s_dt_and_less_with_the_step():
    coarse, fine = pushed_block_lift(2e-3), pushed_block_lift(5e-4)
    assert coarse <= 0.6 * 1.0 * 2e-3
    assert fine <= 0.6 * 1.0 * 5e-4
    assert fine < 0.5 * coarse or coarse < 1e-9


def test_friction_at_rest_exceeds_friction_in_sliding():
    """Pushed by 0.55 of its weight with mu 0.6 at rest and 0.4 sliding: stands; nudged, it accelerates by 0.15 g."""
    for nudge, expected in ((0.0, 0.0), (0.05, 0.15 * G)):
        scene = block_on_ground((1.0, 1.0, 0.3), friction=0.6, friction_sliding=0.4)
        scene.load_point("push", "block", (0.0, 0.0, 0.0), (0.55 * 1800.0 * 0.3 * G, 0.0, 0.0))
        scene.velocity("block", linear=(nudge, 0.0, 0.0))
        march = March(scene, 1e-3, flow="coulomb").go(200)
        speed = march.speeds()[:, 0]
        assert (speed[200] - speed[50]) / 0.15 == pytest.approx(expected, abs=2e-3)


def test_frictionless_block_keeps_its_speed():
    scene = block_on_ground((1.0, 1.0, 0.4), friction=0.0)
    scene.velocity("block", linear=(1.0, 0.0, 0.0))
    march = March(scene, 1e-3).go(100)
    assert march.speeds()[-1] == pytest.approx([1.0, 0, 0, 0, 0, 0], abs=1e-9)
