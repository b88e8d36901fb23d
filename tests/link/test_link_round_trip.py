"""Questions over the pipes, against closed forms and against the same analysis without a link."""

import numpy as np
import pytest
from link_scenes import LAW, box, own_link

from drystone import Assembly
from drystone.bench.link import as_meshes
from drystone.limit.question import LimitQuestion, StaticsQuestion, answer_limit, answer_statics
from drystone.link.component import LinkError, moved
from drystone.patterns import circular_arch


@pytest.fixture(scope="module")
def link():
    with own_link() as one:
        yield one


def test_a_block_on_a_block(link):
    """It weighs rho V g; pushed, it slides at mu = 0.7, before it tips at b / h = 1."""
    found = link.statics([box((1, 1, 1)), box((1, 1, 1), (0, 0, 1))], unit="m", supports=[0], push="+x", **LAW)
    assert found["stands"] is True and found["verdict"] == "yes"
    assert found["joint_blocks"] in ([[0, 1]], [[1, 0]])
    sign = 1.0 if found["joint_blocks"] == [[0, 1]] else -1.0
    assert np.allclose(found["joint_forces"], [[0, 0, sign * 2000 * 9.81]], atol=0.05)      # solved to 1e-6 or so
    assert np.allclose(found["joint_points"], [[0.5, 0.5, 1.0]], atol=1e-5)
    assert found["load_factor"] == pytest.approx(0.7, rel=1e-5) and found["load_factor_unit"] == "g"
    assert found["names"] == ["block_0", "block_1"] and found["moving"] == [1]
    assert found["poses"][0] == np.eye(4).ravel().tolist()
    shift = np.array(found["poses"][1]).reshape(4, 4)
    assert np.allclose(shift[:3, :3], np.eye(3), atol=1e-6) and shift[0, 3] > 0.0      # it slides along +x


def test_a_slender_block_tips_about_its_edge(link):
    """b / h = 0.2; in its poses the fastest corner goes by `travel`, here along x, and the edge x = 0.2 stays."""
    vertices, faces = box((0.2, 1, 1), (0, 0, 0))
    found = link.statics([(vertices, faces)], unit="m", ground=0.0, push=[1, 0, 0], travel=0.05, **LAW)
    assert found["load_factor"] == pytest.approx(0.2, rel=1e-5)
    assert found["joint_blocks"] in ([[0, -1]], [[-1, 0]]) and "ground" in found["joint_names"][0]
    after = np.array(moved(vertices, found["poses"][0]))
    went = np.linalg.norm(after - vertices, axis=1)
    # straight on by 0.05 at the centre, then turned about it: corners go by 0.05 but for the square of the angle, 0.05
    assert went.max() == pytest.approx(0.05, rel=0.05)
    assert went[[1, 2]].max() < 0.05 * 0.05


@pytest.mark.parametrize(("unit", "scale"), [("mm", 1000.0), ("ft", 1 / 0.3048)])
def test_units_come_back_as_they_were_sent(link, unit, scale):
    metres = link.statics([box((1, 1, 1)), box((1, 1, 1), (0.2, 0, 1))], unit="m", supports=[0], push="+x", **LAW)
    other = link.statics([box((1, 1, 1), scale=scale), box((1, 1, 1), (0.2, 0, 1), scale)], unit=unit, supports=[0],
                         push="+x", **LAW)
    assert np.allclose(other["joint_points"], scale * np.array(metres["joint_points"]), rtol=1e-4)
    assert np.allclose(other["joint_forces"], metres["joint_forces"], rtol=1e-4, atol=0.1)
    one, two = (np.array(found["poses"]).reshape(-1, 4, 4) for found in (metres, other))
    assert np.allclose(two[:, :3, 3], scale * one[:, :3, 3], rtol=1e-4, atol=1e-4 * scale)


def test_what_falls_is_an_answer(link):
    """A block with its middle beyond the edge of what it lies on."""
    found = link.statics([box((1, 1, 1)), box((1, 1, 0.2), (0.6, 0, 1))], unit="m", supports=[0], push="+x", **LAW)
    assert found["stands"] is False and found["verdict"].startswith("NO")
    assert found["poses_of"] == "first motion" and found["moving"] == [1] and found["joint_forces"] == []
    assert found["load_factor"] is None and "nothing to push" in found["notes"][0]
    turn = np.array(found["poses"][1]).reshape(4, 4)[:3, :3]
    assert np.allclose(turn @ turn.T, np.eye(3), atol=1e-12) and turn[0, 2] > 0.0      # about +y: the tip goes down


def test_an_arch_as_without_a_link(link):
    pieces = circular_arch(5.0, 0.9, 160.0, 21, 1.0, curved=False)
    a = Assembly("arch", gravity=9.81)
    a.material("stone", density=2000)
    a.joint("dry", friction=0.7)
    a.add_pattern(pieces, material="stone")
    a.support("abutment")
    model = a.build()
    statics = answer_statics(model, StaticsQuestion(lines=("all",), elastic=False))
    limit = answer_limit(model, LimitQuestion(direction="+x"))
    found = link.statics(as_meshes(pieces), unit="m", supports=["abutment_right", "abutment_left"], push="+x",
                         lines=["effective", "least", "greatest"], **LAW)
    assert found["load_factor"] == pytest.approx(limit.data["alpha"], rel=1e-9)
    weight = 2000 * 9.81 * sum(piece.shape.volume for piece in pieces[:-2])
    for kind, line in statics.data["thrust_lines"].items():
        assert np.allclose(found["thrust_lines"][kind]["points"], line["points"], atol=1e-6)
        assert found["thrust_lines"][kind]["thrust"] == pytest.approx(line["thrust"], abs=1e-6 * weight)
    assert found["thrust_line"] == found["thrust_lines"]["effective"]["points"] and len(found["thrust_line"]) == 22
    assert np.allclose(found["joint_forces"], [row["force"] for row in statics.data["interfaces"]], atol=1e-6 * weight)
    assert found["notes"] == []


def test_a_wall_has_no_thrust_line(link):
    meshes = [box((4, 1, 1)), *(box((1, 1, 1), (1.25 * i, 0, 1)) for i in range(3)), box((3.5, 1, 1), (0, 0, 2))]
    found = link.statics(meshes, unit="m", supports=[0], **LAW)
    assert found["stands"] and found["thrust_line"] == [] and found["thrust_lines"] == {}
    assert "must touch two others of its chain or supports" in found["notes"][0]


def test_meshes_as_design_programs_have_them(link):
    """Triangles, every face with corners of its own, all faces inside out."""
    vertices, faces = box((1, 1, 1), (0, 0, 1))
    loose, triangles = [], []
    for face in faces:
        start = len(loose)
        loose += [vertices[k] for k in face]
        triangles += [[start, start + 2, start + 1], [start, start + 3, start + 2]]
    found = link.statics([box((1, 1, 1)), (np.array(loose, dtype=np.float32), np.array(triangles))], unit="m",
                         supports=[np.int64(0)], **LAW)
    assert found["stands"] and np.allclose(np.abs(found["joint_forces"]), [[0, 0, 19620.0]], atol=0.05)


def test_joints_and_ties_of_the_model_file(link):
    """A rod from which a block hangs bears its weight; materials and joints by name."""
    meshes = [dict(zip(("vertices", "faces"), box((1, 1, 1), (0, 0, z))), name=name, material=material, support=support)
              for name, z, material, support in (("top", 3, None, True), ("bottom", 0, "heavy", False))]
    model = {"gravity": 9.81, "materials": {"heavy": {"density": 3000.0}, "light": {"density": 1000.0}},
             "joints": {"dry": {"friction": 0.5}},
             "ties": [{"name": "rod", "ends": [{"block": "top"}, {"block": "bottom"}]}]}
    found = link.statics(meshes, unit="m", model=model)
    assert found["stands"] and f"tie         rod: {3000 * 9.81:.5g} N" in found["words"]


def test_free_fall_through_time(link):
    """g t^2 / 2 after 0.1 s, the engine's step being exact for a constant force (scheme midpoint)."""
    found = link.run([box((1, 1, 1), scale=100.0)], unit="cm", dt=1e-3, duration=0.1, frames=2, model={"free": True},
                     **LAW)
    fallen = -100.0 * 0.5 * 9.81 * 0.1**2
    assert found["poses"][0][11] == pytest.approx(fallen, rel=0.011)       # euler would be off by dt / t
    assert found["times"] == pytest.approx([0.05, 0.1]) and found["frames"][-1] == found["poses"]
    assert found["verdict"] == "finished after 0.1 s" and found["stands"] is None and found["collapsed"] is False


def test_the_child_goes_on_after_a_refusal(link):
    with pytest.raises(LinkError, match=r"^mesh 1: must be convex; it could be cut into 2 convex blocks"):
        link.statics([box((1, 1, 1)), l_shape()], unit="m", supports=[0], **LAW)
    child = link._child
    assert link.statics([box((1, 1, 1)), box((1, 1, 1), (0, 0, 1))], unit="m", supports=[0], **LAW)["stands"]
    assert link._child is child


def l_shape():
    base = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
    points = [[x, y, z] for z in (1.0, 2.0) for x, y in base]
    sides = [[i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i] for i in range(6)]
    return points, [[5, 4, 3, 2, 1, 0], [6, 7, 8, 9, 10, 11], *sides]


def test_nothing_physical_has_a_silent_default(link):
    blocks = [box((1, 1, 1)), box((1, 1, 1), (0, 0, 1))]
    for missing, words in (("density", "material"), ("friction", "no joint between"), ("gravity", "gravity")):
        law = {key: value for key, value in LAW.items() if key != missing}
        with pytest.raises(LinkError, match=words):
            link.statics(blocks, unit="m", supports=[0], **law)
    with pytest.raises(TypeError):
        link.statics(blocks, supports=[0], **LAW)
