"""Closed forms of the joint with damage, written apart from the laws and the helpers that make their tables."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from scipy.integrate import quad

PIECES = 200


def exponential_points(strength: float, energy: float) -> tuple[np.ndarray, np.ndarray]:
    """Points kappa [m] and damage of 1 - exp(-f kappa / G) in equal pieces to 0.999 and then 1, of the area G."""
    x = np.arange(PIECES + 1) * (math.log(1000.0) / PIECES)
    damage = 1.0 - np.exp(-x)
    damage[-1] = 1.0
    area = sum((1.0 - 0.5 * (damage[k] + damage[k + 1])) * (x[k + 1] - x[k]) for k in range(PIECES))
    return x * energy / (strength * area), damage


def tension_curve(strength: float, stiffness: float, energy: float, u: np.ndarray) -> np.ndarray:
    """Stress [Pa] at openings u [m]: the points lie at u = kappa + f (1 - d) / k."""
    kappa, damage = exponential_points(strength, energy)
    opening = kappa + strength * (1.0 - damage) / stiffness
    return np.where(u * stiffness <= strength, stiffness * u, strength * (1.0 - np.interp(u, opening, damage)))


def shear_curve(peak: tuple[float, float], residual: tuple[float, float], stiffness: float, energy: float,
                pressure: float, u: np.ndarray) -> np.ndarray:
    """Stress [Pa] at slips u [m] under a pressure [Pa]; peak and residual are cohesion [Pa] and friction [-]."""
    kappa, damage = exponential_points(peak[0], energy)
    strong, weak = peak[0] + pressure * peak[1], residual[0] + pressure * residual[1]
    tau = weak + (strong - weak) * (1.0 - damage)
    slip = kappa + tau / stiffness
    return np.where(u * stiffness <= strong, stiffness * u, np.interp(u, slip, tau))


class Compression:
    """Eqs. 25 to 30 of the paper, u_cp - u_el in the root, stress at most k u; m from the energy by quadrature."""

    def __init__(self, stiffness: float, peak: float, energy: float, share: float = 0.3, ratio: float = 2.0,
                 length: float | None = None) -> None:
        self.k, self.f = stiffness, peak
        self.f_el, self.u_el, self.u_cp = share * peak, share * peak / stiffness, ratio * peak / stiffness
        self.m = 2.0
        before = self.area(0.0, self.u_cp)
        self.m = 1.0 + (energy - before) / (13.0 / 12.0 * peak * self.u_cp) if length is None else length

    def __call__(self, u: float) -> float:
        """Pressure at a closing."""
        u_cm = self.m * self.u_cp
        if u < self.u_cp:
            x = max((u - self.u_el) / (self.u_cp - self.u_el), 0.0)
            return min(self.k * u, self.f_el + (self.f - self.f_el) * math.sqrt(2.0 * x - x * x))
        if u < u_cm:
            return self.f * (1.0 - 0.5 * ((u - self.u_cp) / (u_cm - self.u_cp))**2)
        alpha = 2.0 * (0.5 * self.f - self.f) / (u_cm - self.u_cp)
        return 0.5 * self.f * math.exp(alpha * (u - u_cm) / (0.5 * self.f))

    def area(self, start: float, end: float) -> float:
        """Energy between two closings [N/m]; the corner where the parabola leaves the spring is met by halves."""
        corners = np.linspace(start, end, 400)
        return sum(quad(self, a, b, epsabs=0.0, epsrel=1e-11)[0] for a, b in pairwise(corners))
