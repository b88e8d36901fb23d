"""What an engine leaves out of a model: refused, or said by check, run and info."""

import json

import pytest
from cli_models import BLOCK, write
from typer.testing import CliRunner

from drystone.cli.main import app

WEAK = BLOCK.replace("friction: 0.6", "friction: 0.6, compression: 1e6")
ELASTIC = BLOCK.replace("density: 2000", "density: 2000, young: 5e9, poisson: 0.2")
REFUSAL = ("drystone: model.yaml:7: joint 'base': compression 1e+06 Pa is not read by nscd: its joints never crush; "
           "take it out, or name it in analysis.ignore\n")


@pytest.fixture
def call(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def invoke(text: str, *words: str):
        write(tmp_path, text)
        return CliRunner().invoke(app, list(words))

    return invoke


@pytest.mark.parametrize("command", [("check", "model.yaml", "--no-picture"), ("run", "model.yaml", "-o", "out")])
def test_a_strength_that_the_engine_does_not_read_is_refused(call, tmp_path, command):
    found = call(WEAK, *command)
    assert (found.exit_code, found.stderr) == (2, REFUSAL)
    assert not (tmp_path / "out").exists()
    unknown = call(WEAK, *command, "--set", "analysis.ignore=compresion")
    assert unknown.stderr == ("drystone: --set analysis.ignore: analysis.ignore: no property is called 'compresion'; "
                              "did you mean 'compression'?\n")


@pytest.mark.parametrize("law, message", [
    ("law: elastic", "law elastic is not read by nscd: its joints open and slide"),
    ("compression: 5e6, damage: {crushing: {energy: 2e5, elastic_share: 0.3, peak_ratio: 2, residual: 0, "
     "cap_shear: 9}}", "damage is not read by nscd: its joints break at once, and what is left of them does not wear"),
])
@pytest.mark.parametrize("command", [("check", "model.yaml", "--no-picture"), ("run", "model.yaml", "-o", "out")])
def test_a_law_that_the_engine_does_not_read_is_refused(call, tmp_path, law, message, command):
    text = BLOCK.replace("friction: 0.6", f"friction: 0.6, normal_stiffness: 1e9, shear_stiffness: 1e9, {law}")
    found = call(text, *command, "--set", "analysis.ignore=compression")
    assert (found.exit_code, found.stderr) == (
        2, f"drystone: model.yaml:7: joint 'base': {message}; take it out, or name it in analysis.ignore\n")
    assert not (tmp_path / "out").exists()


def test_check_run_info_and_store_say_what_is_not_used(call, tmp_path):
    found = call(ELASTIC, "check", "model.yaml", "--no-picture")
    assert [line for line in found.stdout.splitlines() if line.startswith("note")] == [
        "note        not used by statics: young, poisson", "note        not used by nscd: young, poisson"]
    found = call(WEAK, "run", "model.yaml", "-o", "out", "--set", "analysis.ignore=compression")
    assert found.exit_code == 0, found.stderr
    assert "note      not used by nscd: compression\n" in found.stdout
    assert "note      not used by nscd: compression\n" in call(WEAK, "info", "out").stdout
    assert json.loads((tmp_path / "out" / "run.json").read_text())["totals"]["notes"] == [
        "not used by nscd: compression"]


def test_an_engine_has_keys_of_its_own(call):
    found = call(BLOCK.replace("dt: 2e-3", "dt: 2e-3, scheme: euler"), "run", "model.yaml", "--set",
                 "analysis.engine=rocking")
    assert (found.exit_code, found.stderr) == (
        2, "drystone: model.yaml:16: analysis: unknown key 'scheme' of engine rocking: it belongs to nscd\n")
