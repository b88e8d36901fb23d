"""`export_run`: a result in one of the formats, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.export import FORMATS
from drystone.export.frames import FrameChoice, RunFrames
from drystone.export.target import check_target, new_output
from drystone.model.tables import FRAMES, STEPS
from drystone.results.answer import AnswerResult
from drystone.results.base import Result
from drystone.results.result import RunResult

#: What a folder of each format holds, as a pattern of names; glTF is one file.
_KNOWN = {
    "vtkhdf": r"(blocks|interfaces|cracks)\.vtkhdf|names\.csv",
    "pvd": r"(blocks|interfaces|cracks)(\.pvd)?|names\.csv",
    "csv": r"(energies|monitors|blocks|interfaces|cracks|mechanism|reactions|ties|curve|thrust_lines)\.csv",
}
_FILE_ENDINGS = {".vtkhdf", ".hdf", ".h5", ".pvd", ".vtu", ".csv"}


def export_run(result: RunResult | AnswerResult, format: str, path: str | os.PathLike | None = None,
               choice: FrameChoice | None = None, *, force: bool = False) -> Path:
    """Write a run or an answer for another program; returns the folder, or for glTF the file, that was written.

    Parameters
    ----------
    format : vtkhdf or pvd (ParaView), csv (tables), gltf (an animated .glb)
    path : folder, or for glTF a file that ends in .glb; default in the directory of the run: a folder of the format's
        name, or blocks.glb
    choice : which frames of a run; default all that were kept
    force : replace an export that is there
    """
    check_choice("export: --to", format, FORMATS)
    path = default_path(result, format) if path is None else Path(path)
    is_folder = format != "gltf"
    if is_folder and path.suffix.lower() in _FILE_ENDINGS:
        raise InputError(f"export: -o must be a folder for {format}, which has several files, got '{path}'")
    if not is_folder and path.suffix.lower() != ".glb":
        raise InputError(f"export: -o must end in .glb for gltf, got '{path}'")
    check_target(path, is_folder, _KNOWN.get(format, ""), force)
    if isinstance(result, AnswerResult):
        return _export_answer(result, format, path, choice)
    if FRAMES not in result.tables:
        return _export_steps(result, format, path, choice or FrameChoice())
    frames = RunFrames(result, choice)
    writer = _writer(format)
    with new_output(path, is_folder) as partial:
        writer(frames, partial)
    return path


def _export_steps(result: RunResult, format: str, path: Path, choice: FrameChoice) -> Path:
    """A run that kept no poses has tables of its steps only."""
    if format != "csv" or not result.row_count(STEPS):
        raise InputError(f"export: {format} needs {'poses' if format != 'csv' else 'steps or poses'}, which run "
                         f"'{result.directory}' did not keep (output.frames)")
    from drystone.export.tables import write_step_tables

    with new_output(path, True) as partial:
        write_step_tables(result, choice, partial)
    return path


def _export_answer(result: AnswerResult, format: str, path: Path, choice: FrameChoice | None) -> Path:
    """An answer has tables, and two poses."""
    from drystone.export.answer import write_answer_scene, write_answer_tables

    if choice is not None and choice != FrameChoice():
        raise InputError(f"export: --every, --from and --until choose frames of a run; '{result.directory}' holds an "
                         f"answer of kind {result.kind!r}, without time")
    if not result.answer.has_picture:
        raise InputError(f"export: '{result.directory}' has nothing to export: nothing moves, and no forces are known")
    with new_output(path, format != "gltf") as partial:
        if format == "csv":
            write_answer_tables(result, partial)
        else:
            write_answer_scene(result, _writer(format), partial)
    return path


def default_path(result: Result, format: str) -> Path:
    """Where an export goes if nobody says."""
    return result.directory / ("blocks.glb" if format == "gltf" else format)


def _writer(format: str):
    """The function that writes a format; loaded only when asked for."""
    if format == "vtkhdf":
        from drystone.export.vtkhdf import write_vtkhdf
        return write_vtkhdf
    if format == "pvd":
        from drystone.export.pvd import write_pvd
        return write_pvd
    if format == "csv":
        from drystone.export.tables import write_tables
        return write_tables
    from drystone.export.gltf import write_glb
    return write_glb
