"""Parts `joints-K`: forces, openings and slips of the interfaces in some frames, in a form that a page can hold."""

from __future__ import annotations

import numpy as np

from drystone.errors import StoreError

#: Forces stand as 16-bit floats in thousandths of the greatest of the part; lengths as 16-bit floats in mm.
FORCE_PARTS, MOST_MM = 1000.0, 60000.0


def joints_arrays(frame: np.ndarray, ptr: np.ndarray, value: dict[str, np.ndarray], origin: np.ndarray,
                  block_count: int, where: str) -> dict[str, np.ndarray]:
    """Arrays of a part.

    Parameters
    ----------
    frame : (m,) numbers of the frames as the page counts them; ptr : (m + 1,) their rows
    value : block_a, block_b, force (i, 3) [N], point (i, 3) [m]; where they are known normal (i, 3), opening and
        slip [m], eccentricity_share (i, 2), bonded_share, damage [-]
    where : what an error names
    """
    for side in ("block_a", "block_b"):
        number = value[side]
        if len(number) and not (0 <= number.min() and number.max() < block_count):
            raise StoreError(f"{where}: {side} of an interface must be one of {block_count} blocks")
    force, point = _finite(value["force"]), _finite(value["point"]) - origin
    size = np.sqrt((force**2).sum(axis=1))
    largest = float(size.max(initial=0.0)) or 1.0
    low = point.min(axis=0, initial=0.0) if not len(point) else point.min(axis=0)
    step = (np.ptp(point, axis=0) / 65535.0) if len(point) else np.zeros(3)
    code = np.rint((point - low) / np.where(step > 0.0, step, 1.0)).clip(0.0, 65535.0)
    arrays = {"frame": frame.astype("<u4"), "ptr": ptr.astype("<u4"), "block_a": value["block_a"].astype("<u4"),
              "block_b": value["block_b"].astype("<u4"), "unit": np.array([largest / FORCE_PARTS], "<f8"),
              "force": (force / largest * FORCE_PARTS).astype("<f2"), "point_low": low.astype("<f8"),
              "point_step": step.astype("<f8"), "point": code.astype("<u2")}
    if "normal" in value:
        arrays["normal"] = np.rint(127.0 * _finite(value["normal"]).clip(-1.0, 1.0)).astype("|i1")
    for name in ("opening", "slip"):
        if name in value:
            arrays[name] = (1e3 * _finite(value[name])).clip(0.0, MOST_MM).astype("<f2")
    if "eccentricity_share" in value:
        share = _finite(value["eccentricity_share"]).max(axis=1, initial=0.0)
        arrays["share"] = np.rint(255.0 * share.clip(0.0, 1.0)).astype("|u1")
    for name, column in (("bonded", "bonded_share"), ("wear", "damage")):
        if column in value:
            arrays[name] = np.rint(255.0 * _finite(value[column]).clip(0.0, 1.0)).astype("|u1")
    return arrays


#: Share of the forces of a frame that a usual force is not below; frames that are looked at for it.
_USUAL, USUAL_FRAMES = 0.98, 48


def usual_force(ptr: np.ndarray, force: np.ndarray) -> float:
    """What lengths of forces are measured by [N]: of each frame the force that 98 of 100 loaded joints do not exceed,
    and of these the median, which no impact moves. 0 where nothing is loaded.

    Parameters
    ----------
    ptr : (m + 1,) rows of m frames; force : (i, 3) [N]
    """
    size = np.sqrt((_finite(force)**2).sum(axis=1))
    frames = [own[own > 0.0] for own in np.split(size, ptr[1:-1])]
    usual = [float(np.quantile(own, _USUAL)) for own in frames if len(own)]
    return float(np.median(usual)) if usual else 0.0


def spread(count: int, most: int = USUAL_FRAMES) -> np.ndarray:
    """At most `most` of `count` rows, evenly spread, the last one among them; ascending."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64)) if count else np.arange(0)


def _finite(values: np.ndarray) -> np.ndarray:
    return np.where(np.isfinite(values), values, 0.0)
