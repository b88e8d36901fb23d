"""`drystone motion`: measures of recorded motions, and their pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from drystone.checks import check_number
from drystone.cli.show import show
from drystone.errors import InputError
from drystone.motion import Processing, Record, process, read_recording, scale_record
from drystone.motion.records import STANDARD_GRAVITY
from drystone.motion.summary import AVERAGE_PERIODS, measure_component
from drystone.quantities import read_quantity

PERIODS = (0.2, 0.5, 1.0, 2.0)   #: of Sa where nobody says otherwise [s]
#: Peak below which one is asked whether the units are right, where the user stated them [m/s2].
LOW_PGA = 0.02
#: Velocity at the end over the greatest, above which the record drifts.
DRIFT = 0.5


@dataclass(frozen=True, slots=True)
class MotionOptions:
    """Options of the command, as they were written."""

    units: str | None = None
    format: str | None = None
    dt: str | None = None
    components: tuple[str, ...] = ()
    together: bool = False
    rotate: str | None = None
    baseline: str | None = None
    degree: int | None = None
    taper: str | None = None
    filter: str | None = None
    resample: str | None = None
    scale_to: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    damping: float = 0.05
    alpha: str | None = None


def show_motions(files: Sequence[Path], options: MotionOptions, *, as_json: bool, picture: Path | None,
                 draw: bool) -> None:
    """Read, change, measure, print and draw records."""
    periods = tuple(_quantity("--period", text, "s") for text in options.periods) or PERIODS
    for period in periods:
        check_number("--period", period, "s", above=0.0)
    check_number("--damping", options.damping, "-", least=0.0, below=1.0)
    alpha = None if options.alpha is None else check_number(
        "--alpha", _quantity("--alpha", options.alpha, "deg"), "deg", above=0.0, below=90.0)
    groups = [list(files)] if options.together else [[file] for file in files]
    if picture is not None and len(groups) > 1:
        raise InputError(f"--picture goes with one record, got {len(groups)}: leave it out, and each gets its own")
    records = [_read(group, options) for group in groups]
    rows = [(record, measure_component(component, periods, options.damping, alpha))
            for record in records for component in record.components]
    if as_json:
        typer.echo(json.dumps([{"record": record.name, "format": record.format, **row} for record, row in rows],
                              indent=1, ensure_ascii=False))
    else:
        show("\n".join(describe_rows(rows, options)))
    if draw:
        _draw(records, options.damping, picture, err=as_json)


def describe_rows(rows: Sequence[tuple[Record, dict]], options: MotionOptions) -> list[str]:
    """A table with one line a component, and what its columns mean."""
    periods = list(rows[0][1]["sa"])
    heads = ["record", "component", "dt", "length", "PGA", "PGV", "PGD", "Arias", "CAV", "D5-95", "Housner",
             *(f"Sa({p} s)" for p in periods), "Sa_avg", "pulse"]
    units = ["", "", "s", "s", "g", "cm/s", "cm", "m/s", "m/s", "s", "cm", *("g" for _ in periods), "g", "ind. / s"]
    if options.alpha is not None:
        heads.append("PGA/(g tan)")
        units.append("-")
    cells = [heads, units, *(_cells(record, row) for record, row in rows)]
    widths = [max(len(line[k]) for line in cells) for k in range(len(heads))]
    lines = ["  ".join(cell.ljust(w) if k < 2 else cell.rjust(w) for k, (cell, w) in enumerate(zip(line, widths)))
             .rstrip() for line in cells]
    notes = [f"note        g is {STANDARD_GRAVITY} m/s2; spectra have {100 * options.damping:g} % damping; Sa_avg is "
             f"the geometric mean at {AVERAGE_PERIODS[0]:g} .. {AVERAGE_PERIODS[-1]:g} s; pulse: indicator of Baker "
             "(2007) and period, * where it is one"]
    notes += [f"note        {record.name} {row['component']}: the ground ends at {100.0 * row['end_velocity']:.3g} "
              "cm/s, more than half of PGV: velocity and displacement need --baseline or --filter"
              for record, row in rows if row["pgv"] > 0.0 and abs(row["end_velocity"]) > DRIFT * row["pgv"]]
    if options.units is not None:
        notes += [f"note        {record.name} {row['component']}: peak of {row['pga']:.2g} m/s2 is low: is "
                  f"{options.units} its unit?" for record, row in rows if 0.0 < row["pga"] < LOW_PGA]
    return [*lines, *notes]


def _cells(record: Record, row: dict) -> list[str]:
    pulse, g = row["pulse"], STANDARD_GRAVITY
    shown = "-"
    if pulse is not None:
        shown = f"{pulse['indicator']:.2f} / {pulse['period']:.3g}{'*' if pulse['is_pulse'] else ''}"
    numbers = [row["dt"], row["duration"], row["pga"] / g, 100 * row["pgv"], 100 * row["pgd"], row["arias"], row["cav"],
               row["d5_95"], 100 * row["housner"], *(value / g for value in row["sa"].values()), row["sa_avg"] / g]
    cells = [record.name, row["component"], *(f"{number:.4g}" for number in numbers), shown]
    return [*cells, f"{row['rocking_demand']:.4g}"] if "rocking_demand" in row else cells


# --- reading ------------------------------------------------------------------------------------------

def _read(files: list[Path], options: MotionOptions) -> Record:
    dt = None if options.dt is None else _quantity("--dt", options.dt, "s")
    record = read_recording(files if len(files) > 1 else files[0], options.units, options.format, dt=dt)
    if options.rotate is not None:
        record = record.rotated(_quantity("--rotate", options.rotate, "deg"))
    taper = 0.0 if options.taper is None else _quantity("--taper", options.taper, "s")
    resample = None if options.resample is None else _quantity("--resample", options.resample, "s")
    steps = Processing(options.baseline, options.degree, taper, read_filter_option(options.filter), resample)
    record = record.changed(lambda table: process(table, steps))
    if options.scale_to:
        record = scale_record(record, read_target(options.scale_to))
    if options.components:
        record = replace(record, components=tuple(record.component(name) for name in options.components))
    return record


def read_filter_option(text: str | None) -> dict | None:
    """Corners and order from LOW,HIGH,ORDER; an empty corner stays open."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 3 or not parts[2].isdigit():
        raise InputError(f"--filter must be LOW,HIGH,ORDER, e.g. 0.1,25,4 or 0.1,,4, got {text!r}")
    return {name: _quantity("--filter", part, "Hz") for name, part in zip(("low", "high"), parts) if part} \
        | {"order": int(parts[2])}


def read_target(texts: Sequence[str]) -> dict[str, object]:
    """What to scale to from texts key=value."""
    target: dict[str, object] = {}
    for text in texts:
        key, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not value:
            raise InputError(f"--scale-to must be key=value, e.g. pga=0.35g, got {text!r}")
        if key == "periods":
            target[key] = [_plain(part) for part in value.split(",")]
        else:
            target[key] = value if key == "of" else _plain(value)
    return target


def _plain(text: str) -> float | str:
    """A number where there is no unit."""
    try:
        return float(text)
    except ValueError:
        return text.strip()


def _quantity(what: str, text: str, unit: str) -> float:
    return read_quantity(what, _plain(text), unit)


def _draw(records: Sequence[Record], damping: float, picture: Path | None, *, err: bool) -> None:
    from drystone.view.motion_picture import draw_record  # slow to load: after all that may be refused

    for record in records:
        target = draw_record(record, picture or Path(f"{record.name}_motion.png"), damping)
        show(f"picture     {target}", err=err)
