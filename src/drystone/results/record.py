"""`run.json`: what a result is and how it stands. Small, rewritten atomically, readable by people."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from drystone.errors import StoreError
from drystone.model.answer import ANSWERS
from drystone.results.files import read_json, write_json

RECORD_NAME = "run.json"

#: Number of the layout on disk; raised when an older reader would misread a newer run.
LAYOUT = 1

RUN = "run"
#: What a store can hold; a record that does not say is a run.
KINDS = (RUN, *ANSWERS)
#: Engine of runs whose record names none: there was no other then.
FIRST_ENGINE = "nscd"

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
    kind: str = RUN       #: one of KINDS
    engine: str = ""      #: of a run, by name; other kinds have none

    def with_(self, **changes) -> RunRecord:
        """A copy with some fields replaced and the time of the change."""
        return replace(self, updated=utc_now(), **changes)

    def write(self, directory: Path) -> None:
        """Write `run.json` atomically."""
        write_json(directory / RECORD_NAME, asdict(self))


def read_record(directory: Path) -> RunRecord:
    """Content of a result's `run.json`; StoreError if the directory is none or of another layout or kind."""
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
    if record.kind not in KINDS:
        raise StoreError(f"'{directory}' holds a result of kind {record.kind!r}; this version knows "
                         f"{', '.join(KINDS)}")
    engine = FIRST_ENGINE if record.kind == RUN and not record.engine else record.engine
    return replace(record, notes=tuple(record.notes), engine=engine)


def check_is_run(directory: Path, record: RunRecord) -> None:
    """Refuse a store that holds an answer where a run is needed."""
    if record.kind != RUN:
        raise StoreError(f"'{directory}' is not a run: it holds an answer of kind {record.kind!r}")
