"""Memory of a Dask scheduler while a study with ten thousand planned runs goes on; only some of them are made."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from drystone.bench.child import ask_child
from drystone.bench.row import Row
from drystone.bench.startup import LEAST
from drystone.errors import DrystoneError
from drystone.process import peak_memory
from drystone.studies.conduct import Standing

PLANNED, MADE = 10_000, 200
MOST_MEMORY = 1000.0        #: of the scheduler, and of the command [MB]
PATIENCE = 60.0             #: for a scheduler to come up [s]
_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def dask_row(folder: Path, text: str, planned: int = PLANNED, made: int = MADE) -> Row:
    """Peaks of scheduler and command once `made` of `planned` runs are over; text : study file with COUNT in it"""
    if find_spec("distributed") is None:
        return Row("study", "dask", more={"note": "Dask is missing: pip install 'drystone[dask]'"})
    (folder / "least.yaml").write_text(LEAST)
    path = folder / "many.yaml"
    path.write_text(text.replace("COUNT", str(planned)))
    place, own = folder / "scheduler.json", []
    try:
        own.append(_start(folder, "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(place)))
        url = _address(place, own[0])
        own.append(_start(folder, "worker", url, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder)))
        found = ask_child("dask-study", str(path), str(folder / "many"), url, str(made))
        peak = peak_memory(own[0].pid)
    finally:
        for process in own:
            process.kill()
            process.wait()
    return Row("study", "dask", 1, more={"runs": planned, "made": made, "scheduler_mb": peak,
                                         "peak_mb": found["peak_mb"]},
               failed=peak >= MOST_MEMORY or found["peak_mb"] >= MOST_MEMORY)


def _start(folder: Path, kind: str, *words: str) -> subprocess.Popen:
    with open(folder / f"{kind}.log", "ab") as log:
        return subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *words],
                                stdout=log, stderr=log, env=os.environ | _ONE_THREAD)


def _address(place: Path, scheduler: subprocess.Popen) -> str:
    """Where a scheduler listens, once it says so."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and scheduler.poll() is None:
        if place.exists() and place.stat().st_size:
            return json.loads(place.read_text())["address"]
        time.sleep(0.1)
    raise DrystoneError("bench: study: the Dask scheduler does not come up")


class _Enough(Exception):
    """As many runs are over as were asked for."""


def conduct_some(path: str, directory: str, url: str, made: int) -> None:
    """A study by a Dask cluster, given up after `made` runs."""
    from drystone.studies.crew.dask import dask_crew
    from drystone.studies.study import run_study

    def watch(standing: Standing) -> None:
        if standing.made >= made:
            raise _Enough

    try:
        run_study(path, directory, crew=dask_crew(url, say=lambda words: None), watch=watch)
    except _Enough:
        return
