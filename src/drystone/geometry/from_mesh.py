"""Shape of a block from the closed surface that a drawing gives: one convex part, or several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.errors import InputError
from drystone.geometry.approximate import NearParts, face_warps, near_parts
from drystone.geometry.decompose import MOST_PARTS, TooManyParts, convex_parts
from drystone.geometry.flatten import flatten_faces
from drystone.geometry.integrals import area_vectors
from drystone.geometry.mesh import TOLERANCE, Face, clean_mesh
from drystone.geometry.offset import grow_mesh, grow_solid
from drystone.geometry.shape import Shape
from drystone.geometry.solid import ConvexSolid, block_label

#: Neighbouring faces whose normals differ by less [rad] may be one face that rounding bent.
_NEARLY_FLAT = 0.02
#: Parts thinner than so many times the tolerance come from rounding.
_SPLINTER = 20.0


def shape_from_mesh(vertices: np.ndarray, faces: Sequence[Face], near: float, grow: float = 0.0,
                    name: str | None = None) -> Shape:
    """Shape within a closed mesh; convex if it is so within `near`, else cut into convex parts.

    Parameters
    ----------
    vertices : (v, 3) [m]
    faces : polygons, counter-clockwise from outside
    near : points this close to a plane lie on it [m]
    grow : distance by which all faces move outwards [m]
    name : of the block, for messages
    """
    solid = _as_convex(vertices, faces, near, name)
    if solid is not None:
        return Shape(grow_solid(solid, grow, name))
    points = grow_mesh(vertices, faces, grow, name) if grow > 0.0 else vertices
    return Shape(tuple(tidy(part, near, name) for part in _cut(points, faces, near, name)))


def near_shape_from_mesh(vertices: np.ndarray, faces: Sequence[Face], near: float, allowed: float,
                         name: str | None = None) -> tuple[Shape, NearParts | None]:
    """As `shape_from_mesh`, but curved and warped surfaces are filled within `allowed` [m]; then with what it took.

    Exact parts are kept where they exist: all faces plane within `near`, and not too many of them.
    """
    solid = _as_convex(vertices, faces, near, name)
    if solid is not None:
        return Shape(solid), None
    if float(face_warps(vertices, faces).max(initial=0.0)) <= near:
        try:
            return Shape(tuple(tidy(part, near, name) for part in _cut(vertices, faces, near, name))), None
        except TooManyParts:
            pass
    found = near_parts(vertices, faces, allowed, near, MOST_PARTS, name)
    return Shape(tuple(tidy(part, near, name) for part in found.parts)), found


def shape_from_points(points: np.ndarray, near: float, grow: float = 0.0, name: str | None = None) -> Shape:
    """Convex hull of `points` (n, 3) [m]; `near` and `grow` as for `shape_from_mesh`."""
    return Shape(grow_solid(tidy(ConvexSolid.hull(points, name), near, name), grow, name))


def _as_convex(vertices: np.ndarray, faces: Sequence[Face], near: float, name: str | None) -> ConvexSolid | None:
    """The solid, if it is convex; None if it is not."""
    try:
        return tidy(ConvexSolid.from_faces(vertices, faces, name), near, name)
    except InputError:
        pass
    points = np.asarray(vertices, dtype=float)
    if not _looks_convex(points, faces, near):
        return None
    return tidy(ConvexSolid.hull(points, name), near, name)


def _looks_convex(points: np.ndarray, faces: Sequence[Face], near: float) -> bool:
    """Whether all points lie behind all faces, within twice `near`; splinters, which have no direction, apart."""
    vectors = area_vectors(points, faces)
    areas = np.linalg.norm(vectors, axis=1)
    length = np.array([np.linalg.norm(np.ptp(points[list(face)], axis=0)) for face in faces])
    good = areas > 10.0 * near * length
    normals = vectors[good] / areas[good][:, None]
    middle = np.array([points[list(face)].mean(axis=0) for face, use in zip(faces, good) if use]).reshape(-1, 3)
    return bool((points @ normals.T - np.sum(normals * middle, axis=1) <= 2.0 * near).all())


def _cut(points: np.ndarray, faces: Sequence[Face], near: float, name: str | None) -> tuple[ConvexSolid, ...]:
    """Convex parts, exact where the drawing is; where its rounding would leave splinters, only within `near`."""
    exact = TOLERANCE * float(np.linalg.norm(np.ptp(points, axis=0)))
    if exact < near:
        try:
            parts = convex_parts(points, faces, exact, name)
            if min(part.least_width for part in parts) > _SPLINTER * near:
                return parts
        except InputError:
            pass
    return convex_parts(points, faces, near, name)


def tidy(solid: ConvexSolid, near: float, name: str | None) -> ConvexSolid:
    """The solid with faces that are one within `near` made one, and plane; as it is where that does not work."""
    turn = np.sum(solid.face_normals[solid.edge_faces[:, 0]] * solid.face_normals[solid.edge_faces[:, 1]], axis=1)
    if not (turn > np.cos(_NEARLY_FLAT)).any():
        return solid
    diagonal = float(np.linalg.norm(np.ptp(solid.vertices, axis=0)))
    try:
        points, polygons = clean_mesh(solid.vertices, solid.faces, block_label(name), max(near / diagonal, TOLERANCE))
        if len(polygons) == len(solid.faces):
            return solid
        flat = flatten_faces(points, polygons, 2.0 * near)
        return solid if flat is None else ConvexSolid.from_faces(flat, polygons, name)
    except InputError:
        return solid
