"""Runs made up from given motions, written by the real store with the tables that a simulation keeps."""

from __future__ import annotations

import numpy as np

from drystone.geometry.primitives import box_between
from drystone.geometry.shape import NamedShape
from drystone.model.parts import build_parts
from drystone.model.tables import TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.result import RunResult, open_result
from drystone.results.writer import RunWriter

GRAVITY = 9.81
DENSITY = 2000.0
WORKS = ("loads", "supports", "friction", "impact", "integration", "inertia", "rotation", "solver", "removed")
INTERFACE_COLUMNS = {
    "block_a": ("<i4", (), "-"), "block_b": ("<i4", (), "-"), "area": ("<f8", (), "m2"),
    "normal": ("<f8", (3,), "-"), "force": ("<f8", (3,), "N"), "point": ("<f8", (3,), "m"),
    "opening": ("<f8", (), "m"), "slip_speed": ("<f8", (), "m/s"),
}
#: Columns that interfaces have where the caller gives them.
MORE_COLUMNS = {"centroid": ("<f8", (3,), "m"), "eccentricity_share": ("<f8", (2,), "-"),
                "bonded_share": ("<f8", (), "-"), "joint_slip": ("<f8", (), "m")}


def ground_piece(level: float = 0.0, reach: float = 50.0) -> NamedShape:
    """A support much larger than any structure on it."""
    slab = box_between((-reach, -reach, level - reach / 5), (reach, reach, level))
    return NamedShape("ground", slab, ("ground",))


def static_of(pieces: list[NamedShape], supports: set[str]) -> dict[str, np.ndarray]:
    """Arrays that do not change during a run, from drawn shapes."""
    centre = np.array([p.properties.centroid for p in pieces])
    parts = build_parts([(i, part.vertices - centre[i], part.faces)
                         for i, p in enumerate(pieces) for part in p.shape.parts])
    is_support = np.array([p.name in supports for p in pieces])
    mass = np.array([DENSITY * p.properties.volume for p in pieces])
    upright = np.tile((1.0, 0.0, 0.0, 0.0), (len(pieces), 1))
    arrays = {
        "block_names": np.array([p.name.encode() for p in pieces]),
        "block_groups": np.array([",".join(sorted(p.groups)).encode() for p in pieces]),
        "mass": mass, "is_support": is_support, "reference_position": centre, "initial_position": centre,
        "initial_orientation": upright, "gravity": np.array((0.0, 0.0, -GRAVITY)),
        "weight": np.array(mass[~is_support].sum() * GRAVITY), "foundation_level": np.array(0.0),
    }
    return arrays | {f"parts.{name}": getattr(parts, name) for name in (
        "block", "vertex", "vertex_ptr", "face_normal", "face_ptr", "face_vertex", "face_vertex_ptr")}


def write_run(directory, pieces: list[NamedShape], supports: set[str], time, *, position=None,
              orientation=None, twist=None, is_active=None, energies=None, monitors=None,
              interfaces=None, ground=None, status="finished", message="", resolved=None,
              static_more=None, intact=None) -> RunResult:
    """A finished run in which the blocks moved as told.

    Parameters
    ----------
    time : (n,) [s], steps and frames alike
    position, orientation, twist, is_active : (n, b, ...), at rest as drawn by default
    energies : name -> (n,) [J], zero by default; monitors : name -> (unit, (n,))
    interfaces : one dict of rows a step, or None; None in place of a dict: not kept at this step
    ground : acceleration and displacement (n, 3) [m/s2], [m]
    status, message : how it ended; resolved : inputs; static_more : further arrays
    intact : (n, ties) which ties hold, without force
    """
    time, monitors, energies = np.asarray(time, float), monitors or {}, energies or {}
    static = static_of(pieces, supports) | (static_more or {})
    count, blocks = len(time), len(pieces)
    position = np.tile(static["reference_position"], (count, 1, 1)) if position is None else position
    if orientation is None:
        orientation = np.tile(static["initial_orientation"], (count, 1, 1))
    twist = np.zeros((count, blocks, 6)) if twist is None else twist
    is_active = np.ones((count, blocks), bool) if is_active is None else is_active
    static["initial_position"], static["initial_orientation"] = position[0], orientation[0]
    names = ("kinetic", "potential", *WORKS, "balance")
    tables = {
        "steps": TableSpec({f"energy:{n}": ("<f8", (), "J") for n in names}
                           | {f"monitor:{n}": ("<f8", (), unit) for n, (unit, _) in monitors.items()}
                           | ({} if ground is None else {"ground:acceleration": ("<f8", (3,), "m/s2"),
                                                         "ground:displacement": ("<f8", (3,), "m")})),
        "frames": TableSpec({
            "position": ("<f8", (blocks, 3), "m"), "orientation": ("<f8", (blocks, 4), "-"),
            "twist": ("<f8", (blocks, 6), "m/s, rad/s"), "is_active": ("bool", (blocks,), "-")}),
    }
    if interfaces is not None:
        more = {name: column for name, column in MORE_COLUMNS.items() if name in next(filter(None, interfaces))}
        tables["interfaces"] = TableSpec(INTERFACE_COLUMNS | more, ragged=True)
    if intact is not None:
        shape = (np.shape(intact)[1],)
        tables["ties"] = TableSpec({"force": ("<f8", shape, "N"), "is_intact": ("bool", shape, "-")})
    inputs = RunInputs(text="# made up\n", resolved=resolved or {"name": "made up"})
    with RunWriter.create(directory, inputs, tables, static=static) as writer:
        for i, t in enumerate(time):
            row = {f"energy:{n}": float(energies[n][i]) if n in energies else 0.0 for n in names}
            row |= {f"monitor:{n}": float(values[i]) for n, (_, values) in monitors.items()}
            if ground is not None:
                row |= {"ground:acceleration": ground[0][i], "ground:displacement": ground[1][i]}
            writer.append("steps", step=i, time=t, **row)
            writer.append("frames", step=i, time=t, position=position[i], orientation=orientation[i],
                          twist=twist[i], is_active=is_active[i])
            if intact is not None:
                writer.append("ties", step=i, time=t, force=np.zeros(shape), is_intact=intact[i])
            if interfaces is not None and interfaces[i] is not None:
                writer.append("interfaces", step=i, time=t, **interfaces[i])
        writer.finish(status, message)
    return open_result(directory)


def turn_about(point, axis, angles, position0) -> tuple[np.ndarray, np.ndarray]:
    """Positions (n, 3) [m] and quaternions (n, 4) of a body turned by `angles` (n,) [rad] about a line."""
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    arm = np.asarray(position0, float) - point
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    turned = arm * c + np.cross(axis, arm) * s + axis * (axis @ arm) * (1 - c)
    half = 0.5 * np.asarray(angles)
    return point + turned, np.column_stack((np.cos(half), np.sin(half)[:, None] * axis))
