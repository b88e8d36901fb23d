"""Start-up, progress, validation from the command line, and the demo's parts."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from drystone.cli import demo_command, progress
from drystone.cli.main import app
from drystone.cli.run_command import directory_name
from drystone.errors import InputError
from drystone.model.file import read_model
from drystone.results.inputs import record_files
from drystone.simulation.execute import Progress
from drystone.validate import case as frame
from drystone.validate import cases, full_scale
from drystone.validate.case import CASES, Case

HEAVY = ("numpy", "scipy", "numba", "matplotlib", "h5py", "pydantic", "ruamel", "clarabel", "drystone.model",
         "drystone.engines")


def test_help_loads_nothing_heavy():
    """What makes `drystone --help` quick, whatever the machine: none of these is imported."""
    code = ("import sys, drystone.cli.main as m\n"
            "try: m.app(['--help'])\nexcept SystemExit: pass\n"
            f"print('LOADED', [name for name in {HEAVY!r} if name in sys.modules])")
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "LOADED []"
    for command in ("run", "info", "plot", "validate", "schema", "check", "demo"):
        assert command in shown


def test_module_runs_as_the_command():
    shown = subprocess.run([sys.executable, "-m", "drystone", "check"], capture_output=True, text=True)
    assert shown.returncode == 2 and "Usage: python -m drystone check" in shown.stderr


def test_plain_progress_has_time_speed_contacts_and_what_is_left(capsys):
    report = progress.PlainProgress(seconds=0.0)
    report(Progress(time=0.5, duration=2.0, step=500, step_count=2000, contact_count=12, steps_per_second=20.0))
    assert capsys.readouterr().out == "t = 0.500 of 2 s (25 %), 20 steps/s, 12 contacts, 1:15 left\n"
    slow = progress.PlainProgress(seconds=1e9)
    slow(Progress(0.5, 2.0, 500, 2000, 12, 20.0))
    assert capsys.readouterr().out == ""


def test_time_left_in_hours():
    assert progress.remaining(Progress(0.0, 1.0, 0, 7_322, 1, 1.0)) == "2:02:02"
    assert progress.remaining(Progress(0.0, 1.0, 0, 10, 1, 0.0)) == "?"


def test_names_of_models_become_plain_directory_names():
    assert directory_name("stone house, 2nd/try") == "stone-house-2nd-try"
    assert directory_name("...") == "model"


def test_records_belong_to_the_inputs(tmp_path):
    (tmp_path / "quake.txt").write_text("1 2 3")
    resolved = {"motions": [{"parameters": {"motion": {"path": "quake.txt"}}}], "other": {"path": "missing.txt"}}
    found = record_files(resolved, tmp_path)
    assert list(found) == ["file:quake.txt"] and bytes(found["file:quake.txt"]) == b"1 2 3"


@pytest.fixture
def two_cases():
    def good():
        yield frame.within_absolute("time", 1.0, 1.01, 0.05, "book", "s")
        yield frame.reported("later", 2.0, 2.5, "book", "s")

    def bad():
        yield frame.at_least("gain", 20.0, 3.0, "required")

    assert cases   # imported, so that the command does not register the real ones now
    real = dict(CASES)   # put back whole: one by one they would come back in another order
    CASES.clear()
    CASES.update(good=Case("good", "A good one.", 0.1, good), bad=Case("bad", "A bad one.", 0.1, bad))
    yield
    CASES.clear()
    CASES.update(real)


def test_validate_json_and_exit_codes(two_cases):
    passed = CliRunner().invoke(app, ["validate", "good", "--json"])
    assert passed.exit_code == 0
    rows = json.loads(passed.stdout)
    assert [(row["quantity"], row["ok"]) for row in rows] == [("time [s]", True), ("later [s]", None)]
    failed = CliRunner().invoke(app, ["validate", "--json"])
    assert failed.exit_code == 1
    assert [row["ok"] for row in json.loads(failed.stdout)] == [True, None, False]


def test_validate_table_list_and_markdown(two_cases, tmp_path):
    page = tmp_path / "docs" / "page.md"
    shown = CliRunner().invoke(app, ["validate", "bad", "--markdown", str(page)])
    assert shown.exit_code == 1 and "FAIL" in shown.stdout and "0 pass, 1 fail, 0 reported" in shown.stdout
    assert "## bad" in page.read_text() and "A bad one." in page.read_text()
    assert "A good one." in CliRunner().invoke(app, ["validate", "--list"]).stdout
    unknown = CliRunner().invoke(app, ["validate", "god"])
    assert unknown.exit_code == 2
    assert unknown.stderr == "drystone: validate: no case is called 'god'; did you mean 'good'?\n"


def test_validate_keeps_runs_in_a_new_folder(two_cases, monkeypatch, tmp_path):
    def kept():
        yield frame.same_word("store", str(tmp_path / "runs" / "wall"), full_scale.store_of("wall"), "asked for")

    monkeypatch.setattr(full_scale, "keep_in", None)
    CASES["kept"] = Case("kept", "Says where its run is.", 0.1, kept)
    assert CliRunner().invoke(app, ["validate", "kept", "--keep", str(tmp_path / "runs")]).exit_code == 0
    assert CliRunner().invoke(app, ["validate", "kept"]).exit_code == 1         # nothing is kept unless it is asked for
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "house-pulses.csv").write_text("")                      # a table of outcomes goes on
    assert CliRunner().invoke(app, ["validate", "kept", "--keep", str(tmp_path / "old")]).exit_code == 1
    (tmp_path / "old" / "run.json").write_text("{}")
    refused = CliRunner().invoke(app, ["validate", "kept", "--keep", str(tmp_path / "old")])
    assert refused.exit_code == 2
    assert refused.stderr == f"drystone: validate: --keep must be a new or empty folder, got '{tmp_path / 'old'}'\n"


def test_the_demo_ends_with_places_and_what_to_try_next(tmp_path):
    text = "\n".join(demo_command.closing_words(tmp_path))
    assert f"pictures  {tmp_path / 'pictures'}" in text and "drystone validate --list" in text
    assert "drystone check" in text and "--set 'motions[pulse].parameters.amplitude=9.5'" in text
    for name in demo_command.MODELS:
        assert str(tmp_path / name) in text


@pytest.mark.parametrize("name", demo_command.MODELS)
def test_bundled_models_are_there_and_build(name, tmp_path):
    path = tmp_path / f"{name}.yaml"
    path.write_text(demo_command.bundled_model(name))
    assembly, settings, _ = read_model(path)
    assert assembly.name == name and assembly.build().block_count > 1
    assert settings is not None and assembly.duration is not None


def test_a_bundled_model_that_is_missing():
    with pytest.raises(InputError) as error:
        demo_command.bundled_model("cathedral")
    assert str(error.value) == "demo: the bundled model 'cathedral' is missing from this installation"
