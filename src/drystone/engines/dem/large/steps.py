"""Inner steps with large displacements, until contacts have to be looked for again.

As stepping/integrate.py, with three differences: blocks' forces come from frames that turn, joints measure the places
of two points that follow a face, and all internal work is booked at the nodes, for no energy of either is quadratic.
"""

from __future__ import annotations

from drystone.engines.dem.large.turning import turned_block_forces, turned_product
from drystone.engines.dem.stepping.forces import is_elastic, respond, tet_forces
from drystone.engines.dem.stepping.integrate import (
    INTERNAL,
    LOADS,
    STRAIN,
    SUMS,
    SUPPORTS,
    along_path,
    body_force,
    change_loads,
    move_bodies,
    move_dragged,
    move_free,
    place_bodies,
    strain_energy,
    sum_bodies,
    sum_joints,
    sum_nodes,
    turn_less_one,
)
from drystone.kernels import bare_kernel, kernel


@kernel
def take_turned_steps(world, motion, turned, path, free, start, h, count, begun, each, local, by_mass, by_stiffness,
                      margin):
    """At most `count` inner steps of `h` [s] from the time `start` [s]; returns how many were taken, and 1 where
    contacts are to be looked for.

    They end there: where a point drifted past its limit, or a node moved by more than `margin` [m] since contacts were
    looked for.

    begun, each : share of `path` at the start, and share that a step takes; other parameters as in `take_steps`
    """
    for step in range(count):
        share, time = begun + (step + 1) * each, start + (step + 1) * h
        move_bodies(world, motion, free, h, local)
        if by_mass > 0.0 or by_stiffness > 0.0:
            compute_turned_drag(world, motion, turned, by_mass, by_stiffness)
            move_dragged(motion, world.pull, h)
        else:
            move_free(motion, world.pull, h, local)
        place_bodies(world, motion, path, free, share, h, 1)
        change_loads(motion)
        turn_bodies(turned, path, share)
        moved = put_places(motion, turned)
        drifted = compute_forces(world, motion, turned, time)
        if drifted == 1 or not moved <= margin * margin:
            return step + 1, 1
    return count, 0


@bare_kernel
def turn_bodies(turned, path, share):
    """Rotations of the pieces of rigid bodies at a share of the call."""
    for p in range(turned.piece_body.shape[0]):
        body = turned.piece_body[p]
        if body < 0:
            continue
        turn = turn_less_one(along_path(path, share, body, 3), along_path(path, share, body, 4),
                             along_path(path, share, body, 5), 1)
        r = turned.rotation[p]
        r[0], r[1], r[2] = 1.0 + turn[0], turn[1], turn[2]
        r[3], r[4], r[5] = turn[3], 1.0 + turn[4], turn[5]
        r[6], r[7], r[8] = turn[6], turn[7], 1.0 + turn[8]


@bare_kernel
def put_places(motion, turned):
    """Where the nodes are; returns the square of the longest way since contacts were looked for [m2]."""
    most = 0.0
    for i in range(turned.place.shape[0]):
        square = 0.0
        for k in range(3):
            place = turned.start[i, k] + motion.displacement[3 * i + k]
            turned.place[i, k] = place
            square += (place - turned.seen[i, k]) ** 2
        most = max(most, square)
    return most


@kernel
def compute_forces(world, motion, turned, time):
    """Forces of blocks and joints on all nodes, at `place`; 1 where a point drifted past its limit."""
    turned_block_forces(world, turned, motion.force)
    for i in range(3 * world.body_ptr[0], motion.force.shape[0]):
        motion.force[i] = 0.0
    return meet_forces(world, motion, turned, time)


@kernel
def compute_turned_drag(world, motion, turned, by_mass, by_stiffness):
    """Rayleigh's damping forces in the frames of the pieces; none where a support leads."""
    count = world.pull.shape[0]
    if by_stiffness > 0.0:
        turned_product(world, turned, motion.velocity, motion.drag)
    else:
        for i in range(count):
            motion.drag[i] = 0.0
    for i in range(count):
        motion.drag[i] = by_stiffness * motion.drag[i] - by_mass * world.mass[i] * motion.velocity[i]
    for k in range(world.held.shape[0]):
        motion.drag[world.held[k, 0]] = 0.0


@bare_kernel
def turn_frame(world, turned, k):
    """The frame of interface k as its face stands now."""
    r, own, f = turned.rotation[turned.base[k]], turned.own_frame[k], world.frame[k]
    for row in range(3):
        x, y, z = own[3 * row], own[3 * row + 1], own[3 * row + 2]
        f[3 * row] = r[0] * x + r[1] * y + r[2] * z
        f[3 * row + 1] = r[3] * x + r[4] * y + r[5] * z
        f[3 * row + 2] = r[6] * x + r[7] * y + r[8] * z


@bare_kernel
def meet_forces(world, motion, turned, time):
    """Add the forces of all joints to `motion.force`, move what their points remember; 1 where one drifted too far."""
    place, force, stress, touched = turned.place, motion.force, motion.stress, motion.touched
    drifted = 0
    for k in range(world.interface.shape[0]):
        law, joint, first, end = (world.interface[k, 0], world.interface[k, 1], world.interface[k, 2],
                                  world.interface[k, 3])
        parameters = world.parameter[world.parameter_ptr[joint]:world.parameter_ptr[joint + 1]]
        turn_frame(world, turned, k)
        f = world.frame[k]
        nx, ny, nz, ax, ay, az, bx, by, bz = f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]
        pressed, open_ = turned.limit[k, 0] ** 2, turned.limit[k, 1] ** 2
        for p in range(first, end):
            x, y, z = 0.0, 0.0, 0.0
            for c in range(4):
                w = world.weight_a[p, c]
                if w == 0.0:
                    break
                i = world.node_a[p, c]
                x -= w * place[i, 0]
                y -= w * place[i, 1]
                z -= w * place[i, 2]
            for c in range(4):
                w = world.weight_b[p, c]
                if w == 0.0:
                    break
                i = world.node_b[p, c]
                x += w * place[i, 0]
                y += w * place[i, 1]
                z += w * place[i, 2]
            r_1, r_2 = ax * x + ay * y + az * z, bx * x + by * y + bz * z
            u_n = nx * x + ny * y + nz * z - turned.anchor[0, p]
            u_1, u_2 = r_1 - turned.anchor[1, p], r_2 - turned.anchor[2, p]
            drift = r_1 * r_1 + r_2 * r_2
            if drift > pressed and (u_n <= 0.0 or drift > open_):
                drifted = 1
            motion.relative[0, p], motion.relative[1, p], motion.relative[2, p] = u_n, u_1, u_2
            if touched[p] == 0 and is_elastic(law, parameters, u_n, u_1, u_2, motion.memory, p):
                s_n, s_1, s_2 = parameters[0] * u_n, parameters[1] * u_1, parameters[1] * u_2
            else:
                if touched[p] == 0:
                    touched[p] = 1
                    motion.since[p] = time
                respond(law, parameters, u_n, u_1, u_2, motion.memory, p, stress)
                s_n, s_1, s_2 = stress[0, p], stress[1, p], stress[2, p]
                if s_n == 0.0 and s_1 == 0.0 and s_2 == 0.0:
                    continue
            area = world.area[p]
            s_n, s_1, s_2 = area * s_n, area * s_1, area * s_2
            x = s_n * nx + s_1 * ax + s_2 * bx
            y = s_n * ny + s_1 * ay + s_2 * by
            z = s_n * nz + s_1 * az + s_2 * bz
            for c in range(4):
                w = world.weight_a[p, c]
                if w == 0.0:
                    break
                i = 3 * world.node_a[p, c]
                force[i] += w * x
                force[i + 1] += w * y
                force[i + 2] += w * z
            for c in range(4):
                w = world.weight_b[p, c]
                if w == 0.0:
                    break
                i = 3 * world.node_b[p, c]
                force[i] -= w * x
                force[i + 1] -= w * y
                force[i + 2] -= w * z
    return drifted


@kernel
def change_step(world, motion, free, old, new):
    """Velocities from half an old step ago to half a new one ago [s], with what is open of the works so far.

    What the change gives to the kinetic energy of half steps, and is no work of loads or supports, goes to INTERNAL.
    """
    gained = 0.0
    for i in range(world.pull.shape[0]):
        v = motion.velocity[i]
        changed = v + 0.5 * (old - new) * world.pull[i] * (motion.force[i] + motion.load[i])
        loads = 0.5 * motion.load[i] * (old * v - new * changed)
        motion.book[LOADS] += loads
        gained += 0.5 * world.mass[i] * (changed * changed - v * v) - loads
        motion.velocity[i] = changed
    for body in range(free.shape[0]):
        for axis in range(3):
            if free[body, axis] == 0:
                work = 0.0
                for node in range(world.body_ptr[body], world.body_ptr[body + 1]):
                    work -= motion.force[3 * node + axis] * motion.velocity[3 * node + axis]
                motion.book[SUPPORTS] += 0.5 * (old - new) * work
                gained -= 0.5 * (old - new) * work
                continue
            v, own = motion.body_velocity[body, axis], world.body_mass[body, axis]
            for k in range(world.held.shape[0]):
                if world.held[k, 1] == body and world.held[k, 2] == axis:
                    own -= world.mass[world.held[k, 0]]
            changed = v + 0.5 * (old - new) * body_force(world, motion, body, axis) / world.body_mass[body, axis]
            loads = 0.5 * motion.body_load[body, axis] * (old * v - new * changed)
            motion.book[LOADS] += loads
            gained += 0.5 * own * (changed * changed - v * v) - loads
            motion.body_velocity[body, axis] = changed
    motion.book[INTERNAL] += gained


@kernel
def sum_up_turned(world, motion, turned, free, h, local, by_mass, by_stiffness, weight, block_force, tet_force, out):
    """As `sum_up`, from the frames of the pieces."""
    for k in range(SUMS):
        out[k] = 0.0
    rayleigh = by_mass > 0.0 or by_stiffness > 0.0
    if rayleigh:
        compute_turned_drag(world, motion, turned, by_mass, by_stiffness)
    turned_block_forces(world, turned, block_force)
    tet_forces(world, turned.local, tet_force)
    out[STRAIN] = strain_energy(turned.local, turned.inner, 3 * world.body_ptr[0])
    sum_nodes(world, motion, h, local, rayleigh, weight, block_force, tet_force, out)
    sum_bodies(world, motion, free, h, local, out)
    sum_joints(world, motion, out)
