"""Contact problems in files of our own layout, bit for bit."""

from __future__ import annotations

import io
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from drystone.errors import InputError
from drystone.solvers.cone.problem import ContactProblem, FlowLaw

LAYOUT = 1


@dataclass(frozen=True, slots=True)
class UnsolvedStep:
    """A cone problem that no solver brought below tolerance, and the start that it was given."""

    problem: ContactProblem
    warm: tuple[np.ndarray, np.ndarray]   #: twist (b, 6) and impulse (c, 3)

    def files(self, stem: str) -> dict[str, bytes]:
        """Contents by file name: the problem, and its warm start."""
        name = f"{stem}.npz"
        return {name: _pack(_arrays_of(self.problem)), warm_path(name).name: _pack(_arrays_of_warm(self.warm))}


def save_problem(problem: ContactProblem, path: str | Path) -> None:
    """Write `problem` to `path` (.npz); `load_problem` gives the same bits back."""
    Path(path).write_bytes(_pack(_arrays_of(problem)))


def save_warm(path: str | Path, warm: tuple[np.ndarray, np.ndarray]) -> None:
    """Write the twist and impulses from which a problem was solved beside its file `path`."""
    warm_path(path).write_bytes(_pack(_arrays_of_warm(warm)))


def _arrays_of(problem: ContactProblem) -> dict[str, np.ndarray]:
    given = {f.name: getattr(problem, f.name) for f in fields(problem)}
    return {"layout": np.int64(LAYOUT)} | {name: np.asarray(v) for name, v in given.items() if v is not None}


def _arrays_of_warm(warm: tuple[np.ndarray, np.ndarray]) -> dict[str, np.ndarray]:
    return {"twist": warm[0], "impulse": warm[1]}


def _pack(arrays: dict[str, np.ndarray]) -> bytes:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


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
    law = str(values.pop("law", FlowLaw.ASSOCIATIVE))    # older files have none
    if law not in tuple(FlowLaw):
        raise InputError(f"contact problem {str(path)!r}: law must be one of {', '.join(FlowLaw)}, got {law!r}")
    return ContactProblem(**values, law=FlowLaw(law))
