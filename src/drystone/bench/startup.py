"""What a first user waits for: compiling into an empty cache, and the start of every run after that."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from drystone.bench.child import ask_child
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.scenes import SCENES


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
