"""CSMIP volume 3: response spectra of each channel at 78 or more periods for a few dampings. No accelerations."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from drystone.motion.readers.channel import STANDARD_GRAVITY
from drystone.motion.readers.text import RecordText, finite, read_counted, read_numbers

_FIRST = re.compile(r"^\s*Response and Fourier amplitude spectra\s*\(\s*(\d+)\s+periods", re.IGNORECASE)
_UNITS = re.compile(r"Units for spectra are (inches|cm) and sec", re.IGNORECASE)
_FOURIER = re.compile(r"^\s*Fourier amplitude spectra", re.IGNORECASE)
_DAMPING = re.compile(r"^\s*Damping\s*=\s*([\d.]+)\s*\.?\s*Data of", re.IGNORECASE)
_CHANNEL = re.compile(r"\bChan\s*\d+\s*:\s*(.*?)\s*(?:from\b.*)?$", re.IGNORECASE)
_LENGTHS = {"inches": 0.0254, "cm": 0.01}
#: Lines of a header, at most; numbers a line and their width; places of a table, the last of them empty.
_HEADER, _COLUMNS, _WIDTH, _PLACES = 90, 8, 10, 100


@dataclass(frozen=True, eq=False)
class PrintedSpectrum:
    """Response spectrum as a file prints it."""

    name: str              #: of the channel
    damping: float         #: share of critical [-]
    periods: np.ndarray    #: (k,) [s]
    sd: np.ndarray         #: (k,) greatest relative displacement [m]
    sv: np.ndarray         #: (k,) greatest relative velocity [m/s]
    sa: np.ndarray         #: (k,) greatest absolute acceleration [m/s2]


def read_printed_spectra(text: RecordText) -> list[PrintedSpectrum]:
    """All spectra of a file of volume 3."""
    found, line = [], 1
    while line <= len(text.lines):
        head = _FIRST.search(text.line(line))
        if head is None:
            line += 1
            continue
        spectra, line = _channel(text, line, int(head[1]))
        found += spectra
    if not found:
        raise text.error("must hold spectra of CSMIP's volume 3 (Response and Fourier amplitude spectra), found none")
    return found


def _channel(text: RecordText, first: int, count: int) -> tuple[list[PrintedSpectrum], int]:
    units = text.find(_UNITS, first, first + _HEADER)
    fourier = text.find(_FOURIER, first, first + _HEADER)
    if units is None or fourier is None:
        raise text.error(f"units and Fourier spectra must be announced within {_HEADER} lines, found none", first)
    length = _LENGTHS[units[1][1].lower()]
    header = np.concatenate([read_numbers(text, k, k, _WIDTH) for k in range(fourier[0] - 13, fourier[0])])
    periods = header[:count]
    if count > _PLACES or periods.size != count or not (periods > 0.0).all():
        raise text.error(f"{count} periods must stand before the Fourier spectra, in {_PLACES} places", fourier[0])
    named = text.find(_CHANNEL, first, fourier[0])
    name = " ".join(named[1][1].split()) if named else text.stem
    found, line = [], fourier[0] + 1
    while line <= len(text.lines) and not _FIRST.search(text.line(line)):
        damped = _DAMPING.search(text.line(line))
        line += 1
        if damped is None:
            continue
        damping = finite(text, line - 1, "damping", damped[1].rstrip("."))
        curves = []
        for what in ("Sd", "Sv", "Sa"):
            values, line = read_counted(text, line, _PLACES, _COLUMNS, _WIDTH, what)
            curves.append(values[:count])
        found.append(PrintedSpectrum(re.sub(r"\s*DEG\Z", "", name, flags=re.IGNORECASE), damping, periods,
                                     length * curves[0], length * curves[1], STANDARD_GRAVITY * curves[2]))
    return found, line
