"""How simulated structures failed: a block, a wall, an arch, the bundled house."""

import json

import pytest
from typer.testing import CliRunner

from drystone.analysis import damage_of, failure_of
from drystone.cli.main import app
from drystone.model.assembly import Assembly
from drystone.motion import motion_from_spec
from drystone.patterns import running_bond, single
from drystone.simulation.run import run

GRAVITY = 9.81


def structure(pieces, *, friction: float, amplitude: float, half_period: float, direction) -> Assembly:
    """Blocks on the ground under one cycle of a sine, given as an acceleration of the ground [m/s2]."""
    assembly = Assembly("structure", gravity=GRAVITY)
    assembly.material("stone", density=2000.0)
    assembly.joint("dry", friction=friction)
    assembly.add_pattern(pieces, material="stone")
    assembly.add_ground(0.0)
    motion = motion_from_spec("one_sine", amplitude=amplitude, half_period=half_period)
    assembly.ground_motion("pulse", motion, direction=direction, applied="supports")
    return assembly


@pytest.fixture(scope="module")
def overturned(tmp_path_factory):
    """A block of 0.5 x 0.5 x 2 m, tan alpha = 0.25, its ground driven to +x with 0.6 g for a second: it falls to -x."""
    assembly = structure(single((0.5, 0.5, 2.0)), friction=1.0, amplitude=0.6 * GRAVITY, half_period=1.0,
                         direction=(1, 0, 0))
    place = tmp_path_factory.mktemp("runs") / "block"
    return run(assembly, duration=3.0, dt=4e-3, output={"frames": 2}, directory=place)


def test_a_block_that_overturns(overturned):
    assert overturned.status == "collapsed"
    found = failure_of(overturned)
    assert (found.group, found.kind, found.direction, found.blocks) == ("block", "block: rocking", "-x", ("block",))
    moved = overturned.frames.position[-1] - overturned.static["initial_position"]
    assert moved[0, 0] - moved[1, 0] < -0.5      # against the ground
    # uplift at 0.6 sin(pi t) = 0.25, t = 0.137 s; a tenth of the way to the early stage comes later
    assert 0.137 < found.onset < 1.0


def test_info_tells_it(overturned):
    shown = CliRunner().invoke(app, ["info", str(overturned.directory)])
    assert f"failure   {failure_of(overturned).words}\n" in shown.output
    data = json.loads(CliRunner().invoke(app, ["info", str(overturned.directory), "--json"]).output)
    assert data["failure"]["kind"] == "block: rocking" and data["failure"]["blocks"] == ["block"]


def test_a_wall_that_overturns():
    """0.3 m thick and 2 m high: it lifts at 0.15 g; the ground goes to +y, the wall to -y."""
    wall = structure(running_bond(2.0, 8, (0.5, 0.25), 0.3), friction=0.9, amplitude=0.5 * GRAVITY, half_period=0.5,
                     direction=(0, 1, 0))
    result = run(wall, duration=3.0, dt=5e-3, output={"frames": 4})
    assert result.status == "collapsed"
    found = failure_of(result)
    assert (found.kind, found.direction) == ("wall: rocking out of plane", "-y")


def test_a_block_that_slides_stands_and_has_a_slip(tmp_path):
    """friction 0.2 < tan alpha = 1: it slides and does not turn. Its displacement is the slip of its joint."""
    block = structure(single((0.5, 0.5, 0.5)), friction=0.2, amplitude=0.5 * GRAVITY, half_period=0.3,
                      direction=(1, 0, 0))
    result = run(block, duration=1.2, dt=4e-3, output={"frames": 2}, directory=tmp_path / "run")
    assert result.status == "finished"
    damage = damage_of(result)
    assert damage.residual.distance > 0.005
    assert damage.slip.distance == pytest.approx(damage.residual.distance, rel=1e-6)
    assert damage.slip.blocks == ("block", "ground")
    assert "failure" not in CliRunner().invoke(app, ["info", str(tmp_path / "run")]).output


@pytest.mark.slow
def test_the_facade_of_the_house_goes_forwards(tmp_path, monkeypatch):
    """As reported of such a house: 0.8 g, half a period of 0.40 s, the facade overturns towards -y."""
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    assert runner.invoke(app, ["example", "house"]).exit_code == 0
    ran = runner.invoke(app, ["run", "house.yaml", "-o", "run", "--set", "motions[pulse].parameters.half_period=0.40"])
    assert ran.exit_code == 0, ran.output
    failure = json.loads(runner.invoke(app, ["info", "run", "--json"]).output)["failure"]
    assert (failure["group"], failure["kind"], failure["direction"]) == ("facade", "facade: rocking out of plane", "-y")
    assert 0.40 < failure["onset"] < 0.80       # in the second half of the pulse


@pytest.mark.slow
def test_the_arch_hinges(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    runner.invoke(app, ["example", "arch"])
    assert runner.invoke(app, ["run", "arch.yaml", "-o", "run"]).exit_code == 0
    failure = json.loads(runner.invoke(app, ["info", "run", "--json"]).output)["failure"]
    assert failure["kind"] == "arch: hinging in plane"
