"""A million pairs of random convex polyhedra, sizes 1:1 to 1:1e6, against an independent judge; each in both orders.

What is promised. Let w be the smaller least width, r the smaller radius, e = 64 epsilon (radii + coordinates) the
rounding of the places of vertices (some tens of operations on coordinates of that size), s the greatest separation over
all directions, d the distance, D the contact distance, n the contact direction.

1. No contact is missed. It is due if
   - the parts overlap by more than 1e-5 w + 1e-6 r + 10 e (corners that reach less far over each other are slivers),
   - or d < D, and what is nearest faces the other part squarely: seen along the direction of s, the nearest features
     (vertex, edge, face) of the two still meet if one is slid by 1e-4 r any way. Two corners, a corner beside a rim,
     edges that are parallel or cross at their ends do not: such parts may pass by each other. Where two directions
     separate equally well (hinges), n lies between them, gaps along it are up to 1/HINGE_COSINE longer, and d <
     HINGE_COSINE D is asked. Faces that look at each other from one plane touch in their own overlap only, so that is
     what must be wide enough to count: 1e-3 r, the tip of a sharp face being narrower than it reaches.
   - A block on a ground a million times its size is held to the same: all shares are of the smaller block.
2. No contact is a phantom: d <= D + e for all.
3. The order of the blocks does not matter: where one is due it is found in both, with the same normal, gaps and points.
   (Of a corner of the overlap that is less than 1e-4 r across, one may see a point more: points agree to 3e-4 r.)
4. Points lie on both surfaces to 40 max(1e-7 w, e): a few points, each within the radius 4 max(1e-7 w, e) of the next,
   may have become one.
5. point_b = point_a + gap n to rounding; n, t1, t2 are at right angles; no gap is below d or beyond D.
6. The least gap is d, the greatest penetration -s. Gaps carry the tolerance of the clip on sloping faces: 1e-6 w, and
   1e-5 w + 1e-6 r (slivers) at rims and where another direction separates equally well to 4e-6 w. Wide shallow overlaps
   are not searched for better edges, which leaves 1/2 (1/100)^2 of the depth; edges parallel to 1e-5 rad are not
   searched either.
"""

import numpy as np
import pytest
from contact_judge import (
    DISTANCE,
    FLUSH,
    MARGIN,
    NX,
    NZ,
    SECOND,
    SEPARATION,
    WIDE,
    compare_points,
    judge_pairs,
    judge_points,
)
from contact_pairs import KINDS, draw_poses, make_bench, turn_of

from drystone.contact.detect import Detector
from drystone.contact.direction import HINGE_COSINE

BENCHES, ROUNDS, PAIRS = 5, 100, 2000
EPSILON = np.finfo(float).eps

pytestmark = pytest.mark.slow


class Answer:
    """Contacts of one detection, by pair of the bench: pair k is blocks 2k and 2k + 1, a is the even one."""

    def __init__(self, found, pair_count, is_swapped):
        part = found.pair_part_a
        self.is_stray = part // 2 != found.pair_part_b // 2  # between blocks of two pairs
        pair = (2 * pair_count - 1 - part) // 2 if is_swapped else part // 2
        order = np.argsort(pair[found.pair], kind="stable")
        self.pair = pair[found.pair][order]
        self.count = np.bincount(self.pair, minlength=pair_count)
        self.ptr = np.concatenate([[0], np.cumsum(self.count)])
        sign = -1.0 if is_swapped else 1.0
        self.point_a, self.point_b = ((found.point_b, found.point_a) if is_swapped else (found.point_a, found.point_b))
        self.point_a, self.point_b = self.point_a[order], self.point_b[order]
        self.gap, self.frame = found.gap[order], found.frame[order]
        self.normal = np.zeros((pair_count, 3))
        self.normal[self.pair] = sign * self.frame[:, 0]
        self.least = np.full(pair_count, np.inf)
        np.minimum.at(self.least, self.pair, self.gap)
        self.sign = sign


class Bench:
    """Pairs that are posed again and again, with a detector for either order."""

    def __init__(self, pair_count, seed):
        self.rng = np.random.default_rng(seed)
        self.count = pair_count
        self.solids, forward, backward = make_bench(pair_count, self.rng)
        self.forward, self.backward = Detector(forward), Detector(backward)
        self.pairs = np.arange(2 * pair_count).reshape(-1, 2)

    def pose(self, is_scene):
        """New poses; of a scene, pairs stand apart from each other."""
        self.position, self.orientation, self.reach, self.kind = draw_poses(self.solids, self.rng)
        if is_scene:
            place = 10.0 * np.array(np.unravel_index(np.arange(self.count), (20, 20, 20))).T
            self.position += np.repeat(place, 2, axis=0) - np.repeat(self.position[0::2], 2, axis=0)

    def answers(self, is_scene):
        """What is found, as given and with the blocks in reverse order; in a scene by the broad phase as well."""
        margin = np.repeat(0.5 * self.reach, 2)
        flags = np.zeros(2 * self.count, bool), np.ones(2 * self.count, bool)
        pairs = None if is_scene else self.pairs
        one = self.forward.detect(self.position, self.orientation, *flags, margin, pairs=pairs)
        two = self.backward.detect(self.position[::-1], self.orientation[::-1], *flags, margin[::-1], pairs=pairs)
        return Answer(one, self.count, False), Answer(two, self.count, True)

    def judge(self, one, two):
        """Names of what is promised -> (n,) bool, the pairs that break it; and some counts."""
        s, turn = self.solids, turn_of(self.orientation)
        per_pair = lambda array: array.reshape(-1, 2)  # noqa: E731
        w, r = per_pair(s.width).min(axis=1), per_pair(s.radius).min(axis=1)
        e = 64.0 * EPSILON * (per_pair(s.radius).sum(axis=1)
                              + np.abs(self.position).reshape(-1, 2, 3).max(axis=1).sum(axis=1))
        verdict = np.zeros((self.count, 9))
        judge_pairs(s.points, s.counts, s.face, s.corners, s.edge, s.radius, s.width, self.position, turn, self.reach,
                    e, verdict)
        is_sound = e < 1e-5 * w  # blocks less than a million roundings across are not asked for
        due = self.find_due(verdict, w, r, e) & is_sound
        broken = {"missed": due & ((one.count == 0) | (two.count == 0)),
                  "phantom": (verdict[:, DISTANCE] > self.reach + e) & ((one.count > 0) | (two.count > 0))}
        for name, answer in (("", one), (" (swapped)", two)):
            broken |= {key + name: bad & is_sound for key, bad in self.check_points(answer, w, e, turn).items()}
            broken |= {key + name: bad & is_sound for key, bad in self.check_gaps(answer, verdict, due, w, e).items()}
        broken |= self.compare(one, two, verdict, due, w, r, e)
        return broken, {"due": due.sum(), "found": (one.count > 0).sum(), "unsound": (~is_sound).sum(),
                        "overlap": (due & (verdict[:, SEPARATION] < -e)).sum(),
                        "beyond": (verdict[:, DISTANCE] > self.reach + e).sum(),
                        "small": (due & (w < 1e-4 * per_pair(s.radius).max(axis=1))).sum()}

    def find_due(self, verdict, w, r, e):
        """Pairs whose contact must be found: see 1 above."""
        separation, is_flush = verdict[:, SEPARATION], verdict[:, FLUSH] > 0
        is_square = verdict[:, MARGIN] > np.where(is_flush, 1e-3, 1e-4) * r + e
        is_hinge = separation - verdict[:, SECOND] < 6e-3 * w
        is_near = verdict[:, DISTANCE] < np.where(is_hinge, HINGE_COSINE, 1.0 - 1e-6) * self.reach - e
        return np.where(separation < -e, is_square | (~is_flush & (separation < -1e-5 * w - 1e-6 * r - 10.0 * e)),
                        is_square & (is_near | (separation <= e)))

    def slack(self, verdict, w, e):
        """Tolerance of gaps: see 6 above; and where one direction is clearly the best."""
        is_clear = verdict[:, SEPARATION] - verdict[:, SECOND] > 4e-6 * w + 4.0 * e
        r = self.solids.radius.reshape(-1, 2).min(axis=1)
        is_square = verdict[:, MARGIN] > 1e-4 * r
        return np.where(is_clear & is_square, 1e-6 * w, 1e-5 * w + 1e-6 * r) + 8.0 * e, is_clear

    def check_points(self, answer, w, e, turn):
        """Points on both surfaces, gaps and frames that fit them."""
        s, height = self.solids, np.zeros((len(answer.pair), 2))
        judge_points(s.points, s.counts, s.face, s.corners, s.radius, self.position, turn, answer.pair, answer.point_a,
                     answer.point_b, height)
        k, out = answer.pair, {}
        apart = answer.point_b - answer.point_a - answer.gap[:, None] * answer.normal[k]
        skew = answer.frame @ answer.frame.transpose(0, 2, 1) - np.eye(3)
        for name, bad in (("off the surface", np.abs(height).max(axis=1) > 40.0 * np.maximum(1e-7 * w, e)[k]),
                          ("gap without its points", np.abs(apart).max(axis=1) > e[k]),
                          ("skew frame", np.abs(skew).max(axis=(1, 2)) > 1e-14),
                          ("gap beyond reach", answer.gap > (self.reach + e)[k])):
            out[name] = np.zeros(self.count, bool)
            out[name][k[bad]] = True
        return out

    def check_gaps(self, answer, verdict, due, w, e):
        """Least gaps and depths."""
        slack, _ = self.slack(verdict, w, e)
        is_found, is_apart = answer.count > 0, verdict[:, SEPARATION] > e
        is_exact = np.abs(answer.normal - verdict[:, NX:NZ + 1]).max(axis=1) < 1e-6
        stretch = np.where(is_exact, 1.0, 1.0 / HINGE_COSINE)
        least, d = np.where(is_found, answer.least, 0.0), verdict[:, DISTANCE]
        depth, true = np.maximum(-least, 0.0), np.maximum(-verdict[:, SEPARATION], 0.0)
        shallowest = np.maximum(-verdict[:, WIDE], 0.0)
        is_deep = due & is_found & (verdict[:, SEPARATION] < -e)
        # any direction bounds the depth from above; it is the depth itself if the features there meet
        is_facet = verdict[:, MARGIN] >= -e
        return {"gap below distance": is_found & is_apart & (least < d - slack),
                "gap above distance": due & is_found & is_apart & (least > d * stretch + slack),
                "too shallow": is_deep & is_facet & (depth < true * (1.0 - 1e-4) - slack),
                "too deep": is_deep & (depth > shallowest * (stretch + 1e-4) + slack)}

    def compare(self, one, two, verdict, due, w, r, e):
        """Whether the order of the blocks matters; points at the very reach may be in one answer alone."""
        slack, is_clear = self.slack(verdict, w, e)
        is_both = due & is_clear & (one.count > 0) & (two.count > 0)
        least = [np.where(is_both, answer.least, 0.0) for answer in (one, two)]
        apart = np.zeros(self.count)
        at_reach = [answer.gap > (self.reach - slack)[answer.pair] for answer in (one, two)]
        compare_points(one.ptr, one.point_a, two.ptr, two.point_a, *at_reach, apart)
        turned = np.abs(one.normal - two.normal).max(axis=1)
        return {"one order only": due & ((one.count > 0) != (two.count > 0)),
                "normals differ": is_both & (turned > 1e-3),
                "gaps differ": is_both & (np.abs(least[0] - least[1]) > slack + 1e-4 * np.abs(least[0])),
                "points differ": is_both & (turned < 1e-9) & (apart > 3e-4 * r + 16.0 * e)}


def show(bench, broken):
    """One line for each pair that breaks a promise."""
    return [f"{name}: pair {k}, {KINDS[bench.kind[k]]}, widths {bench.solids.width[2 * k:2 * k + 2]}"
            for name, bad in broken.items() for k in np.flatnonzero(bad)]


@pytest.mark.parametrize("seed", range(BENCHES))
def test_two_hundred_thousand_pairs(seed):
    bench, lines, total = Bench(PAIRS, 1000 + seed), [], {}
    for number in range(ROUNDS):
        is_scene = number % 10 == 9
        bench.pose(is_scene)
        one, two = bench.answers(is_scene)
        assert not one.is_stray.any() and not two.is_stray.any()
        broken, counts = bench.judge(one, two)
        lines += [f"round {number}: {line}" for line in show(bench, broken)]
        total = {name: total.get(name, 0) + int(count) for name, count in counts.items()}
    pairs = ROUNDS * PAIRS
    assert not lines, f"{len(lines)} of {pairs} pairs\n" + "\n".join(lines[:20])
    # the sample holds enough of everything
    assert total["due"] > 0.4 * pairs and total["found"] > 0.5 * pairs and total["overlap"] > 0.25 * pairs
    assert total["beyond"] > 0.1 * pairs and total["small"] > 0.1 * pairs and total["unsound"] < 0.1 * pairs


def spoil(answer, name, bench):
    """Change the answer so that the promise `name` is broken for every pair that can."""
    w = bench.solids.width.reshape(-1, 2).min(axis=1)[answer.pair]
    if name == "missed":
        answer.count = 0 * answer.count
    elif name == "phantom":
        answer.count = 1 + answer.count
    elif name == "off the surface":
        answer.point_a = answer.point_a + 1e-3 * w[:, None]
    elif name == "gap without its points":
        answer.gap = answer.gap + 1e-3 * w
    elif name == "gap beyond reach":
        answer.gap = answer.gap + bench.reach[answer.pair]
    elif name == "skew frame":
        answer.frame = answer.frame * (1.0 + 1e-12)
    elif name == "gap below distance" or name == "too deep":
        answer.least = answer.least - 1e-3 * bench.solids.width.reshape(-1, 2).min(axis=1)
    elif name == "gap above distance" or name == "too shallow":
        answer.least = answer.least + 1e-3 * bench.solids.width.reshape(-1, 2).min(axis=1)


@pytest.mark.parametrize("name", ["missed", "phantom", "off the surface", "gap without its points", "gap beyond reach",
                                  "skew frame", "gap below distance", "gap above distance", "too deep", "too shallow"])
def test_judge_sees_a_wrong_answer(name):
    bench = Bench(500, 7)
    bench.pose(False)
    one, two = bench.answers(False)
    spoil(one, name, bench)
    broken, _ = bench.judge(one, two)
    assert broken[name].sum() > 20
