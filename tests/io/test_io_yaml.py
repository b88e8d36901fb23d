"""YAML with lines: values, places and the text of every refusal."""

import math

import pytest

from drystone.errors import InputError
from drystone.io.yaml_reader import format_path, parse_value, parse_yaml, read_yaml


@pytest.mark.parametrize(("text", "value"), [
    ("1e-3", 1e-3), ("5E4", 5e4), ("-.5", -0.5), ("7", 7), ("-3.", -3.0), ("true", True), ("~", None), ("", None),
    ("yes", "yes"), ("on", "on"), ("'1e-3'", "1e-3"), ("010", 10), ("1_000", "1_000"), ("[1, 2.5, x]", [1, 2.5, "x"]),
    ("{a: 1, b: [2]}", {"a": 1, "b": [2]}),
])
def test_values_follow_yaml_1_2(text, value):
    read = parse_value(text)
    assert read == value and type(read) is type(value)


def test_not_finite_numbers_are_read_and_left_to_the_rules():
    assert math.isnan(parse_value(".nan"))
    assert parse_value("-.inf") == -math.inf


def test_every_node_knows_its_place():
    document = parse_yaml("a: 1\nb:\n  - {x: 1,\n     y: 2}\n  - z\n", "m.yaml")
    assert document.place(("a",)) == (1, 1)
    assert document.place(("b", 0)) == (3, 5)
    assert document.place(("b", 0, "y")) == (4, 6)
    assert document.line(("b", 1)) == 5
    assert document.line(("b", 0, "missing")) == 3   # nearest parent that was written
    assert document.line(("nowhere",)) == 1


def test_aliases_share_their_value():
    document = parse_yaml("a: &p [1, 2]\nb: *p\n")
    assert document.data["a"] is document.data["b"]


@pytest.mark.parametrize(("text", "message"), [
    ("a: 1\nb: 2\na: 3\n", "m.yaml:3: key 'a' is given twice, first on line 1"),
    ("a:\n  x: 1\n  x: 2\n", "m.yaml:3: key 'x' is given twice, first on line 2"),
    ("a: 1\nb: *q\n", "m.yaml:2: not valid YAML: found undefined alias 'q'"),
    ("a: &x [*x]\n", "m.yaml:1: an alias must not contain itself"),
    ("a: !thing 3\n", "m.yaml:1: tags are not supported, got !thing"),
    ("? [1]\n: 2\n", "m.yaml:1: a key must be a word, got a list or mapping"),
    ("a: 1\n\tb: 2\n", "m.yaml:2: not valid YAML: found character '\\t' that cannot start any token"),
])
def test_refusals(text, message):
    with pytest.raises(InputError) as error:
        parse_yaml(text, "m.yaml")
    assert str(error.value) == message


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError) as error:
        read_yaml(tmp_path / "none.yaml")
    assert str(error.value) == f"{tmp_path / 'none.yaml'}: no such file"
    (tmp_path / "bad.yaml").write_bytes(b"a: \xff\xfe\n")
    with pytest.raises(InputError) as error:
        read_yaml(tmp_path / "bad.yaml")
    assert str(error.value) == f"{tmp_path / 'bad.yaml'}: cannot be read: is not UTF-8 text"


def test_deep_nesting_is_an_error_not_a_crash():
    with pytest.raises(InputError, match=r"m\.yaml: nested too deeply"):
        parse_yaml("[" * 5000 + "]" * 5000, "m.yaml")


def test_paths_are_spelled_for_people():
    assert format_path(("blocks", 0, "box", "size")) == "blocks[0].box.size"
    assert format_path(()) == ""
