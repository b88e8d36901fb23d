"""Contact problems in files of our own layout, bit for bit."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.solvers.cone.problem import ContactProblem

LAYOUT = 1


def save_problem(problem: ContactProblem, path: str | Path) -> None:
    """Write `problem` to `path` (.npz); `load_problem` gives the same bits back."""
    arrays = {f.name: np.asarray(getattr(problem, f.name)) for f in fields(problem)
              if getattr(problem, f.name) is not None}
    with open(path, "wb") as file:
        np.savez_compressed(file, layout=np.int64(LAYOUT), **arrays)


def save_warm(path: str | Path, warm: tuple[np.ndarray, np.ndarray]) -> None:
    """Write the twist and impulses from which a problem was solved beside its file `path`."""
    with open(warm_path(path), "wb") as file:
        np.savez_compressed(file, twist=warm[0], impulse=warm[1])


def warm_path(path: str | Path) -> Path:
    """File of the warm start of the problem in `path`."""
    return Path(path).with_suffix(".warm.npz")


def load_problem(path: str | Path) -> ContactProblem:
    """Read what `save_problem` wrote."""
    with np.load(path, allow_pickle=False) as file:
        if "layout" not in file or int(file["layout"]) != LAYOUT:
            raise InputError(f"contact problem {str(path)!r}: layout must be {LAYOUT}, "
                             f"got {int(file['layout']) if 'layout' in file else None!r}")
        values = {name: file[name] for name in file.files if name != "layout"}
    if "planar_axis" in values:
        values["planar_axis"] = int(values["planar_axis"])
    values["speed_scale"] = float(values["speed_scale"])
    return ContactProblem(**values)
