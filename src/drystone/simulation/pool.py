"""Many independent runs on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from drystone.engines.registry import DEFAULT
from drystone.errors import DrystoneError
from drystone.simulation.warmup import compile_for_first_run

#: Processes that `map_runs` uses; None: one a core. The command line sets it.
jobs: int | None = None


def map_runs(function: Callable[[Any], Any], items: Iterable[Any], engine: str = DEFAULT) -> list[Any]:
    """function(item) for each item, in order; in worker processes where there is more than one core.

    `function` must be importable, not a closure. Largest runs should come first. Kernels of `engine` are compiled
    before the first worker starts, which then finds them in the cache.
    """
    items = list(items)
    compile_for_first_run(engine)
    workers = min(jobs or _cores(), len(items))
    executor = _start(workers) if workers > 1 else None
    if executor is None:
        return [function(item) for item in items]
    try:
        with executor:
            return list(executor.map(function, items))
    except BrokenProcessPool:
        raise DrystoneError("a worker process ended by itself: killed, or out of memory; try fewer, --jobs") from None


def _start(workers: int) -> ProcessPoolExecutor | None:
    """Worker processes; None where none can be started (a sandbox, a notebook)."""
    try:
        # spawn, not fork: kernels and threads of the parent do not survive a fork on every system
        executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        executor.submit(int).result()
    except (BrokenProcessPool, OSError):
        return None
    return executor


def _cores() -> int:
    """Cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
