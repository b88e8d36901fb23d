"""Output that is whole or absent: made under a temporary name beside its place, renamed at the end."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drystone.errors import InputError
from drystone.results.files import one_line
from drystone.results.scratch import scratch_folder


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

    On an error, and on Ctrl-C, it vanishes, and with it the folders made on the way. What killed exports left beside
    `path` is cleared. A link stays: what it points to is replaced.
    """
    place = Path(os.path.realpath(path))
    try:
        with scratch_folder(place) as scratch:
            new, old = scratch / "new", scratch / "old"
            if is_folder:
                new.mkdir()
            yield new
            if is_folder and place.is_dir():   # a folder cannot be put over another one
                os.replace(place, old)
            try:
                os.replace(new, place)
            except BaseException:
                if old.exists():
                    os.replace(old, place)
                raise
    except OSError as error:
        raise InputError(f"export: cannot write '{path}': {one_line(error)}") from error
