"""docs/random_fields.md: its example runs, its figures are those of the closed forms."""

import math

import pytest
from docs_text import ROOT, blocks

from drystone.cli.demo_command import bundled_model
from drystone.patterns import house

PAGE = ROOT / "docs" / "random_fields.md"


def test_the_example_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.yaml").write_text(bundled_model("house"))
    exec(compile(blocks(PAGE, "python")[0], str(PAGE), "exec"), {})
    count, friction = capsys.readouterr().out.split()
    on_the_ground = sum("base" in block.groups for block in house())
    assert int(count) == 542 - on_the_ground and 0.2 < float(friction) < 2.0


def test_its_correlations_are_those_of_the_closed_forms():
    square = math.log1p(0.3 ** 2)
    lognormal, uniform = math.expm1(0.5 * square) / math.expm1(square), 6.0 / math.pi * math.asin(0.25)
    assert f"{lognormal:.3f} in place of 0.5 at a cov of 0.3, and {uniform:.3f}" in PAGE.read_text(encoding="utf-8")
    assert lognormal == pytest.approx(0.489, abs=1e-3)
