"""glTF: the blocks as an animated scene in one .glb file, for browsers, slides and Blender.

Every block is a node of its own name; translation and rotation have a key at every chosen frame or, where the blocks
of a run deform, its corners have. glTF has y up: a node above all blocks turns the scene. A support much larger than
the structure is cropped around it, as in pictures, and moves as a rigid body.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.export.frames import RunFrames
from drystone.export.gltf_morph import MorphTargets
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.names import show_line
from drystone.view import style
from drystone.view.block_colours import main_groups
from drystone.view.panels import frame_panels
from drystone.view.solids import Part, Solids, split_parts

_MAGIC, _JSON, _BIN = 0x46546C67, 0x4E4F534A, 0x004E4942
_FLOAT, _INDEX, _ARRAY_BUFFER, _ELEMENT_BUFFER = 5126, 5125, 34962, 34963
_UPRIGHT = (-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))     # z up to y up; (x, y, z, w) as glTF writes them


def write_glb(frames: RunFrames, path: Path) -> None:
    """Write the file: the shapes, then room for the keys, which is filled slab by slab."""
    content = _Content(frames)
    text = json.dumps(content.document(), separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    size = content.size
    if 28 + len(text) + size >= 2**32:
        raise InputError(f"export: the scene has {size / 2**30:.1f} GiB, a .glb holds 4 at most: choose fewer frames "
                         "with --every")
    with open(path, "wb") as file:
        file.write(struct.pack("<III", _MAGIC, 2, 28 + len(text) + size))
        file.write(struct.pack("<II", len(text), _JSON) + text + struct.pack("<II", size, _BIN))
        start = file.tell()
        file.write(b"".join(content.data))
        file.truncate(start + size)
    if content.movers or content.vanishing or content.morph.blocks:
        _write_keys(frames, content, path, start)


def _write_keys(frames: RunFrames, content: _Content, path: Path, start: int) -> None:
    """Fill in what changes with time: by block in the file, by frame in the store."""
    count = frames.count
    keys = np.memmap(path, np.float32, "r+", start + content.keys_at, (content.size - content.keys_at) // 4)
    ends = np.cumsum([3 * len(content.movers) * count, 4 * len(content.movers) * count,
                      3 * len(content.vanishing) * count])
    translation = keys[:ends[0]].reshape(-1, count, 3)
    rotation = keys[ends[0]:ends[1]].reshape(-1, count, 4)
    scale = keys[ends[1]:ends[2]].reshape(-1, count, 3)
    content.morph.write(keys[ends[2]:])
    last = None
    for slab in frames.blocks():
        span = slice(slab.first, slab.first + len(slab.step))
        translation[:, span] = slab.position[:, content.movers].swapaxes(0, 1)
        turned = slab.orientation[:, content.movers][..., (1, 2, 3, 0)]
        before = np.concatenate((turned[:1] if last is None else last[None], turned[:-1]))
        flips = np.where(np.einsum("fbk,fbk->fb", turned, before) < 0.0, -1.0, 1.0)
        turned = turned * np.cumprod(flips, axis=0)[..., None]     # q and -q are one rotation; keys must not jump
        last = turned[-1]
        rotation[:, span] = turned.swapaxes(0, 1)
        scale[:, span] = slab.is_active[:, content.vanishing].T[..., None]
    keys.flush()


class _Content:
    """What the file holds: arrays that are known at once (`data`), and how long the keys behind them are.

    Attributes
    ----------
    movers : blocks with keys of translation and rotation; vanishing : blocks that are removed in these frames
    morph : blocks with keys of their corners
    keys_at : where the keys begin among the binary data [bytes]; size : of all binary data [bytes]
    """

    def __init__(self, frames: RunFrames) -> None:
        self._frames = frames
        self.data: list[bytes] = []
        self._views: list[dict] = []
        self._accessors: list[dict] = []
        self._at = 0
        self._first = next(frames.blocks())
        self._solids = Solids.of_run(frames.result)
        count = frames.count
        shown = self._shown_parts()
        self.morph = MorphTargets(frames, np.flatnonzero(self._deforms).tolist())
        is_moving, is_vanishing = _find_moving(frames)
        is_moving &= ~self._deforms
        self.movers = np.flatnonzero(is_moving).tolist() if count > 1 else []
        self.vanishing = np.flatnonzero(is_vanishing).tolist() if count > 1 else []
        self._materials, self._material_of = _make_materials(self._solids)
        self._meshes, self._mesh_of = self._make_meshes(shown)
        self._times = self._add(np.asarray(frames.time - frames.time[0], np.float32), "SCALAR", None, bounds=True)
        self._weights = self._add(self.morph.weights, "SCALAR", None) if self.morph.blocks else None
        self.keys_at = self._at
        kinds = [("VEC3", self.movers), ("VEC4", self.movers), ("VEC3", self.vanishing)]
        self._keys = [[self._reserve(kind, count) for _ in blocks] for kind, blocks in kinds]
        self._reserve_targets()
        self.size = self._at

    def document(self) -> dict:
        """The JSON part."""
        frames, first = self._frames, self._first
        nodes = [{"name": "drystone", "rotation": _UPRIGHT, "children": list(range(1, len(frames.names) + 1))}]
        for k, name in enumerate(frames.names):
            node = {"name": name}
            if not self._deforms[k]:
                w, x, y, z = first.orientation[0, k].tolist()
                node |= {"translation": first.position[0, k].tolist(), "rotation": [x, y, z, w]}
            if not first.is_active[0, k]:
                node["scale"] = [0.0, 0.0, 0.0]
            if self._mesh_of[k] is not None:
                node["mesh"] = self._mesh_of[k]
            nodes.append(node)
        samplers, channels = [], []
        paths = (("translation", self.movers, "LINEAR"), ("rotation", self.movers, "LINEAR"),
                 ("scale", self.vanishing, "STEP"))
        for (path, blocks, way), keys in zip(paths, self._keys):
            for block, key in zip(blocks, keys):
                channels.append({"sampler": len(samplers), "target": {"node": block + 1, "path": path}})
                samplers.append({"input": self._times, "output": key, "interpolation": way})
        for block in self.morph.blocks:
            channels.append({"sampler": len(samplers), "target": {"node": block + 1, "path": "weights"}})
        if self.morph.blocks:
            samplers.append({"input": self._times, "output": self._weights, "interpolation": "LINEAR"})
        document = {
            "asset": {"version": "2.0", "generator": "drystone"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": nodes, "meshes": self._meshes, "materials": self._materials, "accessors": self._accessors,
            "bufferViews": self._views, "buffers": [{"byteLength": self.size}]}
        if channels:
            document["animations"] = [{"name": "run", "channels": channels, "samplers": samplers}]
        return {name: value for name, value in document.items() if value != []}

    def _make_meshes(self, shown: list[Part]) -> tuple[list[dict], list[int | None]]:
        """One mesh a block, each face with corners of its own so that it looks flat."""
        parts: dict[int, list[Part]] = {}
        for part in shown:
            parts.setdefault(part.block, []).append(part)
        meshes, mesh_of = [], []
        for block in range(len(self._frames.names)):
            own = parts.get(block)
            if not own:
                mesh_of.append(None)
                continue
            corners, normals, triangles = [], [], []
            for part in own:
                for face, normal in zip(part.faces, part.normals):
                    base = len(corners)
                    corners += [part.vertices[v] for v in face]
                    normals += [normal] * len(face)
                    triangles += [(base, base + k, base + k + 1) for k in range(1, len(face) - 1)]
            attributes = {"POSITION": self._add(np.array(corners, np.float32), "VEC3", _ARRAY_BUFFER, bounds=True)}
            if not self._deforms[block]:     # without normals a viewer finds those of the faces as they are bent
                attributes["NORMAL"] = self._add(np.array(normals, np.float32), "VEC3", _ARRAY_BUFFER)
            indices = self._add(np.array(triangles, np.uint32).ravel(), "SCALAR", _ELEMENT_BUFFER)
            mesh_of.append(len(meshes))
            meshes.append({"name": self._frames.names[block], "primitives": [
                {"attributes": attributes, "indices": indices, "material": int(self._material_of[block])}]})
        return meshes, mesh_of

    def _shown_parts(self) -> list[Part]:
        """Parts in the frames of their blocks, or in the world where they deform; large supports cropped around the
        structure at its first frame. Sets `_deforms` (b,) bool: blocks whose corners have keys.
        """
        placed = split_parts(self._frames.first_shape, np.ones(len(self._frames.names), bool))
        (shown,), _ = frame_panels(self._solids, [placed], placed)
        self._deforms = np.zeros(len(self._frames.names), bool)
        if not self._frames.result.shapes.is_rigid:     # what was cropped has other corners than the run
            kept = set(map(id, shown))
            self._deforms[[p.block for p in placed]] = True
            self._deforms[[p.block for p in placed if id(p) not in kept]] = False
        position, rotation = self._first.position[0], quaternion_to_matrix(self._first.orientation[0])
        return [p if self._deforms[p.block] else
                Part(p.block, (p.vertices - position[p.block]) @ rotation[p.block], p.faces,
                     p.normals @ rotation[p.block]) for p in shown]

    def _add(self, values: np.ndarray, kind: str, target: int | None, bounds: bool = False) -> int:
        """Append an array; returns the number of its accessor."""
        self.data.append(values.tobytes())
        accessor = self._note(values.nbytes, len(values), kind, _INDEX if values.dtype == np.uint32 else _FLOAT)
        if target is not None:
            self._views[-1]["target"] = target
        if bounds:
            flat = values.reshape(len(values), -1)
            self._accessors[-1] |= {"min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()}
        return accessor

    def _reserve_targets(self) -> None:
        """Leave room for the moves of corners, frame after frame from the second on, and tell the meshes of them."""
        for k, (block, count) in enumerate(zip(self.morph.blocks, self.morph.corner_count)):
            targets = []
            for least, greatest in self.morph.bounds[:, k].tolist():
                targets.append({"POSITION": self._note(12 * count, count, "VEC3", _FLOAT)})
                self._views[-1]["target"] = _ARRAY_BUFFER
                self._accessors[-1] |= {"min": least, "max": greatest}
            self._meshes[self._mesh_of[block]]["primitives"][0]["targets"] = targets

    def _reserve(self, kind: str, count: int) -> int:
        """Leave room for keys; returns the number of their accessor."""
        return self._note(4 * count * int(kind[3]), count, kind, _FLOAT)

    def _note(self, size: int, count: int, kind: str, component: int) -> int:
        self._views.append({"buffer": 0, "byteOffset": self._at, "byteLength": size})
        self._accessors.append({"bufferView": len(self._views) - 1, "componentType": component, "count": count,
                                "type": kind})
        self._at += size     # all components have four bytes: everything stays aligned
        return len(self._accessors) - 1


def _find_moving(frames: RunFrames) -> tuple[np.ndarray, np.ndarray]:
    """(b,) bool each: blocks whose pose is not always the same, and blocks that are there only at times."""
    first, moving, vanishing = None, np.zeros(len(frames.names), bool), np.zeros(len(frames.names), bool)
    for slab in frames.blocks():
        first = slab if first is None else first
        moving |= ((slab.position != first.position[0]).any(axis=(0, 2))
                   | (slab.orientation != first.orientation[0]).any(axis=(0, 2)))
        vanishing |= (slab.is_active != first.is_active[0]).any(axis=0)
    return moving, vanishing


def _make_materials(solids: Solids) -> tuple[list[dict], np.ndarray]:
    """A material for each group in the colours of the pictures, one for supports; and (b,) which one a block has."""
    names, of_block = main_groups(solids)
    colours = [style.FACE_PALETTE[k % len(style.FACE_PALETTE)] for k in range(len(names))]
    materials = [{"name": show_line(name), "pbrMetallicRoughness": {"baseColorFactor": [*_linear(colour), 1.0],
                                                                    "metallicFactor": 0.0, "roughnessFactor": 0.9}}
                 for name, colour in zip([*names, "support"], [*colours, style.SUPPORT])]
    return materials, np.where(solids.is_support, len(names), of_block)


def _linear(colour: str) -> list[float]:
    """A screen's colour #rrggbb as the linear one that glTF wants."""
    screen = [int(colour[k:k + 2], 16) / 255.0 for k in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in screen]
