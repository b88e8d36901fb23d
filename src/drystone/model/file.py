"""Model files: YAML -> checked data -> `Assembly` and settings.

Whatever goes wrong is one line: ``model.yaml:12: blocks[0].mass: must be > 0 [kg], got -5``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from drystone.errors import InputError
from drystone.io.yaml_reader import KeyPath, YamlDocument, format_path, read_yaml
from drystone.model.assembly import Assembly
from drystone.model.from_file import fill_assembly
from drystone.model.overrides import apply_overrides
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


def model_from_data(data: dict, *, source: str = "model", folder: str | Path = ".") -> tuple[
        Assembly, RunSettings | None, dict]:
    """As `read_model`, from plain data; `folder` is where relative paths of records start."""
    return _read(data, lambda path: source, Path(folder))


def change_document(document: YamlDocument, overrides: Sequence[str]) -> tuple[dict, Where]:
    """Data of a file with changes from outside, and where each part of it comes from."""
    if not isinstance(document.data, dict):
        got = "nothing" if document.data is None else type(document.data).__name__
        raise InputError(f"{document.path}: must be a mapping of keys, got {got}")
    data, origin = apply_overrides(document.data, overrides)
    return data, _locator(document, origin)


class CheckedFile:
    """A model file whose data are those of the schema."""

    def __init__(self, data: dict, where: Where) -> None:
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
            raise InputError(f"{self._where(path)}: {show_line(format_path(path))}: {error}") from None

    def place(self) -> Callable[[str], str]:
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


def _read(data: dict, where: Where, folder: Path) -> tuple[Assembly, RunSettings | None, dict]:
    file = CheckedFile(data, where)
    assembly = fill_assembly(file.entry, file.guard, folder)
    assembly.place = file.place()
    return assembly, file.settings(), file.resolved()


def _locator(document: YamlDocument, origin: dict[KeyPath, str]) -> Where:
    """Place of a path: the override that set it (or a parent or child of it), else file and line."""

    def where(path: KeyPath) -> str:
        for changed, what in origin.items():
            if path[:len(changed)] == changed:
                return what
        return f"{document.path}:{document.line(path)}" if path else document.path

    return where


def _placer(entry: ModelFile, where: Where) -> Callable[[str], str]:
    """Place of what a message is about, told by its first words; for errors that only `build` finds."""
    subjects: list[tuple[str, KeyPath]] = [(f"joint {name!r}", ("joints", name)) for name in entry.joints]
    for section, word in (("blocks", "block"), ("loads", "load"), ("motions", "motion"), ("stages", "stage"),
                          ("monitors", "monitor"), ("masses", "mass"), ("ties", "tie")):
        subjects += [(f"{word} {item.name!r}", (section, i)) for i, item in enumerate(getattr(entry, section))]
    for i, item in enumerate(entry.initial):
        kind, given = ("tilt", item.tilt) if item.tilt is not None else ("velocity", item.velocity)
        subjects.append((f"{kind} of {', '.join(repr(n) for n in given.target)}", ("initial", i)))
    subjects += [(f"event at {event.time:g} s", ("events", i)) for i, event in enumerate(entry.events)]
    subjects += [(f"blocks {item.name!r} and ", ("blocks", i)) for i, item in enumerate(entry.blocks)]
    subjects += [("joints ", ("joints",)), ("no joint ", ("joints",)), ("supports", ("supports",)),
                 ("ground", ("ground",)), ("gravity", ("gravity",)), ("duration", ("duration",)),
                 ("collapse.overturning.blocks", ("collapse", "overturning", "blocks"))]

    def place(message: str) -> str:
        for words, path in subjects:
            if message.startswith(words):
                return f"{where(path)}: "
        return f"{where(())}: "

    return place
