"""`drystone fit`: fragility curves from a table."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

from drystone.cli.show import show
from drystone.errors import InputError
from drystone.export.fragility import (
    ENDINGS,
    check_place,
    curve_columns,
    estimate_columns,
    estimate_rows,
    write_columns,
)
from drystone.export.nrml import check_imt, write_nrml
from drystone.studies.fragility.columns import Columns, parse_column_options
from drystone.studies.fragility.read import read_hazard, read_table
from drystone.studies.fragility.report import Report, make_report
from drystone.studies.fragility.words import report_lines


@dataclass(frozen=True, slots=True)
class FitQuestion:
    """What is asked of a table."""

    columns: tuple[str, ...] = ()     #: ROLE=TITLE
    kind: str | None = None
    states: tuple[str, ...] | None = None
    limit: float | None = None
    unit: str | None = None
    level: float = 0.95
    bootstrap: int = 0
    seed: int | None = None
    hazard: Path | None = None


@dataclass(frozen=True, slots=True)
class FitOutput:
    """Where answers go."""

    as_json: bool = False
    table: Path | None = None
    curves: Path | None = None
    xml: Path | None = None
    imt: str | None = None
    taxonomy: str | None = None
    picture: Path | None = None
    draw: bool = True
    overwrite: bool = False

    def check(self) -> None:
        """Refuse places that are taken or cannot be written, before any work."""
        for path, option, endings in ((self.table, "--table", ENDINGS), (self.curves, "--curves", ENDINGS),
                                      (self.xml, "--xml", (".xml",))):
            if path is not None:
                check_place(path, option, self.overwrite, endings)
        if self.picture is not None and self.picture.suffix not in (".png", ".pdf"):
            raise InputError(f"fit: --picture must end in .png or .pdf, got '{self.picture.name}'")


def run_fit(path: Path, question: FitQuestion, output: FitOutput) -> Report:
    """Read a table, fit it, say what was found, write and draw what was asked for."""
    output.check()
    hazard = None if question.hazard is None else read_hazard(question.hazard)
    table, found = read_table(path, parse_column_options(question.columns), kind=question.kind, states=question.states,
                              limit=question.limit, unit=question.unit)
    imt = None if output.xml is None else check_imt(output.imt, table.im_name, table.unit)
    report = make_report(table, level=question.level, bootstrap=question.bootstrap, seed=question.seed, hazard=hazard)
    if output.as_json:
        show(json.dumps(_data(report, found), indent=1, ensure_ascii=False))
    else:
        show("\n".join((f"table       {path}", *report_lines(report))))
        if found.unused:
            show(f"not used    {', '.join(found.unused)}")
    written = []
    if output.table is not None:
        written.append(("written", write_columns(output.table, estimate_columns(report))))
    if output.curves is not None:
        written.append(("written", write_columns(output.curves, curve_columns(report.fit))))
    if output.xml is not None:
        written.append(("written", write_nrml(output.xml, report.fit, *imt, output.taxonomy or path.stem)))
    if output.draw and (output.picture is not None or not output.as_json):
        written.append(("picture", _draw(report, path, output.picture)))
    for label, place in written:
        show(f"{label:<12}{place}", err=output.as_json)
    return report


def _draw(report: Report, path: Path, picture: Path | None) -> Path:
    from drystone.view.fragility_picture import fragility_figure  # slow to load
    from drystone.view.style import save_figure
    return save_figure(fragility_figure(report, title=path.stem), picture or Path(f"{path.stem}_fragility.png"))


def _data(report: Report, found: Columns) -> dict[str, object]:
    """Plain data; what is not finite becomes null, which JSON has."""
    keys = ("about", "name", "quantity", "value", "low", "high", "interval", "level", "unit")
    rows = [dict(zip(keys, map(_plain, row))) for row in estimate_rows(report)]
    return {"theta": report.fit.theta, "thetas": report.fit.thetas, "beta": report.fit.beta,
            "im": report.fit.table.im_name, "unit": report.fit.table.unit, "data_range": list(report.fit.data_range),
            "estimates": rows, "undecided": int(report.fit.table.undecided.size), "notes": list(report.notes),
            "unused": list(found.unused)}


def _plain(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value
