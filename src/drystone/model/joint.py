"""The law of a joint: what one interface between two blocks can carry."""

from __future__ import annotations

from dataclasses import dataclass

from drystone.checks import check_number
from drystone.errors import InputError


@dataclass(frozen=True, slots=True)
class Joint:
    """Dry joint: unilateral contact with friction, optionally restitution and elastic compliance.

    Attributes
    ----------
    name : str
    friction : Coulomb coefficient of a contact at rest [-]
    friction_sliding : coefficient while sliding [-]; None = same as at rest
    slip_speed : speed over which friction falls from rest to sliding value [m/s]; None = at once
    restitution : Newton's coefficient on the approach speed of an impact [-], 0..1
    normal_stiffness, shear_stiffness : stiffness per area of the joint [Pa/m]; None = rigid
    """

    name: str
    friction: float
    friction_sliding: float | None = None
    slip_speed: float | None = None
    restitution: float = 0.0
    normal_stiffness: float | None = None
    shear_stiffness: float | None = None

    def __post_init__(self) -> None:
        label = f"joint {self.name!r}"
        check_number(f"{label}: friction", self.friction, "-", least=0.0)
        if self.friction_sliding is not None:
            check_number(f"{label}: friction_sliding", self.friction_sliding, "-", least=0.0)
            if self.friction_sliding > self.friction:
                raise InputError(f"{label}: friction_sliding must be <= friction {self.friction:g} [-], "
                                 f"got {self.friction_sliding!r}")
        if self.slip_speed is not None:
            check_number(f"{label}: slip_speed", self.slip_speed, "m/s", above=0.0)
            if self.friction_sliding is None:
                raise InputError(f"{label}: slip_speed needs friction_sliding, which is missing")
        check_number(f"{label}: restitution", self.restitution, "-", least=0.0, most=1.0)
        stiff = (self.normal_stiffness, self.shear_stiffness)
        if (stiff[0] is None) != (stiff[1] is None):
            raise InputError(f"{label}: normal_stiffness and shear_stiffness go together, "
                             f"got {stiff[0]!r} and {stiff[1]!r}")
        if stiff[0] is not None:
            check_number(f"{label}: normal_stiffness", stiff[0], "Pa/m", above=0.0)
            check_number(f"{label}: shear_stiffness", stiff[1], "Pa/m", above=0.0)
