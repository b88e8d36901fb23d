"""What stands with ties stands from the first step: rigid joints beside them do not give."""

import math

import numpy as np
import pytest
from scenes import G, March

from drystone import patterns
from drystone.geometry.primitives import box
from drystone.limit.statics import statics_analysis
from drystone.model.assembly import Assembly

PIER, COUNT = (1.0, 1.0, 0.5), 7
SCHEMES = [{}, {"scheme": "euler"}, {"scheme": "theta", "theta": 0.7}]


def tied_arch(**law) -> Assembly:
    """A semicircle of 15 voussoirs over 5 m on two piers of seven blocks, a rod between the abutment blocks."""
    scene = Assembly("tied arch", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.7)
    arch = patterns.segmental_arch(5.0, 2.5, 0.5, 15, 1.0)
    boxes = {piece.name: np.array(piece.shape.bounding_box) for piece in arch if "abutment" in piece.name}
    bottom = min(low[2] for low, _ in boxes.values())
    scene.add_pattern(arch, material="stone", offset=(0.0, 0.0, COUNT * PIER[2] - bottom))
    for name, (low, high) in boxes.items():
        scene.add_pattern(patterns.stack(PIER, COUNT, (0.5 * (low[0] + high[0]), 0.0, 0.0)), material="stone",
                          name=f"pier of {name}")
    scene.add_ground(level=0.0)
    if law.pop("tied", True):
        scene.tie("rod", list(boxes), **law)
    return scene


def moved(march: March) -> float:
    """Greatest way of any block from where it was drawn [m], over all steps."""
    return max(float(np.abs(state.position - march.states[0].position).max()) for state in march.states)


LAWS = [{}, {"stiffness": 1e7}, {"stiffness": 1e7, "prestress": 8e3}]


def stands_still(law: dict, dt: float) -> None:
    """Over 1 s nothing moves by more than rounding, and the rod keeps its prestress.

    Coordinates are up to 7 m: their rounding is 1e-15 m, and 1,000 steps add up to 1e-12 m at the very most.
    """
    scene = tied_arch(**law)
    assert statics_analysis(scene.build()).stands
    march = March(scene, dt).go(round(1.0 / dt))
    assert moved(march) < 1e-12
    force = np.array([report.tie_force[0] for report in march.reports])
    assert np.ptp(force) <= 1e-6 * max(force.max(), 1.0)
    if "stiffness" in law:
        assert force[0] == pytest.approx(law.get("prestress", 0.0), abs=1e-3)


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_arch_with_a_rod_stands_still_from_the_first_step(law):
    """Statics says that it stands. What is lent to its joints grows with the square of the step: a long one."""
    stands_still(law, 5e-3)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS, ids=str)
def test_arch_with_a_rod_stands_still_at_the_usual_step(law):
    stands_still(law, 1e-3)


@pytest.mark.parametrize("settings", SCHEMES, ids=str)
def test_published_schemes_stand_still_too(settings):
    march = March(tied_arch(), 1e-3, **settings).go(50)
    assert moved(march) < 1e-12


def leaning(**law) -> tuple[Assembly, float]:
    """A block on its edge, 20 degrees beyond upright, held by a rod at its top; the one force that balances it."""
    scene = Assembly("leaning", gravity=G)
    scene.material("stone", density=1800.0)
    scene.joint("dry", friction=2.0)
    scene.add("block", box((0.6, 0.6, 2.0), center=(0.0, 0.0, 1.0)), material="stone")
    scene.add_ground(level=0.0)
    scene.tilt("block", angle_deg=20.0, axis="y", about=(0.3, 0.0, 0.0))
    c, s = math.cos(math.radians(20.0)), math.sin(math.radians(20.0))
    top = (0.3 - 0.6 * c + 2.0 * s, 0.0, 0.6 * s + 2.0 * c)
    needed = 1800.0 * 0.72 * G * (-0.3 * c + 1.0 * s) / top[2]
    if "stiffness" in law:
        law["prestress"] = needed
    scene.tie("rod", [("block", (-0.3, 0.0, 2.0)), ("ground", (top[0] - 5.0, 0.0, top[2]))], **law)
    return scene, needed


@pytest.mark.parametrize("settings", SCHEMES, ids=str)
@pytest.mark.parametrize("law", [{}, {"stiffness": 1e6}], ids=str)
def test_force_that_statics_leaves_no_choice_of(law, settings):
    """W x / z, in the first step and after 0.1 s, as statics has it; steps are solved to 1e-6 of the weight's impulse,
    a lever of 0.15 m against one of 2 m: 1e-5."""
    scene, needed = leaning(**law)
    march = March(scene, 1e-3, **settings).go(100)
    force = np.array([report.tie_force[0] for report in march.reports])
    assert force == pytest.approx(needed, rel=1e-5)
    assert statics_analysis(scene.build()).tie_force == pytest.approx(needed, rel=1e-5)
    assert moved(march) < 1e-9


@pytest.mark.parametrize("tied", [True, False])
def test_arch_on_smooth_piers_needs_its_rod(tied):
    """Abutments that slide on their piers: with a rod it stands as drawn, without one it spreads at once."""
    scene = tied_arch(tied=tied)
    piers = [f"pier of abutment_{side}" for side in ("left", "right")]
    scene.joint("smooth", friction=0.01, between=[("abutment", pier) for pier in piers])
    march = March(scene, 1e-3).go(20)
    assert moved(march) < 1e-12 if tied else moved(march) > 1e-5
