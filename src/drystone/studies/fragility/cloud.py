"""What a cloud says beside its censored fit: the regression, and collapses with a probability of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.errors import InputError
from drystone.studies.fragility.fit import FragilityFit, fit_fragility
from drystone.studies.fragility.tables import Cloud, Runs


@dataclass(frozen=True, eq=False)
class SeparateCollapse:
    """P(EDP >= limit | im) = P_c(im) + (1 - P_c(im)) Phi((a + b ln im - ln limit) / sigma), P_c lognormal."""

    collapse: FragilityFit | None   #: P_c; None where nothing collapsed, then P_c = 0
    demand: FragilityFit            #: of the runs that did not collapse

    def probability(self, im: float | np.ndarray) -> float | np.ndarray:
        """Share of runs with a demand beyond the limit or a collapse, at intensities > 0 [unit of im]."""
        collapse = 0.0 if self.collapse is None else self.collapse.probability(im)
        return collapse + (1.0 - collapse) * self.demand.probability(im)


def regression(fit: FragilityFit) -> tuple[float, float, float]:
    """a, b and sigma of ln EDP = a + b ln im + N(0, sigma^2)."""
    c = fit.coefficients
    return float(-c[1] / c[0]), float(-c[2] / c[0]), float(1.0 / c[0])


def separate_collapse(table: Cloud, level: float = 0.95) -> SeparateCollapse:
    """Collapses apart from demands; raises InputError where collapses alone have no curve."""
    standing = ~table.collapsed
    demand = fit_fragility(_rows(table, standing), level=level)
    if not table.collapsed.any():
        return SeparateCollapse(None, demand)
    runs = Runs(im=table.im, state=table.collapsed.astype(int), im_name=table.im_name, unit=table.unit)
    return SeparateCollapse(fit_fragility(runs, level=level), demand)


def _rows(table: Cloud, chosen: np.ndarray) -> Cloud:
    if not chosen.any():
        raise InputError("fit: every run of the cloud collapsed, got no demand")
    return replace(table, im=table.im[chosen], edp=table.edp[chosen], collapsed=table.collapsed[chosen], labels={},
                   measures={}, covariates={})
