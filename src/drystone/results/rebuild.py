"""A model built again from what its result keeps, and the changes by which it differs from its file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from drystone.errors import InputError
from drystone.io.yaml_reader import parse_yaml
from drystone.model.file import CheckedFile, change_document
from drystone.model.schema import ModelFile
from drystone.model.source import BuiltSource, ModelSource
from drystone.results.base import Result

_FILE = "file:"


def rebuild(result: Result) -> BuiltSource | None:
    """The model of a result; None where a script made it. InputError where this version does not take it any more."""
    resolved = result.inputs.resolved
    if "drystone" not in resolved:
        return None
    data = {key: value for key, value in resolved.items() if key in ModelFile.model_fields}
    files = {name.removeprefix(_FILE): array.tobytes() for name, array in result.inputs.arrays.items()
             if name.startswith(_FILE)}
    return ModelSource(json.dumps(data), "the inputs of the result", (), files).build()


def changes(result: Result) -> list[str] | None:
    """`key=value` texts by which the model of a result differs from the file that is kept with it; None where that
    cannot be told, e.g. of a script."""
    resolved = result.inputs.resolved
    if "drystone" not in resolved:
        return None
    try:
        data, where = change_document(parse_yaml(result.inputs_text, "model"), ())
        written = CheckedFile(data, where).resolved()
    except InputError:
        return None
    found = {key: value for key, value in resolved.items() if key in written}
    return [f"{path}={json.dumps(value, ensure_ascii=False)}" for path, value in _differences(written, found, "")]


def _differences(old: object, new: object, path: str) -> Iterator[tuple[str, object]]:
    """Paths, as overrides name them, and new values where two data differ."""
    if isinstance(old, Mapping) and isinstance(new, Mapping) and set(new) <= set(old):
        for key in new:
            yield from _differences(old[key], new[key], f"{path}.{key}" if path else str(key))
    elif _are_entries(old) and _are_entries(new) and len(old) == len(new):
        for k, (first, second) in enumerate(zip(old, new)):
            name = first.get("name")
            is_plain = isinstance(name, str) and not set(name) & set("[]") and not name.isdigit()
            yield from _differences(first, second, f"{path}[{name if is_plain else k}]")
    elif old != new:
        yield path, new


def _are_entries(values: object) -> TypeGuard[list[Mapping[str, object]]]:
    return isinstance(values, list) and bool(values) and all(isinstance(value, Mapping) for value in values)
