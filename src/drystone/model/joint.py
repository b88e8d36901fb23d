"""The law of a joint: what one interface between two blocks can carry."""

from __future__ import annotations

from dataclasses import dataclass

from drystone.checks import check_count, check_number
from drystone.errors import InputError


@dataclass(frozen=True, slots=True)
class Joint:
    """Unilateral contact with friction, optionally restitution, elastic compliance, and the strength of mortar.

    Strength holds at the points where blocks touch at the start of a run. A point that breaks has friction only, for
    good: |shear| <= cohesion + friction x pressure, pull <= tension, both per area.

    Attributes
    ----------
    name : str
    friction : Coulomb coefficient of a contact at rest [-]
    friction_sliding : coefficient while sliding [-]; None = same as at rest
    slip_speed : speed over which friction falls from rest to sliding value [m/s]; None = at once
    restitution : Newton's coefficient on the approach speed of an impact [-], 0..1
    normal_stiffness, shear_stiffness : stiffness per area of the joint [Pa/m]; None = rigid
    cohesion : shear strength without pressure [Pa]
    tension : tensile strength [Pa]; at most cohesion / friction, where the cone of friction ends
    points : points along a side of an interface, odd; None = at the corners of the interface only
    """

    name: str
    friction: float
    friction_sliding: float | None = None
    slip_speed: float | None = None
    restitution: float = 0.0
    normal_stiffness: float | None = None
    shear_stiffness: float | None = None
    cohesion: float = 0.0
    tension: float = 0.0
    points: int | None = None

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
            if self.restitution > 0.0:
                raise InputError(f"{label}: restitution must be 0 [-] where stiffness is given, got "
                                 f"{self.restitution!r}: such a joint rebounds by its spring")
        self._check_strength(label)

    @property
    def has_strength(self) -> bool:
        """Whether it holds more than dry friction."""
        return self.cohesion > 0.0

    def _check_strength(self, label: str) -> None:
        check_number(f"{label}: cohesion", self.cohesion, "Pa", least=0.0)
        check_number(f"{label}: tension", self.tension, "Pa", least=0.0)
        if self.cohesion > 0.0 and self.friction == 0.0:
            raise InputError(f"{label}: cohesion needs friction > 0 [-], got {self.friction!r}")
        if self.tension > 0.0 and self.tension * self.friction > self.cohesion * (1.0 + 1e-12):
            raise InputError(f"{label}: tension must be <= cohesion / friction = {self.cohesion / self.friction:g} "
                             f"[Pa], got {self.tension!r}")
        if self.tension > 0.0 and self.cohesion == 0.0:
            raise InputError(f"{label}: tension needs cohesion > 0 [Pa], got {self.cohesion!r}")
        if self.points is not None:
            check_count(f"{label}: points", self.points, 3, 100)
            if self.points % 2 == 0:
                raise InputError(f"{label}: points must be odd [-], got {self.points!r}")
