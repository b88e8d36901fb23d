"""Kernels that allocate nothing and are called by other kernels only.

Two costs of a call vanish where they would weigh more than the work, in kernels of a hundred nanoseconds. Numba
counts the references of every array that is taken out of a named tuple, with atomic additions; a kernel that makes
no arrays needs no such counts. And it passes every array as ten numbers; a kernel that is merged into its caller
passes nothing. Without an entry from Python such a kernel also compiles faster.
"""

from __future__ import annotations

import numba

from drystone.kernels import can_cache

_OPTIONS = {"error_model": "numpy", "_nrt": False}

#: Decorator of kernels that only read and write the arrays given to them.
bare_kernel = numba.njit(cache=can_cache, **_OPTIONS)

#: The same for a kernel that becomes part of the kernels that call it; it cannot be called from Python.
inner_kernel = numba.njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)
