"""Annual rate of collapse: a lognormal curve with a hazard curve, in closed form between its points."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.special import log_ndtr, ndtr

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.studies.fragility.fit import FragilityFit
from drystone.studies.fragility.intervals import z_of


@dataclass(frozen=True, eq=False)
class Hazard:
    """Annual rates at which intensities are exceeded; straight in log-log, extrapolated beyond its ends."""

    im: np.ndarray      #: (m,) > 0, growing [unit of the fit's im]
    rate: np.ndarray    #: (m,) > 0, falling [1/year]

    def __post_init__(self) -> None:
        im, rate = np.array(self.im, float), np.array(self.rate, float)
        if im.ndim != 1 or im.shape != rate.shape or im.size < 2:
            raise InputError(f"hazard: needs at least 2 points, one rate an im, got {im.size} and {rate.size}")
        for k in range(im.size):
            check_number(f"hazard: point {k + 1}: im", float(im[k]), "-", above=float(im[k - 1]) if k else 0.0)
            check_number(f"hazard: point {k + 1}: rate", float(rate[k]), "1/year", above=0.0,
                         **({"below": float(rate[k - 1])} if k else {}))
        object.__setattr__(self, "im", im)
        object.__setattr__(self, "rate", rate)


@dataclass(frozen=True, slots=True)
class CollapseRate:
    """Integral of P(collapse | im) |d rate(im)| over all intensities."""

    rate: float                      #: [1/year]
    interval: tuple[float, float]    #: Wald, of the curve alone: the hazard is taken as known [1/year]
    level: float
    below: float                     #: share from below the first point of the hazard curve, extrapolated
    above: float                     #: share from beyond its last point, extrapolated
    outside_data: float              #: share from intensities at which the fit had no data
    hazard_range: tuple[float, float]   #: im of the first and the last point of the hazard curve

    def probability(self, years: float) -> float:
        """Of at least one collapse within `years`, events at a constant rate."""
        return float(-np.expm1(-self.rate * years))


def collapse_rate(fit: FragilityFit, hazard: Hazard) -> CollapseRate:
    """Annual rate of collapse (of the severest state) with the share that rests on extrapolation."""
    theta, beta = fit.theta, fit.beta
    cut = [np.log(edge) for edge in (hazard.im[0], hazard.im[-1])]
    total, low, high = (_rate(theta, beta, hazard, a, b) for a, b in
                        ((-np.inf, np.inf), (-np.inf, cut[0]), (cut[1], np.inf)))
    inside = _rate(theta, beta, hazard, *np.log(fit.data_range))
    reach = z_of(fit.level) * _log_error(fit, hazard, total)
    ends = float(total * np.exp(-reach)), float(total * np.exp(reach))
    return CollapseRate(total, ends, fit.level, low / total, high / total,
                        max(1.0 - inside / total, 0.0), (float(hazard.im[0]), float(hazard.im[-1])))


def _log_error(fit: FragilityFit, hazard: Hazard, rate: float) -> float:
    """Standard error of ln rate by the delta method over (ln theta, ln beta); derivatives by central differences."""
    h, form = 1e-5, fit.fitted.problem.form
    slope = [np.log(_rate(fit.theta * np.exp(h * a), fit.beta * np.exp(h * b), hazard, -np.inf, np.inf)
                    / _rate(fit.theta * np.exp(-h * a), fit.beta * np.exp(-h * b), hazard, -np.inf, np.inf)) / (2 * h)
             for a, b in ((1, 0), (0, 1))]
    by_theta, by_beta = (g[0] for g in form.gradients(fit.fitted.coefficients, len(fit.states) - 1))
    gradient = slope[0] * by_theta + slope[1] * by_beta
    return float(np.sqrt(gradient @ fit.covariance @ gradient))


def _rate(theta: float, beta: float, hazard: Hazard, start: float, end: float) -> float:
    """Integral of P |d rate| over ln im from start to end: by parts, -[P rate] + integral of rate dP."""
    edges = np.unique(np.concatenate(([start, end], np.clip(np.log(hazard.im[1:-1]), start, end))))
    total = 0.0
    for a, b in pairwise(edges):
        k0, k = _power(hazard, a, b)
        # rate = k0 im^-k: completing the square shifts the normal density by k beta^2
        shift = np.log(theta) - k * beta**2
        log_scale = np.log(k0) - k * np.log(theta) + 0.5 * (k * beta)**2
        total += np.exp(log_scale + _log_between((a - shift) / beta, (b - shift) / beta))
        total += _product(theta, beta, k0, k, a) - _product(theta, beta, k0, k, b)
    return float(total)


def _log_between(low: float, high: float) -> float:
    """ln(Phi(high) - Phi(low)), without a loss of digits in either tail."""
    if low > 0.0:
        low, high = -high, -low
    log_high = log_ndtr(high)
    with np.errstate(divide="ignore"):
        return float(log_high + np.log1p(-np.exp(log_ndtr(low) - log_high)))


def _product(theta: float, beta: float, k0: float, k: float, x: float) -> float:
    """P rate at ln im = x; zero at both ends of the axis."""
    return 0.0 if np.isinf(x) else float(ndtr((x - np.log(theta)) / beta) * k0 * np.exp(-k * x))


def _power(hazard: Hazard, a: float, b: float) -> tuple[float, float]:
    """k0 and k of rate = k0 im^-k on the piece that holds ln im from a to b."""
    x, y = np.log(hazard.im), np.log(hazard.rate)
    middle = b - 1.0 if np.isinf(a) else a + 1.0 if np.isinf(b) else 0.5 * (a + b)
    if np.isinf(a) and np.isinf(b):
        middle = x[0]
    piece = int(np.clip(np.searchsorted(x, middle) - 1, 0, x.size - 2))
    k = -(y[piece + 1] - y[piece]) / (x[piece + 1] - x[piece])
    return float(np.exp(y[piece] + k * x[piece])), float(k)
