"""Drawings for the tests, made as a drawing program would: text, triangles, entities."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from drystone.geometry.integrals import fan_triangles
from drystone.geometry.shape import NamedShape

#: Corners of a unit box, bit k of the number set where the coordinate along axis k is 1; and its faces.
CORNERS = np.array([(k & 1, k >> 1 & 1, k >> 2) for k in range(8)], dtype=float)
FACES = ((0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6))

#: An L in plan and its area, in units of its leg's width.
L_PLAN = np.array([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], dtype=float)
L_AREA = 3.0


def box_points(lower: Sequence[float], size: Sequence[float]) -> np.ndarray:
    """Corners (8, 3) of a box."""
    return np.asarray(lower, dtype=float) + CORNERS * np.asarray(size, dtype=float)


def obj_text(objects: dict[str, tuple[np.ndarray, Sequence[Sequence[int]]]], word: str = "o") -> str:
    """OBJ with one object (or group) for each name."""
    lines, base = [], 1
    for name, (points, faces) in objects.items():
        lines.append(f"{word} {name}")
        lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in np.asarray(points, dtype=float).tolist()]
        lines += ["f " + " ".join(f"{base + k}//{base + k}" for k in face) for face in faces]
        base += len(points)
    return "\n".join(lines) + "\n"


def triangles(blocks: Sequence[NamedShape]) -> np.ndarray:
    """Triangles (t, 3, 3) of all faces of all parts."""
    return np.concatenate([part.vertices[fan_triangles(part.faces)] for block in blocks for part in block.shape.parts])


def write_stl(path: Path, corners: np.ndarray) -> None:
    """Binary STL: single precision, no names, normals left at zero as many programs do."""
    records = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("spare", "<u2")])
    records["corner"] = corners
    path.write_bytes(b"binary".ljust(80) + struct.pack("<I", len(corners)) + records.tobytes())


def ply_bytes(points: np.ndarray, faces: Sequence[Sequence[int]], form: str) -> bytes:
    """PLY in one of its three forms, doubles, with a property that nobody needs."""
    head = (f"ply\nformat {form} 1.0\ncomment made by a test\nelement vertex {len(points)}\n"
            "property double x\nproperty double y\nproperty double z\nproperty uchar red\n"
            f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n").encode()
    if form == "ascii":
        rows = [" ".join(map(repr, p)) + " 7" for p in np.asarray(points).tolist()]
        rows += [" ".join(map(str, (len(face), *face))) for face in faces]
        return head + ("\n".join(rows) + "\n").encode()
    order = "<" if "little" in form else ">"
    body = b"".join(struct.pack(order + "3dB", *p, 7) for p in np.asarray(points).tolist())
    return head + body + b"".join(struct.pack(f"{order}B{len(face)}i", len(face), *face) for face in faces)


def by_centroid(blocks: Sequence[NamedShape]) -> list[NamedShape]:
    """Blocks in an order that no name decides."""
    return sorted(blocks, key=lambda block: tuple(np.round(block.shape.centroid, 6)))
