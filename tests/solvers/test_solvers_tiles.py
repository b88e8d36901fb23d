"""Factors of dense panels in tiles, against NumPy."""

import numpy as np
import pytest

from drystone.kernels import kernel
from drystone.solvers.factor.tiles import factor_panel, solve_backward, solve_forward, write_update

EPS = np.finfo(float).eps


@kernel
def update_of(panel, width, height, update):
    """Update (below x below by columns) of a factored panel."""
    write_update(update.ctypes.data, panel.ctypes.data + 8 * width, height - width, 8 * height, width)


def random_front(own, rest, seed=0):
    """Panel by columns of a positive definite matrix (own + rest blocks), and the matrix."""
    rng = np.random.default_rng(seed)
    size = 6 * (own + rest)
    half = rng.standard_normal((size, size))
    whole = half @ half.T + size * np.eye(size)
    return np.tril(whole)[:, :6 * own].T.ravel().copy(), whole


def factor(panel, own, rest, whole, lift=0.0):
    blocks = np.array([whole[6 * k:6 * k + 6, 6 * k:6 * k + 6] for k in range(own)])
    return factor_panel(panel, 0, 6 * own, 6 * (own + rest), np.empty(6), np.array([lift]), blocks,
                        np.arange(own), 0)


@pytest.mark.parametrize("own", [1, 2, 3, 8])
@pytest.mark.parametrize("rest", [0, 1, 2, 5, 12])
def test_panel_and_update_are_those_of_a_dense_factor(own, rest):
    """Panel = L, update = -L21 L21^T; odd and even numbers of blocks, for tiles have 12 or 6 rows."""
    panel, whole = random_front(own, rest, seed=10 * own + rest)
    width, height = 6 * own, 6 * (own + rest)
    assert factor(panel, own, rest, whole) == 0
    found = panel.reshape(width, height).T
    exact = np.linalg.cholesky(whole)[:, :width]
    bound = 10 * height * EPS * np.linalg.cond(whole) * np.abs(exact).max()
    assert np.tril(found) == pytest.approx(exact, abs=bound)
    if rest:
        update = np.full((6 * rest) ** 2, np.nan)
        update_of(panel, width, height, update)
        lower = np.tril(np.ones((6 * rest, 6 * rest))) > 0
        wanted = -exact[width:] @ exact[width:].T
        assert update.reshape(6 * rest, -1).T[lower] == pytest.approx(wanted[lower], abs=bound * np.abs(exact).max())


@pytest.mark.parametrize("own", [1, 2, 3, 8])
@pytest.mark.parametrize("rest", [0, 1, 2, 5])
def test_solutions_with_a_panel(own, rest):
    """x <- L11^-1 x and carry -= L21 x; x <- L11^-T (x - L21^T y)."""
    panel, whole = random_front(own, rest, seed=own + 10 * rest)
    width, height = 6 * own, 6 * (own + rest)
    factor(panel, own, rest, whole)
    lower = panel.reshape(width, height).T.copy()
    top, low = np.tril(lower[:width]), lower[width:]
    rng = np.random.default_rng(3)
    vector, carry = rng.standard_normal((own + 2, 6)), rng.standard_normal((rest + 2, 6))
    begin_x, begin_y = vector.copy(), carry.copy()
    x, y = slice(1, own + 1), slice(1, rest + 1)
    solve_forward(panel, 0, width, height, vector, 1, carry, 1)
    exact = np.linalg.solve(top, begin_x[x].ravel())
    assert vector[x].ravel() == pytest.approx(exact, abs=1e-12)
    assert carry[y].ravel() == pytest.approx(begin_y[y].ravel() - low @ exact, abs=1e-12)
    solve_backward(panel, 0, width, height, vector, 1, carry, 1)
    exact = np.linalg.solve(top.T, exact - low.T @ carry[y].ravel())
    assert vector[x].ravel() == pytest.approx(exact, abs=1e-12)
    for found, begin in ((vector, begin_x), (carry, begin_y)):         # nothing before and behind is touched
        assert np.array_equal(found[[0, -1]], begin[[0, -1]])


def test_nothing_is_written_beyond_the_panel():
    """A panel in the middle of an array: what lies before and behind stays."""
    panel, whole = random_front(3, 4)
    room = np.full(len(panel) + 40, 7.0)
    room[20:-20] = panel
    blocks = np.array([whole[6 * k:6 * k + 6, 6 * k:6 * k + 6] for k in range(3)])
    assert factor_panel(room, 20, 18, 42, np.empty(6), np.zeros(1), blocks, np.arange(3), 0) == 0
    assert (room[:20] == 7.0).all() and (room[-20:] == 7.0).all()


def test_pivots_are_lifted_and_counted():
    panel, whole = random_front(2, 1)
    height = 18
    panel[11 * height + 11] = -5.0                               # the last pivot would be negative
    assert factor(panel.copy(), 2, 1, whole) == 12               # one plus its column
    assert factor(panel, 2, 1, whole, lift=1e-3) == -1
    assert panel[11 * height + 11] == np.sqrt(1e-3 * whole[11, 11])
    assert np.isfinite(panel).all()


def test_a_pivot_that_is_no_number_is_reported():
    panel, whole = random_front(2, 1)
    panel[0] = np.nan
    assert factor(panel, 2, 1, whole, lift=1e-3) == 1
