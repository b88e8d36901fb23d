"""What a first user waits for: compiling into an empty cache, and the start of every run after that."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from statistics import median

from drystone.bench.child import ask_child
from drystone.bench.options import Options
from drystone.bench.regimes import DT
from drystone.bench.row import Row
from drystone.bench.scenes import SCENES, build
from drystone.bench.whole_run import compile_steps
from drystone.model.settings import AnalysisSettings
from drystone.model.source import ModelSource
from drystone.simulation.job import Job, execute
from drystone.simulation.pool import map_runs
from drystone.simulation.sink import MemorySink, store_sink
from drystone.simulation.warmup import compile_for_first_run

WORKERS = 2

#: One block on the ground, for one step.
LEAST = """
drystone: 1
name: least
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.6}}
blocks: [{name: block, box: {size: [0.4, 0.4, 0.8], center: [0, 0, 0.4]}, material: stone}]
ground: {level: 0}
monitors: [{name: top, block: block, point: [0, 0, 0.8], quantity: displacement, component: x}]
duration: 1.0e-3
analysis: {dt: 1.0e-3}
"""


def startup_rows(options: Options, scene: str = "wall", compile_words: tuple[str, ...] = ("warm-up",)) -> Iterator[Row]:
    """Cold: everything is compiled in an empty folder. Warm: a new process until its first step is done."""
    with tempfile.TemporaryDirectory(prefix="drystone-cold-") as folder:
        environment = {"NUMBA_CACHE_DIR": folder}
        options.say("startup: compiling in an empty folder ...")
        cold = ask_child(*compile_words, environment=environment)
        yield Row("startup", "cold", more={"cpu_s": cold["cpu_s"], "wall_s": cold["wall_s"]})
        options.say(f"startup: first step of the {scene} ...")
        # the first process may find a version that the small models did not need; the second is what people see
        first = ask_child("first-step", scene, environment=environment)
        again = ask_child("first-step", scene, environment=environment)
        blocks = len(SCENES[scene].boxes())
        yield Row("startup", "second run", blocks, more={"cpu_s": first["cpu_s"], "wall_s": first["wall_s"]})
        yield Row("startup", "warm", blocks, more={"cpu_s": again["cpu_s"], "wall_s": again["wall_s"]})
    options.say("startup: a pool of workers ...")
    yield pool_row(scene)
    yield least_row()


def pool_row(scene: str) -> Row:
    """Wall time from the start of a pool until the last worker has taken its first step; kernels are in the cache."""
    compile_for_first_run()
    begin = time.time()
    ends = map_runs(first_step_ends, [scene] * WORKERS)
    return Row("startup", "pool", len(SCENES[scene].boxes()), more={"workers": WORKERS, "wall_s": max(ends) - begin})


def first_step_ends(scene: str) -> float:
    """Time of day [s] at which this process has taken a first step of `scene`."""
    compile_steps(build(SCENES[scene]), AnalysisSettings(dt=DT))
    return time.time()


def least_row(repeats: int = 30) -> Row:
    """What the least run costs beyond building its model: one step of one block, kept in memory; and in a store."""
    source = ModelSource(LEAST, "least.yaml")
    spent = {"build_ms": [], "memory_ms": [], "store_ms": []}
    for _ in range(repeats + 3):
        before = time.perf_counter()
        built = source.build()
        built_at = time.perf_counter()
        execute(Job(source), MemorySink().open, built=built)
        kept_at = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="drystone-least-") as folder:
            begin = time.perf_counter()
            execute(Job(source), store_sink(f"{folder}/run", built.settings), built=built)
            stored = time.perf_counter() - begin
        for name, seconds in zip(spent, (built_at - before, kept_at - built_at, stored)):
            spent[name].append(1e3 * seconds)
    return Row("startup", "least run", 1, more={name: median(values[3:]) for name, values in spent.items()})
