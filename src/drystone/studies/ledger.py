"""`Ledger`: all runs of a study that are over, in one SQLite file, written by the study's command alone.

One transaction a run: row and arrays are there together or not at all, whenever the process is killed or the disk is
full. The journal is deleted after each commit (mode DELETE, synchronous FULL): the other mode fails on the network file
systems on which clusters keep homes. What the study was made from is kept, too, so that any run can be made again.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from drystone.errors import StoreError
from drystone.studies.runs.outcome import FAILED, OUTCOMES, Row
from drystone.studies.runs.planned import ID_LENGTH

LEDGER_NAME = "ledger.sqlite"

#: Number of the layout.
LAYOUT = 1

_TABLES = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS files (name TEXT PRIMARY KEY, content BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, outcome TEXT NOT NULL, message TEXT NOT NULL, at_end TEXT NOT NULL, end REAL NOT NULL,
    mode TEXT NOT NULL, numbers TEXT NOT NULL, cpu REAL NOT NULL, machine TEXT NOT NULL, coords TEXT NOT NULL,
    task TEXT NOT NULL, blob BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS errors (id TEXT NOT NULL, number INTEGER NOT NULL, error TEXT NOT NULL,
    PRIMARY KEY (id, number));
"""
_ROW = "id, outcome, message, at_end, end, mode, numbers, cpu"


class Ledger:
    """Rows of runs, their arrays, and the inputs of the study."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path, self._connection = path, connection

    @classmethod
    def create(cls, path: Path) -> Ledger:
        """Open the ledger at `path` to write, made if it is not there."""
        with _told(path):
            connection = sqlite3.connect(path, isolation_level=None, timeout=60.0)
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("PRAGMA synchronous=FULL")
            connection.executescript(f"BEGIN; {_TABLES} COMMIT;")
            ledger = cls(path, connection)
            if ledger.meta("layout") is None:
                ledger.put_meta({"layout": LAYOUT})
            ledger._check_layout()
        return ledger

    @classmethod
    def open(cls, path: Path) -> Ledger:
        """Open a ledger to read. Where it can be written, what a killed command left half done is taken back first."""
        if not path.is_file():
            raise StoreError(f"'{path.parent}' holds no study: {path.name} is not there")
        with _told(path):
            mode = "rw" if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) else "ro"
            place = f"file:{quote(str(path.resolve()))}?mode={mode}"
            connection = sqlite3.connect(place, uri=True, isolation_level=None, timeout=60.0)
            connection.execute("PRAGMA query_only=ON")
            ledger = cls(path, connection)
            ledger._check_layout()
        return ledger

    def _check_layout(self) -> None:
        found = self.meta("layout")
        if found != LAYOUT:
            raise StoreError(f"'{self.path}': layout must be {LAYOUT}, got {found!r}: written by another version")

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind, error, traceback) -> None:
        self.close()

    # --- inputs ---------------------------------------------------------------------------------

    def meta(self, key: str) -> object:
        """What is kept under a key; None where nothing is."""
        with _told(self.path):
            row = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
            return None if row is None else json.loads(row[0])

    def all_meta(self) -> dict[str, object]:
        """Everything that is kept under a key."""
        with _told(self.path):
            return {key: json.loads(value) for key, value in self._connection.execute("SELECT key, value FROM meta")}

    def put_meta(self, values: Mapping[str, object]) -> None:
        """Keep values in the types of JSON under their keys."""
        with self._transaction():
            self._connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)",
                                         [(key, json.dumps(value)) for key, value in values.items()])

    def put_files(self, files: Mapping[str, bytes]) -> None:
        """Keep contents of files by name."""
        with self._transaction():
            self._connection.executemany("INSERT OR REPLACE INTO files VALUES (?, ?)", files.items())

    def files(self, names: Iterable[str] | None = None) -> dict[str, bytes]:
        """Contents by name; names : which; None: all"""
        with _told(self.path):
            if names is None:
                return dict(self._connection.execute("SELECT name, content FROM files"))
            found = {}
            for name in names:
                row = self._connection.execute("SELECT content FROM files WHERE name = ?", (name,)).fetchone()
                if row is None:
                    raise StoreError(f"'{self.path}': file {name!r} is not in it")
                found[name] = row[0]
            return found

    # --- runs -----------------------------------------------------------------------------------

    def put(self, row: Row, blob: bytes, coords: Mapping[str, object], task: Mapping[str, object],
            machine: Mapping[str, str], again: bool = False) -> None:
        """Keep a run; it is on disk when this returns. One that is there already stays as it is, unless it was made
        `again`."""
        values = (row.id, row.outcome, row.message, row.at_end, row.end, row.mode, json.dumps(dict(row.numbers)),
                  row.cpu, json.dumps(machine, sort_keys=True), json.dumps(coords), json.dumps(task), blob)
        way = "REPLACE" if again else "IGNORE"
        with self._transaction():
            self._connection.execute(f"INSERT OR {way} INTO runs VALUES ({','.join('?' * len(values))})", values)

    def rows(self) -> dict[str, Row]:
        """All runs that are over, by id."""
        with _told(self.path):
            return {found[0]: _row(found) for found in self._connection.execute(f"SELECT {_ROW} FROM runs")}

    def blob(self, run_id: str) -> bytes:
        """Arrays of a run, as bytes."""
        return self._one("blob", run_id)

    def task(self, run_id: str) -> dict:
        """What a run was made from, as for a worker."""
        return self._one_mapping("task", run_id)

    def coords(self, run_id: str) -> dict:
        """Where a run stood in the study when it was made."""
        return self._one_mapping("coords", run_id)

    def machine(self, run_id: str) -> dict:
        """Processor and versions that a run was made with."""
        return self._one_mapping("machine", run_id)

    def machines(self) -> dict[str, dict]:
        """The same of all runs, by id."""
        with _told(self.path):
            return {run_id: _mapping(json.loads(text)) for run_id, text in
                    self._connection.execute("SELECT id, machine FROM runs")}

    def find(self, text: str) -> str:
        """Id of the run whose id begins with `text`."""
        with _told(self.path):
            found = [row[0] for row in self._connection.execute(
                "SELECT id FROM runs WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 2", (len(text), text))]
        if len(found) != 1 or not text or not _ID.fullmatch(found[0]):
            rule = "more than one run's id begins with it" if found else "no run has that id"
            raise StoreError(f"study '{self.path.parent}': {rule}, got {text!r}")
        return found[0]

    def forget(self, run_ids: Iterable[str]) -> None:
        """Take runs and their errors out, so that they are tried again."""
        with self._transaction():
            for table in ("runs", "errors"):
                self._connection.executemany(f"DELETE FROM {table} WHERE id = ?", [(run_id,) for run_id in run_ids])

    def forget_errors(self, run_ids: Iterable[str]) -> None:
        """Take the errors of runs out, so that they are counted anew."""
        with self._transaction():
            self._connection.executemany("DELETE FROM errors WHERE id = ?", [(run_id,) for run_id in run_ids])

    def add_error(self, run_id: str, error: str) -> int:
        """Count an error that a run ended with by itself; returns how many it has had."""
        with self._transaction():
            count = self._connection.execute("SELECT COUNT(*) FROM errors WHERE id = ?", (run_id,)).fetchone()[0]
            self._connection.execute("INSERT INTO errors VALUES (?, ?, ?)", (run_id, count + 1, error))
        return count + 1

    def take_in(self, other: Ledger) -> int:
        """Copy all of another ledger that is not here yet, in one transaction; returns how many runs are new.

        A run that failed here and did not there is replaced.
        """
        new, own, others = 0, self.all_meta(), other.all_meta()
        files = {**_mapping(others.get("files")), **_mapping(own.get("files"))}
        with self._transaction(), _told(other.path):
            take = self._connection.execute
            for key, value in (others | own | {"files": files}).items():
                take("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, json.dumps(value)))
            for table in ("files", "errors"):
                for values in other._connection.execute(f"SELECT * FROM {table}"):
                    take(f"INSERT OR IGNORE INTO {table} VALUES ({','.join('?' * len(values))})", values)
            for values in other._connection.execute("SELECT * FROM runs"):
                if values[1] != FAILED:
                    take("DELETE FROM runs WHERE id = ? AND outcome = ?", (values[0], FAILED))
                new += take(f"INSERT OR IGNORE INTO runs VALUES ({','.join('?' * len(values))})", values).rowcount
        return new

    def _one(self, column: str, run_id: str):
        with _told(self.path):
            row = self._connection.execute(f"SELECT {column} FROM runs WHERE id = ?", (run_id,)).fetchone()
        if row is None:
            raise StoreError(f"study '{self.path.parent}': no run has the id {run_id!r}")
        return row[0]

    def _one_mapping(self, column: str, run_id: str) -> dict:
        text = self._one(column, run_id)
        with _told(self.path):
            return _mapping(json.loads(text) if isinstance(text, (str, bytes)) else text)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def _row(found: tuple) -> Row:
    """A row, if it is one: somebody else may have written the file."""
    run_id, outcome, message, at_end, end, mode, numbers, cpu = found
    if not (isinstance(run_id, str) and _ID.fullmatch(run_id)):
        raise ValueError(f"a run must have an id of {ID_LENGTH} hexadecimal digits, got {run_id!r}")
    if outcome not in OUTCOMES:
        raise ValueError(f"run {run_id}: outcome must be one of {', '.join(OUTCOMES)}, got {outcome!r}")
    numbers = _mapping(json.loads(numbers) if isinstance(numbers, str) else None)
    words = message, at_end, mode
    if not (all(isinstance(text, str) for text in words)
            and all(isinstance(value, (int, float)) for value in (end, cpu, *numbers.values()))):
        raise ValueError(f"run {run_id}: its columns must be words and numbers")
    return Row(run_id, outcome, message, at_end, end, mode, numbers, cpu)


_ID = re.compile(rf"[0-9a-f]{{{ID_LENGTH}}}")


def _mapping(value: object) -> dict:
    """`value` if it is a mapping, {} for nothing."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"must be a mapping, got {type(value).__name__}")
    return value


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What SQLite refuses is one line."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"ledger '{path}': {error}") from error
    except ValueError as error:
        raise StoreError(f"ledger '{path}' is damaged: {error}") from error
