"""`Motion`: one component of a ground motion over its own time, with integrals that are exact."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

#: what every method takes and gives: a float for floats, an array for arrays
Number = float | np.ndarray


class Motion(ABC):
    """Acceleration of the ground in one direction over local time t [s].

    Before t = 0 there is no motion. From t = 0 on the velocity is `initial_velocity` (zero unless the motion
    is driven by displacement) plus the integral of the acceleration. After `duration` the acceleration is zero
    and the velocity stays. At a jump the acceleration is the one that follows.
    """

    if TYPE_CHECKING:   # told to checkers of types alone: in some families they are fields, in others they are derived
        @property
        def duration(self) -> float:
            """Time after which the acceleration is zero [s]; inf for an endless motion."""

        @property
        def peak(self) -> float:
            """Greatest absolute acceleration [m/s2]."""

        @property
        def breaks(self) -> tuple[float, ...]:
            """Times [s], increasing, where the acceleration or its slope jumps."""

    @property
    def initial_velocity(self) -> float:
        """Velocity that the ground takes at once at t = 0 [m/s]; not part of `velocity_increment(0, t)`."""
        return 0.0

    @property
    def shortest_period(self) -> float:
        """Shortest period of its course [s], which steps must resolve; inf where it has none."""
        return math.inf

    @property
    def sampling_step(self) -> float | None:
        """Usual time between its samples [s]; None where it has none."""
        return None

    @property
    def velocity_jumps(self) -> tuple[tuple[float, float], ...]:
        """Times [s] and sizes [m/s] of all jumps of the velocity, the initial one included."""
        return ((0.0, self.initial_velocity),) if self.initial_velocity != 0.0 else ()

    @abstractmethod
    def acceleration(self, t: Number) -> Number:
        """Acceleration at `t` [m/s2]."""

    @abstractmethod
    def velocity(self, t: Number) -> Number:
        """Velocity at `t` [m/s]: `initial_velocity` plus the integral of the acceleration from 0."""

    @abstractmethod
    def displacement(self, t: Number) -> Number:
        """Displacement at `t` [m]: the integral of the velocity from 0."""

    @abstractmethod
    def velocity_increment(self, t0: Number, t1: Number) -> Number:
        """Velocity at `t1` less velocity at `t0` [m/s], with all digits even where the two are close.

        A jump of the velocity counts where it lies in t0 < t <= t1, as `velocity` is the one after the jump.
        So for t0 >= 0 and no later jump the increment is the integral of the acceleration alone.
        """

    @abstractmethod
    def displacement_increment(self, t0: Number, t1: Number) -> Number:
        """Displacement at `t1` less displacement at `t0` [m], with all digits even where the two are close."""
