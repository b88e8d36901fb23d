"""PLY, text and binary: one nameless mesh of polygons."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from drystone.checks import show
from drystone.errors import InputError
from drystone.io.drawing import MOST_FACES, Drawing, RawSolid, read_bytes, refuse_many

_TYPES = {"char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2",
          "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4",
          "double": "f8", "float64": "f8"}
_ORDER = {"binary_little_endian": "<", "binary_big_endian": ">"}


@dataclass
class _Element:
    name: str
    count: int
    properties: list[tuple[str, str, str | None]] = field(default_factory=list)   # name, type, type of list length


def read_ply(path: Path) -> Drawing:
    """The mesh of a PLY file, in its own unit and axes."""
    data = read_bytes(path)
    if data[:3] != b"ply":
        raise InputError(f"{path}: a PLY file begins with the word ply, got {data[:8]!r}")
    end = data.find(b"end_header")
    body = data.find(b"\n", end) + 1
    if end < 0 or body == 0:
        raise InputError(f"{path}: the header has no end_header; is the file cut off?")
    form, elements = _read_header(path, data[:end].decode("ascii", errors="replace"))
    for element in elements:
        if element.name == "face":
            refuse_many(path, element.count, "faces", MOST_FACES)
        if element.name == "vertex":
            refuse_many(path, element.count, "vertices", 3 * MOST_FACES)
    reader = _TextBody(path, data[body:]) if form == "ascii" else _BinaryBody(path, data[body:], _ORDER[form])
    tables = {element.name: reader.read(element) for element in elements}
    for name in ("vertex", "face"):
        if not len(tables.get(name, {}).get(_any_property(elements, name), ())):
            raise InputError(f"{path}: holds no {'vertices' if name == 'vertex' else 'faces'}")
    try:
        vertices = np.stack([np.asarray(tables["vertex"][axis], dtype=float) for axis in "xyz"], axis=1)
    except KeyError as error:
        raise InputError(f"{path}: vertices have no property {error.args[0]!r}") from None
    lists = tables["face"].get("vertex_indices", tables["face"].get("vertex_index"))
    if lists is None:
        raise InputError(f"{path}: faces have no property 'vertex_indices'")
    faces = [tuple(int(k) for k in row) for row in lists]
    _check(path, vertices, faces)
    return Drawing([RawSolid("", vertices, faces, is_heap=True)])


def _any_property(elements: list[_Element], name: str) -> str:
    return next((p[0] for e in elements if e.name == name for p in e.properties), "")


def _read_header(path: Path, text: str) -> tuple[str, list[_Element]]:
    form, elements = "", []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        try:
            if words[:1] == ["format"]:
                form = words[1]
            elif words[:1] == ["element"]:
                elements.append(_Element(words[1], int(words[2])))
                if elements[-1].count < 0:
                    raise ValueError
            elif words[:2] == ["property", "list"]:
                elements[-1].properties.append((words[4], _TYPES[words[3]], _TYPES[words[2]]))
            elif words[:1] == ["property"]:
                elements[-1].properties.append((words[2], _TYPES[words[1]], None))
        except (IndexError, KeyError, ValueError):
            raise InputError(f"{path}:{number}: odd line in the header: {show(line.strip())}") from None
    if form != "ascii" and form not in _ORDER:
        raise InputError(f"{path}: format must be ascii or one of {', '.join(_ORDER)}, got {form!r}")
    return form, elements


def _check(path: Path, vertices: np.ndarray, faces: list[tuple[int, ...]]) -> None:
    bad = np.flatnonzero(~np.isfinite(vertices).all(axis=1))
    if len(bad):
        raise InputError(f"{path}: vertex {bad[0]} is not finite")
    for i, face in enumerate(faces):
        if len(face) < 3 or not all(0 <= k < len(vertices) for k in face):
            raise InputError(f"{path}: face {i} must name 3 or more of the vertices 0 to {len(vertices) - 1}, "
                             f"got {show(list(face))}")


class _TextBody:
    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.lines = iter([line for line in data.decode("ascii", errors="replace").splitlines() if line.strip()])

    def read(self, element: _Element) -> dict[str, list]:
        table: dict[str, list] = {name: [] for name, _, _ in element.properties}
        for i in range(element.count):
            words = iter(next(self.lines, "").split())
            try:
                for name, kind, length in element.properties:
                    number = float if kind.startswith("f") else int
                    table[name].append(number(next(words)) if length is None
                                       else [number(next(words)) for _ in range(int(next(words)))])
            except (StopIteration, RuntimeError, ValueError):
                raise InputError(f"{self.path}: {element.name} {i} of {element.count} is missing or incomplete; "
                                 "is the file cut off?") from None
        return table


class _BinaryBody:
    def __init__(self, path: Path, data: bytes, order: str) -> None:
        self.path, self.data, self.order, self.place = path, data, order, 0

    def read(self, element: _Element) -> dict[str, object]:
        if all(length is None for _, _, length in element.properties):
            return self._read_table(element, [(name, self.order + kind) for name, kind, _ in element.properties])
        size = self._first_length(element)
        if size is not None:     # most files hold triangles only: one table
            kinds = [(f"{name}#", self.order + length) if part == 0 else (name, self.order + kind, size)
                     for name, kind, length in element.properties for part in (0, 1)]
            place = self.place
            try:
                table = self._read_table(element, kinds)
                if (table[f"{element.properties[0][0]}#"] == size).all():
                    return table
            except InputError:
                pass
            self.place = place
        return self._read_rows(element)

    def _first_length(self, element: _Element) -> int | None:
        if len(element.properties) != 1 or element.count == 0 or self.place >= len(self.data):
            return None
        kind = np.dtype(self.order + element.properties[0][2])
        if self.place + kind.itemsize > len(self.data):
            return None
        return int(np.frombuffer(self.data, kind, 1, self.place)[0]) or None

    def _read_table(self, element: _Element, kinds: list) -> dict[str, object]:
        row = np.dtype(kinds)
        whole = (len(self.data) - self.place) // max(row.itemsize, 1)
        if whole < element.count:
            raise self._cut_off(element, whole)
        table = np.frombuffer(self.data, row, element.count, self.place)
        self.place += row.itemsize * element.count
        return {name: table[name] for name in row.names}

    def _read_rows(self, element: _Element) -> dict[str, list]:
        table: dict[str, list] = {name: [] for name, _, _ in element.properties}
        for i in range(element.count):
            for name, kind, length in element.properties:
                size = 1 if length is None else int(self._take(element, i, length, 1)[0])
                values = self._take(element, i, kind, size)
                table[name].append(values[0] if length is None else values)
        return table

    def _take(self, element: _Element, row: int, kind: str, count: int) -> np.ndarray:
        dtype = np.dtype(self.order + kind)
        if self.place + dtype.itemsize * count > len(self.data):
            raise self._cut_off(element, row)
        values = np.frombuffer(self.data, dtype, count, self.place)
        self.place += dtype.itemsize * count
        return values

    def _cut_off(self, element: _Element, whole: int) -> InputError:
        return InputError(f"{self.path}: {element.name} {whole} of {element.count} is missing or incomplete; "
                          "is the file cut off?")
