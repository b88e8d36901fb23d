"""Charts of a study for the page: runs as points that can be chosen, lines and brackets beside them, in the types of
JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from drystone.names import show_line
from drystone.studies.findings.domain import ERROR, FALLEN, OPEN, SAFE, STILL
from drystone.view import style

#: Look of a run by its letter: words, shape, filling and edge. Shapes tell them apart without colour.
LOOKS = {
    FALLEN: ("collapsed", "square", style.PALETTE[1], style.PALETTE[1]),
    SAFE: ("moved, came to rest", "circle", "#ffffff", style.PALETTE[0]),
    STILL: ("never moved", "dot", style.MUTED, style.MUTED),
    OPEN: ("undecided: still moving", "triangle", "#ffffff", style.PALETTE[5]),
    ERROR: ("failed by an error", "cross", style.INK, style.INK),
}


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a chart."""

    label: str
    unit: str = ""
    low: float = 0.0
    high: float = 1.0
    is_log: bool = False
    ticks: tuple[str, ...] = ()     #: words at 0, 1, 2, ...; empty where values are numbers

    def to_data(self) -> dict:
        """In the types of JSON."""
        return {"label": show_line(self.label), "unit": show_line(self.unit), "low": self.low, "high": self.high,
                "log": self.is_log, "ticks": [show_line(word) for word in self.ticks]}


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line that is no run; of several pieces where a point is not finite."""

    label: str                      #: "" where the legend does not name it
    points: Sequence[tuple[float, float]]
    colour: str = style.INK
    dash: str = ""                  #: as SVG writes it
    width: float = 1.4
    fill: bool = False              #: the area inside is tinted, too


@dataclass(slots=True)
class Chart:
    """One chart; `points` are (number of the run, x, y)."""

    key: str
    title: str
    x: Axis
    y: Axis
    points: list[tuple[int, float, float]] = field(default_factory=list)
    lines: list[ChartLine] = field(default_factory=list)
    brackets: list[tuple[float, float, float]] = field(default_factory=list)    #: x, from, to
    note: str = ""

    def to_data(self) -> dict:
        """In the types of JSON; what is not finite has no place."""
        return {"key": show_line(self.key), "title": show_line(self.title), "x": self.x.to_data(),
                "y": self.y.to_data(), "note": show_line(self.note),
                "points": [list(point) for point in self.points if _finite(point[1:])],
                "brackets": [list(bracket) for bracket in self.brackets if _finite(bracket)],
                "lines": [{"label": show_line(line.label), "colour": line.colour, "dash": line.dash,
                           "width": line.width, "fill": line.fill,
                           "points": [[float(x), float(y)] for x, y in line.points if _finite((x, y))]}
                          for line in self.lines]}


def _finite(values: Iterable[float]) -> bool:
    return all(map(math.isfinite, values))


def looks_data() -> dict:
    """What the page must know of the looks of runs."""
    return {letter: {"label": label, "shape": shape, "face": face, "edge": edge}
            for letter, (label, shape, face, edge) in LOOKS.items()}
