"""Which blocks may be at rest, and which contacts then carry, are idle, or forbid it: see solvers/settle.py."""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.cone.problem import ContactProblem

#: Kinds of blocks: moves, candidate for rest, prescribed and at rest.
MOVES, RESTS, FIXED = 0, 1, 2
#: Kinds of contacts: outside of the question, carries, idle at rest.
OUTSIDE, CARRIES, IDLE = 0, 1, 2

#: Relative tolerances on the cones and on the momentum of a block at rest.
CONE_TOLERANCE = 1e-12
MOMENTUM_TOLERANCE = 1e-11

#: Blocks that turn out to move are taken out, and the others asked again, so many times.
ATTEMPTS = 3
#: Solutions with one factor, each for what is left over by the last.
REPETITIONS = 5


@kernel
def choose_candidates(twist, rest, prescribed, block_a, block_b, arm_a, arm_b, speed, kind):
    """kind[b] = RESTS where no contact point of free block b moves faster than `speed` against `rest`."""
    blocks = twist.shape[0]
    radius = np.zeros(blocks)
    for c in range(block_a.shape[0]):
        a, b = block_a[c], block_b[c]
        radius[a] = max(radius[a], math.sqrt(arm_a[c, 0] ** 2 + arm_a[c, 1] ** 2 + arm_a[c, 2] ** 2))
        radius[b] = max(radius[b], math.sqrt(arm_b[c, 0] ** 2 + arm_b[c, 1] ** 2 + arm_b[c, 2] ** 2))
    for b in range(blocks):
        linear, angular, exact = 0.0, 0.0, True
        for k in range(3):
            linear += (twist[b, k] - rest[k]) ** 2
            angular += twist[b, 3 + k] ** 2
        exact = linear == 0.0 and angular == 0.0
        kind[b] = MOVES
        if prescribed[b]:
            kind[b] = FIXED if exact else MOVES
        elif radius[b] > 0.0 and math.sqrt(linear) + radius[b] * math.sqrt(angular) <= speed:
            kind[b] = RESTS


@kernel
def sort_contacts(kind, block_a, block_b, bias, friction, still, role):
    """role[c] for the present candidates; candidates whose bias asks for motion are dropped. Returns how many rest."""
    changed = True
    while changed:
        changed = False
        for c in range(block_a.shape[0]):
            a, b = block_a[c], block_b[c]
            role[c] = OUTSIDE
            if kind[a] == MOVES or kind[b] == MOVES or (kind[a] == FIXED and kind[b] == FIXED):
                continue
            side = friction[c] * math.sqrt(bias[c, 1] ** 2 + bias[c, 2] ** 2)
            if abs(bias[c, 0]) <= still and side <= still:
                role[c] = CARRIES
            elif bias[c, 0] >= side:
                role[c] = IDLE
            else:
                changed = True
                if kind[a] == RESTS:
                    kind[a] = MOVES
                if kind[b] == RESTS:
                    kind[b] = MOVES
    count = 0
    for b in range(kind.shape[0]):
        if kind[b] == RESTS:
            count += 1
    return count


def rest_twist(problem: ContactProblem) -> np.ndarray | None:
    """(6,) what counts as rest: zero if a prescribed block stands still, else its translation; None if neither."""
    supports = problem.free_twist[problem.prescribed]
    if len(supports) == 0:
        return None
    still = ~supports.any(axis=1)
    if still.any():
        return np.zeros(6)
    return None if supports[0, 3:].any() else supports[0].copy()
