"""Patterns of the sparse factor, kept from step to step.

The analysis of a pattern has its cost (4 ms for 5,000 blocks), and the pattern changes less often than the contacts: a
pattern serves while it holds every pair of blocks in contact and few others. Pairs that have parted stay
in it as zeros; pairs that are new make a new pattern, with the old ones in it unless these have become many: every
factor pays for them, and a fifth of the pairs too many cost a church a quarter of its time.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.factor.numeric import Factor
from drystone.solvers.factor.sparse_cholesky import analyse, front_crew

#: A pattern serves, and a new one keeps the old pairs, if at least this share of all of them are in contact.
LEAST_USE = 0.95


@kernel
def find_edges(key, known, edge):
    """edge[g] = place of key[g] in the ascending `known`, -1 for a key below zero; returns the number not found."""
    k, missing, last = 0, 0, -1
    for g in range(key.shape[0]):
        edge[g] = -1
        if key[g] < 0:
            continue
        if key[g] < last:
            k = 0
        last = key[g]
        while k < known.shape[0] and known[k] < key[g]:
            k += 1
        if k < known.shape[0] and known[k] == key[g]:
            edge[g] = k
        else:
            missing += 1
    return missing


@kernel
def count_used(edge, count):
    """How many of `count` edges are named in `edge`; -1 names none."""
    is_used = np.zeros(count, np.bool_)
    used = 0
    for g in range(edge.shape[0]):
        if edge[g] >= 0 and not is_used[edge[g]]:
            is_used[edge[g]] = True
            used += 1
    return used


class PatternMemory:
    """The last pattern and its factor, and room for the lanes of a step.

    One memory serves one run; two threads may not share it.

    Which pairs a pattern holds decides the order of sums, hence the last bits of an answer: `pairs` is what a run
    that goes on from a checkpoint must know, and `recall` tells it.
    """

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads   #: that work on a factor
        self._known = np.zeros(0, np.int64)
        self._blocks = -1
        self._fronts: Factor | None = None
        self._kept: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None
        self._room = np.empty(0)
        self.analysis_count = 0   #: patterns analysed so far

    @property
    def pairs(self) -> tuple[int, np.ndarray]:
        """Number of blocks, and the pairs of the pattern as numbers."""
        return self._blocks, self._known

    def recall(self, blocks: int, known: np.ndarray) -> None:
        """Take over the pairs of another memory; the pattern is analysed when it is needed."""
        self._blocks, self._known, self._fronts, self._kept = blocks, known, None, None

    def find(self, group_a: np.ndarray, group_b: np.ndarray, slot: np.ndarray,
             position: np.ndarray | None) -> tuple[Factor, np.ndarray]:
        """A factor with room for these groups' blocks, and the edge (g,) of each group in it, -1 for none."""
        blocks = int(slot.max()) + 1
        place = np.zeros((blocks, 3))
        if position is not None:
            place[slot[slot >= 0]] = position[slot >= 0]
        if blocks == self._blocks and self._fronts is None:
            self._analyse(place)
        key = np.where((group_a >= 0) & (group_b >= 0), np.minimum(group_a, group_b) * blocks
                       + np.maximum(group_a, group_b), -1)
        edge = np.empty(len(key), np.int64)
        if (blocks == self._blocks and find_edges(key, self._known, edge) == 0
                and count_used(edge, len(self._known)) >= LEAST_USE * len(self._known)):
            return self._fronts, edge
        wanted = np.unique(key[key >= 0])
        if blocks == self._blocks:
            union = np.union1d(wanted, self._known)
            if len(wanted) >= LEAST_USE * len(union):
                wanted = union
        self._known, self._blocks = wanted, blocks
        self._analyse(place)
        find_edges(key, self._known, edge)
        return self._fronts, edge

    def room(self, size: int) -> np.ndarray:
        """(size,) numbers of any value, where the last ones were: new pages of memory cost more than filling them."""
        if len(self._room) < size:
            self._room = np.empty(size + size // 8)
        return self._room[:size]

    def _analyse(self, place: np.ndarray) -> None:
        """Factor of the known pairs: row of the larger, column of the smaller block."""
        self._fronts = analyse(self._known % self._blocks, self._known // self._blocks, place)
        self._kept = None
        self.analysis_count += 1

    def kept_matrix(self, diag: np.ndarray, off: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Room for the matrix whose factor is at hand: its blocks, and (1,) 0 if there is no factor."""
        if self._kept is None:
            self._kept = np.empty_like(diag), np.empty_like(off), np.zeros(1)
        return self._kept

    def crew(self) -> AbstractContextManager:
        """`with patterns.crew(): ...` lets the threads work on the factors and solutions inside."""
        return nullcontext() if self.threads == 1 or self._fronts is None else front_crew(self._fronts, self.threads)

    def forget_factor(self) -> None:
        """Say that the factor has been overwritten by one of another matrix."""
        if self._kept is not None:
            self._kept[2][0] = 0.0
