"""`Study`: a study file with its model and its motions, checked, as plain data that no longer needs the disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from drystone.errors import InputError
from drystone.io.yaml_reader import KeyPath, YamlDocument, format_path, parse_yaml, read_yaml
from drystone.model.quantities import plain_numbers
from drystone.model.schema_errors import describe_errors
from drystone.model.source import ModelSource
from drystone.motion.record_list import ListedRecord
from drystone.names import check_name, show_line
from drystone.quantities import read_quantity
from drystone.studies.file.axes import Combination, combinations, is_drawn
from drystone.studies.file.motions import StudyMotion, listed_records, study_motions
from drystone.studies.file.schema import StudyFile, VaryEntry
from drystone.studies.random_fields import FieldPlan, RandomField, plan_fields
from drystone.studies.runs.planned import Namer, PlannedRun, as_override


@dataclass(frozen=True)
class Study:
    """All that a study is made of.

    Attributes
    ----------
    file : the study file, checked
    document : with its lines, for messages
    base : model that all runs start from, with the study's own changes; it names no folder
    motions : that the study runs, before they are scaled; empty where the kind has none
    fields : random fields of the model; the base has them at their means
    records : files that they were read from; empty where they are made
    """

    file: StudyFile
    document: YamlDocument
    base: ModelSource
    motions: tuple[StudyMotion, ...] = ()
    fields: FieldPlan | None = None
    records: tuple[ListedRecord, ...] = ()
    _names: dict = field(default_factory=dict, repr=False)

    @cached_property
    def files(self) -> dict[str, bytes]:
        """Contents of the files of all motions, by their name in the study."""
        return {name: content for motion in self.motions for name, content in motion.files.items()}

    @cached_property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of these contents."""
        return {name: hashlib.sha256(content).hexdigest() for name, content in self.files.items()}

    @cached_property
    def _namer(self) -> Namer:
        return Namer(self.base, self.hashes)

    def plan(self, coords: Mapping[str, object], overrides: Sequence[str], files: Sequence[str] = (), *,
             line: str = "", measures: Mapping[str, float] | None = None) -> PlannedRun:
        """A run with these changes; the same object each time that it is asked for."""
        key = (tuple(overrides), tuple(files), tuple(coords.items()))
        if key not in self._names:
            name = self._namer.name((*self.base.overrides, *overrides), files)
            self._names[key] = PlannedRun(name, dict(coords), tuple(overrides), tuple(files), line, measures or {})
        return self._names[key]

    @cached_property
    def time_step(self) -> float:
        """Of the base model [s]."""
        analysis = self.base.data()[0].get("analysis")
        return read_quantity("analysis.dt of the model", (analysis or {}).get("dt"), "s", above=0.0)

    def combinations(self) -> list[Combination]:
        """Everything that varies, in the order of the file."""
        with self.placed(("vary",)):
            return list(combinations(self.file.vary, self.file.samples))

    def varied(self, combination: Combination) -> list[str]:
        """Changes of the model for one combination."""
        changes = [as_override(key, combination[entry.name]) for entry in self.file.vary for key in entry.set]
        if self.fields is None:
            return changes
        return [*changes, *self.fields.sample(self.file.samples.seed + int(combination["sample"]))]

    def moved_by(self, motion: StudyMotion, factor: float) -> list[str]:
        """Changes of a run under one of the study's motions, times a factor [-]."""
        entry = self.file.motions
        return [motion.override(entry.replace, factor), *self.duration(motion.duration, entry.after)]

    def duration(self, motion: float, after: float) -> list[str]:
        """Changes that make a run last until `after` its motion [s]; what rests once that is over, is over, too."""
        changes = [as_override("duration", motion + after)]
        end = self.file.end
        if end is not None and end.rest is not None and end.rest.after is None:
            changes.append(as_override("end.rest.after", motion))
        return changes

    def where(self, path: KeyPath) -> str:
        """File and line of a key of the study file."""
        return f"{self.document.path}:{self.document.line(path)}" if path else self.document.path

    def placed(self, path: KeyPath) -> _Placed:
        """Errors raised inside get the place of `path` put before them."""
        return _Placed(self.where(path), path)

    def source(self, run: PlannedRun) -> ModelSource:
        """The model of one run, with the files that it names."""
        files = {**self.base.files, **{name: self.files[name] for name in run.files}}
        return replace(self.base, overrides=(*self.base.overrides, *run.overrides), files=files)

    def sections_of(self, run: PlannedRun) -> list[tuple[KeyPath, VaryEntry]]:
        """Axes of the study file, for messages."""
        return [(("vary", k), entry) for k, entry in enumerate(self.file.vary) if entry.name in run.coords]


class _Placed:
    """Puts file, line and key before an error."""

    def __init__(self, place: str, path: KeyPath) -> None:
        self._label = f"{place}: {show_line(format_path(path))}" if path else place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind, error, traceback) -> None:
        if isinstance(error, InputError):
            raise InputError(f"{self._label}: {error}") from None


def read_study(path: str | Path) -> Study:
    """Read a study file with its model and motions; whatever is wrong is one line with file and line."""
    document = read_yaml(path)
    folder = Path(path).parent
    file = check_study(document)
    place = _Placed(f"{document.path}:{document.line(('model',))}", ("model",))
    with place:
        if not (folder / file.model).is_file():
            raise InputError(f"must name a file, got {file.model!r}, which is not there")
        base = ModelSource.read(folder / file.model)
    base = replace(base, overrides=common_overrides(file), folder="")
    with _Placed(f"{document.path}:{document.line(('fields',))}", ("fields",)):
        fields = _plan_fields(file, base)
    if fields is not None:
        base = replace(base, overrides=(*base.overrides, fields.base))
    with _Placed(f"{document.path}:{document.line(('motions',))}", ("motions",)):
        listed = () if file.motions is None else tuple(listed_records(file.motions, folder))
        motions = () if file.motions is None else tuple(study_motions(file.motions, listed))
    return Study(file, document, base, motions, fields, listed)


def _plan_fields(file: StudyFile, base: ModelSource) -> FieldPlan | None:
    """Places of the study's random fields in its model."""
    if not file.fields:
        return None
    return plan_fields(base.build(), [RandomField.of_data(name, data) for name, data in file.fields.items()])


def check_study(document: YamlDocument) -> StudyFile:
    """Data of a study file, checked against its schema and for names that are given twice."""
    if not isinstance(document.data, dict):
        raise InputError(f"{document.path}: must be a mapping of keys, got {type(document.data).__name__}")

    def where(path: KeyPath) -> str:
        return f"{document.path}:{document.line(path)}" if path else document.path

    data = plain_numbers(document.data, where, StudyFile)
    try:
        file = StudyFile.model_validate(data, strict=True)
    except ValidationError as error:
        raise InputError(describe_errors(error, where, StudyFile)) from None
    with _Placed(where(("name",)), ("name",)):
        check_name("study", file.name)
    for section in ("vary", "damage"):
        names = [entry.name for entry in getattr(file, section)]
        for k, name in enumerate(names):
            if name in names[:k]:
                raise InputError(f"{where((section, k))}: {section}[{k}]: name {name!r} is given twice")
            if section == "vary" and name in _TAKEN:
                raise InputError(f"{where((section, k))}: {section}[{k}]: name {name!r} is taken by a column of the "
                                 "table; choose another")
    drawn = [entry.name for entry in file.vary if is_drawn(entry)] + list(file.fields)
    if bool(drawn) != (file.samples is not None):
        rule = f"samples is missing: say how many draws of {', '.join(drawn)}" if drawn else \
            "samples goes with a distribution or a random field, but there is none"
        raise InputError(f"{where(('samples',) if file.samples else ('vary',))}: {rule}")
    return file


#: Columns that a table of runs has by itself.
_TAKEN = frozenset({"id", "record", "sample", "direction", "im", "outcome", "collapsed", "mode", "state", "at_end",
                    "level", "dt", "variant"})


def common_overrides(file: StudyFile) -> tuple[str, ...]:
    """Changes that all runs of a study share: its own, when runs end, and that nothing is thinned out for a store."""
    changes = [as_override(key, value) for key, value in file.set.items()]
    if file.end is not None:
        changes.append(as_override("end", json.loads(file.end.model_dump_json(exclude_none=True))))
    return tuple(changes)


def study_from_parts(text: str, path: str, base: ModelSource, listed: Sequence[ListedRecord]) -> Study:
    """A study of texts that were read before; listed : its records, whose files must be there now"""
    document = parse_yaml(text, path)
    file = check_study(document)
    motions = () if file.motions is None else tuple(study_motions(file.motions, listed))
    fields = _plan_fields(file, replace(base, overrides=common_overrides(file)))
    return Study(file, document, base, motions, fields)
