"""A block that a study shakes, and rows that might have come of it: pictures and findings need rows, not runs."""

from __future__ import annotations

from pathlib import Path

from drystone.studies.conduct import Standing
from drystone.studies.file.read import read_study
from drystone.studies.kinds.registry import make_kind
from drystone.studies.runs.outcome import Row
from drystone.studies.study import StudyResult

BLOCK = """drystone: 1
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
duration: 2.0
analysis: {engine: rocking, dt: 10 ms}
collapse: {overturning: {blocks: [block], angle_deg: 80}}
"""
END = "end: {rest: {speed: 1 mm/s, hold: 0.2 s}, extension: 5 s}\n"
MOTIONS = """motions:
  replace: pulse
  synthetic:
    kind: kanai_tajimi
    parameters: {duration: 4 s, dt: 20 ms, frequency: 2.5, damping: 0.6, pga: 1.0, rise: 1.0, strong: 1.0, decay: 1.0,
                 low: 0.3}
    count: 8
    seed: 1
  direction: [1, 0, 0]
  after: 1 s
damage:
  - {name: rocked, monitor: top, above: 0.02}
"""
DOMAIN = """domain:
  motion: pulse
  half_periods: [0.2, 0.4, 0.8]
  amplitudes: [0.2 g, 0.5 g, 0.8 g, 1.2 g]
  directions: [+, -]
  after: 2 s
"""


def study_file(folder: Path, kind: str, body: str, name: str = "tried", model: str = BLOCK) -> Path:
    """Write a study and its model; returns the study's path."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "block.yaml").write_text(model)
    path = folder / "study.yaml"
    path.write_text(f"drystone: 1\nname: {name!r}\nkind: {kind}\nmodel: block.yaml\n{body}{END}")
    return path


def row(run_id: str, outcome: str, top: float = 0.0, moved: bool = True) -> Row:
    """How a run might have ended; top : greatest displacement [m]"""
    numbers = {"top least": -0.5 * top, "top greatest": top, "top last": 0.0,
               "kinetic greatest [J]": 1.0 if moved else 0.0}
    mode = "block: rocking" if outcome == "collapsed" else ""
    return Row(run_id, outcome, at_end=outcome, numbers=numbers, mode=mode)


def made_up(path: Path, outcome_of, share: float = 1.0) -> StudyResult:
    """A study of which `share` of the runs are over, as `outcome_of(run)` says: arguments of `row` but the id, or None.

    What a study wants next hangs on what is known, so it is asked until nothing new comes.
    """
    kind = make_kind(read_study(path))
    rows: dict[str, Row] = {}
    while True:
        new = {run.id: row(run.id, *found) for run in kind.wanted(rows) if run.id not in rows
               and (found := outcome_of(run)) is not None}
        if not new:
            break
        rows |= new
    kept = dict(list(rows.items())[:max(0, round(share * len(rows)))])
    return StudyResult(path.parent, kind, kept, Standing())
