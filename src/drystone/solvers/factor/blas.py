"""BLAS and LAPACK of SciPy, and the locks of the interpreter, called from kernels by address.

A kernel that is cached on disk must not hold an address: they differ from run to run. So the addresses are looked
up when this file is imported, and travel as integers in an array that kernels take as an argument. All arguments
of BLAS are pointers: to arrays, to integers that the caller keeps, and to the constants below.

SciPy's OpenBLAS starts threads of its own for large matrices. They would fight with ours, and the bits of the
result would depend on their number; `limit_threads` holds them at one while a factor is made. It works for the
OpenBLAS that comes with SciPy and for MKL; with another library the result is as right, but its last bits may
depend on the number of threads which that library uses.
"""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import scipy
import scipy.linalg.cython_blas
from llvmlite import ir
from numba import types
from numba.extending import get_cython_function_address, intrinsic

from drystone.kernels import kernel

#: Places of the addresses in ADDRESSES.
POTRF, TRSM, SYRK, TRSV, GEMV, GET_THREADS, SET_THREADS, ACQUIRE, RELEASE = range(9)

_THREAD_CALLS = (("scipy_openblas_get_num_threads", "scipy_openblas_set_num_threads"),
                 ("scipy_openblas_get_num_threads64_", "scipy_openblas_set_num_threads64_"),
                 ("openblas_get_num_threads", "openblas_set_num_threads"),
                 ("MKL_Get_Max_Threads", "MKL_Set_Num_Threads"))


def _address(function) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value


def _find_thread_calls() -> tuple[int, int]:
    """Addresses of "how many threads" and "use so many" of the BLAS in use; zeros if it has none we know."""
    bundled = Path(scipy.__file__).resolve().parent.parent / "scipy.libs"
    for path in (Path(scipy.linalg.cython_blas.__file__), *sorted(bundled.glob("*openblas*"))):
        try:
            library = ctypes.CDLL(str(path))      # loaded already: this only finds it again
        except OSError:
            continue
        for get, put in _THREAD_CALLS:
            if hasattr(library, get) and hasattr(library, put):
                return _address(getattr(library, get)), _address(getattr(library, put))
    return 0, 0


def find_addresses() -> np.ndarray:
    """(9,) int64 addresses in this process, in the order of POTRF .. RELEASE."""
    blas = [get_cython_function_address("scipy.linalg.cython_blas", name)
            for name in ("dtrsm", "dsyrk", "dtrsv", "dgemv")]
    locks = [_address(getattr(ctypes.pythonapi, f"PyThread_{verb}_lock")) for verb in ("acquire", "release")]
    return np.array([get_cython_function_address("scipy.linalg.cython_lapack", "dpotrf"), *blas,
                     *_find_thread_calls(), *locks], dtype=np.int64)


ADDRESSES = find_addresses()

#: What scalar and character arguments point to: one, minus one and zero, then the characters L, N, T, R.
CONSTANTS = np.frombuffer(np.array([1.0, -1.0, 0.0]).tobytes() + b"LNTR\0\0\0\0", dtype=np.int64).copy()
ONE, MINUS, ZERO, LOWER, PLAIN, TRANSPOSED, RIGHT = 0, 8, 16, 24, 25, 26, 27


@intrinsic
def call_pointers(typingctx, address, arguments):
    """Call the function at `address` with pointers, given as a tuple of integers. It returns nothing."""
    count = len(arguments)
    signature = types.void(types.int64, types.UniTuple(types.int64, count))

    def codegen(context, builder, signature, args):
        byte = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte] * count)
        function = builder.inttoptr(args[0], kind.as_pointer())
        pointers = [builder.inttoptr(builder.extract_value(args[1], k), byte) for k in range(count)]
        builder.call(function, pointers)
        return context.get_dummy_value()

    return signature, codegen


@intrinsic
def call_int(typingctx, address, argument):
    """int f(int) at `address`."""
    signature = types.int32(types.int64, types.int32)

    def codegen(context, builder, signature, args):
        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32)])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), [args[1]])

    return signature, codegen


@intrinsic
def call_lock(typingctx, address, lock, wait):
    """int f(void *lock, int wait) at `address`."""
    signature = types.int32(types.int64, types.int64, types.int32)

    def codegen(context, builder, signature, args):
        byte, whole = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(whole, [byte, whole])
        function = builder.inttoptr(args[0], kind.as_pointer())
        return builder.call(function, [builder.inttoptr(args[1], byte), args[2]])

    return signature, codegen


@kernel
def limit_threads(addresses, count):
    """Let BLAS use `count` threads; returns how many it used before."""
    if addresses[SET_THREADS] == 0:
        return np.int32(1)
    before = call_int(addresses[GET_THREADS], np.int32(0))
    if before != count:
        call_int(addresses[SET_THREADS], np.int32(count))
    return before
