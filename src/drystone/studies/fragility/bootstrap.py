"""Seeded bootstrap: fits of data drawn from the fitted curve, or of records drawn from the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from drystone.studies.fragility.form import Form

_TOGETHER = 250   #: data sets fitted at once

#: From data sets drawn by a generator, `count` of them: coefficients (m, p) of those that have a maximum, m <= count.
Refit = Callable[[np.random.Generator, int], np.ndarray]


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Coefficients of fits to data drawn anew."""

    coefficients: np.ndarray   #: (m, p)
    drawn: int                 #: data sets drawn; those without a maximum, or that fall, are left out
    seed: int
    kind: str                  #: "records", "runs" or "parametric"

    @property
    def lost(self) -> int:
        """Data sets without a maximum that rises."""
        return self.drawn - len(self.coefficients)

    def interval(self, form: Form, name: str, level: float, curve: int = 0) -> tuple[float, float]:
        """Percentiles of theta or beta."""
        values = form.log_beta(self.coefficients) if name == "beta" else form.log_theta(self.coefficients, curve)
        low, high = np.exp(np.quantile(values, (0.5 - 0.5 * level, 0.5 + 0.5 * level)))
        return float(low), float(high)

    def band(self, form: Form, x: np.ndarray, level: float, curve: int = 0) -> np.ndarray:
        """(2, m) percentiles of the share at ln im (m,)."""
        shares = ndtr(form.index(self.coefficients, x, curve))
        return np.quantile(shares, (0.5 - 0.5 * level, 0.5 + 0.5 * level), axis=0)


def draw(refit: Refit, form: Form, count: int, seed: int, kind: str) -> Bootstrap:
    """Fit `count` data sets that `refit` draws."""
    generator = np.random.default_rng(seed)
    found = [refit(generator, min(_TOGETHER, count - done)) for done in range(0, count, _TOGETHER)]
    coefficients = np.concatenate(found)
    return Bootstrap(coefficients[coefficients @ form.slope > 0.0], count, seed, kind)


def cluster_weights(generator: np.random.Generator, cluster: np.ndarray, count: int) -> np.ndarray:
    """(count, r): how often each row is in a sample of clusters (records) drawn with replacement; cluster (r,) ints."""
    total = int(cluster.max()) + 1
    chosen = generator.integers(total, size=(count, total))
    times = np.zeros((count, total))
    np.add.at(times, (np.arange(count)[:, None], chosen), 1.0)
    return times[:, cluster]
