"""Bundles: what kernels read and write through the table is what the arrays hold."""

import numpy as np
import pytest

from drystone.bundle import Bundle, reals, short, whole
from drystone.kernels import kernel


class Inner(Bundle):
    values = reals(1)
    codes = short(2)


class Outer(Bundle):
    cube = reals(3)
    inner = Inner.kind        # between arrays: its place in the table is behind them
    count = whole(1)


@kernel
def read(bundle, i, j, k):
    return bundle.cube[i, j, k], bundle.count[i], bundle.inner.values[j], bundle.inner.codes[i, j]


@kernel
def shape_of(bundle):
    return bundle.cube.shape, bundle.count.size, bundle.inner.codes.shape


@kernel
def write(bundle, value):
    bundle.inner.values[1] = value
    bundle.cube[1, 2, 3] += value


@kernel
def sum_of_slice(bundle):
    total = 0.0
    for x in bundle.inner.values[1:]:
        total += x
    return total


def make(count=5):
    inner = Inner(np.array([1.5, 2.5, 3.5]), np.arange(6, dtype=np.int32).reshape(2, 3))
    return Outer(np.arange(24.0).reshape(2, 3, 4), inner, np.arange(10, 10 + count))


def test_kernels_read_the_numbers_of_the_arrays():
    outer = make()
    for i, j, k in np.ndindex(2, 3, 4):
        assert read(outer, i, j, k) == (outer.cube[i, j, k], 10 + i, outer.inner.values[j], 3 * i + j)


def test_kernels_see_the_shapes():
    assert shape_of(make(7)) == ((2, 3, 4), 7, (2, 3))


def test_what_a_kernel_writes_is_in_the_array():
    outer = make()
    write(outer, 100.0)
    assert outer.inner.values[1] == 100.0 and outer.cube[1, 2, 3] == 123.0


def test_slices_of_fields_work():
    assert sum_of_slice(make()) == 6.0


def test_a_replaced_field_is_another_array_and_the_rest_is_shared():
    outer = make()
    other = outer.replace(count=np.array([-1, -2]))
    assert read(other, 1, 0, 0)[1] == -2 and read(outer, 1, 0, 0)[1] == 11
    assert other.cube is outer.cube and other.inner is outer.inner


def test_fields_may_be_named():
    inner = Inner(codes=np.zeros((1, 1), np.int32), values=np.array([4.0]))
    assert inner.values[0] == 4.0


@pytest.mark.parametrize("values, message", [
    ((np.zeros(3, np.float32), np.zeros((1, 1), np.int32)),
     "Inner.values must be a contiguous array of float64 with 1 axes, got float32 with 1"),
    ((np.zeros((3, 1)), np.zeros((1, 1), np.int32)),
     "Inner.values must be a contiguous array of float64 with 1 axes, got float64 with 2"),
    ((np.zeros(6)[::2], np.zeros((1, 1), np.int32)),
     "Inner.values must be a contiguous array of float64 with 1 axes, got float64 with 1"),
    ((np.zeros(6), np.zeros((1, 1), np.int32), 3), "Inner has 2 fields, got 3 and no name"),
])
def test_what_is_no_field_is_refused(values, message):
    with pytest.raises(TypeError) as error:
        Inner(*values)
    assert str(error.value) == message


def test_a_missing_field_is_named():
    with pytest.raises(TypeError, match="Inner: codes is missing"):
        Inner(np.zeros(3))


def test_an_unknown_name_is_refused():
    with pytest.raises(TypeError, match="Inner has 2 fields, got 2 and other"):
        Inner(np.zeros(3), np.zeros((1, 1), np.int32), other=1)
    with pytest.raises(TypeError, match="Inner has 2 fields, got 2 and other"):
        make().inner.replace(other=1)
