"""What a failure domain shows: boundary of every column, islands, who moves below a capacity, the hull."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from drystone.studies.file.axes import Combination
from drystone.studies.file.motions import STANDARD_G
from drystone.studies.findings.capacity import (
    Below,
    Capacities,
    amplitudes_to_reach,
    capacity_key,
    judge_movers,
)
from drystone.studies.kinds.failure_domain import FINER, Column, FailureDomain, island_edges
from drystone.studies.runs.outcome import MOVING, Row, Rows

#: One letter a cell: nothing ever moved, it moved and came to rest, collapsed, undecided, failed by an error.
STILL, SAFE, FALLEN, OPEN, ERROR, UNKNOWN = ".", "o", "X", "?", "!", " "


@dataclass(frozen=True)
class Island:
    """A point that survives above one that collapses."""

    half_period: float            #: [s]
    amplitude: float              #: [g]
    finer: tuple[str, ...]        #: letters at half and a quarter of the step
    verdict: str                  #: in words


@dataclass(frozen=True)
class DirectionFinding:
    """One direction of one combination."""

    direction: str
    letters: list[str]            #: a row an amplitude, lowest first; a letter a half period: how runs ended
    at_end: list[str]             #: the same at the published end
    boundary: list[tuple[float, float | None, float | None]]   #: half period [s], between which amplitudes [g]
    islands: list[Island]
    slowest_mover: float | None   #: least amplitude [g] at which anything moved
    reaches: dict[str, float]     #: amplitude [g] at which the longest pulse reaches a capacity, by flow; nan: unknown


@dataclass(frozen=True)
class DomainFinding:
    """One combination: its directions, and the hull of both."""

    combination: Combination
    times: Sequence[float]        #: [s]
    amplitudes: Sequence[float]   #: [g]
    directions: list[DirectionFinding]
    hull: np.ndarray              #: (k, 2) half period [s], amplitude [g]; corners of the convex hull of all collapses
    capacities: Capacities        #: static ones [g] by words, e.g. "+ associative"; empty where nobody asked for them
    below: Below | None           #: runs below them; None where nobody asked


def letter_of(row: Row | None) -> str:
    """How a run ended, in one letter."""
    if row is None:
        return UNKNOWN
    if row.outcome == "failed":
        return ERROR
    if row.outcome == "undecided":
        return OPEN
    return FALLEN if row.is_collapse else STILL if row.numbers.get("kinetic greatest [J]") == 0.0 else SAFE


def letter_at_end(row: Row | None) -> str:
    """How a run stood at its published end, in one letter."""
    if row is None or row.outcome == "failed":
        return letter_of(row)
    if row.at_end == MOVING:
        return OPEN
    return FALLEN if row.at_end == "collapsed" else letter_of(row) if not row.is_collapse else SAFE


def find_domains(kind: FailureDomain, rows: Rows,
                 capacities: Mapping[str, Capacities] | None = None) -> list[DomainFinding]:
    """Of every combination; capacities : by `capacity_key`; None: nobody asked"""
    return [_finding(kind, combination, rows, (capacities or {}).get(capacity_key(kind, combination), {}))
            for combination in kind.combos]


def _finding(kind: FailureDomain, combination: Combination, rows: Rows, capacities: Capacities) -> DomainFinding:
    directions = [_direction(kind, combination, sign, rows, capacities) for sign in kind.entry.directions]
    amplitudes = [a / STANDARD_G for a in kind.amplitudes]
    below = judge_movers(kind, combination, rows, capacities) if capacities else None
    return DomainFinding(combination, kind.times, amplitudes, directions, _hull(kind.times, amplitudes, directions),
                         capacities, below)


def _direction(kind: FailureDomain, combination: Combination, sign: str, rows: Rows,
               capacities: Capacities) -> DirectionFinding:
    columns = [Column(combination, sign, time) for time in kind.times]
    grid = [kind.grid(column, rows) for column in columns]
    by_row = [[column[k] for column in grid] for k in range(len(kind.amplitudes))]
    boundary = []
    for column in columns:
        low, high = kind.traced(column, rows)
        boundary.append((column.half_period, *(None if a is None else a / STANDARD_G for a in (low, high))))
    islands = [island for column, known in zip(columns, grid) for island in _islands(kind, column, known, rows)]
    moved = [a / STANDARD_G for a, cells in zip(kind.amplitudes, by_row)
             if any(row is not None and row.numbers.get("kinetic greatest [J]", 0.0) > 0.0 for row in cells)]
    return DirectionFinding(sign, ["".join(map(letter_of, cells)) for cells in by_row],
                            ["".join(map(letter_at_end, cells)) for cells in by_row], boundary, islands,
                            min(moved, default=None), amplitudes_to_reach(kind, sign, kind.times[-1], capacities))


def _islands(kind: FailureDomain, column: Column, known: list[Row | None], rows: Rows) -> list[Island]:
    found = []
    for k in island_edges(known):
        if known[k].is_collapse:
            continue
        finer = tuple(letter_of(rows.get(kind.at(column, kind.amplitudes[k], parts).id)) for parts in FINER)
        neighbours = [j for j in (k - 1, k + 1) if 0 <= j < len(known) and known[j] is not None
                      and known[j].is_collapse]
        around = [letter_of(rows.get(kind.at(column, kind.amplitudes[j], parts).id))
                  for j in neighbours for parts in FINER]
        found.append(Island(column.half_period, kind.amplitudes[k] / STANDARD_G, finer, _verdict(finer, around)))
    return found


def _verdict(finer: Sequence[str], around: Sequence[str]) -> str:
    if UNKNOWN in (*finer, *around):
        return "not looked at with finer steps"
    if any(letter in (OPEN, ERROR) for letter in (*finer, *around)):
        return "not decided: a finer run is undecided or failed"
    if FALLEN in finer:
        return "not real: it collapses with finer steps" if all(a == FALLEN for a in finer) else \
            "hangs on the step: outcomes differ at half and a quarter of it"
    if any(letter != FALLEN for letter in around):
        return "its edge hangs on the step: a neighbour survives with finer steps"
    return "real: the same at half and a quarter of the step"


def _hull(times: Sequence[float], amplitudes: Sequence[float], directions: Sequence[DirectionFinding]) -> np.ndarray:
    """Convex hull of the collapses of all directions, boundaries that were traced among them."""
    points = [(time, amplitude) for direction in directions
              for amplitude, letters in zip(amplitudes, direction.letters)
              for time, letter in zip(times, letters) if letter == FALLEN]
    points += [(time, high) for direction in directions for time, _, high in direction.boundary if high is not None]
    if len(set(points)) < 3:
        return np.array(sorted(set(points)), float).reshape(-1, 2)
    array = np.array(sorted(set(points)))
    try:
        return array[ConvexHull(array).vertices]
    except QhullError:       # all on one line
        return array[[0, -1]]
