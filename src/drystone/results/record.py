"""`run.json`: what a run is and how it stands. Small, rewritten atomically, readable by people."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from drystone.errors import StoreError
from drystone.results.files import read_json, write_json

RECORD_NAME = "run.json"

#: Number of the layout on disk; raised when an older reader would misread a newer run.
LAYOUT = 1

RUNNING, INTERRUPTED, STOPPED, FAILED = "running", "interrupted", "stopped", "failed"
FINISHED, COLLAPSED = "finished", "collapsed"
RESTED, UNDECIDED = "rested", "undecided"   #: of a run that had to come to rest: it did, or was still moving at its end
#: A run with one of these is complete: it cannot be resumed.
FINAL = (FINISHED, COLLAPSED, RESTED, UNDECIDED)
STATUSES = (RUNNING, INTERRUPTED, STOPPED, FAILED, *FINAL)


def utc_now() -> str:
    """Time of day as text, e.g. 2024-05-01T12:00:00+00:00."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Content of `run.json`."""

    layout: int
    version: str          #: of drystone
    hash: str             #: of the inputs
    inputs: str           #: name of the model text in inputs/
    created: str          #: UTC
    updated: str          #: UTC
    status: str           #: one of STATUSES
    message: str = ""     #: why it ended so
    totals: dict = field(default_factory=dict)  #: a few numbers about the whole run
    notes: tuple[str, ...] = ()                 #: what restarts and repairs had to overcome

    def with_(self, **changes) -> RunRecord:
        """A copy with some fields replaced and the time of the change."""
        return replace(self, updated=utc_now(), **changes)

    def write(self, directory: Path) -> None:
        """Write `run.json` atomically."""
        write_json(directory / RECORD_NAME, asdict(self))


def read_record(directory: Path) -> RunRecord:
    """Content of a run's `run.json`; StoreError if the directory is no run or of another layout."""
    path = directory / RECORD_NAME
    if not path.exists():
        raise StoreError(f"'{directory}' is not a run: it has no {RECORD_NAME}")
    content = read_json(path)
    if content.get("layout") != LAYOUT:
        raise StoreError(f"run '{directory}': layout must be {LAYOUT}, got {content.get('layout')!r}")
    known = {f.name for f in fields(RunRecord)}
    try:
        record = RunRecord(**{name: value for name, value in content.items() if name in known})
    except TypeError as error:
        raise StoreError(f"'{path}' is damaged: {error}") from error
    if record.status not in STATUSES:
        raise StoreError(f"'{path}' is damaged: status {record.status!r}")
    return replace(record, notes=tuple(record.notes))
