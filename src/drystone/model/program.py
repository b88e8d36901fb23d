"""From loads, motions, stages and events by name to a `LoadProgram`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError, about
from drystone.geometry.shape import Shape
from drystone.model.factor import Factor
from drystone.model.loads import BodyLoad, Event, LoadProgram, PointLoads, Stage
from drystone.model.motions import ActiveMotion, GroundMotion, SupportMotion
from drystone.model.selection import Selection, check_known
from drystone.model.specs import EventSpec, LoadSpec, SupportMotionSpec
from drystone.model.surface_loads import area_forces, line_forces


@dataclass(frozen=True)
class BuiltBlocks:
    """What the program needs to know of the blocks."""

    selection: Selection
    names: tuple[str, ...]
    shapes: tuple[Shape, ...]
    mass: np.ndarray        #: (b,) [kg]
    centroid: np.ndarray    #: (b, 3) [m], in the drawing
    position: np.ndarray    #: (b, 3) [m], at the start
    is_support: np.ndarray  #: (b,) bool


def build_program(assembly, blocks: BuiltBlocks) -> LoadProgram:
    """Check names and times and put everything on one clock."""
    stages = _place_stages(assembly)
    events = _build_events(assembly, blocks)
    points, bodies = [], []
    for spec in assembly.loads.values():
        with about("load", spec.name):
            factor = _load_factor(assembly, spec, stages)
            if spec.kind == "acceleration":
                bodies.append(_body_load(spec, blocks, factor))
            else:
                points.append(_point_loads(spec, blocks, factor))
    ground: list[GroundMotion] = []
    moved: list[SupportMotion] = []
    for spec in assembly.motions.values():
        with about("motion", spec.name):
            start, stop = _motion_span(assembly, spec.name, stages)
            if isinstance(spec, SupportMotionSpec):
                moved.append(_support_motion(spec, blocks, start, stop))
                continue
        for direction, motion in spec.components:
            end = min(stop, start + motion.duration) if spec.after == "zero" else stop
            ground.append(GroundMotion(ActiveMotion(spec.name, motion, start, end), direction, spec.by_supports))
    _check_rotations(moved, blocks)
    supports = np.flatnonzero(blocks.is_support).astype(np.int32)
    if any(g.by_supports for g in ground) and not len(supports):
        raise InputError("motion: applied 'supports' needs supports, and there are none")
    return LoadProgram(blocks.mass, assembly.gravity.copy(), blocks.position, tuple(points), tuple(bodies),
                       tuple(ground), tuple(moved), stages, events, supports, assembly.duration)


# --- time ---------------------------------------------------------------------------------------

def _place_stages(assembly) -> tuple[Stage, ...]:
    if assembly.stages and assembly.duration is not None:
        raise InputError("duration and stages exclude each other: each stage has its own duration",
                         subject=("duration",))
    placed, time = [], 0.0
    for stage in assembly.stages:
        with about("stage", stage.name):
            for name in stage.loads:
                check_known(f"stage {stage.name!r}", name, assembly.loads, "load")
            for name in stage.motions:
                check_known(f"stage {stage.name!r}", name, assembly.motions, "motion")
            if stage.force_ratio is not None and (stage is assembly.stages[-1] or assembly.events):
                why = "events" if assembly.events else "another stage after it; end.force_ratio ends a run"
                raise InputError(f"stage {stage.name!r}: force_ratio goes with{'out' if assembly.events else ''} {why}")
        placed.append(Stage(stage.name, time, time + stage.duration, stage.force_ratio, stage.after))
        time += stage.duration
    return tuple(placed)


def _build_events(assembly, blocks: BuiltBlocks) -> tuple[Event, ...]:
    out = []
    for spec in sorted(assembly.events, key=lambda e: e.time):
        with about("event", spec.time):
            numbers = _event_targets(assembly, spec, blocks)
        out.append(Event(spec.time, spec.action, ", ".join(spec.target), numbers, spec.factor))
    return tuple(out)


def _event_targets(assembly, spec: EventSpec, blocks: BuiltBlocks) -> tuple[int, ...]:
    """Numbers of the blocks or ties that an event touches; none for loads and motions, which keep their names."""
    what = f"event at {spec.time:g} s"
    if spec.action in ("load", "start"):
        known, kind = (assembly.loads, "load") if spec.action == "load" else (assembly.motions, "motion")
        check_known(what, spec.target[0], known, kind)
        return ()
    if spec.action == "cut":
        ties = list(assembly.ties)
        return tuple(ties.index(check_known(what, name, ties, "tie")) for name in spec.target)
    numbers = tuple(blocks.selection.blocks(what, spec.target))
    for i in numbers if spec.action == "release" else ():
        if not blocks.is_support[i]:
            raise InputError(f"{what}: release needs a support, and block {blocks.names[i]!r} is none")
        if blocks.mass[i] == 0.0:
            raise InputError(f"{what}: release needs a block with a material, and block {blocks.names[i]!r} has none")
    return numbers


def _load_factor(assembly, spec: LoadSpec, stages: tuple[Stage, ...]) -> Factor:
    switches = [(e.time, e.factor) for e in assembly.events if e.action == "load" and e.target[0] == spec.name]
    if not assembly.stages:
        return Factor.compose(spec.history, 0.0, [(-np.inf, np.inf)], switches)
    windows = [(placed.start, placed.stop) for stage, placed in zip(assembly.stages, stages)
               if spec.name in stage.loads]
    if windows:
        return Factor.compose(spec.history, windows[0][0], windows, switches)
    if switches:  # named by events only: absent before the first
        return Factor.compose(spec.history, min(t for t, _ in switches), [(-np.inf, np.inf)], switches, 0.0)
    raise InputError(f"load {spec.name!r} is in no stage and no event")


def _motion_span(assembly, name: str, stages: tuple[Stage, ...]) -> tuple[float, float]:
    starts = [e.time for e in assembly.events if e.action == "start" and e.target[0] == name]
    numbers = [i for i, stage in enumerate(assembly.stages) if name in stage.motions]
    if len(starts) + bool(numbers) > 1:
        raise InputError(f"motion {name!r} starts more than once: name it in one event or in stages, not both")
    if starts:
        return starts[0], np.inf
    if not assembly.stages:
        return 0.0, np.inf
    if not numbers:
        raise InputError(f"motion {name!r} is in no stage and no event")
    if numbers != list(range(numbers[0], numbers[-1] + 1)):
        raise InputError(f"motion {name!r} must act in stages that follow each other, got "
                         f"{', '.join(repr(assembly.stages[i].name) for i in numbers)}")
    return stages[numbers[0]].start, stages[numbers[-1]].stop


# --- loads and supports -------------------------------------------------------------------------

def _body_load(spec: LoadSpec, blocks: BuiltBlocks, factor: Factor) -> BodyLoad:
    weight = blocks.mass.copy()
    if spec.target:
        chosen = blocks.selection.blocks(f"load {spec.name!r}", spec.target)
        weight[np.setdiff1d(np.arange(len(weight)), chosen)] = 0.0
    return BodyLoad(spec.name, weight, spec.vector, factor)


def _point_loads(spec: LoadSpec, blocks: BuiltBlocks, factor: Factor) -> PointLoads:
    what = f"load {spec.name!r}"
    if spec.kind == "point":
        number = np.array([blocks.selection.block(what, spec.target[0])], dtype=np.int32)
        point, force = np.asarray(spec.start)[None, :], spec.vector[None, :]
    else:
        chosen = np.array(blocks.selection.blocks(what, spec.target), dtype=np.int32)
        shapes = [blocks.shapes[i] for i in chosen]
        if spec.kind == "line":
            carrier, point, force = line_forces(what, shapes, np.asarray(spec.start), np.asarray(spec.end), spec.vector)
        else:
            carrier, point, force = area_forces(what, shapes, spec.vector, spec.pressure)
        number = chosen[carrier]
    return PointLoads(spec.name, number, point - blocks.centroid[number], force, factor, spec.kind == "area")


def _support_motion(spec: SupportMotionSpec, blocks: BuiltBlocks, start: float, stop: float) -> SupportMotion:
    what = f"motion {spec.name!r}"
    chosen = blocks.selection.blocks(what, spec.target)
    for i in chosen:
        if not blocks.is_support[i]:
            raise InputError(f"{what}: block {blocks.names[i]!r} is no support and moves by itself")
    end = min(stop, start + spec.motion.duration) if spec.after == "zero" else stop
    stands = end == stop
    return SupportMotion(ActiveMotion(spec.name, spec.motion, start, end, stands),
                         np.array(chosen, dtype=np.int32), spec.direction, spec.about)


def _check_rotations(motions: list[SupportMotion], blocks: BuiltBlocks) -> None:
    """Rotations about several axes do not add up: one a support."""
    seen: dict[int, str] = {}
    for motion in motions:
        for i in motion.blocks if motion.about is not None else ():
            if int(i) in seen:
                raise InputError(f"support {blocks.names[i]!r} turns by two motions, {seen[int(i)]!r} and "
                                 f"{motion.active.name!r}: only one can turn it")
            seen[int(i)] = motion.active.name
