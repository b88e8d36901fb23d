"""The energy ledger closes to rounding in every variant, and a wrong term would open it."""

import numpy as np
import pytest
from scenes import G, March, block_on_ground, energies, tilted_block

from drystone import motion
from drystone.engines.nscd import ledger

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
    march = March(tilted_block(8.0), 1e-3).go(700)
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
