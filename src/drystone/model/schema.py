"""Schema of a model file: every key with its meaning, unit and rule. SI, z up, degrees only where a key ends in _deg.

Units stand in square brackets at the end of a description; error messages repeat them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import Field, create_model, model_validator

from drystone import patterns
from drystone.geometry.shape import NamedShape
from drystone.io.drawing import FLATTEN, SIZES, WELD
from drystone.model.joint import Joint
from drystone.model.material import Material
from drystone.model.schema_properties import property_fields
from drystone.model.schema_records import RecordEntry
from drystone.model.schema_types import (
    Axis,
    Count,
    Entry,
    Flag,
    Inertia,
    Name,
    NamePairs,
    Names,
    NotNegative,
    Number,
    NumberOrVector,
    Pairs,
    Points,
    Polygon,
    Positive,
    TwoNumbers,
    Values,
    Vector,
    one_of,
)
from drystone.model.schema_units import accept_units
from drystone.model.settings import Analysis, CollapseSettings, EndSettings, OutputSettings
from drystone.motion import KINDS

MaterialEntry = create_model("MaterialEntry", __base__=Entry, __doc__="What blocks are made of.",
                             **property_fields(Material))

JointEntry = create_model(
    "JointEntry", __base__=Entry, __doc__="Law of the joints between two kinds of blocks.",
    between=(NamePairs, Field([["*", "*"]], description="pairs of blocks or groups, * for any; "
                                                        "the most specific rule wins")), **property_fields(Joint))


class BoxEntry(Entry):
    """Upright rectangular box."""

    size: Vector = Field(description="lengths along x, y, z [m]")
    center: Vector = Field(description="middle [m]")


class PrismEntry(Entry):
    """Convex polygon in the x-z plane, pushed along y."""

    polygon_xz: Polygon = Field(description="corners (x, z) in order [m]")
    y0: Number = Field(description="[m]")
    y1: Number = Field(description="greater than y0 [m]")


class MeshEntry(Entry):
    """Convex polyhedron by its faces."""

    vertices: Points = Field(description="corners [m]")
    faces: list[list[int]] = Field(description="vertex numbers from 0, counter-clockwise from outside")


class PartEntry(Entry):
    """One convex part of a block that is not convex."""

    box: BoxEntry | None = None
    hull: Points | None = Field(None, description="points whose convex hull is the part [m]")
    mesh: MeshEntry | None = None
    prism: PrismEntry | None = None

    _one = model_validator(mode="after")(one_of("box", "hull", "mesh", "prism"))


class FilletEntry(Entry):
    """Rounded edges."""

    radius: Positive = Field(description="[m]")
    segments: Count = Field(description="planes that replace an edge [-]")


class CrownEntry(Entry):
    """A base that is slightly convex: the block rolls over several lines."""

    height: Positive = Field(description="rise of the outer edges [m]")
    pivots: Count = Field(description="number of lines, even [-]")
    axis: Vector = Field([1.0, 0.0, 0.0], description="horizontal direction across which the block rocks")


class BlockEntry(Entry):
    """One block: a name, one shape, and what it weighs."""

    name: Name
    box: BoxEntry | None = None
    hull: Points | None = Field(None, description="points whose convex hull is the block [m]")
    mesh: MeshEntry | None = None
    prism: PrismEntry | None = None
    parts: list[PartEntry] | None = Field(None, description="convex parts that touch: one block, not convex")
    material: Name | None = Field(None, description="name of a material")
    mass: Positive | None = Field(None, description="instead of that of shape and material [kg]")
    centroid: Vector | None = Field(None, description="centre of mass instead of the shape's [m]")
    inertia: Inertia | None = Field(None, description="about the centre of mass, world axes [kg m2]")
    groups: Names = Field(default_factory=list, description="groups it belongs to")
    trim: Positive | None = Field(None, description="cut every edge by a plane this far below it [m]")
    fillet: FilletEntry | None = None
    crown: CrownEntry | None = None

    _one = model_validator(mode="after")(one_of("box", "hull", "mesh", "prism", "parts"))


class PatternEntry(Entry):
    """Many blocks by one rule: a wall, an arch, a vault."""

    kind: Name = Field(description="name of a pattern, e.g. running_bond, circular_arch")
    parameters: dict[str, Any] = Field(default_factory=dict, description="arguments of the pattern")
    material: Name | None = Field(None, description="name of a material")
    name: Name | None = Field(None, description="put before the block names: name/block")
    groups: Names = Field(default_factory=list, description="groups that all its blocks join")
    offset: Vector = Field([0.0, 0.0, 0.0], description="shift of the whole pattern [m]")


class FileEntry(Entry):
    """Blocks of a drawing: OBJ, STL, PLY, 3DM, DXF, COMPAS JSON, or CSV of corners; see cad.md."""

    path: Name = Field(description="the drawing, from the folder of the model file")
    unit: Literal["m", "dm", "cm", "mm", "in", "ft"] | None = Field(
        None, description="of its numbers; may be left out where the file states it (3DM, DXF)")
    up: Literal["z", "y"] = Field("z", description="axis of the drawing that points upwards")
    weld: Positive = Field(WELD, description="corners closer than this are one, faces plane within it [m]")
    mortar: NotNegative = Field(0.0, description="thickness of joints drawn as gaps: all faces of the blocks move "
                                                 "outwards by half of it [m]")
    thickness: Positive | None = Field(None, description="of closed polylines (DXF) that have none [m]")
    layers: Names | None = Field(None, description="layers to read; none: all")
    pieces: Literal["blocks", "parts"] | None = Field(
        None, description="what separate solids in one object are; none: an error")
    sizes: TwoNumbers = Field(list(SIZES), description="least and greatest size that a block may have [m]")
    flatten: NotNegative = Field(FLATTEN, description="blocks with curved or warped faces are filled by convex parts "
                                                      "within this share of their size; 0: they are refused [-]")
    trim: NotNegative = Field(0.0, description="blocks that overlap by no more are cut to meet in a plane [m]")
    material: Name | None = Field(None, description="name of a material")
    name: Name | None = Field(None, description="put before the block names: name/block")
    groups: Names = Field(default_factory=list, description="groups that all its blocks join")
    offset: Vector = Field([0.0, 0.0, 0.0], description="shift of all blocks [m]")


class GroundEntry(Entry):
    """A flat support below the blocks, block and group `ground`."""

    level: Number = Field(description="height of its surface [m]")
    margin: Positive | None = Field(
        None, description="how far it reaches beyond the blocks; none: three times their height [m]")


class TiltEntry(Entry):
    """Initial rotation about a line."""

    target: Names = Field(description="blocks or groups, turned as one")
    angle_deg: Number = Field(description="right-handed about the axis [deg]")
    axis: Axis = Field(description="x, y, z or a vector")
    about: Vector = Field(description="a point of the axis [m]")


class VelocityEntry(Entry):
    """Initial velocity."""

    target: Names = Field(description="blocks or groups")
    linear: Vector = Field([0.0, 0.0, 0.0], description="of the centre of mass [m/s]")
    angular: Vector = Field([0.0, 0.0, 0.0], description="[rad/s]")


class InitialEntry(Entry):
    """What differs from the drawing at the start."""

    tilt: TiltEntry | None = None
    velocity: VelocityEntry | None = None

    _one = model_validator(mode="after")(one_of("tilt", "velocity"))


class PointLoadEntry(Entry):
    """A force on a body point; it follows the point and keeps its direction."""

    block: Name
    point: Vector = Field(description="where it acts, in the drawing [m]")
    force: Vector = Field(description="[N]")


class LineLoadEntry(Entry):
    """A uniform load along a line that lies on the blocks."""

    target: Names = Field(description="blocks or groups that carry it")
    start: Vector = Field(description="[m]")
    end: Vector = Field(description="[m]")
    force_per_length: Vector = Field(description="[N/m]")


class AreaLoadEntry(Entry):
    """Pressure on all faces that look in one direction."""

    target: Names = Field(description="blocks or groups that carry it")
    normal: Vector = Field(description="outward normal of the loaded faces")
    pressure: Number = Field(description="positive pushes on the face [Pa]")


class BodyLoadEntry(Entry):
    """A uniform acceleration field."""

    vector: Vector = Field(description="[m/s2]")
    target: Names | None = Field(None, description="blocks or groups; none: all")


class LoadEntry(Entry):
    """One named load."""

    name: Name
    point: PointLoadEntry | None = None
    line: LineLoadEntry | None = None
    area: AreaLoadEntry | None = None
    acceleration: BodyLoadEntry | None = None
    history: Pairs | None = Field(
        None, description="factor over time as pairs, linear in between, kept after the last [s, -]")

    _one = model_validator(mode="after")(one_of("point", "line", "area", "acceleration"))


class MassEntry(Entry):
    """A mass fixed to a block: a floor, a roof."""

    block: Name
    mass: Positive = Field(description="[kg]")
    point: Vector = Field(description="its centre, in the drawing [m]")
    inertia: Inertia | None = Field(None, description="about its own centre; none: a point mass [kg m2]")
    name: Name | None = None


class BodyPointEntry(Entry):
    """A point of a block."""

    block: Name
    point: Vector | None = Field(None, description="in the drawing; none: the centre of mass [m]")


class TieEntry(Entry):
    """A cable or tie-rod between points of two blocks: it pulls and never pushes."""

    name: Name
    ends: list[BodyPointEntry] = Field(description="two points of different blocks; the ground is one, too",
                                       min_length=2, max_length=2)
    stiffness: Positive | None = Field(None, description="force per elongation; none: inextensible [N/m]")
    prestress: NotNegative = Field(0.0, description="force at the start [N]")
    yield_force: Positive | None = Field(None, description="at which it lengthens for good; none: never [N]")
    rupture_force: Positive | None = Field(None, description="at which it breaks; none: never [N]")
    rupture_elongation: Positive | None = Field(
        None, description="since the start, at which it breaks; none: never [m]")


class ComponentEntry(Entry):
    """One component of a ground motion."""

    kind: Name = Field(description="name of a motion, e.g. one_sine, record")
    parameters: dict[str, Any] = Field(default_factory=dict, description="arguments of the motion")
    direction: Vector | None = Field(None, description="of the ground's positive acceleration")
    direction_deg: Number | None = Field(None, description="in plan, from x towards y [deg]")

    _one = model_validator(mode="after")(one_of("direction", "direction_deg"))


class MotionEntry(Entry):
    """A motion of the ground, or of some supports."""

    name: Name
    kind: Name | None = Field(None, description="name of a motion, e.g. one_sine, record")
    parameters: dict[str, Any] = Field(default_factory=dict, description="arguments of the motion")
    record: RecordEntry | None = Field(None, description="a recorded motion along x, y and z")
    components: list[ComponentEntry] | None = Field(None, description="several directions at once")
    displacement: Pairs | None = Field(None, description="supports: displacement over time as pairs [s, m]")
    drift: Pairs | None = Field(
        None, description="supports: displacement over time as a share of `height`, as pairs [s, share]")
    height: Positive | None = Field(None, description="goes with drift: of the wall, storey or column [m]")
    angle_deg: Pairs | None = Field(None, description="supports: rotation over time as pairs [s, deg]")
    direction: Vector | None = Field(None, description="of the ground's positive acceleration")
    direction_deg: Number | None = Field(None, description="in plan, from x towards y [deg]")
    axis: Axis | None = Field(None, description="supports: axis of the rotation")
    about: Vector | None = Field(None, description="supports: a point of the axis [m]")
    supports: Names | None = Field(None, description="supports that move; none: the ground as a whole")
    applied: Literal["body_force", "supports"] = Field(
        "body_force", description="ground: inertia forces in the ground frame, or supports that move")
    after: Literal["zero"] | None = Field(None, description="what follows a record that ends before the run")

    _one = model_validator(mode="after")(one_of("kind", "record", "components", "displacement", "drift", "angle_deg"))


class StageEntry(Entry):
    """A stretch of the run; what it does not name does not act in it. Gravity always acts."""

    name: Name
    duration: Positive = Field(description="[s]")
    loads: Names = Field(default_factory=list, description="loads that act in it")
    motions: Names = Field(default_factory=list, description="motions that act in it")
    force_ratio: Positive | None = Field(
        None, description="ends it early, when the greatest force out of balance is this share of the acting ones [-]")
    after: NotNegative | None = Field(None, description="goes with force_ratio: but not before this time in it [s]")


class EventEntry(Entry):
    """Something that happens at an instant."""

    time: NotNegative = Field(description="of the run [s]")
    remove: Names | None = Field(None, description="blocks or groups that vanish")
    release: Names | None = Field(None, description="supports that become free blocks")
    cut: Names | None = Field(None, description="ties that are cut")
    load: Name | None = Field(None, description="load whose factor changes")
    factor: Number | None = Field(None, description="new factor of the load [-]")
    start: Name | None = Field(None, description="motion that starts")

    _one = model_validator(mode="after")(one_of("remove", "release", "cut", "load", "start"))


class MonitorEntry(Entry):
    """A quantity recorded as often as `output.steps` says."""

    name: Name
    block: Name | None = Field(None, description="block, or group for the mean of its centres of mass")
    point: Vector | None = Field(None, description="in the drawing; none: the centre of mass [m]")
    mean_of: list[BodyPointEntry] | None = Field(None, description="several points: their mean")
    tie: Name | None = Field(None, description="tie whose force or elongation it is")
    joint: list[Name] | None = Field(None, min_length=2, max_length=2, description="two blocks: the force that they "
                                                                                   "exchange, and where it passes")
    quantity: Literal["displacement", "velocity", "position", "rotation", "opening", "slip", "force", "elongation",
                      "normal_force", "shear_force", "eccentricity"]
    relative_to: list[BodyPointEntry] | None = Field(None, description="points whose mean is subtracted")
    component: Literal["x", "y", "z", "norm"] | None = Field(None, description="none: all three")
    axis: Axis | None = Field(None, description="component along a vector; normal of an opening or slip")
    frame: Literal["ground", "absolute"] = Field(
        "ground", description="seen from the moving ground, or from afar")

    _one = model_validator(mode="after")(one_of("block", "mean_of", "tie", "joint"))


class VariationEntry(Entry):
    """One property that differs from interface to interface or from block to block, e.g. of a random field."""

    name: Name
    property: Name = Field(description="of joints, with `between`, or of materials, with `blocks`")
    between: NamePairs | None = Field(None, description="interfaces, as pairs of blocks")
    blocks: Names | None = Field(None, description="blocks")
    values: Values = Field(description="one for each of them, in the unit of the property")

    _one = model_validator(mode="after")(one_of("between", "blocks"))


class ModelFile(Entry):
    """A model file of drystone."""

    drystone: Literal[1] = Field(description="version of the file format")
    name: Name
    gravity: NumberOrVector = Field(description="downwards along z, or a vector [m/s2]")
    free: Flag = Field(False, description="true where nothing supports the blocks")
    planar: Literal["xz", "yz"] | None = Field(None, description="plane of a two-dimensional model")
    materials: dict[str, MaterialEntry] = Field(default_factory=dict)
    joints: dict[str, JointEntry] = Field(default_factory=dict)
    blocks: list[BlockEntry] = Field(default_factory=list)
    patterns: list[PatternEntry] = Field(default_factory=list)
    files: list[FileEntry] = Field(default_factory=list)
    ground: GroundEntry | None = None
    supports: Names = Field(default_factory=list, description="blocks or groups that do not move by themselves")
    initial: list[InitialEntry] = Field(default_factory=list)
    loads: list[LoadEntry] = Field(default_factory=list)
    masses: list[MassEntry] = Field(default_factory=list)
    ties: list[TieEntry] = Field(default_factory=list)
    motions: list[MotionEntry] = Field(default_factory=list)
    stages: list[StageEntry] = Field(default_factory=list)
    events: list[EventEntry] = Field(default_factory=list)
    monitors: list[MonitorEntry] = Field(default_factory=list)
    variations: list[VariationEntry] = Field(default_factory=list)
    duration: Positive | None = Field(None, description="of the run, where no stages are given [s]")
    analysis: Analysis | None = Field(None, description="how the model is run; `engine` says which keys there are")
    output: OutputSettings = OutputSettings()
    collapse: CollapseSettings = CollapseSettings()
    end: EndSettings = EndSettings()


def json_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of a model file, with descriptions and units."""
    schema = ModelFile.model_json_schema()
    motions, walls = describe_kinds(KINDS), describe_kinds(pattern_kinds())
    for entry, kinds in (("MotionEntry", motions), ("ComponentEntry", motions), ("PatternEntry", walls)):
        fields = schema["$defs"][entry]["properties"]
        fields["parameters"]["description"] = f"arguments of the kind: {kinds}"
    accept_units(schema)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "drystone model"}
    return head | {key: value for key, value in schema.items() if key not in head}


def pattern_kinds() -> dict[str, Callable[..., list[NamedShape]]]:
    """All patterns by name."""
    return {name: getattr(patterns, name) for name in patterns.__all__ if inspect.isfunction(getattr(patterns, name))}


def describe_kinds(kinds: Mapping[str, Callable]) -> str:
    """Names with their arguments: one_sine(amplitude, half_period), ..."""
    return ", ".join(f"{name}({', '.join(inspect.signature(make).parameters)})" for name, make in kinds.items())
