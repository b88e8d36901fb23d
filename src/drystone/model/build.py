"""From an `Assembly` to the frozen `Model`: every name resolved, every rule checked.

Overlaps of the drawing are not looked for here: contact detection finds them at the start of a run.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from drystone.errors import InputError, about
from drystone.geometry.primitives import box_between
from drystone.geometry.rotation import axis_angle, multiply_quaternions, quaternion_to_matrix, rotate_about
from drystone.model.anchorage import check_anchorages
from drystone.model.blocks import BlockSpec, compute_mass
from drystone.model.joint_rules import build_joint_table
from drystone.model.loads import LoadProgram
from drystone.model.model import Model
from drystone.model.monitors import GAP_QUANTITIES, Monitor
from drystone.model.parts import build_named_parts
from drystone.model.program import BuiltBlocks, build_program
from drystone.model.selection import Selection, check_known
from drystone.model.specs import MonitorSpec, TieSpec
from drystone.model.ties import TieSet
from drystone.model.variations import varied_mass, vary_model

if TYPE_CHECKING:      # an assembly builds itself by this module
    from drystone.model.assembly import Assembly

GROUND = "ground"
ABUTMENT = "abutment"   #: group of the supports that arches and vaults bring
LEAST_TIE = 1e-6   #: [m], a shorter tie has no direction


class Structure(NamedTuple):
    """What does not hang on loads, motions and monitors: it may be built once and serve many runs."""

    blocks: BuiltBlocks
    model: Model      #: on which nothing acts


def build_model(assembly: Assembly) -> Model:
    """Check `assembly` and freeze it."""
    return finish_model(assembly, build_structure(assembly))


def build_structure(assembly: Assembly) -> Structure:
    """Blocks, joints, supports, ties and initial state."""
    specs = _all_blocks(assembly)
    names = tuple(spec.name for spec in specs)
    groups = tuple(spec.groups for spec in specs)
    selection = Selection(names, groups)
    _check_names(selection)
    is_support = _find_supports(assembly, selection, len(specs))
    _check_supported(assembly, specs, is_support)
    masses = [compute_mass(spec, assembly.materials) for spec in specs]
    centroid = np.array([m.centroid for m in masses])
    position, orientation, twist = _initial_state(assembly, selection, centroid)
    block_class, table = build_joint_table(assembly.joints, assembly.joint_rules, names, groups, is_support)
    blocks = BuiltBlocks(selection, names, tuple(spec.shape for spec in specs),
                         np.array([m.mass for m in masses]), centroid, position, is_support)
    parts = build_named_parts([(i, part.vertices - centroid[i], part.faces) for i, spec in enumerate(specs)
                               for part in spec.shape.parts], names)
    gravity = assembly.gravity.copy()
    model = Model(assembly.name, names, groups, blocks.mass, np.array([m.inertia for m in masses]), centroid,
                  position, orientation, twist, is_support, parts, tuple(assembly.joints),
                  block_class, table, gravity, LoadProgram(blocks.mass, gravity, position), (), assembly.free,
                  {None: None, "xz": 1, "yz": 0}[assembly.planar],
                  _build_ties(assembly, selection, centroid, position, orientation, is_support),
                  tuple(assembly.materials.values()), _find_materials(assembly, specs))
    for field in ("mass", "inertia", "reference_position", "initial_position", "initial_orientation",
                  "initial_twist", "is_support", "joint_class", "joint_table", "gravity", "material_of"):
        getattr(model, field).setflags(write=False)
    check_anchorages(model)
    return Structure(blocks, model)


def finish_model(assembly: Assembly, structure: Structure) -> Model:
    """The model of a structure with the variations, loads, motions, stages, events and monitors of `assembly`."""
    _check_plane(assembly)
    blocks, model = vary_model(assembly.variations.values(), assembly.blocks, structure.blocks, structure.model)
    monitors = tuple(_build_monitor(spec, blocks.selection, blocks.centroid, list(assembly.ties))
                     for spec in assembly.monitors.values())
    return replace(model, loads=build_program(assembly, blocks), monitors=monitors)


def total_mass(assembly: Assembly) -> float:
    """Mass of all blocks that are not supports [kg]."""
    specs = _all_blocks(assembly)
    selection = Selection([s.name for s in specs], [s.groups for s in specs])
    is_support = _find_supports(assembly, selection, len(specs))
    varied = varied_mass(assembly.variations.values(), assembly.blocks, assembly.materials)
    return float(sum(compute_mass(s, assembly.materials).mass * varied.get(s.name, 1.0)
                     for s, fixed in zip(specs, is_support) if not fixed))


# --- blocks and supports ------------------------------------------------------------------------

def _all_blocks(assembly: Assembly) -> list[BlockSpec]:
    specs = list(assembly.blocks.values())
    if not specs:
        raise InputError(f"model {assembly.name!r}: has no blocks")
    if assembly.ground is not None:
        specs.append(_ground_block(assembly, specs, *assembly.ground))
    return specs


def _ground_block(assembly: Assembly, specs: list[BlockSpec], level: float, margin: float | None) -> BlockSpec:
    """A slab whose top is the ground: wide enough for what falls, thick enough not to be a thin plate."""
    if GROUND in assembly.blocks:
        raise InputError(f"block {GROUND!r} is given twice: ground adds one of this name", subject=("block", GROUND))
    boxes = np.array([spec.shape.bounding_box for spec in specs])
    lower, upper = boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)
    height = float(upper[2]) - level
    if height <= 0.0:
        raise InputError(f"ground: level must be below the top of the blocks at {upper[2]:g} m, got {level!r}",
                         subject=("ground",))
    margin = 3.0 * height if margin is None else margin
    shape = box_between((lower[0] - margin, lower[1] - margin, level - height),
                        (upper[0] + margin, upper[1] + margin, level))
    return BlockSpec(GROUND, shape, (GROUND,))


def _check_names(selection: Selection) -> None:
    """A name that means both a block and other blocks would be ambiguous."""
    for name, members in selection.groups.items():
        if name in selection.index and members != [selection.index[name]]:
            raise InputError(f"{name!r} is the name of a block and of a group of {len(members)} blocks: rename one")


def _find_supports(assembly: Assembly, selection: Selection, count: int) -> np.ndarray:
    is_support = np.zeros(count, dtype=bool)
    if assembly.supports:
        with about("supports"):
            is_support[selection.blocks("supports", assembly.supports)] = True
    if assembly.ground is not None:
        is_support[count - 1] = True
    return is_support


def _forgotten(specs: list[BlockSpec]) -> str:
    """What was most likely forgotten: groups that patterns make to be supports, or a ground at the lowest point."""
    groups = dict.fromkeys(group for spec in specs for group in spec.groups if group.split("/")[-1] == ABUTMENT)
    if groups:
        return f"forgotten: supports: [{', '.join(groups)}]?"
    lowest = min(float(spec.shape.bounding_box[0][2]) for spec in specs)
    return f"their lowest point is at z = {0.0 if abs(lowest) < 1e-9 else lowest:.6g} m"


def _check_supported(assembly: Assembly, specs: list[BlockSpec], is_support: np.ndarray) -> None:
    label = f"model {assembly.name!r}"
    if not is_support.any() and not assembly.free:
        raise InputError(f"{label}: nothing supports the blocks: add ground or supports, or say free: true; "
                         f"{_forgotten(specs)}")
    if is_support.any() and assembly.free:
        name = specs[int(np.argmax(is_support))].name
        raise InputError(f"{label}: says free, but block {name!r} is a support")
    if is_support.all():
        raise InputError(f"{label}: all blocks are supports: nothing can move")
    for spec, fixed in zip(specs, is_support):
        if not fixed and not spec.has_mass:
            raise InputError(f"block {spec.name!r}: needs a material or a mass, which is missing",
                             subject=("block", spec.name))
        if spec.masses and fixed:
            mass = spec.masses[0]
            raise InputError(f"{mass.label}: block {spec.name!r} is a support, which carries no mass",
                             subject=("mass", mass.name))


def _find_materials(assembly: Assembly, specs: list[BlockSpec]) -> np.ndarray:
    """(b,) int32 number of the material of each block, -1 where it has none."""
    number = {name: i for i, name in enumerate(assembly.materials)}
    return np.array([-1 if spec.material is None else number[spec.material] for spec in specs], np.int32)


def _check_plane(assembly: Assembly) -> None:
    """In a planar model nothing may point out of the plane: the engine would drop it in silence."""
    if assembly.planar is None:
        return
    axis = {"xz": 1, "yz": 0}[assembly.planar]
    vectors: list[tuple] = [(("gravity",), assembly.gravity)]
    vectors += [(("load", s.name), s.vector) for s in assembly.loads.values()]
    for spec in assembly.motions.values():
        if hasattr(spec, "components"):
            vectors += [(("motion", spec.name), d) for d, _ in spec.components]
        elif spec.about is None:
            vectors.append((("motion", spec.name), spec.direction))
    for (kind, *name), vector in vectors:
        if abs(vector[axis]) > 1e-12 * np.abs(vector).max():
            raise InputError(f"{kind}{f' {name[0]!r}' if name else ''}: must lie in the plane {assembly.planar} of the "
                             f"model, got {[float(x) for x in vector]!r}", subject=(kind, *name))


# --- initial state and monitors -----------------------------------------------------------------

def _initial_state(assembly: Assembly, selection: Selection,
                   centroid: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Position (b, 3), orientation (b, 4) and twist (b, 6) at the start."""
    count = len(centroid)
    position = centroid.copy()
    orientation = np.tile((1.0, 0.0, 0.0, 0.0), (count, 1))
    twist = np.zeros((count, 6))
    for tilt in assembly.tilts:
        with about("tilt", tilt.target):
            chosen = selection.blocks(f"tilt of {_shown(tilt.target)}", tilt.target)
        position[chosen] = tilt.about + rotate_about(position[chosen] - tilt.about, tilt.axis, tilt.angle)
        turn = axis_angle(tilt.axis, tilt.angle)
        orientation[chosen] = [multiply_quaternions(turn, q) for q in orientation[chosen]]
    for given in assembly.velocities:
        with about("velocity", given.target):
            chosen = selection.blocks(f"velocity of {_shown(given.target)}", given.target)
        twist[chosen] += np.concatenate((given.linear, given.angular))
    return position, orientation, twist


def _shown(names: tuple[str, ...]) -> str:
    return ", ".join(repr(name) for name in names)


def _build_ties(assembly: Assembly, selection: Selection, centroid: np.ndarray, position: np.ndarray,
                orientation: np.ndarray, is_support: np.ndarray) -> TieSet:
    """Ties with their blocks in order and their length at the start."""
    if not assembly.ties:
        return TieSet()
    block, point = [], []
    for spec in assembly.ties.values():
        with about("tie", spec.law.name):
            ends = _tie_ends(spec, selection, is_support)
        block.append([number for number, _ in ends])
        point.append([np.zeros(3) if place is None else place - centroid[number] for number, place in ends])
    a, b = np.array(block, np.int32).T
    local = np.array(point)
    ties = TieSet(tuple(spec.law for spec in assembly.ties.values()), a.copy(), b.copy(), local[:, 0].copy(),
                  local[:, 1].copy(), np.zeros(len(a)))
    end_a, end_b = ties.ends(position, quaternion_to_matrix(orientation))
    length = np.linalg.norm(end_b - end_a, axis=1)
    for tie, vector, size in zip(ties.ties, end_b - end_a, length):
        if not size > LEAST_TIE:
            raise InputError(f"tie {tie.name!r}: its length must be > {LEAST_TIE:g} [m], got {size:.3g}",
                             subject=("tie", tie.name))
        if assembly.planar is not None and abs(vector[{"xz": 1, "yz": 0}[assembly.planar]]) > 1e-9 * size:
            raise InputError(f"tie {tie.name!r}: must lie in the plane {assembly.planar} of the model, got a line "
                             f"along {[float(x) for x in vector]!r}", subject=("tie", tie.name))
    for array in (ties.block_a, ties.block_b, ties.point_a, ties.point_b, length):
        array.setflags(write=False)
    return replace(ties, length=length)


def _tie_ends(spec: TieSpec, selection: Selection, is_support: np.ndarray) -> list[tuple[int, np.ndarray | None]]:
    """Blocks and points of a tie, the lower block first."""
    what = f"tie {spec.law.name!r}"
    ends = sorted(((selection.block(what, name), place) for name, place in spec.ends), key=lambda end: end[0])
    numbers = [number for number, _ in ends]
    if numbers[0] == numbers[1]:
        raise InputError(f"{what}: must join two blocks, got {spec.ends[0][0]!r} twice")
    if is_support[numbers].all():
        raise InputError(f"{what}: joins two supports, {spec.ends[0][0]!r} and {spec.ends[1][0]!r}: "
                         "it has no effect")
    return ends


def _build_monitor(spec: MonitorSpec, selection: Selection, centroid: np.ndarray, ties: list[str]) -> Monitor:
    with about("monitor", spec.name):
        return _resolve_monitor(spec, selection, centroid, ties)


def _resolve_monitor(spec: MonitorSpec, selection: Selection, centroid: np.ndarray, ties: list[str]) -> Monitor:
    what = f"monitor {spec.name!r}"
    if spec.tie is not None:
        return Monitor(spec.name, spec.quantity, (), np.zeros((0, 3)),
                       tie=ties.index(check_known(what, spec.tie, ties, "tie")))
    if spec.joint is not None:
        first, second = (selection.block(what, name) for name in spec.joint)
        if first == second:
            raise InputError(f"{what}: joint must name two blocks, got {spec.joint[0]!r} twice")
        return Monitor(spec.name, spec.quantity, (), np.zeros((0, 3)), joint=(first, second))

    def resolve(pairs) -> tuple[list[int], list[np.ndarray]]:
        blocks: list[int] = []
        points: list[np.ndarray] = []
        for name, point in pairs:
            found = selection.blocks(what, name)
            if point is not None and len(found) > 1:
                raise InputError(f"{what}: a point needs one block, and {name!r} is a group of {len(found)}")
            if len(found) > 1 and spec.quantity in ("rotation", *GAP_QUANTITIES):
                raise InputError(f"{what}: {spec.quantity} needs one block, and {name!r} is a group of {len(found)}")
            blocks += found
            points += [centroid[i] if point is None else point for i in found]
        return blocks, points

    blocks, points = resolve(spec.points)
    relative, relative_points = resolve(spec.relative)
    if spec.quantity in GAP_QUANTITIES:  # block 0 carries the normal
        blocks, points = relative + blocks, relative_points + points
        relative, relative_points = [], []
    return Monitor(spec.name, spec.quantity, tuple(blocks), np.array(points), tuple(relative),
                   np.array(relative_points) if relative else None, spec.component, spec.axis, spec.frame)

