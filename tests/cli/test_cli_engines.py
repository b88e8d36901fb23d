"""Commands on a run of an engine without contacts, solver or interfaces: the same words, but for what is not there."""

import pytest
from typer.testing import CliRunner

from drystone.cli.main import app
from drystone.results.result import open_result


@pytest.fixture
def call(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def invoke(*words: object):
        return CliRunner().invoke(app, [str(word) for word in words])

    assert invoke("example", "housner").exit_code == 0
    return invoke


ROCKING = ("--set", "analysis.engine=rocking", "--set", "duration=1.2")


def test_run_info_plot_and_export(call, tmp_path):
    ran = call("run", "housner.yaml", *ROCKING, "-o", "rock")
    assert ran.exit_code == 0, ran.stderr
    assert "outcome   finished after 1.2 s" in ran.stdout and "unsolved" not in ran.stdout
    told = call("info", "rock")
    assert told.exit_code == 0
    assert "solver" not in told.stdout and "contacts" not in told.stdout
    assert "table     steps: 1201 rows" in told.stdout and "interfaces" not in told.stdout
    assert open_result(tmp_path / "rock").totals["impacts"] == 1
    drawn = call("plot", "rock")
    assert drawn.exit_code == 0, drawn.stderr
    assert [line.rsplit("/", 1)[1] for line in drawn.stdout.splitlines()] == [
        "scene.png", "histories.png", "monitors.png", "phase.png", "energies.png"]
    for kind in ("csv", "vtkhdf", "pvd", "gltf"):
        assert call("export", "rock", "--to", kind).exit_code == 0


def test_check_names_the_engine_and_refuses_what_it_refuses(call):
    told = call("check", "housner.yaml", *ROCKING, "--no-picture")
    assert told.exit_code == 0
    assert "run         1.2 s in 1200 steps of 0.001 s, engine rocking\n" in told.stdout
    assert "accuracy    integrated to 1e-12 relative, 1e-15 rad absolute, between impacts\n" in told.stdout
    refused = call("check", "housner.yaml", *ROCKING, "--set", "joints.base.friction=0.1", "--no-picture")
    assert refused.exit_code == 2
    assert refused.stderr == ("drystone: housner.yaml:11: engine rocking: block 'block' would slide at 1.122 s: "
                              "friction of joint 'base' must be >= 0.2201 [-], got 0.1\n")


def test_long_steps_do_not_miss_a_motion(call):
    """Warnings of steps that skip a pulse are for engines that step over it."""
    motion = "motions=[{name: pulse, kind: one_sine, parameters: {amplitude: 4.0, half_period: 0.1}, direction_deg: 0}]"
    given = ("--set", motion, "--set", "analysis.dt=0.1", "--set", "initial=[]", "--no-picture")
    assert "is more than a tenth of the shortest period" in call("check", "housner.yaml", *given).stdout
    exact = call("check", "housner.yaml", *ROCKING, *given)
    assert exact.exit_code == 0 and "WARNING" not in exact.stdout


@pytest.mark.parametrize("given, words", [
    ("analysis.engine=rockin", "analysis.engine: must be one of nscd, rocking, dem, got 'rockin'"),
    ("analysis.engine=3", "analysis.engine: must be one of nscd, rocking, dem, got 3"),
    ("analysis.scheme=euler", "analysis: unknown key 'scheme' of engine rocking: it belongs to nscd"),
    ("analysis.restitution=1.5", "analysis.restitution: must be <= 1 [-], got 1.5"),
])
def test_settings_go_with_their_engine(call, tmp_path, given, words):
    found = call("run", "housner.yaml", *ROCKING, "--set", given, "-o", "bad")
    assert found.exit_code == 2 and not (tmp_path / "bad").exists()
    assert found.stderr == f"drystone: --set {given.partition('=')[0]}: {words}\n"
