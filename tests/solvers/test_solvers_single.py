"""The factor in single precision: solutions against the matrix itself, and the instructions they are made of.

A solution by a Cholesky factor has a backward error of a small multiple of n eps |A| |x|, eps that of the numbers of
the factor: here 2^-24, and the multiple 1, as for doubles in test_solvers_sparse_cholesky.py.
"""

from __future__ import annotations

import numpy as np
import pytest
from solvers_lattices import random_matrix, running_bond_wall, touching_pairs
from test_solvers_sparse_cholesky import LATTICES, make_wall, scipy_matrix

from drystone.kernels import kernel
from drystone.solvers.factor.single_vectors import WIDE, add_vector, copy_vector, transpose, write_six
from drystone.solvers.factor.sparse_cholesky import BlockPattern, convert_factor, solve_single

EPS = 2.0**-24


def assert_solves(matrix, x, rhs):
    norm = abs(matrix).sum(axis=1).max()
    assert np.abs(rhs.ravel() - matrix @ x.ravel()).max() <= len(rhs.ravel()) * EPS * norm * np.abs(x).max()


@pytest.mark.parametrize("name", LATTICES)
def test_masonry_is_solved_to_single_precision(name):
    centre, half = LATTICES[name]
    pair = touching_pairs(centre, half)
    rng = np.random.default_rng(3)
    diagonal, lower = random_matrix(rng, len(centre), pair)
    pattern = BlockPattern(pair[:, 0], pair[:, 1], centre)
    assert pattern.factor(diagonal, lower) == 0
    matrix = scipy_matrix(len(centre), pair, diagonal, lower)
    convert_factor(pattern.factor_data)
    for _ in range(2):                                    # one factor serves many solutions
        rhs = rng.normal(size=(len(centre), 6))
        x = np.empty_like(rhs)
        solve_single(pattern.factor_data, rhs, x)
        assert_solves(matrix, x, rhs)
        assert not np.array_equal(x, pattern.solve(rhs))  # those of single precision they are


def test_a_full_matrix_and_one_block():
    for blocks in (1, 2, 40):
        rng = np.random.default_rng(blocks)
        pair = np.array([(i, j) for i in range(blocks) for j in range(i)], np.int64).reshape(-1, 2)
        diagonal, lower = random_matrix(rng, blocks, pair)
        pattern = BlockPattern(pair[:, 0], pair[:, 1], rng.normal(size=(blocks, 3)))
        assert pattern.factor(diagonal, lower) == 0
        convert_factor(pattern.factor_data)
        rhs = rng.normal(size=(blocks, 6))
        x = rhs.copy()
        solve_single(pattern.factor_data, x, x)           # in place
        assert_solves(scipy_matrix(blocks, pair, diagonal, lower), x, rhs)


def test_bits_do_not_depend_on_the_threads():
    pattern, _, diagonal, lower = make_wall(20, 16, leaves=2)
    assert len(pattern.factor_data.unit) > 8              # or there would be nothing to share
    rhs = np.random.default_rng(4).normal(size=(len(diagonal), 6))
    answers = []
    for threads in (1, 2, 3):
        x = np.empty_like(rhs)
        with pattern.crew(threads):
            assert pattern.factor(diagonal, lower) == 0
            convert_factor(pattern.factor_data)
            for _ in range(5):
                solve_single(pattern.factor_data, rhs, x)
        answers.append(x)
    assert np.array_equal(answers[0], answers[1]) and np.array_equal(answers[0], answers[2])


@kernel
def use_vectors(a):
    """Row 1 = row 0 + row 1, row 2 = row 0, row 3 = 1 .. 6 and two zeros; then all transposed."""
    here, size = a.ctypes.data, 4 * WIDE
    add_vector(here + size, here)
    copy_vector(here + 2 * size, here)
    write_six(here + 3 * size, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    transpose(here)


def test_vectors():
    before = np.arange(WIDE * WIDE, dtype=np.float32).reshape(WIDE, WIDE)
    wanted = before.copy()
    wanted[1] += wanted[0]
    wanted[2] = wanted[0]
    wanted[3] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 0.0]
    found = before.copy()
    use_vectors(found)
    np.testing.assert_array_equal(found, wanted.T)


def test_a_wall_of_one_course():
    """Fronts without rows below them, and chains."""
    centre, half = running_bond_wall(12, 1)
    pair = touching_pairs(centre, half)
    diagonal, lower = random_matrix(np.random.default_rng(0), len(centre), pair)
    pattern = BlockPattern(pair[:, 0], pair[:, 1], centre)
    assert pattern.factor(diagonal, lower) == 0
    convert_factor(pattern.factor_data)
    rhs = np.random.default_rng(1).normal(size=(len(centre), 6))
    x = np.empty_like(rhs)
    solve_single(pattern.factor_data, rhs, x)
    assert_solves(scipy_matrix(len(centre), pair, diagonal, lower), x, rhs)
