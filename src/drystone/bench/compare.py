"""Is it cheaper than before? A benchmark in this checkout and in one of an earlier commit, in turns.

The machine is never quite idle, and its speed drifts: so both are measured in every round, each round gives a ratio,
and the median of the ratios is what counts, beside the least and the greatest.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from drystone.bench.checkout import Checkout, CheckoutError
from drystone.bench.coulomb_rows import COULOMB_SCRIPT, is_coulomb, scene_names
from drystone.bench.row import aligned

ROUNDS = 5                                          #: an odd number: the median is a round that was
_COSTS = ("ms", "cpu_s", "wall_s", "peak_mb")       #: what a row is compared by, and all keys that end in _ms
#: What tells the rows of a benchmark apart.
_NAMES = ("problem", "regime", "solver", "threads")

#: name of a row and of a cost -> round -> value
Costs = dict[tuple, dict[int, float]]


@dataclass(frozen=True, slots=True)
class Ratio:
    """One cost of one row: medians of the rounds, and new / old of each round."""

    problem: str
    regime: str | None
    solver: str | None
    threads: int | None
    cost: str              #: ms: CPU time a step; other keys as in the rows of the benchmark
    old: float | None      #: None where the row is new
    new: float | None      #: None where the row is gone
    ratio: float | None    #: median; below 1: cheaper than before
    least: float | None
    greatest: float | None


def compare(old: Checkout, new: Checkout, names: Sequence[str], words: Sequence[str] = (), *, rounds: int = ROUNDS,
            say: Callable[[str], None] = lambda text: None) -> tuple[list[Ratio], bool]:
    """Ratios of all costs of the benchmarks `names`, and whether any of their rows failed on either side.

    words : further words for `drystone bench`
    """
    found: tuple[Costs, Costs] = {}, {}
    failed = False
    with tempfile.TemporaryDirectory(prefix="drystone-compare-") as folder:
        for number in range(1, rounds + 1):
            for name in names:
                # each goes first every other time: what warms up or slows down in a round favours neither
                for side in ((0, 1) if number % 2 else (1, 0)):
                    checkout = (old, new)[side]
                    say(f"compare: round {number} of {rounds}: {name} of {checkout.label} ...")
                    rows = _ask_rows(checkout, name, words, Path(folder))
                    failed |= any(row.get("failed") and row.get("solver") != "clarabel" for row in rows)
                    for key, value in costs(rows).items():
                        found[side].setdefault(key, {})[number] = value
    return make_ratios(*found), failed


def _ask_rows(checkout: Checkout, name: str, words: Sequence[str], folder: Path) -> list[dict]:
    if is_coulomb(name):
        asked = f"{COULOMB_SCRIPT.name} {' '.join(scene_names(name))}"
        text = checkout.ask_script(COULOMB_SCRIPT, *scene_names(name), *words, folder=folder)
    else:
        asked = f"drystone bench {name} --json"
        text = checkout.ask("bench", name, "--json", *words, folder=folder)
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise CheckoutError(f"bench: '{asked}' of {checkout.label} must print JSON, "
                            f"got {text[:60]!r}") from None


def costs(rows: Iterable[dict]) -> dict[tuple, float]:
    """(*what names the row, cost) -> value, in the order of the rows."""
    out = {}
    for row in rows:
        for key, value in row.items():
            if (key in _COSTS or key.endswith("_ms")) and isinstance(value, int | float):
                out[(*(row.get(name) for name in _NAMES), key)] = float(value)
    return out


def make_ratios(old: Costs, new: Costs) -> list[Ratio]:
    """A line a cost, in the order of the new ones; those that only the old have follow."""
    lines = []
    for key in [*new, *(key for key in old if key not in new)]:
        before, after = old.get(key, {}), new.get(key, {})
        each = [after[number] / before[number] for number in after if before.get(number, 0.0) > 0.0]
        medians = (statistics.median(values) if values else None for values in (before.values(), after.values(), each))
        lines.append(Ratio(*key, *medians, min(each, default=None), max(each, default=None)))
    return lines


def ratios_text(lines: Sequence[Ratio], old: str, new: str) -> str:
    """A table for people; old, new : labels of the checkouts."""
    columns = ["problem", "regime", "solver", "threads", "cost", "old", "new", "new/old", "least", "greatest"]
    rows = [list(asdict(line).values()) for line in lines]
    shown = [i for i in range(len(columns)) if i > 3 or any(row[i] is not None for row in rows)]
    table = aligned([columns[i] for i in shown], [[row[i] for i in shown] for row in rows],
                    ("problem", "regime", "solver", "cost"))
    return "\n".join([f"old: {old}    new: {new}    medians of the rounds", *table])


def ratios_json(lines: Iterable[Ratio]) -> str:
    """JSON list of all lines."""
    return json.dumps([asdict(line) for line in lines], indent=1, ensure_ascii=False)
