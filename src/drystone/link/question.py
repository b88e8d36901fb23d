"""Questions of the link: a message becomes a model, is analysed, and answered by plain lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from drystone.checks import check_choice, check_count, check_number, show
from drystone.errors import InputError
from drystone.io.units import UNITS
from drystone.limit.analysis import limit_analysis
from drystone.limit.live import acceleration
from drystone.limit.standing import Standing, judge_standing
from drystone.limit.thrust_line import KINDS, ThrustLine, effective_line, thrust_line
from drystone.link.meshes import MeshBlock, read_meshes
from drystone.link.reply import Drawn, limit_reply, line_reply, run_reply, statics_reply
from drystone.model.file import model_from_data
from drystone.model.model import Model
from drystone.model.selection import suggest
from drystone.model.settings import RunSettings
from drystone.model.uses import check_uses
from drystone.simulation.run import run

EFFECTIVE = "effective"
_COMMON = ("kind", "id", "meshes", "unit", "ground", "model")
KEYS = {"statics": (*_COMMON, "push", "lines", "elastic", "travel"), "run": (*_COMMON, "frames")}
#: Sections of the model file that meshes stand for, or that the link sets itself.
_NOT_HERE = {"drystone": "is set by the link", "blocks": "come as meshes", "patterns": "come as meshes",
             "files": "come as meshes", "ground": "stands beside model, in the unit of the meshes"}
MOST_FRAMES = 1000


@dataclass(frozen=True, slots=True)
class Structure:
    """What a message describes."""

    model: Model
    settings: RunSettings | None
    duration: float | None
    drawn: Drawn


def answer_question(message: Mapping) -> dict:
    """All that is answered, but kind and id. InputError where the message is no question."""
    kind = message.get("kind")
    if not isinstance(kind, str) or kind not in KEYS:
        raise InputError(f"link: kind must be one of {', '.join(KEYS)}, got {show(kind)}")
    for key in message:
        if key not in KEYS[kind]:
            raise InputError(f"link: {kind} has no key {show(key)}{suggest(key, KEYS[kind])}")
    return (_answer_statics if kind == "statics" else _answer_run)(message)


# --- statics ----------------------------------------------------------------------------------------


def _answer_statics(message: Mapping) -> dict:
    lines, elastic, travel = _statics_options(message)
    structure = _read_structure(message)
    model, drawn = structure.model, structure.drawn
    tolerance = 0.0 if structure.settings is None else structure.settings.analysis.touching
    standing = judge_standing(model, elastic=elastic, overlap_tolerance=tolerance)
    notes = list(check_uses(model, "statics", ()))
    found = statics_reply(standing, drawn, travel)
    if message.get("push") is not None:
        found |= _push(message["push"], model, standing, drawn, travel, notes)
    found |= line_reply(_lines(model, standing, lines, notes), drawn)
    return found | {"notes": notes}


def _statics_options(message: Mapping) -> tuple[list[str], bool, float | None]:
    lines = message.get("lines", [EFFECTIVE])
    if not isinstance(lines, list):
        raise InputError(f"link: lines must be a list of {', '.join((EFFECTIVE, *KINDS))}, got {show(lines)}")
    for line in lines:
        check_choice("link: lines", line if isinstance(line, str) else show(line), (EFFECTIVE, *KINDS))
    elastic = message.get("elastic", False)
    if not isinstance(elastic, bool):
        raise InputError(f"link: elastic must be true or false, got {show(elastic)}")
    travel = message.get("travel")
    return lines, elastic, None if travel is None else check_number("link: travel", travel, "unit of meshes", above=0.0)


def _push(direction: object, model: Model, standing: Standing, drawn: Drawn, travel: float | None,
          notes: list[str]) -> dict:
    if not isinstance(direction, (str, list)):
        raise InputError(f"link: push must be one of +x, -x, +y, -y, +z, -z or three numbers, got {show(direction)}")
    live = acceleration(model, direction)
    if not standing.statics.stands:
        notes.append("push: nothing to push: it does not stand under its dead load")
        return {}
    return limit_reply(limit_analysis(model, live), drawn, travel)


def _lines(model: Model, standing: Standing, kinds: list[str], notes: list[str]) -> dict[str, ThrustLine | None]:
    """Those asked for; a structure that is no chain of blocks has none, which is a note."""
    found: dict[str, ThrustLine | None] = {}
    try:
        for kind in kinds:
            if kind != EFFECTIVE:
                found[kind] = thrust_line(model, (), kind)
            elif standing.statics.stands:
                found[kind] = effective_line(model, standing.statics.interfaces)
    except InputError as error:
        notes.append(str(error))
        return {}
    return found


# --- through time -----------------------------------------------------------------------------------


def _answer_run(message: Mapping) -> dict:
    frames = check_count("link: frames", message.get("frames", 1), least=1, most=MOST_FRAMES)
    structure = _read_structure(message)
    if structure.settings is None:
        raise InputError("link: model.analysis is missing: give at least the time step, {\"dt\": 1e-3}")
    result = run(structure.model, duration=structure.duration, settings=structure.settings)
    return run_reply(result, structure.drawn, frames)


# --- what both are about ----------------------------------------------------------------------------


def _read_structure(message: Mapping) -> Structure:
    for key in ("meshes", "unit", "model"):
        if key not in message:
            raise InputError(f"link: {key} is missing")
    unit = check_choice("link: unit", message["unit"] if isinstance(message["unit"], str) else show(message["unit"]),
                        tuple(UNITS))
    blocks = read_meshes(message["meshes"], unit)
    data = _model_data(message, blocks, UNITS[unit])
    shapes = [(block.shape, _material(i, block, data)) for i, block in enumerate(blocks)]
    assembly, settings, _ = model_from_data(data, source="link", shapes=shapes)
    model = assembly.build()
    names = [block.shape.name for block in blocks]
    number = {name: i for i, name in enumerate(model.block_names)}
    return Structure(model, settings, assembly.duration,
                     Drawn(model, np.array([number[name] for name in names]), UNITS[unit]))


def _model_data(message: Mapping, blocks: list[MeshBlock], scale: float) -> dict:
    given = message["model"]
    if not isinstance(given, dict):
        raise InputError(f"link: model must be an object with keys of the model file, got {show(given)}")
    for key, why in _NOT_HERE.items():
        if key in given:
            raise InputError(f"link: model: {key} {why}")
    supports = given.get("supports", [])
    supports = [supports] if isinstance(supports, str) else supports
    own = [block.shape.name for block in blocks if block.is_support]
    data = {"name": "link", **given, "drystone": 1}
    data["supports"] = [*supports, *own] if isinstance(supports, list) else supports     # the schema speaks of others
    if message.get("ground") is not None:
        data["ground"] = {"level": check_number("link: ground", message["ground"], "unit of meshes") * scale}
    return data


def _material(number: int, block: MeshBlock, data: dict) -> str | None:
    """The mesh's own; where there is one material only, that one. Supports need none."""
    known = data.get("materials")
    if block.material is not None or block.is_support or not isinstance(known, dict):
        return block.material
    if len(known) != 1:
        raise InputError(f"mesh {number} ({block.shape.name!r}): material is missing; there are: "
                         f"{', '.join(map(str, known)) or 'none'}")
    return next(iter(known))
