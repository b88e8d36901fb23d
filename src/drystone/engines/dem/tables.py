"""Tables of a run of blocks that deform: nodes, sub-contacts, and what it adds to the steps."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.interfaces import INTERFACE_TABLE, Interfaces
from drystone.engines.dem.joints.law import D_TS, W_C, W_S, W_T
from drystone.engines.dem.state import DemState
from drystone.engines.dem.stepping.integrate import FORCE_RATIO, MEAN_RATIO, SPEED, TOUCHED
from drystone.engines.dem.world import Structure
from drystone.model.model import Model
from drystone.model.tables import INTERFACES, STEPS, TableSpec

NODES, POINTS = "nodes", "points"

#: Column of table `steps` with the force [N] with which a support acts on the blocks and on nodes that it leads.
REACTION = "reaction:"


def engine_tables(model: Model, structure: Structure) -> dict[str, TableSpec]:
    """Tables by name."""
    nodes, points = len(structure.mesh.node), structure.contacts.count
    supports = {REACTION + model.block_names[b]: ("<f8", (3,), "N") for b in structure.bodies.block}
    steps = {"force_ratio": ("<f8", (), "-"), "mean_force_ratio": ("<f8", (), "-"), "speed": ("<f8", (), "m/s"),
             "yielded_points": ("<i8", (), "-")} | supports
    tables = {STEPS: TableSpec(steps),
              NODES: TableSpec({"position": ("<f8", (nodes, 3), "m"), "velocity": ("<f8", (nodes, 3), "m/s")})}
    if points:
        tables[INTERFACES] = INTERFACE_TABLE
        tables[POINTS] = TableSpec({
            "relative": ("<f8", (3, points), "m"), "stress": ("<f8", (3, points), "Pa"),
            "damage": ("<f8", (points,), "-"), "energy": ("<f8", (3, points), "J"), "since": ("<f8", (points,), "s")})
    return tables


def engine_rows(structure: Structure, interfaces: Interfaces, state: DemState,
                due: frozenset[str]) -> dict[str, dict[str, object]]:
    """Columns of the tables that are due."""
    rows: dict[str, dict[str, object]] = {}
    if NODES in due:
        rows[NODES] = {"position": structure.mesh.node + state.displacement.reshape(-1, 3),
                       "velocity": state.velocity.reshape(-1, 3)}
    if INTERFACES in due and structure.contacts.count:
        rows[INTERFACES] = interfaces.rows(state)
    if POINTS in due and structure.contacts.count:
        has_memory = len(state.memory) > W_C
        none = np.zeros(structure.contacts.count)
        energy = structure.contacts.area * state.memory[[W_T, W_S, W_C]] if has_memory else np.zeros((3, len(none)))
        rows[POINTS] = {"relative": state.relative, "stress": state.stress, "energy": energy, "since": state.since,
                        "damage": state.memory[D_TS] if has_memory else none}
    return rows


def step_row(model: Model, structure: Structure, state: DemState, held_load: np.ndarray) -> dict[str, object]:
    """What the engine adds to table `steps`."""
    bodies, force = structure.bodies, state.force.reshape(-1, 3)
    numbers = {"force_ratio": state.sums[FORCE_RATIO], "mean_force_ratio": state.sums[MEAN_RATIO],
               "speed": state.sums[SPEED], "yielded_points": int(state.sums[TOUCHED])}
    led = np.zeros((bodies.count, 3))
    if len(bodies.held):
        np.add.at(led, (bodies.held[:, 1], bodies.held[:, 2]), state.force[bodies.held[:, 0]] + held_load)
    for r, block in enumerate(bodies.block):
        own = force[bodies.node_ptr[r]:bodies.node_ptr[r + 1]].sum(axis=0) + led[r]
        numbers[REACTION + model.block_names[block]] = -own
    return numbers


def static_arrays(model: Model, structure: Structure) -> dict[str, np.ndarray]:
    """Nodes in the drawing, the surface between them, and sub-contacts: what the tables need to be read."""
    mesh, contacts = structure.mesh, structure.contacts
    interface = contacts.interface
    names = [joint.name.encode() for joint in model.joints]
    blocks = mesh.piece_block[contacts.piece]
    own = {"points.place": contacts.place, "points.normal": contacts.frame[interface, 0], "points.area": contacts.area,
           "points.frame": contacts.frame[interface].reshape(-1, 3, 3),
           "points.blocks": blocks[interface], "points.joint": contacts.joint[interface], "points.interface": interface,
           "joint_names": np.array(names)}
    return {"nodes.drawn": mesh.drawn} | _surface(structure) | (own if contacts.count else {})


def _surface(structure: Structure) -> dict[str, np.ndarray]:
    """Arrays `surface.*`: every piece is a part, every cell of its faces a face."""
    mesh = structure.mesh
    node, vertex_ptr, face_ptr, loop_ptr, loop = [], [0], [0], [0], []
    for k, piece in enumerate(mesh.pieces):
        cells = np.concatenate([face.cells for face in piece.mesh.faces])
        used = np.unique(cells[cells >= 0])
        number = np.full(len(piece.mesh.nodes), -1)
        number[used] = np.arange(len(used)) + vertex_ptr[-1]
        node.append(used + mesh.node_ptr[k])
        vertex_ptr.append(vertex_ptr[-1] + len(used))
        face_ptr.append(face_ptr[-1] + len(cells))
        for cell in cells:
            corners = number[cell[cell >= 0]]
            loop.append(corners)
            loop_ptr.append(loop_ptr[-1] + len(corners))
    arrays = {"block": mesh.piece_block, "node": np.concatenate(node), "vertex_ptr": np.array(vertex_ptr),
              "face_ptr": np.array(face_ptr), "face_vertex_ptr": np.array(loop_ptr),
              "face_vertex": np.concatenate(loop)}
    return {f"surface.{name}": array.astype(np.int64) for name, array in arrays.items()}
