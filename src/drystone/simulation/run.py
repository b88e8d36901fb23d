"""Run a model from a script: from an Assembly or a Model to a result on disk."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from drystone._version import VERSION
from drystone.checks import check_choice
from drystone.errors import InputError
from drystone.model.assembly import Assembly
from drystone.model.digest import compute_digest
from drystone.model.mesh_files import read_mesh_files
from drystone.model.model import Model
from drystone.model.old_keys import move_old_keys
from drystone.model.settings import (
    DEFAULT_ENGINE,
    ENGINE_SETTINGS,
    CollapseSettings,
    EndSettings,
    OutputSettings,
    RunSettings,
)
from drystone.results.inputs import RunInputs
from drystone.results.result import RunResult
from drystone.simulation.execute import Progress, execute_model
from drystone.simulation.prepare import check_duration
from drystone.simulation.sink import store_sink
from drystone.simulation.warmup import compile_for_first_run


def make_settings(*, dt: float | None = None, output: dict | None = None, collapse: dict | None = None,
                  end: dict | None = None, **analysis) -> RunSettings:
    """Run settings from keywords, e.g. ``make_settings(dt=1e-3, scheme="euler", output={"frames": 10})``."""
    if dt is None:
        raise InputError("run: the time step dt is missing [s]")
    engine = analysis.get("engine", DEFAULT_ENGINE)
    check_choice("analysis.engine", engine, tuple(ENGINE_SETTINGS))
    kept, _ = move_old_keys({"output": output or {}}, lambda path: "run")
    sections = (("analysis", ENGINE_SETTINGS[engine], {"dt": dt, **analysis}),
                ("output", OutputSettings, kept["output"]),
                ("collapse", CollapseSettings, collapse or {}), ("end", EndSettings, end or {}))
    made = {}
    for name, kind, values in sections:
        try:
            made[name] = kind(**values)
        except ValidationError as error:
            first = error.errors()[0]
            path = ".".join(str(part) for part in (name, *first["loc"]))
            raise InputError(f"{path}: {first['msg'][0].lower() + first['msg'][1:]}, got {first['input']!r}") from None
    return RunSettings(**made)


def run(what: Assembly | Model, *, duration: float | None = None, directory: str | Path | None = None,
        settings: RunSettings | None = None, inputs: RunInputs | None = None, restart: bool = False,
        overwrite: bool = False, progress: Callable[[Progress], None] | None = None, **keywords) -> RunResult:
    """Run a model through time and return its result.

    Parameters
    ----------
    duration : simulated time [s]; by default the sum of the stages
    directory : where the result is kept; by default a temporary directory that goes with the result
    settings : all settings at once; or give them as keywords: dt=1e-3, scheme="midpoint", flow="coulomb", ...,
        output={"frames": 10}, collapse={"energy_drop": 0.2}, end={"rest": {"speed": 1e-3, "hold": 0.5}}
    restart : continue a run that was stopped or killed
    overwrite : replace the run in `directory`
    progress : called a few times a second
    """
    model = what.build() if isinstance(what, Assembly) else what
    if settings is None:
        settings = make_settings(**keywords)
    elif keywords:
        raise InputError(f"run: give settings or keywords, not both: {', '.join(keywords)}")
    settings = read_mesh_files(settings, Path())
    duration = check_duration(model, settings, duration)
    inputs = run_inputs(model, settings, duration, inputs)
    temporary = directory is None
    directory = Path(tempfile.mkdtemp(prefix="drystone-")) / "run" if directory is None else Path(directory)
    compile_for_first_run(settings.analysis.engine)
    try:
        execute_model(model, settings, duration, inputs,
                      store_sink(directory, settings, restart=restart, overwrite=overwrite), progress)
        result = RunResult(directory)
    except BaseException:
        if temporary:
            shutil.rmtree(directory.parent, ignore_errors=True)
        raise
    if temporary:
        weakref.finalize(result, shutil.rmtree, directory.parent, True)
    return result


def run_inputs(model: Model, settings: RunSettings, duration: float, given: RunInputs | None) -> RunInputs:
    """What the run is made of, for its hash: the file's content if there is one, settings, and the model's digest.

    The digest covers what a file only names, such as the samples of a record.
    """
    resolved: dict[str, object] = {"name": model.name, "blocks": list(model.block_names)}
    if given:
        resolved = dict(given.resolved)
    resolved |= {"run": {"duration": duration, "settings": settings.model_dump(mode="json"),
                         "digest": compute_digest(model)}}
    if given:
        return replace(given, resolved=resolved)
    return RunInputs(text=f"# built by a script with drystone {VERSION}\n", resolved=resolved)
