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


def new_figure(width: float, height: float):
    """Empty figure of width x height [inch] with room between its axes made by itself."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.06, h_pad=0.06)
    FigureCanvasAgg(figure)
    return figure


@styled
def save_figure(figure, path: Path) -> Path:
    """Write a figure as PNG or PDF, by the ending of `path`; whole or absent, same figure, same bytes."""
    kind = check_choice("picture: format", path.suffix.removeprefix("."), FORMATS)
    buffer = io.BytesIO()
    metadata = {"Software": "drystone"} if kind == "png" else {"Creator": "drystone", "CreationDate": None}
    figure.savefig(buffer, format=kind, dpi=PNG_DOTS_PER_INCH, metadata=metadata)
    write_atomically(path, buffer.getvalue())
    return path


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


def write_times(times: Iterable[float]) -> list[str]:
    """Times [s] with as many decimals as it takes to tell them apart, at least two."""
    times = [float(t) for t in times]
    for decimals in range(2, 7):
        shown = [f"{t:.{decimals}f}" for t in times]
        if len(set(shown)) == len(set(times)):
            break
    return [f"t = {text} s" for text in shown] if times else []


def plain(text: str) -> str:
    """Words of anybody as they are: no dollar begins a formula, nothing ends a line."""
    return show_line(text).replace("$", r"\$")


def finish_axes(axes, label_y: str, *, label_x: str = "time  [s]", bottom: bool = True) -> None:
    """Labels with units; the time axis is named under the lowest panel only."""
    axes.set_ylabel(label_y)
    axes.margins(x=0.0)
    if bottom:
        axes.set_xlabel(label_x)
    else:
        axes.tick_params(labelbottom=False)


def legend_below(figure, axes_list, columns: int = 4) -> None:
    """One legend for all panels under the figure, so that it never covers a line."""
    handles: dict[str, object] = {}
    for axes in axes_list:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    if handles:
        figure.legend(handles.values(), handles.keys(), loc="outside lower center",
                      ncols=min(columns, len(handles)))
