"""Studies as HDF5: the table cell by cell, monitors bit for bit, refusals in one line."""

import csv

import h5py
import numpy as np
import pytest
from studies_files import SWEEP, write

from drystone.errors import InputError
from drystone.export.study import export_study
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs.kept import read_blob
from drystone.studies.study import run_study


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sweep")
    return run_study(write(folder, SWEEP), folder / "study", jobs=1)


def test_table_is_that_of_the_csv_file(study, tmp_path):
    with h5py.File(export_study(study.directory, tmp_path / "s.h5")) as file:
        titles = list(file["table"].attrs["titles"])
        columns = [file["table"][title][()] for title in titles]
        assert file.attrs["kind"] == "sweep" and file.attrs["report"] == "\n".join(study.lines())
    with open(study.directory / "table.csv", newline="") as text:
        first, *rows = csv.reader(text)
    assert titles == first and len(rows) > 1
    for k, column in enumerate(columns):
        for cell, row in zip(column, rows, strict=True):
            if isinstance(cell, bytes):
                assert cell.decode() == row[k].removeprefix("'")
            else:
                assert (np.isnan(cell) and row[k] == "") or cell == float(row[k])


def test_monitors_are_those_of_the_ledger(study, tmp_path):
    with h5py.File(export_study(study.directory, tmp_path / "s.h5")) as file, \
            Ledger.open(study.directory / LEDGER_NAME) as ledger:
        assert sorted(file["runs"]) == sorted(study.rows)
        for run_id, group in file["runs"].items():
            assert group.attrs["outcome"] == study.rows[run_id].outcome
            kept = {name: array for name, array in read_blob(ledger.blob(run_id), "").items()
                    if not name.startswith("state:")}
            assert sorted(group) == sorted(kept) and "time" in kept and len(kept) > 1
            for name, array in kept.items():
                np.testing.assert_array_equal(group[name][()], array)


def test_place_that_is_taken_is_refused_and_kept(study, tmp_path):
    path = tmp_path / "s.h5"
    path.write_text("mine")
    with pytest.raises(InputError, match="is there already: use --force"):
        export_study(study.directory, path)
    assert path.read_text() == "mine"
    export_study(study.directory, path, force=True)
    assert h5py.is_hdf5(path)
    with pytest.raises(InputError, match=r"-o must end in \.h5 or \.hdf5 for a study, got"):
        export_study(study.directory, tmp_path / "s.txt")
