"""Will kernels have to be compiled? Looks at the cache, so that the wait can be announced."""

from __future__ import annotations

import os
from pathlib import Path


def needs_compiling() -> bool:
    """True where the present state of the kernels has no cache yet."""
    from drystone import kernels  # chooses the cache folder

    del kernels
    folder = os.environ.get("NUMBA_CACHE_DIR")
    return not folder or not any(Path(folder).rglob("*.nbi"))
