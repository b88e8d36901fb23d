"""Study files and models for tests: one block on the ground, runs of a second."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from drystone.studies.file.read import Study, read_study
from drystone.studies.runs.outcome import Row

BLOCK = """\
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
duration: 2.0
analysis: {dt: 5 ms}
collapse: {overturning: {blocks: [block], angle_deg: 60}}
"""

END = "end: {rest: {speed: 1 cm/s, hold: 0.1 s}, extension: 5 s}\n"

DOMAIN = """\
drystone: 1
name: domain
kind: failure-domain
model: block.yaml
domain:
  motion: pulse
  half_periods: [0.3 s, 0.6 s]
  amplitudes: [0.2 g, 0.4 g, 0.8 g]
  directions: [+, -]
  after: 0.5 s
""" + END

SWEEP = """\
drystone: 1
name: sweep
kind: sweep
model: block.yaml
set: {duration: 0.2 s}
vary:
  - {name: mu, set: joints.dry.friction, values: [0.3, 0.5]}
  - {name: size, set: "motions[pulse].parameters.amplitude", range: {first: 0.2 g, last: 0.6 g, count: 3}}
"""

STRIPES = """\
drystone: 1
name: stripes
kind: stripes
model: block.yaml
motions:
  replace: pulse
  synthetic:
    kind: kanai_tajimi
    parameters: {duration: 3.0, dt: 0.01, frequency: 2.5, damping: 0.6, pga: 1.0, rise: 0.5, strong: 1.0, decay: 1.5,
                 low: 0.3}
    count: 3
    seed: 1
  direction: [1, 0, 0]
  after: 0.5 s
stripes: {measure: pga, levels: [0.5 g, 1.0 g]}
""" + END


def write(folder: Path, text: str, model: str = BLOCK, name: str = "study.yaml") -> Path:
    """A study file beside its model."""
    (folder / "block.yaml").write_text(model, encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def study_of(folder: Path, text: str, model: str = BLOCK) -> Study:
    """A study, read."""
    return read_study(write(folder, text, model))


def row(run_id: str, collapses: bool, **more: object) -> Row:
    """A run that is over."""
    return Row(run_id, "collapsed" if collapses else "rested", **more)


def written_record(path: Path, dt: float = 0.01) -> Path:
    """A record of two columns in g."""
    time = np.arange(0.0, 1.0, dt)
    values = 0.3 * np.sin(2.0 * np.pi * 2.0 * time)
    path.write_text("\n".join(f"{t:.4f} {a:.6e}" for t, a in zip(time, values)), encoding="utf-8")
    return path


def as_json(value: object) -> str:
    """JSON is YAML."""
    return json.dumps(value)
