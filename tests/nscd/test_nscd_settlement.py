"""Settlement as a motion of supports: an arch whose abutments spread or sink becomes a mechanism of three hinges."""

import math

import numpy as np
import pytest
from scenes import G, March, energies

from drystone import patterns
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly

INNER, OUTER, EMBRACE, MOVED = 1.85, 2.15, math.radians(100.0), 4e-3


def arch(motion: dict) -> Assembly:
    """Ten voussoirs over 100 degrees, 0.3 m thick; the crown is a joint."""
    scene = Assembly("arch", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.9)
    scene.add_pattern(patterns.circular_arch(2.0, 0.3, 100.0, 10, 0.5), material="stone")
    scene.support("abutment")
    for side, direction in motion.items():
        scene.support_motion(side, f"abutment_{side}", displacement=[(0.0, 0.0), (0.5, MOVED)], direction=direction)
    return scene


def joint_turns(march: March) -> np.ndarray:
    """(11,) [rad], by how much the blocks on both sides of each joint have turned against each other, right to left."""
    chain = ["abutment_right", *(f"voussoir_{k}" for k in range(1, 11)), "abutment_left"]
    return np.diff([2.0 * march.state.orientation[march.block(name), 2] for name in chain])


def closing_error(march: March) -> float:
    start, end = energies(march.model, march.states[0], 0.0), energies(march.model, march.state, 0.0)
    balance = sum(end) - sum(start) - march.state.work.sum()
    return abs(balance) / max(*np.abs(march.state.work), *np.abs(start), *np.abs(end))


def test_spreading_abutments_lower_the_crown():
    """Hinges at the springings' intrados and the crown's extrados: each half turns, and the crown sinks by d x/y."""
    march = March(arch({"right": (1, 0, 0), "left": (-1, 0, 0)}), 1e-3).go(1000)
    x = INNER * math.sin(EMBRACE / 2)
    y = OUTER - INNER * math.cos(EMBRACE / 2)
    turn = MOVED / y                                     # of a half about the springing, to first order
    for name in ("voussoir_5", "voussoir_6"):
        start, end = march.states[0].position[march.block(name)], march.state.position[march.block(name)]
        corner = np.array([0.0, 0.0, OUTER]) - start     # of the block at the crown's extrados
        angle = 2.0 * march.state.orientation[march.block(name), 2]
        sunk = (end - start)[2] - angle * corner[0]
        assert abs(angle) == pytest.approx(turn, rel=0.03)
        assert sunk == pytest.approx(-MOVED * x / y, rel=0.03)
    turns = joint_turns(march)
    assert turns[[0, 5, 10]] * np.sign(turns[5]) == pytest.approx([-turn, 2 * turn, -turn], rel=0.03)
    assert np.abs(march.state.twist[:, :3]).max() < 1e-6
    assert closing_error(march) < 1e-12


def test_a_sinking_abutment_opens_three_joints():
    """The abutment is where it was moved to, the arch stands on three hinges, and the supports did the work."""
    march = March(arch({"right": (0, 0, -1)}), 1e-3).go(1000)
    right = march.block("abutment_right")
    assert march.state.position[right] - march.states[0].position[right] == pytest.approx([0.0, 0.0, -MOVED], abs=1e-15)
    assert np.abs(march.state.twist[:, :3]).max() < 1e-6
    sunk = march.state.position[:, 2] - march.states[0].position[:, 2]
    assert sunk.min() > -1.5 * MOVED
    turns = np.abs(joint_turns(march))
    assert (turns > 0.1 * turns.max()).sum() == 3
    assert closing_error(march) < 1e-12


@pytest.mark.parametrize("speed", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("start", [0.0, 2e-3, 2.3e-3, 2.7e-3])
def test_a_support_that_starts_at_once_does_not_enter_what_stands_on_it(speed, start):
    """The blocks have the support's velocity from the jump on, wherever it lies in the step: no gap changes."""
    scene = Assembly("lift", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    for k in range(2):
        scene.add(f"block_{k}", box((0.5, 0.5, 0.3), center=(0.02 * k, 0.0, 0.15 + 0.3 * k)), material="stone")
    scene.add("floor", box((2.0, 2.0, 0.4), center=(0.0, 0.0, -0.2)), material="stone")
    scene.support("floor")
    waits = [(0.0, 0.0), (start, 0.0)] if start > 0.0 else [(0.0, 0.0)]
    scene.support_motion("up", "floor", displacement=[*waits, (start + 1.0, speed)], direction=(0, 0, 1))
    march = March(scene, 1e-3).go(8)
    heights = np.stack([march.path(name)[:, 2] for name in ("floor", "block_0", "block_1")], axis=1)
    assert np.abs(np.diff(heights, axis=1) - np.diff(heights[0])).max() < 1e-15
    assert march.state.twist[march.block("block_1"), 2] == pytest.approx(speed, rel=1e-12)
    assert closing_error(march) < 1e-12


def test_a_support_that_drops_away_leaves_the_block_to_fall_freely():
    """Velocity -1 m/s at once: the block falls by g t^2/2 from the first step on."""
    scene = Assembly("drop", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    scene.add("block", box((0.5, 0.5, 0.3), center=(0.0, 0.0, 0.15)), material="stone")
    scene.add("floor", box((2.0, 2.0, 0.4), center=(0.0, 0.0, -0.2)), material="stone")
    scene.support("floor")
    scene.support_motion("down", "floor", displacement=[(0.0, 0.0), (1.0, -1.0)], direction=(0, 0, 1))
    march = March(scene, 1e-3).go(20)
    assert march.path()[-1, 2] - 0.15 == pytest.approx(-0.5 * G * 0.02**2, rel=1e-9)
