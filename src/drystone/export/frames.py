"""A result as a stream of frames: what every format writes, a few megabytes at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drystone.analysis.blocks import block_groups, block_names, static_array
from drystone.checks import check_count, check_number
from drystone.errors import InputError
from drystone.export.polygons import cut_interfaces, measure_slips
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.shape import Shape
from drystone.model.tables import INTERFACES
from drystone.names import show_line
from drystone.results.result import RunResult
from drystone.results.shape import ShapeSlab
from drystone.results.slabs import TableSlabs

#: Memory for the poses of one slab, and for the corners of its polygons [bytes].
_SLAB_BYTES = 2**22
_POINT_BYTES = 2**23
_CARRIED = ("block_a", "block_b", "area", "normal", "force", "point", "centroid", "eccentricity_share", "opening",
            "slip_speed")


@dataclass(frozen=True, slots=True)
class FrameChoice:
    """Which of the kept frames are exported."""

    every: int = 1              #: every n-th of those in the window
    start: float | None = None  #: [s], None = from the first
    until: float | None = None  #: [s], None = to the last

    def __post_init__(self) -> None:
        check_count("export: --every", self.every)
        for name, value in (("--from", self.start), ("--until", self.until)):
            if value is not None:
                check_number(f"export: {name}", value, "s")
        if self.start is not None and self.until is not None and self.start > self.until:
            raise InputError(f"export: --from must be <= --until {self.until:g} s, got {self.start:g}")

    def window(self, time: np.ndarray) -> np.ndarray:
        """Numbers of the rows within the window; a time that is off by rounding counts."""
        slack = 1e-9 * max(abs(float(time[-1])), 1e-9) if len(time) else 0.0
        inside = np.ones(len(time), bool)
        if self.start is not None:
            inside &= time >= self.start - slack
        if self.until is not None:
            inside &= time <= self.until + slack
        return np.flatnonzero(inside)


@dataclass(frozen=True, slots=True)
class BlockSlab:
    """Poses of all blocks in some consecutive chosen frames."""

    first: int                #: number of the first among the chosen frames
    step: np.ndarray          #: (f,) int64
    time: np.ndarray          #: (f,) [s]
    position: np.ndarray      #: (f, b, 3) [m], centres of mass
    orientation: np.ndarray   #: (f, b, 4) unit quaternions (w, x, y, z)
    twist: np.ndarray         #: (f, b, 6) [m/s, rad/s], world
    is_active: np.ndarray     #: (f, b) bool, False once a block is removed


@dataclass(frozen=True, slots=True)
class InterfaceSlab:
    """Interfaces of some consecutive chosen frames, flat; frame f has rows ptr[f]:ptr[f + 1].

    Forces act on block b, the normal points from a to b, compression is positive.
    """

    step: np.ndarray         #: (f,) int64
    time: np.ndarray         #: (f,) [s]
    ptr: np.ndarray          #: (f + 1,) int64
    value: dict[str, np.ndarray]   #: as stored, and `slip` (i,) [m]
    corner_count: np.ndarray       #: (i,) int64, corners of each polygon
    corner: np.ndarray             #: (sum, 3) [m], polygons one after the other, counter-clockwise about the normal


@dataclass(frozen=True, slots=True)
class Outline:
    """Faces of the blocks that are there, as polygons over a list of vertices."""

    vertex: np.ndarray         #: (v,) vertices of the run that take part
    block: np.ndarray          #: (c,) block of each face that takes part
    connectivity: np.ndarray   #: (k,) int64, numbers into `vertex`
    offsets: np.ndarray        #: (c + 1,) int64

    def take(self, slab: ShapeSlab, frames: slice) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Vertices in some frames of a slab: points (f, v, 3) [m], displacements from the drawing and velocities
        (f, v, 3) float32 [m], [m/s].
        """
        whole = len(self.vertex) == slab.vertex.shape[1]      # no copy of them all where nothing was removed
        point, displacement, velocity = (values[frames] if whole else values[frames, self.vertex]
                                         for values in (slab.vertex, slab.displacement, slab.velocity))
        return point, displacement.astype(np.float32), velocity.astype(np.float32)


class RunFrames:
    """The chosen frames of a run.

    Attributes
    ----------
    names, groups : of each block
    step, time : (n,) of the chosen frames
    """

    def __init__(self, result: RunResult, choice: FrameChoice | None = None) -> None:
        choice = choice or FrameChoice()
        self.result, self.choice = result, choice
        times = result.shapes.time
        self._chosen = choice.window(times)[::choice.every]
        if not len(times):
            raise InputError(f"run '{result.directory}': no frame was kept, nothing to export")
        if not len(self._chosen):
            raise InputError(f"export: no frame lies between --from and --until; the run has frames from {times[0]:g} "
                             f"to {times[-1]:g} s")
        self.step, self.time = result.shapes.step[self._chosen], times[self._chosen]
        self.names = tuple(map(show_line, block_names(result)))   # a store may be anybody's
        self.groups = tuple(tuple(map(show_line, groups)) for groups in block_groups(result))
        self.is_support = self.static("is_support").astype(bool)
        self.drawn = self.static("reference_position")
        self.surface = result.shapes.surface

    def static(self, name: str) -> np.ndarray:
        """One of the arrays that do not change."""
        return static_array(self.result, name)

    @property
    def count(self) -> int:
        """Chosen frames."""
        return len(self.step)

    # -- blocks --------------------------------------------------------------------------------------

    def blocks(self) -> Iterator[BlockSlab]:
        """Poses, slab after slab."""
        rows = max(1, _SLAB_BYTES // (14 * 8 * max(len(self.names), 1)))
        for first in range(0, self.count, rows):
            yield self._read_blocks(first, self._chosen[first:first + rows])

    def _read_blocks(self, first: int, rows: np.ndarray) -> BlockSlab:
        shapes = self.result.shapes
        return BlockSlab(first, shapes.step[rows], shapes.time[rows], *shapes.read_poses(rows))

    def shapes(self) -> Iterator[ShapeSlab]:
        """Vertices of all parts, slab after slab."""
        return self.result.shapes.slabs(self._chosen)

    @cached_property
    def first_shape(self) -> Shape:
        """All parts at the first chosen frame."""
        return self.result.shape(int(self._chosen[0]))

    def outline(self, is_active: np.ndarray) -> Outline:
        """Faces of the blocks that are active (b,)."""
        surface = self.surface
        vertex = np.flatnonzero(is_active[surface.vertex_block])
        is_shown = is_active[surface.face_block]
        number = np.zeros(len(surface.vertex_block), np.int64)
        number[vertex] = np.arange(len(vertex))
        sizes = np.diff(surface.loop_ptr)
        loop = surface.loop[np.repeat(is_shown, sizes)]
        return Outline(vertex, surface.face_block[is_shown], number[loop],
                       np.concatenate(([0], np.cumsum(sizes[is_shown]))).astype(np.int64))

    # -- interfaces ----------------------------------------------------------------------------------

    @cached_property
    def _interfaces(self) -> TableSlabs | None:
        return TableSlabs(self.result, INTERFACES) if INTERFACES in self.result.tables else None

    @cached_property
    def _matched(self) -> tuple[np.ndarray, np.ndarray]:
        """Rows of the tables of frames and of interfaces that belong together; a run keeps no forces at its start."""
        if self._interfaces is None:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        _, ours, theirs = np.intersect1d(self.step, self._interfaces.step, assume_unique=True, return_indices=True)
        return self._chosen[ours], theirs

    @property
    def interface_time(self) -> np.ndarray:
        """(n,) [s], of the chosen frames for which interfaces were kept."""
        return self.result.shapes.time[self._matched[0]]

    @cached_property
    def further(self) -> dict[str, str]:
        """Numbers of interfaces that the engine keeps beside the common ones: name -> unit; exported as they are."""
        if INTERFACES not in self.result.tables:
            return {}
        columns = self.result.tables[INTERFACES].columns
        return {name: column.unit for name, column in columns.items() if name not in _CARRIED and not column.row_shape}

    def interfaces(self) -> Iterator[InterfaceSlab]:
        """Interfaces of the frames that have them, slab after slab."""
        ours, theirs = self._matched
        rows = max(1, _SLAB_BYTES // (40 * 8 * max(len(self.names), 1)))
        for first in range(0, len(ours), rows):
            chosen = ours[first:first + rows]
            ptr, value = self._interfaces.read_ragged((*_CARRIED, *self.further), theirs[first:first + rows])
            shapes = self.result.shapes.read(chosen)
            count, corner = self._cut(shapes, ptr, value)
            value["slip"] = self._slip(shapes, ptr, value)
            yield InterfaceSlab(shapes.step, shapes.time, ptr, value, count, corner)

    @cached_property
    def _faces(self) -> tuple:
        """Parts by block, faces by part, loops by face, as the kernel wants them."""
        surface = self.surface
        part = np.argsort(surface.part_block, kind="stable").astype(np.int64)
        part_ptr = np.searchsorted(surface.part_block[part], np.arange(len(self.names) + 1)).astype(np.int64)
        return part_ptr, part, surface.face_ptr, surface.loop_ptr, surface.loop

    def _cut(self, shapes: ShapeSlab, ptr: np.ndarray,
             value: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Polygons of all interfaces of some frames: corners of each (i,), corners (sum, 3) [m]."""
        total = int(ptr[-1])
        frame = np.repeat(np.arange(len(shapes.step)), np.diff(ptr))
        most = 2 * int(np.diff(self.surface.vertex_ptr).max(initial=0)) + 4   # corners of an overlap
        space = np.empty((6, 2 * most + 3, 3))
        rows = min(max(1, _POINT_BYTES // space[0].nbytes), max(total, 1))
        room = np.empty((rows * space.shape[1], 3))
        count, corners = np.empty(total, np.int64), []
        normal = self.result.shapes.normals(shapes)
        for i in range(0, total, rows):
            part = slice(i, min(i + rows, total))
            given = [np.ascontiguousarray(value[name][part]) for name in ("normal", "centroid", "area", "opening")]
            used = cut_interfaces(value["block_a"][part], value["block_b"][part], frame[part], *given, shapes.vertex,
                                  normal, *self._faces, space, count[part], room)
            corners.append(room[:used].copy())
        return count, np.concatenate(corners) if corners else np.zeros((0, 3))

    def _slip(self, shapes: ShapeSlab, ptr: np.ndarray, value: dict[str, np.ndarray]) -> np.ndarray:
        """(i,) [m]: how far the blocks of each interface have slid since the start, as they move as a whole."""
        slip, frame = np.empty(int(ptr[-1])), np.repeat(np.arange(len(shapes.step)), np.diff(ptr))
        measure_slips(value["block_a"], value["block_b"], frame, value["normal"], value["centroid"], shapes.position,
                      quaternion_to_matrix(shapes.orientation), self.static("initial_position"),
                      quaternion_to_matrix(self.static("initial_orientation")), slip)
        return slip


# -- what an interface tells, derived from what is stored ----------------------------------------------------

def interface_fields(slab: InterfaceSlab) -> dict[str, np.ndarray]:
    """Values of each interface by name, (i,) or (i, 3); the units are in docs/export.md."""
    value = slab.value
    normal_force = np.einsum("ik,ik->i", value["force"], value["normal"])
    with np.errstate(divide="ignore", invalid="ignore"):
        traction = np.where(value["area"] > 0.0, normal_force / value["area"], np.nan)
    share = value["eccentricity_share"].max(axis=1, initial=0.0)
    return {
        "block_a": value["block_a"], "block_b": value["block_b"], "area": value["area"], "normal": value["normal"],
        "normal_force": normal_force, "shear_force": value["force"] - normal_force[:, None] * value["normal"],
        "force": value["force"], "traction": traction, "opening": value["opening"], "slip": value["slip"],
        "slip_speed": value["slip_speed"], "eccentricity": value["point"] - value["centroid"],
        "eccentricity_share": share, "in_middle_third": (share <= 1.0 / 3.0 + 1e-12).astype(np.uint8),
    } | {name: array for name, array in value.items() if name not in _CARRIED}


def group_numbers(frames: RunFrames) -> tuple[tuple[str, ...], np.ndarray]:
    """Names of groups, and (b,) int32 which one stands for each block: its largest; -1 without any."""
    members: dict[str, int] = {}
    for groups in frames.groups:
        for group in groups:
            members[group] = members.get(group, 0) + 1
    names = tuple(sorted(members))
    number = {name: k for k, name in enumerate(names)}
    best = [number[max(groups, key=lambda g: (members[g], g))] if groups else -1 for groups in frames.groups]
    return names, np.array(best, np.int32).reshape(-1)
