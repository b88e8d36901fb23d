"""What is at rest stays at rest, to rounding; what meets at corners only makes no contact."""

from dataclasses import replace

import numpy as np
import pytest
from scenes import G, March, block_on_ground, wall

from drystone import motion
from drystone.geometry.primitives import box


def test_dry_wall_of_210_blocks_does_not_drift_and_keeps_its_contacts():
    """20 courses for 0.1 s: no block moves by 1e-9 m, no contact appears or vanishes after the first step."""
    march = March(wall(20), 1e-3).go(100)
    free = ~march.model.is_support
    assert free.sum() == 210
    moved = np.abs(march.state.position - march.model.initial_position)[free]
    assert moved.max() < 1e-9
    keys = [frozenset(map(tuple, report.contacts.key)) for report in march.reports]
    assert all(key == keys[0] for key in keys)
    assert all(report.is_solved for report in march.reports)


def test_a_wall_shaken_below_its_strength_stands_without_a_solver():
    """Impulses next to the last ones hold it, in every step but the first: exact rest, and they carry what pushes."""
    scene = wall(8)
    scene.ground_motion("shake", motion.OneSine(amplitude=0.2 * G, half_period=0.05), direction=(1, 0, 0))
    march = March(scene, 2e-3).go(40)
    assert {report.solver for report in march.reports[1:]} == {"rest"}
    assert all(not state.twist.any() for state in march.states)
    free, ground = ~march.model.is_support, march.model.block_index("ground")
    mass = march.model.mass[free].sum()
    for report, state in zip(march.reports, march.states):
        load = march.model.loads.impulse(state.time, state.time + march.dt, state.position, np.eye(3)[None])[free, :3]
        found = report.contacts
        sign = (found.block_b == ground).astype(float) - (found.block_a == ground)
        carried = np.einsum("c,cij,ci->j", sign, found.frame, report.impulse)
        assert carried == pytest.approx(load.sum(axis=0), abs=1e-9 * mass * G * march.dt)


def test_reactions_carry_the_weight():
    march = March(wall(4), 1e-3).go(3)
    report = march.reports[-1]
    ground = march.model.block_index("ground")
    upward = np.zeros(3)
    for c in range(report.contacts.count):
        force = report.contacts.frame[c].T @ report.impulse[c] / march.dt
        if report.contacts.block_a[c] == ground:
            upward += force
        elif report.contacts.block_b[c] == ground:
            upward -= force
    weight = march.model.mass[~march.model.is_support].sum() * G
    assert upward == pytest.approx([0.0, 0.0, weight], rel=1e-9, abs=1e-6 * weight)


def test_stack_bond_wall_slides_at_mu_like_any_other():
    """Blocks that meet at corners only must not lock: pushed by 0.7 g over friction 0.6, the wall slides as one."""
    for share, moves in ((0.55, False), (0.65, True)):
        scene = wall(3, bond="stack")
        scene.body_acceleration("push", (share * G, 0.0, 0.0))
        march = March(scene, 1e-3, flow="coulomb").go(50)
        free = ~march.model.is_support
        speed = march.state.twist[free, 0]
        if moves:
            assert speed == pytest.approx((share - 0.6) * G * 0.05, rel=0.02)
        else:
            assert np.abs(speed).max() < 1e-12


def test_dropped_block_comes_to_exact_rest():
    """A block dropped by 10 mm ends with exactly zero twist, flat on the ground."""
    scene = block_on_ground((0.6, 0.5, 0.4), friction=0.6)
    lifted = March(scene, 1e-3)
    position = lifted.state.position.copy()
    position[lifted.block(), 2] += 0.01
    lifted.state = replace(lifted.state, position=position)
    lifted.go(400)
    assert np.abs(lifted.state.twist).max() == 0.0
    assert lifted.state.position[lifted.block(), 2] == pytest.approx(0.2, abs=2e-6)


@pytest.mark.parametrize("scheme", ["euler", "theta", "midpoint"])
def test_overlap_of_the_drawing_does_not_kick(scheme):
    """A block drawn 0.05 mm into the ground stays where it is: the overlap is an offset, not a push."""
    scene = block_on_ground((0.6, 0.5, 0.4), friction=0.6)
    scene.add("upper", box((0.6, 0.5, 0.4), center=(0.0, 0.0, 0.6 - 5e-5)), material="stone")
    march = March(scene, 1e-3, scheme=scheme, theta=0.7 if scheme == "theta" else None).go(200)
    assert np.abs(march.state.position - march.model.initial_position).max() < 1e-9
