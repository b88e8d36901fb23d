"""`StudySink`: what is kept of one run of a study: how it ended, extremes, thinned monitors, last state.

Extremes are those of every step. Rows over time and poses are thinned as the run goes on: when they become too many,
every second one goes and the distance doubles, so that a run of any length keeps the same number of them.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from drystone.errors import StoreError
from drystone.model.tables import ENERGY, FRAMES, MONITOR, STEP, STEPS, TIME, TableSpec
from drystone.results.inputs import RunInputs, pack_arrays, unpack_arrays
from drystone.results.record import COLLAPSED, RESTED
from drystone.studies.runs.outcome import EARLY, MOVING, Row

#: Most poses that are kept in memory while a run goes on.
MOST_FRAMES = 400

#: Joins the names of monitors in a blob.
_MARK = "\n"


@dataclass(frozen=True, slots=True)
class KeptRun:
    """What a run leaves: its row, and arrays as bytes."""

    row: Row
    blob: bytes


class Thinned:
    """Every n-th of many things, n doubling when there are too many."""

    def __init__(self, most: int) -> None:
        self.items: list = []
        self.every = 1
        self._most = most

    def wants(self, step: int) -> bool:
        """Whether the one of `step` is kept."""
        return step % self.every == 0

    def add(self, step: int, item: object) -> None:
        """Keep one."""
        self.items.append((step, item))
        if len(self.items) > self._most:
            self.every *= 2
            self.items = [pair for pair in self.items if pair[0] % self.every == 0]


class StudySink:
    """Sink of one run; `execute` is given its `open`."""

    restart = None

    def __init__(self, duration: float, dt: float, rest_speed: float | None, most_rows: int, keeps_state: bool) -> None:
        """duration : published end [s]; dt : step [s]; rest_speed : that counts as rest [m/s]; None: nothing does"""
        self.tables: Mapping[str, TableSpec] = {}
        self._published = max(1, round(duration / dt))
        self._rest_speed, self._keeps_state = rest_speed, keeps_state
        self.rows, self.frames = Thinned(most_rows), Thinned(MOST_FRAMES)
        self.status, self.message, self.totals, self.at_end = "", "", {}, ""
        self.static: Mapping[str, np.ndarray] = {}
        self.files: dict[str, bytes] = {}
        self._state: dict[str, np.ndarray] = {}
        self._names: list[str] = []
        self._last: np.ndarray = np.zeros(0)
        self._time = 0.0

    def open(self, inputs: RunInputs, tables: Mapping[str, TableSpec], static: Mapping[str, np.ndarray]) -> StudySink:
        """Begin the run."""
        self.tables = {STEPS: tables[STEPS], FRAMES: tables[FRAMES]}
        self._names = [name for name in tables[STEPS].columns if name.startswith((MONITOR, ENERGY))]
        self._least = np.full(len(self._names), np.inf)
        self._greatest = np.full(len(self._names), -np.inf)
        self.static = static
        self._radius = _radii(static)
        return self

    def wants(self, table: str, step: int, is_last: bool) -> bool:
        """Every step; poses thinned, at the published end and at the last step."""
        return table == STEPS or is_last or step == self._published or self.frames.wants(step)

    def wants_checkpoint(self, step: int, is_last: bool, waited: bool) -> bool:
        """The last state only."""
        return is_last and self._keeps_state

    def append(self, table: str, **columns: object) -> None:
        """One row, or the poses of one step."""
        step, self._time = int(columns[STEP]), float(columns[TIME])
        if table == FRAMES:
            self._pose(step, columns)
            return
        values = np.array([columns[name] for name in self._names], float)
        np.minimum(self._least, values, out=self._least)
        np.maximum(self._greatest, values, out=self._greatest)
        self._last = values
        if self.rows.wants(step):
            self.rows.add(step, (self._time, values))

    def _pose(self, step: int, columns: Mapping[str, object]) -> None:
        if step == self._published:
            self.at_end = RESTED if self._is_slow(columns) else MOVING
        if self.frames.wants(step):
            self.frames.add(step, (self._time, np.array(columns["position"]), np.array(columns["orientation"])))
        self.last_pose = (self._time, np.array(columns["position"]), np.array(columns["orientation"]))

    def _is_slow(self, columns: Mapping[str, object]) -> bool:
        if self._rest_speed is None:
            return False
        free = np.asarray(columns["is_active"]) & ~np.asarray(self.static["is_support"], bool)
        twist = np.asarray(columns["twist"])[free]
        speed = np.linalg.norm(twist[:, :3], axis=1) + self._radius[free] * np.linalg.norm(twist[:, 3:], axis=1)
        return float(speed.max(initial=0.0)) <= self._rest_speed

    def checkpoint(self, arrays: Mapping[str, np.ndarray], step: int, time: float) -> None:
        """The state from which the run could go on; wall time is no part of a result."""
        kept = dict(arrays)
        if "counts" in kept:
            counts = json.loads(str(kept["counts"]))
            counts["wall_seconds"] = 0.0
            kept["counts"] = np.array(json.dumps(counts))
        self._state = kept

    def keep(self, name: str, content: bytes) -> str:
        """Problems that could not be solved stay here: a study keeps rows, and a run can be made again."""
        return ""

    def finish(self, status: str, message: str, totals: Mapping[str, object]) -> None:
        """How it ended."""
        self.status, self.message, self.totals = status, message, dict(totals)

    def __enter__(self) -> StudySink:
        return self

    def __exit__(self, kind, error, traceback) -> None:
        """An error is told by who raised it."""

    # --- what is left of it ---------------------------------------------------------------------

    def poses(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Times (n,) [s], positions (n, b, 3) [m] and orientations (n, b, 4) that were kept, the last among them."""
        items = [item for _, item in self.frames.items]
        if not items or items[-1][0] < self.last_pose[0]:
            items.append(self.last_pose)
        return tuple(np.array(part) for part in zip(*items))

    def numbers(self) -> dict[str, float]:
        """Extremes and last values by column; of energies only whether anything ever moved."""
        found: dict[str, float] = {}
        for k, name in enumerate(self._names):
            if name.startswith(MONITOR):
                plain = name.removeprefix(MONITOR)
                found |= {f"{plain} least": self._least[k], f"{plain} greatest": self._greatest[k],
                          f"{plain} last": self._last[k]}
            elif name == f"{ENERGY}kinetic":
                found["kinetic greatest [J]"] = self._greatest[k]
        found = {name: float(value) for name, value in found.items()}
        counted = ("steps", "flow_unsettled", "unsolved")
        return found | {name: int(self.totals[name]) for name in counted if name in self.totals}

    def row(self, run_id: str, mode: str, cpu: float) -> Row:
        """The row of the run."""
        is_early = not self.at_end and self.status in (COLLAPSED, RESTED)     # nothing happens after either
        numbers = self.numbers() | {EARLY: int(is_early)}
        at_end = self.status if is_early else self.at_end
        return Row(run_id, self.status, self.message, at_end, self._time, mode, numbers, cpu)

    def blob(self) -> bytes:
        """Monitors over time and the last state, as bytes; the same for the same run."""
        kept = [k for k, name in enumerate(self._names) if name.startswith(MONITOR)]
        rows = [item for _, item in self.rows.items]
        arrays = {"time": np.array([time for time, _ in rows]),
                  "monitors": np.array([values[kept] for _, values in rows]).reshape(len(rows), len(kept)),
                  "names": np.array(_MARK.join(self._names[k].removeprefix(MONITOR) for k in kept))}
        arrays |= {f"state:{name}": array for name, array in sorted(self._state.items())}
        return zlib.compress(pack_arrays(arrays), 6)


def _radii(static: Mapping[str, np.ndarray]) -> np.ndarray:
    """(b,) greatest distance of a corner from the centre of mass of its block [m]."""
    ptr, part_block = static["parts.vertex_ptr"], static["parts.block"]
    radius = np.zeros(len(static["mass"]))
    size = np.linalg.norm(static["parts.vertex"], axis=1)
    np.maximum.at(radius, np.repeat(part_block, np.diff(ptr)), size)
    return radius


def read_blob(blob: bytes, where: str) -> dict[str, np.ndarray]:
    """Arrays of a run by name: time [s], one a monitor, and those of the last state as `state:...`."""
    try:
        arrays = unpack_arrays(zlib.decompress(blob))
        names = [name for name in str(arrays.pop("names")).split(_MARK) if name]
        monitors = arrays.pop("monitors")
    except (zlib.error, KeyError, ValueError, StoreError) as error:
        raise StoreError(f"{where}: what is kept of it is damaged: {error}") from None
    return arrays | {name: monitors[:, k] for k, name in enumerate(names)}
