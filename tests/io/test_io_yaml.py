"""YAML with lines: values, places and the text of every refusal."""

import json
import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3), max_leaves=6)


def outcome(read, text):
    """What reading a text gives, with types; or the words of the refusal."""
    try:
        return repr(read(text))
    except InputError as error:
        return f"refused: {error}"


@given(value=json_values, ascii=st.booleans())
def test_values_that_are_json_are_read_as_yaml_would(value, ascii):
    """Studies write their changes as JSON, which is read by a faster reader."""
    text = json.dumps(value, ensure_ascii=ascii)
    assert outcome(parse_value, text) == outcome(lambda t: parse_yaml(t, "value").data, text)


@pytest.mark.parametrize("text", [
    '{"a": 1, "a": 2}', "1" * 19, "-" + "1" * 18, "1" * 18, "1e999", "NaN", "-Infinity", "[" * 400 + "]" * 400, "01",
    "-0", '"\\ud800"', '"\x7f"', '"\ta"', " 1 ", '{"a":1}', '{"a" : [1,2.0]}', "1 # one", '"a" # b', "[1, 2] x", "1e5",
    "-1.5E-3", '{"": 1}', "[]", "{}", '""', "\n1", "[1,\n2]"])
def test_texts_at_the_edge_of_json_are_read_as_yaml_would(text):
    assert outcome(parse_value, text) == outcome(lambda t: parse_yaml(t, "value").data, text)


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


@given(st.recursive(st.none() | st.booleans() | st.integers(-10**17, 10**17) | st.floats(allow_nan=False)
                    | st.text(st.characters(categories=("L", "N", "P", "Zs")), max_size=20),
                    lambda inner: st.lists(inner, max_size=4)
                    | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4)))
def test_long_values_read_as_json_are_those_of_yaml(value):
    """A long text is tried as JSON first; what it gives is what YAML gives."""
    try:
        text = json.dumps([value, "x" * 1000], ensure_ascii=False)
        expected = parse_yaml(text).data
    except InputError:
        with pytest.raises(InputError):
            parse_value(text)
        return
    assert parse_value(text) == expected and repr(parse_value(text)) == repr(expected)


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', "[NaN]", "[1e999]", '["\\ud800"]', "[" * 400])
def test_what_yaml_refuses_or_reads_otherwise_json_does_not_let_through(text):
    text = text + " " * 1000
    try:
        expected = repr(parse_yaml(text, "value").data)
    except InputError as error:
        with pytest.raises(InputError, match=f"^{re.escape(str(error))}$"):
            parse_value(text)
    else:
        assert repr(parse_value(text)) == expected
