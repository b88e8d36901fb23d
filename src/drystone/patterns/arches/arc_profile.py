"""Circular profile of a vault: clear span and rise of the intrados, joints across its thickness."""

from __future__ import annotations

import math
from dataclasses import dataclass

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.patterns.arches.arc_moments import Point
from drystone.patterns.arches.ring import Joint, abutment_section, point_on_circle


@dataclass(frozen=True)
class Profile:
    """Arc over the middle of the span; (x, z) from the middle of the span at the springing of the intrados."""

    span: float         #: clear, at the springing [m]
    thickness: float    #: [m]
    inner: float        #: radius of the intrados [m]
    outer: float        #: radius of the extrados [m]
    half_angle: float   #: direction of the springing joint from the vertical [rad]
    centre: Point       #: of the circle (0, z) [m]

    def joint(self, beta: float) -> Joint:
        """Radial joint at the angle `beta` [rad] from the vertical, towards +x."""
        return point_on_circle(self.centre, self.inner, beta), point_on_circle(self.centre, self.outer, beta)

    @property
    def abutment(self) -> list[Point]:
        """Corners (x, z) of a support below the springing joint on the side of +x."""
        return abutment_section(self.joint(self.half_angle), min(self.thickness, 0.25 * self.span))


def make_profile(what: str, span: float, rise: float | None, thickness: float) -> Profile:
    """Profile through both springings and the crown; `rise` None is half the span."""
    span = check_number(f"{what}: span", span, "m", above=0.0)
    rise = 0.5 * span if rise is None else check_number(f"{what}: rise", rise, "m", above=0.0, most=0.5 * span)
    thickness = check_number(f"{what}: thickness", thickness, "m", above=0.0)
    inner = 0.5 * rise + 0.125 * span * span / rise
    return Profile(span, thickness, inner, inner + thickness, 2.0 * math.atan(2.0 * rise / span), (0.0, rise - inner))


def check_opening(what: str, profile: Profile, count: int) -> None:
    """A voussoir of `count` around the profile must span <= 90 degrees: straight chords would draw no arch."""
    angle = math.degrees(2.0 * profile.half_angle / count)
    if angle > 90.0:
        raise InputError(f"{what}: count {count} is too small: one voussoir must span <= 90 [deg], got {angle:g}")
