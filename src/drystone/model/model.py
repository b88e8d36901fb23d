"""`Model`: the frozen arrays that every engine sees; built by `Assembly.build()`, never edited."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drystone.late import ask
from drystone.model.joint import Joint
from drystone.model.loads import LoadProgram
from drystone.model.material import Material
from drystone.model.monitors import Monitor
from drystone.model.ties import TieSet


@dataclass(frozen=True, slots=True)
class PartGeometry:
    """Convex parts of all blocks in flat arrays, each in the frame of its own block.

    The frame of a block has its origin at the block's centre of mass and, in the reference pose, the axes
    of the world. A convex block has one part; a compound block has several.
    """

    block: np.ndarray            #: (p,) int32, block to which the part belongs
    vertex: np.ndarray           #: (v, 3) [m], block frame
    vertex_ptr: np.ndarray       #: (p+1,) int32, vertices of part i are vertex_ptr[i]:vertex_ptr[i+1]
    face_normal: np.ndarray      #: (f, 3) unit, outward, block frame
    face_ptr: np.ndarray         #: (p+1,) int32, faces of part i
    face_vertex: np.ndarray      #: (k,) int32, global vertex numbers, counter-clockwise seen from outside
    face_vertex_ptr: np.ndarray  #: (f+1,) int32
    face_edge: np.ndarray        #: (k,) int32, edge number (within its part) from vertex k to the next of the face
    part_radius: np.ndarray      #: (p,) [m], greatest distance of a vertex from the block's origin
    part_size: np.ndarray        #: (p,) [m], least width of the part over its face normals


@dataclass(frozen=True, slots=True, repr=False)
class Model:
    """One structure: blocks, joints, supports, loads, monitors. SI units, z up."""

    name: str
    # blocks; supports are blocks too
    block_names: tuple[str, ...]
    block_groups: tuple[tuple[str, ...], ...]  #: groups of each block, sorted
    mass: np.ndarray                 #: (b,) [kg]
    inertia: np.ndarray              #: (b, 3, 3) [kg m2], about the centre of mass, block frame
    reference_position: np.ndarray   #: (b, 3) [m], centre of mass before any initial tilt, world
    initial_position: np.ndarray     #: (b, 3) [m], world
    initial_orientation: np.ndarray  #: (b, 4) unit quaternion (w, x, y, z), block frame to world
    initial_twist: np.ndarray        #: (b, 6) [m/s, rad/s], world frame, linear part at the centre of mass
    is_support: np.ndarray           #: (b,) bool, motion prescribed (at rest unless a motion says otherwise)
    parts: PartGeometry
    # joints
    joints: tuple[Joint, ...]
    joint_class: np.ndarray          #: (b,) int32, class of each block for the look-up of joints
    joint_table: np.ndarray          #: (k, k) int32, symmetric: joint number for two classes
    # loads and what is watched
    gravity: np.ndarray              #: (3,) [m/s2]
    loads: LoadProgram               #: stages, loads, motions and events over time
    monitors: tuple[Monitor, ...]
    free: bool                       #: True where the user said that nothing supports the blocks
    planar_axis: int | None          #: None, or the axis (0 x, 1 y) normal to the plane of a planar model
    ties: TieSet = field(default_factory=TieSet)   #: cables and tie-rods
    materials: tuple[Material, ...] = ()
    material_of: np.ndarray = None   # type: ignore[assignment]   #: (b,) int32, material of each block, -1 where it has none

    def __post_init__(self) -> None:
        if self.material_of is None:
            none = np.full(len(self.block_names), -1, np.int32)
            none.setflags(write=False)
            object.__setattr__(self, "material_of", none)

    @property
    def block_count(self) -> int:
        """Number of blocks, supports included."""
        return len(self.block_names)

    def block_index(self, name: str) -> int:
        """Number of the block called `name`; KeyError if there is none."""
        try:
            return self.block_names.index(name)
        except ValueError:
            raise KeyError(name) from None

    def __repr__(self) -> str:
        supports = int(self.is_support.sum())
        return f"<Model {self.name!r}: {self.block_count - supports} blocks, {supports} supports>"

    def _repr_html_(self) -> str:
        return ask("model_html", self)
