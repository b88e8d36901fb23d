"""Patterns as model files name them: plain lists and mappings must do."""

import pytest

from drystone.errors import InputError
from drystone.io.yaml_reader import parse_yaml
from drystone.model.file import model_from_data

HEAD = """
drystone: 1
name: m
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.7}}
ground: {level: 0}
"""

PATTERNS = {
    "house": ("kind: house", 191),
    "column": ("kind: column\n    parameters: {radius: 0.4, height: 3, drums: 5, base: [1, 0.3]}", 6),
    "tower": ("kind: tower\n    parameters: {width: 3, height: 3, thickness: 0.6, block: [0.6, 0.3]}", None),
    "masonry_wall": ("kind: masonry_wall\n    parameters: {length: 4, height: 2, thickness: 0.4, block: [0.5, 0.25], "
                     "openings: [[1, 2, 0, 1.5]], length_variation: 0.2, seed: 1}", None),
    "buttress": ("kind: buttress\n    parameters: {width: 0.6, stages: [[1, 1], [0.5, 2]], block: [0.4, 0.25]}", None),
    "buttressed_wall": ("kind: buttressed_wall\n    parameters: {length: 4, height: 2, thickness: 0.5, "
                        "block: [0.5, 0.25], positions: [2], width: 0.5, stages: [[1, 1]]}", None),
    "walls": ("""kind: walls
    parameters:
      block: [0.5, 0.25]
      walls:
        - {name: front, start: [0, 0], end: [4, 0], thickness: 0.5, top: 2, gable_rise: 1.5,
           openings: [[1.5, 2.5, 0, 1.5]]}
        - {name: left, start: [0, 0], end: [0, 3], thickness: 0.5, top: 2}""", None),
}


def build(pattern):
    return model_from_data(parse_yaml(f"{HEAD}patterns:\n  - material: stone\n    {pattern}\n").data)[0].build()


@pytest.mark.parametrize("pattern, count", PATTERNS.values(), ids=PATTERNS)
def test_every_kind_builds(pattern, count):
    model = build(pattern)
    assert len(model.block_names) - 1 == (count or len(model.block_names) - 1) > 0
    assert model.block_names[-1] == "ground"


@pytest.mark.parametrize("walls, text", [
    ("3", "walls: walls must be a list of mappings, got 3"),
    ("[3]", "walls: wall 1: must be a mapping of name, start, end, thickness, top, ..., got 3"),
    ("[{name: a, start: [0, 0], end: [1, 0], thickness: 0.5}]", "walls: wall 1: top is missing"),
    ("[{name: a, start: [0, 0], end: [2, 0], thickness: 0.5, top: 1, hight: 2}]",
     "walls: wall 1: no key is called 'hight'; there are name, start, end, thickness, top, base, openings, gable_rise, "
     "gable_top_width, stepped, leaves"),
    ("[{name: a, start: [0, 0], end: [2, 0], thickness: 0.5, top: 1, gable_top_width: 2}]",
     "walls: wall 1: gable_top_width goes with gable_rise, which is missing"),
    ("[{name: a, start: [0, 0], end: [2, 0], thickness: 0.5, top: high}]",
     "wall 'a': top, point 1 must be 2 finite numbers [m], got 'h'"),
    ("[]", "plan: must have at least 1 wall, got 0"),
])
def test_errors_of_walls(walls, text):
    with pytest.raises(InputError) as error:
        build(f"kind: walls\n    parameters: {{block: [0.5, 0.25], walls: {walls}}}")
    assert str(error.value).endswith(text)
