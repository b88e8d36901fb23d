"""One of the arrays that do not change during a run, or which one is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from drystone.errors import StoreError

if TYPE_CHECKING:
    from drystone.results.result import RunResult


def static_array(result: RunResult, name: str) -> np.ndarray:
    """One of the arrays that do not change during a run; StoreError if the run does not hold it."""
    try:
        return result.static[name]
    except KeyError:
        raise StoreError(f"run '{result.directory}': the array {name!r} is missing") from None
