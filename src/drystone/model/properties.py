"""Numbers that describe joints and materials: unit, group, rule and meaning of each, in one row.

A row is a field of the class that holds the number (`Joint`, `Material`). The schema of the model file, its checks, its
reference and the question who reads what (`uses.py`) are made of these rows.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any

from drystone.checks import check_count, check_number

_KEY = "property"


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


def prop(unit: str, group: str, meaning: str, *, default: Any = MISSING, **rule) -> Any:
    """A field of a dataclass that is a property; without a default it must be given. `rule`: bounds of `Property`."""
    return field(default=default, metadata={_KEY: Property(unit, group, meaning, **rule)})


def properties_of(kind: type) -> dict[str, Property]:
    """Properties of a class by name, in order."""
    return {own.name: own.metadata[_KEY] for own in fields(kind) if _KEY in own.metadata}


def defaults_of(kind: type) -> dict[str, Any]:
    """Values of the properties that may be left out, by name."""
    return {own.name: own.default for own in fields(kind) if _KEY in own.metadata and own.default is not MISSING}


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
        if row.is_count:
            check_count(f"{label}: {name}", value, int(row.least), int(row.most))
        else:
            check_number(f"{label}: {name}", value, row.unit, least=row.least, above=row.above, most=row.most,
                         below=row.below)
