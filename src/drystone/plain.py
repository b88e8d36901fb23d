"""The plain path: what runs where numba or SciPy no longer hold what we use beyond their documentation.

Our solvers reach for private parts of numba and for the addresses of SciPy's BLAS; both may go with any new release.
The plain path does without: SciPy's own factor, one thread, documented options of numba. It is slower, and its answers
agree within the tolerance that is certified at every step. DRYSTONE_PLAIN=1 asks for it; otherwise it is taken, with
one line on stderr, when a part cannot be found.
"""

from __future__ import annotations

import os
import sys

#: Environment variable that asks for the plain path: anything but nothing and 0.
VARIABLE = "DRYSTONE_PLAIN"

_said: set[str] = set()


def is_asked() -> bool:
    """Whether the plain path is asked for."""
    return os.environ.get(VARIABLE, "") not in ("", "0")


def say_plain(part: str, error: Exception) -> None:
    """Tell people on stderr, once for each part, that the plain path is taken, and why."""
    if part not in _said:
        _said.add(part)
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        print(f"drystone: plain {part}, slower: this version of numba or SciPy lacks what the fast ones need "
              f"({reason[:200]})", file=sys.stderr, flush=True)
