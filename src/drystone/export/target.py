"""Output that is whole or absent: made under a temporary name beside its place, renamed at the end."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drystone.errors import InputError
from drystone.results.files import PARTIAL


def check_target(path: Path, is_folder: bool, known: str, force: bool) -> None:
    """Refuse a place that is taken.

    Parameters
    ----------
    is_folder : whether a folder is written, or one file
    known : pattern of the names that such a folder holds; with `force`, a folder with anything else is still refused
    """
    if not os.path.lexists(path):
        return
    if is_folder != path.is_dir():
        raise InputError(f"export: '{path}' is a {'file' if is_folder else 'folder'}, a "
                         f"{'folder' if is_folder else 'file'} is to be written")
    if is_folder:
        try:
            inside = sorted(entry.name for entry in path.iterdir())
        except OSError as error:
            raise InputError(f"export: cannot read '{path}': {error.strerror or error}") from error
        if not inside:
            return
        foreign = [name for name in inside if not re.fullmatch(known, name)]
        if foreign:
            raise InputError(f"export: '{path}' holds other things than an export ({foreign[0]!r}): "
                             "use -o for another place")
    if not force:
        raise InputError(f"export: '{path}' is there already: use --force to replace it, or -o for another place")


@contextmanager
def new_output(path: Path, is_folder: bool) -> Iterator[Path]:
    """A temporary place beside `path`, a folder or the name of a file; it becomes `path` if nothing is raised.

    On an error, and on Ctrl-C, it vanishes, and with it the folders made on the way.
    """
    made = _make_parents(path.parent)
    partial = path.parent / f".{path.name}.{os.getpid()}{PARTIAL}"
    old = path.parent / f".{path.name}.{os.getpid()}.old"
    try:
        _remove(partial)   # of a process that had our number and was killed
        if is_folder:
            partial.mkdir()
        yield partial
        if is_folder and path.is_dir():   # a folder cannot be put over another one
            os.replace(path, old)
        os.replace(partial, path)
        _remove(old)
    except BaseException as error:
        if old.exists() and not path.exists():
            os.replace(old, path)
        _remove(partial)
        for folder in made:
            try:
                folder.rmdir()
            except OSError:
                break
        if isinstance(error, OSError):
            raise InputError(f"export: cannot write '{path}': {error.strerror or error}") from error
        raise


def _make_parents(folder: Path) -> list[Path]:
    """Make `folder`; returns what was not there before, innermost first."""
    missing = []
    while not folder.exists() and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    try:
        for new in reversed(missing):
            new.mkdir()
    except OSError as error:
        for new in missing:
            if new.is_dir():
                new.rmdir()
        raise InputError(f"export: cannot make the folder '{missing[0]}': {error.strerror or error}") from error
    return missing


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
