"""Cracks of blocks that deform: where sub-contacts are, which lie side by side, how far they have opened."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from web_runs import serving

from drystone.bench.browser import MISSING, Browser, find_browser
from drystone.errors import StoreError
from drystone.model.source import ModelSource
from drystone.results.result import open_result
from drystone.simulation.job import Job, execute
from drystone.simulation.sink import store_sink
from drystone.view.web.container import unpack_part
from drystone.view.web.cracks_part import _flat_edges, crack_arrays, crack_course
from drystone.view.web.scene import open_scene

DOCS = Path(__file__).resolve().parents[2] / "docs"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analysis"))


def grid(columns, rows):
    return np.array([(x, y) for y in range(rows) for x in range(columns)], float)


@pytest.mark.parametrize("flat, count", [
    (grid(3, 2), 7), (grid(5, 5), 40), (grid(4, 1), 3), (0.1 * grid(3, 3) + 17.0, 12), (grid(1, 1), 0), (grid(2, 1), 1),
    (np.array([(0, 0), (1, 1), (2, 2), (3, 3)], float), 3),                                  # on one line, askew
    (np.array([(0, 0), (1, 0.1), (0.3, 1), (0.4, 0.4)]), 6)])                                # three triangles
def test_edges_are_the_lines_of_a_grid_or_the_sides_of_triangles(flat, count):
    edges = _flat_edges(flat)
    assert len(edges) == count and len({tuple(sorted(edge)) for edge in edges.tolist()}) == count
    assert all(a != b for a, b in edges.tolist())


def test_every_point_goes_with_the_nearest_node_of_each_side():
    frame = np.eye(3)[[2, 0, 1]]
    static = {"points.place": np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)]), "points.frame": np.stack((frame, frame)),
              "points.blocks": np.array([(0, 1), (0, 1)]), "points.interface": np.array([0, 0])}
    nodes = np.array([(0.1, 0, 0), (0.9, 0, 0), (1.05, 0, 0), (-0.2, 0, 0)], float)
    found = crack_arrays(static, nodes, np.array([0, 0, 1, 1]), 2, "here")
    assert found["crack_node"].tolist() == [[0, 3], [1, 2]]
    assert found["crack_edge"].tolist() == [[0, 1]]
    alone = crack_arrays(static, nodes[:2], np.array([0, 0]), 2, "here")
    assert alone["crack_node"].tolist() == [[0, -1], [1, -1]]
    assert crack_arrays({}, nodes, np.array([0, 0, 1, 1]), 2, "here") == {}
    with pytest.raises(StoreError, match="here: a sub-contact must lie between two of 1 blocks"):
        crack_arrays(static, nodes, np.array([0, 0, 1, 1]), 1, "here")
    with pytest.raises(StoreError, match=r"here: 'points.blocks' must have shape \(2, 2\), got \(1, 2\)"):
        crack_arrays(static | {"points.blocks": np.array([(0, 1)])}, nodes, np.array([0, 0, 1, 1]), 2, "here")


def test_openings_come_in_mm_and_closed_is_none():
    relative = np.zeros((1, 3, 4))
    relative[0, 0] = (-1e-3, 0.0, 5e-4, np.nan)
    found = crack_course(np.array([3]), relative, np.array([[0.0, 0.5, 1.0, 2.0]]))
    assert found["opening"][0] == pytest.approx((0.0, 0.0, 0.5, 0.0)) and found["worn"].tolist() == [[0, 128, 255, 255]]


@pytest.fixture(scope="module")
def wall(tmp_path_factory):
    """The wall of docs/dem.md, pressed and sheared."""
    text = re.search(r"```yaml\n(.*?)```", (DOCS / "dem.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    job = Job(ModelSource(text, "wall.yaml", ("output.frames=10",)))
    built = job.source.build()
    place = tmp_path_factory.mktemp("wall") / "run"
    execute(job, store_sink(place, built.settings), built=built)
    return open_result(place)


@pytest.mark.slow
def test_parts_of_a_wall_hold_its_openings_and_damage(wall):
    scene = open_scene(wall)
    head = scene.head()
    assert (head["has_cracks"], head["has_wear"], head["has_slip"], head["is_rigid"]) == (True, True, True, False)
    solids, cracks = unpack_part(scene.part("solids")), unpack_part(scene.part("cracks-0"))
    count = len(wall.static["points.place"])
    assert solids["crack_node"].shape == (count, 2) and solids["crack_edge"].max() < count
    relative = wall.column("points", "relative")[:, 0]
    assert cracks["opening"] == pytest.approx(1e3 * relative.clip(0.0), rel=1e-3, abs=1e-6)
    assert cracks["worn"] / 255.0 == pytest.approx(wall.column("points", "damage"), abs=0.5 / 255.0 + 1e-9)
    joints = unpack_part(scene.part("joints-0"))
    greatest = wall.column("interfaces", "greatest_damage")
    assert joints["wear"] / 255.0 == pytest.approx(greatest, abs=0.5 / 255.0 + 1e-9)
    place = wall.shapes.start.vertex
    assert np.isfinite(place).all() and greatest.max() > 0.5      # the mortar of the example wears


@pytest.mark.slow
@pytest.mark.skipif(find_browser() is None, reason=MISSING)
def test_the_page_draws_cracks_where_the_wall_has_opened(wall):
    opening = wall.column("points", "relative")[-1, 0]
    with Browser(1000, 700) as browser, serving(a=wall) as (server, _):
        page = browser.open(server.url)
        page.wait("document.body && document.body.dataset.ready === 'yes'", "ready")
        page.evaluate("drystone.setTime(drystone.end); drystone.setColour('wear')")
        before = page.evaluate("drystone.stages[0].ribbons.used")
        page.evaluate("document.querySelector('input[name=cracks]').click()")
        page.wait("drystone.stages[0].cracks.chunks[0]", "openings")
        page.evaluate("new Promise((done) => requestAnimationFrame(done))")
        edges = page.evaluate("Array.from(drystone.stages[0].solids.crack_edge)")
        full = page.evaluate("drystone.measures.crack")
        assert full == pytest.approx(1e3 * wall.column("points", "relative")[:, 0].max(), rel=1e-3)
        wide = 1e3 * np.maximum(opening[edges[::2]], opening[edges[1::2]]) > 0.02 * full
        assert page.evaluate("drystone.stages[0].ribbons.used") - before == wide.sum() > 0
        legend = page.evaluate("document.getElementById('legend').textContent")
        assert "crack, widest line: open by" in legend and "greatest damage at a joint of a block [-]" in legend
        page.listen()
        assert page.errors == []
