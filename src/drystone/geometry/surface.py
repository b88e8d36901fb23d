"""Closed surfaces in a heap of polygons: which faces belong together, and which way is out.

Two faces of one solid meet in every edge. Where solids touch, more than two faces meet in an edge; they are then
sorted around it, and each is joined with the one across the material (not across the air), so that a wall drawn as
one mesh falls into its blocks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from drystone.geometry.integrals import area_vectors, compute_integrals
from drystone.geometry.mesh import Face
from drystone.geometry.weld import FEW, weld_points

#: Faces of touching solids that lie on each other differ by less than this angle [rad].
SAME_ANGLE = 1e-5


@dataclass(frozen=True)
class Piece:
    """One connected surface."""

    vertices: np.ndarray                 #: (v, 3) [m]
    faces: tuple[Face, ...]              #: counter-clockwise from outside, if the surface is closed
    bad_edge: np.ndarray | None = None   #: (2, 3) [m], ends of an edge that has not exactly two faces; None: closed
    bad_count: int = 0                   #: faces at that edge
    turned_count: int = 0                #: faces that ran the other way in the drawing


def find_pieces(points: np.ndarray, faces: Sequence[Face], near: float,
                look_at_sizes: Callable[[np.ndarray], None] | None = None) -> list[Piece]:
    """Connected surfaces, in the order of their first faces.

    Parameters
    ----------
    points : (n, 3) [m]
    faces : numbers of the corners of each polygon
    near : corners within this distance are one [m]; faces that collapse by that are dropped
    look_at_sizes : called with the greatest extents (pieces,) [m] before the slow part; may refuse them
    """
    number = weld_points(points, near)
    loops, origin = _clean_loops(faces, number)
    if not loops:
        return []
    sides = _Sides(loops)
    turned = _turn_faces(sides, len(loops))
    loops = [loop[::-1] if turn else loop for loop, turn in zip(loops, turned)]
    if turned.any():
        sides = _Sides(loops)
    first = np.full(int(number.max()) + 1, -1, dtype=np.int64)
    first[number[::-1]] = np.arange(len(points))[::-1]
    welded = points[first]
    pairs, bad = _pair_faces(sides, loops, welded)
    label = _join_faces(len(loops), pairs)
    if look_at_sizes is not None:
        look_at_sizes(_extents(label, loops, welded))
    return _collect(points, faces, number, loops, origin, turned, label, bad, sides, welded)


def _clean_loops(faces: Sequence[Face], number: np.ndarray) -> tuple[list[Face], list[int]]:
    """Faces by welded numbers, without repeated corners and collapsed faces; and the given face of each."""
    count = np.fromiter(map(len, faces), np.int64, len(faces))
    flat = number[np.fromiter(chain.from_iterable(faces), np.int64, int(count.sum()))].tolist()
    loops, origin, start = [], [], 0
    for i, size in enumerate(count.tolist()):
        loop = flat[start:start + size]
        start += size
        if len(set(loop)) < size:
            loop = [k for j, k in enumerate(loop) if k != loop[j - 1]]
            if len(loop) < 3 or len(set(loop)) < len(loop):
                continue
        loops.append(tuple(loop))
        origin.append(i)
    return loops, origin


class _Sides:
    """Sides of all faces, sorted by edge."""

    def __init__(self, loops: Sequence[Face]) -> None:
        count = np.fromiter(map(len, loops), np.int64, len(loops))
        tail = np.fromiter(chain.from_iterable(loops), np.int64, int(count.sum()))
        last = np.cumsum(count) - 1
        head = np.empty_like(tail)
        head[:-1] = tail[1:]
        head[last] = tail[last - count + 1]
        face = np.repeat(np.arange(len(loops)), count)
        low, high = np.minimum(tail, head), np.maximum(tail, head)
        order = np.lexsort((face, high, low))
        self.face, self.low, self.high = face[order], low[order], high[order]
        self.is_forward = (tail < head)[order]
        is_first = np.ones(len(order), bool)
        is_first[1:] = (self.low[1:] != self.low[:-1]) | (self.high[1:] != self.high[:-1])
        self.start = np.flatnonzero(is_first)                    # first side of each edge
        self.count = np.diff(np.append(self.start, len(order)))  # sides of each edge


def _turn_faces(sides: _Sides, face_count: int) -> np.ndarray:
    """Which faces (f,) must be turned over so that two faces alone at an edge run along it in opposite ways."""
    turned = np.zeros(face_count, bool)
    double = sides.start[sides.count == 2]
    against = sides.is_forward[double] == sides.is_forward[double + 1]
    if not against.any():
        return turned
    neighbours: list[list[tuple[int, bool]]] = [[] for _ in range(face_count)]
    for left, right, wrong in zip(sides.face[double].tolist(), sides.face[double + 1].tolist(), against.tolist()):
        neighbours[left].append((right, wrong))
        neighbours[right].append((left, wrong))
    seen = np.zeros(face_count, bool)
    for seed in range(face_count):
        if seen[seed]:
            continue
        seen[seed] = True
        patch, waiting = [seed], [seed]
        while waiting:
            here = waiting.pop()
            for other, wrong in neighbours[here]:
                if not seen[other]:
                    seen[other] = True
                    turned[other] = turned[here] != wrong
                    patch.append(other)
                    waiting.append(other)
        if 2 * int(turned[patch].sum()) > len(patch):     # most faces are right
            turned[patch] = ~turned[patch]
    return turned


def _pair_faces(sides: _Sides, loops: Sequence[Face], points: np.ndarray) -> tuple[np.ndarray, list[tuple[int, int]]]:
    """Pairs of neighbouring faces (p, 2), and (edge, face count) of the edges that cannot be paired."""
    double = sides.start[sides.count == 2]
    good = sides.is_forward[double] != sides.is_forward[double + 1]
    pairs = [np.stack((sides.face[double], sides.face[double + 1]), axis=1)]
    bad = [(int(e), 2) for e in np.flatnonzero(sides.count == 2)[~good]]
    bad += [(int(e), int(sides.count[e])) for e in np.flatnonzero((sides.count == 1) | (sides.count % 2 == 1))]
    many = np.flatnonzero((sides.count > 2) & (sides.count % 2 == 0))
    if len(many):
        normals = area_vectors(points, loops)
        for edge in many.tolist():
            found = _pair_around(sides, edge, normals, points)
            if found is None:
                bad.append((edge, int(sides.count[edge])))
            else:
                pairs.append(found)
    return np.concatenate(pairs), sorted(bad)


def _pair_around(sides: _Sides, edge: int, normals: np.ndarray, points: np.ndarray) -> np.ndarray | None:
    """Pairs of the faces around an edge that have material between them; None where that makes no sense.

    With d along the edge, a face that runs along d has its material behind it (clockwise about d), one that
    runs against d before it. So each of the latter is joined with the next of the former, counter-clockwise.
    """
    rows = slice(int(sides.start[edge]), int(sides.start[edge] + sides.count[edge]))
    faces, forward = sides.face[rows], sides.is_forward[rows]
    ends, starts = faces[forward], faces[~forward]
    if len(ends) != len(starts):
        return None
    along = points[sides.high[rows][0]] - points[sides.low[rows][0]]
    along = along / np.linalg.norm(along)
    axis = np.eye(3)[int(np.abs(along).argmin())]
    x = axis - axis @ along * along
    x /= np.linalg.norm(x)
    y = np.cross(along, x)

    def angle(face: int, sign: float) -> float:
        into = sign * np.cross(normals[face], along)
        return math.atan2(float(into @ y), float(into @ x))

    end_angles = [angle(f, 1.0) for f in ends.tolist()]
    chosen = []
    for face in starts.tolist():
        own = angle(face, -1.0)
        turn = [(other - own) % (2.0 * math.pi) for other in end_angles]
        # a face that lies on this one belongs to the solid on its other side
        turn = [t if t > SAME_ANGLE else t + 2.0 * math.pi for t in turn]
        chosen.append(int(np.argmin(turn)))
    if len(set(chosen)) < len(chosen):
        return None
    return np.stack((starts, ends[chosen]), axis=1)


def _join_faces(count: int, pairs: np.ndarray) -> np.ndarray:
    """Piece (count,) of each face."""
    if count <= FEW:                     # most objects are single stones
        root = list(range(count))
        for a, b in pairs.tolist():
            while root[a] != a:
                a = root[a]
            while root[b] != b:
                b = root[b]
            root[max(a, b)] = min(a, b)
        for i in range(count):           # roots are smaller than what hangs on them
            root[i] = root[root[i]]
        return np.unique(root, return_inverse=True)[1].reshape(-1)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    links = coo_array((np.ones(len(pairs), bool), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    return connected_components(links, directed=False)[1]


def _extents(label: np.ndarray, loops: Sequence[Face], points: np.ndarray) -> np.ndarray:
    """Greatest extent [m] of each piece along x, y or z."""
    count = np.fromiter(map(len, loops), np.int64, len(loops))
    corner = np.fromiter(chain.from_iterable(loops), np.int64, int(count.sum()))
    piece = np.repeat(label, count)
    order = np.argsort(piece, kind="stable")
    start = np.flatnonzero(np.append(True, np.diff(piece[order]) > 0))
    sorted_points = points[corner[order]]
    size = np.maximum.reduceat(sorted_points, start) - np.minimum.reduceat(sorted_points, start)
    return size.max(axis=1)


def _collect(points, faces, number, loops, origin, turned, label, bad, sides, welded) -> list[Piece]:
    """Pieces by their labels; each has corners of its own, with the coordinates that its faces gave."""
    piece_count = int(label.max()) + 1
    trouble: dict[int, tuple[np.ndarray, int]] = {}
    for edge, face_count in bad:
        row = int(sides.start[edge])
        ends = welded[[sides.low[row], sides.high[row]]]
        for face in sides.face[row:row + int(sides.count[edge])].tolist():
            trouble.setdefault(int(label[face]), (ends, face_count))
    members: list[list[int]] = [[] for _ in range(piece_count)]
    for i, piece in enumerate(label.tolist()):
        members[piece].append(i)
    pieces = []
    welded_number = number.tolist()
    for piece in sorted(range(piece_count), key=lambda k: members[k][0]):
        given: dict[int, int] = {}       # welded number -> first given point that a face of the piece has there
        for i in members[piece]:
            for raw in faces[origin[i]]:
                given.setdefault(welded_number[raw], raw)
        rows = sorted(given.values())    # corners keep the order of the drawing
        place = {raw: k for k, raw in enumerate(rows)}
        new_loops = [tuple(place[given[k]] for k in loops[i]) for i in members[piece]]
        ends, face_count = trouble.get(piece, (None, 0))
        vertices = points[rows]
        if ends is None and compute_integrals(vertices, new_loops)[0] < 0.0:
            new_loops = [loop[::-1] for loop in new_loops]
        pieces.append(Piece(vertices, tuple(new_loops), ends, face_count,
                            int(turned[members[piece]].sum())))
    return pieces

