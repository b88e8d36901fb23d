"""Scenes whose contacts are kept in contact_frozen.npz: solids from here, poses and answers from the file.

The answers were written by the detector as it was before it learned to skip what cannot matter. Run this file to
write them anew, only where a change of the contacts themselves is wanted: python tests/contact/contact_frozen.py
"""

from pathlib import Path

import numpy as np
from contact_scenes import Scene, box, prism, wall

FILE = Path(__file__).with_suffix(".npz")
FIELDS = ("pair_part_a", "pair_part_b", "pair_ptr", "pair_status", "pair_area", "pair_depth", "frame", "point_a",
          "point_b", "gap", "key")
DISTANCE = 2e-3  #: [m]


def drum(sides, radius, length):
    """Regular prism."""
    ring = 2.0 * np.pi * np.arange(sides) / sides
    return prism(radius * np.column_stack([np.cos(ring), np.sin(ring)]), length)


def heap(solids, side, spacing, seed, pushes=20):
    """Solids turned at random on a jittered lattice, then pushed apart until few overlap much."""
    rng, scene = np.random.default_rng(seed), Scene()
    for k, cell in enumerate(np.ndindex(side, side, side)):
        turn = rng.normal(size=4)
        scene.add(solids[k % len(solids)], spacing * (np.array(cell) + rng.uniform(-0.2, 0.2, 3)),
                  turn / np.linalg.norm(turn))
    detector = scene.detector()
    position = np.array(scene.position)
    for _ in range(pushes):
        found = scene.detect(DISTANCE, detector, position)
        first = found.pair_ptr[:-1]
        push = 0.4 * found.pair_depth[:, None] * found.frame[first, 0]
        np.add.at(position, found.block_a[first], -push)
        np.add.at(position, found.block_b[first], push)
    scene.position = list(position)
    return scene


def disturbed(scene, shift, turn, seed):
    """Every block but the supports shifted by up to `shift` [m] and turned by up to about `turn` [rad]."""
    rng = np.random.default_rng(seed)
    for k, support in enumerate(scene.is_support):
        if not support:
            scene.position[k] = scene.position[k] + shift * rng.uniform(-1.0, 1.0, 3)
            tilted = scene.orientation[k] + np.append(0.0, 0.5 * turn * rng.uniform(-1.0, 1.0, 3))
            scene.orientation[k] = tilted / np.linalg.norm(tilted)
    return scene


def scenes():
    """Name and scene of all that is kept."""
    bricks = [box(0.4, 0.2, 0.2), box(0.3, 0.25, 0.1), box(0.2, 0.2, 0.2)]
    mixed = [box(0.4, 0.2, 0.2), prism([[-0.15, -0.1], [0.15, -0.1], [0.0, 0.2]], 0.3), drum(8, 0.15, 0.25),
             drum(5, 0.15, 0.3)]
    return {"wall": wall(6, 4, "running"), "stack": wall(4, 4, "stack"),
            "rounded": disturbed(wall(6, 4, "running"), 1e-12, 1e-12, 1),
            "tilted": disturbed(wall(6, 4, "running"), 1e-6, 1e-5, 2),
            "shaken": disturbed(wall(6, 4, "running"), 1e-3, 1e-3, 3),
            "rocked": disturbed(wall(6, 4, "stack"), 1e-3, 3e-2, 4),
            "heap": heap(bricks, 4, 0.27, 5), "mixed heap": heap(mixed, 4, 0.27, 6),
            "tight heap": heap(mixed, 3, 0.2, 7, pushes=0)}


def freeze():
    """Write poses and answers."""
    arrays = {}
    for name, scene in scenes().items():
        found = scene.detect(DISTANCE)
        arrays |= {f"{name}/{field}": getattr(found, field) for field in FIELDS}
        arrays |= {f"{name}/position": np.array(scene.position), f"{name}/orientation": np.array(scene.orientation)}
    np.savez_compressed(FILE, **arrays)


if __name__ == "__main__":
    freeze()
