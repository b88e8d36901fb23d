"""Plots beside the blocks: lines over time or along another axis, few enough points for a screen, peaks kept."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drystone.names import show_line

#: Points of a line, at most; of longer ones the least and the greatest of each stretch are kept.
MOST_POINTS = 8000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a plot."""

    label: str
    value: np.ndarray        #: (n,), NaN where there is none
    dash: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines over one axis."""

    key: str
    title: str
    unit: str                #: of the values
    x: np.ndarray            #: (n,)
    lines: list[Line] = field(default_factory=list)
    x_label: str = "time"
    x_unit: str = "s"
    is_time: bool = True     #: the cursor of the slider stands in it


def thin(x: np.ndarray, values: list[np.ndarray], most: int = MOST_POINTS) -> tuple[np.ndarray, list[np.ndarray]]:
    """x (n,) and values with at most `most` points: of each stretch the least and the greatest, as they came."""
    if len(x) <= most:
        return x, values
    edges = np.linspace(0, len(x), most // 2 + 1).astype(np.int64)
    starts, stops = edges[:-1], edges[1:]
    short = []
    for value in values:
        pair = np.empty((len(starts), 2))
        for k, (i, j) in enumerate(zip(starts.tolist(), stops.tolist())):
            piece = value[i:j]
            if np.isnan(piece).all():
                pair[k] = np.nan
                continue
            low, high = int(np.nanargmin(piece)), int(np.nanargmax(piece))
            pair[k] = piece[[min(low, high), max(low, high)]]
        short.append(pair.ravel())
    middle = (starts + stops) // 2
    return np.column_stack((x[starts], x[np.maximum(middle, starts)])).ravel(), short


def plots_part(plots: list[Plot]) -> tuple[list[dict], dict[str, np.ndarray]]:
    """What the page must know of the plots, and the arrays of part `plots`."""
    known, arrays = [], {}
    for k, plot in enumerate(plots):
        x, values = thin(plot.x, [line.value for line in plot.lines])
        arrays[f"x{k}"] = x.astype("<f8")
        arrays[f"y{k}"] = np.array(values, "<f4").reshape(len(plot.lines), len(x))
        known.append({"key": plot.key, "title": show_line(plot.title), "unit": show_line(plot.unit),
                      "x_label": plot.x_label, "x_unit": show_line(plot.x_unit), "is_time": plot.is_time,
                      "lines": [{"label": show_line(line.label), "dash": line.dash} for line in plot.lines]})
    return known, arrays


def force_scale(values: list[np.ndarray]) -> tuple[float, str]:
    """Factor and unit for forces [N]."""
    return _scaled(values, "N")


def energy_scale(values: list[np.ndarray]) -> tuple[float, str]:
    """Factor and unit for energies [J]."""
    return _scaled(values, "J")


def _scaled(values: list[np.ndarray], unit: str) -> tuple[float, str]:
    largest = max((float(np.nanmax(np.abs(v), initial=0.0)) for v in values), default=0.0)
    for limit, factor, prefix in ((1e6, 1e-6, "M"), (1e3, 1e-3, "k")):
        if largest >= limit:
            return factor, prefix + unit
    return 1.0, unit
