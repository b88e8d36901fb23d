"""What the kernels see: the structure, which does not change, and its motion, which they write."""

from __future__ import annotations

from drystone.bundle import Bundle, reals, short, whole


class World(Bundle):
    """Blocks, joints and supports. n nodes: e that deform come first, then those of rigid bodies."""

    # blocks that deform
    shape = whole(2)          #: (s, 5): first degree of freedom, pieces, degrees of a piece, place, 1 for a full matrix
    matrix = reals(1)         #: [N/m], minus the stiffness of each shape, row by row, from its place on
    value = reals(1)          #: [N/m], the same of shapes that are not full: entries of their rows,
    column = whole(1)         #: ... the column of each within the shape,
    row_ptr = whole(1)        #: ... and where rows begin, those of a shape from its place on
    tet = whole(2)            #: (t, 4) nodes of the tetrahedra of all shapes, within a piece
    gradient = reals(2)       #: (t, 12) [1/m], of their area coordinates
    lame = reals(2)           #: (t, 2) [N m], volume that counts times Lame's constants
    tet_ptr = whole(1)        #: (s + 1,) tetrahedra of each shape
    mass = reals(1)           #: (3 e,) [kg], by degree of freedom, with what mass scaling adds
    pull = reals(1)           #: (3 e,) [h-free 1/kg], 1 / mass; 0 where a support leads
    # joints
    interface = whole(2)      #: (i, 5): law, joint, first point, end of its points, 1 where all points lie at nodes
    frame = reals(2)          #: (i, 9) rows n, t1, t2
    parameter = reals(1)      #: of all joints, one after the other
    parameter_ptr = whole(1)  #: (j + 1,)
    area = reals(1)           #: (m,) [m2]
    pair = short(2)           #: (m, 2) first node of a and of b: all there is of points that lie at nodes
    nothing = reals(2)        #: (c, 1), memory of a point to which nothing has happened
    node_a = whole(2)         #: (m, 4)
    node_b = whole(2)         #: (m, 4)
    weight_a = reals(2)       #: (m, 4)
    weight_b = reals(2)       #: (m, 4)
    # rigid bodies
    body_ptr = whole(1)       #: (r + 1,) nodes of each
    arm = reals(2)            #: (n - e, 3) [m], from the body's centre
    body_mass = reals(2)      #: (r, 3) [kg], along each axis, with that of nodes it leads
    held = whole(2)           #: (h, 3): degree of freedom, body, axis
    held_arm = reals(2)       #: (h, 3) [m], of its node from the body's centre


class Motion(Bundle):
    """Everything that a step changes."""

    displacement = reals(1)   #: (3 n,) [m], from the start
    velocity = reals(1)       #: (3 n,) [m/s], half a step before the displacements
    force = reals(1)          #: (3 n,) [N], of blocks and joints on the nodes at these displacements
    load = reals(1)           #: (3 e,) [N], weight and loads
    load_rate = reals(1)      #: (3 e,) [N] a step
    relative = reals(2)       #: (3, m) [m], across the joints: opening, slip along t1 and t2
    stress = reals(2)         #: (3, m) [Pa], tension positive; of points that were never touched by the law: stale
    memory = reals(2)         #: (c, m), state of the joint laws
    touched = whole(1)        #: (m,) 1 once a point has left its elastic range
    since = reals(1)          #: (m,) [s], when it did
    offset = reals(2)         #: (r, 3) [m], what guided bodies have moved by themselves
    body_velocity = reals(2)  #: (r, 3) [m/s], of guided bodies
    body_load = reals(2)      #: (r, 3) [N]
    body_load_rate = reals(2)  #: (r, 3) [N] a step
    book = reals(1)           #: (BOOKS,) [J], see integrate.py
    held_force = reals(1)     #: (h,) [N], room
    drag = reals(1)           #: (3 e,) [N], room for Rayleigh's damping
