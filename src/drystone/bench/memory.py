"""Peak of resident memory of a process that takes one step of the largest building, and of one that solves it."""

from __future__ import annotations

from collections.abc import Iterator

from drystone.bench.child import ask_child
from drystone.bench.measure import free_blocks
from drystone.bench.options import Options
from drystone.bench.regimes import plan
from drystone.bench.row import Row
from drystone.bench.saved import read_step, saved_steps, step_path
from drystone.bench.scenes import SCENES

MOST_MEMORY = 1000.0   #: [MB], at 5,000 blocks


def memory_rows(options: Options, name: str = "building") -> Iterator[Row]:
    """One whole step from the start of the model; then the saved violent step alone."""
    options.say(f"memory: one step of the {name} ...")
    found = ask_child("first-step", name)
    yield Row(f"{name} memory", "one step", len(SCENES[name].boxes()), solver="auto",
              more={"peak_mb": found["peak_mb"]}, failed=not found["peak_mb"] < MOST_MEMORY)
    chosen = plan(name, "violent")
    saved_steps(chosen, options.folder, fresh=options.fresh, say=options.say)
    path = step_path(chosen, options.folder, chosen.count)
    problem = read_step(path).problem
    for solver in options.solvers:
        options.say(f"memory: {solver} on the violent step of the {name} ...")
        found = ask_child("solve", str(path), solver)
        yield Row(f"{name} memory", "violent", free_blocks(problem), problem.contact_count, solver,
                  more={"peak_mb": found["peak_mb"]}, failed=not found["peak_mb"] < MOST_MEMORY)
