"""`conduct`: have all runs of a study made, one ledger row each, whatever dies on the way.

    wanted runs - known rows -> queue -> crew -> rows -> ledger, and again

Which runs are wanted is asked of the kind of study again whenever the queue runs low, given the rows so far.
"""

from __future__ import annotations

import hashlib
import time as clock
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from drystone.studies.crew.crew import Crew, Done, Erred, Event, Lost
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.ledger import Ledger
from drystone.studies.runs.carry_out import Task
from drystone.studies.runs.maker import is_same_code, maker_facts
from drystone.studies.runs.outcome import FAILED, Row
from drystone.studies.runs.planned import PlannedRun

#: A run that ends so often with an error of its own is listed with it, and the others go on.
MOST_ERRORS = 3

#: A run during which workers die so often is taken to kill them (memory, a fault of a library).
MOST_LOSSES = 10

#: Longest wait for something to happen [s]; status is looked at in between.
_PATIENCE = 0.5


@dataclass
class Standing:
    """How a study stands while it runs."""

    wanted: int = 0                 #: runs that are wanted so far
    known: int = 0                  #: of these, over
    made: int = 0                   #: in this command
    counts: Counter = field(default_factory=Counter)    #: outcomes of those known
    errors: int = 0                 #: errors of runs that are tried again
    losses: int = 0                 #: workers that died
    seconds: float = 0.0            #: wall time of this command [s]
    cpu: float = 0.0                #: processor time of the runs made in it [s]
    activity: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Runs an hour."""
        return 3600.0 * self.made / self.seconds if self.seconds > 0.0 else 0.0

    @property
    def left(self) -> float | None:
        """Wall time that the runs wanted so far will take yet [s]; None: nobody knows."""
        return (self.wanted - self.known) * self.seconds / self.made if self.made else None


class Conductor:
    """One study under way."""

    def __init__(self, kind: StudyKind, ledger: Ledger, crew: Crew, base: str,
                 shard: Callable[[PlannedRun], bool] | None = None, keep_rows: bool = False) -> None:
        """base : name of the base model in the ledger; shard : which of the runs are ours; None: all; keep_rows : rows
        made by other code count, too, instead of being made again
        """
        self.kind, self.ledger, self.crew, self._base = kind, ledger, crew, base
        self._is_ours = shard or (lambda run: True)
        self._maker = maker_facts()
        known = ledger.rows()
        #: By whom each run of the ledger was made; those of other code stay there until they have been made again.
        self.machines: dict[str, Mapping[str, str]] = ledger.machines()
        self.others = {name: known[name] for name, machine in self.machines.items() if not is_same_code(machine)}
        self.rows = known if keep_rows else {name: row for name, row in known.items() if name not in self.others}
        ledger.forget_errors(name for name in self.others if name not in self.rows)
        self.standing = Standing()
        self._queue: deque[PlannedRun] = deque()
        self._known: dict[str, PlannedRun] = {}
        self._under_way: dict[str, PlannedRun] = {}
        self._losses: Counter = Counter()
        self._unsaved: list[tuple[Row, bytes, dict, dict, Mapping[str, str]]] = []
        self._is_stale = True           # rows have come in since the kind was asked

    def go(self, watch: Callable[[Standing], None] | None = None) -> Mapping[str, Row]:
        """Until every run that is wanted is known; `watch` hears how it stands a few times a second."""
        begin = clock.monotonic()
        while True:
            self._refill()
            self._hand_out()
            self._save()        # while the crew is busy with the next ones: a disk takes longer than a small run
            if not self._under_way and not self._queue:
                break
            for event in self.crew.wait(_PATIENCE):
                self._take(event)
            self.standing.seconds = clock.monotonic() - begin
            self.standing.activity = self.crew.activity()
            if watch is not None:
                watch(self.standing)
        if watch is not None:
            watch(self.standing)
        return self.rows

    def _hand_out(self) -> None:
        while self._queue and self.crew.room():
            run = self._queue.popleft()
            self._under_way[run.id] = run
            self.crew.submit(Task(run.id, run.overrides, run.files))

    def _save(self) -> None:
        """Put on disk what has come in, one transaction a run."""
        for row, blob, coords, task, machine in self._unsaved:
            self.ledger.put(row, blob, coords, task, machine, again=row.id in self.others)
        self._unsaved.clear()

    def _refill(self) -> None:
        """Ask what is wanted, as soon as the queue runs low and something new is known."""
        if not self._is_stale or len(self._queue) > self.crew.width:
            return
        self._is_stale = False
        wanted = [run for run in self.kind.wanted(self.rows) if self._is_ours(run)]
        waiting = {run.id for run in self._queue} | set(self._under_way)
        self._known = {run.id: run for run in wanted}
        self._queue += [run for run in self._known.values() if run.id not in self.rows and run.id not in waiting]
        self._count()

    def _count(self) -> None:
        known = [self.rows[name] for name in self._known if name in self.rows]
        self.standing.wanted, self.standing.known = len(self._known), len(known)
        self.standing.counts = Counter(row.outcome for row in known)

    def _take(self, event: Event) -> None:
        if isinstance(event, Done):
            self._note(event.row, event.blob, event.machine)
        elif isinstance(event, Erred):
            self._erred(event)
        elif isinstance(event, Lost):
            self._lost(event)

    def _note(self, row: Row, blob: bytes, machine: Mapping[str, str]) -> None:
        run = self._under_way.pop(row.id, None)
        if run is None:                 # made twice, e.g. by a worker that was given up too early
            return
        task = Task(run.id, run.overrides, run.files).to_data() | {"base": self._base}
        machine = {**self._maker, **machine}        # who does not say what it is is this process
        self._unsaved.append((row, blob, {**run.coords, **run.measures}, task, machine))
        self.rows[row.id], self.machines[row.id] = row, machine
        self._is_stale = True
        self.standing.made += 1
        self.standing.known += 1
        self.standing.cpu += row.cpu
        self.standing.counts[row.outcome] += 1

    def _erred(self, event: Erred) -> None:
        run = self._under_way.get(event.id)
        if run is None:
            return
        if self.ledger.add_error(event.id, event.error) >= MOST_ERRORS:
            self._note(Row(event.id, FAILED, event.error), b"", {})
            return
        self.standing.errors += 1
        self._queue.append(self._under_way.pop(event.id))

    def _lost(self, event: Lost) -> None:
        run = self._under_way.get(event.id)
        if run is None:
            return
        if not event.is_charged:
            self._queue.appendleft(self._under_way.pop(event.id))
            return
        self.standing.losses += 1
        self._losses[event.id] += 1
        if self._losses[event.id] >= MOST_LOSSES:
            self._note(Row(event.id, FAILED, f"{MOST_LOSSES} workers died during this run, the last: {event.words}"),
                       b"", {})
            return
        self._queue.appendleft(self._under_way.pop(event.id))


def in_shard(number: int, count: int) -> Callable[[PlannedRun], bool]:
    """Which runs shard `number` of `count`, from 1, makes: whole lines, since a search goes along them."""
    def is_ours(run: PlannedRun) -> bool:
        name = run.line or run.id
        return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big") % count == number - 1

    return is_ours
