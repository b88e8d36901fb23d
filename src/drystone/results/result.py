"""`open_result`: read a result of any kind; a run while it is being written, after a kill, or when it is complete."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from drystone.errors import StoreError
from drystone.late import ask
from drystone.model.shape import Shape
from drystone.model.tables import ENERGY, FRAMES, MONITOR, PTR, STEP, STEPS, TIME, TableSpec
from drystone.results.answer import AnswerResult
from drystone.results.base import Result
from drystone.results.block_result import BlockResult
from drystone.results.checkpoint import Checkpoint, latest_checkpoint
from drystone.results.history import History
from drystone.results.interface_rows import InterfaceRows
from drystone.results.joint_result import JointResult
from drystone.results.layout import read_tables
from drystone.results.lock import find_writer
from drystone.results.names import Blocks
from drystone.results.pandas_frames import run_frame
from drystone.results.record import INTERRUPTED, RUN, RUNNING, check_is_run, read_record
from drystone.results.segment import SegmentReader, segment_paths
from drystone.results.shape import Shapes
from drystone.results.tie_result import GroundResult, TieResult
from drystone.results.words import run_text


@dataclass(frozen=True, slots=True)
class Frames:
    """Poses that were kept: every `output.frames`-th step."""

    step: np.ndarray         #: (f,) int64
    time: np.ndarray         #: (f,) [s]
    position: np.ndarray     #: (f, b, 3) [m], centres of mass, world
    orientation: np.ndarray  #: (f, b, 4) unit quaternions (w, x, y, z), block frame to world
    twist: np.ndarray        #: (f, b, 6) [m/s, rad/s], world


class _Piece(NamedTuple):
    """Rows of one table that count, from one segment."""

    path: Path
    rows: int  #: rows; of a ragged table: frames
    flat: int  #: flat rows of a ragged table


def open_result(directory: str | os.PathLike) -> RunResult | AnswerResult:
    """Open a result for reading, by its kind; StoreError with one line if it is none or is damaged."""
    directory = Path(directory)
    return RunResult(directory) if read_record(directory).kind == RUN else AnswerResult(directory)


class RunResult(Result):
    """A run as it stood when it was opened, or at the last `refresh`.

    Files are open only while something is read, so that a result may be kept while its run goes on.

    Attributes
    ----------
    tables : name -> TableSpec
    """

    def refresh(self) -> None:
        """Look again: status and rows written since."""
        writer = find_writer(self.directory)  # before run.json, so that a run that ends now is not "gone"
        record = read_record(self.directory)
        check_is_run(self.directory, record)
        self._take_record(record)
        if record.status == RUNNING and writer is None:
            self.status = INTERRUPTED
        self.tables: dict[str, TableSpec] = read_tables(self.directory)
        self._pieces = _find_pieces(self.directory, self.tables)
        for name in ("frames", "shapes", "interface_rows"):
            self.__dict__.pop(name, None)

    # -- tables --------------------------------------------------------------------------------------

    @property
    def units(self) -> dict[str, dict[str, str]]:
        """table -> column -> unit."""
        return {table: {STEP: "-", TIME: "s"} | {name: c.unit for name, c in spec.columns.items()}
                for table, spec in self.tables.items()}

    def row_count(self, table: str) -> int:
        """Rows of a table (frames of a ragged one)."""
        self._check_table(table)
        return sum(piece.rows for piece in self._pieces[table])

    def table(self, table: str) -> dict[str, np.ndarray]:
        """All columns of a table; of a ragged one flat rows, with `ptr` (frames + 1,) between frames."""
        spec = self._check_table(table)
        names = [STEP, TIME, *([PTR] if spec.ragged else []), *spec.columns]
        parts: dict[str, list] = {name: [] for name in names}
        for piece in self._pieces[table]:
            with SegmentReader(piece.path, self.tables) as segment:
                for name in names:
                    parts[name].append(_read_piece(segment, table, name, piece))
        return {name: self._join(table, name, parts[name]) for name in names}

    def column(self, table: str, name: str) -> np.ndarray:
        """One column, (rows, *row_shape); text columns come as str."""
        spec = self._check_table(table)
        if name not in spec.columns and name not in (STEP, TIME) and not (spec.ragged and name == PTR):
            raise StoreError(f"run '{self.directory}': table {table!r} has no column {name!r}; it has: "
                             f"{', '.join([STEP, TIME, *spec.columns])}")
        parts = []
        for piece in self._pieces[table]:
            with SegmentReader(piece.path, self.tables) as segment:
                parts.append(_read_piece(segment, table, name, piece))
        return self._join(table, name, parts)

    def row(self, table: str, row_index: int) -> dict[str, np.ndarray]:
        """One row of a table, without reading the rest; negative numbers count from the end."""
        if self._check_table(table).ragged:
            raise StoreError(f"run '{self.directory}': table {table!r} is ragged, use rows()")
        piece, i = self._locate(table, row_index)
        with SegmentReader(piece.path, self.tables) as segment:
            return {name: _decode(segment.read(table, name, i, i + 1))[0]
                    for name in (STEP, TIME, *self.tables[table].columns)}

    def rows(self, table: str, frame_index: int) -> dict[str, np.ndarray]:
        """The rows of one frame of a ragged table; negative numbers count from the end."""
        if not self._check_table(table).ragged:
            raise StoreError(f"run '{self.directory}': table {table!r} is not ragged, use row()")
        piece, i = self._locate(table, frame_index)
        with SegmentReader(piece.path, self.tables) as segment:
            start, stop = segment.read(table, PTR, i, i + 2)
            return {name: _decode(segment.read(table, name, int(start), int(stop)))
                    for name in self.tables[table].columns}

    # -- what people ask for most --------------------------------------------------------------------

    @property
    def time(self) -> np.ndarray:
        """(s,) [s], time at each row of table "steps"."""
        return self.column(STEPS, TIME)

    @property
    def step_count(self) -> int:
        """Steps taken so far."""
        return int(self.row(STEPS, -1)[STEP]) if self.row_count(STEPS) else 0

    def energy(self, name: str) -> History:
        """(s,) [J], one energy at each step."""
        return self._prefixed(ENERGY, "energy", name)

    def monitor(self, name: str) -> History:
        """(s,) one monitor at each step; (s, 3) of a monitor that has components: `.x`, `.y`, `.z`, `.norm`."""
        known = self._names(MONITOR)
        parts = [f"{name}.{axis}" for axis in "xyz"]
        if name not in known and all(part in known for part in parts):
            found = [self._prefixed(MONITOR, "monitor", part) for part in parts]
            return History(np.column_stack(found), found[0].time, found[0].unit, name)
        return self._prefixed(MONITOR, "monitor", name)

    @property
    def energies(self) -> tuple[str, ...]:
        """Names for `energy`."""
        return self._names(ENERGY)

    @property
    def monitors(self) -> tuple[str, ...]:
        """Names for `monitor`."""
        return self._names(MONITOR)

    # -- read by name --------------------------------------------------------------------------------

    def block(self, name: str) -> BlockResult:
        """One block: its displacement, rotation, velocity; its neighbours and joints."""
        return BlockResult(self, name)

    @property
    def blocks(self) -> Blocks:
        """All blocks by name."""
        return Blocks(self.block_names, self.block)

    def joint(self, a: str, b: str) -> JointResult:
        """The joint of two blocks: its force acts on `b`."""
        return JointResult(self, a, b)

    def tie(self, name: str) -> TieResult:
        """One tie: its force and elongation."""
        return TieResult(self, name)

    @property
    def ground(self) -> GroundResult:
        """How the ground moved."""
        return GroundResult(self)

    def fallen(self, *, drop: float | None = None, tilt_deg: float | None = None, frame: int = -1) -> tuple[str, ...]:
        """Names of the blocks that have fallen or toppled at one kept frame, see `drystone.analysis.fallen`."""
        given = {name: value for name, value in (("drop", drop), ("tilt_deg", tilt_deg)) if value is not None}
        return ask("fallen", self, frame=frame, **given)

    def to_pandas(self, table: str = STEPS):
        """A table as a pandas DataFrame: steps (energies, monitors, ground), blocks, joints, ties or one of the
        engine's own."""
        return run_frame(self, table)

    @cached_property
    def interface_rows(self) -> InterfaceRows:
        """Interfaces of all frames, for `joint`."""
        return InterfaceRows(self)

    def __str__(self) -> str:
        return run_text(self)

    def __repr__(self) -> str:
        return f"<run '{self.directory}': {self.engine}, {self.status}, {len(self.block_names)} blocks>"

    # -- shapes --------------------------------------------------------------------------------------

    @cached_property
    def frames(self) -> Frames:
        """All poses that were kept; `row("frames", i)` reads one alone."""
        self._check_table(FRAMES)
        content = self.table(FRAMES)
        try:
            return Frames(*(content[name] for name in Frames.__slots__))
        except KeyError as error:
            raise StoreError(f"run '{self.directory}': table {FRAMES!r} has no column {error}") from None

    @cached_property
    def shapes(self) -> Shapes:
        """Vertices and faces of all parts at the kept frames, from poses or from an engine's own nodes."""
        return Shapes(self)

    def shape(self, frame: int) -> Shape:
        """All parts at one kept frame; negative numbers count from the end."""
        return self.shapes.at(frame)

    def checkpoint(self) -> Checkpoint | None:
        """The last sound checkpoint, or None."""
        return latest_checkpoint(self.directory)[0]

    # -- inside --------------------------------------------------------------------------------------

    def _check_table(self, table: str) -> TableSpec:
        if table not in self.tables:
            raise StoreError(f"run '{self.directory}': no table {table!r}; it has: {', '.join(self.tables)}")
        return self.tables[table]

    def _names(self, prefix: str) -> tuple[str, ...]:
        columns = self._check_table(STEPS).columns
        return tuple(name.removeprefix(prefix) for name in columns if name.startswith(prefix))

    def _prefixed(self, prefix: str, kind: str, name: str) -> History:
        known = self._names(prefix)
        if name not in known:
            raise StoreError(f"run '{self.directory}': no {kind} {name!r}; "
                             f"it has: {', '.join(known) or 'none'}")
        return History(self.column(STEPS, prefix + name), self.time, self.tables[STEPS].columns[prefix + name].unit,
                       name)

    def _locate(self, table: str, index: int) -> tuple[_Piece, int]:
        """Piece and row within it of row `index` of the whole."""
        count = self.row_count(table)
        row = index + count if index < 0 else index
        if not 0 <= row < count:
            raise StoreError(f"run '{self.directory}': table {table!r} has {count} rows, got index {index}")
        for piece in self._pieces[table]:
            if row < piece.rows:
                return piece, row
            row -= piece.rows
        raise AssertionError("unreachable")

    def _join(self, table: str, name: str, parts: list[np.ndarray]) -> np.ndarray:
        """Parts of all segments as one array; `ptr` counts on from segment to segment."""
        if name == PTR and self.tables[table].ragged:
            shift = np.cumsum([0] + [piece.flat for piece in self._pieces[table]])
            ends = [part[1:] + offset for part, offset in zip(parts, shift)]
            return np.concatenate([np.zeros(1, np.int64), *ends])
        if parts:
            return _decode(np.concatenate(parts))
        column = self.tables[table].columns.get(name)
        dtype, shape = (column.dtype, column.row_shape) if column else ("<i8" if name == STEP else "<f8", ())
        return _decode(np.zeros((0, *shape), dtype))


def _find_pieces(directory: Path, tables: Mapping[str, TableSpec]) -> dict[str, list[_Piece]]:
    """Rows that count. From each segment those below the first step of every later one: what a restart
    computed again is taken from the restart, so that nothing is counted twice."""
    pieces: dict[str, list[_Piece]] = {table: [] for table in tables}
    cut = None
    for path in reversed(segment_paths(directory)):
        with SegmentReader(path, tables) as segment:
            for table, spec in tables.items():
                rows = segment.rows_before(table, cut)
                flat = segment.flat_stop(table, rows) if spec.ragged else 0
                pieces[table].insert(0, _Piece(path, rows, flat))
            cut = segment.first_step if cut is None else min(cut, segment.first_step)
    return pieces


def _read_piece(segment: SegmentReader, table: str, name: str, piece: _Piece) -> np.ndarray:
    """The part of a column that lies in one piece."""
    if segment.tables[table].ragged and name not in (STEP, TIME):
        return segment.read(table, name, 0, piece.rows + 1 if name == PTR else piece.flat)
    return segment.read(table, name, 0, piece.rows)


def _decode(values: np.ndarray) -> np.ndarray:
    """Text as str; everything else as it is."""
    return values.astype(f"U{values.dtype.itemsize}") if values.dtype.kind == "S" else values
