"""`drystone run`: from a model file to a result on disk."""

from __future__ import annotations

import contextlib
import re
import shlex
from pathlib import Path

import numpy as np

from drystone.cli.progress import make_progress
from drystone.cli.show import show
from drystone.cli.summary import run_summary
from drystone.errors import InputError, StoreError
from drystone.model.file import read_model
from drystone.model.model import Model
from drystone.model.step_warnings import step_warnings
from drystone.results.inputs import RunInputs
from drystone.results.record import RECORD_NAME
from drystone.results.result import RunResult
from drystone.simulation.prepare import check_duration
from drystone.simulation.run import run
from drystone.simulation.stopping import RunStopped
from drystone.simulation.warmup import compile_for_first_run


def run_model(path: Path, output: Path | None, overrides: list[str], *, restart: bool = False,
              overwrite: bool = False, quiet: bool = False) -> RunResult:
    """Run the model file at `path`; prints progress and a summary."""
    if restart and overwrite:
        raise InputError("run: --restart and --overwrite exclude each other")
    assembly, settings, resolved = read_model(path, overrides)
    if settings is None:
        raise InputError(f"{path}: analysis is missing: give at least the time step, analysis: {{dt: 1e-3}}")
    model = assembly.build()
    directory = output or Path("runs") / directory_name(assembly.name)
    if (directory / RECORD_NAME).exists() and not (restart or overwrite):
        raise StoreError(f"run '{directory}' is there already: use --overwrite to replace it, --restart to continue "
                         "it, or -o for another place")
    inputs = RunInputs(path.read_text(encoding="utf-8"), resolved, record_files(resolved, path.parent))
    compile_for_first_run()   # before the progress bar, which would write over its words
    try:
        _warn(model, settings.analysis.dt, assembly.duration)
        with make_progress(assembly.name) as progress:
            result = run(model, duration=assembly.duration, directory=directory, settings=settings, inputs=inputs,
                         restart=restart, overwrite=overwrite, progress=progress)
    except RunStopped as stop:
        with contextlib.suppress(OSError):   # a terminal that was closed hears nothing
            show("\n".join(restart_words(stop, path, directory, overrides)))
        raise
    except InputError as error:   # what only the run can see, such as overlaps: say where in the file
        raise assembly.located(error) from None
    if not quiet:
        show(run_summary(result))
    return result


def restart_words(stop: RunStopped, path: Path, directory: Path, overrides: list[str]) -> list[str]:
    """Where a run was stopped, and the command that continues it."""
    words = ["drystone", "run", str(path), *(word for text in overrides for word in ("--set", text)),
             "-o", str(directory), "--restart"]
    return [f"stopped   at {stop.time:.6g} s, after step {stop.step}", f"restart   {shlex.join(words)}"]


def _warn(model: Model, dt: float, duration: float | None) -> None:
    """Lines on the error stream for steps that cannot follow a motion; the result keeps them, too."""
    for line in step_warnings(model, dt, check_duration(model, dt, duration)):   # what is refused gets one line
        show(f"drystone: warning: {line}", err=True)


def directory_name(name: str) -> str:
    """Name of a model as a plain directory name."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.") or "model"


def record_files(resolved: object, folder: Path) -> dict[str, np.ndarray]:
    """Bytes of all records that a model reads, by their path in the file: they belong to the inputs of a run."""
    found: dict[str, np.ndarray] = {}

    def look(value: object) -> None:
        if isinstance(value, dict):
            path = value.get("path")
            if isinstance(path, str) and (folder / path).is_file():
                found[f"file:{path}"] = np.frombuffer((folder / path).read_bytes(), np.uint8)
            for item in value.values():
                look(item)
        elif isinstance(value, list):
            for item in value:
                look(item)

    look(resolved)
    return found
