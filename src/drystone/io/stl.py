"""STL, text and binary: triangles without names; a text file may hold several named solids."""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.io.drawing import MOST_FACES, Drawing, RawSolid, read_bytes, refuse_many

_HEAD, _RECORD = 84, 50


def read_stl(path: Path) -> Drawing:
    """Solids of an STL file, in its own unit and axes."""
    data = read_bytes(path)
    if data[:5].lower() == b"solid" and b"facet" in data[:4096]:
        return _read_text(path, data.decode("ascii", errors="replace"))
    return _read_binary(path, data)


def _read_binary(path: Path, data: bytes) -> Drawing:
    if len(data) < _HEAD:
        raise InputError(f"{path}: an STL file begins with {_HEAD} bytes of header, got {len(data)}; is it cut off?")
    count = struct.unpack_from("<I", data, 80)[0]
    if len(data) != _HEAD + _RECORD * count:
        raise InputError(f"{path}: the header says {count} triangles, which take {_HEAD + _RECORD * count} bytes, "
                         f"but the file has {len(data)}; is it cut off, or no STL?")
    if count == 0:
        raise InputError(f"{path}: holds no triangles")
    refuse_many(path, count, "triangles", MOST_FACES)
    records = np.frombuffer(data, dtype=np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("spare", "<u2")]),
                            offset=_HEAD)
    corners = records["corner"].astype(float).reshape(-1, 3)
    _check_finite(path, corners)
    return Drawing([RawSolid("", corners, _triangles(count), is_heap=True)])


def _read_text(path: Path, text: str) -> Drawing:
    refuse_many(path, text.count("endfacet"), "triangles", MOST_FACES)
    drawing = Drawing()
    name, begin, corners = "", 0, None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        key = words[0].lower()
        if key == "solid":
            name, begin, corners = " ".join(words[1:]), number, []
        elif key == "vertex":
            if corners is None:
                raise InputError(f"{path}:{number}: a vertex outside of a solid")
            try:
                x, y, z = map(float, words[1:])
            except ValueError:
                raise InputError(f"{path}:{number}: a vertex must be 3 numbers, got {line.strip()!r}; "
                                 "is the file cut off?") from None
            corners.append((x, y, z))
        elif key == "endfacet" and len(corners or ()) % 3:
            raise InputError(f"{path}:{number}: a facet must have 3 vertices")
        elif key == "endsolid":
            _close(path, drawing, name, begin, corners)
            corners = None
    if corners is not None:
        raise InputError(f"{path}: solid {name!r} (line {begin}) has no endsolid; the file is cut off after "
                         f"{len(corners) // 3} triangles")
    if not drawing.solids:
        raise InputError(f"{path}: holds no triangles")
    if len(drawing.solids) == 1:      # one name for all: that of the program or the file, not of a block
        drawing.solids = [replace(drawing.solids[0], is_heap=True)]
    return drawing


def _close(path: Path, drawing: Drawing, name: str, begin: int, corners: list | None) -> None:
    if not corners:
        drawing.notes.append(f"solid {name!r} (line {begin}) has no triangles: skipped")
        return
    array = np.array(corners)
    _check_finite(path, array)
    drawing.solids.append(RawSolid(name, array, _triangles(len(array) // 3), where=f"line {begin}", is_heap=not name))


def _check_finite(path: Path, corners: np.ndarray) -> None:
    bad = np.flatnonzero(~np.isfinite(corners).all(axis=1))
    if len(bad):
        raise InputError(f"{path}: triangle {bad[0] // 3 + 1} has a corner that is not finite")


def _triangles(count: int) -> list[tuple[int, int, int]]:
    return [(k, k + 1, k + 2) for k in range(0, 3 * count, 3)]
