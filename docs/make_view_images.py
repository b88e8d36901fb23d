"""Pictures of the page of `drystone view` for docs/view.md, into docs/images; needs Chromium on PATH.

    python docs/make_view_images.py            runs the bundled arch and house first, about a minute
"""

from __future__ import annotations

import io
import tempfile
from importlib import resources
from pathlib import Path

from PIL import Image

from drystone.bench.browser import Browser
from drystone.model.source import ModelSource
from drystone.results.result import open_result
from drystone.simulation.job import Job, execute
from drystone.simulation.sink import store_sink
from drystone.view.web.page_file import write_page
from drystone.view.web.scene import open_scene

IMAGES = Path(__file__).parent / "images"
#: Picture -> model, changes, and what is done in the page before it is taken.
SHOTS = {
    "view_house": ("house", ("motions[pulse].parameters.half_period=0.40", "duration=1.6"),
                   "drystone.setColour('displacement'); drystone.setTime(1.2);"
                   "drystone.choose(drystone.stages[0], drystone.stages[0].head.names.indexOf("
                   "'facade/course_12/block_2'))"),
    "view_arch": ("arch", (), "for (const name of ['hinges', 'thrust', 'forces'])"
                  "document.querySelector(`input[name=${name}]`).click(); drystone.setTime(0.8)"),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Browser(1180, 740) as browser:
        for name, (model, changes, script) in SHOTS.items():
            text = (resources.files("drystone") / "examples_data" / f"{model}.yaml").read_text()
            source, place = ModelSource(text, f"{model}.yaml", changes), Path(folder) / model
            built = source.build()
            execute(Job(source), store_sink(place, built.settings), built=built)
            path = write_page({"a": open_scene(open_result(place))}, Path(folder) / f"{name}.html")
            page = browser.open(path.as_uri())
            page.wait("document.body && document.body.dataset.ready === 'yes'", "ready")
            page.evaluate(script)
            page.evaluate("new Promise((done) => setTimeout(done, 1500))")
            image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            image.save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
