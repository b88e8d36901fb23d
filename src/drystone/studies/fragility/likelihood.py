"""Log-likelihoods of normal variables seen below a level, above it, or exactly; and of ordered states.

Both are concave in coefficients that are linear in the probit index (Pratt 1981; Burridge 1981), so that the maximum is
the only one, and constraints that intervals need (theta fixed, beta fixed, a share fixed) are linear equations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import erfcx, log_ndtr

_LOG_ROOT_TWO_PI = 0.5 * np.log(2.0 * np.pi)


def mills(eta: np.ndarray) -> np.ndarray:
    """phi(eta) / Phi(eta), without overflow however far eta lies."""
    return np.sqrt(2.0 / np.pi) / erfcx(-eta / np.sqrt(2.0))


def curvature(eta: np.ndarray, ratio: np.ndarray) -> np.ndarray:
    """Minus the second derivative of ln Phi(eta), from `ratio` = mills(eta); it lies between 0 and 1."""
    return np.clip(ratio * (eta + ratio), 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class CensoredProbit:
    """n data sets over the same r rows; the index of a row is eta = design . c.

    A row counts how often the variable was below (probability Phi(eta)), above (Phi(-eta)) and exactly there (density
    c_0 phi(eta): column 0 of the design is the variable itself, so that c_0 is one over its standard deviation).
    """

    design: np.ndarray   #: (r, p)
    below: np.ndarray    #: (n, r) counts
    above: np.ndarray    #: (n, r) counts
    exact: np.ndarray    #: (n, r) counts

    def __call__(self, c: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Values (n,), gradients (n, p), second derivatives (n, p, p) at coefficients (n, p)."""
        eta, log_below, log_above, mills_below, mills_above = self._parts(c)
        value = np.einsum("nr->n", self.below * log_below + self.above * log_above
                          - self.exact * (0.5 * eta**2 + _LOG_ROOT_TWO_PI))
        first = self.below * mills_below - self.above * mills_above - self.exact * eta
        second = -(self.below * curvature(eta, mills_below) + self.above * curvature(-eta, mills_above) + self.exact)
        gradient, hessian = first @ self.design, self._weighted(second)
        seen = self.exact.sum(axis=1)
        if seen.any():
            with np.errstate(invalid="ignore", divide="ignore"):
                value = value + np.where(seen > 0, seen * np.log(c[:, 0]), 0.0)
            gradient[:, 0] += seen / c[:, 0]
            hessian[:, 0, 0] -= seen / c[:, 0]**2
        return value, gradient, hessian

    def information(self, c: np.ndarray) -> np.ndarray:
        """(n, p, p): expected where counts are binomial, as a GLM has it; observed for exact values."""
        *_, mills_below, mills_above = self._parts(c)
        found = self._weighted((self.below + self.above) * mills_below * mills_above + self.exact)
        found[:, 0, 0] += self.exact.sum(axis=1) / c[:, 0]**2
        return found

    def repeated(self, times: int) -> CensoredProbit:
        """The first data set, so many times."""
        return replace(self, **{name: np.broadcast_to(getattr(self, name)[:1], (times, len(self.design)))
                                for name in ("below", "above", "exact")})

    def _parts(self, c: np.ndarray) -> tuple[np.ndarray, ...]:
        eta = c @ self.design.T
        return eta, log_ndtr(eta), log_ndtr(-eta), mills(eta), mills(-eta)

    def _weighted(self, weight: np.ndarray) -> np.ndarray:
        """Sum over rows of weight (n, r) times design x design."""
        r, p = self.design.shape
        return (weight @ (self.design[:, :, None] * self.design[:, None, :]).reshape(r, p * p)).reshape(-1, p, p)


@dataclass(frozen=True, slots=True)
class OrdinalProbit:
    """n data sets over the same r intensities: P(state >= j) = Phi(c_0 x + c_j) for j = 1 .. k, with one slope."""

    x: np.ndarray        #: (r,) ln im
    counts: np.ndarray   #: (n, r, k + 1) runs that ended in each state, 0 = none

    def __call__(self, c: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Values (n,), gradients (n, p), second derivatives (n, p, p) at coefficients (n, p), p = k + 1."""
        eta, log_share, upper, lower = self._parts(c)
        value = (self.counts * np.where(self.counts > 0, log_share, 0.0)).sum(axis=(1, 2))
        upper, lower = np.where(self.counts > 0, upper, 0.0), np.where(self.counts > 0, lower, 0.0)
        # eta_j is the upper end of state j and the lower end of state j - 1
        high, low, both = upper[..., 1:], lower[..., :-1], (self.counts * upper * lower)[..., 1:-1]
        first = self.counts[..., 1:] * high - self.counts[..., :-1] * low
        second = (-self.counts[..., 1:] * high * (eta + high) + self.counts[..., :-1] * low * (eta - low))
        gradient = np.concatenate((np.einsum("nrk,r->n", first, self.x)[:, None], first.sum(axis=1)), axis=1)
        return value, gradient, self._assembled(second, both)

    def information(self, c: np.ndarray) -> np.ndarray:
        """(n, p, p) expected information."""
        _, log_share, upper, lower = self._parts(c)
        share, runs = np.exp(log_share), self.counts.sum(axis=2)[:, :, None]
        high, low = (share * upper**2)[..., 1:], (share * lower**2)[..., :-1]
        both = (share * upper * lower)[..., 1:-1]
        return self._assembled(runs * (high + low), -runs * both)

    def repeated(self, times: int) -> OrdinalProbit:
        """The first data set, so many times."""
        return replace(self, counts=np.broadcast_to(self.counts[:1], (times, *self.counts.shape[1:])))

    def _parts(self, c: np.ndarray) -> tuple[np.ndarray, ...]:
        """Indices (n, r, k); log of the share of every state, density over share at its upper and lower end."""
        eta = c[:, None, :1] * self.x[None, :, None] + c[:, None, 1:]
        edge = np.full((*eta.shape[:2], 1), np.inf)
        top, bottom = np.concatenate((edge, eta), axis=2), np.concatenate((eta, -edge), axis=2)
        flip = bottom > 0.0                       # the difference of two small tails, not of two numbers near 1
        large, small = np.where(flip, -bottom, top), np.where(flip, -top, bottom)
        with np.errstate(all="ignore"):
            log_large = log_ndtr(large)
            log_share = log_large + np.log1p(-np.exp(log_ndtr(small) - log_large))
            upper = np.exp(-0.5 * top**2 - _LOG_ROOT_TWO_PI - log_share)
            lower = np.exp(-0.5 * bottom**2 - _LOG_ROOT_TWO_PI - log_share)
        return eta, log_share, upper, lower

    def _assembled(self, own: np.ndarray, next_one: np.ndarray) -> np.ndarray:
        """(n, p, p) from second derivatives (n, r, k) by eta_j, and (n, r, k - 1) by eta_j and eta_j+1."""
        n, _, k = own.shape
        per_eta = np.zeros((*own.shape[:2], k, k))
        index = np.arange(k)
        per_eta[:, :, index, index] = own
        per_eta[:, :, index[:-1], index[1:]] = next_one
        per_eta[:, :, index[1:], index[:-1]] = next_one
        found = np.zeros((n, k + 1, k + 1))
        found[:, 0, 0] = np.einsum("nrij,r->n", per_eta, self.x**2)
        found[:, 0, 1:] = found[:, 1:, 0] = np.einsum("nrij,r->nj", per_eta, self.x)
        found[:, 1:, 1:] = per_eta.sum(axis=1)
        return found
