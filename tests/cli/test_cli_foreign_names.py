"""A store with names that no model may have any more, as another program or an old version wrote it: shown escaped."""

import csv
import json
import re
import struct
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.simulation.run import run

ESCAPE, BIDI = "\x1b[2Jroof\n", "\u202ebase"
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def foreign(tmp_path_factory):
    """A real run under names that the door would refuse."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("selection", "assembly"):
            patch.setattr(f"drystone.model.{module}.check_name", lambda what, name: name)
        a = Assembly("foreign\x1b]0;title\a", gravity=9.81)
        a.material("stone", density=2000)
        a.joint("dry", friction=0.6)
        a.add(ESCAPE, box((1, 1, 1), (0, 0, 0.5)), material="stone", groups=[BIDI])
        a.add("=1+1", box((1, 1, 1), (3, 0, 0.5)), material="stone", groups=["@sum"])
        a.add_ground(0.0)
        a.monitor("-top\x1b[31m", ESCAPE, quantity="displacement", component="z")
        directory = tmp_path_factory.mktemp("foreign") / "run"
        run(a, duration=0.01, dt=5e-3, directory=directory)
    return directory


def test_info_shows_them_escaped(foreign):
    shown = call("info", foreign)
    assert shown.exit_code == 0 and not CONTROLS.search(shown.stdout)
    assert "monitor   -top\\x1b[31m:" in shown.stdout


def test_a_message_shows_them_escaped(foreign):
    asked = call("plot", foreign, "--block", "roof\x1b[5m")
    assert asked.exit_code == 2 and not CONTROLS.search(asked.stderr) and len(asked.stderr.splitlines()) == 1


def test_tables_have_one_line_a_row_and_no_formulas(foreign, tmp_path):
    assert call("export", foreign, "--to", "csv", "-o", tmp_path / "out").exit_code == 0
    for path in (tmp_path / "out").iterdir():
        text = path.read_text()
        assert not CONTROLS.search(text)
        rows = list(csv.reader(text.splitlines()))
        assert len({len(row) for row in rows}) == 1
        for row in rows:
            assert not any(cell[:1] in ("=", "+", "@") for cell in row)
    with open(tmp_path / "out" / "blocks.csv", newline="") as file:
        assert {row["block"] for row in csv.DictReader(file)} == {"\\x1b[2Jroof\\n", "'=1+1", "ground"}
    with open(tmp_path / "out" / "monitors.csv", newline="") as file:
        assert next(csv.reader(file)) == ["step", "time [s]", "'-top\\x1b[31m [m]"]


@pytest.mark.parametrize("format", ["pvd", "vtkhdf"])
def test_paraview_gets_sound_files(foreign, tmp_path, format):
    assert call("export", foreign, "--to", format, "-o", tmp_path / "out").exit_code == 0
    text = (tmp_path / "out" / "names.csv").read_text()
    assert not CONTROLS.search(text)
    assert [row[1:5] for row in csv.reader(text.splitlines())][1:3] == [
        ["\\x1b[2Jroof\\n", "1", "\\u202ebase", "\\u202ebase"], ["'=1+1", "0", "'@sum", "'@sum"]]
    for path in (tmp_path / "out").glob("*.pvd"):
        assert not CONTROLS.search(path.read_text())
        ElementTree.parse(path)


def test_a_scene_has_plain_names(foreign, tmp_path):
    assert call("export", foreign, "--to", "gltf", "-o", tmp_path / "out.glb").exit_code == 0
    data = (tmp_path / "out.glb").read_bytes()
    size, = struct.unpack("<I", data[12:16])
    text = data[20:20 + size].decode()
    assert not CONTROLS.search(text)
    assert {"\\x1b[2Jroof\\n", "=1+1", "ground"} <= {node["name"] for node in json.loads(text)["nodes"]}
