"""Order of convergence from errors at several steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError


@dataclass(frozen=True, slots=True)
class OrderFit:
    """error = factor * step ** order, fitted by least squares of the logarithms."""

    order: float
    factor: float          #: error at step 1, in the unit of the errors
    spread: float          #: standard error of `order`; 0 for two points, which a line always meets
    local: np.ndarray      #: (n-1,) order between each step and the next larger one
    scatter: float         #: greatest ratio (>= 1) between an error and the fitted line


def fit_order(steps: Sequence[float], errors: Sequence[float]) -> OrderFit:
    """Fit the order of convergence.

    Parameters
    ----------
    steps : (n,) sizes of the steps, n >= 2, all different, in any order
    errors : (n,) absolute errors, > 0; an error of exactly zero has no order and is refused
    """
    h, e = np.asarray(steps, dtype=float), np.asarray(errors, dtype=float)
    if h.ndim != 1 or h.shape != e.shape or len(h) < 2:
        raise InputError("fit_order: steps and errors must be two rows of one length >= 2, "
                         f"got shapes {h.shape} and {e.shape}")
    for what, values in (("steps", h), ("errors", e)):
        if not (np.isfinite(values) & (values > 0.0)).all():
            bad = float(values[~(np.isfinite(values) & (values > 0.0))][0])
            raise InputError(f"fit_order: {what} must be finite and > 0, got {bad!r}")
    if len(np.unique(h)) != len(h):
        raise InputError(f"fit_order: steps must all differ, got {h.tolist()!r}")
    by_size = np.argsort(h)
    x, y = np.log(h[by_size]), np.log(e[by_size])
    centred = x - x.mean()
    order = float(centred @ y / (centred @ centred))
    intercept = float(y.mean() - order * x.mean())
    rest = y - intercept - order * x
    freedom = len(x) - 2
    spread = float(np.sqrt(rest @ rest / freedom / (centred @ centred))) if freedom else 0.0
    local, scatter = np.diff(y) / np.diff(x), float(np.exp(np.abs(rest).max()))
    return OrderFit(order, float(np.exp(intercept)), spread, local, scatter)
