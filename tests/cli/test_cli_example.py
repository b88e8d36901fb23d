"""`drystone example`."""

from typer.testing import CliRunner

from drystone.cli.main import app


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
    assert "example: no model is called 'castle'; there are housner, block3d, arch, wall" in missing.output
