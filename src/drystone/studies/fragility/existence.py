"""Whether a likelihood has a maximum, and in words why not."""

from __future__ import annotations

import numpy as np

from drystone.errors import InputError

_ROUNDING = 1e-9   #: of the probit index
_NONE = "fit: the likelihood has no maximum: "


def has_maximum(im: np.ndarray, below: np.ndarray, above: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """(n,) bool for n data sets over the same intensities (r,); counts (n, r).

    There is none where a step explains all that was seen: what failed, failed at or beyond the step, what stood,
    stood at or before it, and exact capacities lie on it. Nor where a falling step does, unless a capacity is exact.
    """
    low, high = _ends(im, below, above, exact)
    rising = high <= low
    falling = (_last(im, below) <= _first(im, above)) & ~exact.any(axis=-1)
    return ~(rising | falling)


def check_maximum(im: np.ndarray, below: np.ndarray, above: np.ndarray, exact: np.ndarray, unit: str,
                  noun: str = "runs") -> None:
    """Raise InputError with the reason where the likelihood of one data set (r,) has no maximum."""
    if has_maximum(im, below, above, exact):
        return
    failed, stood = (below + exact) > 0, above > 0
    total = round(float((below + above + exact).sum()))
    if not failed.any():
        raise InputError(f"{_NONE}none of {total} {noun} collapsed (all 0), the greatest im is {_show(im.max(), unit)}")
    if not (stood.any() or exact.any()):
        raise InputError(f"{_NONE}all of {total} {noun} collapsed (all 1), the least im is {_show(im.min(), unit)}")
    seen = im[failed | stood]
    if seen.min() == seen.max():
        raise InputError(f"{_NONE}all {total} {noun} have the same im, {_show(seen[0], unit)}, which says nothing of "
                         "beta")
    if exact.any():
        raise InputError(f"{_NONE}all capacities are {_show(im[exact > 0][0], unit)} and none is censored above it, so "
                         "that beta tends to 0")
    last_stood, first_failed = im[stood].max(), im[failed].min()
    if last_stood < first_failed:
        raise InputError(f"{_NONE}separable, all 0 up to im {_show(last_stood, unit)} and all 1 from im "
                         f"{_show(first_failed, unit)}, so that beta tends to 0")
    if last_stood == first_failed:
        under = "all 0 below" if (im[stood] < last_stood).any() else "nothing below"
        over = "all 1 above" if (im[failed] > first_failed).any() else "nothing above"
        raise InputError(f"{_NONE}one mixed stripe, im {_show(last_stood, unit)}, with {under} and {over}, so that "
                         "beta tends to 0")
    raise InputError(f"{_NONE}collapses only up to im {_show(im[failed].max(), unit)}, all 0 above: shares fall as im "
                     "grows")


def check_rising(slope: float, x: np.ndarray) -> None:
    """Raise InputError where the best curve does not rise over ln im `x` (r,), or by rounding alone."""
    slope = 0.0 if abs(slope) * np.ptp(x) < _ROUNDING else slope
    if not slope > 0.0:
        raise InputError("fit: the share of collapses does not grow with im: 1/beta at the maximum of the likelihood "
                         f"must be > 0 [-], got {slope:.4g}")


def check_ordinal_maximum(im: np.ndarray, counts: np.ndarray, states: tuple[str, ...], unit: str) -> None:
    """The same for runs that ended in ordered states: counts (r, k + 1), column 0 = no damage."""
    for j, name in enumerate(("no damage", *states)):
        if not counts[:, j].any():
            raise InputError(f"{_NONE}no run ended in state {j} ({name}); join it with the next one")
    seen = im[counts.any(axis=1)]
    if seen.min() == seen.max():
        raise InputError(f"{_NONE}all {int(counts.sum())} runs have the same im, {_show(seen[0], unit)}, which says "
                         "nothing of beta")
    if not has_ordinal_maximum(im, counts[None])[0]:
        raise InputError(f"{_NONE}separable, im alone tells in which of the {len(states) + 1} states a run ends, so "
                         "that beta tends to 0")


def has_ordinal_maximum(im: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """(n,) bool for counts (n, r, k + 1): every state was seen, and steps do not explain all of them."""
    rising, falling = np.ones(len(counts), bool), np.ones(len(counts), bool)
    for j in range(1, counts.shape[2]):
        failed, stood = counts[:, :, j:].sum(axis=2), counts[:, :, :j].sum(axis=2)
        rising &= _last(im, stood) <= _first(im, failed)
        falling &= _last(im, failed) <= _first(im, stood)
    return np.asarray(counts.any(axis=1)).all(axis=1) & ~rising & ~falling


def _ends(im: np.ndarray, below: np.ndarray, above: np.ndarray, exact: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where a step may be at most, and at least."""
    return (np.minimum(_first(im, below), _first(im, exact)), np.maximum(_last(im, above), _last(im, exact)))


def _first(im: np.ndarray, count: np.ndarray) -> np.ndarray:
    return np.where(count > 0, im, np.inf).min(axis=-1)


def _last(im: np.ndarray, count: np.ndarray) -> np.ndarray:
    return np.where(count > 0, im, -np.inf).max(axis=-1)


def _show(im: float, unit: str) -> str:
    return f"{im:g} {unit}".rstrip(" -") if unit != "-" else f"{im:g}"
