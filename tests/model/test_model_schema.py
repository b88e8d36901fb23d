"""The JSON Schema is valid, says units and meanings, and accepts every example."""

import json
import re
from pathlib import Path

import pytest

import drystone
from drystone.io.yaml_reader import read_yaml
from drystone.model.file import read_model
from drystone.model.schema import json_schema

EXAMPLES = sorted((Path(drystone.__file__).parent / "examples_data").glob("*.yaml"))
_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
_KEYWORDS = {"$schema", "$defs", "$ref", "title", "description", "type", "properties", "required", "default", "const",
             "enum", "items", "minItems", "maxItems", "minLength", "anyOf", "oneOf", "additionalProperties", "minimum",
             "exclusiveMinimum", "maximum", "exclusiveMaximum", "pattern"}


def accepts(schema: dict, value: object, root: dict) -> bool:
    """A small validator: just the keywords our schema uses."""
    if "$ref" in schema:
        return accepts(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root)
    if "anyOf" in schema and not any(accepts(option, value, root) for option in schema["anyOf"]):
        return False
    if "oneOf" in schema and sum(accepts(option, value, root) for option in schema["oneOf"]) != 1:
        return False
    if ("const" in schema and value != schema["const"]) or ("enum" in schema and value not in schema["enum"]):
        return False
    kind = schema.get("type")
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if (kind == "number" and not is_number) or (kind == "integer" and not (is_number and value == int(value))):
        return False
    if kind in _TYPES and not isinstance(value, _TYPES[kind]):
        return False
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        return False
    if is_number and (value <= schema.get("exclusiveMinimum", -1e300) or value < schema.get("minimum", -1e300)
                      or value > schema.get("maximum", 1e300)):
        return False
    if isinstance(value, list):
        return (schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10**9)
                and all(accepts(schema.get("items", {}), item, root) for item in value))
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        return set(schema.get("required", ())) <= set(value) and all(
            accepts(known[k], v, root) if k in known else (accepts(more, v, root) if isinstance(more, dict) else more)
            for k, v in value.items())
    return True


def walk(node: object):
    """All schemas within a schema."""
    if isinstance(node, dict):
        yield node
        for key, value in node.items():
            if key in ("properties", "$defs"):
                for child in value.values():
                    yield from walk(child)
            elif key in ("items", "additionalProperties"):
                yield from walk(value)
            elif key in ("anyOf", "oneOf"):
                for child in value:
                    yield from walk(child)


def test_schema_uses_known_keywords_and_its_references_resolve():
    schema = json.loads(json.dumps(json_schema()))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for node in walk(schema):
        assert set(node) <= _KEYWORDS, set(node) - _KEYWORDS
        if "$ref" in node:
            assert node["$ref"].removeprefix("#/$defs/") in schema["$defs"]
        if "type" in node:
            assert node["type"] in {*_TYPES, "number", "integer"}
        assert set(node.get("required", ())) <= set(node.get("properties", ()))


def test_every_mapping_with_keys_is_closed_and_described():
    for node in walk(json_schema()):
        if "properties" in node:
            assert node["additionalProperties"] is False
            assert node.get("description"), node.get("title")


def test_numbers_state_their_unit():
    units = json_schema()["$defs"]["MaterialEntry"]["properties"]["density"]["description"]
    assert units == "density [kg/m3]"


def test_kinds_are_listed_with_their_arguments():
    entries = json_schema()["$defs"]
    assert "one_sine(amplitude, half_period)" in entries["MotionEntry"]["properties"]["parameters"]["description"]
    assert "running_bond(length, courses, " in entries["PatternEntry"]["properties"]["parameters"]["description"]


def test_schema_refuses_what_the_reader_refuses():
    schema = json_schema()
    good = {"drystone": 1, "name": "x", "gravity": 9.81}
    assert accepts(schema, good, schema)
    assert accepts(schema, good | {"gravity": "1 g", "ground": {"level": "20 cm"}}, schema)
    for bad in ({"drystone": 2}, {"gravity": "g"}, {"gravty": 1}, {"materials": {"s": {"density": 0}}},
                {"blocks": [{"name": "b", "box": {"size": [1, 2], "center": [0, 0, 0]}}]}):
        assert not accepts(schema, good | bad, schema), bad


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_every_example_reads_builds_and_fits_the_schema(path):
    schema = json_schema()
    assert accepts(schema, read_yaml(path).data, schema)
    assembly, settings, resolved = read_model(path)
    model = assembly.build()
    assert settings is not None and resolved["name"] == model.name
    model.loads.check_duration(model.loads.duration)


def test_examples_are_there():
    assert {"arch", "block3d", "housner", "wall"} <= {path.stem for path in EXAMPLES}
