"""Engine dem: time of an inner step by nodes and sub-contacts, of a whole shear wall, and how it grows with bricks."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from drystone import patterns
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.engines.registry import make_engine
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.model.settings import DemSettings
from drystone.validate.masonry_panels import Options as WallOptions
from drystone.validate.masonry_panels import push_wall, shear_wall

MESHES = ((1, 1, 1), (2, 1, 2), (4, 1, 2), (4, 2, 2))    #: cells of a half-brick
#: Bricks a course and courses, by number of bricks.
COURSES = {50: (10, 5), 100: (10, 10), 200: (20, 10), 500: (25, 20), 1000: (40, 25), 5000: (50, 100)}
FITTED = 200             #: bricks, from which on a straight line is laid through the times
REPEATS = 5


def dem_rows(options: Options) -> Iterator[Row]:
    """All rows."""
    for cells in MESHES:
        options.say(f"dem: steps of a shear wall, {cells} cells a half-brick ...")
        model, settings = shear_wall("high", WallOptions(cells=cells))
        yield step_row(f"shear wall {'x'.join(map(str, cells))}", model, settings, 300)
    rows: list[Row] = []
    for bricks in COURSES:
        options.say(f"dem: steps of a wall of {bricks} bricks ...")
        model, settings = dry_wall(*COURSES[bricks])
        rows.append(step_row(f"wall of {bricks} bricks", model, settings, max(20, 20000 // bricks)))
        yield rows[-1]
    yield fit_row(rows)
    yield wall_row(options, 10.0)


def slow_rows(options: Options) -> Iterator[Row]:
    """The published run: HIGH at 1 mm/s."""
    yield wall_row(options, 1.0)


def wall_row(options: Options, speed: float) -> Row:
    """HIGH to 4 mm at a speed [mm/s], while it cracks; at_rest_ms: a step of it at rest, measured beside it."""
    options.say(f"dem: HIGH at {speed:g} mm/s to 4 mm ...")
    rest = step_row("", *shear_wall("high", WallOptions()), 300)
    before = time.process_time()
    curve, engine, state = push_wall("high", WallOptions(speed=1e-3 * speed, row=5e-3 / speed))
    spent = time.process_time() - before
    steps, structure = state.step * engine.inner, engine.structure
    return Row(f"HIGH, 4x1x2, {speed:g} mm/s", "whole", int((~engine.model.is_support).sum()),
               structure.contacts.count, "dem", 1e3 * spent / steps, more={
                   "nodes": structure.mesh.elastic_nodes, "inner_step_s": engine.step, "steps": steps, "cpu_s": spent,
                   "at_rest_ms": rest.ms, "peak_kN": curve.peak[0], "peak_mm": curve.peak[1],
                   "energy_4mm_J": curve.energy(4.0)})


def fit_row(rows: list[Row]) -> Row:
    """How the time of a step grows with the nodes: a + b nodes by least squares of the relative errors, from FITTED
    bricks on; off: greatest error of it."""
    own = [row for row in rows if row.blocks is not None and row.blocks >= FITTED]
    nodes = np.array([float(str(row.more["nodes"])) for row in own])
    ms = np.array([row.ms for row in own], float)
    weighted = np.column_stack((np.ones(len(own)), nodes)) / ms[:, None]
    (at_none, a_node), *_ = np.linalg.lstsq(weighted, np.ones(len(own)), rcond=None)
    off = (at_none + a_node * nodes) / ms - 1.0
    return Row(f"straight line from {FITTED} bricks on", "at rest", None, None, "dem", None, more={
        "ns_a_node": 1e6 * a_node, "ms_at_none": at_none, "off": float(np.abs(off).max())})


def dry_wall(bricks: int, courses: int) -> tuple[Model, DemSettings]:
    """A wall of bricks of 220 x 62.5 x 100 mm on a base, two cells along each half, with a plane in each brick."""
    scene = Assembly("bench", gravity=9.81)
    scene.material("brick", density=1800.0, young=16.7e9, poisson=0.15)
    scene.joint("bed", friction=0.7, normal_stiffness=82e9, shear_stiffness=36e9, tension=0.2e6, cohesion=0.3e6)
    scene.joint("crack", friction=1.0, normal_stiffness=820e9, shear_stiffness=360e9, tension=2e6, cohesion=2.8e6,
                between=[])
    length = 0.22 * bricks
    scene.add_pattern(patterns.running_bond(length=length, courses=courses, block=(0.22, 0.0625), thickness=0.1),
                      material="brick")
    scene.add("base", box_between((0.0, 0.0, -0.1), (length, 0.1, 0.0)))
    scene.support("base")
    settings = DemSettings.model_validate({
        "engine": "dem", "dt": 1e-3, "damping": {"local": 0.8},
        "mesh": [{"size": [0.055, 0.1, 0.0625]}, {"blocks": ["base"], "size": [0.055, 0.1, 0.1]}],
        "cracks": [{"blocks": ["wall"], "joint": "crack", "longer_than": 0.15}]})
    return scene.build(), settings


def step_row(name: str, model: Model, settings: DemSettings, count: int) -> Row:
    """CPU time of an inner step under gravity: the least of some repetitions, after one to warm up."""
    before = time.process_time()
    engine = make_engine(model, settings, 1.0)
    made = time.process_time() - before
    engine.inner, engine.dt = count, count * engine.step
    state, spent = engine.start(), []
    for _ in range(REPEATS + 1):
        before = time.process_time()
        state, _ = engine.advance(state)
        spent.append((time.process_time() - before) / count)
    least, structure = float(np.min(spent[1:])), engine.structure
    return Row(name, "at rest", int((~model.is_support).sum()), structure.contacts.count, "dem", 1e3 * least, more={
        "nodes": structure.mesh.elastic_nodes, "inner_step_s": engine.step, "made_s": made,
        "ns_a_node": 1e9 * least / structure.mesh.elastic_nodes, "ns_a_point": 1e9 * least / structure.contacts.count})
