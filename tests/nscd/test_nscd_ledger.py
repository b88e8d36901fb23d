"""The energy ledger closes to rounding in every variant, and a wrong term would open it."""

import numpy as np
import pytest
from scenes import G, March, block_on_ground, energies, tilted_block

from drystone import motion
from drystone.engines.nscd import ledger
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly

VARIANTS = [
    {}, {"flow": "coulomb"}, {"flow": "associative"}, {"scheme": "euler"}, {"scheme": "euler", "rotation": "explicit"},
    {"scheme": "euler", "rotation_iterations": 3}, {"scheme": "theta", "theta": 0.7}, {"solver": "clarabel"},
]


def closing_error(march: March) -> float:
    """Imbalance over the largest term."""
    start, end = energies(march.model, march.states[0], 0.0), energies(march.model, march.state, 0.0)
    balance = sum(end) - sum(start) - march.state.work.sum()
    return abs(balance) / max(*np.abs(march.state.work), *np.abs(start), *np.abs(end))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_ledger_closes_through_impacts_and_sliding(variant):
    scene = tilted_block(8.0, size=(0.6, 0.5, 1.2), friction=0.35)
    scene.velocity("block", linear=(0.3, 0.2, 0.0), angular=(0.2, 0.1, 0.3))
    scene.ground_motion("shake", motion.OneSine(amplitude=4.0, half_period=0.1), direction=(0.6, 0.8, 0.0))
    march = March(scene, 1e-3, **variant).go(400)
    assert closing_error(march) < 1e-12


def test_ledger_sees_a_term_that_is_missing():
    march = March(tilted_block(8.0), 1e-3, scheme="euler").go(700)
    for term in (ledger.IMPACT, ledger.INTEGRATION):
        assert abs(march.state.work[term]) > 0.0
    opened = march.state.work.copy()
    opened[ledger.IMPACT] = 0.0
    start, end = energies(march.model, march.states[0], 0.0), energies(march.model, march.state, 0.0)
    assert abs(sum(end) - sum(start) - opened.sum()) > 1.0


def test_friction_dissipates_what_a_sliding_block_loses():
    """Stopping from 1 m/s: friction takes m v^2/2."""
    scene = block_on_ground((1.0, 1.0, 0.4), friction=0.5)
    scene.velocity("block", linear=(1.0, 0.0, 0.0))
    march = March(scene, 1e-3, flow="coulomb").go(300)
    mass = 1800.0 * 0.4
    assert march.state.work[ledger.FRICTION] == pytest.approx(-0.5 * mass, rel=1e-3)


def test_moving_supports_do_the_work_that_loads_do_in_the_ground_frame():
    """The same pulse applied to the supports and as a body force gives the same relative motion."""
    paths = []
    for applied in ("body_force", "supports"):
        scene = block_on_ground((0.5, 0.5, 1.5), friction=0.8)
        scene.ground_motion("pulse", motion.HalfSine(amplitude=4.5, duration=0.3), direction=(1, 0, 0), applied=applied)
        march = March(scene, 1e-3).go(500)
        ground = march.path("ground") - march.path("ground")[0]
        paths.append(march.path() - ground)
        assert closing_error(march) < 1e-12
    assert np.abs(paths[0] - paths[1]).max() < 2e-4 * G * 0.1


# --- impacts at their own instant ------------------------------------------------------------------

def landing_error(dt: float, height: float) -> tuple[float, float]:
    """A cube dropped from `height` [m], by whose fall all is known: it loses m g h when it lands.

    Returns the error of what the ledger says of the impact, and what it says of the stepping, over m g h.
    """
    scene = Assembly("drop", gravity=G)
    scene.material("stone", density=1800.0)
    scene.joint("dry", friction=0.5)
    scene.add("block", box((0.4, 0.4, 0.4), center=(0.0, 0.0, 0.2 + height)), material="stone")
    scene.add_ground(level=0.0)
    march = March(scene, dt).go(round(np.sqrt(2.0 * height / G) / dt) + 20)
    work, energy = march.state.work, 1800.0 * 0.4**3 * G * height
    assert not march.state.twist.any()
    errors = work[[ledger.INTEGRATION, ledger.INERTIA, ledger.ROTATION, ledger.SOLVER]].sum()
    return abs(work[ledger.IMPACT] + work[ledger.RECOVERY] + energy) / energy, abs(errors) / energy


def test_an_impact_loses_what_the_block_had_at_its_instant():
    """Second order in dt: with the mean velocity of the step it would be 2 g dt (1/2 - tau) / V, of first order.

    What is left is the way that a parabola differs from its tangent over the step, m g a dt^2 / 2, on either side.
    """
    heights = 0.051 * (1.0 + 0.002 * np.arange(20))     # V = 1 m/s, at 20 phases of the step
    for dt in (2e-3, 1e-3, 5e-4):
        errors = np.array([landing_error(dt, height) for height in heights])
        assert errors[:, 0].max() < (G * dt) ** 2 / (2.0 * G * heights[0])
        assert errors[:, 1].max() < 1e-12


def test_rocking_impacts_lose_by_the_balance_of_angular_momentum():
    """Housner: of its energy above rest a slender block keeps (1 - 3/2 sin^2 alpha)^2 at an impact."""
    width, height, tilt = 0.5, 2.0, np.deg2rad(5.0)
    march = March(tilted_block(5.0, size=(width, 0.5, height), friction=1.0), 1e-3).go(450)
    alpha, half = np.arctan(width / height), 0.5 * np.hypot(width, height)
    energy = 1800.0 * width * 0.5 * height * G * half * (np.cos(alpha - tilt) - np.cos(alpha))
    kept = (1.0 - 1.5 * np.sin(alpha) ** 2) ** 2
    assert -march.state.work[ledger.IMPACT] == pytest.approx((1.0 - kept) * energy, rel=2e-3)
    assert abs(march.state.work[ledger.INTEGRATION]) < 1e-9 * energy
