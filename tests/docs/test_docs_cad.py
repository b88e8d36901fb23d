"""docs/cad.md: its script runs, its commands say what it shows, its snippet of a model file reads."""

from docs_text import ROOT, blocks, commands
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.io.blocks import READERS
from drystone.io.yaml_reader import parse_yaml
from drystone.model.file import model_from_data

PAGE = ROOT / "docs" / "cad.md"


def test_the_page_does_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (script,) = blocks(PAGE, "python")
    exec(compile(script, str(PAGE), "exec"), {})
    shown = commands(PAGE)
    assert len(shown) == 2
    for words, output in shown:
        assert words[0] == "drystone"
        found = CliRunner().invoke(app, words[1:])
        assert (found.exit_code, found.stdout) == (0, output), found.stderr
    (snippet,) = blocks(PAGE, "yaml")
    data = {"drystone": 1, "name": "page", "gravity": 9.81, "free": True, "materials": {"stone": {"density": 2000.0}},
            "joints": {"dry": {"friction": 0.6}}} | parse_yaml(snippet).data
    assembly, _, _ = model_from_data(data, folder=tmp_path)
    assert assembly.select("front") == list(assembly.blocks)
    assert len(assembly.build().block_names) == 10


def test_every_ending_is_in_the_table():
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{ending}`" in text for ending in READERS)
