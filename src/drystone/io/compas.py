"""COMPAS JSON: block assemblies of compas_assembly, block models of compas_model and compas_dem, or plain meshes.

Layouts that are known:

- ``{"assembly": {...}, "blocks": {key: mesh}}`` of the first compas_assembly,
- ``Assembly`` with a graph whose nodes hold a ``block`` and ``is_support``,
- ``Model`` and ``BlockModel`` with ``elements`` that hold a ``geometry`` (or ``shape``) and a ``transformation``,
- ``Mesh`` and ``Polyhedron``, alone or in lists.

Supports join the group ``supports``. Written is an ``Assembly``.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from drystone.checks import MOST_SHOWN
from drystone.errors import InputError
from drystone.geometry.shape import NamedShape
from drystone.io.drawing import MOST_FACES, MOST_OBJECTS, Drawing, RawSolid, read_text, refuse_many

SUPPORTS = "supports"
#: Names that COMPAS gives by itself say nothing.
_MOST_DIGITS = 18
_NO_NAMES = {"", "block", "box", "mesh", "element", "polyhedron", "none"}


def read_compas(path: Path) -> Drawing:
    """Blocks of a COMPAS file, in its own unit and axes."""
    text = read_text(path)
    refuse_many(path, text.count('"face"') + text.count('"faces"'), "meshes", MOST_OBJECTS)
    try:
        data = json.loads(text, parse_int=_whole_number)
        found = list(_find_blocks(path, data))
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: not valid JSON: {error.msg}; is the file cut off?") from None
    except RecursionError:
        raise InputError(f"{path}: nested too deeply") from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise InputError(f"{path}: a part of the assembly is missing or odd: {type(error).__name__} "
                         f"{str(error)[:MOST_SHOWN]}") from None
    if not found:
        raise InputError(f"{path}: holds no blocks: expected an Assembly, a BlockModel or meshes of COMPAS")
    refuse_many(path, sum(len(solid.faces or ()) for solid in found), "faces", MOST_FACES)
    return Drawing(found)


def _whole_number(text: str) -> int | float:
    """Very long numbers as floats: Python refuses to read them as whole ones, and numpy to keep them."""
    return int(text) if len(text) <= _MOST_DIGITS else float(text)


def _find_blocks(path: Path, data: object) -> Iterator[RawSolid]:
    if isinstance(data, list):
        meshes = list(_flatten(data))
        for i, item in enumerate(meshes):
            if not _is_mesh(item):
                kind = item.get("dtype") if isinstance(item, dict) else item
                raise InputError(f"{path}: item {i} is no mesh: {str(kind)[:60]!r}")
            yield _solid(path, item, str(i), {})
        return
    if not isinstance(data, dict):
        return
    inner = _inner(data)
    if "blocks" in data and "assembly" in data:
        nodes = data["assembly"].get("vertex") or data["assembly"].get("node") or {}
        for key, block in data["blocks"].items():
            yield _solid(path, block, key, nodes.get(key, {}))
    elif "elements" in inner:
        yield from _read_model(path, inner)
    elif "graph" in inner or "network" in inner:
        graph = _inner(inner.get("graph") or inner["network"])
        for key, node in graph["node"].items():
            block = node.get("block") or node.get("part") or node.get("element")
            if isinstance(block, dict):
                yield _solid(path, block, key, node)
    elif _is_mesh(data):
        yield _solid(path, data, "", {})


def _inner(item: dict) -> dict:
    """What `dtype` wraps."""
    if "dtype" in item:
        for key in ("data", "value"):        # before COMPAS 1.3 it was "value"
            if isinstance(item.get(key), dict):
                return item[key]
    return item


def _flatten(items: list) -> Iterator[object]:
    for item in items:
        yield from _flatten(item) if isinstance(item, list) else (item,)


def _is_mesh(item: object) -> bool:
    if not isinstance(item, dict):
        return False
    inner = _inner(item)
    return ("vertex" in inner and "face" in inner) or ("vertices" in inner and "faces" in inner)


def _solid(path: Path, item: dict, key: str, node: dict, matrix: np.ndarray | None = None,
           name: str | None = None) -> RawSolid:
    inner = _inner(item)
    name = name or item.get("name") or inner.get("name") or (inner.get("attributes") or {}).get("name") or ""
    where = f"node {key}" if key else ""
    if str(name).lower() in _NO_NAMES:
        name = f"block_{key}" if key else "block"
    if not _is_mesh(item):
        raise InputError(f"{path}: object {name!r} ({where}): its geometry {item.get('dtype', '')!r} is no mesh; "
                         "convert it with to_mesh() first")
    vertices, faces = _mesh_arrays(inner)
    if matrix is not None:
        vertices = vertices @ matrix[:3, :3].T + matrix[:3, 3]
    attributes = inner.get("attributes") or {}
    is_support = node.get("is_support") or inner.get("is_support") or attributes.get("is_support")
    groups = tuple(str(g) for g in node.get("groups") or attributes.get("groups") or ())
    if is_support and SUPPORTS not in groups:
        groups += (SUPPORTS,)
    return RawSolid(str(name), vertices, faces, groups, where, part_count=attributes.get("part_count"))


def _mesh_arrays(inner: dict) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    if "vertices" in inner:
        points = [tuple(_inner(p)["data"] if isinstance(p, dict) else p) for p in inner["vertices"]]
        return np.array(points, dtype=float).reshape(-1, 3), [tuple(int(k) for k in f) for f in inner["faces"]]
    default = inner.get("default_vertex_attributes") or inner.get("dva") or {}
    keys = sorted(inner["vertex"], key=lambda k: (0, int(k), "") if k.lstrip("-").isdigit() else (1, 0, k))
    number = {key: i for i, key in enumerate(keys)}
    points = [[float(inner["vertex"][k].get(axis, default.get(axis, 0.0))) for axis in "xyz"] for k in keys]
    faces = inner["face"]
    faces = [faces[k] for k in sorted(faces, key=lambda k: (len(k), k))] if isinstance(faces, dict) else faces
    loops = [tuple(number[str(k)] for k in face) for face in faces if face]
    # the first files closed a face by its first vertex
    return np.array(points), [loop[:-1] if len(loop) > 3 and loop[0] == loop[-1] else loop for loop in loops]


# --- models of compas_model and compas_dem ------------------------------------------------------

def _read_model(path: Path, inner: dict) -> Iterator[RawSolid]:
    elements = inner["elements"]
    if isinstance(elements, list):
        elements = {item.get("guid", str(i)): item for i, item in enumerate(elements)}
    placed: dict[str, np.ndarray] = {}

    def walk(node: dict, above: np.ndarray) -> None:
        guid = node.get("element")
        here = above
        if guid in elements:
            here = placed[guid] = above @ _matrix(path, _inner(elements[guid]))
        for child in node.get("children") or ():
            walk(child, here)

    root = _matrix(path, inner)
    walk(_inner(inner["tree"])["root"] if "tree" in inner else {}, root)
    for number, (guid, item) in enumerate(elements.items()):
        own = _inner(item)
        geometry = own.get("geometry") or own.get("shape") or own.get("mesh")     # compas_dem says shape
        if geometry is None and not _is_mesh(item):
            continue                                      # a group
        matrix = placed.get(guid, root @ _matrix(path, own))
        geometry = item if geometry is None else geometry
        name = own.get("name") or item.get("name") or "block"
        yield _solid(path, geometry, str(number), own, matrix, str(name))


def _matrix(path: Path, item: dict) -> np.ndarray:
    """Transformation (4, 4) of an element against what it belongs to."""
    given = item.get("transformation")
    if item.get("frame") is not None and given is None:
        raise InputError(f"{path}: element {item.get('name', '')!r} has a frame, as old models have; "
                         "save the file with compas_model 0.5 or later")
    if given is None:
        return np.eye(4)
    matrix = np.array(given if isinstance(given, list) else _inner(given)["matrix"], dtype=float)
    if matrix.shape != (4, 4):
        raise ValueError(f"transformation of shape {matrix.shape}")
    return matrix


# --- writing ------------------------------------------------------------------------------------

def format_compas(blocks: Sequence[NamedShape]) -> str:
    """Text of a compas_assembly `Assembly`: metres, z up, full digits; one node a block, no interfaces."""
    nodes = {str(i): _format_node(block) for i, block in enumerate(blocks)}
    graph = {"dtype": "compas.datastructures/Graph", "data": {
        "attributes": {},
        "default_node_attributes": {"x": 0.0, "y": 0.0, "z": 0.0, "block": None, "is_support": False},
        "default_edge_attributes": {"interfaces": None},
        "node": nodes, "edge": {key: {} for key in nodes}, "max_node": len(nodes) - 1}}
    data = {"dtype": "compas_assembly.datastructures/Assembly",
            "data": {"attributes": {"name": "Assembly", "unit": "m"}, "graph": graph}}
    return json.dumps(data) + "\n"


def _format_node(block: NamedShape) -> dict:
    vertex: dict[str, dict[str, float]] = {}
    face: dict[str, list[int]] = {}
    for part in block.shape.parts:
        base = len(vertex)
        for x, y, z in part.vertices.tolist():
            vertex[str(len(vertex))] = {"x": x, "y": y, "z": z}
        for loop in part.faces:
            face[str(len(face))] = [base + int(k) for k in loop]
    attributes: dict[str, object] = {"groups": list(block.groups)}
    if len(block.shape.parts) > 1:
        attributes["part_count"] = len(block.shape.parts)
    data = {"attributes": attributes, "default_vertex_attributes": {"x": 0.0, "y": 0.0, "z": 0.0},
            "default_edge_attributes": {}, "default_face_attributes": {}, "vertex": vertex, "face": face,
            "facedata": {key: {} for key in face}, "edgedata": {}, "max_vertex": len(vertex) - 1,
            "max_face": len(face) - 1}
    # the same blocks give the same file: no random numbers
    guid = str(uuid.uuid5(uuid.NAMESPACE_OID, block.name))
    x, y, z = block.shape.centroid.tolist()
    return {"x": x, "y": y, "z": z, "is_support": SUPPORTS in block.groups,
            "block": {"dtype": "compas_assembly.datastructures/Block", "data": data, "name": block.name, "guid": guid}}
