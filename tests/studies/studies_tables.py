"""Tables of runs with a known truth, for tests of fits."""

from __future__ import annotations

import numpy as np

from drystone.studies.fragility import Runs, Stripes

IM = np.array([0.5, 0.75, 1.0, 1.5, 2.0, 2.5])
FAILURES = np.array([4, 10, 24, 33, 42, 44])


def stripes(failures=FAILURES, runs=44, im=IM, **more) -> Stripes:
    """Six stripes; the last one is all 1."""
    return Stripes(im=im, failures=failures, runs=np.broadcast_to(runs, np.shape(im)), unit="g", **more)


def drawn_runs(seed: int, count: int = 300, beta: float = 0.45, **more) -> Runs:
    """Runs at the intensities IM of a structure with median 1."""
    generator = np.random.default_rng(seed)
    im = generator.choice(IM, count)
    return Runs(im=im, state=np.log(im) > generator.normal(0.0, beta, count), **more)
