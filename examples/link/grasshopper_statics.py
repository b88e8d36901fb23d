"""Statics of meshes in Grasshopper: source of a Python 3 Script component of Rhino 8. It was NOT run in Rhino.

How to wire it: docs/link.md. Inputs: folder, command, unit, meshes (list), supports (list), density, friction,
gravity, push. Outputs: stands, verdict, factor, moved, points, forces, line, notes.
"""

import sys

import Rhino.Geometry as rg

if folder not in sys.path:
    sys.path.insert(0, folder)
import drystone_link


def transform(pose):
    """Sixteen numbers as a transform of Rhino."""
    out = rg.Transform(1.0)
    for row in range(4):
        for column in range(4):
            setattr(out, f"M{row}{column}", pose[4 * row + column])
    return out


def place(mesh, pose):
    """A copy of a mesh at its pose."""
    copy = mesh.DuplicateMesh()
    copy.Transform(transform(pose))
    return copy


stands, factor, moved, points, forces, line, notes = None, None, [], [], [], None, []
try:
    link = drystone_link.connect(command)      # the same warm child at every move of a slider
    found = link.statics([drystone_link.rhino_mesh(mesh) for mesh in meshes], unit=unit, density=density,
                         friction=friction, gravity=gravity, supports=[int(i) for i in supports or []],
                         push=push or None)
    stands, verdict, factor, notes = found["stands"], found["verdict"], found["load_factor"], found["notes"]
    moved = [place(mesh, pose) for mesh, pose in zip(meshes, found["poses"])]
    points = [rg.Point3d(*point) for point in found["joint_points"]]
    forces = [rg.Vector3d(*force) for force in found["joint_forces"]]
    if found["thrust_line"]:
        line = rg.PolylineCurve([rg.Point3d(*point) for point in found["thrust_line"]])
except drystone_link.LinkError as error:
    verdict = str(error)
