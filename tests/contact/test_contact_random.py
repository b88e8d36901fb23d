"""Ten thousand pairs of random convex polyhedra against an independent judge.

What is promised. Let s be the greatest separation over all face normals and products of edges, d the distance.
- Overlap (s < 0): points are found, and the greatest penetration is -s.
- Apart, nearest features face and vertex or crossing edges (then d = s): points are found, the least gap is d.
- Apart, nearest features two corners, a corner and an edge, or parallel edges (then d > s): the pair may pass by
  itself and no point is due; if there are points, their gaps are at least d.
Two bounds loosen the equalities: the direction of a hinge is a blend (see direction.py), and of wide shallow overlaps
the edges are not searched, which leaves 1/2 (1/100)^2 of the depth.
"""

import numpy as np
import pytest
from contact_referee import Solid, distance, separation
from contact_scenes import box, prism
from scipy.spatial import ConvexHull

from drystone.contact.contact_set import DEEP_OVERLAP
from drystone.contact.detect import Detector
from drystone.model.parts import build_parts

PAIR_COUNT = 10_000
KINDS = ("random", "face-face", "vertex-face", "edge-edge", "deep")
SCALES = (1.0, 0.1, 0.001)


def random_hull(rng, count):
    """Hull of random points on an ellipsoid; triangles wound outward."""
    points = rng.normal(size=(count, 3))
    points *= rng.uniform(0.4, 1.0, 3) / np.linalg.norm(points, axis=1)[:, None]
    hull = ConvexHull(points)
    points = points - points.mean(axis=0)
    faces = []
    for simplex, plane in zip(hull.simplices, hull.equations):
        p = points[simplex]
        turn = np.cross(p[1] - p[0], p[2] - p[0]) @ plane[:3]
        faces.append(tuple(simplex if turn > 0 else simplex[::-1]))
    return points, faces


def make_pool(rng):
    """Boxes, slabs, bars, wedges, drums and hulls, each in three sizes (1 : 10 : 1000)."""
    ring = np.linspace(0, 2 * np.pi, 9)[:-1]
    solids = [box(1, 1, 1), box(1.0, 0.5, 0.25), box(2.0, 2.0, 0.1), box(3.0, 0.3, 0.3),
              prism([[-0.5, -0.3], [0.5, -0.3], [0.0, 0.6]], 1.0),
              prism([[-0.5, -0.5], [0.5, -0.5], [0.35, 0.5], [-0.35, 0.5]], 0.6),
              prism(0.6 * np.column_stack([np.cos(ring), np.sin(ring)]), 0.8)]
    solids += [random_hull(rng, count) for count in (4, 5, 6, 8, 10, 12)]
    return [(scale * points, faces) for points, faces in solids for scale in SCALES]


def random_rotation(rng):
    """Rotation matrix, uniform."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return q if np.linalg.det(q) > 0 else -q


def turn_to(direction, target, rng):
    """A random rotation that takes one unit vector to another."""
    def basis(z):
        x = np.cross(z, rng.normal(size=3))
        x /= np.linalg.norm(x)
        return np.column_stack([x, np.cross(z, x), z])
    return basis(target) @ basis(direction).T


def quaternion(matrix):
    """Unit quaternion (w, x, y, z) of a rotation matrix."""
    from scipy.spatial.transform import Rotation
    x, y, z, w = Rotation.from_matrix(matrix).as_quat()
    return np.array([w, x, y, z])


def place(kind, a, b, gap, rng):
    """Rotation and shift of b such that it meets a, in the frame of a, in the way named and about `gap` apart."""
    def inside(face, solid):
        weight = rng.dirichlet(np.ones(len(face)))
        return weight @ solid.points[face]

    if kind == "random":
        turn = random_rotation(rng)
        u = rng.normal(size=3)
        u /= np.linalg.norm(u)
        top, bottom = np.argmax(a.points @ u), np.argmin(b.points @ turn.T @ u)
        return turn, a.points[top] + gap * u - turn @ b.points[bottom]
    if kind == "deep":
        turn = random_rotation(rng)
        weight = rng.dirichlet(np.ones(len(a.points)))
        return turn, weight @ a.points
    if kind == "edge-edge":
        def pick(solid):
            k = rng.integers(len(solid.edges))
            p, q = solid.points[solid.edges[k]]
            sides = [n for n, f in zip(solid.normals, solid.faces)
                     if {*solid.edges[k]} <= {*f}]
            out = sides[0] + sides[1]
            return (q - p) / np.linalg.norm(q - p), out / np.linalg.norm(out), p + rng.uniform(0.2, 0.8) * (q - p)
        u, out_a, p = pick(a)
        w, out_b, q = pick(b)
        angle = rng.uniform(np.radians(20), np.radians(160))
        target = np.cos(angle) * u + np.sin(angle) * np.cross(out_a, u)
        turn = np.column_stack([target, np.cross(-out_a, target), -out_a]) @ np.column_stack(
            [w, np.cross(out_b, w), out_b]).T
        return turn, p + gap * out_a - turn @ q
    face = rng.integers(len(a.faces))
    normal, point = a.normals[face], inside(a.faces[face], a)
    if kind == "face-face":
        other = rng.integers(len(b.faces))
        tilt = rng.normal(size=3) * rng.choice([0.0, 1e-12, 1e-9, 1e-6, 1e-3, 0.03])
        target = -normal + tilt
        turn = turn_to(b.normals[other], target / np.linalg.norm(target), rng)
        return turn, point + gap * normal - turn @ inside(b.faces[other], b)
    corner = rng.integers(len(b.points))
    out = b.points[corner] - b.points.mean(axis=0)
    turn = turn_to(out / np.linalg.norm(out), -normal, rng)
    return turn, point + gap * normal - turn @ b.points[corner]


class Bench:
    """The pool as one block each; a pair is two of them, put in place by their poses."""

    def __init__(self, pool, order):
        self.number = {k: place_ for place_, k in enumerate(order)}
        self.detector = Detector(build_parts([(place_, *pool[k]) for place_, k in enumerate(order)]))
        self.position, self.orientation = np.zeros((len(pool), 3)), np.tile([1.0, 0, 0, 0], (len(pool), 1))
        self.flags = np.zeros(len(pool), bool), np.ones(len(pool), bool)

    def detect(self, i, j, pose_i, pose_j, reach):
        for k, (turn, shift) in ((i, pose_i), (j, pose_j)):
            self.position[self.number[k]], self.orientation[self.number[k]] = shift, quaternion(turn)
        pair = np.array([sorted((self.number[i], self.number[j]))])
        return self.detector.detect(self.position, self.orientation, *self.flags, reach, pairs=pair)


@pytest.fixture(scope="module")
def cases():
    """All pairs, found three times (as given, swapped, moved), and judged."""
    rng = np.random.default_rng(20240611)
    pool = make_pool(rng)
    solids = [Solid(*solid) for solid in pool]
    order = list(range(len(pool)))
    bench, swapped = Bench(pool, order), Bench(pool, order[::-1])
    size = bench.detector._shape.measure[:, 0]
    radius = bench.detector._shape.measure[:, 1]
    out = []
    for number in range(PAIR_COUNT):
        kind = KINDS[number % len(KINDS)]
        i, j = np.sort(rng.choice(len(pool), 2, replace=False))
        small = min(size[i], size[j])
        reach = 0.02 * small
        gap = small * rng.choice([0.0, 1e-6, 1e-4, 5e-3, -1e-6, -1e-4, -5e-3])
        turn, shift = place(kind, solids[i], solids[j], gap, rng)
        pose_i, pose_j = (np.eye(3), np.zeros(3)), (turn, shift)
        move, travel = random_rotation(rng), rng.normal(size=3)
        found = bench.detect(i, j, pose_i, pose_j, reach)
        mirrored = swapped.detect(i, j, pose_i, pose_j, reach)
        carried = bench.detect(i, j, (move, travel), (move @ turn, move @ shift + travel), reach)
        b = solids[j].moved(turn, shift)
        s = separation(solids[i], b)
        d = distance(solids[i], b) if s > 0 else 0.0
        out.append(dict(kind=kind, a=solids[i], b=b, small=small, radius=radius[i] + radius[j], reach=reach,
                        found=found, mirrored=mirrored, carried=carried, move=move, travel=travel, s=s, d=d))
    return out


def rounding(case):
    """Rounding of coordinates of both parts, and of a direction between them [m]."""
    return 1e-13 * (case["radius"] + 1.0)


def test_kinds_are_what_they_say(cases):
    """The sample holds enough of everything: overlaps, deep ones, all ratios, all nearest features."""
    overlap = np.array([c["s"] < 0 for c in cases])
    due = np.array([0 <= c["s"] and c["d"] - c["s"] < rounding(c) and c["d"] < c["reach"] for c in cases])
    corner = np.array([c["s"] >= 0 and c["d"] - c["s"] >= rounding(c) and c["d"] < c["reach"] for c in cases])
    assert overlap.sum() > 3000 and due.sum() > 1500 and corner.sum() > 300
    ratio = np.array([c["radius"] / c["small"] for c in cases])
    assert (ratio > 1000).sum() > 1000


def test_all_numbers_are_finite(cases):
    for c in cases:
        for found in (c["found"], c["mirrored"], c["carried"]):
            for name in ("frame", "point_a", "point_b", "gap", "pair_area", "pair_depth"):
                assert np.isfinite(getattr(found, name)).all()


def test_overlaps_are_found_with_their_depth(cases):
    for c in cases:
        if c["s"] < -rounding(c):
            assert c["found"].count > 0, c
            depth = c["found"].pair_depth[0]
            slack = 1e-4 * -c["s"] + 2e-7 * c["small"] + rounding(c)
            assert depth == pytest.approx(-c["s"], abs=slack), c
            if abs(-c["s"] / c["small"] - 0.2) > 1e-3:
                assert (c["found"].pair_status[0] == DEEP_OVERLAP) == (-c["s"] > 0.2 * c["small"])


def test_gaps_are_distances(cases):
    for c in cases:
        if c["s"] < rounding(c):
            continue
        least = c["found"].gap.min(initial=np.inf)
        if c["d"] - c["s"] < rounding(c) and c["d"] < c["reach"] - rounding(c):  # due
            assert least == pytest.approx(c["d"], abs=rounding(c) + 2e-7 * c["small"]), c
        else:
            assert least >= c["d"] - rounding(c) - 2e-7 * c["small"], c


def test_points_lie_on_both_surfaces_and_within_reach(cases):
    for c in cases:
        found = c["found"]
        slack = 1e-6 * c["small"] + rounding(c)
        assert (found.gap <= c["reach"] + rounding(c)).all()
        for k in range(found.count):
            assert abs(c["a"].outside(found.point_a[k])) < slack, c
            assert abs(c["b"].outside(found.point_b[k])) < slack, c


def same_points(first, second, tolerance):
    """Every row of either set has a row of the other within the tolerance."""
    apart = np.linalg.norm(first[:, None] - second[None], axis=2)
    return len(first) == len(second) and (len(first) == 0 or max(apart.min(0).max(), apart.min(1).max()) < tolerance)


def test_swapping_the_blocks_changes_nothing(cases):
    for c in cases:
        found, other = c["found"], c["mirrored"]
        tolerance = 1e-6 * c["small"] + 10 * rounding(c)
        assert found.count == other.count, c
        assert same_points(found.point_a, other.point_b, tolerance), c
        assert same_points(found.point_b, other.point_a, tolerance), c
        if found.count:
            assert np.abs(found.frame[0, 0] + other.frame[0, 0]).max() < 1e-9, c


def test_moving_both_blocks_changes_nothing(cases):
    for c in cases:
        found, other = c["found"], c["carried"]
        tolerance = 1e-6 * c["small"] + 10 * rounding(c)
        assert found.count == other.count, c
        assert same_points(found.point_a @ c["move"].T + c["travel"], other.point_a, tolerance), c
        if found.count:
            assert np.abs(c["move"] @ found.frame[0, 0] - other.frame[0, 0]).max() < 1e-9, c
