"""Runs of a study that belong together: those of one combination of what varies, draws aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from drystone.studies.file.axes import is_drawn
from drystone.studies.file.schema import VaryEntry
from drystone.studies.runs.planned import PlannedRun

#: Names and values of one group, in the order of the study file.
Group = tuple[tuple[str, object], ...]


def grouped(runs: Iterable[PlannedRun], vary: Sequence[VaryEntry]) -> dict[Group, list[PlannedRun]]:
    """Runs by group, in the order in which groups come."""
    names = [entry.name for entry in vary if not is_drawn(entry)]
    found: dict[Group, list[PlannedRun]] = {}
    for run in runs:
        found.setdefault(tuple((name, run.coords[name]) for name in names), []).append(run)
    return found


def group_words(group: Group | Mapping[str, object]) -> str:
    """A group in words; "" for the only one."""
    pairs = group.items() if isinstance(group, Mapping) else group
    return ", ".join(f"{name} {_shown(value)}" for name, value in pairs)


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
