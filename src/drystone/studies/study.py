"""`run_study`: a study from its file to its table, in one call.

    result = run_study("fragility.yaml", "studies/house", jobs=2)
    print("\\n".join(result.lines()))
"""

from __future__ import annotations

import time as clock
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from drystone.engines.registry import DEFAULT
from drystone.late import ask
from drystone.model.settings import engine_of
from drystone.names import show_line
from drystone.process import usable_cores
from drystone.simulation.warmup import compile_for_first_run
from drystone.studies.conduct import Conductor, Standing
from drystone.studies.crew.crew import Crew
from drystone.studies.crew.local import LocalCrew
from drystone.studies.file.read import Study, read_study
from drystone.studies.findings.capacity import Capacities, check_capacities, find_capacities, known_capacities
from drystone.studies.findings.words import study_lines
from drystone.studies.folder import REPORT_NAME, TABLE_NAME, StudyFolder, base_key, base_of, open_study, study_files
from drystone.studies.kinds.failure_domain import FailureDomain
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.kinds.registry import make_kind
from drystone.studies.runs.checking import check_runs
from drystone.studies.runs.maker import count_words, is_same_code, run_code
from drystone.studies.runs.outcome import FAILED, Rows
from drystone.studies.runs.planned import PlannedRun
from drystone.studies.runs.study_run import StudyRun, StudyRuns, find_run, table_frame
from drystone.studies.stores import make_stores
from drystone.studies.table import StudyTable, make_table

#: Wall time between two writings of status and table [s].
STATUS_SECONDS, TABLE_SECONDS = 1.0, 30.0

#: Wall time between two drawings [s], and the greatest share of all wall time that they may take.
PICTURE_SECONDS, PICTURE_SHARE = 60.0, 0.03

#: Makes a crew for a study, once everything has been checked.
MakeCrew = Callable[[Study], Crew]
Shard = Callable[[PlannedRun], bool]
Draw = Callable[["StudyResult"], object]


@dataclass(frozen=True, repr=False)
class StudyResult:
    """What a study has come to so far."""

    directory: Path
    kind: StudyKind
    rows: Rows
    standing: Standing
    capacities: Mapping[str, Capacities] = field(default_factory=dict)    #: of a failure domain, where asked for
    machines: Mapping[str, Mapping[str, str]] = field(default_factory=dict)    #: by whom runs were made, by id

    @classmethod
    def open(cls, directory: str | Path) -> StudyResult:
        """From the folder of a study, complete or not, without its study file."""
        place = Path(directory)
        study, rows, machines, meta = open_study(place)
        kind = make_kind(study)
        wanted = kind.wanted(rows)
        known = [rows[run.id] for run in wanted if run.id in rows]
        standing = Standing(len(wanted), len(known), counts=Counter(row.outcome for row in known))
        capacities = known_capacities(kind, meta) if isinstance(kind, FailureDomain) else {}
        return cls(place, kind, rows, standing, capacities, machines)

    @property
    def table(self) -> StudyTable:
        """All runs that are over."""
        return make_table(self.kind.wanted(self.rows), self.rows, self.kind.study.file.damage)

    def lines(self) -> list[str]:
        """What was found, in words."""
        others = [self.machines[name] for name in self.run_names
                  if name in self.machines and not is_same_code(self.machines[name])]
        return study_lines(self.kind, self.rows, self.capacities, [count_words(others)] if others else [])

    # -- read by name --------------------------------------------------------------------------------

    @property
    def run_names(self) -> tuple[str, ...]:
        """Ids of the runs that are over, in the order of the plan."""
        return tuple(run.id for run in self.kind.wanted(self.rows) if run.id in self.rows)

    def run(self, name: str) -> StudyRun:
        """One run: where it stands in the study, how it ended, what it reached."""
        return find_run(self.directory, self.kind.wanted(self.rows), self.rows, name)

    @property
    def runs(self) -> StudyRuns:
        """All runs that are over, by id."""
        return StudyRuns(self.run_names, self.run)

    def fallen(self) -> tuple[str, ...]:
        """Ids of the runs that collapsed."""
        return tuple(name for name in self.run_names if self.rows[name].is_collapse)

    def to_pandas(self):
        """All runs that are over as a pandas DataFrame, one row each, by id."""
        return table_frame(self.table)

    def plot(self, kind: str | None = None):
        """One of the pictures of `drystone plot` as a matplotlib figure; None: the first of them."""
        return ask("study_figure", self, kind)

    def __str__(self) -> str:
        study, counts = self.kind.study.file, self.standing.counts
        ends = ", ".join(f"{count} {outcome}" for outcome, count in counts.items()) or "none yet"
        head = [f"study '{self.directory}': {study.kind} {show_line(study.name)}",
                f"runs        {self.standing.known} of {self.standing.wanted} over: {ends}"]
        return "\n".join([*head, *(map(show_line, self.lines()) if self.standing.known else ())])

    def __repr__(self) -> str:
        return (f"<study '{self.directory}': {self.kind.study.file.kind}, {self.standing.known} of "
                f"{self.standing.wanted} runs over>")

    def _repr_html_(self) -> str:
        return ask("study_html", self)


def local_crew(jobs: int | None) -> MakeCrew:
    """Processes of this machine; jobs : how many; None: one a core that we may use"""

    def make(study: Study) -> LocalCrew:
        analysis = study.base.data()[0].get("analysis")
        compile_for_first_run(engine_of(analysis) or DEFAULT)
        return LocalCrew(jobs or usable_cores(), base_of(study), study_files(study))

    return make


def plan_study(path: str | Path) -> tuple[Study, StudyKind, list[PlannedRun]]:
    """Read and check a study; returns its runs as far as they are known before the first."""
    study = read_study(path)
    kind = make_kind(study)
    runs = check_runs(study, kind)
    if isinstance(kind, FailureDomain):
        check_capacities(kind)
    return study, kind, runs


def run_study(path: str | Path, directory: str | Path | None = None, *, jobs: int | None = None,
              crew: MakeCrew | None = None, shard: Shard | None = None, retry: bool = False,
              keep_rows: bool = False, watch: Callable[[Standing], None] | None = None,
              draw: Draw | None = None, say: Callable[[str], None] | None = None) -> StudyResult:
    """Make all runs of a study that are not in its folder yet.

    Parameters
    ----------
    path : study file
    directory : where it is kept; None: studies/<name>
    jobs : processes; None: one a core
    crew : who makes the runs instead
    shard : which runs are ours; None: all
    retry : try runs again that ended by errors
    keep_rows : reuse rows of the folder that other code of drystone made, instead of making these runs again
    watch : hears a few times a second how the study stands
    draw : gets what is known about every minute, to draw it; whatever it raises, the study goes on
    say : takes a line about rows of other code
    """
    run_code()                          # of the files as they are now, before anybody changes them
    study, kind, _ = plan_study(path)
    place = default_directory(study) if directory is None else Path(directory)
    with StudyFolder.open(place, study) as folder:
        if retry:
            folder.ledger.forget([name for name, row in folder.ledger.rows().items() if row.outcome == FAILED])
        writer = _Writer(folder, kind, watch)
        capacities = {}
        if isinstance(kind, FailureDomain) and kind.entry is not None and kind.entry.capacity:
            capacities = find_capacities(kind, folder.ledger, lambda words: writer(Standing(activity=[words])),
                                         keep_rows)
        hands = (crew or local_crew(jobs))(study)
        writer.draw = _Drawing(place, kind, capacities, draw)
        try:
            conductor = Conductor(kind, folder.ledger, hands, base_key(base_of(study)), shard, keep_rows)
            writer.rows = conductor.rows
            if say is not None:
                _tell_of_others(kind, conductor, keep_rows, say)
            conductor.go(writer)
        except BaseException as error:
            writer.stop("stopped" if isinstance(error, KeyboardInterrupt) else "failed")
            raise
        finally:
            hands.close()
        result = StudyResult(place, kind, conductor.rows, conductor.standing, capacities, conductor.machines)
        writer.finish(result)
        make_stores(folder, kind, conductor.rows)
    return result


def _tell_of_others(kind: StudyKind, conductor: Conductor, keep_rows: bool, say: Callable[[str], None]) -> None:
    """What becomes of rows of the study that other code made."""
    wanted = kind.wanted({**conductor.others, **conductor.rows})
    found = [conductor.machines[run.id] for run in wanted if run.id in conductor.others]
    if found:
        say(f"rows        {count_words(found)}: "
            + ("reused" if keep_rows else "computed again, each replaced by its new one; --keep-rows reuses them"))


def default_directory(study: Study) -> Path:
    """Where a study is kept unless somebody says otherwise."""
    plain = "".join(c if c.isalnum() or c in "._-" else "-" for c in study.file.name).strip("-.") or "study"
    return Path("studies") / plain


class _Writer:
    """Keeps status and table on disk while a study goes on."""

    def __init__(self, folder: StudyFolder, kind: StudyKind, watch: Callable[[Standing], None] | None) -> None:
        self._folder, self._kind, self._watch = folder, kind, watch
        self.rows: Rows = {}
        self.draw: _Drawing | None = None
        self._standing = Standing()
        self._next_status = self._next_table = 0.0
        self._in_table = -1

    def __call__(self, standing: Standing) -> None:
        self._standing = standing
        now = clock.monotonic()
        if now >= self._next_status:
            self._next_status = now + STATUS_SECONDS
            self._folder.put_status(standing, "running")
        if now >= self._next_table and standing.known != self._in_table:
            self._next_table = now + TABLE_SECONDS
            self._put_table()
        if self.draw is not None:
            self.draw(self.rows, standing)
        if self._watch is not None:
            self._watch(standing)

    def _put_table(self) -> None:
        self._in_table = self._standing.known
        table = make_table(self._kind.wanted(self.rows), self.rows, self._kind.study.file.damage)
        self._folder.put_text(TABLE_NAME, table.to_csv())

    def stop(self, words: str) -> None:
        """Last words of a study that did not come to its end; a full disk takes none."""
        try:
            self._folder.put_status(self._standing, words)
        except Exception:
            return

    def finish(self, result: StudyResult) -> None:
        """All is done."""
        self._folder.put_text(TABLE_NAME, result.table.to_csv())
        self._folder.put_text(REPORT_NAME, "\n".join(map(show_line, result.lines())) + "\n")
        self._folder.put_status(result.standing, "complete")


class _Drawing:
    """Has a study drawn while it goes on, now and then."""

    def __init__(self, place: Path, kind: StudyKind, capacities: Mapping[str, Capacities], draw: Draw | None) -> None:
        self._place, self._kind, self._capacities, self._draw = place, kind, capacities, draw
        self._next, self._drawn = clock.monotonic() + PICTURE_SECONDS, 0

    def __call__(self, rows: Rows, standing: Standing) -> None:
        begin = clock.monotonic()
        if self._draw is None or begin < self._next or standing.known == self._drawn:
            return
        self._drawn = standing.known
        try:
            self._draw(StudyResult(self._place, self._kind, rows, standing, self._capacities))
        except Exception:               # pictures of the end tell what is wrong; runs are worth more
            self._draw = None
            return
        end = clock.monotonic()
        self._next = end + max(PICTURE_SECONDS, (end - begin) / PICTURE_SHARE)
