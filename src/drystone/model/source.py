"""A model as plain data: text of its file, contents of the files it names, changes from outside.

`ModelSource` is what a job carries to another process. Within a process the structure that was built last is kept: a
change of loads, motions, monitors or settings builds no geometry again.
"""

from __future__ import annotations

import base64
import hashlib
import json
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path, PurePosixPath

from drystone.errors import InputError
from drystone.io.bounded import read_bounded
from drystone.io.yaml_reader import parse_yaml, read_yaml
from drystone.model.assembly import Assembly
from drystone.model.build import Structure, build_structure, finish_model
from drystone.model.file import CheckedFile, change_document
from drystone.model.from_file import fill_program, fill_structure
from drystone.model.model import Model
from drystone.model.settings import RunSettings

#: Sections of a model file that say what acts, what is watched and how it is run: all others are the structure.
PROGRAM = frozenset({"loads", "motions", "stages", "events", "monitors", "duration", "analysis", "output", "collapse",
                     "end"})

#: Structures that a process keeps.
KEPT = 4

#: Greatest file that a model may name [bytes].
MOST_OF_FILE = 2**28


@dataclass(frozen=True)
class ModelSource:
    """All that a model is made of, in the types of JSON.

    Attributes
    ----------
    text : of the model file
    name : what messages call the file
    overrides : `key=value` texts that change it
    files : contents of the files that it names (records, drawings), by their path in the model file
    folder : where these paths start on this machine; "" where they are nowhere
    """

    text: str
    name: str
    overrides: tuple[str, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    folder: str = ""

    @classmethod
    def read(cls, path: str | Path, overrides: Sequence[str] = ()) -> ModelSource:
        """From a model file and the files beside it."""
        document = read_yaml(path)
        source = cls(document.text, str(path), tuple(overrides), {}, str(Path(path).parent))
        data, _ = source.data()
        return replace(source, files=read_files(data, Path(path).parent))

    def with_(self, *overrides: str) -> ModelSource:
        """The same with further changes; a file that they name must be among `files` or on this machine."""
        changed = replace(self, overrides=(*self.overrides, *overrides))
        if not self.folder:
            return changed
        data, _ = changed.data()
        return replace(changed, files={**self.files, **read_files(data, Path(self.folder))})

    def data(self) -> tuple[dict, Callable]:
        """Data of the file with all changes, and where each part of it comes from."""
        return change_document(parse_yaml(self.text, self.name), self.overrides)

    def to_json(self) -> str:
        """As text, for a file or another process."""
        files = {name: base64.b64encode(content).decode("ascii") for name, content in self.files.items()}
        return json.dumps({"text": self.text, "name": self.name, "overrides": list(self.overrides), "files": files})

    @classmethod
    def from_json(cls, text: str) -> ModelSource:
        """From what `to_json` gave."""
        content = json.loads(text)
        files = {name: base64.b64decode(value) for name, value in content["files"].items()}
        return cls(content["text"], content["name"], tuple(content["overrides"]), files)

    def build(self) -> BuiltSource:
        """The model, its settings and the file with all defaults filled in."""
        return _build(self)


@dataclass(frozen=True, slots=True)
class BuiltSource:
    """A model that was built from its source."""

    model: Model
    assembly: Assembly
    settings: RunSettings | None   #: None where the file has no `analysis`
    resolved: dict                 #: the file with changes and all defaults, plain data


def read_files(data: object, folder: Path) -> dict[str, bytes]:
    """Contents of all files that a model names by `path`, by that path; those that are not there are left to readers,
    who say so."""
    found: dict[str, bytes] = {}

    def look(value: object) -> None:
        if isinstance(value, dict):
            path = value.get("path")
            if isinstance(path, str) and (folder / path).is_file():
                found[path] = read_bounded(folder / path, MOST_OF_FILE)
            for item in value.values():
                look(item)
        elif isinstance(value, list):
            for item in value:
                look(item)

    look(data)
    return found


def _build(source: ModelSource) -> BuiltSource:
    data, where = source.data()
    file = CheckedFile(data, where)
    folder, key = _folder_of(source), _key(data, source.files)
    bare, structure = _kept.get(key) or (fill_structure(file.entry, file.guard, folder), None)
    assembly = bare.without_program()
    assembly.place = file.place()
    fill_program(assembly, file.entry, file.guard, folder)
    with assembly.placing():
        structure = structure or build_structure(assembly)
        model = finish_model(assembly, structure)
    _keep(key, bare, structure)
    return BuiltSource(model, assembly, file.settings(), file.resolved())


_kept: OrderedDict[str, tuple[Assembly, Structure]] = OrderedDict()


def _keep(key: str, assembly: Assembly, structure: Structure) -> None:
    _kept[key] = (assembly, structure)
    _kept.move_to_end(key)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)


def _key(data: dict, files: Mapping[str, bytes]) -> str:
    """What the structure hangs on: the sections that describe it and the drawings that they name."""
    parts = {name: value for name, value in data.items() if name not in PROGRAM}
    sha = hashlib.sha256(json.dumps(parts, sort_keys=True, default=repr).encode())
    drawings = {entry.get("path") for entry in data.get("files") or () if isinstance(entry, dict)}
    for name in sorted(set(files) & {path for path in drawings if isinstance(path, str)}):
        sha.update(name.encode() + hashlib.sha256(files[name]).digest())
    return sha.hexdigest()


def _folder_of(source: ModelSource) -> Path:
    """Where the files of a model lie: where they were read, or in a folder of this process with their contents."""
    if source.folder or not source.files:
        return Path(source.folder)
    digest = hashlib.sha256()
    for name in sorted(source.files):
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise InputError(f"{source.name}: path {name!r} must lie within the folder of the model file")
        digest.update(name.encode() + hashlib.sha256(source.files[name]).digest())
    folder = Path(_scratch().name) / digest.hexdigest()[:16]
    for name, content in source.files.items():
        target = folder / name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    return folder


@cache
def _scratch() -> tempfile.TemporaryDirectory:
    """A folder that goes with this process."""
    return tempfile.TemporaryDirectory(prefix="drystone-files-")
