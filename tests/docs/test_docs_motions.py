"""What docs/motions.md shows: its model files build, its lines of Python run, its table of formats is complete."""

import sys
from pathlib import Path

import pytest
from docs_text import ROOT, blocks

from drystone.io.yaml_reader import parse_yaml
from drystone.model.file import model_from_data
from drystone.motion import FORMATS, MEASURES
from drystone.quantities import UNITS

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "motion"))
import made_records as made

GUIDE = ROOT / "docs" / "motions.md"
TEXT = GUIDE.read_text(encoding="utf-8")
BASE = {"drystone": 1, "name": "made", "gravity": 9.81, "materials": {"s": {"density": 2000.0}},
        "joints": {"dry": {"friction": 0.6}}, "ground": {"level": 0}, "duration": 1.0,
        "blocks": [{"name": "b", "box": {"size": [1, 1, 1], "center": [0, 0, 0.5]}, "material": "s"}]}


@pytest.mark.parametrize("k", range(4))
def test_motions_of_the_guide_build(k, tmp_path):
    snippets = blocks(GUIDE, "yaml")
    assert len(snippets) == 4
    wave = made.kanai(8.0)
    (tmp_path / "quake.V2").write_text(made.csmip_v2((("360 Deg", wave), ("90 Deg", 0.5 * wave), ("Up", 0.3 * wave))))
    model = model_from_data(BASE | parse_yaml(snippets[k]).data, folder=tmp_path)[0].build()
    assert len(model.loads.ground_motions) == (1, 3, 1, 2)[k]


def test_lines_of_python_run(capsys):
    (source,) = blocks(GUIDE, "python")
    exec(compile(source, str(GUIDE), "exec"), {})
    assert float(capsys.readouterr().out.split()[0]) > 0.0


def test_tables_are_complete():
    assert all(f"| `{name}` |" in TEXT for name in FORMATS)
    assert all(f"`{unit}`" in TEXT for unit in UNITS if unit not in ("-", "°"))
    assert all(f"`{name}`" in TEXT for name in MEASURES)
