"""Newton's method for concave log-likelihoods, many data sets at once, with linear equations kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

#: From (n, p) coefficients: values (n,), gradients (n, p) and second derivatives (n, p, p) of n log-likelihoods.
Values = tuple[np.ndarray, np.ndarray, np.ndarray]
Evaluate = Callable[[np.ndarray], Values]

_MOST_STEPS = 200
_MOST_HALVINGS = 50
#: The step after which the gain that a quadratic promises is below this squares the error once more: it is the last.
_LAST_GAIN = 1e-10


@dataclass(frozen=True, slots=True)
class Maxima:
    """Where n log-likelihoods are greatest."""

    coefficients: np.ndarray   #: (n, p)
    value: np.ndarray          #: (n,) log-likelihood there
    converged: np.ndarray      #: (n,) bool


def maximise(evaluate: Evaluate, start: np.ndarray, equations: np.ndarray | None = None) -> Maxima:
    """Maximise n concave functions of p coefficients each.

    Parameters
    ----------
    start : (n, p) where every function is finite; it satisfies the equations
    equations : (n, q, p) rows whose product with the coefficients stays what it is at the start
    """
    c = np.array(start, float)
    found = evaluate(c)
    done = np.zeros(len(c), bool)
    for _ in range(_MOST_STEPS):
        step = _newton_step(*found[1:], equations)
        gain = np.einsum("np,np->n", found[1], step)
        step[done] = 0.0
        c, found, stuck = _shortened(evaluate, c, found, step, gain)
        done |= (gain <= _LAST_GAIN * (1.0 + 1e-3 * np.abs(found[0]))) | stuck
        if done.all():
            break
    return Maxima(c, found[0], done & np.isfinite(found[0]))


def _newton_step(gradient: np.ndarray, second: np.ndarray, equations: np.ndarray | None) -> np.ndarray:
    """Step (n, p) to the top of the quadratic, along which the equations hold."""
    n, p = gradient.shape
    q = 0 if equations is None else equations.shape[1]
    # coefficients in units in which each curvature is 1, whatever the unit and the spread of im
    unit = 1.0 / np.sqrt(np.maximum(np.abs(np.einsum("npp->np", second)), 1e-200))
    system = np.zeros((n, p + q, p + q))
    system[:, :p, :p] = second * unit[:, :, None] * unit[:, None, :]
    system[:, :p, :p] -= 1e-13 * np.eye(p)       # a direction in which nothing changes gives no infinite step
    right = np.concatenate((-gradient * unit, np.zeros((n, q))), axis=1)
    if q:
        rows = equations * unit[:, None, :]
        rows = rows / np.abs(rows).max(axis=2, keepdims=True)
        system[:, p:, :p], system[:, :p, p:] = rows, rows.transpose(0, 2, 1)
    return np.linalg.solve(system, right[:, :, None])[:, :p, 0] * unit


def _shortened(evaluate: Evaluate, c: np.ndarray, found: Values, step: np.ndarray,
               gain: np.ndarray) -> tuple[np.ndarray, Values, np.ndarray]:
    """Steps halved until the value rises; those that never rise are within rounding of the top."""
    value, share = found[0], np.ones(len(c))
    rounding = 1e-13 * (1.0 + np.abs(value))
    for _ in range(_MOST_HALVINGS):
        moved = c + share[:, None] * step
        with np.errstate(all="ignore"):
            new = evaluate(moved)
        bad = ~(new[0] >= value + 1e-4 * share * np.maximum(gain, 0.0) - rounding)
        if not bad.any():
            break
        share[bad] *= 0.5
    moved[bad] = c[bad]
    for part, old in zip(new, found):
        part[bad] = old[bad]
    return moved, new, bad
