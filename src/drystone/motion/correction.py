"""Baseline correction of sampled motions, and scaling to a peak acceleration."""

from __future__ import annotations

import numpy as np

from drystone.checks import check_choice, check_number
from drystone.errors import InputError
from drystone.motion.table import Table


def correct_baseline(table: Table, method: str | None, degree: int | None = None) -> Table:
    """Subtract from the acceleration the polynomial over time that fits it best.

    "mean" takes degree 0, "linear" degree 1, "polynomial" the given `degree`. Samples count by the time they
    stand for (trapezoids), so that with "mean" the ground ends at rest, whatever the steps.
    """
    check_choice("baseline correction: method", method, ("mean", "linear", "polynomial"))
    if (degree is not None) != (method == "polynomial"):
        raise InputError("baseline correction: degree goes with method polynomial, "
                         f"got method {method!r} and degree {degree!r}")
    if method == "polynomial":
        if not isinstance(degree, int) or isinstance(degree, bool) or not 0 <= degree < min(12, table.times.size):
            raise InputError("baseline correction: degree must be a whole number >= 0, below 12 and below the "
                             f"count of samples, got {degree!r}")
    else:
        degree = 0 if method == "mean" else 1
    t, a = table.times, table.accelerations
    step = np.diff(t)
    weight = 0.5 * (np.concatenate(([0.0], step)) + np.concatenate((step, [0.0])))
    # Legendre polynomials on [-1, 1]: powers of time would be badly conditioned
    x = 2.0 * (t - t[0]) / (t[-1] - t[0]) - 1.0
    root = np.sqrt(weight)
    basis = np.polynomial.legendre.legvander(x, degree)
    share, *_ = np.linalg.lstsq(root[:, None] * basis, root * a, rcond=None)
    return Table(t, a - basis @ share, table.after)


def scale_to_pga(table: Table, pga: float) -> Table:
    """The motion, scaled so that its greatest absolute acceleration is `pga` [m/s2]."""
    check_number("scaling to PGA: pga", pga, "m/s2", above=0.0)
    if table.peak == 0.0:
        raise InputError(f"scaling to PGA: motion must not be zero throughout, got peak {table.peak!r}")
    return Table(table.times, table.accelerations * (pga / table.peak), table.after)
