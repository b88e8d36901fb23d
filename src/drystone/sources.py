"""Digests of source files: results that are kept must know by which code they were made, not only by which version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def digest_sources(places: Sequence[str], package: Path = _PACKAGE) -> str:
    """Twelve digits that change with any Python file at `places`, files or folders below the package; a comment
    counts, too."""
    return _digest(tuple(places), package)


@cache
def _digest(places: tuple[str, ...], package: Path) -> str:
    """Kept: a process goes on with the code that it has loaded, whatever becomes of the files."""
    digest = hashlib.sha256()
    for place in places:
        path = package / place
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]
