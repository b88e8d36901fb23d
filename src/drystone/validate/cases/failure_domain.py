"""Failure domain of one block, cell by cell against the rocking equation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from drystone.motion import OneSine
from drystone.rocking.block import RockingBlock
from drystone.rocking.overturning import overturns
from drystone.studies.findings.domain import find_domains
from drystone.studies.kinds.failure_domain import Column, FailureDomain
from drystone.studies.study import StudyResult
from drystone.validate.block_studies import AFTER, HEIGHT, WIDTH, finished_study
from drystone.validate.case import Row, at_most, case, reported, same_word
from drystone.validate.tolerances import DOMAIN_EDGE, GRAVITY

HALF_PERIODS = [0.2, 0.3, 0.4, 0.55, 0.7, 0.9, 1.2]        #: [s]
AMPLITUDES = [2.3, 2.6, 3.0, 3.6, 4.5, 6.0, 8.0, 11.0]     #: [m/s2]; the block starts at 0.25 g = 2.4525
STUDY = {"name": "one-block", "kind": "failure-domain",
         "domain": {"motion": "pulse", "half_periods": HALF_PERIODS, "amplitudes": AMPLITUDES,
                    "directions": ["+", "-"], "after": AFTER, "trace": DOMAIN_EDGE}}
SOURCE = "rocking equation"
DESCRIPTION = (
    f"A block of {WIDTH:g} x {HEIGHT:g} m under one-sine pulses, {len(HALF_PERIODS)} half periods x {len(AMPLITUDES)} "
    "amplitudes x both directions at 1 ms, by `drystone study`: every cell against the rocking equation with Housner's "
    f"restitution; a cell may differ only within {100 * DOMAIN_EDGE:g} % of where the equation changes its outcome.")


@case("failure-domain", DESCRIPTION, minutes=8)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    with finished_study(STUDY) as result:
        yield from _cells(result)
        yield from _boundary(result)
        yield from _both_ways(result)


def _falls(half_period: float, amplitude: float) -> bool:
    """Outcome by the equation; the block is symmetric, so the direction does not matter."""
    return overturns(RockingBlock(WIDTH, HEIGHT, GRAVITY), OneSine(amplitude, half_period))


def _cells(result: StudyResult) -> Iterable[Row]:
    kind: FailureDomain = result.kind
    counts, inside = Counter(), []
    for column in kind.columns():
        for amplitude, row in zip(kind.amplitudes, kind.grid(column, result.rows)):
            counts[row.outcome] += 1
            expected = _falls(column.half_period, amplitude)
            if row.is_decided and row.is_collapse != expected:
                near = any(_falls(column.half_period, amplitude * factor) != expected
                           for factor in (1.0 - DOMAIN_EDGE, 1.0 + DOMAIN_EDGE))
                inside.append((column.direction, column.half_period, amplitude, near))
    total = sum(counts.values())
    yield reported("cells", None, ", ".join(f"{n} {name}" for name, n in sorted(counts.items())), SOURCE)
    yield at_most("cells that are neither safe nor collapsed", 0, counts["undecided"] + counts["failed"], SOURCE)
    yield reported(f"cells of {total} that differ within {100 * DOMAIN_EDGE:g} % of the boundary", 0,
                   sum(near for *_, near in inside), SOURCE)
    yield at_most(f"cells of {total} that differ elsewhere", 0, sum(not near for *_, near in inside), SOURCE)


def _boundary(result: StudyResult) -> Iterable[Row]:
    """Lowest boundary of every column: the equation changes its outcome within the bracket, or within 1 % of it."""
    kind: FailureDomain = result.kind
    for half_period in HALF_PERIODS:
        low, high = kind.traced(Column({}, "+", half_period), result.rows)
        if low is None or high is None:
            yield reported(f"boundary at {half_period:g} s", None, "outside of the grid", SOURCE)
            continue
        holds = not _falls(half_period, low * (1.0 - DOMAIN_EDGE)) and _falls(half_period, high * (1.0 + DOMAIN_EDGE))
        yield same_word(f"boundary at {half_period:g} s, {low / GRAVITY:.4f} to {high / GRAVITY:.4f} g", "holds",
                        "holds" if holds else "does not", SOURCE)


def _both_ways(result: StudyResult) -> Iterable[Row]:
    finding, = find_domains(result.kind, result.rows)
    there, back = finding.directions
    yield same_word("both directions tell the same of a symmetric block", "yes",
                    "yes" if there.letters == back.letters else "no", "symmetry")
    for island in there.islands:
        yield reported(f"island at {island.half_period:g} s, {island.amplitude:.3f} g", None, island.verdict, SOURCE)
