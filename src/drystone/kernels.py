"""How kernels are compiled: numba with a cache on disk, wherever a cache can be written.

Numba keeps its cache beside the source file or in the user's cache folder. On a cluster both may be
read-only; then it would refuse to compile at all, so a folder in the temporary directory is named first.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import numba


def _is_writable(folder: Path) -> bool:
    """Try it for real: os.access answers for the root user what an open() would refuse."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def choose_cache_dir() -> str | None:
    """Folder to force upon numba, or None where numba's own choice can be written."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return None
    package = Path(__file__).resolve().parent
    if all(_is_writable(package / sub / "__pycache__") for sub in ("contact", "solvers")):
        return None
    root = Path(tempfile.gettempdir()) / f"drystone-kernels-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    tag = f"py{sys.version_info.major}{sys.version_info.minor}"
    user_cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "drystone" / tag
    for folder in (user_cache, root / tag):
        if _is_writable(folder):
            return str(folder)
    return None


_forced = choose_cache_dir()
if _forced is not None:
    os.environ["NUMBA_CACHE_DIR"] = _forced
    numba.config.CACHE_DIR = _forced

#: Decorator of every kernel: compiled once, cached; a division by zero gives inf as in NumPy.
kernel = numba.njit(cache=True, error_model="numpy")
