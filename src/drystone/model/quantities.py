"""Values of a model file with their unit written out, `20 cm`, turned into numbers before the schema looks at them.

The schema says at the end of a description which unit a key has, docstrings say it for the parameters of patterns and
motions. A number without a unit is in that unit; a text that is a number and a word is converted to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from drystone.errors import InputError
from drystone.io.yaml_reader import KeyPath, format_path
from drystone.model.docstrings import parameter_texts
from drystone.model.schema import ModelFile, pattern_kinds
from drystone.model.settings import ENGINE_SETTINGS
from drystone.motion import KINDS
from drystone.names import show_line
from drystone.quantities import convert, parse_unit, split_quantity

#: The unit at the end of a description; of pairs one for each: [s, m].
_AT_END = re.compile(r"\[([^\]]+)\]$")
_ANYWHERE = re.compile(r"\[([^\]\d][^\]]*)\]")

#: Units of the numbers in a list, in turn; one for all of them.
Units = tuple[str, ...]


def plain_numbers(data: Any, where: Callable[[KeyPath], str], schema: type[BaseModel] = ModelFile) -> Any:
    """Data of a file without units; all errors at once, one a line. schema : of the file"""
    errors: list[str] = []

    def put(text: str, unit: str, path: KeyPath) -> Any:
        try:
            return convert(text, unit)
        except InputError as error:
            errors.append(f"{where(path)}: {show_line(format_path(path))}: {error}")
            return 0.0

    plain = _convert(data, schema, (), (), put)
    if errors:
        raise InputError("\n".join(errors))
    return plain


def _convert(value: Any, kind: Any, units: Units, path: KeyPath, put: Callable) -> Any:
    """A value whose type in the schema is `kind`."""
    if isinstance(value, str):
        return _number(value, units, path, put)
    if isinstance(value, list):
        if not any(isinstance(item, (str, list, dict)) for item in value):
            return value
        inner = _item_of(kind)
        each = len(units) == len(value) > 1 and not any(isinstance(item, (list, dict)) for item in value)
        return [_convert(item, inner, (units[i],) if each else units, (*path, i), put) for i, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    model = _model_of(kind, value)
    if model is None:
        inner = _item_of(kind)
        return {key: _convert(item, inner, units, (*path, key), put) for key, item in value.items()}
    return {key: _field(model, key, item, value, (*path, key), put) for key, item in value.items()}


def _number(text: str, units: Units, path: KeyPath, put: Callable) -> Any:
    """The number that a text stands for; the text itself where no unit is expected, or no number begins it."""
    is_one = len(units) == 1 and parse_unit(units[0]) is not None
    return put(text, units[0], path) if is_one and split_quantity(text) is not None else text


def _field(model: type[BaseModel], key: str, item: Any, owner: dict, path: KeyPath, put: Callable) -> Any:
    field = model.model_fields.get(key)
    if field is None:
        return item              # the schema will say that it knows no such key
    if key == "parameters" and isinstance(item, dict):
        return _parameters(item, owner.get("kind"), path, put)
    found = _AT_END.search(field.description or "")
    return _convert(item, field.annotation, _split(found[1]) if found else (), path, put)


def _parameters(values: dict, kind: object, path: KeyPath, put: Callable) -> dict:
    """Parameters of a pattern or a motion; motions within motions are read like those outside."""
    units = kind_units(kind) if isinstance(kind, str) else {}
    out = {}
    for key, item in values.items():
        place = (*path, key)
        if key == "motion" and isinstance(item, dict):
            out[key] = _inner_motion(item, place, put)
        elif key == "motions" and isinstance(item, list):
            out[key] = [_inner_motion(one, (*place, i), put) for i, one in enumerate(item)]
        else:
            out[key] = _convert(item, Any, units.get(key, ()), place, put)
    return out


def _inner_motion(spec: Any, path: KeyPath, put: Callable) -> Any:
    if not isinstance(spec, dict):
        return spec
    kind = spec.get("kind")
    flat = _parameters({key: item for key, item in spec.items() if key not in ("kind", "parameters")}, kind, path, put)
    if isinstance(spec.get("parameters"), dict):
        flat["parameters"] = _parameters(spec["parameters"], kind, (*path, "parameters"), put)
    return {"kind": kind, **flat} if "kind" in spec else flat


@cache
def kind_units(kind: str) -> dict[str, Units]:
    """Units of the parameters of a pattern or motion, from its docstring."""
    kinds = KINDS if kind in KINDS else pattern_kinds()
    if kind not in kinds:
        return {}
    found = {name: _ANYWHERE.search(text) for name, text in parameter_texts(kinds[kind], kinds).items()}
    return {name: _split(match[1]) for name, match in found.items() if match}


def _split(unit: str) -> Units:
    return tuple(part.strip() for part in unit.split(","))


# --- types of the schema ------------------------------------------------------------------------------

def _model_of(kind: Any, value: dict) -> type[BaseModel] | None:
    """Part of the schema that a mapping is; of several, the one that its `engine` names."""
    options = list(_models(kind))
    engines = [option for option in options if option in ENGINE_SETTINGS.values()]
    if engines:
        default = next(iter(ENGINE_SETTINGS))
        return ENGINE_SETTINGS.get(str(value.get("engine", default)), engines[0])
    return options[0] if options else None


def _models(kind: Any):
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    elif get_origin(kind) not in (list, dict):
        for inner in get_args(kind):
            yield from _models(inner)


def _item_of(kind: Any) -> Any:
    """Type of the items of a list or of the values of a mapping."""
    if get_origin(kind) in (list, dict):
        return get_args(kind)[-1]
    for inner in get_args(kind):
        found = _item_of(inner)
        if found is not Any:
            return found
    return Any
