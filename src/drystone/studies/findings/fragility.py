"""Fragility of a study: its rows as tables that `drystone fit` understands, one a group, and their fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.stats import binomtest

from drystone.errors import InputError
from drystone.studies.file.schema import DamageEntry, StudyFile
from drystone.studies.findings.groups import Group, group_words, grouped
from drystone.studies.fragility.report import Report, make_report, record_and_sample
from drystone.studies.fragility.split import split_dispersion
from drystone.studies.fragility.tables import Capacities, Cloud, Runs, Table
from drystone.studies.kinds.kind import StudyKind
from drystone.studies.kinds.levels import im_title
from drystone.studies.kinds.search import bracket
from drystone.studies.runs.outcome import Row, Rows
from drystone.studies.runs.planned import PlannedRun
from drystone.studies.table import COLLAPSE, NO_DAMAGE, UNDECIDED, demand, state_of

#: Bootstraps draw records: the same records at all levels make likelihood intervals too narrow.
BOOTSTRAP, SEED = 500, 1

#: Share of the limit of a state below which a run of a cloud has no demand.
TRACE = 1e-6

#: Of what is said of variants.
CONFIDENCE = 0.95

#: Column of runs that repeat others a little otherwise.
VARIANT = "variant"

#: Column that is no intensity, but may matter.
_COVARIATES = ("d5_95 [s]",)


@dataclass(frozen=True)
class GroupFit:
    """Fit of one group; `note` says why there is none, or no bootstrap."""

    group: Group
    runs: int
    collapses: int
    undecided: int
    failed: int
    report: Report | None
    note: str = ""
    numerics: tuple[str, ...] = ()    #: what variants of the same runs tell, and who is left out, in words

    @property
    def name(self) -> str:
        """In words."""
        return group_words(self.group)


def fit_groups(kind: StudyKind, rows: Rows, bootstrap: int = BOOTSTRAP) -> list[GroupFit]:
    """Fits of all groups of a study of kind stripes, ida or cloud; bootstrap : draws; 0: none, for pictures"""
    file = kind.study.file
    groups = grouped((run for run in kind.wanted(rows) if run.id in rows), file.vary)
    return [_fit(group, runs, rows, file, bootstrap) for group, runs in groups.items()]


def _fit(group: Group, everything: Sequence[PlannedRun], rows: Rows, file: StudyFile,
         bootstrap: int) -> GroupFit:
    runs = [run for run in everything if VARIANT not in run.coords]
    numerics = (*_numerics(runs, everything, rows), *_numerical_dispersion(everything, rows, file),
                *_left_out([rows[run.id] for run in runs], file))
    return replace(_fit_runs(group, runs, rows, file, bootstrap), numerics=numerics)


def _numerics(runs: Sequence[PlannedRun], everything: Sequence[PlannedRun], rows: Rows) -> Iterator[str]:
    """How often a variant of a run ends otherwise than the run itself."""
    place = {tuple(run.coords.items()): run for run in runs}
    pairs: dict[str, list[tuple[Row, Row]]] = {}
    for run in everything:
        if VARIANT in run.coords:
            twin = place.get(tuple((k, v) for k, v in run.coords.items() if k != VARIANT))
            if twin is not None and rows[run.id].is_decided and rows[twin.id].is_decided:
                pairs.setdefault(str(run.coords[VARIANT]), []).append((rows[twin.id], rows[run.id]))
    for name, found in pairs.items():
        lost, won = (sum(a.is_collapse and not b.is_collapse for a, b in pair) for pair in
                     (found, [(b, a) for a, b in found]))
        yield (f"variant {name}: {lost + won} of {len(found)} pairs end otherwise, {won} collapse only in it, {lost} "
               f"only without; {sum(a.is_collapse for a, _ in found)} collapses without it, "
               f"{sum(b.is_collapse for _, b in found)} with it; {_sign_test(won, lost, len(found))}")


def _sign_test(won: int, lost: int, pairs: int) -> str:
    """Whether a variant collapses more or less often, by the pairs that end otherwise."""
    if not won + lost:
        share = 1.0 - (1.0 - CONFIDENCE) ** (1.0 / pairs)
        return f"no pair does, so fewer than {100 * share:.2g} % do ({100 * CONFIDENCE:g} %, one-sided)"
    p_value = float(binomtest(won, won + lost, 0.5).pvalue)
    told = "" if p_value < 1.0 - CONFIDENCE else "no "
    return f"exact two-sided sign test p = {p_value:.2g}: {told}sign that it collapses more or less often"


def _numerical_dispersion(everything: Sequence[PlannedRun], rows: Rows, file: StudyFile) -> Iterator[str]:
    """Dispersion between records and within them, runs and their variants together."""
    if not any(VARIANT in run.coords for run in everything) or len(file.stripes.levels) < 2:
        return
    table = _stripes(everything, [rows[run.id] for run in everything], file)
    try:
        split = split_dispersion(table, "record", record_and_sample(table.labels))
    except InputError as error:
        yield f"dispersion of numerics is not told: {str(error).removeprefix('fit: ')}"
        return
    within = f"{'at most ' if split.at_bound else ''}{split.within:.4g}"
    yield (f"dispersion, runs and variants together: record to record {split.between:.4g}, numerics {within}, total "
           f"{split.total:.4g} ({split.groups} records)")


def _fit_runs(group: Group, runs: Sequence[PlannedRun], rows: Rows, file: StudyFile, bootstrap: int) -> GroupFit:
    found = [rows[run.id] for run in runs]
    counts = (len(found), sum(row.is_collapse for row in found), sum(row.outcome == "undecided" for row in found),
              sum(row.outcome == "failed" for row in found))
    try:
        table = _TABLES[file.kind](runs, found, file)
        report = make_report(table)
    except InputError as error:
        return GroupFit(group, *counts, None, str(error).removeprefix("fit: "))
    if not bootstrap:
        return GroupFit(group, *counts, report)
    try:
        return GroupFit(group, *counts, make_report(table, bootstrap=bootstrap, seed=SEED))
    except InputError as error:
        return GroupFit(group, *counts, report, str(error).removeprefix("fit: "))


def _split_title(title: str) -> tuple[str, str]:
    name, _, unit = title.partition(" [")
    return name, unit.rstrip("]") or "-"


def _measures(runs: Sequence[PlannedRun], own: str) -> dict:
    """Other measures and covariates of the runs, as a table wants them; own : the measure of the study itself"""
    titles = list(runs[0].measures) if runs else []
    columns = {title: np.array([run.measures[title] for run in runs]) for title in titles}
    positive = {title: values for title, values in columns.items() if (values > 0.0).all()}
    return {"measures": {t: v for t, v in positive.items() if t not in _COVARIATES and _split_title(t)[0] != own},
            "covariates": {t: v for t, v in positive.items() if t in _COVARIATES}}


def _stripes(runs: Sequence[PlannedRun], found: Sequence[Row], file: StudyFile) -> Table:
    title = im_title(file.stripes)
    decided = [k for k, row in enumerate(found) if row.is_decided]
    states = (*(entry.name for entry in file.damage), COLLAPSE)
    order = {name: k for k, name in enumerate((NO_DAMAGE, *states))}
    state = [order[_state(found[k], file.damage)] for k in decided]
    kept = [runs[k] for k in decided]
    labels = {"record": np.array([str(run.coords["record"]) for run in kept])}
    modes = [found[k].mode for k in decided]
    if any(modes):
        labels["mode"] = np.array(modes)
    if kept and "sample" in kept[0].coords:
        labels["sample"] = np.array([str(run.coords["sample"]) for run in kept])
    undecided = [runs[k].coords[title] for k, row in enumerate(found) if not row.is_decided]
    return Runs(im=np.array([run.coords[title] for run in kept]), im_name=file.stripes.measure,
                unit=_split_title(title)[1], state=np.array(state), states=states if file.damage else ("collapse",),
                labels=labels, undecided=np.array(undecided, float), **_measures(kept, file.stripes.measure))


def _state(row: Row, damage: Sequence[DamageEntry]) -> str:
    name = state_of(row, damage)
    assert name != UNDECIDED
    return name


def _ida(runs: Sequence[PlannedRun], found: Sequence[Row], file: StudyFile) -> Table:
    title = im_title(file.ida)
    lines: dict[str, list[tuple[PlannedRun, Row]]] = {}
    for run, row in zip(runs, found):
        lines.setdefault(run.line, []).append((run, row))
    im, censored, names = [], [], []
    for pairs in lines.values():
        levels = [float(run.coords[title]) for run, _ in pairs]
        safe, fallen = bracket(levels, [row if row.is_decided else None for _, row in pairs])
        if safe is None and fallen is None:
            continue
        im.append(fallen if fallen is not None else safe)
        censored.append(fallen is None)
        names.append(str(pairs[0][0].coords["record"]))
    return Capacities(im=np.array(im), im_name=file.ida.measure, unit=_split_title(title)[1],
                      censored=np.array(censored), labels={"record": np.array(names)})


def _cloud(runs: Sequence[PlannedRun], found: Sequence[Row], file: StudyFile) -> Table:
    if not file.damage:
        raise InputError("fit: a cloud needs a damage state, whose monitor is the demand; the study file has none")
    entry = file.damage[-1]
    kept = [k for k, row in enumerate(found) if row.is_decided and not is_below_cloud(row, entry)]
    own = [runs[k] for k in kept]
    return Cloud(im=np.array([run.measures["pga [g]"] for run in own]), im_name="pga", unit="g",
                 edp=np.array([max(demand(found[k].numbers, entry), TRACE * entry.above) for k in kept]),
                 collapsed=np.array([float(found[k].is_collapse) for k in kept]),
                 limit=entry.above, edp_name=entry.monitor, **_measures(own, "pga"))


def is_below_cloud(row: Row, entry: DamageEntry) -> bool:
    """Whether a run has no demand to speak of: its logarithm would decide the slope of all."""
    return not row.is_collapse and demand(row.numbers, entry) < TRACE * entry.above


def _left_out(found: Sequence[Row], file: StudyFile) -> tuple[str, ...]:
    """What is said of runs that a cloud leaves out."""
    count = sum(row.is_decided and is_below_cloud(row, file.damage[-1]) for row in found) \
        if file.kind == "cloud" and file.damage else 0
    words = f"{count} runs did not move and are left out: they say that demand is small, not how small"
    return (words,) if count else ()


_TABLES = {"stripes": _stripes, "ida": _ida, "cloud": _cloud}
