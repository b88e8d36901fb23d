"""The small give of rigid joints, and how exactly a step obeys Coulomb's law: levels and what they ask for."""

from dataclasses import replace

import numpy as np
import pytest
from scenes import G, March, block_on_ground, energies, wall

from drystone.engines.nscd.accuracy import SMALL, accuracy_in_force
from drystone.engines.nscd.give import JUMP, give_way, without_impacts
from drystone.engines.nscd.warmup import stack_of_cubes
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.settings import AnalysisSettings
from drystone.solvers.cone.problem import FlowLaw
from drystone.solvers.coulomb import solve_coulomb

SHARE = 5e-3


def resting_stack(count=3):
    """Cubes of 1 kg on a support, not pushed, and impulses (c, 3) of Coulomb's law under which they stand still."""
    problem = replace(stack_of_cubes(count, push=0.0), law=FlowLaw.COULOMB)
    impulse = np.zeros((problem.contact_count, 3))
    above = np.repeat(np.arange(count, 0, -1), 4)
    impulse[:, 0] = above * problem.speed_scale / 4
    return problem, impulse


# --- give -----------------------------------------------------------------------------------------

def test_where_impulses_do_not_change_nothing_gives():
    """At rest under the impulses of the last step the row u + d + E (r - c) is that of rigid joints: no creep."""
    problem, impulse = resting_stack()
    soft = give_way(problem, SHARE, impulse, knows_gap=False)
    assert soft.bias + soft.compliance * impulse == pytest.approx(problem.bias, abs=1e-17)
    found = solve_coulomb(soft, (np.zeros_like(problem.free_twist), impulse), tolerance=1e-9, most=500)
    assert np.abs(found.twist).max() < 1e-9 * problem.speed_scale
    assert found.impulse == pytest.approx(impulse, rel=1e-8)


def test_a_change_of_the_load_gives_by_the_compliance():
    """From no impulse to the weight of one cube: it sinks by E r in the step, r of the four corners at equal shares."""
    problem, impulse = resting_stack(1)
    soft = give_way(problem, SHARE, np.zeros_like(impulse), knows_gap=False)
    found = solve_coulomb(soft, tolerance=1e-9, most=500)
    # u = -E r and m (u + g dt) = 4 r, the support being without inverse mass: E = SHARE / m
    expected = -problem.speed_scale * SHARE / (4.0 + SHARE)
    assert found.twist[1] == pytest.approx([0, 0, expected, 0, 0, 0], abs=1e-8 * problem.speed_scale)


def test_rows_that_know_their_gap_remember_along_t_alone():
    problem, impulse = resting_stack()
    impulse[:, 1] = 0.1 * impulse[:, 0]
    with_gap = give_way(problem, SHARE, impulse, knows_gap=True)
    without = give_way(problem, SHARE, impulse, knows_gap=False)
    assert np.array_equal(with_gap.bias[:, 0], problem.bias[:, 0])
    assert np.array_equal(with_gap.bias[:, 1:], without.bias[:, 1:]) and without.bias[:, :2].all()
    assert np.array_equal(with_gap.compliance, without.compliance)


def test_a_joint_goes_on_from_what_it_bore_before_an_impact():
    """A change that the give could only follow faster than 0.1 g dt is no change of load; a fall of the impulse is."""
    problem, impulse = resting_stack(1)
    slow = JUMP * problem.speed_scale / SHARE          # one cube of 1 kg on a support: E = SHARE / m
    for change, expected in ((0.99 * slow, "last"), (1.01 * slow, "older"), (-3.0 * slow, "last")):
        older = impulse + np.array([max(-change, 0.0), 0.1, 0.0])
        last = older + np.array([change, 0.2, 0.0])
        chosen = without_impacts(problem, SHARE, last, older)
        assert np.array_equal(chosen, {"last": last, "older": older}[expected])


def test_a_stack_that_lands_is_not_thrown_up_again():
    """Five slabs land while they slide: joints that went on from the impulse of the impact gave 2e-3 of m g h back."""
    scene = Assembly("stack", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.5)
    for k in range(5):
        scene.add(f"b{k}", box((0.4, 0.4, 0.2), center=(0.013 * (-1) ** k, 0.0, 0.15 + 0.2 * k)), material="stone")
        scene.velocity(f"b{k}", linear=(0.5, 0.0, 0.0))
    scene.add_ground(level=0.0)
    march = March(scene, 1e-3, accuracy="standard").go(200)
    energy = np.array([sum(energies(march.model, state)) for state in march.states])
    fall = 5 * 2000.0 * 0.4 * 0.4 * 0.2 * G * 0.05
    assert energy[0] - energy[-1] > fall
    assert np.maximum(np.diff(energy), 0.0).sum() < 5e-4 * fall


def test_only_rigid_rows_get_a_give():
    """Springs of the model stay what they are, along each axis, and have no memory."""
    problem, impulse = resting_stack()
    given = np.zeros((problem.contact_count, 3))
    given[0], given[1, 0] = 0.3, 0.2
    soft = give_way(replace(problem, compliance=given), SHARE, impulse, knows_gap=False)
    stated = given > 0.0
    assert np.array_equal(soft.compliance[stated], given[stated]) and (soft.compliance[~stated] > 0.0).all()
    assert np.array_equal(soft.bias[stated], problem.bias[stated])
    assert soft.bias[~stated] == pytest.approx(-(soft.compliance * impulse)[~stated])


def test_the_give_is_a_share_of_the_inverse_masses():
    """Of both blocks, a support counting for nothing; and none is none."""
    problem, impulse = resting_stack(2)
    inertia = problem.inertia.copy()
    inertia[1], inertia[2] = 2.0 * inertia[1], 5.0 * inertia[2]
    problem = replace(problem, inertia=inertia)
    soft = give_way(problem, SHARE, impulse, knows_gap=False)
    expected = SHARE * np.repeat([1 / 2, 1 / 2 + 1 / 5], 4)
    assert soft.compliance == pytest.approx(np.repeat(expected[:, None], 3, axis=1), rel=1e-15)
    assert give_way(problem, 0.0, impulse, knows_gap=False) is problem


def test_a_wall_at_rest_does_not_creep():
    """Without exact rest to hold it, too: 50 steps of the splitting or of convex problems move nothing.

    Each step may err by the accuracy asked for along a column of blocks; what it errs by must not add up to one way.
    """
    march = March(wall(6), 1e-3, keep=False, settling=False, accuracy="standard")
    start = march.state.position.copy()
    march.go(50)
    moved = np.abs(march.state.position - start).max()
    assert moved < 0.03 * G * 1e-3 * 50 * 1e-3


# --- accuracy -------------------------------------------------------------------------------------

@pytest.mark.parametrize("free, level", [(1, "exact"), (SMALL, "exact"), (SMALL + 1, "standard"), (5000, "standard")])
def test_the_default_goes_by_the_number_of_free_blocks(free, level):
    found = accuracy_in_force(AnalysisSettings(dt=1e-3), free)
    assert found.level == level and f"here {free}" in found.reason and str(SMALL) in found.reason


@pytest.mark.parametrize("free", [1, SMALL, SMALL + 1, 5000])
@pytest.mark.parametrize("level", ["study", "standard", "exact"])
def test_a_stated_level_is_obeyed(level, free):
    found = accuracy_in_force(AnalysisSettings(dt=1e-3, accuracy=level), free)
    assert (found.level, found.reason) == (level, "as stated")


def test_levels_are_in_order():
    """Each asks for more than the one before; small models of the exact one have no numerical give at all."""
    study, standard, exact, small = (accuracy_in_force(AnalysisSettings(dt=1e-3, accuracy=level), free) for level, free
                                     in (("study", 100), ("standard", 100), ("exact", 100), ("exact", 10)))
    for rough, fine in ((study, standard), (standard, exact), (exact, small)):
        assert fine.aim < rough.aim and fine.flow <= rough.flow and fine.momentum <= rough.momentum
        assert fine.most > rough.most and fine.give <= rough.give
    assert small.give == 0.0


@pytest.mark.parametrize("level", ["study", "standard", "exact"])
def test_steps_reach_what_their_level_asks_for(level):
    """A sliding block: every step within the flow residual of its level, in units of g dt."""
    scene = block_on_ground((1.0, 1.0, 0.5), friction=0.3)
    scene.velocity("block", linear=(1.0, 0.0, 0.0))
    march = March(scene, 1e-3, accuracy=level).go(20)
    asked = accuracy_in_force(AnalysisSettings(dt=1e-3, accuracy=level), 1)
    assert all(report.flow_residual <= asked.flow * G * 1e-3 for report in march.reports)
    assert march.state.twist[:, 0].max() == pytest.approx(1.0 - 0.3 * G * 0.02, abs=20 * asked.flow * G * 1e-3)
