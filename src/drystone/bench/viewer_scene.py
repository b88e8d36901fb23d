"""A wall for the page, as large as asked for: it shakes, and most of its upper part falls; kept by the real store."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from drystone.geometry.primitives import box
from drystone.model.parts import build_parts
from drystone.model.tables import FRAMES, STEPS, TableSpec
from drystone.results.inputs import RunInputs
from drystone.results.result import RunResult
from drystone.results.writer import RunWriter

SECONDS, GRAVITY = 12.0, 9.81


def write_wall(directory: Path, blocks: int, frames: int, seed: int = 0) -> RunResult:
    """A finished run of so many blocks, all of them different, and frames."""
    random = np.random.default_rng(seed)
    centre = _courses(blocks)
    half = np.column_stack((random.uniform(0.15, 0.2, blocks), random.uniform(0.12, 0.2, blocks),
                            np.full(blocks, 0.1)))
    shape = box((2.0, 2.0, 2.0), (0.0, 0.0, 0.0)).parts[0]
    taper = np.where(shape.vertices[:, 2:] > 0.0, 1.0, 0.0) * (1.0, 1.0, 0.0)      # of the upper face
    parts = build_parts([(i, shape.vertices * half[i] * (1.0 - share * taper), shape.faces)
                         for i, share in enumerate(0.08 * random.random(blocks))])
    upright = np.tile((1.0, 0.0, 0.0, 0.0), (blocks, 1))
    static = {"block_names": np.array([f"block_{i}".encode() for i in range(blocks)]),
              "block_groups": np.array([f"course_{i // 100}".encode() for i in range(blocks)]),
              "mass": np.full(blocks, 50.0), "is_support": np.zeros(blocks, bool), "reference_position": centre,
              "initial_position": centre, "initial_orientation": upright, "gravity": np.array((0.0, 0.0, -GRAVITY)),
              "weight": np.array(50.0 * blocks * GRAVITY)}
    static |= {f"parts.{name}": getattr(parts, name) for name in (
        "block", "vertex", "vertex_ptr", "face_normal", "face_ptr", "face_vertex", "face_vertex_ptr")}
    tables = {STEPS: TableSpec({"energy:kinetic": ("<f8", (), "J"), "energy:potential": ("<f8", (), "J"),
                                "energy:balance": ("<f8", (), "J"), "monitor:top": ("<f8", (), "m")}),
              FRAMES: TableSpec({"position": ("<f8", (blocks, 3), "m"), "orientation": ("<f8", (blocks, 4), "-"),
                                 "twist": ("<f8", (blocks, 6), "m/s, rad/s"), "is_active": ("bool", (blocks,), "-")})}
    fall = _Fall(centre, random)
    with RunWriter.create(directory, RunInputs("# made up\n", {"name": f"wall of {blocks}"}), tables,
                          static=static) as writer:
        for step, time in enumerate(np.linspace(0.0, SECONDS, frames).tolist()):
            position, orientation = fall.at(time)
            writer.append(STEPS, step=step, time=time, **{
                "energy:kinetic": 0.0, "energy:potential": 0.0, "energy:balance": 0.0,
                "monitor:top": float(position[-1, 1])})
            writer.append(FRAMES, step=step, time=time, position=position, orientation=orientation,
                          twist=np.zeros((blocks, 6)), is_active=np.ones(blocks, bool))
        writer.finish()
    return RunResult(directory)


def _courses(blocks: int) -> np.ndarray:
    k, wide = np.arange(blocks), 100 if blocks > 1000 else 20
    course = k // wide
    return np.column_stack((k % wide * 0.42 + course % 2 * 0.2, np.zeros(blocks), course * 0.21 + 0.1))


class _Fall:
    """A shaken wall; of its upper half most blocks fly off, turning, and come to lie."""

    def __init__(self, centre: np.ndarray, random: np.random.Generator) -> None:
        count = len(centre)
        self._centre = centre
        self._falls = (centre[:, 2] > 0.5 * centre[:, 2].max()) & (random.random(count) < 0.7)
        self._begins = 3.0 + 2.0 * random.random(count)
        self._velocity = random.normal(0.0, 1.0, (count, 3)) * (0.4, 2.5, 0.3)
        self._spin = random.normal(0.0, 1.5, (count, 3))
        lies = random.uniform(0.1, 2.0, count)
        self._flies = np.sqrt(2.0 * np.clip(centre[:, 2] - lies, 0.0, None) / GRAVITY)

    def at(self, time: float) -> tuple[np.ndarray, np.ndarray]:
        centre = self._centre
        shake = 0.05 * np.sin(2.6 * np.pi * time) * np.exp(-((time - 4.0) / 3.0) ** 2)
        position = centre + 0.002 * np.sin(3.0 * time + centre[:, :1]) * (1.0, 1.0, 0.0)
        position[:, 1] += shake * (1.0 + 0.1 * centre[:, 2])
        gone = np.where(self._falls, np.minimum(np.clip(time - self._begins, 0.0, None), self._flies), 0.0)
        position += self._velocity * gone[:, None]
        position[:, 2] -= 0.5 * GRAVITY * gone**2
        turned = self._spin * gone[:, None]
        angle = np.linalg.norm(turned, axis=1) + 1e-12
        sine = np.sin(0.5 * angle) / angle
        return position, np.column_stack((np.cos(0.5 * angle), turned * sine[:, None]))
