"""Rigid bodies: supports, how they are guided, and which nodes of blocks go with them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.engines.dem.mesh.build import AXES, Mesh, face_by_direction
from drystone.errors import InputError
from drystone.model.model import Model
from drystone.model.selection import Selection, check_known
from drystone.model.settings import Bond, DemSettings, Guide


@dataclass(frozen=True, slots=True)
class Bodies:
    """Supports as rigid bodies, in the order of their blocks."""

    block: np.ndarray      #: (r,) int64
    node_ptr: np.ndarray   #: (r + 1,) int64, their nodes in the mesh
    mass: np.ndarray       #: (r, 3) [kg], along each axis, with that of nodes they lead
    free: np.ndarray       #: (r, 3) int64, 1 along axes where one follows the forces on it
    until: np.ndarray      #: (r,) int64, number of the stage at whose start that ends; a large one for never
    held: np.ndarray       #: (h, 3) int64: degree of freedom, body, axis

    @property
    def count(self) -> int:
        """Number of bodies."""
        return len(self.block)

    def free_in(self, stage: int) -> np.ndarray:
        """(r, 3) int64, 1 along axes where a body is free in a stage."""
        return np.where((stage < self.until)[:, None], self.free, 0)


NEVER = np.iinfo(np.int64).max


def build_bodies(model: Model, mesh: Mesh, settings: DemSettings) -> Bodies:
    """Bodies of all supports."""
    block = np.flatnonzero(model.is_support).astype(np.int64)
    place = {int(b): r for r, b in enumerate(block)}
    ends = [mesh.elastic_nodes]
    for b in block:          # pieces of supports come in the order of their blocks
        own = np.flatnonzero(mesh.piece_block == b)
        ends.append(int(mesh.node_ptr[own[-1] + 1]))
    free, until = np.zeros((len(block), 3), np.int64), np.full(len(block), NEVER)
    for guide in settings.guides:
        body = place[_support(model, "analysis.guides", guide.support)]
        if not model.mass[block[body]] > 0.0:
            raise InputError(f"analysis.guides: support {guide.support!r} needs a material, for its mass decides "
                             f"how it "
                             f"moves along {guide.free}", subject=("block", guide.support))
        free[body] = [axis in guide.free for axis in AXES]
        until[body] = _stage(model, guide)
    held = _find_held(model, mesh, settings.bonds, place)
    mass = np.repeat(model.mass[block][:, None], 3, axis=1)
    np.add.at(mass, (held[:, 1], held[:, 2]), mesh.mass[held[:, 0] // 3])
    return Bodies(block, np.array(ends, np.int64), mass, free, until, held)


def _support(model: Model, what: str, name: str) -> int:
    check_known(what, name, list(model.block_names), "block")
    block = model.block_index(name)
    if not model.is_support[block]:
        raise InputError(f"{what}: block {name!r} is no support", subject=("block", name))
    return block


def _stage(model: Model, guide: Guide) -> int:
    if guide.until is None:
        return NEVER
    names = [stage.name for stage in model.loads.stages]
    check_known("analysis.guides: until", guide.until, names, "stage")
    return names.index(guide.until)


def _find_held(model: Model, mesh: Mesh, bonds: list[Bond], place: dict[int, int]) -> np.ndarray:
    """(h, 3) degrees of freedom that go with a body, each once, in order."""
    found: dict[int, tuple[int, int]] = {}
    selection = Selection(model.block_names, model.block_groups)
    for bond in bonds:
        body = place[_support(model, "analysis.bonds", bond.to)]
        for block in selection.blocks("analysis.bonds", bond.block):
            if model.is_support[block]:
                raise InputError(f"analysis.bonds: block {model.block_names[block]!r} is a support itself",
                                 subject=("block", model.block_names[block]))
            for piece in np.flatnonzero(mesh.piece_block == block):
                for node in _bonded_nodes(mesh, int(piece), bond.face):
                    for axis in bond.axes:
                        found[3 * node + AXES.index(axis)] = body, AXES.index(axis)
    return np.array([(dof, *found[dof]) for dof in sorted(found)], np.int64).reshape(-1, 3)


def _bonded_nodes(mesh: Mesh, piece: int, face: str) -> list[int]:
    """Nodes of one piece on the outermost plane of its block in a direction, or all."""
    own = mesh.pieces[piece].mesh
    first = int(mesh.node_ptr[piece])
    if face == "all":
        return list(range(first, int(mesh.node_ptr[piece + 1])))
    found = face_by_direction(own, face)
    nodes = np.unique(found.cells[found.cells >= 0])
    block = np.flatnonzero(mesh.piece_block == mesh.piece_block[piece])
    height = max(float((mesh.pieces[p].mesh.nodes @ found.normal).max()) for p in block)
    size = float(np.ptp(own.nodes, axis=0).max())
    return [first + int(node) for node in nodes if own.nodes[node] @ found.normal > height - 1e-6 * size]
