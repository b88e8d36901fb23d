"""The ten lines of README.md run. Examples are in the gallery: test_gallery.py."""

import pytest
from docs_text import README, blocks


def test_ten_lines_of_the_readme_run(tmp_path, monkeypatch, capsys):
    """The block rocks and stays; its top moves by up to 0.1379 m (rocking equation: 0.13786 m)."""
    (source,) = blocks(README, "python")
    monkeypatch.chdir(tmp_path)
    exec(compile(source, str(README), "exec"), {})
    status, greatest, unit = capsys.readouterr().out.split()
    assert (status, unit) == ("finished", "m")
    assert float(greatest) == pytest.approx(0.13786, rel=1e-3)
