"""`ConvexSolid`: one convex polyhedron with polygon faces. The bricks of every shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drystone.checks import check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.clip import clip
from drystone.geometry.convex_hull import hull_triangles
from drystone.geometry.integrals import area_vectors, compute_integrals
from drystone.geometry.mesh import TOLERANCE, Face, clean_mesh


def block_label(name: str | None) -> str:
    """How messages call a block: ``block 'b1'``, or ``block`` where it has no name yet."""
    return "block" if name is None else f"block {name!r}"


def check_rotation(matrix: object) -> np.ndarray:
    """Return `matrix` as a (3, 3) proper rotation, or say what is wrong."""
    array = np.asarray(matrix, dtype=float)
    if array.shape != (3, 3) or not np.allclose(array @ array.T, np.eye(3), rtol=0.0, atol=1e-9) \
            or np.linalg.det(array) < 0.0:
        raise InputError(f"rotation must be a proper rotation matrix (3, 3), got {array.tolist()!r}")
    return array


@dataclass(frozen=True, eq=False)
class ConvexSolid:
    """Convex polyhedron. The constructor trusts its caller: data from outside go through `from_faces`.

    Arrays are read-only; what is derived from them is computed once, when asked for.
    """

    vertices: np.ndarray      #: (v, 3) [m]
    faces: tuple[Face, ...]   #: vertex numbers of each polygon, counter-clockwise seen from outside

    def __post_init__(self) -> None:
        object.__setattr__(self, "vertices", _frozen(np.array(self.vertices, dtype=float, order="C")))

    @classmethod
    def from_faces(cls, vertices: object, faces: object, name: str | None = None,
                   tolerance: float = TOLERANCE) -> ConvexSolid:
        """Solid from a closed mesh, checked; coplanar neighbours become one face.

        Parameters
        ----------
        vertices : (v, 3) [m]
        faces : vertex numbers of triangles or polygons, counter-clockwise seen from outside
        name : of the block, for messages
        tolerance : relative length [-] within which points are coplanar; raise it for meshes that were
            written with few digits (see `mesh.py`)
        """
        return cls(*clean_mesh(vertices, faces, block_label(name), tolerance))

    @classmethod
    def hull(cls, points: object, name: str | None = None, tolerance: float = TOLERANCE) -> ConvexSolid:
        """Convex hull of `points` (n, 3) [m]; corners keep their coordinates and order, faces are sorted."""
        label = block_label(name)
        vertices, faces = clean_mesh(*hull_triangles(points, label, tolerance), label, tolerance)
        return cls(vertices, tuple(sorted(faces)))

    # measures

    @cached_property
    def _integrals(self) -> tuple[float, np.ndarray, np.ndarray]:
        volume, centroid, inertia = compute_integrals(self.vertices, self.faces)
        return volume, _frozen(centroid), _frozen(inertia)

    @property
    def volume(self) -> float:
        """Volume [m3]."""
        return self._integrals[0]

    @property
    def centroid(self) -> np.ndarray:
        """Centroid (3,) [m]."""
        return self._integrals[1]

    @property
    def inertia(self) -> np.ndarray:
        """Inertia (3, 3) [m5] for density 1, about the centroid, axes of the coordinates."""
        return self._integrals[2]

    @cached_property
    def _area_vectors(self) -> np.ndarray:
        return area_vectors(self.vertices, self.faces)

    @cached_property
    def face_areas(self) -> np.ndarray:
        """Areas (f,) [m2]."""
        return _frozen(np.linalg.norm(self._area_vectors, axis=1))

    @cached_property
    def face_normals(self) -> np.ndarray:
        """Unit outward normals (f, 3)."""
        return _frozen(self._area_vectors / self.face_areas[:, None])

    @cached_property
    def face_offsets(self) -> np.ndarray:
        """Offsets (f,) [m] of the face planes: the solid is face_normals . x <= face_offsets."""
        corners = np.array([self.vertices[list(face)].mean(axis=0) for face in self.faces])
        return _frozen(np.sum(self.face_normals * corners, axis=1))

    @cached_property
    def least_width(self) -> float:
        """Least extent [m] of the solid along any of its face normals."""
        return float(np.ptp(self.vertices @ self.face_normals.T, axis=0).min())

    @cached_property
    def bounding_box(self) -> np.ndarray:
        """Lower and upper corner (2, 3) [m]."""
        return _frozen(np.array([self.vertices.min(axis=0), self.vertices.max(axis=0)]))

    # edges

    @cached_property
    def edges(self) -> np.ndarray:
        """Vertex pairs (e, 2) int32, the smaller number first, sorted."""
        pairs = {(min(a, b), max(a, b)) for face in self.faces for a, b in zip(face, face[1:] + face[:1])}
        return _frozen(np.array(sorted(pairs), dtype=np.int32))

    @cached_property
    def face_edges(self) -> tuple[tuple[int, ...], ...]:
        """Edge numbers of every face: the k-th runs from vertex k of the face to the next."""
        number = {(int(a), int(b)): i for i, (a, b) in enumerate(self.edges)}
        return tuple(tuple(number[min(a, b), max(a, b)] for a, b in zip(face, face[1:] + face[:1]))
                     for face in self.faces)

    @cached_property
    def edge_faces(self) -> np.ndarray:
        """The two faces (e, 2) int32 that meet in every edge, the smaller number first."""
        users: list[list[int]] = [[] for _ in range(len(self.edges))]
        for i, numbers in enumerate(self.face_edges):
            for k in numbers:
                users[k].append(i)
        return _frozen(np.array(users, dtype=np.int32))

    # new solids

    def moved(self, translation: Sequence[float] | np.ndarray, rotation_matrix: object = None) -> ConvexSolid:
        """Copy with points R x + translation [m]; R (3, 3) turns about the origin, None leaves it out."""
        points = self.vertices
        if rotation_matrix is not None:
            points = points @ check_rotation(rotation_matrix).T
        return ConvexSolid(points + check_vector("translation", translation, "m"), self.faces)

    def cut(self, normal: Sequence[float], offset: float, name: str | None = None) -> ConvexSolid:
        """The part with n . x <= offset [m], n = `normal` scaled to length 1; itself where nothing is cut."""
        label = block_label(name)
        direction = check_vector(f"{label}: cut normal", normal, "-")
        length = float(np.linalg.norm(direction))
        if length == 0.0:
            raise InputError.of(label, f"cut normal must have a length > 0 [-], got {normal!r}")
        offset = check_number(f"{label}: cut offset", offset, "m")
        result = clip(self.vertices, self.faces, direction / length, offset)
        if result is None:
            shown = ", ".join(f"{x:g}" for x in direction / length)
            raise InputError.of(label, f"nothing is left below the cut [{shown}] . x = {offset:g} m")
        vertices, faces = result
        if vertices is self.vertices:
            return self
        return ConvexSolid(vertices, faces) if faces else ConvexSolid.hull(vertices, name)


def _frozen(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array
