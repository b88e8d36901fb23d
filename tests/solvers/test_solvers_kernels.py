"""Operators, cone algebra and band factor against plain linear algebra."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solvers_scenes import dense_jacobian, gravity_twist, stack, wall

from drystone.solvers import band_cholesky, cone, operators
from drystone.solvers.sparse_matrix import build_system, inverse_inertia

vectors = st.lists(st.floats(-10, 10), min_size=3, max_size=3).map(np.array)


def interior(v, depth):
    """A point of the cone's interior at the given depth."""
    return np.array([[np.hypot(v[1], v[2]) + depth, v[1], v[2]]])


def prepared(scene, planar_axis=None):
    problem = scene.problem(gravity_twist(scene), 0.7, planar_axis=planar_axis)
    slot = np.empty(problem.block_count, np.int64)
    count = band_cholesky.order_blocks(problem.prescribed, problem.block_a, problem.block_b, slot)
    rows = np.empty((problem.contact_count, 3, 3))
    operators.scale_rows(problem.frame, problem.friction, rows)
    return problem, slot, count, rows, slot[problem.block_a], slot[problem.block_b]


def scaled_dense(problem, slot, count, mask):
    """(3c, 6n) scaled rows in the order of the slots."""
    g = dense_jacobian(problem) * np.tile([1.0, 0.7, 0.7], problem.contact_count)[:, None]
    result = np.zeros((len(g), 6 * count))
    for b in np.flatnonzero(slot >= 0):
        result[:, 6 * slot[b]:6 * slot[b] + 6] = g[:, 6 * b:6 * b + 6] * mask
    return result


@pytest.mark.parametrize("planar_axis", [None, 1])
@pytest.mark.parametrize("scene", [stack(3), wall(3, 2)], ids=["stack", "wall"])
def test_operators_are_the_matrices(scene, planar_axis):
    problem, slot, count, rows, slot_a, slot_b = prepared(scene, planar_axis)
    mask = operators.free_dofs(planar_axis)
    assert mask.sum() == (6 if planar_axis is None else 3)
    dense = scaled_dense(problem, slot, count, mask)
    rng = np.random.default_rng(0)
    twist, impulse = rng.standard_normal((count, 6)) * mask, rng.standard_normal((problem.contact_count, 3))
    u, load = np.empty_like(impulse), np.empty_like(twist)
    operators.apply_rows(twist, slot_a, slot_b, rows, problem.arm_a, problem.arm_b, u)
    operators.apply_rows_transposed(impulse, slot_a, slot_b, rows, problem.arm_a, problem.arm_b, mask, load)
    assert u.ravel() == pytest.approx(dense @ twist.ravel(), abs=1e-12)
    assert load.ravel() == pytest.approx(dense.T @ impulse.ravel(), abs=1e-12)
    # blocks of H + G^T M G, and the band factor of it
    half = rng.standard_normal((problem.contact_count, 3, 3))
    spd = half @ half.transpose(0, 2, 1)
    stiffness = spd[:, [0, 0, 0, 1, 1, 2], [0, 1, 2, 1, 2, 2]]
    inertia = np.empty((count, 6, 6))
    inertia[slot[slot >= 0]] = problem.inertia[slot >= 0] / 100.0
    group_ptr = np.empty(problem.contact_count + 1, np.int64)
    groups = operators.group_contacts(slot_a, slot_b, problem.arm_a, problem.arm_b, group_ptr)
    assert groups == len(set(zip(slot_a, slot_b)))
    diag, off = np.empty((count, 6, 6)), np.empty((groups, 6, 6))
    operators.assemble(group_ptr, groups, slot_a, slot_b, rows, problem.arm_a, problem.arm_b, stiffness, inertia,
                       mask, diag, off)
    middle = np.zeros((3 * len(spd), 3 * len(spd)))
    full = np.zeros((6 * count, 6 * count))
    for c, block in enumerate(spd):
        middle[3 * c:3 * c + 3, 3 * c:3 * c + 3] = block
    for i in range(count):
        full[6 * i:6 * i + 6, 6 * i:6 * i + 6] = inertia[i] * np.outer(mask, mask) + np.diag(1 - mask)
    full += dense.T @ middle @ dense
    reach = np.empty(count, np.int64)
    width = band_cholesky.find_reach(group_ptr, groups, slot_a, slot_b, reach)
    band = np.empty((6 * count, 6 * width))
    band_cholesky.scatter(diag, off, group_ptr, groups, slot_a, slot_b, band)
    for k in range(6 * count):
        row = band[k, :min(6 * width, 6 * count - k)]
        assert row == pytest.approx(full[k, k:k + len(row)], abs=1e-10 * np.abs(full).max())
    assert band_cholesky.factor(band, reach)
    x = rng.standard_normal(6 * count)
    y = x.copy()
    band_cholesky.solve(band, reach, y)
    assert full @ y == pytest.approx(x, abs=1e-9)


def test_points_not_common_to_both_blocks_are_not_summed():
    """If the two arms of a contact name different points, its stiffness goes by itself, and the sum is still right."""
    problem, _, _, _, slot_a, slot_b = prepared(stack(2))
    moved = problem.arm_b.copy()
    moved[5] += [0.01, 0.0, 0.0]
    group_ptr = np.empty(problem.contact_count + 1, np.int64)
    assert operators.group_contacts(slot_a, slot_b, problem.arm_a, problem.arm_b, group_ptr) == 2
    assert operators.group_contacts(slot_a, slot_b, problem.arm_a, moved, group_ptr) == 4


def test_numbering_follows_the_structure():
    """Blocks named at random along a column: the band is two blocks wide all the same."""
    problem, slot, count, _, _, _ = prepared(stack(9))
    shuffled = np.random.default_rng(2).permutation(9) + 1
    rename = np.concatenate([[0], shuffled])
    a, b = rename[problem.block_a], rename[problem.block_b]
    order = np.lexsort((np.maximum(a, b), np.minimum(a, b)))
    a, b = np.minimum(a, b)[order].astype(np.int32), np.maximum(a, b)[order].astype(np.int32)
    assert band_cholesky.order_blocks(problem.prescribed, a, b, slot) == count == 9
    assert sorted(slot) == list(range(-1, 9))
    group_ptr = np.empty(len(a) + 1, np.int64)
    groups = operators.group_contacts(slot[a], slot[b], problem.arm_a, problem.arm_a, group_ptr)
    assert band_cholesky.find_reach(group_ptr, groups, slot[a], slot[b], np.empty(9, np.int64)) == 2


def test_inertia_solve():
    problem = wall(2, 2).problem(gravity_twist(wall(2, 2)), 0.5)
    rng = np.random.default_rng(4)
    half = rng.standard_normal((5, 6, 6))
    h = half @ half.transpose(0, 2, 1) + np.eye(6)
    x, out, factor = rng.standard_normal((5, 6)), np.empty((5, 6)), np.empty((5, 6, 6))
    assert operators.factor_inertia(h, np.ones(6), factor)
    operators.solve_inertia(factor, x, np.ones(6), out)
    assert np.einsum("bij,bj->bi", h, out) == pytest.approx(x, abs=1e-10)
    assert not operators.factor_inertia(-h, np.ones(6), factor)
    system = build_system(problem)
    assert (inverse_inertia(problem, system) @ system.inertia).toarray() == pytest.approx(
        np.eye(len(system.block)), abs=1e-10)


@given(a=vectors, b=vectors, da=st.floats(1e-6, 10), db=st.floats(1e-6, 10))
@settings(max_examples=100, deadline=None)
def test_scaling_takes_both_to_one_point(a, b, da, db):
    """W z = W^-1 s, W W^-1 = 1, stiffness = W^-2 and with compliance (W^2 + E)^-1."""
    s, z = interior(a, da), interior(b, db)
    scaling, common, other = np.empty((1, 4)), np.empty((1, 3)), np.empty((1, 3))
    cone.scale_contacts(s, z, scaling, common)
    cone.apply_scaling_inverse(scaling, s, other)
    size = np.abs(s).max() * np.abs(z).max() / min(da * np.abs(s).max(), db * np.abs(z).max())
    assert other == pytest.approx(common, abs=1e-13 * size * np.abs(common).max())
    w = np.array([_apply(cone.apply_scaling, scaling, e) for e in np.eye(3)])
    inverse = np.array([_apply(cone.apply_scaling_inverse, scaling, e) for e in np.eye(3)])
    worst = np.abs(w).max() * np.abs(inverse).max()
    assert w @ inverse == pytest.approx(np.eye(3), abs=1e-14 * worst)
    stiffness = np.empty((1, 6))
    cone.contact_stiffness(scaling, np.zeros((0, 3)), stiffness)
    assert _full(stiffness) == pytest.approx(inverse @ inverse, abs=1e-12 * np.abs(inverse).max() ** 2)
    e = np.array([[0.3, 0.2, 0.1]])
    cone.contact_stiffness(scaling, e, stiffness)
    unit = _full(stiffness) @ (w @ w + np.diag(e[0]))
    assert unit == pytest.approx(np.eye(3), abs=1e-13 * np.abs(w).max() ** 2 + 1e-9)


def _apply(function, scaling, x):
    out = np.empty((1, 3))
    function(scaling, x[None, :].copy(), out)
    return out[0]


def _full(stiffness):
    m = stiffness[0]
    return np.array([[m[0], m[1], m[2]], [m[1], m[3], m[4]], [m[2], m[4], m[5]]])


@given(x=vectors, dx=vectors, depth=st.floats(1e-3, 10))
@settings(max_examples=200, deadline=None)
def test_longest_step_ends_on_the_boundary(x, dx, depth):
    point, direction = interior(x, depth), dx[None, :]
    step = cone.longest_step(point, direction)
    assert step > 0.0
    if step < 1e3:
        at = (point + step * direction)[0]
        # straight through the apex the two roots coincide, and rounding splits them by its square root
        assert at[0] - np.hypot(at[1], at[2]) == pytest.approx(0.0, abs=1e-7 * (1 + np.abs(point).max()))
        before = (point + 0.999 * step * direction)[0]
        assert before[0] >= np.hypot(before[1], before[2])


@given(x=vectors, y=vectors, depth=st.floats(0.1, 10))
@settings(max_examples=100, deadline=None)
def test_jordan_division_undoes_the_product(x, y, depth):
    point, out, back = interior(x, depth), np.empty((1, 3)), np.empty((1, 3))
    cone.jordan_product(point, y[None, :].copy(), out)
    cone.jordan_divide(point, out, back)
    assert back[0] == pytest.approx(y, abs=1e-9)
