"""Parts of a problem that do not touch each other, and can be solved one by one.

Blocks in contact, directly or through free blocks, form an island; prescribed blocks join none. What stands still and
what moves are hard in different ways: still islands are mostly explained by the impulses of the step before, or by a
step or two of the augmented Lagrangian, while one block that slides makes all of its problem a matter for the interior
point method. So the still islands of a step are one part, and the others another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus

#: Fields of a problem with one row a contact.
_BY_CONTACT = ("block_a", "block_b", "frame", "arm_a", "arm_b", "bias", "friction", "compliance", "cohesion", "tension",
               "crushing")


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the free blocks of a problem and all contacts that they have."""

    problem: ContactProblem
    blocks: np.ndarray     #: (b,) bool, of the whole problem
    contacts: np.ndarray   #: (c,) bool, of the whole problem


@kernel
def find_root(parent, i):
    """Block that stands for the island of block i."""
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return i


@kernel
def mark_moving(prescribed, block_a, block_b, is_still, is_moving):
    """is_moving (b,) <- whether some block of the island of free block b does not stand still; False if prescribed."""
    blocks = prescribed.shape[0]
    parent = np.empty(blocks, np.int64)
    for b in range(blocks):
        parent[b] = b
    for c in range(block_a.shape[0]):
        a, b = block_a[c], block_b[c]
        if not prescribed[a] and not prescribed[b]:
            parent[find_root(parent, a)] = find_root(parent, b)
    moves = np.zeros(blocks, np.bool_)
    for b in range(blocks):
        if not prescribed[b] and not is_still[b]:
            moves[find_root(parent, b)] = True
    for b in range(blocks):
        is_moving[b] = not prescribed[b] and moves[find_root(parent, b)]


def split_still(problem: ContactProblem, is_still: np.ndarray) -> list[Part]:
    """The still islands and the others, two parts; or none, where all islands are of one kind.

    Parameters
    ----------
    is_still : (b,) bool, blocks that rest before the step
    """
    is_moving = np.empty(problem.block_count, bool)
    mark_moving(problem.prescribed, problem.block_a, problem.block_b, is_still, is_moving)
    still = ~is_moving & ~problem.prescribed
    if not is_moving.any() or not still.any():
        return []
    return [take_part(problem, still), take_part(problem, is_moving)]


def take_part(problem: ContactProblem, blocks: np.ndarray) -> Part:
    """The problem of some islands: the other blocks are prescribed and have no contacts."""
    contacts = blocks[problem.block_a] | blocks[problem.block_b]
    return Part(replace(problem, prescribed=~blocks, **rows_at(problem, contacts)), blocks, contacts)


def rows_at(problem: ContactProblem, contacts: np.ndarray) -> dict[str, np.ndarray]:
    """Fields of the contacts (c,) bool, by their names."""
    return {name: getattr(problem, name)[contacts] for name in _BY_CONTACT if getattr(problem, name) is not None}


def join(problem: ContactProblem, parts: Sequence[Part], solutions: Sequence[ContactSolution]) -> ContactSolution:
    """Answer to the whole problem, without residuals; it is solved if its parts are."""
    twist, impulse = np.array(problem.free_twist, dtype=float), np.zeros((problem.contact_count, 3))
    for part, solution in zip(parts, solutions):
        twist[part.blocks] = solution.twist[part.blocks]
        impulse[part.contacts] = solution.impulse
    unsolved = [solution.status for solution in solutions if solution.status is not SolveStatus.SOLVED]
    return ContactSolution(twist, impulse, unsolved[0] if unsolved else SolveStatus.SOLVED,
                           sum(solution.iterations for solution in solutions), solutions[-1].solver)


assert set(_BY_CONTACT) <= {item.name for item in fields(ContactProblem)}
