"""How often intervals of fitted curves contain the truth: seeded data sets drawn from a known curve."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from drystone.studies.fragility.existence import has_maximum
from drystone.studies.fragility.form import plain_form
from drystone.studies.fragility.intervals import Problem, profile, wald
from drystone.studies.fragility.likelihood import CensoredProbit
from drystone.studies.fragility.newton import maximise

STRIPES = (0.5, 0.75, 1.0, 1.5, 2.0, 2.5)   #: im
THETA, BETA = 1.0, 0.45                     #: truth
RUNS = 44                                   #: of each stripe
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of trials whose interval contains the truth."""

    trials: int
    without_maximum: int         #: trials left out: no maximum that rises
    theta: dict[str, float]      #: by kind of interval
    beta: dict[str, float]


def count_coverage(trials: int, seed: int) -> Coverage:
    """Profile and Wald intervals of `trials` data sets."""
    generator = np.random.default_rng(seed)
    x = np.log(STRIPES)
    drawn = generator.binomial(RUNS, ndtr((x - np.log(THETA)) / BETA), (trials, x.size)).astype(float)
    problem, c, value = _fit(drawn)
    found = {name: {kind.__name__: _share(name, *_interval(kind, problem, c, value, name)) for kind in (profile, wald)}
             for name in ("theta", "beta")}
    return Coverage(trials, trials - len(c), found["theta"], found["beta"])


def count_bootstrap_coverage(trials: int, draws: int, seed: int) -> Coverage:
    """Percentile intervals of `draws` data sets drawn from the curve of each of `trials` data sets."""
    generator = np.random.default_rng(seed)
    x = np.log(STRIPES)
    drawn = generator.binomial(RUNS, ndtr((x - np.log(THETA)) / BETA), (trials, x.size)).astype(float)
    _, c, _ = _fit(drawn)
    ends = {"theta": np.empty((2, len(c))), "beta": np.empty((2, len(c)))}
    form, tails = plain_form(), (0.5 - 0.5 * LEVEL, 0.5 + 0.5 * LEVEL)
    for k in range(len(c)):
        again = generator.binomial(RUNS, ndtr(form.index(c[k:k + 1], x)[0]), (draws, x.size)).astype(float)
        _, fits, _ = _fit(again)
        ends["theta"][:, k] = np.exp(np.quantile(form.log_theta(fits), tails))
        ends["beta"][:, k] = np.exp(np.quantile(form.log_beta(fits), tails))
    return Coverage(trials, trials - len(c), {"bootstrap": _share("theta", *ends["theta"])},
                    {"bootstrap": _share("beta", *ends["beta"])})


def _fit(below: np.ndarray) -> tuple[Problem, np.ndarray, np.ndarray]:
    """Problem, coefficients and log-likelihoods of the data sets that have a maximum that rises."""
    im, nothing = np.array(STRIPES), np.zeros_like(below)
    design = np.column_stack((np.log(im), np.ones(im.size)))
    good = has_maximum(im, below, RUNS - below, nothing)
    below = below[good]
    found = maximise(CensoredProbit(design, below, RUNS - below, nothing[good]), np.tile([1.0, 0.0], (len(below), 1)))
    rises = found.coefficients[:, 0] > 0.0
    likelihood = CensoredProbit(design, below[rises], RUNS - below[rises], 0.0 * below[rises])
    return Problem(likelihood, plain_form()), found.coefficients[rises], found.value[rises]


def _interval(kind, problem: Problem, c: np.ndarray, value: np.ndarray, name: str):
    return wald(problem, c, name, LEVEL) if kind is wald else profile(problem, c, value, name, LEVEL)


def _share(name: str, low: np.ndarray, high: np.ndarray) -> float:
    truth = BETA if name == "beta" else THETA
    return float(((low <= truth) & (truth <= high)).mean())
