"""Threads that share the units of a job: fronts of a factor, or chunks of contacts.

Helpers are Python threads inside a kernel that has let go of the interpreter; between jobs they sleep on a lock of
the interpreter, which kernels can release by address. So a compiled loop gets its work done by several threads
without going back to Python. All that is shared lies in a desk, and is touched only with its mutex held:

    desk[0, :]   counters and flags below        desk[1, t], desk[2, t]   lock of thread t, and whether it sleeps on it
    desk[3, u]   units ready to run              desk[4, u]               units that unit u still waits for

Thread 0 is the one that asks. It does all the work itself if no helper is awake, so nothing can hang on a helper.
Which thread takes a unit is a matter of chance, what it computes is not.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from functools import cached_property

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from drystone.bundle import Bundle, BundleType
from drystone.kernels import compile_callback, kernel, merged_kernel
from drystone.solvers.factor.blas import ACQUIRE, ADDRESSES, RELEASE, call_lock

#: Place of the address of a desk's own job behind those of blas.py.
OWN_JOB = len(ADDRESSES)

#: Most threads of a crew.
MOST_THREADS = 16

#: Columns of desk[0]: the job, threads, mutex, units ready, units running, whether to stop.
JOB, THREADS, MUTEX, READY, RUNNING, STOP = range(6)


def make_desk(units: int) -> np.ndarray:
    """(5, w) int64 desk without helpers, for jobs of so many units."""
    desk = np.zeros((5, max(MOST_THREADS, units)), np.int64)
    desk[0, THREADS] = 1
    return desk


@kernel
def wake_one(desk, release):
    """Wake the first thread that sleeps; the mutex is held."""
    for t in range(desk[0, THREADS]):
        if desk[2, t] == 1:
            desk[2, t] = 0
            call_lock(release, desk[1, t], np.int32(0))
            return


@merged_kernel
def open_all(desk, units, addresses):
    """Make all units ready: none waits for another. The first one is taken first."""
    call_lock(addresses[ACQUIRE], desk[0, MUTEX], np.int32(1))
    for k in range(units):
        desk[3, k] = units - 1 - k
    desk[0, READY] = units
    call_lock(addresses[RELEASE], desk[0, MUTEX], np.int32(0))


@merged_kernel
def take_unit(desk, addresses, me):
    """A unit to run; or -1, to thread 0 when the job is done, to a helper when it shall stop."""
    acquire, release, mutex = addresses[ACQUIRE], addresses[RELEASE], desk[0, MUTEX]
    unit = -1
    call_lock(acquire, mutex, np.int32(1))
    while True:
        if desk[0, READY] > 0:
            desk[0, READY] -= 1
            desk[0, RUNNING] += 1
            unit = desk[3, desk[0, READY]]
            if desk[0, READY] > 0:
                wake_one(desk, release)
            break
        if desk[0, RUNNING] == 0 if me == 0 else desk[0, STOP] == 1:
            break
        if desk[0, RUNNING] == 0 and desk[2, 0] == 1:
            wake_one(desk, release)          # thread 0: the job is done
        desk[2, me] = 1
        call_lock(release, mutex, np.int32(0))
        call_lock(acquire, desk[1, me], np.int32(1))
        call_lock(acquire, mutex, np.int32(1))
    call_lock(release, mutex, np.int32(0))
    return unit


@merged_kernel
def close_unit(desk, addresses):
    """A unit for which none waits is done."""
    call_lock(addresses[ACQUIRE], desk[0, MUTEX], np.int32(1))
    desk[0, RUNNING] -= 1
    call_lock(addresses[RELEASE], desk[0, MUTEX], np.int32(0))


class Job:
    """What threads do at a desk: `work(bundle, me)`, called by its address, from kernels and by helpers.

    So it is compiled once, and not again with each kernel that asks for it.
    """

    def __init__(self, work: Callable, kind: BundleType) -> None:
        self.py_func, self._kind = work, kind

    @cached_property
    def addresses(self) -> np.ndarray:
        """ADDRESSES and that of this job; compiles it, or finds it in the cache."""
        self._compiled = compile_callback(types.void(self._kind, types.int64), self.py_func)
        return np.append(ADDRESSES, self._compiled.address)

    def __call__(self, bundle: Bundle, me: int) -> None:
        """Do it in this thread, without the interpreter."""
        function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)(int(self.addresses[OWN_JOB]))
        function(bundle.address, me)


@intrinsic
def call_job(typingctx, address, bundle, number):
    """Do the job of that address: for a crew as thread 0; other jobs take another number."""
    signature = types.void(types.int64, bundle, types.int64)

    def codegen(context, builder, signature, args):
        kind = ir.FunctionType(ir.VoidType(), [args[1].type, ir.IntType(64)])
        builder.call(builder.inttoptr(args[0], kind.as_pointer()), [args[1], args[2]])
        return context.get_dummy_value()

    return signature, codegen


class Crew:
    """Threads that work at one desk while a `with` block lasts, each with `work(subject, me)`.

    The block must hold the only use of the desk: two threads may not ask for jobs at the same one.
    """

    def __init__(self, desk: np.ndarray, threads: int, work: Job, subject: Bundle) -> None:
        self.desk, self.threads = desk, min(threads, MOST_THREADS)
        self.work, self.subject = work, subject
        self.helpers: list[threading.Thread] = []
        self.locks: list[int] = []

    def __enter__(self) -> Crew:
        desk = self.desk
        if self.threads < 2 or desk[0, THREADS] > 1:
            return self
        self.locks = [_new_lock() for _ in range(self.threads + 1)]
        desk[0, MUTEX] = self.locks[-1]
        desk[1, :self.threads], desk[2] = self.locks[:-1], 0
        for lock in self.locks[:-1]:
            _call("acquire", lock, 1)        # a lock to sleep on is closed until somebody opens it
        desk[0, STOP] = 0
        desk[0, THREADS] = self.threads
        for me in range(1, self.threads):
            self.helpers.append(threading.Thread(target=self.work, args=(self.subject, me), daemon=True))
            self.helpers[-1].start()
        while any(h.is_alive() and not desk[2, me] for me, h in enumerate(self.helpers, 1)):
            time.sleep(0.0)                  # until they are in their kernel: a caller may keep the interpreter
        return self

    def __exit__(self, *_) -> None:
        if not self.helpers:
            return
        desk = self.desk
        desk[0, STOP] = 1
        for me, helper in enumerate(self.helpers, 1):
            while helper.is_alive() and not desk[2, me]:
                time.sleep(0.0)
            desk[2, me] = 0
            _call("release", self.locks[me])
            helper.join()
        desk[0, THREADS] = 1
        for lock in self.locks:
            _call("free", lock)
        self.helpers, self.locks = [], []


def _call(verb: str, lock: int, *arguments: int) -> None:
    function = getattr(ctypes.pythonapi, f"PyThread_{verb}_lock")
    function(ctypes.c_void_p(lock), *arguments)


def _new_lock() -> int:
    function = ctypes.pythonapi.PyThread_allocate_lock
    function.restype = ctypes.c_void_p
    lock = function()
    if not lock:
        raise MemoryError("no lock for the threads of a solver")
    return lock
