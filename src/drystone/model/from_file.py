"""Checked data of a model file, put into an `Assembly` entry by entry."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from drystone.checks import show
from drystone.errors import InputError
from drystone.geometry.crown import crown_base
from drystone.geometry.primitives import box, compound, hull, prism
from drystone.geometry.shape import NamedShape, Shape
from drystone.geometry.solid import ConvexSolid
from drystone.geometry.trim import fillet_edges, trim_edges
from drystone.model.assembly import Assembly
from drystone.model.schema import (
    BlockEntry,
    LoadEntry,
    ModelFile,
    MonitorEntry,
    MotionEntry,
    PartEntry,
    pattern_kinds,
)
from drystone.model.schema_records import RecordEntry
from drystone.model.selection import suggest
from drystone.motion import Processing, Table, motion_from_spec
from drystone.motion.axes import OnAxes, put_on_axes
from drystone.motion.records import MOST_PGA
from drystone.names import check_name

#: Runs an action and puts the place in the file before its error.
Guard = Callable[[tuple, Callable[[], Any]], Any]

#: A block that was made elsewhere, with the name of its material.
GivenShape = tuple[NamedShape, str | None]


def fill_assembly(entry: ModelFile, guard: Guard, folder: Path, shapes: Sequence[GivenShape] = ()) -> Assembly:
    """Assembly of a file; `folder` is where relative paths of records and drawings start."""
    assembly = fill_structure(entry, guard, folder, shapes)
    fill_program(assembly, entry, guard, folder)
    return assembly


def fill_structure(entry: ModelFile, guard: Guard, folder: Path, shapes: Sequence[GivenShape] = ()) -> Assembly:
    """Blocks, joints, supports, ties and initial state of a file; nothing acts on them yet."""
    guard(("name",), lambda: check_name("model", entry.name))
    a = guard(("gravity",), lambda: Assembly(entry.name, gravity=entry.gravity, free=entry.free, planar=entry.planar))
    for name, material in entry.materials.items():
        guard(("materials", name), lambda n=name, m=material: a.material(n, **m.model_dump()))
    for name, joint in entry.joints.items():
        law = joint.model_dump(exclude_none=True)
        guard(("joints", name), lambda n=name, law=law: a.joint(n, **law))
    for i, block in enumerate(entry.blocks):
        guard(("blocks", i), lambda b=block: _add_block(a, b))
    for shape, made_of in shapes:
        a.add_pattern([shape], material=made_of)
    for i, pattern in enumerate(entry.patterns):
        guard(("patterns", i), lambda p=pattern: a.add_pattern(
            _make_pattern(p.kind, p.parameters), material=p.material, name=p.name, groups=p.groups, offset=p.offset))
    for i, drawing in enumerate(entry.files):
        guard(("files", i), lambda f=drawing: a.add_file(folder / f.path, **f.model_dump(exclude={"path"})))
    if (ground := entry.ground) is not None:
        guard(("ground",), lambda: a.add_ground(ground.level, ground.margin))
    a.support(*entry.supports)
    for i, mass in enumerate(entry.masses):
        guard(("masses", i), lambda m=mass: a.add_mass(m.block, m.mass, m.point, inertia=m.inertia, name=m.name))
    for i, tie in enumerate(entry.ties):
        guard(("ties", i), lambda t=tie: a.tie(t.name, [(end.block, end.point) for end in t.ends],
                                               **t.model_dump(exclude={"name", "ends"})))
    for i, initial in enumerate(entry.initial):
        guard(("initial", i), lambda s=initial: _add_initial(a, s))
    return a


def fill_program(a: Assembly, entry: ModelFile, guard: Guard, folder: Path) -> None:
    """Put what acts, and what is watched, into an assembly."""
    for i, load in enumerate(entry.loads):
        guard(("loads", i), lambda s=load: _add_load(a, s))
    for i, motion in enumerate(entry.motions):
        guard(("motions", i), lambda m=motion: _add_motion(a, m, folder))
    for i, stage in enumerate(entry.stages):
        guard(("stages", i), lambda s=stage: a.stage(**s.model_dump()))
    for i, event in enumerate(entry.events):
        guard(("events", i), lambda e=event: a.event(**e.model_dump()))
    for i, monitor in enumerate(entry.monitors):
        guard(("monitors", i), lambda m=monitor: _add_monitor(a, m))
    for i, one in enumerate(entry.variations):
        guard(("variations", i), lambda v=one: a.vary(v.name, v.property, v.values, between=v.between, blocks=v.blocks))
    a.duration = entry.duration


# --- blocks -------------------------------------------------------------------------------------

def _add_block(a: Assembly, entry: BlockEntry) -> None:
    shape = compound(*(_make_shape(p, entry.name) for p in entry.parts)) if entry.parts is not None \
        else _make_shape(entry, entry.name)
    a.add(entry.name, _finish(shape, entry), material=entry.material, groups=entry.groups, mass=entry.mass,
          centroid=entry.centroid, inertia=entry.inertia)


def _make_shape(entry: BlockEntry | PartEntry, name: str) -> Shape:
    if entry.box is not None:
        return box(entry.box.size, entry.box.center)
    if entry.hull is not None:
        return hull(entry.hull, name)
    if entry.prism is not None:
        return prism(entry.prism.polygon_xz, entry.prism.y0, entry.prism.y1, name)
    assert entry.mesh is not None      # exactly one of them is given
    return Shape(ConvexSolid.from_faces(entry.mesh.vertices, entry.mesh.faces, name))


def _finish(shape: Shape, entry: BlockEntry) -> Shape:
    """Crowned, then trimmed or rounded; all need one convex part."""
    if entry.trim is entry.fillet is entry.crown is None:
        return shape
    if len(shape.parts) > 1:
        raise InputError(f"block {entry.name!r}: trim, fillet and crown need one convex part, "
                         f"got {len(shape.parts)}")
    solid = shape.parts[0]
    if entry.crown is not None:
        solid = crown_base(solid, entry.crown.height, entry.crown.pivots, entry.crown.axis, entry.name)
    if entry.trim is not None:
        solid = trim_edges(solid, entry.trim, entry.name)
    if entry.fillet is not None:
        solid = fillet_edges(solid, entry.fillet.radius, entry.fillet.segments, entry.name)
    return Shape(solid)


def _make_pattern(kind: str, parameters: dict[str, Any]) -> list[NamedShape]:
    kinds = pattern_kinds()
    if kind not in kinds:
        raise InputError(f"pattern kind must be one of {', '.join(kinds)}, got {kind!r}{suggest(kind, kinds)}")
    known = inspect.signature(kinds[kind]).parameters
    for name in parameters:
        if name not in known:
            raise InputError(f"pattern {kind}: no parameter is called {name!r}{suggest(name, known)}")
    missing = [name for name, p in known.items() if p.default is p.empty and name not in parameters]
    if missing:
        raise InputError(f"pattern {kind}: {missing[0]} is missing; parameters are {', '.join(known)}")
    try:
        return kinds[kind](**parameters)
    except ArithmeticError:      # 1e300 is a number, but its square is none
        raise InputError(f"pattern {kind}: its numbers are too large or too small to reckon with, got "
                         f"{show(parameters)}") from None


# --- what acts ----------------------------------------------------------------------------------

def _add_initial(a: Assembly, entry) -> None:
    if entry.tilt is not None:
        a.tilt(**entry.tilt.model_dump())
    else:
        a.velocity(**entry.velocity.model_dump())


def _add_load(a: Assembly, entry: LoadEntry) -> None:
    if entry.point is not None:
        a.load_point(entry.name, **entry.point.model_dump(), history=entry.history)
    elif entry.line is not None:
        a.load_line(entry.name, **entry.line.model_dump(), history=entry.history)
    elif entry.area is not None:
        a.load_area(entry.name, **entry.area.model_dump(), history=entry.history)
    else:
        assert entry.acceleration is not None
        a.body_acceleration(entry.name, entry.acceleration.vector, entry.history, entry.acceleration.target or ())


def _add_motion(a: Assembly, entry: MotionEntry, folder: Path) -> None:
    what = f"motion {entry.name!r}"
    if entry.supports is not None:
        if entry.record is not None or entry.components is not None or entry.direction_deg is not None:
            raise InputError(f"{what}: supports go with direction, or axis and about; one motion each")
        if entry.applied != "body_force":
            raise InputError(f"{what}: applied goes with a motion of the whole ground, not with supports")
        motion = None if entry.kind is None else _make_motion(entry.kind, entry.parameters, folder)
        a.support_motion(entry.name, entry.supports, motion, displacement=entry.displacement, drift=entry.drift,
                         height=entry.height, angle_deg=entry.angle_deg, direction=entry.direction, axis=entry.axis,
                         about=entry.about, after=entry.after)
        return
    for key in ("displacement", "drift", "height", "angle_deg", "axis", "about"):
        if getattr(entry, key) is not None:
            raise InputError(f"{what}: {key} goes with supports, which is missing")
    if entry.record is not None:
        if entry.direction is not None or entry.direction_deg is not None:
            raise InputError(f"{what}: record has its own axes x, y and z, got a direction")
        a.ground_motion(entry.name, _read_axes(entry.record, folder), applied=entry.applied, after=entry.after)
    elif entry.components is not None:
        parts = [(c.direction if c.direction is not None else c.direction_deg,
                  _make_motion(c.kind, c.parameters, folder)) for c in entry.components]
        a.ground_motion(entry.name, parts, applied=entry.applied, after=entry.after)
    else:
        assert entry.kind is not None
        a.ground_motion(entry.name, _make_motion(entry.kind, entry.parameters, folder), direction=entry.direction,
                        direction_deg=entry.direction_deg, applied=entry.applied, after=entry.after)


def _make_motion(kind: str, parameters: dict[str, Any], folder: Path):
    if "kind" in parameters:
        raise InputError(f"motion {kind}: kind stands beside parameters, not in them")
    return motion_from_spec(kind, **_resolve_paths(parameters, folder))


def _read_axes(entry: RecordEntry, folder: Path) -> list[tuple[str, Table]]:
    """Axes and motions of a record."""
    parts = {}
    for axis in ("x", "y", "z"):
        if (own := getattr(entry, axis)) is not None:
            path = own.path or entry.path
            if path is None:
                raise InputError(f"record: {axis} must name its path, or the record must, got neither")
            parts[axis] = (folder / path, own.component)
    filters = None if entry.filter is None else entry.filter.model_dump(exclude_none=True)
    target = None if entry.scale_to is None else entry.scale_to.model_dump(exclude_none=True)
    options = OnAxes(entry.rotate_deg, Processing(entry.baseline, entry.degree, entry.taper, filters, entry.resample),
                     target, entry.reverse)
    reading = {"units": entry.units, "format": entry.format, "dt": entry.dt, "most_pga": entry.most_pga or MOST_PGA}
    return list(put_on_axes(parts, options, **reading).items())


def _resolve_paths(parameters: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Paths of records start at the model file."""
    out = dict(parameters)
    if isinstance(out.get("path"), str):
        out["path"] = str(folder / out["path"])
    for key in ("motion", "parameters"):
        if isinstance(out.get(key), dict):
            out[key] = _resolve_paths(out[key], folder)
    if isinstance(out.get("motions"), list):
        out["motions"] = [_resolve_paths(one, folder) if isinstance(one, dict) else one for one in out["motions"]]
    return out


def _add_monitor(a: Assembly, entry: MonitorEntry) -> None:
    block: Any = entry.block
    if entry.mean_of is not None:
        if entry.point is not None:
            raise InputError(f"monitor {entry.name!r}: point goes with block, not with mean_of")
        block = [(p.block, p.point) for p in entry.mean_of]
    relative = None if entry.relative_to is None else [(p.block, p.point) for p in entry.relative_to]
    a.monitor(entry.name, block, point=entry.point, quantity=entry.quantity, relative_to=relative,
              component=entry.component, axis=entry.axis, frame=entry.frame, tie=entry.tie,
              joint=entry.joint)
