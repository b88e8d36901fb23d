"""docs/howto: every script of its pages runs and says what the page says."""

import importlib
import re
import sys
from itertools import pairwise

import h5py
import pytest
from docs_text import ROOT, blocks, commands
from typer.testing import CliRunner

import drystone as ds
from drystone.cli.main import app
from drystone.engines import registry
from drystone.model import settings, uses

HOWTO = ROOT / "docs" / "howto"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder from which Python imports; what a page registers is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = [(table, dict(table)) for table in (registry.ENGINES, settings.ENGINE_SETTINGS, uses.USES)]
    yield tmp_path
    for table, was in before:
        table.clear()
        table.update(was)
    for name in ("fall_engine", "slip_weakening"):
        sys.modules.pop(name, None)


def run(source: str, page) -> dict:
    names: dict = {}
    exec(compile(source, str(page), "exec"), names)
    return names


def test_own_engine(folder, capsys):
    """Free fall: g t^2 / 2 = 1.22625 m after 0.5 s; energy is kept to rounding."""
    page = HOWTO / "own_engine.md"
    module, script = blocks(page, "python")
    (folder / "fall_engine.py").write_text(module)
    run(script, page)
    told = re.fullmatch(r"-(1\.\d{5}) m, balance (\S+) J\n", capsys.readouterr().out)
    assert float(told[1]) == 9.81 / 2 * 0.25 and f"falls by {told[1]} m" in page.read_text(encoding="utf-8")
    assert float(told[2]) < 1e-9
    scene = ds.Assembly("shaken", gravity=9.81)
    scene.material("stone", density=2000)
    scene.joint("dry", friction=0.6)
    scene.add("stone", ds.box((0.2, 0.2, 0.2), center=(0, 0, 0.1)), material="stone")
    scene.add_ground(level=0.0)
    scene.ground_motion("pulse", ds.motion.OneSine(amplitude=4.0, half_period=0.4), direction=(1, 0, 0))
    with pytest.raises(ds.InputError, match="engine fall: takes no ground motions, got 1"):
        ds.run(scene, duration=0.1, dt=0.01, engine="fall")


def test_own_pattern(folder, capsys):
    """A wall that leans on the bank takes more away from it than an upright one, thickness over height 0.4 g."""
    page = HOWTO / "own_pattern.md"
    (script,) = blocks(page, "python")
    names = run(script, page)
    towards, away = map(float, re.findall(r"(\d\.\d+) g", capsys.readouterr().out))
    assert towards < 0.6 / 1.5 < away
    made = names["battered_wall"](3.0, 6, (0.5, 0.25), 0.6, 0.05)
    assert sum(piece.shape.mass_properties.volume for piece in made) == pytest.approx(3.0 * 6 * 0.25 * 0.6, rel=1e-12)
    with pytest.raises(ds.InputError, match=r"setback must be >= 0 and below half the thickness 0.6 \[m\], got 0.4"):
        names["battered_wall"](3.0, 6, (0.5, 0.25), 0.6, 0.4)
    ds.write_blocks("wall.obj", made)
    shown = CliRunner().invoke(app, ["import", "wall.obj", "--unit", "m"]).stdout
    assert re.search(r"^overlaps +none$", shown, re.MULTILINE) and re.search(r"^slivers +none$", shown, re.MULTILINE)


def test_own_joint_law(folder, capsys):
    """Friction 0.8 falls to 0.5 of the pressure of 0.5 MPa; work = stored + lost, to the order of a step."""
    page = HOWTO / "own_joint_law.md"
    module, script = blocks(page, "python")
    (folder / "slip_weakening.py").write_text(module)
    names = run(script, page)
    assert capsys.readouterr().out == "peak 0.400 MPa, at last 0.250 MPa\n"
    law = importlib.import_module("slip_weakening")
    history, state = names["history"], names["state"]
    step = 0.02 / 4000
    work = sum(0.5 * (a + b) * step for a, b in pairwise(history))
    kept = law.stored(names["parameters"], 0.0, 0.02, 0.0, state, 0)
    lost = state[law.STATE.index("w_s"), 0]
    assert work == pytest.approx(kept + lost, abs=max(history) * step)
    assert not law.is_elastic(names["parameters"], -5e-5, 0.02, 0.0, state, 0)
    fresh = 0.0 * state
    assert law.is_elastic(names["parameters"], -5e-5, 0.99e-4, 0.0, fresh, 0)       # 0.396 of 0.4 MPa
    assert not law.is_elastic(names["parameters"], -5e-5, 1.01e-4, 0.0, fresh, 0)
    assert not law.is_elastic(names["parameters"], 1e-9, 0.0, 0.0, fresh, 0)


def test_pandas_and_paraview(folder, capsys):
    """The first 0.05 s of the arch, whose keystone is watched; all columns and arrays that the page names are there."""
    pytest.importorskip("pandas")
    page = HOWTO / "pandas_paraview.md"
    assert CliRunner().invoke(app, ["example", "arch"]).exit_code == 0
    done = CliRunner().invoke(app, ["run", "arch.yaml", "--set", "duration=0.05"])
    assert done.exit_code == 0, done.stderr
    for words, _ in commands(page):
        done = CliRunner().invoke(app, words[1:])
        assert done.exit_code == 0, done.stderr
    for script in blocks(page, "python"):
        run(script, page)
    out = capsys.readouterr().out
    assert "voussoir_7" in out and "'normal force [N]'" in out and "keystone.x [m]" in out and out.endswith(" m\n")
    assert "to_pandas" in page.read_text(encoding="utf-8")
    arrays: set[str] = set()
    for name in ("blocks", "interfaces"):
        with h5py.File(f"runs/arch/vtkhdf/{name}.vtkhdf") as file:
            file.visit(lambda path: arrays.add(path.rpartition("/")[2]))
    assert {"displacement", "velocity", "group", "support", "traction", "opening", "slip", "force"} <= arrays
