"""`PlannedRun`: one run that a study wants, and by which name it is known for good."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from drystone.errors import InputError
from drystone.io.yaml_reader import parse_value
from drystone.model.source import ModelSource

#: Characters of the name of a run: 80 bits, so that no two of a million runs share one.
ID_LENGTH = 20

#: Stands in every name where the version of drystone once stood. It changes when what a name covers changes, and then
#: all runs have new names; by which code a run was made is kept beside it (`maker.py`).
NAMING = "0.2.0"

#: A change of the model: key, and value in the types of JSON.
Change = tuple[str, object]


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One run.

    Attributes
    ----------
    id : hash of all that it is made from: the model with all it names, changes
    coords : where it stands in the study, by column: numbers and words
    overrides : `key=value` changes of the base model
    files : names of the study's files that it needs beside those of the base model
    line : runs of one line are searched along one level, one after the other; shards take whole lines
    measures : of its motion, for the table; by column
    """

    id: str
    coords: Mapping[str, object]
    overrides: tuple[str, ...]
    files: tuple[str, ...] = ()
    line: str = ""
    measures: Mapping[str, float] = field(default_factory=dict)


class Namer:
    """Gives runs of one base model their names."""

    def __init__(self, base: ModelSource, hashes: Mapping[str, str]) -> None:
        """hashes : of the contents of the study's files, by name"""
        data, _ = base.data()
        content = {"data": data, "version": NAMING,
                   "files": {name: hashlib.sha256(text).hexdigest() for name, text in sorted(base.files.items())}}
        self._base = hashlib.sha256(_canonical(content)).digest()
        self._hashes = hashes

    def name(self, overrides: Sequence[str], files: Sequence[str]) -> str:
        """Name of the run with these changes."""
        content = {"changes": effective(overrides), "files": {name: self._hashes[name] for name in sorted(files)}}
        return hashlib.sha256(self._base + _canonical(content)).hexdigest()[:ID_LENGTH]


def effective(overrides: Sequence[str]) -> dict[str, object]:
    """Changes that count, by key: of two of the same key the later, and none of what a later one replaces whole."""
    kept: dict[str, object] = {}
    for text in overrides:
        key, _, value = text.partition("=")
        key = key.strip()
        for old in [old for old in kept if old == key or old.startswith((f"{key}.", f"{key}["))]:
            del kept[old]
        kept[key] = parse_value(value)
    return kept


def as_override(key: str, value: object) -> str:
    """`key=value` text of a change; JSON is YAML, and its numbers are exact."""
    if "=" in key:
        raise InputError(f"key of a model file must have no '=', got {key!r}")
    return f"{key}={json.dumps(value)}"


def _canonical(content: object) -> bytes:
    return json.dumps(content, sort_keys=True, default=repr).encode()
