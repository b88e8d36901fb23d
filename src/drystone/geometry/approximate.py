"""Convex parts that fill a solid within a length: for curved and warped surfaces, which have no exact parts.

The convex hull of the solid is the first part. Where the surface lies deeper below it than the length that is
allowed, the solid is cut by a plane through the deepest place, and each half gets a hull of its own, until all are
near enough or the parts are too many. Hulls never reach beyond the planes of the cuts, so the parts of one solid do
not overlap; they fill all of the solid, and a little more. Work is counted in parts, not in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from drystone.errors import InputError
from drystone.geometry.integrals import compute_integrals
from drystone.geometry.mesh import Face
from drystone.geometry.shape import MassProperties
from drystone.geometry.solid import ConvexSolid, block_label
from drystone.geometry.triangulate import triangulate
from drystone.geometry.weld import weld_points

#: Directions in which a cut is tried, around the normal of the surface at the deepest place.
_TURNS = 6


@dataclass(frozen=True)
class NearParts:
    """Convex parts and how far they are from the solid."""

    parts: tuple[ConvexSolid, ...]
    allowed: float        #: what was asked for [m]
    off: float            #: greatest depth [m] of the solid's surface below that of its part
    warp: float           #: greatest distance [m] of a corner from the mean plane of its face
    warped_count: int     #: faces that are not plane
    properties: MassProperties   #: of the solid itself
    growth: float         #: volume of the parts over that of the solid, less 1 [-]


def near_parts(vertices: np.ndarray, faces: Sequence[Face], allowed: float, near: float, most_parts: int,
               name: str | None = None) -> NearParts:
    """Convex parts that fill a closed mesh, and nothing further than `allowed` [m] from it.

    Parameters
    ----------
    vertices : (v, 3) [m]
    faces : polygons, counter-clockwise from outside; warped ones become triangles
    allowed : greatest depth of the surface below that of a part [m]
    near : length within which points lie on a plane [m]
    most_parts : more are refused
    """
    points = np.asarray(vertices, dtype=float)
    triangles = triangulate(points, faces)
    corners = points[np.array(triangles)]
    cells = [_Cell(corners, corners)]
    while True:
        worst = max(cells, key=lambda cell: cell.depth)
        if worst.depth <= allowed:
            break
        if len(cells) >= most_parts:
            raise InputError.of(block_label(name), f"needs more than {most_parts} convex parts to be filled within "
                                f"{1e3 * allowed:.3g} mm, still {1e3 * worst.depth:.3g} mm off: raise flatten, or "
                                "simplify it")
        halves = worst.halves()
        if halves is None:
            raise InputError.of(block_label(name), f"could not be cut into convex parts: {1e3 * worst.depth:.3g} mm "
                                f"off, {1e3 * allowed:.3g} mm allowed; raise flatten, or simplify it")
        cells = [cell for cell in cells if cell is not worst] + list(halves)
    parts = [part for part in (_solid(cell.hull_points, near) for cell in cells) if part is not None]
    if not parts:
        raise InputError.of(block_label(name), f"is thinner than {2e3 * near:.3g} mm")
    properties = MassProperties(*compute_integrals(points, triangles))
    warps = face_warps(points, faces)
    growth = sum(part.volume for part in parts) / properties.volume - 1.0
    return NearParts(tuple(parts), allowed, max(cell.depth for cell in cells), float(warps.max(initial=0.0)),
                     int((warps > near).sum()), properties, growth)


def face_warps(points: np.ndarray, faces: Sequence[Face]) -> np.ndarray:
    """Greatest distance (f,) [m] of a corner of each face from its mean plane."""
    out = np.zeros(len(faces))
    for i, face in enumerate(faces):
        if len(face) > 3:
            corner = points[list(face)]
            arm = corner[1:] - corner[0]
            normal = np.cross(arm[:-1], arm[1:]).sum(axis=0)
            length = float(np.linalg.norm(normal))
            out[i] = np.abs((corner - corner.mean(axis=0)) @ normal).max() / length if length > 0.0 else 0.0
    return out


@dataclass(eq=False)
class _Cell:
    """The part of a solid on the inner side of some planes."""

    triangles: np.ndarray                     #: (t, 3, 3) [m], its own share of the surface
    surface: np.ndarray                       #: (s, 3, 3) [m], of the whole solid
    planes: list[tuple[np.ndarray, float]] = field(default_factory=list)   #: normal . x <= offset

    @cached_property
    def hull_points(self) -> np.ndarray:
        """Points (n, 3) [m] among which are all corners of the convex hull."""
        corners = self.triangles.reshape(-1, 3)
        inner = [p for p in _meeting_points(self.planes) if _winding(self.surface, p) > 0.5]
        return np.unique(np.concatenate((corners, np.array(inner).reshape(-1, 3))), axis=0)

    @cached_property
    def _hull(self):
        from scipy.spatial import ConvexHull, QhullError
        try:
            return ConvexHull(self.hull_points - self.hull_points.mean(axis=0))
        except (QhullError, ValueError):
            return None                       # flat: a crumb

    @property
    def hull_volume(self) -> float:
        return 0.0 if self._hull is None else float(self._hull.volume)

    @cached_property
    def _depths(self) -> tuple[np.ndarray, np.ndarray]:
        """Places on the surface and how deep each lies below the hull."""
        sides = 0.5 * (self.triangles + np.roll(self.triangles, -1, axis=1))
        places = np.concatenate((self.triangles.reshape(-1, 3), sides.reshape(-1, 3), self.triangles.mean(axis=1)))
        if self._hull is None:
            return places, np.zeros(len(places))
        planes = np.unique(np.round(self._hull.equations, 12), axis=0)
        height = (places - self.hull_points.mean(axis=0)) @ planes[:, :3].T + planes[:, 3]
        return places, np.maximum(0.0, -height.max(axis=1))

    @property
    def depth(self) -> float:
        """Greatest depth [m] of the surface below the hull."""
        return float(self._depths[1].max(initial=0.0))

    def halves(self) -> tuple[_Cell, _Cell] | None:
        """The two parts on either side of the plane through the deepest place that leaves the smallest hulls."""
        places, depths = self._depths
        deepest = int(depths.argmax())
        count = len(self.triangles)
        triangle = deepest // 3 if deepest < 6 * count else deepest - 6 * count
        triangle = triangle % count
        best, least = None, np.inf
        for normal in _directions(self.triangles[triangle], self.hull_points):
            offset = float(normal @ places[deepest])
            pair = (self._beyond(normal, offset), self._beyond(-normal, -offset))
            volume = pair[0].hull_volume + pair[1].hull_volume
            if volume < least and min(part.hull_volume for part in pair) > 1e-9 * self.hull_volume:
                best, least = pair, volume
        return best

    def _beyond(self, normal: np.ndarray, offset: float) -> _Cell:
        return _Cell(_clip(self.triangles, normal, offset), self.surface, [*self.planes, (normal, offset)])


def _directions(triangle: np.ndarray, points: np.ndarray) -> list[np.ndarray]:
    """Normals of the cuts that are tried: across the surface there, and along the axes of the world and the cell."""
    normal = np.cross(triangle[1] - triangle[0], triangle[2] - triangle[0])
    length = float(np.linalg.norm(normal))
    axes = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)[2]
    found = [*np.eye(3), *axes]
    if length > 0.0:
        normal = normal / length
        x = axes[0] - axes[0] @ normal * normal
        if np.linalg.norm(x) < 1e-6:
            x = axes[1] - axes[1] @ normal * normal
        x = x / np.linalg.norm(x)
        y = np.cross(normal, x)
        angles = np.pi * np.arange(_TURNS) / _TURNS
        found += [np.cos(a) * x + np.sin(a) * y for a in angles]
        found.append(normal)
    return found


def _clip(triangles: np.ndarray, normal: np.ndarray, offset: float) -> np.ndarray:
    """Triangles (t, 3, 3) of the parts of triangles with normal . x <= offset."""
    height = triangles @ normal - offset
    inside = height <= 0.0
    count = inside.sum(axis=1)
    out = [triangles[count == 3]]
    for number in (1, 2):
        chosen = count == number
        if not chosen.any():
            continue
        odd = (inside if number == 1 else ~inside)[chosen].argmax(axis=1)          # the corner that is alone
        turn = (odd[:, None] + np.arange(3)) % 3
        corner = np.take_along_axis(triangles[chosen], turn[:, :, None], axis=1)
        h = np.take_along_axis(height[chosen], turn, axis=1)
        first, second = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
        p = corner[:, 0] + (h[:, 0] / (h[:, 0] - h[:, 1]))[:, None] * first
        q = corner[:, 0] + (h[:, 0] / (h[:, 0] - h[:, 2]))[:, None] * second
        if number == 1:
            out.append(np.stack((corner[:, 0], p, q), axis=1))
        else:
            out += [np.stack((p, corner[:, 1], corner[:, 2]), axis=1), np.stack((p, corner[:, 2], q), axis=1)]
    return np.concatenate(out)


def _meeting_points(planes: list[tuple[np.ndarray, float]]) -> list[np.ndarray]:
    """Points in which three of the planes meet, behind all others."""
    if len(planes) < 3:
        return []
    normals, offsets = np.array([p[0] for p in planes]), np.array([p[1] for p in planes])
    scale = float(np.abs(offsets).max()) + 1.0
    found = []
    for three in map(list, combinations(range(len(planes)), 3)):
        if abs(np.linalg.det(normals[three])) > 1e-6:
            point = np.linalg.solve(normals[three], offsets[three])
            if (normals @ point - offsets <= 1e-9 * scale).all():
                found.append(point)
    return found


def _winding(triangles: np.ndarray, point: np.ndarray) -> float:
    """1 inside a closed surface, 0 outside: its solid angle over that of the sphere."""
    a, b, c = (triangles[:, k] - point for k in range(3))
    la, lb, lc = (np.linalg.norm(x, axis=1) for x in (a, b, c))
    above = np.sum(a * np.cross(b, c), axis=1)
    below = la * lb * lc + np.sum(a * b, axis=1) * lc + np.sum(b * c, axis=1) * la + np.sum(c * a, axis=1) * lb
    return float(2.0 * np.arctan2(above, below).sum() / (4.0 * np.pi))


def _solid(points: np.ndarray, near: float) -> ConvexSolid | None:
    """Hull of the points of a cell, corners closer than `near` made one; None for a crumb."""
    first = np.unique(weld_points(points, near), return_index=True)[1]
    try:
        solid = ConvexSolid.hull(points[first])
    except InputError:
        return None
    return solid if solid.least_width > 2.0 * near else None
