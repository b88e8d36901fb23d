"""`drystone import` and `drystone export`, and model files that read drawings."""

import numpy as np
import pytest
from typer.testing import CliRunner

from drystone import Assembly, patterns
from drystone.cli.main import app
from drystone.geometry.shape import NamedShape
from drystone.io import read_blocks, write_blocks
from drystone.model.file import read_model
from drystone.results.inputs import RunInputs, record_files

WALL = patterns.running_bond(1.2, 3, (0.4, 0.2), 0.25)

MODEL = """\
drystone: 1
name: drawn
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.6}}
files:
  - {path: cad/wall.obj, unit: m, material: stone, name: wall, groups: [old], offset: [0, 0, 1]}
ground: {level: 1.0}
analysis: {dt: 2e-3}
duration: 0.01
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A directory with a drawing of a wall."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cad").mkdir()
    write_blocks(tmp_path / "cad" / "wall.obj", WALL)
    return tmp_path


def call(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- import ---------------------------------------------------------------------------------------

def test_import_reports_what_is_there_and_writes_nothing(folder):
    before = files(folder)
    found = call("import", "cad/wall.obj", "--unit", "m")
    assert found.exit_code == 0, found.stderr
    lines = found.stdout.splitlines()
    assert lines[0] == "file        cad/wall.obj"
    assert lines[1] == f"blocks      {len(WALL)}, volume 0.18 m3 in all"
    assert "overlaps    none" in lines and "touching    every block touches another" in lines
    assert files(folder) == before


def test_import_writes_a_model_that_lacks_only_what_is_physical(folder):
    found = call("import", "cad/wall.obj", "--unit", "m", "--mortar", "0.5mm", "-o", "wall.yaml")
    assert found.exit_code == 0, found.stderr
    text = (folder / "wall.yaml").read_text()
    assert '{"path": "cad/wall.obj", "unit": "m", "mortar": 0.0005, "material": "stone"}' in text
    refused = call("check", "wall.yaml", "--no-picture")
    assert refused.exit_code == 2 and "wall.yaml:6: materials.stone.density: must be a number" in refused.stderr
    (folder / "wall.yaml").write_text(text.replace("density: ", "density: 2000").replace("friction: ", "friction: 0.6")
                                      .replace(', "mortar": 0.0005', "").replace("level: -0.00025", "level: 0"))
    checked = call("check", "wall.yaml", "--no-picture")
    assert checked.exit_code == 0, checked.stderr
    assert "stands      yes\n" in checked.stdout


def test_import_stands_on_the_supports_of_the_drawing(folder):
    foot, *rest = patterns.stack((0.4, 0.4, 0.2), 3)
    write_blocks("stack.json", [NamedShape(foot.name, foot.shape, ("supports",)), *rest])
    assert call("import", "stack.json", "--unit", "m", "-o", "stack.yaml").exit_code == 0
    text = (folder / "stack.yaml").read_text()
    assert "supports: [supports]" in text and "ground" not in text
    filled = text.replace("density: ", "density: 2000").replace("friction: ", "friction: 0.6")
    (folder / "stack.yaml").write_text(filled)
    assert read_model("stack.yaml")[0].build().is_support.tolist() == [True, False, False]


def test_sizes_are_widened_by_two_lengths(folder):
    write_blocks("crumb.obj", patterns.single((2e-3, 2e-3, 2e-3)))
    assert call("import", "crumb.obj", "--unit", "m").exit_code == 2
    found = call("import", "crumb.obj", "--unit", "m", "--sizes", "1mm,1m", "-o", "crumb.yaml")
    assert found.exit_code == 0, found.stderr
    assert '"sizes": [0.001, 1.0]' in (folder / "crumb.yaml").read_text()
    assert call("import", "crumb.obj", "--unit", "m", "--sizes", "1mm").stderr == (
        "drystone: sizes must be two rising lengths [m], got (0.001,)\n")


def test_import_never_replaces_a_file(folder):
    (folder / "wall.yaml").write_text("mine")
    found = call("import", "cad/wall.obj", "--unit", "m", "-o", "wall.yaml")
    assert (found.exit_code, (folder / "wall.yaml").read_text()) == (2, "mine")
    assert found.stderr == "drystone: import: 'wall.yaml' is there already; nothing was written\n"
    assert call("import", "cad/wall.obj", "--unit", "m", "-o", "no/wall.yaml").exit_code == 2


BAD = {
    "open mesh": (lambda text: text.replace("f 5 6 8 7\n", "", 1), ["--unit", "m"],
                  "cad/bad.obj: object 'course_1/block_1' (line 2): mesh is open: the edge from"),
    "wrong unit": (lambda text: text, ["--unit", "mm"], "In m most of them would be about 0.4 m"),
    "no unit": (lambda text: text, [], "cad/bad.obj: unit must be stated, one of m, dm, cm, mm, in, ft, got none"),
    "two blocks in one": (lambda text: text.replace("o course_1/block_2\n", ""), ["--unit", "m"],
                          "object 'course_1/block_1' (line 2): holds 2 separate solids: make an object of each"),
    "empty layer": (lambda text: text, ["--unit", "m", "--layer", "roof"],
                    "cad/bad.obj: no blocks on layer 'roof'; there are 'course_1', 'course_2', 'course_3', 'wall'"),
    "cut off": (lambda text: text[:len(text) // 2], ["--unit", "m"], "is the file cut off?"),
    "length without unit": (lambda text: text, ["--unit", "m", "--mortar", "10"],
                            "--mortar must be a length with its unit, e.g. 10mm (m, dm, cm, mm, in, ft), got '10'"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_drawing_is_one_line_and_exit_code_2_and_nothing_is_written(folder, case):
    spoil, options, message = BAD[case]
    (folder / "cad" / "bad.obj").write_text(spoil((folder / "cad" / "wall.obj").read_text()))
    before = files(folder)
    found = call("import", "cad/bad.obj", *options, "-o", "model.yaml")
    assert found.exit_code == 2
    assert found.stdout == ""
    assert len(found.stderr.splitlines()) == 1 and message in found.stderr, found.stderr
    assert files(folder) == before


# --- model files ----------------------------------------------------------------------------------

def test_a_model_file_reads_a_drawing(folder):
    (folder / "model.yaml").write_text(MODEL)
    assembly, _, resolved = read_model(folder / "model.yaml")
    assert list(assembly.blocks) == [f"wall/{b.name}" for b in WALL]
    assert set(assembly.blocks["wall/course_1/block_1"].groups) == {"old", "wall", "wall/course_1", "wall/wall"}
    model = assembly.build()
    assert model.reference_position[0] == pytest.approx(WALL[0].moved((0, 0, 1)).shape.centroid, abs=1e-12)
    assert resolved["files"][0]["weld"] == 1e-5                        # defaults are written down


@pytest.mark.parametrize(("old", "new", "message"), [
    ("unit: m,", "", "model.yaml:7: files[0]: {folder}/cad/wall.obj: unit must be stated, one of"),
    ("unit: m,", "unit: km,", "model.yaml:7: files[0].unit: must be one of m, dm, cm, mm, in, ft, got 'km'"),
    ("wall.obj", "walls.obj", "model.yaml:7: files[0]: {folder}/cad/walls.obj: no such file"),
    ("unit: m,", "unit: m, welt: 1,", "model.yaml:7: files[0]: unknown key 'welt'; did you mean 'weld'?"),
    ("unit: m,", "unit: m, weld: 1,", "model.yaml:7: files[0]: weld must be finite and > 0 and <= 0.001 [m], got 1.0"),
    ("unit: m,", "unit: m, sizes: [1],", "model.yaml:7: files[0].sizes: must be 2 finite numbers [m], got [1]"),
    ("material: stone", "material: clay", "model.yaml:7: files[0]: block 'wall/course_1/block_1': "),
])
def test_errors_name_the_line_of_the_model_and_the_drawing(folder, old, new, message):
    (folder / "model.yaml").write_text(MODEL.replace(old, new))
    found = call("check", folder / "model.yaml", "--no-picture")
    assert found.exit_code == 2
    assert message.format(folder=folder) in found.stderr, found.stderr


def test_a_run_keeps_and_hashes_the_drawing(folder):
    """The same model text with another drawing is another run; the bytes of the drawing are kept with the result."""
    (folder / "model.yaml").write_text(MODEL)
    done = call("run", "model.yaml", "-o", "out")
    assert done.exit_code == 0, done.stderr
    with np.load(folder / "out" / "inputs" / "arrays.npz") as kept:
        assert kept["file:cad/wall.obj"].tobytes() == (folder / "cad" / "wall.obj").read_bytes()
    hashes = []
    for change in ("", "# touched\n"):
        text = (folder / "cad" / "wall.obj").read_text()
        (folder / "cad" / "wall.obj").write_text(text + change)
        resolved = read_model("model.yaml")[2]
        hashes.append(RunInputs("", resolved, record_files(resolved, folder)).hash)
    assert hashes[0] != hashes[1]
    refused = call("run", "model.yaml", "-o", "out", "--restart")
    assert refused.exit_code == 2, refused.stdout


def test_scripts_add_drawings_and_write_them(folder):
    a = Assembly("drawn", gravity=9.81)
    a.material("stone", density=2000.0)
    names = a.add_file("cad/wall.obj", unit="m", material="stone")
    assert names == [b.name for b in WALL]
    write_blocks("again.obj", a.shapes())
    assert (folder / "again.obj").read_text() == (folder / "cad" / "wall.obj").read_text()


# --- export ---------------------------------------------------------------------------------------

def test_export_writes_the_blocks_of_a_model(folder):
    (folder / "model.yaml").write_text(MODEL)
    found = call("write", "model.yaml", "out.json")
    assert found.exit_code == 0, found.stderr
    assert found.stdout == f"out.json: {len(WALL)} blocks of model drawn\n"
    blocks = read_blocks("out.json", unit="m")
    assert [b.name for b in blocks] == [f"wall/{b.name}" for b in WALL]
    again = call("write", "model.yaml", "out.json")
    assert again.exit_code == 2 and "is there already; use --overwrite" in again.stderr
    assert call("write", "model.yaml", "out.json", "--overwrite").exit_code == 0
    assert call("write", "model.yaml", "out.dwg").exit_code == 2
