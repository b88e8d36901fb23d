"""Where the time of a step goes: broad phase, narrow phase, assemble, factor, solve, rest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from drystone.bench.regimes import DT, Plan
from drystone.bench.row import Row
from drystone.bench.tap import Heard, tap_solves
from drystone.contact import detect
from drystone.engines.nscd.engine import NscdEngine
from drystone.model.settings import AnalysisSettings

#: Parts of a step, in order.
PARTS = ("broad", "narrow", "assemble", "factor", "solve", "rest")

_BROAD, _NARROW = ("update_world", "find_pairs"), ("collide_pairs",)


def split_steps(plan: Plan, steps: int, skip: int = 2) -> dict[str, float | None]:
    """CPU ms a step of each part, and their sum as `total`, over the last of `steps` steps; `skip` go before.

    Assemble and factor are None where the solvers do not clock themselves; solve then holds them.
    """
    engine = NscdEngine(plan.model(steps + skip), AnalysisSettings(dt=DT, unsolved="count"))
    state = engine.start()
    spent = dict.fromkeys(("broad", "narrow", "solve"), 0.0)

    def heard(item: Heard) -> None:
        spent["solve"] += item.cpu

    with _phases_apart(spent), tap_solves(heard):
        for step in range(1, skip + 1):
            state, _ = engine.step(state, step * DT)
        spent.update(dict.fromkeys(spent, 0.0))
        inside = _read_inside()
        before = time.process_time()
        for step in range(skip + 1, skip + steps + 1):
            state, _ = engine.step(state, step * DT)
        total = time.process_time() - before
    parts: dict[str, float | None] = {"broad": spent["broad"], "narrow": spent["narrow"], "assemble": None,
                                      "factor": None, "solve": spent["solve"],
                                      "rest": total - sum(spent.values()), "total": total}
    if inside is not None:
        now = _read_inside()
        for part in ("assemble", "factor"):
            parts[part] = now[part] - inside[part]
            parts["solve"] -= parts[part]
    return {part: None if value is None else 1e3 * value / steps for part, value in parts.items()}


def split_row(plan: Plan, steps: int) -> Row:
    """The split as a row."""
    parts = split_steps(plan, steps)
    return Row(f"{plan.scene.name} split", plan.regime, len(plan.scene.boxes()), ms=parts["total"],
               more={f"{part}_ms": parts[part] for part in PARTS} | {"steps": steps})


def _read_inside() -> Mapping[str, float] | None:
    """CPU seconds that solvers have spent in `assemble` and `factor` since the process began.

    The one place where their own clock enters: None as long as there is no `drystone.solvers.clock`.
    """
    try:
        from drystone.solvers.clock import read_split
    except ImportError:
        return None
    return dict(read_split())


@contextmanager
def _phases_apart(spent: dict[str, float]) -> Iterator[None]:
    """Detection as interpreted Python that calls its compiled phases one by one, each on the clock."""
    names = ("detect_into", *_BROAD, *_NARROW)
    original = {name: getattr(detect, name) for name in names}
    detect.detect_into = getattr(original["detect_into"], "py_func", original["detect_into"])
    for part, phases in (("broad", _BROAD), ("narrow", _NARROW)):
        for name in phases:
            setattr(detect, name, _clocked(original[name], spent, part))
    try:
        yield
    finally:
        for name in names:
            setattr(detect, name, original[name])


def _clocked(function: Callable, spent: dict[str, float], part: str) -> Callable:
    def clocked(*args):
        before = time.process_time()
        result = function(*args)
        spent[part] += time.process_time() - before
        return result

    return clocked
