"""Sums over all faces at once are those over one face after the other, to the last bit."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from drystone.geometry.integrals import area_vectors, cross

numbers = st.floats(-1e6, 1e6)
points = st.lists(st.tuples(numbers, numbers, numbers), min_size=12, max_size=12)


@given(points, st.lists(st.lists(st.integers(0, 11), min_size=3, max_size=12, unique=True), min_size=1, max_size=8))
def test_area_vectors_face_by_face(vertices, faces):
    corners = np.array(vertices)
    expected = []
    for face in faces:
        arm = corners[face][1:] - corners[face][0]
        expected.append(0.5 * np.cross(arm[:-1], arm[1:]).sum(axis=0))
    assert area_vectors(corners, faces).tobytes() == np.array(expected).tobytes()


@given(points)
def test_cross_as_numpy_has_it(vertices):
    a = np.array(vertices).reshape(2, 6, 3)
    assert cross(a[0], a[1]).tobytes() == np.cross(a[0], a[1]).tobytes()
