"""Who reads which property: every one is thought through, what is unsafe to leave out is refused."""

from dataclasses import fields

import numpy as np
import pytest

import drystone as ds
from drystone.errors import InputError
from drystone.model import uses as table
from drystone.model.joint import Joint
from drystone.model.material import Material
from drystone.model.properties import properties_of
from drystone.model.schema import JointEntry, MaterialEntry
from drystone.model.settings import ENGINE_SETTINGS
from drystone.model.uses import PROPERTIES, USES, Uses, check_uses, only_read

SOFT = {"normal_stiffness": 1e9, "shear_stiffness": 1e9}


def model_of(material: dict | None = None, **law) -> ds.Model:
    made = ds.Assembly("test", gravity=9.81)
    made.material("stone", **{"density": 2000.0, **(material or {})})
    made.material("other", density=1000.0)
    made.joint("bed", **{"friction": 0.7, **law})
    made.add("first", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone")
    made.add("second", ds.box((1, 1, 1), (3, 0, 0.5)), mass=5.0)
    made.add_ground(0.0)
    return made.build()


@pytest.mark.parametrize("name", USES)
def test_every_property_is_in_one_column(name):
    uses = USES[name]
    assert sorted([*uses.reads, *uses.unsafe, *uses.harmless]) == sorted(PROPERTIES)
    assert uses.needs <= uses.reads


def test_every_engine_says_what_it_reads():
    assert set(ENGINE_SETTINGS) <= set(USES)


@pytest.mark.parametrize("kind, entry", [(Joint, JointEntry), (Material, MaterialEntry)])
def test_rows_fields_and_keys_of_the_file_are_the_same(kind, entry):
    rows = list(properties_of(kind))
    assert rows == [own.name for own in fields(kind) if own.name != "name"]
    assert rows == [key for key in entry.model_fields if key != "between"]


def test_a_plain_model_leaves_nothing_out():
    assert all(check_uses(model_of(), name) == [] for name in USES if not USES[name].needs)
    assert [name for name in USES if USES[name].needs] == ["dem"]
    with pytest.raises(InputError, match=r"^block 'second': a material with young is missing, which dem needs$"):
        check_uses(model_of({"young": 5e9, "poisson": 0.2}, **SOFT), "dem")


def test_what_is_harmless_is_one_line():
    model = model_of({"young": 5e9, "poisson": 0.2}, **SOFT)
    assert check_uses(model, "nscd") == ["not used by nscd: young, poisson"]
    assert check_uses(model, "limit") == [
        "not used by limit analysis: normal_stiffness, shear_stiffness, young, poisson"]


@pytest.mark.parametrize("name, law, message", [
    ("nscd", {"compression": 5e6},
     "joint 'bed': compression 5e+06 Pa is not read by nscd: its joints never crush; take it out, or name it in "
     "analysis.ignore"),
    ("statics", {"compression": 5e6},
     "joint 'bed': compression 5e+06 Pa is not read by statics: its joints never crush; take it out, or name it in "
     "analysis.ignore or --ignore"),
    ("limit", {"friction_sliding": 0.5},
     "joint 'bed': friction_sliding 0.5 is not read by limit analysis: a joint that has slid holds as much as one at "
     "rest; take it out, or name it in analysis.ignore or --ignore"),
    ("rocking", {"restitution": 0.5},
     "joint 'bed': restitution 0.5 is not read by rocking: the block bounces by analysis.restitution, or Housner's; "
     "take it out, or name it in analysis.ignore"),
])
def test_what_is_unsafe_is_refused_unless_ignored(name, law, message):
    model, (key,) = model_of(**law), law
    with pytest.raises(InputError) as caught:
        check_uses(model, name)
    assert (str(caught.value), caught.value.subject) == (message, ("joint", "bed"))
    assert check_uses(model, name, [key]) == [f"not used by {USES[name].label}: {key}"]


def test_a_property_that_does_not_exist_cannot_be_ignored():
    with pytest.raises(InputError) as caught:
        check_uses(model_of(), "nscd", ["compresion"])
    assert str(caught.value) == "analysis.ignore: no property is called 'compresion'; did you mean 'compression'?"
    assert caught.value.subject == ("analysis", "ignore")


def test_what_is_needed_and_missing_is_named(monkeypatch):
    everything = frozenset(PROPERTIES)
    for needed, material, law, message in (
            ("normal_stiffness", {}, {}, "joint 'bed': normal_stiffness is missing, which soft needs"),
            ("young", {}, {}, "material 'stone': young is missing, which soft needs"),
            ("young", {"young": 5e9}, {}, "block 'second': a material with young is missing, which soft needs")):
        monkeypatch.setitem(table.USES, "soft", Uses("soft", everything, needs=frozenset({needed})))
        with pytest.raises(InputError) as caught:
            check_uses(model_of(material, **law), "soft")
        assert str(caught.value) == message


def test_an_analysis_sees_only_what_it_reads():
    model = model_of(compression=5e6, friction_sliding=0.5, slip_speed=0.1)
    (joint,) = only_read(model, "pushover").joints
    assert (joint.compression, joint.friction_sliding, joint.slip_speed, joint.friction) == (None, None, None, 0.7)
    plain = model_of()
    assert only_read(plain, "pushover") is plain


def test_materials_stay_in_the_model():
    model = model_of({"young": 5e9, "poisson": 0.2})
    assert [material.name for material in model.materials] == ["stone", "other"]
    assert model.material_of.tolist() == [0, -1, -1] and model.material_of.dtype == np.int32
    assert not model.material_of.flags.writeable
    assert (model.materials[0].young, model.materials[0].poisson) == (5e9, 0.2)


@pytest.mark.parametrize("given, message", [
    ({"young": 0.0}, "material 'stone': young must be finite and > 0 [Pa], got 0.0"),
    ({"poisson": 0.5}, "material 'stone': poisson must be finite and >= 0 and < 0.5 [-], got 0.5"),
    ({"poisson": -0.1}, "material 'stone': poisson must be finite and >= 0 and < 0.5 [-], got -0.1"),
])
def test_materials_are_checked(given, message):
    with pytest.raises(InputError) as caught:
        Material("stone", 2000.0, **given)
    assert str(caught.value) == message


def test_a_compressive_strength_is_checked():
    with pytest.raises(InputError) as caught:
        Joint("bed", 0.7, compression=0.0)
    assert str(caught.value) == "joint 'bed': compression must be finite and > 0 [Pa], got 0.0"
