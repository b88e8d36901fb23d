"""How the cost of a step grows with the number of blocks of one kind of building."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from drystone.bench.measure import measure_steps
from drystone.bench.options import Options
from drystone.bench.regimes import plan
from drystone.bench.row import Row
from drystone.bench.saved import saved_steps

#: Buildings of one generator, about 250, 1,000 and 5,000 blocks.
SIZES = ("building-250", "building-1000", "building")


def fitted_exponent(blocks: Sequence[float], ms: Sequence[float]) -> float:
    """p of the least-squares fit ms = k blocks**p in logarithms [-]."""
    return float(np.polyfit(np.log(blocks), np.log(ms), 1)[0])


def scaling_rows(options: Options, sizes: Sequence[str] = SIZES) -> Iterator[Row]:
    """Every building in both regimes, without Clarabel; then a row a regime with the exponent."""
    found: list[Row] = []
    for regime in ("quiet", "violent"):
        for name in sizes:
            steps = saved_steps(plan(name, regime), options.folder, fresh=options.fresh, say=options.say)
            found += measure_steps(name, regime, steps, options, clarabel=False)
    yield from found
    for regime in ("quiet", "violent"):
        for solver in options.solvers:
            points = [(row.blocks, row.ms) for row in found if (row.regime, row.solver) == (regime, solver)]
            yield Row("scaling", regime, solver=solver, more={"exponent": fitted_exponent(*zip(*points))})
