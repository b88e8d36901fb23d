"""Neighbours made to meet in a plane, where parts that fill a curved or warped block reach a little into each other.

Two convex parts of different blocks that overlap by no more than is allowed are separated by the plane
of that face which needs the least depth: the other part is cut off there, and then lies on the face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drystone.errors import InputError
from drystone.geometry.decompose import without_crumbs
from drystone.geometry.from_mesh import tidy
from drystone.geometry.solid import ConvexSolid


@dataclass(frozen=True)
class Conformed:
    """Parts of every block after the cuts."""

    parts: tuple[tuple[ConvexSolid, ...], ...]
    cut_count: int      #: pairs of parts that were separated
    deepest: float      #: greatest depth [m] that was cut off


def conform_parts(blocks: Sequence[Sequence[ConvexSolid]], slack: Sequence[float], near: float) -> Conformed:
    """Separate parts of different blocks that overlap by no more than their slack.

    Parameters
    ----------
    blocks : convex parts of every block
    slack : [m] of each block; parts of two blocks are cut where they overlap by no more than both together
    near : corners closer than this are one, and overlaps below it are rounding [m]
    """
    owner = np.repeat(np.arange(len(blocks)), [len(parts) for parts in blocks])
    solids = [part for parts in blocks for part in parts]
    slack = np.asarray(slack, dtype=float)
    cut_count, deepest = 0, 0.0
    changed: set[int] = set()
    for i, j in _close_pairs(solids, owner, slack):
        a, b = solids[i], solids[j]
        depth, face_of_a, face = _least_depth(a, b, slack[owner[i]] <= slack[owner[j]])
        if not near < depth <= slack[owner[i]] + slack[owner[j]] or not _overlap(a, b, near):
            continue
        keeper, other, k = (a, b, j) if face_of_a else (b, a, i)
        try:
            solids[k] = other.cut(-keeper.face_normals[face], -float(keeper.face_offsets[face]))
        except InputError:       # nothing would be left: a crumb, which the report of overlaps will name
            continue
        cut_count, deepest = cut_count + 1, max(deepest, depth)
        changed.add(k)
    ends = np.cumsum([0, *(len(parts) for parts in blocks)]).tolist()
    parts = [tuple(_clean([(solids[k], k in changed) for k in range(a, b)], near)) for a, b in pairwise(ends)]
    return Conformed(tuple(parts), cut_count, deepest)


def _clean(parts: Sequence[tuple[ConvexSolid, bool]], near: float) -> list[ConvexSolid]:
    """Parts without the short edges that cuts leave; what is no more than such is dropped, but never all."""
    whole = [without_crumbs(part, near) if is_changed else part for part, is_changed in parts]
    left = [tidy(part, near, None) for part in whole if part is not None]
    return left or [part for part, _ in parts]


def _close_pairs(solids: Sequence[ConvexSolid], owner: np.ndarray, slack: np.ndarray) -> Iterator[tuple[int, int]]:
    """Pairs of parts of different blocks whose boxes overlap, at least one with slack."""
    boxes = np.array([solid.bounding_box for solid in solids])
    for i in range(len(solids)):
        meets = (boxes[i + 1:, 0] < boxes[i, 1]).all(axis=1) & (boxes[i + 1:, 1] > boxes[i, 0]).all(axis=1)
        meets &= (owner[i + 1:] != owner[i]) & ((slack[owner[i + 1:]] > 0.0) | (slack[owner[i]] > 0.0))
        for j in np.flatnonzero(meets).tolist():
            yield i, i + 1 + j


def _least_depth(a: ConvexSolid, b: ConvexSolid, prefer_a: bool) -> tuple[float, bool, int]:
    """Least depth [m] of the other part below a face of one, whether that is a's, and the face."""
    below_a = a.face_offsets - (b.vertices @ a.face_normals.T).min(axis=0)
    below_b = b.face_offsets - (a.vertices @ b.face_normals.T).min(axis=0)
    at_a, at_b = int(below_a.argmin()), int(below_b.argmin())
    lean = 0.9 if prefer_a else 1.0 / 0.9         # of nearly equal faces take that of the more exact block
    if below_a[at_a] * lean <= below_b[at_b]:
        return float(below_a[at_a]), True, at_a
    return float(below_b[at_b]), False, at_b


def _overlap(a: ConvexSolid, b: ConvexSolid, near: float) -> bool:
    """Have the parts room in common, a rim of `near` left out?"""
    common = a
    try:
        for normal, offset in zip(b.face_normals, b.face_offsets):
            common = common.cut(normal, float(offset) - near)
    except InputError:
        return False
    return common.volume > 0.0
