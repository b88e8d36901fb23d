"""Meshes: volumes, stiffness of rigid motions and uniform strain, symmetry, shapes that are shared, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from dem_scenes import BRICK, STIFF, box_between, column, settings

import drystone as ds
from drystone.engines.dem.mesh.build import build_mesh
from drystone.engines.dem.mesh.convex import mesh_convex
from drystone.engines.dem.mesh.hexahedron import cut_across, find_corners, mesh_hexahedron
from drystone.engines.dem.mesh.piece import PieceMesh
from drystone.engines.dem.mesh.stiffness import stiffness, volume_shares
from drystone.engines.dem.points import spread_over_face
from drystone.errors import InputError
from drystone.geometry.solid import ConvexSolid

UNIT = np.array([[c & 1, c >> 1 & 1, c >> 2] for c in range(8)], float)
WEDGE = UNIT * (1.0, 1.0, 2.0) + np.where(UNIT[:, 2:] > 0, (0.3, 0.0, 0.0), 0.0) * (1.0 - 2.0 * UNIT[:, :1])


def solids():
    """Meshes of a cube, of a wedge with sloping sides and of an octahedron."""
    octahedron = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1.0)])
    faces = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
    normals = np.array([octahedron[list(f)].sum(axis=0) / np.sqrt(3.0) for f in faces])
    prism = np.array([(0, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 1), (0, 1, 1.0)])
    prism_faces = [(0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)]
    slope = np.array((1, 2, 0)) / np.sqrt(5.0)
    prism_normals = np.array([(0, 0, -1), (0, 0, 1), (0, -1, 0), slope, (-1, 0, 0)])
    return [("cube", mesh_hexahedron(UNIT, (2, 1, 3)), 1.0), ("six", mesh_hexahedron(UNIT, (2, 1, 3), "six"), 1.0),
            ("wedge", mesh_hexahedron(WEDGE, (3, 2, 2)), 1.4),
            ("octahedron", mesh_convex(octahedron, faces, normals, 0.8), 4 / 3),
            ("prism", mesh_convex(prism, prism_faces, prism_normals, 0.6), 1.0)]


@pytest.mark.parametrize(("name", "mesh", "volume"), solids(),
                         ids=lambda value: value if isinstance(value, str) else "")
def test_volume_surface_and_stiffness(name, mesh, volume):
    """Tetrahedra fill the solid, faces close it, rigid motions cost nothing, uniform strain gives uniform stress."""
    mesh.check(name)
    assert (mesh.volumes() * mesh.share).sum() == pytest.approx(volume, rel=1e-13)
    assert volume_shares(mesh).sum() == pytest.approx(volume, rel=1e-13) and volume_shares(mesh).min() > 0.0
    closed, inner = np.zeros(3), 0.0
    for face in mesh.faces:
        for cell in face.cells:
            corner = mesh.nodes[cell[cell >= 0]]
            for k in range(1, len(corner) - 1):
                area = 0.5 * np.cross(corner[k] - corner[0], corner[k + 1] - corner[0])
                assert area @ face.normal == pytest.approx(np.linalg.norm(area), rel=1e-12)
                closed += area
                inner += area @ (corner[0] + corner[k] + corner[k + 1]) / 9.0
    assert np.abs(closed).max() < 1e-13 and inner == pytest.approx(volume, rel=1e-12)

    young, poisson = 3.0, 0.25
    matrix = stiffness(mesh, young, poisson).toarray()
    assert np.abs(matrix - matrix.T).max() == 0.0
    spin = np.array([[0, -1, 2], [1, 0, -3], [-2, 3, 0.0]])
    assert np.abs(matrix @ (mesh.nodes @ spin.T + (1, 2, 3)).ravel()).max() < 1e-12
    strain = np.array([[1, 0.2, 0.3], [0.2, -0.5, 0.1], [0.3, 0.1, 0.4]])
    lam, mu = young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))
    stress = lam * np.trace(strain) * np.eye(3) + 2 * mu * strain
    force = (matrix @ (mesh.nodes @ strain).ravel()).reshape(-1, 3)
    expected = np.zeros_like(force)
    for face in mesh.faces:      # traction times the share of each node: a quarter of a plane quad's mean splitting
        for cell in face.cells:
            own = cell[cell >= 0]
            corner = mesh.nodes[own]
            if name == "six":
                continue
            for a, b, c in ([(0, 1, 2)] if len(own) == 3 else [(0, 1, 2), (0, 2, 3), (0, 1, 3), (1, 2, 3)]):
                area = 0.5 * np.cross(corner[b] - corner[a], corner[c] - corner[a]) * (1.0 if len(own) == 3 else 0.5)
                expected[own[[a, b, c]]] += stress @ area / 3.0
    if name != "six":
        assert np.abs(force - expected).max() < 1e-12
    assert np.abs(force.sum(axis=0)).max() < 1e-12


def test_mean_splitting_knows_no_left_and_right():
    """Mirrored in any axis, a brick has the same stiffness; six tetrahedra about a diagonal do not."""
    for split, same in (("mean", True), ("six", False)):
        mesh = mesh_hexahedron(UNIT, (2, 2, 1), split)
        matrix = stiffness(mesh, 1.0, 0.2).toarray()
        for axis in range(3):
            mirrored = mesh.nodes.copy()
            mirrored[:, axis] = 1.0 - mirrored[:, axis]
            order = [int(np.argmin(np.abs(mesh.nodes - m).sum(axis=1))) for m in mirrored]
            sign = np.ones(3)
            sign[axis] = -1.0
            place = (3 * np.array(order)[:, None] + np.arange(3)).ravel()
            turned = matrix[np.ix_(place, place)] * np.outer(np.tile(sign, len(order)), np.tile(sign, len(order)))
            assert (np.abs(turned - matrix).max() < 1e-14) == same


def test_inverted_and_flat_tetrahedra_are_refused():
    mesh = mesh_hexahedron(UNIT, (1, 1, 1))
    tets = mesh.tets.copy()
    tets[3, [0, 1]] = tets[3, [1, 0]]
    with pytest.raises(InputError, match=r"^block 'stone': tetrahedron 3 \(nodes \[5, 4, 0, 6\]\) must have a volume > "
                                         r".* \[m3\], got -0.167: it is inverted$"):
        PieceMesh(mesh.nodes, tets, mesh.share, mesh.faces).check("stone")
    nodes = mesh.nodes.copy()
    nodes[:, 2] *= 0.0
    with pytest.raises(InputError, match=r"it is flat$"):
        PieceMesh(nodes, mesh.tets, mesh.share, mesh.faces).check("stone")


def test_corners_follow_the_axes():
    """However the corners of a box are numbered, cells run along x, y, z."""
    solid = box_between((1, 2, 3), (2, 4, 6)).parts[0]
    normals = np.array([np.cross(*(solid.vertices[list(f)][1:3] - solid.vertices[f[0]])) for f in solid.faces])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    corners = find_corners(np.asarray(solid.vertices), solid.faces, normals)
    assert np.array_equal(corners, UNIT * (1, 2, 3) + (1, 2, 3))
    left, right = cut_across(corners, 0, 2)
    assert np.array_equal(left[1::2], right[::2]) and left[1, 0] == 1.5


def test_equal_bricks_share_one_shape_and_masses_are_those_of_the_model():
    model = column((0.1, 0.1, 0.2), top=False).build()
    mesh = build_mesh(model, settings())
    assert [shape.count for shape in mesh.shapes] == [2, 1]
    assert mesh.mass.sum() == pytest.approx(model.mass[~model.is_support].sum(), rel=1e-13)
    assert np.array_equal(mesh.drawn, mesh.node)


@pytest.mark.parametrize("split", ["mean", "six"])
def test_a_pressure_goes_to_the_nodes_of_its_face_by_area(split):
    """On both pieces of a brick that may break: corners get half of what others get, force and moment are exact."""
    model = column((0.1,), joint={"friction": 0.6} | STIFF).build()
    chosen = settings(mesh=[{"cells": [4, 1, 1], "split": split}], cracks=[{"blocks": "block_0", "joint": "bed"}])
    mesh = build_mesh(model, chosen)
    number, share = spread_over_face(mesh, 0, np.array((0.1, 0.05, 0.1)), np.array((0.0, 0.0, -50.0)))
    weight = np.bincount(number, share, len(mesh.node))
    own = np.flatnonzero(weight)
    assert np.allclose(mesh.drawn[own, 2], 0.1) and len(own) == 12          # six nodes of each half
    assert weight.sum() == pytest.approx(1.0, rel=1e-14)
    assert weight @ mesh.drawn == pytest.approx((0.1, 0.05, 0.1), rel=1e-13)
    for node in own:
        at_end = min(mesh.drawn[node, 0], abs(mesh.drawn[node, 0] - 0.1), 0.2 - mesh.drawn[node, 0]) < 1e-9
        assert weight[node] == pytest.approx(1 / 16 if at_end else 1 / 8, rel=1e-12)


def test_a_pressure_on_a_wedge():
    """A triangle gets thirds; a face that another one hides behind is left alone."""
    a = ds.Assembly("prism", gravity=9.81)
    a.material("stone", **BRICK)
    a.joint("dry", friction=0.6, **STIFF)
    corners = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1.0)])
    a.add("prism", ConvexSolid.hull(corners), material="stone")
    a.add_ground(level=0.0)
    a.load_area("wind", "prism", "z", 100.0)
    mesh, load = build_mesh(a.build(), settings(mesh=[{"size": 0.4}])), a.build().loads.point_loads[0]
    assert load.is_pressure and load.force[0] == pytest.approx((0.0, 0.0, -50.0))
    place = a.build().reference_position[0] + load.point[0]
    number, share = spread_over_face(mesh, 0, place, load.force[0])
    assert np.allclose(mesh.drawn[number, 2], 1.0) and share.sum() == pytest.approx(1.0, rel=1e-14)
    assert share @ mesh.drawn[number] == pytest.approx((1 / 3, 1 / 3, 1.0), rel=1e-12)
    number, _ = spread_over_face(mesh, 0, place, -load.force[0])            # suction on the same face
    assert np.allclose(mesh.drawn[number, 2], 1.0)


@pytest.mark.parametrize(("more", "words"), [
    ({"mesh": [{"blocks": ["block_0"], "size": 0.1}]}, "analysis.mesh: no rule names block 'block_1'"),
    ({"mesh": [{"cells": [3, 1, 1]}], "cracks": [{"blocks": "block_0", "joint": "bed"}]},
     "analysis.mesh: cells of block 'block_0' along x must be a multiple of 2, for 1 planes cross it, got 3"),
    ({"cracks": [{"blocks": "block_0", "joint": "glue"}]}, "analysis.cracks: no joint is called 'glue'; there are bed"),
    ({"guides": [{"support": "block_0", "free": "z"}]}, "analysis.guides: block 'block_0' is no support"),
    ({"bonds": [{"block": "base", "to": "base", "face": "-z"}]}, "analysis.bonds: block 'base' is a support itself"),
])
def test_rules_that_do_not_fit(more, words):
    from drystone.engines.registry import make_engine

    with pytest.raises(InputError) as error:
        make_engine(column((0.1, 0.1), top=False).build(), settings(**more), 1.0)
    assert str(error.value) == words


def test_cells_go_with_six_sides():
    a = ds.Assembly("prism", gravity=9.81)
    a.material("stone", **BRICK)
    a.joint("dry", friction=0.6, **STIFF)
    corners = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1.0)])
    a.add("prism", ConvexSolid.hull(corners), material="stone")
    a.add_ground(level=0.0)
    with pytest.raises(InputError, match=r"^analysis.mesh: cells go with blocks of six four-sided faces, and block "
                                         r"'prism' is none; give size$"):
        build_mesh(a.build(), settings(mesh=[{"cells": [1, 1, 1]}]))
    assert build_mesh(a.build(), settings(mesh=[{"size": 0.8}])).elastic_nodes > 10
