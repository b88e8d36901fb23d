"""A record put onto the axes of a model: both horizontals and the vertical together, changed alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from drystone.errors import InputError
from drystone.motion.processing import Processing, process
from drystone.motion.record import Component, Record
from drystone.motion.records import read_recording
from drystone.motion.scaling import scale_record
from drystone.motion.table import Table

AXES = ("x", "y", "z")


@dataclass(frozen=True, slots=True)
class OnAxes:
    """What is done to a record on the axes of a model, in this order: rotation, processing, scaling, reversal.

    Attributes
    ----------
    rotate_deg : turns the pair on x and y, from x towards y [deg]; None = as it is
    processing : baseline, taper, filter and sampling
    scale_to : a measure and its value, for the components on x and y (on z where there is no other)
    reverse : True: the ground moves the other way
    """

    rotate_deg: float | None = None
    processing: Processing = field(default_factory=Processing)
    scale_to: Mapping[str, object] | None = None
    reverse: bool = False


def put_on_axes(parts: Mapping[str, tuple[str | Path, str | None]], options: OnAxes | None = None,
                **reading: Any) -> dict[str, Table]:
    """Motions along x, y and z from files.

    Parameters
    ----------
    parts : file and name of the component by axis; no name where the file has one component
    options : what is done to all of them
    reading : units, format, dt, after and most_pga, as those of `read_recording`

    >>> put_on_axes({"x": ("quake.V2", "360"), "y": ("quake.V2", "90"), "z": ("quake.V2", "UP")})  # doctest: +SKIP
    """
    options = options or OnAxes()
    for axis in parts:
        if axis not in AXES:
            raise InputError(f"record: axis must be one of {', '.join(AXES)}, got {axis!r}")
    read = {Path(path): read_recording(path, **reading) for path, _ in parts.values()}
    chosen = {axis: read[Path(path)].component(name) for axis, (path, name) in parts.items()}
    names = [record.name for record in read.values()]
    record = Record(names[0], next(iter(read.values())).format,
                    tuple(Component(axis, c.motion, None, axis == "z") for axis, c in chosen.items()))
    if options.rotate_deg is not None:
        record = record.rotated(options.rotate_deg)
    record = record.changed(lambda table: process(table, options.processing))
    if options.scale_to is not None:
        record = scale_record(record, options.scale_to)
    if options.reverse:
        record = record.reversed()
    return {c.name: c.motion for c in record.components}
