"""docs/results.md: ten tasks of five lines at most, run on the arch, the study and the drawing that the page reads."""

import contextlib
import os
import re
import shutil
import sys
from pathlib import Path

import matplotlib
import pytest
from docs_text import ROOT, blocks

import drystone as ds
from drystone.cli.link_command import write_component
from drystone.cli.run_command import run_model
from drystone.studies.study import run_study

matplotlib.use("Agg")

PAGE = ROOT / "docs" / "results.md"
TEXT = PAGE.read_text(encoding="utf-8")
TASKS = dict(re.findall(r"^### (.+?)\n(.*?)(?=^###|^## )", TEXT, re.MULTILINE | re.DOTALL))
#: What each task must print.
SAYS = {
    "Load a run": r"^run 'runs.arch'\n  status    collapsed: .*\n  engine    nscd\n  blocks    7 and 2 supports: ",
    "Plot a joint's force": r"^$",
    "List what fell": r"^collapsed with .*voussoir_[345]",
    "The greatest thrust": r"^\d+\.\d+ N in the run\n\d+\.\d+ to \d+\.\d+ N at rest\n$",
    "Change friction": r"^0\.2 falls\n0\.4 stands\n0\.7 stands\n$",
    "Build an arch without abutments": r"^<Model 'ring': 7 blocks, 2 supports>\n$",
    "Import a DXF": r"^<Model 'wall': 3 blocks, 1 supports>\n$",
    "Statics from a design program": r"^0\.25\d*\n$|^0\.2499\d*\n$",      # 0.4 / 1.6 by hand
    "Read a study": r"^study 'studies.frictions': sweep frictions\nruns        2 of 2 over: 2 finished\n",
    "Export to pandas": r"^-0\.\d+ m\n$",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A directory with what the page reads."""
    folder = tmp_path_factory.mktemp("results")
    model, study = blocks(PAGE, "yaml")
    (folder / "arch.yaml").write_text(model)
    (folder / "frictions.yaml").write_text(study)
    run_model(folder / "arch.yaml", folder / "runs" / "arch", [], quiet=True)
    run_study(folder / "frictions.yaml", folder / "studies" / "frictions", jobs=1)
    _draw_wall(folder)
    write_component(folder / "drystone_link.py")
    yield folder
    if "drystone_link" in sys.modules:
        sys.modules.pop("drystone_link").disconnect()


def made(task: str, kind: str) -> list[str]:
    """Blocks of one language under a task, in order: what it needs, then, of Python, the task itself."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", TASKS[task], re.MULTILINE | re.DOTALL)


def _draw_wall(folder):
    """The drawing of the page, as it tells how to make it."""
    pytest.importorskip("ezdxf")
    with contextlib.chdir(folder):
        exec(made("Import a DXF", "python")[0], {})


def test_there_are_ten_tasks():
    assert len(TASKS) == 10 and set(TASKS) == set(SAYS)


@pytest.mark.parametrize("task", SAYS)
def test_a_task_takes_five_lines_at_most_and_says_what_it_should(task, place, monkeypatch, capsys):
    *_, code = made(task, "python")
    assert 1 <= len(code.splitlines()) <= 5
    monkeypatch.chdir(place)
    monkeypatch.syspath_prepend(place)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)     # where `drystone` is
    exec(compile(code, f"{PAGE}: {task}", "exec"), {})
    assert re.search(SAYS[task], capsys.readouterr().out)


def test_numbers_of_the_tasks_are_those_of_the_store(place, monkeypatch):
    monkeypatch.chdir(place)
    result = ds.open_result("runs/arch")
    names = list(result.block_names)
    pair = {names.index("voussoir_1"), names.index("abutment_right")}
    rows = result.rows("interfaces", 3)
    (row,) = [i for i, ends in enumerate(zip(rows["block_a"], rows["block_b"])) if set(ends) == pair]
    sign = 1.0 if names[rows["block_b"][row]] == "abutment_right" else -1.0
    force = result.joint("voussoir_1", "abutment_right").force
    assert force[3].tolist() == (sign * rows["force"][row]).tolist()
    sunk = result.to_pandas("blocks").groupby("block")["displacement z [m]"].min()
    assert sunk["voussoir_4"] == result.block("voussoir_4").displacement.z.min()


def test_the_answer_of_the_page(place, tmp_path, monkeypatch, capsys):
    """An arch at rest: thrust of joint and reaction of its abutment are the same force."""
    shutil.copy(place / "arch.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    code = re.findall(r"^```python\n(.*?)^```$", TEXT.partition("## Answers")[2], re.MULTILINE | re.DOTALL)[0]
    names: dict = {}
    exec(compile(code, str(PAGE), "exec"), names)
    answer = names["answer"]
    assert capsys.readouterr().out.startswith("True ")
    assert abs(answer.block("abutment_right").reaction[0]) == pytest.approx(
        answer.joint("voussoir_1", "abutment_right").thrust, rel=1e-9)


def test_what_the_table_names_is_there(place, monkeypatch):
    monkeypatch.chdir(place)
    result = ds.open_result("runs/arch")
    rows = re.findall(r"^\| (`.*?) \| (.*?) \|$", TEXT, re.MULTILINE)
    first = {"block": result.block("voussoir_4"), "joint": result.joint("voussoir_4", "voussoir_3"),
             "ground": result.ground, "monitor": result.monitor("top")}
    for heading, meaning in rows:
        for name in re.findall(r"(?:result)?\.(\w+)", heading):
            assert hasattr(result, name), name
        known = first.get(re.match(r"`result\.(\w+)", heading)[1])
        for name in re.findall(r"`\.?(\w+)(?:\(\w+\))?`", meaning) if known is not None else ():
            assert hasattr(known, name), name
