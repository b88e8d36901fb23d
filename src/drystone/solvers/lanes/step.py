"""What the kernels of solvers share of one step: contacts in lanes, groups, blocks, the matrix, room for results."""

from __future__ import annotations

from drystone.bundle import Bundle, floats, reals, whole
from drystone.solvers.factor.numeric import Factor


class Step(Bundle):
    """What kernels need of a scaled step. n free blocks, g groups."""

    lanes = reals(1)            #: flat, see lanes.py
    group_ptr = whole(1)        #: (g + 1,) first contact of each group
    group_a = whole(1)          #: (g,) slot
    group_b = whole(1)          #: (g,) slot
    arm_a = reals(2)            #: (g, 3) [m], to the first contact of the group
    arm_b = reals(2)            #: (g, 3)
    edge = whole(1)             #: (g,) block of the matrix that couples the group's blocks
    inertia = reals(3)          #: (n, 6, 6)
    inertia_factor = reals(3)   #: (n, 6, 6) lower Cholesky
    momentum = reals(2)         #: (n, 6) H v*
    mask = reals(1)             #: (6,) 1 for the degrees of freedom that are not locked
    matrix = reals(2)           #: (6 n, 6 width) band; (0, 0) if the sparse factor is used
    reach = whole(1)            #: (n,) of the band
    diag = reals(3)             #: (n, 6, 6)
    off = reals(3)              #: (e, 6, 6)
    fronts = Factor.kind        #: the sparse factor
    chunk_group = whole(1)      #: (k + 1,) first group of each chunk of contacts, see groups.py
    chunk_sum = reals(2)        #: (k, 3) what a job on the contacts yields, see contact_jobs.py
    wrench = reals(2)           #: (g, 6) of each group
    stiffness = reals(2)        #: (g, STIFFNESS) of each group
    twist = reals(2)            #: (n, 6) that a job hands to the contacts
    numbers = reals(1)          #: (8,) of a job
    desk = whole(2)             #: what threads share, see crew.py
    addresses = whole(1)        #: of the locks
    singles = floats(1)   #: contacts in single precision, see single_passes.py; empty where nobody needs them
    single_wrench = floats(2)  #: (g, WIDE) of each group
