"""The law of a joint: what one interface between two blocks can carry."""

from __future__ import annotations

from dataclasses import dataclass

from drystone.errors import InputError
from drystone.model.damage import Damage
from drystone.model.properties import check_properties, make_group, prop


@dataclass(frozen=True, slots=True)
class Joint:
    """Unilateral contact with friction, optionally restitution, elastic compliance, and the strength of mortar.

    Strength holds at the points where blocks touch at the start of a run. A point that breaks has friction only, for
    good: |shear| <= cohesion + friction x pressure, pull <= tension, both per area. Tension is at most
    cohesion / friction, where the cone of friction ends. Where blocks deform, `damage` says how the strength is lost
    instead of at once.
    """

    name: str
    # friction
    friction: float = prop("-", "friction", "Coulomb coefficient at rest", least=0.0)
    friction_sliding: float | None = prop("-", "friction", "coefficient while sliding", default=None, least=0.0)
    slip_speed: float | None = prop("m/s", "friction", "speed over which friction falls to its sliding value",
                                    default=None, above=0.0)
    # impact
    restitution: float = prop("-", "impact", "Newton's coefficient of an impact, 0 to 1", default=0.0, least=0.0,
                              most=1.0)
    # stiffness
    normal_stiffness: float | None = prop("Pa/m", "stiffness", "per area, none: rigid", default=None, above=0.0)
    shear_stiffness: float | None = prop("Pa/m", "stiffness", "per area, none: rigid", default=None, above=0.0)
    # strength
    cohesion: float = prop("Pa", "strength", "shear strength without pressure, lost where the joint breaks",
                           default=0.0, least=0.0)
    tension: float = prop("Pa", "strength", "tensile strength, at most cohesion / friction", default=0.0, least=0.0)
    compression: float | None = prop("Pa", "strength", "compressive strength; none: it does not crush", default=None,
                                     above=0.0)
    # what happens to it where blocks deform
    damage: Damage | None = prop("-", "damage", "how strength is lost where blocks deform; none: at once, and nothing "
                                 "crushes", default=None, inner=Damage)
    law: str | None = prop("-", "damage", "`elastic`: glue, never opens or slides; none: as its other keys say",
                           default=None, choices=("elastic",))
    # where forces act
    points: int | None = prop("-", "points", "points along a side of an interface, odd; none: at its corners only",
                              default=None, least=3, most=100, is_count=True)

    def __post_init__(self) -> None:
        label = f"joint {self.name!r}"
        check_properties(label, self)
        self._check_friction(label)
        self._check_stiffness(label)
        self._check_strength(label)
        self._check_damage(label)
        if self.points is not None and self.points % 2 == 0:
            raise InputError(f"{label}: points must be odd [-], got {self.points!r}")

    @property
    def has_strength(self) -> bool:
        """Whether it holds more than dry friction."""
        return self.cohesion > 0.0

    def _check_friction(self, label: str) -> None:
        if self.friction_sliding is not None and self.friction_sliding > self.friction:
            raise InputError(f"{label}: friction_sliding must be <= friction {self.friction:g} [-], "
                             f"got {self.friction_sliding!r}")
        if self.slip_speed is not None and self.friction_sliding is None:
            raise InputError(f"{label}: slip_speed needs friction_sliding, which is missing")

    def _check_stiffness(self, label: str) -> None:
        stiff = (self.normal_stiffness, self.shear_stiffness)
        if (stiff[0] is None) != (stiff[1] is None):
            raise InputError(f"{label}: normal_stiffness and shear_stiffness go together, "
                             f"got {stiff[0]!r} and {stiff[1]!r}")
        if stiff[0] is not None and self.restitution > 0.0:
            raise InputError(f"{label}: restitution must be 0 [-] where stiffness is given, got "
                             f"{self.restitution!r}: such a joint rebounds by its spring")

    def _check_strength(self, label: str) -> None:
        if self.cohesion > 0.0 and self.friction == 0.0:
            raise InputError(f"{label}: cohesion needs friction > 0 [-], got {self.friction!r}")
        if self.tension > 0.0 and self.tension * self.friction > self.cohesion * (1.0 + 1e-12):
            raise InputError(f"{label}: tension must be <= cohesion / friction = {self.cohesion / self.friction:g} "
                             f"[Pa], got {self.tension!r}")
        if self.tension > 0.0 and self.cohesion == 0.0:
            raise InputError(f"{label}: tension needs cohesion > 0 [Pa], got {self.cohesion!r}")

    def _check_damage(self, label: str) -> None:
        if self.law == "elastic" and self.normal_stiffness is None:
            raise InputError(f"{label}: law elastic needs normal_stiffness and shear_stiffness, which are missing")
        if self.damage is None:
            return
        if self.law == "elastic":
            raise InputError(f"{label}: law elastic has no damage; take one of them out")
        object.__setattr__(self, "damage", make_group(label, Damage, self.damage, "damage"))
        self.damage.check(label, self)
