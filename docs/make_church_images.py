"""Pictures of the church under its pulse, and of its limit mechanism, into docs/images.

    python docs/make_church_images.py            runs the case first, about 40 minutes
    python docs/make_church_images.py RUN        takes the store of a run
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from drystone.limit.analysis import limit_analysis
from drystone.limit.live import acceleration
from drystone.results.result import RunResult
from drystone.validate.cases.church import SNAPSHOTS, simulate
from drystone.validate.structures import church_building
from drystone.view.limit_picture import limit_figure
from drystone.view.scene import SceneOptions, scene_figure

IMAGES = Path(__file__).parent / "images"
DOTS_PER_INCH = 100


def draw_run(directory: Path) -> None:
    """The church at the times of the published pictures."""
    figure = scene_figure(RunResult(directory), SNAPSHOTS, SceneOptions(marks=False))     # panels too small for marks
    figure.savefig(IMAGES / "church_run.png", dpi=DOTS_PER_INCH)


def draw_mechanism() -> None:
    """What limit analysis says moves first."""
    model = church_building()
    result = limit_analysis(model, acceleration(model, "-y"))
    title = f"limit mechanism, {result.alpha:.2f} g"
    limit_figure(model, result.mechanism, title=title).savefig(IMAGES / "church_limit.png", dpi=DOTS_PER_INCH)


if __name__ == "__main__":
    if sys.argv[1:]:
        draw_run(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as folder:
            simulate(("church", str(Path(folder) / "church")))
            draw_run(Path(folder) / "church")
    draw_mechanism()
