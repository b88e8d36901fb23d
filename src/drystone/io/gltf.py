"""glTF 2.0, binary (.glb): for viewers and renderers. Written only; single precision, y up as the format wants it."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence

import numpy as np

from drystone.geometry.integrals import fan_triangles
from drystone.geometry.shape import NamedShape

_FLOAT, _UINT = 5126, 5125
_VERTICES, _INDICES = 34962, 34963
#: z up to y up: a quarter turn about x, as quaternion x, y, z, w; coordinates stay those of the model
_Y_UP = [-(0.5 ** 0.5), 0.0, 0.0, 0.5 ** 0.5]


def format_glb(blocks: Sequence[NamedShape]) -> bytes:
    """Bytes of a .glb file: one named node and mesh a block, metres; groups are in the extras of the nodes.

    Every face has vertices of its own, so that viewers shade it flat. Vertices count from the block's centroid,
    where the node is: single precision then keeps the size of a block to 1e-7 wherever it stands.
    """
    binary = bytearray()
    views, accessors, meshes = [], [], []
    nodes: list[dict] = [{"name": "drystone", "rotation": _Y_UP, "children": list(range(1, len(blocks) + 1))}]

    def add(array: np.ndarray, target: int, kind: str, component: int, bounds: bool = False) -> int:
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": array.nbytes, "target": target})
        binary.extend(array.tobytes())
        accessor = {"bufferView": len(views) - 1, "componentType": component, "type": kind,
                    "count": len(array) if array.ndim == 1 else array.shape[0]}
        if bounds:
            accessor |= {"min": array.min(axis=0).tolist(), "max": array.max(axis=0).tolist()}
        accessors.append(accessor)
        return len(accessors) - 1

    for block in blocks:
        centre = block.shape.centroid
        points, normals, triangles = _surface(block, centre)
        primitive = {"attributes": {"POSITION": add(points, _VERTICES, "VEC3", _FLOAT, bounds=True),
                                    "NORMAL": add(normals, _VERTICES, "VEC3", _FLOAT)},
                     "indices": add(triangles, _INDICES, "SCALAR", _UINT), "material": 0}
        meshes.append({"name": block.name, "primitives": [primitive]})
        nodes.append({"name": block.name, "mesh": len(meshes) - 1, "translation": centre.tolist(),
                      "extras": {"groups": list(block.groups)}})
    stone = {"name": "stone", "pbrMetallicRoughness": {"baseColorFactor": [0.75, 0.70, 0.62, 1.0],
                                                       "metallicFactor": 0.0, "roughnessFactor": 1.0}}
    head = {"asset": {"version": "2.0", "generator": "drystone"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": nodes, "meshes": meshes, "materials": [stone], "accessors": accessors, "bufferViews": views,
            "buffers": [{"byteLength": len(binary)}]}
    text = json.dumps(head, separators=(",", ":")).encode("utf-8")
    text += b" " * (-len(text) % 4)
    binary.extend(b"\0" * (-len(binary) % 4))
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _surface(block: NamedShape, centre: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points and normals (n, 3) float32 of all corners of all faces, and triangles (3 t,) uint32."""
    points, normals, loops = [], [], []
    count = 0
    for part in block.shape.parts:
        for face, normal in zip(part.faces, part.face_normals):
            points.append(part.vertices[list(face)] - centre)
            normals.append(np.tile(normal, (len(face), 1)))
            loops.append(tuple(range(count, count + len(face))))
            count += len(face)
    return (np.concatenate(points).astype("<f4"), np.concatenate(normals).astype("<f4"),
            fan_triangles(loops).astype("<u4").reshape(-1))
