"""The page of `drystone view`: how soon it is there, what a frame costs, how large its file is."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from drystone.bench.browser import MISSING, Browser, Page, find_browser
from drystone.bench.options import Options
from drystone.bench.row import Row
from drystone.bench.viewer_scene import write_wall
from drystone.view.web.page_file import write_page
from drystone.view.web.scene import open_scene
from drystone.view.web.server import PageServer

#: Blocks and frames; and what each must keep, idle: greatest file [MB], ready [s], pose [ms], least frames a second.
SCENES = (("wall", 5000, 500, {"file_MB": 30.0, "ready_s": 5.0, "pose_ms": 2.0}), ("wall", 200, 2000, {"fps": 20.0}))
_WATCH = 5.0    #: [s], for which a page plays
_READY = "document.body && document.body.dataset.ready === 'yes'"
_POSE = """(() => { const s = drystone.stages[0], was = s.time, n = 200; const t = performance.now();
for (let i = 0; i < n; i++) { s.time = 12 * (i + 0.37) / n; s.place(); }
const spent = (performance.now() - t) / n; s.time = was; s.update(); return spent; })()"""
_PLAY = """new Promise((done) => { drystone.setTime(3); drystone.bar.speed = 1; drystone.bar.toggle();
const first = drystone.drawn, t = performance.now();
setTimeout(() => { const span = (performance.now() - t) / 1000; drystone.bar.toggle();
done([drystone.drawn - first, span]); }, %d); })"""


def viewer_rows(options: Options) -> Iterator[Row]:
    """A row for each scene; without a browser the sizes alone."""
    if find_browser() is None:
        options.say(f"viewer: {MISSING}; only files are measured")
    for name, blocks, frames, bars in SCENES:
        yield viewer_row(name, blocks, frames, bars, options)


def viewer_row(name: str, blocks: int, frames: int, bars: dict[str, float], options: Options) -> Row:
    """Write a run, make its page, and look at it on the software renderer."""
    with tempfile.TemporaryDirectory(prefix="drystone-viewer-") as folder:
        options.say(f"viewer: {blocks} blocks x {frames} frames ...")
        result = write_wall(Path(folder) / "run", blocks, frames)
        before = time.perf_counter()
        path = write_page({"a": open_scene(result)}, Path(folder) / "page.html")
        found: dict[str, object] = {"frames": frames, "file_MB": path.stat().st_size / 1e6,
                                    "write_s": time.perf_counter() - before}
        if find_browser() is not None:
            with Browser() as browser:
                found |= _look(browser, path.as_uri())
                found["served_s"] = _serve(browser, result)
    missed = [key for key, bar in bars.items()
              if key in found and (found[key] < bar if key == "fps" else found[key] > bar)]
    if missed:
        found["note"] = "missed: " + ", ".join(f"{key} {found[key]:.3g}, bar {bars[key]:g}" for key in missed)
    return Row("page", name, blocks, more=found, failed=bool(missed))


def _look(browser: Browser, url: str) -> dict[str, object]:
    before, idle = time.perf_counter(), sum(browser.cpu_seconds().values())
    page = browser.open(url)
    page.wait(_READY, "ready")
    ready, work = time.perf_counter() - before, sum(browser.cpu_seconds().values()) - idle
    pose = page.evaluate(_POSE)
    page.evaluate("drystone.setColour('displacement')")
    spent = browser.cpu_seconds()
    drawn, span = page.evaluate(_PLAY % round(1e3 * _WATCH))
    after = browser.cpu_seconds()
    cost = {f"{kind}_ms": 1e3 * (after.get(name, 0.0) - spent.get(name, 0.0)) / max(drawn, 1)
            for name, kind in (("renderer", "page"), ("GPU", "draw"))}
    _check(page)
    page.send("Page.navigate", url="about:blank")
    return {"ready_s": ready, "ready_cpu_s": work, "pose_ms": pose, "fps": drawn / span, **cost}


def _serve(browser: Browser, result) -> float:
    """[s] from the address to a page that has all frames, packed on the way."""
    server = PageServer({"a": open_scene(result)})
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        before = time.perf_counter()
        page = browser.open(server.url)
        page.wait(_READY, "ready")
        spent = time.perf_counter() - before
        _check(page)
        return spent
    finally:
        server.close()
        thread.join()


def _check(page: Page) -> None:
    if page.listen().errors:
        raise RuntimeError(f"the page says: {page.errors[0]}")
