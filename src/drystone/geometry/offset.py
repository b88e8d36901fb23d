"""Blocks grown by a given distance: joints drawn as gaps close when all faces move to the middle of the mortar."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError
from drystone.geometry.integrals import area_vectors
from drystone.geometry.mesh import Face
from drystone.geometry.primitives import box_between
from drystone.geometry.solid import ConvexSolid, block_label

#: A corner may move by so many times the distance of its faces; a sharper one runs out of the joint.
SHARPEST = 10.0


def grow_solid(solid: ConvexSolid, distance: float, name: str | None = None) -> ConvexSolid:
    """The solid with every face moved outwards by `distance` [m].

    No face vanishes: the solid holds every old face shifted along its own normal. Edges may, where more than three
    faces meet.

    Parameters
    ----------
    name : of the block, for messages
    """
    distance = check_number(f"{block_label(name)}: offset", distance, "m", least=0.0)
    if distance == 0.0:
        return solid
    if all(len(own) == 3 for own in _faces_of_vertices(solid.faces, len(solid.vertices))):
        # three faces a corner, as in bricks and voussoirs: corners and faces stay, only coordinates change
        moved = solid.vertices + _steps(solid.vertices, solid.faces, distance, name)
        _check_sharp(solid.vertices, moved, distance, name)
        try:
            return ConvexSolid.from_faces(moved, solid.faces, name)
        except InputError:
            pass                 # an edge has shrunk to nothing, and other faces meet there now
    return _cut_from_box(solid, distance, name)


def grow_mesh(vertices: np.ndarray, faces: Sequence[Face], distance: float, name: str | None = None) -> np.ndarray:
    """Vertices (v, 3) [m] of a closed mesh, convex or not, whose faces move outwards by `distance` [m].

    A narrow groove closes by that: a face that vanishes is an error.

    Coplanar neighbours must be one face, or at least have the same normal to rounding. Where more than three planes
    meet in a corner they may have no common point any more: an error.
    """
    points = np.asarray(vertices, dtype=float)
    moved = points + _steps(points, faces, distance, name)
    _check_sharp(points, moved, distance, name)
    old, new = area_vectors(points, faces), area_vectors(moved, faces)
    is_face = np.linalg.norm(old, axis=1) > _no_area(points)
    turned = is_face & (np.einsum("ij,ij->i", old, new) <= 0.0)
    if turned.any():
        raise InputError.of(block_label(name), f"face {int(np.flatnonzero(turned)[0])} vanishes when all faces move "
                            f"outwards by {distance:g} m")
    return moved


def _steps(points: np.ndarray, faces: Sequence[Face], distance: float, name: str | None) -> np.ndarray:
    """How every corner (v, 3) [m] moves with its planes."""
    vectors = area_vectors(points, faces)
    areas = np.linalg.norm(vectors, axis=1)
    normals = vectors / np.maximum(areas, 1e-300)[:, None]
    steps = np.zeros_like(points)
    for k, own in enumerate(_faces_of_vertices(faces, len(points))):
        planes = [i for i in own if areas[i] > _no_area(points)]
        steps[k] = np.linalg.lstsq(normals[planes], np.full(len(planes), distance), rcond=1e-6)[0]
        missed = float(np.abs(normals[planes] @ steps[k] - distance).max())
        if missed > 1e-6 * distance + 1e-12 * float(np.abs(points).max()):
            raise InputError.of(block_label(name), f"the {len(planes)} faces at corner {_text(points[k])} m do not "
                                f"meet in a point any more when they move outwards by {distance:g} m")
    return steps


def _no_area(points: np.ndarray) -> float:
    """Faces below this area [m2] have no direction."""
    return 1e-12 * float(np.linalg.norm(np.ptp(points, axis=0))) ** 2


def _check_sharp(old: np.ndarray, new: np.ndarray, distance: float, name: str | None) -> None:
    far = float(max((new.max(axis=0) - old.max(axis=0)).max(), (old.min(axis=0) - new.min(axis=0)).max()))
    if far > SHARPEST * distance:
        raise InputError.of(block_label(name), f"has an edge so sharp that it runs {far:.3g} m ahead when all faces "
                            f"move outwards by {distance:g} m")


def _cut_from_box(solid: ConvexSolid, distance: float, name: str | None) -> ConvexSolid:
    """Half-spaces of the moved faces, cut one by one from a box around them."""
    low, high = solid.bounding_box
    reach = 2.0 * SHARPEST * distance
    grown = box_between(low - reach, high + reach).parts[0]
    for normal, offset in zip(solid.face_normals, solid.face_offsets):
        grown = grown.cut(normal, float(offset) + distance, name)
    same = solid.face_normals @ grown.face_normals.T > 1.0 - 1e-9
    if not same.any(axis=1).all():
        face = int(np.flatnonzero(~same.any(axis=1))[0])
        raise InputError.of(block_label(name), f"face {face} (area {solid.face_areas[face]:.3g} m2) vanishes when all "
                            f"faces move outwards by {distance:g} m")
    _check_sharp(solid.vertices, grown.vertices, distance, name)
    return grown


def _faces_of_vertices(faces: Sequence[Face], count: int) -> list[list[int]]:
    own: list[list[int]] = [[] for _ in range(count)]
    for i, face in enumerate(faces):
        for k in face:
            own[k].append(i)
    return own


def _text(point: np.ndarray) -> str:
    return "(" + ", ".join(f"{x:g}" for x in point) + ")"
