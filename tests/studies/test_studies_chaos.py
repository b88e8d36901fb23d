"""A study survives kill -9 of a worker and of the command, a full disk, Ctrl-C: nothing lost, nothing counted twice."""

import os
import random
import shlex
import signal

import pytest
from studies_chaos import (
    count_rows,
    finish,
    freeze,
    is_alive,
    kill_a_frozen_worker,
    start,
    thaw,
    until,
    wait_for,
    workers_of,
)
from studies_small import FORTY, LONG_BLOCK, SWEEP, rows_and_blobs, write_study

from drystone.studies.conduct import MOST_ERRORS, MOST_LOSSES, Conductor
from drystone.studies.crew.crew import Done, Erred, Lost
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs.outcome import FAILED, Row
from drystone.studies.study import plan_study, run_study

resource = pytest.importorskip("resource", reason="needs POSIX")

#: Studies that are started before we give up killing one in its middle.
MOST_TRIES = 20

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL and /proc")


@pytest.fixture(scope="module")
def quiet(tmp_path_factory):
    """Folder of a study of six runs that nobody disturbs."""
    folder = tmp_path_factory.mktemp("undisturbed")
    code, _, complaint = finish(start(write_study(folder, SWEEP, LONG_BLOCK), "-o", folder / "out", "--jobs", 1))
    assert code == 0, complaint
    return folder / "out"


@pytest.fixture(scope="module")
def undisturbed(quiet):
    """Its rows and blobs."""
    return rows_and_blobs(quiet)


def test_six_runs_with_a_worker_and_the_command_killed(tmp_path, undisturbed):
    path = write_study(tmp_path, SWEEP, LONG_BLOCK)
    out = next(out for k in range(MOST_TRIES) if both_kills_hit(path, out := tmp_path / f"out{k}"))
    kept = rows_and_blobs(out)
    assert 0 < len(kept) < 6 and kept.items() <= undisturbed.items()
    code, _, complaint = finish(start(path, "-o", out, "--jobs", 2))
    assert (code, complaint) == (0, "")
    assert rows_and_blobs(out) == undisturbed


def both_kills_hit(path, out) -> bool:
    """A worker and the command, while something was left to do; nobody goes on who works for nobody."""
    command = start(path, "-o", out, "--jobs", 2)
    hit = until(command, lambda: count_rows(out) > 0) and kill_a_frozen_worker(command, out)
    workers = freeze(command)
    command.kill()
    code, _, _ = finish(command)
    thaw(workers)
    wait_for(lambda: not any(map(is_alive, workers)))
    return hit and code == -signal.SIGKILL and count_rows(out) < 6


@pytest.mark.parametrize(("number", "code", "words"), [(signal.SIGINT, 130, "interrupted"),
                                                       (signal.SIGTERM, 143, "ended by SIGTERM")])
def test_a_study_that_is_told_to_end_says_how_to_go_on_and_leaves_nobody(tmp_path, number, code, words, undisturbed):
    path, out = write_study(tmp_path, SWEEP, LONG_BLOCK), tmp_path / "my out"
    command = start(path, "-o", out, "--jobs", 2)
    assert until(command, lambda: count_rows(out) > 0)
    workers = workers_of(command.pid)
    command.send_signal(number)
    found, told, complaint = finish(command)
    assert (found, complaint) == (code, f"drystone: {words}\n") and len(workers) == 2
    assert not any(map(is_alive, workers))
    again = told.splitlines()[-1]
    assert again.startswith("continue   ")
    assert shlex.split(again)[1:] == ["drystone", "study", str(path), "-o", str(out), "--jobs", "2"]
    assert rows_and_blobs(out).items() <= undisturbed.items()
    if number == signal.SIGTERM:
        assert finish(start(*shlex.split(again)[3:]))[0] == 0
        assert rows_and_blobs(out) == undisturbed


def test_a_full_disk_is_one_line_and_no_run_is_lost(tmp_path, quiet, undisturbed):
    path, out = write_study(tmp_path, SWEEP, LONG_BLOCK), tmp_path / "out"
    most = (quiet / LEDGER_NAME).stat().st_size * 7 // 10       # room for some of the runs

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    code, _, complaint = finish(start(path, "-o", out, "--jobs", 1, preexec_fn=small_disk))
    assert code == 2 and complaint.count("\n") == 1 and str(out / LEDGER_NAME) in complaint
    kept = rows_and_blobs(out)
    assert 0 < len(kept) < 6 and kept.items() <= undisturbed.items()
    assert finish(start(path, "-o", out, "--jobs", 2))[0] == 0
    assert rows_and_blobs(out) == undisturbed


def test_a_run_with_an_error_of_its_own_is_tried_three_times_and_the_others_go_on(tmp_path):
    """Whole numbers are asked for; the ends of the list are, which is all that is tried before."""
    text = SWEEP.replace("set: joints.dry.friction, values: [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]",
                         "set: output.frames, values: [1, 1.5, 2]")
    path, out = write_study(tmp_path, text), tmp_path / "out"
    result = run_study(path, out, jobs=1)
    rows = {run.coords["mu"]: result.rows[run.id] for run in result.kind.wanted(result.rows)}
    assert [rows[value].outcome for value in (1, 1.5, 2)] == ["finished", FAILED, "finished"]
    assert "whole number" in rows[1.5].message or "integer" in rows[1.5].message
    assert any(rows[1.5].message in line for line in result.lines())       # listed with it
    with Ledger.open(out / LEDGER_NAME) as ledger:
        errors = ledger._connection.execute("SELECT id FROM errors").fetchall()
    assert errors == [(rows[1.5].id,)] * MOST_ERRORS
    assert run_study(path, out, jobs=1).standing.made == 0                  # it stays listed ...
    again = run_study(path, out, jobs=1, retry=True)                        # ... until somebody asks for it
    assert again.standing.made == 1


# -- who is charged -------------------------------------------------------------------------------

class Scripted:
    """A crew that answers by a list of functions from the task to an event, then finishes whatever comes."""

    width = 1

    def __init__(self, *answers) -> None:
        self._answers, self._task, self.given = list(answers), None, []

    def room(self) -> int:
        return 0 if self._task else 1

    def submit(self, task) -> None:
        self._task = task
        self.given.append(task.id)

    def wait(self, seconds):
        task, self._task = self._task, None
        said = self._answers.pop(0)(task.id) if self._answers else Done(Row(task.id, "rested"), b"")
        return said if isinstance(said, list) else [said]

    def activity(self) -> list[str]:
        return []

    def close(self) -> None:
        pass


def conducted(tmp_path, *answers) -> tuple[Conductor, Scripted, Ledger]:
    _, kind, _ = plan_study(write_study(tmp_path))
    ledger, crew = Ledger.create(tmp_path / LEDGER_NAME), Scripted(*answers)
    conductor = Conductor(kind, ledger, crew, "base:x")
    conductor.go()
    return conductor, crew, ledger


def test_a_worker_that_dies_is_no_failure_of_its_run(tmp_path):
    conductor, crew, ledger = conducted(tmp_path, *[lambda run: Lost(run, "gone")] * (MOST_LOSSES - 1))
    assert {row.outcome for row in ledger.rows().values()} == {"rested"} and len(crew.given) == 6 + MOST_LOSSES - 1
    assert conductor.standing.losses == MOST_LOSSES - 1 and conductor.standing.errors == 0


def test_a_run_that_kills_every_worker_is_listed_in_the_end(tmp_path):
    _, crew, ledger = conducted(tmp_path, *[lambda run: Lost(run, "gone")] * MOST_LOSSES)
    found = ledger.rows()
    assert [found[name].outcome for name in dict.fromkeys(crew.given)] == [FAILED] + ["rested"] * 5
    assert found[crew.given[0]].message == f"{MOST_LOSSES} workers died during this run, the last: gone"


def test_runs_that_only_waited_where_a_worker_died_are_charged_nothing(tmp_path):
    conductor, _, ledger = conducted(tmp_path, *[lambda run: Lost(run, "gone", is_charged=False)] * (3 * MOST_LOSSES))
    assert conductor.standing.losses == 0 and {row.outcome for row in ledger.rows().values()} == {"rested"}


def test_errors_and_deaths_are_counted_apart(tmp_path):
    conductor, _, ledger = conducted(tmp_path, lambda run: Lost(run, "gone"), lambda run: Erred(run, "no"))
    assert {row.outcome for row in ledger.rows().values()} == {"rested"}
    assert (conductor.standing.losses, conductor.standing.errors) == (1, 1)


def test_what_comes_twice_counts_once(tmp_path):
    """A worker was given up, its run made by another, and then it answers all the same."""
    def late(run):
        first = crew.given[0]
        return [Done(Row(first, "collapsed", end=2.0), b"two"), Lost(first, "gone"), Erred(first, "no"),
                Done(Row(run, "rested"), b"")]

    _, kind, _ = plan_study(write_study(tmp_path))
    crew = Scripted(lambda run: Done(Row(run, "rested", end=1.0), b"one"), late)
    with Ledger.create(tmp_path / LEDGER_NAME) as ledger:
        conductor = Conductor(kind, ledger, crew, "base:x")
        conductor.go()
        found = ledger.rows()[crew.given[0]]
        assert (found.end, ledger.blob(found.id)) == (1.0, b"one")
    assert len(crew.given) == 6 and (conductor.standing.made, conductor.standing.losses) == (6, 0)


# -- at length ------------------------------------------------------------------------------------

@pytest.mark.slow
def test_forty_runs_with_workers_and_the_command_killed_at_random(tmp_path):
    """Kills come after a random number of further runs, seeded; at least eight of workers and four of the command."""
    path, dice = write_study(tmp_path, FORTY, LONG_BLOCK), random.Random(17)
    assert finish(start(path, "-o", tmp_path / "whole", "--jobs", 2))[0] == 0
    whole, out, kills = rows_and_blobs(tmp_path / "whole"), tmp_path / "out", {"worker": 0, "command": 0}
    command = start(path, "-o", out, "--jobs", 2)
    while count_rows(out) < 36:
        goal = min(36, count_rows(out) + dice.choice((0, 1, 2)))
        assert until(command, lambda g=goal: count_rows(out) >= g)
        if dice.random() < 0.7:
            pids: list[int] = []
            until(command, lambda c=command, found=pids: bool(found.extend(workers_of(c.pid)) or found))
            os.kill(dice.choice(pids), signal.SIGKILL)
            kills["worker"] += 1
        else:
            command.kill()
            assert finish(command)[0] == -signal.SIGKILL
            kills["command"] += 1
            command = start(path, "-o", out, "--jobs", 2)
    assert finish(command)[0] == 0
    assert kills["worker"] >= 8 and kills["command"] >= 4
    assert len(whole) == 40 and rows_and_blobs(out) == whole
