"""Errors of the schema in one line each: file:line: path: rule, value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from drystone.checks import comma_words
from drystone.checks import show as show_value
from drystone.io.yaml_reader import KeyPath, format_path
from drystone.model.schema import ModelFile
from drystone.model.selection import nearest, suggest
from drystone.model.settings import ENGINE_SETTINGS

_UNIT = re.compile(r"\[([^\]]+)\]$")
_BOUNDS = {"greater_than": ("gt", ">"), "greater_than_equal": ("ge", ">="), "less_than": ("lt", "<"),
           "less_than_equal": ("le", "<=")}
_TYPES = {"float_type": "must be a number", "int_type": "must be a whole number",
          "int_from_float": "must be a whole number", "finite_number": "must be a finite number",
          "string_type": "must be a word", "string_too_short": "must not be empty",
          "bool_type": "must be true or false", "list_type": "must be a list",
          "dict_type": "must be a mapping", "model_type": "must be a mapping",
          "model_attributes_type": "must be a mapping"}
#: More lines than these help nobody.
MOST_LINES = 10


def describe_errors(error: ValidationError, where: Callable[[KeyPath], str],
                    schema: type[BaseModel] = ModelFile) -> str:
    """All errors, one a line, in the order of the file.

    `where` gives the place of a path as text, ending in the line number where there is one; schema : of the file.
    """
    lines = []
    items = error.errors(include_url=False)
    misspelt = {_intended(tuple(item["loc"]), schema) for item in items if item["type"] == "extra_forbidden"}
    for item in items:
        if item["type"] == "missing" and tuple(item["loc"]) in misspelt:
            continue  # said already: unknown key, did you mean
        path = _written(item)
        place = where(path)
        lines.append((_line_number(place), f"{place}: {_message(path, item, schema)}"))
    lines.sort(key=lambda pair: pair[0])
    texts = [text for _, text in lines]
    if len(texts) > MOST_LINES:
        texts[MOST_LINES:] = [f"... and {len(texts) - MOST_LINES} more errors"]
    return "\n".join(texts)


def field_at(path: KeyPath, schema: type[BaseModel] = ModelFile) -> FieldInfo | None:
    """Field of the schema at `path`."""
    return _walk(path, schema)[0]


def _written(item: Mapping[str, Any]) -> KeyPath:
    """Path of an error in the file. Within `analysis` the location names the engine, too, which is no key there."""
    place = tuple(item["loc"])
    if item["type"] == "union_tag_invalid":
        return (*place, "engine")
    return (place[0], *place[2:]) if len(place) > 1 and place[0] == "analysis" else place


def _message(path: KeyPath, item: Mapping[str, Any], schema: type[BaseModel]) -> str:
    kind, value, place = item["type"], item["input"], tuple(item["loc"])
    if kind == "extra_forbidden":
        owner = _walk(place[:-1], schema)[1]
        known = list(owner.model_fields) if owner is not None else []
        if value is None and str(path[-1]).isdigit():     # {friction: 0,65} reads as friction: 0 and a key 65
            return (f"{_join(path[:-1])}unknown key {show_value(path[-1])}: a number with a decimal comma? A decimal "
                    f"point is wanted, e.g. 0.{path[-1]}")
        return f"{_join(path[:-1])}unknown key {show_value(path[-1])}{_whose(place) or suggest(str(path[-1]), known)}"
    if kind == "union_tag_invalid":
        return f"{_join(path)}must be one of {', '.join(ENGINE_SETTINGS)}, got {show(value['engine'])}"
    if kind == "missing":
        return f"{_join(path)}is missing"
    if kind == "rule_whole":
        return f"{_join(path)}{item['msg']}"
    if kind == "value_error":
        return f"{_join(path)}{item['ctx']['error']}"
    return f"{_join(path)}{_rule(kind, item, schema)}{_unit(place, schema)}, got {show(value)}{comma_words(value)}"


def _whose(place: KeyPath) -> str:
    """That a key of `analysis` is known to other engines than the one that was chosen."""
    if len(place) != 3 or place[0] != "analysis":
        return ""
    others = [name for name, kind in ENGINE_SETTINGS.items() if str(place[-1]) in kind.model_fields]
    return f" of engine {place[1]}: it belongs to {' and '.join(others)}" if others else ""


def _intended(path: KeyPath, schema: type[BaseModel]) -> KeyPath | None:
    """Path of the known key that an unknown one resembles."""
    owner = _walk(path[:-1], schema)[1]
    near = nearest(str(path[-1]), owner.model_fields) if owner is not None else None
    return None if near is None else (*path[:-1], near)


def _rule(kind: str, item: Mapping[str, Any], schema: type[BaseModel]) -> str:
    if kind in _BOUNDS:
        key, sign = _BOUNDS[kind]
        return f"must be {sign} {item['ctx'][key]:g}"
    if kind == "literal_error":
        return f"must be {_choices(tuple(item['loc']), schema)}"
    if kind == "rule":
        return item["msg"]
    if kind in ("too_short", "too_long"):
        bound = item["ctx"].get("min_length", item["ctx"].get("max_length"))
        return f"must have at {'least' if kind == 'too_short' else 'most'} {bound} entries"
    return _TYPES.get(kind, item["msg"][:1].lower() + item["msg"][1:])


def _choices(path: KeyPath, schema: type[BaseModel]) -> str:
    field = field_at(path, schema)
    words = [] if field is None else list(map(str, _literals(field.annotation)))
    return words[0] if len(words) == 1 else "one of " + ", ".join(words)


def _literals(annotation: Any) -> tuple:
    """Values of the `Literal` in a type."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return tuple(value for inner in get_args(annotation) for value in _literals(inner))


def show(value: Any) -> str:
    """A value as the file would write it, shortened."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return show_value(value, 60)


def _join(path: KeyPath) -> str:
    return f"{format_path(path)}: " if path else ""


def _unit(path: KeyPath, schema: type[BaseModel]) -> str:
    field = field_at(path, schema)
    found = _UNIT.search(field.description) if field is not None and field.description else None
    return f" [{found[1]}]" if found else ""


def _walk(path: KeyPath, schema: type[BaseModel]) -> tuple[FieldInfo | None, type[BaseModel] | None]:
    """Field at `path`, and the model in which keys after `path` are looked up.

    After `analysis` the path may name an engine, as the locations of errors do; without it the default one is meant.
    """
    field: FieldInfo | None = None
    annotation: Any = schema
    for i, part in enumerate(path):
        owner = _model_of(annotation)
        if i == 1 and path[0] == "analysis" and part in ENGINE_SETTINGS:
            annotation = ENGINE_SETTINGS[str(part)]
        elif owner is not None:
            field = owner.model_fields.get(str(part))
            if field is None:
                return None, None
            annotation = field.annotation
        else:
            annotation = _inner(annotation)
    return field, _model_of(annotation)


def _model_of(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (list, dict):
        return None
    found = [_model_of(a) for a in get_args(annotation)]
    return next((m for m in found if m is not None), None)


def _inner(annotation: Any) -> Any:
    """Type of the items of a list or the values of a mapping."""
    if get_origin(annotation) in (list, dict):
        return get_args(annotation)[-1]
    for a in get_args(annotation):
        if get_origin(a) in (list, dict):
            return get_args(a)[-1]
    return Any


def _line_number(place: str) -> int:
    tail = place.rsplit(":", 1)[-1]
    return int(tail) if tail.isdigit() else 0
