"""`build_world`: mesh, sub-contacts and bodies of a model as the arrays that kernels see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.engines.dem.bodies import Bodies, build_bodies
from drystone.engines.dem.joints.registry import MAX_STATE, law_of
from drystone.engines.dem.mesh.build import Mesh, build_mesh
from drystone.engines.dem.mesh.stiffness import gradients
from drystone.engines.dem.stepping.bundles import World
from drystone.engines.dem.stepping.forces import LAW_NUMBERS
from drystone.engines.dem.subcontacts.find import SubContacts, find_subcontacts
from drystone.model.model import Model
from drystone.model.settings import DemSettings


@dataclass(frozen=True)
class Structure:
    """Everything of a model that does not change in a run."""

    mesh: Mesh
    contacts: SubContacts
    bodies: Bodies
    world: World
    added_mass: float = 0.0   #: [kg], by mass scaling

    @property
    def true_mass(self) -> np.ndarray:
        """(e,) [kg] of nodes that deform, without what mass scaling adds."""
        return self.mesh.mass[:self.mesh.elastic_nodes]


def build_structure(model: Model, settings: DemSettings) -> Structure:
    """Mesh the model, find its sub-contacts, put both into arrays."""
    mesh = build_mesh(model, settings)
    contacts = find_subcontacts(model, mesh, settings.touching)
    bodies = build_bodies(model, mesh, settings)
    return Structure(mesh, contacts, bodies, _pack(model, mesh, contacts, bodies))


def _pack(model: Model, mesh: Mesh, contacts: SubContacts, bodies: Bodies) -> World:
    shape, matrix, entries = _pack_shapes(mesh)
    laws = [law_of(joint) for joint in model.joints]
    packed = [np.asarray(law.pack(joint), float) for law, joint in zip(laws, model.joints)]
    number = np.array([LAW_NUMBERS[law.name] for law in laws], np.int64)
    interface = np.stack((number[contacts.joint], contacts.joint, contacts.ptr[:-1], contacts.ptr[1:],
                          contacts.direct.astype(np.int64)), axis=1)
    mass = np.repeat(mesh.mass[:mesh.elastic_nodes], 3)
    pull = 1.0 / mass
    pull[bodies.held[:, 0]] = 0.0
    centre = np.repeat(model.initial_position[bodies.block], np.diff(bodies.node_ptr), axis=0)
    return World(
        shape=shape, matrix=matrix, **entries, **_pack_tets(model, mesh), mass=mass, pull=pull,
        interface=np.ascontiguousarray(interface), frame=np.ascontiguousarray(contacts.frame.reshape(-1, 9)),
        parameter=np.concatenate([*packed, np.zeros(0)]),
        parameter_ptr=np.concatenate(([0], np.cumsum([len(p) for p in packed]))).astype(np.int64),
        area=contacts.area, nothing=np.zeros((MAX_STATE, 1)),
        pair=np.ascontiguousarray(np.stack((contacts.node_a[:, 0], contacts.node_b[:, 0]), axis=1).astype(np.int32)),
        node_a=contacts.node_a, node_b=contacts.node_b, weight_a=contacts.weight_a,
        weight_b=contacts.weight_b, body_ptr=bodies.node_ptr,
        arm=np.ascontiguousarray(mesh.node[mesh.elastic_nodes:] - centre), body_mass=np.ascontiguousarray(bodies.mass),
        held=bodies.held,
        held_arm=np.ascontiguousarray(mesh.node[bodies.held[:, 0] // 3] - model.initial_position[
            bodies.block[bodies.held[:, 1]]] if len(bodies.held) else np.zeros((0, 3))))


def _pack_shapes(mesh: Mesh) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Table of shapes, full matrices, and the entries of those that are too large for that."""
    shape, matrix, value, column, row_ptr = [], [], [], [], [0]
    for own in mesh.shapes:
        width, first = own.stiffness.shape[0], 3 * int(mesh.node_ptr[own.first])
        if own.is_dense:
            shape.append((first, own.count, width, sum(map(len, matrix)), 1))
            matrix.append(-own.stiffness.toarray().ravel())
            continue
        shape.append((first, own.count, width, len(row_ptr) - 1, 0))
        row_ptr += (own.stiffness.indptr[1:].astype(np.int64) + row_ptr[-1]).tolist()
        value.append(-own.stiffness.data)
        column.append(own.stiffness.indices.astype(np.int64))
    return (np.array(shape, np.int64).reshape(-1, 5), np.concatenate([*matrix, np.zeros(0)]),
            {"value": np.concatenate([*value, np.zeros(0)]), "column": np.concatenate([*column, np.zeros(0, np.int64)]),
             "row_ptr": np.array(row_ptr, np.int64)})


def _pack_tets(model: Model, mesh: Mesh) -> dict[str, np.ndarray]:
    """Tetrahedra of all shapes, for the forces that each gives its nodes."""
    tet, gradient, lame, ptr = [np.zeros((0, 4), np.int64)], [np.zeros((0, 12))], [np.zeros((0, 2))], [0]
    for own in mesh.shapes:
        material = model.materials[model.material_of[mesh.piece_block[own.first]]]
        lam = material.young * material.poisson / ((1.0 + material.poisson) * (1.0 - 2.0 * material.poisson))
        volume = own.mesh.volumes() * own.mesh.share
        tet.append(own.mesh.tets)
        gradient.append(gradients(own.mesh).reshape(-1, 12))
        lame.append(volume[:, None] * (lam, 0.5 * material.young / (1.0 + material.poisson)))
        ptr.append(ptr[-1] + len(own.mesh.tets))
    return {"tet": np.concatenate(tet), "gradient": np.concatenate(gradient), "lame": np.concatenate(lame),
            "tet_ptr": np.array(ptr, np.int64)}
