"""A run of an engine whose blocks deform, made up: a bar of two parts that arches, on a ground that shakes."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analysis"))

from analysis_runs import static_of

from drystone.geometry.primitives import box_between, compound
from drystone.geometry.shape import NamedShape
from drystone.model.tables import TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.result import RunResult, open_result
from drystone.results.writer import RunWriter

TIME = np.array([0.0, 0.5, 1.0, 1.5])
RISE = 0.1       #: [1/(m s)], a node at x is lifted by RISE x (2 - x) t
SHAKE = 0.02     #: [m/s], the ground goes along x
INNER = 12       #: node inside of the bar: on no face


def bar_pieces() -> list[NamedShape]:
    """A bar of 2 x 0.2 x 0.4 m in two halves, on the ground."""
    halves = [box_between((x, 0.0, 0.0), (x + 1.0, 0.2, 0.4)) for x in (0.0, 1.0)]
    return [NamedShape("bar", compound(*halves), ("bars",)),
            NamedShape("ground", box_between((-9.0, -9.0, -4.0), (9.0, 9.0, 0.0)))]


def nodes_at(drawn: np.ndarray, time: float) -> np.ndarray:
    """(n, 3) [m] places of the nodes; the last eight are the ground's."""
    out = drawn.copy()
    out[:-8, 2] += RISE * drawn[:-8, 0] * (2.0 - drawn[:-8, 0]) * time
    out[-8:, 0] += SHAKE * time
    return out


def bending_static() -> dict[str, np.ndarray]:
    """Arrays of the run: both halves of the bar share the four nodes between them."""
    static = static_of(bar_pieces(), {"ground"})
    centre, block = static["reference_position"], static.pop("parts.block")
    vertex = static.pop("parts.vertex") + centre[np.repeat(block, np.diff(static["parts.vertex_ptr"]))]
    drawn, node = [], []
    for corner in np.round(vertex, 9).tolist():
        if len(drawn) == INNER:
            drawn.append([1.0, 0.1, 0.2])
        if corner not in drawn:
            drawn.append(corner)
        node.append(drawn.index(corner))
    static |= {"nodes.drawn": np.array(drawn), "surface.node": np.array(node), "surface.block": block}
    return static | {f"surface.{name}": static.pop(f"parts.{name}")
                     for name in ("vertex_ptr", "face_ptr", "face_vertex", "face_vertex_ptr")}


def bending_run(directory, *, node_rows: int = len(TIME), velocity: bool = True, first_step: int = 0,
                is_active: bool = True, **static) -> RunResult:
    """The run; `node_rows` of its frames have nodes, whose steps begin with `first_step`; `static` replaces arrays;
    is_active : whether frames say which blocks are there
    """
    arrays = bending_static() | {name.replace("__", "."): values for name, values in static.items()}
    drawn, still = bending_static()["nodes.drawn"], np.zeros((2, 6))
    columns = {"position": ("<f8", drawn.shape, "m")} | ({"velocity": ("<f8", drawn.shape, "m/s")} if velocity else {})
    poses = {"position": ("<f8", (2, 3), "m"), "orientation": ("<f8", (2, 4), "-"),
             "twist": ("<f8", (2, 6), "m/s, rad/s")} | ({"is_active": ("bool", (2,), "-")} if is_active else {})
    tables = {"steps": TableSpec({"energy:kinetic": ("<f8", (), "J")}), "frames": TableSpec(poses),
              "nodes": TableSpec(columns)}
    with RunWriter.create(directory, RunInputs("# made up\n", {"name": "made up"}), tables, static=arrays) as writer:
        for i, t in enumerate(TIME):
            place = arrays["reference_position"] + np.array([(0.0, 0.0, 0.6 * RISE * t), (SHAKE * t, 0.0, 0.0)])
            writer.append("steps", step=i, time=t, **{"energy:kinetic": 0.0})
            writer.append("frames", step=i, time=t, position=place, orientation=arrays["initial_orientation"],
                          twist=still, **({"is_active": np.ones(2, bool)} if is_active else {}))
            if i < node_rows:
                more = {"velocity": nodes_at(drawn, 1.0) - drawn} if velocity else {}
                writer.append("nodes", step=i + first_step, time=t, position=nodes_at(drawn, t), **more)
        writer.finish()
    return open_result(directory)
