"""docs/patterns.md: every pattern has its section with a picture, all its parameters and an example that builds."""

import inspect
import re
import struct

import pytest
from docs_text import ROOT, blocks

import drystone as ds
from drystone.io.yaml_reader import parse_yaml
from drystone.model.file import model_from_data
from drystone.patterns import __all__ as kinds

PAGE = ROOT / "docs" / "patterns.md"
FOLDER = ROOT / "docs" / "images" / "patterns"
SECTIONS = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
HEAD = {"drystone": 1, "name": "m", "gravity": 9.81, "materials": {"stone": {"density": 2000}},
        "joints": {"dry": {"friction": 0.6}}, "ground": {"level": -50.0}}


def test_every_pattern_has_one_section():
    assert sorted(SECTIONS) == sorted(kinds)


@pytest.mark.parametrize("kind", kinds)
def test_parameters_are_those_of_the_function(kind):
    """Required ones first, then the optional ones, in the order of the signature."""
    line = next(line for line in SECTIONS[kind].splitlines() if line.startswith("Parameters: "))
    parameters = inspect.signature(getattr(ds.patterns, kind)).parameters.values()
    required = [p.name for p in parameters if p.default is p.empty]
    optional = [p.name for p in parameters if p.default is not p.empty]
    assert re.findall(r"`(\w+)`", line) == required + optional
    assert re.findall(r"`(\w+)`", line.partition("optional")[0]) == required


@pytest.mark.parametrize("kind", kinds)
def test_example_builds(kind):
    (text,) = re.findall(r"^```yaml\n(.*?)^```$", SECTIONS[kind], re.MULTILINE | re.DOTALL)
    pattern = parse_yaml(text).data
    assert pattern["kind"] == kind
    assembly = model_from_data(HEAD | {"patterns": [pattern | {"material": "stone"}]})[0]
    counted = re.search(r"(\d+) blocks", SECTIONS[kind])
    assert len(assembly.blocks) == (int(counted[1]) if counted else len(assembly.blocks)) > 0


@pytest.mark.parametrize("kind", kinds)
def test_picture_is_there_and_small(kind):
    assert f"![{kind}](images/patterns/{kind}.png)" in SECTIONS[kind]
    data = (FOLDER / f"{kind}.png").read_bytes()
    width, height = struct.unpack(">II", data[16:24])            # of the IHDR chunk
    assert data.startswith(b"\x89PNG") and len(data) < 60_000 and 150 < width < 700 and 150 < height < 500


def test_no_picture_without_a_section():
    assert sorted(path.stem for path in FOLDER.glob("*.png")) == sorted(kinds)


def test_both_ways_to_write_the_gate_give_the_same_blocks():
    (code,) = blocks(PAGE, "python")
    names: dict = {}
    exec(code, names)
    drawn = model_from_data(parse_yaml(blocks(PAGE, "yaml")[0]).data)[0].build()
    made = names["assembly"].build()
    assert made.block_names == drawn.block_names and made.parts.vertex.tolist() == drawn.parts.vertex.tolist()
    assert made.is_support.sum() == drawn.is_support.sum() == 2
