"""`drystone export`: a run or an answer for ParaView, tables or a 3D viewer."""

from __future__ import annotations

from pathlib import Path

from drystone.checks import check_choice
from drystone.cli.show import show
from drystone.export import FORMATS
from drystone.results.result import open_result


def export_result(directory: Path, format: str, output: Path | None, *, every: int, start: float | None,
                  until: float | None, force: bool) -> None:
    """Export the run or the answer in `directory` and say what was written."""
    check_choice("export: --to", format, FORMATS)
    result = open_result(directory)
    from drystone.export.frames import FrameChoice  # slow to load: after all that may be refused
    from drystone.export.run import export_run

    path = export_run(result, format, output, FrameChoice(every, start, until), force=force)
    show("\n".join(str(file) for file in sorted(path.glob("*.*"))) if path.is_dir() else str(path))
