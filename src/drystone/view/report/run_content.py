"""The report of a run."""

from __future__ import annotations

import shlex

import numpy as np

from drystone.analysis.course import Course, course_of, ground_of
from drystone.analysis.damage import damage_of
from drystone.analysis.energy import balance_error, energies_per_weight, energy_flow
from drystone.analysis.law import read_law, stated_accuracy
from drystone.analysis.law_words import law_words
from drystone.analysis.outcome import outcome, run_warnings
from drystone.model.tables import MONITOR, STEPS, TIES
from drystone.results.record import COLLAPSED
from drystone.results.result import RunResult
from drystone.view.figures import run_figures
from drystone.view.report.assumed import run_assumptions
from drystone.view.report.assumed_dem import dem_checks
from drystone.view.report.content import Items, Labels, Picture, Piece, Report, Section, Text, table_of
from drystone.view.report.model_part import (
    ModelPart,
    inputs_section,
    origin_section,
    set_options,
    to_png,
    warnings_section,
)

#: What pictures show, by their kinds.
CAPTIONS = {
    "scene": "The blocks when things happen. Factors of displacements are stated where they are not 1.",
    "histories": "The ground as it went in, and the blocks that tell most.",
    "monitors": "What was monitored.",
    "phase": "Angle and angular velocity of the block that moved most.",
    "energies": "Energies by the weight of all blocks, and the error of their balance.",
    "thrust": "The line along which forces pass from block to block.",
    "cracks": "Damage of joints above, width of cracks below.",
    "ratio": "How near to rest the run was: forces out of balance over those acting, fastest node, yielded points.",
}


def run_report(result: RunResult, labels: Labels) -> Report:
    """All that there is to know of a run."""
    part, course = ModelPart.of(result), course_of(result)
    resolved = result.inputs.resolved
    kept = resolved.get("run") or {}
    return Report(str(resolved.get("name", result.directory.name)), outcome(result), labels, (
        _result_section(result, course),
        Section("Pictures", tuple(_pictures(result))),
        _key_section(result),
        _margin_section(result),
        _check_section(result, course),
        run_assumptions(resolved, result.engine),
        warnings_section([*run_warnings(result), *part.doubts(kept.get("duration"))],
                         [*result.totals.get("notes", ()), *result.notes, *part.unused(result.engine)]),
        inputs_section(result, part),
        origin_section(result, _command(result), kept.get("digest"), part)))


def _result_section(result: RunResult, course: Course) -> Section:
    support = result.static["is_support"].astype(bool)
    lines = [f"Outcome: {outcome(result)}."]
    if course.failure is not None:
        lines.append(f"Failure: {course.failure.words}.")
    damage = damage_of(result)
    if damage is not None and result.status != COLLAPSED:
        lines.append(f"Damage: {damage.words}.")
    lines.append(f"{int((~support).sum())} blocks that weigh {float(result.static['weight']):.4g} N, "
                 f"{int(support.sum())} supports; {result.totals.get('steps', result.step_count)} steps, "
                 f"engine {result.engine}.")
    return Section("Result", tuple(Text(line) for line in lines))


def _pictures(result: RunResult) -> list[Picture]:
    return [Picture(CAPTIONS[kind], to_png(draw())) for kind, draw in run_figures(result).items()]


def _key_section(result: RunResult) -> Section:
    """Extremes of monitors, of the ground and of ties."""
    pieces: list[Piece] = []
    if STEPS in result.tables and result.row_count(STEPS):
        time = result.time
        rows = [[name, result.units[STEPS][MONITOR + name], *_extremes(time, result.monitor(name))]
                for name in result.monitors]
        pieces += table_of("Monitors", ["name", "unit", "least", "at [s]", "greatest", "at [s]", "last"], rows)
        pieces += _ground_table(result)
    if TIES in result.tables and result.row_count(TIES):
        force, time = result.column(TIES, "force"), result.column(TIES, "time")
        names = [text.decode(errors="replace") if isinstance(text, bytes) else str(text)
                 for text in result.static.get("tie_names", np.zeros(0)).tolist()]
        pieces += table_of("Forces of ties [N]", ["name", "least", "at [s]", "greatest", "at [s]", "last"],
                           [[name, *_extremes(time, force[:, k])] for k, name in enumerate(names)])
    return Section("Key results", tuple(pieces or [Text("Nothing was monitored.")]))


def _extremes(time: np.ndarray, values: np.ndarray) -> list[float]:
    low, high = int(np.argmin(values)), int(np.argmax(values))
    return [float(values[low]), float(time[low]), float(values[high]), float(time[high]), float(values[-1])]


def _ground_table(result: RunResult) -> list[Piece]:
    ground = ground_of(result)
    if ground is None:
        return []
    rows = []
    for name, unit, values in (("acceleration", "m/s2", ground.acceleration),
                               ("displacement", "m", ground.displacement)):
        size = np.linalg.norm(values, axis=1)
        at = int(np.argmax(size))
        rows.append([name, unit, float(size[at]), float(ground.time[at]), *(float(v) for v in values[at])])
    return table_of("Peaks of the ground", ["of", "unit", "size", "at [s]", "x", "y", "z"], rows)


def _margin_section(result: RunResult) -> Section:
    """One run knows no margin; what it does know of one is said."""
    lines = ["One run tells whether the structure stood what was asked of it, not how much more it takes. drystone "
             "limit gives the static capacity of the same model, drystone study that under scaled motions."]
    damage = damage_of(result)
    if damage is not None and damage.greatest is not None and result.status != COLLAPSED:
        lines.append(f"It moved by up to {damage.greatest.distance:.3g} m ({damage.greatest.block} at "
                     f"{damage.greatest.time:.3g} s) and did not fall.")
    return Section("Capacity and margins", tuple(Text(line) for line in lines))


def _check_section(result: RunResult, course: Course) -> Section:
    """Energy, residuals and how near to rest, in words."""
    lines: list[str] = dem_checks(result, course) if result.engine == "dem" else []
    if STEPS in result.tables and result.row_count(STEPS) and "balance" in result.energies:
        flow = energy_flow(energies_per_weight(result))
        lines.append("Energy: each term has its own formula; their balance closes to "
                     f"{balance_error(result):.1e} of the greatest term.")
        lines.append(f"By weight, {float(flow.put_in[-1]):.3g} m were put in and {float(flow.dissipated[-1]):.3g} m "
                     f"dissipated until the end; blocks hold {float(flow.total[-1]):.3g} m more than at the start.")
    words, law = stated_accuracy(result), read_law(result)
    if words:
        lines.append(f"Accuracy asked for: {words}")
    if law is not None:
        first, *others = law_words(law)
        lines += [f"Coulomb's law: {first}", *others]
    unsolved = result.totals.get("unsolved")
    if unsolved and law is None:
        lines.append(f"{unsolved} steps ended above the certified tolerance.")
    return Section("Checks of the run itself", (Items(tuple(lines)) if lines else Text("The run kept no steps."),))


def _command(result: RunResult) -> str:
    name = shlex.quote(result.inputs.text_name)
    return f"drystone run {name} -o {shlex.quote(result.directory.name + '_again')}{set_options(result)}"
