"""VTKHDF: one HDF5 file for all frames, blocks and interfaces each, as ParaView 5.12 and later read them.

Each file is an unstructured grid of polygons with a `Steps` group (version 2.0 of the format). Outlines that repeat are
stored once: a step names its outline (a *part*) by PartOffsets, and the reader finds its offsets in `Offsets` at
CellOffsets + PartOffsets, because every part has one offset more than cells. Points and values follow step by step.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from pathlib import Path

import h5py
import numpy as np

from drystone.export.cracks import CRACKS, PointFrames, has_points
from drystone.export.frames import RunFrames, group_numbers, interface_fields
from drystone.export.series import BLOCKS, INTERFACES, block_fields, constant_spans, write_names

_POLYGON, _VERTEX = 7, 1   #: VTK's numbers of a polygon, of a point
_CHUNK_BYTES = 2**18
_MARGIN = 2**22            #: space kept ahead of the end of the file [bytes]


def write_vtkhdf(frames: RunFrames, folder: Path) -> None:
    """Write blocks.vtkhdf, names.csv and, where they were kept, interfaces.vtkhdf and cracks.vtkhdf into `folder`."""
    write_names(frames, folder)
    with _Series(folder / f"{BLOCKS}.vtkhdf") as series:
        _write_blocks(frames, series)
    if len(frames.interface_time):
        with _Series(folder / f"{INTERFACES}.vtkhdf") as series:
            _write_interfaces(frames, series)
    if has_points(frames):
        with _Series(folder / f"{CRACKS}.vtkhdf", _VERTEX) as series:
            _write_cracks(PointFrames(frames), series)


def _write_blocks(frames: RunFrames, series: _Series) -> None:
    groups = group_numbers(frames)[1]
    known: dict[bytes, int] = {}
    for slab in frames.shapes():
        for span in constant_spans(slab):
            active = slab.is_active[span.start]
            outline = frames.outline(active)
            block = outline.block
            part = known.get(active.tobytes())
            if part is None:
                part = known[active.tobytes()] = series.add_part(
                    len(outline.vertex), outline.connectivity, outline.offsets,
                    {"block": block.astype(np.int32), "group": groups[block],
                     "support": frames.is_support[block].astype(np.uint8)})
            point, displacement, velocity = outline.take(slab, span)
            series.add_steps(slab.time[span], np.full(len(point), part), point.reshape(-1, 3),
                             {"displacement": displacement.reshape(-1, 3), "velocity": velocity.reshape(-1, 3)},
                             {name: values.reshape(-1, 3) for name, values in
                              block_fields(slab, span, block).items()})


def _write_interfaces(frames: RunFrames, series: _Series) -> None:
    known: dict[bytes, int] = {}
    for slab in frames.interfaces():
        parts = np.empty(len(slab.step), np.int64)
        for f in range(len(parts)):
            count = slab.corner_count[slab.ptr[f]:slab.ptr[f + 1]]
            key = count.astype(np.int32).tobytes()
            part = known.get(key)
            if part is None:
                offsets = np.concatenate(([0], np.cumsum(count)))
                part = known[key] = series.add_part(int(offsets[-1]), np.arange(offsets[-1]), offsets, {})
                if len(known) > 64:      # outlines of a collapse do not come back
                    known = {key: part}
            parts[f] = part
        series.add_steps(slab.time, parts, slab.corner, {},
                         {name: _single(values) for name, values in interface_fields(slab).items()})


def _write_cracks(points: PointFrames, series: _Series) -> None:
    """Sub-contacts, a cell each."""
    count = len(points.place)
    part = series.add_part(count, np.arange(count), np.arange(count + 1), points.fixed)
    for slab in points.slabs():
        frames = len(slab.time)
        series.add_steps(slab.time, np.full(frames, part), np.tile(points.place, (frames, 1)),
                         {name: values.reshape(frames * count, *values.shape[2:])
                          for name, values in slab.value.items()}, {})


def _single(values: np.ndarray) -> np.ndarray:
    return values.astype(np.float32) if values.dtype == np.float64 else values


class _Series:
    """A temporal unstructured grid of polygons, or of points, that is being written."""

    def __init__(self, path: Path, cell: int = _POLYGON) -> None:
        self._path, self._cell = path, cell

    def __enter__(self) -> _Series:
        self._file = h5py.File(self._path, "w", locking=False, rdcc_nbytes=2**24)
        self._reserved = 0
        self._root = self._file.create_group("VTKHDF")
        self._root.attrs["Version"] = np.array((2, 0), np.int64)
        kind = np.bytes_("UnstructuredGrid")     # the reader knows text of a fixed length only
        self._root.attrs.create("Type", kind, dtype=h5py.string_dtype("ascii", len(kind)))
        self._length: dict[str, int] = {}
        self._parts: list[tuple[int, int, int]] = []      # points, cells, connectivity
        self._part_row: dict[str, list[int]] = {}         # where the fixed values of each part begin
        self._steps: dict[str, list[np.ndarray]] = {}
        return self

    def __exit__(self, kind, *exception: object) -> None:
        try:
            if kind is None:
                self._finish()
                if hasattr(os, "posix_fallocate"):
                    os.ftruncate(self._file.id.get_vfd_handle(), self._file.id.get_filesize())
                self._file.close()
        finally:
            with contextlib.suppress(OSError, RuntimeError):     # the first error is the one to tell
                self._file.close()

    def add_part(self, points: int, connectivity: np.ndarray, offsets: np.ndarray,
                 fixed: dict[str, np.ndarray]) -> int:
        """Store an outline and the values of its cells that never change; returns its number."""
        cells = len(offsets) - 1
        for name in fixed:
            self._part_row.setdefault(name, []).append(self._length.get(f"CellData/{name}", 0))
        self._parts.append((points, cells, len(connectivity)))
        self._append({"Connectivity": connectivity.astype(np.int64), "Offsets": offsets.astype(np.int64),
                      "Types": np.full(cells, self._cell, np.uint8),
                      **{f"CellData/{name}": values for name, values in fixed.items()}})
        return len(self._parts) - 1

    def add_steps(self, time: np.ndarray, parts: np.ndarray, point: np.ndarray, on_points: dict[str, np.ndarray],
                  on_cells: dict[str, np.ndarray]) -> None:
        """Add steps with their outlines; points and values of all of them, one after the other."""
        sizes = np.array(self._parts, np.int64)
        point_at = np.cumsum(np.concatenate(([0], sizes[parts, 0])))[:-1]
        cell_at = np.cumsum(np.concatenate(([0], sizes[parts, 1])))[:-1]
        begin = np.concatenate((np.zeros((1, 3), np.int64), np.cumsum(sizes, axis=0)))[parts]
        rows = {"Values": time, "PartOffsets": parts, "NumberOfParts": np.ones(len(parts), np.int64),
                "PointOffsets": self._length.get("Points", 0) + point_at,
                "CellOffsets": begin[:, 1:2], "ConnectivityIdOffsets": begin[:, 2:3]}
        for group, values, at in (("PointData", on_points, point_at), ("CellData", on_cells, cell_at)):
            rows |= {f"{group}Offsets/{name}": self._length.get(f"{group}/{name}", 0) + at for name in values}
        rows |= {f"CellDataOffsets/{name}": np.array(first, np.int64)[parts] for name, first in self._part_row.items()}
        for name, values in rows.items():
            self._steps.setdefault(name, []).append(values)
        self._append({"Points": point} | {f"PointData/{name}": values for name, values in on_points.items()}
                     | {f"CellData/{name}": values for name, values in on_cells.items()})

    def _append(self, columns: dict[str, np.ndarray]) -> None:
        """Lengthen datasets, which are made when they first come."""
        self._reserve(sum(values.nbytes for values in columns.values()) + len(columns) * _CHUNK_BYTES)
        for name, values in columns.items():
            start = self._length.get(name)
            if start is None:
                rows = max(1, _CHUNK_BYTES // (values.dtype.itemsize * int(np.prod(values.shape[1:], dtype=int))))
                self._root.create_dataset(name, (0, *values.shape[1:]), values.dtype,
                                          maxshape=(None, *values.shape[1:]), chunks=(rows, *values.shape[1:]))
                start = 0
            dataset = self._root[name]
            dataset.resize(start + len(values), axis=0)
            if len(values):
                dataset[start:] = values
            self._length[name] = start + len(values)

    def _finish(self) -> None:
        sizes = np.array(self._parts, np.int64).reshape(-1, 3)
        self._reserve(2**16 + 64 * sum(len(values) for found in self._steps.values() for values in found))
        for k, name in enumerate(("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds")):
            self._root[name] = sizes[:, k]
        steps = self._root.create_group("Steps")
        for name, found in self._steps.items():
            steps[name] = np.concatenate(found)
        steps.attrs["NSteps"] = np.int64(len(steps["Values"]))

    def _reserve(self, growth: int) -> None:
        """Take space ahead of a write: HDF5 does not survive a full disk in the middle of one."""
        needed = self._file.id.get_filesize() + growth + _MARGIN
        if needed <= self._reserved:
            return
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(self._file.id.get_vfd_handle(), 0, needed + _MARGIN)
        elif shutil.disk_usage(self._path.parent).free < growth:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._reserved = needed + _MARGIN
