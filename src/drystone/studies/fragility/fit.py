"""`fit_fragility`: lognormal curves by maximum likelihood, from any of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, overload

import numpy as np
from scipy.special import ndtr
from scipy.stats import chi2

from drystone.checks import check_choice, check_count, check_number
from drystone.errors import InputError
from drystone.studies.fragility import intervals
from drystone.studies.fragility.bootstrap import Bootstrap, draw
from drystone.studies.fragility.problems import Fitted, fit_table
from drystone.studies.fragility.tables import Capacities, Cloud, Runs, Stripes, Table

KINDS = ("profile", "wald", "bootstrap")


@dataclass(frozen=True, eq=False)
class FragilityFit:
    """Curves P(state >= j | im) = Phi(ln(im / theta_j) / beta) with their intervals.

    ``print(fit)`` says what was found.
    """

    table: Table
    fitted: Fitted
    level: float = 0.95
    bootstrap: Bootstrap | None = None

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the curves, from light to severe; ("collapse",) where there is one."""
        return self.fitted.states

    @property
    def thetas(self) -> dict[str, float]:
        """Median of every curve [unit of im]."""
        form, c = self.fitted.problem.form, self.fitted.coefficients
        return {name: float(np.exp(form.log_theta(c, j)[0])) for j, name in enumerate(self.states)}

    @property
    def theta(self) -> float:
        """Median of the curve, of the severest one where there are several [unit of im]."""
        return self.thetas[self.states[-1]]

    @property
    def beta(self) -> float:
        """Dispersion: standard deviation of ln capacity [-]; the same for all curves."""
        return float(np.exp(self.fitted.problem.form.log_beta(self.fitted.coefficients)[0]))

    @property
    def log_likelihood(self) -> float:
        """At its maximum; binomial coefficients left out."""
        return float(self.fitted.value[0])

    @property
    def coefficients(self) -> np.ndarray:
        """(p,) of the probit index; of one curve: (1 / beta, -ln theta / beta)."""
        return self.fitted.coefficients[0]

    @property
    def covariance(self) -> np.ndarray:
        """(p, p) of the coefficients: inverse of the expected information (observed where capacities are exact)."""
        return intervals.covariance(self.fitted.problem, self.fitted.coefficients)[0]

    @property
    def data_range(self) -> tuple[float, float]:
        """Least and greatest im of the table; outside of it the curve is extrapolated [unit of im]."""
        return float(self.table.im.min()), float(self.table.im.max())

    @property
    def interval_kinds(self) -> tuple[str, ...]:
        """Intervals that this fit can give."""
        return KINDS if self.bootstrap is not None else KINDS[:2]

    def interval(self, name: str, kind: str = "profile", state: str | None = None) -> tuple[float, float]:
        """Ends of the interval of "theta" or "beta"; kind "profile", "wald" or, if asked for, "bootstrap"."""
        check_choice("fit: interval of", name, ("theta", "beta"))
        problem, c, curve = self.fitted.problem, self.fitted.coefficients, self._curve(state)
        if self._kind(kind) == "bootstrap" and self.bootstrap is not None:
            return self.bootstrap.interval(problem.form, name, self.level, curve)
        if kind == "wald":
            low, high = intervals.wald(problem, c, name, self.level, curve)
        else:
            low, high = intervals.profile(problem, c, self.fitted.value, name, self.level, curve)
        return float(low[0]), float(high[0])

    @overload
    def probability(self, im: float, state: str | None = None) -> float: ...

    @overload
    def probability(self, im: np.ndarray, state: str | None = None) -> np.ndarray: ...

    def probability(self, im: float | np.ndarray, state: str | None = None) -> float | np.ndarray:
        """Share of runs in that state or a severer one at intensities > 0 [unit of im]; default the severest."""
        with np.errstate(divide="ignore"):
            x = np.log(np.atleast_1d(np.asarray(im, float)))
        share = ndtr(self.fitted.problem.form.index(self.fitted.coefficients, x, self._curve(state))[0])
        return float(share[0]) if np.ndim(im) == 0 else share

    def band(self, im: np.ndarray, kind: str = "profile", state: str | None = None) -> np.ndarray:
        """(2, m): least and greatest share at intensities (m,), each on its own, at the level of the fit."""
        problem, c, curve = self.fitted.problem, self.fitted.coefficients, self._curve(state)
        x = np.log(np.atleast_1d(np.asarray(im, float)))
        if self._kind(kind) == "bootstrap" and self.bootstrap is not None:
            return self.bootstrap.band(problem.form, x, self.level, curve)
        if kind == "wald":
            return intervals.wald_band(problem, c, x, self.level, curve)
        return intervals.profile_band(problem, c, self.fitted.value, x, self.level, curve)

    def goodness(self) -> tuple[float, int, float] | None:
        """Deviance, degrees of freedom and p-value against free shares per stripe; None without stripes of 5 runs."""
        if not isinstance(self.table, Stripes | Runs) or len(self.states) > 1:
            return None
        below, above, _ = self.fitted.stripes()
        runs = below + above
        if len(runs) < 3 or runs.min() < 5:
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            free = np.nansum(np.where(below > 0, below * np.log(below / runs), 0.0)
                             + np.where(above > 0, above * np.log(above / runs), 0.0))
        deviance = max(2.0 * (free - self.log_likelihood), 0.0)
        return deviance, len(runs) - 2, float(chi2.sf(deviance, len(runs) - 2))

    def __str__(self) -> str:
        from drystone.studies.fragility.words import fit_lines
        return "\n".join(fit_lines(self))

    def _curve(self, state: str | None) -> int:
        if state is None:
            return len(self.states) - 1
        return self.states.index(check_choice("fit: state", state, self.states))

    def _kind(self, kind: str) -> str:
        check_choice("fit: kind of interval", kind, KINDS)
        if kind == "bootstrap" and self.bootstrap is None:
            raise InputError("fit: no bootstrap was drawn; give bootstrap=COUNT and seed=NUMBER")
        return kind


def fit_fragility(table: Table | Mapping[str, object], *, level: float = 0.95, bootstrap: int = 0,
                  seed: int | None = None) -> FragilityFit:
    """Fit lognormal fragility curves by maximum likelihood.

    Parameters
    ----------
    table : Stripes, Runs, Capacities or Cloud; or columns by these names, e.g.
        ``{"im": ..., "failures": ..., "runs": ...}``, ``{"im": ..., "collapsed": ...}``,
        ``{"im": ..., "state": ...}`` or ``{"im": ..., "censored": ...}``
    level : of the intervals, above 0 and below 1
    bootstrap : data sets to draw; 0 = none
    seed : of the bootstrap, must be given with it

    Raises
    ------
    InputError : the table breaks a rule, or its likelihood has no maximum; the message says why
    """
    check_number("fit: level", level, "-", above=0.0, below=1.0)
    check_count("fit: bootstrap", bootstrap, least=0)
    if bootstrap and seed is None:
        raise InputError("fit: bootstrap needs a seed, got none")
    table = table if isinstance(table, Table) else table_of(table)
    fitted = fit_table(table)
    fit = FragilityFit(table, fitted, float(level))
    if not bootstrap:
        return fit
    if fitted.clusters == 1:
        raise InputError("fit: bootstrap needs at least 2 records to draw from, got 1")
    drawn = draw(fitted.refit, fitted.problem.form, bootstrap, check_count("fit: seed", seed, least=0), fitted.drawing)
    if len(drawn.coefficients) < 0.5 * bootstrap:
        raise InputError(f"fit: bootstrap found no maximum in {drawn.lost} of {bootstrap} data sets drawn; the table "
                         "is too small for it")
    return replace(fit, bootstrap=drawn)


def table_of(columns: Mapping[str, object]) -> Table:
    """The table that has these columns."""
    given = dict(columns)
    for kind, own in ((Cloud, "edp"), (Stripes, "failures"), (Runs, "state"), (Capacities, "censored")):
        if own in given:
            return _made(kind, given)
    if "collapsed" in given:
        given["state"] = given.pop("collapsed")
        return _made(Runs, given)
    raise InputError("fit: table must have failures and runs, collapsed, state, censored or edp, got "
                     f"{', '.join(map(str, given)) or 'no column'}")


def _made(kind: type[Table], given: dict[str, Any]) -> Table:
    try:
        return kind(**given)
    except TypeError as error:     # a column that is missing, or that no table has
        raise InputError(f"fit: table of {kind.__name__.lower()}: {str(error).split('__init__() ')[-1]}") from None
