"""Picture of a record: acceleration, velocity and displacement of every component, and their spectra."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.motion import Component, Record, response_spectrum
from drystone.motion.records import STANDARD_GRAVITY
from drystone.motion.summary import spectrum_periods
from drystone.names import show_line
from drystone.view import style

#: Components beside each other in one picture.
MOST_COMPONENTS = 6
#: Points of a line; more than dots on paper tell nothing, but a stretch keeps its extremes.
_POINTS = 3000


def draw_record(record: Record, path: Path, damping: float) -> Path:
    """Draw a record into a PNG or PDF file; returns it."""
    if len(record.components) > MOST_COMPONENTS:
        raise InputError(f"picture: components must be <= {MOST_COMPONENTS} in one picture, got "
                         f"{len(record.components)}: choose with --component, or --no-picture")
    return style.save_figure(record_figure(record, damping), path)


@style.styled
def record_figure(record: Record, damping: float):
    """Histories, one column a component with the same scales, above the spectra of all."""
    count = len(record.components)
    figure = style.new_figure(max(7.0, 3.4 * count), 8.6)
    grid = figure.add_gridspec(4, count, height_ratios=(1.0, 1.0, 1.0, 1.5))
    rows = (("acceleration  [g]", _acceleration), ("velocity  [cm/s]", _velocity),
            ("displacement  [cm]", _displacement))
    for row, (label, values_of) in enumerate(rows):
        shared = None
        for column, component in enumerate(record.components):
            axes = figure.add_subplot(grid[row, column], sharey=shared)
            shared = shared or axes
            _draw_history(axes, component.motion.times, values_of(component), _colour(column))
            if row == 0:
                axes.set_title(_title(component))
            style.finish_axes(axes, label if column == 0 else "", bottom=row == 2)
            if column:
                axes.tick_params(labelleft=False)
    _draw_spectra(figure.add_subplot(grid[3, :]), record, damping)
    figure.suptitle(_plain(record.name), x=0.01, ha="left", fontsize=10.5)
    return figure


def _draw_history(axes, times: np.ndarray, values: np.ndarray, colour: str) -> None:
    axes.axhline(0.0, color="#b5b5b5", linewidth=0.7, zorder=1)
    axes.plot(*_thinned(times, values), color=colour, linewidth=0.7)
    k = int(np.abs(values).argmax())
    axes.plot(times[k], values[k], "o", color=style.ACCENT, markersize=3.0)
    axes.annotate(f"{values[k]:.3g}", (times[k], values[k]), textcoords="offset points",
                  xytext=(5, 0 if values[k] > 0.0 else -3), fontsize=8.0, color=style.ACCENT)
    axes.margins(y=0.15)


def _draw_spectra(axes, record: Record, damping: float) -> None:
    periods = spectrum_periods()
    for k, component in enumerate(record.components):
        spectrum = response_spectrum(component.motion, periods, damping)
        axes.plot(periods, spectrum.psa / STANDARD_GRAVITY, color=_colour(k), label=_plain(component.name))
    axes.set_xscale("log")
    ticks = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
    axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    axes.set_ylim(bottom=0.0)
    axes.set_title(f"Spectral acceleration, {100 * damping:g} % damping")
    style.finish_axes(axes, "$S_a$  [g]", label_x="period  [s]")
    axes.legend(loc="upper right")


def _acceleration(component: Component) -> np.ndarray:
    return component.motion.accelerations / STANDARD_GRAVITY


def _velocity(component: Component) -> np.ndarray:
    return 100.0 * np.asarray(component.motion.velocity(component.motion.times))


def _displacement(component: Component) -> np.ndarray:
    return 100.0 * np.asarray(component.motion.displacement(component.motion.times))


def _thinned(times: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least and greatest value of each stretch, in the order in which they come, where there are too many."""
    size = -(-times.size // _POINTS)
    if size < 3:
        return times, values
    whole = times.size // size * size
    stretches = values[:whole].reshape(-1, size)
    picks = np.sort(np.stack((stretches.argmin(axis=1), stretches.argmax(axis=1))), axis=0)
    index = (picks + size * np.arange(stretches.shape[0])).T.ravel()
    index = np.concatenate((index, np.arange(whole, times.size)))
    return times[index], values[index]


def _title(component: Component) -> str:
    if component.is_vertical:
        return f"{_plain(component.name)}, vertical"
    known = component.azimuth_deg is not None
    return _plain(component.name) + (f", {component.azimuth_deg:g}° from north" if known else "")


def _plain(name: str) -> str:
    """A name without formulas: matplotlib takes dollars for their bounds."""
    return show_line(name).replace("$", r"\$")


def _colour(k: int) -> str:
    return style.PALETTE[k % len(style.PALETTE)]
