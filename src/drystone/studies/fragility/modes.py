"""Fragility by failure mode."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from drystone.errors import InputError
from drystone.studies.fragility.fit import FragilityFit, fit_fragility
from drystone.studies.fragility.mode_shares import ModeShares, fit_mode_shares
from drystone.studies.fragility.tables import Capacities, Runs, Table


@dataclass(frozen=True, slots=True)
class ModeFit:
    """The curve of collapses by one mode."""

    mode: str
    collapses: int
    fit: FragilityFit | None   #: lognormal on its own; None where the likelihood has no maximum
    reason: str = ""           #: then why
    shares: ModeShares | None = None   #: of runs: which share of the collapses goes this way

    def probability(self, total: FragilityFit, im: np.ndarray) -> np.ndarray | None:
        """Share (m,) of runs that collapse this way: of `total` the part of this mode, so that modes add up to it.

        Of capacities, and where a mode has none, its own lognormal curve, or None.
        """
        if self.shares is not None:
            return total.probability(im) * self.shares(im)[self.shares.modes.index(self.mode)]
        return None if self.fit is None else self.fit.probability(im)


def fit_modes(table: Table, level: float = 0.95) -> list[ModeFit]:
    """One curve for every mode in which something collapsed, the commonest first.

    Runs: whoever collapsed by another mode did not collapse by this one. Capacities: such a record would
    have collapsed by this mode at some greater intensity, it is censored at its own.
    """
    mode = np.asarray(table.labels["mode"])
    collapsed = _collapsed(table)
    blank = np.flatnonzero(collapsed & (mode == ""))
    if blank.size:
        raise InputError(f"{table.where(int(blank[0]))}: mode must be given where a run collapsed, got nothing")
    names, counts = np.unique(mode[collapsed], return_counts=True)
    found = []
    shares = (fit_mode_shares(table.im[collapsed], mode[collapsed], tuple(map(str, names)))
              if isinstance(table, Runs) and collapsed.any() else None)
    for k in sorted(range(len(names)), key=lambda k: (-counts[k], names[k])):
        own = collapsed & (mode == names[k])
        try:
            fit, reason = fit_fragility(_of_mode(table, own), level=level), ""
        except InputError as error:
            fit, reason = None, str(error).removeprefix("fit: ")
        found.append(ModeFit(str(names[k]), int(counts[k]), fit, reason, shares))
    return found


def sum_gap(total: FragilityFit, modes: list[ModeFit]) -> float:
    """Greatest difference of the sum of the curves of all modes from the curve of all collapses, in the data's range.

    Each curve is lognormal on its own; nothing makes their sum lognormal.
    """
    im = np.geomspace(*total.data_range, 200)
    parts = [part.fit.probability(im) for part in modes if part.fit is not None]
    return float(np.abs(sum(parts, np.zeros_like(im)) - total.probability(im)).max())


def _collapsed(table: Table) -> np.ndarray:
    if isinstance(table, Runs):
        return table.state == len(table.states)
    if isinstance(table, Capacities):
        return ~table.censored
    raise InputError("fit: modes need a table of runs or of capacities, one mode a row")


def _of_mode(table: Any, own: np.ndarray) -> Table:
    if isinstance(table, Capacities):
        return replace(table, censored=~own)
    return replace(table, state=own.astype(int), states=("collapse",))
