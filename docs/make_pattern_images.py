"""Draw the pictures of docs/patterns.md from the examples in it.

Run it from anywhere: python docs/make_pattern_images.py [kind ...]; without a kind, all are drawn.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import numpy as np
from PIL import Image

from drystone.io.yaml_reader import parse_yaml
from drystone.model.file import model_from_data
from drystone.model.model import Model
from drystone.view import style
from drystone.view.block_colours import vary_tones
from drystone.view.camera import Camera, choose_camera
from drystone.view.painting import draw_parts
from drystone.view.panels import frame_panels
from drystone.view.solids import Solids

DOCS = Path(__file__).resolve().parent
PAGE, FOLDER = DOCS / "patterns.md", DOCS / "images" / "patterns"

SIZE, LARGE = (480, 330), {"church": (570, 450)}     #: width and height in pixels at most
COLOURS = 32                                         #: of the palette: small files

#: Where the automatic view would hide what matters.
CAMERAS = {"church": Camera(-38.0, 30.0), "house": Camera(24.0, 22.0), "walls": Camera(-28.0, 48.0),
           "buttress": Camera(48.0, 18.0), "buttressed_wall": Camera(28.0, 22.0), "barrel_vault": Camera(38.0, 24.0),
           "cross_vault": Camera(33.0, 28.0), "pavilion_vault": Camera(33.0, 32.0), "dome": Camera(33.0, 34.0),
           "corbelled_dome": Camera(33.0, 24.0), "cylinder_wall": Camera(33.0, 32.0)}

HEAD = {"drystone": 1, "gravity": 9.81, "materials": {"stone": {"density": 2000}}, "joints": {"dry": {"friction": 0.6}}}


def read_examples() -> dict[str, str]:
    """Text of the YAML block of each pattern, by kind."""
    text = PAGE.read_text(encoding="utf-8")
    return dict(re.findall(r"^### (\w+)\n.*?^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def build_example(kind: str, text: str) -> Model:
    """Model of one pattern on its abutments, or on a ground."""
    pattern = parse_yaml(text).data | {"material": "stone"}
    data = HEAD | {"name": kind, "patterns": [pattern]}
    assembly = model_from_data(data | {"ground": {"level": 0.0}})[0]
    if any("abutment" in group for block in assembly.blocks.values() for group in block.groups):
        assembly = model_from_data(data | {"supports": "abutment"})[0]
    return assembly.build()


@style.styled
def draw_example(model: Model, camera: Camera | None, size: tuple[int, int] = SIZE) -> bytes:
    """PNG file of the model, as large as fits."""
    from matplotlib.colors import to_rgb

    solids = Solids.of_model(model)
    whole = solids.place(model.initial_position, model.initial_orientation)
    (parts,), box = frame_panels(solids, [whole], whole)
    camera = camera or choose_camera(np.ptp(box, axis=0))
    paper = camera.project(np.concatenate([part.vertices for part in parts]))
    low, high = paper.min(axis=0), paper.max(axis=0)
    scale = min(size[0] / (high[0] - low[0]), size[1] / (high[1] - low[1]))    # pixels per metre
    figure = style.new_figure(*(scale * (high - low) / 100.0))
    figure.set_layout_engine("none")
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
    base = np.where(solids.is_support[:, None], to_rgb(style.SUPPORT), to_rgb(style.STONE))
    draw_parts(axes, parts, camera, vary_tones(base))
    large = io.BytesIO()
    figure.savefig(large, format="png", dpi=200)             # twice as large, then halved: thin lines stay even
    image = Image.open(large).convert("RGB")
    image = image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS)
    small = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(small, format="png", optimize=True)
    return small.getvalue()


def main(kinds: list[str]) -> int:
    examples = read_examples()
    for kind in kinds or examples:
        if kind not in examples:
            print(f"images: no pattern is called {kind!r}; there are {', '.join(examples)}", file=sys.stderr)
            return 2
        picture = draw_example(build_example(kind, examples[kind]), CAMERAS.get(kind), LARGE.get(kind, SIZE))
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{kind}.png").write_bytes(picture)
        print(f"{kind}: {len(picture) / 1000:.1f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
