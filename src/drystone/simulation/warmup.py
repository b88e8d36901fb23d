"""Compile an engine's kernels ahead of time.

The first run after an installation does this by itself, says so on stderr, and lets a second process help: they meet
in the cache on disk. The helper is a convenience. Where it cannot start or breaks, the rest is compiled here; where no
cache can be written, each run compiles what it needs during its first steps. What is compiled is the engine's own
affair: see its entry in engines/registry.py.

    python -m drystone.simulation.warmup [ENGINE]
"""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from drystone import kernel_cache
from drystone.engines.registry import DEFAULT, ENGINES

#: What compiling takes with a helper and without one, on a common machine [s].
SECONDS_SHARED, SECONDS_ALONE = 30, 45

#: Longest wait for the helper after our own part is done [s].
PATIENCE = 300.0

#: What the helper is told to do.
BESIDE = "--beside"

_begun: set[str] = set()   #: engines for which this process has begun it


def compile_for_first_run(engine: str = DEFAULT) -> None:
    """Compile all of an engine's kernels if the cache is not full yet, with a line on stderr before and after."""
    if ENGINES[engine].warm_up is None or engine in _begun or kernel_cache.is_cache_full(engine):
        return
    _begun.add(engine)
    if kernel_cache.cache_folder is None:
        _say("compiling kernels during the first steps, about a minute; every run does this, "
             "for no folder can be written to keep them")
        return
    with kernel_cache.compiling_alone(lambda: _say("waiting for another process that compiles kernels ...")):
        if not kernel_cache.is_cache_full(engine):
            _compile_all(engine)


def _compile_all(engine: str) -> None:
    """Compile everything, with a helper where there is a second core."""
    begin, shares = time.monotonic(), _can_share()
    _say(f"compiling kernels for the first run, about {SECONDS_SHARED if shares else SECONDS_ALONE} s ...")
    try:
        with _no_collector():
            warm_up = ENGINES[engine].load_warm_up()
            if shares:
                with _helper(engine):
                    warm_up.compile_first()
            warm_up.compile_all()
    except Exception as error:   # the user's own run compiles what it needs, and speaks for itself
        _say(f"not all kernels could be compiled ahead: {error}")
        return
    kernel_cache.mark_cache_full(engine)
    _say(f"kernels are compiled ({time.monotonic() - begin:.0f} s); later runs need not wait")


@contextlib.contextmanager
def _no_collector() -> Iterator[None]:
    """Compiling makes millions of objects that live on; looking for dead cycles among them takes an eighth of it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _say(text: str) -> None:
    print(f"drystone: {text}", file=sys.stderr, flush=True)


def _can_share() -> bool:
    """Whether there is a second core, and an interpreter that can be started (an embedded one is another program)."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores > 1 and Path(sys.executable or "").name.lower().startswith("python")


@contextlib.contextmanager
def _helper(engine: str) -> Iterator[None]:
    """A process that compiles its share while the block runs; it is done at its end, or stopped."""
    sources = str(Path(kernel_cache.__file__).resolve().parent.parent)
    path = os.pathsep.join([sources, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"NUMBA_CACHE_DIR": str(kernel_cache.cache_folder), "PYTHONPATH": path}
    silent = subprocess.DEVNULL
    try:
        process = subprocess.Popen([sys.executable, "-m", "drystone.simulation.warmup", engine, BESIDE],
                                   env=environment, stdin=subprocess.PIPE, stdout=silent, stderr=silent)
    except OSError:          # no room for another process: we compile all of it
        yield
        return
    try:
        yield
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdin.close()


def leave_with_parent() -> None:
    """End this process when the one that started it has gone, however it went: it holds the other end of our input."""
    while os.read(0, 1024):
        pass
    os._exit(1)


if __name__ == "__main__":
    name = next(iter(sys.argv[1:]), DEFAULT)
    if sys.argv[2:] == [BESIDE]:
        threading.Thread(target=leave_with_parent, daemon=True).start()
        gc.disable()
        ENGINES[name].load_warm_up().compile_beside()
    else:
        compile_for_first_run(name)
