"""The page as one file, scenes of all kinds of results, and the command."""

import base64
import hashlib
import html
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner
from web_runs import HOSTILE, boxes_run

from drystone.cli.main import app
from drystone.errors import InputError
from drystone.limit import LimitQuestion, StaticsQuestion, answer_limit, answer_statics
from drystone.model.source import ModelSource
from drystone.model.tables import TableSpec
from drystone.results.answer import write_answer
from drystone.results.inputs import RunInputs
from drystone.results.result import open_result
from drystone.results.writer import RunWriter
from drystone.view.web.container import unpack_part
from drystone.view.web.courses import decode_courses, decode_poses
from drystone.view.web.page_file import asset, check_assets, served_page, whole_page, write_page
from drystone.view.web.scene import find_groups, open_scene

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "results"))

from bending_run import bending_run, nodes_at

STACK = """
drystone: 1
name: stack
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.6}}
blocks:
  - {name: low, box: {size: [0.6, 0.5, 0.4], center: [0, 0, 0.2]}, material: stone}
  - {name: high, box: {size: [0.4, 0.5, 1.2], center: [0, 0, 1.0]}, material: stone}
ground: {level: 0}
"""


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def blocks_of(text):
    """id -> content of all blocks of data in a page."""
    return {html.unescape(name): content for name, content in
            re.findall(r'<script type="application/[a-z-]+" id="([^"]*)">(.*?)</script>', text, re.S)}


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    run = boxes_run(tmp_path_factory.mktemp("web") / "run")
    return whole_page({"a": open_scene(run)}).decode()


# -- one file ------------------------------------------------------------------------------------------------

def test_the_file_holds_all_parts_and_nothing_can_end_them_early(page):
    blocks = blocks_of(page)
    assert json.loads(blocks["runs"]) == ["a"]
    assert json.loads(blocks["a/head"])["names"][1] == HOSTILE
    assert "<img" not in page and page.count("</script>") == len(blocks) + 1
    poses = unpack_part(base64.b64decode(blocks["a/poses-0"]))
    assert decode_poses(poses)[0].shape == (41, 3, 3)


def test_its_rules_name_its_own_script_and_forbid_every_request(page):
    rules = html.unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1])
    assert rules.startswith("default-src 'none'") and "connect-src 'none'" in rules and "unsafe" not in rules
    for kind, content in (("script", re.findall(r"<script>(.*?)</script>", page, re.S)),
                          ("style", re.findall(r"<style>(.*?)</style>", page, re.S))):
        digest = base64.b64encode(hashlib.sha256(content[0].encode()).digest()).decode()
        assert len(content) == 1 and f"{kind}-src 'sha256-{digest}'" in rules
    assert page.index("http-equiv") < page.index("<style>")       # rules count from where they stand


def test_the_page_names_no_other_host(page):
    """Links of libraries in comments and namespaces are words; nothing loads them."""
    text = asset("index.html").decode() + asset("page.css").decode()
    assert "http" not in text.replace("http-equiv", "")
    assert b"fetch(" in asset("page.js") and b"XMLHttpRequest" not in served_page()


def test_vendored_files_are_whole():
    check_assets()
    licences = asset("LICENSES.txt").decode()
    assert re.search(r"^three 0\.\d+", licences, re.M) and re.search(r"^uplot 1\.\d+", licences, re.M)
    assert licences.count("The MIT License") == 2
    with pytest.raises(InputError, match=r"the file 'none\.js' of the page is missing from this installation"):
        asset("none.js")


def test_a_file_is_not_replaced_by_itself(tmp_path):
    scene = open_scene(boxes_run(tmp_path / "run"))
    path = write_page({"a": scene}, tmp_path / "page.html")
    with pytest.raises(InputError, match=r"view: '.*page\.html' is there already; --overwrite replaces it"):
        write_page({"a": scene}, path)
    with pytest.raises(InputError, match=r"view: --html must name a file \.html, got 'page\.pdf'"):
        write_page({"a": scene}, "page.pdf")


# -- scenes --------------------------------------------------------------------------------------------------

def test_frames_can_be_thinned_and_the_last_one_stays(tmp_path):
    run = boxes_run(tmp_path / "run", count=10)
    scene = open_scene(run, every=4)
    assert unpack_part(scene.part("poses-0"))["time"] == pytest.approx(run.frames.time[[0, 4, 8, 9]])
    assert scene.head()["every"] == 4


def test_joints_come_in_newtons_where_they_act(tmp_path):
    scene = open_scene(boxes_run(tmp_path / "run"))
    arrays, head = unpack_part(scene.part("joints-0")), scene.head()
    assert arrays["frame"].tolist() == list(range(41)) and arrays["ptr"][-1] == 82
    force = arrays["force"].astype(float) * arrays["unit"]
    assert force[0] == pytest.approx((0.0, 0.0, -7000.0), rel=1e-3)
    point = arrays["point_low"] + arrays["point_step"] * arrays["point"] + head["origin"]
    assert point[::2, 0] == pytest.approx(np.linspace(0.0, 2.0, 41), abs=1e-4)
    assert arrays["opening"][0] == pytest.approx(2.0, rel=1e-3)           # mm


def test_deformed_blocks_come_as_nodes(tmp_path):
    run = bending_run(tmp_path / "run")
    scene = open_scene(run)
    head, solids = scene.head(), unpack_part(scene.part("solids"))
    place = np.moveaxis(decode_courses(unpack_part(scene.part("nodes-0"))), 0, 2) + head["origin"]
    assert not head["is_rigid"]
    node = run.static["surface.node"][:16]                              # those of the bar; the ground was cropped
    for f, t in enumerate(run.shapes.time):
        assert place[f] == pytest.approx(nodes_at(run.static["nodes.drawn"], t)[node], abs=1e-4)
    assert (solids["vertex_node"][:16] == np.arange(16)).all() and (solids["vertex_node"][16:] == -1).all()


def test_a_group_of_all_blocks_does_not_colour_them(tmp_path):
    class Solids:
        names = ("a", "b", "c", "ground")
        groups = (("house", "left"), ("house", "right"), ("house",), ("ground",))
        is_support = np.array([False, False, False, True])
    names, members, main = find_groups(Solids)
    assert names == ["house", "left", "right"]
    assert [m.tolist() for m in members] == [[0, 1, 2], [0], [1]]
    assert main.tolist() == [1, 2, 0, -1]


@pytest.fixture(scope="module")
def model():
    return ModelSource(STACK, "stack.yaml").build().model


def test_a_mechanism_opens_from_rest(model, tmp_path):
    answer = answer_limit(model, LimitQuestion(direction="+x"))
    scene = open_scene(write_answer(tmp_path / "limit", answer))
    head, (position, _) = scene.head(), decode_poses(unpack_part(scene.part("poses-0")))
    assert head["kind"] == "limit" and head["moves"]
    assert head["state"]["summary"].startswith("limit analysis: alpha ")
    assert head["words"][0].startswith("model ")
    moved = np.linalg.norm(position - position[0], axis=2)
    assert moved[0].max() == 0.0 and (np.diff(moved[:, 1]) > 0.0).all()  # the high block goes ever further
    assert unpack_part(scene.part("joints-0"))["frame"].tolist() == [0]


def test_statics_has_forces_and_no_motion(model, tmp_path):
    scene = open_scene(write_answer(tmp_path / "statics", answer_statics(model, StaticsQuestion())))
    head, joints = scene.head(), unpack_part(scene.part("joints-0"))
    assert head["state"]["summary"] == "stands under its dead load"
    assert not head["moves"] and head["state"]["frames"] == 1
    weight = 2000 * 9.81 * (0.6 * 0.5 * 0.4 + 0.4 * 0.5 * 1.2)
    force = np.abs(joints["force"].astype(float) * joints["unit"])[:, 2]
    assert force.max() == pytest.approx(weight, rel=1e-3)


# -- the command ---------------------------------------------------------------------------------------------

def test_the_command_writes_a_file(tmp_path):
    boxes_run(tmp_path / "run")
    made = call("view", tmp_path / "run", tmp_path / "run", "--html", tmp_path / "two.html")
    assert made.exit_code == 0 and made.stdout.strip() == str(tmp_path / "two.html")
    assert json.loads(blocks_of((tmp_path / "two.html").read_text())["runs"]) == ["a", "b"]
    again = call("view", tmp_path / "run", "--html", tmp_path / "two.html")
    assert again.exit_code == 2 and "is there already; --overwrite replaces it" in again.stderr


def test_the_command_refuses_in_one_line(tmp_path):
    boxes_run(tmp_path / "run")
    for words, message in (((tmp_path / "none",), "run.json"),
                           ((tmp_path / "run",) * 3, "view: shows one result, or two side by side, got 3"),
                           ((tmp_path / "run", "--every", "0", "--html", tmp_path / "x.html"), "view: --every"),
                           ((tmp_path / "run", "--port", "70000"), "view: --port must be 0 to 65535, got 70000")):
        refused = call("view", *words)
        assert refused.exit_code == 2 and message in refused.stderr and len(refused.stderr.splitlines()) == 1, words
    assert not (tmp_path / "x.html").exists()


def test_a_store_that_is_cut_off_is_refused_by_the_command(tmp_path):
    run = boxes_run(tmp_path / "run")
    segment = run.directory / "segment-0000.h5"
    segment.write_bytes(segment.read_bytes()[:3000])
    refused = call("view", run.directory, "--html", tmp_path / "page.html")
    assert refused.exit_code == 2 and "it is cut off, 3000 of" in refused.stderr
    assert not (tmp_path / "page.html").exists()


def test_a_run_without_frames_is_refused(tmp_path):
    static = dict(boxes_run(tmp_path / "full").static)
    tables = {"frames": TableSpec({"position": ("<f8", (3, 3), "m"), "orientation": ("<f8", (3, 4), "-"),
                                   "twist": ("<f8", (3, 6), "m/s, rad/s")})}
    with RunWriter.create(tmp_path / "run", RunInputs("", {}), tables, static=static) as writer:
        writer.finish()
    with pytest.raises(InputError, match="no frame was kept, nothing to view"):
        open_scene(open_result(tmp_path / "run"))


def test_arrays_of_the_wrong_shape_are_a_damaged_store(tmp_path):
    run = boxes_run(tmp_path / "run")
    path = run.directory / "static.npz"
    content = dict(np.load(path)) | {"initial_position": np.zeros((2, 3))}
    with open(path, "wb") as file:
        np.savez(file, **content)
    refused = call("view", run.directory, "--html", tmp_path / "page.html")
    assert refused.exit_code == 2 and len(refused.stderr.splitlines()) == 1
    assert "the result cannot be read, it may be damaged" in refused.stderr
