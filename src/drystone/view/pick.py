"""Which frames, which blocks and which axis to show: those asked for, or those where most happens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.analysis.blocks import block_names, find_blocks, static_array
from drystone.analysis.rest import block_radius
from drystone.checks import check_number
from drystone.errors import InputError
from drystone.geometry.rotation import rotation_vector
from drystone.results.result import RunResult

#: Most panels in one picture, and most lines in one panel.
MOST_PANELS, MOST_LINES = 16, 8


def frames_at(result: RunResult, times: Sequence[float] | None) -> np.ndarray:
    """Numbers of the kept frames nearest to `times` [s]; None: four over the run, one if nothing moves."""
    kept = result.frames.time
    if not len(kept):
        raise InputError(f"run '{result.directory}': no frame was kept, nothing to show")
    if times is None:
        moved = np.abs(result.frames.position - result.frames.position[0]).max(initial=0.0)
        if len(kept) == 1 or moved <= 1e-6 * max(float(block_radius(result).max(initial=0.0)), 1e-300):
            return np.array([len(kept) - 1])
        times = np.linspace(kept[0], kept[-1], min(4, len(kept)))
    if not len(times):
        raise InputError("scene: times must be at least one time [s], got none")
    if len(times) > MOST_PANELS:
        raise InputError(f"scene: times must be <= {MOST_PANELS} in one picture, got {len(times)}")
    return np.array([_nearest(kept, check_number("scene: time", t, "s")) for t in times])


def _nearest(kept: np.ndarray, time: float) -> int:
    """Number of the frame nearest to `time`, which must lie within the run; half a frame is forgiven."""
    slack = 1e-9 * max(abs(float(kept[-1])), 1.0)
    if len(kept) > 1:
        slack = max(slack, 0.5 * float(kept[-1] - kept[-2]))
    if not kept[0] - slack <= time <= kept[-1] + slack:
        raise InputError(f"scene: time must lie within the run, {kept[0]:g} to {kept[-1]:g} s, got {time:g}")
    return int(np.argmin(np.abs(kept - time)))


def pick_blocks(result: RunResult, blocks: Sequence[str] | str | None, most: int = 4) -> list[str]:
    """Names of blocks to draw lines for: those asked for (groups count), or the `most` that moved far."""
    names = block_names(result)
    if blocks is not None:
        found = find_blocks(result, blocks)
        if not found:
            raise InputError("plot: blocks must be at least one name, got none")
        return [names[i] for i in found]
    moved, turned = _greatest_motion(result)
    score = moved + turned * block_radius(result)
    free = np.flatnonzero(~static_array(result, "is_support").astype(bool))
    best = free[np.argsort(-score[free], kind="stable")[:most]]
    return [names[i] for i in sorted(best)]


def pick_rocking(result: RunResult, block: str) -> np.ndarray:
    """(3,) unit: the horizontal axis (x or y) about which a block turned most; y where it did not."""
    turned = rotation_vector(result.frames.orientation[:, find_blocks(result, block)[0]])
    size = np.abs(turned[:, :2]).max(axis=0, initial=0.0)
    return np.eye(3)[0 if size[0] > size[1] else 1]


def _greatest_motion(result: RunResult) -> tuple[np.ndarray, np.ndarray]:
    """(b,) greatest displacement [m] and rotation [rad] of each block since the first frame."""
    frames = result.frames
    moved = np.linalg.norm(frames.position - frames.position[:1], axis=2).max(axis=0, initial=0.0)
    cosine = np.abs(np.einsum("fbi,bi->fb", frames.orientation, frames.orientation[0]))
    return moved, 2.0 * np.arccos(np.clip(cosine.min(axis=0, initial=1.0), 0.0, 1.0))
