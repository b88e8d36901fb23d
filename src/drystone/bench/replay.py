"""A problem from a file, solved by every solver there is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from drystone.bench.measure import measure_steps
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.saved import read_step
from drystone.bench.solver_call import solver_names


def replay_rows(path: Path, options: Options) -> list[Row]:
    """A row a solver; those asked for, or all of them if only the default is. Failures are not saved again."""
    step = read_step(path)
    chosen = options.solvers if options.solvers != ("auto",) else tuple(n for n in solver_names() if n != "auto")
    return measure_steps(path.name, None, [step], replace(options, solvers=chosen), keep_failures=False)
