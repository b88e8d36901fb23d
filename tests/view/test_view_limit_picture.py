"""Pictures of mechanisms and forces: what they hold, that they are whole, what is refused."""

import numpy as np
import pytest
from PIL import Image

import drystone as ds
from drystone.limit.analysis import limit_analysis
from drystone.limit.live import acceleration
from drystone.view.limit_picture import animate_limit, displace, draw_limit, force_overlay, limit_figure


@pytest.fixture(scope="module")
def result():
    a = ds.Assembly("stack", gravity=9.81)
    a.material("stone", density=2000.0)
    a.joint("dry", friction=2.0)
    for k in range(2):
        a.add(f"block_{k}", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, k + 0.5)), material="stone")
    a.add_ground(0.0)
    model = a.build()
    return limit_analysis(model, acceleration(model, "+x"))


def test_a_mechanism_and_its_forces_are_two_panels(result):
    assert len(limit_figure(result.model, result.mechanism, result.interfaces).axes) == 2
    assert len(limit_figure(result.model, result.mechanism).axes) == 1
    assert len(limit_figure(result.model, 0.0 * result.mechanism, result.interfaces, title="still").axes) == 1


def test_forces_are_drawn_in_proportion_through_their_points(result):
    found = result.interfaces
    overlay = force_overlay(found, 2.0)
    length = np.linalg.norm(overlay.segments[:, 1] - overlay.segments[:, 0], axis=1)
    strength = np.linalg.norm(found.force, axis=1)
    assert length == pytest.approx(0.16 * 2.0 * strength / strength.max())
    assert overlay.segments.mean(axis=1) == pytest.approx(found.action_point)


def test_displaced_blocks_move_with_their_twists(result):
    position, _ = displace(result.model, 0.01 * result.mechanism)
    assert position - result.model.initial_position == pytest.approx(0.01 * result.mechanism[:, :3])


def test_files(result, tmp_path):
    assert draw_limit(result.model, tmp_path / "a.png", result.mechanism, result.interfaces).stat().st_size > 5000
    moving = Image.open(animate_limit(result.model, tmp_path / "a.gif", result.mechanism, frames=6))
    assert moving.n_frames == 6
    with pytest.raises(ds.InputError, match="animation: format must be one of gif, got 'png'"):
        animate_limit(result.model, tmp_path / "b.png", result.mechanism)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.gif", "a.png"]
