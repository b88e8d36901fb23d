"""Rotation vectors over time without jumps."""

from __future__ import annotations

import numpy as np


def unwrap_rotation(vectors: np.ndarray) -> np.ndarray:
    """Rotation vectors (f, 3) [rad] of a motion, with the whole turns that leave no jump between frames."""
    out = np.array(vectors, dtype=float)
    jumps = np.linalg.norm(np.diff(out, axis=0), axis=1)
    if not len(jumps) or jumps.max() < np.pi:
        return out
    for i in range(int(np.argmax(jumps >= np.pi)) + 1, len(out)):
        angle = np.linalg.norm(out[i])
        if angle < 1e-12:  # no axis of its own: whole turns about the axis of the last frame
            before = np.linalg.norm(out[i - 1])
            turns = np.round(before / (2.0 * np.pi))
            out[i] = out[i - 1] / before * 2.0 * np.pi * turns if turns else out[i]
            continue
        axis = out[i] / angle
        out[i] += axis * 2.0 * np.pi * np.round((out[i - 1] @ axis - angle) / (2.0 * np.pi))
    return out
