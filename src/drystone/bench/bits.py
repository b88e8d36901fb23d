"""Are the bits the same as before? Runs and limit factors of bundled models, by this checkout and by an earlier one.

Both read the model files of the earlier one. Each computes through its command line; the stores of both are read here.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from drystone.bench.checkout import Checkout, CheckoutError
from drystone.bench.row import aligned
from drystone.errors import InputError
from drystone.results.result import Frames, open_result

EVERY = 10      #: steps between the frames that are compared


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to compute: a run, or a load factor."""

    model: str                    #: bundled one
    words: tuple[str, ...]        #: for `drystone run` or `drystone limit`
    is_limit: bool = False

    @property
    def name(self) -> str:
        return " ".join(["limit", self.model, *self.words]) if self.is_limit else f"run {self.model}"


#: 300 steps of each; of the lintel all 850, for its stages say how long it takes.
RUNS = tuple(Case(name, words) for name, words in {
    "housner": ("--set", "duration=0.3"), "block3d": ("--set", "duration=0.3"), "arch": ("--set", "duration=0.3"),
    "wall": ("--set", "duration=1.5"), "lintel": (), "house": ("--set", "duration=0.3")}.items())
LIMITS = tuple(Case(name, tuple(words.split()), is_limit=True) for name, words in (
    ("block3d", "--direction +x"), ("arch", "--direction +x"), ("arch", "--direction +x --flow non-associative"),
    ("arch", "--tilt +x"), ("wall", "--direction +y"), ("lintel", "--direction +x"),
    ("spandrel_arch", "--direction +x"), ("house", "--direction -y")))


@dataclass(frozen=True, slots=True)
class Verdict:
    """One case by both."""

    case: str
    is_same: bool                 #: all bits
    old: str                      #: of a run: SHA-256 of its poses; else the factors in hexadecimal
    new: str
    difference: float             #: greatest of all poses [m or -]; of the factors [-]; inf where shapes differ
    step: int | None = None       #: first step at which kept poses differ


def compare_bits(old: Checkout, new: Checkout, cases: Iterable[Case],
                 say: Callable[[str], None] = lambda text: None) -> list[Verdict]:
    """A verdict a case. What differs is computed once more: a process that compiled a kernel may have other bits."""
    verdicts = []
    with tempfile.TemporaryDirectory(prefix="drystone-bits-") as place:
        for number, case in enumerate(cases, 1):
            folder = Path(place) / str(number)
            folder.mkdir()
            old.ask("example", case.model, folder=folder, codes=(0,))
            for attempt in (1, 2):
                say(f"bits: {case.name}{' once more' if attempt == 2 else ''} ...")
                both = [_compute(checkout, case, folder, f"{attempt}-{side}")
                        for side, checkout in (("old", old), ("new", new))]
                verdict = (judge_factors if case.is_limit else judge_frames)(case.name, *both)
                if verdict.is_same:
                    break
            verdicts.append(verdict)
    return verdicts


def _compute(checkout: Checkout, case: Case, folder: Path, name: str) -> Frames | list[float | None]:
    file = f"{case.model}.yaml"
    if not case.is_limit:
        checkout.ask("run", file, "-o", name, "--set", f"output.every={EVERY}", *case.words, folder=folder, codes=(0,))
        return open_result(folder / name).frames
    text = checkout.ask("limit", file, *case.words, "--json", "--no-picture", folder=folder, codes=(0,))
    try:
        factors = find_factors(json.loads(text))
    except json.JSONDecodeError:
        factors = []
    if not factors:
        raise CheckoutError(f"bench: 'drystone {case.name} --json' of {checkout.label} must print a load factor, "
                            f"got {text[:60]!r}")
    return factors


def find_factors(data: object) -> list[float | None]:
    """Values of the keys alpha and angle_deg, wherever they stand, each once; null: unbounded."""
    if isinstance(data, list):
        return list(dict.fromkeys(factor for item in data for factor in find_factors(item)))
    if not isinstance(data, dict):
        return []
    own = [data[key] for key in ("alpha", "angle_deg") if key in data]
    return list(dict.fromkeys(own + find_factors(list(data.values()))))


def judge_factors(case: str, old: Sequence[float | None], new: Sequence[float | None]) -> Verdict:
    """Load factors of both."""
    text = [" ".join("unbounded" if value is None else float(value).hex() for value in side) for side in (old, new)]
    has_others = len(old) != len(new) or any((a is None) != (b is None) for a, b in zip(old, new))
    apart = max((abs(b - a) for a, b in zip(old, new) if a is not None and b is not None), default=0.0)
    return Verdict(case, text[0] == text[1], *text, float("inf") if has_others else apart)


def judge_frames(case: str, old: Frames, new: Frames) -> Verdict:
    """Kept poses and velocities of both, from the first frame to the last."""
    sums = [_checksum(frames) for frames in (old, new)]
    if sums[0] == sums[1]:
        return Verdict(case, True, *sums, 0.0)
    if old.position.shape != new.position.shape or not np.array_equal(old.step, new.step):
        return Verdict(case, False, *sums, float("inf"))
    same = [_frame_bytes(old, frame) == _frame_bytes(new, frame) for frame in range(len(old.step))]
    apart = max(float(np.abs(getattr(new, name) - getattr(old, name)).max()) for name in ("position", "orientation"))
    return Verdict(case, False, *sums, apart, int(old.step[same.index(False)]))


def _checksum(frames: Frames) -> str:
    sha = hashlib.sha256()
    for frame in range(len(frames.step)):
        sha.update(_frame_bytes(frames, frame))
    return sha.hexdigest()


def _frame_bytes(frames: Frames, frame: int) -> bytes:
    return b"".join(np.ascontiguousarray(getattr(frames, name)[frame]).tobytes()
                    for name in ("step", "time", "position", "orientation", "twist"))


def choose_cases(names: Sequence[str]) -> list[Case]:
    """Cases of these models, of all where none is named."""
    known = list(dict.fromkeys(case.model for case in (*RUNS, *LIMITS)))
    for name in names:
        if name not in known:
            raise InputError(f"bench: bits must be those of {', '.join(known)}, got {name!r}")
    return [case for case in (*RUNS, *LIMITS) if not names or case.model in names]


def verdicts_text(verdicts: Sequence[Verdict], old: str, new: str) -> str:
    """A table for people; old, new : labels of the checkouts."""
    columns = ["case", "bits", "old", "new", "difference", "from step"]
    rows = [[item.case, "same" if item.is_same else "DIFFERENT", _short(item.old), _short(item.new), item.difference,
             item.step] for item in verdicts]
    count = sum(not item.is_same for item in verdicts)
    return "\n".join([f"old: {old}    new: {new}", *aligned(columns, rows, columns[:4]),
                      f"{count} of {len(verdicts)} differ" if count else f"all {len(verdicts)} are the same bits"])


def _short(text: str) -> str:
    """Sixteen digits of a checksum; a factor whole, the first of several."""
    first, *others = text.split()
    return (first if first.startswith(("0x", "-0x", "unb")) else first[:16]) + (" ..." if others else "")


def verdicts_json(verdicts: Iterable[Verdict]) -> str:
    """JSON list of all verdicts; a difference that is no number is null."""
    return json.dumps([asdict(item) | {"difference": item.difference if np.isfinite(item.difference) else None}
                       for item in verdicts], indent=1)
