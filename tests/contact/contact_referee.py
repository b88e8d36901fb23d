"""Independent judge of two convex polyhedra: brute force over all features, in NumPy.

Nothing here is shared with the detector: the distance comes from points against polygons and segments against
segments, the penetration from all face normals and all products of edges with full supports.
"""

import numpy as np


class Solid:
    """A convex polyhedron placed in the world."""

    def __init__(self, points, faces):
        self.points = points
        self.faces = [list(face) for face in faces]
        sides = {tuple(sorted((f[k], f[k - 1]))) for f in self.faces for k in range(len(f))}
        self.edges = np.array(sorted(sides))
        self.normals = np.empty((len(self.faces), 3))
        inward = []  # of each side of each face, in the plane of the face
        for k, face in enumerate(self.faces):
            p = points[face]
            normal = sum(np.cross(p[i] - p[0], p[i + 1] - p[0]) for i in range(1, len(face) - 1))
            self.normals[k] = normal / np.linalg.norm(normal)
            inward.append(np.cross(self.normals[k], np.roll(p, -1, axis=0) - p))
        self.inward = np.concatenate(inward)
        self.corner = np.concatenate(self.faces)
        self.start = np.cumsum([0] + [len(face) for face in self.faces[:-1]])

    def moved(self, rotation, shift):
        """Copy turned by a matrix and shifted."""
        copy = object.__new__(Solid)
        copy.__dict__.update(self.__dict__)
        copy.points = self.points @ rotation.T + shift
        copy.normals, copy.inward = self.normals @ rotation.T, self.inward @ rotation.T
        return copy

    def heights(self, points):
        """(n, f) heights of points above the planes of the faces [m]."""
        base = np.einsum("ij,ij->i", self.normals, self.points[self.corner[self.start]] - points[0])
        return (points - points[0]) @ self.normals.T - base


def separation(a, b):
    """Greatest separation over all candidate directions, < 0 if the solids overlap; its direction; the next best.

    The next best is the greatest separation among directions more than 0.001 rad away from the best: where the two
    are equal, the solids meet at a corner and their contact direction is anybody's choice.
    """
    u = a.points[a.edges[:, 1]] - a.points[a.edges[:, 0]]
    w = b.points[b.edges[:, 1]] - b.points[b.edges[:, 0]]
    u /= np.linalg.norm(u, axis=1)[:, None]
    w /= np.linalg.norm(w, axis=1)[:, None]
    cross = np.cross(u[:, None], w[None]).reshape(-1, 3)
    length = np.linalg.norm(cross, axis=1)
    cross = cross[length > 1e-6] / length[length > 1e-6, None]
    directions = np.concatenate([a.normals, -b.normals, cross, -cross])
    origin = b.points[0] if np.ptp(b.points, axis=0).max() < np.ptp(a.points, axis=0).max() else a.points[0]
    low = ((b.points - origin) @ directions.T).min(axis=0)
    high = ((a.points - origin) @ directions.T).max(axis=0)
    value = low - high
    best = np.argmax(value)
    return value[best], directions[best], value[directions @ directions[best] < 1.0 - 5e-7].max()


def distance(a, b):
    """Least distance of two solids that do not overlap [m]."""
    return min(_points_to_faces(a.points, b), _points_to_faces(b.points, a), _segments(a, b))


def _points_to_faces(points, solid):
    """Least height of a point straight above the inside of a face."""
    base = np.einsum("ij,ij->i", solid.inward, solid.points[solid.corner] - points[0])
    within = (points - points[0]) @ solid.inward.T - base >= 0.0
    above = np.logical_and.reduceat(within, solid.start, axis=1)
    height = solid.heights(points)
    return height[above & (height >= 0.0)].min(initial=np.inf)


def _segments(a, b):
    """Least distance between an edge of a and an edge of b."""
    p, q = a.points[a.edges[:, 0], None], b.points[None, b.edges[:, 0]]
    u = (a.points[a.edges[:, 1]] - a.points[a.edges[:, 0]])[:, None]
    w = (b.points[b.edges[:, 1]] - b.points[b.edges[:, 0]])[None]
    r = p - q
    uu, ww, uw = (u * u).sum(-1), (w * w).sum(-1), (u * w).sum(-1)
    ur, wr = (u * r).sum(-1), (w * r).sum(-1)
    det = uu * ww - uw * uw
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = np.where(det > 1e-14 * uu * ww, (uw * wr - ww * ur) / det, 0.0)
    best = np.inf
    # the inner point of crossing edges, and the ends of either edge against the other
    for s in (np.clip(inner, 0.0, 1.0), np.zeros_like(uw), np.ones_like(uw)):
        t = np.clip((uw * s + wr) / ww, 0.0, 1.0)
        s = np.clip((uw * t - ur) / uu, 0.0, 1.0)
        gap = r + s[..., None] * u - t[..., None] * w
        best = min(best, np.linalg.norm(gap, axis=-1).min())
    return best
