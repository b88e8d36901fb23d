"""Densities that no building material has: mostly a matter of units."""

from __future__ import annotations

from drystone.model.assembly import Assembly

#: [kg/m3]: light wood or pumice concrete is above the first, steel and bronze are below the second.
LEAST, MOST = 300.0, 9000.0
#: Units in which someone may have written a mass: [kg] of one of them.
UNITS = (("t", 1000.0), ("kN", 1000.0 / 9.81), ("N", 1.0 / 9.81))


def density_warnings(assembly: Assembly) -> list[str]:
    """One line for each material, and for each block with a mass of its own, that is too light or too heavy."""
    given = [(f"material {material.name!r}: density", material.density, "/m3")
             for material in assembly.materials.values()]
    for spec in assembly.blocks.values():
        if spec.mass is not None:
            volume = (spec.properties or spec.shape.mass_properties).volume
            given.append((f"block {spec.name!r}: mass over volume", spec.mass / volume, ""))
    return [f"{what} {density:.6g} kg/m3 is not between {LEAST:g} and {MOST:g}{_likely_cause(density, by)}"
            for what, density, by in given if not LEAST <= density <= MOST]


def _likely_cause(density: float, by: str) -> str:
    """A unit in which the number would be that of stone, brick, concrete or steel; `by` is what it is over."""
    for unit, size in UNITS:
        if 1000.0 <= density * size <= MOST:
            return f": was it given in {unit}{by}?"
    return ""
