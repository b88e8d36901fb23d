"""Sub-contacts of blocks that deform as points for ParaView, and the list of cracks as a table."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from drystone.analysis.cracks import MOVING, POINTS, find_cracks
from drystone.export.cells import name_cell
from drystone.export.frames import RunFrames
from drystone.results.slabs import TableSlabs

CRACKS = "cracks"
#: A point has left its elastic range by the mode that took most energy; 0: it has not.
NONE, OPENING, SLIDING, CRUSHING = range(4)
_SLAB_BYTES = 2**22
_HEADER = ("time [s]", "block a", "block b", "joint", *(f"{a} [m]" for a in "xyz"), *(f"normal {a} [-]" for a in "xyz"),
           "mode", "share of area [-]", "opening [m]", "slip [m]", "energy [J]")


def has_points(frames: RunFrames) -> bool:
    """Whether the run kept sub-contacts that stay."""
    return POINTS in frames.result.tables


def has_cracks(frames: RunFrames) -> bool:
    """Whether the run kept sub-contacts, staying or not."""
    return has_points(frames) or MOVING in frames.result.tables


@dataclass(frozen=True, slots=True)
class PointSlab:
    """Sub-contacts in some consecutive chosen frames."""

    time: np.ndarray               #: (f,) [s]
    value: dict[str, np.ndarray]   #: name -> (f, m) or (f, m, 3), float32 or uint8


class PointFrames:
    """Sub-contacts of the chosen frames of a run; they stay where they are drawn."""

    def __init__(self, frames: RunFrames) -> None:
        self._table = TableSlabs(frames.result, POINTS)
        self._rows = np.flatnonzero(np.isin(self._table.step, frames.step))
        static = frames.result.static
        self.place = np.asarray(static["points.place"], float)          #: (m, 3) [m]
        self.time = self._table.time[self._rows]                        #: (n,) [s]
        blocks = np.asarray(static["points.blocks"]).astype(np.int32)
        #: what does not change, by name: (m,) or (m, 3)
        self.fixed = {"block_a": np.ascontiguousarray(blocks[:, 0]), "block_b": np.ascontiguousarray(blocks[:, 1]),
                      "joint": np.asarray(static["points.joint"]).astype(np.int32),
                      "area": np.asarray(static["points.area"]).astype(np.float32),
                      "normal": np.asarray(static["points.normal"]).astype(np.float32)}

    def slabs(self) -> Iterator[PointSlab]:
        """Values, slab after slab."""
        count = max(1, _SLAB_BYTES // (100 * max(len(self.place), 1)))
        for first in range(0, len(self._rows), count):
            rows = self._rows[first:first + count]
            found = self._table.read(("relative", "stress", "damage", "energy", "since"), rows)
            yield PointSlab(self._table.time[rows], _values(found, len(rows), len(self.place)))


def _values(found: dict[str, np.ndarray], frames: int, points: int) -> dict[str, np.ndarray]:
    relative, stress, energy = (found[name].reshape(frames, 3, points) for name in ("relative", "stress", "energy"))
    since = found["since"].reshape(frames, points)
    mode = np.where(np.isnan(since), NONE, 1 + np.argmax(energy, axis=1)).astype(np.uint8)
    plain = {"damage": found["damage"].reshape(frames, points), "opening": relative[:, 0],
             "slip": np.hypot(relative[:, 1], relative[:, 2]), "since": since, "energy": energy.sum(axis=1),
             "energy_by_mode": energy.transpose(0, 2, 1), "stress": stress.transpose(0, 2, 1)}
    return {name: np.ascontiguousarray(values, np.float32) for name, values in plain.items()} | {"mode": mode}


def write_crack_table(frames: RunFrames, path: Path) -> None:
    """Write the cracks at the last chosen frame, by the time of their first point."""
    table = POINTS if has_points(frames) else MOVING
    last = int(np.flatnonzero(np.isin(frames.result.column(table, "step"), frames.step))[-1])
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(_HEADER)
        for crack in find_cracks(frames.result, last):
            numbers = (*crack.place, *crack.normal)
            rows.writerow((f"{crack.time:.10g}", *(name_cell(name) for name in (*crack.blocks, crack.joint)),
                            *(f"{value:.10g}" for value in numbers), crack.mode,
                            *(f"{value:.10g}" for value in (crack.share, crack.opening, crack.slip, crack.energy))))
