"""`drystone joint-test`: one joint law through a path, in numbers and as a picture."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from drystone.checks import check_choice, check_count
from drystone.cli.show import show
from drystone.errors import InputError
from drystone.model.joint import Joint
from drystone.quantities import read_quantity
from drystone.results.files import write_atomically
from drystone.studies.joint_test.drive import Trace, drive
from drystone.studies.joint_test.paths import PATHS, PathOptions, make_traces
from drystone.studies.joint_test.read import read_joint, read_path
from drystone.studies.joint_test.report import find
from drystone.studies.joint_test.words import finding_data, finding_lines, joint_lines

#: Most steps of a path.
MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class JointQuestion:
    """Which joint and which path, as they were written."""

    model: Path | None = None
    joint: str | None = None
    changes: tuple[str, ...] = ()
    moduli: tuple[str, ...] = ()
    path: str = "tension"             #: name of a path, or a CSV file
    pressures: tuple[str, ...] = ()
    end: str | None = None
    steps: int = 1000


@dataclass(frozen=True, slots=True)
class JointOutput:
    """Where answers go."""

    as_json: bool = False
    picture: Path | None = None
    draw: bool = True
    table: Path | None = None
    overwrite: bool = False


def run_joint_test(question: JointQuestion, output: JointOutput) -> None:
    """Read, drive, print, write and draw."""
    check_count("--steps", question.steps, 4, MOST_STEPS)
    if output.picture is not None and output.picture.suffix not in (".png", ".pdf"):
        raise InputError(f"joint-test: --picture must end in .png or .pdf, got '{output.picture.name}'")
    if output.table is not None:
        _check_table(output.table, output.overwrite)
    joint = read_joint(question.model, question.changes, question.joint, question.moduli)
    options = PathOptions(tuple(_quantity("--pressure", text, "Pa", least=0.0) for text in question.pressures),
                          None if question.end is None else _quantity("--to", question.end, "m", above=0.0),
                          question.steps)
    name, traces = _drive(joint, question.path, options)
    found = find(joint, name, traces)
    if output.as_json:
        show(json.dumps({"joint": joint.name, "path": name, "findings": finding_data(found)}, indent=1,
                        ensure_ascii=False))
    else:
        show("\n".join((*joint_lines(joint), *finding_lines(found))))
    if output.table is not None:
        write_atomically(output.table, _table(traces).encode())
        show(f"table       {output.table}", err=output.as_json)
    if output.draw and (output.picture is not None or not output.as_json):
        from drystone.view.joint_test_picture import joint_test_figure  # slow to load
        from drystone.view.style import save_figure
        target = output.picture or Path(f"{joint.name}_{name}.png")
        show(f"picture     {save_figure(joint_test_figure(joint, traces, joint_lines(joint)), target)}",
             err=output.as_json)


def _drive(joint: Joint, path: str, options: PathOptions) -> tuple[str, list[Trace]]:
    """Name of the path and its traces."""
    if path.endswith(".csv"):
        return "path", [drive(joint, read_path(Path(path)), Path(path).stem)]
    check_choice("--path", path, (*PATHS, "a file.csv"))
    return path, make_traces(joint, path, options)


def _check_table(path: Path, overwrite: bool) -> None:
    """Refuse what cannot be written, before any work."""
    if path.suffix != ".csv":
        raise InputError(f"joint-test: --table must end in .csv, got '{path.name}'")
    if not path.parent.is_dir():
        raise InputError(f"joint-test: --table: there is no directory '{path.parent}'")
    if path.exists() and not overwrite:
        raise InputError(f"joint-test: --table '{path}' is there already: use --overwrite to replace it")


def _table(traces: Sequence[Trace]) -> str:
    """All points of all traces, one a row, SI."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    state = list(traces[0].state)
    writer.writerow(["path", "u_n [m]", "u_s1 [m]", "u_s2 [m]", "sigma [Pa]", "tau_1 [Pa]", "tau_2 [Pa]", *state])
    for trace in traces:
        for k in range(len(trace.u)):
            numbers = (*trace.u[k], *trace.stress[k], *(trace.state[key][k] for key in state))
            writer.writerow([trace.name, *(f"{number:.10g}" for number in numbers)])
    return text.getvalue()


def _quantity(what: str, text: str, unit: str, **bounds: float) -> float:
    try:
        return read_quantity(what, float(text), unit, **bounds)
    except ValueError:
        return read_quantity(what, text, unit, **bounds)
