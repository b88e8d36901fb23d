"""What a study costs beside its runs: planning ten thousand, the least run through a worker and a ledger, a commit."""

from __future__ import annotations

import itertools
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

from drystone.bench.child import ask_child
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.startup import LEAST
from drystone.bench.study_dask import PLANNED, dask_row
from drystone.studies.conduct import Conductor, Standing
from drystone.studies.folder import StudyFolder, base_key, base_of, study_files
from drystone.studies.ledger import Ledger
from drystone.studies.runs.carry_out import Task, carry_out
from drystone.studies.runs.outcome import Row as RunRow
from drystone.studies.study import plan_study, run_study

MOST_SECONDS, MOST_MEMORY = 10.0, 1000.0    #: to plan and check ten thousand runs [s], memory of the command [MB]
MOST_OVERHEAD = 10.0                        #: a run beyond its model and its steps [ms]
HOUSE_BLOCKS = 191

#: 38 frictions, 44 motions, 6 levels: 10,032 runs of the house.
PLAN = """
drystone: 1
name: plan
kind: stripes
model: house.yaml
vary:
  - {name: mu, set: joints.dry.friction, range: {first: 0.3, last: 0.9, count: 38}}
motions:
  replace: pulse
  synthetic:
    kind: kanai_tajimi
    parameters: {duration: 40 s, dt: 10 ms, frequency: 2.5, damping: 0.6, pga: 1.0, rise: 1.0, strong: 20.0, decay: 1.0,
                 low: 0.3}
    count: 44
    seed: 1
  direction: [0, 1, 0]
  after: 2 s
stripes: {measure: pga, levels: [0.5 g, 0.75 g, 1 g, 1.5 g, 2 g, 2.5 g]}
end: {rest: {speed: 1 mm/s, hold: 0.2 s}, extension: 10 s}
"""

TINY = """
drystone: 1
name: tiny
kind: sweep
model: least.yaml
vary:
  - {name: mu, set: joints.dry.friction, range: {first: 0.3, last: 0.9, count: COUNT}}
"""


def study_rows(options: Options, count: int = 200, plan: str = PLAN, planned: int = PLANNED) -> Iterator[Row]:
    """Start-up, overhead of a run without and with a disk, a commit, memory of a Dask scheduler."""
    with tempfile.TemporaryDirectory(prefix="drystone-study-") as name:
        folder = Path(name)
        options.say("study: planning and checking ...")
        yield plan_row(folder, plan)
        memory = Path("/dev/shm")
        places = [("in memory", memory)] if os.access(memory, os.W_OK) else []
        for words, place in [*places, ("on disk", folder)]:
            options.say(f"study: {count} runs of one step, {words} ...")
            with tempfile.TemporaryDirectory(prefix="drystone-study-", dir=place) as home:
                yield tiny_row(Path(home), words, count)
        yield commit_row(folder)
        options.say(f"study: {planned} runs planned for a Dask cluster, some of them made ...")
        yield dask_row(folder, TINY, planned, count)


def plan_row(folder: Path, plan: str) -> Row:
    """From the start of the interpreter to the first run that could be handed out; CPU time is judged."""
    shutil.copy(str(files("drystone") / "examples_data" / "house.yaml"), folder / "house.yaml")
    (folder / "plan.yaml").write_text(plan)
    found = ask_child("plan-study", str(folder / "plan.yaml"), str(folder / "plan"))
    with Ledger.open(folder / "plan" / "ledger.sqlite") as ledger:
        runs = ledger.meta("planned")
    return Row("study", "plan", HOUSE_BLOCKS, more={"runs": runs, "cpu_s": found["cpu_s"], "wall_s": found["wall_s"],
                                                    "peak_mb": found["peak_mb"]},
               failed=not (found["cpu_s"] < MOST_SECONDS and found["peak_mb"] < MOST_MEMORY))


class _Planned(Exception):
    """All runs stand in the queue."""


class _Nobody:
    """A crew that takes no run."""

    width = 1

    def room(self) -> int:
        """None."""
        return 0

    def wait(self, seconds: float):
        """Nothing will come."""
        raise _Planned


def plan_and_queue(path: str, directory: str) -> None:
    """All that a command does before it hands out its first run; how many it planned is kept in the ledger."""
    study, kind, _ = plan_study(path)
    with StudyFolder.open(Path(directory), study) as folder:
        conductor = Conductor(kind, folder.ledger, _Nobody(), base_key(base_of(study)))
        try:
            conductor.go()
        except _Planned:
            folder.ledger.put_meta({"planned": conductor.standing.wanted})


def tiny_row(folder: Path, words: str, count: int) -> Row:
    """Runs of one step through one worker process: wall time between two that are over, less that of one by itself.

    Of both the fastest tenth counts: what other processes take from us is no cost of ours.
    """
    (folder / "least.yaml").write_text(LEAST)
    path = folder / "tiny.yaml"
    path.write_text(TINY.replace("COUNT", str(count)))
    alone = _alone(path)
    seen: list[tuple[int, float, float]] = []

    def watch(standing: Standing) -> None:
        if standing.made and (not seen or seen[-1][0] != standing.made):
            seen.append((standing.made, time.perf_counter(), time.process_time()))

    run_study(path, folder / "tiny", jobs=1, watch=watch)
    between = _fastest((b[1] - a[1]) / (b[0] - a[0]) for a, b in itertools.pairwise(seen))
    spent = (seen[-1][2] - seen[0][2]) / (seen[-1][0] - seen[0][0])
    overhead = 1e3 * (between - alone)
    return Row("study", words, 1, more={"runs": count, "run_ms": 1e3 * alone, "overhead_ms": overhead,
                                        "command_cpu_ms": 1e3 * spent}, failed=not overhead < MOST_OVERHEAD)


def _alone(path: Path, repeats: int = 30) -> float:
    """Wall time that such a run takes in a process with nothing around it, its model built [s]."""
    study, _, runs = plan_study(path)
    base, contents, taken = base_of(study), study_files(study), []
    for run in runs[:repeats + 3]:
        before = time.perf_counter()
        carry_out(base, Task(run.id, run.overrides, run.files), contents)
        taken.append(time.perf_counter() - before)
    return _fastest(taken[3:])


def _fastest(seconds: Iterable[float]) -> float:
    return statistics.quantiles(seconds, n=10)[0]


def commit_row(folder: Path, repeats: int = 40, size: int = 20_000) -> Row:
    """One run put on disk, beside what the disk takes to have a page for sure."""
    commits, syncs = [], []
    with Ledger.create(folder / "commits.sqlite") as ledger, open(folder / "page", "wb") as page:
        for k in range(repeats):
            before = time.perf_counter()
            ledger.put(RunRow(f"{k:020x}", "rested"), os.urandom(size), {}, {}, {})
            commits.append(time.perf_counter() - before)
            page.write(bytes(4096))
            page.flush()
            before = time.perf_counter()
            os.fsync(page.fileno())
            syncs.append(time.perf_counter() - before)
    return Row("study", "commit", more={"commit_ms": 1e3 * statistics.median(commits),
                                        "fsync_ms": 1e3 * statistics.median(syncs)})
