"""Checkpoints and restarts, without kills: which rows count, which checkpoint is taken, what is refused."""

from __future__ import annotations

import json
import re

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from drystone._version import VERSION
from drystone.errors import InputError, StoreError
from drystone.model.tables import TableSpec
from drystone.results.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from drystone.results.hashing import canonical_json, hash_arrays, hash_inputs
from drystone.results.inputs import RunInputs
from drystone.results.repair import repair_run
from drystone.results.result import open_result
from drystone.results.writer import RunWriter

INPUTS = RunInputs("name: wall\n", {"name": "wall"})
TABLES = {"steps": TableSpec({"x": ("f8", (), "m"), "start": ("i4", (), "-")}),
          "faces": TableSpec({"n": ("i4", (), "-")}, ragged=True)}


def write(writer: RunWriter, steps, start: int = 0) -> None:
    """`start` tells the rows of one segment from those of another."""
    for step in steps:
        writer.append("steps", step=step, time=1e-3 * step, x=float(step), start=start)
        writer.append("faces", step=step, time=1e-3 * step, n=np.full(step % 3, start))


def starts(directory) -> list[tuple[int, int]]:
    """(step, start) of all rows that count; checks the ragged table on the way."""
    run = open_result(directory)
    steps, faces = run.table("steps"), run.table("faces")
    assert np.array_equal(faces["step"], steps["step"])
    assert np.array_equal(np.diff(faces["ptr"]), steps["step"] % 3)
    assert np.array_equal(faces["n"], np.repeat(steps["start"], steps["step"] % 3))
    for i in range(len(steps["step"])):
        assert (run.rows("faces", i)["n"] == steps["start"][i]).all()
        assert run.row("steps", i)["x"] == steps["step"][i]
    return list(zip(steps["step"].tolist(), steps["start"].tolist()))


def test_restart_continues_after_the_checkpoint_and_counts_nothing_twice(tmp_path):
    writer = RunWriter.create(tmp_path / "run", INPUTS, TABLES)
    write(writer, range(11))
    writer.checkpoint({"x": np.array([10.0])}, 10, 0.01)
    write(writer, range(11, 18))
    writer.finish("stopped", "enough for today")
    assert starts(tmp_path / "run") == [(i, 0) for i in range(18)]

    writer = RunWriter.resume(tmp_path / "run", INPUTS)
    assert writer.first_step == 11 and writer.restart.step == 10 and writer.restart.time == 0.01
    with pytest.raises(StoreError, match=r"^table 'steps': step must be >= 11, got 10$"):
        writer.append("steps", step=10, time=0.0, x=0.0, start=1)
    write(writer, range(11, 30), start=1)
    writer.checkpoint({"x": np.array([29.0])}, 29, 0.029)
    writer.finish("stopped")
    assert starts(tmp_path / "run") == [(i, 0) for i in range(11)] + [(i, 1) for i in range(11, 30)]

    # the last checkpoint is lost: the restart goes back behind the second segment's start
    (tmp_path / "run" / "checkpoint-000000000029.npz").write_bytes(b"torn")
    writer = RunWriter.resume(tmp_path / "run", INPUTS)
    assert writer.first_step == 11
    write(writer, range(11, 14), start=2)
    writer.finish()
    assert starts(tmp_path / "run") == [(i, 0) for i in range(11)] + [(i, 2) for i in range(11, 14)]
    assert open_result(tmp_path / "run").status == "finished"


def test_run_without_checkpoint_starts_again(tmp_path):
    writer = RunWriter.create(tmp_path / "run", INPUTS, TABLES)
    write(writer, range(5))
    writer.finish("stopped")
    writer = RunWriter.resume(tmp_path / "run", INPUTS)
    assert writer.restart is None and writer.first_step == 0
    write(writer, range(3), start=1)
    writer.finish()
    assert starts(tmp_path / "run") == [(0, 1), (1, 1), (2, 1)]


@pytest.mark.parametrize("damage", ["torn", "flipped", "empty", "foreign"])
def test_corrupt_checkpoint_falls_back_to_the_one_before(tmp_path, damage):
    writer = RunWriter.create(tmp_path / "run", INPUTS, TABLES)
    for step in (10, 20, 30):
        write(writer, range(step - 9, step + 1))
        writer.checkpoint({"x": np.full(50, float(step))}, step, 1e-3 * step)
    writer.finish("stopped")
    last = tmp_path / "run" / "checkpoint-000000000030.npz"
    assert [p.name for p in sorted((tmp_path / "run").glob("checkpoint*"))] == \
        ["checkpoint-000000000020.npz", last.name]
    data = bytearray(last.read_bytes())
    if damage == "foreign":
        np.savez(last, x=np.zeros(3))
    else:
        place = data.rindex(np.float64(30.0).tobytes())
        data[place] ^= 1
        last.write_bytes({"torn": data[:len(data) // 2], "flipped": data, "empty": b""}[damage])
    assert open_result(tmp_path / "run").checkpoint().step == 20
    writer = RunWriter.resume(tmp_path / "run", INPUTS)
    assert writer.restart.step == 20 and (writer.restart.arrays["x"] == 20.0).all()
    assert not last.exists()
    writer.finish("stopped")
    notes = open_result(tmp_path / "run").notes
    assert len(notes) == 1 and notes[0].startswith(f"'{last}' is damaged: ")


def test_checkpoint_whose_rows_are_missing_is_not_used(tmp_path):
    """After a power loss a checkpoint may have outlived the rows before it."""
    writer = RunWriter.create(tmp_path / "run", INPUTS, TABLES)
    write(writer, range(4))
    writer.checkpoint({}, 3, 0.0)
    write(writer, range(4, 8))
    writer.checkpoint({}, 7, 0.0)
    writer.finish("stopped")
    with h5py.File(tmp_path / "run" / "segment-0000.h5", "r+") as file:
        file["committed"][...] = [6, 6]
    writer = RunWriter.resume(tmp_path / "run", INPUTS)
    assert writer.restart.step == 3
    writer.finish("stopped")
    assert open_result(tmp_path / "run").notes[0].endswith(
        "cannot be used: table 'faces' must have 8 rows, got 6")


def test_refusals_of_resume(tmp_path):
    directory = tmp_path / "run"
    with pytest.raises(StoreError, match=f"^'{re.escape(str(directory))}' is not a run: it has no run.json$"):
        RunWriter.resume(directory, INPUTS)
    RunWriter.create(directory, INPUTS, TABLES).finish("stopped")
    other = RunInputs("name: arch\n", {"name": "arch"})
    with pytest.raises(StoreError) as refusal:
        RunWriter.resume(directory, other)
    assert str(refusal.value) == (
        f"run '{directory}': inputs must be those it was started with "
        f"(hash {INPUTS.hash[:12]}), got others (hash {other.hash[:12]})")
    record = directory / "run.json"
    content = record.read_text()
    record.write_text(json.dumps(json.loads(content) | {"version": "0.0.0"}))
    with pytest.raises(StoreError) as refusal:
        RunWriter.resume(directory, INPUTS)
    assert str(refusal.value) == \
        f"run '{directory}': was started by drystone 0.0.0, version {VERSION} cannot continue it"
    record.write_text(content)
    RunWriter.resume(directory, INPUTS).finish("collapsed")
    with pytest.raises(StoreError) as refusal:
        RunWriter.resume(directory, INPUTS)
    assert str(refusal.value) == f"run '{directory}': is complete (status 'collapsed'), nothing to resume"
    assert open_result(directory).status == "collapsed"


def test_refused_resume_changes_nothing(tmp_path):
    RunWriter.create(tmp_path / "run", INPUTS, TABLES).finish("stopped", "for lunch")
    before = {p.name: p.read_bytes() for p in (tmp_path / "run").iterdir() if p.is_file()}
    with pytest.raises(StoreError):
        RunWriter.resume(tmp_path / "run", RunInputs("", {}))
    assert before == {p.name: p.read_bytes() for p in (tmp_path / "run").iterdir() if p.is_file()}


def test_comments_do_not_change_the_hash():
    assert RunInputs("# new comment\nname: wall\n", {"name": "wall"}).hash == INPUTS.hash


def test_repair_deletes_what_is_half_written(tmp_path):
    RunWriter.create(tmp_path / "run", INPUTS, TABLES).finish()
    (tmp_path / "run" / "checkpoint-000000000003.npz.partial").write_bytes(b"half")
    report = repair_run(tmp_path / "run")
    assert report.removed == ("checkpoint-000000000003.npz.partial",)
    assert report.lines() == ["deleted checkpoint-000000000003.npz.partial, half-written"]
    assert not repair_run(tmp_path / "run").changed


arrays = hnp.arrays(st.sampled_from(["<f8", "<i8", "?", "<f4", "<U5"]), hnp.array_shapes(min_dims=0, max_side=4))


@settings(deadline=None, max_examples=40)
@given(content=st.dictionaries(st.text(st.characters(codec="ascii", exclude_characters="/\\\0"), min_size=1,
                                       max_size=12), arrays, max_size=4),
       step=st.integers(0, 10**9), time=st.floats(allow_nan=False, allow_infinity=False))
def test_checkpoint_gives_the_same_bits_back(tmp_path_factory, content, step, time):
    directory = tmp_path_factory.mktemp("checkpoint")
    back = read_checkpoint(write_checkpoint(directory, Checkpoint(step, time, content, 2, {"steps": 5})))
    assert (back.step, back.segment, back.rows) == (step, 2, {"steps": 5})
    assert np.float64(back.time).tobytes() == np.float64(time).tobytes()
    assert back.arrays.keys() == content.keys()
    for name, array in content.items():
        assert back.arrays[name].dtype == array.dtype and back.arrays[name].shape == array.shape
        assert back.arrays[name].tobytes() == array.tobytes()


def test_hash_is_stable_and_sees_every_bit():
    """The first hash is frozen: it must not change between versions or machines."""
    model = {"b": [1, 2.5, None, True], "a": {"name": "wall", "mu": 0.1}}
    assert canonical_json(model) == '{"a":{"mu":0.1,"name":"wall"},"b":[1,2.5,null,true]}'
    record = np.array([0.0, 1.0])
    assert hash_inputs(model, {"record": record}) == \
        "48ccdd94b031db9f35ee42783ce865720f6a85982948457404176fee3814d234"
    assert hash_inputs(dict(reversed(model.items())), {"record": record.astype(">f8")[::1]}) == \
        hash_inputs(model, {"record": record})
    others = [hash_inputs(model), hash_inputs(model, {"record": np.array([-0.0, 1.0])}),
              hash_inputs(model, {"record": record[None]}), hash_inputs(model, {"Record": record}),
              hash_inputs(model, {"record": record.astype("f4")}), hash_inputs(model | {"c": 1}, {"record": record})]
    assert len({*others, hash_inputs(model, {"record": record})}) == 7
    assert hash_arrays({"a": record, "b": record}) != hash_arrays({"a": np.concatenate([record, record])})
    with pytest.raises(InputError, match=r"^inputs.a\[1\] must be text, a number, a list or a mapping, got set$"):
        canonical_json({"a": [1, {2}]})
    with pytest.raises(InputError, match=r"^inputs: keys must be text, got 3$"):
        canonical_json({3: 1})


actions = st.sampled_from(["step", "step", "step", "flush", "checkpoint"])


@settings(deadline=None, max_examples=15)
@given(data=st.data())
def test_any_history_of_restarts_reads_as_one_run(tmp_path_factory, data):
    """Random stops, checkpoints and restarts: the rows that count are those of the latest segment that had to
    compute them, without gaps."""
    directory = tmp_path_factory.mktemp("history") / "run"
    expected: dict[int, int] = {}
    writer = RunWriter.create(directory, INPUTS, TABLES)
    for start in range(data.draw(st.integers(1, 4))):
        if start:
            writer = RunWriter.resume(directory, INPUTS)
        expected = {step: s for step, s in expected.items() if step < writer.first_step}
        step = writer.first_step
        for action in data.draw(st.lists(actions, max_size=12)):
            if action == "step":
                write(writer, [step], start)
                expected[step] = start
                step += 1
            elif action == "flush":
                writer.flush()
            elif step > writer.first_step:
                writer.checkpoint({}, step - 1, 0.0)
        writer.finish("stopped")
    assert starts(directory) == sorted(expected.items()) == list(zip(range(len(expected)), expected.values()))
