"""Every example ends with checks of numbers: running it is the test. The ten lines of README.md run too."""

import runpy

import pytest
from docs_text import README, ROOT, blocks

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs_and_its_checks_hold(path, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert "assert " in path.read_text(encoding="utf-8")
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out
    assert not list(tmp_path.iterdir())     # results of a script without a directory go with it


def test_all_examples_are_there():
    assert {path.stem for path in EXAMPLES} >= {"arch_pulse", "rocking_block", "settlement", "sliding_block",
                                                "wall_at_rest"}


def test_ten_lines_of_the_readme_run(tmp_path, monkeypatch, capsys):
    """The block rocks and stays; its top moves by up to 0.1379 m (rocking equation: 0.13786 m)."""
    (source,) = blocks(README, "python")
    monkeypatch.chdir(tmp_path)
    exec(compile(source, str(README), "exec"), {})
    status, greatest, unit = capsys.readouterr().out.split()
    assert (status, unit) == ("finished", "m")
    assert float(greatest) == pytest.approx(0.13786, rel=1e-3)
