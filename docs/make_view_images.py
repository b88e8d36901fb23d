"""Pictures of the page of `drystone view` for docs/view.md, into docs/images; needs Chromium on PATH.

    python docs/make_view_images.py            runs the bundled arch, house and failure domain first, some minutes
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
from drystone.studies.folder import rerun
from drystone.studies.kinds.failure_domain import AMPLITUDE, TIME
from drystone.studies.study import run_study
from drystone.view.web.page_file import write_page
from drystone.view.web.scene import open_scene
from drystone.view.web.study_scene import STUDY_ID, StudyScene

IMAGES = Path(__file__).parent / "images"
#: Picture -> model, changes, and what is done in the page before it is taken.
SHOTS = {
    "view_house": ("house", ("motions[pulse].parameters.half_period=0.40", "duration=1.6"),
                   "drystone.setColour('displacement'); drystone.setTime(1.2);"
                   "drystone.choose(drystone.stages[0], drystone.stages[0].head.names.indexOf("
                   "'facade/course_12/block_2'))"),
    "view_arch": ("arch", (), "for (const name of ['hinges', 'thrust', 'forces'])"
                  "document.querySelector(`input[name=${name}]`).click(); drystone.setTime(1.3)"),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Browser(1180, 740) as browser:
        for name, (model, changes, script) in SHOTS.items():
            text = (resources.files("drystone") / "examples_data" / f"{model}.yaml").read_text()
            source, place = ModelSource(text, f"{model}.yaml", changes), Path(folder) / model
            built = source.build()
            execute(Job(source), store_sink(place, built.settings), built=built)
            path = write_page({"a": open_scene(open_result(place))}, Path(folder) / f"{name}.html")
            shoot(browser, path, script, name)
        scene = make_study(Path(folder))
        more = scene.run_scenes(10**8)
        path = write_page({STUDY_ID: scene.frozen(more)}, Path(folder) / "study.html", more=more)
        shoot(browser, path, "drystone.choose(drystone.head.runs.findIndex((r) => drystone.stores.has(r.id)))",
              "view_study")


def make_study(folder: Path) -> StudyScene:
    """The bundled failure domain, with one run whole."""
    bundled = resources.files("drystone") / "examples_data"
    for name in ("studies/study-domain.yaml", "block3d.yaml"):
        (folder / Path(name).name).write_text((bundled / name).read_text())
    result = run_study(folder / "study-domain.yaml", folder / "studies")
    rerun(folder / "studies", next(run.id for run in result.kind.wanted(result.rows)
                                   if (run.coords[TIME], round(run.coords[AMPLITUDE], 6)) == (0.7, 0.8)))
    return StudyScene(folder / "studies")


def shoot(browser: Browser, path: Path, script: str, name: str) -> None:
    """One picture of a page, after `script` has run in it."""
    page = browser.open(path.as_uri())
    page.wait("document.body && document.body.dataset.ready === 'yes'", "ready")
    page.evaluate(script)
    page.evaluate("new Promise((done) => setTimeout(done, 1500))")
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
