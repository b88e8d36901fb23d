"""Bad input to the engine of blocks that deform, as it is typed: one line, exit code 2, nothing on disk."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from drystone.cli.main import app

FILE = """\
drystone: 1
name: couplet
gravity: 9.81
materials:
  brick: {density: 1800, young: 16.7e9, poisson: 0.15}
joints:
  mortar:
    friction: 0.7
    normal_stiffness: 82e9
    shear_stiffness: 36e9
    tension: 0.25e6
    cohesion: 0.35e6
    compression: 10.5e6
    damage:
      tension: {energy: 18, shape: exponential}
      shear: {energy: 125, shape: exponential, residual_cohesion: 0, residual_friction: 0.7, dilation: 0}
      crushing: {energy: 5000, elastic_share: 0.3, peak_ratio: 2, residual: 0, cap_shear: 9}
blocks:
  - {name: lower, box: {size: [0.2, 0.1, 0.05], center: [0, 0, 0.025]}, material: brick}
  - {name: upper, box: {size: [0.2, 0.1, 0.05], center: [0, 0, 0.075]}, material: brick}
ground: {level: 0}
duration: 0.002
analysis: {engine: dem, dt: 1e-3, mesh: [{cells: [2, 1, 1]}], damping: {local: 0.8}}
"""
DAMAGE = FILE[FILE.index("    compression"):FILE.index("blocks:")]


def refused(folder, monkeypatch, words, text=FILE) -> str:
    """What the command says, on one line; it must leave nothing behind."""
    monkeypatch.chdir(folder)
    (folder / "couplet.yaml").write_text(text)
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 2, said.output
    assert [path.name for path in folder.iterdir()] == ["couplet.yaml"]
    lines = said.output.strip().splitlines()
    assert len(lines) == 1
    return lines[0].removeprefix("drystone: ")


@pytest.mark.parametrize(("old", "new", "words"), [
    ("    normal_stiffness: 82e9\n    shear_stiffness: 36e9\n", "",
     "joint 'mortar': damage needs normal_stiffness and shear_stiffness, which are missing"),
    (f"    normal_stiffness: 82e9\n    shear_stiffness: 36e9\n    tension: 0.25e6\n    cohesion: 0.35e6\n{DAMAGE}", "",
     "joint 'mortar': normal_stiffness is missing, which dem needs"),
    ("energy: 18, shape: exponential", "table: [[1, 0], [3, 0.6], [5, 0.5], [9, 1]]",
     "damage.tension.table: damage must never fall, or the strength would rise, got 0.6 and then 0.5"),
    ("energy: 5000", "energy: 1000", "damage.crushing.energy must be > 1941.16 [N/m], what the curve takes up to its "
                                     "peak, got 1000"),
    ("damping: {local: 0.8}}", "damping: {local: 0.8}, step: 1e-4}", "analysis.step must be <= "),
    ("engine: dem, dt: 1e-3, mesh: [{cells: [2, 1, 1]}], damping: {local: 0.8}", "dt: 1e-3, ignore: [compression]",
     "joint 'mortar': damage is not read by nscd"),
])
def test_a_run_is_refused(tmp_path, monkeypatch, old, new, words):
    assert old in FILE
    assert words in refused(tmp_path, monkeypatch, ["run", "couplet.yaml"], FILE.replace(old, new, 1))


def test_an_unstable_step_names_the_stable_one(tmp_path, monkeypatch):
    """The step that is named is taken; one a little longer is refused."""
    text = FILE.replace("damping: {local: 0.8}}", "damping: {local: 0.8}, step: 1e-4}")
    said = refused(tmp_path, monkeypatch, ["run", "couplet.yaml"], text)
    limit = float(said.split("must be <= ")[1].split(" s")[0])
    assert said.startswith("couplet.yaml:") and "the largest stable step with this mesh, joints and damping" in said
    assert str(limit * 1.01) in refused(tmp_path, monkeypatch,
                                        ["run", "couplet.yaml", "--set", f"analysis.step={limit * 1.01}"])
    assert CliRunner().invoke(app, ["check", "couplet.yaml", "--no-picture", "--set",
                                    f"analysis.step={limit * 0.99}"]).exit_code == 0


def test_moduli_of_unit_and_mortar(tmp_path, monkeypatch):
    """E_b <= E_m: no stiffness of a joint makes the unit softer than it is."""
    words = ["joint-test", "couplet.yaml", "--path", "tension"]
    for key, value in (("unit", "1GPa"), ("mortar", "1.37GPa"), ("thickness", "10mm"), ("poisson", "0.15")):
        words += ["--moduli", f"{key}={value}"]
    said = refused(tmp_path, monkeypatch, words)
    assert "Young's modulus of the unit must be > that of the mortar, 1.37e+09 [Pa], got 1000000000.0" in said
