"""docs/joints_dem.md: its command says what it shows, its options are those of the command."""

import re

from docs_text import ROOT, blocks, commands
from typer.testing import CliRunner

from drystone.cli.main import app

PAGE = ROOT / "docs" / "joints_dem.md"


def test_the_page_does_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (text,) = blocks(PAGE, "yaml")
    (tmp_path / "low.yaml").write_text(text)
    ((words, output),) = commands(PAGE)
    done = CliRunner().invoke(app, words[1:])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines() == output.splitlines()
    assert (tmp_path / "mortar_shear.png").exists()


def test_options_are_those_of_the_command():
    told = set(re.findall(r"--[a-z][a-z-]*", PAGE.read_text(encoding="utf-8")))
    known = set(re.findall(r"--[a-z-]+", CliRunner().invoke(app, ["joint-test", "--help"], env={
        "COLUMNS": "200"}).stdout))
    assert told == known - {"--help"}
