"""A hidden folder beside a place, in which what is to stand there is put together."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drystone.results.files import PARTIAL
from drystone.results.lock import Owner, hold_folder

_LONGEST_NAME = 100   #: of the place within the name of the folder; file systems have their limits


@contextmanager
def scratch_folder(place: Path) -> Iterator[Path]:
    """A new folder beside `place`; it goes at the end, and with it what is left in it.

    Folders above that were missing are made, and go again where nothing came into them. What killed processes left
    beside this place is cleared first.
    """
    _clear_leftovers(place)
    folder, made = _make_folder(place)
    handle = hold_folder(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if handle is not None:
            os.close(handle)
        _remove_empty(made)


def _start_of_name(place: Path) -> str:
    return f".{place.name[:_LONGEST_NAME]}{PARTIAL}-{socket.gethostname()}-"


def _make_folder(place: Path, tries: int = 5) -> tuple[Path, list[Path]]:
    """The folder, and those above it that were made, innermost first."""
    for attempt in range(tries):
        made = _make_parents(place.parent)
        folder = place.parent / f"{_start_of_name(place)}{os.getpid()}-{secrets.token_hex(4)}"
        try:
            folder.mkdir()
            return folder, made
        except OSError as error:
            _remove_empty(made)
            # another process that made the folders above may have taken them away again
            if not isinstance(error, FileNotFoundError) or attempt + 1 == tries:
                raise
    raise AssertionError("unreachable")


def _make_parents(folder: Path) -> list[Path]:
    """Make `folder`; returns what was not there before, innermost first."""
    missing = []
    while not folder.exists() and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    made: list[Path] = []
    try:
        for new in reversed(missing):
            try:
                new.mkdir()
                made.insert(0, new)
            except FileExistsError:  # made by somebody else at the same moment
                if not new.is_dir():
                    raise
    except OSError:
        _remove_empty(made)
        raise
    return made


def _remove_empty(folders: list[Path]) -> None:
    for folder in folders:
        try:
            folder.rmdir()
        except OSError:
            return


def _clear_leftovers(place: Path) -> None:
    """Delete the folders of processes that were killed: ours by name, host and user, and nobody holds them."""
    start = _start_of_name(place)
    try:
        with os.scandir(place.parent) as entries:
            found = [entry for entry in entries if entry.name.startswith(start)]
    except OSError:
        return
    for entry in found:
        match = re.fullmatch(r"(\d{1,10})(-old|-[0-9a-f]{8})?", entry.name[len(start):])
        if match and entry.is_dir(follow_symlinks=False) and _is_mine(entry) and not _is_alive(int(match[1])):
            handle = hold_folder(Path(entry.path))
            if handle is None and os.name != "nt":  # its process lives where we do not see its number (a container)
                continue
            shutil.rmtree(entry.path, ignore_errors=True)
            if handle is not None:
                os.close(handle)


def _is_mine(entry: os.DirEntry) -> bool:
    try:
        return os.name == "nt" or entry.stat(follow_symlinks=False).st_uid == os.geteuid()
    except OSError:
        return False


def _is_alive(pid: int) -> bool:
    return Owner(pid, socket.gethostname(), None).is_alive()
