"""How kernels are compiled: numba, with a cache on disk (`kernel_cache.py`). All decorators of kernels come from here.

Some options are numba's own business: they save time, and are left out on the plain path (`plain.py`), or where a newer
numba no longer takes them.
"""

from __future__ import annotations

import re

import numba
from llvmlite import binding

from drystone.kernel_cache import cache_folder
from drystone.plain import is_asked, say_plain

can_cache = cache_folder is not None

#: Newest numba that is known to take the private options; a newer one is asked, which costs it a small compilation.
KNOWN_NUMBA = (0, 68)

#: Ways of counting through one loop that the compiler weighs against each other; LLVM's own limit is 65,535. In the
#: loops that gather the stiffness of all blocks it weighed them for 20 s, in each of three kernels, and found nothing
#: that runs faster. Only how addresses are counted hangs on it, no number.
LOOP_SEARCH = 1000

_PRIVATE = {"_nrt": False, "forceinline": True, "no_cpython_wrapper": False, "no_cfunc_wrapper": True}


def _is_known() -> bool:
    """Whether this numba, and the LLVM that it brings, are among those whose private options are known."""
    return tuple(map(int, re.findall(r"\d+", numba.__version__)[:2])) <= KNOWN_NUMBA


def _bound_search() -> None:
    """Tell LLVM of LOOP_SEARCH. It ends the process at an option that it does not know, so a newer one is not asked."""
    if not is_asked() and _is_known():
        binding.set_option("drystone", f"--lsr-complexity-limit={LOOP_SEARCH}")


def _takes_private() -> bool:
    """Whether kernels are compiled with private options."""
    if is_asked():
        return False
    if _is_known():
        return True
    try:
        numba.njit(**_PRIVATE)(lambda: 0)()
    except Exception as error:   # whatever it says: without them kernels are as right
        say_plain("kernels", error)
        return False
    return True


def _decorator(private: dict[str, bool], *, cached: bool = True, **options: object):
    """numba.njit with documented options, and with private ones where numba takes them."""
    more = private if _with_private else {}
    return numba.njit(cache=cached and can_cache, error_model="numpy", **options, **more)


_bound_search()
_with_private = _takes_private()

#: Decorator of a kernel: compiled once, cached; a division by zero gives inf as in NumPy.
kernel = _decorator({"no_cfunc_wrapper": True})

#: Decorator of a kernel that has its place in one other kernel: it is written into that before compiling, and compiled
#: by itself only where Python calls it. A kernel is optimised together with all kernels that it calls, level by level;
#: with deep chains of calls most of a first run's time would go into that.
merged_kernel = _decorator({}, inline="always")

#: Decorator of kernels that only read and write the arrays given to them. Numba counts the references of every array
#: that is taken out of a named tuple, with atomic additions; a kernel that makes no arrays needs no such counts, which
#: would weigh more than the work in kernels of a hundred nanoseconds.
bare_kernel = _decorator({"_nrt": False})

#: The same for a kernel that becomes part of the kernels that call it, where passing an array as ten numbers would cost
#: too much. It cannot be called from Python: without an entry from there it compiles faster.
inner_kernel = _decorator({"_nrt": False, "forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True},
                          cached=False)

#: Decorator of sums: the order of additions is the compiler's, hence fixed on one machine, and in vectors.
sum_kernel = _decorator({}, fastmath={"reassoc", "nsz"})


def compile_callback(signature, function):
    """A kernel with an address, for kernels and C code to call; its argument types are given."""
    return numba.cfunc(signature, cache=can_cache, error_model="numpy")(function)
