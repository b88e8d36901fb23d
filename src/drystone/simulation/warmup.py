"""Compile all kernels ahead of time, by running a few steps of small models that use them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from drystone import patterns
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.simulation.run import run


def warm_up() -> None:
    """Fill the cache of compiled kernels; does little where it is full."""
    for variant in ({}, {"scheme": "euler"}, {"planar": "xz"}):
        scene = Assembly("warm-up", gravity=9.81, planar=variant.get("planar"))
        scene.material("stone", density=2000.0)
        scene.joint("dry", friction=0.6)
        scene.add("lower", box((0.6, 0.4, 0.4), center=(0.0, 0.0, 0.2)), material="stone")
        scene.add("upper", box((0.4, 0.4, 0.4), center=(0.0, 0.0, 0.6)), material="stone")
        scene.add_ground(level=0.0)
        scene.velocity("upper", linear=(0.5, 0.0, 0.0))
        if not variant:   # enough blocks for the sparse factor
            scene.add_pattern(patterns.running_bond(length=2.0, courses=6, block=(0.4, 0.2), thickness=0.2),
                              material="stone", offset=(1.0, 0.0, 0.0))
        with tempfile.TemporaryDirectory() as folder:
            run(scene, duration=3e-2, dt=1e-2, directory=Path(folder) / "run", output={"every": 1},
                scheme=variant.get("scheme", "midpoint"))


if __name__ == "__main__":
    warm_up()
