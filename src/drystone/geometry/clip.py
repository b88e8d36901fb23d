"""Cut of a convex polyhedron by a plane, face by face."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.geometry.mesh import TOLERANCE, Face, length_tolerance, start_at_least


def clip(vertices: np.ndarray, faces: Sequence[Face], normal: np.ndarray,
         offset: float) -> tuple[np.ndarray, tuple[Face, ...]] | None:
    """The part with normal . x <= offset; the same arrays where nothing is cut, None where nothing is left.

    Vertices within the tolerance of the plane lie on it and keep their coordinates; new vertices lie on the
    edges that cross it. The last face is the cut. Where the plane grazes features no larger than the
    tolerance and the cut closes to no polygon, corners come without faces: their hull is the answer.
    """
    height = vertices @ normal - offset
    # not finer than the tolerance of meshes: a plane that just misses a vertex would leave slivers; the price
    # is a cut face that is plane to the tolerance only
    near = length_tolerance(vertices, TOLERANCE)
    side = np.where(height > near, 1, np.where(height < -near, -1, 0))
    if not (side > 0).any():
        return vertices, tuple(faces)
    if not (side < 0).any():
        return None

    points = list(vertices)
    crossing: dict[tuple[int, int], int] = {}

    def cross(a: int, b: int) -> int:
        """Vertex where edge a-b meets the plane; one vertex for both faces of the edge."""
        key = (min(a, b), max(a, b))
        if key not in crossing:
            low, high = key
            share = height[low] / (height[low] - height[high])
            crossing[key] = len(points)
            points.append(vertices[low] + share * (vertices[high] - vertices[low]))
        return crossing[key]

    kept: list[Face] = []
    following: dict[int, int] = {}   # edges of the cut face, against the direction of the clipped faces
    for face in faces:
        if not (side[list(face)] < 0).any():
            continue                 # wholly beyond the plane, or only an edge or a corner on it
        loop: list[int] = []
        on_plane: list[bool] = []
        for a, b in zip(face, face[1:] + face[:1]):
            if side[a] <= 0:
                loop.append(a)
                on_plane.append(side[a] == 0)
            if side[a] * side[b] < 0:
                loop.append(cross(a, b))
                on_plane.append(True)
        kept.append(tuple(loop))
        for i in range(len(loop)):
            j = (i + 1) % len(loop)
            if on_plane[i] and on_plane[j]:
                following[loop[j]] = loop[i]
    kept.append(_chain(following))

    used = sorted(set().union(*kept))
    corners = np.array([points[k] for k in used])
    if min(len(face) for face in kept) < 3:
        return corners, ()
    number = {old: new for new, old in enumerate(used)}
    return corners, tuple(start_at_least(tuple(number[k] for k in face)) for face in kept)


def _chain(following: dict[int, int]) -> Face:
    """The cycle that the edges form; empty where they form none."""
    if not following:
        return ()
    loop = [min(following)]
    while len(loop) <= len(following):
        step = following.get(loop[-1])
        if step is None:
            return ()
        if step == loop[0]:
            return tuple(loop) if len(loop) == len(following) else ()
        loop.append(step)
    return ()
