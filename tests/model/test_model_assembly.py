"""Assembly and build: masses by closed forms, joints by rule, supports, and the text of every refusal."""

import math

import numpy as np
import pytest

from drystone import patterns
from drystone.errors import InputError
from drystone.geometry.primitives import box, compound
from drystone.model.assembly import Assembly
from drystone.model.digest import compute_digest
from drystone.model.summary import describe, summarize
from drystone.motion import Table

G = 9.81


def scene(**kwargs) -> Assembly:
    """One block of 0.6 x 0.6 x 2 m on the ground."""
    a = Assembly("scene", gravity=G, **kwargs)
    a.material("stone", density=1800.0)
    a.joint("dry", friction=0.5)
    a.add("block", box((0.6, 0.6, 2.0), center=(0, 0, 1)), material="stone", groups=("wall",))
    a.add_ground(level=0.0)
    return a


# --- masses -------------------------------------------------------------------------------------

def test_block_mass_and_inertia():
    """Box: m = rho V, I_xx = m (b2 + h2)/12."""
    model = scene().build()
    mass = 1800 * 0.6 * 0.6 * 2.0
    assert model.mass[0] == pytest.approx(mass)
    assert np.diag(model.inertia[0]) == pytest.approx(
        [mass * (0.36 + 4) / 12, mass * (0.36 + 4) / 12, mass * 0.72 / 12])
    assert scene().weight == pytest.approx(mass * G)


def test_overrides_of_mass_centroid_and_inertia():
    a = scene()
    a.add("heavy", box((1, 1, 1), center=(5, 0, 0.5)), mass=500.0, centroid=(5, 0, 0.3), inertia=(10, 20, 25))
    a.add("scaled", box((1, 1, 1), center=(8, 0, 0.5)), mass=600.0)
    model = a.build()
    i, k = model.block_index("heavy"), model.block_index("scaled")
    assert model.reference_position[i] == pytest.approx([5, 0, 0.3])
    assert np.diag(model.inertia[i]) == pytest.approx([10, 20, 25])
    assert np.diag(model.inertia[k]) == pytest.approx([100, 100, 100])   # m a2/6 of a cube
    vertices = model.parts.vertex[model.parts.vertex_ptr[i]:model.parts.vertex_ptr[i + 1]]
    assert vertices[:, 2].min() == pytest.approx(-0.3)                   # geometry hangs at the centre of mass


def test_lumped_masses_become_part_of_the_block():
    """A roof of mass M (own inertia J) at height z on a block m, I: parallel axis rule about the joint centre."""
    a = scene()
    a.add_mass("block", 300.0, (0, 0.2, 2.0), inertia=(5, 6, 7), name="roof")
    a.add_mass("block", 100.0, (0.3, 0, 0.0))
    model = a.build()
    m, big, small = 1296.0, 300.0, 100.0
    total = m + big + small
    centre = (m * np.array([0, 0, 1.0]) + big * np.array([0, 0.2, 2.0]) + small * np.array([0.3, 0, 0])) / total
    assert model.mass[0] == pytest.approx(total)
    assert model.reference_position[0] == pytest.approx(centre)
    own = np.diag([m * 4.36 / 12, m * 4.36 / 12, m * 0.72 / 12]) + np.diag([5.0, 6, 7])
    for mass, point in ((m, (0, 0, 1.0)), (big, (0, 0.2, 2.0)), (small, (0.3, 0, 0))):
        d = np.array(point) - centre
        own += mass * (d @ d * np.eye(3) - np.outer(d, d))
    assert model.inertia[0] == pytest.approx(own)


def test_compound_block_has_one_mass_and_several_parts():
    a = Assembly("L", gravity=G)
    a.material("stone", density=1000.0)
    a.joint("dry", friction=0.5)
    a.add("L", compound(box((2, 1, 1), center=(1, 0, 0.5)), box((1, 1, 1), center=(0.5, 0, 1.5))), material="stone")
    a.add_ground(level=0.0)
    model = a.build()
    assert model.mass[0] == pytest.approx(3000.0)
    assert model.reference_position[0] == pytest.approx([2.5 / 3, 0, 2.5 / 3])
    assert model.parts.block.tolist() == [0, 0, 1]


def test_support_without_material_has_no_mass():
    model = scene().build()
    assert model.mass[1] == 0.0 and not model.inertia[1].any() and model.is_support.tolist() == [False, True]


# --- initial state ------------------------------------------------------------------------------

def test_tilt_turns_a_group_as_one_body():
    a = scene()
    a.add("cap", box((0.6, 0.6, 0.4), center=(0, 0, 2.2)), material="stone", groups=("wall",))
    a.tilt("wall", angle_deg=30, axis="y", about=(0.3, 0, 0))
    model = a.build()
    c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
    for i, z in ((0, 1.0), (1, 2.2)):
        assert model.initial_position[i] == pytest.approx([0.3 - 0.3 * c + z * s, 0, 0.3 * s + z * c])
        assert model.initial_orientation[i] == pytest.approx([math.cos(math.pi / 12), 0, math.sin(math.pi / 12), 0])
    assert model.reference_position[0] == pytest.approx([0, 0, 1])


def test_tilts_compose_in_order():
    a = scene()
    a.tilt("block", angle_deg=90, axis="z", about=(0, 0, 0))
    a.tilt("block", angle_deg=90, axis="x", about=(0, 0, 0))
    model = a.build()
    w, x, y, z = model.initial_orientation[0]
    assert [w, x, y, z] == pytest.approx([0.5, 0.5, -0.5, 0.5])   # x-turn after z-turn
    assert model.initial_position[0] == pytest.approx([0, -1, 0], abs=1e-15)


def test_initial_velocity():
    a = scene()
    a.velocity("wall", linear=(1, 0, 0), angular=(0, 0.5, 0))
    assert a.build().initial_twist[0].tolist() == [1, 0, 0, 0, 0.5, 0]


# --- joints -------------------------------------------------------------------------------------

def friction_between(a: Assembly, first: str, second: str) -> float:
    model = a.build()
    i, k = (model.joint_class[model.block_index(n)] for n in (first, second))
    return model.joints[model.joint_table[i, k]].friction


def joint_scene() -> Assembly:
    a = Assembly("rules", gravity=G)
    a.material("stone", density=1000.0)
    for i, group in enumerate(("wall", "wall", "arch")):
        a.add(f"b{i}", box((1, 1, 1), center=(2 * i, 0, 0.5)), material="stone", groups=group)
    a.add_ground(level=0.0)
    return a


def test_most_specific_rule_wins():
    a = joint_scene()
    a.joint("any", friction=0.1)
    a.joint("base", friction=0.2, between=("*", "ground"))          # rank 2: ground is a block
    a.joint("inside", friction=0.3, between=("wall", "wall"))       # rank 2
    a.joint("foot", friction=0.4, between=("wall", "ground"))       # rank 3
    a.joint("pad", friction=0.5, between=("ground", "b1"))          # rank 4
    assert friction_between(a, "b0", "b2") == 0.1
    assert friction_between(a, "b2", "ground") == 0.2
    assert friction_between(a, "b0", "b1") == 0.3
    assert friction_between(a, "b0", "ground") == 0.4
    assert friction_between(a, "ground", "b1") == 0.5


def test_table_is_symmetric_and_leaves_out_pairs_that_never_touch():
    a = joint_scene()
    a.joint("any", friction=0.1)
    a.joint("base", friction=0.2, between=[("wall", "ground"), ("arch", "ground")])
    model = a.build()
    assert (model.joint_table == model.joint_table.T).all()
    ground = model.joint_class[model.block_index("ground")]
    assert model.joint_table[ground, ground] == -1


def test_pair_without_a_joint_names_both_groups():
    a = joint_scene()
    a.joint("inside", friction=0.3, between=("wall", "wall"))
    with pytest.raises(InputError) as error:
        a.build()
    assert str(error.value) == ("no joint between group 'wall' (block 'b0') and group 'arch' (block 'b2'): add a joint "
                                "between them, or one between ('*', '*')")


def test_two_rules_of_equal_rank_are_ambiguous():
    a = joint_scene()
    a.joint("one", friction=0.3, between=("wall", "*"))
    a.joint("two", friction=0.4, between=("arch", "*"))
    a.joint("base", friction=0.4, between=("*", "ground"))
    with pytest.raises(InputError) as error:
        a.build()
    assert str(error.value) == ("joints 'one' and 'two' both apply between group 'wall' (block 'b0') and group 'arch' "
                                "(block 'b2'): add one between more specific names")


# --- refusals -----------------------------------------------------------------------------------

@pytest.mark.parametrize(("edit", "message"), [
    (lambda a: a.material("stone", density=1), "material 'stone' is given twice"),
    (lambda a: a.material("lead", density=-5), "material 'lead': density must be finite and > 0 [kg/m3], got -5"),
    (lambda a: a.material("lead", density=math.nan),
     "material 'lead': density must be finite and > 0 [kg/m3], got nan"),
    (lambda a: a.joint("dry", friction=1), "joint 'dry' is given twice"),
    (lambda a: a.joint("j", friction=-1), "joint 'j': friction must be finite and >= 0 [-], got -1"),
    (lambda a: a.joint("j", friction=1, fricton_sliding=1),
     "joint 'j': no property is called 'fricton_sliding'; there are friction, friction_sliding, slip_speed, "
     "restitution, normal_stiffness, shear_stiffness, cohesion, tension, compression, damage, law, "
     "points"),
    (lambda a: a.joint("j", friction=1, between=("a", "b", "c")),
     "joint 'j': between must be two names, or a list of pairs, got ('a', 'b', 'c')"),
    (lambda a: a.joint("j", friction=1, between=("wal", "ground")),
     "joint 'j': between names 'wal', but no block or group is called so; did you mean 'wall'?"),
    (lambda a: a.add("block", box((1, 1, 1)), material="stone"), "block 'block' is given twice"),
    (lambda a: a.add("b", box((1, 1, 1)), material="ston"),
     "block 'b': no material is called 'ston'; did you mean 'stone'?"),
    (lambda a: a.add("b", box((1, 1, 1))), "block 'b': needs a material or a mass, which is missing"),
    (lambda a: a.add("b", box((1, 1, 1)), mass=0.0), "block 'b': mass must be finite and > 0 [kg], got 0.0"),
    (lambda a: a.add("b", box((1, 1, 1)), mass=1.0, inertia=(1, 1, 3)),
     "block 'b': inertia: principal moments must be >= 0 and none above the sum of the others [kg m2], got 1, 1, 3"),
    (lambda a: a.add("b", box((1, 1, 1)), inertia=(1, 1, 1)),
     "block 'b': inertia needs a material or a mass, which is missing"),
    (lambda a: a.add("b", "brick"), "block 'b': shape must be a Shape, got 'brick'"),
    (lambda a: a.add("*", box((1, 1, 1)), mass=1.0), "block name must be a word other than '*', got '*'"),
    (lambda a: a.add("wall", box((1, 1, 1)), mass=1.0),
     "'wall' is the name of a block and of a group of 1 blocks: rename one"),
    (lambda a: a.add_ground(level=0.0), "ground is given twice, first at level 0 m"),
    (lambda a: a.support("abutment"), "supports: no block or group is called 'abutment'"),
    (lambda a: a.support("block"), "model 'scene': all blocks are supports: nothing can move"),
    (lambda a: a.add_mass("blck", 1.0, (0, 0, 0)),
     "mass on block 'blck': no block is called 'blck'; did you mean 'block'?"),
    (lambda a: a.add_mass("block", -1.0, (0, 0, 0), name="roof"),
     "mass 'roof': mass must be finite and > 0 [kg], got -1.0"),
    (lambda a: a.tilt("block", angle_deg=1, axis=(0, 0, 0), about=(0, 0, 0)),
     "tilt of 'block': axis must have a length > 0 [-], got (0, 0, 0)"),
    (lambda a: a.tilt("bloc", angle_deg=1, axis="x", about=(0, 0, 0)),
     "tilt of 'bloc': no block or group is called 'bloc'; did you mean 'block'?"),
    (lambda a: setattr(a, "duration", -1.0), "duration must be finite and > 0 [s], got -1.0"),
])
def test_refusals(edit, message):
    a = scene()
    with pytest.raises(InputError) as error:
        edit(a)
        a.build()
    assert str(error.value) == message


def test_gravity_has_no_default_and_may_be_a_vector():
    with pytest.raises(TypeError):
        Assembly("x")
    with pytest.raises(InputError) as error:
        Assembly("x", gravity=-9.81)
    assert str(error.value) == "model 'x': gravity must be finite and >= 0 [m/s2], got -9.81"
    assert Assembly("x", gravity=(1, 0, -9)).gravity.tolist() == [1, 0, -9]


def floating(free: bool) -> Assembly:
    a = Assembly("x", gravity=G, free=free)
    a.material("stone", density=1.0)
    a.joint("dry", friction=0.5)
    a.add("b", box((1, 1, 1)), material="stone")
    return a


def test_a_model_needs_supports_unless_it_says_free():
    with pytest.raises(InputError) as error:
        floating(False).build()
    assert str(error.value) == ("model 'x': nothing supports the blocks: add ground or supports, or say free: true; "
                                "their lowest point is at z = -0.5 m")
    assert floating(True).build().free
    a = floating(True)
    a.add_ground(level=-0.5)
    with pytest.raises(InputError) as error:
        a.build()
    assert str(error.value) == "model 'x': says free, but block 'ground' is a support"


def test_empty_model():
    with pytest.raises(InputError, match=r"^model 'x': has no blocks$"):
        Assembly("x", gravity=G).build()


def test_planar_model_refuses_what_points_out_of_its_plane():
    a = scene(planar="xz")
    assert a.build().planar_axis == 1
    a.load_point("push", "block", (0, 0, 1), (0, 5, 0))
    with pytest.raises(InputError) as error:
        a.build()
    assert str(error.value) == "load 'push': must lie in the plane xz of the model, got [0.0, 5.0, 0.0]"


# --- ground, patterns, summary, digest ----------------------------------------------------------

def test_ground_reaches_three_heights_beyond_the_blocks():
    model = scene().build()
    ground = model.block_index("ground")
    own = slice(model.parts.vertex_ptr[ground], model.parts.vertex_ptr[ground + 1])
    corners = model.parts.vertex[own] + model.reference_position[ground]
    assert corners.min(axis=0) == pytest.approx([-6.3, -6.3, -2.0])
    assert corners.max(axis=0) == pytest.approx([6.3, 6.3, 0.0])
    assert model.block_groups[ground] == ("ground",)


def test_same_pattern_twice_by_prefix():
    a = Assembly("house", gravity=G)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=0.6)
    for name, y in (("north", 3.0), ("south", 0.0)):
        wall = patterns.running_bond(length=1.0, courses=2, block=(0.5, 0.25), thickness=0.25)
        a.add_pattern(wall, material="stone", name=name, offset=(0, y, 0))
    a.add_ground(level=0.0)
    assert a.block_names[0] == "north/course_1/block_1"
    assert a.select("north/course_1") == ["north/course_1/block_1", "north/course_1/block_2"]
    assert len(a.select("south")) == 5
    model = a.build()
    assert model.reference_position[model.block_index("north/course_1/block_1"), 1] == pytest.approx(3.125)


def test_pattern_keeps_the_mass_properties_it_states():
    a = Assembly("arch", gravity=G)
    a.material("stone", density=1000.0)
    a.joint("dry", friction=0.6)
    a.add_pattern(patterns.circular_arch(10.0, 1.5, 150.0, 7, 1.0), material="stone")
    a.support("abutment")
    # ring sector: half of (Re2 - Ri2) times the angle
    volume = 0.5 * (10.75**2 - 9.25**2) * math.radians(150.0)
    assert a.weight == pytest.approx(1000.0 * volume * G)


def test_summary_of_a_tilted_block():
    a = scene()
    a.tilt("block", angle_deg=90, axis="y", about=(0.3, 0, 0))
    a.duration = 2.0
    summary = summarize(a.build())
    assert (summary.block_count, summary.support_count, summary.part_count) == (1, 1, 1)
    assert summary.weight == pytest.approx(1296 * G)
    assert summary.centroid == pytest.approx((1.3, 0, 0.3))
    assert summary.box_lower == pytest.approx((0.3, -0.3, 0), abs=1e-15)
    assert summary.box_upper == pytest.approx((2.3, 0.3, 0.6))
    rows = dict(describe(summary))
    assert rows["blocks"] == "1 (1 convex parts)" and rows["duration"] == "2 s"
    assert rows["groups"] == "ground (1), wall (1)"


def test_model_arrays_are_frozen():
    model = scene().build()
    with pytest.raises(ValueError, match="read-only"):
        model.mass[0] = 1.0


def test_digest_sees_every_sample_of_a_record():
    """repr leaves out the middle of long arrays; the digest must not."""
    def digest(sample: float) -> str:
        accelerations = np.zeros(5000)
        accelerations[2500] = sample
        a = scene()
        a.ground_motion("quake", Table(0.01 * np.arange(5000), accelerations), direction="x")
        return compute_digest(a.build())

    assert digest(1.0) == digest(1.0)
    assert digest(1.0) != digest(1.0 + 1e-15)
