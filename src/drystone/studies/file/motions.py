"""Ground motions of a study: records of a list or made ones, each as a change of the model file, with its measures."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.io.bounded import MOST_OF_RECORD, read_bounded
from drystone.motion import measures, motion_from_spec
from drystone.motion.record_list import ListedRecord, read_record_list
from drystone.motion.records import read_recording
from drystone.motion.scaling import scale_factor
from drystone.motion.summary import AVERAGE_PERIODS
from drystone.motion.table import Table
from drystone.quantities import convert
from drystone.studies.file.schema import MeasureEntry, MotionsEntry
from drystone.studies.runs.planned import as_override

STANDARD_G = convert("1 g", "m/s2")

#: Columns of the table beside the measure that motions are scaled to, with the power in which they grow.
_COLUMNS = {"pga": 1, "pgv": 1, "arias": 2, "cav": 1, "sa_avg": 1, "d5_95": 0}


@dataclass(frozen=True)
class StudyMotion:
    """One motion of a study, before it is scaled.

    Attributes
    ----------
    name : in the table
    tables : acceleration of its one component, or of the two of a pair
    files : contents of its records by their names in the study
    spec : entry of the model file's `motions`, but its name and factor
    own_factor : that the list of records asks for, and the sign [-]; `tables` have the size of it already
    """

    name: str
    tables: tuple[Table, ...]
    files: Mapping[str, bytes]
    spec: Mapping[str, object]
    own_factor: float = 1.0

    @property
    def duration(self) -> float:
        """Of the motion [s]."""
        return max(table.duration for table in self.tables)

    @cached_property
    def measured(self) -> dict[str, float]:
        """Measures as recorded, SI; of a pair the geometric mean."""
        found: dict[str, float] = {}
        for name in _COLUMNS:
            values = [_measure(name, table) for table in self.tables]
            product = values[0] if len(values) == 1 else (values[0] * values[1]) ** 0.5
            found[name] = product
        return found

    def scaled_measures(self, factor: float) -> dict[str, float]:
        """Columns of the table for the motion times a factor [-]: accelerations in g, all else SI."""
        values = {name: value * factor ** _COLUMNS[name] for name, value in self.measured.items()}
        return {f"{name} [{_UNIT[name]}]": value / (STANDARD_G if _UNIT[name] == "g" else 1.0)
                for name, value in values.items()}

    def override(self, place: str, factor: float) -> str:
        """Change that puts the motion, times a factor [-], in the place of the model's motion called `place`."""
        factor = factor * self.own_factor
        entry = {"name": place, **self.spec}
        if "components" in entry:
            entry["components"] = [part | {"parameters": {"factor": factor, "motion": part["parameters"]["motion"]}}
                                   for part in entry["components"]]
        else:
            entry["parameters"] = {"factor": factor, "motion": entry["parameters"]["motion"]}
        return as_override(f"motions[{place}]", entry)


_UNIT = {"pga": "g", "sa_avg": "g", "pgv": "m/s", "arias": "m/s", "cav": "m/s", "d5_95": "s"}


def _measure(name: str, table: Table) -> float:
    if name == "d5_95":
        return measures.significant_duration(table)
    if name == "sa_avg":
        return measures.sa_avg(table, AVERAGE_PERIODS)
    return getattr(measures, name)(table)


def study_motions(entry: MotionsEntry, listed: Sequence[ListedRecord]) -> list[StudyMotion]:
    """All motions, in the order of their names' list; each in both signs where these are asked for.

    Parameters
    ----------
    listed : what `listed_records` found; empty where motions are made
    """
    found = list(_synthetic(entry) if entry.synthetic is not None else _recorded(entry, listed))
    names = [motion.name for motion in found]
    twice = next((name for k, name in enumerate(names) if name in names[:k]), None)
    if twice is not None:
        raise InputError(f"motions: names must differ, got {twice!r} twice")
    out = []
    for motion in _picked(found, entry):
        for sign in entry.signs:
            name = motion.name + (sign if len(entry.signs) > 1 else "")
            own = motion.own_factor if sign == "+" else -motion.own_factor
            out.append(replace(motion, name=name, own_factor=own))
    return out


def _picked(found: list[StudyMotion], entry: MotionsEntry) -> list[StudyMotion]:
    """Those that are drawn, in their order."""
    if entry.pick is None:
        return found
    if entry.pick.count > len(found):
        raise InputError(f"pick: count must be at most {len(found)}, the number of motions [-], got {entry.pick.count}")
    chosen = np.random.default_rng(entry.pick.seed).choice(len(found), entry.pick.count, replace=False)
    return [found[k] for k in sorted(chosen.tolist())]


def factor_to(motion: StudyMotion, entry: MeasureEntry, level: float) -> float:
    """Factor [-] that brings a motion to a level of the measure, in its SI unit."""
    target = {entry.measure: level} | {
        key: value for key in ("period", "periods", "damping", "of") if (value := getattr(entry, key)) is not None}
    return scale_factor(motion.tables, target, f"motion {motion.name!r}: scale")


def _synthetic(entry: MotionsEntry) -> Iterator[StudyMotion]:
    made = entry.synthetic
    for k in range(made.count):
        spec = {"kind": made.kind, "seed": made.seed + k, **made.parameters, "after": "zero"}
        yield StudyMotion(f"{made.kind}-{made.seed + k}", (motion_from_spec(**spec),), {},
                          {"kind": "scaled", "direction": entry.direction, "parameters": {"motion": spec}})


def _recorded(entry: MotionsEntry, records: Sequence[ListedRecord]) -> Iterator[StudyMotion]:
    for listed in records:
        names = _file_names(listed)
        record = read_recording(listed.files, listed.units, dt=listed.dt, after="zero").scaled(listed.factor)
        channels = [_channel(listed, names, component.name, len(record.components) > 1 and len(listed.files) == 1, k)
                    for k, component in enumerate(record.components)]
        flat = [(component, channel) for component, channel in zip(record.components, channels)
                if not component.is_vertical]
        if entry.components == "pair":
            pair = record.pair()
            chosen = [(c, channel) for c, channel in flat if c in pair]
            parts = [{"kind": "scaled", "direction": list(map(float, axis)), "parameters": {"motion": channel}}
                     for (_, channel), axis in zip(chosen, ((1, 0, 0), (0, 1, 0)))]
            yield StudyMotion(listed.name, tuple(c.motion for c, _ in chosen), names, {"components": parts},
                              listed.factor)
            continue
        for component, channel in flat:
            name = listed.name if len(flat) == 1 else f"{listed.name}/{component.name}"
            spec = {"kind": "scaled", "direction": entry.direction, "parameters": {"motion": channel}}
            own = {channel["path"]: names[channel["path"]]}
            yield StudyMotion(name, (component.motion,), own, spec, listed.factor)


def listed_records(entry: MotionsEntry, folder: Path) -> list[ListedRecord]:
    """Records of all that is named: folders and lists as they are, single files as records of their own."""
    found: list[ListedRecord] = []
    for name in entry.records or ():
        path = folder / name
        if path.is_dir():
            found += _folder(path, entry.units)
        elif path.suffix.lower() == ".csv":
            found += read_record_list(path, entry.units)
        elif path.is_file():
            found.append(ListedRecord(path.stem, (path,), entry.units))
        else:
            raise InputError(f"motions.records: '{name}' must be a folder, a list or a file, got nothing of that name")
    return found


def _folder(path: Path, units: str | None) -> list[ListedRecord]:
    """Records of a folder; where no file has an ending of records, every text file is one."""
    try:
        return read_record_list(path, units)
    except InputError:
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in (".txt", ".dat") and file.is_file())
        if not files:
            raise
        return [ListedRecord(file.stem, (file,), units) for file in files]


def _file_names(listed: ListedRecord) -> dict[str, bytes]:
    """Contents of a record's files by the names that they have in the study: those of the user, made unique."""
    found = {}
    for file in listed.files:
        content = read_bounded(file, MOST_OF_RECORD, f"record '{file.name}'")
        plain = "".join(c if c.isalnum() or c in "._-" else "_" for c in file.name)
        found[f"records/{hashlib.sha256(content).hexdigest()[:12]}/{plain}"] = content
    return found


def records_data(listed: Sequence[ListedRecord]) -> list[dict]:
    """A list of records in the types of JSON; of each file its name here and its name in the study."""
    return [{"name": one.name, "units": one.units, "factor": one.factor, "dt": one.dt,
             "files": [[file.name, key] for file, key in zip(one.files, _file_names(one))]} for one in listed]


def records_from_data(data: Sequence[Mapping], files: Mapping[str, bytes], folder: Path) -> list[ListedRecord]:
    """The list that `records_data` was given, its files written to `folder`; files : contents by name in the study"""
    found = []
    for number, one in enumerate(data):
        paths = []
        for name, key in one["files"]:
            path = folder / str(number) / Path(name).name       # within the folder, whatever the name says
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[key])
            paths.append(path)
        found.append(ListedRecord(one["name"], tuple(paths), one["units"], one["factor"], one["dt"]))
    return found


def _channel(listed: ListedRecord, names: Mapping[str, bytes], component: str, by_name: bool, k: int) -> dict:
    """Entry of a motion that reads one component of a record."""
    path = list(names)[k if len(names) > 1 else 0]
    given = {"units": listed.units, "dt": listed.dt, "component": component if by_name else None}
    return {"kind": "record", "path": path, "after": "zero"} | {key: v for key, v in given.items() if v is not None}
