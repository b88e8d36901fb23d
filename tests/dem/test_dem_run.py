"""Runs with blocks that deform through file, command, store and restart; what is told of them; what is refused."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest
from dem_scenes import BRICK, STIFF, column, settings
from typer.testing import CliRunner

import drystone as ds
from drystone.analysis.capacity import measure_capacity, read_capacity
from drystone.analysis.cracks import find_cracks
from drystone.cli.main import app
from drystone.engines.registry import make_engine
from drystone.errors import InputError
from drystone.model.settings import RunSettings
from drystone.model.uses import check_uses

JOINT = {"friction": 0.6, "cohesion": 0.2e6, "tension": 0.1e6} | STIFF


#: The same with damage; half of the pressure passes its elastic range, so that crushing has a memory, too.
WORN = JOINT | {"compression": 0.5e6, "damage": {
    "tension": {"energy": 5.0, "shape": "exponential"},
    "shear": {"energy": 10.0, "shape": "exponential", "residual_cohesion": 0.0, "residual_friction": 0.5,
              "dilation": 0.1},
    "crushing": {"energy": 500.0, "elastic_share": 0.1, "peak_ratio": 2.0, "residual": 0.0, "cap_shear": 2.0}}}


def sheared(brick=BRICK, joint=JOINT):
    """Three bricks between plates, pressed, then sheared until their joints break and slide."""
    a = column((0.1, 0.1, 0.1), material=brick, joint=joint)
    a.load_area("press", "top", "z", 1e5, history=[(0.0, 0.0), (0.01, 1.0)])
    a.support_motion("push", "top", displacement=[(0.0, 0.0), (0.02, 1e-4)], direction="x")
    a.monitor("sway", "block_2", quantity="displacement", component="x")
    a.stage("press", duration=0.015, loads=["press"])
    a.stage("shear", duration=0.02, motions=["push"])
    return a


def chosen(**output) -> RunSettings:
    analysis = settings(dt=5e-4, guides=[{"support": "top", "free": "z", "until": "shear"}],
                        mesh=[{"cells": [2, 1, 1]}])
    return RunSettings(analysis=analysis, output={"frames": 5} | output)


def tables(result):
    """All columns of all tables."""
    names = [name for name in result.tables if not result.tables[name].ragged]
    return {f"{name}/{key}": value for name in names for key, value in result.table(name).items()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An undisturbed run."""
    return ds.run(sheared(), settings=chosen(), directory=tmp_path_factory.mktemp("dem") / "whole")


def test_a_run_keeps_nodes_points_interfaces_and_energies(whole):
    assert whole.status == "finished" and whole.engine == "dem" and whole.step_count == 70
    assert {"steps", "frames", "nodes", "points", "interfaces"} <= set(whole.tables)
    assert np.abs(whole.energy("balance")).max() < 1e-12 * np.abs(whole.energy("potential")).max()
    shape = whole.shape(-1)
    assert not whole.shapes.is_rigid and np.isfinite(shape.vertex).all()
    moved = shape.displacement[shape.surface.vertex_block == 4]       # the upper plate goes as one
    assert np.ptp(moved[:, 0]) < 1e-15 and moved[0, 0] == pytest.approx(1e-4, rel=1e-12)
    assert whole.monitor("sway")[-1] > 1e-6
    row = whole.rows("interfaces", -1)
    on_base = (row["block_a"] == 3) | (row["block_b"] == 3)
    side = np.where(row["block_a"] == 3, 1.0, -1.0)                   # forces act on block b
    force = (side[:, None] * row["force"])[on_base].sum(axis=0)
    assert force == pytest.approx(whole.column("steps", "reaction:base")[-1], rel=1e-9, abs=1e-6)
    assert 0.0 < row["damage"].max() <= 1.0


def test_capacity_and_cracks_of_a_run(whole):
    curve = read_capacity(whole)
    assert curve.displacement[-1] == pytest.approx(1e-4, rel=1e-9)
    assert curve.peak == pytest.approx(float(whole.column("steps", "reaction:top")[:, 0].max()))
    cracks = find_cracks(whole)
    assert cracks and all(crack.joint == "bed" and crack.time > 0.015 for crack in cracks)
    assert cracks == sorted(cracks, key=lambda crack: (crack.time, crack.blocks))
    lost = -sum(whole.energy(name)[-1] for name in ("opening", "sliding", "crushing"))
    assert sum(crack.energy for crack in cracks) <= lost * (1 + 1e-9)
    with pytest.raises(InputError, match=r"no support is called 'roof'; there are base, top$"):
        read_capacity(whole, "roof")


def test_cracks_of_large_displacements_are_those_of_small_ones(whole):
    """The same bricks with contacts that are found anew: the same joints break, at the same time and place."""
    small = find_cracks(whole)
    settings_ = chosen()
    analysis = settings_.analysis.model_copy(update={"displacements": "large"})
    result = ds.run(sheared(), settings=settings_.model_copy(update={"analysis": analysis}))
    found = find_cracks(result)
    assert [frozenset(crack.blocks) for crack in found] == [frozenset(crack.blocks) for crack in small]
    for crack, other in zip(found, small):
        assert crack.time == pytest.approx(other.time, abs=1e-3) and crack.mode == other.mode
        assert crack.place == pytest.approx(other.place, abs=1e-3)
        assert crack.share == pytest.approx(other.share, abs=0.1)
        assert crack.energy == pytest.approx(other.energy, rel=0.1)
    said = CliRunner().invoke(app, ["capacity", str(result.directory)])
    assert said.exit_code == 0 and f"{len(found)} interfaces with damage above a half" in said.output


def test_capacity_of_an_elastic_plastic_curve():
    """F = K x up to F_y, then constant: the bilinear curve is the curve; ductility d_u / d_y."""
    x = np.linspace(0.0, 10e-3, 1001)
    curve = measure_capacity(x, np.minimum(2e6 * x, 4e3))
    assert (curve.peak, curve.stiffness) == pytest.approx((4e3, 2e6))
    assert curve.yield_force == pytest.approx(4e3, rel=1e-6) and curve.ductility == pytest.approx(5.0, rel=1e-6)
    assert not curve.has_fallen and curve.energy == pytest.approx(4e3 * 9e-3, rel=1e-6)
    assert curve.energy_to(1e-3) == pytest.approx(1.0, rel=1e-9) and len(curve.cycles) == 0


@pytest.mark.parametrize("joint", [JOINT, WORN], ids=["brittle", "damage"])
def test_stopped_run_continues_bit_for_bit(joint, whole, tmp_path):
    def interrupt(progress):
        if progress.step >= 45:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ds.run(sheared(joint=joint), settings=chosen(), directory=tmp_path / "parts", progress=interrupt)
    parts = ds.run(sheared(joint=joint), settings=chosen(), directory=tmp_path / "parts", restart=True)
    if joint is WORN:
        whole = ds.run(sheared(joint=joint), settings=chosen())
        damage = whole.rows("interfaces", -1)["damage"]
        assert 0.05 < damage.max() < 0.99 and all(whole.energy(name)[-1] < 0.0 for name in ("sliding", "crushing"))
    expected = tables(whole)
    for name, value in tables(parts).items():
        assert np.array_equal(value, expected[name], equal_nan=True), name


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_killed_run_continues_bit_for_bit(tmp_path):
    """kill -9 in the middle of a run whose joints wear; the restart gives what an undisturbed run gives."""
    script = tmp_path / "child.py"
    script.write_text(textwrap.dedent(f"""
        import sys
        sys.path[:0] = {[os.path.dirname(__file__)]!r}
        import drystone as ds
        from test_dem_run import WORN, chosen, sheared
        ds.run(sheared(joint=WORN), settings=chosen(checkpoints=5), directory={str(tmp_path / "killed")!r},
               restart="go" in sys.argv)
    """))
    hit = False
    while not hit:                       # a busy machine may wake us after the end: once more from the beginning
        shutil.rmtree(tmp_path / "killed", ignore_errors=True)
        child = subprocess.Popen([sys.executable, script])
        while not list((tmp_path / "killed").glob("checkpoint-*")) and child.poll() is None:
            time.sleep(0.002)
        child.send_signal(signal.SIGKILL)
        hit = child.wait() == -signal.SIGKILL
        assert hit or child.returncode == 0
    assert 5 <= ds.open_result(tmp_path / "killed").step_count < 70
    subprocess.run([sys.executable, script, "go"], check=True)
    expected = tables(ds.run(sheared(joint=WORN), settings=chosen(checkpoints=5)))
    for name, value in tables(ds.open_result(tmp_path / "killed")).items():
        assert np.array_equal(value, expected[name], equal_nan=True), name


@pytest.mark.parametrize(("brick", "joint", "words"), [
    ({"density": 1800.0, "poisson": 0.2}, JOINT, "material 'brick': young is missing, which dem needs"),
    ({"density": 1800.0, "young": 5e9}, JOINT, "material 'brick': poisson is missing, which dem needs"),
    (BRICK, {"friction": 0.6}, "joint 'bed': normal_stiffness is missing, which dem needs"),
    (BRICK, JOINT | {"friction_sliding": 0.5}, "joint 'bed': friction_sliding 0.5 is not read by dem: a joint that "
                                               "has slid "
     "holds as much as one at rest; take it out, or name it in analysis.ignore"),
])
def test_what_the_model_lacks_is_named(brick, joint, words):
    with pytest.raises(InputError) as error:
        check_uses(sheared(brick, joint).build(), "dem")
    assert str(error.value) == words


def test_what_the_engine_does_not_take():
    a = column((0.1,), top=False)
    a.event(0.5, remove="block_0")
    with pytest.raises(InputError, match=r"^engine dem: takes no events that change blocks, got remove 'block_0' at "
                                         r"0.5 s$"):
        make_engine(a.build(), settings(), 1.0)
    b = column((0.1, 0.1), top=False)
    b.tie("rod", [("block_0", None), ("block_1", None)], stiffness=1e6)
    with pytest.raises(InputError, match=r"^engine dem: takes no ties, got tie 'rod'$"):
        make_engine(b.build(), settings(), 1.0)


def test_force_ratio_ends_a_run():
    """A pressed column at rest: the run ends, rested, as soon as forces balance."""
    a = column((0.1, 0.1))
    a.load_area("press", "top", "z", 1e5)
    a.duration = 1.0
    analysis = settings(guides=[{"support": "top", "free": "z"}])
    result = ds.run(a, settings=RunSettings(analysis=analysis, end={"force_ratio": 1e-6}))
    assert result.status == "rested" and result.time[-1] < 0.2
    assert result.column("steps", "force_ratio")[-1] <= 1e-6 < result.column("steps", "force_ratio")[-2]


def test_steps_that_blow_up_end_the_run():
    """What is no number never reaches a result: here a step that is made unstable on purpose."""
    from drystone.errors import SolveError
    from drystone.simulation.march import take_steps

    model = column((0.1, 0.1)).build()
    engine = make_engine(model, settings(), 1.0)
    engine.step, engine.inner = 2.0 * engine.limit, 3000
    with pytest.raises(SolveError, match=r"is not finite$"):
        list(take_steps(model, engine, engine.start(), 3))


def test_a_stage_ends_when_forces_balance():
    """The stage that presses may last 0.5 s; it ends as soon as forces balance, and the shear begins there and then."""
    a = column((0.1, 0.1))
    a.load_area("press", "top", "z", 1e5, history=[(0.0, 0.0), (0.01, 1.0)])
    a.support_motion("push", "top", displacement=[(0.0, 0.0), (0.01, 1e-6)], direction="x")
    a.stage("press", duration=0.5, loads=["press"], force_ratio=1e-5, after=0.015)
    a.stage("shear", duration=0.01, loads=["press"], motions=["push"])
    analysis = settings(guides=[{"support": "top", "free": "z"}])
    result = ds.run(a, settings=RunSettings(analysis=analysis, output={"frames": 1}))
    ratio, time_ = result.column("steps", "force_ratio"), result.time
    entered = float(time_[-1]) - 0.01
    assert 0.015 <= entered < 0.2
    k = int(np.argmin(np.abs(time_ - entered)))
    assert ratio[k] <= 1e-5 and (ratio[16:k] > 1e-5).all()
    moved = result.frames.position[:, 3, 0] - result.frames.position[0, 3, 0]
    assert np.abs(moved[:k + 1]).max() == 0.0 and moved[-1] == pytest.approx(1e-6, rel=1e-9)


@pytest.mark.parametrize(("last", "more", "words"), [
    (True, {"force_ratio": 1e-4, "after": 0.0},
     "stage 'only': force_ratio goes with another stage after it; end.force_ratio ends a run"),
    (False, {"force_ratio": 1e-4}, "stage 'only': force_ratio and after go together, got 0.0001 and None"),
    (False, {"force_ratio": 1e-4, "after": 2.0}, "stage 'only': after must be finite and >= 0 and < 1 [s], got 2.0"),
])
def test_stages_that_cannot_end_so(last, more, words):
    a = column((0.1,))
    with pytest.raises(InputError) as error:
        a.stage("only", duration=1.0, **more)
        if not last:
            a.stage("next", duration=1.0)
        a.build()
    assert str(error.value) == words


def test_capacity_command_beside_a_measured_curve(whole, tmp_path):
    """Measured: the run's own curve with 10 % more force; every error follows from that."""
    curve = read_capacity(whole)
    rows = "\n".join(f"{float(x)!r},{1.1 * float(f)!r}" for x, f in zip(curve.displacement, curve.force))
    (tmp_path / "test.csv").write_text("displacement [m],force [N]\n" + rows + "\n")
    said = CliRunner().invoke(app, ["capacity", str(whole.directory), "--measured", str(tmp_path / "test.csv"),
                                    "--picture", str(tmp_path / "curve.png")])
    assert said.exit_code == 0, said.output
    assert said.output.count(": -9.1 %") == 3 and "mm: +0.0 %" in said.output
    assert (tmp_path / "curve.png").stat().st_size > 5000
    (tmp_path / "bad.csv").write_text("a,b\n1,x\n")
    said = CliRunner().invoke(app, ["capacity", str(whole.directory), "--measured", str(tmp_path / "bad.csv")])
    assert said.exit_code == 2 and "must be CSV with a line of titles, displacement [m] and force [N]" in said.output
