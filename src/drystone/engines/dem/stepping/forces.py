"""Forces on the nodes: of the blocks' elasticity, one matrix product a shape, and of the joints, point by point."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.joints import damage, elastic, mohr_coulomb
from drystone.kernels import bare_kernel, inner_kernel, kernel, sum_kernel

#: Numbers of the laws in kernels, by name.
LAW_NUMBERS = {elastic.NAME: 0, mohr_coulomb.NAME: 1, damage.NAME: 2}

#: Place in `book` of the work that joints have taken up by points that left their elastic range [J].
JOINT_WORK = 3


@kernel
def block_forces(world, displacement, force):
    """force = -K displacement of every piece; both (3 n,). Nodes of rigid bodies are left alone."""
    for s in range(world.shape.shape[0]):
        first, count, width, place = world.shape[s, 0], world.shape[s, 1], world.shape[s, 2], world.shape[s, 3]
        if world.shape[s, 4] == 0:
            for piece in range(count):
                multiply_rows(world, place, width, displacement, force, first + piece * width)
            continue
        u = displacement[first:first + count * width].reshape((count, width))
        f = force[first:first + count * width].reshape((count, width))
        np.dot(u, world.matrix[place:place + width * width].reshape((width, width)), f)


@sum_kernel
def multiply_rows(world, place, width, displacement, force, first):
    """The product for one piece by the entries of its rows."""
    for row in range(width):
        total = 0.0
        for k in range(world.row_ptr[place + row], world.row_ptr[place + row + 1]):
            total += world.value[k] * displacement[first + world.column[k]]
        force[first + row] = total


@bare_kernel
def tet_forces(world, displacement, size):
    """size (n,) [N]: sum over the tetrahedra at a node of the absolute values of their forces' components."""
    for s in range(world.shape.shape[0]):
        first, count, nodes = world.shape[s, 0] // 3, world.shape[s, 1], world.shape[s, 2] // 3
        for i in range(first, first + count * nodes):
            size[i] = 0.0
        for piece in range(count):
            for t in range(world.tet_ptr[s], world.tet_ptr[s + 1]):
                add_tet(world, t, first + piece * nodes, displacement, size)


@inner_kernel
def add_tet(world, t, first, u, size):
    """Forces of one tetrahedron: its stress times the gradients."""
    g, lam, mu = world.gradient[t], world.lame[t, 0], world.lame[t, 1]
    xx, yy, zz, xy, yz, zx = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for c in range(4):
        i = 3 * (first + world.tet[t, c])
        xx += u[i] * g[3 * c]
        yy += u[i + 1] * g[3 * c + 1]
        zz += u[i + 2] * g[3 * c + 2]
        xy += u[i] * g[3 * c + 1] + u[i + 1] * g[3 * c]
        yz += u[i + 1] * g[3 * c + 2] + u[i + 2] * g[3 * c + 1]
        zx += u[i + 2] * g[3 * c] + u[i] * g[3 * c + 2]
    mean = lam * (xx + yy + zz)
    xx, yy, zz, xy, yz, zx = mean + 2 * mu * xx, mean + 2 * mu * yy, mean + 2 * mu * zz, mu * xy, mu * yz, mu * zx
    for c in range(4):
        a, b, d = g[3 * c], g[3 * c + 1], g[3 * c + 2]
        size[first + world.tet[t, c]] += (abs(xx * a + xy * b + zx * d) + abs(xy * a + yy * b + yz * d)
                                          + abs(zx * a + yz * b + zz * d))


@inner_kernel
def is_elastic(law, parameters, u_n, u_1, u_2, memory, p):
    """Law `law` at point p; see joints/law.py."""
    if law == 0:
        return elastic.is_elastic(parameters, u_n, u_1, u_2, memory, p)
    if law == 1:
        return mohr_coulomb.is_elastic(parameters, u_n, u_1, u_2, memory, p)
    return damage.is_elastic(parameters, u_n, u_1, u_2, memory, p)


@inner_kernel
def respond(law, parameters, u_n, u_1, u_2, memory, p, stress):
    """Law `law` at point p; see joints/law.py."""
    if law == 0:
        elastic.respond(parameters, u_n, u_1, u_2, memory, p, stress)
    elif law == 1:
        mohr_coulomb.respond(parameters, u_n, u_1, u_2, memory, p, stress)
    else:
        damage.respond(parameters, u_n, u_1, u_2, memory, p, stress)


@inner_kernel
def stored(law, parameters, u_n, u_1, u_2, memory, p):
    """Law `law` at point p; see joints/law.py."""
    if law == 0:
        return elastic.stored(parameters, u_n, u_1, u_2, memory, p)
    if law == 1:
        return mohr_coulomb.stored(parameters, u_n, u_1, u_2, memory, p)
    return damage.stored(parameters, u_n, u_1, u_2, memory, p)


@bare_kernel
def joint_forces(world, motion, time, h):
    """Add the forces of all joints to `motion.force`, and move what their points remember.

    Memory is what this costs in large models. Of a point that is elastic and lies at nodes, no more is read than its
    nodes, area and whether it ever was otherwise: it remembers nothing, and what lies across it is written by
    `relate` at the end of a call. When it leaves its elastic range that is found from the velocities.

    time : [s], for `since`; h : [s], by which velocities brought the displacements here
    """
    u, v, force = motion.displacement, motion.velocity, motion.force
    relative, stress, touched = motion.relative, motion.stress, motion.touched
    for k in range(world.interface.shape[0]):
        law, joint = world.interface[k, 0], world.interface[k, 1]
        first, end, direct = world.interface[k, 2], world.interface[k, 3], world.interface[k, 4]
        parameters = world.parameter[world.parameter_ptr[joint]:world.parameter_ptr[joint + 1]]
        k_n, k_s, f = parameters[0], parameters[1], world.frame[k]
        nx, ny, nz, ax, ay, az, bx, by, bz = f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]
        for p in range(first, end):
            if direct == 1:
                i, j = 3 * world.pair[p, 0], 3 * world.pair[p, 1]
                x, y, z = u[j] - u[i], u[j + 1] - u[i + 1], u[j + 2] - u[i + 2]
            else:
                i, j = 0, 0
                x, y, z = across(world, p, u)
            u_n, u_1, u_2 = nx * x + ny * y + nz * z, ax * x + ay * y + az * z, bx * x + by * y + bz * z
            area = world.area[p]
            if touched[p] == 0 and is_elastic(law, parameters, u_n, u_1, u_2, world.nothing, 0):
                s_n, s_1, s_2 = k_n * u_n, k_s * u_1, k_s * u_2
            else:
                o_n, o_1, o_2 = relative[0, p], relative[1, p], relative[2, p]
                if touched[p] == 0:
                    touched[p] = 1
                    motion.since[p] = time
                    if direct == 1:
                        x, y, z = v[j] - v[i], v[j + 1] - v[i + 1], v[j + 2] - v[i + 2]
                    else:
                        x, y, z = across(world, p, v)
                    o_n = u_n - h * (nx * x + ny * y + nz * z)
                    o_1 = u_1 - h * (ax * x + ay * y + az * z)
                    o_2 = u_2 - h * (bx * x + by * y + bz * z)
                    t_n, t_1, t_2 = k_n * o_n, k_s * o_1, k_s * o_2
                    motion.book[JOINT_WORK] += 0.5 * area * (t_n * o_n + t_1 * o_1 + t_2 * o_2)
                else:
                    t_n, t_1, t_2 = stress[0, p], stress[1, p], stress[2, p]
                respond(law, parameters, u_n, u_1, u_2, motion.memory, p, stress)
                s_n, s_1, s_2 = stress[0, p], stress[1, p], stress[2, p]
                motion.book[JOINT_WORK] += 0.5 * area * ((t_n + s_n) * (u_n - o_n) + (t_1 + s_1) * (u_1 - o_1)
                                                         + (t_2 + s_2) * (u_2 - o_2))
                relative[0, p], relative[1, p], relative[2, p] = u_n, u_1, u_2
            s_n, s_1, s_2 = area * s_n, area * s_1, area * s_2
            x = s_n * nx + s_1 * ax + s_2 * bx
            y = s_n * ny + s_1 * ay + s_2 * by
            z = s_n * nz + s_1 * az + s_2 * bz
            if direct == 1:
                force[i] += x
                force[i + 1] += y
                force[i + 2] += z
                force[j] -= x
                force[j + 1] -= y
                force[j + 2] -= z
            else:
                for c in range(4):
                    i, j = 3 * world.node_a[p, c], 3 * world.node_b[p, c]
                    of_a, of_b = world.weight_a[p, c], world.weight_b[p, c]
                    force[i] += of_a * x
                    force[i + 1] += of_a * y
                    force[i + 2] += of_a * z
                    force[j] -= of_b * x
                    force[j + 1] -= of_b * y
                    force[j + 2] -= of_b * z


@inner_kernel
def across(world, p, u):
    """What point p sees of a field u of the nodes: that of b less that of a."""
    x, y, z = 0.0, 0.0, 0.0
    for c in range(4):
        i, j = 3 * world.node_a[p, c], 3 * world.node_b[p, c]
        of_a, of_b = world.weight_a[p, c], world.weight_b[p, c]
        x += of_b * u[j] - of_a * u[i]
        y += of_b * u[j + 1] - of_a * u[i + 1]
        z += of_b * u[j + 2] - of_a * u[i + 2]
    return x, y, z


@bare_kernel
def relate(world, motion):
    """Write what lies across the points that have been elastic all along; `joint_forces` leaves that out."""
    u, relative = motion.displacement, motion.relative
    for k in range(world.interface.shape[0]):
        f = world.frame[k]
        for p in range(world.interface[k, 2], world.interface[k, 3]):
            if motion.touched[p] == 1:
                continue
            if world.interface[k, 4] == 1:
                i, j = 3 * world.pair[p, 0], 3 * world.pair[p, 1]
                x, y, z = u[j] - u[i], u[j + 1] - u[i + 1], u[j + 2] - u[i + 2]
            else:
                x, y, z = across(world, p, u)
            relative[0, p] = f[0] * x + f[1] * y + f[2] * z
            relative[1, p] = f[3] * x + f[4] * y + f[5] * z
            relative[2, p] = f[6] * x + f[7] * y + f[8] * z


@bare_kernel
def elastic_joint_forces(world, displacement, force):
    """Add the forces of joints that are whole: what decides on the stable step."""
    u = displacement
    for k in range(world.interface.shape[0]):
        joint, first, end = world.interface[k, 1], world.interface[k, 2], world.interface[k, 3]
        k_n, k_s = world.parameter[world.parameter_ptr[joint]], world.parameter[world.parameter_ptr[joint] + 1]
        nx, ny, nz = world.frame[k, 0], world.frame[k, 1], world.frame[k, 2]
        for p in range(first, end):
            x, y, z = 0.0, 0.0, 0.0
            for c in range(4):
                i, j = 3 * world.node_a[p, c], 3 * world.node_b[p, c]
                w, v = world.weight_a[p, c], world.weight_b[p, c]
                x += v * u[j] - w * u[i]
                y += v * u[j + 1] - w * u[i + 1]
                z += v * u[j + 2] - w * u[i + 2]
            normal = (k_n - k_s) * (nx * x + ny * y + nz * z)
            area = world.area[p]
            x, y, z = area * (k_s * x + normal * nx), area * (k_s * y + normal * ny), area * (k_s * z + normal * nz)
            for c in range(4):
                i, j = 3 * world.node_a[p, c], 3 * world.node_b[p, c]
                w, v = world.weight_a[p, c], world.weight_b[p, c]
                force[i] += w * x
                force[i + 1] += w * y
                force[i + 2] += w * z
                force[j] -= v * x
                force[j + 1] -= v * y
                force[j + 2] -= v * z
