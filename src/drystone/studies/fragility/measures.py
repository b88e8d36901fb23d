"""Which intensity measure to choose: efficiency and sufficiency of all that the table holds, on the same rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.stats import chi2

from drystone.errors import InputError
from drystone.studies.fragility.fit import FragilityFit, fit_fragility
from drystone.studies.fragility.likelihood import CensoredProbit
from drystone.studies.fragility.tables import Cloud, Runs, Table


@dataclass(frozen=True, slots=True)
class Trend:
    """Score test: would ln of another column, added to the index, raise the likelihood?"""

    column: str
    coefficient: float   #: one Newton step from zero: change of the index a unit of ln column; > 0: more collapses
    p_value: float       #: of chi-squared with one degree of freedom; small: residuals have a trend


@dataclass(frozen=True, slots=True)
class MeasureFit:
    """One intensity measure as im."""

    name: str
    fit: FragilityFit | None   #: None where the likelihood has no maximum
    reason: str                #: then why
    trends: tuple[Trend, ...]


def compare_measures(table: Table, level: float = 0.95) -> list[MeasureFit]:
    """Fit every measure of the table on the same rows; least dispersion first, those without a fit last.

    Efficient: beta is small. Sufficient: given im, nothing else in the table says more about collapse. Of several
    states the severest counts.
    """
    if isinstance(table, Runs) and len(table.states) > 1:
        table = replace(table, state=table.state == len(table.states), states=("collapse",))
    candidates = {table.im_name: table.im, **table.measures}
    found = []
    for name, values in candidates.items():
        others = {other: column for other, column in (candidates | dict(table.covariates)).items() if other != name}
        try:
            fit = fit_fragility(_with_measure(table, name, values), level=level)
        except InputError as error:
            found.append(MeasureFit(name, None, str(error).removeprefix("fit: "), ()))
            continue
        trends = tuple(trend(fit, other, column) for other, column in others.items() if np.ptp(column) > 0.0)
        found.append(MeasureFit(name, fit, "", trends))
    return sorted(found, key=lambda item: np.inf if item.fit is None else item.fit.beta)


def trend(fit: FragilityFit, name: str, column: np.ndarray) -> Trend:
    """Whether what the curve leaves unexplained goes with ln of a column (r,) of the same rows."""
    likelihood, c = _row_by_row(fit, np.log(column))
    gradient, information = likelihood(c)[1][0], likelihood.information(c)[0]
    # what of the column the coefficients of the curve cannot take over
    own = information[-1, -1] - information[-1, :-1] @ np.linalg.solve(information[:-1, :-1], information[:-1, -1])
    if not own > 1e-10 * information[-1, -1]:
        return Trend(name, float("nan"), float("nan"))     # the column is im itself, or a power of it
    sign = -1.0 if isinstance(fit.table, Cloud) else 1.0
    return Trend(name, float(sign * gradient[-1] / own), float(chi2.sf(gradient[-1]**2 / own, 1)))


def _row_by_row(fit: FragilityFit, extra: np.ndarray) -> tuple[CensoredProbit, np.ndarray]:
    """The fit's likelihood over rows of the table, with one more column whose coefficient is zero."""
    table, zero = fit.table, np.zeros((1, 1))
    if isinstance(table, Cloud):
        own = fit.fitted.problem.likelihood
        assert isinstance(own, CensoredProbit)
        return replace(own, design=np.column_stack((own.design, extra))), np.hstack((fit.fitted.coefficients, zero))
    design = np.column_stack((table.x, np.ones_like(table.x), extra))
    likelihood = CensoredProbit(design, *(part[None] for part in table.counts()))
    return likelihood, np.hstack((fit.fitted.coefficients, zero))


def _with_measure(table: Table, name: str, values: np.ndarray) -> Table:
    """The table with another column as im."""
    return table if name == table.im_name else replace(table, im=values, im_name=name, unit="-", measures={})
