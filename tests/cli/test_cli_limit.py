"""drystone limit and drystone statics from outside: lines, JSON, pictures, refusals."""

import json
from pathlib import Path

import pytest
from cli_models import BLOCK, FLOATING, write
from typer.testing import CliRunner

import drystone
from drystone.cli.main import app
from drystone.cli.progress import PoseWords

TALL = BLOCK.replace("size: [0.4, 0.4, 0.4], center: [0, 0, 0.2]", "size: [0.4, 0.4, 1.6], center: [0, 0, 0.8]")
LOADED = TALL.replace("ground: {level: 0.0}", """\
ground: {level: 0.0}
loads:
  - {name: push, point: {block: block, point: [-0.2, 0, 1.6], force: [100, 0, 0]}}
""")
ARCH = (Path(drystone.__file__).parent / "examples_data" / "arch.yaml").read_text()
OVERHANG = BLOCK.replace("ground: {level: 0.0}", """\
  - name: slab
    box: {size: [1.0, 0.4, 0.2], center: [0.45, 0, 0.5]}
    material: stone
ground: {level: 0.0}
""")


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Call a command in an empty directory."""
    monkeypatch.chdir(tmp_path)

    def invoke(*words: object):
        return CliRunner().invoke(app, [str(word) for word in words])

    return invoke


def refused(result) -> str:
    """The one line of an error with exit code 2."""
    assert result.exit_code == 2, (result.stdout, result.stderr)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line.removeprefix("drystone: ")


def test_limit_says_factor_mechanism_and_checks(call, tmp_path):
    found = call("limit", write(tmp_path, TALL), "--direction", "+x")
    assert found.exit_code == 0, found.stderr
    lines = dict(line.split(None, 1) for line in found.stdout.splitlines())
    assert lines["live"] == "load   acceleration towards +x"
    assert lines["alpha"] == "0.25 g  (live load 1256 N, 25 % of the weight)"
    assert lines["mechanism"] == "1 of 1 blocks move, fastest 'block'"
    assert lines["picture"] == "model_limit.png" and (tmp_path / "model_limit.png").stat().st_size > 5000


def test_limit_as_data(call, tmp_path):
    found = call("limit", write(tmp_path, TALL), "--direction", "1,0,0", "--json")
    data = json.loads(found.stdout)
    assert data["alpha"] == pytest.approx(0.25, rel=1e-8) and data["bounded"] is True and data["unit"] == "g"
    assert set(data["checks"]) == {"equilibrium", "friction", "admissible", "work", "complementarity"}
    assert data["checks"]["work"] < 1e-6 and list(data["mechanism"]) == ["block"]
    assert data["interfaces"][0]["blocks"] == ["block", "ground"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["model.yaml"]     # no picture unless asked for


def test_live_load_by_name_and_unbounded(call, tmp_path):
    model = write(tmp_path, LOADED)
    data = json.loads(call("limit", model, "--live", "push", "--json").stdout)
    assert data["alpha"] == pytest.approx(0.2 * 2000 * 0.256 * 9.81 / (1.6 * 100), rel=1e-8)
    pressed = call("limit", model, "--direction", "-z", "--no-picture")
    assert "alpha       unbounded: the joints carry any multiple of this load" in pressed.stdout
    assert json.loads(call("limit", model, "--direction", "-z", "--json").stdout)["alpha"] is None


def test_non_associative_reports_both_values_and_the_path(call, tmp_path):
    model = write(tmp_path, TALL)
    found = call("limit", model, "--direction", "+x", "--flow", "non-associative", "--starts", "2", "--no-picture")
    assert found.exit_code == 0, found.stderr
    assert "from associative limit" in found.stdout and "from dead load" in found.stdout
    assert "over all starts 0.25 .. 0.25; associative 0.25" in found.stdout
    data = json.loads(call("limit", model, "--direction", "+x", "--flow", "non-associative", "--json").stdout)
    assert len(data["non_associative"]["paths"]) == 4
    assert data["non_associative"]["alpha"] == pytest.approx(0.25, rel=1e-4)


def test_tilt(call, tmp_path):
    found = call("limit", write(tmp_path, TALL), "--tilt", "+x")
    assert found.exit_code == 0, found.stderr
    assert "angle       14.036 deg, tan 0.25" in found.stdout and (tmp_path / "model_tilt.png").stat().st_size > 5000
    data = json.loads(call("limit", tmp_path / "model.yaml", "--tilt", "-y", "--json").stdout)
    assert data["angle_deg"] == pytest.approx(14.0362434679, rel=1e-8)


def test_a_long_pushover_says_how_far_it_is(capsys):
    words = PoseWords(seconds=0.0)
    words(3, 0.25)
    assert capsys.readouterr() == ("", "drystone: pushover, 3 poses, alpha 0.25 ...\n")
    PoseWords(seconds=1e9)(3, 0.25)
    assert capsys.readouterr() == ("", "")


def test_pushover_and_codes(call, tmp_path):
    """One block: all of its mass, a0* = alpha g / FC, zero resistance at half of its width."""
    found = call("limit", write(tmp_path, TALL), "--direction", "+x", "--pushover", "--confidence", "1.35")
    assert found.exit_code == 0, found.stderr
    assert ("codes       alpha g / 1.35 = 1.817 m/s2 activates it if all its weight takes part\n"
            "            M* 512 kg, e* 1, spectral a0* 1.817 m/s2\n") in found.stdout
    assert "d0* 0.2 m, capacity d_u* 0.08 m" in found.stdout
    assert (tmp_path / "model_pushover.png").stat().st_size > 5000
    data = json.loads(call("limit", tmp_path / "model.yaml", "--direction", "+x", "--pushover", "--json",
                           "--no-picture").stdout)
    assert data["pushover"]["alpha"][0] == pytest.approx(0.25) and data["pushover"]["alpha"][-1] <= 0.0
    assert data["codes"]["participation"] == pytest.approx(1.0)


def test_crushing_joints(call, tmp_path):
    """512 kg on 0.16 m2: at twice its pressure half of the base is left."""
    pressure = 2 * 512 * 9.81 / 0.16
    found = call("limit", write(tmp_path, TALL), "--direction", "+x", "--crushing", pressure, "--json")
    assert json.loads(found.stdout)["alpha"] == pytest.approx(0.125, rel=1e-6)
    assert found.stderr == ("drystone: notice: --crushing is old: give joints the property compression, e.g. --set "
                            "joints.NAME.compression=5e6\n")
    own = call("limit", "model.yaml", "--direction", "+x", "--set", f"joints.base.compression={pressure}", "--json")
    assert json.loads(own.stdout)["alpha"] == json.loads(found.stdout)["alpha"] and own.stderr == ""


def test_what_is_not_read_is_said_or_refused(call, tmp_path):
    weak = TALL.replace("friction: 0.6", "friction: 0.6, compression: 1e6")
    path = write(tmp_path, weak.replace("density: 2000", "density: 2000, young: 5e9"))
    refusal = ("model.yaml:7: joint 'base': compression 1e+06 Pa is not read by {}: its joints never crush; take it "
               "out, or name it in analysis.ignore or --ignore")
    for words, name in ((("statics", path), "statics"), (("limit", path, "--tilt", "+x"), "tilt analysis")):
        assert refused(call(*words)).endswith(refusal.format(name))
        for more in (("--ignore", "compression"), ("--set", "analysis.ignore=compression")):
            found = call(*words, *more, "--no-picture")
            assert found.exit_code == 0, found.stderr
            assert f"note        not used by {name}: compression, young\n" in found.stdout
    found = call("limit", path, "--direction", "+x", "--no-picture")
    assert found.stdout.startswith("note        not used by limit analysis: young\n")
    assert refused(call("statics", path, "--ignore", "strength")) == "--ignore: no property is called 'strength'"


def test_settlement(call, tmp_path):
    found = call("limit", write(tmp_path, TALL), "--settle", "ground", "--no-picture")
    assert found.exit_code == 0, found.stderr
    assert "settlement  ground towards -z" in found.stdout and "reaction    of ground: (0, 0, 5022.7) N" in found.stdout


def test_statics_says_reactions_joints_and_margins(call, tmp_path):
    found = call("statics", write(tmp_path, LOADED), "--margins", "--thrust", "ground,block")
    assert found.exit_code == 0, found.stderr
    assert "stands      yes" in found.stdout
    assert "reaction    of ground: (-100, 0, 5022.7) N" in found.stdout
    assert "thrust      ground on block: 5022.7 .. 5022.7 N" in found.stdout
    assert "friction may be divided by 30.1" in found.stdout
    assert (tmp_path / "model_statics.png").stat().st_size > 5000
    data = json.loads(call("statics", tmp_path / "model.yaml", "--json", "--margins").stdout)
    assert data["stands"] is True and data["reactions"]["ground"] == pytest.approx([-100.0, 0.0, 5022.72], abs=1e-3)
    assert data["margins"]["friction"] == pytest.approx(0.6 * 5022.72 / 100.0, rel=1e-3)   # 1e-5 g over 0.02 g


def test_thrust_lines(call, tmp_path):
    found = call("statics", write(tmp_path, ARCH), "--thrust-line", "all")
    assert found.exit_code == 0, found.stderr
    for kind in ("least", "greatest", "effective"):
        assert f"line        {kind} thrust" in found.stdout
    assert (tmp_path / "model_thrust.png").stat().st_size > 5000
    data = json.loads(call("statics", tmp_path / "model.yaml", "--thrust-line", "all", "--json", "--no-picture").stdout)
    low, middle, high = (data["thrust_lines"][kind]["thrust"] for kind in ("least", "effective", "greatest"))
    assert low < middle < high and len(data["thrust_lines"]["least"]["points"]) == 8
    assert refused(call("statics", tmp_path / "model.yaml", "--thrust-line", "voussoir_1")).startswith(
        "thrust line: block 'voussoir_1' must touch two others")


def test_a_structure_that_falls_is_a_result_of_statics(call, tmp_path):
    found = call("statics", write(tmp_path, OVERHANG))
    assert found.exit_code == 0, found.stderr
    assert "stands      NO" in found.stdout and "1 of 2 blocks move at once" in found.stdout
    assert json.loads(call("statics", tmp_path / "model.yaml", "--json").stdout)["stands"] is False


@pytest.mark.parametrize(("text", "options", "message"), [
    (TALL, (), "limit: no live load: give --direction (e.g. +x), or --live with the name of a load"),
    (TALL, ("--direction", "1,2"), "live load: direction must be 3 finite numbers [-], got [1.0, 2.0]"),
    (TALL, ("--direction", "a,b,c"), "--direction must be +x, -x, +y, -y, +z, -z or three numbers x,y,z, got 'a,b,c'"),
    (TALL, ("--direction", "+x", "--flow", "odd"), "--flow must be one of associative, non-associative, got 'odd'"),
    (TALL, ("--direction", "+x", "--solver", "odd"), "solver must be one of auto, highs, clarabel, condensed, got "
                                                     "'odd'"),
    (TALL, ("--live", "wind"), "live load: no load of the model is called 'wind'; there are: none"),
    (TALL, ("--settle", "block"), "settlement: block 'block' is no support"),
    (TALL, ("--settle", "ground", "--live", "wind"), "limit: --settle goes with --direction only, got --live or "
                                                     "--target"),
    (TALL, ("--tilt", "+x", "--direction", "+x"), "limit: --tilt does not go with --direction"),
    (TALL, ("--tilt", "+z"), "tilt: direction must be normal to gravity, got [0.0, 0.0, 1.0]"),
    (TALL, ("--direction", "+x", "--crushing", "-1"), "crushing must be finite and > 0 [Pa], got -1.0"),
    (TALL, ("--direction", "+x", "--crushing", "1e6", "--pushover"), "limit: --crushing does not go with --pushover"),
    (TALL, ("--direction", "+x", "--confidence", "0.5"), "confidence must be finite and >= 1 [-], got 0.5"),
    (FLOATING, ("--direction", "+x"), "model 'small block': carried by no support, directly or by way of others: "
                                      "'cloud'"),
    (OVERHANG, ("--direction", "+x"), "model 'small block': does not stand under dead load alone; 1 of 2 blocks move: "
                                      "'slab'"),
])
def test_bad_input_is_one_line(call, tmp_path, text, options, message):
    assert refused(call("limit", write(tmp_path, text), *options)) == message
    assert sorted(p.name for p in tmp_path.iterdir()) == ["model.yaml"]


def test_highs_is_for_the_plane(call, tmp_path):
    assert refused(call("limit", write(tmp_path, TALL), "--direction", "+x", "--solver", "highs")) == (
        "solver highs solves planar models only")
    assert refused(call("statics", tmp_path / "model.yaml", "--thrust", "block")) == (
        "--thrust must be two blocks with a comma between them, got 'block'")


def test_elastic_joints_are_followed_unless_told_otherwise(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("niche.yaml").write_text("""
drystone: 1
name: niche
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.6}}
blocks:
  - {name: stone, box: {size: [1, 1, 1], center: [0, 0, 0]}, material: stone}
  - {name: left, box: {size: [1, 1, 2], center: [-1, 0, 0]}}
  - {name: right, box: {size: [1, 1, 2], center: [1, 0, 0]}}
supports: [left, right]
""")
    words = "elastic     stands only if it was pressed together (between 'stone' and 'left', 'stone' and 'right')\n"
    for options, is_told in (([], True), (["--elastic"], True), (["--no-elastic"], False)):
        found = CliRunner().invoke(app, ["statics", "niche.yaml", "--no-picture", *options])
        assert found.exit_code == 0 and (words in found.stdout) is is_told
    assert words in CliRunner().invoke(app, ["check", "niche.yaml", "--no-picture"]).stdout
    kept = CliRunner().invoke(app, ["statics", "niche.yaml", "-o", "kept", "--json"])
    assert kept.exit_code == 0
    answer = drystone.open_result("kept")
    assert answer.data["elastic"]["pressed_together"] == [["stone", "left"], ["stone", "right"]]
    assert words.strip() in answer.words
