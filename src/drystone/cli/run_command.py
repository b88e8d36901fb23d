"""`drystone run`: from a model file to a result on disk."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
from pathlib import Path

import typer

from drystone.cli.progress import make_progress
from drystone.cli.show import show
from drystone.cli.summary import result_data, run_summary
from drystone.errors import InputError, StoreError
from drystone.model.model import Model
from drystone.model.settings import RunSettings
from drystone.model.source import ModelSource
from drystone.model.step_warnings import step_warnings
from drystone.results.record import RECORD_NAME
from drystone.results.result import RunResult, open_result
from drystone.simulation.job import Job, execute
from drystone.simulation.prepare import check_duration
from drystone.simulation.sink import store_sink
from drystone.simulation.stopping import RunStopped
from drystone.simulation.warmup import compile_for_first_run


def run_model(path: Path, output: Path | None, overrides: list[str], *, restart: bool = False,
              overwrite: bool = False, quiet: bool = False, as_json: bool = False) -> RunResult:
    """Run the model file at `path`; prints progress and a summary, as JSON with everything else on the error stream."""
    if restart and overwrite:
        raise InputError("run: --restart and --overwrite exclude each other")
    job = Job(ModelSource.read(path, overrides))
    built = job.source.build()
    settings = job.settings_of(built)
    directory = output or Path("runs") / directory_name(built.model.name)
    if (directory / RECORD_NAME).exists() and not (restart or overwrite):
        raise StoreError(f"run '{directory}' is there already: use --overwrite to replace it, --restart to continue "
                         "it, or -o for another place")
    with built.assembly.placing():
        _warn(built.model, settings, built.assembly.duration)
    compile_for_first_run(settings.analysis.engine)   # before the progress bar, which would write over its words
    try:
        with make_progress(built.model.name, err=as_json) as progress:
            execute(job, store_sink(directory, settings, restart=restart, overwrite=overwrite),
                    progress=progress, built=built)
    except RunStopped as stop:
        with contextlib.suppress(OSError):   # a terminal that was closed hears nothing
            show("\n".join(restart_words(stop, path, directory, overrides)), err=as_json)
        raise
    result = open_result(directory)
    if as_json:
        typer.echo(json.dumps(result_data(result), indent=1))
    elif not quiet:
        show(run_summary(result))
    return result


def restart_words(stop: RunStopped, path: Path, directory: Path, overrides: list[str]) -> list[str]:
    """Where a run was stopped, and the command that continues it."""
    words = ["drystone", "run", str(path), *(word for text in overrides for word in ("--set", text)),
             "-o", str(directory), "--restart"]
    return [f"stopped   at {stop.time:.6g} s, after step {stop.step}", f"restart   {shlex.join(words)}"]


def _warn(model: Model, settings: RunSettings, duration: float | None) -> None:
    """Lines on the error stream for steps that cannot follow a motion; the result keeps them, too."""
    length = check_duration(model, settings, duration)      # what is refused gets one line
    for line in step_warnings(model, settings.analysis.load_step, length):
        show(f"drystone: warning: {line}", err=True)


def directory_name(name: str) -> str:
    """Name of a model as a plain directory name."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.") or "model"
