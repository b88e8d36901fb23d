"""How exact a run was asked to be, and how exact it is: lines for people, and the same as plain data."""

from __future__ import annotations

import math
from dataclasses import asdict

from drystone.analysis.law import accuracy_level, read_law, stated_accuracy
from drystone.analysis.law_words import law_words
from drystone.model.tables import STEPS
from drystone.results.result import RunResult


def accuracy_lines(result: RunResult) -> list[str]:
    """What was asked for and why, how near the steps came to it; nothing where the engine has no such thing."""
    words, law = stated_accuracy(result), read_law(result)
    lines = [f"accuracy  {words}"] if words else []
    if law is not None:
        first, *others = law_words(law)
        lines += [f"law       {first}", *(f"          {line}" for line in others)]
    elif "asked_flow" in result.static and "flow_unsettled" in result.totals:
        count, steps = result.totals["flow_unsettled"], result.totals["steps"]
        lines.append(f"law       outside of that in {count} of {steps} steps")
    return lines + _certified_lines(result)


def _certified_lines(result: RunResult) -> list[str]:
    """How many steps are above the certified tolerance of convex problems, where these are what is solved."""
    totals, saved = result.totals, []
    if "unsolved_problem" in totals:
        saved = [f"          the first one is saved: drystone bench {totals['unsolved_problem']}"]
    count = unsolved_count(result)
    if count is None:
        return []
    if accuracy_level(result):            # the law itself is judged; convex problems only help
        return ["unsolved  a convex problem on the way ended above tolerance", *saved] if saved else []
    unsettled = totals.get("flow_unsettled", 0) if not stated_accuracy(result) else 0     # an older run tells no more
    more = f"; flow rule unsettled in {unsettled}" if unsettled else ""
    return [f"unsolved  {count} steps above the certified tolerance{more}", *saved]


def accuracy_data(result: RunResult) -> dict:
    """Words, level and figures; null for what is no number."""
    law = read_law(result)
    figures = {} if law is None else {name: _number(value) for name, value in asdict(law).items()}
    return {"words": stated_accuracy(result), "level": accuracy_level(result), **figures}


def has_solver(result: RunResult) -> bool:
    """Whether the engine of a run has contacts and solves for their forces."""
    return {"is_solved", "contacts"} <= set(result.tables[STEPS].columns)


def unsolved_count(result: RunResult) -> int | None:
    """Steps whose answer has not the status solved: as the run has counted them or, while it goes on, of the rows that
    are kept; None where the engine solves no problems."""
    if "unsolved" in result.totals:
        return int(result.totals["unsolved"])
    if not has_solver(result):
        return None
    return int((~result.column(STEPS, "is_solved").astype(bool)).sum())


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
