"""Compile all kernels ahead of time, by running small models that use them.

The first run after an installation does this by itself, says so on stderr, and lets a second process help: one compiles
what contacts, the engine and the analysis of patterns need, the other the solvers, and they meet in the cache on disk.
The helper is a convenience. Where it cannot start or breaks, the rest is compiled here; where no cache can be written,
each run compiles what it needs during its first steps.

    python -m drystone.simulation.warmup
"""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from drystone import kernel_cache, patterns
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.simulation.run import run
from drystone.simulation.stopping import let_signals_pass
from drystone.solvers.cone.problem import ContactProblem
from drystone.solvers.machine import IS_PLAIN, PatternMemory
from drystone.solvers.settle import settle
from drystone.solvers.solve import SolverMemory, solve_contact_problem

#: What compiling takes with a helper and without one, on a common machine [s].
SECONDS_SHARED, SECONDS_ALONE = 55, 100

#: Longest wait for the helper after our own part is done [s].
PATIENCE = 300.0

#: What the helper is told to do.
SOLVERS = "solvers"

_has_begun = False   #: in this process: the runs below must not begin it again


def compile_for_first_run() -> None:
    """Compile everything if the cache is not full yet, with a line on stderr before and after."""
    global _has_begun
    if _has_begun or kernel_cache.is_cache_full():
        return
    _has_begun = True
    if kernel_cache.cache_folder is None:
        _say("compiling kernels during the first steps, about a minute; every run does this, "
             "for no folder can be written to keep them")
        return
    with kernel_cache.compiling_alone(lambda: _say("waiting for another process that compiles kernels ...")):
        if not kernel_cache.is_cache_full():
            _compile_all()


def _compile_all() -> None:
    """Compile everything, with a helper where there is a second core."""
    begin, shares = time.monotonic(), _can_share()
    _say(f"compiling kernels for the first run, about {SECONDS_SHARED if shares else SECONDS_ALONE} s ...")
    try:
        with _no_collector():
            if shares:
                with _helper():
                    analyse_chain()                                   # which the helper needs, but not at once
                    run_models(solver="clarabel", settling=False)     # all but the solvers' kernels
            warm_up()
    except Exception as error:   # the user's own run compiles what it needs, and speaks for itself
        _say(f"not all kernels could be compiled ahead: {error}")
        return
    _say(f"kernels are compiled ({time.monotonic() - begin:.0f} s); later runs need not wait")


def warm_up() -> None:
    """Fill the cache of compiled kernels in this process alone; does little where it is full."""
    global _has_begun
    _has_begun = True
    solve_stacks()
    run_models()
    kernel_cache.mark_cache_full()


def run_models(**settings) -> None:
    """A few steps of models that meet every kernel of contacts and engine."""
    for variant in ({}, {"scheme": "euler", "stiffness": 1e10}, {"planar": "xz"}):
        stiffness = variant.get("stiffness")
        scene = Assembly("warm-up", gravity=9.81, planar=variant.get("planar"))
        scene.material("stone", density=2000.0)
        scene.joint("dry", friction=0.6, normal_stiffness=stiffness, shear_stiffness=stiffness)
        scene.add("lower", box((0.6, 0.4, 0.4), center=(0.0, 0.0, 0.2)), material="stone")
        scene.add("upper", box((0.4, 0.4, 0.4), center=(0.0, 0.0, 0.6)), material="stone")
        scene.add_ground(level=0.0)
        scene.velocity("upper", linear=(0.5, 0.0, 0.0))
        if not variant:   # enough blocks for the sparse factor
            scene.add_pattern(patterns.running_bond(length=2.0, courses=6, block=(0.4, 0.2), thickness=0.2),
                              material="stone", offset=(1.0, 0.0, 0.0))
        with tempfile.TemporaryDirectory() as folder, let_signals_pass():
            run(scene, duration=3e-2, dt=1e-2, directory=Path(folder) / "run", output={"every": 1},
                scheme=variant.get("scheme", "midpoint"), **settings)


def solve_stacks() -> None:
    """Stacks of few and of many cubes, by every solver that runs use: the band factor and the sparse one."""
    for count in (3, 30):
        problem, memory = stack_of_cubes(count), SolverMemory()
        cold = solve_contact_problem(problem, "interior", memory=memory)
        settle(problem, cold, patterns=memory.patterns)
        solve_contact_problem(problem, warm=(cold.twist, cold.impulse), memory=memory)
        soft = replace(problem, compliance=np.full((problem.contact_count, 3), 1e-3))
        solve_contact_problem(soft, memory=memory)
        solve_contact_problem(soft, "interior", memory=memory)


def analyse_chain(count: int = 30) -> None:
    """Order the blocks of a chain for the sparse factor, as the first step of a stack does."""
    if not IS_PLAIN:
        PatternMemory().find(np.arange(count - 1), np.arange(1, count), np.arange(count), None)


def stack_of_cubes(count: int, push: float = 0.1) -> ContactProblem:
    """Cubes of 1 m and 1 kg on each other and on a support, under gravity for 0.01 s; the uppermost is pushed [m/s]."""
    inertia = np.tile(np.diag([1.0, 1.0, 1.0, 1 / 6, 1 / 6, 1 / 6]), (count + 1, 1, 1))
    free_twist = np.zeros((count + 1, 6))
    free_twist[1:, 2] = -0.0981
    free_twist[-1, 0] = push
    corner = np.tile([[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [-0.5, 0.5, 0.5], [0.5, 0.5, 0.5]], (count, 1))
    below = np.repeat(np.arange(count, dtype=np.int32), 4)
    axes = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    return ContactProblem(inertia=inertia, free_twist=free_twist, prescribed=np.arange(count + 1) == 0, block_a=below,
                          block_b=below + np.int32(1), frame=np.tile(axes, (4 * count, 1, 1)), arm_a=corner,
                          arm_b=corner * [1.0, 1.0, -1.0], bias=np.zeros((4 * count, 3)),
                          friction=np.full(4 * count, 0.6), speed_scale=0.0981,
                          position=np.arange(count + 1.0)[:, None] * axes[0])


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
def _helper() -> Iterator[None]:
    """A process that compiles the solvers' kernels while the block runs; it is done at its end, or stopped."""
    sources = str(Path(kernel_cache.__file__).resolve().parent.parent)
    path = os.pathsep.join([sources, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"NUMBA_CACHE_DIR": str(kernel_cache.cache_folder), "PYTHONPATH": path}
    silent = subprocess.DEVNULL
    try:
        process = subprocess.Popen([sys.executable, "-m", "drystone.simulation.warmup", SOLVERS], env=environment,
                                   stdin=subprocess.PIPE, stdout=silent, stderr=silent)
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
    from drystone.simulation import warmup  # the module that `run` knows, not this copy of it

    if sys.argv[1:] == [SOLVERS]:
        threading.Thread(target=warmup.leave_with_parent, daemon=True).start()
        gc.disable()
        warmup.solve_stacks()
    else:
        warmup.compile_for_first_run()
