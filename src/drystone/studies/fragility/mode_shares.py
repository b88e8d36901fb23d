"""Which mode a collapse takes, by intensity: shares that add up to 1."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import log_softmax, softmax

from drystone.studies.fragility.newton import maximise

#: Penalty on squares of the coefficients: where intensity alone tells the mode, the likelihood has no maximum without.
_PENALTY = 1e-3


@dataclass(frozen=True, eq=False)
class ModeShares:
    """share_m = exp(d_m + e_m (x - middle)) / sum over modes, x = ln im, among collapses (multinomial logit)."""

    modes: tuple[str, ...]
    coefficients: np.ndarray   #: (k, 2) d, e; zero for the first mode
    middle: float              #: mean ln im of the collapses

    def __call__(self, im: np.ndarray) -> np.ndarray:
        """(k, m) shares at intensities (m,) > 0."""
        return softmax(self.coefficients @ _design(np.log(im) - self.middle).T, axis=0)


def fit_mode_shares(im: np.ndarray, mode: np.ndarray, modes: tuple[str, ...]) -> ModeShares:
    """From the collapses alone: im (r,) and mode (r,), each one of `modes`."""
    x = np.log(im)
    design, seen = _design(x - x.mean()), (mode[:, None] == np.array(modes)).astype(float)
    k = len(modes)

    def evaluate(c: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        free = c[0].reshape(k - 1, 2)
        eta = np.column_stack((np.zeros(len(x)), design @ free.T))
        share = softmax(eta, axis=1)[:, 1:]
        value = (seen * log_softmax(eta, axis=1)).sum() - 0.5 * _PENALTY * (free**2).sum()
        gradient = (seen[:, 1:] - share).T @ design - _PENALTY * free
        weight = share[:, :, None] * (np.eye(k - 1) - share[:, None, :])
        second = -np.einsum("rjl,ra,rb->jalb", weight, design, design).reshape(2 * k - 2, 2 * k - 2)
        return np.array([value]), gradient.reshape(1, -1), (second - _PENALTY * np.eye(2 * k - 2))[None]

    free = np.zeros((0, 2)) if k == 1 else maximise(evaluate, np.zeros((1, 2 * k - 2))).coefficients.reshape(k - 1, 2)
    return ModeShares(modes, np.vstack((np.zeros((1, 2)), free)), float(x.mean()))


def _design(x: np.ndarray) -> np.ndarray:
    return np.column_stack((np.ones_like(x), x))
