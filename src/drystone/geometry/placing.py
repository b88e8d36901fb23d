"""Vertices and normals of rigid parts in the world, with displacement and velocity: the kernels of shapes."""

from __future__ import annotations

from drystone.kernels import kernel


@kernel
def place_vertices(arm, block, rotation, position, twist, drawn, point, displacement, velocity):
    """Fill rows of all frames and vertices; a vertex moves with its block as a rigid body.

    Reads arm (v, 3) [m] in block frames, block (v,), rotation (f, b, 3, 3), position (f, b, 3) [m], twist
    (f, b, 6) [m/s, rad/s] and drawn (b, 3) [m], the centres of mass in the drawing. Writes point (f, v, 3) [m],
    displacement (f, v, 3) [m] from the drawing, velocity (f, v, 3) [m/s].
    """
    for f in range(position.shape[0]):
        for v in range(arm.shape[0]):
            b = block[v]
            x, y, z = arm[v, 0], arm[v, 1], arm[v, 2]
            ax = rotation[f, b, 0, 0] * x + rotation[f, b, 0, 1] * y + rotation[f, b, 0, 2] * z
            ay = rotation[f, b, 1, 0] * x + rotation[f, b, 1, 1] * y + rotation[f, b, 1, 2] * z
            az = rotation[f, b, 2, 0] * x + rotation[f, b, 2, 1] * y + rotation[f, b, 2, 2] * z
            px, py, pz = position[f, b, 0], position[f, b, 1], position[f, b, 2]
            wx, wy, wz = twist[f, b, 3], twist[f, b, 4], twist[f, b, 5]
            point[f, v, 0], point[f, v, 1], point[f, v, 2] = px + ax, py + ay, pz + az
            # centre and arm apart: small displacements far from the origin keep their digits
            displacement[f, v, 0] = (px - drawn[b, 0]) + (ax - x)
            displacement[f, v, 1] = (py - drawn[b, 1]) + (ay - y)
            displacement[f, v, 2] = (pz - drawn[b, 2]) + (az - z)
            velocity[f, v, 0] = twist[f, b, 0] + wy * az - wz * ay
            velocity[f, v, 1] = twist[f, b, 1] + wz * ax - wx * az
            velocity[f, v, 2] = twist[f, b, 2] + wx * ay - wy * ax


@kernel
def turn_normals(normal, block, rotation, out):
    """out (f, n, 3): normals (n, 3) of faces turned with their blocks (n,) by rotation (f, b, 3, 3)."""
    for f in range(rotation.shape[0]):
        for n in range(normal.shape[0]):
            b = block[n]
            x, y, z = normal[n, 0], normal[n, 1], normal[n, 2]
            for k in range(3):
                out[f, n, k] = rotation[f, b, k, 0] * x + rotation[f, b, k, 1] * y + rotation[f, b, k, 2] * z
