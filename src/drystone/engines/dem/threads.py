"""One thread for the matrix products: several would fight with other runs, and change the last bits."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from drystone.plain import is_asked, say_plain


def _find():
    """The switch of BLAS's threads; None where it is not known."""
    if is_asked():
        return None
    try:
        from drystone.solvers.factor.blas import ADDRESSES, limit_threads
    except Exception as error:   # whatever a new numba or SciPy says when a private part is gone
        say_plain("threads", error)
        return None
    return lambda count: limit_threads(ADDRESSES, count)


_switch = _find()


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """BLAS uses one thread inside."""
    if _switch is None:
        yield
        return
    before = _switch(1)
    try:
        yield
    finally:
        _switch(before)
