"""Model files: YAML -> checked data -> `Assembly` and settings.

Whatever goes wrong is one line: ``model.yaml:12: blocks[0].mass: must be > 0 [kg], got -5``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from drystone.errors import InputError, Subject
from drystone.io.yaml_reader import KeyPath, YamlDocument, format_path, read_yaml
from drystone.model.assembly import Assembly
from drystone.model.from_file import GivenShape, fill_assembly
from drystone.model.old_keys import move_old_keys, rename_override
from drystone.model.overrides import apply_overrides
from drystone.model.quantities import plain_numbers
from drystone.model.schema import ModelFile
from drystone.model.schema_errors import describe_errors
from drystone.model.settings import RunSettings
from drystone.names import show_line

Where = Callable[[KeyPath], str]


def read_model(path: str | Path, overrides: Sequence[str] = ()) -> tuple[Assembly, RunSettings | None, dict]:
    """Read a model file.

    Parameters
    ----------
    path : YAML file
    overrides : `key=value` texts that change it, e.g. ``analysis.dt=5e-4``

    Returns
    -------
    assembly : what the file describes
    settings : of a run; None where the file has no `analysis`
    resolved : the file with overrides and all defaults, plain data that `model_from_data` reads again
    """
    return _read(*change_document(read_yaml(path), overrides), Path(path).parent)


def model_from_data(data: dict, *, source: str = "model", folder: str | Path = ".",
                    shapes: Sequence[GivenShape] = ()) -> tuple[Assembly, RunSettings | None, dict]:
    """As `read_model`, from plain data; `folder` is where relative paths of records start.

    shapes : blocks that were made elsewhere, each with its material; they are there before all that names them
    """
    return _read(data, lambda path: source, Path(folder), shapes)


def change_document(document: YamlDocument, overrides: Sequence[str]) -> tuple[dict, Where]:
    """Data of a file with changes from outside, and where each part of it comes from."""
    if not isinstance(document.data, dict):
        got = "nothing" if document.data is None else type(document.data).__name__
        raise InputError(f"{document.path}: must be a mapping of keys, got {got}")
    data, where = move_old_keys(document.data, _written(document))     # so that an override meets the present keys
    data, origin = apply_overrides(data, [rename_override(text) for text in overrides])
    return data, _overridden(where, origin)


class CheckedFile:
    """A model file whose data are those of the schema."""

    def __init__(self, data: dict, where: Where) -> None:
        data, where = move_old_keys(data, where)
        data = plain_numbers(data, where)
        try:
            self.entry = ModelFile.model_validate(data, strict=True)
        except ValidationError as error:
            raise InputError(describe_errors(error, where)) from None
        self._where = where

    def guard(self, path: KeyPath, action: Callable[[], Any]) -> Any:
        """Run `action`; an error gets the place in the file put before it."""
        try:
            return action()
        except InputError as error:
            raise InputError(f"{self._where(path)}: {show_line(format_path(path))}: {error}", subject=path) from None

    def place(self) -> Callable[[Subject | None], str]:
        """Who tells where something is written."""
        return _placer(self.entry, self._where)

    def settings(self) -> RunSettings | None:
        """Settings of a run; None where the file has no `analysis`."""
        entry = self.entry
        return None if entry.analysis is None else RunSettings(analysis=entry.analysis, output=entry.output,
                                                               collapse=entry.collapse, end=entry.end)

    def resolved(self) -> dict:
        """The file with all defaults, in the types of JSON."""
        return self.entry.model_dump(mode="json")


def _read(data: dict, where: Where, folder: Path, shapes: Sequence[GivenShape] = ()) -> tuple[
        Assembly, RunSettings | None, dict]:
    file = CheckedFile(data, where)
    assembly = fill_assembly(file.entry, file.guard, folder, shapes)
    assembly.place = file.place()
    return assembly, file.settings(), file.resolved()


def _overridden(where: Where, origin: dict[KeyPath, str]) -> Where:
    """Place of a path: the override that set it (or a parent or child of it), else where it is written."""

    def place(path: KeyPath) -> str:
        for changed, what in origin.items():
            if path[:len(changed)] == changed:
                return what
        return where(path)

    return place


def _written(document: YamlDocument) -> Where:
    """Place of a path: file and line."""
    return lambda path: f"{document.path}:{document.line(path)}" if path else document.path


def _placer(entry: ModelFile, where: Where) -> Callable[[Subject | None], str]:
    """Place of what an error is about; for errors that only `build` or a run finds."""
    paths: dict[Subject, KeyPath] = {("joint", name): ("joints", name) for name in entry.joints}
    paths |= {("material", name): ("materials", name) for name in entry.materials}
    named = (("blocks", "block"), ("loads", "load"), ("motions", "motion"), ("stages", "stage"),
             ("monitors", "monitor"), ("masses", "mass"), ("ties", "tie"), ("variations", "variation"))
    subjects = [((word, item.name), (section, i)) for section, word in named
                for i, item in enumerate(getattr(entry, section)) if item.name is not None]
    for i, item in enumerate(entry.initial):
        kind, given = ("velocity", item.velocity) if item.tilt is None else ("tilt", item.tilt)
        assert given is not None      # exactly one of them is there
        subjects.append(((kind, tuple(given.target)), ("initial", i)))
    subjects += [(("event", event.time), ("events", i)) for i, event in enumerate(entry.events)]
    for subject, path in subjects:
        paths.setdefault(subject, path)      # the first of several alike

    def place(subject: Subject | None) -> str:
        is_path = subject is not None and subject[0] in ModelFile.model_fields   # keys of the file are their own place
        return where(() if subject is None else paths.get(subject, cast(KeyPath, subject) if is_path else ()))

    return place
