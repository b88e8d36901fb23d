"""`drystone report`: a result as one document that can be attached to an assessment."""

from __future__ import annotations

from pathlib import Path

import typer

from drystone.errors import InputError
from drystone.results.result import open_result
from drystone.studies.ledger import LEDGER_NAME


def report_result(directory: Path, output: Path | None, *, pdf: bool, project: str, author: str, note: str) -> None:
    """Write the report and say where it is."""
    from drystone.view.report.content import Labels
    from drystone.view.report.make import check_place, write_report  # slow to load
    if pdf and output is not None and output.suffix != ".pdf":
        raise InputError(f"report: --pdf and -o {output} do not go together: the file must end in .pdf")
    if (directory / LEDGER_NAME).is_file():
        raise InputError(f"report: '{directory}' holds a study; reports are made of runs, limit analysis and statics")
    path = output or directory / ("report.pdf" if pdf else "report.html")
    if directory.is_dir():
        check_place(path)
    result = open_result(directory)
    typer.echo(str(write_report(result, path, Labels(project, author, note))))
