"""`drystone joint-test`: what it finds, writes, draws and refuses."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from drystone.cli.main import app

FILE = """\
drystone: 1
name: low
gravity: 9.81
joints:
  mortar:
    friction: 0.7
    normal_stiffness: 82 GPa/m
    shear_stiffness: 36 GPa/m
    cohesion: 0.35 MPa
    tension: 0.25 MPa
    compression: 10.5 MPa
    damage:
      tension: {energy: 18 N/m, shape: exponential}
      shear: {energy: 125 N/m, shape: exponential, residual_cohesion: 0, residual_friction: 0.7, dilation: 0}
      crushing: {energy: 5000 N/m, elastic_share: 0.3, peak_ratio: 2, residual: 0, cap_shear: 9}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "low.yaml").write_text(FILE)
    return tmp_path


def test(*words: str):
    return CliRunner().invoke(app, ["joint-test", *words])


test.__test__ = False


def findings(*words: str) -> dict[str, dict]:
    done = test(*words, "--json")
    assert done.exit_code == 0, done.stderr
    return {f"{one['trace']}: {one['quantity']}": one for one in json.loads(done.stdout)["findings"]}


@pytest.mark.parametrize("path", ["tension", "shear", "compression"])
def test_peaks_and_energies_are_those_given(folder, path):
    found = findings("low.yaml", "--path", path, "--pressure", "0.5 MPa")
    given = {key: one for key, one in found.items() if one["given"]}
    assert len(given) == (2 if path != "shear" else 3)
    for one in given.values():
        assert one["value"] == pytest.approx(one["given"], rel=1e-3)


def test_cycles_and_their_loops(folder):
    found = findings("low.yaml", "--path", "cyclic", "--pressure", "1MPa", "--to", "4mm")
    loop = found["cycles at 1 MPa: area of the last loop; given: with the residual only"]
    assert loop["given"] == pytest.approx(4 * 0.7e6 * (4e-3 - 0.7e6 / 36e9)) and loop["value"] == pytest.approx(
        loop["given"], rel=1e-3)


@pytest.mark.parametrize("path", ["unloading", "tension-then-shear", "cyclic"])
@pytest.mark.parametrize("change", [[], ["--set", "joints.mortar.damage.unloading=degraded", "--set",
                                         "joints.mortar.damage.shear.dilation=0.2"]])
def test_every_path_is_drawn(folder, path, change):
    done = test("low.yaml", "--path", path, "--pressure", "0.5MPa", "--steps", "60", *change)
    assert done.exit_code == 0, done.stderr
    assert (folder / f"mortar_{path}.png").stat().st_size > 20_000


def test_a_joint_from_the_command_line_with_a_path_from_a_file(folder):
    (folder / "way.csv").write_text("u_n [mm],u_s1\n-0.01,0\n-0.01,1e-4\n0.001,1e-4\n")
    done = test("--set", "joints.g.friction=0.6", "--moduli", "unit=16.7GPa", "--moduli", "mortar=1.37GPa", "--moduli",
                "thickness=10mm", "--moduli", "poisson=0.15", "--path", "way.csv", "--table", "points.csv",
                "--no-picture")
    assert done.exit_code == 0, done.stderr
    assert "joint       g: law mohr_coulomb" in done.stdout and "normal_stiffness 149.24 GPa/m" in done.stdout
    rows = [line.split(",") for line in (folder / "points.csv").read_text().splitlines()]
    stress = np.array([row[4:7] for row in rows[1:]], dtype=float)
    assert rows[0][:7] == ["path", "u_n [m]", "u_s1 [m]", "u_s2 [m]", "sigma [Pa]", "tau_1 [Pa]", "tau_2 [Pa]"]
    assert stress[:, 0] == pytest.approx([-1.4924e6, -1.4924e6, 0.0], rel=1e-4)
    assert stress[:, 1] == pytest.approx([0.0, 0.6 * 1.4924e6, 0.0], rel=1e-4)
    again = test("--set", "joints.g.friction=0.6", "--table", "points.csv")
    assert (again.exit_code, again.stderr) == (
        2, "drystone: joint-test: --table 'points.csv' is there already: use --overwrite to replace it\n")


@pytest.mark.parametrize("words, message", [
    ([], "joint-test: there is no joint; name a model file, or give one by --set joints.NAME.key=value"),
    (["low.yaml", "--joint", "morta"], "--joint: no joint is called 'morta'; did you mean 'mortar'?"),
    (["low.yaml", "--set", "joints.b.friction=1"],
     "joint-test: there are 2 joints, mortar, b: choose one by --joint"),
    (["low.yaml", "--path", "shear"], "joint-test: a path that slides needs --pressure, e.g. 0.5MPa"),
    (["low.yaml", "--path", "bend"], "--path must be one of tension, shear, compression, tension-then-shear, "
     "unloading, cyclic, a file.csv, got 'bend'"),
    (["low.yaml", "--path", "shear", "--pressure", "-1MPa"], "--pressure must be finite and >= 0 [Pa], got -1000000.0"),
    (["low.yaml", "--path", "shear", "--pressure", "1mm"], "--pressure must be a pressure [Pa], got '1mm', a length"),
    (["low.yaml", "--to", "0"], "--to must be finite and > 0 [m], got 0.0"),
    (["low.yaml", "--steps", "1"], "--steps must be a whole number >= 4 [-], got 1"),
    (["low.yaml", "--picture", "a.jpg"], "joint-test: --picture must end in .png or .pdf, got 'a.jpg'"),
    (["low.yaml", "--table", "a.txt"], "joint-test: --table must end in .csv, got 'a.txt'"),
    (["low.yaml", "--path", "no.csv"], "joint-test: cannot read 'no.csv': No such file or directory"),
    (["low.yaml", "--path", "bad.csv"], "bad.csv: titles must be u_n, u_s1 or u_s2, with a unit in brackets where it "
     "is not m, got 'x'"),
    (["low.yaml", "--path", "rows.csv"], "rows.csv: row 2 must hold finite numbers, got 'a'"),
    (["--set", "joints.g.friction=1"],
     "--set joints.g.friction: joints.g: joint 'g': normal_stiffness is missing, which dem needs"),
    (["low.yaml", "--moduli", "unit=1GPa"], "--moduli: mortar is missing [Pa]"),
    (["low.yaml", "--moduli", "unit"], "--moduli must be key=value, e.g. unit=16.7GPa, got 'unit'"),
    (["low.yaml", "--moduli", "unit=1GPa", "--moduli", "mortar=2GPa", "--moduli", "thickness=1cm", "--moduli",
      "poisson=0.2"], "joint stiffness: Young's modulus of the unit must be > that of the mortar, 2e+09 [Pa], got "
     "1000000000.0: the blown-up unit alone would be too soft"),
    (["low.yaml", "--path", "shear", "--pressure", "20MPa"],
     "joint-test: no opening keeps the normal stress at -2e+07 Pa at a slip of 0 m: the joint carries"),
])
def test_refusals(folder, words, message):
    (folder / "bad.csv").write_text("x\n1\n")
    (folder / "rows.csv").write_text("u_n\n1e-6\na\n")
    before = sorted(path.name for path in folder.iterdir())
    done = test(*words)
    assert done.exit_code == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"drystone: {message}")
    assert sorted(path.name for path in folder.iterdir()) == before
