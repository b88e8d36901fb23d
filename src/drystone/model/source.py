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
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath

from drystone.errors import InputError
from drystone.io.bounded import read_bounded
from drystone.io.yaml_reader import YamlDocument, parse_yaml, read_yaml
from drystone.model.assembly import Assembly
from drystone.model.build import Structure, build_structure, finish_model
from drystone.model.file import CheckedFile, change_document
from drystone.model.from_file import fill_program, fill_structure
from drystone.model.mesh_files import read_mesh_files
from drystone.model.model import Model
from drystone.model.settings import RunSettings

#: Sections of a model file that say what acts, what is watched, how it is run, and values of single interfaces and
#: blocks, which go onto a built structure: all others are the structure.
PROGRAM = frozenset({"variations", "loads", "motions", "stages", "events", "monitors", "duration", "analysis", "output",
                     "collapse", "end"})

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
        new = read_files(data, Path(self.folder), set(named_paths(data)) - set(self.files))
        return replace(changed, files={**self.files, **new})

    def data(self) -> tuple[dict, Callable]:
        """Data of the file with all changes, and where each part of it comes from."""
        return change_document(_document(self.text, self.name), self.overrides)

    def to_data(self) -> dict:
        """In the types of JSON, for a file or another process."""
        for name in self.files:
            _check_within(self.name, name)
        files = {name: base64.b64encode(content).decode("ascii") for name, content in self.files.items()}
        return {"text": self.text, "name": self.name, "overrides": list(self.overrides), "files": files}

    @classmethod
    def from_data(cls, content: Mapping) -> ModelSource:
        """From what `to_data` gave."""
        files = {name: base64.b64decode(value) for name, value in content["files"].items()}
        return cls(content["text"], content["name"], tuple(content["overrides"]), files)

    def build(self) -> BuiltSource:
        """The model, its settings and the file with all defaults filled in."""
        return _build(self)


@lru_cache(maxsize=KEPT)
def _document(text: str, name: str) -> YamlDocument:
    """The file as it was written: many runs change one text, and reading it takes as long as a small run. Nobody
    changes its data: `change_document` works on a copy."""
    return parse_yaml(text, name)


@dataclass(frozen=True, slots=True)
class BuiltSource:
    """A model that was built from its source."""

    model: Model
    assembly: Assembly
    settings: RunSettings | None   #: None where the file has no `analysis`
    resolved: dict                 #: the file with changes and all defaults, plain data


def read_files(data: object, folder: Path, paths: Collection[str] | None = None) -> dict[str, bytes]:
    """Contents of the files that a model names by `path`, by that path; those that are not there are left to readers,
    who say so. paths : some of them; None: all"""
    return {path: read_bounded(folder / path, MOST_OF_FILE)
            for path in (dict.fromkeys(named_paths(data)) if paths is None else paths) if (folder / path).is_file()}


def named_paths(value: object) -> Iterator[str]:
    """Paths of files that the data of a model name, in depth."""
    if isinstance(value, dict):
        if isinstance(value.get("path"), str):
            yield value["path"]
        for item in value.values():
            yield from named_paths(item)
    elif isinstance(value, list):
        for item in value:
            yield from named_paths(item)


def _build(source: ModelSource) -> BuiltSource:
    data, where = source.data()
    file = CheckedFile(data, where)
    folder, key = _folder_of(source, data), _key(data, source.files)
    bare, structure = _kept.get(key) or (fill_structure(file.entry, file.guard, folder), None)
    assembly = bare.without_program()
    assembly.place = file.place()
    fill_program(assembly, file.entry, file.guard, folder)
    with assembly.placing():
        structure = structure or build_structure(assembly)
        model = finish_model(assembly, structure)
    _keep(key, bare, structure)
    settings = file.settings()
    return BuiltSource(model, assembly, settings and read_mesh_files(settings, folder), file.resolved())


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


def _folder_of(source: ModelSource, data: dict) -> Path:
    """Where the files of a model lie: where they were read if they are still the same there, else in a folder of this
    process with their contents. What was read is what is built and what the inputs of a result hold."""
    if source.folder and read_files(data, Path(source.folder), source.files) == dict(source.files):
        return Path(source.folder)
    if not any(True for _ in named_paths(data)):
        return Path()
    digest = hashlib.sha256()
    for name in sorted(source.files):
        _check_within(source.name, name)
        digest.update(name.encode() + hashlib.sha256(source.files[name]).digest())
    folder = Path(_scratch().name) / digest.hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    for name, content in source.files.items():
        target = folder / name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    return folder


def _check_within(model: str, name: str) -> None:
    """A file that a job takes along has a path within the folder of the model."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise InputError(f"{model}: path {name!r} must lie within the folder of the model file")


@cache
def _scratch() -> tempfile.TemporaryDirectory:
    """A folder that goes with this process."""
    return tempfile.TemporaryDirectory(prefix="drystone-files-")
