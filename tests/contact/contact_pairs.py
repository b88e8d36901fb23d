"""Random pairs of convex polyhedra, many at a time: shapes, sizes from 1:1 to 1:1e6, random and special poses.

A bench of pairs is drawn once: pair k is blocks 2k and 2k + 1. Poses are drawn again and again for the same bench, all
pairs at once. Each pose puts the second block of a pair (the guest) on the first (the host) in the way named by KINDS,
and then moves both together.
"""

from dataclasses import dataclass

import numpy as np
from contact_scenes import box, prism
from scipy.spatial import ConvexHull

from drystone.model.parts import build_parts

KINDS = ("corner", "face on face", "vertex on face", "edge on edge", "deep", "edge on face", "faces share a line",
         "edges parallel", "aligned")
CORNER, FACE_FACE, VERTEX_FACE, EDGE_EDGE, DEEP, EDGE_FACE, SHARED_LINE, PARALLEL, ALIGNED = range(len(KINDS))


@dataclass
class Solids:
    """Padded arrays of convex polyhedra; topology by shape, sizes by block."""

    points: np.ndarray       #: (b, v, 3) [m], vertices in the block's frame
    counts: np.ndarray       #: (b, 3), vertices, faces, edges
    face: np.ndarray         #: (b, f, k), corners, counter-clockwise from outside
    corners: np.ndarray      #: (b, f), corners of each face
    edge: np.ndarray         #: (b, e, 4), two vertices, two faces
    width: np.ndarray        #: (b,) [m], least width over the faces
    radius: np.ndarray       #: (b,) [m], greatest distance of a vertex from the block's origin

    def __getitem__(self, order):
        return Solids(*(getattr(self, name)[order] for name in self.__dataclass_fields__))


def hull(points):
    """Hull of points as triangles, wound outward, about the mean of its vertices."""
    found = ConvexHull(points)
    used = np.unique(found.simplices)
    points = points[used]
    points = points - points.mean(axis=0)
    faces = []
    for simplex, plane in zip(np.searchsorted(used, found.simplices), found.equations):
        p = points[simplex]
        faces.append(tuple(simplex if np.cross(p[1] - p[0], p[2] - p[0]) @ plane[:3] > 0 else simplex[::-1]))
    return points, faces


def ellipsoid_hull(rng, count):
    points = rng.normal(size=(count, 3))
    return hull(points * rng.uniform(0.4, 1.0, 3) / np.linalg.norm(points, axis=1)[:, None])


def drum(sides, radius, length):
    ring = 2.0 * np.pi * np.arange(sides) / sides
    return prism(radius * np.column_stack([np.cos(ring), np.sin(ring)]), length)


def make_shapes(rng):
    """Boxes, slabs, bars, wedges, prisms, hulls and slivers of size about 1."""
    shapes = [box(1, 1, 1), box(1.0, 0.5, 0.25), box(0.4, 0.2, 0.2), box(1.4, 1.4, 0.05), box(1.6, 0.1, 0.1),
              box(1.0, 1.0, 0.005), box(1.0, 0.01, 0.01),
              prism([[-0.5, -0.3], [0.5, -0.3], [0.0, 0.6]], 1.0),
              prism([[-0.7, -0.02], [0.7, -0.02], [0.7, 0.02]], 0.8),
              prism([[-0.5, -0.5], [0.5, -0.5], [0.35, 0.5], [-0.35, 0.5]], 0.6), drum(5, 0.5, 0.3), drum(6, 0.6, 0.8)]
    shapes += [ellipsoid_hull(rng, count) for count in (4, 4, 5, 6, 7, 8, 10)]
    for count, squeeze in ((4, [1.0, 1.0, 0.02]), (5, [1.0, 0.02, 0.02]), (6, [1.0, 0.1, 1.0])):
        sliver = hull(ellipsoid_hull(rng, count)[0] * squeeze)
        while build_parts([(0, *sliver)]).part_size[0] < 4e-3:  # sharper blades are found, but not judged to the digit
            sliver = hull(ellipsoid_hull(rng, count)[0] * squeeze)
        shapes.append(sliver)
    return shapes


def find_edges(faces):
    """Rows (vertex, vertex, face, face)."""
    sides = {}
    for f, face in enumerate(faces):
        for v, w in zip(face, (*face[1:], face[0])):
            sides.setdefault(frozenset((int(v), int(w))), []).append(f)
    return [(*sorted(side), *pair) for side, pair in sides.items()]


def make_bench(pair_count, rng):
    """Solids of `pair_count` pairs, drawn at random; the ratio of sizes is log-uniform, one third are alike."""
    shapes = make_shapes(rng)
    edges = [find_edges(faces) for _, faces in shapes]
    room = [max(len(p) for p, _ in shapes), max(len(f) for _, f in shapes), max(map(len, edges)),
            max(len(c) for _, f in shapes for c in f)]
    kind = rng.integers(len(shapes), size=2 * pair_count)
    scale = np.ones((pair_count, 2))
    ratio = np.where(rng.random(pair_count) < 1 / 3, rng.uniform(0.5, 1.0, pair_count),
                     10.0 ** rng.uniform(-6.0, 0.0, pair_count))
    scale[np.arange(pair_count), rng.integers(2, size=pair_count)] = ratio
    scale = scale.ravel()
    points, counts = np.zeros((len(shapes), room[0], 3)), np.zeros((len(shapes), 3), np.int64)
    face, corners = np.zeros((len(shapes), room[1], room[3]), np.int64), np.zeros((len(shapes), room[1]), np.int64)
    edge = np.zeros((len(shapes), room[2], 4), np.int64)
    for s, ((p, f), e) in enumerate(zip(shapes, edges)):
        points[s, :len(p)], edge[s, :len(e)], counts[s] = p, e, (len(p), len(f), len(e))
        for k, c in enumerate(f):
            face[s, k, :len(c)], corners[s, k] = c, len(c)
    scaled = [(scale[b] * shapes[kind[b]][0], shapes[kind[b]][1]) for b in range(2 * pair_count)]
    parts = build_parts([(b, *solid) for b, solid in enumerate(scaled)])
    backward = build_parts([(b, *solid) for b, solid in enumerate(scaled[::-1])])
    solids = Solids(points[kind] * scale[:, None, None], counts[kind], face[kind], corners[kind], edge[kind],
                    parts.part_size.copy(), parts.part_radius.copy())
    return solids, parts, backward


def unit(v):
    return v / np.linalg.norm(v, axis=-1, keepdims=True)


def turn_of(q):
    """Rotation matrices (n, 3, 3) of unit quaternions (n, 4) as (w, x, y, z)."""
    w, x, y, z = q.T
    return np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
                     2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                     2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1).reshape(-1, 3, 3)


def rotate(q, v):
    return np.einsum("nij,nj->ni", turn_of(q), v)


def times(p, q):
    """Quaternion products: rotate by q first."""
    w = p[:, 0] * q[:, 0] - (p[:, 1:] * q[:, 1:]).sum(axis=1)
    return np.column_stack([w, p[:, :1] * q[:, 1:] + q[:, :1] * p[:, 1:] + np.cross(p[:, 1:], q[:, 1:])])


def axes_quaternion(x, z):
    """Quaternions that take the world's x and z to the unit vectors given, at right angles."""
    (a, d, g), (b, e, h), (c, f, i) = x.T, np.cross(z, x).T, z.T  # columns of the matrix
    squares = np.stack([1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i])
    rows = np.array([[squares[0], h - f, c - g, d - b], [h - f, squares[1], b + d, c + g],
                     [c - g, b + d, squares[2], f + h], [d - b, c + g, f + h, squares[3]]])
    return unit(rows[squares.argmax(axis=0), :, np.arange(len(x))])


def take(x_from, z_from, x_to, z_to):
    """Quaternions that take one pair of axes to another."""
    return times(axes_quaternion(x_to, z_to), axes_quaternion(x_from, z_from) * [1.0, -1.0, -1.0, -1.0])


def across(v, rng):
    """Random unit vectors at right angles to v."""
    least = np.eye(3)[np.abs(v).argmin(axis=1)]
    x = unit(np.cross(v, least))
    angle = rng.uniform(0.0, 2.0 * np.pi, (len(v), 1))
    return np.cos(angle) * x + np.sin(angle) * np.cross(v, x)


class Corners:
    """The solids of one side of all pairs (hosts or guests), and random features of them."""

    def __init__(self, solids, rng):
        self.solids, self.rng, self.all = solids, rng, np.arange(len(solids.points))

    def vertex(self, v):
        return self.solids.points[self.all, v]

    def any_below(self, count):
        return self.rng.integers(count)

    def normal(self, f):
        """Outward normals of faces by Newell's sum."""
        corner, count = self.solids.face[self.all, f], self.solids.corners[self.all, f]
        base, total = self.vertex(corner[:, 0]), 0.0
        for i in range(1, corner.shape[1] - 1):
            turn = np.cross(self.vertex(corner[:, i]) - base, self.vertex(corner[:, i + 1]) - base)
            total = total + np.where((i + 1 < count)[:, None], turn, 0.0)
        return unit(total)

    def inside(self, f):
        """Random points of faces, often close to a side or a corner."""
        corner, count = self.solids.face[self.all, f], self.solids.corners[self.all, f]
        weight = self.rng.exponential(size=corner.shape) ** self.rng.choice([1.0, 1.0, 4.0, 12.0], (len(f), 1)) + 1e-300
        weight[np.arange(corner.shape[1]) >= count[:, None]] = 0.0
        weight /= weight.sum(axis=1, keepdims=True)
        return np.einsum("nk,nki->ni", weight, self.solids.points[self.all[:, None], corner])

    def edge(self):
        """Random edges: unit vectors along and outward, a random point of each, often close to its end."""
        e = self.solids.edge[self.all, self.any_below(self.solids.counts[:, 2])]
        p, q = self.vertex(e[:, 0]), self.vertex(e[:, 1])
        along, out = unit(q - p), unit(self.normal(e[:, 2]) + self.normal(e[:, 3]))
        share = self.rng.random(len(p)) ** self.rng.choice([1.0, 6.0], len(p))
        return along, unit(out - (out * along).sum(axis=1)[:, None] * along), p + share[:, None] * (q - p)

    def side(self, f):
        """A random side of each face: first corner, vector to the next."""
        k, count = self.any_below(self.solids.corners[self.all, f]), self.solids.corners[self.all, f]
        p, q = (self.vertex(self.solids.face[self.all, f, i]) for i in (k, (k + 1) % count))
        return p, q - p

    def farthest(self, direction, points=None):
        """Number of the vertex farthest along a direction."""
        height = np.einsum("nvi,ni->nv", self.solids.points if points is None else points, direction)
        height[np.arange(height.shape[1]) >= self.solids.counts[:, :1]] = -np.inf
        return height.argmax(axis=1)

    def box(self):
        """Low and high corners along the axes."""
        out = np.arange(self.solids.points.shape[1]) >= self.solids.counts[:, :1]
        low, high = self.solids.points.copy(), self.solids.points.copy()
        low[out], high[out] = np.inf, -np.inf
        return low.min(axis=1), high.max(axis=1)


SHARES = (0.0, 0.0, 1e-9, 1e-7, 1e-5, 1e-3, 0.1)              #: of the smaller width: overlap beside a common line
TILTS = (0.0, 0.0, 1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-3, 0.03)  #: [rad]
GAPS = (1e-9, 1e-7, 1e-6, 1e-4, 5e-3, 0.1)                    #: of the smaller width
REACHES = (0.5, 0.9, 0.999, 1.001, 1.1, 2.0)                  #: of the contact distance


def place_guests(kind, host, guest, gap, small, rng):
    """Quaternions (n, 4) and positions (n, 3) of guests in the frames of their hosts, about `gap` (n,) [m] apart."""
    count = len(kind)
    f, g = host.any_below(host.solids.counts[:, 1]), guest.any_below(guest.solids.counts[:, 1])
    n_a, n_b = host.normal(f), guest.normal(g)
    p, q, normal = host.inside(f), guest.inside(g), n_a.copy()
    (u, out_a, on_a), (w, out_b, on_b) = host.edge(), guest.edge()
    tilt = rng.choice(TILTS, (count, 1))
    turn = unit(rng.normal(size=(count, 4)))

    k = kind == CORNER
    normal[k] = unit(rng.normal(size=(count, 3)))[k]
    turned = np.einsum("nij,nvj->nvi", turn_of(turn), guest.solids.points)
    p[k], q[k] = host.vertex(host.farthest(normal))[k], guest.vertex(guest.farthest(-normal, turned))[k]

    k = kind == FACE_FACE
    target = unit(tilt * across(n_a, rng) - n_a)
    turn[k] = take(across(n_b, rng), n_b, across(target, rng), target)[k]

    k = kind == VERTEX_FACE
    corner = guest.vertex(guest.any_below(guest.solids.counts[:, 0]))
    q[k] = corner[k]
    turn[k] = take(across(unit(corner), rng), unit(corner), across(n_a, rng), -n_a)[k]

    k = kind == EDGE_FACE
    q[k] = on_b[k]
    lean = rng.uniform(-0.6, 0.6, (count, 1))
    along = unit(across(n_a, rng) + tilt * n_a)
    down = unit(-n_a + (n_a * along).sum(axis=1)[:, None] * along)
    turn[k] = take(w, np.cos(lean) * out_b + np.sin(lean) * np.cross(w, out_b), along, down)[k]

    k = (kind == EDGE_EDGE) | (kind == PARALLEL)
    p[k], q[k], normal[k] = on_a[k], on_b[k], out_a[k]
    angle = np.where((kind == EDGE_EDGE)[:, None], rng.uniform(0.3, 2.8, (count, 1)), tilt)
    turn[k] = take(w, out_b, np.cos(angle) * u + np.sin(angle) * np.cross(out_a, u), -out_a)[k]

    k = kind == SHARED_LINE  # faces flush, a side of each on one line, or beside it; at times two corners as well
    (p0, side_a), (q0, side_b) = host.side(f), guest.side(g)
    sign, beside = rng.choice([-1.0, 1.0], (2, count, 1))
    turn[k] = take(unit(side_b), n_b, sign * unit(side_a), -n_a)[k]
    share = np.where(rng.random((count, 1)) < 0.3, 0.0, rng.random((count, 1)))
    offset = rng.choice(SHARES, (2, count, 1)) * small[:, None]
    p[k] = (p0 + share * side_a + offset[0] * beside * np.cross(n_a, unit(side_a)) + offset[1] * unit(side_a))[k]
    q[k] = (q0 + np.where(share > 0.0, rng.random((count, 1)), 0.0) * side_b)[k]

    shift = p + gap[:, None] * normal - rotate(turn, q)

    k = kind == DEEP
    weight = rng.exponential(size=host.solids.points.shape[:2])
    weight[np.arange(weight.shape[1]) >= host.solids.counts[:, :1]] = 0.0
    shift[k] = np.einsum("nv,nvi->ni", weight / weight.sum(axis=1)[:, None], host.solids.points)[k]

    k = kind == ALIGNED  # along the axes, often with sides in one plane
    turn[k] = [1.0, 0.0, 0.0, 0.0]
    (low_a, high_a), (low_b, high_b) = host.box(), guest.box()
    way = rng.integers(4, size=(count, 3))
    beside = np.where(way == 0, low_a - low_b, np.where(way == 1, high_a - high_b, rng.uniform(low_a, high_a)))
    on = np.arange(3) == rng.integers(3, size=(count, 1))
    shift[k] = np.where(on, high_a - low_b + gap[:, None], beside)[k]
    return turn, shift


def draw_poses(solids, rng):
    """Positions (b, 3), quaternions (b, 4), contact distances (n,) [m] and kinds (n,) of all pairs of a bench."""
    count = len(solids.width) // 2
    small = solids.width.reshape(-1, 2).min(axis=1)
    kind = rng.integers(len(KINDS), size=count)
    reach = small * 10.0 ** rng.uniform(-4.0, -0.3, count)
    gap = np.choose(rng.integers(4, size=count), [np.zeros(count), small * rng.choice(GAPS, count),
                                                  -small * rng.choice(GAPS, count), reach * rng.choice(REACHES, count)])
    turn, shift = place_guests(kind, Corners(solids[0::2], rng), Corners(solids[1::2], rng), gap, small, rng)
    frame = unit(rng.normal(size=(count, 4)))
    frame[rng.random(count) < 1 / 3] = [1.0, 0.0, 0.0, 0.0]
    travel = rng.choice([0.0, 1.0, 30.0, 1000.0], (count, 1), p=[0.4, 0.3, 0.2, 0.1]) * rng.uniform(-1, 1, (count, 3))
    # blocks that are a million roundings of their coordinates across, or more
    travel *= np.minimum(1.0, 3e8 * small / np.maximum(np.abs(travel).max(axis=1), 1e-9))[:, None]
    position, orientation = np.empty((2 * count, 3)), np.empty((2 * count, 4))
    position[0::2], position[1::2] = travel, travel + rotate(frame, shift)
    orientation[0::2], orientation[1::2] = frame, times(frame, turn)
    return position, orientation, reach, kind
