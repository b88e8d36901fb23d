"""Do blocks fill their structure? Volumes add up to the closed form, and no two blocks share volume."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog

from drystone.geometry.shape import NamedShape
from drystone.geometry.solid import ConvexSolid


def assert_watertight(blocks: Sequence[NamedShape], volume: float, rel: float = 1e-9) -> None:
    """Neither overlaps nor gaps: the shapes' volumes sum to `volume` [m3] to `rel`, and none reaches into another.

    Blocks may be any convex solids or unions of such. Overlaps no deeper than `rel` of the structure's extent are
    rounding. Together both conditions leave no room for a gap, provided that no block lies outside the structure.
    """
    names = Counter(block.name for block in blocks)
    assert len(names) == len(blocks), f"names used twice: {[name for name, n in names.items() if n > 1][:3]}"
    total = math.fsum(block.shape.volume for block in blocks)
    assert abs(total - volume) <= rel * abs(volume), f"volume {total!r} m3, expected {volume!r}"
    found = find_overlaps(blocks, rel)
    assert not found, f"{len(found)} pairs overlap, the first {found[0]}"
    alone = find_alone(blocks, rel)
    assert len(blocks) == 1 or not alone, f"touching nothing: {alone[:3]}"


def find_alone(blocks: Sequence[NamedShape], rel: float = 1e-9) -> list[str]:
    """Names of the blocks whose bounding box meets that of no other block."""
    boxes = np.array([block.shape.bounding_box for block in blocks])
    near = rel * float(np.ptp(boxes.reshape(-1, 3), axis=0).max())
    met = {i for pair in _close_pairs(boxes, -near) for i in pair}
    return [block.name for i, block in enumerate(blocks) if i not in met]


def find_overlaps(blocks: Sequence[NamedShape], rel: float = 1e-9) -> list[tuple[str, str, float]]:
    """Pairs of blocks that share volume: names, and radius [m] of a ball within both."""
    parts = [(block.name, part) for block in blocks for part in block.shape.parts]
    boxes = np.array([part.bounding_box for _, part in parts])
    near = rel * float(np.ptp(boxes.reshape(-1, 3), axis=0).max())
    found = []
    for a, b in _close_pairs(boxes, near):
        depth = shared_depth(parts[a][1], parts[b][1], near)
        if depth > near:
            found.append((parts[a][0], parts[b][0], depth))
    return found


def shared_depth(a: ConvexSolid, b: ConvexSolid, near: float) -> float:
    """Radius [m] of the largest ball that lies in both solids; 0 where a face plane parts them to `near` [m]."""
    for one, other in ((a, b), (b, a)):
        heights = other.vertices @ one.face_normals.T - one.face_offsets
        if (heights.min(axis=0) > -near).any():
            return 0.0
    normals = np.concatenate((a.face_normals, b.face_normals))
    offsets = np.concatenate((a.face_offsets, b.face_offsets))
    middle = a.vertices.mean(axis=0)               # small numbers for the optimiser
    rows = np.column_stack((normals, np.ones(len(normals))))
    ball = linprog((0, 0, 0, -1), A_ub=rows, b_ub=offsets - normals @ middle, bounds=[(None, None)] * 3 + [(0, None)])
    return float(ball.x[3]) if ball.status == 0 else 0.0


def _close_pairs(boxes: np.ndarray, near: float) -> list[tuple[int, int]]:
    """Pairs whose bounding boxes overlap by more than `near` [m] along all axes; a sweep along the longest."""
    axis = int(np.argmax(np.ptp(boxes.reshape(-1, 3), axis=0)))
    order = np.argsort(boxes[:, 0, axis], kind="stable")
    low, high = boxes[order, 0], boxes[order, 1]
    pairs = []
    for i in range(len(order)):
        stop = i + 1 + int(np.searchsorted(low[i + 1:, axis], high[i, axis] - near))
        depth = np.minimum(high[i], high[i + 1:stop]) - np.maximum(low[i], low[i + 1:stop])
        pairs += [(int(order[i]), int(order[i + 1 + k])) for k in np.flatnonzero((depth > near).all(axis=1))]
    return pairs
