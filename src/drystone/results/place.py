"""Where a new run goes: into a place that is free, or over a run that nobody writes; one of many who try gets it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from drystone.errors import StoreError
from drystone.results.files import sync_directory
from drystone.results.lock import WriterLock
from drystone.results.record import RECORD_NAME

_TRIES = 10


class _TakenError(Exception):
    """Somebody else was quicker by an instant."""


def resolve_place(directory: Path) -> Path:
    """What `directory` stands for: a link stays, and the run goes where it points."""
    return Path(os.path.realpath(directory))


def check_free(directory: Path, place: Path, overwrite: bool, what: str = "run") -> None:
    """A new run may only take a place that nobody needs; `directory` and `what` is what messages call it."""
    if not os.path.lexists(place):
        return
    if not place.is_dir():
        raise StoreError(f"cannot create {what} '{directory}': there is a file of that name")
    if not _is_filled(place):
        return
    if not (place / RECORD_NAME).exists() and _is_filled(place) and not (place / RECORD_NAME).exists():  # not in a swap
        raise StoreError(f"cannot create {what} '{directory}': the directory is not empty and not a {what}")
    if not overwrite:
        raise StoreError(f"cannot create {what} '{directory}': a {what} is there already")


def take_place(new: Path, aside: Path, directory: Path, place: Path, overwrite: bool, what: str = "run") -> None:
    """Give the complete run `new` its name; a run that is replaced steps `aside`.

    A directory takes a name only if no directory with anything in it has that name: the system sees to that, hence of
    all who try one succeeds. A run is replaced by who holds its lock, so that one that is being written stays.
    """
    for _ in range(_TRIES):
        check_free(directory, place, overwrite, what)
        try:
            if overwrite and _is_filled(place):
                _replace(new, aside, directory, place)
            else:
                _rename(new, place)
        except _TakenError:
            continue   # look again at what is there now
        sync_directory(place.parent)
        return
    raise StoreError(f"cannot create {what} '{directory}': others create and replace {what}s there")


def _replace(new: Path, aside: Path, directory: Path, place: Path) -> None:
    try:
        lock = WriterLock.acquire(place, directory)
    except FileNotFoundError as error:
        raise _TakenError from error
    try:
        _rename(place, aside)
        try:
            _rename(new, place)
        except BaseException:
            try:
                os.rename(aside, place)
            except OSError:
                pass   # a new run has come in between
            raise
    finally:
        lock.release()


def _rename(old: Path, new: Path) -> None:
    """Rename a directory to a name that is free or that of an empty one."""
    try:
        if os.name == "nt" and new.is_dir():
            new.rmdir()
        os.rename(old, new)
    except OSError as error:
        if error.errno in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT):
            raise _TakenError from error
        raise


def _is_filled(place: Path) -> bool:
    """Whether there is a directory with anything in it."""
    try:
        with os.scandir(place) as entries:
            return next(entries, None) is not None
    except FileNotFoundError:
        return False
