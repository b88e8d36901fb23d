"""What a run says of itself when it is printed: what it is, how it ended, what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drystone.model.tables import FRAMES, STEPS, TIME
from drystone.names import show_line
from drystone.results.record import FINISHED

if TYPE_CHECKING:
    from drystone.results.result import RunResult

_LISTED = 8   #: names of a kind


def status_words(result: RunResult) -> str:
    """How the run stands, with its time."""
    last = result.totals.get("time")
    if last is None and result.row_count(STEPS):
        last = float(result.row(STEPS, -1)[TIME])
    if result.message and result.status != FINISHED:
        return f"{result.status}: {show_line(result.message)}"
    return f"{result.status} at {last or 0.0:g} s"


def run_rows(result: RunResult) -> list[tuple[str, str]]:
    """Rows (what, value) for people."""
    support = result.static["is_support"].astype(bool)
    rows = [("status", status_words(result)), ("engine", result.engine),
            ("blocks", f"{int((~support).sum())} and {int(support.sum())} supports: {_list(result.block_names)}")]
    if result.groups:
        rows.append(("groups", _list(result.groups)))
    if result.tie_names:
        rows.append(("ties", _list(result.tie_names)))
    rows.append(("steps", f"{result.step_count}"))
    if FRAMES in result.tables and result.row_count(FRAMES):
        ends = [float(result.row(FRAMES, k)[TIME]) for k in (0, -1)]
        rows.append(("frames", f"{result.row_count(FRAMES)} from {ends[0]:g} to {ends[1]:g} s"))
    if result.monitors:
        rows.append(("monitors", _list(result.monitors)))
    return [*rows, ("tables", ", ".join(result.tables)), *(("warning", show_line(str(text)))
                                                            for text in result.totals.get("warnings", ()))]


def run_text(result: RunResult) -> str:
    """The same as lines."""
    return "\n".join([f"run '{result.directory}'", *(f"  {what:<10}{value}" for what, value in run_rows(result))])


def _list(names: tuple[str, ...]) -> str:
    shown = ", ".join(show_line(name) for name in names[:_LISTED])
    return shown + (f", ... ({len(names)} in all)" if len(names) > _LISTED else "")
