"""The report of a study: what was found over all its runs, what it hangs on, and every run in one table."""

from __future__ import annotations

import hashlib
import shlex
from collections import Counter
from collections.abc import Mapping

from drystone._version import VERSION
from drystone.engines.registry import DEFAULT
from drystone.errors import DrystoneError
from drystone.model.settings import engine_of
from drystone.names import show_line
from drystone.studies.folder import read_status
from drystone.studies.runs.outcome import FAILED, UNDECIDED, Row
from drystone.studies.runs.planned import PlannedRun
from drystone.studies.study import StudyResult
from drystone.view.report.assumed import study_assumptions
from drystone.view.report.content import Command, Items, Labels, Picture, Piece, Report, Section, Text, table_of
from drystone.view.report.input_tables import input_tables
from drystone.view.report.model_part import ModelPart, to_png, warnings_section
from drystone.view.study_pictures import study_pictures

#: Runs that the table of a report lists; all are in table.csv.
MOST_RUNS = 400
#: Keys of a study file that have tables of their own, or none.
_APART = ("drystone", "name", "kind", "model", "vary", "damage", "set", "motions")

Pair = tuple[PlannedRun, Row]


def study_report(result: StudyResult, labels: Labels) -> Report:
    """All that there is to know of a study."""
    file, rows = result.kind.study.file, result.rows
    known = {run.id: (run, rows[run.id]) for run in result.kind.wanted(rows) if run.id in rows}
    pairs = list(known.values())
    part, data = _model_part(result), result.kind.study.base.data()[0]
    analysis = data.get("analysis") if isinstance(data.get("analysis"), Mapping) else {}
    engine = engine_of(analysis) or DEFAULT
    resolved = part.built.resolved if part.built is not None else data
    if part.built is not None and part.built.settings is not None:
        analysis = part.built.settings.analysis.model_dump(mode="json")     # with all defaults
    return Report(f"{file.name} ({file.kind})", _verdict(result, pairs), labels, (
        Section("Result", (Command("\n".join(map(show_line, result.lines()))),)),
        Section("Pictures", tuple(Picture(show_line(", ".join(word for word in words if word)), to_png(draw()))
                                  for words, draw in study_pictures(result))),
        _margin_section(result, pairs),
        _check_section(result, pairs),
        study_assumptions(resolved, engine, analysis, file.kind),
        warnings_section([*_run_warnings(pairs), *part.doubts(data.get("duration") if isinstance(
            data.get("duration"), float) else None)], part.unused(engine)),
        _runs_section(pairs),
        Section("The study", tuple(_study_tables(result))),
        Section("Inputs: the model that all runs start from", (*part.picture(), *input_tables(resolved),
                                                               *([Text(part.why_not)] if part.why_not else []))),
        _origin_section(result)))


def _model_part(result: StudyResult) -> ModelPart:
    """The base model, built; a study may vary what it lacks."""
    try:
        return ModelPart(result.kind.study.base.build())
    except DrystoneError as error:
        return ModelPart(None, f"The base model cannot be built alone: {error}")


def _verdict(result: StudyResult, pairs: list[Pair]) -> str:
    counts = Counter(row.outcome for _, row in pairs)
    words = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    return f"{len(pairs)} of {result.standing.wanted} runs are over: {words}"


def _margin_section(result: StudyResult, pairs: list[Pair]) -> Section:
    """Where collapses and survivals lie along every number of the table."""
    numbers = [title for title in dict.fromkeys(key for run, _ in pairs for key in (*run.coords, *run.measures))
               if title.endswith("]") and all(isinstance(_place(run, title), (int, float)) for run, _ in pairs)]
    rows = []
    for title in numbers:
        fallen = [float(_place(run, title)) for run, row in pairs if row.is_collapse]
        stood = [float(_place(run, title)) for run, row in pairs if row.is_decided and not row.is_collapse]
        rows.append([title, min(fallen, default=None), max(fallen, default=None), min(stood, default=None),
                     max(stood, default=None)])
    return Section("Capacity and margins", (
        Text("Of all runs that are decided, over everything that varies. What was found above says more where a "
             "boundary was traced or a curve was fitted."),
        *table_of("Extremes", ["of", "least that collapsed", "greatest that collapsed", "least survived",
                             "greatest survived"], rows)))


def _place(run: PlannedRun, title: str) -> object:
    return run.coords.get(title, run.measures.get(title))


def _check_section(result: StudyResult, pairs: list[Pair]) -> Section:
    """What runs tell of their own accuracy."""
    lines = [f"State of the study: {read_status(result.directory)['state']}."]
    steps = sum(int(row.numbers.get("steps", 0)) for _, row in pairs)
    if steps:
        unsolved = sum(int(row.numbers.get("unsolved", 0)) for _, row in pairs)
        unsettled = sum(int(row.numbers.get("flow_unsettled", 0)) for _, row in pairs)
        lines.append(f"{steps} steps in all; {unsolved} of them ended above the certified tolerance, in {unsettled} "
                     "the flow of sliding did not settle to the accuracy asked for.")
    moving = sum(row.at_end == "moving" for _, row in pairs)
    lines.append(f"{moving} runs still moved at their published end and went on until rest, collapse or their limit.")
    finer = sum("dt [s]" in run.coords for run, _ in pairs)
    if finer:
        lines.append(f"{finer} runs repeat others at half or a quarter of the step; what came of them is told above.")
    return Section("Checks of the runs", (Items(tuple(lines)),))


def _run_warnings(pairs: list[Pair]) -> list[str]:
    failed = [(run, row) for run, row in pairs if row.outcome == FAILED]
    lines = [f"run {run.id} failed by an error: {row.message}" for run, row in failed[:20]]
    lines += [f"... and {len(failed) - 20} more runs failed"] if len(failed) > 20 else []
    undecided = sum(row.outcome == UNDECIDED for _, row in pairs)
    return lines + ([f"{undecided} runs are undecided: they still moved when their time was up, and bound nothing"]
                    if undecided else [])


def _runs_section(pairs: list[Pair]) -> Section:
    names = list(dict.fromkeys(key for run, _ in pairs for key in run.coords))
    rows = [[run.id, *(run.coords.get(name) for name in names), row.outcome, row.mode or None, row.end, row.message
             or None] for run, row in pairs[:MOST_RUNS]]
    pieces = table_of("Runs", ["id", *names, "outcome", "failed by", "ended at [s]", "message"], rows)
    if len(pairs) > MOST_RUNS:
        pieces.append(Text(f"... and {len(pairs) - MOST_RUNS} more runs, in table.csv of the study."))
    return Section("All runs", tuple(pieces))


def _study_tables(result: StudyResult) -> list[Piece]:
    """What the study file says, and its motions."""
    study, pieces = result.kind.study, []
    data = study.document.data
    pieces += table_of("Changes of the model in all runs", ["key", "value"],
                       [[key, value] for key, value in (data.get("set") or {}).items()])
    pieces += table_of("What varies", ["name", "keys", "values"],
                       [[entry.name, ", ".join(entry.set), _values(item)]
                        for entry, item in zip(study.file.vary, data.get("vary") or ())])
    pieces += table_of("States of damage", ["name", "monitor", "above", "when"],
                       [[entry.name, entry.monitor, entry.above, entry.when] for entry in study.file.damage])
    for key, value in data.items():
        if key not in _APART and isinstance(value, Mapping):
            pieces += table_of(key.replace("_", " "), ["key", "value"], [[name, item] for name, item in value.items()])
    if study.motions:
        titles = list(study.motions[0].scaled_measures(1.0))
        pieces += table_of("Motions before they are scaled", ["name", *titles], [
            [motion.name, *(motion.scaled_measures(1.0).get(title) for title in titles)] for motion in study.motions])
    return pieces


def _values(item: Mapping) -> object:
    """That an axis takes, as the file says them."""
    return next((item[key] for key in ("values", "range", "distribution") if item.get(key) is not None), None)


def _origin_section(result: StudyResult) -> Section:
    study = result.kind.study
    digest = hashlib.sha256(study.document.text.encode() + study.base.text.encode())
    for name, content in sorted({**study.base.files, **study.files}.items()):
        digest.update(name.encode() + hashlib.sha256(content).digest())
    place, name = shlex.quote(result.directory.name), shlex.quote(study.document.path.rpartition("/")[2])
    facts = [f"made by drystone {VERSION}, kept in {result.directory.name}",
             f"SHA-256 of study file, model file and the files they name: {digest.hexdigest()}",
             "every run is named by a hash of all that decides its result"]
    return Section("Where this comes from", (
        Items(tuple(facts)), Text("The same study again, from its study file and the model file beside it:"),
        Command(f"drystone study {name} -o {place}_again"),
        Text("One of its runs again, whole, from what the study keeps; then its page:"),
        Command(f"drystone study {place} --rerun ID\ndrystone view {place}/runs/ID")))
