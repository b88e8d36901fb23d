"""What went into a run, kept with it word for word."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from drystone.errors import InputError, StoreError
from drystone.model.source import ModelSource, read_files
from drystone.results.files import read_json, write_atomically
from drystone.results.hashing import canonical_json, hash_inputs


@dataclass(frozen=True)
class RunInputs:
    """Inputs of one run.

    Attributes
    ----------
    text : model file as given
    resolved : the model with every default filled in, in the types of JSON; this is what is hashed
    arrays : inputs that are arrays (samples of a record, vertices of a drawing); hashed too
    text_name : name under which `text` is kept
    """

    text: str
    resolved: Mapping[str, object]
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)
    text_name: str = "model.yaml"

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[\w][\w .\-]*", self.text_name):
            raise InputError(f"run inputs: text_name must be a plain file name, got {self.text_name!r}")
        if self.text_name in ("resolved.json", "arrays.npz"):
            raise InputError(f"run inputs: text_name {self.text_name!r} is taken by the store")

    @cached_property
    def hash(self) -> str:
        """SHA-256 of `resolved` and `arrays`."""
        return hash_inputs(self.resolved, self.arrays)


def source_inputs(source: ModelSource, resolved: Mapping[str, object]) -> RunInputs:
    """Inputs of a model that was built from its source; resolved : the file with all defaults."""
    return RunInputs(source.text, resolved, _as_arrays(source.files))


def record_files(resolved: object, folder: Path) -> dict[str, np.ndarray]:
    """Bytes of all records that a model reads, by their path in the file: they belong to the inputs of a result."""
    return _as_arrays(read_files(resolved, folder))


def _as_arrays(files: Mapping[str, bytes]) -> dict[str, np.ndarray]:
    return {f"file:{name}": np.frombuffer(content, np.uint8) for name, content in files.items()}


def write_inputs(folder: Path, inputs: RunInputs) -> None:
    """Write the inputs into `folder`."""
    write_atomically(folder / inputs.text_name, inputs.text.encode("utf-8"))
    content = json.dumps(json.loads(canonical_json(inputs.resolved)), indent=1, ensure_ascii=False)
    write_atomically(folder / "resolved.json", (content + "\n").encode("utf-8"))
    if inputs.arrays:
        write_arrays(folder / "arrays.npz", inputs.arrays)


def read_inputs(folder: Path, text_name: str) -> RunInputs:
    """Inputs from `folder`."""
    try:
        text = (folder / text_name).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StoreError(f"cannot read '{folder / text_name}': {error}") from error
    arrays = folder / "arrays.npz"
    return RunInputs(text, read_json(folder / "resolved.json"),
                     read_arrays(arrays) if arrays.exists() else {}, text_name)


def pack_arrays(arrays: Mapping[str, np.ndarray]) -> bytes:
    """Named arrays as the bytes of an npz file; any name goes, which `np.savez` does not allow."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)
    return buffer.getvalue()


def write_arrays(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Write named arrays to an npz file, atomically."""
    write_atomically(path, pack_arrays(arrays))


def unpack_arrays(data: bytes) -> dict[str, np.ndarray]:
    """Named arrays from what `pack_arrays` gave."""
    return _load(io.BytesIO(data), "a block of arrays")


def read_arrays(path: Path) -> dict[str, np.ndarray]:
    """Named arrays from an npz file."""
    return _load(path, f"'{path}'")


def _load(source: Path | io.BytesIO, what: str) -> dict[str, np.ndarray]:
    try:
        with np.load(source, allow_pickle=False) as content:
            return {name: content[name] for name in content.files}
    except FileNotFoundError:
        raise StoreError(f"cannot read {what}: no such file") from None
    except Exception as error:  # zipfile, zlib and NumPy each raise their own kinds on a torn file
        raise StoreError(f"{what} is damaged: {error}") from error
