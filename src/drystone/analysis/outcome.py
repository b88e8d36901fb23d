"""How a run ended and what makes that doubtful, in words."""

from __future__ import annotations

from drystone.analysis.law import accuracy_level, read_law
from drystone.analysis.law_words import law_warnings
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


def run_warnings(result: RunResult) -> list[str]:
    """What makes the outcome doubtful: what the run itself said, and steps far outside of the law."""
    law = read_law(result)
    return [*result.totals.get("warnings", ()), *([] if law is None else law_warnings(law, accuracy_level(result)))]
