"""`Shapes`: the parts of a run at its kept frames, whatever its engine keeps; the only door to vertices.

Rigid blocks move by the poses of table `frames`. An engine whose blocks deform keeps table `nodes` beside it, with the
place of every node, and static arrays `surface.*` that say which nodes are vertices of which faces, parts and blocks
(README.md). Whoever draws or exports sees no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from drystone.errors import StoreError
from drystone.model.shape import RigidParts, Shape, Surface
from drystone.model.tables import FRAMES
from drystone.results.slabs import TableSlabs
from drystone.results.static import static_array

if TYPE_CHECKING:
    from drystone.results.result import RunResult

#: Table of an engine whose blocks deform.
NODES = "nodes"

#: Memory for the vertices of one slab, three vectors each [bytes].
_SLAB_BYTES = 2**23
_POSES, _ACTIVE = ("position", "orientation", "twist"), "is_active"


@dataclass(frozen=True, slots=True)
class ShapeSlab:
    """All parts in some kept frames, in the world; `Shapes.surface` says how vertices make faces, parts and blocks."""

    step: np.ndarray          #: (f,) int64
    time: np.ndarray          #: (f,) [s]
    vertex: np.ndarray        #: (f, v, 3) [m]
    displacement: np.ndarray  #: (f, v, 3) [m], from the drawing
    velocity: np.ndarray      #: (f, v, 3) [m/s]
    is_active: np.ndarray     #: (f, b) bool, False once a block is removed
    position: np.ndarray      #: (f, b, 3) [m], centres of mass; where blocks deform, poses are those of the whole block
    orientation: np.ndarray   #: (f, b, 4) unit quaternions (w, x, y, z)
    twist: np.ndarray         #: (f, b, 6) [m/s, rad/s], world


class Shapes:
    """Shapes of a run at the frames that it kept, as it stood when this was made.

    Attributes
    ----------
    step, time : (f,) of the frames that have a shape, [s]
    is_rigid : True: every block moves as table `frames` says and keeps its form
    """

    def __init__(self, result: RunResult) -> None:
        self._result, self._what = result, f"run '{result.directory}'"
        self._frames = TableSlabs(result, FRAMES)
        self._columns = (*_POSES, *([_ACTIVE] if _ACTIVE in result.tables[FRAMES].columns else []))
        self.is_rigid = NODES not in result.tables
        self.step, self.time = self._frames.step, self._frames.time
        if not self.is_rigid:
            self._open_nodes()

    def _open_nodes(self) -> None:
        """Table `nodes` has the rows of table `frames`; one that was not yet written when we looked may be missing."""
        self._nodes = TableSlabs(self._result, NODES)
        count = min(len(self.step), len(self._nodes.step))
        if not np.array_equal(self.step[:count], self._nodes.step[:count]):
            raise StoreError(f"{self._what}: table {NODES!r} must have the steps of table {FRAMES!r}, it has others")
        self.step, self.time = self.step[:count], self.time[:count]
        nodes = self._result.tables[NODES].columns
        self._node_columns = tuple(name for name in ("position", "velocity") if name == "position" or name in nodes)

    # -- what does not change ------------------------------------------------------------------------

    @cached_property
    def _parts(self) -> RigidParts:
        parts = RigidParts.of_arrays(lambda name: self._static(f"parts.{name}"), self._static("reference_position"))
        self._check_surface(parts.surface, "parts")
        for name, array, count in (("vertex", parts.arm, len(parts.surface.vertex_block)),
                                   ("face_normal", parts.face_normal, len(parts.surface.face_block))):
            self._check(f"parts.{name}", array.shape == (count, 3), f"be {count} vectors")
        return parts

    def check_parts(self) -> None:
        """Refuse a store whose parts, as drawn, do not fit together."""
        _ = self._parts

    @cached_property
    def surface(self) -> Surface:
        """Faces of all parts, the same in all frames."""
        if self.is_rigid:
            return self._parts.surface
        surface = Surface.of_arrays(lambda name: self._static(f"surface.{name}"))
        self._check_surface(surface, "surface")
        return surface

    def _check_surface(self, surface: Surface, kind: str) -> None:
        """Numbers that point somewhere: a store may be anybody's, and kernels do not look."""
        blocks, drawn = self._result.tables[FRAMES].columns["position"].row_shape[0], self._static("reference_position")
        self._check("reference_position", drawn.shape == (blocks, 3), f"have a place for each of {blocks} blocks")
        self._check(f"{kind}.block", _is_within(surface.part_block, blocks), f"be numbers of {blocks} blocks")
        parts, faces = len(surface.part_block), int(surface.face_ptr.max(initial=0))
        for name, ptr, count in (("vertex_ptr", surface.vertex_ptr, parts), ("face_ptr", surface.face_ptr, parts),
                                 ("face_vertex_ptr", surface.loop_ptr, faces)):
            self._check(f"{kind}.{name}", bool(len(ptr) == count + 1 and ptr[0] == 0 and (np.diff(ptr) >= 0).all()),
                        f"rise from 0 in {count} steps")
        loop, count = surface.loop, int(surface.vertex_ptr[-1])
        self._check(f"{kind}.face_vertex", len(loop) == surface.loop_ptr[-1] and _is_within(loop, count),
                    f"be whole loops over {count} vertices")

    def _check(self, name: str, holds: bool, rule: str) -> None:
        if not holds:
            raise StoreError(f"{self._what}: {name!r} must {rule}")

    @cached_property
    def arm(self) -> np.ndarray:
        """(v, 3) [m] vertices in the drawing, from the centres of mass of their blocks."""
        if self.is_rigid:
            return self._parts.arm
        return self._drawn_vertex - self._static("reference_position")[self.surface.vertex_block]

    @cached_property
    def _vertex_node(self) -> np.ndarray:
        """(v,) node of each vertex."""
        node, vertices = self._static("surface.node").astype(np.int64), len(self.surface.vertex_block)
        count = self._result.tables[NODES].columns["position"].row_shape[0]
        self._check("nodes.drawn", self._static("nodes.drawn").shape == (count, 3),
                    f"have a place for each of {count} nodes")
        self._check("surface.node", len(node) == vertices and _is_within(node, count),
                    f"have one of {count} nodes for each of {vertices} vertices")
        return node

    @cached_property
    def _drawn_vertex(self) -> np.ndarray:
        return np.asarray(self._static("nodes.drawn"), float)[self._vertex_node]

    # -- frames --------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """Frames."""
        return len(self.step)

    @cached_property
    def start(self) -> Shape:
        """All parts before the first step; of blocks that deform, at the first frame."""
        if self.is_rigid:
            return self._parts.shape(self._static("initial_position"), self._static("initial_orientation"))
        return self.at(0)

    def at(self, frame: int) -> Shape:
        """The shape at one frame; negative numbers count from the end."""
        row = frame + self.count if frame < 0 else frame
        if not 0 <= row < self.count:
            raise StoreError(f"{self._what}: {self.count} frames have a shape, got frame {frame}")
        slab = self.read(np.array([row]))
        return Shape(self.surface, slab.vertex[0], slab.displacement[0], slab.velocity[0], self.normals(slab)[0],
                     slab.is_active[0])

    def slabs(self, frames: np.ndarray) -> Iterator[ShapeSlab]:
        """Shapes at `frames` (ascending numbers), a few megabytes at a time."""
        rows = max(1, _SLAB_BYTES // (72 * max(len(self.surface.vertex_block), 1)))
        for first in range(0, len(frames), rows):
            yield self.read(frames[first:first + rows])

    def read(self, frames: np.ndarray) -> ShapeSlab:
        """Shapes at `frames` (ascending numbers), all at once."""
        *poses, active = self.read_poses(frames)
        placed = self._parts.place(*poses) if self.is_rigid else self._read_nodes(frames)
        return ShapeSlab(self.step[frames], self.time[frames], *placed, active, *poses)

    def read_poses(self, frames: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """position, orientation, twist and is_active of the blocks at `frames`, as in `ShapeSlab`, without vertices."""
        found = self._frames.read(self._columns, frames)
        active = found[_ACTIVE].astype(bool) if _ACTIVE in found else np.ones(found["position"].shape[:2], bool)
        position, orientation, twist = (found[name] for name in _POSES)
        return position, orientation, twist, active

    def normals(self, slab: ShapeSlab) -> np.ndarray:
        """(f, n, 3) unit outward normals of the faces in a slab."""
        return self._parts.normals(slab.orientation) if self.is_rigid else self.surface.area_normals(slab.vertex)

    def _read_nodes(self, frames: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        found = self._nodes.read(self._node_columns, frames)
        vertex = found["position"][:, self._vertex_node].astype(float)
        velocity = (found["velocity"][:, self._vertex_node].astype(float) if "velocity" in found
                    else np.full(vertex.shape, np.nan))     # not kept: nobody knows
        return vertex, vertex - self._drawn_vertex, velocity

    def _static(self, name: str) -> np.ndarray:
        return static_array(self._result, name)


def _is_within(numbers: np.ndarray, count: int) -> bool:
    return not len(numbers) or bool(0 <= numbers.min() and numbers.max() < count)
