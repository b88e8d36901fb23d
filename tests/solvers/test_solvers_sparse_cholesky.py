"""The block-sparse Cholesky factor against SciPy and NumPy, on masonry and on anything else.

Tolerance of solutions: a Cholesky solution of a matrix of order N satisfies |b - A x| <= 4 N^2 eps |A| |x| in the worst
case (Higham, theorem 10.4, in norms); errors of rounding are random, and N eps |A| |x| is far above what is seen.
"""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sparse
import scipy.sparse.linalg as sparse_linalg
from hypothesis import given, settings
from hypothesis import strategies as st
from solvers_lattices import box_building, random_matrix, running_bond_wall, touching_pairs

from drystone.errors import InputError
from drystone.kernels import kernel
from drystone.solvers.factor.blas import ADDRESSES, limit_threads
from drystone.solvers.factor.dissection import dissect
from drystone.solvers.factor.elimination_tree import build_graph
from drystone.solvers.factor.sparse_cholesky import BlockPattern, factorise, solve_into

EPS = np.finfo(float).eps

LATTICES = {"wall": running_bond_wall(20, 10), "two leaves": running_bond_wall(12, 12, leaves=2),
            "building": box_building(4.8, 4.0, 10), "cross walls": box_building(6.0, 4.0, 8, cross_walls=2)}


def scipy_matrix(blocks, pair, diagonal, lower):
    """The same matrix in SciPy's form; blocks of repeated pairs are summed, those with a negative end left out."""
    keep = (pair >= 0).all(axis=1)
    pair, lower = pair[keep], lower[keep]
    row, column = (part[:, None, None] * 6 + offset for part, offset in
                   zip((np.r_[np.arange(blocks), pair[:, 0]], np.r_[np.arange(blocks), pair[:, 1]]),
                       np.indices((6, 6))))
    value = np.concatenate([diagonal, lower])
    half = sparse.coo_array((value.ravel(), (row.ravel(), column.ravel())), shape=(6 * blocks,) * 2).tocsc()
    off = sparse.coo_array((lower.ravel(), (row[blocks:].ravel(), column[blocks:].ravel())), shape=half.shape).tocsc()
    return half + off.T


def make_wall(units=20, courses=10, leaves=1, seed=0):
    """Pattern, pairs and a matrix of a wall."""
    centre, half = running_bond_wall(units, courses, leaves)
    pair = touching_pairs(centre, half)
    return (BlockPattern(pair[:, 0], pair[:, 1], centre), pair,
            *random_matrix(np.random.default_rng(seed), len(centre), pair))


def assert_solves(matrix, x, rhs):
    """Backward error of rounding, see the top of this file."""
    norm = abs(matrix).sum(axis=1).max()
    assert np.abs(rhs.ravel() - matrix @ x.ravel()).max() <= len(rhs.ravel()) * EPS * norm * np.abs(x).max()


@pytest.mark.parametrize("name", LATTICES)
def test_masonry_is_solved_as_by_scipy(name):
    centre, half = LATTICES[name]
    pair = touching_pairs(centre, half)
    rng = np.random.default_rng(3)
    diagonal, lower = random_matrix(rng, len(centre), pair, spread=3.0)
    pattern = BlockPattern(pair[:, 0], pair[:, 1], centre)
    assert pattern.factor(diagonal, lower) == 0
    rhs = rng.normal(size=(len(centre), 6))
    x = pattern.solve(rhs)
    matrix = scipy_matrix(len(centre), pair, diagonal, lower)
    assert_solves(matrix, x, rhs)
    # stiffnesses up to 1e3 times 30 on inertias of 0.1: condition below 1e9
    scipys = sparse_linalg.splu(matrix).solve(rhs.ravel())
    np.testing.assert_allclose(x.ravel(), scipys, atol=1e9 * EPS * np.abs(x).max())


def test_lattices_have_the_sizes_they_are_named_for():
    assert len(running_bond_wall(20, 10)[0]) == 205
    assert len(running_bond_wall(20, 24, leaves=2)[0]) == 984
    assert len(box_building(12.0, 10.0, 46)[0]) == 4968


@st.composite
def graphs(draw):
    """Any graph: repeated and reversed edges, prescribed ends, loose blocks, coinciding positions."""
    blocks = draw(st.integers(1, 24))
    end = st.integers(-1, blocks - 1)
    edges = draw(st.lists(st.tuples(end, end).filter(lambda e: e[0] != e[1]), max_size=60))
    place = st.sampled_from([0.0, 1.0, 2.0, 5.0])
    position = draw(st.lists(st.tuples(place, place, place), min_size=blocks, max_size=blocks))
    return np.array(edges, np.int64).reshape(-1, 2), np.array(position), draw(st.integers(0, 99))


@settings(max_examples=150, deadline=None)
@given(graph=graphs())
def test_any_pattern_is_solved(graph):
    pair, position, seed = graph
    rng = np.random.default_rng(seed)
    blocks = len(position)
    sides = np.where(pair < 0, blocks, pair)              # what a prescribed block would get goes to a row of its own
    diagonal, lower = random_matrix(rng, blocks + 1, sides)
    diagonal = diagonal[:blocks]
    pattern = BlockPattern(pair[:, 0], pair[:, 1], position)
    assert pattern.factor(diagonal, lower) == 0
    rhs = rng.normal(size=(blocks, 6))
    assert_solves(scipy_matrix(blocks, pair, diagonal, lower), pattern.solve(rhs), rhs)


def test_one_block():
    pattern = BlockPattern([], [], [[0.0, 0.0, 0.0]])
    matrix = np.diag([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert pattern.factor(matrix[None], np.zeros((0, 6, 6))) == 0
    np.testing.assert_allclose(pattern.solve(np.ones((1, 6)))[0], 1.0 / np.diag(matrix), rtol=4 * EPS)


def test_everybody_touches_everybody():
    """A full matrix has one front, and the factor is LAPACK's."""
    rng = np.random.default_rng(5)
    pair = np.array([(i, j) for i in range(30) for j in range(i)])
    diagonal, lower = random_matrix(rng, 30, pair)
    pattern = BlockPattern(pair[:, 0], pair[:, 1], rng.normal(size=(30, 3)))
    assert pattern.factor(diagonal, lower) == 0
    assert len(pattern.factor_data.first) == 2
    matrix = scipy_matrix(30, pair, diagonal, lower).toarray()
    order = (6 * pattern.factor_data.order[:, None] + np.arange(6)).ravel()
    factor = np.tril(pattern.factor_data.panel.reshape(180, 180).T)
    np.testing.assert_allclose(factor, np.linalg.cholesky(matrix[np.ix_(order, order)]),
                               atol=180 * EPS * np.abs(factor).max())


def test_parts_that_do_not_touch_do_not_couple():
    """Two walls in one pattern give, each, what it gives alone."""
    centre, half = running_bond_wall(6, 5)
    both = np.concatenate([centre, centre + np.array([0.0, 50.0, 0.0])])
    pair = touching_pairs(both, np.concatenate([half, half]))
    rng = np.random.default_rng(6)
    diagonal, lower = random_matrix(rng, len(both), pair)
    pattern = BlockPattern(pair[:, 0], pair[:, 1], both)
    assert pattern.factor(diagonal, lower) == 0
    rhs = rng.normal(size=(len(both), 6))
    rhs[len(centre):] = 0.0
    x = pattern.solve(rhs)
    assert not x[len(centre):].any() and x[:len(centre)].all()
    rhs = rng.normal(size=(len(both), 6))
    assert_solves(scipy_matrix(len(both), pair, diagonal, lower), pattern.solve(rhs), rhs)


def test_a_block_that_is_not_positive_is_named():
    pattern, _, diagonal, lower = make_wall(8, 6)
    for block in (0, 17, len(diagonal) - 1):
        bad = diagonal.copy()
        bad[block, 2, 2] = -1.0
        assert pattern.factor(bad, lower) == 1 + block    # its own pivot is the first that can be negative
        with pytest.raises(ValueError, match="solve needs a factor"):
            pattern.solve(np.zeros((len(diagonal), 6)))
    assert pattern.factor(diagonal, lower) == 0           # nothing is left behind


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_a_number_is_a_status(value):
    pattern, _, diagonal, lower = make_wall(8, 6)
    bad = diagonal.copy()
    bad[11, 4, 4] = value
    assert pattern.factor(bad, lower) > 0
    spoiled = lower.copy()
    spoiled[7, 1, 2] = value
    assert pattern.factor(diagonal, spoiled) > 0
    assert pattern.factor(bad, spoiled, lift=1e-15) > 0


def spring_chain(blocks, rng):
    """Blocks in a row joined by springs of six components and held by nothing: six motions without resistance."""
    pair = np.stack([np.arange(1, blocks), np.arange(blocks - 1)], axis=1)
    side = rng.normal(size=(blocks - 1, 6, 6))
    spring = side.transpose(0, 2, 1) @ side + 6.0 * np.eye(6)
    diagonal = np.zeros((blocks, 6, 6))
    np.add.at(diagonal, pair[:, 0], spring)
    np.add.at(diagonal, pair[:, 1], spring)
    return pair, diagonal, -spring


def test_a_singular_matrix_is_lifted_or_refused():
    rng = np.random.default_rng(8)
    pair, diagonal, lower = spring_chain(40, rng)
    pattern = BlockPattern(pair[:, 0], pair[:, 1], np.arange(120.0).reshape(40, 3))
    matrix = scipy_matrix(40, pair, diagonal, lower)
    # exact pivots of the last block are zero; lifted to 1e-12 they stand far above rounding
    assert pattern.factor(diagonal, lower, lift=1e-12) == -6
    x = rng.normal(size=(40, 6))
    rhs = (matrix @ x.ravel()).reshape(40, 6)
    found = pattern.solve(rhs)
    # rhs is balanced up to rounding; the lifted pivots turn that into rigid motion, which stresses nothing
    np.testing.assert_allclose(matrix @ found.ravel(), rhs.ravel(), atol=1e-9 * np.abs(rhs).max())
    diagonal[20] -= np.eye(6)                             # now it is indefinite for sure
    assert pattern.factor(diagonal, lower) > 0
    assert pattern.factor(diagonal, lower, lift=1e-12) < 0


def test_a_pattern_is_reused():
    pattern, pair, diagonal, lower = make_wall(seed=1)
    centre, _ = running_bond_wall()
    rhs = np.random.default_rng(2).normal(size=(len(diagonal), 6))
    pattern.factor(diagonal, lower)
    first = pattern.solve(rhs)
    pattern.factor(3.0 * diagonal, lower)
    assert not np.array_equal(first, pattern.solve(rhs))
    pattern.factor(diagonal, lower)
    np.testing.assert_array_equal(pattern.solve(rhs), first)
    fresh = BlockPattern(pair[:, 0], pair[:, 1], centre)
    fresh.factor(diagonal, lower)
    np.testing.assert_array_equal(fresh.solve(rhs), first)
    assert pattern.matches(pair[:, 0], pair[:, 1], len(centre))
    assert not pattern.matches(pair[:, 0], pair[:, 1], len(centre) + 1)
    assert not pattern.matches(pair[:-1, 0], pair[:-1, 1], len(centre))
    assert not pattern.matches(pair[:, 1], pair[:, 0], len(centre))


@kernel
def many_factors(f, rhs, x, count):
    """A compiled loop that keeps the interpreter, as the interior point iterations do."""
    worst = 0
    for _ in range(count):
        worst = max(worst, abs(factorise(f, 0.0)))
        solve_into(f, rhs, x)
        for i in range(x.shape[0]):                       # makes the next matrix depend on this solution
            for k in range(6):
                f.diagonal[i, k, k] += 1e-3 * abs(x[i, k])
    return worst


def test_bits_do_not_depend_on_the_threads():
    pattern, _, diagonal, lower = make_wall(20, 16, leaves=2)
    data = pattern.factor_data
    assert len(data.unit) > 8                             # or there would be nothing to share
    rhs = np.random.default_rng(4).normal(size=(len(diagonal), 6))
    answers = []
    for threads in (1, 2, 3, 2):
        data.diagonal[:], data.lower[:] = diagonal, lower
        data.panel[:], data.update[:], data.carry[:] = 0.0, 0.0, 0.0
        x = np.empty_like(rhs)
        with pattern.crew(threads):
            assert many_factors(data, rhs, x, 5) == 0
        answers.append((x, data.panel.copy()))
    for x, panel in answers[1:]:
        np.testing.assert_array_equal(x, answers[0][0])
        np.testing.assert_array_equal(panel, answers[0][1])


def test_a_crew_reports_the_same_breakdown():
    pattern, _, diagonal, lower = make_wall(20, 16, leaves=2)
    for block in (3, 250, 600):                           # several at once: the status is that of the first in order
        diagonal[block] *= -1.0
    alone = pattern.factor(diagonal, lower)
    assert alone - 1 in (3, 250, 600)
    with pattern.crew(2):
        assert {pattern.factor(diagonal, lower) for _ in range(5)} == {alone}


def test_threads_of_blas_are_left_as_they_were():
    pattern, _, diagonal, lower = make_wall(8, 6)
    before = limit_threads(ADDRESSES, 2)
    try:
        pattern.factor(diagonal, lower)
        pattern.solve(np.zeros((len(diagonal), 6)))
        assert limit_threads(ADDRESSES, before) in (1, 2)  # 1: a machine with one core, or a BLAS of another make
    finally:
        limit_threads(ADDRESSES, before)


def test_dissection_keeps_the_factor_of_a_wall_small():
    """Entries of the factor grow as n log n for nested dissection of a plane lattice, as n^1.5 for a band."""
    size = {}
    for scale in (1, 4):
        centre, half = running_bond_wall(10 * scale, 10 * scale)
        pair = touching_pairs(centre, half)
        size[scale] = len(BlockPattern(pair[:, 0], pair[:, 1], centre).factor_data.panel)
    growth = size[4] / size[1]
    assert growth < 16.0 * 2.0                            # a band: 64; n log n: 16 log(1600) / log(100) = 26


@given(seed=st.integers(0, 50), blocks=st.integers(1, 80))
@settings(max_examples=40, deadline=None)
def test_dissection_orders_every_block_once(seed, blocks):
    rng = np.random.default_rng(seed)
    position = rng.integers(0, 4, size=(blocks, 3)).astype(float)
    edge = rng.integers(0, blocks, size=(2, 3 * blocks))
    edge = np.ascontiguousarray(edge[:, edge[0] != edge[1]])
    order = np.empty(blocks, np.int64)
    dissect(position, *build_graph(blocks, edge[0], edge[1]), order)
    assert sorted(order) == list(range(blocks))


@pytest.mark.parametrize("edges, position, message", [
    (([0], [1]), np.zeros((2, 2)), "block pattern: position must have shape (n, 3) with n >= 1, got (2, 2)"),
    (([], []), np.zeros((0, 3)), "block pattern: position must have shape (n, 3) with n >= 1, got (0, 3)"),
    (([0], [1]), [[0.0, 0.0, 0.0], [0.0, np.nan, 0.0]], "block pattern: position of block 1 is not finite"),
    (([0], [2]), np.zeros((2, 3)), "block pattern: edges name block 2, there are 2"),
    (([0, 1], [1, 1]), np.zeros((2, 3)), "block pattern: edge 1 joins a block to itself"),
    (([0, 1], [1]), np.zeros((2, 3)), "block pattern: edges must be two arrays of one length, got (2,) and (1,)"),
])
def test_wrong_patterns_are_refused(edges, position, message):
    with pytest.raises(InputError) as error:
        BlockPattern(*edges, position)
    assert str(error.value) == message


def test_wrong_right_side_is_refused():
    pattern, _, diagonal, lower = make_wall(4, 3)
    pattern.factor(diagonal, lower)
    with pytest.raises(ValueError, match=r"rhs must have shape \(13, 6\), got \(12, 6\)"):
        pattern.solve(np.zeros((12, 6)))


def test_empty_factor_has_the_types_of_any_other():
    """A kernel compiled for one must take the other without compiling again."""
    from numba import typeof

    from drystone.solvers.factor.numeric import empty_factor
    from drystone.solvers.factor.sparse_cholesky import analyse

    edge = np.array([1], np.int64), np.array([0], np.int64)
    assert typeof(empty_factor()) == typeof(analyse(*edge, np.zeros((2, 3))))
