"""An answer without time for other programs: tables, and the blocks at rest and moved for 3D formats.

For 3D formats an answer becomes a run of one or two frames in a scratch folder, which the writers of runs then export:
the pose at rest with the mechanism as velocity and the forces of the joints, and the pose moved along the mechanism.
"""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from drystone.export.cells import name_cell
from drystone.export.frames import RunFrames
from drystone.model.answer import REACTIONS, STATICS, Answer
from drystone.model.tables import FRAMES, INTERFACES, TableSpec
from drystone.names import show_line
from drystone.results.answer import AnswerResult
from drystone.results.inputs import RunInputs
from drystone.results.result import RunResult
from drystone.results.writer import RunWriter
from drystone.view.limit_picture import SHOWN, displace
from drystone.view.solids import Solids

#: Digits of numbers in tables.
DIGITS = 15
_INTERFACES = TableSpec({
    "block_a": ("<i4", (), "-"), "block_b": ("<i4", (), "-"), "area": ("<f8", (), "m2"), "normal": ("<f8", (3,), "-"),
    "force": ("<f8", (3,), "N"), "point": ("<f8", (3,), "m"), "centroid": ("<f8", (3,), "m"),
    "eccentricity_share": ("<f8", (2,), "-"), "opening": ("<f8", (), "m"), "slip_speed": ("<f8", (), "m/s")},
    ragged=True)


# -- tables ----------------------------------------------------------------------------------------------


def write_answer_tables(result: AnswerResult, folder: Path) -> None:
    """Write what the answer has of interfaces, mechanism, reactions, ties, curve and thrust_lines (.csv)."""
    answer = result.answer
    names = [show_line(name) for name in answer.model.block_names]   # a store may be anybody's
    joints, data = answer.joints, answer.data
    if joints is not None:
        _write(folder / "interfaces.csv",
               ("block a", "block b", "area [m2]", *_axes("normal", "-"), "normal force [N]", *_axes("force", "N"),
                *_axes("point", "m"), "eccentricity share [-]"),
               ((names[a], names[b], joints.area[i], *joints.normal[i], joints.normal_force[i], *joints.force[i],
                 *joints.action_point[i], joints.eccentricity_share[i].max())
                for i, (a, b) in enumerate(zip(joints.block_a, joints.block_b))))
    if answer.moves:
        _write_mechanism(answer, names, folder / "mechanism.csv")
    if REACTIONS in answer.arrays:
        _write(folder / "reactions.csv", ("support", *_axes("force", "N")),
               ((names[i], *answer.arrays[REACTIONS][i]) for i in np.flatnonzero(answer.model.is_support)))
    if data.get("ties"):
        _write(folder / "ties.csv", ("tie", "force [N]"),
               ((show_line(name), force) for name, force in data["ties"].items()))
    if "pushover" in data:
        curve = data["pushover"]
        _write(folder / "curve.csv", ("displacement [m]", f"alpha [{data['unit']}]", "balanced [-]"),
               zip(curve["displacement"], curve["alpha"], map(int, curve["balanced"])))
    if data.get("thrust_lines"):
        _write(folder / "thrust_lines.csv",
               ("line", "joint", *_axes("point", "m"), *_axes("force", "N"), "friction use [-]", "eccentricity [-]"),
               ((kind, k, *line["points"][k], *line["forces"][k], line["friction_use"][k], line["eccentricity"][k])
                for kind, line in data["thrust_lines"].items() if line for k in range(len(line["points"]))))


def _write_mechanism(answer: Answer, names: Sequence[str], path: Path) -> None:
    """Motion of all blocks: twists, of a structure that falls under its dead load accelerations."""
    header = (("acceleration", "m/s2"), ("angular acceleration", "rad/s2")) if answer.kind == STATICS else (
        ("velocity", "m/s"), ("angular velocity", "rad/s"))
    _write(path, ("block", *(word for what, unit in header for word in _axes(what, unit))),
           ((name, *twist) for name, twist in zip(names, answer.mechanism)))


def _axes(what: str, unit: str) -> tuple[str, ...]:
    return tuple(f"{what} {axis} [{unit}]" for axis in "xyz")


def _write(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(header)
        table.writerows([_cell(value) for value in row] for row in rows)


def _cell(value: object) -> str:
    if isinstance(value, str):
        return name_cell(value)
    return "" if value is None else f"{value:.{DIGITS}g}"


# -- 3D formats ------------------------------------------------------------------------------------------


def write_answer_scene(result: AnswerResult, writer: Callable[[RunFrames, Path], None], path: Path) -> None:
    """Let the `writer` of a 3D format write the answer: at time 0 the pose at rest, at 1 the one that pictures show."""
    with tempfile.TemporaryDirectory(prefix="drystone-") as folder:
        writer(RunFrames(_as_run(result, Path(folder) / "run")), path)


def _as_run(result: AnswerResult, directory: Path) -> RunResult:
    """The answer as a run of one frame, or of two where something moves."""
    answer = result.answer
    model, count = answer.model, len(answer.model.block_names)
    step = SHOWN * _size(answer) * answer.drawn_mechanism
    tables = {FRAMES: TableSpec({"position": ("<f8", (count, 3), "m"), "orientation": ("<f8", (count, 4), "-"),
                                 "twist": ("<f8", (count, 6), "m/s, rad/s"), "is_active": ("bool", (count,), "-")})}
    joints = answer.joints
    tables |= {} if joints is None else {INTERFACES: _INTERFACES}
    with RunWriter.create(directory, RunInputs("", {}), tables, static=result.static) as writer:
        for time in range(2 if answer.moves else 1):
            position, orientation = displace(model, float(time) * step)
            writer.append(FRAMES, step=time, time=float(time), position=position, orientation=orientation,
                          twist=answer.drawn_mechanism, is_active=np.ones(count, bool))
        if joints is not None:
            writer.append(INTERFACES, step=0, time=0.0, block_a=joints.block_a, block_b=joints.block_b,
                          area=joints.area, normal=joints.normal, force=joints.force, point=joints.action_point,
                          centroid=joints.centroid, eccentricity_share=joints.eccentricity_share,
                          opening=joints.opening, slip_speed=np.full(joints.count, np.nan))
        writer.finish()
    return RunResult(directory)


def _size(answer: Answer) -> float:
    """Greatest extent of what is no support [m], as pictures take it."""
    solids = Solids.of_model(answer.model)
    rest = solids.place(answer.model.initial_position, answer.model.initial_orientation)
    return solids.extent(rest)
