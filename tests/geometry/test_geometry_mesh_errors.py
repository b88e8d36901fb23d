"""Every way in which a mesh can be wrong, and the exact line that says so."""

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.geometry.solid import ConvexSolid

CUBE = box((1.0, 1.0, 1.0)).parts[0]
V, F = CUBE.vertices, list(CUBE.faces)


def swapped(vertex, point):
    out = V.copy()
    out[vertex] = point
    return out


CASES = {
    "nan": (swapped(4, [np.nan, 0, 0]), F, "vertex 4 is not finite: [nan, 0, 0]"),
    "inf": (swapped(0, [0.5, -np.inf, 2]), F, "vertex 0 is not finite: [0.5, -inf, 2]"),
    "flat rows": (V[:, :2], F, "vertices must be rows of 3 numbers [m], got shape (8, 2)"),
    "few": (V[:3], [(0, 1, 2)], "needs at least 4 vertices, got 3"),
    "few faces": (V, F[:3], "needs at least 4 faces, got 3"),
    "short face": (V, [*F[:5], (4, 5)], "face 5 needs at least 3 vertices, got [4, 5]"),
    "out of range": (V, [*F[:5], (4, 5, 7, 8)], "face 5 names vertex 8, but vertices run from 0 to 7"),
    "negative": (V, [*F[:5], (4, 5, 7, -1)], "face 5 names vertex -1, but vertices run from 0 to 7"),
    "twice": (V, [*F[:5], (4, 5, 7, 5)], "face 5 names vertex 5 twice"),
    "no number": (V, [*F[:5], (4, 5, 7.5)], "face 5 must be a list of vertex numbers, got (4, 5, 7.5)"),
    "unused": (np.vstack([V, [9, 9, 9]]), F, "vertex 8 belongs to no face"),
    "coincide": (swapped(3, V[1]), F, "vertices 1 and 3 coincide"),
    "open": (V, F[:5], "mesh is open: edge 4-5 belongs to one face only"),
    "three faces": (V, [*F, (4, 5, 0)], "mesh is no simple surface: edge 0-4 belongs to 3 faces"),
    "fin": (V, [*F, (4, 5, 6), (6, 5, 4)], "mesh is no simple surface: edge 4-5 belongs to 4 faces"),
    "turned": (V, [*F[:5], F[5][::-1]],
               "faces 2 and 5 run along edge 4-5 in the same direction: one of them is turned over"),
    "inside out": (V * [0.5, 1, 1], [f[::-1] for f in F], "mesh is inside out: volume -0.5 m3"),
    "flat": (V * [1, 1, 0] + [[0, 0, 0]] * 8, F, "vertices 0 and 4 coincide"),
    "no volume": ([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [(0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)],
                  "volume must be > 0 [m3], got 0"),
}


@pytest.mark.parametrize("case", CASES)
def test_mesh_errors(case):
    vertices, faces, text = CASES[case]
    with pytest.raises(InputError) as error:
        ConvexSolid.from_faces(vertices, faces, name="b1")
    assert str(error.value) == f"block 'b1': {text}"


def test_face_that_is_not_plane():
    """One corner of the top raised by 0.1 m: all four lie a quarter of that off the mean plane."""
    expected = r"^block 'b1': face 5 is not plane: vertex [4567] lies 0\.0249 m off it$"
    with pytest.raises(InputError, match=expected):
        ConvexSolid.from_faces(swapped(7, [0.5, 0.5, 0.6]), F, name="b1")


def test_not_convex_names_the_worst_vertex():
    """A cube with a pyramid pressed into its top, 0.02 m deep: the corners stand above the new faces."""
    vertices = np.vstack([V, [0, 0, 0.48]])
    faces = [*F[:5], (4, 5, 8), (5, 7, 8), (7, 6, 8), (6, 4, 8)]
    with pytest.raises(InputError) as error:
        ConvexSolid.from_faces(vertices, faces, name="b1")
    # distance of the far corners from a face that falls by 0.02 m over half the cube: 0.04 / sqrt(1 + 0.04^2)
    assert str(error.value) == "block 'b1': not convex: vertex 6 lies 0.04 m outside face 5"


def test_concave_prism():
    """An L drawn with one polygon on each end."""
    ell = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    vertices = [(x, y, z) for y in (0.0, 1.0) for x, z in ell]
    faces = [tuple(range(6)), tuple(range(11, 5, -1)),
             *(((i + 1) % 6, i, i + 6, (i + 1) % 6 + 6) for i in range(6))]
    with pytest.raises(InputError, match=r"^block 'ell': not convex: vertex 4 lies 1 m outside face 4$"):
        ConvexSolid.from_faces(vertices, faces, name="ell")


def test_hull_errors():
    with pytest.raises(InputError, match=r"^block 'b1': volume must be > 0 \[m3\], but the 5 points are flat$"):
        ConvexSolid.hull([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0.3, 0.3, 0]], name="b1")
    with pytest.raises(InputError, match=r"^block 'b1': needs at least 4 vertices, got 3$"):
        ConvexSolid.hull([[0, 0, 0], [1, 0, 0], [1, 1, 0]], name="b1")
    with pytest.raises(InputError, match=r"^block: vertices must be rows of 3 numbers"):
        ConvexSolid.hull("nonsense")
