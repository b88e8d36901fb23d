"""Ties over the blocks of a picture: where they are, taut, slack or broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from drystone.model.tables import TIES
from drystone.model.tie_places import TiePlaces
from drystone.results.result import RunResult
from drystone.view import style
from drystone.view.camera import Camera
from drystone.view.posed import Posed

COLOUR, BROKEN = style.PALETTE[3], style.MUTED


@dataclass(frozen=True, slots=True)
class TieLines:
    """Ties of one picture."""

    ends: np.ndarray = field(default_factory=lambda: np.zeros((0, 2, 3)))           #: (t, 2, 3) [m]
    is_intact: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))       #: (t,) bool

    def draw(self, axes, camera: Camera) -> None:
        """Lines over the blocks, with knobs where they hold; broken ones dashed."""
        for (first, second), holds in zip(camera.project(self.ends), self.is_intact):
            line = np.array([first, second]).T
            axes.plot(*line, color="white", linewidth=3.2, zorder=5.5, solid_capstyle="round")
            axes.plot(*line, "-" if holds else "--", color=COLOUR if holds else BROKEN, linewidth=1.6, marker="o",
                      markersize=3.2, zorder=6, solid_capstyle="round")

    @staticmethod
    def handles(pictures: Sequence[TieLines]) -> list:
        """What goes into the legend."""
        from matplotlib.lines import Line2D
        out = []
        if any(lines.is_intact.any() for lines in pictures):
            out.append(Line2D([], [], color=COLOUR, linewidth=1.6, marker="o", markersize=3.2, label="tie"))
        if any((~lines.is_intact).any() for lines in pictures):
            out.append(Line2D([], [], color=BROKEN, linewidth=1.6, linestyle="--", label="broken tie"))
        return out


def model_ties(ties: TiePlaces, position: np.ndarray, orientation: np.ndarray) -> TieLines:
    """Ties of a model in a pose (b, 3) [m], (b, 4)."""
    return TieLines(ties.ends(position, orientation), np.ones(ties.count, bool))


def run_ties(result: RunResult, ties: TiePlaces, posed: Posed, shown: np.ndarray) -> TieLines:
    """Ties of a run at a frame, those between blocks that are shown (b,) bool and still there."""
    if not ties.count:
        return TieLines()
    there = shown & posed.shape.is_active
    own = there[ties.block_a] & there[ties.block_b]
    return TieLines(ties.ends(posed.position, posed.orientation)[own], _intact(result, ties.count, posed.frame)[own])


def _intact(result: RunResult, count: int, frame: int) -> np.ndarray:
    """(t,) bool at a frame; all where the run did not keep it."""
    whole = np.ones(count, bool)
    if TIES not in result.tables or "is_intact" not in result.tables[TIES].columns:
        return whole
    before = np.flatnonzero(result.column(TIES, "time") <= result.shapes.time[frame] * (1.0 + 1e-9))
    found = result.row(TIES, int(before[-1]))["is_intact"].astype(bool) if len(before) else whole
    return found if found.shape == (count,) else whole
