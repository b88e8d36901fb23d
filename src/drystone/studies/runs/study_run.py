"""`StudyRun`: one run of a study that is over, read by its id; the whole table for pandas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from drystone.errors import StoreError
from drystone.model.selection import check_known
from drystone.results.pandas_frames import load_pandas
from drystone.results.record import RECORD_NAME
from drystone.results.result import RunResult
from drystone.studies.runs.outcome import Row, Rows
from drystone.studies.runs.planned import PlannedRun
from drystone.studies.table import StudyTable


@dataclass(frozen=True)
class StudyRun:
    """One run of a study that is over."""

    directory: Path      #: of its store, which is there where the study kept it
    planned: PlannedRun
    row: Row

    @property
    def id(self) -> str:
        """Name of the run."""
        return self.row.id

    @property
    def place(self) -> dict[str, object]:
        """Where it stands in the study, by column."""
        return dict(self.planned.coords)

    @property
    def outcome(self) -> str:
        """How it ended."""
        return self.row.outcome

    @property
    def mode(self) -> str:
        """How it failed; "" where it did not, or nobody can tell."""
        return self.row.mode

    @property
    def numbers(self) -> dict[str, float]:
        """Extremes of monitors and the like, by column."""
        return dict(self.row.numbers)

    @property
    def is_kept(self) -> bool:
        """Whether its whole store is there."""
        return (self.directory / RECORD_NAME).is_file()

    def result(self) -> RunResult:
        """Its whole store: blocks, joints, monitors."""
        if not self.is_kept:
            study = self.directory.parent.parent
            raise StoreError(f"run {self.id}: its store was not kept; make it again with: drystone study {study} "
                             f"--rerun {self.id}")
        return RunResult(self.directory)

    def __repr__(self) -> str:
        where = ", ".join(f"{name} {value}" for name, value in self.place.items())
        return f"<run {self.id}: {self.outcome}; {where}>"


class StudyRuns(Mapping):
    """Runs of a study by id; completes them in a notebook."""

    def __init__(self, names: tuple[str, ...], make: Callable[[str], StudyRun]) -> None:
        self._names, self._make = names, make

    def __getitem__(self, name: str) -> StudyRun:
        if name not in self._names:
            raise KeyError(name)
        return self._make(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._names)

    def __repr__(self) -> str:
        return f"<{len(self._names)} runs>"


def find_run(directory: Path, planned: Sequence[PlannedRun], rows: Rows, name: str) -> StudyRun:
    """A run that is over by its id."""
    found = {run.id: run for run in planned if run.id in rows}
    check_known(f"study '{directory}'", name, found, "run that is over")
    return StudyRun(directory / "runs" / name, found[name], rows[name])


def table_frame(table: StudyTable):
    """All runs as a DataFrame, by id."""
    frame = load_pandas().DataFrame(list(table.rows), columns=list(table.titles))
    return frame.set_index("id") if "id" in table.titles else frame
