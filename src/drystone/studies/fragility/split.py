"""Dispersion apart: between groups (samples of the model, records) and within them (records, repeated runs).

ln capacity = ln theta + u_g + e, u_g ~ N(0, between^2) the same for all rows of a group, e ~ N(0, within^2) of each.
The likelihood of a group is an integral over u_g: adaptive Gauss-Hermite quadrature about the top of its integrand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_ndtr, logsumexp
from scipy.stats import chi2

from drystone.errors import InputError
from drystone.studies.fragility.likelihood import curvature, mills
from drystone.studies.fragility.tables import Capacities, Runs, Table

_POINTS = 21          #: of the quadrature
_MOST_SHARE = 0.995   #: of the variance between groups; beyond it the data do not tell it from all
_LOG_ROOT_TWO_PI = 0.5 * np.log(2.0 * np.pi)


@dataclass(frozen=True, slots=True)
class Split:
    """Maximum likelihood of a random effect."""

    group: str          #: column by which rows were grouped
    groups: int
    theta: float        #: median over all groups [unit of im]
    between: float      #: dispersion between groups
    within: float       #: dispersion within a group
    total: float        #: root of the sum of their squares
    p_value: float      #: likelihood ratio test of none between groups, half a chi-squared: it is not negative
    at_bound: bool      #: within is at its least: the groups explain all


def split_dispersion(table: Table, group: str, labels: np.ndarray) -> Split:
    """Dispersion between and within the groups that `labels` (r,) name."""
    if not isinstance(table, Runs | Capacities):
        raise InputError(f"fit: dispersion by {group} needs a table of runs or of capacities")
    names, number = np.unique(labels, return_inverse=True)
    if len(names) < 2 or np.bincount(number).max() < 2:
        raise InputError(f"fit: dispersion by {group} needs at least 2 groups, one of them with 2 rows, got "
                         f"{len(names)} of at most {np.bincount(number).max()}")
    data = _Grouped(table.x, *table.counts(), number, len(names))
    start = _pooled_start(table)
    best: Any = None
    for share in (0.1, 0.5, 0.9):           # the likelihood of a random effect need not be concave
        found = minimize(data.negative, [*start, share], method="L-BFGS-B",
                         bounds=[(None, None), (-7.0, 5.0), (0.0, _MOST_SHARE)], options={"ftol": 1e-13, "gtol": 1e-7})
        best = found if best is None or found.fun < best.fun else best
    free = minimize(lambda p: data.negative([*p, 0.0]), start, method="BFGS")
    t, log_total, share = best.x
    drop = max(2.0 * (free.fun - best.fun), 0.0)
    if drop == 0.0:
        (t, log_total), share = free.x, 0.0
    total = float(np.exp(log_total))
    p_value = 1.0 if drop == 0.0 else 0.5 * float(chi2.sf(drop, 1))
    return Split(group, len(names), float(np.exp(t)), float(total * np.sqrt(share)),
                 float(total * np.sqrt(1.0 - share)), total, p_value, bool(share > _MOST_SHARE - 1e-6))


def _pooled_start(table: Table) -> tuple[float, float]:
    from drystone.studies.fragility.problems import fit_table
    fitted = fit_table(table)
    form, c = fitted.problem.form, fitted.coefficients
    return float(form.log_theta(c, len(fitted.states) - 1)[0]), float(form.log_beta(c)[0])


class _Grouped:
    """Rows by group: the marginal likelihood."""

    def __init__(self, x: np.ndarray, below: np.ndarray, above: np.ndarray, exact: np.ndarray, number: np.ndarray,
                 groups: int) -> None:
        key, row = np.unique(np.column_stack((number, x)), axis=0, return_inverse=True)
        row = row.ravel()
        self._number, self._x, self._groups = key[:, 0].astype(int), key[:, 1], groups
        self._counts = tuple(np.bincount(row, part, len(key)) for part in (below, above, exact))
        self._nodes, self._weights = np.polynomial.hermite_e.hermegauss(_POINTS)

    def negative(self, parameters: list[float]) -> float:
        """Minus the log-likelihood at ln theta, ln total and the share of the variance between groups."""
        t, log_total, share = parameters
        total = np.exp(log_total)
        between, within = total * np.sqrt(share), total * np.sqrt(1.0 - share)
        top, width = self._tops(t, between, within)
        u = top[:, None] + width[:, None] * self._nodes
        inside = self._log_given(u, t, between, within) - 0.5 * u**2 - _LOG_ROOT_TWO_PI
        own = logsumexp(inside + 0.5 * self._nodes**2 + np.log(self._weights), axis=1) + np.log(width)
        return -float(own.sum())

    def _tops(self, t: float, between: float, within: float) -> tuple[np.ndarray, np.ndarray]:
        """Where each integrand (of u ~ N(0, 1)) is greatest, and its width; it is log-concave."""
        below, above, exact = self._counts
        u = np.zeros(self._groups)
        for _ in range(60):
            eta = (self._x - t - between * u[self._number]) / within
            mills_below, mills_above = mills(eta), mills(-eta)
            first = -(below * mills_below - above * mills_above - exact * eta)
            second = below * curvature(eta, mills_below) + above * curvature(-eta, mills_above) + exact
            r = between / within
            slope = r * np.bincount(self._number, first, self._groups) - u
            curve = 1.0 + r**2 * np.bincount(self._number, second, self._groups)
            step = np.clip(slope / curve, -1.0, 1.0)
            u = u + step
            if np.abs(step).max() < 1e-9:
                break
        return u, 1.0 / np.sqrt(curve)

    def _log_given(self, u: np.ndarray, t: float, between: float, within: float) -> np.ndarray:
        """(g, q) log-likelihood of the rows of each group given its u."""
        below, above, exact = (part[:, None] for part in self._counts)
        eta = (self._x[:, None] - t - between * u[self._number]) / within
        rows = (below * log_ndtr(eta) + above * log_ndtr(-eta)
                - exact * (0.5 * eta**2 + _LOG_ROOT_TWO_PI + np.log(within)))
        found = np.zeros((self._groups, u.shape[1]))
        np.add.at(found, self._number, rows)
        return found
