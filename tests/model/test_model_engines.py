"""Settings by engine: `analysis.engine` chooses the keys, leaving it out means nscd."""

from dataclasses import fields

import pytest

from drystone.errors import InputError
from drystone.model.file import read_model
from drystone.model.settings import AnalysisSettings, NscdSettings, RockingSettings, RunSettings
from drystone.rocking.ode import RockingSettings as Exactness

FILE = """\
drystone: 1
name: block
gravity: 9.81
materials: {stone: {density: 2000, young: 5e9}}
joints: {bed: {friction: 0.7}}
blocks: [{name: block, box: {size: [1, 1, 2], center: [0, 0, 1]}, material: stone}]
ground: {level: 0}
duration: 1.0
analysis:
  dt: 1e-3
"""


def read(tmp_path, more: str = "", *overrides: str):
    path = tmp_path / "m.yaml"
    path.write_text(FILE + more)
    return read_model(path, overrides)


def test_leaving_out_the_engine_means_nscd(tmp_path):
    assert isinstance(read(tmp_path)[1].analysis, NscdSettings)
    assert AnalysisSettings is NscdSettings


def test_an_engine_is_chosen_in_the_file_and_from_outside(tmp_path):
    for found in (read(tmp_path, "  engine: rocking\n  restitution: 0.9\n"),
                  read(tmp_path, "", "analysis.engine=rocking", "analysis.restitution=0.9")):
        assert found[1].analysis == RockingSettings(engine="rocking", dt=1e-3, restitution=0.9)
        assert found[2]["analysis"]["engine"] == "rocking"


def test_settings_survive_a_round_trip(tmp_path):
    settings = read(tmp_path, "", "analysis.engine=rocking")[1]
    assert RunSettings.model_validate(settings.model_dump(mode="json")) == settings


@pytest.mark.parametrize("more, overrides, message", [
    ("  scheme: euler\n", ["analysis.engine=rocking"],
     "m.yaml:11: analysis: unknown key 'scheme' of engine rocking: it belongs to nscd"),
    ("", ["analysis.restitution=0.5"],
     "--set analysis.restitution: analysis: unknown key 'restitution' of engine nscd: it belongs to rocking"),
    ("  schem: euler\n", [], "m.yaml:11: analysis: unknown key 'schem'; did you mean 'scheme'?"),
    ("", ["analysis.engine=fem"],
     "--set analysis.engine: analysis.engine: must be one of nscd, rocking, dem, got 'fem'"),
    ("  engine: 3\n", [], "m.yaml:11: analysis.engine: must be one of nscd, rocking, dem, got 3"),
    ("  engine: rocking\n  restitution: 2\n", [], "m.yaml:12: analysis.restitution: must be <= 1 [-], got 2"),
    ("", ["analysis=5"], "--set analysis: analysis: must be a mapping, got 5"),
])
def test_refusals_name_key_and_engine(tmp_path, monkeypatch, more, overrides, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.yaml").write_text(FILE + more)
    with pytest.raises(InputError) as caught:
        read_model("m.yaml", overrides)
    assert str(caught.value) == message


def test_defaults_are_those_of_the_exact_solution():
    ours = RockingSettings(engine="rocking", dt=1e-3)
    names = {own.name for own in fields(Exactness)} - {"until_decided"}
    assert {name: getattr(ours, name) for name in names} == {name: getattr(Exactness(), name) for name in names}
