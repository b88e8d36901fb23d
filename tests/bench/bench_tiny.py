"""Small versions of what the benchmarks measure, and a factory of problems that behave as asked."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from drystone.bench.regimes import Plan
from drystone.bench.scenes import Scene, bonded_wall
from drystone.solvers.cone.problem import ContactProblem

TINY = Scene("tiny", "five blocks", lambda: bonded_wall(2, 2), (1.0, 0.0, 0.0))
SLENDER = Scene("slender", "six blocks", lambda: bonded_wall(1, 4), (1.0, 0.0, 0.0))
QUIET = Plan(TINY, "quiet", 0.2, 2, 2)
VIOLENT = Plan(TINY, "violent", 0.8, 4, 2, 3)


def resting_block(gravity_speed: float = 1e-2) -> ContactProblem:
    """A block of 1 kg that four points on a fixed one keep from falling."""
    points = np.array([[x, y, -0.5] for x in (-0.5, 0.5) for y in (-0.5, 0.5)])
    twist = np.zeros((2, 6))
    twist[1, 2] = -gravity_speed
    return ContactProblem(
        inertia=np.stack([np.eye(6), np.diag([1.0, 1.0, 1.0, 0.2, 0.2, 0.2])]), free_twist=twist,
        prescribed=np.array([True, False]), block_a=np.zeros(4, np.int32), block_b=np.ones(4, np.int32),
        frame=np.tile(np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), (4, 1, 1)), arm_a=points,
        arm_b=points.copy(), bias=np.zeros((4, 3)), friction=np.full(4, 0.6), speed_scale=gravity_speed)


def nasty_factory(seed: int) -> ContactProblem:
    """Seed 1 is not a number, seed 2 never ends, the others are plain."""
    if seed == 2:
        time.sleep(600.0)
    return resting_block(np.nan if seed == 1 else 1e-2 * (seed + 1))


def soft_factory(seed: int) -> ContactProblem:
    """The resting block on joints that give by as much as the block does."""
    return replace(resting_block(1e-2 * (seed + 1)), compliance=np.ones((4, 3)))
