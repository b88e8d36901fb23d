"""Contacts in lanes, cone passes, condensed matrix and band factor against plain linear algebra.

Points of the cone are taken at least DEPTH times their size inside it. Then the scaling W has a condition of at most
2 / DEPTH, its square that squared, and rounding of what is compared stays below a few hundred eps times that.
"""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solvers_scenes import CORNERS, dense_jacobian, gravity_twist, stack, wall

from drystone.solvers.cone.sparse_matrix import build_system, inverse_inertia
from drystone.solvers.factor import band_cholesky
from drystone.solvers.factor.pattern_memory import PatternMemory
from drystone.solvers.interior import method as interior
from drystone.solvers.lanes import cone_passes, contact_jobs, groups, length_passes, operators, start_passes
from drystone.solvers.lanes import layout as lanes
from drystone.solvers.lanes.layout import LANES, SIZE
from drystone.solvers.lanes.scaled_step import BAND_LIMIT, scale_problem

EPS = np.finfo(float).eps
DEPTH = 1e-2
COUNT = 11      # contacts of the cone tests: one bundle and a part of the next
UNIT = np.array([1.0, 0.0, 0.0])

vectors = st.lists(st.floats(-10, 10), min_size=3, max_size=3).map(np.array)
seeds = st.integers(0, 10 ** 6)


def put(a, field, values):
    """Write values (c, k) to k fields in a row."""
    for c, row in enumerate(np.asarray(values, float).reshape(len(values), -1)):
        for k, value in enumerate(row):
            a[lanes.start(c) + field + k * LANES] = value


def get(a, field, count, width=3):
    """(c, k) values of k fields in a row; (c,) of one."""
    fields = a.reshape(-1, SIZE)[:, field:field + width * LANES].reshape(-1, width, LANES)
    found = fields.transpose(0, 2, 1).reshape(-1, width)[:count].copy()
    return found if width > 1 else found[:, 0]


def full(six):
    """(3, 3) symmetric matrix of its fields 00 01 02 11 12 22."""
    return np.array(six)[[[0, 1, 2], [1, 3, 4], [2, 4, 5]]]


def product(x, y):
    """Jordan product of the cone."""
    return np.concatenate([[x @ y], x[0] * y[1:] + y[0] * x[1:]])


def eigenvalues(x):
    side = np.hypot(x[1], x[2])
    return np.array([x[0] + side, x[0] - side])


def from_eigenvalues(x, values):
    """The element with the frame of x and these eigenvalues."""
    side = max(np.hypot(x[1], x[2]), 1e-300)
    return np.concatenate([[values.sum() / 2], (values[0] - values[1]) / 2 * x[1:] / side])


def scaling(a, c):
    """Dense W of contact c from its four numbers."""
    eta, w0, w1, w2 = get(a, lanes.ETA, c + 1, 4)[c]
    w = np.array([w1, w2])
    return eta * np.block([[np.array([[w0]]), w[None]], [w[:, None], np.eye(2) + np.outer(w, w) / (1 + w0)]])


def points(rng, count=COUNT):
    """(c, 3) points inside of the cone, some at a depth of DEPTH, of sizes from 0.01 to 100."""
    side = rng.standard_normal((count, 2))
    size = np.hypot(*side.T)
    inside = np.concatenate([(size + rng.choice([DEPTH, 1.0], count) * (size + 0.1))[:, None], side], axis=1)
    return inside * 10.0 ** rng.uniform(-2, 2, (count, 1))


def cone_lanes(rng, bounded=False):
    """Lanes with s and z inside, compliance, and bounds for every other contact."""
    a = np.zeros(2 * SIZE)
    for field in (lanes.S0, lanes.Z0, lanes.D0):
        lanes.fill_field(a, field, 1.0)
    for field in (lanes.ZF, lanes.ZC):
        lanes.fill_field(a, field, cone_passes.NONE)
    put(a, lanes.S0, points(rng))
    put(a, lanes.Z0, points(rng))
    put(a, lanes.E0, rng.uniform(0, 1, (COUNT, 3)))
    if bounded:
        for c in range(0, COUNT, 2):
            i = lanes.start(c)
            for field in (lanes.SF, lanes.ZF, lanes.SC, lanes.ZC):
                a[i + field] = rng.uniform(0.1, 2.0)
    return a


def bounds_of(a):
    """(c,) sf, zf, sc, zc, the distances infinite where there is no bound."""
    found = [get(a, field, COUNT, 1) for field in (lanes.SF, lanes.ZF, lanes.SC, lanes.ZC)]
    return [np.where(value < cone_passes.FAR, value, np.inf) for value in found]


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_scaling_takes_both_to_one_point(seed):
    """W z = W^-1 s = l, M = W^-2; softened M = (W^2 + E + (sf / zf + sc / zc) e e^T)^-1."""
    a = cone_lanes(np.random.default_rng(seed), bounded=True)
    s, z, e = (get(a, field, COUNT) for field in (lanes.S0, lanes.Z0, lanes.E0))
    sf, zf, sc, zc = bounds_of(a)
    cone_passes.scale_contacts(a)
    assert np.array_equal(get(a, lanes.S0, COUNT), s) and np.array_equal(get(a, lanes.Z0, COUNT), z)
    common, rigid = get(a, lanes.L0, COUNT), get(a, lanes.M00, COUNT, 6)
    cone_passes.soften_contacts(a)
    soft = get(a, lanes.M00, COUNT, 6)
    for c in range(COUNT):
        w = scaling(a, c)
        inverse = np.linalg.inv(w)
        tolerance = 200 * EPS * np.linalg.cond(w) ** 2
        assert np.linalg.eigvalsh(w)[0] > 0.0
        size = np.abs(common[c]).max()
        assert w @ z[c] == pytest.approx(common[c], abs=tolerance * size)
        assert inverse @ s[c] == pytest.approx(common[c], abs=tolerance * size)
        assert full(rigid[c]) == pytest.approx(inverse @ inverse, abs=tolerance * np.abs(inverse).max() ** 2)
        given_way = w @ w + np.diag(e[c]) + (sf[c] / zf[c] + sc[c] / zc[c]) * np.outer(UNIT, UNIT)
        wanted = np.linalg.inv(given_way)
        assert full(soft[c]) == pytest.approx(wanted, abs=200 * EPS * np.linalg.cond(given_way) * np.abs(wanted).max())


def test_points_lost_to_rounding_are_pushed_inside():
    """On the boundary, or beyond it by rounding, s and z become interior, and the scaling is finite."""
    a = cone_lanes(np.random.default_rng(1))
    put(a, lanes.S0, [[1.0, 0.6, 0.8], [1.0 - 1e-15, 1.0, 0.0], [0.0, 0.0, 0.0]])
    put(a, lanes.Z0, [[5.0, -3.0, 4.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    cone_passes.scale_contacts(a)
    for field in (lanes.S0, lanes.Z0):
        found = get(a, field, 3)
        assert (found[:, 0] > np.hypot(found[:, 1], found[:, 2])).all()
    for field, width in ((lanes.ETA, 4), (lanes.L0, 3), (lanes.M00, 6)):
        assert np.isfinite(get(a, field, COUNT, width)).all()


@given(seed=seeds, second=st.sampled_from([0.0, 1.0]))
@settings(max_examples=30, deadline=None)
def test_right_side_of_the_corrector(seed, second):
    """l o rc = target e - l o l - second (W^-1 ds) o (W dz), and of the bounds target - sf zf - second dsf dzf."""
    rng = np.random.default_rng(seed)
    a = cone_lanes(rng, bounded=True)
    direction = rng.standard_normal((COUNT, 8))
    put(a, lanes.ES0, direction)
    target = 0.3
    cone_passes.scale_contacts(a)
    cone_passes.aim_at_centre(a, target, second)
    common, right = get(a, lanes.L0, COUNT), get(a, lanes.RC0, COUNT)
    sf, zf, sc, zc = bounds_of(a)
    for c in range(COUNT):
        w = scaling(a, c)
        ds, dz = np.linalg.solve(w, direction[c, :3]), w @ direction[c, 3:6]
        wanted = target * UNIT - product(common[c], common[c]) - second * product(ds, dz)
        size = (1.0 + np.abs(common[c]).max() ** 2 + np.abs(ds).max() * np.abs(dz).max()) / DEPTH
        assert product(common[c], right[c]) == pytest.approx(wanted, abs=1e4 * EPS * size / DEPTH)
        dz, dsf, dsc = direction[c, 3], direction[c, 6], direction[c, 7]
        wanted = [target - sf[c] * zf[c] - second * dsf * dz if np.isfinite(zf[c]) else 0.0,
                  target - sc[c] * zc[c] + second * dsc * dz if np.isfinite(zc[c]) else 0.0]
        found = [get(a, field, COUNT, 1)[c] for field in (lanes.RF, lanes.RK)]
        assert found == pytest.approx(wanted, abs=1e-13)


def test_right_side_of_the_predictor():
    a = cone_lanes(np.random.default_rng(3), bounded=True)
    cone_passes.scale_contacts(a)
    cone_passes.aim_at_boundary(a)
    sf, zf, sc, zc = bounds_of(a)
    assert np.array_equal(get(a, lanes.RC0, COUNT), -get(a, lanes.L0, COUNT))
    assert np.array_equal(get(a, lanes.RF, COUNT, 1), -sf * np.where(np.isfinite(zf), zf, 0.0))
    assert np.array_equal(get(a, lanes.RK, COUNT, 1), -sc * np.where(np.isfinite(zc), zc, 0.0))


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_right_side_of_gondzios_corrector(seed):
    """l o rc moves the eigenvalues of (W^-1 s') o (W z') into [0.1, 10] target, down by no more than 10 target."""
    rng = np.random.default_rng(seed)
    a = cone_lanes(rng, bounded=True)
    direction = rng.standard_normal((COUNT, 8))
    put(a, lanes.DS0, direction)
    target, trial = 0.2, 0.4
    cone_passes.scale_contacts(a)
    cone_passes.aim_at_corridor(a, target, trial)
    s, z, common, right = (get(a, field, COUNT) for field in (lanes.S0, lanes.Z0, lanes.L0, lanes.RC0))
    sf, zf, sc, zc = bounds_of(a)

    def change(p):
        return np.maximum(np.clip(p, 0.1 * target, 10 * target) - p, -10 * target)
    for c in range(COUNT):
        w = scaling(a, c)
        ds, dz = np.linalg.solve(w, s[c] + trial * direction[c, :3]), w @ (z[c] + trial * direction[c, 3:6])
        p = product(ds, dz)
        wanted = from_eigenvalues(p, change(eigenvalues(p)))
        size = (1.0 + np.abs(ds).max() * np.abs(dz).max()) / DEPTH
        assert product(common[c], right[c]) == pytest.approx(wanted, abs=1e4 * EPS * size / DEPTH)
        for field, distance, sign, power in ((lanes.RF, zf, 1, sf[c] + trial * direction[c, 6]),
                                             (lanes.RK, zc, -1, sc[c] + trial * direction[c, 7])):
            wanted = change(power * (distance[c] + sign * trial * direction[c, 3])) if distance[c] < np.inf else 0.0
            assert get(a, field, COUNT, 1)[c] == pytest.approx(wanted, abs=1e-13)


def bisect(inside, far=1e9):
    """Greatest t <= far of a convex set with 0 inside."""
    if inside(far):
        return np.inf
    low, high = 0.0, far
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if inside(middle) else (low, middle)
    return low


@given(x=vectors, dx=vectors, depth=st.floats(1e-3, 10))
@settings(max_examples=200, deadline=None)
def test_longest_step_is_that_of_bisection(x, dx, depth):
    """The distance to the boundary falls at a slope of at least depth / t there (it is concave), so rounding of size
    eps |x| moves the root by eps |x| t / depth; the determinant doubles the digits lost. Near the tip of the cone its
    two roots meet, and rounding parts them by the square root of eps."""
    point = np.array([np.hypot(x[1], x[2]) + depth, x[1], x[2]])
    found = length_passes.longest_step(*point, *dx)
    wanted = bisect(lambda t: eigenvalues(point + t * dx)[1] >= 0.0)
    assert found > 0.0
    if wanted < 1e6:
        lost = (np.abs(point).max() + wanted * np.abs(dx).max()) / depth
        j = np.array([1.0, -1.0, -1.0])
        slope, curve, value = j * point @ dx, j * dx @ dx, j * point @ point
        tip = slope ** 2 / max(slope ** 2 - curve * value, EPS * slope ** 2, 1e-300)      # large where two roots meet
        assert found == pytest.approx(wanted, rel=100 * EPS * lost * (lost + np.sqrt(tip)))
    else:
        assert found > 1e5


def test_longest_step_without_a_limit():
    """Into the cone, along its boundary, or nowhere: no limit. Straight to the tip: the distance to it."""
    for direction in ((1.0, 0.0, 0.0), (1.0, 0.6, 0.8), (0.0, 0.0, 0.0)):
        assert length_passes.longest_step(2.0, 0.5, 0.0, *direction) == np.inf
    assert length_passes.longest_step(2.0, 0.5, 0.0, -2.0, -0.5, 0.0) == pytest.approx(1.0, rel=1e-7)  # double root
    assert length_passes.longest_step(2.0, 0.0, 0.0, -1.0, 0.0, 0.0) == pytest.approx(2.0, rel=1e-7)


@given(seed=seeds)
@settings(max_examples=30, deadline=None)
def test_limits_of_a_direction(seed):
    """A0 is the least of the steps to the cones of s and z and to the four signs of the bounds."""
    rng = np.random.default_rng(seed)
    a = cone_lanes(rng, bounded=True)
    direction = rng.standard_normal((COUNT, 8))
    put(a, lanes.ES0, direction)
    length_passes.find_limits(a)
    s, z = get(a, lanes.S0, COUNT), get(a, lanes.Z0, COUNT)
    sf, zf, sc, zc = bounds_of(a)
    for c, found in enumerate(get(a, lanes.A0, COUNT, 1)):
        d = direction[c].copy()
        if zf[c] == np.inf:
            d[6:] = np.abs(d[6:])         # multipliers that do not exist limit nothing: give them nothing to limit
            put(a, lanes.ESF, np.abs(direction[:, 6:7]))
            put(a, lanes.ESC, np.abs(direction[:, 7:8]))
            length_passes.find_limits(a)
            found = get(a, lanes.A0, COUNT, 1)[c]
            put(a, lanes.ES0, direction)

        def inside(t, c=c, d=d):
            return min(eigenvalues(s[c] + t * d[:3])[1], eigenvalues(z[c] + t * d[3:6])[1], zf[c] + t * d[3],
                       zc[c] - t * d[3], sf[c] + t * d[6], sc[c] + t * d[7]) >= 0.0
        wanted = bisect(inside)
        assert found == pytest.approx(wanted, rel=1e-9) if wanted < 1e6 else found > 1e5


@given(seed=seeds, step=st.sampled_from([0.0, 0.01]))
@settings(max_examples=30, deadline=None)
def test_centrality(seed, step):
    """A0 = s.z and powers of the bounds; A1 = least eigenvalue of P(s^1/2) z, P(x) = 2 x x^T - det(x) diag(1,-1,-1)."""
    rng = np.random.default_rng(seed)
    a = cone_lanes(rng, bounded=True)
    direction = rng.standard_normal((COUNT, 8))
    put(a, lanes.DS0, direction)
    length_passes.find_centrality(a, step)
    s, z = get(a, lanes.S0, COUNT) + step * direction[:, :3], get(a, lanes.Z0, COUNT) + step * direction[:, 3:6]
    sf, zf, sc, zc = bounds_of(a)
    for c in range(COUNT):
        power, least = s[c] @ z[c], np.inf
        bounds = [(sf[c] + step * direction[c, 6]) * (zf[c] + step * direction[c, 3]),
                  (sc[c] + step * direction[c, 7]) * (zc[c] - step * direction[c, 3])] if zf[c] < np.inf else []
        least_s, least_z = eigenvalues(s[c])[1], eigenvalues(z[c])[1]
        if min(least_s, least_z) > 0.0:
            root = from_eigenvalues(s[c], np.sqrt(eigenvalues(s[c])))
            scaled = (2 * np.outer(root, root) - eigenvalues(root).prod() * np.diag([1, -1, -1])) @ z[c]
            least = eigenvalues(scaled)[1]
        else:
            least = -1.0
        assert get(a, lanes.A0, COUNT, 1)[c] == pytest.approx(power + sum(bounds), abs=1e-12 * (1 + abs(power)))
        scale = s[c, 0] * z[c, 0] / min(1.0, max(least_s / s[c, 0], 1e-6), max(least_z / z[c, 0], 1e-6))
        assert get(a, lanes.A1, COUNT, 1)[c] == pytest.approx(min([least, *bounds]), abs=1e-12 * (1 + scale))


def test_step_along_the_direction():
    """Distances that stand for no bound stay what they are."""
    rng = np.random.default_rng(5)
    a = cone_lanes(rng, bounded=True)
    direction = rng.standard_normal((COUNT, 8))
    put(a, lanes.DS0, direction)
    before = get(a, lanes.S0, COUNT, 6), bounds_of(a)
    length_passes.take_step(a, 0.25)
    assert get(a, lanes.S0, COUNT, 6) == pytest.approx(before[0] + 0.25 * direction[:, :6], rel=1e-14)
    for now, then, change in zip(bounds_of(a), before[1], (direction[:, 6], direction[:, 3], direction[:, 7],
                                                           -direction[:, 3])):
        assert now == pytest.approx(then + 0.25 * change, rel=1e-13)
    assert np.array_equal(get(a, lanes.ZF, COUNT, 1)[1::2], np.full(COUNT // 2, cone_passes.NONE))


# ---------------------------------------------------------------------------------------------- blocks and contacts

def between(courses, width):
    """A wall under a lid that is prescribed: contacts with a support as block a, and as block b."""
    scene = wall(courses, width)
    top = 0.2 * courses
    lid = scene.block((0.4 * width / 2, 0, top + 0.5), (0.4 * width, 1, 1), prescribed=True)
    last = [b for b in range(1, lid) if abs(scene.centre[b][2] - (top - 0.1)) < 1e-9]
    for b in last:
        for x, y in CORNERS[:3]:
            scene.contact(b, lid, scene.centre[b] + [0.1 * x, 0.1 * y, 0.1])
    return scene


def prepared(scene, planar_axis=None, split=False, soft=True):
    """Problem, its scaled step, the dense C (3c, 6n) in the order of the slots, and the dense H."""
    rng = np.random.default_rng(7)
    count = len(scene.contacts)
    compliance = rng.uniform(0, 1e-4, (count, 3)) if soft else None
    problem = scene.problem(gravity_twist(scene, push=(2.0, 0.5, 0.0)), rng.uniform(0.2, 0.9, count),
                            planar_axis=planar_axis, compliance=compliance)
    problem = replace(problem, position=np.array(scene.centre))
    if split:                             # points that are not common to both blocks of the last free pair
        pair = np.flatnonzero(~problem.prescribed[problem.block_a] & ~problem.prescribed[problem.block_b])[-2:]
        problem.arm_b[pair] += [0.01, 0.0, 0.003]
    scaled = scale_problem(problem, PatternMemory())
    rows = dense_jacobian(problem).reshape(count, 3, -1) * np.stack([np.ones(count), problem.friction,
                                                                     problem.friction], axis=1)[:, :, None]
    blocks = len(scaled.step.inertia)
    c, h = np.zeros((3 * count, 6 * blocks)), np.zeros((6 * blocks, 6 * blocks))
    mask = operators.free_dofs(planar_axis)
    for b in np.flatnonzero(scaled.slot >= 0):
        at = slice(6 * scaled.slot[b], 6 * scaled.slot[b] + 6)
        c[:, at] = rows.reshape(3 * count, -1)[:, 6 * b:6 * b + 6] * mask
        h[at, at] = problem.inertia[b] / scaled.mass * np.outer(mask, mask) + np.diag(1 - mask)
    return problem, scaled, c, h


#: Name: scene, axis normal to the plane, whether a pair has two groups, whether the band is used.
STEPS = {"column": (stack(3), None, False, True), "wall": (wall(3, 2), None, False, True),
         "planar": (wall(3, 2), 1, False, True), "lid": (between(2, 2), None, False, True),
         "two groups": (stack(3), None, True, True), "sparse": (wall(5, 5), None, False, False),
         "sparse planar": (wall(5, 5), 1, False, False), "sparse lid": (between(5, 5), None, False, False),
         "sparse two groups": (wall(5, 5), None, True, False)}


@pytest.fixture(params=STEPS)
def built(request):
    scene, axis, split, banded = STEPS[request.param]
    problem, scaled, c, h = prepared(scene, axis, split)
    assert (len(scaled.step.inertia) <= BAND_LIMIT) == banded == (scaled.step.matrix.size > 0)
    return problem, scaled, c, h


def test_some_contacts_leave_a_bundle_unfilled():
    """What the tests below rely on."""
    counts = {name: len(scene.contacts) % LANES for name, (scene, *_) in STEPS.items()}
    assert counts["column"] == 4 and counts["lid"] and counts["sparse lid"]


def test_rows_of_the_step(built):
    """D = C v* + d, E with mu^2 on tangents, scaled; what fills up the last bundle has no rows and is open."""
    problem, scaled, _, _ = built
    count, mu = problem.contact_count, problem.friction
    rows = np.stack([np.ones(count), mu, mu], axis=1)
    u = (dense_jacobian(problem) @ problem.free_twist.ravel()).reshape(-1, 3)
    assert get(scaled.step.lanes, lanes.D0, count) == pytest.approx(rows * u / scaled.speed, abs=1e-13)
    assert get(scaled.step.lanes, lanes.E0, count) == pytest.approx(rows ** 2 * problem.compliance * scaled.mass)
    padded = LANES * (scaled.step.lanes.size // SIZE)
    assert not get(scaled.step.lanes, lanes.R00, padded, 9)[count:].any()
    assert (get(scaled.step.lanes, lanes.D0, padded)[count:] == UNIT).all()


def test_spread_and_gather_are_the_matrix(built):
    """Velocities at the contacts are C w, loads of the impulses C^T p; locked degrees of freedom get none."""
    problem, scaled, c, h = built
    step, count = scaled.step, problem.contact_count
    rng = np.random.default_rng(0)
    w = rng.standard_normal((len(step.inertia), 6)) * step.mask
    p = rng.standard_normal((count, 3))
    contact_jobs.spread(step, w)
    start_passes.put_velocity(step.lanes)
    wanted = (c @ w.ravel()).reshape(-1, 3) + get(step.lanes, lanes.D0, count)
    assert get(step.lanes, lanes.S0, count) == pytest.approx(wanted, abs=1e-12)
    put(step.lanes, lanes.P0, p)
    load, inertia_load = np.empty_like(w), np.empty_like(w)
    contact_jobs.gather(step, load)
    assert load.ravel() == pytest.approx(c.T @ p.ravel(), abs=1e-12)
    assert not load[:, step.mask == 0.0].any()
    operators.apply_inertia(step.inertia, w, step.mask, inertia_load)
    assert inertia_load.ravel() == pytest.approx(h @ w.ravel(), abs=1e-13)


def random_stiffness(count, rng):
    half = rng.standard_normal((count, 3, 3))
    return half @ half.transpose(0, 2, 1)


def block_diagonal(blocks):
    result = np.zeros((3 * len(blocks), 3 * len(blocks)))
    for c, block in enumerate(blocks):
        result[3 * c:3 * c + 3, 3 * c:3 * c + 3] = block
    return result


def test_condensed_matrix_and_its_factor(built):
    """H + C^T M C, block by block and solved; by the band or by the sparse factor."""
    problem, scaled, c, h = built
    step, blocks = scaled.step, len(scaled.step.inertia)
    rng = np.random.default_rng(1)
    stiffness = random_stiffness(problem.contact_count, rng)
    put(step.lanes, lanes.M00, stiffness[:, [0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]])
    wanted = h + c.T @ block_diagonal(stiffness) @ c
    contact_jobs.assemble(step)
    found = np.zeros_like(wanted)
    for i in range(blocks):
        found[6 * i:6 * i + 6, 6 * i:6 * i + 6] = np.tril(step.diag[i])
    seen = set()
    for g, edge in enumerate(step.edge):
        one, two = sorted((step.group_a[g], step.group_b[g]))
        if one >= 0 and edge not in seen:
            seen.add(edge)
            found[6 * two:6 * two + 6, 6 * one:6 * one + 6] += step.off[edge]
    assert np.tril(found) == pytest.approx(np.tril(wanted), abs=1e-13 * np.abs(wanted).max())
    assert interior.factor_blocks(step)
    x = rng.standard_normal((blocks, 6))
    y = x.copy()
    interior.solve_condensed(step, y)
    exact = np.linalg.solve(wanted, x.ravel())
    assert y.ravel() == pytest.approx(exact, abs=10 * EPS * np.linalg.cond(wanted, 1) * np.abs(exact).max())


class Newton:
    """An interior point of a step, its residuals and right sides, and what a direction leaves of Newton's equations."""

    share = 0.7

    def __init__(self, built, soft):
        problem, scaled, self.c, self.h = built
        self.step, self.count, blocks = scaled.step, problem.contact_count, len(scaled.step.inertia)
        self.soft, a, count = soft, scaled.step.lanes, problem.contact_count
        rng = np.random.default_rng(2)
        lanes.fill_field(a, lanes.S0, 1.0)
        lanes.fill_field(a, lanes.Z0, 1.0)
        put(a, lanes.S0, points(rng, count))
        put(a, lanes.Z0, points(rng, count))
        for field in (lanes.ZF, lanes.ZC):
            lanes.fill_field(a, field, cone_passes.NONE)
        self.bounded = np.arange(count) % 3 == 0 if soft else np.zeros(count, bool)
        for i in np.flatnonzero(self.bounded):
            for field in (lanes.SF, lanes.ZF, lanes.SC, lanes.ZC):
                a[lanes.start(i) + field] = rng.uniform(0.1, 2.0)
        if not soft:
            put(a, lanes.E0, np.zeros((count, 3)))
        put(a, lanes.RS0, rng.standard_normal((count, 3)))
        cone_passes.scale_contacts(a)
        if soft:
            cone_passes.soften_contacts(a)
        cone_passes.aim_at_centre(a, 0.1, 0.0)
        self.rv, self.dw = rng.standard_normal((blocks, 6)) * self.step.mask, np.empty((blocks, 6))
        self.rs, self.rc, self.e = (get(a, field, count) for field in (lanes.RS0, lanes.RC0, lanes.E0))
        self.scalars = [get(a, field, count, 1) for field in (lanes.RF, lanes.RK, lanes.SF, lanes.ZF, lanes.SC,
                                                              lanes.ZC)]
        self.w = [scaling(a, i) for i in range(count)]

    def find_direction(self):
        """The direction for the right side in the lanes; returns the longest step along it."""
        self.step.numbers[contact_jobs.SOFT] = float(self.soft)
        return interior.find_direction(self.step, contact_jobs.AS_IT_IS, 0.0, 0.0, self.share, self.share, self.rv,
                                       0.0, 0.0, self.dw)

    def remainders(self):
        """Size of the direction, and what is left of the five equations of `find_direction`."""
        found = get(self.step.lanes, lanes.ES0, self.count, 8)
        ds, dz, dsf, dsc = found[:, :3], found[:, 3:6], found[:, 6], found[:, 7]
        rf, rk, sf, zf, sc, zc = self.scalars
        velocity = (self.c @ self.dw.ravel()).reshape(-1, 3) + self.e * dz - ds + self.share * self.rs
        velocity[:, 0] -= dsf - dsc
        mixed = [np.linalg.solve(w, ds[i]) + w @ dz[i] - self.rc[i] for i, w in enumerate(self.w)]
        left = [self.h @ self.dw.ravel() - self.c.T @ dz.ravel() + self.share * self.rv.ravel(), velocity,
                np.array(mixed), (sf * dz[:, 0] + zf * dsf - rf)[self.bounded],
                (-sc * dz[:, 0] + zc * dsc - rk)[self.bounded]]
        size = 1.0 + np.abs(ds).max() + np.abs(self.rc).max() + np.abs(dz).max()
        return size, [np.abs(part).max(initial=0.0) for part in left]


@pytest.mark.parametrize("soft", [False, True], ids=["rigid", "soft"])
def test_direction_solves_newtons_equations(built, soft):
    """All five equations of `find_direction`, with dense matrices; lanes that fill up a bundle stay finite."""
    newton = Newton(built, soft)
    assert interior.factorise(newton.step)
    newton.find_direction()
    a = newton.step.lanes
    assert np.isfinite(get(a, lanes.ES0, LANES * (a.size // SIZE), 8)).all()
    size, left = newton.remainders()
    assert max(left) < 1e-8 * size             # W of condition 200, masses and stiffnesses 1e4 apart
    assert left[1] < 1e-12 * size              # by construction


@pytest.mark.parametrize("soft", [False, True], ids=["rigid", "soft"])
def test_refinement_repairs_a_bad_factor(built, soft):
    """A factor of stiffnesses that are wrong by 1e-3 leaves so much of the first equation, refined 1e-6 of it."""
    newton = Newton(built, soft)
    step, a = newton.step, newton.step.lanes
    stiffness = get(a, lanes.M00, LANES * (a.size // SIZE), 6)
    put(a, lanes.M00, 1.001 * stiffness)
    assert interior.factorise(step)
    put(a, lanes.M00, stiffness)
    newton.find_direction()
    _, rough = newton.remainders()
    left, more = np.empty_like(newton.dw), np.empty_like(newton.dw)
    interior.refine_direction(step, newton.share, newton.rv, left, more, newton.dw)
    size, fine = newton.remainders()
    assert max(fine[1:]) < 1e-8 * size
    assert fine[0] < 1e-2 * rough[0]


def test_residual_of_a_point(built):
    """RS = C w + d + E z - s - (sf - sc) e; power, and the dual d.z + z.E z / 2."""
    problem, scaled, c, _ = built
    a, count = scaled.step.lanes, problem.contact_count
    rng = np.random.default_rng(4)
    w = rng.standard_normal((len(scaled.step.inertia), 6)) * scaled.step.mask
    s, z = points(rng, count), points(rng, count)
    put(a, lanes.S0, s)
    put(a, lanes.Z0, z)
    bounds = rng.uniform(0.1, 2.0, (count, 4))
    put(a, lanes.SF, bounds)                   # SF ZF SC ZC
    contact_jobs.spread(scaled.step, w)
    cone_passes.find_residual(a)
    d, e = get(a, lanes.D0, count), get(a, lanes.E0, count)
    wanted = (c @ w.ravel()).reshape(-1, 3) + d + e * z - s - np.outer(bounds[:, 0] - bounds[:, 2], UNIT)
    assert get(a, lanes.RS0, count) == pytest.approx(wanted, abs=1e-12 * np.abs(s).max())
    power = (s * z).sum(axis=1) + bounds[:, 0] * bounds[:, 1] + bounds[:, 2] * bounds[:, 3]
    assert get(a, lanes.A0, count, 1) == pytest.approx(power, rel=1e-12, abs=1e-12)
    assert get(a, lanes.A2, count, 1) == pytest.approx((d * z + 0.5 * e * z * z).sum(axis=1), rel=1e-12, abs=1e-12)


def moved(k, arm):
    """J (3, 6) of a point at `arm`: velocity of the point per twist."""
    x, y, z = arm
    return np.concatenate([np.eye(3), -np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])], axis=1)


def test_stiffness_moved_to_blocks():
    """Stiffness K at an offset, moved to blocks with two arms: J_r^T K J_t; on the diagonal its lower triangle."""
    rng = np.random.default_rng(6)
    a = np.zeros(SIZE)
    k = random_stiffness(LANES, rng)
    offset, rows = rng.standard_normal((LANES, 3)), rng.standard_normal((LANES, 3, 3))
    put(a, lanes.M00, k[:, [0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]])
    put(a, lanes.O0, offset)
    put(a, lanes.R00, rows)
    lanes.push_stiffness(a)
    total = get(a, lanes.A0, LANES, lanes.STIFFNESS).sum(axis=0)
    one, two = rng.standard_normal((2, 3))
    for r, t in ((one, two), (one, one)):
        wanted = sum(moved(k[c], r + offset[c]).T @ rows[c].T @ k[c] @ rows[c] @ moved(k[c], t + offset[c])
                     for c in range(LANES))
        found = np.zeros((6, 6))
        groups.add_shifted(found, total, r, t, -1.0)
        assert -found == pytest.approx(wanted, abs=1e-12 * np.abs(wanted).max())
    below = np.zeros((6, 6))
    groups.add_to_diagonal(below, total, one)
    assert below == pytest.approx(np.tril(-found), abs=1e-13 * np.abs(wanted).max())
    assert not np.triu(below, 1).any()


def test_sums_and_copies_of_fields():
    """Every lane counts once, those that fill up the last bundle too."""
    rng = np.random.default_rng(8)
    a = np.zeros(2 * SIZE)
    values = rng.standard_normal((2 * LANES, 3))
    put(a, lanes.S0, values)
    assert lanes.sum_field(a, lanes.S0) == pytest.approx(values[:, 0].sum(), abs=1e-14)
    assert lanes.least_field(a, lanes.S1) == values[:, 1].min()
    lanes.copy_fields(a, lanes.S0, lanes.P0, 3)
    lanes.fill_field(a, lanes.S0, 4.0)
    assert np.array_equal(get(a, lanes.P0, 2 * LANES), values)
    assert np.array_equal(get(a, lanes.S0, 2 * LANES), np.concatenate([np.full((2 * LANES, 1), 4.0), values[:, 1:]], 1))


def test_points_not_common_to_both_blocks_are_not_summed():
    """If the two arms of a contact name different points, its stiffness goes by itself."""
    scene = stack(2)
    problem = scene.problem(gravity_twist(scene), 0.7)
    slot = np.array([-1, 0, 1])
    slot_a, slot_b = slot[problem.block_a], slot[problem.block_b]
    other = problem.arm_b.copy()
    other[5] += [0.01, 0.0, 0.0]
    group_ptr = np.empty(problem.contact_count + 1, np.int64)
    assert operators.group_contacts(slot_a, slot_b, problem.arm_a, problem.arm_b, group_ptr) == 2
    assert operators.group_contacts(slot_a, slot_b, problem.arm_a, other, group_ptr) == 4
    assert list(group_ptr[:5]) == [0, 4, 5, 6, 8]


def test_numbering_follows_the_structure():
    """Blocks named at random along a column: the band is two blocks wide all the same."""
    scene = stack(9)
    problem = scene.problem(gravity_twist(scene), 0.7)
    rename = np.concatenate([[0], np.random.default_rng(2).permutation(9) + 1])
    a, b = rename[problem.block_a], rename[problem.block_b]
    order = np.lexsort((np.maximum(a, b), np.minimum(a, b)))
    a, b = np.minimum(a, b)[order].astype(np.int32), np.maximum(a, b)[order].astype(np.int32)
    slot = np.empty(10, np.int64)
    assert band_cholesky.order_blocks(problem.prescribed, a, b, slot) == 9
    assert sorted(slot) == list(range(-1, 9))
    group_ptr = np.empty(len(a) + 1, np.int64)
    count = operators.group_contacts(slot[a], slot[b], problem.arm_a, problem.arm_a, group_ptr)
    assert band_cholesky.find_reach(group_ptr, count, slot[a], slot[b], np.empty(9, np.int64)) == 2


def test_band_factor_with_fill():
    """A ring: its last block reaches to the first, and rows between fill up."""
    blocks, rng = 5, np.random.default_rng(9)
    one, two = np.array([0, 1, 2, 3, 0]), np.array([1, 2, 3, 4, 4])
    half = rng.standard_normal((blocks, 12, 12))
    matrix = np.eye(6 * blocks)
    for g in range(blocks):
        at = np.concatenate([np.arange(6 * one[g], 6 * one[g] + 6), np.arange(6 * two[g], 6 * two[g] + 6)])
        matrix[np.ix_(at, at)] += half[g] @ half[g].T
    reach = np.empty(blocks, np.int64)
    width = band_cholesky.find_reach(np.arange(blocks + 1), blocks, one, two, reach)
    assert width == 5 and list(reach) == [4, 4, 4, 4, 4]
    diag = np.array([matrix[6 * i:6 * i + 6, 6 * i:6 * i + 6] for i in range(blocks)])
    off = np.array([matrix[6 * j:6 * j + 6, 6 * i:6 * i + 6] for i, j in zip(one, two)])
    band = np.empty((6 * blocks, 6 * width))
    band_cholesky.fill_band(diag, off, one, two, band)
    for k in range(6 * blocks):
        assert np.array_equal(band[k, :6 * blocks - k], matrix[k, k:])
    assert band_cholesky.factor(band, reach)
    x = rng.standard_normal(6 * blocks)
    y = x.copy()
    band_cholesky.solve(band, reach, y)
    exact = np.linalg.solve(matrix, x)
    assert y == pytest.approx(exact, abs=10 * EPS * np.linalg.cond(matrix, 1) * np.abs(exact).max())
    band[3, 0] = np.nan
    assert not band_cholesky.factor(band, reach)


def test_inertia_solve():
    scene = wall(2, 2)
    problem = scene.problem(gravity_twist(scene), 0.5)
    rng = np.random.default_rng(4)
    half = rng.standard_normal((5, 6, 6))
    h = half @ half.transpose(0, 2, 1) + np.eye(6)
    x, out, factor = rng.standard_normal((5, 6)), np.empty((5, 6)), np.empty((5, 6, 6))
    assert operators.factor_inertia(h, np.ones(6), factor)
    operators.solve_inertia(factor, x, np.ones(6), out)
    assert np.einsum("bij,bj->bi", h, out) == pytest.approx(x, abs=1e-10)
    mask = operators.free_dofs(2)
    assert list(mask) == [1, 1, 0, 0, 0, 1]
    assert operators.factor_inertia(h, mask, factor)
    operators.solve_inertia(factor, x, mask, out)
    free = mask > 0
    assert not out[:, ~free].any()
    assert np.einsum("bij,bj->bi", h[:, free][:, :, free], out[:, free]) == pytest.approx(x[:, free], abs=1e-10)
    assert not operators.factor_inertia(-h, np.ones(6), factor)
    system = build_system(problem)
    assert (inverse_inertia(problem, system) @ system.inertia).toarray() == pytest.approx(
        np.eye(len(system.block)), abs=1e-10)
