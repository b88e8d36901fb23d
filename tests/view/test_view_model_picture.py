"""Picture of a model before it runs."""

import numpy as np
import pytest

from drystone.contact.contact_set import ContactSet
from drystone.model.assembly import Assembly
from drystone.patterns import running_bond
from drystone.view.model_picture import draw_model, load_arrows, model_figure
from drystone.view.solids import Solids, bounding_box


@pytest.fixture(scope="module")
def model():
    """A wall with a load on top that pushes, one at its side that pulls, and a body load."""
    assembly = Assembly("garden wall", gravity=9.81)
    assembly.material("stone", density=2000.0)
    assembly.joint("dry", friction=0.6)
    assembly.add_pattern(running_bond(1.2, 3, (0.4, 0.2), 0.3), material="stone")
    assembly.add_ground(0.0)
    assembly.load_point("press", "course_3/block_1", (0.2, 0.15, 0.6), (0.0, 0.0, -100.0))
    assembly.load_point("pull", "course_1/block_1", (0.0, 0.15, 0.1), (-50.0, 0.0, 0.0))
    assembly.body_acceleration("wind", (0.0, 1.0, 0.0))
    return assembly.build()


def points(where: np.ndarray) -> ContactSet:
    count = len(where)
    ints, frame = np.zeros(count, np.int32), np.tile(np.eye(3), (count, 1, 1))
    one = np.zeros(1, np.int32)
    return ContactSet(one, one, np.array([0, count]), np.zeros(1, np.int8), np.ones(1), np.zeros(1), ints,
                      ints, ints, frame, where, where, np.zeros(count), np.zeros((count, 2), np.int64), 1)


def test_title_legend_and_contacts(model):
    figure = model_figure(model, points(np.array([(0.4, 0.0, 0.2), (0.4, 0.3, 0.2)])))
    assert figure.axes[0].get_title(loc="left") == "garden wall: 10 blocks, 4.238 kN"   # 1.2 x 0.6 x 0.3 m
    shown = [t.get_text() for t in figure.legends[0].get_texts()]
    assert shown == ["wall (10 blocks)", "support (1)", "contact points (2, hidden ones faint)"]
    hidden, seen = figure.axes[0].collections[-2:]
    assert (len(hidden.get_offsets()), len(seen.get_offsets())) == (1, 1)       # one in front, one behind


def test_arrows_point_with_the_force_and_stay_outside(model):
    parts = Solids.of_model(model).place(model.initial_position, model.initial_orientation)
    box = bounding_box([p for p in parts if not model.is_support[p.block]])
    press, pull, wind = load_arrows(model, parts, box)
    assert (press.label, pull.label, wind.label) == ("press", "pull", "wind")
    assert press.tip == pytest.approx([0.2, 0.15, 0.6])       # a push ends on the block
    assert pull.tail == pytest.approx([0.0, 0.15, 0.1])       # a pull starts on it
    assert (pull.tip - pull.tail)[0] < 0.0
    assert wind.tip - wind.tail == pytest.approx([0.0, np.linalg.norm(wind.tip - wind.tail), 0.0])


def test_files(model, tmp_path):
    assert draw_model(model, tmp_path / "model.png").read_bytes().startswith(b"\x89PNG")
    assert draw_model(model, tmp_path / "model.pdf").read_bytes().startswith(b"%PDF")
