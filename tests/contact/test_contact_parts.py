"""Flat arrays of parts, and what they refuse."""

import numpy as np
import pytest
from contact_scenes import box, prism

from drystone.contact.shape import make_shape
from drystone.errors import InputError
from drystone.model.parts import build_parts


def test_arrays_of_a_box_and_a_wedge():
    wedge = prism([[-0.5, -0.3], [0.5, -0.3], [0.0, 0.6]], 1.0)
    parts = build_parts([(0, *box(2.0, 1.0, 0.5)), (3, *wedge)])
    assert parts.block.tolist() == [0, 3] and parts.block.dtype == np.int32
    assert parts.vertex_ptr.tolist() == [0, 8, 14] and parts.face_ptr.tolist() == [0, 6, 11]
    assert parts.part_size[0] == pytest.approx(0.5)
    assert parts.part_size[1] == pytest.approx(0.9 * 0.5 / np.hypot(0.5, 0.9) * 2)  # height over a slanted side
    assert parts.part_radius[0] == pytest.approx(np.sqrt(1 + 0.25 + 0.0625))
    assert parts.face_normal[:6] == pytest.approx(
        np.array([[0, 0, -1], [0, 0, 1], [0, -1, 0], [1, 0, 0], [0, 1, 0], [-1, 0, 0]]))
    edges = parts.face_edge[:24]
    assert np.bincount(edges).tolist() == [2] * 12  # every edge has two faces
    assert parts.face_edge[24:].max() == 8


def test_edges_run_along_the_product_of_their_faces():
    """Left normal x right normal points along the edge: the search over edges relies on it."""
    shape = make_shape(build_parts([(0, *box(2.0, 1.0, 0.5)), (1, *prism([[-0.5, -0.3], [0.5, -0.3], [0, 0.6]], 1))]))
    along = shape.vertex[shape.edge[:, 1]] - shape.vertex[shape.edge[:, 0]]
    product = np.cross(shape.normal[shape.edge[:, 2]], shape.normal[shape.edge[:, 3]])
    assert (np.einsum("ij,ij->i", along, product) > 0).all()
    assert np.linalg.norm(np.cross(along, product), axis=1).max() < 1e-12
    assert shape.area[:6] == pytest.approx([2, 2, 1, 0.5, 1, 0.5])


def test_open_part_is_refused():
    points, faces = box(1, 1, 1)
    with pytest.raises(InputError, match=r"^part 0: every edge must join exactly two faces, got 20 sides on 12 edges$"):
        build_parts([(0, points, faces[1:])])


def test_inside_out_part_is_refused():
    points, faces = box(1, 1, 1)
    with pytest.raises(InputError, match=r"^part 0: all vertices must lie behind face 0 \(convex, faces "
                                         r"counter-clockwise from outside\), one stands out by 1 m$"):
        build_parts([(0, points, [face[::-1] for face in faces])])


def test_dented_part_is_refused():
    points, faces = box(1, 1, 1)
    points[6] *= 0.6
    with pytest.raises(InputError, match="part 1: all vertices must lie behind face"):
        build_parts([(0, *box(1, 1, 1)), (1, points, faces)])


def test_degenerate_and_stray_are_refused():
    points, faces = box(1, 1, 1)
    with pytest.raises(InputError, match=r"^part 0: face 6 must have an area, got vertices \[0, 1\]$"):
        build_parts([(0, points, [*faces, (0, 1)])])
    with pytest.raises(InputError, match="part 0: every vertex must belong to a face, got 9 vertices of which 8"):
        build_parts([(0, np.vstack([points, [0, 0, 0]]), faces)])
    with pytest.raises(InputError, match="part 0: vertices must be at least 4 rows of 3 finite numbers"):
        build_parts([(0, np.full((8, 3), np.nan), faces)])
