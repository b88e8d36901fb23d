"""Names that a terminal, a table or an editor would obey: refused where they enter a model, shown escaped elsewhere."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.geometry.shape import NamedShape
from drystone.model.assembly import Assembly
from drystone.model.file import read_model
from drystone.names import check_name, show_line

NASTY = ["a\x1b[2J", "a\nb", "a\rb", "a\tb", "nul\0", "\x7f", "\x9b2J", "\u202eevil", "\u2066x", "line\u2028sep",
         "\ud800"]

DOORS = {
    "model": lambda a, name: Assembly(name, gravity=9.81),
    "material": lambda a, name: a.material(name, density=2000),
    "joint": lambda a, name: a.joint(name, friction=0.5),
    "block": lambda a, name: a.add(name, box((1, 1, 1)), material="stone"),
    "block 'b': group": lambda a, name: a.add("b", box((1, 1, 1)), material="stone", groups=[name]),
    "mass": lambda a, name: a.add_mass("base", 10.0, (0, 0, 0), name=name),
    "tie": lambda a, name: a.tie(name, ["base", "base"], stiffness=1e6),
    "load": lambda a, name: a.load_point(name, "base", (0, 0, 0), (1, 0, 0)),
    "motion": lambda a, name: a.support_motion(name, "base", displacement=[(0, 0), (1, 1e-3)], direction="x"),
    "stage": lambda a, name: a.stage(name, duration=1.0),
    "monitor": lambda a, name: a.monitor(name, "base", quantity="displacement"),
}


def assembly() -> Assembly:
    made = Assembly("plain", gravity=9.81)
    made.material("stone", density=2000)
    made.add("base", box((1, 1, 1)), material="stone")
    return made


@pytest.mark.parametrize("kind", DOORS)
def test_every_door_refuses_and_shows_the_name_escaped(kind):
    with pytest.raises(InputError) as refusal:
        DOORS[kind](assembly(), "top\x1b[31m\n")
    assert str(refusal.value) == f"{kind} must have a name without control characters, got 'top\\x1b[31m\\n'"


def test_patterns_and_drawings_come_through_the_same_door():
    piece = NamedShape("stone\u202e", box((1, 1, 1)), ())
    with pytest.raises(InputError, match=r"^block must have a name without control characters, got 'p/stone\\u202e'$"):
        assembly().add_pattern([piece], material="stone", name="p")
    with pytest.raises(InputError, match=r"^block must have a name without control characters, got 'p\\x07/a'$"):
        assembly().add_pattern([NamedShape("a", box((1, 1, 1)), ())], material="stone", name="p\a")


@pytest.mark.parametrize("name", NASTY)
def test_what_is_refused_and_how_it_is_shown(name):
    with pytest.raises(InputError) as refusal:
        check_name("block", name)
    line = str(refusal.value)
    assert line == f"block must have a name without control characters, got {name!r}"
    assert line.isprintable() and show_line(line) == line


@pytest.mark.parametrize("name", ["Stein 3", "mur à gauche", "石", "حجر", "wall/stone.2", "a\u200cb", "#1 [x]"])
def test_what_people_write_is_taken(name):
    assert check_name("block", name) == name and show_line(name) == name


def test_a_long_name_is_cut_in_the_message():
    with pytest.raises(InputError) as refusal:
        check_name("block", "\x1b" * 100_000)
    assert len(str(refusal.value)) < 300


@given(st.text())
def test_shown_text_is_one_harmless_line_and_stays_so(text):
    shown = show_line(text)
    assert len(shown.splitlines()) <= 1 and show_line(shown) == shown
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in shown)
    assert not any(unicodedata.bidirectional(c) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
                   for c in shown)


MODEL = """\
drystone: 1
name: {model}
gravity: 9.81
materials: {{stone: {{density: 2000}}}}
joints:
  {joint}: {{friction: 0.6}}
blocks:
  - name: {block}
    box: {{size: [1, 1, 1], center: [0, 0, 0.5]}}
    material: stone
    groups: [{group}]
ground: {{level: 0.0}}
monitors:
  - {{name: {monitor}, block: "{plain}", quantity: displacement}}
"""
PLAIN = {"model": "m", "joint": "j", "block": "b", "group": "g", "monitor": "w"}


@pytest.mark.parametrize(("where", "line"), [
    ("model", "{path}:2: name: model must have a name without control characters, got 'x\\x1b[2J'"),
    ("joint", "{path}:6: joints.x\\x1b[2J: joint must have a name without control characters, got 'x\\x1b[2J'"),
    ("block", "{path}:8: blocks[0]: block must have a name without control characters, got 'x\\x1b[2J'"),
    ("group", "{path}:8: blocks[0]: block 'b': group must have a name without control characters, got 'x\\x1b[2J'"),
    ("monitor", "{path}:14: monitors[0]: monitor must have a name without control characters, got 'x\\x1b[2J'"),
])
def test_model_files_say_where(tmp_path, where, line):
    path = tmp_path / "model.yaml"
    path.write_text(MODEL.format(**PLAIN | {where: '"x\\e[2J"'}, plain="b"))
    with pytest.raises(InputError) as refusal:
        read_model(path)
    assert str(refusal.value) == line.format(path=path)
