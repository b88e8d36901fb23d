"""The rocking rectangular block: its angles, lengths and Housner's restitution."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError


@dataclass(frozen=True, slots=True)
class RockingBlock:
    """Rigid rectangle on a rigid plane that turns about its base corners and never slides.

    Attributes
    ----------
    width, height : [m]
    gravity : [m/s2]
    """

    width: float
    height: float
    gravity: float

    def __post_init__(self) -> None:
        check_number("rocking block: width", self.width, "m", above=0.0)
        check_number("rocking block: height", self.height, "m", above=0.0)
        check_number("rocking block: gravity", self.gravity, "m/s2", above=0.0)

    @classmethod
    def from_p_alpha(cls, p: float, alpha: float, gravity: float) -> RockingBlock:
        """The block with frequency parameter `p` [rad/s] and slenderness angle `alpha` [rad]."""
        check_number("rocking block: p", p, "rad/s", above=0.0)
        check_number("rocking block: alpha", alpha, "rad", above=0.0)
        if alpha >= 0.5 * math.pi:
            raise InputError(f"rocking block: alpha must be < pi/2 [rad], got {alpha!r}")
        check_number("rocking block: gravity", gravity, "m/s2", above=0.0)
        R = 3.0 * gravity / (4.0 * p * p)
        return cls(2.0 * R * math.sin(alpha), 2.0 * R * math.cos(alpha), gravity)

    @property
    def alpha(self) -> float:
        """Angle between the diagonal and the height [rad]: the block tips when turned by more."""
        return math.atan2(self.width, self.height)

    @property
    def R(self) -> float:
        """Half diagonal: distance from a base corner to the centre of mass [m]."""
        return 0.5 * math.hypot(self.width, self.height)

    @property
    def p(self) -> float:
        """Frequency parameter sqrt(3 g / 4 R) [rad/s]."""
        return math.sqrt(3.0 * self.gravity / (4.0 * self.R))

    @property
    def uplift_acceleration(self) -> float:
        """Ground acceleration above which a block at rest begins to rock, g tan(alpha) [m/s2]."""
        return self.gravity * self.width / self.height

    @property
    def housner_restitution(self) -> float:
        """Ratio of angular speeds after and before an impact on the whole base, 1 - 3/2 sin^2(alpha) [-].

        It keeps the angular momentum about the new corner. Below zero (squat blocks, alpha > 54.7 deg)
        the block would not rock on: then 0.
        """
        sine_square = self.width**2 / (self.width**2 + self.height**2)
        return max(0.0, 1.0 - 1.5 * sine_square)

    def compute_energy(self, theta: float | np.ndarray, omega: float | np.ndarray) -> float | np.ndarray:
        """Kinetic plus potential energy per mass [J/kg], height measured from the ground.

        Kinetic: half of 4/3 R^2 omega^2, the inertia about a corner.
        """
        tilt = self.alpha - np.abs(theta)
        return 2.0 / 3.0 * self.R**2 * np.square(omega) + self.gravity * self.R * np.cos(tilt)
