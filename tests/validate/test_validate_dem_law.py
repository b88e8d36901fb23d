"""Joint laws against closed forms: the whole case, which takes seconds."""

from drystone.validate import cases  # noqa: F401  registers them
from drystone.validate.case import find_cases
from drystone.validate.runner import run_case


def test_all_rows_pass():
    rows = run_case(find_cases(["dem-law"])[0])
    assert len(rows) == 36
    assert [row.quantity for row in rows if row.ok is False] == []
    assert sum(row.ok is None for row in rows) == 5
