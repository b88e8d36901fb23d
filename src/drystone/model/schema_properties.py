"""Fields of the schema that are made of the rows of a class: numbers, words, pairs, and groups of them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, create_model

from drystone.model.damage import Crushing, Damage, ShearSoftening, Softening
from drystone.model.properties import Property, defaults_of, properties_of
from drystone.model.schema_types import Count, Entry, NotNegative, NumberPairs, Positive


def property_fields(kind: type) -> dict[str, Any]:
    """Fields of an entry from the rows of a class; what bounds a value from above is checked where it is made."""
    defaults, made = defaults_of(kind), {}
    for name, row in properties_of(kind).items():
        default = defaults.get(name, ...)
        value = _property_type(row)
        made[name] = (value | None if default is None else value,
                      Field(default, description=f"{row.meaning} [{row.unit}]" if row.unit != "-" or not (
                          row.choices or row.inner or row.is_pairs) else row.meaning))
    return made


def _property_type(row: Property) -> Any:
    """What may stand in a file: a group of keys, one of some words, pairs, or a number."""
    if row.inner is not None:
        return GROUPS[row.inner]
    if row.choices:
        return Literal[row.choices]
    if row.is_pairs:
        return NumberPairs
    return Count if row.is_count else Positive if row.above == 0.0 else NotNegative


def _group(name: str, kind: type) -> Any:
    """Entry of a group of rows."""
    return create_model(name, __base__=Entry, __doc__=kind.__doc__, **property_fields(kind))


#: Groups of keys within a joint, those inside others first.
GROUPS: dict[type, Any] = {}
SofteningEntry = GROUPS[Softening] = _group("SofteningEntry", Softening)
ShearSofteningEntry = GROUPS[ShearSoftening] = _group("ShearSofteningEntry", ShearSoftening)
CrushingEntry = GROUPS[Crushing] = _group("CrushingEntry", Crushing)
DamageEntry = GROUPS[Damage] = _group("DamageEntry", Damage)
