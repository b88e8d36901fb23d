"""Results as pandas DataFrames. pandas is not needed by anything else: it is loaded when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.geometry.rotation import rotation_vector
from drystone.model.answer import Answer
from drystone.model.tables import ENERGY, FRAMES, GROUND_ACCELERATION, INTERFACES, MONITOR, PTR, STEP, STEPS, TIES, TIME

if TYPE_CHECKING:
    from drystone.results.result import RunResult

#: Tables of a run, beside those that its engine keeps by other names.
BLOCKS, JOINTS = "blocks", "joints"
ANSWER_TABLES = (JOINTS, BLOCKS)


def load_pandas():
    """pandas, or how to get it."""
    try:
        import pandas
    except ImportError:
        raise InputError("to_pandas needs pip install 'drystone[pandas]'") from None
    return pandas


def run_frame(result: RunResult, table: str):
    """A table of a run: steps, blocks, joints, ties, or another that the engine keeps with one row a frame.

    Columns carry their units in brackets; names are text.
    """
    pandas = load_pandas()
    if table == STEPS:
        return pandas.DataFrame(_step_columns(result)).set_index("time [s]")
    if table == BLOCKS:
        return pandas.DataFrame(_block_columns(result))
    if table == JOINTS:
        return pandas.DataFrame(_joint_columns(result))
    if table == TIES:
        return pandas.DataFrame(_tie_columns(result))
    known = (STEPS, BLOCKS, *((JOINTS,) if INTERFACES in result.tables else ()),
             *(name for name in result.tables if name not in (STEPS, FRAMES, INTERFACES)))
    check_choice(f"run '{result.directory}': table", table, known)
    return pandas.DataFrame(_flat_columns(result, table))


def answer_frame(answer: Answer, table: str):
    """A table of an answer: joints, or blocks with their motion and reactions."""
    pandas = load_pandas()
    check_choice(f"answer of kind {answer.kind!r}: table", table, ANSWER_TABLES)
    names = answer.model.block_names
    if table == BLOCKS:
        unit = ("m/s2", "rad/s2") if answer.kind == "statics" else ("m/s", "rad/s")
        columns = {"block": list(names), "is_support": answer.model.is_support}
        columns |= _axes("motion", answer.mechanism[:, :3], unit[0])
        columns |= _axes("turning", answer.mechanism[:, 3:], unit[1])
        reactions = answer.arrays.get("reactions")
        return pandas.DataFrame(columns | ({} if reactions is None else _axes("reaction", reactions, "N")))
    joints = answer.joints
    if joints is None:
        raise InputError(f"answer of kind {answer.kind!r}: no forces of joints are known")
    columns = {"block a": [names[i] for i in joints.block_a], "block b": [names[i] for i in joints.block_b],
               "area [m2]": joints.area, "normal force [N]": joints.normal_force}
    columns |= _axes("force", joints.force, "N") | _axes("normal", joints.normal, "-")
    columns |= _axes("point", joints.action_point, "m")
    return pandas.DataFrame(columns | {"eccentricity share [-]": np.abs(joints.eccentricity_share).max(axis=1)})


def _step_columns(result: RunResult) -> dict[str, np.ndarray]:
    """Every column of table "steps"; energies, monitors and the ground without their prefixes."""
    units, content = result.units[STEPS], result.table(STEPS)
    columns = {"time [s]": content[TIME], STEP: content[STEP]}
    ground = GROUND_ACCELERATION.partition(":")[0] + ":"
    for name, values in content.items():
        if name in (TIME, STEP):
            continue
        title = name.removeprefix(MONITOR)
        title = f"energy {name.removeprefix(ENERGY)}" if name.startswith(ENERGY) else title
        title = f"ground {name.removeprefix(ground)}" if name.startswith(ground) else title
        columns |= _spread(title, values, units[name])
    return columns


def _block_columns(result: RunResult) -> dict[str, object]:
    """One row a frame and block that is still there, in the order of frames."""
    frames, names = result.frames, np.array(result.block_names)
    drawn = result.static["reference_position"]
    active = result.column(FRAMES, "is_active") if "is_active" in result.tables[FRAMES].columns else np.ones(
        frames.position.shape[:2], bool)
    f, b = np.nonzero(active)
    columns: dict[str, object] = {"time [s]": frames.time[f], "step": frames.step[f], "block": names[b]}
    columns |= _axes("position", frames.position[f, b], "m")
    columns |= _axes("displacement", frames.position[f, b] - drawn[b], "m")
    columns |= _axes("rotation", rotation_vector(frames.orientation[f, b]), "rad")
    return (columns | _axes("velocity", frames.twist[f, b, :3], "m/s")
            | _axes("angular velocity", frames.twist[f, b, 3:], "rad/s"))


def _joint_columns(result: RunResult) -> dict[str, object]:
    """One row a frame and interface; forces act on block b."""
    rows, names, units = result.interface_rows, np.array(result.block_names), result.units[INTERFACES]
    step = result.column(INTERFACES, STEP)
    columns: dict[str, object] = {"time [s]": rows.time[rows.frame], "step": step[rows.frame],
                                  "block a": names[rows.block_a], "block b": names[rows.block_b]}
    columns["normal force [N]"] = np.einsum("ni,ni->n", rows["force"], rows["normal"])
    for name in rows.columns:
        if name not in ("block_a", "block_b"):
            columns |= _spread(name.replace("_", " "), rows[name], units[name])
    return columns


def _tie_columns(result: RunResult) -> dict[str, object]:
    """One row a frame and tie."""
    content, units, names = result.table(TIES), result.units[TIES], result.tie_names
    count = len(content[TIME])
    columns: dict[str, object] = {"time [s]": np.repeat(content[TIME], len(names)),
                                  "step": np.repeat(content[STEP], len(names)), "tie": list(names) * count}
    return columns | {f"{name.replace('_', ' ')} [{units[name]}]" if values.dtype != bool else name: values.reshape(-1)
                      for name, values in content.items() if name not in (TIME, STEP)}


def _flat_columns(result: RunResult, table: str) -> dict[str, object]:
    """Whatever an engine keeps, one row a frame, or of a ragged table one row an entry."""
    content, units = result.table(table), result.units[table]
    frame = np.arange(len(content[TIME]))
    if PTR in content:
        frame = np.repeat(frame, np.diff(content.pop(PTR)))
    columns: dict[str, object] = {"time [s]": content[TIME][frame], "step": content[STEP][frame]}
    for name, values in content.items():
        if name not in (TIME, STEP):
            columns |= _spread(name.replace("_", " "), values.reshape(len(values), -1), units[name])
    return columns


def _spread(title: str, values: np.ndarray, unit: str) -> dict[str, np.ndarray]:
    """One column a number; vectors by their axes, longer rows by number."""
    values = values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values
    if values.ndim == 1:
        return {f"{title} [{unit}]" if values.dtype.kind == "f" else title: values}
    if values.shape[1] == 3:
        return _axes(title, values, unit)
    return {f"{title} {k + 1} [{unit}]": values[:, k] for k in range(values.shape[1])}


def _axes(title: str, values: np.ndarray, unit: str) -> dict[str, np.ndarray]:
    return {f"{title} {axis} [{unit}]": values[:, k] for k, axis in enumerate("xyz")}
