"""`drystone import`: look at a drawing, and start a model file with it."""

from __future__ import annotations

import json
import math
import os
import re
from dataclasses import MISSING, fields
from pathlib import Path

from drystone.cli.show import show
from drystone.contact.survey import Survey, survey_blocks
from drystone.errors import InputError
from drystone.io.blocks import read_file
from drystone.io.compas import SUPPORTS
from drystone.io.drawing import ReadOptions
from drystone.names import show_line
from drystone.results.files import write_atomically

#: Overlaps up to this [m] are slips of the pen, which a cut may mend.
MOST_TRIM = 0.005

_SKELETON = """\
# Made by drystone import from {source}. Fill in what has no value: nothing physical is guessed.
drystone: 1
name: {name}
gravity: 9.81                 # m/s2
materials:
  stone: {{density: }}          # kg/m3
joints:
  dry: {{friction: }}           # Coulomb coefficient
files:
  - {entry}
{support}
analysis: {{dt: 1e-3}}
duration: 1.0
"""


def import_file(path: Path, options: ReadOptions, output: Path | None) -> Survey:
    """Print what is in a drawing; write the start of a model file that reads it."""
    if output is not None and output.exists():
        raise InputError(f"import: '{output}' is there already; nothing was written")
    if output is not None and not output.parent.is_dir():
        raise InputError(f"import: there is no directory '{output.parent}'; nothing was written")
    found = read_file(path, options, tell=lambda line: show(line, err=True))
    survey = survey_blocks(found.blocks, (*(f"WARNING: {doubt}" for doubt in found.doubts), *found.notes))
    show(f"file        {show_line(str(path))}")
    show("\n".join(map(show_line, survey.lines())))
    if survey.overlaps and options.trim < 2.0 * survey.overlaps[0][2] <= MOST_TRIM:
        # the depth along the normal of a face may exceed the least depth of the overlap
        least = math.ceil(2e4 * survey.overlaps[0][2]) / 10
        show(f"trim        --trim {least:g}mm may cut these blocks to meet in planes")
    if output is not None:
        has_supports = any(SUPPORTS in block.groups for block in found.blocks)
        write_atomically(output, model_skeleton(path, options, survey, output.parent, has_supports).encode())
        show(f"written     {output}; fill in density and friction, then: drystone check {output}")
    return survey


def model_skeleton(path: Path, options: ReadOptions, survey: Survey, folder: Path, has_supports: bool) -> str:
    """Text of a model file in `folder` that reads the drawing with the same options.

    It stands on the supports that the drawing marks, or else on a ground at its lowest point.
    """
    relative = Path(os.path.relpath(path, folder)).as_posix()
    entry: dict[str, object] = {"path": relative}
    for item in fields(options):
        value = getattr(options, item.name)
        if item.default is MISSING or value != item.default:
            entry[item.name] = list(value) if isinstance(value, tuple) else value
    entry["material"] = "stone"
    level = float(survey.extent[0, 2])
    level = 0.0 if abs(level) < 1e-9 else level
    support = f"supports: [{SUPPORTS}]" if has_supports else f"ground: {{level: {level:.10g}}}  # m; the lowest point"
    name = re.sub(r"[^\w.-]+", "-", path.stem).strip("-.") or "model"
    # JSON is YAML, and quotes what must be quoted
    return _SKELETON.format(source=show_line(relative), name=json.dumps(name),
                            entry=json.dumps(entry, ensure_ascii=False), support=support)
