"""Recorded motions from files, checked and in SI units. Units are stated, and errors name file, line and value.

Formats are in `readers/`; this file turns what they give into tables and does what was asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from drystone.checks import check_choice, check_number
from drystone.errors import InputError
from drystone.motion.correction import scale_to_pga
from drystone.motion.processing import Processing, process
from drystone.motion.readers import read_channels
from drystone.motion.readers.channel import STANDARD_GRAVITY, UNITS, Channel
from drystone.motion.readers.csmip_spectra import PrintedSpectrum, read_printed_spectra
from drystone.motion.readers.text import read_text
from drystone.motion.record import Component, Record
from drystone.motion.scaling import scale_factor
from drystone.motion.table import Table

__all__ = ["MOST_PGA", "STANDARD_GRAVITY", "UNITS", "read_at2", "read_columns", "read_csv", "read_record",
           "read_recording", "read_spectra"]

#: Larger accelerations, in any unit, are dirt.
MOST_ACCELERATION = 1e9
#: Greatest peak that is believed [m/s2]: no quake has been recorded above; g taken for m/s2 is found by it.
MOST_PGA = 50.0
#: Peak of the data over the one that the header states: outside of this and its inverse the two do not belong together.
_PEAK_RATIO = 2.0


def read_record(path: str | Path, units: str | None = None, format: str | None = None, *,
                component: str | None = None, rotate_deg: float | None = None,
                baseline: str | None = None, degree: int | None = None, taper: float = 0.0,
                filter: Mapping[str, object] | None = None, resample: float | None = None, pga: float | None = None,
                scale_to: Mapping[str, object] | None = None, reverse: bool = False, after: str | None = None,
                columns: tuple[str | int, str | int] | None = None, dt: float | None = None,
                most_pga: float = MOST_PGA) -> Table:
    """Read one component of a recorded motion.

    What is asked for is done in this order: rotation, baseline, taper, filter, sampling, scaling, reversal.

    Parameters
    ----------
    path : file
    units : "g", "m/s2", "cm/s2", "mm/s2" or "gal"; may be left out only where the file itself states them
    format : "at2", "esm", "knet", "csmip", "cosmos", "geonet", "smc", "columns" (time and acceleration, blank or comma
        between) or "csv"; None = by the content
    component : its name, where the file has several; csv: None = the first
    rotate_deg : instead: the horizontal pair's component at this angle from the first towards the second [deg]
    baseline : None, "mean", "linear" or "polynomial" (then of `degree`): trend taken off the record
    degree : of that polynomial
    taper : length of a cosine at either end [s]
    filter : None, or a mapping: low [Hz], high [Hz] (one may be left out) and order of a Butterworth filter that runs
        forwards and backwards
    resample : new sampling step; None = as recorded [s]
    pga : scale to this peak acceleration [m/s2], after the correction; None = as recorded
    scale_to : instead: a mapping of one measure (pga, pgv, pgd, arias, cav, sa, sa_avg, housner) and its value, with
        period or periods and damping where it needs them
    reverse : True: the ground moves the other way
    after : "zero": the ground rests after the record; None: a longer run is an error
    columns : csv only: names or numbers (from 0) of the columns of time and acceleration; None = the first two
    dt : text without times only: time between accelerations [s]
    most_pga : greatest peak that is believed [m/s2]; above it the units are taken to be wrong
    """
    name = Path(path).name
    if pga is not None and scale_to is not None:
        raise InputError(f"record {name!r}: pga and scale_to exclude each other")
    if component is not None and rotate_deg is not None:
        raise InputError(f"record {name!r}: component and rotate_deg exclude each other")
    record = _read([Path(path)], units, format, columns, dt, after, most_pga,
                   first_only=component is None and rotate_deg is None)
    if rotate_deg is not None:
        table = record.rotated(rotate_deg).horizontals[0].motion
    elif component is None and record.format == "csv":
        table = record.components[0].motion
    else:
        table = record.component(component).motion
    table = process(table, Processing(baseline, degree, taper, filter, resample))
    if pga is not None:
        table = scale_to_pga(table, pga)
    factor = 1.0 if scale_to is None else scale_factor([table], scale_to, f"record {name!r}: scale_to")
    if not isinstance(reverse, bool):
        raise InputError(f"record {name!r}: reverse must be True or False, got {reverse!r}")
    factor = -factor if reverse else factor
    return table if factor == 1.0 else Table(table.times, factor * table.accelerations, table.after)


def read_recording(path: str | Path | Sequence[str | Path], units: str | None = None, format: str | None = None, *,
                   columns: tuple[str | int, str | int] | None = None, dt: float | None = None,
                   after: str | None = None, most_pga: float = MOST_PGA) -> Record:
    """All components of a file, or of several files that hold one component each; parameters as `read_record`."""
    paths = [Path(path)] if isinstance(path, (str, Path)) else [Path(p) for p in path]
    if not paths:
        raise InputError("record: at least one file must be given, got none")
    return _read(paths, units, format, columns, dt, after, most_pga)


def _read(paths: Sequence[Path], units: str | None, format: str | None, columns: tuple[str | int, str | int] | None,
          dt: float | None, after: str | None, most_pga: float, *, first_only: bool = False) -> Record:
    """Components of all files, in SI units and with names that differ."""
    if units is not None:
        check_choice(f"record {paths[0].name!r}: units", units, tuple(UNITS))
    most = check_number(f"record {paths[0].name!r}: most_pga", most_pga, "m/s2", above=0.0)
    components: list[tuple[Path, Component]] = []
    formats: list[str] = []
    facts: dict[str, str] = {}
    for one in paths:
        found, channels = read_channels(one, format, dt=dt, columns=columns, first_only=first_only)
        components += [(one, _component(one, channel, units, after, most)) for channel in channels]
        formats.append(found)
        facts = facts or dict(channels[0].facts if channels else {})
    if all(not c.motion.accelerations.any() for _, c in components):
        raise InputError(f"record {paths[0].name!r}: acceleration must not be zero throughout in every component, "
                         f"got {len(components)} of zeros")
    return Record(paths[0].stem if len(paths) == 1 else common_name(paths), formats[0], _named_apart(components), facts)


def read_at2(path: str | Path, units: str | None = None, *, after: str | None = None) -> Table:
    """Read a PEER AT2 file."""
    return read_record(path, units, "at2", after=after)


def read_columns(path: str | Path, units: str | None, *, after: str | None = None) -> Table:
    """Read two columns of text, time [s] and acceleration."""
    return read_record(path, units, "columns", after=after)


def read_csv(path: str | Path, units: str | None, *, columns: tuple[str | int, str | int] | None = None,
             after: str | None = None) -> Table:
    """Read time [s] and one acceleration from a comma- or semicolon-separated file."""
    return read_record(path, units, "csv", columns=columns, after=after)


def read_spectra(path: str | Path) -> list[PrintedSpectrum]:
    """Response spectra that a file of CSMIP's volume 3 prints."""
    return read_printed_spectra(read_text(path))


def common_name(paths: Sequence[Path]) -> str:
    """What the names of several files begin with; the first one's where that is nothing."""
    stems = [path.stem for path in paths]
    shared = "".join(a for a, *_ in _while_same(zip(*stems)))
    return shared.rstrip("_-. ") or stems[0]


# ---------------------------------------------------------------------- pieces
def _while_same(letters):
    for group in letters:
        if len(set(group)) > 1:
            return
        yield group


def _component(path: Path, channel: Channel, units: str | None, after: str | None, most: float) -> Component:
    """A channel in SI units, checked."""
    what = f"record {path.name!r}"
    if units is not None and channel.unit is not None and UNITS[units] != UNITS[channel.unit]:
        raise InputError(f"{what}: units must be {channel.unit} as its header states, got {units!r}")
    unit = channel.unit or units
    if unit is None:
        raise InputError(f"{what}: units must be stated, one of {', '.join(UNITS)}, got none: write units: g, or "
                         "--units g on the command line")
    times, values = channel.times, channel.values
    if times.size < 2:
        raise InputError(f"{what}: file must hold at least 2 samples, got {times.size}")
    largest = int(np.abs(values).argmax())
    peak = float(abs(values[largest]))
    if peak > MOST_ACCELERATION:
        raise InputError(f"{what}: acceleration must be below {MOST_ACCELERATION:g} [{unit}], "
                         f"got {float(values[largest])!r} at {float(times[largest])!r} s")
    place = "" if channel.line is None else f" line {channel.line}"
    if UNITS[unit] * peak > most:
        raise InputError(f"{what}{place}: peak must be at most {most:g} [m/s2] (most_pga) to be believed, got "
                         f"{UNITS[unit] * peak:.4g}, which is {peak:.4g} {unit}: are the units right?")
    if channel.peak and peak and not 1.0 / _PEAK_RATIO <= peak / channel.peak <= _PEAK_RATIO:
        raise InputError(f"{what}{place}: peak must be about {channel.peak:g} [{unit}] as the header states, got "
                         f"{peak:.4g}")
    return Component(channel.name, Table(times, UNITS[unit] * values, after), channel.azimuth_deg, channel.is_vertical)


def _named_apart(components: Sequence[tuple[Path, Component]]) -> tuple[Component, ...]:
    """Components whose names differ: by their file, and by a number where even that is the same."""
    counts = Counter(c.name.casefold() for _, c in components)
    out: list[Component] = []
    seen: Counter[str] = Counter()
    for path, c in components:
        name = c.name if counts[c.name.casefold()] == 1 else f"{path.stem} {c.name}".strip()
        seen[name.casefold()] += 1
        name = name if seen[name.casefold()] == 1 else f"{name} ({seen[name.casefold()]})"
        out.append(Component(name, c.motion, c.azimuth_deg, c.is_vertical))
    return tuple(out)
