"""Where compiled kernels are kept: a cache on disk wherever one can be written.

Numba notices a changed source file but not a changed kernel that another file calls, so each state of the kernel
sources has a cache folder of its own. It lies beside the package, or in the user's cache folder, or, where both
are read-only (a cluster), in the temporary directory; always in a folder that only this user can write to.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numba
from llvmlite import binding

from drystone.plain import is_asked

try:
    import fcntl
except ImportError:   # Windows
    fcntl = None

#: Cache folders of older states that are kept.
KEPT_STATES = 3


#: A file that takes a decorator of kernels, or the types that kernels are compiled for, holds kernels.
HOLDS_KERNELS = re.compile(rb"^from drystone\.(kernels|bundle) import", re.MULTILINE)

#: Constants that a file takes from another one: compiled kernels hold their values.
TAKES_CONSTANTS = re.compile(rb"^from drystone\.([\w.]+) import (?:\([^)]*?|[^\n(]*?)\b[A-Z][A-Z0-9_]+\b", re.MULTILINE)


def kernel_files(package: Path) -> list[Path]:
    """Source files that kernels are compiled from, sorted; all others may change without a new compilation."""
    found = {package / "kernels.py"}
    for path in package.rglob("*.py"):
        text = path.read_bytes()
        if HOLDS_KERNELS.search(text):
            found.add(path)
            found.update(package / (name.decode().replace(".", "/") + ".py") for name in TAKES_CONSTANTS.findall(text))
    return sorted(path for path in found if path.exists())


def kernel_fingerprint(package: Path) -> str:
    """Hash of all source files that hold kernels, and of what compiles them."""
    how = "plain" if is_asked() else "fast"
    sha = hashlib.sha256(f"{sys.version_info[:3]} {numba.__version__} {how}".encode())
    for path in kernel_files(package):
        sha.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return sha.hexdigest()[:16]


def is_writable(folder: Path) -> bool:
    """Try it for real: os.access answers for the root user what an open() would refuse."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def make_private(folder: Path) -> bool:
    """Make a folder that nobody else can write to; False where somebody else's, or a link, stands in its place.

    What numba finds in its cache it runs: a file that another user put there would run as ours.
    """
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    if not hasattr(os, "getuid"):       # no owners and modes of this kind: the folder lies in the user's own
        return True
    if found.st_uid != os.getuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return False
    folder.chmod(0o700)
    return True


def cache_roots(package: Path) -> list[tuple[Path, bool]]:
    """Where a cache may lie, best first, and whether others may write there: then the root must be private, too."""
    roots = [(package / "__pycache__", False)]
    home = os.environ.get("XDG_CACHE_HOME") or (os.path.expanduser("~") + "/.cache")
    if not home.startswith("~"):
        roots.append((Path(home) / "drystone", False))
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    return [*roots, (Path(tempfile.gettempdir()) / f"drystone-{owner}", True)]


def choose_cache_dir(package: Path) -> Path | None:
    """Cache folder for the present state of the kernels, or None if nothing can be written by us alone."""
    name = f"kernels-{kernel_fingerprint(package)}"
    for root, is_shared in cache_roots(package):
        try:
            if is_shared:
                usable = make_private(root)
            else:
                root.mkdir(parents=True, exist_ok=True)
                usable = True
            usable = usable and make_private(root / name) and is_writable(root / name)
        except OSError:
            usable = False
        if usable:
            _forget_old_states(root, root / name)
            return root / name
    return None


def _forget_old_states(root: Path, now: Path) -> None:
    others = sorted((p for p in root.glob("kernels-*") if p != now), key=lambda p: p.stat().st_mtime, reverse=True)
    for path in others[KEPT_STATES - 1:]:
        shutil.rmtree(path, ignore_errors=True)


def _use_cache() -> Path | None:
    """The folder that numba shall use: the user's own choice, or ours."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    if own:
        return Path(own) if is_writable(Path(own)) else None
    folder = choose_cache_dir(_PACKAGE)
    if folder is not None:
        os.environ["NUMBA_CACHE_DIR"] = numba.config.CACHE_DIR = str(folder)
    return folder


def processor() -> str:
    """Short name of what kernels are compiled for: numba compiles again on another kind of processor."""
    name = numba.config.CPU_NAME or binding.get_host_cpu_name()
    features = numba.config.CPU_FEATURES
    if features is None:
        features = binding.get_host_cpu_features().flatten()
    return hashlib.sha256(f"{name} {features}".encode()).hexdigest()[:8]


def _full_mark(engine: str) -> Path:
    return cache_folder / f"full-{engine}-{kernel_fingerprint(_PACKAGE)}-{processor()}"


@contextlib.contextmanager
def compiling_alone(on_wait: Callable[[], None]) -> Iterator[None]:
    """One process at a time compiles into the cache; the others wait, and find what it has compiled.

    The system gives the lock back when its holder dies. Where it has no such locks, nobody waits.

    on_wait : called before a wait
    """
    try:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(cache_folder / f"compiling-{processor()}", flags, 0o600)
    except OSError:
        yield
        return
    try:
        if fcntl is not None:
            with contextlib.suppress(OSError):
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    on_wait()
                    fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def is_cache_full(engine: str) -> bool:
    """Whether all kernels of an engine, in their present state, have been compiled into the cache."""
    return cache_folder is not None and _full_mark(engine).exists()


def mark_cache_full(engine: str) -> None:
    """Remember that all kernels of an engine are in the cache."""
    if cache_folder is not None:
        with contextlib.suppress(OSError):
            _full_mark(engine).touch()


_PACKAGE = Path(__file__).resolve().parent

#: Where compiled kernels are kept; None where nothing can be written.
cache_folder = _use_cache()
