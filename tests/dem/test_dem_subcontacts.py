"""Sub-contacts: areas sum to the overlap, points are carried by the right nodes, uniform stress passes any mesh."""

from __future__ import annotations

import numpy as np
import pytest
from dem_scenes import BRICK, STIFF, box_between, settings
from hypothesis import given
from hypothesis import strategies as st

import drystone as ds
from drystone.engines.dem.mesh.build import build_mesh
from drystone.engines.dem.stepping.forces import block_forces, elastic_joint_forces
from drystone.engines.dem.subcontacts.find import find_subcontacts
from drystone.engines.dem.world import build_structure
from drystone.geometry.solid import ConvexSolid

ONE = 3e-7       #: [m], a millionth of the largest cell
CELLS = st.tuples(*(st.integers(1, 4),) * 3)


def two_bricks(shift=(0.0, 0.0), upper=(0.3, 0.2)):
    """A brick of 0.3 x 0.2 m with another one on it, shifted; both elastic, on a support."""
    a = ds.Assembly("pair", gravity=9.81)
    a.material("brick", **BRICK)
    a.joint("bed", friction=0.7, **STIFF)
    a.add("lower", box_between((0, 0, 0), (0.3, 0.2, 0.1)), material="brick")
    a.add("upper", box_between((*shift, 0.1), (shift[0] + upper[0], shift[1] + upper[1], 0.2)), material="brick")
    a.add("base", box_between((0, 0, -0.1), (0.3, 0.2, 0)))
    a.support("base")
    return a.build()


def contacts_of(model, rules):
    """Mesh and sub-contacts between the two bricks."""
    mesh = build_mesh(model, settings(mesh=rules))
    found = find_subcontacts(model, mesh, 1e-4)
    blocks = mesh.piece_block[found.piece]
    own = [k for k in range(len(found.joint)) if set(blocks[k]) == {0, 1}]
    assert len(own) == 1
    return mesh, found, slice(found.ptr[own[0]], found.ptr[own[0] + 1])


@given(lower=CELLS, upper=CELLS, x=st.floats(-0.25, 0.25), y=st.floats(-0.15, 0.15))
def test_areas_sum_to_the_overlap(lower, upper, x, y):
    """Whatever the meshes and however far one brick is shifted: to 1e-12, with the right centroid, inside of both.

    Points that are one to a millionth of a cell are taken as one: places are as exact as that, areas to rounding.
    """
    model = two_bricks((x, y))
    rules = [{"blocks": "lower", "cells": lower}, {"blocks": "upper", "cells": upper}]
    mesh, found, own = contacts_of(model, rules)
    low, high = np.maximum((0, 0), (x, y)), np.minimum((0.3, 0.2), (0.3 + x, 0.2 + y))
    area, place = found.area[own], found.place[own]
    whole = float(np.prod(high - low))
    assert area.sum() == pytest.approx(whole, rel=1e-12) and area.min() > 0.0
    assert area @ place[:, :2] / whole == pytest.approx(0.5 * (low + high), abs=ONE)
    assert (place[:, :2] >= low - ONE).all() and (place[:, :2] <= high + ONE).all()
    for node, weight in ((found.node_a, found.weight_a), (found.node_b, found.weight_b)):
        assert weight[own].sum(axis=1) == pytest.approx(np.ones(len(area)), abs=1e-12)
        carried = np.einsum("mc,mci->mi", weight[own], mesh.node[node[own]])
        assert np.abs(carried - place).max() < ONE


@pytest.mark.parametrize("cells", [(1, 1, 1), (4, 1, 2), (3, 2, 1)])
def test_equal_meshes_meet_at_nodes_alone(cells):
    mesh, found, own = contacts_of(two_bricks(), [{"cells": cells}])
    assert found.direct[0] and (found.weight_a[own, 0] == 1.0).all() and (found.weight_b[own, 0] == 1.0).all()
    assert len(found.area[own]) == (cells[0] + 1) * (cells[1] + 1)
    assert np.array_equal(mesh.node[found.node_a[own, 0]], mesh.node[found.node_b[own, 0]])
    corner = np.abs(found.place[own] - (0, 0, 0.1)).sum(axis=1).argmin()
    assert found.area[own][corner] == pytest.approx(0.06 / (4 * cells[0] * cells[1]), rel=1e-12)


def test_other_solids_meet_face_to_face():
    """A hexagonal prism on a brick: the area of the hexagon."""
    a = ds.Assembly("pair", gravity=9.81)
    a.material("brick", **BRICK)
    a.joint("bed", friction=0.7, **STIFF)
    angle = np.arange(6) * np.pi / 3
    ring = 0.1 * np.column_stack((np.cos(angle), np.sin(angle)))
    a.add("hexagon", ConvexSolid.hull(np.concatenate([np.column_stack((ring, np.full(6, z))) for z in (0.1, 0.2)])),
          material="brick")
    a.add("lower", box_between((-0.2, -0.2, 0), (0.2, 0.2, 0.1)), material="brick")
    a.add("base", box_between((-0.2, -0.2, -0.1), (0.2, 0.2, 0)))
    a.support("base")
    _, found, own = contacts_of(a.build(), [{"size": 0.06}])
    assert found.area[own].sum() == pytest.approx(1.5 * np.sqrt(3.0) * 0.01, rel=1e-12)


@given(lower=CELLS, upper=CELLS)
def test_uniform_stress_passes_the_joint(lower, upper):
    """Patch test: both bricks in uniform strain, the joint open by stress / stiffness: no node inside is out of
    balance.

    Displacements are linear in each brick; the stress is the same; hence forces of blocks and joint cancel at all nodes
    of the interface that do not lie on its ends. To 1e-12 of the forces that meet.
    """
    model = two_bricks()
    structure = build_structure(model, settings(mesh=[{"blocks": "lower", "cells": lower},
                                                      {"blocks": "upper", "cells": upper}]))
    mesh, world = structure.mesh, structure.world
    young, poisson = BRICK["young"], BRICK["poisson"]
    sigma, tau = -1e6, 0.4e6
    strain = np.diag((-poisson, -poisson, 1.0)) * sigma / young
    strain[0, 2] = strain[2, 0] = tau * (1 + poisson) / young
    u = mesh.node @ strain
    above = mesh.node_block == 1
    u[above] += (tau / STIFF["shear_stiffness"], 0.0, sigma / STIFF["normal_stiffness"])
    u[mesh.elastic_nodes:] = 0.0
    force, joint = np.zeros(u.size), np.zeros(u.size)
    block_forces(world, np.ascontiguousarray(u.ravel()), force)
    elastic_joint_forces(world, np.ascontiguousarray(u.ravel()), joint)
    at_joint = np.abs(mesh.node[:, 2] - 0.1) < 1e-9
    inner = at_joint & (np.abs(mesh.node[:, 0] - 0.15) < 0.149)      # shear pulls at the ends of the bricks
    total = (force + joint).reshape(-1, 3)
    assert np.abs(total[inner]).max(initial=0.0) < 1e-12 * np.abs(joint).max()
