"""
A facade drawn in CAD
=====================

How does a drawing become a model? Stones drawn as closed polylines in millimetres, as any CAD program writes them
into a DXF file; here ``ezdxf`` draws a gateway. The sheet's y points upwards, and all stones get the thickness of the
wall.

Checked: the volume of all blocks is the drawn area times the thickness, to 1e-9; every stone of the drawing is a
block; and the gateway stands, its reactions summing up to its weight, to 1e-6.
"""

import tempfile
from itertools import pairwise
from pathlib import Path

import ezdxf
import numpy as np

import drystone as ds

inner, outer, count, thickness = 1000.0, 1300.0, 9, 0.5        # mm, mm, voussoirs, m
angles = np.linspace(0.0, np.pi, count + 1)
outlines = []
for low, high in pairwise(angles):                              # the arch
    corners = ((inner, low), (outer, low), (outer, high), (inner, high))
    outlines.append([(radius * np.cos(angle), 1500 + radius * np.sin(angle)) for radius, angle in corners])
for side in (1, -1):                                            # two piers of three stones
    for z in (0, 500, 1000):
        outlines.append([(side * x, y) for x, y in ((inner, z), (1600, z), (1600, z + 500), (inner, z + 500))])
area = sum(0.5 * abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1])))
           for points in outlines) * 1e-6       # m2

gateway = ds.Assembly("gateway", gravity=9.81)
gateway.material("stone", density=2300)
gateway.joint("dry", friction=0.7)
with tempfile.TemporaryDirectory() as folder:
    drawing = ezdxf.new()
    for points in outlines:
        drawing.modelspace().add_lwpolyline(points, close=True)
    drawing.saveas(Path(folder, "gateway.dxf"))
    names = gateway.add_file(Path(folder, "gateway.dxf"), unit="mm", up="y", thickness=thickness, material="stone")
gateway.add_ground(level=0.0)
model = gateway.build()
statics = ds.limit.statics_analysis(model)

ds.view.show(ds.view.limit_figure(model, np.zeros((model.block_count, 6)), statics.interfaces, title="gateway"))

volume = gateway.weight / 9.81 / 2300
assert len(names) == len(outlines) and abs(volume / (area * thickness) - 1.0) < 1e-9
assert statics.stands and abs(statics.reactions["ground"][2] / gateway.weight - 1.0) < 1e-6
print(f"{len(names)} blocks, {volume:.6f} m3; area times thickness {area * thickness:.6f} m3. It stands.")
