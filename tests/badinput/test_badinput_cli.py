"""Bad input from outside: one line on stderr that names thing, rule and value, exit code 2, nothing on disk."""

import pytest
from badinput_models import BASE, SIDES, edit, load, mesh, quake, shaped
from typer.testing import CliRunner

from drystone.cli.main import app

RECORD = "t,a\n0,0\n0.005,0.1\n0.01,0\n"


@pytest.fixture
def refuse(tmp_path, monkeypatch):
    """Give a command a bad model in an otherwise empty directory; returns its one line of complaint.

    Asserts the exit code and that the directory is as before.
    """
    monkeypatch.chdir(tmp_path)

    def call(text: str | None, *options: str, command: str = "run", files: dict[str, str] | None = None) -> str:
        for name, content in (files or {}).items():
            (tmp_path / name).write_text(content)
        if text is not None:
            (tmp_path / "model.yaml").write_text(text)
        before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
        found = CliRunner().invoke(app, [command, "model.yaml", *options])
        assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
        assert found.exit_code == 2, (found.stdout, found.stderr)
        lines = found.stderr.splitlines()
        assert len(lines) == 1, found.stderr
        assert lines[0].startswith("drystone: ")
        return lines[0].removeprefix("drystone: ")

    return call


def test_the_model_that_the_others_spoil_is_sound(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.yaml").write_text(BASE)
    found = CliRunner().invoke(app, ["run", "model.yaml", "-o", "out"])
    assert (found.exit_code, found.stderr) == (0, "")


# --- shapes: refused by a run and by a check alike ----------------------------------------------

SHAPES = {
    "open mesh": (mesh(SIDES), "blocks[0]: block 'pier': mesh is open: edge 4-5 belongs to one face only"),
    "one face turned over": (mesh(SIDES + ", [4, 7, 6, 5]"),
                             "blocks[0]: block 'pier': faces 1 and 5 run along edge 4-5 in the same direction: one of "
                             "them is turned over"),
    "inside-out mesh": (mesh("[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]",
                             "[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]"),
                        "blocks[0]: block 'pier': mesh is inside out: volume -0.166667 m3"),
    "flat mesh": (mesh("[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]", "[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]"),
                  "blocks[0]: block 'pier': volume must be > 0 [m3], got 0"),
    "flat hull": (shaped("hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]"),
                  "blocks[0]: block 'pier': volume must be > 0 [m3], but the 4 points are flat"),
    "flat prism": (shaped("prism: {polygon_xz: [[0, 0], [1, 0], [2, 0]], y0: 0, y1: 1}"),
                   "blocks[0]: block 'pier': volume must be > 0 [m3], got 0"),
    "prism without length": (shaped("prism: {polygon_xz: [[0, 0], [1, 0], [1, 1]], y0: 1, y1: 1}"),
                             "blocks[0]: block 'pier': prism: y1 must be finite and > 1 [m], got 1.0"),
    "prism that is not convex": (shaped("prism: {polygon_xz: [[0, 0], [1, 0], [0.1, 0.1], [0, 1]], y0: 0, y1: 1}"),
                                 "blocks[0]: block 'pier': not convex: vertex 3 lies 0.883 m outside face 3"),
    "a face names no vertex": (mesh(SIDES + ", [4, 5, 6, 9]"),
                               "blocks[0]: block 'pier': face 5 names vertex 9, but vertices run from 0 to 7"),
    "a millimetre among metres": (edit(("[0.4, 0.4, 1.0]", "[400, 400, 1e-4]"), ("[0, 0, 0.5]", "[0, 0, 0.5e-4]"),
                                       ("[0, 0, 1.1]", "[0, 0, 0.1001]")),
                                  "block 'pier': its width across face 4 must be > 0.0004 [m], 1e-06 of its extent, "
                                  "got 0.0001"),
    "beyond all numbers": (edit(("[0.4, 0.4, 1.0]", "[1e200, 1e200, 1.0]")),
                           "block 'pier': mass properties: volume must be finite and > 0 [m3], got nan"),
}


@pytest.mark.parametrize("command", ["run", "check"])
@pytest.mark.parametrize("case", SHAPES)
def test_shapes(refuse, case, command):
    text, message = SHAPES[case]
    assert refuse(text, command=command) == f"model.yaml:9: {message}"


def test_a_box_without_thickness_names_its_line_and_size(refuse):
    """The block is named by its number and line; the rule by the box."""
    line = refuse(edit(("[0.4, 0.4, 1.0]", "[0.4, 0, 1.0]")))
    assert line.startswith("model.yaml:9: blocks[0]: ")
    assert line.endswith("box: size must be > 0 [m], got [0.4, 0.0, 1.0]")


# --- numbers that are none, keys that are unknown or twice, values beyond their rule --------------

ENTRIES = {
    "nan vertex of a mesh": (
        mesh(SIDES + ", [4, 5, 6, 7]").replace("[1, 1, 1]", "[1, .nan, 1]"),
        "model.yaml:10: blocks[0].mesh.vertices: point 6 must be 3 finite numbers [m], got [1, nan, 1]"),
    "infinite point of a hull": (
        shaped("hull: [[0, 0, 0], [1, 0, 0], [0, .inf, 0], [0, 0, 1]]"),
        "model.yaml:10: blocks[0].hull: point 2 must be 3 finite numbers [m], got [0, inf, 0]"),
    "nan centre of a box": (
        edit(("[0, 0, 0.5]", "[0, .nan, 0.5]")),
        "model.yaml:10: blocks[0].box.center: must be 3 finite numbers [m], got [0, nan, 0.5]"),
    "unknown key at the top": (BASE + "colour: red\n", "model.yaml:20: unknown key 'colour'"),
    "misspelt key at the top": (edit(("duration", "durations")),
                                "model.yaml:18: unknown key 'durations'; did you mean 'duration'?"),
    "unknown nested key": (edit(("center: [0, 0, 0.5]", "center: [0, 0, 0.5], colour: red")),
                           "model.yaml:10: blocks[0].box: unknown key 'colour'"),
    "misspelt nested key": (edit(("material: stone", "materail: stone")),
                            "model.yaml:11: blocks[0]: unknown key 'materail'; did you mean 'material'?"),
    "key twice": (BASE + "gravity: 10\n", "model.yaml:20: key 'gravity' is given twice, first on line 3"),
    "nested key twice": (edit(("density: 2000", "density: 2000, density: 1800")),
                         "model.yaml:5: key 'density' is given twice, first on line 5"),
    "block twice": (edit(("name: cap", "name: pier")), "model.yaml:12: blocks[1]: block 'pier' is given twice"),
    "negative density": (edit(("2000", "-2000")),
                         "model.yaml:5: materials.stone.density: must be > 0 [kg/m3], got -2000"),
    "no density": (edit(("2000", "0")), "model.yaml:5: materials.stone.density: must be > 0 [kg/m3], got 0"),
    "density with a wrong unit": (edit(("2000", "2000 kg")), "model.yaml:5: materials.stone.density: must be a density "
                                                             "[kg/m3], got '2000 kg', a mass"),
    "negative friction": (edit(("0.6", "-0.6")), "model.yaml:7: joints.dry.friction: must be >= 0 [-], got -0.6"),
    "infinite friction": (edit(("0.6", ".inf")),
                          "model.yaml:7: joints.dry.friction: must be a finite number [-], got inf"),
    "dt zero": (edit(("1e-3", "0")), "model.yaml:19: analysis.dt: must be > 0 [s], got 0"),
    "dt negative": (edit(("1e-3", "-1e-3")), "model.yaml:19: analysis.dt: must be > 0 [s], got -0.001"),
    "dt nan": (edit(("1e-3", ".nan")), "model.yaml:19: analysis.dt: must be a finite number [s], got nan"),
    "dt missing": (edit(("dt: 1e-3", "scheme: euler")), "model.yaml:19: analysis.dt: is missing"),
    "analysis missing": (edit(("analysis: {dt: 1e-3}\n", "")),
                         "model.yaml: analysis is missing: give at least the time step, analysis: {dt: 1e-3}"),
    "gravity missing": (edit(("gravity: 9.81\n", "")), "model.yaml:1: gravity: is missing"),
    "gravity upside down": (edit(("9.81", "-9.81")),
                            "model.yaml:3: gravity: model 'stranger': gravity must be finite and >= 0 [m/s2], "
                            "got -9.81"),
    "decimal comma": (edit(("9.81", "9,81")),
                      "model.yaml:3: gravity: must be one finite number or 3 of them [m/s2], got '9,81': a decimal "
                      "point is wanted, not a comma: 9.81"),
    "version of the format": (edit(("drystone: 1", "drystone: 2")), "model.yaml:1: drystone: must be 1, got 2"),
}


@pytest.mark.parametrize("case", ENTRIES)
def test_entries(refuse, case):
    text, message = ENTRIES[case]
    assert refuse(text) == message


# --- mortar and ties ----------------------------------------------------------------------------

def tied(entry: str) -> str:
    """BASE with a tie from the cap to the ground; its entry stands on line 21."""
    return BASE + f"ties:\n  - {{name: rod, {entry}}}\n"


ENDS = "ends: [{block: cap}, {block: ground, point: [3, 0, 1.1]}]"

STRENGTHS = {
    "negative cohesion": (edit(("friction: 0.6", "friction: 0.6, cohesion: -1")),
                          "model.yaml:7: joints.dry.cohesion: must be >= 0 [Pa], got -1"),
    "tension that is a word": (edit(("friction: 0.6", "friction: 0.6, tension: strong")),
                               "model.yaml:7: joints.dry.tension: must be a number [Pa], got 'strong'"),
    "infinite cohesion": (edit(("friction: 0.6", "friction: 0.6, cohesion: .inf")),
                          "model.yaml:7: joints.dry.cohesion: must be a finite number [Pa], got inf"),
    "tension beyond the cone": (edit(("friction: 0.6", "friction: 0.6, cohesion: 6e4, tension: 2e5")),
                                "model.yaml:7: joints.dry: joint 'dry': tension must be <= cohesion / friction = "
                                "100000 [Pa], got 200000.0"),
    "cohesion on ice": (edit(("friction: 0.6", "friction: 0, cohesion: 6e4")),
                        "model.yaml:7: joints.dry: joint 'dry': cohesion needs friction > 0 [-], got 0.0"),
    "even points": (edit(("friction: 0.6", "friction: 0.6, points: 4")),
                    "model.yaml:7: joints.dry: joint 'dry': points must be odd [-], got 4"),
    "one point": (edit(("friction: 0.6", "friction: 0.6, points: 1")),
                  "model.yaml:7: joints.dry: joint 'dry': points must be a whole number >= 3 [-], got 1"),
    "half a point": (edit(("friction: 0.6", "friction: 0.6, points: 3.5")),
                     "model.yaml:7: joints.dry.points: must be a whole number [-], got 3.5"),
    "tie without ends": (tied("stiffness: 1e6"), "model.yaml:21: ties[0].ends: is missing"),
    "tie with one end": (tied("ends: [{block: cap}]"),
                         "model.yaml:21: ties[0].ends: must have at least 2 entries, got [{'block': 'cap'}]"),
    "tie to a stranger": (tied("ends: [{block: cap}, {block: grund}]"),
                          "model.yaml:21: tie 'rod': no block is called 'grund'; did you mean 'ground'?"),
    "tie with itself": (tied("ends: [{block: cap}, {block: cap, point: [0, 0, 1]}]"),
                        "model.yaml:21: tie 'rod': must join two blocks, got 'cap' twice"),
    "negative stiffness": (tied(ENDS + ", stiffness: -1"),
                           "model.yaml:21: ties[0].stiffness: must be > 0 [N/m], got -1"),
    "prestress of a rigid tie": (tied(ENDS + ", prestress: 1e3"),
                                 "model.yaml:21: ties[0]: tie 'rod': prestress needs stiffness, which is missing"),
    "prestress beyond yield": (tied(ENDS + ", stiffness: 1e6, prestress: 1e3, yield_force: 1e3"),
                               "model.yaml:21: ties[0]: tie 'rod': prestress must be < yield_force 1000 [N], got "
                               "1000.0"),
    "yields and breaks": (tied(ENDS + ", stiffness: 1e6, yield_force: 1e3, rupture_force: 2e3"),
                          "model.yaml:21: ties[0]: tie 'rod': yield_force and rupture_force exclude each other: a tie "
                          "that yields breaks by rupture_elongation"),
    "rupture of a rigid tie": (tied(ENDS + ", rupture_elongation: 0.1"),
                               "model.yaml:21: ties[0]: tie 'rod': rupture_elongation needs stiffness or yield_force: "
                               "an inextensible tie does not lengthen"),
    "cut of a stranger": (BASE + "events:\n  - {time: 0.01, cut: rod}\n",
                          "model.yaml:21: event at 0.01 s: no tie is called 'rod'"),
    "force of a block": (edit(("quantity: displacement", "quantity: force")),
                         "model.yaml:17: monitors[0]: monitor 'top': force goes with a tie, not with a block"),
    "force of a stranger": (edit(("block: cap, quantity: displacement", "tie: rod, quantity: force")),
                            "model.yaml:17: monitor 'top': no tie is called 'rod'"),
}


@pytest.mark.parametrize("case", STRENGTHS)
def test_mortar_and_ties(refuse, case):
    text, message = STRENGTHS[case]
    assert refuse(text) == message


# --- names and rules between entries ------------------------------------------------------------

NAMES = {
    "no support": (edit(("ground: {level: 0.0}\n", "")),
                   "model.yaml: model 'stranger': nothing supports the blocks: add ground or supports, or say "
                   "free: true; their lowest point is at z = 0 m"),
    "free with a support": (BASE + "free: true\n",
                            "model.yaml: model 'stranger': says free, but block 'ground' is a support"),
    "block of a monitor": (edit(("block: cap,", "block: cep,")),
                           "model.yaml:17: monitor 'top': no block or group is called 'cep'; did you mean 'cap'?"),
    "block of a point load": (load("point", "block: roof, point: [0, 0, 1], force: [1, 0, 0]"),
                              "model.yaml:21: load 'push': no block is called 'roof'"),
    "blocks of a line load": (load("line", "target: caps, start: [0, 0, 1], end: [0, 0.1, 1], "
                                           "force_per_length: [0, 0, -1]"),
                              "model.yaml:21: load 'push': no block or group is called 'caps'; did you mean 'cap'?"),
    "blocks of an acceleration": (load("acceleration", "target: roof, vector: [1, 0, 0]"),
                                  "model.yaml:21: load 'push': no block or group is called 'roof'"),
    "block of a tilt": (BASE + "initial:\n  - tilt: {target: piers, angle_deg: 1, axis: y, about: [0, 0, 0]}\n",
                        "model.yaml:21: tilt of 'piers': no block or group is called 'piers'; did you mean 'pier'?"),
    "block of a velocity": (BASE + "initial:\n  - velocity: {target: piers, linear: [1, 0, 0]}\n",
                            "model.yaml:21: velocity of 'piers': no block or group is called 'piers'; did you mean "
                            "'pier'?"),
    "material": (edit(("material: stone\n  - name: cap", "material: ston\n  - name: cap")),
                 "model.yaml:9: blocks[0]: block 'pier': no material is called 'ston'; did you mean 'stone'?"),
    "no material and no mass": (edit(("    material: stone\n  - name: cap", "  - name: cap")),
                                "model.yaml:9: block 'pier': needs a material or a mass, which is missing"),
    "no joint for a pair": (edit(("friction: 0.6", "friction: 0.6, between: [pier, ground]")),
                            "model.yaml:6: no joint between block 'pier' and block 'cap': add a joint between them, or "
                            "one between ('*', '*')"),
    "two joints for a pair": (edit(("  dry: {friction: 0.6}\n", "  dry: {friction: 0.6}\n  wet: {friction: 0.3}\n")),
                              "model.yaml:6: joints 'dry' and 'wet' both apply between block 'pier' and block 'cap': "
                              "add one between more specific names"),
    "a joint between strangers": (edit(("friction: 0.6", "friction: 0.6, between: [pear, ground]")),
                                  "model.yaml:7: joint 'dry': between names 'pear', but no block or group is called "
                                  "so; did you mean 'pier'?"),
    "release of a support without mass": (BASE + "events:\n  - {time: 0.01, release: ground}\n",
                                          "model.yaml:21: event at 0.01 s: release needs a block with a material, and "
                                          "block 'ground' has none"),
    "release of what is free": (BASE + "events:\n  - {time: 0.01, release: cap}\n",
                                "model.yaml:21: event at 0.01 s: release needs a support, and block 'cap' is none"),
    "record without units": (quake("record", "path: quake.csv"),
                             "model.yaml:21: motions[0]: record 'quake.csv': units must be stated, one of g, m/s2, "
                             "cm/s2, mm/s2, gal, got none: write units: g, or --units g on the command line"),
    "record in unknown units": (quake("record", "path: quake.csv, units: feet"),
                                "model.yaml:21: motions[0]: record 'quake.csv': units must be one of g, m/s2, cm/s2, "
                                "mm/s2, gal, got 'feet'"),
    "record that is not there": (quake("record", "path: none.csv, units: g"),
                                 "model.yaml:21: motions[0]: record 'none.csv': file must be readable, got No such "
                                 "file or directory"),
    "times that fall": (quake("table", "times: [0, 0.03, 0.02], accelerations: [0, 1, 2]"),
                        "model.yaml:21: motions[0]: motion table: times[2] must be greater than the one before 0.03 "
                        "[s], got 0.02"),
}


@pytest.mark.parametrize("case", NAMES)
def test_names_and_rules(refuse, case):
    text, message = NAMES[case]
    assert refuse(text, files={"quake.csv": RECORD}) == message


# --- what only the start of a run finds ---------------------------------------------------------

LATE = {
    "overlap": (edit(("[0, 0, 1.1]", "[0, 0, 1.05]")), 9,
                "blocks 'pier' and 'cap' overlap by 0.05 m at the start, more than overlap_tolerance 0.0001 m"),
    "one block within another": (edit(("[0, 0, 1.1]", "[0, 0, 0.5]")), 9,
                                 "blocks 'pier' and 'cap' overlap by 0.5 m at the start, more than overlap_tolerance "
                                 "0.0001 m"),
    "a tilt into the next block": (
        BASE + "initial:\n  - tilt: {target: pier, angle_deg: 5, axis: y, about: [0.2, 0, 0]}\n", 9,
        "blocks 'pier' and 'cap' overlap by 0.0311 m at the start, more than overlap_tolerance 0.0001 m"),
    "table shorter than the run": (
        quake("table", "times: [0, 0.01], accelerations: [0, 1]"), 21,
        "motion 'quake': record ends at 0.01 s, before the run's 0.02 s; shorten the run or give after: zero"),
    "record shorter than the run": (
        quake("record", "path: quake.csv, units: g"), 21,
        "motion 'quake': record ends at 0.01 s, before the run's 0.02 s; shorten the run or give after: zero"),
    "delayed table shorter than the run": (
        quake("delayed", "delay: 0.001, motion: {kind: table, times: [0, 0.01], accelerations: [0, 1]}"), 21,
        "motion 'quake': record ends at 0.011 s, before the run's 0.02 s; shorten the run or give after: zero"),
    "block that should overturn": (
        BASE + "collapse: {overturning: {blocks: [cep], angle_deg: 10}}\n", 20,
        "collapse.overturning.blocks: no block or group is called 'cep'; did you mean 'cap'?"),
    "duration missing": (edit(("duration: 0.02\n", "")), None,
                         "model 'stranger': the duration of the run is missing [s]: give duration or stages"),
    "restitution in a scheme without": (
        edit(("friction: 0.6", "friction: 0.6, restitution: 0.5"), ("dt: 1e-3", "dt: 1e-3, scheme: euler")), 7,
        "joint 'dry': restitution 0.5 needs scheme midpoint, got euler"),
}


@pytest.mark.parametrize("case", LATE)
def test_what_only_the_start_of_a_run_finds(refuse, case):
    """These are found after the file is read; where the command adds the place, it is the right one."""
    text, line, message = LATE[case]
    place = "model.yaml: " if line is None else f"model.yaml:{line}: "
    assert refuse(text, "-o", "out", files={"quake.csv": RECORD}) in (message, place + message)


@pytest.mark.parametrize("text", [
    quake("table", "times: [0, 0.01], accelerations: [0, 1]", "    after: zero\n"),
    quake("table", "times: [0, 0.01], accelerations: [0, 1], after: zero"),
    edit(("[0, 0, 1.1]", "[0, 0, 1.09995]")),
], ids=["after of the motion", "after of the table", "overlap within the tolerance"])
def test_what_is_allowed(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.yaml").write_text(text)
    found = CliRunner().invoke(app, ["run", "model.yaml", "-o", "out"])
    assert (found.exit_code, found.stderr) == (0, "")


# --- YAML, files and options --------------------------------------------------------------------

@pytest.mark.parametrize(("text", "message"), [
    (edit(("{friction: 0.6}", "{friction: 0.6")),
     "model.yaml:8: not valid YAML: expected ',' or '}', but got ':' (while parsing a flow mapping that begins on "
     "line 7)"),
    (edit(("    box", "   box")),
     "model.yaml:10: not valid YAML: expected <block end>, but found '<block mapping start>'; look at the indentation "
     "(while parsing a block collection that begins on line 9)"),
    (edit(("  stone:", "\tstone:")),
     "model.yaml:5: not valid YAML: found character '\\t' that cannot start any token"),
    (edit(("name: stranger", "name: stranger: strange")),
     "model.yaml:2: not valid YAML: mapping values are not allowed here"),
    ("", "model.yaml: must be a mapping of keys, got nothing"),
    ("- 1\n", "model.yaml: must be a mapping of keys, got list"),
    (None, "model.yaml: no such file"),
], ids=["brace", "indentation", "tab", "colon", "empty", "list", "missing"])
def test_files_that_are_no_model(refuse, text, message):
    assert refuse(text) == message


def test_a_file_that_is_not_text(refuse, tmp_path):
    (tmp_path / "model.yaml").write_bytes(BASE.encode("utf-16"))
    assert refuse(None) == "model.yaml: cannot be read: is not UTF-8 text"


@pytest.mark.parametrize(("options", "message"), [
    (("-o", "plain"), "cannot create run 'plain': there is a file of that name"),
    (("-o", "plain/run"), "cannot create run 'plain/run': Not a directory"),
    (("-o", "."), "cannot create run '.': the directory is not empty and not a run"),
    (("-o", "plain", "--restart"), "'plain' is not a run: it has no run.json"),
    (("-o", "nowhere", "--restart"), "'nowhere' is not a run: it has no run.json"),
    (("-o", ".", "--overwrite"), "cannot create run '.': the directory is not empty and not a run"),
])
def test_places_where_no_run_can_be(refuse, options, message):
    assert refuse(BASE, *options, files={"plain": "text"}) == message


@pytest.mark.parametrize(("change", "message"), [
    ("analyses.dt=1", "--set analyses.dt: unknown key 'analyses'; did you mean 'analysis'?"),
    ("analysis.dtt=1", "--set analysis.dtt: analysis: unknown key 'dtt'; did you mean 'dt'?"),
    ("analysis.dt=-1", "--set analysis.dt: analysis.dt: must be > 0 [s], got -1"),
    ("analysis.dt", "--set analysis.dt: must read key=value"),
    ("blocks[9].mass=1", "--set blocks[9].mass: blocks has 2 items, numbered from 0, got 9"),
    ("blocks[peer].mass=1", "--set blocks[peer].mass: blocks has no item called 'peer'; did you mean 'pier'?"),
    ("blocks[pier].box.sizes=1",
     "--set blocks[pier].box.sizes: blocks[0].box: unknown key 'sizes'; did you mean 'size'?"),
    ("blocks[pier].mass.kg=1", "--set blocks[pier].mass.kg: blocks[0].mass: must be a number [kg], got {'kg': 1}"),
    ("collapse.overturning.angle_deg=5",
     "--set collapse.overturning.angle_deg: collapse.overturning.blocks: is missing"),
])
def test_changes_that_lead_nowhere(refuse, change, message):
    assert refuse(BASE, "--set", change) == message
