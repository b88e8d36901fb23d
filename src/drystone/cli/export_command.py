"""`drystone export`: a run or an answer for ParaView, tables or a 3D viewer; a study as HDF5."""

from __future__ import annotations

from pathlib import Path

from drystone.checks import check_choice
from drystone.cli.show import show
from drystone.errors import InputError
from drystone.export import FORMATS, STUDY_FORMATS
from drystone.results.result import open_result
from drystone.studies.ledger import LEDGER_NAME


def export_result(directory: Path, format: str, output: Path | None, *, every: int, start: float | None,
                  until: float | None, force: bool) -> None:
    """Export the run, the answer or the study in `directory` and say what was written."""
    if (directory / LEDGER_NAME).exists():
        _export_study(directory, format, output, every=every, start=start, until=until, force=force)
        return
    check_choice("export: --to", format, FORMATS)
    result = open_result(directory)
    from drystone.export.frames import FrameChoice  # slow to load: after all that may be refused
    from drystone.export.run import export_run

    path = export_run(result, format, output, FrameChoice(every, start, until), force=force)
    show("\n".join(str(file) for file in sorted(path.glob("*.*"))) if path.is_dir() else str(path))


def _export_study(directory: Path, format: str, output: Path | None, *, every: int, start: float | None,
                  until: float | None, force: bool) -> None:
    if format not in STUDY_FORMATS:
        raise InputError(f"export: --to must be {' or '.join(STUDY_FORMATS)} for a study, which '{directory}' holds "
                         f"(its table.csv is there already), got '{format}'")
    if every != 1 or start is not None or until is not None:
        raise InputError(f"export: --every, --from and --until choose frames of a run; '{directory}' holds a study")
    from drystone.export.study import export_study  # slow to load: after all that may be refused

    show(str(export_study(directory, output, force=force)))
