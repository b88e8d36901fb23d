"""Joints with damage in model files and from Python: what goes in, what is refused and in which words."""

import pytest
from joint_data import LOW, changed, joint

import drystone as ds
from drystone.engines.dem.joints.registry import law_of
from drystone.errors import InputError
from drystone.model.file import read_model
from drystone.model.joint import Joint
from drystone.model.uses import USES, check_uses, only_read

FILE = """\
drystone: 1
name: pier
gravity: 9.81
materials:
  stone: {density: 2000}
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
      shear: {energy: 125 J/m2, shape: exponential, residual_cohesion: 20 kPa, residual_friction: 0.6, dilation: 0.1}
      crushing: {energy: 5 kN/m, elastic_share: 30 %, peak_ratio: 2, residual: 1 MPa, cap_shear: 9}
      unloading: degraded
blocks:
- {name: a, box: {size: [1, 1, 1], center: [0, 0, 0.5]}, material: stone}
ground: {level: 0}
analysis: {dt: 1e-3}
duration: 0.01
"""


def test_a_file_and_python_give_the_same_joint(tmp_path):
    (tmp_path / "pier.yaml").write_text(FILE)
    (read,) = read_model(tmp_path / "pier.yaml")[0].joints
    made = Joint("mortar", 0.7, **changed({key: value for key, value in LOW.items() if key != "friction"},
                                          damage__unloading="degraded", damage__shear__residual_cohesion=20e3,
                                          damage__shear__residual_friction=0.6, damage__shear__dilation=0.1,
                                          damage__crushing__residual=1e6))
    assert read == made and law_of(read).name == "damage"


def test_a_table_and_a_curve_with_units(tmp_path):
    text = FILE.replace("energy: 18 N/m, shape: exponential", "table: [[1, 0], [4, 0.6], [30, 1]]")
    text = text.replace("energy: 125 J/m2, shape: exponential",
                        "curve: [[0 mm, 0.3 MPa], [0.1 mm, 100 kPa], [0.4 mm, 0]]")
    (tmp_path / "pier.yaml").write_text(text)
    (read,) = read_model(tmp_path / "pier.yaml")[0].joints
    tension, shear = read.damage.tables_of("", read)
    assert tension.damage.tolist() == [0.0, 0.6, 1.0] and shear.kappa[-1] == pytest.approx(4e-4 + 0.35e6 / 36e9)


@pytest.mark.parametrize("changes, message", [
    ({"normal_stiffness": None, "shear_stiffness": None},
     "joint 'bed': damage needs normal_stiffness and shear_stiffness, which are missing"),
    ({"compression": None}, "joint 'bed': damage.crushing needs compression [Pa], which is missing"),
    ({"tension": 0.0}, "joint 'bed': damage.tension needs tension > 0 [Pa], got 0.0"),
    ({"damage__shear": None}, "joint 'bed': damage.tension needs damage.shear, which is missing"),
    ({"damage__tension": None, "damage__shear": None},
     "joint 'bed': tension 250000 Pa needs damage.tension, which is missing"),
    ({"damage": {}}, "joint 'bed': damage needs tension and shear, or crushing; got none"),
    ({"damage": 5}, "joint 'bed': damage must be a mapping, got 5"),
    ({"damage__tensoin": {}}, "joint 'bed': damage: no key is called 'tensoin'; did you mean 'tension'?"),
    ({"damage__driver": "slip"}, "joint 'bed': damage: driver must be one of plastic, ratio, frozen_ratio, got 'slip'"),
    ({"damage__tension__energy": 0.5},
     "joint 'bed': damage.tension.energy must be > tension^2 / normal_stiffness = 0.762195 [N/m], got 0.5: the stress "
     "would fall faster than the joint springs back"),
    ({"damage__shear__energy": 3.0},
     "joint 'bed': damage.shear.energy must be > cohesion^2 / shear_stiffness = 3.40278 [N/m], got 3.0: the stress "
     "would fall faster than the joint springs back"),
    ({"damage__crushing__energy": 1000.0},
     "joint 'bed': damage.crushing.energy must be > 1941.16 [N/m], what the curve takes up to its peak, got 1000.0"),
    ({"damage__crushing__peak_ratio": 1.0},
     "joint 'bed': damage.crushing: peak_ratio must be finite and > 1 [-], got 1.0"),
    ({"damage__crushing__residual": 20e6},
     "joint 'bed': damage.crushing.residual must be < compression 1.05e+07 [Pa], got 20000000.0"),
    ({"damage__crushing": {"energy": 5000.0}}, "joint 'bed': damage.crushing.elastic_share is missing [-]"),
    ({"damage__shear": {"energy": 125.0, "shape": "linear"}},
     "joint 'bed': damage.shear.residual_cohesion is missing [Pa]"),
    ({"damage__shear__residual_cohesion": 1e6},
     "joint 'bed': damage.shear.residual_cohesion must be <= cohesion 350000 [Pa], got 1000000.0"),
    ({"damage__shear__residual_friction": 0.9},
     "joint 'bed': damage.shear.residual_friction must be <= friction 0.700208 [-], got 0.9"),
    ({"damage__tension": {"table": [[1, 0], [2, 0.5], [3, 0.4], [4, 1]]}},
     "joint 'bed': damage.tension.table: damage must never fall, or the strength would rise, got 0.5 and then 0.4"),
    ({"damage__tension": {"energy": 18.0}},
     "joint 'bed': damage.tension: energy and shape go together, got 18.0 and None"),
    ({"damage__tension": {}}, "joint 'bed': damage.tension needs exactly one of energy, table, curve; got none"),
    ({"damage__tension__shape": "bilinear"},
     "joint 'bed': damage.tension: break_displacement goes with shape bilinear, got None and 'bilinear'"),
    ({"damage__shear_stiffness_left": 0.0},
     "joint 'bed': damage: shear_stiffness_left must be finite and > 0 and <= 1 [-], got 0.0"),
    ({"law": "elastic"}, "joint 'bed': law elastic has no damage; take one of them out"),
    ({"law": "glue", "damage": None}, "joint 'bed': law must be one of elastic, got 'glue'"),
    ({"law": "elastic", "damage": None, "normal_stiffness": None, "shear_stiffness": None},
     "joint 'bed': law elastic needs normal_stiffness and shear_stiffness, which are missing"),
])
def test_what_does_not_fit_is_refused(changes, message):
    with pytest.raises(InputError) as caught:
        joint(**changes)
    assert str(caught.value) == message


def test_joints_that_dem_cannot_take():
    for law, message in (({}, "joint 'bed': normal_stiffness is missing, which dem needs"),
                         ({"normal_stiffness": 1e10, "shear_stiffness": 1e10, "compression": 5e6},
                          "joint 'bed': compression 5e+06 Pa needs damage.crushing, which is missing: without it no "
                          "joint of dem crushes")):
        with pytest.raises(InputError) as caught:
            law_of(Joint("bed", 0.7, **law))
        assert (str(caught.value), caught.value.subject) == (message, ("joint", "bed"))


def model(**law) -> ds.Model:
    made = ds.Assembly("test", gravity=9.81)
    made.material("stone", density=2000.0)
    made.joint("bed", **law)
    made.add("first", ds.box((1, 1, 1), (0, 0, 0.5)), material="stone")
    made.add_ground(0.0)
    return made.build()


def test_engines_that_cannot_read_it_refuse_it():
    soft = {"friction": 0.7, "normal_stiffness": 1e9, "shear_stiffness": 1e9}
    damaged = changed(LOW, compression=None, damage={key: LOW["damage"][key] for key in ("tension", "shear")})
    for law, key, message in (
            (damaged, "damage", "joint 'bed': damage is not read by nscd: its joints break at once, and what is left "
             "of them does not wear; take it out, or name it in analysis.ignore"),
            ({**soft, "law": "elastic"}, "law", "joint 'bed': law elastic is not read by nscd: its joints open and "
             "slide; take it out, or name it in analysis.ignore")):
        built = model(**law)
        with pytest.raises(InputError) as caught:
            check_uses(built, "nscd")
        assert str(caught.value) == message
        assert check_uses(built, "nscd", [key]) == [f"not used by nscd: {key}"]
        assert getattr(only_read(built, "nscd").joints[0], key) is None
        assert key in USES["dem"].reads


@pytest.mark.parametrize("change, message", [
    ("joints.mortar.damage.tension.energy=0.1",
     "pier.yaml:7: joints.mortar: joint 'mortar': damage.tension.energy must be > tension^2 / normal_stiffness = "
     "0.762195 [N/m], got 0.1: the stress would fall faster than the joint springs back"),
    ("joints.mortar.damage.tension.energy=-1",
     "--set joints.mortar.damage.tension.energy: joints.mortar.damage.tension.energy: must be > 0 [N/m], got -1"),
    ("joints.mortar.damage.tension.energie=1",
     "--set joints.mortar.damage.tension.energie: joints.mortar.damage.tension: unknown key 'energie'; did you mean "
     "'energy'?"),
    ("joints.mortar.damage.tension.shape=straight",
     "--set joints.mortar.damage.tension.shape: joints.mortar.damage.tension.shape: must be one of exponential, "
     "linear, bilinear, got 'straight'"),
    ("joints.mortar.damage.crushing.residual=3 mm",
     "--set joints.mortar.damage.crushing.residual: joints.mortar.damage.crushing.residual: must be a pressure [Pa], "
     "got '3 mm', a length"),
    ("joints.mortar.damage.tension.table=[1, 2]",
     "--set joints.mortar.damage.tension.table: joints.mortar.damage.tension.table: must be a list of pairs of finite "
     "numbers, got [1, 2]"),
])
def test_files_with_mistakes(tmp_path, change, message, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pier.yaml").write_text(FILE)
    with pytest.raises(InputError) as caught:
        read_model("pier.yaml", [change])
    assert str(caught.value) == message
