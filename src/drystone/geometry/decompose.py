"""A solid that is not convex, cut into convex parts along the planes of its own faces.

The convex hull is cut by a face that runs through its inside, then both halves by theirs, until no face runs
through any cell: a cell then lies inside the solid or outside. Cells outside are dropped, cells inside are joined
again where two of them make a convex one. Nothing is approximated: the parts fill the solid.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.errors import InputError
from drystone.geometry.integrals import area_vectors, compute_integrals, fan_triangles
from drystone.geometry.mesh import Face
from drystone.geometry.polygon import cut_convex
from drystone.geometry.solid import ConvexSolid, block_label
from drystone.geometry.weld import weld_points

#: A block that needs more parts than these is a statue, not a stone: contact detection would suffer.
MOST_PARTS = 64
#: Work that a decomposition may cost, counted: cells, pairs of faces compared (a face clipped by a cell counts as a
#: hundred), and cells tried to be joined. What needs more is curved, and has no exact parts worth having.
_MOST_CELLS = 2000
_MOST_COMPARED = 500_000
_MOST_JOINED = 3000


class TooManyParts(InputError):
    """Exact parts exist, but would be too many, or too much work."""


def convex_parts(vertices: np.ndarray, faces: Sequence[Face], near: float,
                 name: str | None = None) -> tuple[ConvexSolid, ...]:
    """Convex parts that fill a closed mesh.

    Parameters
    ----------
    vertices : (v, 3) [m]
    faces : plane polygons, counter-clockwise from outside
    near : length within which points lie on a plane [m]
    name : of the block, for messages
    """
    label = block_label(name)
    points = np.asarray(vertices, dtype=float)
    mesh = _Mesh(points, faces, near)
    cells = _cut_cells(ConvexSolid.hull(points, name), mesh, label)
    inside = [cell for cell in cells if mesh.winding(cell.centroid) > 0.5]
    parts = [part for part in (without_crumbs(cell, near) for cell in _join_cells(inside, name)) if part is not None]
    volume = compute_integrals(points, faces)[0]
    filled = sum(part.volume for part in parts)
    slack = 4.0 * near * float(np.linalg.norm(mesh.vectors, axis=1).sum()) + 1e-9 * volume
    if abs(filled - volume) > slack:
        raise InputError.of(label, f"could not be cut into convex parts: they fill {filled:.6g} of {volume:.6g} m3; "
                            "its faces may cross each other")
    if len(parts) > MOST_PARTS:
        raise TooManyParts.of(label, f"needs {len(parts)} convex parts, more than {MOST_PARTS}: simplify it")
    return tuple(parts)


class _Mesh:
    """Planes of a mesh, and questions about its faces."""

    def __init__(self, points: np.ndarray, faces: Sequence[Face], near: float) -> None:
        self.points, self.near = points, near
        self.faces = [list(face) for face in faces]
        self.vectors = area_vectors(points, faces)
        areas = np.linalg.norm(self.vectors, axis=1)
        self.normals = self.vectors / np.maximum(areas, 1e-300)[:, None]
        self.offsets = np.array([n @ points[f].mean(axis=0) for n, f in zip(self.normals, self.faces)])
        self.diagonal = float(np.linalg.norm(np.ptp(points, axis=0)))
        self.corners = points[fan_triangles(faces)]
        # slivers have no plane worth the name, and their neighbours bound the same volume
        self.usable = [i for i in range(len(faces)) if areas[i] > near * self.diagonal]

    def inner_area(self, face: int, cell: ConvexSolid) -> float:
        """Area [m2] of a face within a cell, its rim left out."""
        polygon = self.points[self.faces[face]]
        for normal, offset in zip(cell.face_normals, cell.face_offsets):
            polygon = _clip(polygon, normal, offset - 2.0 * self.near)
            if len(polygon) < 3:
                return 0.0
        arm = polygon[1:] - polygon[0]
        return 0.5 * abs(float(np.cross(arm[:-1], arm[1:]).sum(axis=0) @ self.normals[face]))

    def winding(self, point: np.ndarray) -> float:
        """1 inside, 0 outside: solid angle of all faces over that of the sphere."""
        a, b, c = (self.corners[:, k] - point for k in range(3))
        la, lb, lc = (np.linalg.norm(x, axis=1) for x in (a, b, c))
        above = np.sum(a * np.cross(b, c), axis=1)
        below = la * lb * lc + np.sum(a * b, axis=1) * lc + np.sum(b * c, axis=1) * la + np.sum(c * a, axis=1) * lb
        return float(2.0 * np.arctan2(above, below).sum() / (4.0 * np.pi))


def _cut_cells(hull: ConvexSolid, mesh: _Mesh, label: str) -> list[ConvexSolid]:
    done: list[ConvexSolid] = []
    waiting = [(hull, mesh.usable)]
    compared = 0
    while waiting:
        cell, faces = waiting.pop()
        compared += 100 * len(faces)
        _refuse_work(compared, label)
        areas = {face: mesh.inner_area(face, cell) for face in faces}
        crossing = [face for face in faces if areas[face] > mesh.near * mesh.diagonal]
        compared += len(crossing) ** 2
        _refuse_work(compared, label)
        halves = _halves(cell, crossing, areas, mesh) if crossing else None
        if halves is None:
            done.append(cell)
        else:
            waiting += [(half, crossing) for half in halves]
        if len(done) + len(waiting) > _MOST_CELLS:
            raise TooManyParts.of(label, f"falls into more than {_MOST_CELLS} pieces when it is cut along its faces: "
                                  "simplify it")
    return done


def _refuse_work(compared: int, label: str) -> None:
    if compared > _MOST_COMPARED:
        raise TooManyParts.of(label, "has too many faces that run through it to be cut along them "
                              f"({compared} pairs to compare, more than {_MOST_COMPARED}): simplify it, or let flatten "
                              "fill it")


def _halves(cell: ConvexSolid, crossing: list[int], areas: dict[int, float],
            mesh: _Mesh) -> tuple[ConvexSolid, ConvexSolid] | None:
    """The cell cut by the face that splits the fewest others; of those, by the one with most area in its plane."""
    corners = mesh.points[[k for face in crossing for k in mesh.faces[face]]]
    start = np.cumsum([0, *(len(mesh.faces[face]) for face in crossing[:-1])])
    height = corners @ mesh.normals[crossing].T - mesh.offsets[crossing]     # of every corner over every plane
    high, low = np.maximum.reduceat(height, start), np.minimum.reduceat(height, start)
    is_flush = np.maximum(high, -low) <= 2.0 * mesh.near
    split = (~is_flush & (high > mesh.near) & (low < -mesh.near)).sum(axis=0)
    flush = np.array([areas[face] for face in crossing]) @ is_flush
    flush = np.round(flush / max(float(flush.max()), 1e-300), 9)             # equal areas are equal, whatever the bits
    for i in sorted(range(len(crossing)), key=lambda i: (int(split[i]), -float(flush[i]), crossing[i])):
        face = crossing[i]
        normal, offset = mesh.normals[face], float(mesh.offsets[face])
        try:
            return cell.cut(normal, offset), cell.cut(-normal, -offset)
        except InputError:      # the plane only grazes the cell
            continue
    return None


def _join_cells(cells: list[ConvexSolid], name: str | None) -> list[ConvexSolid]:
    """Cells of which no two make a convex one together."""
    parts = list(cells)
    i, tried = 0, 0
    while i < len(parts):
        for j in range(i + 1, len(parts)):
            tried += 1
            if tried > _MOST_JOINED:
                return parts     # more parts than need be, but no fewer than these are known
            joined = _join_two(parts[i], parts[j], name)
            if joined is not None:
                parts[i] = joined
                del parts[j]
                i = -1           # the new part may fit to any other
                break
        i += 1
    return parts


def _join_two(a: ConvexSolid, b: ConvexSolid, name: str | None) -> ConvexSolid | None:
    low = np.maximum(a.bounding_box[0], b.bounding_box[0])
    high = np.minimum(a.bounding_box[1], b.bounding_box[1])
    if (low > high + 1e-6 * (a.least_width + b.least_width)).any():
        return None              # apart
    if not _share_a_plane(a, b):
        return None
    try:
        hull = ConvexSolid.hull(np.concatenate((a.vertices, b.vertices)), name)
    except InputError:
        return None
    together = a.volume + b.volume
    return hull if abs(hull.volume - together) <= 1e-9 * together else None


def _share_a_plane(a: ConvexSolid, b: ConvexSolid) -> bool:
    """Do two cells lie on either side of a face of both? Others make no convex one, and a hull costs much more."""
    opposite = a.face_normals @ b.face_normals.T < -1.0 + 1e-8
    slack = 1e-6 * (a.least_width + b.least_width)
    return bool((opposite & (np.abs(a.face_offsets[:, None] + b.face_offsets) <= slack)).any())


def without_crumbs(part: ConvexSolid, near: float) -> ConvexSolid | None:
    """The part without edges shorter than `near`, which cuts along nearly equal planes leave; None if it is one."""
    number = weld_points(part.vertices, near)
    if int(number.max()) + 1 == len(number) and part.least_width > 2.0 * near:
        return part
    first = np.unique(number, return_index=True)[1]
    try:
        whole = ConvexSolid.hull(part.vertices[first])
    except InputError:
        return None
    return whole if whole.least_width > 2.0 * near else None


def _clip(polygon: np.ndarray, normal: np.ndarray, offset: float) -> np.ndarray:
    """The part of a polygon (n, 3) with normal . x <= offset."""
    height = polygon @ normal - offset
    if (height <= 0.0).all():
        return polygon
    return np.array(cut_convex(polygon, height)).reshape(-1, 3)
