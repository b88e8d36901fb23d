"""docs/fragility.md: its commands say what it shows, its script runs, its options are those of the command."""

import re

import pytest
from docs_text import ROOT, blocks, commands
from typer.testing import CliRunner

from drystone.cli.main import app

PAGE = ROOT / "docs" / "fragility.md"


def test_the_page_does_what_it_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in zip(("stripes.csv", "hazard.csv"), blocks(PAGE, "csv"), strict=True):
        (tmp_path / name).write_text(text)
    shown = commands(PAGE)
    assert len(shown) == 2
    for words, output in shown:
        found = CliRunner().invoke(app, words[1:])
        assert found.exit_code == 0, found.stderr
        lines = found.stdout.splitlines()
        if "--hazard" in words:                        # shown without its first lines
            lines = lines[-len(output.splitlines()):]
        assert lines == output.splitlines()
    written = {path.name for path in tmp_path.iterdir()}
    assert {"estimates.csv", "curves.csv", "fragility.xml", "stripes_fragility.png"} <= written
    (script,) = blocks(PAGE, "python")
    exec(compile(script, str(PAGE), "exec"), {})
    out = capsys.readouterr().out.splitlines()
    theta, beta = (float(word) for word in out[0].split()[:2])
    assert theta == pytest.approx(0.990992, rel=1e-6) and beta == pytest.approx(0.452304, rel=1e-6)
    assert float(out[-1]) == pytest.approx(1.5268e-4, rel=1e-4)


def test_options_are_those_of_the_command():
    told = set(re.findall(r"`(--[a-z-]+)", PAGE.read_text(encoding="utf-8"))) | {"--seed", "--bootstrap"}
    known = set(re.findall(r"--[a-z-]+", CliRunner().invoke(app, ["fit", "--help"], env={"COLUMNS": "200"}).stdout))
    assert told == known - {"--help"}
