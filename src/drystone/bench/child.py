"""Measurements that need a process of their own: start-up from an empty cache, and the peak of memory.

    python -m drystone.bench.child warm-up
    python -m drystone.bench.child first-step SCENE
    python -m drystone.bench.child solve FILE SOLVER
    python -m drystone.bench.child plan-study FILE DIR
    python -m drystone.bench.child dask-study FILE DIR URL RUNS

prints one JSON object.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from drystone.errors import DrystoneError
from drystone.process import peak_memory

_STARTED = time.perf_counter()


def ask_child(*words: str, environment: dict[str, str] | None = None) -> dict[str, float]:
    """What a new interpreter says to these words; wall_s is seen from outside, imports and all."""
    before = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "drystone.bench.child", *words], capture_output=True, text=True,
                          env=os.environ | (environment or {}), check=False)
    wall = time.perf_counter() - before
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise DrystoneError(f"bench: {' '.join(words)} ended with code {done.returncode}: {last}")
    return json.loads(done.stdout.splitlines()[-1]) | {"wall_s": wall}


def _first_step(scene: str) -> None:
    from drystone.bench.regimes import DT
    from drystone.bench.scenes import SCENES, build
    from drystone.bench.whole_run import compile_steps
    from drystone.model.settings import AnalysisSettings

    compile_steps(build(SCENES[scene]), AnalysisSettings(dt=DT))


def _solve(path: str, solver: str) -> None:
    from drystone.bench.saved import read_step
    from drystone.bench.solver_call import call_solver, new_memory

    call_solver(read_step(Path(path)), solver, new_memory())


def _plan_study(path: str, directory: str) -> None:
    from drystone.bench.study_rows import plan_and_queue

    plan_and_queue(path, directory)


def _dask_study(path: str, directory: str, url: str, made: str) -> None:
    from drystone.bench.study_dask import conduct_some

    conduct_some(path, directory, url, int(made))


def _warm_up() -> None:
    from drystone.simulation.warmup import compile_for_first_run

    compile_for_first_run()


def main(words: list[str]) -> None:
    """Do what the first word says and print what it took."""
    {"warm-up": _warm_up, "first-step": _first_step, "solve": _solve, "plan-study": _plan_study,
     "dask-study": _dask_study}[words[0]](*words[1:])
    times = os.times()
    cpu = time.process_time() + times.children_user + times.children_system     # of the helper that compiles, too
    print(json.dumps({"cpu_s": cpu, "inner_s": time.perf_counter() - _STARTED,
                      "peak_mb": peak_memory()}))


if __name__ == "__main__":
    main(sys.argv[1:])
