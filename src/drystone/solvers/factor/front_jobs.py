"""Jobs on the fronts of a factor, by one thread or a crew: which units wait for which, and what is done in a unit."""

from __future__ import annotations

import numpy as np

from drystone.kernels import merged_kernel
from drystone.solvers.factor.blas import ACQUIRE, RELEASE, call_lock
from drystone.solvers.factor.crew import JOB, MUTEX, READY, RUNNING, THREADS, Job, take_unit
from drystone.solvers.factor.numeric import (
    BACKWARD,
    BACKWARD_SINGLE,
    CONVERT,
    FACTOR,
    FORWARD,
    FORWARD_SINGLE,
    Factor,
    backward,
    eliminate,
    forward,
)
from drystone.solvers.factor.single_factor import backward_single, convert, forward_single


@merged_kernel
def open_job(desk, above_unit, addresses):
    """Make the units ready with which the job begins: those that wait for none."""
    call_lock(addresses[ACQUIRE], desk[0, MUTEX], np.int32(1))
    units, downward = above_unit.shape[0], desk[0, JOB] == BACKWARD or desk[0, JOB] == BACKWARD_SINGLE
    for u in range(units):
        desk[4, u] = 0
    for u in range(units):
        if above_unit[u] >= 0:
            desk[4, above_unit[u]] += 1
    for k in range(units):                   # the last one listed is taken first
        u = units - 1 - k
        if above_unit[u] < 0 if downward else desk[4, u] == 0:
            desk[3, desk[0, READY]] = u
            desk[0, READY] += 1
    call_lock(addresses[RELEASE], desk[0, MUTEX], np.int32(0))


@merged_kernel
def finish_unit(desk, above_unit, addresses, u):
    """Unit u is done: make those ready that waited for nothing else."""
    call_lock(addresses[ACQUIRE], desk[0, MUTEX], np.int32(1))
    above = above_unit[u]
    desk[0, RUNNING] -= 1
    if desk[0, JOB] == BACKWARD or desk[0, JOB] == BACKWARD_SINGLE:
        for v in range(u):                   # a unit comes before the one it feeds
            if above_unit[v] == u:
                desk[3, desk[0, READY]] = v
                desk[0, READY] += 1
    elif above >= 0:
        desk[4, above] -= 1
        if desk[4, above] == 0:
            desk[3, desk[0, READY]] = above
            desk[0, READY] += 1
    call_lock(addresses[RELEASE], desk[0, MUTEX], np.int32(0))


def run_job(f, me):
    """Do the job of the desk: thread 0 until it is done, alone or with helpers; a helper until it shall stop."""
    desk, ints = f.desk, f.ints[me]
    alone = me == 0 and (desk[0, THREADS] == 1 or f.unit.shape[0] == 1)
    begin, end, unit = 0, f.broken.shape[0], 0
    if me == 0 and not alone:
        open_job(desk, f.above_unit, f.addresses)
    while True:
        if not alone:
            unit = take_unit(desk, f.addresses, me)
            if unit < 0:
                return
            begin, end = f.unit[unit, 0], f.unit[unit, 1]
        job = desk[0, JOB]
        for k in range(end - begin):
            if job == FACTOR:
                eliminate(f, begin + k, ints)
            elif job == FORWARD:
                forward(f, begin + k, ints)
            elif job == BACKWARD:
                backward(f, end - 1 - k, ints)
            elif job == CONVERT:
                convert(f, begin + k, ints)
            elif job == FORWARD_SINGLE:
                forward_single(f, begin + k)
            else:
                backward_single(f, end - 1 - k)
        if alone:
            return
        finish_unit(desk, f.above_unit, f.addresses, unit)


FRONT_JOB = Job(run_job, Factor.kind)
