"""Central differences: as many inner steps as stability asks for, in one call.

Displacements and forces stand at the times t_n, velocities at t_n - h/2. One inner step: v += h a_n, u += h v, forces
at the new u. The change of the kinetic energy is then exactly the work F_n (du_before + du_after)/2 of all forces, and
that of a linear spring (F_n + F_n+1)/2 du: booked so, the energy balance closes to rounding whatever the step is.
At the end of a call the first half of the last forces' work is still open: `sum_up` adds it, for show.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.engines.dem.stepping.forces import block_forces, joint_forces, relate, stored, tet_forces
from drystone.kernels import bare_kernel, kernel, sum_kernel

#: Places in `book` [J]: work of loads, of damping, of whoever moves the supports, of joints (JOINT_WORK), of all forces
#: within and between blocks; by contacts that are found anew; what points that are gone dissipated by opening, sliding
#: and crushing. The last four are of large displacements alone.
LOADS, DAMPING, SUPPORTS = 0, 1, 2
INTERNAL, FOUND, GONE = 4, 5, 6
BOOKS = 9


@kernel
def take_steps(world, motion, path, free, start, h, count, local, by_mass, by_stiffness):
    """`count` inner steps of `h` [s] from the time `start` [s].

    Parameters
    ----------
    path : (k + 1, r, 6) [m, rad], displacement and rotation of the rigid bodies at k + 1 even times of the call
    free : (r, 3) int64, 1 along axes where a body follows the forces on it
    local : share of the force out of balance that acts against the velocity [-], 0 for none
    by_mass, by_stiffness : Rayleigh's damping [1/s], [s]
    """
    for step in range(count):
        move_bodies(world, motion, free, h, local)
        if by_mass > 0.0 or by_stiffness > 0.0:
            compute_drag(world, motion, by_mass, by_stiffness)
            move_dragged(motion, world.pull, h)
        else:
            move_free(motion, world.pull, h, local)
        place_bodies(world, motion, path, free, (step + 1.0) / count, h, 0)
        change_loads(motion)
        block_forces(world, motion.displacement, motion.force)
        for i in range(3 * world.body_ptr[0], motion.force.shape[0]):
            motion.force[i] = 0.0
        joint_forces(world, motion, start + (step + 1) * h, h)
    relate(world, motion)


@kernel
def move_free(motion, pull, h, local):
    """One step of all nodes that deform, with local damping or none."""
    loads, damping, internal = move_nodes(motion.displacement, motion.velocity, motion.force, motion.load, pull, h,
                                          local)
    motion.book[LOADS] += loads
    motion.book[DAMPING] += damping
    motion.book[INTERNAL] += internal


@kernel
def move_dragged(motion, pull, h):
    """One step of all nodes that deform, with given damping forces."""
    loads, damping, internal = move_nodes_dragged(motion.displacement, motion.velocity, motion.force, motion.load,
                                                  motion.drag, pull, h)
    motion.book[LOADS] += loads
    motion.book[DAMPING] += damping
    motion.book[INTERNAL] += internal


@sum_kernel
def move_nodes(u, v, force, load, pull, h, local):
    """One step of all nodes that deform; returns the work of loads, of local damping, of all other forces [J]."""
    loads, damping, internal = 0.0, 0.0, 0.0
    for i in range(pull.shape[0]):
        out_of_balance = force[i] + load[i]
        old = v[i]
        drag = -local * math.copysign(abs(out_of_balance), old)
        new = old + h * pull[i] * (out_of_balance + drag)
        v[i] = new
        u[i] += h * new
        loads += load[i] * (old + new)
        damping += drag * (old + new)
        internal += force[i] * (old + new)
    return 0.5 * h * loads, 0.5 * h * damping, 0.5 * h * internal


@sum_kernel
def move_nodes_dragged(u, v, force, load, drag, pull, h):
    """The same with given damping forces."""
    loads, damping, internal = 0.0, 0.0, 0.0
    for i in range(pull.shape[0]):
        old = v[i]
        new = old + h * pull[i] * (force[i] + load[i] + drag[i])
        v[i] = new
        u[i] += h * new
        loads += load[i] * (old + new)
        damping += drag[i] * (old + new)
        internal += force[i] * (old + new)
    return 0.5 * h * loads, 0.5 * h * damping, 0.5 * h * internal


@kernel
def compute_drag(world, motion, by_mass, by_stiffness):
    """Rayleigh's damping forces, from the velocities half a step ago; none where a support leads."""
    count = world.pull.shape[0]
    if by_stiffness > 0.0:
        block_forces(world, motion.velocity, motion.drag)
    else:
        for i in range(count):
            motion.drag[i] = 0.0
    for i in range(count):
        motion.drag[i] = by_stiffness * motion.drag[i] - by_mass * world.mass[i] * motion.velocity[i]
    for k in range(world.held.shape[0]):
        motion.drag[world.held[k, 0]] = 0.0


@bare_kernel
def body_force(world, motion, body, axis):
    """Force of all joints, bonds and loads on a rigid body [N]."""
    total = motion.body_load[body, axis]
    for i in range(world.body_ptr[body], world.body_ptr[body + 1]):
        total += motion.force[3 * i + axis]
    for k in range(world.held.shape[0]):
        if world.held[k, 1] == body and world.held[k, 2] == axis:
            total += motion.force[world.held[k, 0]] + motion.load[world.held[k, 0]]
    return total


@bare_kernel
def move_bodies(world, motion, free, h, local):
    """One step of guided bodies along their free axes; takes the forces off nodes that bodies lead."""
    for body in range(free.shape[0]):
        for axis in range(3):
            if free[body, axis] == 0:
                continue
            total = body_force(world, motion, body, axis)
            old = motion.body_velocity[body, axis]
            drag = -local * math.copysign(abs(total), old)
            new = old + h * (total + drag) / world.body_mass[body, axis]
            motion.body_velocity[body, axis] = new
            motion.offset[body, axis] += h * new
            motion.book[LOADS] += 0.5 * h * motion.body_load[body, axis] * (old + new)
            motion.book[DAMPING] += 0.5 * h * drag * (old + new)
    for k in range(world.held.shape[0]):
        i = world.held[k, 0]
        motion.held_force[k] = motion.force[i]
        motion.force[i] = -motion.load[i]            # nothing is left that moves it


@bare_kernel
def along_path(path, share, body, k):
    """Component k of a body's prescribed motion at a share of the call."""
    place = share * (path.shape[0] - 1)
    before = min(int(place), path.shape[0] - 2)
    left = path[before, body, k]
    return left + (place - before) * (path[before + 1, body, k] - left)


@bare_kernel
def place_bodies(world, motion, path, free, share, h, exact):
    """Put the nodes of rigid bodies, and those they lead, where they are at a share of the call.

    exact : 1 where bodies turn by any angle, 0 where it is small
    """
    u, v = motion.displacement, motion.velocity
    elastic_nodes = world.body_ptr[0]
    for body in range(free.shape[0]):
        x = along_path(path, share, body, 0) + motion.offset[body, 0]
        y = along_path(path, share, body, 1) + motion.offset[body, 1]
        z = along_path(path, share, body, 2) + motion.offset[body, 2]
        turn = turn_less_one(along_path(path, share, body, 3), along_path(path, share, body, 4),
                             along_path(path, share, body, 5), exact)
        work, internal = 0.0, 0.0
        for node in range(world.body_ptr[body], world.body_ptr[body + 1]):
            arm = world.arm[node - elastic_nodes]
            for axis in range(3):
                i = 3 * node + axis
                new = spot(x, y, z, turn, arm, axis)
                speed = (new - u[i]) / h
                internal += motion.force[i] * (v[i] + speed)
                if free[body, axis] == 0:
                    work -= motion.force[i] * (v[i] + speed)
                u[i], v[i] = new, speed
        for k in range(world.held.shape[0]):
            if world.held[k, 1] != body:
                continue
            i, axis = world.held[k, 0], world.held[k, 2]
            new = spot(x, y, z, turn, world.held_arm[k], axis)
            before = u[i] - h * v[i]                 # `move_nodes` has carried it on, under minus its load
            speed = (new - before) / h
            internal += motion.held_force[k] * (v[i] + speed) + 2.0 * motion.load[i] * v[i]
            if free[body, axis] == 0:
                work += (world.mass[i] * (speed - v[i]) / h - motion.held_force[k] - motion.load[i]) * (v[i] + speed)
            motion.book[LOADS] += 0.5 * h * motion.load[i] * (speed - v[i])
            u[i], v[i] = new, speed
        motion.book[SUPPORTS] += 0.5 * h * work
        motion.book[INTERNAL] += 0.5 * h * internal


@bare_kernel
def turn_less_one(a, b, c, exact):
    """Nine entries, row by row, of the turn by the vector (a, b, c) less the identity; exact 0: of a small one."""
    if exact == 0:
        return 0.0, -c, b, c, 0.0, -a, -b, a, 0.0
    square = a * a + b * b + c * c
    angle = math.sqrt(square)
    half = math.sin(0.5 * angle)
    first = math.sin(angle) / angle if angle > 0.0 else 1.0
    second = 2.0 * half * half / square if angle > 0.0 else 0.5
    return (-second * (b * b + c * c), second * a * b - first * c, second * a * c + first * b,
            second * a * b + first * c, -second * (a * a + c * c), second * b * c - first * a,
            second * a * c - first * b, second * b * c + first * a, -second * (a * a + b * b))


@bare_kernel
def spot(x, y, z, turn, arm, axis):
    """Displacement along an axis of a point of a body that moves by (x, y, z) and turns."""
    if axis == 0:
        return x + turn[0] * arm[0] + turn[1] * arm[1] + turn[2] * arm[2]
    if axis == 1:
        return y + turn[3] * arm[0] + turn[4] * arm[1] + turn[5] * arm[2]
    return z + turn[6] * arm[0] + turn[7] * arm[1] + turn[8] * arm[2]


@bare_kernel
def change_loads(motion):
    """Loads of the next time, where they change."""
    if motion.load_rate.shape[0] > 0:
        for i in range(motion.load.shape[0]):
            motion.load[i] += motion.load_rate[i]
    for body in range(motion.body_load.shape[0]):
        for axis in range(3):
            motion.body_load[body, axis] += motion.body_load_rate[body, axis]


#: Numbers that `sum_up` gives.
(KINETIC, STRAIN, JOINT_STORED, OPENING, SLIDING, CRUSHING, PENDING_LOADS, PENDING_DAMPING, PENDING_SUPPORTS,
 FORCE_RATIO, MEAN_RATIO, SPEED, TOUCHED_STORED, TOUCHED, PENDING_INTERNAL) = range(15)
SUMS = 15


@kernel
def sum_up(world, motion, free, h, local, by_mass, by_stiffness, weight, block_force, tet_force, out):
    """Energies, open halves of the booked works, force ratios and the greatest speed, at the end of a call.

    weight : (3 e,) [N]; block_force : (3 n,) room; tet_force : (n,) room; out : (SUMS,)
    """
    for k in range(SUMS):
        out[k] = 0.0
    block_forces(world, motion.displacement, block_force)
    tet_forces(world, motion.displacement, tet_force)
    out[STRAIN] = strain_energy(motion.displacement, block_force, 3 * world.body_ptr[0])
    rayleigh = by_mass > 0.0 or by_stiffness > 0.0
    if rayleigh:
        compute_drag(world, motion, by_mass, by_stiffness)
    sum_nodes(world, motion, h, local, rayleigh, weight, block_force, tet_force, out)
    sum_bodies(world, motion, free, h, local, out)
    sum_joints(world, motion, out)


@sum_kernel
def strain_energy(displacement, block_force, count):
    """Of the blocks [J]: minus half of their forces times the displacements that cause them."""
    total = 0.0
    for i in range(count):
        total -= displacement[i] * block_force[i]
    return 0.5 * total


@bare_kernel
def sum_nodes(world, motion, h, local, rayleigh, weight, block_force, tet_force, out):
    """Kinetic energy of the nodes, open halves of the works on them, force ratios.

    The ratio of a node is the force out of balance over all that meet there: those of its tetrahedra, of joints, loads
    and its weight, each as the sum of the absolute values of its components.
    """
    out_sum, acting_sum = 0.0, 0.0
    for node in range(world.body_ptr[0]):
        out_of_balance, acting, square = 0.0, tet_force[node], 0.0
        for axis in range(3):
            i = 3 * node + axis
            v, total = motion.velocity[i], motion.force[i] + motion.load[i]
            square += v * v
            out[PENDING_INTERNAL] += 0.5 * h * motion.force[i] * v
            if world.pull[i] == 0.0:
                out[KINETIC] += 0.5 * world.mass[i] * v * v
                continue
            drag = motion.drag[i] if rayleigh else -local * math.copysign(abs(total), v)
            out[KINETIC] += 0.5 * v * (world.mass[i] * v + h * (total + drag))
            out[PENDING_LOADS] += 0.5 * h * motion.load[i] * v
            out[PENDING_DAMPING] += 0.5 * h * drag * v
            out_of_balance += abs(total)
            acting += abs(motion.force[i] - block_force[i]) + abs(motion.load[i] - weight[i]) + abs(weight[i])
        if not square <= out[SPEED]:                 # what is no number shall be seen
            out[SPEED] = square
        if acting != 0.0 and not out_of_balance <= out[FORCE_RATIO] * acting:
            out[FORCE_RATIO] = out_of_balance / acting
        out_sum += out_of_balance
        acting_sum += acting
    out[SPEED] = math.sqrt(out[SPEED])
    out[MEAN_RATIO] = out_sum / acting_sum if acting_sum > 0.0 else 0.0


@bare_kernel
def sum_bodies(world, motion, free, h, local, out):
    """Kinetic energy of guided bodies, and the open halves of what was booked of all bodies."""
    for i in range(3 * world.body_ptr[0], motion.force.shape[0]):
        out[PENDING_INTERNAL] += 0.5 * h * motion.force[i] * motion.velocity[i]
    for body in range(free.shape[0]):
        for axis in range(3):
            if free[body, axis] == 1:
                v, total = motion.body_velocity[body, axis], body_force(world, motion, body, axis)
                drag = -local * math.copysign(abs(total), v)
                own = world.body_mass[body, axis]
                for k in range(world.held.shape[0]):     # nodes that it leads count with the nodes
                    if world.held[k, 1] == body and world.held[k, 2] == axis:
                        own -= world.mass[world.held[k, 0]]
                out[KINETIC] += 0.5 * v * (own * v + h * (total + drag))
                out[PENDING_LOADS] += 0.5 * h * motion.body_load[body, axis] * v
                out[PENDING_DAMPING] += 0.5 * h * drag * v
                continue
            for node in range(world.body_ptr[body], world.body_ptr[body + 1]):
                out[PENDING_SUPPORTS] -= 0.5 * h * motion.force[3 * node + axis] * motion.velocity[3 * node + axis]
    for k in range(world.held.shape[0]):
        i, body, axis = world.held[k, 0], world.held[k, 1], world.held[k, 2]
        out[PENDING_LOADS] += 0.5 * h * motion.load[i] * motion.velocity[i]
        if free[body, axis] == 0:
            out[PENDING_SUPPORTS] -= 0.5 * h * (motion.force[i] + motion.load[i]) * motion.velocity[i]


@bare_kernel
def sum_joints(world, motion, out):
    """Energy that joints store, and what they have dissipated by opening, sliding and crushing; all stresses."""
    for k in range(world.interface.shape[0]):
        law, joint = world.interface[k, 0], world.interface[k, 1]
        parameters = world.parameter[world.parameter_ptr[joint]:world.parameter_ptr[joint + 1]]
        for p in range(world.interface[k, 2], world.interface[k, 3]):
            u_n, u_1, u_2 = motion.relative[0, p], motion.relative[1, p], motion.relative[2, p]
            if motion.touched[p] == 0:
                motion.stress[0, p] = parameters[0] * u_n
                motion.stress[1, p] = parameters[1] * u_1
                motion.stress[2, p] = parameters[1] * u_2
                out[JOINT_STORED] += 0.5 * world.area[p] * (parameters[0] * u_n * u_n
                                                            + parameters[1] * (u_1 * u_1 + u_2 * u_2))
                continue
            out[TOUCHED] += 1.0
            energy = world.area[p] * stored(law, parameters, u_n, u_1, u_2, motion.memory, p)
            out[JOINT_STORED] += energy
            out[TOUCHED_STORED] += energy
            out[OPENING] += world.area[p] * motion.memory[9, p]
            out[SLIDING] += world.area[p] * motion.memory[10, p]
            out[CRUSHING] += world.area[p] * motion.memory[11, p]


def empty_sums() -> np.ndarray:
    """(SUMS,) zeros."""
    return np.zeros(SUMS)
