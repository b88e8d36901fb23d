"""Files that are whole or absent: written beside, made durable, renamed."""

from __future__ import annotations

import json
import os
from pathlib import Path

from drystone.errors import StoreError

#: Ending of files that are being written; whoever finds one without a writer may delete it.
PARTIAL = ".partial"


def sync_directory(directory: Path) -> None:
    """Make renames inside `directory` survive a power loss; a file system that cannot is left alone."""
    if os.name == "nt":  # Windows has no handle for a directory
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` to `path` so that a reader, a kill or a power loss sees the old file or the new one."""
    partial = path.with_name(path.name + PARTIAL)
    try:
        with open(partial, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise StoreError(f"cannot write '{path}': {error.strerror or error}") from error
    sync_directory(path.parent)


def write_json(path: Path, content: dict) -> None:
    """Write `content` as indented JSON, atomically; NumPy scalars count as numbers."""
    text = json.dumps(content, indent=1, default=lambda value: value.item())
    write_atomically(path, (text + "\n").encode("utf-8"))


def read_json(path: Path) -> dict:
    """Content of a JSON file that must hold a mapping."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StoreError(f"cannot read '{path}': {error.strerror or error}") from error
    except ValueError as error:
        raise StoreError(f"'{path}' is damaged: not JSON ({error})") from error
    if not isinstance(content, dict):
        raise StoreError(f"'{path}' is damaged: must hold a mapping, got {type(content).__name__}")
    return content
