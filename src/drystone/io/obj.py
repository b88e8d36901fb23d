"""Wavefront OBJ: one block an object (`o`), or a group (`g`) where a file has no objects.

Numbers are written with all their digits. A block of several convex parts is written as one object whose comment
says how many they are; without it, separate solids in one object are an error that the reader's `pieces` answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.io.drawing import MOST_FACES, MOST_OBJECTS, Drawing, RawSolid, read_text, refuse_many

_PARTS = re.compile(r"#\s*drystone:\s*(\d+) parts\s*\Z")
_FREE_FORM = {"cstype", "curv", "curv2", "surf"}


def read_obj(path: Path) -> Drawing:
    """Objects of an OBJ file, in its own unit and axes."""
    text = read_text(path)
    refuse_many(path, text.count("\nf "), "faces", MOST_FACES)
    refuse_many(path, text.count("\no ") or text.count("\ng "), "objects", MOST_OBJECTS)
    by_object = re.search(r"^o\s", text, re.MULTILINE) is not None
    points: list[tuple[float, float, float]] = []
    found: list[_Object] = []
    groups: tuple[str, ...] = ()
    current: _Object | None = None
    parts: int | None = None
    for number, line in enumerate(text.replace("\\\n", " ").splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        key = words[0]
        if key == "v":
            points.append(_point(path, number, line, words))
        elif key == "f":
            if current is None:
                current = _Object(groups[0] if groups and not by_object else "", number)
                found.append(current)
            current.groups |= dict.fromkeys(groups)
            current.part_count = parts if current.part_count is None else current.part_count
            current.faces.append(_face(path, number, words, len(points)))
            parts = None
        elif key == "o":
            current = _Object(" ".join(words[1:]), number)
            found.append(current)
        elif key == "g":
            groups = tuple(words[1:]) or ("default",)
            if not by_object:
                current = next((o for o in found if o.name == groups[0]), None)   # a group may be taken up again
                if current is None:
                    current = _Object(groups[0], number)
                    found.append(current)
        elif key in _FREE_FORM:
            raise InputError(f"{path}:{number}: free-form surfaces ({key}) are not read: export polygons")
        elif match := _PARTS.match(line):
            parts = int(match[1])
    return _drawing(path, points, found, by_object)


class _Object:
    def __init__(self, name: str, line: int) -> None:
        self.name, self.line = name, line
        self.faces: list[tuple[int, ...]] = []
        self.groups: dict[str, None] = {}
        self.part_count: int | None = None


def _drawing(path: Path, points: list, found: list[_Object], by_object: bool) -> Drawing:
    if not points:
        raise InputError(f"{path}: holds no vertices (lines that begin with v)")
    if not any(item.faces for item in found):
        raise InputError(f"{path}: holds no faces (lines that begin with f)")
    array = np.array(points)
    drawing = Drawing()
    for item in found:
        if not item.faces:
            drawing.notes.append(f"object {item.name!r} (line {item.line}) has no faces: skipped")
            continue
        used, inverse = np.unique(np.concatenate([np.asarray(f) for f in item.faces]), return_inverse=True)
        ends = np.cumsum([len(f) for f in item.faces])
        faces = [tuple(loop.tolist()) for loop in np.split(inverse.reshape(-1), ends[:-1])]
        groups = tuple(item.groups) if by_object else tuple(g for g in item.groups if g != item.name)
        drawing.solids.append(RawSolid(item.name, array[used], faces, tuple(g for g in groups if g != "default"),
                                       f"line {item.line}", is_heap=not item.name, part_count=item.part_count))
    return drawing


def _point(path: Path, number: int, line: str, words: Sequence[str]) -> tuple[float, float, float]:
    try:
        x, y, z = float(words[1]), float(words[2]), float(words[3])
    except (IndexError, ValueError):
        x = y = z = np.nan
    if not np.isfinite((x, y, z)).all():
        raise InputError(f"{path}:{number}: a vertex must be 3 finite numbers, got {line.strip()!r}; "
                         "is the file cut off?")
    return x, y, z


def _face(path: Path, number: int, words: Sequence[str], point_count: int) -> tuple[int, ...]:
    out = []
    for word in words[1:]:
        try:
            k = int(word.split("/", 1)[0])
        except ValueError:
            raise InputError(f"{path}:{number}: a face must name vertices by number, got {word!r}") from None
        k = k - 1 if k > 0 else point_count + k
        if not 0 <= k < point_count:
            raise InputError(f"{path}:{number}: a face names vertex {word.split('/', 1)[0]}, but {point_count} are "
                             "there; is the file cut off?")
        out.append(k)
    if len(out) < 3:
        raise InputError(f"{path}:{number}: a face needs at least 3 vertices, got {len(out)}; is the file cut off?")
    return tuple(out)


def format_obj(blocks: Sequence[NamedShape]) -> str:
    """Text of an OBJ file: metres, z up, full digits."""
    lines = ["# drystone blocks; unit m, z up"]
    base = 1
    for block in blocks:
        lines.append(f"o {' '.join(block.name.split())}")
        lines.append(f"g {' '.join(map(_word, block.groups))}" if block.groups else "g")
        if len(block.shape.parts) > 1:
            lines.append(f"# drystone: {len(block.shape.parts)} parts")
        for part in block.shape.parts:
            lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in part.vertices.tolist()]
            lines += ["f " + " ".join(str(base + k) for k in face) for face in part.faces]
            base += len(part.vertices)
    return "\n".join(lines) + "\n"


def _word(name: str) -> str:
    """Groups are words in OBJ."""
    return re.sub(r"\s+", "_", name)
