"""Quaternions against matrix exponentials and series."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.linalg import expm

from drystone.errors import InputError
from drystone.geometry.rotation import (
    axis_angle,
    quaternion_to_matrix,
    rotate_quaternion,
    rotation_vector,
    skew,
    update_matrices,
)

vectors = arrays(float, 3, elements=st.floats(-3.0, 3.0))
quaternions = arrays(float, 4, elements=st.floats(-1.0, 1.0)).filter(lambda q: np.linalg.norm(q) > 0.1).map(
    lambda q: q / np.linalg.norm(q))


@given(vectors, vectors)
@settings(deadline=None)
def test_skew_is_the_cross_product(p, x):
    assert np.allclose(skew(p) @ x, np.cross(p, x), rtol=0, atol=1e-14)
    assert np.array_equal(skew(np.array([p, x]))[1], skew(x))


@given(quaternions, vectors)
@settings(deadline=None, max_examples=60)
def test_rotation_follows_the_exponential(q, p):
    """R(exp(p) q) = expm(skw(p)) R(q); expm of scipy is good to some 1e-14 here."""
    turned = rotate_quaternion(q[None], p[None])[0]
    assert np.linalg.norm(turned) == pytest.approx(1.0, abs=4e-16)
    expected = expm(skew(p)) @ quaternion_to_matrix(q)
    assert np.allclose(quaternion_to_matrix(turned), expected, rtol=0, atol=1e-13)


@given(quaternions)
@settings(deadline=None, max_examples=60)
def test_matrix_is_a_proper_rotation(q):
    matrix = quaternion_to_matrix(q)
    assert np.allclose(matrix @ matrix.T, np.eye(3), rtol=0, atol=4e-15)
    assert np.linalg.det(matrix) == pytest.approx(1.0, abs=4e-15)
    out = np.empty((2, 3, 3))
    update_matrices(np.array([q, -q]), out)
    assert np.array_equal(out[0], matrix) and np.array_equal(out[1], matrix)


@pytest.mark.parametrize("size", [1e-200, 1e-12, 1e-5, 1.99e-2, 2.01e-2, 1.0, 3.0])
def test_small_rotations_lose_no_digits(size):
    """From the identity the rotation vector comes back to rounding, on both sides of the series' limit."""
    p = size * np.array([0.6, -0.48, 0.64])
    q = rotate_quaternion(np.array([[1.0, 0.0, 0.0, 0.0]]), p[None])[0]
    assert np.allclose(rotation_vector(q), p, rtol=2e-15, atol=0)


def test_rest_keeps_its_bits():
    q = np.array([[0.1, 0.2, 0.3, math.sqrt(1 - 0.14)], [0.7, 0.1, -0.7, 0.1]])   # the second is not unit
    assert np.array_equal(rotate_quaternion(q, np.zeros((2, 3))), q)
    assert np.array_equal(quaternion_to_matrix([1.0, 0, 0, 0]), np.eye(3))


def test_many_small_steps_make_a_turn():
    """1e4 steps of 2 pi / 1e4 about one axis: each rounds by 1e-16, so the sum by less than 1e4 x that."""
    q = np.array([[1.0, 0.0, 0.0, 0.0]])
    step = np.array([[0.0, 0.0, 2 * math.pi / 10_000]])
    for _ in range(10_000):
        q = rotate_quaternion(q, step)
    assert np.allclose(np.abs(q), [[1, 0, 0, 0]], rtol=0, atol=1e-12)


@given(quaternions)
@settings(deadline=None, max_examples=60)
def test_rotation_vector_is_the_logarithm(q):
    p = rotation_vector(q)
    assert np.linalg.norm(p) <= math.pi + 1e-15
    assert np.allclose(expm(skew(p)), quaternion_to_matrix(q), rtol=0, atol=2e-14)
    assert np.array_equal(rotation_vector(np.array([q, q])), np.array([p, p]))


def test_axis_angle():
    q = axis_angle((0, 0, 2.0), math.pi / 2)
    assert np.allclose(quaternion_to_matrix(q) @ [1, 0, 0], [0, 1, 0], rtol=0, atol=1e-15)
    with pytest.raises(InputError, match=r"^rotation axis must have a length > 0 \[-\], got \(0, 0, 0\)$"):
        axis_angle((0, 0, 0), 1.0)
