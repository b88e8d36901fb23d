"""`drystone new`: five answers make a model file that builds; a bad one ends it with one line and without a file."""

import pytest
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.cli.new_command import STRUCTURES
from drystone.model.file import read_model

ARCH = ["arch", "3.0 80cm 0.3 0.5 9", "2200", "0.65", "weight"]


def answer(tmp_path, monkeypatch, *lines, name="model.yaml"):
    monkeypatch.chdir(tmp_path)
    return CliRunner().invoke(app, ["new", name], input="".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("kind", STRUCTURES)
def test_every_example_answer_makes_a_model_that_builds(kind, tmp_path, monkeypatch):
    found = answer(tmp_path, monkeypatch, kind, STRUCTURES[kind].example, "2200", "0.65", "pulse 0.3 0.5")
    assert found.exit_code == 0, found.output
    assembly, settings, _ = read_model(tmp_path / "model.yaml")
    model = assembly.build()
    assert settings is not None and model.loads.ground_motions and model.is_support.any()
    assert assembly.materials["stone"].density == 2200.0 and assembly.joints[0].friction == 0.65


def test_answers_are_what_the_file_says(tmp_path, monkeypatch):
    """An arch of nine stones over 3 m; units may be written out."""
    found = answer(tmp_path, monkeypatch, *ARCH)
    assert found.output.count("/5 ") == 5 and "written     model.yaml: 9 blocks\n" in found.output
    text = (tmp_path / "model.yaml").read_text()
    assert "parameters: {span: 3.0, rise: 0.8, thickness: 0.3, width: 0.5, count: 9}   # m\n" in text
    assert "supports: [abutment]" in text and "motions" not in text


@pytest.mark.parametrize(("number", "line", "words"), [
    (1, "bridge", "new: question 1: structure must be one of arch, wall, column, block, dome, got 'bridge'"),
    (2, "3.0 0.8 0.3 0.5", "new: question 2: sizes must be 5 numbers with spaces between them (span [m], rise [m], "
                           "thickness [m], depth [m], stones), got '3.0 0.8 0.3 0.5'"),
    (2, "3.0 0,8 0.3 0.5 9", "new: question 2: rise [m]: must be a number [m], got '0,8': a decimal point is wanted, "
                             "not a comma: 0.8"),
    (2, "3.0 0.8 -0.3 0.5 9", "new: question 2: thickness must be finite and > 0 [m], got -0.3"),
    (2, "3.0 0.8 0.3 0.5 8.5", "new: question 2: stones must be a whole number >= 1 [-], got 8.5"),
    (3, "", "new: question 3: the answer: must be a number [kg/m3], got ''"),
    (3, "nan", "new: question 3: density must be finite and > 0 [kg/m3], got nan"),
    (4, "-0.1", "new: question 4: friction must be finite and >= 0 [-], got -0.1"),
    (5, "quake", "new: question 5: what acts must be one of weight, pulse, got 'quake'"),
    (5, "pulse 0.3", "new: question 5: pulse must have an amplitude [g] and a duration [s], got 'pulse 0.3'"),
])
def test_a_bad_answer_from_a_pipe_ends_it(number, line, words, tmp_path, monkeypatch):
    found = answer(tmp_path, monkeypatch, *ARCH[:number - 1], line, *ARCH[number:])
    assert found.exit_code == 2 and found.stderr == f"drystone: {words}; nothing was written\n"
    assert not list(tmp_path.iterdir())


def test_answers_that_do_not_fit_together_are_refused_whole(tmp_path, monkeypatch):
    found = answer(tmp_path, monkeypatch, "arch", "3.0 2.8 0.3 0.5 9", *ARCH[2:])
    assert found.exit_code == 2 and not list(tmp_path.iterdir())
    assert found.stderr == ("drystone: new: patterns[0]: arch: rise must be finite and > 0 and <= 1.5 [m], got 2.8; "
                            "nothing was written\n")


def test_answers_that_end_too_early_leave_nothing(tmp_path, monkeypatch):
    found = answer(tmp_path, monkeypatch, *ARCH[:3])
    assert found.exit_code == 2 and not list(tmp_path.iterdir())
    assert found.stderr == ("drystone: new: question 4 has no answer: Friction coefficient of the joints [-]; nothing "
                            "was written\n")


def test_a_file_that_is_there_is_refused_before_any_question(tmp_path, monkeypatch):
    (tmp_path / "model.yaml").write_text("mine")
    found = answer(tmp_path, monkeypatch, *ARCH)
    assert found.exit_code == 2 and found.stdout == "" and (tmp_path / "model.yaml").read_text() == "mine"
    assert answer(tmp_path, monkeypatch, *ARCH, name="model.txt").exit_code == 2
    assert answer(tmp_path, monkeypatch, *ARCH, name="none/model.yaml").exit_code == 2
