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
from drystone.results.slabs import TableSlabs
from drystone.results.static import static_array
from drystone.results.tables import FRAMES

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
    surface : faces of all parts, the same in all frames
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
        return RigidParts.of_arrays(lambda name: self._static(f"parts.{name}"), self._static("reference_position"))

    @cached_property
    def surface(self) -> Surface:
        if self.is_rigid:
            return self._parts.surface
        return Surface.of_arrays(lambda name: self._static(f"surface.{name}"))

    @cached_property
    def arm(self) -> np.ndarray:
        """(v, 3) [m] vertices in the drawing, from the centres of mass of their blocks."""
        if self.is_rigid:
            return self._parts.arm
        return self._drawn_vertex - self._static("reference_position")[self.surface.vertex_block]

    @cached_property
    def _vertex_node(self) -> np.ndarray:
        """(v,) node of each vertex, checked: a store may be anybody's."""
        node, count = self._static("surface.node"), len(self._static("nodes.drawn"))
        if len(node) != len(self.surface.vertex_block) or (len(node) and not 0 <= node.min() <= node.max() < count):
            raise StoreError(f"{self._what}: 'surface.node' must have one of {count} nodes for each of "
                             f"{len(self.surface.vertex_block)} vertices")
        return node.astype(np.int64)

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
        found = self._frames.read(self._columns, frames)
        active = found[_ACTIVE].astype(bool) if _ACTIVE in found else np.ones(found["position"].shape[:2], bool)
        poses = [found[name] for name in _POSES]
        placed = self._parts.place(*poses) if self.is_rigid else self._read_nodes(frames)
        return ShapeSlab(self.step[frames], self.time[frames], *placed, active, *poses)

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
