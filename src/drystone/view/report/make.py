"""From a result to its report, and to a file."""

from __future__ import annotations

from pathlib import Path

from drystone.errors import InputError
from drystone.results.answer import AnswerResult
from drystone.results.files import write_atomically
from drystone.results.result import RunResult
from drystone.studies.study import StudyResult
from drystone.view.report.answer_content import answer_report
from drystone.view.report.content import Labels, Report
from drystone.view.report.html_file import html_text
from drystone.view.report.pdf_file import pdf_bytes, require_typst
from drystone.view.report.run_content import run_report
from drystone.view.report.study_content import study_report


def make_report(result: RunResult | AnswerResult | StudyResult, labels: Labels | None = None) -> Report:
    """The report of a result of any kind, or of a study."""
    labels = labels or Labels()
    if isinstance(result, StudyResult):
        return study_report(result, labels)
    return answer_report(result, labels) if isinstance(result, AnswerResult) else run_report(result, labels)


def write_report(result: RunResult | AnswerResult | StudyResult, path: Path, labels: Labels | None = None) -> Path:
    """Write the report of a result to `path`, HTML or PDF by its ending; whole or absent."""
    check_place(path)
    report = make_report(result, labels)
    content = pdf_bytes(report) if path.suffix == ".pdf" else html_text(report).encode("utf-8")
    write_atomically(path, content)
    return path


def check_place(path: Path) -> None:
    """Refuse what cannot be written, before any work."""
    if path.suffix not in (".html", ".pdf"):
        raise InputError(f"report: the file must end in .html or .pdf, got '{path.name}'")
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(f"report: '{path if path.is_dir() else path.parent}' is "
                         f"{'a folder, a file is to be written' if path.is_dir() else 'no folder'}")
    if path.suffix == ".pdf":
        require_typst()
