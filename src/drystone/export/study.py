"""A study as one HDF5 file: its table column by column, and of every run the monitors over time.

The ledger stays what is kept; this file is for programs that read HDF5. Layout:

    /              attributes: name, kind, version, report (what was found, in words)
    /table/TITLE   one dataset a column of table.csv, whose order is the attribute `titles`: text or float64
    /runs/ID       attributes: outcome, at_end, message; datasets time [s] and one a monitor
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import h5py
import numpy as np

from drystone._version import VERSION
from drystone.errors import InputError
from drystone.export.target import check_target, new_output
from drystone.names import show_line
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs.kept import read_blob
from drystone.studies.study import StudyResult

#: Arrays of the last state: those are for a restart, not for readers.
_STATE = "state:"


def export_study(directory: Path, path: Path | None = None, *, force: bool = False) -> Path:
    """Write the study in `directory`, complete or not; returns the file. Default: study.h5 in its folder."""
    path = directory / "study.h5" if path is None else path
    if path.suffix.lower() not in (".h5", ".hdf5"):
        raise InputError(f"export: -o must end in .h5 or .hdf5 for a study, got '{path}'")
    check_target(path, False, "", force)
    study = StudyResult.open(directory)
    with Ledger.open(directory / LEDGER_NAME) as ledger, new_output(path, False) as partial:
        with h5py.File(partial, "w", locking=False) as file:
            file.attrs.update(name=study.kind.study.file.name, kind=study.kind.study.file.kind, version=VERSION,
                              report="\n".join(study.lines()))
            _write_table(file.create_group("table", track_order=True), study)
            runs = file.create_group("runs")
            for run_id in study.table.column("id") if study.table.rows else ():
                _write_run(runs.create_group(str(run_id)), study, ledger)
    return path


def _write_table(group: h5py.Group, study: StudyResult) -> None:
    table = study.table
    group.attrs["titles"] = [_plain(title) for title in table.titles]
    for title in table.titles:
        _write_column(group, _plain(title), table.column(title))


def _write_column(group: h5py.Group, name: str, cells: Sequence[object]) -> None:
    """Numbers as float64 with nan for nothing, else words."""
    if all(cell is None or isinstance(cell, (int, float)) for cell in cells):
        group[name] = np.array([np.nan if cell is None else cell for cell in cells], float)
    else:
        words = ["" if cell is None else show_line(str(cell)) for cell in cells]
        group.create_dataset(name, data=words, dtype=h5py.string_dtype())


def _write_run(group: h5py.Group, study: StudyResult, ledger: Ledger) -> None:
    run_id = group.name.rsplit("/", 1)[1]
    row = study.rows[run_id]
    group.attrs.update(outcome=row.outcome, at_end=row.at_end, message=show_line(row.message))
    blob = ledger.blob(run_id)
    if not blob:            # a run that ended by errors left nothing
        return
    for name, values in read_blob(blob, f"study '{ledger.path.parent}', run {run_id}").items():
        if not name.startswith(_STATE):
            group[_plain(name)] = values


def _plain(name: str) -> str:
    """A name of one level: HDF5 takes a slash for a group."""
    return show_line(name).replace("/", "|")
