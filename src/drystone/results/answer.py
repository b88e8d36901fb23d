"""Answers without time on disk: `write_answer`, and `AnswerResult` to read them."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

import numpy as np

from drystone._version import VERSION
from drystone.errors import StoreError
from drystone.model.answer import Answer
from drystone.model.model import Model
from drystone.model.static import StaticModel, static_arrays
from drystone.results.base import Result
from drystone.results.files import one_line, read_json, write_atomically, write_json
from drystone.results.inputs import RunInputs, read_arrays, write_arrays, write_inputs
from drystone.results.layout import INPUTS_NAME, STATIC_NAME
from drystone.results.place import check_free, resolve_place, take_place
from drystone.results.record import FINISHED, LAYOUT, RUN, RunRecord, utc_now
from drystone.results.scratch import scratch_folder

DATA_NAME, WORDS_NAME, ARRAYS_NAME = "answer.json", "answer.txt", "answer.npz"
_WHAT = "result"   #: what messages call it

#: What only a run has; whoever asks an answer for it hears why it is not there.
TIMED = frozenset((
    "tables", "units", "row_count", "table", "column", "row", "rows", "time", "step_count", "energy", "monitor",
    "energies", "monitors", "frames", "checkpoint"))


def check_place(directory: str | os.PathLike, *, overwrite: bool = False) -> None:
    """Refuse a place that an answer may not take: before the work, since `write_answer` comes after it."""
    directory = Path(directory)
    try:
        check_free(directory, resolve_place(directory), overwrite, _WHAT)
    except OSError as error:
        raise StoreError(f"cannot create {_WHAT} '{directory}': {one_line(error)}") from error


def write_answer(directory: str | os.PathLike, answer: Answer, inputs: RunInputs, *,
                 overwrite: bool = False) -> AnswerResult:
    """Keep an answer in `directory`, which must not exist or be empty; it appears whole or not at all.

    Parameters
    ----------
    answer : of a `Model`, as it was found
    inputs : what was asked, and of which model
    overwrite : replace the result that is there, unless it is being written
    """
    if not isinstance(answer.model, Model):
        raise StoreError(f"cannot create {_WHAT} '{directory}': the answer was itself read from a store")
    directory = Path(directory)
    place, now = resolve_place(directory), utc_now()
    record = RunRecord(LAYOUT, VERSION, inputs.hash, inputs.text_name, now, now, FINISHED, kind=answer.kind)
    try:
        check_free(directory, place, overwrite, _WHAT)
        with scratch_folder(place) as scratch:
            new = scratch / "answer"
            (new / INPUTS_NAME).mkdir(parents=True)
            write_inputs(new / INPUTS_NAME, inputs)
            write_arrays(new / STATIC_NAME, static_arrays(answer.model))
            write_arrays(new / ARRAYS_NAME, answer.arrays)
            write_json(new / DATA_NAME, dict(answer.data))
            write_atomically(new / WORDS_NAME, "".join(f"{line}\n" for line in answer.words).encode("utf-8"))
            record.write(new)
            take_place(new, scratch / "old", directory, place, overwrite, _WHAT)
    except (OSError, StoreError) as error:
        cause = error if isinstance(error, OSError) else error.__cause__
        if not isinstance(cause, OSError):
            raise
        raise StoreError(f"cannot create {_WHAT} '{directory}': {one_line(cause)}") from cause
    return AnswerResult(directory)


class AnswerResult(Result):
    """An answer of statics or limit analysis: no steps, no frames."""

    def refresh(self) -> None:
        """Look again."""
        super().refresh()
        if self.kind == RUN:
            raise StoreError(f"'{self.directory}' is a run, not an answer")
        self.__dict__.pop("answer", None)

    def __getattr__(self, name: str):
        if name in TIMED:
            raise StoreError(f"'{self.directory}' has no {name!r}: it holds an answer of kind {self.kind!r}, "
                             "without time")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @cached_property
    def answer(self) -> Answer:
        """Words, data and arrays, as they were found."""
        return Answer(self.kind, StaticModel.from_arrays(self.static, f"'{self.directory}'"), self.words, self.data,
                      self.arrays)

    @property
    def words(self) -> tuple[str, ...]:
        """Lines for people."""
        path = self.directory / WORDS_NAME
        try:
            return tuple(path.read_text(encoding="utf-8").splitlines())
        except (OSError, UnicodeDecodeError) as error:
            raise StoreError(f"cannot read '{path}': {one_line(error)}") from error

    @property
    def data(self) -> dict:
        """What was found, in the types of JSON."""
        return read_json(self.directory / DATA_NAME)

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """Mechanism, reactions and forces of joints, see `Answer`."""
        return read_arrays(self.directory / ARRAYS_NAME)
