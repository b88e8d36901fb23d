"""Overturning spectrum of one block by a study, against the rocking equation."""

from __future__ import annotations

from collections.abc import Iterable

from drystone.motion import OneSine
from drystone.rocking.block import RockingBlock
from drystone.rocking.overturning import overturning_amplitude
from drystone.studies.findings.groups import grouped
from drystone.studies.kinds.ida import Spectrum
from drystone.studies.kinds.search import bracket
from drystone.validate.block_studies import HEIGHT, WIDTH, finished_study
from drystone.validate.case import Row, case, within_relative
from drystone.validate.tolerances import GRAVITY, SPECTRUM_LEVEL

HALF_PERIODS = [0.3, 0.4, 0.55, 0.9]                            #: [s]
LEVELS = [2.6, 3.2, 4.0, 5.0, 6.3, 8.0, 10.0, 13.0]             #: [m/s2]
TOLERANCE = 0.005                                               #: share to which a level is searched
STUDY = {"name": "overturning", "kind": "spectrum", "set": {"duration": 7.0},
         "vary": [{"name": "half_period", "set": "motions[pulse].parameters.half_period", "values": HALF_PERIODS}],
         "spectrum": {"search": "motions[pulse].parameters.amplitude", "levels": LEVELS, "tolerance": TOLERANCE}}
DESCRIPTION = (
    f"Least amplitude of a one-sine pulse that overturns a block of {WIDTH:g} x {HEIGHT:g} m, searched by `drystone "
    f"study` to {100 * TOLERANCE:g} % at 1 ms, against the rocking equation with Housner's restitution.")


@case("overturning-spectrum", DESCRIPTION, minutes=3)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    block = RockingBlock(WIDTH, HEIGHT, GRAVITY)
    with finished_study(STUDY) as result:
        kind: Spectrum = result.kind
        groups = grouped((run for run in kind.wanted(result.rows) if run.id in result.rows), kind.study.file.vary)
        for ((_, half_period),), runs in groups.items():
            levels = [float(run.coords[kind.title]) for run in runs]
            low, high = bracket(levels, [result.rows[run.id] for run in runs])
            exact = overturning_amplitude(block, lambda a, t=half_period: OneSine(a, t), 2.0, 14.0, 1e-4 * GRAVITY,
                                          scan=120)
            yield within_relative(f"overturning at {half_period:g} s", exact.overturning / GRAVITY,
                                  0.5 * (low + high) / GRAVITY, SPECTRUM_LEVEL, "rocking equation", "g")
