"""A cone problem in other forms, with the friction shift, with lent compliance, as one of dry joints; what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from drystone.engines.nscd import ledger
from drystone.extremes import SOLVED, greatest
from drystone.solvers.cone.problem import ContactProblem, ContactSolution


def blocks_with_give(problem: ContactProblem) -> np.ndarray:
    """(b,) bool, blocks at rows with compliance or strength: joints with stiffness, bonds, ties."""
    gives = np.zeros(problem.contact_count, bool)
    for values in (problem.compliance, problem.cohesion, problem.tension):
        if values is not None:
            gives |= (values > 0.0).any(axis=tuple(range(1, values.ndim)))     # a part may have no contacts
    if problem.crushing is not None:
        gives |= np.isfinite(problem.crushing)
    out = np.zeros(problem.block_count, bool)
    out[problem.block_a[gives]] = out[problem.block_b[gives]] = True
    return out


def without_idle_fields(problem: ContactProblem) -> ContactProblem:
    """`problem` as one of dry rigid joints, if its rows have neither compliance nor strength."""
    if blocks_with_give(problem).any():
        return problem
    return replace(problem, compliance=None, cohesion=None, tension=None, crushing=None)


def shifted(problem: ContactProblem, shift: np.ndarray) -> ContactProblem:
    """`problem` with the friction shift in its normal bias."""
    bias = problem.bias.copy()
    bias[:, 0] += shift
    return replace(problem, bias=bias)


def lend(problem: ContactProblem, lent: np.ndarray, centre: np.ndarray) -> ContactProblem:
    """`problem` in which the rows with `lent` (c,) give by lent (r - centre) along n; centre : (c,) [N s]."""
    compliance = problem.compliance.copy()
    compliance[lent > 0.0, 0] = lent[lent > 0.0]
    return replace(shifted(problem, -lent * centre), compliance=compliance)


def row_velocity(problem: ContactProblem, twist: np.ndarray) -> np.ndarray:
    """(c, 3) velocity of b against a [m/s]."""
    return ledger.contact_velocity(problem.block_a, problem.block_b, problem.frame, problem.arm_a, problem.arm_b, twist)


def slip_shift(problem: ContactProblem, friction: np.ndarray, solution: ContactSolution) -> np.ndarray:
    """(c,) friction (c,) times slip speed [m/s]; what a spring takes up elastically is no slip."""
    s = row_velocity(problem, solution.twist) + problem.bias
    if problem.compliance is not None:
        s += problem.compliance * solution.impulse
    return friction * np.hypot(s[:, 1], s[:, 2])


def wedged_block(problem: ContactProblem, solution: ContactSolution, names: Sequence[str]) -> int:
    """Free block of the contact that is violated most."""
    u = row_velocity(problem, solution.twist) + problem.bias
    block = np.where(problem.prescribed[problem.block_b], problem.block_a, problem.block_b)
    violated = problem.friction * np.hypot(u[:, 1], u[:, 2]) - u[:, 0]
    return int(block[greatest(violated, [names[i] for i in block], accuracy=SOLVED)])


def has_strength(problem: ContactProblem) -> bool:
    """Whether rows have compliance or strength: such joints are never held at exact rest."""
    return any(field is not None for field in (problem.compliance, problem.cohesion, problem.tension, problem.crushing))
