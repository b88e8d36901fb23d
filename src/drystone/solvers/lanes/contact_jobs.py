"""Passes over all contacts, chunk by chunk, by one thread or a crew.

A job is a short row of passes (`..._passes.py`) over one chunk after another, with the sums over its groups at the end:
what one pass writes the next finds in the nearest cache. Which job, and its numbers, lie in `Step.desk` and
`Step.numbers`. No number depends on the threads: each contact, group and chunk is worked on by one thread, and what the
chunks yield is put together afterwards in their order.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from drystone.kernels import kernel, merged_kernel
from drystone.solvers.factor.crew import JOB, OWN_JOB, THREADS, Crew, Job, call_job, close_unit, open_all, take_unit
from drystone.solvers.lanes import augmented_passes, groups, length_passes, rest_passes, single_passes, splitting_passes
from drystone.solvers.lanes import cone_passes as cone
from drystone.solvers.lanes import layout as lanes
from drystone.solvers.lanes.block_jobs import BLOCK_JOB, take_stiffness, take_wrenches
from drystone.solvers.lanes.layout import A0, A1, A2, DS0, ES0, EZ0, P0, SIZE, Z0
from drystone.solvers.lanes.operators import copy_to
from drystone.solvers.lanes.step import Step

#: Jobs of the interior point, the augmented Lagrangian, the search for rest and the splitting.
SPREAD, STIFFEN, SCALE, FOLLOW, KEEP, CENTRALITY, MOVE, EXCESS, WEIGH, CHOOSE, CHOOSE_AGAIN, GRADE = range(12)
#: Jobs that end with the wrenches of the groups.
RESIDUAL, WRENCH, REMAINDER, PUSH, PROJECT, RENEW, CARRY, HOLD, BEGIN, RESUME, ADVANCE, SUM_UP = range(12, 24)
#: Jobs in single precision, and between the two; the first ends with the wrenches, too.
ADVANCE_SINGLE, LOAD_SINGLES, RETURN_SINGLES = range(24, 27)

#: How PUSH finds the right side before: not at all, for the predictor, the corrector, Gondzio's correctors.
AS_IT_IS, TO_BOUNDARY, TO_CENTRE, TO_CORRIDOR = range(4)

#: Places in `Step.numbers`: two numbers of the job, shares, whether contacts are soft, the way of PUSH.
ONE, TWO, SHARE, KEEP_D, KEEP_E, SOFT, AIM = range(7)

#: Fields of a direction, and of its part without floor and cap.
DIRECTION, POINT = 8, 6

#: Chunks of a unit of work for threads, and the least number of units worth their while.
UNIT_CHUNKS, LEAST_UNITS = 4, 4


@merged_kernel
def aim(a, numbers, soft):
    """Right side RC, RF, RK of a direction."""
    if numbers[AIM] == TO_BOUNDARY:
        cone.aim_at_boundary(a)
    elif numbers[AIM] == TO_CENTRE:
        if soft:
            cone.aim_at_centre(a, numbers[ONE], numbers[TWO])
        else:
            cone.aim_at_centre_rigid(a, numbers[ONE], numbers[TWO])
    elif numbers[AIM] == TO_CORRIDOR:
        if soft:
            cone.aim_at_corridor(a, numbers[ONE], numbers[TWO])
        else:
            cone.aim_at_corridor_rigid(a, numbers[ONE], numbers[TWO])


@merged_kernel
def work_on_singles(step, chunk, job):
    """A job in single precision, or between the two, on one chunk."""
    size = groups.CHUNK * single_passes.SINGLES
    b = step.singles[chunk * size:min((chunk + 1) * size, step.singles.size)]
    if job == ADVANCE_SINGLE:
        single_passes.spread_single(step.singles, step.twist, step.group_ptr, step.group_a, step.group_b, step.arm_a,
                                    step.arm_b, step.chunk_group, chunk)
        single_passes.turn_vectors(b)
        single_passes.advance_single(b, np.float32(step.numbers[ONE]))
        single_passes.turn_vectors(b)
        single_passes.sum_singles(step.singles, step.group_ptr, step.chunk_group, chunk, step.single_wrench)
        return
    a = step.lanes[chunk * groups.CHUNK * SIZE:min((chunk + 1) * groups.CHUNK * SIZE, step.lanes.size)]
    if job == LOAD_SINGLES:
        single_passes.load_singles(a, b)
    else:
        single_passes.return_singles(a, b)


@merged_kernel
def work_on(step, chunk):
    """The job of the desk on one chunk."""
    job, numbers, out = step.desk[0, JOB], step.numbers, step.chunk_sum
    if job >= ADVANCE_SINGLE:
        work_on_singles(step, chunk, job)
        return
    soft = numbers[SOFT] > 0.0
    a = step.lanes[chunk * groups.CHUNK * SIZE:min((chunk + 1) * groups.CHUNK * SIZE, step.lanes.size)]
    if (job == SPREAD or job == FOLLOW or job == RESIDUAL or job == PROJECT or job == HOLD or job == BEGIN
            or job == ADVANCE or job == GRADE):
        groups.spread_twist(step.lanes, step.twist, step.group_ptr, step.group_a, step.group_b, step.arm_a, step.arm_b,
                            step.chunk_group, chunk)
    if job == SCALE:
        cone.scale_contacts(a)
        if soft:
            cone.soften_contacts(a)
    elif job == WEIGH:
        rest_passes.weigh_contacts(a)
    elif job == CHOOSE:
        splitting_passes.choose_weights(a, Z0, numbers[ONE])
    elif job == CHOOSE_AGAIN:
        splitting_passes.keep_velocity(a)
        splitting_passes.choose_weights(a, EZ0, numbers[ONE])
    if job == SCALE or job == STIFFEN or job == WEIGH or job == CHOOSE or job == CHOOSE_AGAIN:
        lanes.push_stiffness(a)
        groups.sum_groups(step.lanes, A0, step.group_ptr, step.chunk_group, chunk, step.stiffness)
    elif job == FOLLOW:
        if soft:
            cone.follow_soft(a, numbers[SHARE], numbers[KEEP_D], numbers[KEEP_E])
            length_passes.find_limits(a)
        else:
            cone.follow_rigid(a, numbers[SHARE], numbers[KEEP_D], numbers[KEEP_E])
            length_passes.find_limits_rigid(a)
        out[chunk, 0] = lanes.least_field(a, A0)
    elif job == KEEP:
        lanes.copy_fields(a, ES0, DS0, DIRECTION if soft else POINT)
    elif job == CENTRALITY:
        if soft:
            length_passes.find_centrality(a, numbers[ONE])
        else:
            length_passes.find_centrality_rigid(a, numbers[ONE])
        out[chunk, 0], out[chunk, 1] = lanes.sum_field(a, A0), lanes.least_field(a, A1)
    elif job == MOVE:
        length_passes.take_step(a, numbers[ONE])
    elif job == EXCESS:
        augmented_passes.find_excess(a)
        out[chunk, 0], out[chunk, 1] = lanes.sum_field(a, A1), lanes.sum_field(a, A2)
    elif job == RESIDUAL:
        cone.find_residual(a)
        for k, field in enumerate((A0, A1, A2)):
            out[chunk, k] = lanes.sum_field(a, field)
        lanes.copy_fields(a, Z0, P0, 3)
    elif job == REMAINDER:
        cone.find_remainder(a)
    elif job == PUSH:
        aim(a, numbers, soft)
        if soft:
            cone.push_soft(a, numbers[SHARE])
        else:
            cone.push_rigid(a, numbers[SHARE])
    elif job == PROJECT or job == RENEW:
        if job == RENEW:
            lanes.copy_fields(a, EZ0, Z0, 3)
        augmented_passes.project_impulses(a, numbers[ONE])
        out[chunk, 0], out[chunk, 1] = lanes.sum_field(a, A0), lanes.sum_field(a, A2)
    elif job == CARRY or job == HOLD:
        if job == HOLD:
            rest_passes.move_impulses(a)
        lanes.copy_fields(a, Z0, P0, 3)
    elif job == BEGIN or job == RESUME:
        if job == BEGIN:
            splitting_passes.start_from(a)
        else:
            splitting_passes.take_velocity(a)
        splitting_passes.obey_law(a)
    elif job == ADVANCE:
        splitting_passes.advance(a, numbers[ONE])
    elif job == SUM_UP:
        lanes.copy_fields(a, EZ0, P0, 3)
    elif job == GRADE:
        splitting_passes.grade(a)
        out[chunk, 0], out[chunk, 1] = lanes.least_field(a, A0), lanes.least_field(a, A1)
    if job >= RESIDUAL:
        if job != ADVANCE:
            lanes.push_wrench(a)
        groups.sum_wrenches(step.lanes, step.group_ptr, step.chunk_group, chunk, step.wrench)


def run_job(step, me):
    """Do the job of the desk: thread 0 until it is done, alone or with helpers; a helper until it shall stop."""
    desk, addresses = step.desk, step.addresses
    chunks = step.chunk_group.shape[0] - 1
    alone = me == 0 and desk[0, THREADS] == 1
    begin, end = 0, chunks
    if me == 0 and not alone:
        open_all(desk, unit_count(chunks), addresses)
    while True:
        if not alone:
            unit = take_unit(desk, addresses, me)
            if unit < 0:
                return
            begin, end = unit * UNIT_CHUNKS, min((unit + 1) * UNIT_CHUNKS, chunks)
        for chunk in range(begin, end):
            work_on(step, chunk)
        if alone:
            return
        close_unit(desk, addresses)


CONTACT_JOB = Job(run_job, Step.kind)


@cache
def step_addresses() -> np.ndarray:
    """`Step.addresses`: those of the locks and BLAS, of the job on contacts, of that on blocks."""
    return np.append(CONTACT_JOB.addresses, BLOCK_JOB.addresses[OWN_JOB])


@kernel
def unit_count(chunks):
    """Units of work of so many chunks."""
    return (chunks + UNIT_CHUNKS - 1) // UNIT_CHUNKS


@merged_kernel
def do_job(step, job, one, two):
    """Do a job on all contacts; its other numbers are in their places."""
    step.desk[0, JOB] = job
    step.numbers[ONE], step.numbers[TWO] = one, two
    call_job(step.addresses[OWN_JOB], step, 0)


@merged_kernel
def spread(step, twist):
    """Hand the twists (n, 6) to the lanes."""
    copy_to(twist, step.twist)
    do_job(step, SPREAD, 0.0, 0.0)


@merged_kernel
def gather(step, out):
    """out (n, 6) = C^T P of the impulses P in the lanes."""
    do_job(step, WRENCH, 0.0, 0.0)
    take_wrenches(step, out)


@merged_kernel
def assemble(step):
    """H + C^T M C for the stiffnesses M in the lanes, to diag and off."""
    do_job(step, STIFFEN, 0.0, 0.0)
    take_stiffness(step)


@merged_kernel
def total_of(step, column):
    """Sum of what the chunks yielded."""
    total = 0.0
    for chunk in range(step.chunk_sum.shape[0]):
        total += step.chunk_sum[chunk, column]
    return total


@merged_kernel
def least_of(step, column):
    """Least of what the chunks yielded."""
    least = np.inf
    for chunk in range(step.chunk_sum.shape[0]):
        least = min(least, step.chunk_sum[chunk, column])
    return least


def contact_crew(step, threads: int) -> Crew:
    """`with contact_crew(step, 2): ...` lets so many threads work on the contacts inside."""
    worth = unit_count(len(step.chunk_group) - 1) >= LEAST_UNITS
    return Crew(step.desk, threads if worth else 1, CONTACT_JOB, step)
