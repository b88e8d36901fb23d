"""`draw_study`, `study_figures`: all pictures of a study, as files or as figures, whatever is known of it yet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.studies.findings.domain import UNKNOWN, find_domains
from drystone.studies.findings.fragility import GroupFit, fit_groups
from drystone.studies.findings.groups import Group, group_words, grouped
from drystone.studies.kinds.failure_domain import FailureDomain
from drystone.studies.kinds.ida import Spectrum
from drystone.studies.kinds.levels import im_title
from drystone.studies.runs.planned import PlannedRun
from drystone.studies.study import StudyResult
from drystone.view.figures import make_folder
from drystone.view.fragility_picture import fragility_figure
from drystone.view.study.cloud_points import cloud_points
from drystone.view.study.domain_hulls import domain_hulls
from drystone.view.study.domain_markers import domain_markers
from drystone.view.study.fragility_overlay import fragility_overlay, stripe_shares
from drystone.view.study.ida_curves import ida_curves, response_monitor
from drystone.view.study.parts import FileNames, monitor_columns, unit_finder
from drystone.view.study.spectra import overturning_spectrum, rocking_spectrum
from drystone.view.study.sweep_extremes import sweep_extremes
from drystone.view.style import FORMATS, save_figure

#: A picture: words of its name, and what draws it.
Picture = tuple[tuple[str, ...], Callable]

_SIGN_WORDS = {"+": "plus", "-": "minus"}


def draw_study(result: StudyResult, directory: str | os.PathLike, format: str = "png",
               kinds: Sequence[str] = ()) -> list[Path]:
    """Draw a study into `directory`, which is made if need be; returns the files written.

    A study that goes on is drawn as far as it is known; before its first run is over there is nothing to draw.

    Parameters
    ----------
    format : png or pdf
    kinds : which pictures, by the names of `study_figures` or by the first words of them; all by default
    """
    check_choice("plot: format", format, FORMATS)
    figures = study_figures(result, kinds)
    folder = make_folder(directory) if figures else Path(directory)
    return [save_figure(draw(), folder / f"{name}.{format}") for name, draw in figures.items()]


def study_figures(result: StudyResult, kinds: Sequence[str] = ()) -> dict[str, Callable]:
    """Name -> function that draws it, of all pictures that a study has so far; a kind is a name or the word that
    several names begin with, e.g. fragility."""
    names = FileNames()
    figures = {names.make(*words): (words[0], draw) for words, draw in study_pictures(result)}
    if not figures:
        return {}
    known = list(dict.fromkeys([first for first, _ in figures.values()] + list(figures)))
    for kind in kinds:
        check_choice("plot: kind", kind, known)
    return {name: draw for name, (first, draw) in figures.items() if not kinds or name in kinds or first in kinds}


def study_figure(result: StudyResult, kind: str | None = None):
    """One picture as a figure; None: the first of them."""
    figures = study_figures(result, () if kind is None else (kind,))
    if not figures:
        raise InputError(f"plot: study '{result.directory}' has nothing to draw yet")
    return next(iter(figures.values()))()


def study_pictures(result: StudyResult) -> list[Picture]:
    """All pictures of a study: words of each, and what draws it; none before its first run is over."""
    if not any(run.id in result.rows for run in result.kind.wanted(result.rows)):
        return []
    return list(_PICTURES[result.kind.study.file.kind](result))


def _domain(result: StudyResult) -> Iterator[Picture]:
    """Marker plots, one a direction and combination; then the hulls of all."""
    kind = result.kind
    assert isinstance(kind, FailureDomain)
    findings = find_domains(kind, result.rows, result.capacities)
    for finding in findings:
        for direction in finding.directions:
            if not "".join(direction.letters).strip(UNKNOWN):       # none of its runs is over yet
                continue
            words = ("domain", group_words(finding.combination), _SIGN_WORDS[direction.direction])
            yield words, lambda f=finding, d=direction: domain_markers(kind, result.rows, f, d)
    yield ("domain", "hulls"), lambda: domain_hulls(kind, findings)


def _groups(result: StudyResult) -> list[tuple[GroupFit, list[PlannedRun]]]:
    """Groups with their fits and runs; without a bootstrap, which no picture shows."""
    kind, rows = result.kind, result.rows
    runs: dict[Group, list[PlannedRun]] = grouped((r for r in kind.wanted(rows) if r.id in rows), kind.study.file.vary)
    return [(fit, runs[fit.group]) for fit in fit_groups(kind, rows, bootstrap=0)]


def _fits(result: StudyResult, groups: list[tuple[GroupFit, list[PlannedRun]]], overlay: Callable) -> Iterator[Picture]:
    """All groups in one picture, then the fit of every group that has one; a group alone has one picture."""
    study = result.kind.study
    if len(groups) > 1 or groups[0][0].report is None:
        yield ("fragility",), lambda: overlay([fit for fit, _ in groups])
    for fit, _ in groups:
        if fit.report is not None:
            title = f"{study.file.name}: {fit.name}" if fit.name else study.file.name
            yield ("fragility", fit.name), lambda f=fit, t=title: fragility_figure(f.report, title=t)


def _label(name: str, title: str) -> str:
    """Of an axis, from a measure and the title of its column."""
    unit = title.partition(" [")[2].rstrip("]")
    return f"{name.upper() if name.startswith('pg') else name}  [{unit}]"


def _stripes(result: StudyResult) -> Iterator[Picture]:
    entry, groups = result.kind.study.file.stripes, _groups(result)
    assert entry is not None
    title = im_title(entry)
    shares = stripe_shares(result.kind, result.rows, title)
    label = _label(entry.measure, title)
    yield from _fits(result, groups, lambda fits: fragility_overlay(result.kind, fits, shares, label))


def _ida(result: StudyResult) -> Iterator[Picture]:
    kind, entry, groups = result.kind, result.kind.study.file.ida, _groups(result)
    assert entry is not None
    title, unit = im_title(entry), unit_finder(kind.study)
    label = _label(entry.measure, title)
    for fit, runs in groups:
        monitor = response_monitor(kind, [result.rows[run.id] for run in runs])
        yield ("ida", fit.name), lambda f=fit, r=runs, m=monitor: ida_curves(kind, result.rows, f, r, title, label,
                                                                             unit(m))
    yield from _fits(result, groups, lambda fits: fragility_overlay(kind, fits, {}, label))


def _cloud(result: StudyResult) -> Iterator[Picture]:
    kind, damage, groups = result.kind, result.kind.study.file.damage, _groups(result)
    if not damage:          # nobody said what the demand is
        return
    unit = unit_finder(kind.study)(damage[-1].monitor)
    for fit, runs in groups:
        yield ("cloud", fit.name), lambda f=fit, r=runs: cloud_points(kind, result.rows, f, r, unit)
    yield from _fits(result, groups, lambda fits: fragility_overlay(kind, fits, {}, "PGA  [g]", damage[-1].name))


def _spectrum(result: StudyResult) -> Iterator[Picture]:
    kind = result.kind
    assert isinstance(kind, Spectrum)
    if kind.levels:
        yield ("overturning",), lambda: overturning_spectrum(kind, result.rows)
    else:
        asked = kind.study.file.spectrum
        assert asked is not None and asked.monitor is not None          # without levels a spectrum has a monitor
        unit = unit_finder(kind.study)(asked.monitor)
        yield ("rocking",), lambda: rocking_spectrum(kind, result.rows, unit)


def _sweep(result: StudyResult) -> Iterator[Picture]:
    kind, unit = result.kind, unit_finder(result.kind.study)
    known = [result.rows[run.id] for run in kind.wanted(result.rows) if run.id in result.rows]
    for column in monitor_columns(known):
        yield ("sweep", column), lambda c=column: sweep_extremes(kind, result.rows, c, unit(c))


_PICTURES = {"failure-domain": _domain, "stripes": _stripes, "ida": _ida, "cloud": _cloud, "spectrum": _spectrum,
             "sweep": _sweep}
