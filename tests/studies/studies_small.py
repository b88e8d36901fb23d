"""Small studies of one block, who makes their runs in this process, and what is compared of two studies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from drystone.studies.crew.crew import Done, Erred
from drystone.studies.folder import base_of, study_files
from drystone.studies.ledger import LEDGER_NAME, Ledger
from drystone.studies.runs.carry_out import carry_out

BLOCK = """
drystone: 1
name: block
gravity: 9.81
materials: {stone: {density: 1800}}
joints: {dry: {friction: 2.0}}
blocks:
  - {name: block, box: {size: [0.5, 0.5, 2.0], center: [0, 0, 1.0]}, material: stone}
ground: {level: 0.0}
motions:
  - {name: pulse, kind: one_sine, parameters: {amplitude: 4.0, half_period: 0.3}, direction: [1, 0, 0]}
monitors:
  - {name: top, block: block, point: [0, 0, 2.0], quantity: displacement, component: x}
duration: 0.1
output: {frames: 10}
analysis: {dt: 10 ms}
collapse: {overturning: {blocks: [block], angle_deg: 60}}
"""

#: Runs of a quarter of a second and more: there is time to kill somebody in the middle of one.
LONG_BLOCK = BLOCK.replace("duration: 0.1", "duration: 1.0").replace("dt: 10 ms", "dt: 4 ms")

SWEEP = """
drystone: 1
name: sweep
kind: sweep
model: block.yaml
vary:
  - {name: mu, set: joints.dry.friction, values: [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]}
"""

FORTY = SWEEP.replace("values: [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]", "range: {first: 0.3, last: 0.9, count: 40}")

DOMAIN = """
drystone: 1
name: domain
kind: failure-domain
model: block.yaml
domain: {motion: pulse, half_periods: [0.3 s, 0.5 s], amplitudes: [0.2 g, 0.8 g], directions: [+, -], after: 0.1 s,
         trace: 0.5}
end: {rest: {speed: 1 mm/s, hold: 20 ms}, extension: 0.4 s}
"""

IDA = """
drystone: 1
name: ida
kind: ida
model: block.yaml
motions:
  replace: pulse
  synthetic:
    kind: kanai_tajimi
    parameters: {duration: 0.8 s, dt: 10 ms, frequency: 2.5, damping: 0.6, pga: 1.0, rise: 0.2, strong: 0.3, decay: 3.0,
                 low: 0.3}
    count: 3
    seed: 1
  direction: [1, 0, 0]
  after: 0.2 s
ida: {measure: pgv, levels: [0.8 m/s, 3.2], tolerance: 0.4}
end: {rest: {speed: 1 mm/s, hold: 20 ms}, extension: 0.4 s}
"""


def write_study(folder: Path, text: str = SWEEP, model: str = BLOCK) -> Path:
    """A study file with its model in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "block.yaml").write_text(model)
    path = folder / "study.yaml"
    path.write_text(text)
    return path


class HereCrew:
    """Makes runs in this process, one after the other."""

    width = 1

    def __init__(self, study) -> None:
        self._base, self._files, self._task = base_of(study), study_files(study), None

    def room(self) -> int:
        return 0 if self._task else 1

    def submit(self, task) -> None:
        self._task = task

    def wait(self, seconds: float):
        task, self._task = self._task, None
        try:
            kept = carry_out(self._base, task, self._files)
        except Exception as error:
            return [Erred(task.id, str(error))]
        return [Done(kept.row, kept.blob)]

    def activity(self) -> list[str]:
        return []

    def close(self) -> None:
        pass


def rows_and_blobs(directory: Path) -> dict[str, tuple]:
    """All that a study has found: rows, processor time aside, and arrays as bytes."""
    with Ledger.open(directory / LEDGER_NAME) as ledger:
        return {name: (replace(row, cpu=0.0), ledger.blob(name)) for name, row in ledger.rows().items()}
