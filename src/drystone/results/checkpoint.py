"""Checkpoints: all that a restart needs, in one npz file with its own checksum; the last two are kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from drystone.errors import InputError, StoreError
from drystone.results.files import write_atomically
from drystone.results.hashing import hash_arrays
from drystone.results.inputs import pack_arrays, read_arrays

_META = "__checkpoint__"
_KEEP = 2


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """State of a run after `step` steps."""

    step: int
    time: float                     #: [s]
    arrays: dict[str, np.ndarray]   #: as given, bit for bit
    segment: int                    #: segment that was being written
    rows: dict[str, int]            #: rows of each table that the segment held by then


def checkpoint_paths(directory: Path) -> list[Path]:
    """Checkpoints of a run, latest first."""
    return sorted(directory.glob("checkpoint-*.npz"), reverse=True)


def write_checkpoint(directory: Path, checkpoint: Checkpoint) -> Path:
    """Write it atomically and durably, then drop all but the last two."""
    arrays = {name: np.asarray(array) for name, array in checkpoint.arrays.items()}
    if _META in arrays:
        raise InputError(f"checkpoint: array name {_META!r} is taken by the store")
    meta = {"step": int(checkpoint.step), "time": float(checkpoint.time).hex(),
            "segment": checkpoint.segment, "rows": checkpoint.rows}
    text = json.dumps(meta, sort_keys=True)
    sealed = json.dumps({"meta": text, "digest": hash_arrays(arrays, text)})
    path = directory / f"checkpoint-{checkpoint.step:012d}.npz"
    write_atomically(path, pack_arrays({_META: np.array(sealed)} | arrays))
    for old in checkpoint_paths(directory)[_KEEP:]:
        old.unlink(missing_ok=True)
    return path


def read_checkpoint(path: Path) -> Checkpoint:
    """Read one checkpoint and verify its checksum."""
    arrays = read_arrays(path)
    try:
        sealed = json.loads(str(arrays.pop(_META)))
        digest, meta = sealed["digest"], json.loads(sealed["meta"])
    except (KeyError, TypeError, ValueError) as error:
        raise StoreError(f"'{path}' is damaged: no checkpoint header") from error
    if hash_arrays(arrays, sealed["meta"]) != digest:
        raise StoreError(f"'{path}' is damaged: its checksum differs")
    return Checkpoint(meta["step"], float.fromhex(meta["time"]), arrays, meta["segment"], meta["rows"])


def latest_checkpoint(directory: Path, find_fault: Callable[[Checkpoint], str] | None = None,
                      ) -> tuple[Checkpoint | None, list[str]]:
    """The last checkpoint that can be trusted, and one line for each later one that cannot.

    `find_fault` may reject a checkpoint that is sound in itself: it returns why, or "".
    """
    complaints = []
    for path in checkpoint_paths(directory):
        try:
            checkpoint = read_checkpoint(path)
        except StoreError as error:
            complaints.append(str(error))
            continue
        fault = find_fault(checkpoint) if find_fault else ""
        if not fault:
            return checkpoint, complaints
        complaints.append(f"'{path}' cannot be used: {fault}")
    return None, complaints
