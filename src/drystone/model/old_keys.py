"""Old keys of model files: they still work, and one line says what they are called now.

Add a row to `OLD_KEYS` where a key moves; the schema then knows the new key only.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from drystone.errors import InputError
from drystone.io.yaml_reader import KeyPath, format_path, parse_value
from drystone.notices import notice

#: Stands for every name or number in a path: joints.*.glue.
ANY = "*"


@dataclass(frozen=True)
class OldKey:
    """A key that has moved within the section where it stands."""

    path: tuple[str, ...]                             #: where it was: ("output", "every")
    new: tuple[str, ...]                              #: where it is, from its section on: ("frames",)
    convert: Callable[[Any], Any] = lambda value: value   #: from the old value to the new one


#: All keys that have moved, in the order in which they are looked for.
OLD_KEYS: tuple[OldKey, ...] = (
    OldKey(("output", "every"), ("frames",)),
    OldKey(("output", "contacts"), ("interfaces",), lambda value: None if value is True else value),
    OldKey(("output", "checkpoint_every"), ("checkpoints",)),
)


def move_old_keys(data: dict, where: Callable[[KeyPath], str],
                  table: Sequence[OldKey] | None = None) -> tuple[dict, Callable[[KeyPath], str]]:
    """Data with new keys in the place of old ones, and `where` for its paths, which tells where the old ones stand.

    An old key beside its new one is an error.
    """
    table = OLD_KEYS if table is None else table
    moved: dict[KeyPath, KeyPath] = {}
    if any(_sections(data, row.path[:-1]) for row in table):
        data = copy.deepcopy(data)
    for row in table:
        for section, path in _sections(data, row.path[:-1]):
            if row.path[-1] in section:
                old, new = (*path, row.path[-1]), (*path, *row.new)
                _put(section, row, f"{where(old)}: {format_path(old)}", format_path(new))
                moved[new] = old

    def written(path: KeyPath) -> str:
        for new, old in moved.items():
            if path[:len(new)] == new:
                return where(old)
        return where(path)

    return data, written if moved else where


def rename_override(text: str) -> str:
    """A change from outside, `key=value`, with its new key where it names an old one."""
    name, sign, value = text.partition("=")
    parts = name.strip().split(".")
    for row in OLD_KEYS if sign else ():
        if len(parts) == len(row.path) and all(want in (ANY, part) for want, part in zip(row.path, parts)):
            new = ".".join((*parts[:-1], *row.new))
            notice(f"--set {name.strip()}: {name.strip()} is old: it is {new} now")
            return f"{new}={json.dumps(row.convert(parse_value(value)))}"
    return text


def _put(section: dict, row: OldKey, what: str, new_name: str) -> None:
    """Move one value within its section."""
    value = section.pop(row.path[-1])
    for key in row.new[:-1]:
        inner = section.setdefault(key, {})
        if not isinstance(inner, dict):
            raise InputError(f"{what} is old, and {new_name} cannot be set beside {key}: take the old key out")
        section = inner
    if row.new[-1] in section:
        raise InputError(f"{what} is old, and {new_name} is given, too: take the old key out")
    section[row.new[-1]] = row.convert(value)
    notice(f"{what} is old: it is {new_name} now")


def _sections(data: Any, pattern: tuple[str, ...], path: KeyPath = ()) -> list[tuple[dict, KeyPath]]:
    """Mappings of the data that a pattern leads to, with their paths."""
    if not pattern:
        return [(data, path)] if isinstance(data, dict) else []
    if pattern[0] != ANY:
        return _sections(data[pattern[0]], pattern[1:], (*path, pattern[0])) \
            if isinstance(data, dict) and pattern[0] in data else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, value in items for found in _sections(value, pattern[1:], (*path, key))]
