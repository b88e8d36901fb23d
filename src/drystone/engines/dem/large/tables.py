"""Tables of a run with large displacements: points come and go, so that every frame has its own."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.interfaces import INTERFACE_TABLE, Interfaces
from drystone.engines.dem.joints.law import D_TS, W_C, W_S, W_T
from drystone.engines.dem.large.state import LargeState
from drystone.engines.dem.mesh.build import Mesh
from drystone.engines.dem.subcontacts.find import SubContacts
from drystone.engines.dem.tables import NODES, POINTS, engine_tables, static_arrays
from drystone.engines.dem.world import Structure
from drystone.model.model import Model
from drystone.model.tables import INTERFACES, STEPS, TableSpec

SUB_CONTACTS = "sub_contacts"

_REAL = "<f8"
_POINTS = TableSpec({
    "block_a": ("<i4", (), "-"), "block_b": ("<i4", (), "-"), "joint": ("<i4", (), "-"), "is_new": ("bool", (), "-"),
    "place": (_REAL, (3,), "m"), "normal": (_REAL, (3,), "-"), "area": (_REAL, (), "m2"),
    "relative": (_REAL, (3,), "m"), "stress": (_REAL, (3,), "Pa"), "damage": (_REAL, (), "-"),
    "energy": (_REAL, (3,), "J"), "since": (_REAL, (), "s")}, ragged=True)


def large_tables(model: Model, structure: Structure) -> dict[str, TableSpec]:
    """Tables by name."""
    tables = engine_tables(model, structure)
    tables.pop(POINTS, None)
    steps = dict(tables[STEPS].columns) | {"inner_step": (_REAL, (), "s")}
    return tables | {STEPS: TableSpec(steps), INTERFACES: INTERFACE_TABLE, SUB_CONTACTS: _POINTS}


def large_static(model: Model, structure: Structure) -> dict[str, np.ndarray]:
    """Nodes in the drawing, the surface between them, names of the joints."""
    names = np.array([joint.name.encode() for joint in model.joints])
    kept = {key: value for key, value in static_arrays(model, structure).items() if not key.startswith("points.")}
    return kept | {"joint_names": names}


def as_contacts(state: LargeState, place: np.ndarray, frame: np.ndarray, joints: int) -> SubContacts:
    """The contacts of a state where they are now; place : (n, 3) [m] of the nodes; frame : (i, 3, 3)."""
    met = state.met
    a, b = met.ends(place)
    return SubContacts(met.joint % joints, met.piece, frame, met.ptr, np.zeros(len(met.joint), bool), met.area,
                       0.5 * (a + b), met.node_a, met.node_b, met.weight_a, met.weight_b, met.face)


def large_rows(model: Model, mesh: Mesh, state: LargeState, frame: np.ndarray,
               due: frozenset[str]) -> dict[str, dict[str, object]]:
    """Columns of the tables that are due."""
    place = mesh.node + state.displacement.reshape(-1, 3)
    rows: dict[str, dict[str, object]] = {}
    if NODES in due:
        rows[NODES] = {"position": place, "velocity": state.velocity.reshape(-1, 3)}
    contacts = as_contacts(state, place, frame, len(model.joints))
    if INTERFACES in due:
        rows[INTERFACES] = Interfaces(mesh, contacts).rows(state)
    if SUB_CONTACTS in due:
        rows[SUB_CONTACTS] = _point_rows(model, mesh, state, contacts)
    return rows


def _point_rows(model: Model, mesh: Mesh, state: LargeState, contacts: SubContacts) -> dict[str, np.ndarray]:
    of, has_memory = contacts.interface, len(state.memory) > W_C
    blocks = mesh.piece_block[contacts.piece].astype(np.int32)[of]
    none = np.zeros(contacts.count)
    energy = contacts.area * state.memory[[W_T, W_S, W_C]] if has_memory else np.zeros((3, contacts.count))
    return {"block_a": blocks[:, 0], "block_b": blocks[:, 1], "joint": contacts.joint[of].astype(np.int32),
            "is_new": state.met.joint[of] >= len(model.joints), "place": contacts.place,
            "normal": contacts.frame[of, 0], "area": contacts.area, "relative": state.relative.T,
            "stress": state.stress.T, "damage": state.memory[D_TS] if has_memory else none, "energy": energy.T,
            "since": state.since}
