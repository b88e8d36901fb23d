"""What is done with the blocks of a step: wrenches and stiffnesses handed to them, their matrix factored and solved.

Methods ask for these jobs by the address of one compiled function, as threads do for theirs. Written into each method
that needs them they were most of what a first run had to compile, six times over.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from drystone.kernels import merged_kernel
from drystone.solvers.factor import sparse_cholesky
from drystone.solvers.factor.band_cholesky import factor, fill_band, solve
from drystone.solvers.factor.crew import JOB, OWN_JOB, Job, call_job
from drystone.solvers.lanes import groups, single_passes
from drystone.solvers.lanes.layout import A0
from drystone.solvers.lanes.step import Step

TAKE_WRENCHES, TAKE_SINGLE_WRENCHES, TAKE_STIFFNESS, FACTOR, SOLVE = range(5)

#: Place of the address in `Step.addresses`, and of the word of FACTOR in `Step.numbers`: 1 if there is a factor.
BLOCK_JOB_AT, IS_FACTORED = OWN_JOB + 1, 7

#: Pivots of the sparse factor are lifted to this share of the diagonal, as the band factor does.
PIVOT_LIFT = 2e-16

_ROWS = types.Array(types.float64, 2, "C")


@intrinsic
def _rows_at(typingctx, address, count):
    """The array (count, 6) of doubles at an address; who gave the address keeps it alive."""
    signature = _ROWS(types.int64, types.int64)

    def codegen(context, builder, signature, args):
        array, word = make_array(_ROWS)(context, builder), context.get_constant
        populate_array(array, data=builder.inttoptr(args[0], ir.DoubleType().as_pointer()),
                       shape=cgutils.pack_array(builder, [args[1], word(types.intp, 6)]),
                       strides=cgutils.pack_array(builder, [word(types.intp, 48), word(types.intp, 8)]),
                       itemsize=word(types.intp, 8), meminfo=None)
        return array._getvalue()

    return signature, codegen


def work_on_blocks(step, address):
    """The job of the desk; address : of the rows (n, 6) that it reads or writes"""
    job, x = step.desk[0, JOB], _rows_at(address, step.inertia.shape[0])
    is_banded = step.matrix.shape[0] > 0
    if job == TAKE_WRENCHES:
        groups.sum_straddling(step.lanes, A0, step.group_ptr, step.chunk_group, step.wrench)
        groups.place_wrenches(step.wrench, step.group_a, step.group_b, step.arm_a, step.arm_b, step.mask, x)
    elif job == TAKE_SINGLE_WRENCHES:
        single_passes.sum_straddling_singles(step.singles, step.group_ptr, step.chunk_group, step.single_wrench)
        groups.place_wrenches(step.single_wrench, step.group_a, step.group_b, step.arm_a, step.arm_b, step.mask, x)
    elif job == TAKE_STIFFNESS:
        groups.sum_straddling(step.lanes, A0, step.group_ptr, step.chunk_group, step.stiffness)
        groups.place_stiffness(step.stiffness, step.group_a, step.group_b, step.arm_a, step.arm_b, step.edge,
                               step.inertia, step.mask, step.diag, step.off)
    elif job == FACTOR:
        if is_banded:
            fill_band(step.diag, step.off, step.group_a, step.group_b, step.matrix)
            good = factor(step.matrix, step.reach)
        else:
            good = sparse_cholesky.factorise(step.fronts, PIVOT_LIFT) <= 0
        step.numbers[IS_FACTORED] = 1.0 if good else 0.0
    elif is_banded:
        solve(step.matrix, step.reach, x.reshape(x.size))
    else:
        sparse_cholesky.solve_into(step.fronts, x, x)


BLOCK_JOB = Job(work_on_blocks, Step.kind)


@merged_kernel
def take_wrenches(step, out):
    """out (n, 6) = C^T P from the wrenches that the last job on the contacts left."""
    step.desk[0, JOB] = TAKE_WRENCHES
    call_job(step.addresses[BLOCK_JOB_AT], step, out.ctypes.data)


@merged_kernel
def take_single_wrenches(step, out):
    """The same after ADVANCE_SINGLE."""
    step.desk[0, JOB] = TAKE_SINGLE_WRENCHES
    call_job(step.addresses[BLOCK_JOB_AT], step, out.ctypes.data)


@merged_kernel
def take_stiffness(step):
    """H + C^T M C to diag and off, from the stiffnesses that the last job on the contacts left."""
    step.desk[0, JOB] = TAKE_STIFFNESS
    call_job(step.addresses[BLOCK_JOB_AT], step, 0)


@merged_kernel
def factor_blocks(step):
    """Factor of the matrix in diag and off; False if it broke down."""
    step.desk[0, JOB] = FACTOR
    call_job(step.addresses[BLOCK_JOB_AT], step, 0)
    return step.numbers[IS_FACTORED] > 0.0


@merged_kernel
def solve_condensed(step, x):
    """x (n, 6) <- solution with the factor of `factor_blocks` for the right side x."""
    step.desk[0, JOB] = SOLVE
    call_job(step.addresses[BLOCK_JOB_AT], step, x.ctypes.data)
