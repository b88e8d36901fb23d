"""Meshes, a link to this checkout, and programs that are no drystone."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from drystone.link.component import Link

LAW = {"density": 2000.0, "friction": 0.7, "gravity": 9.81}
QUADS = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def box(size, corner=(0.0, 0.0, 0.0), scale: float = 1.0):
    """(vertices, faces) of an upright box."""
    (a, b, c), (x, y, z) = size, corner
    base = ((0.0, 0.0), (a, 0.0), (a, b), (0.0, b))
    return [[scale * (x + u), scale * (y + v), scale * (z + w)] for w in (0.0, c) for u, v in base], QUADS


def message(meshes, **more) -> dict:
    """A question as it goes over the pipe."""
    blocks = [{"vertices": v, "faces": f, "support": i == 0} for i, (v, f) in enumerate(meshes)]
    model = {"gravity": 9.81, "materials": {"stone": {"density": 2000.0}}, "joints": {"dry": {"friction": 0.7}}}
    return {"kind": "statics", "id": 1, "meshes": blocks, "unit": "m", "model": model, **more}


def own_link(**options) -> Link:
    """To the package that is tested."""
    return Link([sys.executable, "-m", "drystone"], environment=dict(os.environ), **options)


def stranger(folder: Path, text: str, **options) -> Link:
    """To a program of these lines."""
    path = folder / "stranger.py"
    path.write_text("import json, os, sys, time\n"
                    "def say(**m): sys.stdout.write(json.dumps(m) + '\\n'); sys.stdout.flush()\n" + text)
    return Link([sys.executable, str(path)], environment=dict(os.environ), **options)
