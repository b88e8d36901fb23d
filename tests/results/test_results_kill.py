"""kill -9 at any moment: everything flushed is readable, nothing is torn, restarts give the same bits."""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import h5py
import numpy as np
import pytest

from drystone.results.repair import repair_run
from drystone.results.result import open_result

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs fork and SIGKILL")

CHILD = Path(__file__).with_name("results_child.py")


class Server:
    """Forks writers quickly; see results_child.py."""

    def __init__(self) -> None:
        import drystone
        env = dict(os.environ, PYTHONPATH=str(Path(drystone.__file__).parents[1]))
        self.process = subprocess.Popen([sys.executable, str(CHILD)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, env=env)

    def ask(self, line: str) -> str:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def start(self, kind: str, directory: Path) -> None:
        assert int(self.ask(f"{kind} {directory}")) > 0

    def kill(self) -> None:
        assert self.ask("kill") == "gone"

    def wait_for(self, condition) -> bool:
        """Wait as long as the writer lives; says whether the condition came true."""
        while not condition():
            if self.ask("look") == "gone":
                return condition()
            time.sleep(0.002)
        return True

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


@pytest.fixture(scope="module")
def server():
    server = Server()
    yield server
    server.close()


def acknowledged(directory: Path) -> int:
    path = Path(f"{directory}.ack")
    data = path.read_bytes() if path.exists() else b""
    return struct.unpack("q", data)[0] if len(data) == 8 else 0


def check_rows(result, least: int) -> int:
    """Rows are contiguous, untorn, and at least `least`; returns how many."""
    steps = result.table("steps")
    count = len(steps["step"])
    assert count >= least
    assert np.array_equal(steps["step"], np.arange(count))
    assert np.array_equal(steps["time"], 1e-3 * np.arange(count))
    assert np.array_equal(steps["iterations"], np.arange(count) % 7)
    frames = result.table("frames")
    assert np.array_equal(frames["step"], 2 * np.arange(len(frames["step"])))
    assert len(frames["step"]) >= (least + 1) // 2
    assert (frames["field"] == frames["step"][:, None, None]).all()
    assert np.array_equal(frames["position"].sum(axis=(1, 2)), steps["energy:kinetic"][frames["step"]])
    faces = result.table("interfaces")
    assert np.array_equal(faces["step"], frames["step"])
    assert np.array_equal(np.diff(faces["ptr"]), faces["step"] % 5)
    owner = np.repeat(faces["step"], faces["step"] % 5)
    assert np.array_equal(faces["force"], np.repeat(owner[:, None], 3, axis=1))
    assert np.array_equal(faces["pair"], np.repeat(owner[:, None], 2, axis=1))
    return count


def test_killed_runs_stay_readable(server, tmp_path):
    chance = random.Random(1)
    rows, needed_swmr = [], 0
    for number in range(14):
        directory = tmp_path / f"run{number}"
        server.start("plain", directory)
        assert server.wait_for(lambda d=directory: acknowledged(d) > 0)
        time.sleep(chance.uniform(0.0, 0.08))
        server.kill()
        result = open_result(directory)
        assert result.status == "interrupted"
        rows.append(check_rows(result, acknowledged(directory)))
        try:
            h5py.File(directory / "segment-0000.h5", "r").close()
        except OSError:
            needed_swmr += 1
    assert min(rows) >= 5
    assert needed_swmr == 14  # otherwise the kills came after the end, and the test shows nothing

    report = repair_run(directory)
    assert report.repaired == ("segment-0000.h5",) and report.damaged == ()
    assert (report.status_old, report.status) == ("running", "interrupted")
    with h5py.File(directory / "segment-0000.h5", "r") as plain:
        assert len(plain["steps/step"]) == rows[-1]
    assert check_rows(open_result(directory), rows[-1]) == rows[-1]
    again = repair_run(directory)
    assert not again.changed and again.lines() == ["nothing to repair"]


def test_kill_while_a_run_is_created_leaves_a_run_or_nothing(server, tmp_path):
    """Kills from the first instant on, when directory, lock and segment come into being."""
    chance = random.Random(2)
    for number in range(12):
        directory = tmp_path / f"run{number}"
        server.start("plain", directory)
        time.sleep(chance.uniform(0.0, 0.06))
        server.kill()
        if directory.exists():
            check_rows(open_result(directory), acknowledged(directory))
        else:
            assert acknowledged(directory) == 0


def test_a_running_run_can_be_read(server, tmp_path):
    directory = tmp_path / "run"
    server.start("plain", directory)
    assert server.wait_for(lambda: acknowledged(directory) > 0)
    result = open_result(directory)
    counts = [0]
    for _ in range(8):
        assert server.wait_for(lambda: acknowledged(directory) > counts[-1])
        least = acknowledged(directory)
        result.refresh()
        assert result.status == "running"
        counts.append(check_rows(result, least))
    server.kill()
    assert counts == sorted(set(counts))
    result.refresh()
    assert result.status == "interrupted"


def test_killed_and_resumed_gives_the_same_bits(server, tmp_path):
    """A chaotic recurrence, killed again and again, ends with the numbers of the undisturbed run."""
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    server.start("chain", whole)
    server.ask("wait")
    expected = open_result(whole)
    assert expected.status == "finished" and expected.step_count == 600

    chance, kills = random.Random(3), 0
    while kills < 3:
        target = chance.randint(150 * kills + 50, 150 * kills + 200)     # far enough for a checkpoint since the last
        server.start("chain", broken)
        server.wait_for(lambda at=target: acknowledged(broken) >= at)
        server.kill()
        result = open_result(broken)
        check_rows(result, acknowledged(broken))
        if result.status != "finished":
            kills += 1
        else:                           # a busy machine woke us too late: once more from the beginning
            shutil.rmtree(broken)
            Path(f"{broken}.ack").unlink()
            kills = 0
    server.start("chain", broken)
    server.ask("wait")
    result = open_result(broken)
    assert result.status == "finished" and result.totals == {"steps": 600}
    assert len(list(broken.glob("segment-*.h5"))) >= 2
    for table in expected.tables:
        left, right = expected.table(table), result.table(table)
        assert left.keys() == right.keys()
        for name in left:
            assert left[name].dtype == right[name].dtype and left[name].tobytes() == right[name].tobytes()
    assert len(list(broken.glob("checkpoint-*.npz"))) == 2
    assert not list(broken.glob("*.partial"))


def test_full_disk_ends_in_one_line_and_loses_nothing(tmp_path):
    """A limit on the size of files stands in for a full disk; HDF5 alone would take the process down."""
    code = f"""
import resource, sys
sys.path.insert(0, {str(CHILD.parent)!r})
from pathlib import Path
import results_child as child
resource.setrlimit(resource.RLIMIT_FSIZE, (4_000_000, resource.RLIM_INFINITY))
rows, x = 0, child.start()
try:
    with child.RunWriter.create(Path({str(tmp_path / 'run')!r}), child.INPUTS, child.TABLES) as writer:
        for step in range(100_000):
            child.record(writer, step, x)
            x = child.advance(x)
            if step % 200 == 199:
                writer.flush()
                rows = step + 1
except child.StoreError as error:
    print(rows, error)
"""
    import drystone
    env = dict(os.environ, PYTHONPATH=str(Path(drystone.__file__).parents[1]))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    rows, text = done.stdout.rstrip("\n").split(" ", 1)
    assert text == f"cannot write '{tmp_path / 'run' / 'segment-0000.h5'}': File too large"
    result = open_result(tmp_path / "run")
    assert result.status == "failed" and result.message == f"StoreError: {text}"
    assert check_rows(result, int(rows)) >= 1000
    h5py.File(tmp_path / "run" / "segment-0000.h5", "r").close()
