"""A study for the page: its charts, what is known of each run, and which runs can be opened whole."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import RLock

import numpy as np

from drystone._version import VERSION
from drystone.names import show_line
from drystone.results.result import open_result
from drystone.studies.findings.domain import letter_of
from drystone.studies.folder import read_status
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs.kept import read_blob
from drystone.studies.study import StudyResult
from drystone.view import style
from drystone.view.study.parts import unit_finder
from drystone.view.web.chart import looks_data
from drystone.view.web.container import pack_part
from drystone.view.web.scene import FORM, Scene, open_scene
from drystone.view.web.study_charts import study_charts

#: Kind of the head; id of the scene; beginning of parts with the monitors of a run.
STUDY, STUDY_ID, MONITORS = "study", "study", "monitors-"
#: Whole runs that stay open at once.
_MOST_OPEN = 4


class StudyScene:
    """A study as it stood when `state` was last asked for."""

    def __init__(self, directory: Path) -> None:
        self.directory, self._lock = Path(directory), RLock()
        self._opened: dict[str, Scene] = {}
        self._load()

    def _load(self) -> None:
        self._result = StudyResult.open(self.directory)
        rows = self._result.rows
        known = [run for run in self._result.kind.wanted(rows) if run.id in rows]
        self._runs = list({run.id: run for run in known}.values())      # a boundary may want a point of the grid again
        self._unit = unit_finder(self._result.kind.study)
        self._found: dict | None = None

    # -- what there is -------------------------------------------------------------------------------

    def head(self) -> dict:
        """All that is no array."""
        with self._lock:
            file = self._result.kind.study.file
            place = shlex.quote(str(self.directory))
            return {"form": FORM, "kind": STUDY, "title": show_line(file.name), "study_kind": file.kind,
                    "version": VERSION, "directory": show_line(self.directory.name), "state": self._state(),
                    "looks": looks_data(), "colours": {"lines": list(style.PALETTE), "accent": style.ACCENT},
                    "make": show_line(f"drystone study {place} --rerun "),
                    "view": show_line(f"drystone view {place}/runs/"), **self._findings()}

    def _findings(self) -> dict:
        """Words, runs and charts; made once, since fits with their intervals take a while."""
        if self._found is None:
            numbers = {run.id: k for k, run in enumerate(self._runs)}
            self._found = {"words": [show_line(line) for line in self._result.lines()],
                           "runs": [self._run_data(run) for run in self._runs],
                           "charts": [chart.to_data() for chart in study_charts(self._result, numbers)]}
        return self._found

    def _run_data(self, run) -> dict:
        row = self._result.rows[run.id]
        facts = [(name, _shown(value)) for name, value in run.coords.items()]
        facts += [("outcome", row.outcome), ("at its published end", row.at_end), ("failed by", row.mode),
                  ("ended at", f"{row.end:.4g} s"), ("message", row.message)]
        facts += [(name, _shown(value)) for name, value in run.measures.items()]
        return {"id": run.id, "letter": letter_of(row),
                "facts": [[show_line(name), show_line(value)] for name, value in facts if value]}

    def state(self) -> dict:
        """Look again at a study that goes on, or whose runs are made again."""
        with self._lock:
            with Ledger.open(self.directory / LEDGER_NAME) as ledger:
                known = len(ledger.rows())
            if known != len(self._result.rows):
                self._load()
            return self._state()

    def _state(self) -> dict:
        standing = self._result.standing
        counts = ", ".join(f"{count} {name}" for name, count in sorted(standing.counts.items()))
        status = read_status(self.directory)["state"]
        words = f"{status}: {standing.known} of {standing.wanted} runs{f' ({counts})' if counts else ''}"
        return {"summary": show_line(words), "is_running": status == "running", "known": standing.known,
                "stores": [run.id for run in self._runs if self._has_store(run.id)]}

    def _has_store(self, run_id: str) -> bool:
        return (self.directory / "runs" / run_id / "run.json").is_file()

    # -- parts ---------------------------------------------------------------------------------------

    def part_names(self) -> Sequence[str]:
        """Monitors of every run that is over."""
        with self._lock:
            return [MONITORS + run.id for run in self._runs]

    def part(self, name: str) -> bytes:
        """One of `part_names`: times and monitors as they were kept, thinned."""
        run_id = name.removeprefix(MONITORS)
        with Ledger.open(self.directory / LEDGER_NAME) as ledger:
            arrays = read_blob(ledger.blob(run_id), f"run {run_id}")
        time = arrays.pop("time")
        monitors = {key: values for key, values in arrays.items() if not key.startswith("state:")}
        packed = {"time": np.asarray(time, "<f8")}
        for key, values in monitors.items():
            packed[show_line(f"{key}{self._unit(key)}")] = np.asarray(values, "<f4")
        return pack_part(packed)

    # -- whole runs ----------------------------------------------------------------------------------

    def run_scene(self, run_id: str) -> Scene | None:
        """The scene of a run of this study that has a store; None where it is none, or has none."""
        with self._lock:
            if not any(run.id == run_id for run in self._runs) or not self._has_store(run_id):
                return None
            if run_id not in self._opened:
                while len(self._opened) >= _MOST_OPEN:
                    self._opened.pop(next(iter(self._opened)))
                self._opened[run_id] = open_scene(open_result(self.directory / "runs" / run_id))
            return self._opened[run_id]

    def run_scenes(self, room: int) -> dict[str, Scene]:
        """Scenes of all runs with a store, for a page as one file, as long as their parts take less than `room`
        [bytes]."""
        found: dict[str, Scene] = {}
        for run_id in self.state()["stores"]:
            scene = open_scene(open_result(self.directory / "runs" / run_id))
            room -= sum(len(scene.part(name)) for name in scene.part_names())
            if room < 0:
                break
            found[run_id] = scene
        return found

    def frozen(self, inside: Mapping[str, Scene]) -> Frozen:
        """The study as a page as one file shows it; inside : runs that it holds whole."""
        return Frozen(self, tuple(inside))


class Frozen:
    """A study whose page opens only the runs that it holds."""

    def __init__(self, scene: StudyScene, inside: Sequence[str]) -> None:
        self._scene, self._inside = scene, list(inside)

    def head(self) -> dict:
        """All that is no array."""
        return self._scene.head() | {"state": self.state()}

    def state(self) -> dict:
        """As it was when the file was written."""
        return self._scene.state() | {"stores": self._inside, "is_running": False}

    def part_names(self) -> Sequence[str]:
        """Those of the study."""
        return self._scene.part_names()

    def part(self, name: str) -> bytes:
        """One of `part_names`."""
        return self._scene.part(name)


def _shown(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)
