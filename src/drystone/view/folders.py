"""Folders that pictures go into."""

from __future__ import annotations

import os
from pathlib import Path

from drystone.errors import InputError


def make_folder(directory: str | os.PathLike) -> Path:
    """`directory`, made if need be; InputError where that is not possible."""
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"plot: cannot make the folder '{folder}': {error.strerror or error}") from error
    return folder
