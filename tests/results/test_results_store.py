"""Round trips through a run on disk, refusals with their exact words, restarts, repair."""

from __future__ import annotations

import json
import os
import re

import h5py
import numpy as np
import pytest

from drystone.errors import InputError, StoreError
from drystone.model.tables import TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.repair import repair_run
from drystone.results.result import open_result
from drystone.results.writer import RunWriter

INPUTS = RunInputs("# a wall\nname: wall\n", {"name": "wall", "dt": 1e-3}, {"record": np.arange(5.0)})
STEPS = {"steps": TableSpec({"energy:kinetic": ("f8", (), "J"), "monitor:top": ("f8", (3,), "m"),
                             "monitor:wall/top": ("f4", (), "m"), "iterations": ("i4", (), "-"),
                             "settled": (bool, (), "-"), "solver": ("S12", (), "-")})}
FRAMES = {"frames": TableSpec({"position": ("f8", (2, 3), "m"), "orientation": ("f8", (2, 4), "-"),
                               "twist": ("f8", (2, 6), "m/s, rad/s")})}
FACES = {"interfaces": TableSpec({"pair": ("i4", (2,), "-"), "force": ("f8", (3,), "N"),
                                  "area": ("f8", (), "m2")}, ragged=True)}


def says(text: str) -> str:
    return f"^{re.escape(text)}$"


def step_row(step: int) -> dict:
    return {"step": step, "time": 1e-3 * step, "energy:kinetic": np.sqrt(step), "monitor:top": [step, 0.1, -0.0],
            "monitor:wall/top": np.float32(0.1) * step, "iterations": np.int32(step % 5), "settled": step % 2 == 0,
            "solver": "interior"}


def simple(directory, count: int, **options) -> RunWriter:
    """A running run with `count` rows of one column."""
    writer = RunWriter.create(directory, INPUTS, {"steps": TableSpec({"x": ("f8", (), "m")})}, **options)
    add(writer, range(count))
    return writer


def add(writer: RunWriter, steps) -> None:
    for step in steps:
        writer.append("steps", step=step, time=1e-3 * step, x=1.0 / (step + 1))


# -- round trips -----------------------------------------------------------------------------------------

def test_round_trip_keeps_bits_dtypes_and_units(tmp_path):
    static = {"block_names": np.array(["base", "Stein ü"]), "vertex": np.random.default_rng(0).random((4, 3))}
    chance, shown = np.random.default_rng(1), []
    with RunWriter.create(tmp_path / "run", INPUTS, STEPS | FRAMES | FACES, static=static) as writer:
        for step in range(2500):  # more than one buffer and several chunks
            writer.append("steps", **step_row(step))
            if step % 50 == 0:
                frame = {"position": chance.random((2, 3)), "orientation": chance.random((2, 4)),
                         "twist": chance.random((2, 6))}
                count = (step // 50) % 4
                faces = {"pair": chance.integers(0, 9, (count, 2), dtype=np.int32),
                         "force": chance.random((count, 3)), "area": chance.random(count)}
                writer.append("frames", step=step, time=1e-3 * step, **frame)
                writer.append("interfaces", step=step, time=1e-3 * step, **faces)
                shown.append((frame, faces))
        writer.finish("collapsed", "energy fell by 20 %", {"steps": np.int64(2500), "peak": np.float64(0.1)})

    run = open_result(tmp_path / "run")
    assert (run.status, run.message, run.totals) == ("collapsed", "energy fell by 20 %", {"steps": 2500, "peak": 0.1})
    assert run.inputs_text == INPUTS.text and run.hash == INPUTS.hash == run.inputs.hash
    assert np.array_equal(run.inputs.arrays["record"], np.arange(5.0))
    assert run.static["block_names"].tolist() == ["base", "Stein ü"]
    assert run.static["vertex"].tobytes() == static["vertex"].tobytes()
    assert run.units["steps"]["energy:kinetic"] == "J" and run.units["interfaces"]["area"] == "m2"

    steps = run.table("steps")
    assert {name: array.dtype.str for name, array in steps.items()} == {
        "step": "<i8", "time": "<f8", "energy:kinetic": "<f8", "monitor:top": "<f8", "monitor:wall/top": "<f4",
        "iterations": "<i4", "settled": "|b1", "solver": "<U12"}
    rows = [step_row(step) for step in range(2500)]
    for name in ("time", "energy:kinetic", "monitor:top", "monitor:wall/top", "iterations", "settled"):
        expected = np.array([row[name] for row in rows], steps[name].dtype)
        assert steps[name].tobytes() == expected.tobytes(), name
    assert set(steps["solver"]) == {"interior"}
    assert run.step_count == 2499 and np.array_equal(run.time, steps["time"])
    assert np.array_equal(run.energy("kinetic"), np.sqrt(np.arange(2500)))
    assert run.energies == ("kinetic",) and run.monitors == ("top", "wall/top")
    assert run.monitor("wall/top").dtype == np.float32

    frames = run.frames
    assert frames.position.shape == (50, 2, 3) and np.array_equal(frames.step, np.arange(0, 2500, 50))
    for i, (frame, faces) in enumerate(shown):
        one = run.row("frames", i)
        for name in frame:
            assert getattr(frames, name)[i].tobytes() == frame[name].tobytes() == one[name].tobytes()
        rows = run.rows("interfaces", i)
        for name in faces:
            assert rows[name].dtype == faces[name].dtype and rows[name].tobytes() == faces[name].tobytes()
            assert rows[name].shape == faces[name].shape
    assert np.array_equal(run.rows("interfaces", -1)["area"], shown[-1][1]["area"])


def test_big_rows_are_compressed_and_exact(tmp_path):
    tables = {"frames": TableSpec({"position": ("f8", (1000, 3), "m")})}
    data = np.random.default_rng(2).random((7, 1000, 3))
    data[3:] = data[3]  # blocks at rest
    with RunWriter.create(tmp_path / "run", INPUTS, tables) as writer:
        for step, position in enumerate(data):
            writer.append("frames", step=step, time=0.0, position=position)
            writer.flush()
        writer.finish()
    with h5py.File(tmp_path / "run" / "segment-0000.h5") as file:
        assert file["frames/position"].compression == "gzip"
        assert file["frames/position"].attrs["unit"] == "m"
    assert open_result(tmp_path / "run").column("frames", "position").tobytes() == data.tobytes()


def test_run_without_rows_gives_empty_columns(tmp_path):
    RunWriter.create(tmp_path / "run", INPUTS, STEPS | FRAMES | FACES).finish("stopped")
    run = open_result(tmp_path / "run")
    assert run.table("steps")["monitor:top"].shape == (0, 3) and run.step_count == 0
    assert run.table("interfaces")["ptr"].tolist() == [0] and run.frames.twist.shape == (0, 2, 6)
    assert run.checkpoint() is None


def test_engines_may_use_their_arrays_again(tmp_path):
    force = np.ones((2, 3))
    with RunWriter.create(tmp_path / "run", INPUTS, FACES) as writer:
        writer.append("interfaces", step=0, time=0.0, pair=[[0, 1], [1, 2]], force=force, area=[1.0, 2.0])
        force[:] = 7.0
        writer.finish()
    assert (open_result(tmp_path / "run").rows("interfaces", 0)["force"] == 1.0).all()


def test_result_is_a_snapshot_until_refreshed(tmp_path):
    writer = simple(tmp_path / "run", 10)
    writer.flush()
    run = open_result(tmp_path / "run")
    add(writer, range(10, 30))
    assert len(run.time) == 10 and run.status == "running"
    writer.flush()
    assert len(run.time) == 10 == len(run.column("steps", "x"))
    run.refresh()
    assert len(run.time) == 30
    writer.finish()  # readers in the same process have not closed the writer's file
    run.refresh()
    assert run.status == "finished" and len(run.time) == 30


def test_rows_reach_the_disk_by_wall_time(tmp_path):
    writer = simple(tmp_path / "run", 0, flush_seconds=0.0)
    add(writer, range(3))
    assert open_result(tmp_path / "run").row_count("steps") == 3
    writer.finish()


# -- bad rows --------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("change", "text"), [
    ({"iterations": 3.7}, "table 'steps': column 'iterations' must be int32, got 3.7"),
    ({"monitor:top": 1.0}, "table 'steps': column 'monitor:top' must have shape (3,), got ()"),
    ({"energy:kinetic": "much"}, "table 'steps': column 'energy:kinetic' must be float64, got 'much'"),
    ({"extra": 1.0}, "table 'steps': no column 'extra'"),
    ({"step": 2}, "table 'steps': step must be >= 3, got 2"),
    ({"time": None}, "table 'steps': column 'time' is missing"),
])
def test_bad_rows_are_refused_and_leave_no_trace(tmp_path, change, text):
    writer = RunWriter.create(tmp_path / "run", INPUTS, STEPS)
    writer.append("steps", **step_row(3))
    row = {name: value for name, value in (step_row(4) | change).items() if value is not None}
    with pytest.raises(StoreError, match=says(text)):
        writer.append("steps", **row)
    writer.append("steps", **step_row(5))
    writer.finish()
    run = open_result(tmp_path / "run")
    assert run.column("steps", "step").tolist() == [3, 5]
    assert run.column("steps", "iterations").tolist() == [3, 0]


@pytest.mark.parametrize(("change", "text"), [
    ({"force": np.zeros((2, 3))}, "table 'interfaces': columns of one frame must be of one length, got 1, 2"),
    ({"force": np.zeros(3)}, "table 'interfaces': column 'force': must have shape (n, 3), got (3,)"),
    ({"pair": np.zeros((1, 2))}, "table 'interfaces': column 'pair': Cannot cast array data from "
                                 "dtype('float64') to dtype('int32') according to the rule 'same_kind'"),
])
def test_bad_frames_are_refused(tmp_path, change, text):
    good = {"step": 0, "time": 0.0, "pair": np.zeros((1, 2), int), "force": np.zeros((1, 3)), "area": np.zeros(1)}
    writer = RunWriter.create(tmp_path / "run", INPUTS, FACES)
    with pytest.raises(StoreError, match=says(text)):
        writer.append("interfaces", **(good | change))
    writer.append("interfaces", **good)
    writer.finish()
    assert open_result(tmp_path / "run").row_count("interfaces") == 1


def test_unknown_names_list_what_there_is(tmp_path):
    writer = RunWriter.create(tmp_path / "run", INPUTS, STEPS)
    with pytest.raises(StoreError, match=says(f"run '{tmp_path / 'run'}': no table 'step'; it has: steps")):
        writer.append("step", step=0)
    writer.finish()
    run = open_result(tmp_path / "run")
    with pytest.raises(StoreError, match=says(f"run '{run.directory}': no monitor 'topp'; it has: top, wall/top")):
        run.monitor("topp")
    with pytest.raises(StoreError, match="table 'steps' has no column 'x'; it has: step, time, energy:kinetic"):
        run.column("steps", "x")
    with pytest.raises(StoreError, match=r"table 'steps' has 0 rows, got index 0$"):
        run.row("steps", 0)


# -- bad input leaves nothing ----------------------------------------------------------------------------

def test_bad_input_leaves_nothing_on_disk(tmp_path):
    table = {"steps": TableSpec({"x": ("f8", (), "m")})}
    with pytest.raises(InputError, match=says("inputs.dt must be finite, got nan")):
        RunWriter.create(tmp_path / "a", RunInputs("", {"dt": float("nan")}), table)
    with pytest.raises(InputError, match=says("run: needs at least one table, got none")):
        RunWriter.create(tmp_path / "a", INPUTS, {})
    with pytest.raises(InputError, match="static array 'names' must hold plain numbers or text, got objects"):
        RunWriter.create(tmp_path / "a", INPUTS, table, static={"names": np.array([None])})
    with pytest.raises(InputError, match=says("table: column 'step' is kept by the store itself")):
        TableSpec({"step": ("i8", (), "-")})
    with pytest.raises(InputError, match="column 'x' must be numbers, bool or fixed-width ASCII, got object"):
        TableSpec({"x": (object, (), "-")})
    assert list(tmp_path.iterdir()) == []


def test_a_failing_start_leaves_nothing(tmp_path, monkeypatch):
    def full(*args, **options):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr("drystone.results.writer.SegmentWriter", full)
    with pytest.raises(StoreError, match=r"^cannot create run '.*/run': No space left on device$"):
        simple(tmp_path / "run", 0)
    assert list(tmp_path.iterdir()) == []


def test_existing_directories_are_respected(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    text = f"cannot create run '{tmp_path / 'notes'}': the directory is not empty and not a run"
    with pytest.raises(StoreError, match=says(text)):
        simple(tmp_path / "notes", 0, overwrite=True)
    (tmp_path / "empty").mkdir()
    simple(tmp_path / "empty", 5).finish()
    with pytest.raises(StoreError, match=says(f"cannot create run '{tmp_path / 'empty'}': a run is there already")):
        simple(tmp_path / "empty", 0)
    simple(tmp_path / "empty", 2, overwrite=True).finish()
    assert open_result(tmp_path / "empty").row_count("steps") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "notes"]


def test_leftovers_of_killed_processes_go(tmp_path):
    import socket
    left = tmp_path / f".run.partial-{socket.gethostname()}-999999999"
    left.mkdir()
    simple(tmp_path / "run", 1).finish()
    assert not left.exists()


# -- ends ------------------------------------------------------------------------------------------------

def test_exceptions_and_interrupts_are_recorded(tmp_path):
    with pytest.raises(ZeroDivisionError), simple(tmp_path / "a", 4):
        raise ZeroDivisionError("step 4:\n nothing to divide by")
    run = open_result(tmp_path / "a")
    assert (run.status, run.message) == ("failed", "ZeroDivisionError: step 4: nothing to divide by")
    assert run.row_count("steps") == 4
    with pytest.raises(KeyboardInterrupt), simple(tmp_path / "b", 4):
        raise KeyboardInterrupt
    assert open_result(tmp_path / "b").status == "stopped"


def test_closed_writer_refuses(tmp_path):
    writer = simple(tmp_path / "run", 1)
    writer.finish()
    with pytest.raises(StoreError, match=r"the writer is closed$"):
        add(writer, [1])
    with pytest.raises(StoreError, match=r"the writer is closed$"):
        writer.finish()
    writer.fail("late")
    assert open_result(tmp_path / "run").status == "finished"


def test_missing_and_damaged_runs_say_so_in_one_line(tmp_path):
    with pytest.raises(StoreError, match=says(f"'{tmp_path / 'no'}' is not a run: it has no run.json")):
        open_result(tmp_path / "no")
    simple(tmp_path / "run", 3).finish()
    segment = tmp_path / "run" / "segment-0000.h5"
    whole = segment.read_bytes()
    segment.write_bytes(b"not HDF5 at all" * 100)
    with pytest.raises(StoreError, match=f"^'{re.escape(str(segment))}' is damaged: [^\n]*$"):
        open_result(tmp_path / "run")
    report = repair_run(tmp_path / "run")
    assert report.repaired == () and len(report.damaged) == 1 and report.status == "finished"
    segment.write_bytes(whole)
    assert open_result(tmp_path / "run").row_count("steps") == 3
    record = tmp_path / "run" / "run.json"
    content = json.loads(record.read_text())
    record.write_text(json.dumps(content | {"layout": 99}))
    with pytest.raises(StoreError, match=says(f"run '{tmp_path / 'run'}': layout must be 1, got 99")):
        open_result(tmp_path / "run")
    record.write_text("{")
    with pytest.raises(StoreError, match=f"^'{re.escape(str(record))}' is damaged: not JSON"):
        open_result(tmp_path / "run")


@pytest.mark.skipif(os.name == "nt", reason="locks are by process there")
def test_one_writer_at_a_time(tmp_path):
    import socket
    writer = simple(tmp_path / "run", 1)
    text = f"run '{tmp_path / 'run'}' is being written by process {os.getpid()} on host {socket.gethostname()!r}"
    for refused in (lambda: RunWriter.resume(tmp_path / "run", INPUTS), lambda: repair_run(tmp_path / "run"),
                    lambda: simple(tmp_path / "run", 0, overwrite=True)):
        with pytest.raises(StoreError, match=says(text)):
            refused()
    writer.finish("stopped")
    RunWriter.resume(tmp_path / "run", INPUTS).finish()


@pytest.mark.parametrize("size", [0, 30, 500, 3000])
def test_a_segment_that_is_cut_off_is_refused_at_once(tmp_path, size):
    """HDF5 waits for the rest of a file in SWMR mode; a copy that was broken off never gets it."""
    run = tmp_path / "run"
    simple(run, 3000).finish()
    path = run / "segment-0000.h5"
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(StoreError, match=r"segment-0000\.h5' is damaged: "):
        open_result(run)
