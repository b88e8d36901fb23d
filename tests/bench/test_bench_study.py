"""`drystone bench study`: rows with the figures that they promise; what they measure is not judged here."""

import math

from drystone.bench.options import Options
from drystone.bench.study_rows import PLAN, study_rows

SMALL = PLAN
for many, few in (("count: 38", "count: 2"), ("count: 44", "count: 1"), ("duration: 40 s", "duration: 4 s"),
                  ("strong: 20.0", "strong: 1.0")):
    SMALL = SMALL.replace(many, few)


def test_the_rows_of_a_small_study():
    said = []
    rows = list(study_rows(Options(say=said.append), count=12, plan=SMALL))
    assert [row.regime for row in rows if row.regime != "in memory"] == ["plan", "on disk", "commit"]
    assert rows[0].more["runs"] == 2 * 1 * 6 and 0.0 < rows[0].more["peak_mb"] < 1000.0
    assert all(math.isfinite(value) for row in rows for value in row.more.values())
    assert rows[-1].more["commit_ms"] > 0.0 and len(said) >= 2
