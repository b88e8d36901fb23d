"""`open_result`: whatever drystone has kept in a directory - a run, an answer, or a study."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from drystone.results.answer import AnswerResult
from drystone.results.result import RunResult
from drystone.results.result import open_result as open_one
from drystone.studies.ledger import LEDGER_NAME

if TYPE_CHECKING:
    from drystone.studies.study import StudyResult


def open_result(directory: str | os.PathLike) -> RunResult | AnswerResult | StudyResult:
    """Open a result for reading, by its kind; StoreError with one line if it is none or is damaged."""
    directory = Path(directory)
    if not (directory / LEDGER_NAME).is_file():
        return open_one(directory)
    from drystone.studies.study import StudyResult  # slow to load
    return StudyResult.open(directory)
