"""Tetrahedra made elsewhere: nodes and corners from JSON, npz, or Gmsh's text format (2.2 and 4.1)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from drystone.checks import show
from drystone.errors import InputError
from drystone.io.bounded import MOST_OF_DRAWING, read_bounded

#: Most nodes and tetrahedra of a file.
MOST_TETS = 1_000_000

#: Gmsh's numbers of elements: the one that is read, and those of lines, triangles and points, which are passed over.
_TET, _PASSED = 4, {1: 2, 2: 3, 15: 1}


def read_tets(path: str | Path) -> tuple[np.ndarray, np.ndarray]:
    """Nodes (n, 3) [unit of the file] and tetrahedra (t, 4), nodes counted from 0."""
    path = Path(path)
    try:
        data = read_bounded(path, MOST_OF_DRAWING)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    kind = path.suffix.lower()
    if kind == ".msh":
        return _read_msh(path, data)
    if kind not in (".json", ".npz"):
        raise InputError(f"{path}: a mesh of tetrahedra ends in .msh, .json or .npz, got {path.suffix!r}")
    try:
        content = json.loads(data) if kind == ".json" else _unpack(data)
        return check_tets(str(path), content["nodes"], content["tets"])
    except KeyError as error:
        raise InputError(f"{path}: must hold nodes and tets, {error.args[0]} is missing") from None
    except (ValueError, TypeError, OSError) as error:      # damaged JSON, or no archive
        raise InputError(f"{path}: is damaged: {show(str(error))}") from None


def _unpack(data: bytes) -> dict[str, np.ndarray]:
    with np.load(io.BytesIO(data), allow_pickle=False) as content:
        return {name: content[name] for name in content.files}


def check_tets(what: str, nodes: object, tets: object) -> tuple[np.ndarray, np.ndarray]:
    """Both as arrays, of the form that is asked for; `what` begins the messages."""
    try:
        place, corner = np.array(nodes, float), np.array(tets)
    except (ValueError, TypeError):
        raise InputError(f"{what}: nodes must be rows of 3 numbers, and tets rows of 4 numbers of nodes") from None
    if place.ndim != 2 or place.shape[1] != 3 or not np.isfinite(place).all():
        raise InputError(f"{what}: nodes must be rows of 3 finite numbers, got an array of {place.shape}")
    if corner.ndim != 2 or corner.shape[1] != 4 or not len(corner) or corner.dtype.kind not in "iu":
        raise InputError(f"{what}: tets must be rows of 4 whole numbers, got an array of {corner.shape}")
    if max(len(place), len(corner)) > MOST_TETS:
        raise InputError(f"{what}: must have at most {MOST_TETS} nodes and tetrahedra, got {len(place)} and "
                         f"{len(corner)}")
    wrong = np.flatnonzero(((corner < 0) | (corner >= len(place))).any(axis=1))
    if len(wrong):
        raise InputError(f"{what}: tetrahedron {wrong[0]} names nodes {corner[wrong[0]].tolist()}, and there are "
                         f"{len(place)}, counted from 0")
    return place, corner.astype(np.int64)


# --- Gmsh ------------------------------------------------------------------------------------------------

def _read_msh(path: Path, data: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Tetrahedra of a Gmsh file, in its order; nodes get numbers from 0."""
    sections = _sections(path, data)
    head = sections.get("MeshFormat", [""])[0].split()
    if len(head) < 2 or head[0] not in ("2.2", "4.1") or head[1] != "0":
        raise InputError(f"{path}: must be Gmsh's text format 2.2 or 4.1, got {' '.join(head[:2]) or 'no format'}")
    try:
        nodes = dict(_nodes_old(sections["Nodes"]) if head[0] == "2.2" else _nodes(sections["Nodes"]))
        rows = list(_elements_old(sections["Elements"]) if head[0] == "2.2" else _elements(sections["Elements"]))
    except KeyError as error:
        raise InputError(f"{path}: section ${error.args[0]} is missing") from None
    except (ValueError, IndexError):
        raise InputError(f"{path}: $Nodes or $Elements is damaged, or cut off") from None
    other = next((kind for kind, _ in rows if kind != _TET and kind not in _PASSED), None)
    if other is not None:
        raise InputError(f"{path}: solids must be tetrahedra with 4 nodes (Gmsh's type 4), got elements of type "
                         f"{other}")
    place = {tag: k for k, tag in enumerate(nodes)}
    try:
        tets = [[place[tag] for tag in corners] for kind, corners in rows if kind == _TET]
    except KeyError as error:
        raise InputError(f"{path}: an element names node {error.args[0]}, which is not in $Nodes") from None
    return check_tets(str(path), list(nodes.values()) or np.zeros((0, 3)), tets or np.zeros((0, 4), np.int64))


def _sections(path: Path, data: bytes) -> dict[str, list[str]]:
    """Lines of each section; of what is binary, nothing that could be read."""
    found: dict[str, list[str]] = {}
    own: list[str] | None = None
    for line in data.decode("utf-8", errors="replace").splitlines():
        if line.startswith("$End"):
            own = None
        elif line.startswith("$"):
            own = found.setdefault(line[1:].strip(), [])
        elif own is not None and line.strip():
            own.append(line)
    if own is not None:
        raise InputError(f"{path}: a section has no end; is the file cut off?")
    return {name: lines or [""] for name, lines in found.items()}


def _nodes_old(lines: list[str]) -> Iterator[tuple[int, list[float]]]:
    for k in range(int(lines[0])):
        tag, *place = lines[1 + k].split()
        yield int(tag), _three(place)


def _nodes(lines: list[str]) -> Iterator[tuple[int, list[float]]]:
    at = 1
    for _ in range(int(lines[0].split()[0])):
        count = int(lines[at].split()[3])
        for k in range(count):
            yield int(lines[at + 1 + k]), _three(lines[at + 1 + count + k].split())
        at += 1 + 2 * count


def _three(words: list[str]) -> list[float]:
    if len(words) < 3:
        raise ValueError
    return [float(word) for word in words[:3]]


def _elements_old(lines: list[str]) -> Iterator[tuple[int, list[int]]]:
    for k in range(int(lines[0])):
        numbers = [int(word) for word in lines[1 + k].split()]
        yield _element(numbers[1], numbers[3 + numbers[2]:])


def _elements(lines: list[str]) -> Iterator[tuple[int, list[int]]]:
    at = 1
    for _ in range(int(lines[0].split()[0])):
        kind, count = (int(word) for word in lines[at].split()[2:4])
        for k in range(count):
            yield _element(kind, [int(word) for word in lines[at + 1 + k].split()][1:])
        at += 1 + count


def _element(kind: int, corners: list[int]) -> tuple[int, list[int]]:
    if kind == _TET and len(corners) != 4:
        raise ValueError
    return kind, corners
