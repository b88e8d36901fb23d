"""Parts of a study made apart and merged are the study; what changes between two commands; what is refused."""

import os
import signal
import sqlite3
import subprocess
import sys

import pytest
from studies_small import BLOCK, DOMAIN, IDA, SWEEP, HereCrew, rows_and_blobs, write_study
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.errors import InputError, StoreError
from drystone.studies.conduct import in_shard
from drystone.studies.folder import lock_folder
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.merge import merge_studies
from drystone.studies.runs.outcome import FAILED, Row
from drystone.studies.study import plan_study, run_study


def drystone(*words):
    return CliRunner().invoke(app, ["study", *map(str, words)])


def run(path, directory, **more):
    return run_study(path, directory, crew=HereCrew, **more)


@pytest.mark.parametrize(("text", "count"), [(SWEEP, 3), (DOMAIN, 3), (IDA, 2)], ids=["sweep", "domain", "ida"])
def test_shards_merged_are_the_undivided_study(tmp_path, text, count):
    path = write_study(tmp_path, text)
    whole = run(path, tmp_path / "whole")
    shards = [tmp_path / f"shard-{k}" for k in range(1, count + 1)]
    made = [run(path, shard, shard=in_shard(k, count)).standing.made for k, shard in enumerate(shards, 1)]
    assert sum(made) == whole.standing.made and max(made) < sum(made)      # nothing twice, really divided
    assert merge_studies(shards, tmp_path / "merged") == made
    assert rows_and_blobs(tmp_path / "merged") == rows_and_blobs(tmp_path / "whole")

    again = run(path, tmp_path / "merged")                  # the command finds nothing left to do
    assert again.standing.made == 0 and again.lines()[0] == whole.lines()[0]
    assert (tmp_path / "merged" / "table.csv").read_text().splitlines()[0] == \
        (tmp_path / "whole" / "table.csv").read_text().splitlines()[0]
    before = rows_and_blobs(tmp_path / "merged")
    assert merge_studies([*shards, shards[0]], tmp_path / "merged") == [0] * (count + 1)
    assert rows_and_blobs(tmp_path / "merged") == before


def test_every_run_is_in_one_shard_and_lines_stay_whole(tmp_path):
    _, kind, _ = plan_study(write_study(tmp_path, DOMAIN))
    runs = [kind.at(column, amplitude) for column in kind.columns() for amplitude in kind.amplitudes]
    homes = {run.id: [k for k in (1, 2, 3) if in_shard(k, 3)(run)] for run in runs}
    assert all(len(home) == 1 for home in homes.values())
    assert len({(run.line, *homes[run.id]) for run in runs}) == len(kind.columns())


def test_the_command_makes_a_shard_in_a_folder_of_its_own_and_merges(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("drystone.studies.study.local_crew", lambda jobs: HereCrew)
    path = write_study(tmp_path)
    for k in (1, 2):
        assert drystone(path, "-o", "out", "--shard", f"{k}/2", "--no-picture").exit_code == 0
    shown = drystone("merge", "out/shard-1-of-2", "out/shard-2-of-2", "-o", "all")
    assert shown.exit_code == 0 and len(rows_and_blobs(tmp_path / "all")) == 6
    assert shown.stdout.splitlines()[-1] == "written     all; tables and plots: drystone study STUDY.yaml -o all"
    shown = drystone(path, "-o", "out", "--shard", "3/2")
    assert (shown.exit_code, shown.stderr) == (
        2, "drystone: study: --shard must read i/n with 1 <= i <= n, e.g. 3/8, got '3/2'\n")


def test_merging_another_study_is_refused_and_leaves_nothing(tmp_path):
    run(write_study(tmp_path), tmp_path / "a")
    run(write_study(tmp_path, SWEEP.replace("name: sweep", "name: other")), tmp_path / "b")
    shown = drystone("merge", tmp_path / "a", tmp_path / "b", "-o", tmp_path / "new")
    assert (shown.exit_code, shown.stderr) == (
        2, f"drystone: study merge: '{tmp_path / 'b'}' must hold the study 'sweep' (sweep), got 'other' (sweep)\n")
    assert not (tmp_path / "new").exists()
    before = rows_and_blobs(tmp_path / "a")
    with pytest.raises(StoreError, match="must hold the study 'sweep'"):
        merge_studies([tmp_path / "b"], tmp_path / "a")
    assert rows_and_blobs(tmp_path / "a") == before


def test_merging_nothing_or_into_a_source_or_elsewhere_is_refused(tmp_path):
    run(write_study(tmp_path), tmp_path / "a")
    with pytest.raises(InputError, match="say which folders"):
        merge_studies([], tmp_path / "new")
    with pytest.raises(InputError, match="must be another folder than those that are merged"):
        merge_studies([tmp_path / "a"], tmp_path / "a")
    with pytest.raises(StoreError, match="holds no study"):
        merge_studies([tmp_path / "a", tmp_path / "none"], tmp_path / "new")
    with pytest.raises(StoreError, match="is no study and not empty"):
        merge_studies([tmp_path / "a"], tmp_path)
    assert not (tmp_path / "new").exists()


def test_a_run_that_failed_in_one_shard_and_not_in_the_other_is_taken_from_the_other(tmp_path):
    for name, rows in (("a", [Row("a" * 20, FAILED, "no"), Row("b" * 20, "rested")]),
                       ("b", [Row("a" * 20, "rested"), Row("b" * 20, FAILED, "no")])):
        (tmp_path / name).mkdir()
        with Ledger.create(tmp_path / name / LEDGER_NAME) as ledger:
            ledger.put_meta({"name": "s", "kind": "sweep"})
            for row in rows:
                ledger.put(row, b"", {}, {}, {})
    for order in (["a", "b"], ["b", "a"]):
        target = tmp_path / "".join(order)
        merge_studies([tmp_path / name for name in order], target)
        assert {row.outcome for row, _ in rows_and_blobs(target).values()} == {"rested"}


# -- a study that is continued --------------------------------------------------------------------

def test_what_is_added_is_made_and_nothing_else(tmp_path):
    path = write_study(tmp_path)
    assert run(path, tmp_path / "out").standing.made == 6
    assert run(path, tmp_path / "out").standing.made == 0
    write_study(tmp_path, SWEEP.replace("0.8]", "0.8, 0.9, 1.0]"))                       # values are added
    assert run(path, tmp_path / "out").standing.made == 2
    write_study(tmp_path, SWEEP.replace("0.8]", "0.9]"))                                 # all known: none is new
    found = run(path, tmp_path / "out")
    assert found.standing.made == 0 and (found.standing.known, found.standing.wanted) == (6, 6)
    write_study(tmp_path, SWEEP, BLOCK.replace("density: 1800", "density: 1900"))        # the model changes
    assert run(path, tmp_path / "out").standing.made == 6
    write_study(tmp_path, SWEEP, BLOCK.replace("# ", "") + "# a remark changes nothing\n")
    assert run(path, tmp_path / "out").standing.made == 0


def test_levels_and_motions_that_are_added_are_made_and_nothing_else(tmp_path):
    stripes = IDA.replace("kind: ida", "kind: stripes").replace(", tolerance: 0.4", "").replace("ida: {", "stripes: {")
    few = stripes.replace("count: 3", "count: 2").replace("[0.8 m/s, 3.2]", "[0.8 m/s]")
    path = write_study(tmp_path, few)
    assert run(path, tmp_path / "out").standing.made == 2
    write_study(tmp_path, few.replace("[0.8 m/s]", "[0.8 m/s, 0.9]"))
    assert run(path, tmp_path / "out").standing.made == 2
    write_study(tmp_path, few.replace("count: 2", "count: 3"))
    assert run(path, tmp_path / "out").standing.made == 1


def test_a_second_command_on_the_same_folder_is_refused_in_one_line(tmp_path):
    path, out = write_study(tmp_path), tmp_path / "out"
    out.mkdir()
    lock = lock_folder(out)
    try:
        shown = drystone(path, "-o", out, "--no-picture")
    finally:
        lock.release()
    assert shown.exit_code == 2 and shown.stderr.count("\n") == 1
    assert shown.stderr.startswith(f"drystone: study '{out}' is being written by process ")
    assert run(path, out).standing.made == 6        # a folder with a lock and nothing else: killed as it began


# -- files that somebody else wrote ---------------------------------------------------------------

def spoil(tmp_path, statement, *values):
    out = tmp_path / "out"
    run(write_study(tmp_path, SWEEP.replace(", 0.5, 0.6, 0.7, 0.8", "")), out)
    connection = sqlite3.connect(out / LEDGER_NAME)
    connection.execute(statement, values)
    connection.commit()
    connection.close()
    return tmp_path / "study.yaml", out


@pytest.mark.parametrize(("statement", "words"), [
    ("UPDATE runs SET numbers = '[1]'", "is damaged: must be a mapping, got list"),
    ("UPDATE runs SET numbers = '{\"a\": \"x\"}'", "its columns must be words and numbers"),
    ("UPDATE runs SET numbers = 'cos\nsystem\n(S''id''\ntR.'", "is damaged: Expecting value"),
    ("UPDATE runs SET message = x'8004'", "its columns must be words and numbers"),
    ("UPDATE runs SET outcome = 'won'", "outcome must be one of collapsed, rested, finished, undecided, failed, got"),
    ("UPDATE runs SET id = '../../../' || substr(id, 1, 11)", "must have an id of 20 hexadecimal digits, got '../"),
    ("UPDATE meta SET value = '[]' WHERE key = 'name'", "holds the study [], got 'sweep'"),
    ("UPDATE meta SET value = '3' WHERE key = 'files'", "its inputs are missing"),
    ("UPDATE meta SET value = '9' WHERE key = 'layout'", "layout must be 1, got 9: written by another version"),
    ("UPDATE meta SET value = x'8004954b' WHERE key = 'name'", "is damaged"),
])
def test_a_ledger_that_somebody_spoilt_is_one_line(tmp_path, statement, words):
    path, out = spoil(tmp_path, statement)
    shown = drystone(path, "-o", out, "--no-picture")
    assert shown.exit_code == 2 and shown.stderr.count("\n") == 1 and words in shown.stderr


def test_a_ledger_without_its_runs_makes_them_again(tmp_path):
    path, out = spoil(tmp_path, "DROP TABLE runs")
    assert run(path, out).standing.made == 2


@pytest.mark.parametrize("statement", ["UPDATE runs SET task = '[]'", "UPDATE runs SET task = '{}'",
                                       "UPDATE runs SET task = '{\"base\": 3}'", "UPDATE runs SET task = x'80'",
                                       "DELETE FROM meta WHERE key LIKE 'base:%'",
                                       "UPDATE meta SET value = '{\"version\": 3}' WHERE key LIKE 'base:%'"])
def test_a_run_whose_inputs_were_spoilt_is_not_made_again(tmp_path, statement):
    _, out = spoil(tmp_path, statement)
    run_id = next(iter(rows_and_blobs(out)))
    shown = drystone(out, "--rerun", run_id)
    assert shown.exit_code == 2 and shown.stderr.count("\n") == 1, shown.stderr
    assert not (out / "runs").exists()


def test_a_name_of_a_run_leads_nowhere_else(tmp_path):
    _, out = spoil(tmp_path, "UPDATE runs SET id = '../../evil' WHERE rowid = 1")
    shown = drystone(out, "--rerun", "../../evil")
    assert (shown.exit_code, shown.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("content", [b"\x80\x04\x95", b"not a database at all, but long enough to look like one" * 9])
def test_a_file_that_is_no_ledger_is_one_line(tmp_path, content):
    path, out = write_study(tmp_path), tmp_path / "out"
    out.mkdir()
    (out / LEDGER_NAME).write_bytes(content)
    shown = drystone(path, "-o", out, "--no-picture")
    assert (shown.exit_code, shown.stderr) == (
        2, f"drystone: ledger '{out / LEDGER_NAME}': file is not a database\n")


@pytest.mark.parametrize("text", ['{"state": "running", "wanted": "x"}', '{"state": "done", "wanted": 3}', "[]", "{}",
                                  "cos\n"])
def test_a_status_that_somebody_spoilt_is_one_line(tmp_path, text):
    _, out = spoil(tmp_path, "DELETE FROM errors")
    (out / "status.json").write_text(text)
    shown = drystone(out, "--status")
    assert (shown.exit_code, shown.stderr.count("\n")) == (2, 1)


def test_a_ledger_left_in_the_middle_of_a_transaction_is_read(tmp_path):
    """kill -9 leaves a journal; who reads next takes back what was half done."""
    path = tmp_path / LEDGER_NAME
    with Ledger.create(path) as ledger:
        ledger.put(Row("a" * 20, "rested"), b"whole", {}, {}, {})
    code = ("import os, signal, sqlite3, sys\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
            "c.execute('PRAGMA cache_size=2')\nc.execute('BEGIN IMMEDIATE')\n"
            "c.execute('UPDATE runs SET outcome = ?', ('collapsed',))\n"
            "c.executemany('INSERT INTO files VALUES (?, ?)', [(str(k), b'x' * 9000) for k in range(99)])\n"
            "os.kill(os.getpid(), signal.SIGKILL)\n")
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -signal.SIGKILL
    assert os.path.exists(f"{path}-journal")
    with Ledger.open(path) as ledger:
        assert ledger.rows() == {"a" * 20: Row("a" * 20, "rested")} and ledger.files() == {}
