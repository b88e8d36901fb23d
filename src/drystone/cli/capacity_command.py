"""`drystone capacity`: force against displacement of a run in which a support was moved, and its cracks."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import typer

from drystone.analysis.capacity import Capacity, read_capacity, read_measured
from drystone.analysis.cracks import Crack, find_cracks
from drystone.cli.show import show
from drystone.errors import InputError
from drystone.names import show_line
from drystone.results.answer import AnswerResult
from drystone.results.result import open_result

#: Cracks that are listed, unless all are asked for.
FEW = 10


def show_capacity(directory: Path, support: str | None, axis: str, *, measured: Path | None, picture: Path | None,
                  cracks: bool, as_json: bool) -> None:
    """Print what the curve and the cracks of the run in `directory` say, beside a measured curve where there is one."""
    if picture is not None and picture.suffix not in (".png", ".pdf"):
        raise InputError(f"capacity: --picture must end in .png or .pdf, got '{picture.name}'")
    if axis not in ("x", "y", "z"):
        raise InputError(f"capacity: --axis must be x, y or z, got {axis!r}")
    result = open_result(directory)
    if isinstance(result, AnswerResult):
        raise InputError(f"capacity: '{directory}' holds an answer of kind {result.kind!r}, not a run")
    curve, found = read_capacity(result, support, axis), find_cracks(result)
    test = None if measured is None else read_measured(measured)
    if picture is not None:
        from drystone.view.capacity_picture import capacity_figure  # slow to load
        from drystone.view.style import save_figure

        save_figure(capacity_figure(curve, test, title=show_line(result.directory.name)), picture)
    if as_json:
        content = {key: value.tolist() if hasattr(value, "tolist") else value for key, value in asdict(curve).items()}
        typer.echo(json.dumps(content | {"cracks": [asdict(crack) for crack in found]}, indent=1))
        return
    beside = [] if test is None else measured_lines(curve, test)
    drawn = [] if picture is None else [f"picture     {picture}"]
    show("\n".join([*curve_lines(curve), *beside, *crack_lines(found, None if cracks else FEW), *drawn]))


def curve_lines(curve: Capacity) -> list[str]:
    """Lines for people."""
    end = "" if curve.has_fallen else ", the end of the curve: it has not fallen to 0.8 of the peak"
    lines = [f"peak        {curve.peak:.6g} N at {1e3 * curve.peak_displacement:.4g} mm",
             f"stiffness   {curve.stiffness:.4g} N/m, secant at 0.4 of the peak",
             f"energy      {curve.energy:.6g} J up to {1e3 * float(curve.displacement[-1]):.4g} mm",
             f"bilinear    yields at {curve.yield_force:.6g} N and {1e3 * curve.yield_displacement:.4g} mm, ends at "
             f"{1e3 * curve.ultimate:.4g} mm{end}",
             f"ductility   {curve.ductility:.3g}"]
    return lines + [f"cycle {k + 1:<5} {work:.6g} J" for k, work in enumerate(curve.cycles)]


def measured_lines(curve: Capacity, test: Capacity) -> list[str]:
    """Errors against a measured curve; energies up to the end of the shorter one."""
    end = min(float(test.displacement.max()), float(curve.displacement.max()))
    pairs = (("peak", test.peak, curve.peak, "N"), ("at", 1e3 * test.peak_displacement, 1e3 * curve.peak_displacement,
                                                    "mm"),
             ("stiffness", test.stiffness, curve.stiffness, "N/m"),
             ("energy", test.energy_to(end), curve.energy_to(end), f"J up to {1e3 * end:.4g} mm"))
    return [f"measured    {name} {value:.6g} {unit}: {100.0 * (own / value - 1.0):+.1f} %" for name, value, own,
            unit in pairs]


def crack_lines(cracks: list[Crack], most: int | None) -> list[str]:
    """Lines for people, the first ones in time."""
    lines = [f"cracks      {len(cracks)} interfaces with damage above a half"]
    for crack in cracks[:most]:
        where = "in " + crack.blocks[0] if crack.blocks[0] == crack.blocks[1] else " | ".join(crack.blocks)
        x, y, z = crack.place
        lines.append(f"  {crack.time:.4g} s  {crack.mode:<8}  ({x:.3f}, {y:.3f}, {z:.3f}) m  {where}: opens "
                     f"{1e3 * crack.opening:.3g} mm, slips {1e3 * crack.slip:.3g} mm, {crack.energy:.3g} J, "
                     f"{100 * crack.share:.0f} % of its area")
    if most is not None and len(cracks) > most:
        lines.append(f"  ... and {len(cracks) - most} more: --cracks")
    return lines
