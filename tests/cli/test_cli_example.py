"""`drystone example`."""

import pytest
from typer.testing import CliRunner

from drystone.cli.demo_command import MODELS
from drystone.cli.example_command import EXAMPLES, STUDIES
from drystone.cli.main import app
from drystone.model.file import read_model
from drystone.studies.study import plan_study


def test_example_lists_writes_and_never_overwrites(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert "arch" in runner.invoke(app, ["example"]).output
    assert runner.invoke(app, ["example", "arch"]).exit_code == 0
    text = (tmp_path / "arch.yaml").read_text()
    assert "circular_arch" in text
    again = runner.invoke(app, ["example", "arch"])
    assert again.exit_code == 2
    assert "example: 'arch.yaml' is there already; nothing was written" in again.output
    missing = runner.invoke(app, ["example", "castle"])
    assert missing.exit_code == 2
    assert ("example: no model is called 'castle'; there are housner, block3d, arch, wall, lintel, spandrel_arch, "
            "house, church, study-domain, study-stripes") in missing.output


@pytest.mark.parametrize("name, count", [("spandrel_arch", 201), ("house", 191), ("church", 5117)])
def test_larger_examples_are_written_and_build(name, count, tmp_path, monkeypatch):
    """Blocks as many as the list says, and everything that a run needs."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["example", name]).exit_code == 0
    assembly, settings, _ = read_model(tmp_path / f"{name}.yaml")
    model = assembly.build()
    assert assembly.name == name and int((~model.is_support).sum()) == count
    assert f"{count} blocks" in EXAMPLES[name]
    assert settings is not None and assembly.duration is not None and model.monitors and model.loads.ground_motions


def test_every_bundled_file_is_an_example():
    from importlib import resources

    files = {f.name for f in (resources.files("drystone") / "examples_data").iterdir() if f.name.endswith(".yaml")}
    assert files == {f"{name}.yaml" for name in EXAMPLES} and set(MODELS) < set(EXAMPLES)
    studies = (resources.files("drystone") / "examples_data" / "studies").iterdir()
    assert {f.name for f in studies} == {f"{name}.yaml" for name in STUDIES}


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_comes_with_its_model_and_plans(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written = CliRunner().invoke(app, ["example", name])
    assert written.exit_code == 0, written.output
    model = STUDIES[name][0]
    assert f"next: drystone study {name}.yaml --dry-run" in written.output
    study, _, runs = plan_study(f"{name}.yaml")
    assert study.file.model == f"{model}.yaml" and len(runs) >= 50
    (tmp_path / f"{name}.yaml").unlink()
    (tmp_path / f"{model}.yaml").write_text("drystone: 1\n")
    again = CliRunner().invoke(app, ["example", name])
    assert again.exit_code == 2 and "is there already and another one; nothing was written" in again.output
    assert not (tmp_path / f"{name}.yaml").exists()
