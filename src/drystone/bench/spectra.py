"""Response spectra of a record: 200 periods of 8,000 points."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.motion.spectrum import response_spectrum
from drystone.motion.table import Table

#: What is asked for [ms], and of what size.
MOST_MS, PERIODS, POINTS = 50.0, 200, 8000
REPEATS = 20


def spectra_rows(options: Options, repeats: int = REPEATS) -> Iterator[Row]:
    """CPU time of one spectrum, the best of `repeats`; noise of 80 s under an envelope, as long as records are."""
    options.say(f"spectra: {repeats} times {PERIODS} periods of {POINTS} points ...")
    dt = 0.01
    noise = np.random.default_rng(1).normal(size=POINTS) * np.sin(np.linspace(0.0, np.pi, POINTS))
    table, periods = Table(dt * np.arange(POINTS), noise, after="zero"), np.geomspace(0.05, 10.0, PERIODS)
    response_spectrum(table, periods)       # compiled
    taken = []
    for _ in range(repeats):
        before = time.process_time()
        response_spectrum(table, periods)
        taken.append(1e3 * (time.process_time() - before))
    yield Row("spectra", more={"periods": PERIODS, "points": POINTS, "spectrum_ms": min(taken)},
              failed=not min(taken) < MOST_MS)
