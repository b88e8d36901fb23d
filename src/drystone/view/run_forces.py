"""Forces of the interfaces of a run over its blocks."""

from __future__ import annotations

import numpy as np

from drystone.analysis.joints import carry_points
from drystone.model.tables import INTERFACES
from drystone.results.result import RunResult
from drystone.view.painting import Overlay
from drystone.view.posed import Posed

#: Length of the longest segment, in shares of the picture's box.
_LONGEST = 0.16


def interface_rows(result: RunResult, frame: int) -> dict[str, np.ndarray] | None:
    """Interfaces at a kept frame; None where the run kept none of them then."""
    if INTERFACES not in result.tables:
        return None
    found = np.flatnonzero(result.column(INTERFACES, "step") == result.shapes.step[frame])
    return result.rows(INTERFACES, int(found[-1])) if len(found) else None


def force_lines(result: RunResult, posed: Posed, box: np.ndarray) -> Overlay | None:
    """Segments along the forces of a frame through their points of action, which go along with the blocks as drawn."""
    rows = interface_rows(result, posed.frame)
    if rows is None:
        return None
    size = np.linalg.norm(rows["force"], axis=1)
    largest = float(size.max(initial=0.0))
    if largest == 0.0:
        return None
    counts = size > 1e-6 * largest
    half = 0.5 * _LONGEST * float(np.ptp(box, axis=0).max()) / largest * rows["force"][counts]
    point = carried_points(result, posed, rows["block_a"][counts], rows["point"][counts])
    unit, factor = ("kN", 1e-3) if largest >= 1e3 else ("N", 1.0)
    return Overlay(segments=np.stack((point - half, point + half), axis=1), dots=point,
                   note=f"longest force {largest * factor:.3g} {unit}")


def carried_points(result: RunResult, posed: Posed, block: np.ndarray, point: np.ndarray) -> np.ndarray:
    """(k, 3) [m]: points of blocks (k,) at a frame, where the picture has these blocks."""
    frames = result.frames
    true = frames.position[posed.frame], frames.orientation[posed.frame]
    return carry_points(point, block, true, (posed.position, posed.orientation))
