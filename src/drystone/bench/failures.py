"""A problem that fails is kept in a file by itself, which `drystone bench FILE` replays."""

from __future__ import annotations

import re
from pathlib import Path

from drystone.bench.saved import SavedStep, write_step

MOST_KEPT = 20   #: files of one name; a benchmark that fails at every step shall not fill the disk


def keep_failure(step: SavedStep, name: str, folder: Path) -> str:
    """Write the problem under a new name; returns its path, or that of the last one if there are many already."""
    plain = re.sub(r"[^\w.-]+", "-", name)
    for number in range(1, MOST_KEPT + 1):
        path = folder / f"{plain}-{number}.npz"
        if not path.exists():
            write_step(step, path)
            break
    return str(path)
