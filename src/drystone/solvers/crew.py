"""Threads that share the units of a factor.

Helpers are Python threads inside a kernel that has let go of the interpreter; between jobs they sleep on a lock of
the interpreter, which kernels can release by address. So a compiled loop gets its factors made by several threads
without going back to Python. All that is shared lies in `Factor.desk`, and is touched only with its mutex held:

    desk[0, :]   counters and flags below        desk[1, t], desk[2, t]   lock of thread t, and whether it sleeps on it
    desk[3, u]   units ready to run              desk[4, u]               units that unit u still waits for

Thread 0 is the one that asks. It does all the work itself if no helper is awake, so nothing can hang on a helper.
Which thread takes a unit is a matter of chance, what it computes is not.
"""

from __future__ import annotations

import ctypes
import threading
import time

import numba
import numpy as np

from drystone.kernels import _can_cache, kernel
from drystone.solvers.blas import ACQUIRE, RELEASE, call_lock
from drystone.solvers.numeric import BACKWARD, Factor, run_fronts

#: As `kernel`, for kernels that threads run side by side: they let go of the interpreter.
free_kernel = numba.njit(cache=_can_cache, error_model="numpy", nogil=True)

#: Most threads of a crew.
MOST_THREADS = 16

#: Columns of desk[0]: threads, mutex, units ready, units running, job, whether to stop.
THREADS, MUTEX, READY, RUNNING, JOB, STOP = range(6)


def make_desk(units: int) -> np.ndarray:
    """(5, w) int64 desk of a factor without helpers."""
    desk = np.zeros((5, max(MOST_THREADS, units)), np.int64)
    desk[0, THREADS] = 1
    return desk


@kernel
def wake_one(f, above):
    """Wake the first sleeping thread with a number >= `above`; the mutex is held."""
    desk = f.desk
    for t in range(above, desk[0, THREADS]):
        if desk[2, t] == 1:
            desk[2, t] = 0
            call_lock(f.addresses[RELEASE], desk[1, t], np.int32(0))
            return


@kernel
def push_unit(f, u):
    """Put unit u on the list of those that are ready; the mutex is held."""
    f.desk[3, f.desk[0, READY]] = u
    f.desk[0, READY] += 1


@kernel
def release_units(f, u, job):
    """Unit u is done: make those ready that waited for it last; the mutex is held."""
    desk = f.desk
    if job == BACKWARD:
        for v in range(u):                   # a unit comes before the one it feeds
            if f.above_unit[v] == u:
                push_unit(f, v)
    elif f.above_unit[u] >= 0:
        desk[4, f.above_unit[u]] -= 1
        if desk[4, f.above_unit[u]] == 0:
            push_unit(f, f.above_unit[u])


@kernel
def work(f, me):
    """Take units while there are any; thread 0 returns when the job is done, a helper when it is told to stop."""
    desk, acquire, release = f.desk, f.addresses[ACQUIRE], f.addresses[RELEASE]
    mutex = desk[0, MUTEX]
    call_lock(acquire, mutex, np.int32(1))
    while True:
        if desk[0, READY] > 0:
            desk[0, READY] -= 1
            desk[0, RUNNING] += 1
            u, job = desk[3, desk[0, READY]], desk[0, JOB]
            if desk[0, READY] > 0:
                wake_one(f, 1)
            call_lock(release, mutex, np.int32(0))
            run_fronts(f, f.unit[u, 0], f.unit[u, 1], job, me)
            call_lock(acquire, mutex, np.int32(1))
            desk[0, RUNNING] -= 1
            release_units(f, u, job)
            continue
        done = desk[0, RUNNING] == 0
        if (me == 0 and done) or (me > 0 and desk[0, STOP] == 1):
            call_lock(release, mutex, np.int32(0))
            return
        if done:
            wake_one(f, 0)                   # thread 0, if it waits for this
        desk[2, me] = 1
        call_lock(release, mutex, np.int32(0))
        call_lock(acquire, desk[1, me], np.int32(1))
        call_lock(acquire, mutex, np.int32(1))


@kernel
def run_job(f, job):
    """Do a job on all fronts, alone or with the crew."""
    units, desk = f.unit.shape[0], f.desk
    if desk[0, THREADS] == 1 or units == 1:
        run_fronts(f, 0, f.first.shape[0] - 1, job, 0)
        return
    call_lock(f.addresses[ACQUIRE], desk[0, MUTEX], np.int32(1))
    desk[0, JOB] = job
    for u in range(units):
        desk[4, u] = 0
    for u in range(units):
        if f.above_unit[u] >= 0:
            desk[4, f.above_unit[u]] += 1
    for k in range(units):                   # the last one pushed is taken first
        u = units - 1 - k
        if (f.above_unit[u] < 0) if job == BACKWARD else (desk[4, u] == 0):
            push_unit(f, u)
    call_lock(f.addresses[RELEASE], desk[0, MUTEX], np.int32(0))
    work(f, 0)


@free_kernel
def assist(f, me):
    """What a helper runs until its crew is dismissed."""
    work(f, me)


class Crew:
    """Threads that work on the factor of one pattern while a `with` block lasts.

    The block must hold the only use of the factor: two threads may not ask for jobs on the same one.
    """

    def __init__(self, factor: Factor, threads: int) -> None:
        self.factor, self.threads = factor, min(threads, MOST_THREADS)
        self.helpers: list[threading.Thread] = []
        self.locks: list[int] = []

    def __enter__(self) -> Crew:
        desk = self.factor.desk
        if self.threads < 2 or len(self.factor.unit) == 1 or desk[0, THREADS] > 1:
            return self
        self.locks = [_new_lock() for _ in range(self.threads + 1)]
        desk[0, MUTEX] = self.locks[-1]
        desk[1, :self.threads], desk[2] = self.locks[:-1], 0
        for lock in self.locks[:-1]:
            _call("acquire", lock, 1)        # a lock to sleep on is closed until somebody opens it
        desk[0, STOP] = 0
        desk[0, THREADS] = self.threads
        for me in range(1, self.threads):
            self.helpers.append(threading.Thread(target=assist, args=(self.factor, me), daemon=True))
            self.helpers[-1].start()
        while any(h.is_alive() and not desk[2, me] for me, h in enumerate(self.helpers, 1)):
            time.sleep(0.0)                  # until they are in their kernel: a caller may keep the interpreter
        return self

    def __exit__(self, *_) -> None:
        if not self.helpers:
            return
        desk = self.factor.desk
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
        raise MemoryError("no lock for the threads of a factor")
    return lock
