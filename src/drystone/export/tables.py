"""CSV: energies and monitors of every step; poses, ties, interfaces of every chosen frame; units in the first line."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from drystone.export.cells import name_cell
from drystone.export.cracks import CRACKS, has_cracks, write_crack_table
from drystone.export.frames import FrameChoice, RunFrames, interface_fields
from drystone.export.numbers import POWERS, WIDTH, write_rows
from drystone.geometry.rotation import rotation_vector
from drystone.model.tables import ENERGY, MONITOR, STEPS, TIES
from drystone.names import show_line
from drystone.results.result import RunResult
from drystone.results.slabs import TableSlabs

#: Digits of numbers that stand by the million, and of those that stand once a step.
DIGITS, STEP_DIGITS = 10, 15
_ROWS = 4096

_BLOCK_HEADER = ("step", "time [s]", "block",
                 *(f"{a} [m]" for a in "xyz"), *(f"displacement {a} [m]" for a in "xyz"),
                 *(f"rotation {a} [rad]" for a in "xyz"), *(f"velocity {a} [m/s]" for a in "xyz"),
                 *(f"angular velocity {a} [rad/s]" for a in "xyz"))
_INTERFACE_HEADER = ("step", "time [s]", "block a", "block b", "area [m2]", *(f"normal {a} [-]" for a in "xyz"),
                     "normal force [N]", "shear force [N]", *(f"force {a} [N]" for a in "xyz"),
                     *(f"point {a} [m]" for a in "xyz"), "traction [Pa]", "opening [m]", "slip [m]",
                     "slip speed [m/s]", "eccentricity share [-]", "in middle third [-]")


def write_tables(frames: RunFrames, folder: Path) -> None:
    """Write energies.csv, blocks.csv and, where there are any, monitors, ties, interfaces and cracks."""
    write_step_tables(frames.result, frames.choice, folder)
    _write_blocks(frames, folder / "blocks.csv")
    if len(frames.interface_time):
        _write_interfaces(frames, folder / "interfaces.csv")
    if has_cracks(frames):
        write_crack_table(frames, folder / f"{CRACKS}.csv")


def write_step_tables(result: RunResult, choice: FrameChoice, folder: Path) -> None:
    """Write energies.csv and, where there are any, monitors.csv and ties.csv: all that a run without frames has;
    nothing where no step was kept."""
    if not result.row_count(STEPS):
        return
    _write_steps(result, choice, folder / "energies.csv", [(ENERGY + name, name) for name in result.energies])
    if result.monitors:
        _write_steps(result, choice, folder / "monitors.csv", [(MONITOR + name, name) for name in result.monitors])
    if TIES in result.tables and result.row_count(TIES):
        _write_ties(result, choice, folder / "ties.csv")


def _write_steps(result: RunResult, choice: FrameChoice, path: Path, columns: Sequence[tuple[str, str]]) -> None:
    """Columns (column of the store, title) of table "steps" at every step of the window."""
    slabs, units = TableSlabs(result, STEPS), result.units[STEPS]
    rows = choice.window(slabs.time)
    with _Table(path, ("step", "time [s]", *(f"{title} [{units[name]}]" for name, title in columns)), ()) as table:
        for start in range(0, len(rows), _ROWS):
            chosen = rows[start:start + _ROWS]
            found = slabs.read([name for name, _ in columns], chosen)
            table.write(np.column_stack((slabs.step[chosen], slabs.time[chosen],
                                         *(found[name] for name, _ in columns))), digits=STEP_DIGITS)


def _write_ties(result: RunResult, choice: FrameChoice, path: Path) -> None:
    """All columns of table "ties", one row a chosen frame and tie."""
    slabs, columns = TableSlabs(result, TIES), result.tables[TIES].columns
    rows, names = choice.window(slabs.time)[::choice.every], tuple(map(show_line, result.tie_names))
    titles = [f"{name.replace('_', ' ')} [{column.unit}]" for name, column in columns.items()]
    with _Table(path, ("step", "time [s]", "tie", *titles), names) as table:
        for start in range(0, len(rows), _ROWS):
            chosen = rows[start:start + _ROWS]
            found = slabs.read(list(columns), chosen)
            table.write(np.column_stack((
                np.repeat(slabs.step[chosen], len(names)), np.repeat(slabs.time[chosen], len(names)),
                *(found[name].reshape(-1) for name in columns))),
                np.tile(np.arange(len(names)), len(chosen))[:, None], digits=STEP_DIGITS)


def _write_blocks(frames: RunFrames, path: Path) -> None:
    with _Table(path, _BLOCK_HEADER, frames.names) as table:
        for slab in frames.blocks():
            f, b = np.nonzero(slab.is_active)
            position, twist = slab.position[f, b], slab.twist[f, b]
            table.write(np.column_stack((slab.step[f], slab.time[f], position, position - frames.drawn[b],
                                         rotation_vector(slab.orientation[f, b]), twist)), b[:, None])


def _write_interfaces(frames: RunFrames, path: Path) -> None:
    further = [f"{name.replace('_', ' ')} [{unit}]" for name, unit in frames.further.items()]
    with _Table(path, (*_INTERFACE_HEADER, *further), frames.names) as table:
        for slab in frames.interfaces():
            f = np.repeat(np.arange(len(slab.step)), np.diff(slab.ptr))
            field, value = interface_fields(slab), slab.value
            table.write(np.column_stack((
                slab.step[f], slab.time[f], field["area"], field["normal"], field["normal_force"],
                np.linalg.norm(field["shear_force"], axis=1), field["force"], value["point"], field["traction"],
                field["opening"], field["slip"], field["slip_speed"], field["eccentricity_share"],
                field["in_middle_third"], *(field[name] for name in frames.further))),
                np.column_stack((value["block_a"], value["block_b"])))


class _Table:
    """A CSV file that is being written: step, time, labels, then numbers."""

    def __init__(self, path: Path, header: Sequence[str], labels: Sequence[str]) -> None:
        self._path, self._header = path, header
        texts = [_quote(label).encode() for label in labels]
        self._ptr = np.concatenate(([0], np.cumsum([len(text) for text in texts]))).astype(np.int64)
        self._text = np.frombuffer(b"".join(texts), np.uint8)
        self._longest = max((len(text) for text in texts), default=0)

    def __enter__(self) -> _Table:
        self._file = open(self._path, "wb")
        self._file.write((",".join(map(_quote, self._header)) + "\n").encode())
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def write(self, value: np.ndarray, label: np.ndarray | None = None, digits: int = DIGITS) -> None:
        """Append rows; `label` (n, m) numbers of labels, which stand behind step and time."""
        label = np.zeros((len(value), 0), np.int64) if label is None else label.astype(np.int64)
        line = value.shape[1] * WIDTH + label.shape[1] * (self._longest + 1)
        out = np.empty(min(_ROWS, max(len(value), 1)) * line, np.uint8)
        for start in range(0, len(value), _ROWS):
            rows = slice(start, start + _ROWS)
            used = write_rows(np.ascontiguousarray(value[rows], float), np.int64(digits), np.int64(2),
                              np.ascontiguousarray(label[rows]), self._text, self._ptr, POWERS, out)
            self._file.write(out[:used].data)


def _quote(text: str) -> str:
    """A name as one cell."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow((name_cell(text),))
    return line.getvalue()
