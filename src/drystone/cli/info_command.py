"""`drystone info`: what a run is and how it stands, or what an answer says."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from drystone.cli.accuracy_lines import accuracy_lines, has_solver
from drystone.cli.show import show
from drystone.cli.summary import energy_lines, failure_lines, note_lines, outcome, result_data, warning_lines
from drystone.model.tables import STEPS
from drystone.names import show_line
from drystone.results.answer import AnswerResult
from drystone.results.record import FINAL
from drystone.results.repair import repair_run
from drystone.results.result import RunResult, open_result


def show_result(directory: Path, *, repair: bool = False, as_json: bool = False) -> None:
    """Print what there is to know about the run or the answer in `directory`."""
    if repair:
        show("\n".join(map(show_line, repair_run(directory).lines())), err=as_json)
    result = open_result(directory)
    if as_json:
        typer.echo(json.dumps(result_data(result), indent=1))
        return
    lines = describe_answer(result) if isinstance(result, AnswerResult) else describe_run(result)
    show("\n".join(map(show_line, lines)))


def describe_answer(result: AnswerResult) -> list[str]:
    """Lines for people: where it comes from, and the words of the command that found it."""
    return [f"answer      {result.directory}, of {result.kind}",
            f"made by     drystone {result.version}, {result.created}, inputs {result.hash[:12]}", *result.words,
            *(f"note        {note}" for note in result.notes)]


def _contact_lines(result: RunResult) -> list[str]:
    """How many contacts there were, where the engine has such."""
    return [f"contacts  up to {int(result.column(STEPS, 'contacts').max())}"] if has_solver(result) else []


def describe_run(result: RunResult) -> list[str]:
    """Lines for people."""
    support = result.static["is_support"].astype(bool)
    lines = [
        f"run       {result.directory}",
        f"outcome   {outcome(result)}",
        *failure_lines(result),
        *warning_lines(result),
        *note_lines(result),
        f"made by   drystone {result.version}, engine {result.engine}, {result.created}, inputs {result.hash[:12]}",
        f"blocks    {int((~support).sum())}, supports {int(support.sum())}, weight {result.static['weight']:.6g} N",
    ]
    if result.row_count(STEPS):
        totals = result.totals
        lines.append(f"time      0 .. {totals.get('time', result.time[-1]):g} s in "
                     f"{totals.get('steps', result.step_count)} steps")
        lines += [*_contact_lines(result), *accuracy_lines(result), *energy_lines(result)]
    for name, spec in result.tables.items():
        lines.append(f"table     {name}: {result.row_count(name)} {'frames' if spec.ragged else 'rows'}, "
                     f"{len(spec.columns)} columns")
    for name in result.monitors:
        values = result.monitor(name)
        if len(values):
            unit = result.units[STEPS][f"monitor:{name}"]
            lines.append(f"monitor   {name}: {values.min():.6g} .. {values.max():.6g}, last {values[-1]:.6g} [{unit}]")
    lines += [f"note      {note}" for note in result.notes]
    checkpoint = None if result.status in FINAL else result.checkpoint()
    if checkpoint is not None:
        lines.append(f"restart   from step {checkpoint.step}: drystone run MODEL.yaml -o {result.directory} --restart")
    return lines
