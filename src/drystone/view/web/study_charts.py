"""`study_charts`: what each kind of study shows in the page. A point is a run; what was found stands beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from drystone.studies.findings.capacity import ASSOCIATIVE, NON_ASSOCIATIVE
from drystone.studies.findings.domain import find_domains
from drystone.studies.findings.groups import group_words
from drystone.studies.kinds.failure_domain import AMPLITUDE, DIRECTION, STEP, TIME, FailureDomain
from drystone.studies.kinds.ida import Spectrum
from drystone.studies.kinds.levels import im_title
from drystone.studies.kinds.search import bracket
from drystone.studies.runs.outcome import Row
from drystone.studies.runs.planned import PlannedRun
from drystone.studies.study import StudyResult
from drystone.studies.table import demand
from drystone.view import style
from drystone.view.study.ida_curves import response_monitor
from drystone.view.study.parts import AxisValues, axis_values, columns_of, monitor_columns, peak_of, unit_finder
from drystone.view.web.chart import Axis, Chart, ChartLine
from drystone.view.web.fragility_chart import fragility_charts, group_runs

#: Number of a run in the page, by its id.
Numbers = Mapping[str, int]
Pair = tuple[PlannedRun, Row]
_LONG, _SHORT = "6 3", "2 2"


def study_charts(result: StudyResult, numbers: Numbers) -> list[Chart]:
    """All charts of a study, as far as it is known; the first is the one that it is made for."""
    charts = list(_CHARTS[result.kind.study.file.kind](result, numbers))
    return [chart for chart in charts if chart.points]


def _pairs(result: StudyResult) -> list[Pair]:
    return [(run, result.rows[run.id]) for run in result.kind.wanted(result.rows) if run.id in result.rows]


# -- failure domain ----------------------------------------------------------------------------------

def _domain(result: StudyResult, numbers: Numbers) -> Iterator[Chart]:
    kind = result.kind
    assert isinstance(kind, FailureDomain)
    pairs = _pairs(result)
    for finding in find_domains(kind, result.rows, result.capacities):
        name = group_words(finding.combination)
        wide, high = 1.05 * float(finding.times[-1]), 1.08 * float(finding.amplitudes[-1])
        for direction in finding.directions:
            sign = direction.direction
            title = ", ".join(word for word in (f"direction {sign}", name) if word)
            chart = Chart(f"domain {title}", f"Failure domain, {title}",
                          Axis(kind.entry.time_key.replace("_", " "), "s", 0.0, wide),
                          Axis("amplitude", "g", 0.0, high))
            own = [run for run, _ in pairs if run.coords[DIRECTION] == sign and _is_of(run, finding.combination)]
            chart.points = [(numbers[run.id], float(run.coords[TIME]) + _beside(run, kind) * wide,
                             float(run.coords[AMPLITUDE])) for run in own]
            chart.brackets = [(t, low or 0.0, top) for t, low, top in direction.boundary if top is not None]
            chart.lines = [ChartLine("boundary, between the runs around it",
                                     [(t, 0.5 * (low + top)) for t, low, top in chart.brackets]),
                           *_hull(finding), *_capacities(finding, sign, wide)]
            chart.note = " ".join([f"Island at {i.half_period:g} s, {i.amplitude:.3g} g: {i.verdict}."
                                   for i in direction.islands]
                                  + ["Runs of finer steps stand to the right of their points."] * any(
                                      STEP in run.coords for run in own))
            yield chart


def _is_of(run: PlannedRun, combination: Mapping[str, object]) -> bool:
    return all(run.coords.get(name) == value for name, value in combination.items())


def _beside(run: PlannedRun, kind: FailureDomain) -> float:
    """By which share of the chart a run stands to the right of its place: runs of finer steps would hide others."""
    return 0.0 if STEP not in run.coords else 0.007 * math.log2(kind.study.time_step / float(run.coords[STEP]))


def _hull(finding) -> list[ChartLine]:
    if len(finding.hull) < 3:
        return []
    corners = [tuple(map(float, corner)) for corner in (*finding.hull, finding.hull[0])]
    return [ChartLine("hull of collapses in all directions", corners, style.PALETTE[1], _LONG, 1.0, True)]


def _capacities(finding, sign: str, wide: float) -> list[ChartLine]:
    lines = []
    for flow, dash in ((ASSOCIATIVE, _LONG), (NON_ASSOCIATIVE, _SHORT)):
        value = finding.capacities.get(f"{sign} {flow}", math.nan)
        if math.isfinite(value):
            lines.append(ChartLine(f"capacity {sign}, {flow}: {value:.3g} g", [(0.0, value), (wide, value)],
                                   style.PALETTE[2], dash, 1.2))
    return lines


# -- fragility, IDA, cloud ---------------------------------------------------------------------------

def _stripes(result: StudyResult, numbers: Numbers) -> Iterator[Chart]:
    entry = result.kind.study.file.stripes
    title = im_title(entry)
    yield from fragility_charts(result, numbers, lambda run: float(run.coords[title]), _measure(entry, title))


def _ida(result: StudyResult, numbers: Numbers) -> Iterator[Chart]:
    kind, entry = result.kind, result.kind.study.file.ida
    title, unit = im_title(entry), unit_finder(kind.study)
    measure = _measure(entry, title)
    yield from fragility_charts(result, numbers, lambda run: float(run.coords[title]), measure)
    for fit, runs in group_runs(result):
        pairs = [(run, result.rows[run.id]) for run in runs]
        monitor = response_monitor(kind, [row for _, row in pairs])
        columns = columns_of(monitor, [row for _, row in pairs])
        level = {run.id: float(run.coords[title]) for run in runs}
        peak = {run.id: peak_of(row, columns) or 0.0 for run, row in pairs if row.is_decided and not row.is_collapse}
        right = 1.15 * max(peak.values(), default=0.0) or 1.0
        chart = Chart(f"ida {fit.name}", f"Incremental dynamic analysis{', ' + fit.name if fit.name else ''}",
                      Axis(f"greatest {monitor or 'response'}", _plain(unit(monitor)), 0.0, right),
                      Axis(*measure, 0.0, 1.08 * max(level.values(), default=1.0)))
        chart.points = [(numbers[run.id], peak.get(run.id, right), level[run.id]) for run in runs]
        chart.lines = [ChartLine("a record, up to its first collapse" if k == 0 else "", points, style.PALETTE[0], "",
                                 0.7) for k, points in enumerate(_record_lines(pairs, level, peak, right))]
        chart.note = "Runs that collapsed, or are not decided, stand at the right edge."
        yield chart


def _record_lines(pairs: list[Pair], level: Mapping, peak: Mapping, right: float) -> list[list[tuple[float, float]]]:
    lines: dict[str, list[Pair]] = {}
    for run, row in pairs:
        lines.setdefault(run.line, []).append((run, row))
    found = []
    for own in lines.values():
        fallen = min((level[run.id] for run, row in own if row.is_collapse), default=None)
        rising = sorted((level[run.id], peak[run.id]) for run, _ in own if run.id in peak)
        rising = [(response, at) for at, response in rising if fallen is None or at < fallen]
        found.append([(0.0, 0.0), *rising, *([] if fallen is None else [(right, fallen)])])
    return found


def _cloud(result: StudyResult, numbers: Numbers) -> Iterator[Chart]:
    kind, damage = result.kind, result.kind.study.file.damage
    yield from fragility_charts(result, numbers, lambda run: float(run.measures["pga [g]"]), ("PGA", "g"))
    if not damage:
        return
    entry, unit = damage[-1], _plain(unit_finder(kind.study)(damage[-1].monitor))
    for fit, runs in group_runs(result):
        pairs = [(run, result.rows[run.id]) for run in runs]
        found = {run.id: demand(row.numbers, entry) for run, row in pairs if row.is_decided and not row.is_collapse}
        sizes = [value for value in (*found.values(), entry.above) if value > 1e-6 * entry.above]
        low, high = min(sizes) / 2.5, 2.5 * max(sizes)
        im = [float(run.measures["pga [g]"]) for run in runs]
        chart = Chart(f"cloud {fit.name}", f"Demand over intensity{', ' + fit.name if fit.name else ''}",
                      Axis("PGA", "g", min(im) / 1.2, 1.2 * max(im), True),
                      Axis(f"greatest {entry.monitor}", unit, low, high, True))
        chart.points = [(numbers[run.id], x, max(found.get(run.id, high), low)) for run, x in zip(runs, im)]
        chart.lines = [ChartLine(f"{entry.name}: above {entry.above:g}",
                                 [(chart.x.low, entry.above), (chart.x.high, entry.above)], style.PALETTE[3], _LONG)]
        chart.note = "Runs that collapsed stand at the upper edge, runs that did not move at the lower one."
        yield chart


# -- spectra and sweeps ------------------------------------------------------------------------------

def _spectrum(result: StudyResult, numbers: Numbers) -> Iterator[Chart]:
    kind = result.kind
    assert isinstance(kind, Spectrum)
    first = kind.study.file.vary[0].name
    along = axis_values(combination[first] for combination in kind.combos)
    pairs = _pairs(result)
    if not kind.levels:
        monitor = kind.study.file.spectrum.monitor
        columns = columns_of(monitor, [row for _, row in pairs])
        yield _extremes(f"Greatest {monitor}", monitor, _plain(unit_finder(kind.study)(monitor)), along, first,
                        [(numbers[run.id], along.places[run.coords[first]], peak_of(row, columns))
                         for run, row in pairs])
        return
    level = {run.id: float(run.coords[kind.title]) for run, _ in pairs}
    chart = Chart("spectrum", "Least level that collapses", _along(along, first),
                  Axis("level", kind.unit or "", 0.0, 1.08 * max(level.values(), default=1.0)))
    chart.points = [(numbers[run.id], along.places[run.coords[first]], level[run.id]) for run, _ in pairs]
    lines: dict[str, list[Pair]] = {}
    for run, row in pairs:
        lines.setdefault(run.line, []).append((run, row))
    for own in lines.values():
        low, high = bracket([level[run.id] for run, _ in own], [row if row.is_decided else None for _, row in own])
        if high is not None:
            chart.brackets.append((along.places[own[0][0].coords[first]], low or 0.0, high))
    yield chart


def _sweep(result: StudyResult, numbers: Numbers) -> Iterator[Chart]:
    kind, unit = result.kind, unit_finder(result.kind.study)
    first = kind.study.file.vary[0].name
    along = axis_values(combination[first] for combination in kind.combos)
    pairs = _pairs(result)
    for column in monitor_columns([row for _, row in pairs]):
        points = [(numbers[run.id], along.places[run.coords[first]], row.numbers.get(f"{column} {end}"))
                  for run, row in pairs for end in ("least", "greatest")]
        yield _extremes(f"Least and greatest {column}", column, _plain(unit(column)), along, first, points)


def _extremes(title: str, column: str, unit: str, along: AxisValues, first: str, points: list) -> Chart:
    known = [point for point in points if point[2] is not None]
    values = np.array([0.0, *(value for *_, value in known)])
    room = 0.06 * float(np.ptp(values)) or 1.0
    chart = Chart(f"extremes {column}", title, _along(along, first),
                  Axis(column, unit, float(values.min()) - room, float(values.max()) + room))
    chart.points = known
    return chart


def _along(along: AxisValues, name: str) -> Axis:
    places = list(along.places.values()) or [0.0]
    room = 0.06 * (max(places) - min(places)) or 0.5
    return Axis(name, along.unit, min(places) - room, max(places) + room, False, along.ticks)


def _measure(entry, title: str) -> tuple[str, str]:
    """Name and unit of the measure that motions are scaled to; title : of its column"""
    name = entry.measure.upper() if entry.measure.startswith("pg") else entry.measure
    return name, title.partition(" [")[2].rstrip("]")


def _plain(unit: str) -> str:
    """`  [m]` as m."""
    return unit.strip().strip("[]")


_CHARTS: dict[str, Callable[[StudyResult, Numbers], Iterator[Chart]]] = {
    "failure-domain": _domain, "stripes": _stripes, "ida": _ida, "cloud": _cloud, "spectrum": _spectrum,
    "sweep": _sweep}
