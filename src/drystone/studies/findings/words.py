"""What a study found, in lines that people read. Every figure has beside it what it hangs on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from drystone.studies.file.motions import STANDARD_G
from drystone.studies.findings.capacity import Capacities, capacity_lines
from drystone.studies.findings.comparison import comparison_lines
from drystone.studies.findings.domain import DirectionFinding, DomainFinding, find_domains
from drystone.studies.findings.fragility import GroupFit, fit_groups
from drystone.studies.findings.groups import group_words, grouped
from drystone.studies.fragility.words import report_lines
from drystone.studies.kinds.failure_domain import FailureDomain
from drystone.studies.kinds.ida import Spectrum
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.kinds.search import bracket
from drystone.studies.runs.outcome import EARLY, FAILED, Rows

#: Share by which the boundary of a long pulse may differ from a capacity.
NEAR = 0.1

_LETTERS = ". never moved   o moved and came to rest   X collapsed   ? still moving   ! error"


def study_lines(kind: StudyKind, rows: Rows, capacities: Mapping[str, Capacities] | None = None,
                makers: Sequence[str] = ()) -> list[str]:
    """All that a study found, a line each.

    capacities : of a failure domain, where they were asked for; makers : what is to be said of runs made by other code
    """
    runs = kind.wanted(rows)
    known = [rows[run.id] for run in runs if run.id in rows]
    counts = Counter(row.outcome for row in known)
    lines = [f"runs        {len(known)} of {len(runs)}: "
             + (", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) or "none yet")]
    if known:
        early = sum(int(row.numbers.get(EARLY, 0)) for row in known)
        cpu = sum(row.cpu for row in known)
        lines.append(f"cost        {cpu / 3600.0:.3g} h of one core, {cpu / len(known):.3g} s a run; {early} ended "
                     "before their published end")
    moving = sum(row.at_end == "moving" for row in known)
    if moving:
        lines.append(f"note        {moving} runs still moved at their published end and went on until rest, collapse "
                     "or their limit")
    lines += [f"note        of these runs {words}" for words in makers]
    modes = Counter(row.mode for row in known if row.mode)
    if modes:
        lines.append("failed by   " + ", ".join(f"{mode} ({count})" for mode, count in modes.most_common()))
    lines += _failed_lines(runs, rows)
    if isinstance(kind, FailureDomain):
        findings = find_domains(kind, rows, capacities)
        lines += [line for finding in findings for line in domain_lines(finding)]
        lines += comparison_lines(kind, findings, rows)
    elif kind.study.file.kind in ("stripes", "ida", "cloud"):
        lines += [line for fit in fit_groups(kind, rows) for line in fit_lines(fit)]
    elif isinstance(kind, Spectrum) and kind.levels:
        lines += _spectrum_lines(kind, rows)
    return lines


def _failed_lines(runs, rows: Rows) -> Iterator[str]:
    failed = [run for run in runs if run.id in rows and rows[run.id].outcome == FAILED]
    for run in failed[:5]:
        yield f"failed      {run.id[:8]} ({group_words(run.coords)}): {rows[run.id].message}"
    if len(failed) > 5:
        yield f"failed      ... and {len(failed) - 5} more; the table has them all"


def domain_lines(finding: DomainFinding) -> Iterator[str]:
    """Grids, boundary and islands of one combination."""
    name = group_words(finding.combination)
    for direction in finding.directions:
        yield ""
        yield f"direction {direction.direction}{', ' + name if name else ''}   ({_LETTERS})"
        yield from _grid(finding, direction)
        for time, low, high in direction.boundary:
            yield f"  boundary  {time:g} s: {_between(low, high)}"
        if direction.slowest_mover is not None:
            yield f"  moves     from {direction.slowest_mover:.4g} g on, of the amplitudes that were run"
        for island in direction.islands:
            yield (f"  island    {island.half_period:g} s, {island.amplitude:.4g} g survives above a collapse: "
                   f"{island.verdict}")
    if finding.below is not None:
        yield f"capacities{' of ' + name if name else ''}"
        yield from capacity_lines(finding.capacities, finding.below, [d.direction for d in finding.directions])
        yield from asymptote_lines(finding)
    if len(finding.hull):
        corners = "; ".join(f"{time:g} s, {amplitude:.4g} g" for time, amplitude in finding.hull)
        yield f"hull of all collapses, corners: {corners}"


def _grid(finding: DomainFinding, direction: DirectionFinding) -> Iterator[str]:
    """Both maps side by side: how runs ended, and how they stood at the published end."""
    same = direction.letters == direction.at_end
    yield "    a [g]   " + " ".join(f"{time:>5g}" for time in finding.times) + "  s" \
        + ("" if same else "     at the published end")
    for amplitude, letters, at_end in zip(reversed(finding.amplitudes), reversed(direction.letters),
                                          reversed(direction.at_end)):
        row = " ".join(f"{letter:>5}" for letter in letters)
        yield f"    {amplitude:<7.4g} {row}" + ("" if same else "       " + " ".join(f"{c:>2}" for c in at_end))


def asymptote_lines(finding: DomainFinding) -> Iterator[str]:
    """How near the boundary of the longest pulse comes to the amplitude at which it reaches a capacity."""
    for direction in finding.directions:
        time, low, high = direction.boundary[-1]
        for flow, reached in direction.reaches.items():
            if not math.isfinite(reached) or reached <= 0.0:
                continue
            words = (f"  longest   {direction.direction} {time:g} s: boundary {_between(low, high)}; it reaches the "
                     f"{flow} capacity at {reached:.4g} g")
            if low is None or high is None:
                yield words
                continue
            ratios = low / reached, high / reached
            near = [1.0 - NEAR <= ratio <= 1.0 + NEAR for ratio in ratios]
            verdict = "within" if all(near) else "not within" if ratios[1] < 1.0 - NEAR or ratios[0] > 1.0 + NEAR \
                else "the bracket is too wide to say whether within"
            yield f"{words}, {ratios[0]:.3g} to {ratios[1]:.3g} times that: {verdict} {100 * NEAR:g} %"


def _between(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return "not known yet"
    if high is None:
        return f"above {low:.4g} g, the highest amplitude run"
    return f"below {high:.4g} g, the lowest amplitude run" if low is None else f"{low:.4g} to {high:.4g} g"


def fit_lines(fit: GroupFit) -> Iterator[str]:
    """One group's fragility."""
    yield ""
    name = f"{fit.name}: " if fit.name else ""
    extra = (f", {fit.undecided} undecided" if fit.undecided else "") + (f", {fit.failed} failed" if fit.failed else "")
    yield f"{name}{fit.collapses} of {fit.runs} runs collapsed{extra}"
    yield from (f"  note      {line}" for line in fit.numerics)
    if fit.report is None:
        yield f"  no fit    {fit.note}"
        return
    yield from (f"  {line}" for line in report_lines(fit.report))
    if fit.note:
        yield f"  note      {fit.note}"


def _spectrum_lines(kind: Spectrum, rows: Rows) -> Iterator[str]:
    """Least level that overturns, for every combination."""
    yield ""
    for group, runs in grouped((run for run in kind.wanted(rows) if run.id in rows), kind.study.file.vary).items():
        levels = [float(run.coords[kind.title]) for run in runs]
        low, high = bracket(levels, [rows[run.id] if rows[run.id].is_decided else None for run in runs])
        unit = kind.unit or ""
        words = f"collapses between {low:g} and {high:g} {unit}" if low is not None and high is not None else \
            f"collapses at {high:g} {unit}, the lowest level" if high is not None else \
            f"does not collapse up to {low:g} {unit}" if low is not None else "not known"
        yield f"  {group_words(group)}: {words.strip()}"


def in_g(acceleration: float) -> str:
    """An acceleration [m/s2] in g."""
    return f"{acceleration / STANDARD_G:.4g} g"
