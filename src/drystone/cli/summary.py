"""The closing words of a run, and any result as plain data."""

from __future__ import annotations

import math
from dataclasses import asdict

from drystone.analysis.energy import balance_error
from drystone.analysis.failure import failure_of
from drystone.analysis.outcome import outcome, run_warnings
from drystone.cli.accuracy_lines import accuracy_data, accuracy_lines, has_solver, unsolved_count
from drystone.model.tables import STEPS
from drystone.results.answer import AnswerResult
from drystone.results.record import COLLAPSED
from drystone.results.result import RunResult


def warning_lines(result: RunResult) -> list[str]:
    """What makes the outcome doubtful."""
    return [f"warning   {words}" for words in run_warnings(result)]


def note_lines(result: RunResult) -> list[str]:
    """What the engine left out of the model."""
    return [f"note      {words}" for words in result.totals.get("notes", ())]


def failure_lines(result: RunResult) -> list[str]:
    """Which part of a run that collapsed went first, and how."""
    found = failure_of(result) if result.status == COLLAPSED else None
    return [] if found is None else [f"failure   {found.words}"]


def run_summary(result: RunResult) -> str:
    """Outcome, steps, accuracy, energy, place, and what to do next."""
    totals = result.totals
    wall = totals.get("wall_seconds")
    speed = f", {totals.get('steps', 0) / wall:.0f} steps/s" if wall else ""
    lines = [
        f"outcome   {outcome(result)}",
        *warning_lines(result),
        *note_lines(result),
        f"steps     {totals.get('steps', result.step_count)} in {wall if wall is not None else '?'} s{speed}",
        *accuracy_lines(result),
        *energy_lines(result),
        f"result    {result.directory}",
        f"next      drystone plot {result.directory}",
        f"          drystone view {result.directory}",
        f"          drystone info {result.directory}",
    ]
    return "\n".join(lines)


def energy_lines(result: RunResult) -> list[str]:
    """How well the energies add up; nothing where none were kept."""
    if not result.row_count(STEPS):
        return []
    return [f"energy    balance closes to {balance_error(result):.1e} of the greatest term"]


def result_data(result: RunResult | AnswerResult) -> dict:
    """What there is to know, in the types of JSON."""
    names = ("kind", "engine", "status", "message", "version", "hash", "created", "totals")
    data = {"directory": str(result.directory)} | {name: getattr(result, name) for name in names}
    data["notes"] = [*result.notes, *result.totals.get("notes", ())]
    return data | ({"answer": result.data} if isinstance(result, AnswerResult) else _run_data(result))


def _run_data(result: RunResult) -> dict:
    """Blocks, rows of tables, and of table "steps" its end, solver, energy and monitors; null for what is no number."""
    support = result.static["is_support"].astype(bool)
    data = {"outcome": outcome(result), "blocks": int((~support).sum()), "supports": int(support.sum()),
            "weight": float(result.static["weight"]),
            "tables": {name: result.row_count(name) for name in result.tables}}
    data |= {name: result.totals[name] for name in ("time", "steps") if name in result.totals}
    data |= {"accuracy": accuracy_data(result), "warnings": run_warnings(result)}
    if result.status == COLLAPSED and (failure := failure_of(result)) is not None:
        data["failure"] = asdict(failure)
    if (unsolved := unsolved_count(result)) is not None:
        data["unsolved"] = unsolved
    if not result.row_count(STEPS):
        return data
    data = {"time": float(result.time[-1]), "steps": result.step_count} | data
    data["energy_balance"] = _number(balance_error(result))
    if has_solver(result):
        data["contacts"] = int(result.column(STEPS, "contacts").max())
    monitors = {}
    for name in result.monitors:
        values = result.monitor(name)
        monitors[name] = {"least": _number(values.min()), "greatest": _number(values.max()),
                          "last": _number(values[-1]), "unit": result.units[STEPS][f"monitor:{name}"]}
    return data | {"monitors": monitors}


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
