"""A hash of inputs that is the same on every machine: canonical JSON and little-endian arrays."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping

import numpy as np

from drystone.errors import InputError


def canonical_json(value: object, what: str = "inputs") -> str:
    """JSON with sorted keys and no blanks; equal values give equal text.

    Floats are written by the shortest decimals that give the same bits back. Tuples count as lists, NumPy
    scalars as numbers. Raises InputError for what JSON cannot hold: NaN, infinity, other objects.
    """
    return json.dumps(_plain(value, what), sort_keys=True, separators=(",", ":"))


def _plain(value: object, where: str) -> object:
    """`value` in the types of JSON; `where` names it in the error."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InputError(f"{where} must be finite, got {value!r}")
        return value
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str):
                raise InputError(f"{where}: keys must be text, got {key!r}")
        return {str(key): _plain(item, f"{where}.{key}") for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{where}[{i}]") for i, item in enumerate(value)]
    raise InputError(f"{where} must be text, a number, a list or a mapping, got {type(value).__name__}")


def hash_arrays(arrays: Mapping[str, np.ndarray], text: str = "") -> str:
    """SHA-256 over `text` and named arrays: names, dtypes, shapes and bits, in the order of the names.

    Every part goes in with its length, so that no two different inputs run together into the same bytes.
    """
    digest = hashlib.sha256()

    def add(part: bytes) -> None:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)

    add(text.encode("utf-8"))
    for name in sorted(arrays):
        array = np.asarray(arrays[name])
        if array.dtype.hasobject:
            raise InputError(f"array {name!r} must hold plain numbers or text, got dtype {array.dtype}")
        little = array.astype(array.dtype.newbyteorder("<"), order="C", copy=False)
        add(name.encode("utf-8"))
        add(little.dtype.str.encode("ascii"))
        add(repr(tuple(int(n) for n in little.shape)).encode("ascii"))
        add(little.tobytes())
    return digest.hexdigest()


def hash_inputs(resolved: Mapping[str, object], arrays: Mapping[str, np.ndarray] | None = None) -> str:
    """Hash of a run's inputs: the resolved model, and arrays such as the samples of a ground motion.

    The text as typed is not part of it: comments and blanks change nothing.
    """
    return hash_arrays(arrays or {}, canonical_json(resolved))
