"""Runs with known motions and interfaces for tests of the exports."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest import mock

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analysis"))

import analysis_runs
from analysis_runs import ground_piece, write_run

from drystone.geometry.primitives import box_between
from drystone.geometry.shape import NamedShape

COLUMNS = analysis_runs.INTERFACE_COLUMNS | {
    "centroid": ("<f8", (3,), "m"), "eccentricity_share": ("<f8", (2,), "-")}

FRAMES = 8
STEP, TURN = 0.1, 0.2       #: the lower block slides by STEP [m] and the upper one turns by TURN [rad] a frame
REMOVED = 6                 #: frame from which the upper block is gone
EMPTY = 3                   #: frame without any interface
TIME = 0.25 * np.arange(FRAMES)
AWKWARD = 'cap, "old"'      #: a name that CSV has to quote


def tower_pieces() -> list[NamedShape]:
    """A cube of 1 m on the ground, a smaller box of 0.6 x 0.4 x 0.5 m on it."""
    return [NamedShape("base", box_between((-0.5, -0.5, 0.0), (0.5, 0.5, 1.0)), ("wall",)),
            NamedShape(AWKWARD, box_between((-0.3, -0.2, 1.0), (0.3, 0.2, 1.5)), ("top", "wall")),
            ground_piece(reach=5.0)]


def tower_run(directory):
    """The base slides along x and carries the cap, which turns about its own vertical axis and is removed at last."""
    frame = np.arange(FRAMES)
    position = np.tile(np.array([p.properties.centroid for p in tower_pieces()]), (FRAMES, 1, 1))
    position[:, :2, 0] += STEP * frame[:, None]
    orientation = np.tile((1.0, 0.0, 0.0, 0.0), (FRAMES, 3, 1))
    orientation[:, 1, 0], orientation[:, 1, 3] = np.cos(0.5 * TURN * frame), np.sin(0.5 * TURN * frame)
    orientation[4, 1] *= -1.0      # the same rotation
    twist = np.zeros((FRAMES, 3, 6))
    twist[:, :2, 0], twist[:, 1, 5] = STEP / 0.25, TURN / 0.25
    active = np.ones((FRAMES, 3), bool)
    active[REMOVED:, 1] = False
    monitors = {"base.x": ("m", STEP * frame), 'odd, "name"': ("rad", TURN * frame)}
    return write_export_run(directory, tower_pieces(), TIME, position=position, orientation=orientation, twist=twist,
                            is_active=active, monitors=monitors, energies={"kinetic": np.pi * frame},
                            interfaces=[tower_interfaces(i) for i in range(FRAMES)])


def tower_interfaces(i: int) -> dict[str, np.ndarray]:
    """Ground under base (b is the ground: its normal points down), and cap on base."""
    x = STEP * i
    rows = {"block_a": np.array([0, 0], np.int32), "block_b": np.array([1, 2], np.int32),
            "area": np.array([0.24, 1.0]), "normal": np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]),
            "force": np.array([(3.0, 4.0, 100.0), (0.0, 0.0, -400.0 - i)]),
            "point": np.array([(x + 0.15, 0.02, 1.0), (x, 0.0, 0.0)]),
            "centroid": np.array([(x, 0.0, 1.0), (x, 0.0, 0.0)]),
            "eccentricity_share": np.array([(0.5, 0.1), (0.0, 0.0)]),
            "opening": np.array([1e-4, 0.0]), "slip_speed": np.array([0.0, STEP / 0.25])}
    if i == EMPTY:
        return {name: values[:0] for name, values in rows.items()}
    return rows if i < REMOVED else {name: values[1:] for name, values in rows.items()}


def write_export_run(directory, pieces, time, **more):
    """A run with all the columns of interfaces that a simulation keeps; supports are the pieces called ground."""
    with mock.patch.object(analysis_runs, "INTERFACE_COLUMNS", COLUMNS):
        return write_run(directory, pieces, {"ground"}, time, **more)


def world_corners(result, frame: int, block: int) -> np.ndarray:
    """(v, 3) [m] corners of a block of one part, straight from its definition: R v + x."""
    static, frames = result.static, result.frames
    w, x, y, z = frames.orientation[frame, block]
    rotation = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                         [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                         [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    part, = np.flatnonzero(static["parts.block"] == block)
    first, last = static["parts.vertex_ptr"][part:part + 2]
    return static["parts.vertex"][first:last] @ rotation.T + frames.position[frame, block]


def polygon_area(corners: np.ndarray, normal: np.ndarray) -> float:
    """Signed area [m2] about the normal."""
    arms = corners[1:] - corners[0]
    return 0.5 * float(np.cross(arms[:-1], arms[1:]).sum(axis=0) @ normal)
