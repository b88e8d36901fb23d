"""JSON Schema of keys that have a unit: editors accept numbers with it written out, `20 cm`."""

from __future__ import annotations

from typing import Any

#: What a number with its unit looks like, for editors; whether the unit fits is checked when the file is read.
_QUANTITY = {"type": "string", "pattern": r"^\s*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?\s*[A-Za-z%°].*$"}


def accept_units(schema: dict[str, Any]) -> None:
    """Let every key that has a unit take numbers with their unit written out, too."""
    for part in (schema, *schema["$defs"].values()):
        for field in part.get("properties", {}).values():
            if str(field.get("description", "")).endswith("]"):
                _accept_texts(field)


def _accept_texts(field: dict[str, Any]) -> None:
    if field.get("type") in ("number", "integer"):
        plain = {key: field.pop(key) for key in list(field)
                 if key in ("type", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")}
        field["anyOf"] = [plain, dict(_QUANTITY)]
    for key in ("items", "anyOf"):
        inner = field.get(key)
        if isinstance(inner, dict):
            field[key] = dict(inner)
            _accept_texts(field[key])
        elif isinstance(inner, list) and _QUANTITY not in inner:
            field[key] = [dict(option) for option in inner]
            for option in field[key]:
                _accept_texts(option)
