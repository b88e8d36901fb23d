"""Ten thousand pairs of random convex polyhedra against an independent judge.

What is promised. Let s be the greatest separation over all face normals and products of edges, d the distance.
- Overlap (s < 0): points are found, and the greatest penetration is -s.
- Apart, nearest features face and vertex or crossing edges (then d = s): points are found, the least gap is d.
- Apart, nearest features two corners, a corner and an edge, or parallel edges (then d > s): the pair may pass by
  itself and no point is due; if there are points, their gaps are at least d.
Two bounds loosen the equalities: the direction of a hinge is a blend of two normals at most arccos(HINGE_COSINE)
apart, along which gaps are longer by at most that cosine; and the edges of wide shallow overlaps are not searched,
which leaves 1/2 (1/100)^2 of the depth. Pairs whose best two directions separate equally well, to 4e-6 of the smaller
width, meet corner to corner: there the direction is anybody's choice, and depths and gaps hold to 1e-5 of the width.
"""

import numpy as np
import pytest
from contact_referee import Solid, distance, separation
from contact_scenes import box, prism
from scipy.spatial import ConvexHull

from drystone.contact.contact_set import DEEP_OVERLAP
from drystone.contact.detect import Detector
from drystone.contact.direction import HINGE_COSINE
from drystone.model.parts import build_parts

PAIR_COUNT = 11_600   #: of which at least ten thousand have one clear direction
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
    """Unit quaternion (w, x, y, z) of a rotation matrix: its greatest component first, from the trace."""
    (a, b, c), (d, e, f), (g, h, i) = matrix.tolist()
    squares = (1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i)  # 4 w^2, 4 x^2, 4 y^2, 4 z^2
    rows = ((squares[0], h - f, c - g, d - b), (h - f, squares[1], b + d, c + g),
            (c - g, b + d, squares[2], f + h), (d - b, c + g, f + h, squares[3]))
    q = np.array(rows[int(np.argmax(squares))])
    return q / np.sqrt(q @ q)


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
        s, direction, second = separation(solids[i], b)
        d = distance(solids[i], b) if s > 0 else 0.0
        out.append(dict(number=number, kind=kind, a=solids[i], b=b, small=small, radius=radius[i] + radius[j],
                        reach=reach, found=found, mirrored=mirrored, carried=carried, move=move, travel=travel,
                        s=s, d=d, direction=direction, is_clear=s - second > 4e-6 * small))
    return out


def rounding(case):
    """Rounding of coordinates of both parts, and of a direction between them [m]."""
    return 1e-13 * (case["radius"] + 1.0)


def is_overlap(c):
    return c["s"] < -rounding(c)


def is_due(c):
    """Apart, within reach, and nearest where a facet of the difference body is: points must be found."""
    return c["s"] > rounding(c) and c["d"] - c["s"] < rounding(c) and c["d"] < c["reach"] - rounding(c)


def is_exact(c):
    """The direction is that of greatest separation, not the blend of a hinge."""
    return np.abs(c["found"].frame[0, 0] - c["direction"]).max() < 1e-6


def slack_of(c):
    """Tolerance of gaps [m]: that of the clip on faces less steep than 1:2; more where corners meet."""
    return (2e-7 if c["is_clear"] else 1e-5) * c["small"] + rounding(c)


def show(c):
    """What to print of a case that fails."""
    return {name: c[name] for name in ("number", "kind", "small", "radius", "s", "d")} | {"gaps": c["found"].gap}


def test_sample_holds_enough_of_everything(cases):
    """Overlaps, deep ones, all nearest features, sizes 1:1000; corners met head on are the exception."""
    assert len(cases) == PAIR_COUNT
    clear = [c for c in cases if c["is_clear"]]
    assert len(clear) >= 10_000 and all(c["kind"] == "random" for c in cases if not c["is_clear"])
    assert sum(map(is_overlap, clear)) > 5000
    assert sum(c["found"].count > 0 and c["found"].pair_status[0] == DEEP_OVERLAP for c in clear) > 1500
    assert sum(map(is_due, clear)) > 2000
    assert sum(c["s"] > 0 and not is_due(c) and c["d"] < c["reach"] for c in cases) > 500
    assert sum(c["radius"] > 1000 * c["small"] for c in clear) > 1500


def test_all_numbers_are_finite(cases):
    for c in cases:
        for found in (c["found"], c["mirrored"], c["carried"]):
            numbers = np.concatenate([found.frame.ravel(), found.point_a.ravel(), found.point_b.ravel(), found.gap,
                                      found.pair_area, found.pair_depth])
            assert np.isfinite(numbers).all(), show(c)


def test_overlaps_are_found_with_their_depth(cases):
    blended = 0
    for c in cases:
        if not is_overlap(c) or (not c["is_clear"] and -c["s"] < 1e-5 * c["small"]):
            continue
        assert c["found"].count > 0, show(c)
        depth, true = c["found"].pair_depth[0], -c["s"]
        slack = 1e-4 * true + slack_of(c)
        if is_exact(c):
            assert depth == pytest.approx(true, abs=slack), show(c)
        else:
            blended += 1
            assert true - slack <= depth <= true / HINGE_COSINE + slack, show(c)
        if abs(true / c["small"] - 0.2) > 1e-3:
            assert (c["found"].pair_status[0] == DEEP_OVERLAP) == (true > 0.2 * c["small"]), show(c)
    assert blended < 0.01 * PAIR_COUNT


def test_gaps_are_distances(cases):
    for c in cases:
        if c["s"] < rounding(c):
            continue
        least = c["found"].gap.min(initial=np.inf)
        slack = slack_of(c)
        assert least >= c["d"] - slack, show(c)
        if is_due(c) and (c["is_clear"] or c["d"] > 1e-5 * c["small"]):
            bound = c["d"] if is_exact(c) else c["d"] / HINGE_COSINE
            assert least <= bound + slack, show(c)


def test_points_lie_on_both_surfaces_and_within_reach(cases):
    for c in cases:
        found = c["found"]
        if found.count == 0:
            continue
        slack = (1e-6 if c["is_clear"] else 1e-5) * c["small"] + rounding(c)
        assert (found.gap <= c["reach"] + rounding(c)).all(), show(c)
        assert np.abs(c["a"].heights(found.point_a).max(axis=1)).max() < slack, show(c)
        assert np.abs(c["b"].heights(found.point_b).max(axis=1)).max() < slack, show(c)


def check_same_points(first, second, c):
    """Every point of either set has one of the other in its place.

    Of a contact that is a thousandth of the part across, the clip may see a corner more or less: there the sets agree
    to its extent.
    """
    assert (len(first) == 0) == (len(second) == 0), show(c)
    if len(first) == 0:
        return
    extent = np.ptp(first, axis=0).max()
    is_tiny = extent < 1e-3 * c["small"]
    apart = np.linalg.norm(first[:, None] - second[None], axis=2)
    tolerance = 1e-6 * c["small"] + 10 * rounding(c) + (extent if is_tiny else 0.0)
    assert is_tiny or len(first) == len(second), show(c)
    assert max(apart.min(axis=0).max(), apart.min(axis=1).max()) < tolerance, show(c)


def test_swapping_the_blocks_changes_nothing(cases):
    for c in cases:
        if not c["is_clear"]:
            continue
        found, other = c["found"], c["mirrored"]
        check_same_points(found.point_a, other.point_b, c)
        check_same_points(found.point_b, other.point_a, c)
        if found.count:
            assert np.abs(found.frame[0, 0] + other.frame[0, 0]).max() < 1e-9, show(c)
            assert found.pair_area[0] == pytest.approx(other.pair_area[0], rel=1e-5, abs=1e-5 * c["small"]**2)


def test_moving_both_blocks_changes_nothing(cases):
    for c in cases:
        if not c["is_clear"]:
            continue
        found, other = c["found"], c["carried"]
        check_same_points(found.point_a @ c["move"].T + c["travel"], other.point_a, c)
        if found.count:
            assert np.abs(c["move"] @ found.frame[0, 0] - other.frame[0, 0]).max() < 1e-9, show(c)
            if found.count == other.count:
                assert np.array_equal(found.key, other.key), show(c)
