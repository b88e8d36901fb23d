"""Does it stand: one verdict for all commands, and whether the weight or locked-in pressure makes it stand."""

import math

import numpy as np
import pytest
from limit_scenes import G, arch, assembly, block, flat_arch, hanging, hoek_bray, stack, wall, wall_in_a_frame, wedge

import drystone as ds
from drystone.engines.nscd.engine import NscdEngine
from drystone.limit import locked_in
from drystone.limit.equilibrium import build_equilibrium
from drystone.limit.locked_in import find_pressable
from drystone.limit.standing import find_rests, judge_standing
from drystone.limit.statics import find_margins, friction_reserve, thrust_range
from drystone.limit.statics_words import describe_margins, describe_standing, describe_thrust
from drystone.model.settings import AnalysisSettings
from drystone.patterns import segmental_arch
from drystone.patterns import stack as stack_pattern
from drystone.simulation.march import take_steps


def tied_arch() -> ds.Assembly:
    """An arch over 5 m on two piers, with a rod between its springers."""
    a = assembly(0.7)
    a.add_pattern(segmental_arch(5.0, 2.5, 0.6, 15, 0.6), material="stone", name="arch", offset=(0.0, 0.0, 3.4))
    for name, x in (("left", -2.8), ("right", 2.8)):
        a.add_pattern(stack_pattern((1.2, 0.6, 0.4), 7, base=(x, 0.0, 0.0)), material="stone", name=name)
    a.add_ground(0.0)
    a.tie("rod", [("arch/abutment_left", (-2.8, 0.0, 3.1)), ("arch/abutment_right", (2.8, 0.0, 3.1))])
    return a


# --- the verdict ----------------------------------------------------------------------------------------

def test_an_arch_with_a_rod_stands_and_its_reactions_are_its_weight():
    model = tied_arch().build()
    standing = judge_standing(model)
    weight = G * float(model.mass[~model.is_support].sum())
    assert standing.statics.stands and standing.locked == []
    assert standing.statics.reactions["ground"] == pytest.approx([0.0, 0.0, weight], abs=1e-7 * weight)
    assert standing.statics.tie_force[0] > 0.0


def first_step_reaction(a: ds.Assembly, dt: float = 1e-3) -> np.ndarray:
    """(3,) [N] what all supports exert in the first step of a run."""
    model = a.build()
    engine = NscdEngine(model, AnalysisSettings(dt=dt), dt)
    _, report, _ = next(take_steps(model, engine, engine.start(), 1))
    force = np.einsum("cki,ck->ci", report.contacts.frame, report.impulse) / dt
    first, second = model.is_support[report.contacts.block_a], model.is_support[report.contacts.block_b]
    return force[first & ~second].sum(axis=0) - force[second & ~first].sum(axis=0)


@pytest.mark.parametrize("scene", [wall_in_a_frame, lambda: flat_arch(0.5)])
def test_a_run_starts_with_the_reactions_of_statics(scene):
    """The first step of a standing structure: supports carry what statics says, to the tolerance of the step's solver.

    A step is certified to 1e-5 of the velocity that gravity gives in it, so forces are good to 1e-5 of the weight.
    """
    statics = judge_standing(scene().build()).statics
    total = sum(statics.reactions.values())
    assert first_step_reaction(scene()) == pytest.approx(total, abs=2e-5 * np.linalg.norm(total))


def test_blocks_that_nothing_carries_fall():
    a = assembly()
    a.add("stone", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    a.add("cloud", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 5.5)), material="stone")
    a.add_ground(0.0)
    lines = describe_standing(judge_standing(a.build()))
    assert lines == ["load        39240 N", "stands      NO: no admissible forces balance the load",
                     "elastic     falls, as rigid joints do",
                     "mechanism   1 of 2 blocks move at once, at up to 9.81 m/s2: 'cloud'"]


def test_a_gap_in_the_drawing_is_told():
    """A cube 20 um above the ground stands for statics; a run lets it fall first, which is said."""
    a = assembly()
    a.add("stone", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.50002)), material="stone")
    a.add_ground(0.0)
    standing = judge_standing(a.build())
    assert standing.gap == pytest.approx(2e-5, rel=1e-6)
    assert describe_standing(standing)[1:4] == [
        "stands      yes", "elastic     stands if laid without stress; k_s/k_n 0.2, 0.4 and 1",
        "gaps        of up to 20 um in the drawing, taken as closed: a run closes them"]


def test_overlaps_that_a_run_takes_as_touching_are_touching():
    a = assembly()
    a.add("stone", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.495)), material="stone")
    a.add_ground(0.0)
    assert judge_standing(a.build(), overlap_tolerance=0.01).statics.stands
    with pytest.raises(ds.InputError, match=r"blocks 'stone' and 'ground' overlap by 0\.005 m, more than 0\.001 of"):
        judge_standing(a.build())


# --- locked-in pressure -----------------------------------------------------------------------------------

@pytest.mark.parametrize("planar", [False, True])
@pytest.mark.parametrize("friction", [0.3, 2.0])
def test_a_block_that_hangs_by_friction_is_told(friction, planar):
    standing = judge_standing(hanging(friction, planar=planar).build())
    assert describe_standing(standing)[1] == (
        "stands      by rigid joints; may rest on locked-in pressure between 'stone' and 'left', 'stone' and 'right'")


def test_any_amount_is_not_no_friction():
    """The same words for the reserve and the thrust; a wall that needs no friction has none of them."""
    model = hanging().build()
    margins = find_margins(model)
    assert margins.friction == math.inf and margins.locked == (("stone", "left"), ("stone", "right"))
    assert describe_margins(margins) == [
        "margins     friction may be divided by any amount if pressure is locked in, joints shrunk by any amount",
        "            with so little friction it may rest on locked-in pressure between 'stone' and 'left', "
        "'stone' and 'right'"]
    pair = ("left", "stone")
    assert describe_thrust(pair, *thrust_range(model, *pair)) == (
        "thrust      left on stone: 16350 .. any amount: rigid joints can lock in any pressure here")   # W / (2 mu)
    assert describe_margins(find_margins(stack(2))) == [
        "margins     friction may be divided by any amount, joints shrunk by any amount"]


def test_a_wedge_between_the_two_critical_frictions_is_told():
    """Rigid joints hold it from 31.07 deg on by shear across its line; Hoek and Bray allow none and say 33.357 deg."""
    exact = hoek_bray()
    assert exact == pytest.approx(33.357, abs=1e-3)
    least = math.degrees(math.atan(1.0 / friction_reserve(wedge(45.0).build())))
    assert least == pytest.approx(31.07, abs=0.01)
    pairs = ["'wedge' and 'plane_1'", "'wedge' and 'plane_2'"]
    for angle in (31.2, 32.0, 33.0, exact - 0.1):
        words = describe_standing(judge_standing(wedge(angle).build()))[1]
        assert words == f"stands      by rigid joints; may rest on locked-in pressure between {', '.join(pairs)}"
    for angle in (exact + 0.2, 34.0, 36.0, 45.0):
        assert describe_standing(judge_standing(wedge(angle).build()))[1] == "stands      yes"
    assert find_margins(wedge(45.0).build()).locked == (("wedge", "plane_1"), ("wedge", "plane_2"))


@pytest.mark.parametrize("scene", [
    wall, lambda: block(1.0, 1.0), lambda: arch(0.2, 12), lambda: arch(0.2, 12, planar=False, friction=0.6),
    lambda: wall_in_a_frame().build(), lambda: tied_arch().build(), lambda: flat_arch(0.5).build(),
    lambda: flat_arch(0.1).build(), lambda: flat_arch(0.1, 0.3).build(),
    lambda: block(1.0, 1.0, friction=0.21, planar=True, gravity=(-0.2 * G, 0.0, -G))])
def test_what_stands_by_its_weight_is_not_accused(scene):
    """Neither walls and arches, nor those between posts and abutments whose joints could be pressed without limit."""
    standing = judge_standing(scene())
    assert standing.statics.stands and standing.locked == []


def test_the_wall_in_a_frame_could_be_pressed_without_limit():
    """So the test above says something: its thrust has no bound, and joints at the posts slide in elastic forces."""
    model = wall_in_a_frame().build()
    assert thrust_range(model, "left", "course_1/block_1")[1] == math.inf
    assert judge_standing(model).statics.friction_use.max() > 0.99


@pytest.mark.parametrize(("scene", "all_or_none"), [
    (lambda: hanging().build(), True), (lambda: flat_arch(0.1).build(), True), (lambda: flat_arch(0.5).build(), False),
    (wall, False), (lambda: arch(0.2, 12), False), (lambda: wedge(32.0).build(), False)])
def test_where_joints_can_be_pressed_without_limit(scene, all_or_none):
    """A straight line between fixed faces that stays within joints and cones: of a flat arch, not of a round one."""
    pressed = find_pressable(build_equilibrium(scene()))
    assert pressed.all() if all_or_none else not pressed.any()


def test_large_models_are_asked_whether_they_can_be_pressed(monkeypatch):
    """In place of the sequence: a hanging block is told; a wedge that slides in elastic forces is not."""
    monkeypatch.setattr(locked_in, "MOST_BLOCKS", 0)
    assert len(judge_standing(hanging().build()).locked) == 2
    assert judge_standing(wedge(34.0).build()).locked == []


# --- what rests on what -------------------------------------------------------------------------------------

def test_what_rests_on_what():
    """A stone beside a wall touches, and rests on nothing; a stone on a rope hangs from its support."""
    a = assembly()
    for name, centre in (("wall", (0.0, 0.0, 0.5)), ("top", (0.0, 0.0, 1.5)), ("stuck", (1.0, 0.0, 0.8)),
                         ("hung", (0.0, 0.0, 6.0)), ("cloud", (9.0, 0.0, 6.0)), ("roof", (0.0, 0.0, 9.0))):
        a.add(name, ds.box((1.0, 1.0, 1.0), center=centre), material="stone")
    a.support("roof")
    a.add_ground(0.0)
    a.tie("rope", [("hung", (0.0, 0.0, 6.0)), ("roof", (0.0, 0.0, 8.5))])
    model = a.build()
    rests = find_rests(model, judge_standing(model).statics.equilibrium.contacts)
    names = model.block_names
    assert {(names[i], names[k]) for i, k in rests.on} == {("wall", "ground"), ("top", "wall"), ("hung", "roof")}
    assert [names[i] for i in rests.beside] == ["stuck"] and [names[i] for i in rests.alone] == ["cloud"]
