"""Small walls whose joints differ in strength, at random from a seed: how far their peaks spread."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drystone.engines.registry import make_engine
from drystone.model.source import ModelSource
from drystone.simulation.march import take_steps
from drystone.studies.marginals import Marginal
from drystone.studies.random_fields import RandomField, plan_fields
from drystone.validate.case import Row, at_most, case, reported, within_absolute, within_relative
from drystone.validate.dem_walls_beyond import SMALL_WALL

WALLS, SPREAD, CORRELATION = 20, 0.3, 0.2      #: number, coefficient of variation [-], length [m]
#: Rounding, by another order of sums, of a peak that brittle steps lead to [-].
ORDER = 1e-3
#: Mean and bounds [Pa]; tension never exceeds cohesion / friction.
STRENGTHS = {"cohesion": (0.35e6, 0.21e6, 0.70e6), "tension": (0.20e6, 0.05e6, 0.30e6)}
DESCRIPTION = (
    "Wall of 660 x 375 x 100 mm, six courses, joints of the wall LOW but for a tension of 0.2 MPa, pressed by 0.3 "
    "MPa, height fixed, 1 mm of shear at 20 mm/s. Cohesion and tension of every interface at random: beta "
    f"distributions with a coefficient of variation of {SPREAD:g} (0.21 to 0.7 and 0.05 to 0.3 MPa), exponential "
    f"correlation over {CORRELATION:g} m, independent of each other; fracture energies as they are. Seeds 1 to "
    f"{WALLS}.")
NOTES = (
    "Twenty walls give the mean to their spread over sqrt(20), and the spread itself to a sixth of it. A wall "
    "averages over its joints, so that its peak spreads less than they do. With fields every interface has a joint of "
    "its own: forces are summed in another order, and brittle steps make more of the rounding than it is: that is all "
    "by which both peaks of the first row differ.")


def peak_of(source: ModelSource) -> float:
    """Greatest force of the upper plate [kN]."""
    built = source.build()
    model, settings = built.model, built.settings.analysis
    engine = make_engine(model, settings, model.loads.duration)
    forces = [float(report.numbers["reaction:top"][0])
              for _, report, _ in take_steps(model, engine, engine.start(), round(model.loads.duration / settings.dt))]
    return max(forces) / 1e3


@case("dem-random", DESCRIPTION, minutes=2.0, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    source = ModelSource(SMALL_WALL, "small-wall.yaml")
    fields = [RandomField(f"random-{name}", name, Marginal("beta", mean=mean, cov=SPREAD, least=least, most=most),
                          CORRELATION, "exponential") for name, (mean, least, most) in STRENGTHS.items()]
    plan = plan_fields(source.build(), fields)
    base = source.with_(plan.base)
    even = peak_of(source)
    yield within_relative("all joints at the mean, peak", even, peak_of(base), ORDER, "the wall without fields", "kN")
    peaks = np.array([peak_of(base.with_(*plan.sample(seed))) for seed in range(1, WALLS + 1)])
    yield within_absolute("seed 1 once more, peak less the first one", 0.0,
                          peak_of(base.with_(*plan.sample(1))) - float(peaks[0]), 0.0, "the same seed", "kN")
    yield reported("interfaces with values of their own", None, float(len(plan.fields[0].names)), "-")
    yield reported(f"{WALLS} walls, mean of the peaks", even, float(peaks.mean()), "all joints at the mean", "kN")
    spread = float(peaks.std(ddof=1) / peaks.mean())
    yield at_most(f"{WALLS} walls, coefficient of variation of the peaks", SPREAD, spread, "less than a joint's")
    yield reported(f"{WALLS} walls, least and greatest peak", None, f"{peaks.min():.2f} .. {peaks.max():.2f}", "-",
                   "kN")
