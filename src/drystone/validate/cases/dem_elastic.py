"""Blocks that deform, elastic: patch test, wave in a bar, Hooke's law with joints in series, cantilever."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.engines.dem.stepping.forces import block_forces, elastic_joint_forces
from drystone.engines.dem.world import build_structure
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.settings import DemSettings
from drystone.validate.case import Row, at_most, case, reported, within_relative
from drystone.validate.dem_specimens import follow_rows

YOUNG, DENSITY = 16e9, 1800.0           #: [Pa], [kg/m3]
NORMAL, SHEAR = 80e9, 35e9              #: [Pa/m], of joints
MESHES = (((4, 1, 2), (4, 1, 2)), ((4, 1, 2), (3, 2, 1)), ((2, 3, 1), (5, 2, 3)))
DESCRIPTION = (
    "Elastic blocks and joints of engine dem. Patch test: two bricks in uniform stress with a joint between meshes "
    "that fit or do not, greatest force out of balance inside over the forces that meet. Bar: time from impact on a "
    "wall until it is back at its length, 2 L / sqrt(E / rho). Column: three bricks and four joints under a force. "
    "Cantilever: deflection of a beam of 0.5 x 0.1 x 0.1 m under a load at its end, against Timoshenko's; "
    "extrapolated from 4 and 6 cells a side with the square of the cell.")


def scene(poisson: float = 0.0) -> Assembly:
    """Nothing but materials and an elastic joint, weight off."""
    made = Assembly("elastic", gravity=0.0)
    made.material("brick", density=DENSITY, young=YOUNG, poisson=poisson)
    made.joint("glue", friction=1.0, normal_stiffness=NORMAL, shear_stiffness=SHEAR, law="elastic")
    return made


def patch_error(lower: tuple[int, int, int], upper: tuple[int, int, int]) -> float:
    """Greatest force out of balance of a node within the interface, over the greatest force of the joint."""
    made, poisson = scene(0.2), 0.2
    made.add("lower", box_between((0, 0, 0), (0.3, 0.2, 0.1)), material="brick")
    made.add("upper", box_between((0, 0, 0.1), (0.3, 0.2, 0.2)), material="brick")
    made.add("base", box_between((0, 0, -0.1), (0.3, 0.2, 0.0)))
    made.support("base")
    settings = DemSettings.model_validate({"engine": "dem", "dt": 1e-3, "damping": {}, "mesh": [
        {"blocks": ["lower"], "cells": list(lower)}, {"blocks": ["upper"], "cells": list(upper)}]})
    structure = build_structure(made.build(), settings)
    mesh, world = structure.mesh, structure.world
    sigma, tau = -1e6, 0.4e6
    strain = np.diag((-poisson, -poisson, 1.0)) * sigma / YOUNG
    strain[0, 2] = strain[2, 0] = tau * (1.0 + poisson) / YOUNG
    moved = mesh.node @ strain
    moved[mesh.node_block == 1] += (tau / SHEAR, 0.0, sigma / NORMAL)
    moved[mesh.elastic_nodes:] = 0.0
    force, joint = np.zeros(moved.size), np.zeros(moved.size)
    block_forces(world, np.ascontiguousarray(moved.ravel()), force)
    elastic_joint_forces(world, np.ascontiguousarray(moved.ravel()), joint)
    inside = (np.abs(mesh.node[:, 2] - 0.1) < 1e-9) & (np.abs(mesh.node[:, 0] - 0.15) < 0.149)
    return float(np.abs((force + joint).reshape(-1, 3)[inside]).max() / np.abs(joint).max())


def bar_time(cells: int = 40) -> tuple[float, float]:
    """Time until a bar of 1 m is back at its length [s], and the closed form."""
    made = scene()
    made.add("bar", box_between((0, 0, 0), (0.05, 0.05, 1.0)), material="brick")
    made.add("wall", box_between((0, 0, -0.1), (0.05, 0.05, 0.0)))
    made.support("wall")
    made.velocity("bar", linear=(0.0, 0.0, -0.01))
    made.monitor("tip", "bar", point=(0.025, 0.025, 1.0), quantity="displacement", component="z")
    made.stage("fly", duration=8e-4)
    settings = DemSettings.model_validate({"engine": "dem", "dt": 1e-5, "damping": {},
                                           "mesh": [{"cells": [1, 1, cells]}],
                                           "bonds": [{"block": "bar", "to": "wall", "face": "-z"}]})
    model = made.build()
    points = []

    def probe(state, report) -> tuple[float, float]:
        if not points:
            points.append(engine_points(model, settings))
        return state.time, float(points[0].at(state).place[0, 2]) - 1.0

    kept, _, _ = follow_rows(model, settings, probe)
    back = int(np.argmax((kept[1:, 1] >= 0.0) & (kept[:-1, 1] < 0.0)))
    (t0, x0), (t1, x1) = kept[back], kept[back + 1]
    return float(t0 + (t1 - t0) * x0 / (x0 - x1)), 2.0 / float(np.sqrt(YOUNG / DENSITY))


def engine_points(model, settings):
    """The tip of the bar in its mesh."""
    from drystone.engines.dem.mesh.build import build_mesh
    from drystone.engines.dem.points import DemPoints

    return DemPoints(build_mesh(model, settings), np.array([0]), np.array([[0.025, 0.025, 1.0]]))


def column_shortening() -> tuple[float, float]:
    """Shortening of a column under 40 kN [m], and Hooke's."""
    made, heights, area, force = scene(), (0.1, 0.15, 0.2), 0.02, 4e4
    z = 0.0
    for k, height in enumerate(heights):
        made.add(f"brick_{k}", box_between((0, 0, z), (0.2, 0.1, z + height)), material="brick")
        z += height
    made.add("base", box_between((0, 0, -0.1), (0.2, 0.1, 0.0)))
    made.add("top", box_between((0, 0, z), (0.2, 0.1, z + 0.1)), material="brick")
    made.support("base", "top")
    made.load_area("press", "top", "z", force / area)
    made.stage("press", duration=0.1, loads=["press"])
    model = made.build()
    settings = DemSettings.model_validate({"engine": "dem", "dt": 0.01, "damping": {"local": 0.8},
                                           "mesh": [{"cells": [2, 1, 3]}], "guides": [{"support": "top", "free": "z"}]})
    _, _, state = follow_rows(model, settings, lambda state, report: (0.0,))
    top = model.block_index("top")
    return (float(model.initial_position[top, 2] - state.position[top, 2]),
            force / area * (sum(heights) / YOUNG + (len(heights) + 1) / NORMAL))


def cantilever(cells: int) -> tuple[float, float]:
    """Deflection of a beam under 100 N at its end [m], and Timoshenko's."""
    made, poisson, length, side = scene(0.2), 0.2, 0.5, 0.1
    made.add("beam", box_between((0, 0, 0), (length, side, side)), material="brick")
    made.add("wall", box_between((-0.1, 0, 0), (0, side, side)))
    made.support("wall")
    corners = [(length, y, z) for y in (0.0, side) for z in (0.0, side)]
    for k, corner in enumerate(corners):
        made.load_point(f"pull_{k}", "beam", corner, (0.0, 0.0, -25.0))
    made.stage("pull", duration=0.06, loads=[f"pull_{k}" for k in range(4)])
    model = made.build()
    settings = DemSettings.model_validate({
        "engine": "dem", "dt": 0.01, "damping": {"local": 0.8}, "mesh": [{"cells": [5 * cells, cells, cells]}],
        "bonds": [{"block": "beam", "to": "wall", "face": "-x"}]})
    _, engine, state = follow_rows(model, settings, lambda state, report: (0.0,))
    tip = engine.points(np.zeros(4, int), np.array(corners)).at(state).place
    inertia, shear = side**4 / 12.0, YOUNG / (2.0 * (1.0 + poisson))
    factor = 10.0 * (1.0 + poisson) / (12.0 + 11.0 * poisson)
    exact = 100.0 * (length**3 / (3.0 * YOUNG * inertia) + length / (factor * shear * side**2))
    return float(np.mean(np.array(corners)[:, 2] - tip[:, 2])), exact


@case("dem-elastic", DESCRIPTION, minutes=1.0)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    for lower, upper in MESHES:
        yield at_most(f"patch test, cells {'x'.join(map(str, lower))} on {'x'.join(map(str, upper))}, out of balance",
                      1e-12, patch_error(lower, upper), "uniform stress")
    found, exact = bar_time()
    yield within_relative("bar, 40 cells: back at its length after", exact, found, 0.01, "2 L / sqrt(E / rho)", "s")
    found, exact = column_shortening()
    yield within_relative("column of 3 bricks and 4 joints, shortening", exact, found, 1e-6, "Hooke in series", "m")
    coarse, exact = cantilever(4)
    fine, _ = cantilever(6)
    for cells, value in ((4, coarse), (6, fine)):
        yield reported(f"cantilever, {cells} cells a side, deflection", exact, value, "Timoshenko", "m")
    yield within_relative("cantilever, extrapolated", exact, (9.0 * fine - 4.0 * coarse) / 5.0, 0.02, "Timoshenko", "m")
