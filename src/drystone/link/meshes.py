"""Meshes of a message as named shapes: welded, closed, turned right way out, convex."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from drystone.checks import MOST_BLOCKS, show
from drystone.errors import InputError
from drystone.geometry.from_mesh import shape_from_mesh, tidy
from drystone.geometry.mesh import close_pairs
from drystone.geometry.shape import NamedShape, Shape
from drystone.geometry.solid import ConvexSolid
from drystone.geometry.surface import find_pieces
from drystone.io.drawing import SIZES, WELD
from drystone.io.units import UNITS
from drystone.model.selection import suggest
from drystone.names import check_name

KEYS = ("name", "vertices", "faces", "groups", "material", "support")
#: Corners and faces of a block, at most: more is a scan, not a stone.
MOST_CORNERS = 2000
#: Larger numbers are dirt, and their products are no numbers any more.
_FARTHEST = 1e15
#: Shapes that are kept: a slider that changes friction or the load makes none of them again.
_KEPT = 4096


@dataclass(frozen=True)
class MeshBlock:
    """A block as it was sent."""

    shape: NamedShape
    material: str | None    #: None: the only one that there is
    is_support: bool


def read_meshes(meshes: object, unit: str) -> list[MeshBlock]:
    """Blocks in the order sent; their coordinates are in `unit`."""
    if not isinstance(meshes, list) or not meshes:
        raise InputError(f"meshes must be a list of at least one mesh, got {show(meshes)}")
    if len(meshes) > MOST_BLOCKS:
        raise InputError(f"meshes must be at most {MOST_BLOCKS}, got {len(meshes)}")
    blocks = [_read(i, mesh, UNITS[unit], unit) for i, mesh in enumerate(meshes)]
    seen: dict[str, int] = {}
    for i, block in enumerate(blocks):
        name = block.shape.name
        if name in seen:
            raise InputError(f"meshes {seen[name]} and {i} have one name, {name!r}")
        seen[name] = i
    return blocks


def _read(number: int, mesh: object, scale: float, unit: str) -> MeshBlock:
    label = f"mesh {number}"
    if not isinstance(mesh, Mapping):
        raise InputError(f"{label} must be an object with vertices and faces, got {show(mesh)}")
    for key in mesh:
        if key not in KEYS:
            raise InputError(f"{label}: no key is called {show(key)}{suggest(key, KEYS)}")
    name = mesh.get("name")
    name = f"block_{number}" if name is None else check_name(label, name)
    label = f"mesh {number} ({name!r})" if "name" in mesh else label
    material, support = mesh.get("material"), mesh.get("support", False)
    if material is not None and not isinstance(material, str):
        raise InputError(f"{label}: material must be a name, got {show(material)}")
    if not isinstance(support, bool):
        raise InputError(f"{label}: support must be true or false, got {show(support)}")
    groups = mesh.get("groups", [])
    if not isinstance(groups, list) or not all(isinstance(group, str) for group in groups):
        raise InputError(f"{label}: groups must be a list of names, got {show(groups)}")
    points = _points(label, mesh.get("vertices"))
    faces = _faces(label, mesh.get("faces"), len(points))
    shape = _shape(label, (points * scale if scale != 1.0 else points).tobytes(), faces, unit)
    return MeshBlock(NamedShape(name, shape, tuple(groups)), material, support)


def _points(label: str, given: object) -> np.ndarray:
    if not isinstance(given, list) or not 4 <= len(given) <= MOST_CORNERS:
        count = f"{len(given)} of them" if isinstance(given, list) else show(given)
        raise InputError(f"{label}: vertices must be a list of 4 to {MOST_CORNERS} points, got {count}")
    for i, point in enumerate(given):
        if not isinstance(point, list) or len(point) != 3 or not all(type(x) in (int, float) for x in point):
            raise InputError(f"{label}: vertex {i} must be three numbers, got {show(point)}")
        if not all(abs(x) <= _FARTHEST for x in point):
            raise InputError(f"{label}: vertex {i} must be three numbers below {_FARTHEST:g}, got {show(point)}")
    return np.array(given, dtype=float)


def _faces(label: str, given: object, count: int) -> tuple[tuple[int, ...], ...]:
    if not isinstance(given, list) or not 4 <= len(given) <= 2 * MOST_CORNERS:
        got = f"{len(given)} of them" if isinstance(given, list) else show(given)
        raise InputError(f"{label}: faces must be a list of 4 to {2 * MOST_CORNERS} faces, got {got}")
    for i, face in enumerate(given):
        if not isinstance(face, list) or len(face) < 3 or not all(type(k) is int and 0 <= k < count for k in face):
            raise InputError(f"{label}: face {i} must be three or more numbers of vertices, 0 to {count - 1}, got "
                             f"{show(face)}")
    return tuple(tuple(face) for face in given)


def _shape(label: str, points: bytes, faces: Sequence[tuple[int, ...]], unit: str) -> Shape:
    try:
        return _make(points, tuple(faces), unit)
    except InputError as error:
        raise InputError(f"{label}: {error.rule}") from None


@lru_cache(maxsize=_KEPT)
def _make(data: bytes, faces: tuple[tuple[int, ...], ...], unit: str) -> Shape:
    """The one closed convex solid of a mesh."""
    points = np.frombuffer(data).reshape(-1, 3)
    size, (least, most) = float(np.ptp(points, axis=0).max()), SIZES
    if not least <= size <= most:
        raise InputError(f"its size must be between {least:g} m and {most:g} m, got {size:.3g} m: is the unit {unit!r} "
                         "right?")
    if not close_pairs(points, WELD):
        with contextlib.suppress(InputError):       # drawn by its real corners, all faces the right way round
            return Shape(tidy(ConvexSolid.from_faces(points, faces), WELD, None))
    pieces = find_pieces(points, faces, WELD)
    if len(pieces) != 1:
        raise InputError(f"must be one closed solid, got {len(pieces) or 'none with any area'}")
    piece = pieces[0]
    if piece.bad_edge is not None:
        words = "belongs to one face only: mesh is open" if piece.bad_count == 1 else f"has {piece.bad_count} faces"
        ends = " to ".join("(" + ", ".join(f"{x / UNITS[unit]:.6g}" for x in end) + ")" for end in piece.bad_edge)
        raise InputError(f"must be one closed solid: the edge from {ends} {unit} {words}")
    shape = shape_from_mesh(piece.vertices, piece.faces, WELD)
    if len(shape.parts) > 1:
        raise InputError(f"must be convex; it could be cut into {len(shape.parts)} convex blocks, or be read from a "
                         "drawing by the files of a model file")
    return shape
