"""Run cases; one that raises becomes a failing row, so that the others still run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from drystone.validate import parts
from drystone.validate.case import Case, Row


def run_case(case: Case, words: Sequence[str] = ()) -> list[Row]:
    """Rows of a case, or of the parts of it that `words` mean; what was found before it raised is kept."""
    rows: list[Row] = []
    chosen, part = parts.find_parts(case, words), " | ".join(words)
    try:
        with parts.only(chosen):
            for row in case.rows():
                rows.append(replace(row, case=case.name, part=part))
    except Exception as error:   # whatever it is, it is a failure of this case and of no other
        text = " ".join(str(error).split()) or "no message"
        rows.append(Row(case.name, "runs to its end", "yes", f"{type(error).__name__}: {text}", None, None, False,
                        "-", rule="the same", part=part))
    return rows


def run_cases(cases: Iterable[Case], *, words: Sequence[str] = (), before: Callable[[Case], None] | None = None,
              after: Callable[[Case, list[Row]], None] | None = None) -> list[Row]:
    """Rows of all cases, or of the parts of them that `words` mean; `before` and `after` are called around each."""
    rows: list[Row] = []
    for case in cases:
        if before is not None:
            before(case)
        own = run_case(case, words)
        rows += own
        if after is not None:
            after(case, own)
    return rows


def exit_code(rows: Iterable[Row]) -> int:
    """1 if any verdict is negative."""
    return int(any(row.ok is False for row in rows))
