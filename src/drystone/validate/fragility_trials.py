"""How often intervals of fitted curves contain the truth: seeded data sets drawn from a known curve."""

from __future__ import annotations

from collections.abc import Iterable
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


def count_coverage(trials: int, seed: int, *, same_records: bool = False) -> Coverage:
    """Profile and Wald intervals of `trials` data sets.

    Parameters
    ----------
    same_records : the same records are run at every stripe, each with a capacity of its own, so that outcomes of
        stripes depend on each other; else each run has its own record
    """
    generator = np.random.default_rng(seed)
    problem, c, value = _fit(_draw_same(generator, trials)[1] if same_records else _draw(generator, trials))
    found = {name: {kind.__name__: _share(name, *_interval(kind, problem, c, value, name)) for kind in (profile, wald)}
             for name in ("theta", "beta")}
    return Coverage(trials, trials - len(c), found["theta"], found["beta"])


def count_bootstrap_coverage(trials: int, draws: int, seed: int) -> Coverage:
    """Percentile intervals of `draws` data sets drawn from the curve of each of `trials` data sets."""
    generator = np.random.default_rng(seed)
    _, c, _ = _fit(_draw(generator, trials))
    shares = ndtr(plain_form().index(c, np.log(STRIPES)))
    drawn = (generator.binomial(RUNS, share, (draws, len(STRIPES))).astype(float) for share in shares)
    return _percentile_coverage(trials, len(c), drawn)


def count_record_bootstrap_coverage(trials: int, draws: int, seed: int) -> Coverage:
    """The same of records drawn with replacement, where the same records are run at every stripe."""
    generator = np.random.default_rng(seed)
    collapsed, _ = _draw_same(generator, trials)
    drawn = (np.einsum("dr,rs->ds", generator.multinomial(RUNS, np.full(RUNS, 1.0 / RUNS), draws), own.astype(float))
             for own in collapsed)
    return _percentile_coverage(trials, trials, drawn)


def _draw(generator: np.random.Generator, trials: int) -> np.ndarray:
    """(trials, stripes) collapses, every run on its own."""
    share = ndtr((np.log(STRIPES) - np.log(THETA)) / BETA)
    return generator.binomial(RUNS, share, (trials, share.size)).astype(float)


def _draw_same(generator: np.random.Generator, trials: int) -> tuple[np.ndarray, np.ndarray]:
    """Whether each record collapses at each stripe (trials, runs, stripes), and their sums."""
    capacity = generator.normal(np.log(THETA), BETA, (trials, RUNS, 1))
    collapsed = capacity <= np.log(STRIPES)
    return collapsed, collapsed.sum(axis=1).astype(float)


def _percentile_coverage(trials: int, fitted: int, drawn: Iterable[np.ndarray]) -> Coverage:
    """Percentile intervals of the data sets (draws, stripes) of each trial."""
    form, tails, held = plain_form(), (0.5 - 0.5 * LEVEL, 0.5 + 0.5 * LEVEL), []
    for again in drawn:
        _, fits, _ = _fit(again)
        theta, beta = (np.exp(np.quantile(values, tails)) for values in (form.log_theta(fits), form.log_beta(fits)))
        held.append((_share("theta", *theta), _share("beta", *beta)))
    theta, beta = np.mean(held, axis=0)
    return Coverage(trials, trials - fitted, {"bootstrap": float(theta)}, {"bootstrap": float(beta)})


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
    return float(np.mean((low <= truth) & (truth <= high)))
