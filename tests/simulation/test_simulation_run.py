"""Runs from Python: results, restart bit for bit, events, collapse."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import drystone as ds
from drystone import motion, patterns
from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.results.writer import RunWriter
from drystone.simulation import execute
from drystone.simulation.warmup import compile_for_first_run

G = 9.81


def rocking_block(angle_deg=8.0) -> Assembly:
    scene = Assembly("rocker", gravity=G)
    scene.material("stone", density=1800.0)
    scene.joint("dry", friction=0.7)
    scene.add("block", box((0.5, 0.5, 1.5), center=(0.0, 0.0, 0.75)), material="stone")
    scene.add_ground(level=0.0)
    scene.tilt("block", angle_deg=angle_deg, axis="y", about=(0.25, 0.0, 0.0))
    scene.monitor("top", "block", point=(0.0, 0.0, 1.5), quantity="displacement", component="x")
    return scene


def columns(result) -> dict[str, np.ndarray]:
    return {f"{name}/{key}": value for name in ("steps", "frames") for key, value in result.table(name).items()}


def test_ten_lines_give_a_result():
    result = ds.run(rocking_block(), duration=0.5, dt=1e-3, output={"frames": 10})
    assert result.status == "finished"
    assert result.step_count == 500 and result.time[-1] == 0.5
    tilt = np.radians(8)
    assert result.monitor("top")[0] == pytest.approx(1.5 * np.sin(tilt) + 0.25 * (1 - np.cos(tilt)), abs=1e-12)
    assert len(result.frames.time) == 51
    assert np.abs(result.energy("balance")).max() < 1e-9


def test_stopped_run_continues_bit_for_bit(tmp_path):
    """Interrupted at step 700 and restarted, a run equals the undisturbed one in every bit of every column."""
    whole = ds.run(rocking_block(), duration=1.2, dt=1e-3, directory=tmp_path / "whole")

    def interrupt(progress):
        if progress.step >= 700:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ds.run(rocking_block(), duration=1.2, dt=1e-3, directory=tmp_path / "parts", progress=interrupt)
    assert ds.open_result(tmp_path / "parts").status == "stopped"
    parts = ds.run(rocking_block(), duration=1.2, dt=1e-3, directory=tmp_path / "parts", restart=True)
    assert parts.status == "finished"
    expected = columns(whole)
    for name, value in columns(parts).items():
        assert np.array_equal(value, expected[name], equal_nan=True), name


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_killed_run_continues_bit_for_bit(tmp_path):
    """kill -9 in the middle of a run; the restart gives what an undisturbed run gives."""
    script = tmp_path / "child.py"
    script.write_text(textwrap.dedent(f"""
        import sys
        sys.path[:0] = {[os.path.dirname(__file__)]!r}
        import drystone as ds
        from test_simulation_run import rocking_block
        ds.run(rocking_block(), duration=20.0, dt=1e-3, directory={str(tmp_path / "killed")!r},
               restart="go" in sys.argv, output={{"checkpoints": 50}})
    """))
    hit = False
    while not hit:                       # a busy machine may wake us after the end: once more from the beginning
        shutil.rmtree(tmp_path / "killed", ignore_errors=True)
        child = subprocess.Popen([sys.executable, script])
        while not list((tmp_path / "killed").glob("checkpoint-*")) and child.poll() is None:
            time.sleep(0.01)
        time.sleep(0.1)                  # into the middle of what follows the checkpoint
        child.send_signal(signal.SIGKILL)
        hit = child.wait() == -signal.SIGKILL
        assert hit or child.returncode == 0
    killed = ds.open_result(tmp_path / "killed")
    assert 50 <= killed.step_count
    steps = killed.column("steps", "step")
    assert np.array_equal(steps, np.arange(len(steps)))
    subprocess.run([sys.executable, script, "go"], check=True)
    whole = ds.run(rocking_block(), duration=20.0, dt=1e-3, output={"checkpoints": 50})
    continued = ds.open_result(tmp_path / "killed")
    expected = columns(whole)
    for name, value in columns(continued).items():
        assert np.array_equal(value, expected[name], equal_nan=True), name


def test_collapse_ends_the_run_and_says_why():
    scene = rocking_block(0.0)
    scene.ground_motion("push", motion.Rectangular(amplitude=0.8 * G, duration=0.6), direction=(1, 0, 0))
    result = ds.run(scene, duration=5.0, dt=2e-3)
    assert result.status == "collapsed"
    assert result.message.startswith("potential energy fell by 2")
    assert result.time[-1] < 3.0


def test_overturning_of_named_blocks_counts():
    scene = rocking_block(0.0)
    scene.ground_motion("push", motion.Rectangular(amplitude=0.8 * G, duration=0.6), direction=(1, 0, 0))
    result = ds.run(scene, duration=5.0, dt=2e-3,
                    collapse={"energy_drop": 1.0, "overturning": {"blocks": ["block"], "angle_deg": 60.0}})
    assert result.message.startswith("block 'block' turned by 60 degrees at ")


def test_removed_block_lets_the_one_above_fall():
    """Taking the lower of two blocks away at 0.1 s: the upper falls freely, and the ledger books what left."""
    scene = Assembly("stack", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    scene.add_pattern(patterns.stack((0.5, 0.5, 0.5), 2), material="stone")
    scene.add_ground(level=0.0)
    scene.event(0.1, remove="block_1")
    result = ds.run(scene, duration=0.3, dt=1e-3, collapse={"stop": False})
    fallen = result.frames.position[-1] - result.frames.position[0]
    names = [name.decode() if isinstance(name, bytes) else str(name) for name in result.static["block_names"]]
    assert fallen[names.index("block_2"), 2] == pytest.approx(-0.5 * G * 0.2**2, rel=1e-9)
    assert np.abs(result.energy("balance")).max() < 1e-9
    assert result.energy("removed")[-1] < 0.0


def test_settings_are_checked_before_anything_is_written(tmp_path):
    with pytest.raises(InputError, match=r"^analysis\.dt: input should be greater than 0, got -0\.001$"):
        ds.run(rocking_block(), duration=1.0, dt=-1e-3, directory=tmp_path / "bad")
    with pytest.raises(InputError, match=r"^run: the time step dt is missing \[s\]$"):
        ds.run(rocking_block(), duration=1.0, directory=tmp_path / "bad")
    with pytest.raises(InputError, match=r"the duration of the run is missing \[s\]: give duration or stages$"):
        ds.run(rocking_block(), dt=1e-3, directory=tmp_path / "bad")
    assert not (tmp_path / "bad").exists()


def test_what_cannot_happen_within_the_run_is_refused():
    scene = rocking_block()
    scene.event(2.0, remove="block")
    with pytest.raises(InputError, match=r"^event at 2 s \(remove 'block'\) must come before the run's end at 1 s$"):
        ds.run(scene, duration=1.0, dt=1e-3)
    with pytest.raises(InputError, match=r"^analysis\.dt must be <= the duration 0\.5 s of the run, got 1\.0$"):
        ds.run(rocking_block(), duration=0.5, dt=1.0)


def test_restart_with_other_inputs_is_refused(tmp_path):
    def interrupt(progress):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ds.run(rocking_block(), duration=0.1, dt=1e-3, directory=tmp_path / "run", progress=interrupt)
    with pytest.raises(ds.StoreError, match="inputs must be those it was started with"):
        ds.run(rocking_block(8.1), duration=0.1, dt=1e-3, directory=tmp_path / "run", restart=True)


def test_slow_steps_get_checkpoints_by_the_clock(tmp_path, monkeypatch):
    """However far apart checkpoints are in steps, one is kept when its time has come."""
    compile_for_first_run()                   # its small runs would be counted
    monkeypatch.setattr(execute, "CHECKPOINT_SECONDS", 0.0)
    kept = []
    write = RunWriter.checkpoint
    monkeypatch.setattr(RunWriter, "checkpoint", lambda self, arrays, step, time: (kept.append(step),
                                                                                   write(self, arrays, step, time)))
    ds.run(rocking_block(), duration=0.005, dt=1e-3, directory=tmp_path / "r", output={"checkpoints": 1000})
    assert kept == [1, 2, 3, 4, 5]


def test_counts_go_on_over_a_restart(tmp_path):
    """Steps and solves of the whole run are told, however often it was stopped."""
    whole = ds.run(rocking_block(), duration=0.06, dt=1e-3)
    calls = []

    def interrupt(progress):
        calls.append(progress.step)
        if len(calls) == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ds.run(rocking_block(), duration=0.06, dt=1e-3, directory=tmp_path / "run", progress=interrupt)
    again = ds.run(rocking_block(), duration=0.06, dt=1e-3, directory=tmp_path / "run", restart=True)
    for name in ("steps", "time", "solves", "unsolved", "flow_unsettled"):
        assert again.totals[name] == whole.totals[name], name
