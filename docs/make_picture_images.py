"""Pictures of docs/pictures.md as they are now, and the thrust lines of docs/limit.md, into docs/images.

    python docs/make_picture_images.py            runs the bundled models first, some minutes
    python docs/make_picture_images.py STORES     takes stores called arch, house, lintel, wall, church in that folder;
                                                  pictures of those that are not there stay as they are
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from PIL import Image

from drystone.limit.question import StaticsQuestion, answer_statics
from drystone.model.source import ModelSource
from drystone.results.result import open_result
from drystone.simulation.job import Job, execute
from drystone.simulation.sink import store_sink
from drystone.view.answers import answer_figure
from drystone.view.figures import PlotOptions, run_figures
from drystone.view.style import figure_bytes

IMAGES = Path(__file__).parent / "images"
DOTS_PER_INCH, COLOURS = 90, 256
#: Model -> what is changed of it, as docs/pictures.md says.
CHANGES = {
    "arch": (), "lintel": (), "wall": (),
    "house": ("motions[pulse].parameters.half_period=0.40", "analysis.dt=6e-3", "analysis.accuracy=study",
              "output.frames=4", "duration=1.9"),
    "church": ("patterns[0].parameters.courses=12", "patterns[0].parameters.block_length=0.8", "monitors=[]",
               "duration=1.2", "analysis.dt=1e-2", "output.frames=2"),
}
#: Picture -> model, kind, times [s] or None.
PICTURES = {
    "arch_scene": ("arch", "scene", None), "arch_histories": ("arch", "histories", None),
    "arch_thrust": ("arch", "thrust", None), "house_scene": ("house", "scene", None),
    "church_scene": ("church", "scene", None), "lintel_scene": ("lintel", "scene", None),
    "wall_scene": ("wall", "scene", None),
}


def source_of(name: str) -> ModelSource:
    """A bundled model with its changes."""
    text = (resources.files("drystone") / "examples_data" / f"{name}.yaml").read_text(encoding="utf-8")
    return ModelSource(text, f"{name}.yaml", CHANGES[name])


def run_all(folder: Path) -> None:
    """All runs, into stores of their names."""
    for name in CHANGES:
        built = source_of(name).build()
        execute(Job(source_of(name)), store_sink(folder / name, built.settings), built=built)


def draw_all(folder: Path) -> None:
    """All pictures of the stores that are there, and thrust lines."""
    for picture, (name, kind, times) in PICTURES.items():
        if (folder / name).is_dir():
            keep(run_figures(open_result(folder / name), (kind,), PlotOptions(times=times))[kind],
                 IMAGES / "pictures" / f"{picture}_after.png")
    answer = answer_statics(source_of("arch").build().model, StaticsQuestion(lines=("all",), elastic=False))
    keep(lambda: answer_figure(answer, "thrust"), IMAGES / "limit_thrust.png")


def keep(draw: Callable, path: Path) -> None:
    """Draw and write with few colours: pages must stay light."""
    image = Image.open(io.BytesIO(figure_bytes(draw(), "png", DOTS_PER_INCH))).convert("RGB")
    image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE).save(path, optimize=True)
    print(path.name, image.size, path.stat().st_size)


if __name__ == "__main__":
    if sys.argv[1:]:
        draw_all(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as place:
            run_all(Path(place))
            draw_all(Path(place))
