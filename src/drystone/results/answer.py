"""Answers without time on disk: `write_answer`, and `AnswerResult` to read them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from drystone._version import VERSION
from drystone.errors import StoreError
from drystone.model.answer import JOINTS, MECHANISM, PACE, REACTIONS, Answer, JointForces
from drystone.model.answer_parts import BlockAnswer, JointAnswer, TieAnswer
from drystone.model.model import Model
from drystone.model.static import StaticModel, static_arrays
from drystone.results.base import Result
from drystone.results.files import one_line, read_json, write_atomically, write_json
from drystone.results.inputs import RunInputs, read_arrays, write_arrays, write_inputs
from drystone.results.layout import INPUTS_NAME, STATIC_NAME
from drystone.results.names import Blocks
from drystone.results.pandas_frames import answer_frame
from drystone.results.place import check_free, resolve_place, take_place
from drystone.results.record import FINISHED, LAYOUT, RUN, RunRecord, utc_now
from drystone.results.scratch import scratch_folder

DATA_NAME, WORDS_NAME, ARRAYS_NAME = "answer.json", "answer.txt", "answer.npz"
_WHAT = "result"   #: what messages call it

#: What only a run has; whoever asks an answer for it hears why it is not there.
TIMED = frozenset((
    "tables", "units", "row_count", "table", "column", "row", "rows", "time", "step_count", "energy", "monitor",
    "energies", "monitors", "frames", "checkpoint", "shape", "shapes", "ground",
    "interface_rows"))


def check_place(directory: str | os.PathLike, *, overwrite: bool = False) -> None:
    """Refuse a place that an answer may not take: before the work, since `write_answer` comes after it."""
    directory = Path(directory)
    try:
        check_free(directory, resolve_place(directory), overwrite, _WHAT)
    except OSError as error:
        raise StoreError(f"cannot create {_WHAT} '{directory}': {one_line(error)}") from error


def write_answer(directory: str | os.PathLike, answer: Answer, inputs: RunInputs | None = None, *,
                 overwrite: bool = False) -> AnswerResult:
    """Keep an answer in `directory`, which must not exist or be empty; it appears whole or not at all.

    Parameters
    ----------
    answer : of a `Model`, as it was found
    inputs : the model's file; what was asked is added. None: the model was built by a script
    overwrite : replace the result that is there, unless it is being written
    """
    if not isinstance(answer.model, Model):
        raise StoreError(f"cannot create {_WHAT} '{directory}': the answer was itself read from a store")
    directory = Path(directory)
    inputs = _inputs_of(answer, inputs)
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


def _inputs_of(answer: Answer, given: RunInputs | None) -> RunInputs:
    """What the answer is made of, for its hash: the file's content if there is one, and the question."""
    if given is None:
        return RunInputs(f"# built by a script with drystone {VERSION}\n", {"answer": dict(answer.question)})
    return replace(given, resolved={**given.resolved, "answer": dict(answer.question)})


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
        model = StaticModel.from_arrays(self.static, f"'{self.directory}'")
        arrays = self.arrays
        _check_shapes(self.directory / ARRAYS_NAME, arrays, len(model.block_names))
        asked: Any = self.inputs.resolved.get("answer", {})
        return Answer(self.kind, model, self.words, self.data, arrays, asked)

    # -- read by name, as of a run -------------------------------------------------------------------

    def block(self, name: str) -> BlockAnswer:
        """One block: how it begins to move, and its reaction where it is a support."""
        return self.answer.block(name)

    @property
    def blocks(self) -> Blocks:
        """All blocks by name."""
        return Blocks(self.block_names, self.block)

    def joint(self, a: str, b: str) -> JointAnswer:
        """The joint of two blocks: its force acts on `b`."""
        return self.answer.joint(a, b)

    def tie(self, name: str) -> TieAnswer:
        """One tie."""
        return self.answer.tie(name)

    @property
    def moving(self) -> tuple[str, ...]:
        """Names of the blocks that take part in the mechanism, in the order of the model."""
        return self.answer.moving

    @property
    def stands(self) -> bool:
        """Of statics: whether it stands under its dead load."""
        return self.answer.stands

    @property
    def alpha(self) -> float:
        """Of limit analysis: the load factor; inf where the live load has no limit."""
        return self.answer.alpha

    def fallen(self) -> tuple[str, ...]:
        """Nobody knows: an answer tells how blocks begin to move, not where they end."""
        raise StoreError(f"'{self.directory}' has no 'fallen': it holds an answer of kind {self.kind!r}, without time; "
                         "`moving` names the blocks of its mechanism")

    def to_pandas(self, table: str = "joints"):
        """A table as a pandas DataFrame: joints or blocks."""
        return answer_frame(self.answer, table)

    def __str__(self) -> str:
        return "\n".join((f"{self.kind} '{self.directory}'", *self.words))

    def __repr__(self) -> str:
        return f"<{self.kind} '{self.directory}': {len(self.block_names)} blocks>"

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


def _check_shapes(path: Path, arrays: Mapping[str, np.ndarray], blocks: int) -> None:
    """Arrays that do not fit the blocks or each other come from a damaged store."""
    count = arrays.get(JOINTS + "block_a", np.zeros(0)).size
    known = {MECHANISM: (blocks, 6), PACE: (), REACTIONS: (blocks, 3)}
    known |= {JOINTS + name: shape for name, shape in JointForces.shapes(count).items()}
    missing = [name for name in known if name.startswith(JOINTS) and name not in arrays]
    if missing and any(name.startswith(JOINTS) for name in arrays):
        raise StoreError(f"'{path}' is damaged: {missing[0]} is missing")
    for name, array in arrays.items():
        if name in known and array.shape != known[name]:
            raise StoreError(f"'{path}' is damaged: {name} must have shape {known[name]}, got {array.shape}")
        if name in known and array.dtype.kind not in "fiu":
            raise StoreError(f"'{path}' is damaged: {name} must hold numbers, got {array.dtype}")
    for side in ("block_a", "block_b"):
        number = arrays.get(JOINTS + side, np.zeros(0, int))
        if number.dtype.kind not in "iu" or ((number < 0) | (number >= blocks)).any():
            raise StoreError(f"'{path}' is damaged: {side} of a joint must be one of {blocks} blocks")
