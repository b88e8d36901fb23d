"""Part `solids`: faces of all blocks, the same in all frames, and the poses at the start."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.errors import StoreError
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.shape import Shape
from drystone.view.camera import choose_camera
from drystone.view.panels import frame_panels
from drystone.view.solids import Part, Solids, bounding_box, split_parts


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the page shows of the blocks, and from where."""

    origin: np.ndarray         #: (3,) [m], taken off all places: 32 bits are enough for what remains
    box: np.ndarray            #: (2, 3) [m], of the structure at its start, supports left out; from the origin
    frame: np.ndarray          #: (2, 3) [m], the same with the supports that were not cropped: what a view must show
    camera: tuple[float, float]            #: azimuth and elevation [deg]
    arrays: dict[str, np.ndarray]          #: of the part
    node: np.ndarray | None                #: (k,) vertices of the surface that the page asks for as nodes
    node_block: np.ndarray | None          #: (k,) their blocks


def draw_solids(solids: Solids, start: Shape, last: Shape, position: np.ndarray, orientation: np.ndarray,
                is_rigid: bool) -> Drawn:
    """Faces with supports cropped around the structure, in the frames of their blocks.

    Parameters
    ----------
    start, last : shapes at the first and the last frame: the ground must reach as far as pieces fall
    position, orientation : (b, 3) [m], (b, 4) at the shape `start`
    is_rigid : False: vertices that were not cropped move by nodes
    """
    everything = np.ones(len(solids.names), bool)
    placed = split_parts(start, everything)
    (shown, _), _ = frame_panels(solids, [placed, split_parts(last, everything)], placed)
    free = [part for part in shown if not solids.is_support[part.block]] or shown
    box = bounding_box(free)
    if not np.isfinite(box).all():
        raise StoreError(f"the place of a block at the start is not finite: blocks reach from {box[0]} to {box[1]}")
    origin = np.round(0.5 * (box[0] + box[1]), 1)
    chosen = choose_camera(np.ptp(box, axis=0))
    arrays = _faces(shown, position, quaternion_to_matrix(orientation))
    node = node_block = None
    if not is_rigid:
        node, node_block, arrays["vertex_node"] = _nodes(placed, shown, start.surface.vertex_ptr)
    arrays["start"] = np.concatenate((position - origin, orientation), axis=1).T.astype("<f4")
    whole = {id(part) for part in placed}
    frame = bounding_box([p for p in shown if not solids.is_support[p.block] or id(p) in whole] or shown)
    return Drawn(origin, box - origin, frame - origin, (chosen.azimuth_deg, chosen.elevation_deg), arrays, node,
                 node_block)


def _faces(shown: list[Part], position: np.ndarray, rotation: np.ndarray) -> dict[str, np.ndarray]:
    vertex, block, normal, sizes, loop, first = [np.zeros((0, 3))], [], [np.zeros((0, 3))], [0], [], 0
    for part in shown:
        turn = rotation[part.block]
        vertex.append((part.vertices - position[part.block]) @ turn)
        normal.append(part.normals @ turn)
        block += [part.block] * len(part.vertices)
        for face in part.faces:
            sizes.append(len(face))
            loop += [first + v for v in face]
        first += len(part.vertices)
    return {"vertex": np.concatenate(vertex).astype("<f4"), "vertex_block": np.array(block, "<u4"),
            "normal": np.concatenate(normal).astype("<f4"), "loop_ptr": np.cumsum(sizes).astype("<u4"),
            "loop": np.array(loop, "<u4")}


def _nodes(placed: list[Part], shown: list[Part], vertex_ptr: np.ndarray) -> tuple[np.ndarray, ...]:
    """Vertices of the surface that move by themselves, their blocks, and (v,) which of these each drawn vertex is; -1:
    it moves with its block, because a crop gave it another place."""
    number = {id(part): i for i, part in enumerate(placed)}
    own, block, of_vertex, count = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], 0
    for part in shown:
        i, size = number.get(id(part)), len(part.vertices)
        if i is None:
            of_vertex.append(np.full(size, -1))
            continue
        own.append(np.arange(vertex_ptr[i], vertex_ptr[i + 1]))
        block.append(np.full(size, part.block))
        of_vertex.append(np.arange(count, count + size))
        count += size
    return np.concatenate(own), np.concatenate(block), np.concatenate(of_vertex).astype("<i4")
