"""Changes of a model file from outside: `analysis.dt=5e-4`, `blocks[0].mass=20`, `loads[roof].history=[[0, 1]]`."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any

from drystone.checks import MOST_SHOWN, show
from drystone.errors import InputError
from drystone.io.yaml_reader import KeyPath, format_path, parse_value
from drystone.model.schema import ModelFile
from drystone.model.selection import suggest

_PART = re.compile(r"(?P<key>[^.\[\]]+)|\[(?P<item>[^\[\]]+)\]")


def apply_overrides(data: dict, overrides: Sequence[str]) -> tuple[dict, dict[KeyPath, str]]:
    """A changed copy of `data`, and for every path changed the override that did it.

    A list item is named by its number from 0 or by its `name`. The value is read as YAML. A path must lead to
    something that exists, or to a new key of it; the schema then judges the key.
    """
    changed = copy.deepcopy(data)
    origin: dict[KeyPath, str] = {}
    for text in overrides:
        path_text, sign, value_text = text.partition("=")
        if not sign or not path_text.strip():
            raise InputError(f"--set {text}: must read key=value")
        what = f"--set {path_text}"
        parts = _split(what, path_text.strip())
        try:
            value = parse_value(value_text)
        except InputError as error:
            if error.subject == ("number",):
                raise InputError.of(what, error.rule) from None
            raise InputError(f"{what}: value is not valid YAML, got {show(value_text)}") from None
        origin[_assign(what, changed, parts, value)] = what
    return changed, origin


def _split(what: str, text: str) -> list[str]:
    parts: list[str] = []
    end = 0
    for match in _PART.finditer(text):
        between = text[end:match.start()]
        if between not in ("", ".") or (between == "" and match["key"] and parts):
            break
        parts.append(match["key"] or f"[{match['item']}]")
        end = match.end()
    if end != len(text) or not parts:
        raise InputError(f"{what}: path must read like blocks[0].mass")
    return parts


def _assign(what: str, data: dict, parts: list[str], value: Any) -> KeyPath:
    path: KeyPath = ()
    made: KeyPath | None = None  # the first section that this override brought along
    here: Any = data
    for i, part in enumerate(parts):
        is_last = i == len(parts) - 1
        if part.startswith("["):
            key: str | int = _item(what, here, part[1:-1], path)
        else:
            key = part
            if not isinstance(here, dict):
                raise InputError(f"{what}: {format_path(path)} is no mapping")
            if not path and key not in ModelFile.model_fields:
                raise InputError(f"{what}: unknown key {key!r}{suggest(key, ModelFile.model_fields)}")
        path = (*path, key)
        if is_last:
            here[key] = value
        elif isinstance(here, dict):
            if here.get(key) is None:  # a section left out so far
                here[key] = {}
                made = made or path
            here = here[key]
        else:
            here = here[key]
    return made or path


def _item(what: str, here: Any, text: str, path: KeyPath) -> str | int:
    """Number of a list item, by number or name."""
    if not isinstance(here, list):
        raise InputError(f"{what}: {format_path(path)} is no list")
    if text.isascii() and text.isdigit():
        if len(text) > 9 or int(text) >= len(here):
            raise InputError(f"{what}: {format_path(path)} has {len(here)} items, numbered from 0, got "
                             f"{text[:MOST_SHOWN]}")
        return int(text)
    names = [item.get("name") if isinstance(item, dict) else None for item in here]
    if text not in names:
        raise InputError(f"{what}: {format_path(path)} has no item called {text!r}"
                         f"{suggest(text, [n for n in names if n])}")
    return names.index(text)
