"""Files read whole, but never without end: a pipe, a device or a file of gigabytes is refused before it is read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from drystone.errors import InputError

_MEGABYTE = 1_000_000
#: Most bytes of a drawing, a record and a model file.
MOST_OF_DRAWING = 500 * _MEGABYTE
MOST_OF_RECORD = 100 * _MEGABYTE
MOST_OF_MODEL = 50 * _MEGABYTE

_KINDS = ((stat.S_ISFIFO, "a pipe"), (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"),
          (stat.S_ISSOCK, "a socket"))


def read_bounded(path: str | Path, most: int, label: str | None = None) -> bytes:
    """Content of a regular file of at most `most` bytes.

    Parameters
    ----------
    label : how messages call the file; None: by its path

    Raises
    ------
    OSError : it is not there, or cannot be read
    InputError : it is no regular file, or too large
    """
    label = str(path) if label is None else label
    # without O_NONBLOCK, opening a pipe waits until somebody writes into it
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        for is_kind, words in _KINDS:
            if is_kind(found.st_mode):
                raise InputError(f"{label}: must be a file on disk, got {words}")
        if found.st_size > most:
            raise _too_large(label, found.st_size, most)
        data = file.read(most + 1)      # it may grow meanwhile, and some files do not tell their size
    if len(data) > most:
        raise _too_large(label, len(data), most)
    return data


def _too_large(label: str, size: int, most: int) -> InputError:
    return InputError(f"{label}: must have at most {most // _MEGABYTE} MB, got {size / _MEGABYTE:.4g} MB")
