"""Orders of convergence: exact on powers, honest about scatter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drystone.analysis.order import fit_order
from drystone.errors import InputError


@given(order=st.floats(-1.0, 4.0), factor=st.floats(1e-3, 1e3), count=st.integers(2, 6))
def test_powers_are_recovered(order, factor, count):
    steps = 1e-3 * 2.0 ** np.arange(count)
    fit = fit_order(steps[::-1], factor * steps[::-1] ** order)
    assert fit.order == pytest.approx(order, abs=1e-10)
    assert fit.factor == pytest.approx(factor, rel=1e-8)
    assert fit.spread == pytest.approx(0.0, abs=1e-10)
    assert fit.scatter == pytest.approx(1.0, abs=1e-9)
    assert fit.local == pytest.approx(np.full(count - 1, order), abs=1e-9)


def test_spread_is_the_standard_error_of_the_slope():
    """Errors h, 2h, h at h = 1, e, e^2 (logarithms 0, 1 + ln 2, 2): slope 1, residuals ln2 (-1, 2, -1)/3."""
    h = np.exp([0.0, 1.0, 2.0])
    fit = fit_order(h, h * [1.0, 2.0, 1.0])
    assert fit.order == pytest.approx(1.0)
    assert fit.spread == pytest.approx(np.log(2.0) * np.sqrt(6.0) / 3.0 / np.sqrt(2.0))
    assert fit.scatter == pytest.approx(2.0 ** (2.0 / 3.0))
    assert fit.local == pytest.approx([1.0 + np.log(2.0), 1.0 - np.log(2.0)])


@pytest.mark.parametrize("steps, errors, message", [
    ([1.0], [1.0],
     "fit_order: steps and errors must be two rows of one length >= 2, got shapes (1,) and (1,)"),
    ([1.0, 2.0], [1.0, 0.0], "fit_order: errors must be finite and > 0, got 0.0"),
    ([1.0, -2.0], [1.0, 1.0], "fit_order: steps must be finite and > 0, got -2.0"),
    ([1.0, 1.0], [1.0, 2.0], "fit_order: steps must all differ, got [1.0, 1.0]"),
])
def test_what_has_no_order_is_refused(steps, errors, message):
    with pytest.raises(InputError) as error:
        fit_order(steps, errors)
    assert str(error.value) == message
