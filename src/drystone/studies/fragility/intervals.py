"""Intervals of theta, beta and shares: Wald, and by the profile of the likelihood; many data sets at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from drystone.studies.fragility.form import Form
from drystone.studies.fragility.likelihood import CensoredProbit, OrdinalProbit
from drystone.studies.fragility.newton import maximise

#: ln theta or ln beta this far from the estimate counts as no bound: a factor of 5e21.
_FARTHEST = 50.0
_MOST_STEPS = 100
_TOLERANCE = 1e-10     #: of the end of an interval, in ln theta or ln beta
_BAND_TOLERANCE = 1e-6   #: of a band, in the probit index


@dataclass(frozen=True, slots=True)
class Problem:
    """A likelihood with the form of its curves."""

    likelihood: CensoredProbit | OrdinalProbit
    form: Form


def z_of(level: float) -> float:
    """Standard normal quantile of a two-sided level, 1.96 for 0.95."""
    return float(ndtri(0.5 + 0.5 * level))


def covariance(problem: Problem, c: np.ndarray) -> np.ndarray:
    """(n, p, p): inverse of the information."""
    return np.linalg.inv(problem.likelihood.information(c))


def standard_errors(problem: Problem, c: np.ndarray, curve: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Standard errors (n,) of ln theta and ln beta, by the delta method."""
    spread = covariance(problem, c)
    return tuple(np.sqrt(np.einsum("np,npq,nq->n", g, spread, g)) for g in problem.form.gradients(c, curve))


def wald(problem: Problem, c: np.ndarray, name: str, level: float, curve: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Ends (n,) of exp(ln estimate -+ z standard error), name "theta" or "beta"."""
    log_value, error = _estimates(problem, c, name, curve)
    reach = z_of(level) * error
    return np.exp(log_value - reach), np.exp(log_value + reach)


def wald_band(problem: Problem, c: np.ndarray, x: np.ndarray, level: float, curve: int = 0) -> np.ndarray:
    """(2, m) shares: Phi(index -+ z its standard error) at ln im (m,), of the first data set."""
    rows = problem.form.base[curve] + x[:, None] * problem.form.slope
    error = np.sqrt(np.einsum("mp,pq,mq->m", rows, covariance(problem, c)[0], rows))
    index = problem.form.index(c[:1], x, curve)[0]
    return ndtr(np.array([index - z_of(level) * error, index + z_of(level) * error]))


def profile(problem: Problem, c: np.ndarray, value: np.ndarray, name: str, level: float,
            curve: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Ends (n,) of the values that a likelihood ratio test of this level does not reject; 0 or inf where unbounded.

    Parameters
    ----------
    c, value : (n, p) and (n,), the free maximum
    """
    log_value, error = _estimates(problem, c, name, curve)

    def drop(at: np.ndarray) -> np.ndarray:
        if name == "beta":
            return slope_drop(problem, c, value, np.exp(-at))
        return index_drop(problem, c, value, at, np.zeros_like(at), curve)

    with np.errstate(over="ignore"):
        return tuple(np.exp(_end(drop, log_value, side * error, z_of(level))) for side in (-1.0, 1.0))


def profile_band(problem: Problem, c: np.ndarray, value: np.ndarray, x: np.ndarray, level: float,
                 curve: int = 0) -> np.ndarray:
    """(2, m) shares at ln im (m,) that a likelihood ratio test does not reject, of the first data set."""
    rows = problem.form.base[curve] + x[:, None] * problem.form.slope
    error = np.sqrt(np.einsum("mp,pq,mq->m", rows, covariance(problem, c)[0], rows))
    index = problem.form.index(c[:1], x, curve)[0]
    # all intensities at once, as if each were a data set of its own
    many = Problem(problem.likelihood.repeated(x.size), problem.form)
    best, top = np.repeat(c[:1], x.size, axis=0), np.repeat(value[:1], x.size)

    def drop(eta: np.ndarray) -> np.ndarray:
        return index_drop(many, best, top, x, eta, curve)

    return ndtr(np.array([_end(drop, index, side * error, z_of(level), _BAND_TOLERANCE) for side in (-1.0, 1.0)]))


# --- how far the likelihood falls ------------------------------------------------------------------


def slope_drop(problem: Problem, c: np.ndarray, value: np.ndarray, slope: np.ndarray) -> np.ndarray:
    """(n,) square root of twice the fall of the log-likelihood where 1 / beta is fixed."""
    row = np.broadcast_to(problem.form.slope, c.shape)[:, None, :]
    found = maximise(problem.likelihood, problem.form.with_slope(c, slope), row)
    return _root(value, found.value)


def index_drop(problem: Problem, c: np.ndarray, value: np.ndarray, x: np.ndarray, eta: np.ndarray,
               curve: int = 0) -> np.ndarray:
    """The same where the index at ln im `x` (n,) is fixed to `eta` (n,); theta is fixed where that is zero.

    Only curves that rise count: where the best one falls, the best level one takes its place.
    """
    form = problem.form
    row = form.base[curve] + x[:, None] * form.slope
    found = maximise(problem.likelihood, form.with_index(c, row, eta), row[:, None, :])
    best = found.value
    falling = found.coefficients @ form.slope < 0.0
    if falling.any():
        level = form.with_index(form.without_slope(c), row, eta)
        if len(form.slope) == 2:                 # slope and index fix both coefficients
            flat = problem.likelihood(level)[0]
        else:
            rows = np.stack((row, np.broadcast_to(form.slope, row.shape)), axis=1)
            flat = maximise(problem.likelihood, level, rows).value
        best = np.where(falling, flat, best)
    return _root(value, best)


def _root(value: np.ndarray, best: np.ndarray) -> np.ndarray:
    return np.sqrt(2.0 * np.maximum(value - best, 0.0))


def _estimates(problem: Problem, c: np.ndarray, name: str, curve: int) -> tuple[np.ndarray, np.ndarray]:
    theta_error, beta_error = standard_errors(problem, c, curve)
    if name == "beta":
        return problem.form.log_beta(c), beta_error
    return problem.form.log_theta(c, curve), theta_error


def _end(drop: Callable[[np.ndarray], np.ndarray], start: np.ndarray, step: np.ndarray, z: float,
         tolerance: float = _TOLERANCE) -> np.ndarray:
    """Where `drop`, zero at `start` and rising away from it, reaches `z`; infinite where it does not.

    The drop is nearly a straight line, which is why false position is quick; halving its stale end keeps it so.
    """
    side = np.sign(step)
    step = np.where(np.abs(step) > 1e-6, np.abs(step), 1e-6)
    near, far = np.zeros_like(start), np.minimum(z * step, _FARTHEST)
    f_near, f_far = np.full_like(start, -z), drop(start + side * far) - z
    while ((f_far < 0.0) & (far < _FARTHEST)).any():
        short = (f_far < 0.0) & (far < _FARTHEST)
        near, f_near = np.where(short, far, near), np.where(short, f_far, f_near)
        far = np.where(short, np.minimum(2.0 * far, _FARTHEST), far)
        f_far = np.where(short, drop(start + side * far) - z, f_far)
    endless = f_far < 0.0
    for turn in range(_MOST_STEPS):
        with np.errstate(invalid="ignore", divide="ignore"):
            middle = (near * f_far - far * f_near) / (f_far - f_near)
        lost = ~((middle > near) & (middle < far))
        middle = np.where(lost | (turn % 8 == 7), 0.5 * (near + far), middle)
        f = drop(start + side * middle) - z
        if ((np.abs(f) < tolerance) | (far - near < tolerance) | endless).all():
            break
        below = f < 0.0
        f_near, f_far = np.where(below, f, 0.5 * f_near), np.where(below, 0.5 * f_far, f)
        near, far = np.where(below, middle, near), np.where(below, far, middle)
    return np.where(endless, side * np.inf, start + side * middle)
