"""
An assembly from COMPAS
=======================

How does an assembly of COMPAS become a model? Its JSON file holds a mesh for each block, and says which are supports;
here a waisted tower of eight stones is written in that format with nothing but ``json``.

Checked: every block is there with the volume of its mesh (1e-9: two bases and a height), supports are in the group
``supports``, and the tower stands under its weight, which its foot carries to 1e-6.
"""

import json
import tempfile
from pathlib import Path

import numpy as np

import drystone as ds

count, height = 8, 0.4                                                      # stones, m
half = 0.35 + 0.25 * (np.linspace(0.0, 1.0, count + 1) - 0.55) ** 2          # m, half the width of each bed
faces = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def stone(k: int) -> dict:
    """Block k as COMPAS writes it: numbered corners and faces."""
    corners = [(sx * half[j], sy * half[j], j * height) for j in (k, k + 1)
               for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    mesh = {"vertex": {str(i): dict(zip("xyz", map(float, p))) for i, p in enumerate(corners)},
            "face": {str(i): face for i, face in enumerate(faces)}}
    kind = "compas_assembly.datastructures/Block"
    return {"block": {"dtype": kind, "data": mesh, "guid": str(k), "name": f"stone_{k}"}, "is_support": k == 0}


content = {"dtype": "compas_assembly.datastructures/Assembly", "guid": "0",
           "data": {"graph": {"dtype": "compas.datastructures/Graph", "guid": "0",
                              "data": {"node": {str(k): stone(k) for k in range(count)}}}}}
tower = ds.Assembly("compas-tower", gravity=9.81)
tower.material("stone", density=2400)
tower.joint("dry", friction=0.6)
with tempfile.TemporaryDirectory() as folder:
    Path(folder, "tower.json").write_text(json.dumps(content))
    names = tower.add_file(Path(folder, "tower.json"), unit="m", material="stone")
tower.support("supports")
model = tower.build()
statics = ds.limit.statics_analysis(model)

ds.view.show(ds.view.limit_figure(model, np.zeros((model.block_count, 6)), statics.interfaces, title="from COMPAS",
                                  camera=ds.view.Camera(30.0, 20.0)))

low, high = (2 * half[:-1]) ** 2, (2 * half[1:]) ** 2
exact = 2400 * height / 3 * (low + high + np.sqrt(low * high))               # frusta of pyramids
assert len(names) == count and np.abs(model.mass / exact - 1.0)[1:].max() < 1e-9
assert statics.stands and abs(next(iter(statics.reactions.values()))[2] / tower.weight - 1.0) < 1e-6
print(f"{len(names)} blocks of {model.mass[1:].sum():.3f} kg on their support; frusta of pyramids: "
      f"{exact[1:].sum():.3f} kg.")
