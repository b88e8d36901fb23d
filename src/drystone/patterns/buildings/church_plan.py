"""Numbers of the church: what the parameters give, exact, with all levels on bed joints."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from drystone.errors import InputError
from drystone.patterns.exact import shown
from drystone.patterns.vaults.apse import SIDES


@dataclass(frozen=True)
class ChurchPlan:
    """All lengths in m; x = 0 is the axis of the nave, y = 0 the front of the facade, z = 0 the ground."""

    course: Fraction
    least: Fraction                #: shortest block
    half: Fraction                 #: half the width of the nave, outer faces
    arm: Fraction                  #: how far an arm of the transept stands out; also the width of tower and chapel
    rear: Fraction                 #: y of the back of the transept
    front: Fraction                #: y of the front of the transept
    thickness: Fraction            #: of all walls but those of nave and apse
    nave_thickness: Fraction       #: of the nave's side walls below the springing of its vault
    vault: Fraction                #: thickness of the nave's vault, width of the ledge that it stands on
    springing: Fraction
    eaves: Fraction
    height: Fraction
    tower_height: Fraction
    buttresses: int                #: on either side
    buttress_depth: Fraction
    portal: tuple[Fraction, Fraction]    #: clear width, height of the springing
    window: tuple[Fraction, Fraction]    #: clear width, height
    belfry: tuple[Fraction, Fraction]    #: clear width, height of its openings

    @property
    def clear(self) -> Fraction:
        """Half the clear width of the nave, and the radius of its vault and of the apse."""
        return self.half - self.nave_thickness

    @property
    def upper(self) -> Fraction:
        """Thickness of the nave's side walls beside the vault."""
        return self.nave_thickness - self.vault

    @property
    def ring(self) -> Fraction:
        """Outer radius of the great arches: a least block is left beside the upper walls of the nave."""
        return self.half - self.upper - self.least

    @property
    def apse_thickness(self) -> Fraction:
        """Of the wall of the apse; the half dome takes the inner half of it."""
        return self.thickness * 3 / 4

    @property
    def chapel_springing(self) -> Fraction:
        return self.level(self.springing * 7 / 10)

    @property
    def chapel_top(self) -> Fraction:
        """Height of the back wall of the chapel: it closes the end of the vault."""
        crown = self.chapel_springing + self.arm / 2 - self.thickness / 2
        return -((-crown) // self.course) * self.course

    @property
    def belfry_sill(self) -> Fraction:
        return self.level(self.tower_height - self.belfry[1] * 8 / 5)

    def level(self, height: Fraction) -> Fraction:
        """The nearest bed joint of equal courses."""
        return round(height / self.course) * self.course

    def check(self) -> None:
        """Refuse what cannot be built, before any wall is drawn."""
        t = self.thickness
        for rule, value, is_kept in (
                ("vault_thickness must be < nave_thickness", self.vault, self.vault < self.nave_thickness),
                ("nave_width must leave an arch of radius > 0 between the walls", 2 * self.half,
                 self.ring - self.vault * 5 / 4 > 0 and self.clear > 0),
                ("transept_width must exceed nave_width by more than 4 thicknesses", 2 * (self.half + self.arm),
                 self.arm > 2 * t),
                ("transept_depth must be > 2 thicknesses", self.rear - self.front, self.rear - self.front > 2 * t),
                ("nave_length must be > transept_depth and 2 thicknesses", self.rear, self.front > 2 * t),
                ("springing must be < eaves, by the great arch", self.springing,
                 self.springing + self.ring + self.course < self.eaves),
                ("eaves must be < height", self.eaves, self.eaves < self.height),
                ("tower_height must exceed the eaves by the belfry", self.tower_height,
                 self.belfry_sill >= self.eaves),
                ("thickness must leave room for the apse beside tower and chapel", t,
                 self.clear + self.apse_thickness < self.half * math.cos(math.pi / SIDES)),
                ("belfry width must leave half a block beside the opening", self.belfry[0],
                 self.belfry[0] / 2 + self.least <= self.arm / 2 - t)):
            if not is_kept:
                raise InputError(f"church: {rule} [m], got {shown(value)}")
