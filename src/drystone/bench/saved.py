"""Saved steps: made once by marching the engine, kept as plain problem files, read again afterwards.

A folder a plan: `step_1.npz` is what `save_problem` writes and `drystone bench FILE` replays, `step_1.warm.npz`
the twist and the impulses from which the engine started. Only the first problem of a step is kept, and only convex
ones: what is measured on them is certified, which Coulomb's law cannot be.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from drystone.bench.regimes import DT, Plan
from drystone.bench.tap import Heard, tap
from drystone.engines.registry import make_engine
from drystone.errors import InputError
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps
from drystone.solvers.cone.problem import ContactProblem, FlowLaw
from drystone.solvers.cone.save import load_problem, save_problem, save_warm, warm_path


@dataclass(frozen=True, slots=True)
class SavedStep:
    """A cone problem and what the run knew before it."""

    problem: ContactProblem
    warm: tuple[np.ndarray, np.ndarray] | None   #: twist (b, 6) and impulse (c, 3)


def cache_folder() -> Path:
    """Where saved steps lie unless another folder is named: in the user's cache."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "drystone" / "bench"


def saved_steps(plan: Plan, folder: Path, *, fresh: bool = False,
                say: Callable[[str], None] = lambda text: None) -> list[SavedStep]:
    """Steps of `plan` from `folder`, or from a march that is then kept there."""
    if fresh or not step_path(plan, folder, plan.count).exists():
        say(f"{plan.name}: marching {plan.last} steps to save {plan.count} ...")
        _write(march_to(plan), step_path(plan, folder, 1).parent)
    return [read_step(step_path(plan, folder, number)) for number in range(1, plan.count + 1)]


def step_path(plan: Plan, folder: Path, number: int) -> Path:
    """File of a step of `plan`, counted from 1."""
    return folder / f"{plan.name}-{_stamp(plan)}" / f"step_{number}.npz"


def march_to(plan: Plan) -> list[SavedStep]:
    """March the engine and catch the first problem of each step that the plan names."""
    model, heard = plan.model(), list[Heard]()
    # what rests is not solved at all: in a quiet march solvers are asked all the same
    settings = AnalysisSettings(dt=DT, unsolved="count", flow=plan.flow, settling=plan.regime != "quiet")
    engine = make_engine(model, settings, plan.last * DT,
                         on_solve=tap(heard.append))
    found, steps = [], take_steps(model, engine, engine.start(), plan.last)
    for step in range(1, plan.last + 1):
        heard.clear()
        next(steps)
        if step < plan.first:
            continue
        if not heard:
            raise InputError(f"bench: step {step} of {plan.name} must solve a problem, got one at exact rest")
        if heard[0].problem.law is not FlowLaw.ASSOCIATIVE:
            raise InputError(f"bench: steps of {plan.name} must be convex problems, got flow {plan.flow!r}")
        found.append(SavedStep(heard[0].problem, heard[0].warm))
    return found


def _write(steps: list[SavedStep], place: Path) -> None:
    """All files, under their final name only when complete."""
    part = place.with_name(f"{place.name}.{os.getpid()}.part")
    part.mkdir(parents=True, exist_ok=True)
    for number, step in enumerate(steps, 1):
        write_step(step, part / f"step_{number}.npz")
    shutil.rmtree(place, ignore_errors=True)
    part.rename(place)


def write_step(step: SavedStep, path: Path) -> None:
    """A problem file and, beside it, the warm start."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_problem(step.problem, path)
    if step.warm is not None:
        save_warm(path, step.warm)


def read_step(path: Path) -> SavedStep:
    """A problem file, with its warm start where one lies beside it; anything else is an error of one line."""
    if not path.is_file():
        raise InputError(f"bench: problem file {str(path)!r} must exist, got none")
    try:
        problem = load_problem(path)
        warm = None
        if warm_path(path).is_file():
            with np.load(warm_path(path), allow_pickle=False) as file:
                warm = file["twist"], file["impulse"]
    except InputError:
        raise
    except Exception as error:   # a damaged file fails in many ways, all of them the file's fault
        raise InputError(f"bench: {str(path)!r} is no saved contact problem: {error}") from None
    return SavedStep(problem, warm)


def _stamp(plan: Plan) -> str:
    """Changes with the plan, its structure and the layout of a problem; not with the engine, so that figures before
    and after a change of a solver are of the same problems."""
    scene, layout = plan.scene, [f.name for f in fields(ContactProblem)]
    text = repr((scene.boxes(), scene.direction, plan.regime, plan.level, plan.first, plan.count, plan.reverse,
                 plan.flow, layout))
    return hashlib.sha256(text.encode()).hexdigest()[:10]
