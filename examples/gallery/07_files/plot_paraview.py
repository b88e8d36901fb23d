"""
A run for ParaView
==================

How does a run get into ParaView? ``export_run`` writes a folder with the blocks at every kept frame, and the forces
of the joints, as VTKHDF (ParaView 5.12 or later); ``pvd`` serves older ones, ``gltf`` any viewer, ``csv`` a
spreadsheet. Open ``blocks.vtkhdf``, press Apply, and play.

Checked: what another program reads from the file, here ``h5py``, is what the run holds: as many steps as frames, and
the greatest height of any corner at the last one, to 1e-9 m.
"""

import tempfile
from pathlib import Path

import h5py
import numpy as np

import drystone as ds
from drystone.export.run import export_run

portal = ds.Assembly("portal", gravity=9.81)
portal.material("stone", density=2300)
portal.joint("dry", friction=0.6)
for name, x in (("left", 0.0), ("right", 2.0)):
    portal.add(name, ds.box((0.5, 0.5, 2.0), center=(x, 0, 1.0)), material="stone")
portal.add("lintel", ds.box((2.6, 0.5, 0.4), center=(1.0, 0, 2.2)), material="stone")
portal.add_ground(level=0.0, margin=1.0)
portal.ground_motion("pulse", ds.motion.OneSine(amplitude=5.0, half_period=0.4), direction=(1, 0, 0))
result = ds.run(portal, duration=1.0, dt=4e-3, output={"frames": 10})

with tempfile.TemporaryDirectory() as folder:
    place = export_run(result, "vtkhdf", Path(folder, "portal"))
    files = sorted(path.name for path in place.iterdir())
    with h5py.File(place / "blocks.vtkhdf") as file:
        steps = file["VTKHDF/Steps"]
        times, first = steps["Values"][:], steps["PointOffsets"][-1]
        last = file["VTKHDF/Points"][int(first):]

ds.view.show(ds.view.scene_figure(result, times=(0.48, 1.0)))

shape = result.shape(-1)
assert len(times) == len(result.frames.time) and np.allclose(times, result.frames.time)
assert abs(last[:, 2].max() - shape.vertex[:, 2].max()) < 1e-9
print(f"{', '.join(files)}: {len(times)} steps, the last at {times[-1]:.3f} s; highest corner at "
      f"{last[:, 2].max():.4f} m.")
