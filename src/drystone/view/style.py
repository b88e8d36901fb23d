"""One look for all pictures: fonts, colours that colour-blind readers can tell apart, units, and saving.

Figures are made without pyplot: no window, no global state, safe in worker processes. matplotlib is imported
only when a picture is drawn, because it costs a second that most commands need not pay.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from drystone.checks import check_choice
from drystone.names import show_line
from drystone.results.files import write_atomically

#: Lines: blue, orange, green, wine, sky, ochre, teal, grey (after Wong 2011, darkened for thin lines).
PALETTE = ("#0b5c97", "#d1662a", "#2a7f62", "#8f3b6e", "#4fa3d1", "#b8860b", "#3f8f8f", "#6b6b6b")
#: Faces of blocks when each group has its colour; lighter, so that outlines stay visible.
FACE_PALETTE = ("#d8c6a4", "#a9c1d9", "#c9a791", "#b4c9a5", "#cfb3cc", "#e0cf87", "#9fc5c0", "#c3c3bf")
STONE, SUPPORT, INK, MUTED, ACCENT = "#d8c6a4", "#b9bec4", "#2b2b2b", "#7a7a7a", "#b3261e"

FORMATS = ("png", "pdf")
PNG_DOTS_PER_INCH = 200

_RC = {
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": 9.0,
    "axes.titlesize": 9.5, "axes.titlelocation": "left", "axes.titleweight": "normal", "axes.titlepad": 6.0,
    "axes.labelsize": 9.0, "axes.labelcolor": INK, "axes.edgecolor": "#9a9a9a", "axes.linewidth": 0.7,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "grid.color": "#e4e4e4", "grid.linewidth": 0.6,
    "axes.formatter.useoffset": False, "axes.formatter.limits": (-4, 5), "axes.formatter.use_mathtext": True,
    "xtick.color": "#9a9a9a", "ytick.color": "#9a9a9a", "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "xtick.labelsize": 8.0, "ytick.labelsize": 8.0, "xtick.major.width": 0.7, "ytick.major.width": 0.7,
    "lines.linewidth": 1.2, "lines.solid_capstyle": "round", "lines.solid_joinstyle": "round",
    "legend.fontsize": 8.0, "legend.frameon": False, "legend.handlelength": 1.6, "legend.borderaxespad": 0.3,
    "text.color": INK, "figure.facecolor": "white", "savefig.facecolor": "white",
    "pdf.fonttype": 42, "svg.fonttype": "none", "path.simplify": True,
}


def styled(draw: Callable) -> Callable:
    """Decorator: all that `draw` makes has the look of this file, whatever a user's matplotlibrc says."""
    @wraps(draw)
    def inside(*args, **keywords):
        import matplotlib
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(_RC)
            return draw(*args, **keywords)
    return inside


def new_figure(width: float, height: float, *, by_hand: bool = False):
    """Empty figure of width x height [inch] with room between its axes made by itself, or by hand."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    layout: Any = "none" if by_hand else "constrained"
    figure = Figure(figsize=(width, height), layout=layout)
    engine: Any = figure.get_layout_engine()
    if not by_hand:
        engine.set(w_pad=0.06, h_pad=0.06)
    FigureCanvasAgg(figure)
    return figure


@styled
def save_figure(figure, path: Path) -> Path:
    """Write a figure as PNG or PDF, by the ending of `path`; whole or absent, same figure, same bytes."""
    kind = check_choice("picture: format", path.suffix.removeprefix("."), FORMATS)
    write_atomically(path, figure_bytes(figure, kind))
    return path


@styled
def figure_bytes(figure, kind: str = "png", dots_per_inch: float = PNG_DOTS_PER_INCH) -> bytes:
    """A figure as the bytes of a PNG or PDF file."""
    buffer = io.BytesIO()
    metadata = {"Software": "drystone"} if kind == "png" else {"Creator": "drystone", "CreationDate": None}
    figure.savefig(buffer, format=kind, dpi=dots_per_inch, metadata=metadata)
    return buffer.getvalue()


def length_unit(values: Iterable[np.ndarray]) -> tuple[float, str]:
    """Factor and unit for lengths [m]: mm below 0.1 m, else m."""
    largest = max((float(np.abs(v).max(initial=0.0)) for v in values), default=0.0)
    return (1e3, "mm") if largest < 0.1 else (1.0, "m")


def nice_length(about: float) -> float:
    """The largest of 1, 2, 5 times a power of ten that is not above `about` > 0."""
    power = 10.0 ** math.floor(math.log10(about))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= about * (1.0 + 1e-9))


def write_length(value: float) -> str:
    """A length [m] with a unit that keeps it short: 2 m, 20 cm, 5 mm."""
    if value >= 1.0:
        return f"{value:g} m"
    return f"{value * 1e2:g} cm" if value >= 0.01 else f"{value * 1e3:g} mm"


def write_small(value: float) -> str:
    """A measured length [m] with three digits: 1.23 m, 4.56 mm."""
    return f"{value:.3g} m" if value >= 0.1 else f"{1e3 * value:.3g} mm"


def write_times(times: Iterable[float]) -> list[str]:
    """Times [s] with as many decimals as it takes to tell them apart and to be right within 1 % of the last, at least
    two."""
    times = [float(t) for t in times]
    slack = 0.01 * max(map(abs, times), default=0.0)
    for decimals in range(2, 7):
        shown = [f"{t:.{decimals}f}" for t in times]
        if len(set(shown)) == len(set(times)) and all(abs(float(text) - t) <= slack for text, t in zip(shown, times)):
            break
    return [f"t = {text} s" for text in shown] if times else []


def plain(text: str) -> str:
    """Words of anybody as they are: no dollar begins a formula, nothing ends a line."""
    return show_line(text).replace("$", r"\$")


def shorten(figure, text: str, room: float, size: float = 9.5) -> str:
    """Text whose lines are no longer than `room` [inch] in a font of `size` [pt]; a line that is cut ends in dots."""
    return "\n".join(_shorten_line(figure, line, room, size) for line in text.split("\n"))


def _shorten_line(figure, line: str, room: float, size: float) -> str:
    renderer, kept = figure.canvas.get_renderer(), len(line)
    while kept > 1:
        shown = line if kept == len(line) else f"{line[:kept].rstrip()}\u2026"
        probe = figure.text(0.0, 0.0, shown, fontsize=size)
        width = probe.get_window_extent(renderer).width / figure.dpi
        probe.remove()
        if width <= room:
            return shown
        kept = min(kept - 1, int(kept * room / width))
    return line[:1]


def finish_axes(axes, label_y: str, *, label_x: str = "time  [s]", bottom: bool = True) -> None:
    """Labels with units; the time axis is named under the lowest panel only."""
    axes.set_ylabel(label_y)
    axes.margins(x=0.0)
    if bottom:
        axes.set_xlabel(label_x)
    else:
        axes.tick_params(labelbottom=False)


def name_axes(axes, title: str, label_x: str, label_y: str) -> None:
    """Title and labels from anybody's words, cut where the picture has no room for them."""
    from matplotlib import rcParams
    width, height = axes.figure.get_size_inches()
    axes.set_title(_cut(axes.figure, title, 0.88 * width, rcParams["axes.titlesize"]))
    axes.set_xlabel(_cut(axes.figure, label_x, 0.8 * width, rcParams["axes.labelsize"]))
    axes.set_ylabel(_cut(axes.figure, label_y, 0.55 * height, rcParams["axes.labelsize"]))     # a legend stands below


def _cut(figure, text: str, room: float, size: float) -> str:
    """`text` as it is, or its beginning, so that it is not wider than `room` [inch]."""
    shown, kept = plain(text), len(text)
    while kept > 1 and (width := _text_width(figure, shown, size)) > room:
        kept = min(kept - 1, int(kept * room / width))
        shown = f"{plain(text[:kept])}\u2026"
    return shown


def _text_width(figure, text: str, size: float) -> float:
    """[inch]"""
    drawn = figure.text(0.0, 0.0, text, fontsize=size)
    width = drawn.get_window_extent(figure.canvas.get_renderer()).width / figure.dpi
    drawn.remove()
    return width


def legend_below(figure, axes_list, columns: int = 4) -> None:
    """One legend for all panels under the figure, so that it never covers a line, in as many columns as find room."""
    handles: dict[str, object] = {}
    for axes in axes_list:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    if not handles:
        return
    labels, columns = list(handles), min(columns, len(handles))
    while True:
        legend = figure.legend(handles.values(), labels, loc="outside lower center", ncols=columns)
        share = legend.get_window_extent(figure.canvas.get_renderer()).width / (0.98 * figure.bbox.width)
        longest = max(map(len, labels))
        if share <= 1.0 or (columns == 1 and longest <= _SHORTEST):
            return
        legend.remove()
        if columns > 1:
            columns -= 1
        else:                           # a label alone is wider than the picture
            most = max(_SHORTEST, min(int(longest / share), longest - 1))
            labels = [label if len(label) <= most else f"{label[:most - 1]}\u2026" for label in labels]


#: Characters to which a legend's labels are cut at most.
_SHORTEST = 12
