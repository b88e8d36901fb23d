"""`drystone report`: a result or a study as one document that can be attached to an assessment."""

from __future__ import annotations

from pathlib import Path

import typer

from drystone.errors import InputError
from drystone.results.result import open_result
from drystone.studies.ledger import LEDGER_NAME
from drystone.studies.study import StudyResult


def report_result(directory: Path, output: Path | None, *, pdf: bool, project: str, author: str, note: str) -> None:
    """Write the report and say where it is."""
    from drystone.view.report.content import Labels
    from drystone.view.report.make import check_place, write_report  # slow to load
    if pdf and output is not None and output.suffix != ".pdf":
        raise InputError(f"report: --pdf and -o {output} do not go together: the file must end in .pdf")
    path = output or directory / ("report.pdf" if pdf else "report.html")
    if directory.is_dir():
        check_place(path)
    result = _open_study(directory) if (directory / LEDGER_NAME).is_file() else open_result(directory)
    typer.echo(str(write_report(result, path, Labels(project, author, note))))


def _open_study(directory: Path) -> StudyResult:
    result = StudyResult.open(directory)
    if not result.standing.known:
        raise InputError(f"report: study '{directory}' has no run yet that is over")
    return result
