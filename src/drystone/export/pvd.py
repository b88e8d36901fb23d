"""PVD: a list of times in XML, and one VTU file for each frame; any ParaView reads them.

Numbers stand raw behind the XML of each file (appended data): small, exact, quick.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np

from drystone.export.cracks import CRACKS, PointFrames, has_points
from drystone.export.frames import RunFrames, group_numbers, interface_fields
from drystone.export.series import BLOCKS, INTERFACES, block_fields, constant_spans, write_names

_POLYGON, _VERTEX = 7, 1
_TYPES = {"f4": "Float32", "f8": "Float64", "i4": "Int32", "i8": "Int64", "u1": "UInt8"}


def write_pvd(frames: RunFrames, folder: Path) -> None:
    """Write blocks.pvd with its folder, names.csv and, where kept, interfaces.pvd and cracks.pvd into `folder`."""
    write_names(frames, folder)
    _write_list(folder, BLOCKS, frames.time, _write_blocks(frames, folder))
    if len(frames.interface_time):
        _write_list(folder, INTERFACES, frames.interface_time, _write_interfaces(frames, folder))
    if has_points(frames):
        points = PointFrames(frames)
        _write_list(folder, CRACKS, points.time, _write_cracks(points, folder))


def _write_blocks(frames: RunFrames, folder: Path) -> list[str]:
    groups, files = group_numbers(frames)[1], _Files(folder, BLOCKS)
    for slab in frames.shapes():
        for span in constant_spans(slab):
            outline = frames.outline(slab.is_active[span.start])
            block = outline.block
            fixed = {"block": block.astype(np.int32), "group": groups[block],
                     "support": frames.is_support[block].astype(np.uint8)}
            connectivity, offsets = outline.connectivity.astype(np.int32), outline.offsets.astype(np.int32)
            point, displacement, velocity = outline.take(slab, span)
            fields = block_fields(slab, span, block)
            for f in range(len(point)):
                files.write(point[f], connectivity, offsets,
                            {"displacement": displacement[f], "velocity": velocity[f]},
                            fixed | {name: values[f] for name, values in fields.items()})
    return files.names


def _write_interfaces(frames: RunFrames, folder: Path) -> list[str]:
    files = _Files(folder, INTERFACES)
    for slab in frames.interfaces():
        fields = {name: values.astype(np.float32) if values.dtype == np.float64 else values
                  for name, values in interface_fields(slab).items()}
        ends = np.concatenate(([0], np.cumsum(slab.corner_count)))
        for f in range(len(slab.step)):
            rows = slice(slab.ptr[f], slab.ptr[f + 1])
            offsets = ends[slab.ptr[f]:slab.ptr[f + 1] + 1]
            corner = slab.corner[offsets[0]:offsets[-1]]
            files.write(corner, np.arange(len(corner), dtype=np.int32), (offsets - offsets[0]).astype(np.int32), {},
                        {name: values[rows] for name, values in fields.items()})
    return files.names


def _write_cracks(points: PointFrames, folder: Path) -> list[str]:
    files, count = _Files(folder, CRACKS, _VERTEX), len(points.place)
    each, ends = np.arange(count, dtype=np.int32), np.arange(count + 1, dtype=np.int32)
    for slab in points.slabs():
        for f in range(len(slab.time)):
            own = {name: values[f] for name, values in slab.value.items()}
            files.write(points.place, each, ends, own, points.fixed)
    return files.names


class _Files:
    """Numbered VTU files in a folder of their own."""

    def __init__(self, folder: Path, name: str, cell: int = _POLYGON) -> None:
        self._folder, self._name, self._cell, self.names = folder, name, cell, []
        self._key, self._head = None, b""
        (folder / name).mkdir()

    def write(self, point: np.ndarray, connectivity: np.ndarray, offsets: np.ndarray,
              on_points: Mapping[str, np.ndarray], on_cells: Mapping[str, np.ndarray]) -> None:
        """One grid of polygons; offsets begin with 0."""
        cells = len(offsets) - 1
        sections = {"PointData": on_points, "CellData": on_cells, "Points": {"Points": point},
                    "Cells": {"connectivity": connectivity, "offsets": offsets[1:],
                              "types": np.full(cells, self._cell, np.uint8)}}
        data = []
        for arrays in sections.values():
            for values in arrays.values():
                data += (struct.pack("<Q", values.nbytes), np.ascontiguousarray(values))
        key = (len(point), cells, len(connectivity))
        if key != self._key:     # all files of one outline begin alike
            self._key, self._head = key, _write_head(len(point), cells, sections)
        name = f"{self._name}/{self._name}_{len(self.names):06d}.vtu"
        (self._folder / name).write_bytes(b"".join((self._head, *data, b"\n</AppendedData>\n</VTKFile>\n")))
        self.names.append(name)


def _write_head(points: int, cells: int, sections: Mapping[str, Mapping[str, np.ndarray]]) -> bytes:
    """The XML before the numbers, which says where each array begins."""
    text, at = [], 0
    for section, arrays in sections.items():
        text.append(f"<{section}>")
        for name, values in arrays.items():
            parts = f' NumberOfComponents="{values.shape[1]}"' if values.ndim == 2 else ""
            text.append(f'<DataArray type="{_TYPES[values.dtype.str[1:]]}" Name={quoteattr(name)}{parts} '
                        f'format="appended" offset="{at}"/>')
            at += 8 + values.nbytes
        text.append(f"</{section}>")
    head = ('<?xml version="1.0"?>\n<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" '
            f'header_type="UInt64">\n<UnstructuredGrid>\n<Piece NumberOfPoints="{points}" NumberOfCells="{cells}">\n'
            + "\n".join(text) + '\n</Piece>\n</UnstructuredGrid>\n<AppendedData encoding="raw">\n_')
    return head.encode()


def _write_list(folder: Path, name: str, time: np.ndarray, files: Sequence[str]) -> None:
    """The PVD file: which file belongs to which time."""
    lines = [f'<DataSet timestep="{t!r}" part="0" file={quoteattr(file)}/>' for t, file in zip(time.tolist(), files)]
    text = ('<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">\n<Collection>\n'
            + "\n".join(lines) + "\n</Collection>\n</VTKFile>\n")
    (folder / f"{name}.pvd").write_text(text, encoding="utf-8")
