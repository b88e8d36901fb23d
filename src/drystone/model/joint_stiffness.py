"""Stiffness of a mortar joint as an interface without thickness, and the moduli behind a stiffness.

A unit blown up by half a joint on each side is softer than unit and mortar by E_b / (E_b - E_m) of the joint's own
compliance: k = E_b E_m / (t (E_b - E_m)), for the normal stiffness with Young's moduli, for shear with shear moduli.
"""

from __future__ import annotations

from drystone.checks import check_number
from drystone.errors import InputError


def interface_stiffness(unit: float, mortar: float, thickness: float, *, modulus: str = "Young's modulus") -> float:
    """Stiffness of a joint [Pa/m] from the moduli of unit and mortar [Pa] and its thickness [m].

    modulus : how messages name the moduli
    """
    check_number(f"joint stiffness: {modulus} of the unit", unit, "Pa", above=0.0)
    check_number(f"joint stiffness: {modulus} of the mortar", mortar, "Pa", above=0.0)
    check_number("joint stiffness: thickness", thickness, "m", above=0.0)
    if not unit > mortar:
        raise InputError(f"joint stiffness: {modulus} of the unit must be > that of the mortar, {mortar:g} [Pa], "
                         f"got {unit!r}: the blown-up unit alone would be too soft")
    return unit * mortar / (thickness * (unit - mortar))


def mortar_modulus(unit: float, stiffness: float, thickness: float, *, modulus: str = "Young's modulus") -> float:
    """Modulus of the mortar [Pa] that gives a joint its stiffness [Pa/m]: the inverse of `interface_stiffness`."""
    check_number(f"joint stiffness: {modulus} of the unit", unit, "Pa", above=0.0)
    check_number("joint stiffness: stiffness", stiffness, "Pa/m", above=0.0)
    check_number("joint stiffness: thickness", thickness, "m", above=0.0)
    return unit * stiffness * thickness / (unit + stiffness * thickness)


def shear_modulus(young: float, poisson: float) -> float:
    """G = E / (2 (1 + nu)) [Pa]."""
    return young / (2.0 * (1.0 + poisson))
