"""Polygonal apse: half a regular polygon of walls against a plane, and the half dome over it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from drystone.geometry.shape import NamedShape, Shape
from drystone.geometry.solid import ConvexSolid
from drystone.patterns.arches.arc_moments import Point
from drystone.patterns.arches.arc_profile import make_profile
from drystone.patterns.vaults.sides import Sides

SIDES = 12            #: of the whole polygon; half of the first and of the last one used lie at the plane
_HALF = SIDES // 2    #: number of the last one used; the side in the middle looks along +y

#: Half the length of a side at the distance 1 from the axis.
HALF_SIDE = math.tan(math.pi / SIDES)


@dataclass(frozen=True)
class Apse:
    """What it is built from, [m]."""

    middle: Sequence[float]              #: (3,) middle of its plane, on the level of the heights
    inner: float                         #: distance of the inner faces from the axis
    outer: float
    beds: Sequence[float]                #: heights of the bed joints of the wall; the half dome springs from the last
    rim: Sequence[float]                 #: bed joints of the ring that stands around the foot of the half dome
    vault: float                         #: thickness of the half dome
    rings: int                           #: of the half dome
    block_length: float
    window: tuple[int, int] | None       #: numbers of the courses between sill and head, in the side in the middle

    def blocks(self) -> list[NamedShape]:
        """Stones of the wall, the rim and the half dome."""
        plan = Sides(SIDES, self.middle)
        return [*self._wall(plan), *self._rim(plan), *self._conch(plan)]

    # --- wall -----------------------------------------------------------------------------------

    @property
    def _divisions(self) -> int:
        """Stones along half a side."""
        return max(1, round(HALF_SIDE * 0.5 * (self.inner + self.outer) / self.block_length))

    @property
    def _half(self) -> float:
        return HALF_SIDE * self.inner

    @property
    def window_width(self) -> float:
        """[m], set by the joints."""
        n = self._divisions
        return self._half * (2 * ((n - 1) // 2) + 1) / n

    def _wall(self, plan: Sides) -> Iterator[NamedShape]:
        sill, head = self.window or (-1, -1)
        for k, (low, high) in enumerate(pairwise(self.beds)):
            groups = ("apse", f"course_{k + 1}", *(("base",) if k == 0 else ()))
            section = [(self.inner, low), (self.outer, low), (self.outer, high), (self.inner, high)]
            gap = 0.5 * self.window_width if sill <= k <= head and self.window else 0.0
            stones = half_ring(plan, section, self._cuts(k % 2), gap, is_open=k != head)
            for i, (shape, is_lintel) in enumerate(stones):
                if is_lintel:
                    yield NamedShape("apse/lintel_window", shape, (*groups, "lintels"))
                else:
                    yield NamedShape(f"apse/course_{k + 1}/block_{i + 1}", shape, groups)

    def _rim(self, plan: Sides) -> Iterator[NamedShape]:
        inner, first = self.inner + self.vault, len(self.beds)
        for k, (low, high) in enumerate(pairwise(self.rim)):
            section = [(inner, low), (self.outer, low), (self.outer, high), (inner, high)]
            for i, (shape, _) in enumerate(half_ring(plan, section, self._cuts((first + k + 1) % 2))):
                yield NamedShape(f"apse/course_{first + k}/block_{i + 1}", shape, ("apse", f"course_{first + k}"))

    def _cuts(self, shifted: int) -> list[float]:
        """Head joints of a side from its middle to its end, besides those in the mitres if not shifted."""
        n = self._divisions
        return [self._half * (2 * i + shifted) / (2 * n) for i in range(n)]

    # --- half dome ------------------------------------------------------------------------------

    def _conch(self, plan: Sides) -> Iterator[NamedShape]:
        profile = make_profile("apse", 2.0 * self.inner, None, self.vault)
        foot, rings = self.beds[-1], self.rings
        joints: list[tuple[Point, Point]] = []
        for k in range(rings + 1):       # the keystone takes half a ring
            low, high = profile.joint(profile.half_angle * (2 * (rings - k) + 1) / (2 * rings + 1))
            joints.append(((low[0], foot + low[1]), (high[0], foot + high[1])))
        for k, (below, above) in enumerate(pairwise(joints)):
            section = [below[0], below[1], above[1], above[0]]
            half = HALF_SIDE * above[0][0]
            if k < 2 and half > 0.75 * self.block_length:
                cuts = [0.0] if k % 2 == 0 else [0.5 * half]
            else:                        # short sides: whole ones, or whole corners, in turn
                cuts = [] if k % 2 == 0 else [0.0]
            stones = half_ring(plan, section, cuts, has_mitres=k % 2 == 0)
            for i, (shape, _) in enumerate(stones):
                yield NamedShape(f"apse_vault/ring_{k + 1}/block_{i + 1}", shape, ("vaults", "apse_vault"))
        corners = [plan.corner(j, *end) for j in range(_HALF) for end in joints[-1]]
        corners += [plan.at(j, *end, 0.0) for j in (0, _HALF) for end in joints[-1]]
        yield NamedShape("apse_vault/keystone", Shape(ConvexSolid.hull(corners)), ("vaults", "apse_vault"))


def half_ring(plan: Sides, section: Sequence[Point], cuts: Sequence[float], gap: float = 0.0, *,
              is_open: bool = True, has_mitres: bool | None = None) -> list[tuple[Shape, bool]]:
    """Stones of one course of half a polygon, counter-clockwise, and whether each is a lintel.

    Parameters
    ----------
    section : corners (distance from the axis, height) [m]
    cuts : head joints from the middle of a side towards its ends, >= 0 [m]
    gap : half the width of the window in the middle side [m]; no joints lie within it
    is_open : nothing lies in the gap, or else the stone that spans it
    has_mitres : joints lie in the mitres too; None: if the first cut lies in the middle of the sides
    """
    mitres = bool(cuts and cuts[0] == 0.0) if has_mitres is None else has_mitres
    stones: list[tuple[Shape, bool]] = []
    open_part: list[ConvexSolid] = []                    # of a stone that reaches around a mitre
    for j in range(_HALF + 1):
        inner = sorted({s * u for u in cuts for s in (1.0, -1.0)})
        hole = gap if j == _HALF // 2 else 0.0
        if hole:
            inner = [u for u in inner if abs(u) > hole * (1.0 + 1e-9)]
            inner = sorted([*inner, -hole, hole]) if is_open else inner
        ends: list[float | None] = [None, *inner, None]
        if j == 0:
            ends = [0.0, *(u for u in inner if u > 0.0), None]
        elif j == _HALF:
            ends = [None, *(u for u in inner if u < 0.0), 0.0]
        for start, end in pairwise(ends):
            if hole and is_open and (start, end) == (-hole, hole):
                continue
            part = plan.piece(j, section, start, end)
            if end is None and not mitres:
                open_part.append(part)
                continue
            is_lintel = bool(hole) and not is_open and (start is None or start < 0.0) and (end is None or end > 0.0)
            stones.append((Shape((*open_part, part)), is_lintel))
            open_part = []
    return stones
