"""How two blocks move against each other at a contact: velocity, turning of arms and frame.

All take whole arrays and the number c of the contact with its blocks a and b: a row that is taken out of an array costs
more than the arithmetic here. World axes unless said.
"""

from __future__ import annotations

from drystone.kernels import inner_kernel


@inner_kernel
def cross(a0, a1, a2, b0, b1, b2):
    """a x b."""
    return a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0


@inner_kernel
def set_arms(c, a, b, point_a, point_b, position, arm_a, arm_b):
    """arm_a[c], arm_b[c] <- from the centres of the blocks to the middle between the two points [m]."""
    for i in range(3):
        middle = 0.5 * (point_a[c, i] + point_b[c, i])
        arm_a[c, i] = middle - position[a, i]
        arm_b[c, i] = middle - position[b, i]


@inner_kernel
def velocity_between(c, a, b, twist, arm_a, arm_b):
    """Velocity of b against a."""
    x = (twist[b, 0] + twist[b, 4] * arm_b[c, 2] - twist[b, 5] * arm_b[c, 1]
         - twist[a, 0] - twist[a, 4] * arm_a[c, 2] + twist[a, 5] * arm_a[c, 1])
    y = (twist[b, 1] + twist[b, 5] * arm_b[c, 0] - twist[b, 3] * arm_b[c, 2]
         - twist[a, 1] - twist[a, 5] * arm_a[c, 0] + twist[a, 3] * arm_a[c, 2])
    z = (twist[b, 2] + twist[b, 3] * arm_b[c, 1] - twist[b, 4] * arm_b[c, 0]
         - twist[a, 2] - twist[a, 3] * arm_a[c, 1] + twist[a, 4] * arm_a[c, 0])
    return x, y, z


@inner_kernel
def relative_velocity(c, a, b, frame, twist, arm_a, arm_b, world, local):
    """world[c], local[c] <- velocity of b against a, in world axes and in the contact frame."""
    x, y, z = velocity_between(c, a, b, twist, arm_a, arm_b)
    world[c, 0], world[c, 1], world[c, 2] = x, y, z
    for i in range(3):
        local[c, i] = frame[c, i, 0] * x + frame[c, i, 1] * y + frame[c, i, 2] * z


@inner_kernel
def turn_twice(b, twist, c, arm):
    """w_b x (w_b x r): of a point at the end of a turning arm."""
    x, y, z = cross(twist[b, 3], twist[b, 4], twist[b, 5], arm[c, 0], arm[c, 1], arm[c, 2])
    return cross(twist[b, 3], twist[b, 4], twist[b, 5], x, y, z)


@inner_kernel
def centripetal(c, a, b, corner, frame, twist, arm_a, arm_b, world, factor, out):
    """out[c] <- factor F (w_b x (w_b x r_b) - w_a x (w_a x r_a) - 2 w x U): frame and arms turn within the step.

    w is the spin of the block whose face the frame turns with: of a under a corner of b, of b under one of a, else the
    mean of both.

    corner : (c,) +1 where the point is a corner of b, -1 of a, else 0
    world : (c, 3) U, as `relative_velocity` gives it
    """
    of_a, of_b = 0.5 * (1.0 + corner[c]), 0.5 * (1.0 - corner[c])
    x, y, z = turn_twice(b, twist, c, arm_b)
    xa, ya, za = turn_twice(a, twist, c, arm_a)
    xu, yu, zu = cross(of_a * twist[a, 3] + of_b * twist[b, 3], of_a * twist[a, 4] + of_b * twist[b, 4],
                       of_a * twist[a, 5] + of_b * twist[b, 5], world[c, 0], world[c, 1], world[c, 2])
    x, y, z = x - xa - 2.0 * xu, y - ya - 2.0 * yu, z - za - 2.0 * zu
    for i in range(3):
        out[c, i] = factor * (frame[c, i, 0] * x + frame[c, i, 1] * y + frame[c, i, 2] * z)


@inner_kernel
def move_arms(c, a, b, twist, world, late, arm_a, arm_b):
    """Arms a time `late` [s] after the middle of the step, in place; world : (c, 3) velocity of b against a.

    The contact point moves with the mean of the two material points; arms follow both turns.
    """
    for i in range(3):
        arm_a[c, i] += 0.5 * late * world[c, i]
        arm_b[c, i] -= 0.5 * late * world[c, i]
    xa, ya, za = cross(twist[a, 3], twist[a, 4], twist[a, 5], arm_a[c, 0], arm_a[c, 1], arm_a[c, 2])
    xb, yb, zb = cross(twist[b, 3], twist[b, 4], twist[b, 5], arm_b[c, 0], arm_b[c, 1], arm_b[c, 2])
    arm_a[c, 0] += late * xa
    arm_a[c, 1] += late * ya
    arm_a[c, 2] += late * za
    arm_b[c, 0] += late * xb
    arm_b[c, 1] += late * yb
    arm_b[c, 2] += late * zb
