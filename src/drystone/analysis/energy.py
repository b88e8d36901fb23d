"""Energies of a run per unit weight, and how well they balance.

The balance of the store is: kinetic + potential - their sum at the start - all works. Works are positive
where they add energy to the blocks, so friction and impact are negative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import static_array
from drystone.errors import InputError
from drystone.results.result import RunResult

_BALANCE = "balance"
_HELD, _GIVEN = ("kinetic", "potential"), ("loads", "supports", "removed")


def energy_terms(result: RunResult) -> dict[str, np.ndarray]:
    """name -> (s,) [J] at every step: kinetic, the change of potential, and each work; not the balance."""
    terms: dict[str, np.ndarray] = {name: result.energy(name) for name in result.energies if name != _BALANCE}
    potential = terms.get("potential")
    if potential is not None and len(potential):
        terms["potential"] = potential - potential[0]
    return terms


def energies_per_weight(result: RunResult) -> dict[str, np.ndarray]:
    """name -> (s,) [m] at every step: `energy_terms` and "balance" by the weight of all free blocks."""
    weight = float(static_array(result, "weight"))
    if not weight > 0.0:
        raise InputError(f"run '{result.directory}': the weight of blocks must be > 0 [N], got {weight!r}")
    terms = energy_terms(result)
    if _BALANCE in result.energies:
        terms[_BALANCE] = result.energy(_BALANCE)
    return {name: values / weight for name, values in terms.items()}


def largest_term(result: RunResult) -> float:
    """[J]: the greatest size that any term has over the run; what errors of the balance are compared with."""
    return max((float(np.abs(v).max(initial=0.0)) for v in energy_terms(result).values()), default=0.0)


def balance_error(result: RunResult) -> float:
    """Greatest error of the balance over the run by the greatest term of it [-]; 0 where nothing moves."""
    error = float(np.abs(result.energy(_BALANCE)).max(initial=0.0))
    scale = largest_term(result)
    if scale == 0.0:
        return 0.0 if error == 0.0 else float("inf")
    return error / scale


@dataclass(frozen=True, slots=True)
class EnergyFlow:
    """Where energy came from and went since the start: total = put_in - dissipated, to the error of the balance."""

    total: np.ndarray        #: (s,), change of what blocks hold: kinetic and potential energy
    put_in: np.ndarray       #: (s,), net work of loads and moved supports, less what went with removed blocks
    dissipated: np.ndarray   #: (s,), what all other terms have taken: friction, impacts, mortar, ties, time stepping


def energy_flow(terms: Mapping[str, np.ndarray]) -> EnergyFlow:
    """Energies put in and dissipated, from terms (s,) as `energy_terms` gives them, in the same unit."""
    nothing = np.zeros(len(next(iter(terms.values()), ())))
    held = sum((terms[name] - terms[name][:1] for name in _HELD if name in terms), nothing)
    given = sum((terms[name] for name in _GIVEN if name in terms), nothing)
    taken = sum((values for name, values in terms.items() if name not in (*_HELD, *_GIVEN, _BALANCE)), nothing)
    return EnergyFlow(held, given, -taken)
