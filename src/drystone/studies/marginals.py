"""Distributions of one property of masonry: what they must be given, their mean and spread, and their quantiles.

Mean and coefficient of variation are always those of the distribution itself: of a normal distribution that is cut,
those after the cut.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from drystone.checks import check_choice, check_number
from drystone.errors import InputError

#: Kinds, with the sets of keys by which each may be given.
KINDS: dict[str, tuple[set[str], ...]] = {
    "normal": ({"mean", "cov", "least"}, {"mean", "cov", "most"}, {"mean", "cov", "least", "most"}),
    "lognormal": ({"mean", "cov"},),
    "uniform": ({"least", "most"}, {"mean", "cov"}),
    "beta": ({"mean", "cov", "least", "most"},),
}
_WORDS = {"normal": "mean, cov and least, most or both (a normal distribution is cut)", "lognormal": "mean and cov",
          "uniform": "least and most, or mean and cov", "beta": "mean, cov, least and most"}

#: Accuracy to which a cut normal distribution has the mean and the spread asked for, in units of the spread.
CUT_ACCURACY = 1e-9


@dataclass(frozen=True)
class Marginal:
    """A distribution, checked. Values have the unit of the property.

    Parameters
    ----------
    kind : normal, lognormal, uniform or beta
    mean, cov : of the distribution; cov is the standard deviation over the mean [-]
    least, most : its bounds
    """

    kind: str
    mean: float | None = None
    cov: float | None = None
    least: float | None = None
    most: float | None = None
    _shape: tuple[float, float] = field(init=False, repr=False, compare=False, default=(0.0, 0.0))

    def __post_init__(self) -> None:
        check_choice("marginal: kind", self.kind, tuple(KINDS))
        label = f"marginal {self.kind}"
        given = {key: getattr(self, key) for key in ("mean", "cov", "least", "most") if getattr(self, key) is not None}
        if set(given) not in KINDS[self.kind]:
            raise InputError(f"{label}: needs {_WORDS[self.kind]}; got {', '.join(given) or 'none'}")
        for key, value in given.items():
            unit, above = ("-" if key == "cov" else "unit of the property"), (0.0 if key in ("mean", "cov") else None)
            object.__setattr__(self, key, check_number(f"{label}: {key}", value, unit, above=above))
        if None not in (self.least, self.most) and not self.least < self.most:
            raise InputError(f"{label}: least must be < most, got {self.least:g} and {self.most:g}")
        object.__setattr__(self, "_shape", _SHAPES[self.kind](self, label))

    @classmethod
    def of_data(cls, what: str, data: Mapping[str, object]) -> Marginal:
        """From keys and values, e.g. of a study file; `what` begins the error."""
        known = ("kind", "mean", "cov", "least", "most")
        for key in data:
            if key not in known:
                raise InputError(f"{what}: no key is called {key!r}; there are {', '.join(known)}")
        if "kind" not in data:
            raise InputError(f"{what}: kind is missing; it is one of {', '.join(KINDS)}")
        try:
            return cls(**data)      # type: ignore[arg-type]
        except InputError as error:
            raise InputError(f"{what}: {error}") from None

    @property
    def middle(self) -> float:
        """Its mean."""
        return 0.5 * (self.least + self.most) if self.mean is None else self.mean

    def quantile(self, normal: np.ndarray) -> np.ndarray:
        """Values (n,) at the probabilities of standard normal numbers (n,): the same rank in this distribution."""
        return _QUANTILES[self.kind](self, np.asarray(normal, float))


# --- shapes: what the quantiles need ----------------------------------------------------------------

def _lognormal_shape(own: Marginal, label: str) -> tuple[float, float]:
    """Mean and standard deviation of the logarithm."""
    spread = math.sqrt(math.log1p(own.cov ** 2))
    return math.log(own.mean) - 0.5 * spread ** 2, spread


def _uniform_shape(own: Marginal, label: str) -> tuple[float, float]:
    """Least and greatest value."""
    if own.mean is None:
        return own.least, own.most
    half = math.sqrt(3.0) * own.cov * own.mean
    return own.mean - half, own.mean + half


def _beta_shape(own: Marginal, label: str) -> tuple[float, float]:
    """Exponents a and b of x^(a-1) (1-x)^(b-1) on the interval between the bounds."""
    width = own.most - own.least
    mean, variance = (own.mean - own.least) / width, (own.cov * own.mean / width) ** 2
    if not 0.0 < mean < 1.0:
        raise InputError(f"{label}: mean must lie between least {own.least:g} and most {own.most:g}, got {own.mean:g}")
    if variance >= mean * (1.0 - mean):
        most = math.sqrt(mean * (1.0 - mean)) * width / own.mean
        raise InputError(f"{label}: cov must be < {most:g} [-], which values at the bounds alone have, got {own.cov:g}")
    count = mean * (1.0 - mean) / variance - 1.0
    return mean * count, (1.0 - mean) * count


def _normal_shape(own: Marginal, label: str) -> tuple[float, float]:
    """Mean and standard deviation of the normal distribution that has the mean and spread asked for once it is cut."""
    from scipy.optimize import root  # slow to import

    low = -math.inf if own.least is None else own.least
    high = math.inf if own.most is None else own.most
    spread = own.cov * own.mean
    if not low < own.mean < high:
        raise InputError(f"{label}: mean must lie between its bounds, got {own.mean:g} and {low:g} .. {high:g}")

    def miss(unknown: np.ndarray) -> list[float]:
        mean, deviation = _cut_moments(own.mean + spread * unknown[0], spread * math.exp(min(unknown[1], 5.0)),
                                       low, high)
        return [(mean - own.mean) / spread, math.log(max(deviation, 1e-300) / spread)]

    found = root(miss, [0.0, 0.0], tol=1e-13)
    if not np.abs(miss(found.x)).max() <= CUT_ACCURACY or found.x[1] >= 5.0:
        raise InputError(f"{label}: no normal distribution that is cut at {low:g} and {high:g} has the mean "
                         f"{own.mean:g} and the cov {own.cov:g}; take a lesser cov, or beta")
    return own.mean + spread * float(found.x[0]), spread * math.exp(float(found.x[1]))


def _cut_moments(mean: float, deviation: float, low: float, high: float) -> tuple[float, float]:
    """Mean and standard deviation of a normal distribution cut at both bounds, one of which may be infinite."""
    from scipy.special import ndtr

    alpha, beta = (low - mean) / deviation, (high - mean) / deviation
    mass = float(ndtr(beta) - ndtr(alpha)) if alpha < 0.0 else float(ndtr(-alpha) - ndtr(-beta))
    if mass <= 0.0:
        return math.inf, 0.0
    first, second = 0.0, 0.0
    for bound, sign in ((alpha, 1.0), (beta, -1.0)):
        if math.isfinite(bound):
            height = sign * math.exp(-0.5 * bound * bound) / math.sqrt(2.0 * math.pi) / mass
            first, second = first + height, second + bound * height
    return mean + deviation * first, deviation * math.sqrt(max(1.0 + second - first * first, 0.0))


# --- quantiles --------------------------------------------------------------------------------------

def _probability(normal: np.ndarray) -> np.ndarray:
    from scipy.special import ndtr

    return ndtr(normal)


def _normal_quantile(own: Marginal, normal: np.ndarray) -> np.ndarray:
    from scipy.special import ndtr, ndtri

    mean, deviation = own._shape
    below = 0.0 if own.least is None else float(ndtr((own.least - mean) / deviation))
    above = 0.0 if own.most is None else float(ndtr((mean - own.most) / deviation))
    left = 1.0 - below - above
    value = np.where(normal <= 0.0, ndtri(below + left * ndtr(normal)), -ndtri(above + left * ndtr(-normal)))
    return np.clip(mean + deviation * value, own.least, own.most)      # rounding at the bounds


def _lognormal_quantile(own: Marginal, normal: np.ndarray) -> np.ndarray:
    mean, spread = own._shape
    return np.exp(mean + spread * normal)


def _uniform_quantile(own: Marginal, normal: np.ndarray) -> np.ndarray:
    low, high = own._shape
    return low + (high - low) * _probability(normal)


def _beta_quantile(own: Marginal, normal: np.ndarray) -> np.ndarray:
    from scipy.special import betaincinv

    return own.least + (own.most - own.least) * betaincinv(*own._shape, _probability(normal))


_SHAPES = {"normal": _normal_shape, "lognormal": _lognormal_shape, "uniform": _uniform_shape, "beta": _beta_shape}
_QUANTILES = {"normal": _normal_quantile, "lognormal": _lognormal_quantile, "uniform": _uniform_quantile,
              "beta": _beta_quantile}
