"""`drystone capacity`: force against displacement of a run in which a support was moved, and its cracks."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import typer

from drystone.analysis.capacity import Capacity, curve_distance, read_capacity, read_measured
from drystone.analysis.cracks import Crack, find_cracks
from drystone.analysis.sections import SectionHistory, parse_plane, read_section
from drystone.cli.show import show
from drystone.errors import InputError
from drystone.names import show_line
from drystone.results.answer import AnswerResult
from drystone.results.files import write_atomically
from drystone.results.result import open_result

#: Cracks that are listed, unless all are asked for.
FEW = 10


@dataclass(frozen=True, slots=True)
class CapacityQuestion:
    """What is asked of a run, as it is typed."""

    support: str | None = None
    axis: str = "x"
    planes: tuple[str, ...] = ()
    measured: Path | None = None
    picture: Path | None = None
    table: Path | None = None
    overwrite: bool = False

    def check(self) -> None:
        """Refuse what can be refused before the run is read."""
        if self.picture is not None and self.picture.suffix not in (".png", ".pdf"):
            raise InputError(f"capacity: --picture must end in .png or .pdf, got '{self.picture.name}'")
        if self.axis not in ("x", "y", "z"):
            raise InputError(f"capacity: --axis must be x, y or z, got {self.axis!r}")
        if self.table is not None and self.table.suffix != ".csv":
            raise InputError(f"capacity: --table must end in .csv, got '{self.table.name}'")
        if self.table is not None and self.table.exists() and not self.overwrite:
            raise InputError(f"capacity: '{self.table}' exists; --overwrite replaces it")


def show_capacity(directory: Path, question: CapacityQuestion, *, cracks: bool, as_json: bool) -> None:
    """Print what the curve and the cracks of the run in `directory` say, beside a measured curve where there is one."""
    question.check()
    planes = [parse_plane(text) for text in question.planes]
    result = open_result(directory)
    if isinstance(result, AnswerResult):
        raise InputError(f"capacity: '{directory}' holds an answer of kind {result.kind!r}, not a run")
    curve, found = read_capacity(result, question.support, question.axis), find_cracks(result)
    sections = {text: read_section(result, *plane) for text, plane in zip(question.planes, planes)}
    test = None if question.measured is None else read_measured(question.measured)
    if question.table is not None:
        write_atomically(question.table, curve_table(curve, sections).encode())
    if question.picture is not None:
        from drystone.view.capacity_picture import capacity_figure  # slow to load
        from drystone.view.style import save_figure

        save_figure(capacity_figure(curve, test, title=show_line(result.directory.name)), question.picture)
    if as_json:
        typer.echo(json.dumps(as_data(curve, test, found, sections), indent=1))
        return
    beside = [] if test is None else measured_lines(curve, test)
    drawn = [f"{name:<11} {path}" for name, path in (("picture", question.picture), ("table", question.table)) if path]
    show("\n".join([*curve_lines(curve), *beside, *plane_lines(curve, sections),
                    *crack_lines(found, None if cracks else FEW), *drawn]))


def as_data(curve: Capacity, test: Capacity | None, cracks: list[Crack], sections: dict[str, SectionHistory]) -> dict:
    """For programs: all that is known, in the types of JSON."""
    content = {key: value.tolist() if hasattr(value, "tolist") else value for key, value in asdict(curve).items()}
    content["cracks"] = [asdict(crack) for crack in cracks]
    content["planes"] = {text: {"area": section.section.area, "time": section.time.tolist(),
                                "force": section.force.tolist(), "stress": section.stress.tolist()}
                         for text, section in sections.items()}
    if test is not None:
        content["measured"] = {name: {"value": value, "error": own / value - 1.0, "unit": unit}
                               for name, value, own, unit in compare_curves(curve, test)}
        content["measured"]["distance"] = curve_distance(curve, test)
    return content


def curve_table(curve: Capacity, sections: dict[str, SectionHistory]) -> str:
    """CSV: time, displacement, force, then mean stresses on planes, straight between the kept frames."""
    titles = ["time [s]", "displacement [m]", "force [N]"]
    columns = [curve.time, curve.displacement, curve.force]
    for text, section in sections.items():
        for k, axis in enumerate("xyz"):
            titles.append(f"stress {axis} on {text.replace(',', ' ')} [Pa]")
            columns.append(np.interp(curve.time, section.time, section.stress[:, k]))
    rows = [",".join(f"{value:.10g}" for value in row) for row in zip(*columns)]
    return "\n".join([",".join(titles), *rows]) + "\n"


def plane_lines(curve: Capacity, sections: dict[str, SectionHistory]) -> list[str]:
    """Mean stresses at the frames nearest to the peak, and at the last one."""
    lines = []
    at_peak = float(curve.time[int(np.argmax(curve.force))])
    for text, section in sections.items():
        lines.append(f"plane       {text}: {section.section.area:.4g} m2")
        for words, k in (("peak", int(np.argmin(np.abs(section.time - at_peak)))), ("end", -1)):
            stress = " ".join(f"{axis} {1e-6 * value:.4g}" for axis, value in zip("xyz", section.stress[k]))
            force = " ".join(f"{axis} {1e-3 * value:.4g}" for axis, value in zip("xyz", section.force[k]))
            lines.append(f"  {words:<4} {section.time[k]:.4g} s  stress {stress} MPa, force {force} kN, of what lies "
                         f"beyond")
    return lines


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


def compare_curves(curve: Capacity, test: Capacity) -> tuple[tuple[str, float, float, str], ...]:
    """Name, measured, computed and unit of what is compared; energies up to the end of the shorter curve."""
    end = min(float(test.displacement.max()), float(curve.displacement.max()))
    return (("peak", test.peak, curve.peak, "N"),
            ("at", 1e3 * test.peak_displacement, 1e3 * curve.peak_displacement, "mm"),
            ("stiffness", test.stiffness, curve.stiffness, "N/m"),
            ("energy", test.energy_to(end), curve.energy_to(end), f"J up to {1e3 * end:.4g} mm"))


def measured_lines(curve: Capacity, test: Capacity) -> list[str]:
    """Errors against a measured curve."""
    lines = [f"measured    {name} {value:.6g} {unit}: {100.0 * (own / value - 1.0):+.1f} %"
             for name, value, own, unit in compare_curves(curve, test)]
    away = 100.0 * curve_distance(curve, test)
    return [*lines, f"measured    root mean square of the differences: {away:.1f} % of its peak"]


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
