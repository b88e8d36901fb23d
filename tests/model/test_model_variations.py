"""Values of single interfaces and blocks: what they change, what they cost, what is refused."""

import re

import numpy as np
import pytest

from drystone.errors import InputError
from drystone.geometry.primitives import box_between
from drystone.model.assembly import Assembly
from drystone.model.file import model_from_data
from drystone.model.source import ModelSource
from drystone.model.summary import describe, summarize
from drystone.simulation.run import run

GRAVITY = 9.81


def two_blocks() -> Assembly:
    """Two cubes of 1 m side by side on the ground, apart."""
    assembly = Assembly("pair", gravity=GRAVITY)
    assembly.material("stone", density=2000.0)
    assembly.joint("dry", friction=0.2, cohesion=0.0)
    for name, x in (("slow", 0.0), ("fast", 3.0)):
        assembly.add(name, box_between((x, 0, 0), (x + 1, 1, 1)), material="stone", groups="cubes")
    assembly.add_ground(0.0)
    return assembly


def test_each_block_slides_by_the_friction_of_its_own_interface():
    """It stops after v0^2 / (2 mu g); one step of travel is the tolerance."""
    assembly, speed, dt = two_blocks(), 1.5, 2e-3
    assembly.vary("mu", "friction", [0.5], between=[("ground", "slow")])
    assembly.velocity("cubes", linear=(0.0, speed, 0.0))
    result = run(assembly, duration=1.0, dt=dt, output={"frames": 10})
    slid = (result.frames.position[-1] - result.frames.position[0])[:2, 1]
    assert slid == pytest.approx([speed ** 2 / (2 * 0.5 * GRAVITY), speed ** 2 / (2 * 0.2 * GRAVITY)], abs=speed * dt)


def test_density_changes_mass_inertia_weight_and_loads():
    assembly = two_blocks()
    assembly.vary("rho", "density", [2500.0], blocks=["fast"])
    model, plain = assembly.build(), two_blocks().build()
    assert np.allclose(model.mass[:2], (2000.0, 2500.0), rtol=1e-14)
    assert np.allclose(model.inertia[1], 1.25 * plain.inertia[1], rtol=1e-14)
    assert assembly.weight == pytest.approx(4500.0 * GRAVITY, rel=1e-14)
    assert [m.density for m in model.materials] == [2000.0, 2500.0] and model.material_of.tolist() == [0, 1, -1]
    force = model.loads.force(0.0, np.tile(np.eye(3), (3, 1, 1)))
    assert force[:2, 2] == pytest.approx([-2000.0 * GRAVITY, -2500.0 * GRAVITY], rel=1e-14)


def test_several_properties_of_one_interface_make_one_joint():
    assembly = two_blocks()
    assembly.vary("c", "cohesion", [1e5], between=[("slow", "ground")])
    assembly.vary("f", "tension", [2e5], between=[("ground", "slow")])        # <= cohesion / friction = 5e5
    joints = assembly.build().joints
    assert len(joints) == 2 and (joints[1].cohesion, joints[1].tension, joints[1].friction) == (1e5, 2e5, 0.2)


def test_the_summary_tells_a_range_and_not_each_joint():
    assembly = two_blocks()
    assembly.vary("mu", "friction", [0.5, 0.4], between=[("slow", "ground"), ("fast", "ground")])
    summary = summarize(assembly.build())
    assert summary.joints == {"dry": 0.2} and summary.varied == {"dry": (2, 0.4, 0.5)}
    assert ("variations", "2 interfaces of dry (friction 0.4 .. 0.5)") in describe(summary)


@pytest.mark.parametrize(("given", "message"), [
    (("mu", "frixion", [0.5], [("slow", "ground")], None),
     "variation 'mu': no property of joints is called 'frixion'; did you mean 'friction'?"),
    (("mu", "friction", [0.5], None, ["slow"]), "variation 'mu': no property of materials is called 'friction'"),
    (("mu", "friction", [0.5], None, None), "variation 'mu': needs exactly one of between, blocks; got none"),
    (("mu", "friction", [0.5], [("slow", "ground")], ["slow"]),
     "variation 'mu': needs exactly one of between, blocks; got both"),
    (("mu", "friction", [0.5, 0.6], [("slow", "ground")], None),
     "variation 'mu': values must be one for each of the 1 pairs that it names, at least 1, got 2"),
    (("mu", "friction", [0.5], [("slow", "grund")], None),
     "variation 'mu': no block is called 'grund'; did you mean 'ground'?"),
    (("mu", "friction", [0.5], [("slow", "slow")], None),
     "variation 'mu': an interface lies between two blocks, got 'slow' twice"),
    (("mu", "friction", [0.5, 0.6], [("slow", "ground"), ("ground", "slow")], None),
     "variation 'mu': friction between 'ground' and 'slow' is given twice"),
    (("rho", "density", [2500.0], None, ["ground"]), "variation 'rho': block 'ground' is a support"),
    (("rho", "density", [-1.0], None, ["slow"]),
     "variations: block 'slow': material 'stone': density must be finite and > 0 [kg/m3], got -1.0"),
    (("mu", "friction", [-0.5], [("slow", "ground")], None),
     "variations: between 'slow' and 'ground': joint 'dry': friction must be finite and >= 0 [-], got -0.5")])
def test_variations_that_cannot_be_are_refused(given, message):
    assembly = two_blocks()
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        assembly.vary(given[0], given[1], given[2], between=given[3], blocks=given[4])
        assembly.build()


def test_density_must_be_what_the_block_weighs_by():
    assembly = two_blocks()
    assembly.add_mass("slow", 10.0, (0.5, 0.5, 1.0))
    assembly.add("given", box_between((6, 0, 0), (7, 1, 1)), material="stone", mass=1.0)
    for name, why in (("slow", "density must not vary where masses are fixed to the block: its centre of mass would "
                               "move"), ("given", "density does not count, since its mass is given")):
        assembly.variations.clear()
        assembly.vary("rho", "density", [2500.0], blocks=[name])
        with pytest.raises(InputError, match=f"^variations: block '{name}': {re.escape(why)}$"):
            assembly.build()


FILE = """drystone: 1
name: cube
gravity: 9.81
materials: {stone: {density: 2000}}
joints: {dry: {friction: 0.2}}
blocks:
  - {name: cube, box: {size: [1, 1, 1], center: [0, 0, 0.5]}, material: stone}
ground: {level: 0.0}
variations:
  - {name: mu, property: friction, between: [[cube, ground]], values: [0.5]}
"""


def test_a_file_and_its_resolved_data_give_the_same_model():
    built = ModelSource(FILE, "cube.yaml").build()
    assert [joint.friction for joint in built.model.joints] == [0.2, 0.5]
    again, _, _ = model_from_data(built.resolved)
    assert [joint.friction for joint in again.build().joints] == [0.2, 0.5]


@pytest.mark.parametrize(("old", "new", "message"), [
    ("[[cube, ground]]", "[[cube, grund]]",
     "cube.yaml:10: variation 'mu': no block is called 'grund'; did you mean 'ground'?"),
    ("values: [0.5]", "values: [half]",
     "cube.yaml:10: variations[0].values: value 0 must be a finite number, got 'half'"),
    ("between: [[cube, ground]], ", "", "cube.yaml:10: variations[0]: needs exactly one of between, blocks; got none"),
    ("property: friction", "property: points",
     "cube.yaml:10: variations[0]: variation 'mu': no property of joints is called 'points'")])
def test_errors_of_a_file_have_their_line(old, new, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        ModelSource(FILE.replace(old, new), "cube.yaml").build()
