"""The closing words of a run, and any result as plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping

from drystone.analysis.energy import balance_error
from drystone.model.tables import STEPS
from drystone.results.answer import AnswerResult
from drystone.results.record import COLLAPSED, FINISHED
from drystone.results.result import RunResult


def outcome(result: RunResult) -> str:
    """How the run ended, in words."""
    last = result.totals.get("time", float(result.time[-1]) if len(result.time) else 0.0)
    if result.status == FINISHED:
        return f"finished after {last:g} s"
    if result.status == COLLAPSED:
        return f"collapsed: {result.message}"
    return f"{result.status}: {result.message}" if result.message else f"{result.status} at {last:g} s"


def warning_lines(result: RunResult) -> list[str]:
    """What makes the outcome doubtful."""
    return [f"warning   {words}" for words in result.totals.get("warnings", ())]


def note_lines(result: RunResult) -> list[str]:
    """What the engine left out of the model."""
    return [f"note      {words}" for words in result.totals.get("notes", ())]


def run_summary(result: RunResult) -> str:
    """Outcome, steps, solver, energy, place, and what to do next."""
    totals = result.totals
    wall = totals.get("wall_seconds")
    speed = f", {totals.get('steps', 0) / wall:.0f} steps/s" if wall else ""
    lines = [
        f"outcome   {outcome(result)}",
        *warning_lines(result),
        *note_lines(result),
        f"steps     {totals.get('steps', result.step_count)} in {wall if wall is not None else '?'} s{speed}",
        *_unsolved_lines(totals),
        *energy_lines(result),
        f"result    {result.directory}",
        f"next      drystone plot {result.directory}",
        f"          drystone info {result.directory}",
    ]
    return "\n".join(lines)


def energy_lines(result: RunResult) -> list[str]:
    """How well the energies add up; nothing where none were kept."""
    if not result.row_count(STEPS):
        return []
    return [f"energy    balance closes to {balance_error(result):.1e} of the greatest term"]


def unsolved_count(result: RunResult) -> int | None:
    """Steps that are not solved: as the run has counted them or, while it goes on, of the rows that are kept; None
    where the engine solves no problems."""
    if "unsolved" in result.totals:
        return int(result.totals["unsolved"])
    if not has_solver(result):
        return None
    return int((~result.column(STEPS, "is_solved").astype(bool)).sum())


def _unsolved_lines(totals: Mapping) -> list[str]:
    """How many steps are not solved; nothing where the engine solves no problems."""
    if "unsolved" not in totals:
        return []
    unsettled = totals.get("flow_unsettled", 0)
    lines = [f"unsolved  {totals['unsolved']} steps" + (f"; flow rule unsettled in {unsettled}" if unsettled else "")]
    if "unsolved_problem" in totals:
        lines.append(f"          the first one is saved: drystone bench {totals['unsolved_problem']}")
    return lines


def result_data(result: RunResult | AnswerResult) -> dict:
    """What there is to know, in the types of JSON."""
    names = ("kind", "engine", "status", "message", "version", "hash", "created", "totals")
    data = {"directory": str(result.directory)} | {name: getattr(result, name) for name in names}
    data["notes"] = [*result.notes, *result.totals.get("notes", ())]
    return data | ({"answer": result.data} if isinstance(result, AnswerResult) else _run_data(result))


def has_solver(result: RunResult) -> bool:
    """Whether the engine of a run has contacts and solves for their forces."""
    return {"is_solved", "contacts"} <= set(result.tables[STEPS].columns)


def _run_data(result: RunResult) -> dict:
    """Blocks, rows of tables, and of table "steps" its end, solver, energy and monitors; null for what is no number."""
    support = result.static["is_support"].astype(bool)
    data = {"outcome": outcome(result), "blocks": int((~support).sum()), "supports": int(support.sum()),
            "weight": float(result.static["weight"]),
            "tables": {name: result.row_count(name) for name in result.tables}}
    data |= {name: result.totals[name] for name in ("time", "steps") if name in result.totals}
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
