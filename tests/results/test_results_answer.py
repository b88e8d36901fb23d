"""Answers without time on disk: what comes back, old and foreign records, places, kills, damage."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import drystone as ds
from drystone.errors import StoreError
from drystone.limit import LimitQuestion, StaticsQuestion, answer_limit, answer_statics
from drystone.model.static import static_arrays
from drystone.model.tables import TableSpec
from drystone.results.answer import TIMED, AnswerResult, write_answer
from drystone.results.base import Result
from drystone.results.inputs import RunInputs
from drystone.results.lock import WriterLock
from drystone.results.names import as_text
from drystone.results.repair import repair_run
from drystone.results.result import RunResult, open_result
from drystone.results.writer import RunWriter

INPUTS = RunInputs("name: pillar\n", {"name": "pillar"}, {"file:a.csv": np.arange(3, dtype=np.uint8)})
TABLES = {"steps": TableSpec({"x": ("f8", (), "m")})}


def build(*centres: tuple[float, float]) -> ds.Model:
    """Cubes of 1 m in a plane with their centres at x, z [m], on the ground."""
    a = ds.Assembly("pillar", gravity=9.81, planar="xz")
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.7)
    for k, (x, z) in enumerate(centres):
        a.add(f"block_{k + 1}", ds.box((1.0, 1.0, 1.0), center=(x, 0.0, z)), material="stone", groups=("all",))
    a.add_ground(0.0)
    return a.build()


PILLAR = build((0.0, 0.5), (0.0, 1.5))
FALLING = build((0.0, 0.5), (0.7, 1.5))
QUESTIONS = {
    "limit": (PILLAR, LimitQuestion("+x")),
    "pushover": (PILLAR, LimitQuestion("+x", pushover=True)),
    "without dilatancy": (PILLAR, LimitQuestion("+x", flow="non-associative", starts=2)),
    "crushing": (PILLAR, LimitQuestion("+x", crushing=1e6)),
    "unbounded": (PILLAR, LimitQuestion("-z")),
    "settlement": (PILLAR, LimitQuestion(settle=("ground",))),
    "tilt": (PILLAR, LimitQuestion(tilt=[1.0, 0.0, 0.0])),
    "statics": (PILLAR, StaticsQuestion((("ground", "block_1"),), True)),
    "falls": (FALLING, StaticsQuestion()),
}


def ask(name: str):
    model, question = QUESTIONS[name]
    return (answer_limit if isinstance(question, LimitQuestion) else answer_statics)(model, question)


@pytest.fixture(scope="module")
def answer():
    return ask("limit")


def says(text: str) -> str:
    return f"^{re.escape(text)}$"


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- what comes back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_answer_comes_back(tmp_path, name):
    given = ask(name)
    assert write_answer(tmp_path / "out", given, INPUTS).kind == given.kind
    found = open_result(tmp_path / "out")
    assert isinstance(found, AnswerResult) and isinstance(found, Result) and not isinstance(found, RunResult)
    assert (found.kind, found.engine, found.status, found.message) == (given.kind, "", "finished", "")
    assert (found.version, found.totals, found.notes) == (ds.__version__, {}, ())
    back = found.answer
    assert (back.kind, back.words, back.data, back.question) == (given.kind, given.words, given.data, given.question)
    assert set(back.arrays) == set(given.arrays)
    for key, array in given.arrays.items():
        assert np.array_equal(back.arrays[key], array) and back.arrays[key].dtype == array.dtype
    assert (back.has_picture, back.moves) == (given.has_picture, given.moves)
    assert (back.joints is None) == (given.joints is None)
    assert names_in(tmp_path / "out") == ["answer.json", "answer.npz", "answer.txt", "inputs", "run.json", "static.npz"]


def test_the_model_and_the_inputs_come_back(tmp_path, answer):
    found = write_answer(tmp_path / "out", answer, INPUTS)
    for key, array in static_arrays(PILLAR).items():
        assert np.array_equal(found.static[key], as_text(array))     # names come as text
    model = found.answer.model
    assert (model.block_names, model.block_groups) == (PILLAR.block_names, PILLAR.block_groups)
    assert found.inputs_text == INPUTS.text and found.inputs.resolved["name"] == "pillar"
    assert found.inputs.arrays["file:a.csv"].tolist() == [0, 1, 2]
    asked = found.inputs.resolved["answer"]
    assert (asked["kind"], asked["direction"], asked["pushover"]) == ("limit", "+x", False)
    assert found.hash == found.inputs.hash


def test_the_hash_is_that_of_file_question_and_model(tmp_path, answer):
    """The same of all gives the same; another question, another model or another file another one."""
    first = write_answer(tmp_path / "a", answer, INPUTS).hash
    assert write_answer(tmp_path / "b", ask("limit"), INPUTS).hash == first
    others = [write_answer(tmp_path / "c", ask("tilt"), INPUTS).hash,
              write_answer(tmp_path / "d", answer_limit(build((0.0, 0.5)), LimitQuestion("+x")),
                           INPUTS).hash,
              write_answer(tmp_path / "e", answer, RunInputs("", {"name": "other"})).hash,
              write_answer(tmp_path / "f", answer).hash]
    assert len({first, *others}) == 5


def test_forces_and_mechanism_are_those_of_equilibrium(tmp_path, answer):
    """A pillar 1 m wide and 2 m high turns about its foot at half of g, below the friction of 0.7."""
    found = write_answer(tmp_path / "out", answer, INPUTS).answer
    assert found.data["alpha"] == pytest.approx(0.5, rel=1e-6)
    weight = 2 * 2000.0 * 9.81
    ground = list(found.model.block_names).index("ground")
    assert found.arrays["reactions"][ground] == pytest.approx([-0.5 * weight, 0.0, weight], abs=1e-5 * weight)
    assert found.joints.normal_force.sum() == pytest.approx(1.5 * weight, rel=1e-6)


def test_an_answer_has_no_time_history(tmp_path, answer):
    found = write_answer(tmp_path / "out", answer, INPUTS)
    for name in sorted(TIMED):
        with pytest.raises(StoreError, match=says(f"'{tmp_path / 'out'}' has no '{name}': it holds an answer of kind "
                                                  "'limit', without time")):
            getattr(found, name)
    with pytest.raises(AttributeError):
        _ = found.nonsense


def test_all_that_only_runs_have_is_refused_by_name():
    own = {name for name in vars(RunResult) if not name.startswith("_")} - set(dir(Result))
    assert own - set(vars(AnswerResult)) | {"tables"} == TIMED      # some have another meaning without time


# -- records ---------------------------------------------------------------------------------------------


def test_a_record_from_before_kinds_is_a_run(tmp_path):
    RunWriter.create(tmp_path / "run", INPUTS, TABLES).finish()
    path = tmp_path / "run" / "run.json"
    record = json.loads(path.read_text())
    assert (record.pop("kind"), record.pop("engine"), record["layout"]) == ("run", "nscd", 1)
    path.write_text(json.dumps(record))
    found = open_result(tmp_path / "run")
    assert isinstance(found, RunResult) and (found.kind, found.engine) == ("run", "nscd")


def test_an_engine_goes_by_its_name(tmp_path):
    RunWriter.create(tmp_path / "run", INPUTS, TABLES, engine="other").finish()
    assert open_result(tmp_path / "run").engine == "other"


def test_a_kind_of_tomorrow_is_one_line(tmp_path, answer):
    write_answer(tmp_path / "out", answer)
    path = tmp_path / "out" / "run.json"
    path.write_text(path.read_text().replace('"kind": "limit"', '"kind": "study"'))
    with pytest.raises(StoreError, match=says(f"'{tmp_path / 'out'}' holds a result of kind 'study'; this version "
                                              "knows run, limit, statics")):
        open_result(tmp_path / "out")


def test_an_answer_is_no_run(tmp_path, answer):
    write_answer(tmp_path / "out", answer, INPUTS)
    text = says(f"'{tmp_path / 'out'}' is not a run: it holds an answer of kind 'limit'")
    for act in (lambda: RunResult(tmp_path / "out"), lambda: RunWriter.resume(tmp_path / "out", INPUTS)):
        with pytest.raises(StoreError, match=text):
            act()
    assert repair_run(tmp_path / "out").lines() == ["nothing to repair"]
    RunWriter.create(tmp_path / "run", INPUTS, TABLES).finish()
    with pytest.raises(StoreError, match=says(f"'{tmp_path / 'run'}' is a run, not an answer")):
        AnswerResult(tmp_path / "run")


# -- places ----------------------------------------------------------------------------------------------


def test_a_place_that_is_taken(tmp_path, answer):
    write_answer(tmp_path / "out", answer)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name, why in (("out", "a result is there already"), ("file", "there is a file of that name"),
                      ("notes", "the directory is not empty and not a result"), ("file/out", "Not a directory")):
        with pytest.raises(StoreError, match=says(f"cannot create result '{tmp_path / name}': {why}")):
            write_answer(tmp_path / name, answer)
    assert names_in(tmp_path) == ["file", "notes", "out"]


def test_answers_and_runs_replace_each_other(tmp_path, answer):
    write_answer(tmp_path / "out", answer)
    assert write_answer(tmp_path / "out", ask("falls"), overwrite=True).kind == "statics"
    RunWriter.create(tmp_path / "out", INPUTS, TABLES, overwrite=True).finish()
    assert open_result(tmp_path / "out").kind == "run"
    assert write_answer(tmp_path / "out", answer, overwrite=True).kind == "limit"
    assert names_in(tmp_path) == ["out"] and "segment-0000.h5" not in names_in(tmp_path / "out")


@pytest.mark.skipif(os.name == "nt", reason="locks differ there")
def test_a_run_that_is_being_written_stays(tmp_path, answer):
    RunWriter.create(tmp_path / "out", INPUTS, TABLES).finish()
    lock = WriterLock.acquire(tmp_path / "out")
    with pytest.raises(StoreError, match="is being written by process"):
        write_answer(tmp_path / "out", answer, overwrite=True)
    lock.release()
    assert open_result(tmp_path / "out").kind == "run" and names_in(tmp_path) == ["out"]


# -- whole or absent -------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["write_inputs", "write_arrays", "write_json", "write_atomically", "take_place"])
@pytest.mark.parametrize("is_there", [False, True])
def test_a_full_disk_leaves_what_was_there(tmp_path, answer, monkeypatch, step, is_there):
    if is_there:
        write_answer(tmp_path / "out", ask("falls"))

    def full(*args, **options):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(f"drystone.results.answer.{step}", full)
    with pytest.raises(StoreError, match=says(f"cannot create result '{tmp_path / 'out'}': No space left on device")):
        write_answer(tmp_path / "out", answer, overwrite=True)
    assert names_in(tmp_path) == (["out"] if is_there else [])
    assert not is_there or open_result(tmp_path / "out").kind == "statics"


KILLED = """
import os, signal, sys
import numpy as np
from drystone.model.answer import Answer
from drystone.results import answer as store
from test_results_answer import PILLAR
setattr(store, sys.argv[2], lambda *args, **options: os.kill(os.getpid(), signal.SIGKILL))
store.write_answer(sys.argv[1], Answer("limit", PILLAR, ("words",), {}))
"""


@pytest.mark.skipif(os.name == "nt", reason="needs kill")
@pytest.mark.parametrize("step", ["write_json", "take_place"])
def test_a_killed_writer_leaves_no_answer_and_its_leftovers_go(tmp_path, answer, step):
    env = dict(os.environ, PYTHONPATH=os.pathsep.join((str(Path(__file__).parent), str(Path(ds.__file__).parents[1]))))
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "out"), step], env=env, capture_output=True)
    assert done.returncode == -9, done.stderr
    (left,) = names_in(tmp_path)
    assert left.startswith(".out.partial-")
    with pytest.raises(StoreError, match=says(f"'{tmp_path / 'out'}' is not a run: it has no run.json")):
        open_result(tmp_path / "out")
    write_answer(tmp_path / "out", answer)
    assert names_in(tmp_path) == ["out"]


@pytest.mark.parametrize(("name", "content", "message"), [
    ("answer.json", b"{", "'{dir}/answer.json' is damaged: not JSON"),
    ("answer.npz", b"PK", "'{dir}/answer.npz' is damaged: "),
    ("answer.txt", b"\xff", "cannot read '{dir}/answer.txt': "),
])
def test_a_damaged_file_is_one_line(tmp_path, answer, name, content, message):
    write_answer(tmp_path / "out", answer)
    (tmp_path / "out" / name).write_bytes(content)
    with pytest.raises(StoreError, match=f"^{re.escape(message.format(dir=tmp_path / 'out'))}"):
        _ = open_result(tmp_path / "out").answer


@pytest.mark.parametrize(("change", "message"), [
    ({"mechanism": np.zeros((2, 6))}, "mechanism must have shape (3, 6), got (2, 6)"),
    ({"pace": np.ones(2)}, "pace must have shape (), got (2,)"),
    ({"pace": np.array("fast")}, "pace must hold numbers, got <U4"),
    ({"joints.area": np.zeros(1)}, "joints.area must have shape (2,), got (1,)"),
    ({"joints.force": np.zeros((2, 2))}, "joints.force must have shape (2, 3), got (2, 2)"),
    ({"joints.normal": np.zeros(2)}, "joints.normal must have shape (2, 3), got (2,)"),
    ({"joints.eccentricity_share": np.zeros((2, 3))}, "joints.eccentricity_share must have shape (2, 2), got (2, 3)"),
    ({"joints.block_b": np.zeros((2, 1), int)}, "joints.block_b must have shape (2,), got (2, 1)"),
    ({"joints.block_a": np.zeros((2, 1), int)}, "joints.block_a must have shape (2,), got (2, 1)"),
    ({"joints.block_a": np.array([0, 7])}, "block_a of a joint must be one of 3 blocks"),
])
def test_arrays_that_do_not_fit_are_one_line(tmp_path, answer, change, message):
    write_answer(tmp_path / "out", replace(answer, arrays={**answer.arrays, **change}))
    with pytest.raises(StoreError, match=says(f"'{tmp_path / 'out' / 'answer.npz'}' is damaged: {message}")):
        _ = open_result(tmp_path / "out").answer


def test_forces_of_joints_are_whole_or_absent(tmp_path, answer):
    some = {name: array for name, array in answer.arrays.items() if name != "joints.opening"}
    write_answer(tmp_path / "out", replace(answer, arrays=some))
    with pytest.raises(StoreError, match=says(f"'{tmp_path / 'out' / 'answer.npz'}' is damaged: joints.opening is "
                                              "missing")):
        _ = open_result(tmp_path / "out").answer


def test_refresh_looks_again_at_inputs_and_blocks(tmp_path, answer):
    """Another answer, or another run, has taken the place meanwhile."""
    found = write_answer(tmp_path / "out", answer, INPUTS)
    assert found.inputs_text == INPUTS.text and len(found.static["block_names"]) == 3
    assert found.answer.data["model"] == "pillar"
    other = answer_limit(build((0.0, 0.5)), LimitQuestion("+x"))
    write_answer(tmp_path / "out", other, RunInputs("name: cube\n", {}), overwrite=True)
    assert found.inputs_text == INPUTS.text and len(found.static["block_names"]) == 3
    found.refresh()
    assert found.inputs_text == "name: cube\n" and len(found.static["block_names"]) == 2
    assert len(found.answer.model.block_names) == 2

    RunWriter.create(tmp_path / "run", INPUTS, TABLES, static={"x": np.zeros(1)}).finish()
    run = open_result(tmp_path / "run")
    assert run.inputs_text == INPUTS.text and run.static["x"].tolist() == [0.0]
    RunWriter.create(tmp_path / "run", RunInputs("new", {}), TABLES, static={"x": np.ones(1)}, overwrite=True).finish()
    run.refresh()
    assert run.inputs_text == "new" and run.static["x"].tolist() == [1.0]


def test_what_was_read_is_not_written_again(tmp_path, answer):
    found = write_answer(tmp_path / "out", answer)
    with pytest.raises(StoreError, match=says(f"cannot create result '{tmp_path / 'again'}': the answer was itself "
                                              "read from a store")):
        write_answer(tmp_path / "again", found.answer)
    assert names_in(tmp_path) == ["out"]
