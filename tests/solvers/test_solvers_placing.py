"""From groups to blocks: against dense matrices, in any order of units."""

import numpy as np
import pytest

from drystone.solvers import placing

BLOCKS, GROUPS = 75, 300           # three units, the last one not full


def skew(r):
    return np.array([[0.0, -r[2], r[1]], [r[2], 0.0, -r[0]], [-r[1], r[0], 0.0]])


def jacobian(r):
    """(6, 6): twist of the block to linear and angular velocity at its point r."""
    out = np.eye(6)
    out[:3, 3:] = -skew(r)
    return out


def make_groups(seed=0):
    """Random pairs, some repeated, some turned round, some with a prescribed block, one block without any."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(-1, BLOCKS - 1, GROUPS), rng.integers(-1, BLOCKS - 1, GROUPS)
    b = np.where(a == b, -1, b)
    a[10], b[10], a[20], b[20], a[30], b[30] = 3, 40, 3, 40, 40, 3
    pairs = {}
    edge = np.array([pairs.setdefault((min(p), max(p)), len(pairs)) if min(p) >= 0 else -1 for p in zip(a, b)])
    return a, b, rng.standard_normal((GROUPS, 3)), rng.standard_normal((GROUPS, 3)), edge, len(pairs), rng


def units(order):
    return order(range(-(-BLOCKS // placing.UNIT_BLOCKS)))


@pytest.mark.parametrize("locked", [(), (1, 3, 5)])
def test_wrenches_go_to_both_blocks(locked):
    a, b, arm_a, arm_b, _, _, rng = make_groups()
    total, mask = rng.standard_normal((GROUPS, 6)), np.ones(6)
    mask[list(locked)] = 0.0
    expected = np.zeros((BLOCKS, 6))
    for g in range(GROUPS):
        if b[g] >= 0:
            expected[b[g]] += jacobian(arm_b[g]).T @ total[g]
        if a[g] >= 0:
            expected[a[g]] -= jacobian(arm_a[g]).T @ total[g]
    ptr, entry = placing.link_blocks(a, b, BLOCKS)
    found = []
    for order in (list, reversed):
        out = np.full((BLOCKS, 6), np.nan)
        for unit in units(order):
            placing.place_wrenches(unit, total, arm_a, arm_b, ptr, entry, mask, out)
        found.append(out)
    assert np.array_equal(*found)
    assert np.abs(found[0] - mask * expected).max() < 1e-13 * np.abs(expected).max()


@pytest.mark.parametrize("locked", [(), (1, 3, 5)])
def test_stiffnesses_go_to_diagonal_and_pairs(locked):
    a, b, arm_a, arm_b, edge, edges, rng = make_groups(1)
    mask = np.ones(6)
    mask[list(locked)] = 0.0
    half = rng.standard_normal((GROUPS, 6, 6))
    full = half @ half.transpose(0, 2, 1)
    rows, columns = np.triu_indices(3)
    total = np.concatenate([full[:, rows, columns], full[:, :3, 3:].reshape(GROUPS, 9), full[:, 3 + rows, 3 + columns]],
                           axis=1)
    inertia = np.tile(np.diag([2.0, 2, 2, 3, 4, 5]), (BLOCKS, 1, 1))
    diagonal, below = inertia.copy(), np.zeros((edges, 6, 6))
    for g in range(GROUPS):
        one, two = jacobian(arm_a[g]), jacobian(arm_b[g])
        if a[g] >= 0:
            diagonal[a[g]] += one.T @ full[g] @ one
        if b[g] >= 0:
            diagonal[b[g]] += two.T @ full[g] @ two
        if min(a[g], b[g]) >= 0:
            below[edge[g]] -= two.T @ full[g] @ one if b[g] > a[g] else one.T @ full[g] @ two
    free = mask[:, None] * mask
    diagonal, below = diagonal * free + np.diag(1.0 - mask), below * free
    ptr, entry = placing.link_blocks(a, b, BLOCKS)
    found = []
    for order in (list, reversed):
        diag, off = np.full((BLOCKS, 6, 6), np.nan), np.full((edges + 1, 6, 6), 7.0)
        for unit in units(order):
            placing.place_stiffness(unit, total, a, b, arm_a, arm_b, ptr, entry, edge, inertia, mask, diag, off)
        found.append((diag, off))
    assert np.array_equal(found[0][0], found[1][0]) and np.array_equal(found[0][1], found[1][1])
    diag, off = found[0]
    size = np.abs(diagonal).max()
    assert np.abs(np.tril(diag) - np.tril(diagonal)).max() < 1e-13 * size
    assert np.abs(off[:-1] - below).max() < 1e-13 * size
    assert (off[-1] == 7.0).all()                      # a pair that has parted is left alone


def test_each_block_lists_its_groups_in_order():
    a, b, *_ = make_groups(2)
    ptr, entry = placing.link_blocks(a, b, BLOCKS)
    for i in range(BLOCKS):
        own = entry[ptr[i]:ptr[i + 1]]
        expected = sorted([2 * g for g in np.flatnonzero(b == i)] + [2 * g + 1 for g in np.flatnonzero(a == i)])
        assert list(own) == expected
