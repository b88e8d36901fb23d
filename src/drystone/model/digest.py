"""A fingerprint of frozen data: the same bits give the same text, whatever made them."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from enum import Enum

import numpy as np


def compute_digest(*items: object) -> str:
    """SHA-256 (hex) of dataclasses, arrays, numbers, texts and collections of them, in depth.

    Unlike `repr`, it leaves nothing out of long arrays, so a model with another record has another digest.
    """
    sha = hashlib.sha256()
    for item in items:
        _feed(sha, item)
    return sha.hexdigest()


def _feed(sha, item: object) -> None:
    if is_dataclass(item) and not isinstance(item, type):
        sha.update(f"<{type(item).__qualname__}".encode())
        for field in fields(item):
            sha.update(f" {field.name}=".encode())
            _feed(sha, getattr(item, field.name))
        sha.update(b">")
    elif isinstance(item, np.ndarray):
        sha.update(f"array{item.dtype.str}{item.shape}".encode())
        sha.update(np.ascontiguousarray(item).tobytes())
    elif isinstance(item, (np.integer, np.floating, np.bool_)):
        _feed(sha, item.item())
    elif isinstance(item, dict):
        sha.update(f"dict{len(item)}".encode())
        for key, value in item.items():
            _feed(sha, key)
            _feed(sha, value)
    elif isinstance(item, (list, tuple)):
        sha.update(f"list{len(item)}".encode())
        for value in item:
            _feed(sha, value)
    elif item is None or isinstance(item, (bool, int, float, str, bytes, Enum)):
        sha.update(f"{type(item).__name__}:{item!r};".encode())
    else:
        raise TypeError(f"cannot take the digest of {type(item).__qualname__}")
