"""Polygons cut into triangles, those that are not convex too, by cutting off ears."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Triangle = tuple[int, int, int]


def triangulate(vertices: np.ndarray, faces: Sequence[Sequence[int]]) -> list[Triangle]:
    """Triangles (vertex numbers) of polygons that are nearly plane; a convex one is fanned from its first vertex."""
    out: list[Triangle] = []
    for face in faces:
        loop = list(face)
        if len(loop) > 4 or (len(loop) == 4 and not _is_convex(_flat(vertices[loop]))):
            out += _cut_ears(loop, _flat(vertices[loop]))
        else:
            out += [(loop[0], loop[i], loop[i + 1]) for i in range(1, len(loop) - 1)]
    return out


def _flat(corners: np.ndarray) -> np.ndarray:
    """Corners (n, 2) in the mean plane of the polygon, counter-clockwise."""
    arm = corners[1:] - corners[0]
    normal = np.cross(arm[:-1], arm[1:]).sum(axis=0)
    normal = normal / max(float(np.linalg.norm(normal)), 1e-300)
    axis = np.eye(3)[int(np.abs(normal).argmin())]
    x = axis - axis @ normal * normal
    x = x / np.linalg.norm(x)
    return corners @ np.stack((x, np.cross(normal, x)), axis=1)


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    """Twice the area of a triangle, > 0 if it runs counter-clockwise."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _is_convex(flat: np.ndarray) -> bool:
    n = len(flat)
    return all(_turn(flat[i - 1], flat[i], flat[(i + 1) % n]) >= 0.0 for i in range(n))


def _cut_ears(loop: list[int], flat: np.ndarray) -> list[Triangle]:
    if _is_convex(flat):
        return [(loop[0], loop[i], loop[i + 1]) for i in range(1, len(loop) - 1)]
    left, out = list(range(len(loop))), []
    while len(left) > 3:
        k = next((k for k in range(len(left)) if _is_ear(flat, left, k)), None)
        if k is None:            # a polygon that crosses itself: whatever is left, as it comes
            k = int(np.argmax([_turn(flat[left[i - 1]], flat[left[i]], flat[left[(i + 1) % len(left)]])
                               for i in range(len(left))]))
        a, b, c = left[k - 1], left[k], left[(k + 1) % len(left)]
        out.append((loop[a], loop[b], loop[c]))
        del left[k]
    a, b, c = left
    return [*out, (loop[a], loop[b], loop[c])]


def _is_ear(flat: np.ndarray, left: list[int], k: int) -> bool:
    """Does the triangle at corner k lie within the polygon, and hold no other corner?"""
    a, b, c = (flat[left[i]] for i in (k - 1, k, (k + 1) % len(left)))
    if _turn(a, b, c) <= 0.0:
        return False
    others = (flat[i] for i in left if i not in (left[k - 1], left[k], left[(k + 1) % len(left)]))
    return not any(_turn(a, b, p) >= 0.0 and _turn(b, c, p) >= 0.0 and _turn(c, a, p) >= 0.0 for p in others)
