"""Numbers, and a few words, that describe joints and materials: unit, group, rule and meaning of each, in one row.

A row is a field of the class that holds the number (`Joint`, `Material`). The schema of the model file, its checks, its
reference and the question who reads what (`uses.py`) are made of these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from drystone.checks import check_choice, check_count, check_number, show
from drystone.errors import InputError
from drystone.model.selection import check_known

_KEY = "property"
_F = TypeVar("_F", bound=Callable)


def _kept(function: _F) -> _F:
    """`functools.cache` with the types of the function, which it hides."""
    return cache(function)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Property:
    """One row: what a number means and which values it may have."""

    unit: str
    group: str                   #: friction, impact, stiffness, strength, points; mass, elasticity
    meaning: str                 #: as the reference of the model file says it
    least: float | None = None   #: >=
    above: float | None = None   #: >
    most: float | None = None    #: <=
    below: float | None = None   #: <
    is_count: bool = False       #: a whole number
    choices: tuple[str, ...] = ()    #: a word: one of these
    is_pairs: bool = False       #: a list of two numbers each, which whoever reads it checks
    inner: type | None = None    #: a class with rows of its own, which checks itself


def prop(unit: str, group: str, meaning: str, *, default: Any = MISSING, **rule) -> Any:
    """A field of a dataclass that is a property; without a default it must be given. `rule`: bounds of `Property`."""
    return field(default=default, metadata={_KEY: Property(unit, group, meaning, **rule)})


@_kept
def properties_of(kind: Any) -> Mapping[str, Property]:
    """Properties of a class by name, in order."""
    return MappingProxyType({own.name: own.metadata[_KEY] for own in fields(kind) if _KEY in own.metadata})


@_kept
def defaults_of(kind: Any) -> Mapping[str, Any]:
    """Values of the properties that may be left out, by name."""
    return MappingProxyType({own.name: own.default for own in fields(kind)
                             if _KEY in own.metadata and own.default is not MISSING})


def given_properties(item: Any) -> dict[str, Any]:
    """Values of the properties of a joint or material that are not left out, by name."""
    defaults = defaults_of(type(item))
    values = {name: getattr(item, name) for name in properties_of(type(item))}
    return {name: value for name, value in values.items() if name not in defaults or value != defaults[name]}


def check_properties(label: str, item: Any) -> None:
    """Check each property by the rule of its row."""
    for name, row in properties_of(type(item)).items():
        value = getattr(item, name)
        if value is None and defaults_of(type(item)).get(name, MISSING) is None:
            continue
        if row.is_pairs or row.inner is not None:
            continue
        if row.choices:
            check_choice(f"{label}: {name}", value, row.choices)
        elif row.is_count:
            check_count(f"{label}: {name}", value, int(row.least or 0), None if row.most is None else int(row.most))
        else:
            check_number(f"{label}: {name}", value, row.unit, least=row.least, above=row.above, most=row.most,
                         below=row.below)


def make_group(label: str, kind: Any, given: Any, place: str) -> Any:
    """A group of rows, `kind`, from what stands at `place` of a file: a mapping of its keys, or the group itself."""
    if isinstance(given, kind):
        return given
    rows = properties_of(kind)
    if not isinstance(given, Mapping):
        raise InputError(f"{label}: {place} must be a mapping, got {show(given)}")
    for key in given:
        check_known(f"{label}: {place}", str(key), rows, "key")
    missing = [key for key in rows if key not in defaults_of(kind) and given.get(key) is None]
    if missing:
        raise InputError(f"{label}: {place}.{missing[0]} is missing [{rows[missing[0]].unit}]")
    made = {key: make_group(label, rows[key].inner, value, f"{place}.{key}") if rows[key].inner else _plain(value)
            for key, value in given.items() if value is not None}
    return kind(**made)


def _plain(value: Any) -> Any:
    """Pairs as tuples: what describes a joint is frozen."""
    if isinstance(value, (list, tuple)):
        return tuple(_plain(item) for item in value)
    return value
