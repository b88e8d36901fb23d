"""Files that are whole or absent: written beside, made durable, renamed."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
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


def temporary_name(path: Path) -> Path:
    """A name beside `path` for what is to become it.

    Nobody can foresee it, and it is to be opened as a new file (mode "x"), so that a link which somebody placed in
    a shared folder never has another file written over.
    """
    return path.with_name(f"{path.name}.{secrets.token_hex(4)}{PARTIAL}")


def half_written_files(directory: Path) -> list[Path]:
    """What killed writers left in a run's directory; hidden names belong to exports that may be under way."""
    return sorted(path for path in directory.glob(f"[!.]*{PARTIAL}") if path.is_symlink() or path.is_file())


def one_line(error: Exception) -> str:
    """One line of an error of the system; those of HDF5 have several and say little in them."""
    code = getattr(error, "errno", None)
    return os.strerror(code) if code else " ".join(str(error).split())


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` to `path` so that a reader, a kill or a power loss sees the old file or the new one."""
    partial = temporary_name(path)
    try:
        with open(partial, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except BaseException as error:
        with contextlib.suppress(OSError):   # the first error is the one to tell
            partial.unlink()
        if isinstance(error, OSError):
            raise StoreError(f"cannot write '{path}': {one_line(error)}") from error
        raise
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
