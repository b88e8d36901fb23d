"""What a joint test found, in lines; the joint itself, in lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass

from drystone.engines.dem.joints.registry import law_of
from drystone.model.joint import Joint
from drystone.model.properties import given_properties, properties_of
from drystone.studies.joint_test.report import Finding

#: How numbers are shown: unit and factor.
_SHOWN = {"Pa": ("MPa", 1e-6), "m": ("mm", 1e3), "Pa/m": ("GPa/m", 1e-9)}


def show_quantity(value: float, unit: str) -> str:
    """Five digits, with the unit of drawings: MPa, mm, GPa/m."""
    word, factor = _SHOWN.get(unit, (unit, 1.0))
    return f"{value * factor:.5g}" + ("" if word == "-" else f" {word}")


def joint_lines(joint: Joint) -> list[str]:
    """Law and all that the joint states."""
    return [f"joint       {joint.name}: law {law_of(joint).name}",
            *(f"            {line}" for line in _inputs(joint))]


def _inputs(item: object, place: str = "") -> list[str]:
    lines = []
    for key, value in given_properties(item).items():
        row, path = properties_of(type(item))[key], f"{place}{key}"
        if row.inner is not None and is_dataclass(value):
            lines += _inputs(value, f"{path}.")
        elif row.is_pairs:
            lines.append(f"{path} of {len(value)} points")
        else:
            lines.append(f"{path} {value}" if row.choices or row.is_count else
                         f"{path} {show_quantity(value, row.unit)}")
    return lines


def finding_lines(found: Sequence[Finding]) -> list[str]:
    """A table: trace, quantity, value, what is given, their ratio."""
    lines, last = [], None
    width = max(len(one.quantity) for one in found)
    for one in found:
        if one.trace != last:
            lines.append(f"path        {one.trace}")
            last = one.trace
        text = f"            {one.quantity:<{width}}  {show_quantity(one.value, one.unit):>14}"
        if one.given is not None:
            text += f"  given {show_quantity(one.given, one.unit)}"
            text += f" ({100.0 * (one.value / one.given - 1.0):+.2g} %)" if one.given else ""
        lines.append(text)
    return lines


def finding_data(found: Sequence[Finding]) -> list[dict[str, object]]:
    """Plain data, SI."""
    return [{field.name: getattr(one, field.name) for field in fields(one)} for one in found]
