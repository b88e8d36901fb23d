"""Newton's method for concave log-likelihoods, many data sets at once, with linear equations kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

#: From (n, p) coefficients: values (n,), gradients (n, p) and second derivatives (n, p, p) of n log-likelihoods.
Evaluate = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]

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
    value, gradient, second = evaluate(c)
    done = np.zeros(len(c), bool)
    for _ in range(_MOST_STEPS):
        step = _newton_step(gradient, second, equations)
        gain = np.einsum("np,np->n", gradient, step)
        step[done] = 0.0
        moved, new_value, stuck = _shortened(evaluate, c, value, step, gain)
        c, value = moved, np.maximum(value, new_value)
        done |= (gain <= _LAST_GAIN * (1.0 + 1e-3 * np.abs(value))) | stuck
        if done.all():
            break
        _, gradient, second = evaluate(c)
    return Maxima(c, value, done & np.isfinite(value))


def _newton_step(gradient: np.ndarray, second: np.ndarray, equations: np.ndarray | None) -> np.ndarray:
    """Step (n, p) to the top of the quadratic, along which the equations hold."""
    n, p = gradient.shape
    size = np.einsum("npp->n", np.abs(second))
    flat = 1e-13 * size + 1e-200                 # a direction in which nothing changes gives no infinite step
    damped = second - flat[:, None, None] * np.eye(p)
    if equations is None:
        return -np.linalg.solve(damped, gradient[:, :, None])[:, :, 0]
    q = equations.shape[1]
    scale = size + 1e-200
    system = np.zeros((n, p + q, p + q))
    system[:, :p, :p] = damped / scale[:, None, None]
    system[:, p:, :p] = equations
    system[:, :p, p:] = equations.transpose(0, 2, 1)
    right = np.concatenate((-gradient / scale[:, None], np.zeros((n, q))), axis=1)
    return np.linalg.solve(system, right[:, :, None])[:, :p, 0]


def _shortened(evaluate: Evaluate, c: np.ndarray, value: np.ndarray, step: np.ndarray,
               gain: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Steps halved until the value rises; those that never rise are within rounding of the top."""
    share = np.ones(len(c))
    rounding = 1e-13 * (1.0 + np.abs(value))
    for _ in range(_MOST_HALVINGS):
        moved = c + share[:, None] * step
        with np.errstate(all="ignore"):
            new_value = evaluate(moved)[0]
        bad = ~(new_value >= value + 1e-4 * share * np.maximum(gain, 0.0) - rounding)
        if not bad.any():
            break
        share[bad] *= 0.5
    moved[bad] = c[bad]
    new_value = np.where(bad, value, new_value)
    return moved, new_value, bad
