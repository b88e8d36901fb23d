"""Compression of a joint over its closing: straight, hardening along a parabola, softening to a residual.

    f(u) = f_el                                                        u <= u_el = f_el / k
           f_el + (f_cp - f_el) sqrt(2 x - x^2),  x = (u - u_el) / (u_cp - u_el)     up to u_cp = n f_cp / k
           f_cp - (f_cp - f_cm) y^2,              y = (u - u_cp) / (u_cm - u_cp)     up to u_cm = m u_cp
           f_cr + (f_cm - f_cr) exp(-2 (f_cp - f_cm) (u - u_cm) / ((u_cm - u_cp) (f_cm - f_cr)))

with f_cm halfway between peak and residual. The stress is the smaller of k u and f(u): the parabola starts vertically,
so that the joint leaves the elastic line above f_el, at u_x. The length of the softening, m, follows from the energy.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from drystone.errors import InputError


@dataclass(frozen=True)
class CompressionCurve:
    """One curve; all displacements are closings > 0 [m], all stresses pressures > 0 [Pa]."""

    stiffness: float     #: k [Pa/m]
    elastic: float       #: f_el
    peak: float          #: f_cp
    residual: float      #: f_cr
    peak_closing: float  #: u_cp
    length: float        #: m [-]

    @property
    def elastic_closing(self) -> float:
        """u_el [m]."""
        return self.elastic / self.stiffness

    @property
    def middle(self) -> float:
        """f_cm [Pa]."""
        return 0.5 * (self.peak + self.residual)

    @property
    def middle_closing(self) -> float:
        """u_cm [m]."""
        return self.length * self.peak_closing

    @property
    def leaving(self) -> float:
        """Closing u_x at which the parabola takes over from the elastic line [m]."""
        return _leaving(self.stiffness, self.elastic, self.peak, self.peak_closing)

    def strength(self, u: float) -> float:
        """f(u) [Pa]."""
        if u <= self.elastic_closing:
            return self.elastic
        if u < self.peak_closing:
            x = (u - self.elastic_closing) / (self.peak_closing - self.elastic_closing)
            return self.elastic + (self.peak - self.elastic) * math.sqrt(max(x * (2.0 - x), 0.0))
        softening = self.middle_closing - self.peak_closing
        if u < self.middle_closing:
            return self.peak - (self.peak - self.middle) * ((u - self.peak_closing) / softening)**2
        above = self.middle - self.residual
        return self.residual + above * math.exp(-2.0 * (self.peak - self.middle) * (u - self.middle_closing)
                                                / (softening * above))

    def stress(self, u: float) -> float:
        """Pressure at a closing that only grew [Pa]."""
        return min(self.stiffness * u, self.strength(u))

    def energy(self) -> float:
        """Area up to the peak, and after it that above the residual [N/m]."""
        after = 13.0 / 12.0 * (self.peak - self.residual) * (self.middle_closing - self.peak_closing)
        return hardening_energy(self.stiffness, self.elastic, self.peak, self.peak_closing) + after


def hardening_energy(stiffness: float, elastic: float, peak: float, peak_closing: float) -> float:
    """Area under the curve up to its peak [N/m]: a triangle, and a piece of an ellipse."""
    start, leaves = elastic / stiffness, _leaving(stiffness, elastic, peak, peak_closing)
    span = peak_closing - start

    def area(x: float) -> float:
        """Integral of sqrt(2 x - x^2) from 0."""
        return 0.5 * ((x - 1.0) * math.sqrt(max(x * (2.0 - x), 0.0)) + math.asin(min(x - 1.0, 1.0)) + 0.5 * math.pi)

    x = (leaves - start) / span
    return 0.5 * stiffness * leaves**2 + elastic * (peak_closing - leaves) + (peak - elastic) * span * (
        area(1.0) - area(x))


def _leaving(stiffness: float, elastic: float, peak: float, peak_closing: float) -> float:
    """Where k u = f_el + (f_cp - f_el) sqrt(2 x - x^2): with s = k span / (f_cp - f_el), s x = sqrt(2 x - x^2)."""
    start = elastic / stiffness
    slope = stiffness * (peak_closing - start) / (peak - elastic)
    return start + (peak_closing - start) * 2.0 / (1.0 + slope**2)


def softening_length(label: str, energy: float, stiffness: float, elastic: float, peak: float, residual: float,
                     peak_closing: float, *, rule: str) -> float:
    """m such that the curve has its fracture energy.

    Parameters
    ----------
    label : names the energy in messages
    rule : "exact", or "paper" for its eq. 31, which approximates a curve of straight lines
    """
    before = hardening_energy(stiffness, elastic, peak, peak_closing)
    if not energy > before:
        raise InputError(f"{label} must be > {before:.6g} [N/m], what the curve takes up to its peak, got {energy!r}")
    if rule == "exact":
        return 1.0 + (energy - before) / (13.0 / 12.0 * (peak - residual) * peak_closing)
    own, left = peak_closing * peak, peak_closing * residual
    length = (energy - 0.5 * peak**2 / (9.0 * stiffness) - 0.65 * (peak_closing - elastic / stiffness) * peak
              + 0.75 * own + 0.25 * left) / (own + left)
    if not length > 1.0:
        raise InputError(f"{label}: eq. 31 gives m = {length:.6g}, which must be > 1 [-], got {energy!r}")
    return length


def compression_curve(label: str, *, energy: float, stiffness: float, peak: float, elastic_share: float,
                      peak_ratio: float, residual: float, rule: str) -> CompressionCurve:
    """The curve of a joint; refuses energies that leave nothing after the peak, or let it fall too fast.

    Parameters
    ----------
    elastic_share : f_el / f_cp [-]
    peak_ratio : n [-], > 1
    rule : of `softening_length`
    """
    elastic, closing = elastic_share * peak, peak_ratio * peak / stiffness
    length = softening_length(label, energy, stiffness, elastic, peak, residual, closing, rule=rule)
    curve = CompressionCurve(stiffness, elastic, peak, residual, closing, length)
    steepest = (peak - residual) / (curve.middle_closing - closing)      # at u_cm
    if not steepest < stiffness:
        least = hardening_energy(stiffness, elastic, peak, closing) + 13.0 / 12.0 * (peak - residual)**2 / stiffness
        raise InputError(f"{label} must be > {least:.6g} [N/m], got {energy!r}: the pressure would fall faster than "
                         "the joint springs back")
    return curve
