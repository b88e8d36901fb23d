"""What the two formats for ParaView share: names of files, values of blocks, the table of names."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from drystone.export.cells import name_cell
from drystone.export.frames import RunFrames, group_numbers
from drystone.geometry.rotation import rotation_vector
from drystone.results.shape import ShapeSlab

BLOCKS, INTERFACES, NAMES = "blocks", "interfaces", "names.csv"


def constant_spans(slab: ShapeSlab) -> list[slice]:
    """Frames of a slab in which the same blocks are there, as slices one after the other."""
    changes = (np.flatnonzero((slab.is_active[1:] != slab.is_active[:-1]).any(axis=1)) + 1).tolist()
    return [slice(start, stop) for start, stop in zip([0, *changes], [*changes, len(slab.step)])]


def block_fields(slab: ShapeSlab, frames: slice, face_block: np.ndarray) -> dict[str, np.ndarray]:
    """Values of the blocks on their faces (f, faces, 3) float32: rotation [rad], angular velocity [rad/s]."""
    rotation = rotation_vector(slab.orientation[frames]).astype(np.float32)
    spin = slab.twist[frames, :, 3:].astype(np.float32)
    return {"rotation": rotation[:, face_block], "angular_velocity": spin[:, face_block]}


def write_names(frames: RunFrames, folder: Path) -> None:
    """names.csv: number, name, groups and kind of each block, and the number of the group that stands for it."""
    groups, number = group_numbers(frames)
    with open(folder / NAMES, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("block", "name", "group", "group name", "groups", "support"))
        for k, name in enumerate(frames.names):
            main = groups[number[k]] if number[k] >= 0 else ""
            rows.writerow((k, name_cell(name), number[k], name_cell(main), name_cell(" ".join(frames.groups[k])),
                           int(frames.is_support[k])))
