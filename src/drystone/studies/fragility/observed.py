"""What the data themselves say, to be drawn beside a curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.studies.fragility.fit import FragilityFit
from drystone.studies.fragility.tables import Capacities, Cloud, Runs, Stripes

_MOST_STRIPES = 15   #: distinct intensities; more are joined into bins of as many runs
_BINS = 8


@dataclass(frozen=True, slots=True)
class Observed:
    """Shares of runs that reached a state."""

    im: np.ndarray      #: (m,) [unit of im]; of bins the geometric mean
    share: np.ndarray   #: (m,)
    runs: np.ndarray    #: (m,) runs behind each share
    words: str          #: what they are


def observed_shares(fit: FragilityFit, curve: int = 0) -> Observed:
    """Shares per stripe, per bin, or of a truncated IDA by the product-limit estimate."""
    table = fit.table
    if isinstance(table, Stripes):
        im, row = np.unique(table.im, return_inverse=True)
        runs = np.bincount(row, table.runs)
        return Observed(im, np.bincount(row, table.failures) / runs, runs, "share of a stripe")
    if isinstance(table, Capacities):
        return _product_limit(table)
    if isinstance(table, Cloud):
        reached = table.collapsed | (np.nan_to_num(table.edp, nan=np.inf) >= table.limit)
    else:
        assert isinstance(table, Runs)
        reached = table.state > curve
    return _per_stripe(table.im, reached)


def _per_stripe(im: np.ndarray, reached: np.ndarray) -> Observed:
    distinct, row = np.unique(im, return_inverse=True)
    if distinct.size <= _MOST_STRIPES:
        runs = np.bincount(row)
        return Observed(distinct, np.bincount(row, reached) / runs, runs, "share of a stripe")
    parts = [part for part in np.array_split(np.argsort(im, kind="stable"), _BINS) if part.size]
    return Observed(np.array([np.exp(np.log(im[part]).mean()) for part in parts]),
                    np.array([reached[part].mean() for part in parts]), np.array([part.size for part in parts]),
                    f"share of {len(parts)} bins")


def _product_limit(table: Capacities) -> Observed:
    """Kaplan and Meier: at each capacity, the share of records still standing is reduced by those that fall there."""
    im = np.unique(table.im[~table.censored])
    at_risk = np.array([(table.im >= level).sum() for level in im])
    falls = np.array([((table.im == level) & ~table.censored).sum() for level in im])
    return Observed(im, 1.0 - np.cumprod(1.0 - falls / at_risk), falls, "product-limit estimate")
