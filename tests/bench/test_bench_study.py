"""`drystone bench study`: rows with the figures that they promise; what they measure is not judged here."""

import math

from drystone.bench.options import Options
from drystone.bench.spectra import MOST_MS, spectra_rows
from drystone.bench.study_rows import PLAN, study_rows

SMALL = PLAN
for many, few in (("count: 38", "count: 2"), ("count: 44", "count: 1"), ("duration: 40 s", "duration: 4 s"),
                  ("strong: 20.0", "strong: 1.0")):
    SMALL = SMALL.replace(many, few)


def test_the_rows_of_a_small_study():
    said = []
    rows = list(study_rows(Options(say=said.append), count=12, plan=SMALL, planned=40))
    assert [row.regime for row in rows if row.regime != "in memory"] == ["plan", "on disk", "commit", "dask"]
    dask = rows.pop()
    if "note" not in dask.more:
        assert (dask.more["runs"], dask.more["made"]) == (40, 12) and not dask.failed
    assert rows[0].more["runs"] == 2 * 1 * 6 and 0.0 < rows[0].more["peak_mb"] < 1000.0
    assert all(math.isfinite(value) for row in rows for value in row.more.values())
    assert rows[-1].more["commit_ms"] > 0.0 and len(said) >= 2


def test_the_row_of_spectra():
    row, = spectra_rows(Options(), repeats=1)
    assert row.more["periods"] * row.more["points"] == 1_600_000
    assert row.failed == (row.more["spectrum_ms"] >= MOST_MS) and row.more["spectrum_ms"] > 0.0
