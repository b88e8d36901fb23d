"""Studies of one rocking block, run as a user would, for comparison with the rocking equation itself."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from drystone.simulation import pool
from drystone.studies.study import StudyResult, run_study
from drystone.validate.tolerances import GRAVITY

WIDTH, HEIGHT, DEPTH = 1.0, 4.0, 1.0      #: [m]
FRICTION = 2.0                            #: it never slides
AFTER, EXTENSION = 5.0, 30.0              #: [s] after the pulse; a large block turns slowly
REST = {"speed": 1e-3, "hold": 0.2}       #: [m/s], [s]

#: The block as a model file; JSON is YAML.
MODEL: dict = {
    "drystone": 1, "name": "block", "gravity": GRAVITY,
    "materials": {"stone": {"density": 2000.0}}, "joints": {"dry": {"friction": FRICTION}},
    "blocks": [{"name": "block", "box": {"size": [WIDTH, DEPTH, HEIGHT], "center": [0.0, 0.0, 0.5 * HEIGHT]},
                "material": "stone"}],
    "ground": {"level": 0.0},
    "motions": [{"name": "pulse", "kind": "one_sine", "parameters": {"amplitude": 1.0, "half_period": 0.5},
                 "direction": [1.0, 0.0, 0.0]}],
    "monitors": [{"name": "rotation", "block": "block", "quantity": "rotation", "axis": "y"}],
    "duration": 10.0, "analysis": {"dt": 1e-3},
    "collapse": {"overturning": {"blocks": ["block"], "angle_deg": 60.0}},
}


@contextmanager
def finished_study(study: Mapping[str, object], model: Mapping[str, object] = MODEL) -> Iterator[StudyResult]:
    """A study of the block that was run to its end, in a folder that goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="drystone-study-") as name:
        folder = Path(name)
        (folder / "block.yaml").write_text(json.dumps(model), encoding="utf-8")
        head = {"drystone": 1, "model": "block.yaml", "end": {"rest": REST, "extension": EXTENSION}}
        (folder / "study.yaml").write_text(json.dumps(head | dict(study)), encoding="utf-8")
        yield run_study(folder / "study.yaml", folder / "study", jobs=pool.jobs)
