"""From a table to its likelihood, its maximum, and data sets drawn anew."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from drystone.errors import InputError, SolveError
from drystone.studies.fragility.bootstrap import Refit, cluster_weights
from drystone.studies.fragility.existence import (
    check_maximum,
    check_ordinal_maximum,
    check_rising,
    has_maximum,
    has_ordinal_maximum,
)
from drystone.studies.fragility.form import cloud_form, ordinal_form, plain_form
from drystone.studies.fragility.intervals import Problem, covariance
from drystone.studies.fragility.likelihood import CensoredProbit, OrdinalProbit
from drystone.studies.fragility.newton import Maxima, maximise
from drystone.studies.fragility.tables import Capacities, Cloud, Runs, Table

#: Square of the distance from the maximum [standard errors] up to which a fit is one.
_LEFT = 1e-8


@dataclass(frozen=True, eq=False)
class Fitted:
    """The maximum of a likelihood; one data set."""

    problem: Problem
    coefficients: np.ndarray   #: (1, p)
    value: np.ndarray          #: (1,) log-likelihood
    states: tuple[str, ...]
    im: np.ndarray             #: (r,) distinct intensities, in the order of the likelihood's rows
    refit: Refit
    drawing: str               #: what the bootstrap draws: "records", "runs" or "parametric"
    clusters: int | None       #: how many of them there are; None where outcomes are drawn

    def stripes(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Counts (r,) below, above and exactly at the distinct intensities."""
        found = self.problem.likelihood
        assert isinstance(found, CensoredProbit)        # ordered states have no such counts
        return found.below[0], found.above[0], found.exact[0]


def fit_table(table: Table) -> Fitted:
    """Maximum of the likelihood of any table."""
    if isinstance(table, Cloud):
        return _fit_cloud(table)
    if isinstance(table, Runs) and len(table.states) > 1:
        return _fit_ordinal(table)
    return _fit_capacity(table)


def _check_top(problem: Problem, found: Maxima) -> None:
    """The score at the maximum must vanish, measured in standard errors of the coefficients."""
    score = problem.likelihood(found.coefficients)[1][0]
    left = float(score @ covariance(problem, found.coefficients)[0] @ score)
    if not (found.converged[0] and left <= _LEFT):
        raise SolveError("fit: the maximum of the likelihood was not reached: the score must be <= "
                         f"{np.sqrt(_LEFT):g} standard errors, got {np.sqrt(abs(left)):.2g}")


# --- capacities known to be below im, above it, or exactly ------------------------------------------


def _fit_capacity(table: Table) -> Fitted:
    im, row = np.unique(table.im, return_inverse=True)
    per_row = np.stack(table.counts())
    below, above, exact = (np.bincount(row, part, im.size) for part in per_row)
    check_maximum(im, below, above, exact, table.unit, table.noun)
    x = np.log(im)
    found, problem = _maximise_capacity(x, below[None], above[None], exact[None])
    _check_top(problem, found)
    check_rising(float(found.coefficients[0, 0]), x)
    cluster, drawing = _clusters(table)

    def refit(generator: np.random.Generator, count: int) -> np.ndarray:
        if cluster is None:
            runs = (below + above).astype(int)
            index = found.coefficients[0, 0] * x + found.coefficients[0, 1]
            drawn = generator.binomial(runs, ndtr(index), (count, im.size)).astype(float)
            parts = drawn, runs - drawn, np.zeros_like(drawn)
        else:
            weight = cluster_weights(generator, cluster, count)
            failed, stood, at = (_summed(weight * part, row, im.size) for part in per_row)
            parts = failed, stood, at
        good = has_maximum(im, *parts)
        return _maximise_capacity(x, *(part[good] for part in parts))[0].coefficients

    return Fitted(problem, found.coefficients, found.value, ("collapse",), im, refit, drawing, _count(cluster))


def _maximise_capacity(x: np.ndarray, below: np.ndarray, above: np.ndarray, exact: np.ndarray):
    problem = Problem(CensoredProbit(np.column_stack((x, np.ones_like(x))), below, above, exact), plain_form())
    weight = below + above + exact
    middle = (weight @ x) / weight.sum(axis=1)
    return maximise(problem.likelihood, np.column_stack((np.ones_like(middle), -middle))), problem


def _clusters(table: Table) -> tuple[np.ndarray | None, str]:
    """Numbers (r,) of what the bootstrap draws, and how it is called; None: outcomes are drawn from the curve."""
    if "record" in table.labels:
        return np.unique(np.asarray(table.labels["record"]), return_inverse=True)[1], "records"
    if isinstance(table, Capacities):
        return np.arange(table.im.size), "records"
    if isinstance(table, Cloud):
        return np.arange(table.im.size), "runs"
    return None, "parametric"


def _count(cluster: np.ndarray | None) -> int | None:
    return None if cluster is None else int(cluster.max()) + 1


def _summed(values: np.ndarray, row: np.ndarray, size: int) -> np.ndarray:
    """(n, size): sums of values (n, r) over rows of the same intensity."""
    order = np.argsort(row, kind="stable")
    starts = np.searchsorted(row[order], np.arange(size))
    return np.add.reduceat(values[:, order], starts, axis=1)


# --- ordered states ---------------------------------------------------------------------------------


def _fit_ordinal(table: Runs) -> Fitted:
    im, row = np.unique(table.im, return_inverse=True)
    states = len(table.states) + 1
    seen = (table.state[:, None] == np.arange(states)).astype(float)
    counts = np.stack([np.bincount(row, seen[:, j], im.size) for j in range(states)], axis=1)
    check_ordinal_maximum(im, counts, table.states, table.unit)
    x = np.log(im)
    likelihood = OrdinalProbit(x, counts[None])
    problem = Problem(likelihood, ordinal_form(states - 1))
    found = maximise(likelihood, _ordinal_start(likelihood))
    _check_top(problem, found)
    check_rising(float(found.coefficients[0, 0]), x)
    cluster, drawing = _clusters(table)

    def refit(generator: np.random.Generator, count: int) -> np.ndarray:
        if cluster is None:
            share = likelihood_shares(likelihood, found.coefficients)[0]
            drawn = np.stack([generator.multinomial(int(n), p, count) for n, p in zip(counts.sum(axis=1), share)],
                             axis=1)
        else:
            weight = cluster_weights(generator, cluster, count)
            drawn = np.stack([_summed(weight * seen[:, j], row, im.size) for j in range(states)], axis=2)
        drawn = drawn[has_ordinal_maximum(im, drawn)].astype(float)
        again = OrdinalProbit(x, drawn)
        return maximise(again, _ordinal_start(again)).coefficients

    return Fitted(problem, found.coefficients, found.value, table.states, im, refit, drawing, _count(cluster))


def _ordinal_start(likelihood: OrdinalProbit) -> np.ndarray:
    """Level curves that are apart, whatever the data."""
    n, _, states = likelihood.counts.shape
    return np.tile(np.concatenate(([0.0], np.linspace(0.5, -0.5, states - 1))), (n, 1))


def likelihood_shares(likelihood: OrdinalProbit, c: np.ndarray) -> np.ndarray:
    """(n, r, k + 1) share of every state at the intensities of the likelihood."""
    reached = ndtr(c[:, None, :1] * likelihood.x[None, :, None] + c[:, None, 1:])
    edge = np.ones((*reached.shape[:2], 1))
    shares = np.concatenate((edge, reached), axis=2) - np.concatenate((reached, 0.0 * edge), axis=2)
    return np.maximum(shares, 0.0) / np.maximum(shares, 0.0).sum(axis=2, keepdims=True)


# --- clouds -----------------------------------------------------------------------------------------


#: Digits of ln im that tell intensities apart: motions scaled to one PGA differ in their last bits.
_DIGITS = 9


def _fit_cloud(table: Cloud) -> Fitted:
    seen = ~table.collapsed
    x, y = table.x, np.log(np.where(seen, table.edp, 1.0))
    distinct = np.unique(np.round(x[seen], _DIGITS)).size
    if seen.sum() < 3 or distinct < 2:
        raise InputError(f"fit: a cloud needs at least 3 runs with {table.edp_name} at different im, got "
                         f"{int(seen.sum())} at {distinct} intensities")
    # a run that collapsed had a demand beyond the limit and beyond all that were measured without collapse
    ceiling = np.log(max(table.limit, float(table.edp[seen].max())))
    design = np.column_stack((np.where(seen, y, ceiling), np.ones_like(x), x))
    intercept, slope, sigma = _least_squares(x[seen], y[seen])
    if not sigma > 1e-9 * max(np.ptp(y[seen]), 1e-300):
        raise InputError("fit: the likelihood has no maximum: ln EDP is a straight line in ln im, so that beta "
                         "tends to 0")
    start = np.array([[1.0, -intercept, -slope]]) / sigma

    def maxima(weight: np.ndarray, first: np.ndarray):
        likelihood = CensoredProbit(design, np.zeros_like(weight), weight * ~seen, weight * seen)
        return maximise(likelihood, np.tile(first, (len(weight), 1))), likelihood

    found, likelihood = maxima(np.ones((1, x.size)), start)
    problem = Problem(likelihood, cloud_form(float(np.log(table.limit))))
    _check_top(problem, found)
    check_rising(float(-found.coefficients[0, 2]), x)
    cluster, drawing = _clusters(table)
    assert cluster is not None                          # a cloud has records, or its rows

    def refit(generator: np.random.Generator, count: int) -> np.ndarray:
        weight = cluster_weights(generator, cluster, count)
        distinct = np.array([np.unique(x[(w > 0) & seen]).size for w in weight])
        return maxima(weight[distinct >= 3], found.coefficients)[0].coefficients

    state = f"{table.edp_name} >= {table.limit:g}"
    return Fitted(problem, found.coefficients, found.value, (state,), table.im, refit, drawing, _count(cluster))


def _least_squares(x: np.ndarray, y: np.ndarray) -> tuple[float, float, float]:
    """Intercept, slope and standard deviation of the residuals."""
    slope, intercept = np.polyfit(x, y, 1)
    return float(intercept), float(slope), float(np.sqrt(np.mean((y - intercept - slope * x)**2)))
