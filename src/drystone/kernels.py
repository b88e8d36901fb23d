"""How kernels are compiled: numba, with a cache on disk (`kernel_cache.py`)."""

from __future__ import annotations

import numba

from drystone.kernel_cache import cache_folder

can_cache = cache_folder is not None

#: Decorator of a kernel: compiled once, cached; a division by zero gives inf as in NumPy.
kernel = numba.njit(cache=can_cache, error_model="numpy", no_cfunc_wrapper=True)

#: Decorator of a kernel that has its place in one other kernel: it is written into that before compiling, and compiled
#: by itself only where Python calls it. A kernel is optimised together with all kernels that it calls, level by level;
#: with deep chains of calls most of a first run's time would go into that.
merged_kernel = numba.njit(cache=can_cache, error_model="numpy", inline="always")


def compile_callback(signature, function):
    """A kernel with an address, for kernels and C code to call; its argument types are given."""
    return numba.cfunc(signature, cache=can_cache, error_model="numpy")(function)
