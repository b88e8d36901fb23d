"""An arch of COMPAS meshes, asked of an installed drystone: does it stand, what push does it take, how does it fall?

    drystone link --component drystone_link.py     # once, beside this file
    python compas_arch.py /path/to/drystone        # in an environment that has COMPAS; drystone may live elsewhere

Poses come back as transformations of COMPAS, the thrust line as a polyline.
"""

import math
import sys

from compas.datastructures import Mesh
from compas.geometry import Point, Polyline, Transformation, Vector
from drystone_link import LinkError, connect

GRAVITY, DENSITY = 9.81, 2000.0           # m/s2, kg/m3
RADIUS, THICKNESS, WIDTH = 5.0, 0.9, 1.0  # m, of the middle line and of the ring
COUNT, EMBRACE = 20, math.radians(160.0)
HEXAHEDRON = [[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]


def voussoir(first: float, last: float) -> Mesh:
    """Between two angles from the upright."""
    corners = []
    for y in (-0.5 * WIDTH, 0.5 * WIDTH):
        for radius, angle in ((RADIUS - 0.5 * THICKNESS, first), (RADIUS + 0.5 * THICKNESS, first),
                              (RADIUS + 0.5 * THICKNESS, last), (RADIUS - 0.5 * THICKNESS, last)):
            corners.append([radius * math.sin(angle), y, radius * math.cos(angle)])
    return Mesh.from_vertices_and_faces(corners, HEXAHEDRON)


def make_arch() -> list:
    """Voussoirs from left to right; the first and the last are supports."""
    step = EMBRACE / COUNT
    return [voussoir(-0.5 * EMBRACE + (i - 1) * step, -0.5 * EMBRACE + i * step) for i in range(COUNT + 2)]


def main(command) -> None:
    """Ask, and check the numbers."""
    arch = make_arch()
    link = connect(command)
    try:
        found = link.statics([mesh.to_vertices_and_faces() for mesh in arch], unit="m", density=DENSITY, friction=0.7,
                             gravity=GRAVITY, supports=[0, COUNT + 1], push="+x",
                             lines=["effective", "least", "greatest"])
    except LinkError as error:
        sys.exit(f"drystone: {error}")
    lines = {kind: Polyline([Point(*p) for p in line["points"]]) for kind, line in found["thrust_lines"].items()}
    thrusts = {kind: line["thrust"] / 1e3 for kind, line in found["thrust_lines"].items()}
    moved = [mesh.transformed(Transformation([pose[0:4], pose[4:8], pose[8:12], pose[12:16]]))
             for mesh, pose in zip(arch, found["poses"])]
    weight = DENSITY * GRAVITY * sum(abs(mesh.volume()) for mesh in arch[1:-1])
    print(f"drystone {link.version}: stands {found['verdict']}, takes {found['load_factor']:.4f} g towards +x")
    print(f"thrust {thrusts['least']:.2f} .. {thrusts['effective']:.2f} .. {thrusts['greatest']:.2f} kN, "
          f"weight {weight / 1e3:.2f} kN, line of {lines['effective'].length:.2f} m")

    assert found["stands"] and thrusts["least"] < thrusts["effective"] < thrusts["greatest"]
    # both springings together carry the weight; forces act on the second block of a joint
    carried = Vector(0.0, 0.0, 0.0)
    for (a, b), force in zip(found["joint_blocks"], found["joint_forces"]):
        if (a in (0, COUNT + 1)) != (b in (0, COUNT + 1)):
            carried += Vector(*force) * (1.0 if a in (0, COUNT + 1) else -1.0)
    assert abs(carried.z - weight) < 1e-5 * weight and abs(carried.x) < 1e-5 * weight
    # supports stay, the mechanism moves, and no block changes its volume
    assert all(abs(abs(new.volume()) - abs(old.volume())) < 1e-9 for new, old in zip(moved, arch))
    assert max(abs(x) for x in (moved[0].centroid()[i] - arch[0].centroid()[i] for i in range(3))) < 1e-12
    assert found["moving"] and max(new.centroid()[0] - old.centroid()[0] for new, old in zip(moved, arch)) > 0.1


if __name__ == "__main__":
    main(sys.argv[1:] or sys.exit("compas_arch.py: give the command, e.g. what `which drystone` prints"))
