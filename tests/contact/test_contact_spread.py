"""Points spread over an interface: number, area, centroid and second moments, on square and odd faces."""

from dataclasses import replace

import numpy as np
import pytest

from drystone.contact.detect import detect_contacts
from drystone.contact.interface import compute_interfaces
from drystone.contact.spread import spread_points
from drystone.geometry.primitives import box, hull
from drystone.model.assembly import Assembly


def contacts_of(shape, planar=None):
    scene = Assembly("face", gravity=9.81, planar=planar)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    scene.add("block", shape, material="stone")
    scene.add_ground(level=0.0)
    model = scene.build()
    return detect_contacts(model.parts, model.initial_position, model.initial_orientation, model.is_support,
                           np.ones(2, bool), 1e-4)


def pentagon():
    angle = np.linspace(0.0, 2 * np.pi, 6)[:-1]
    x, y = np.cos(angle) * np.where(np.cos(angle) > 0, 1.4, 1.0) + 4.0, np.sin(angle)
    return hull([(a, b, z) for a, b in zip(x, y) for z in (0.0, 0.5)], "pentagon")


def polygon_centroid(points):
    order = np.argsort(np.arctan2(*(points - points.mean(axis=0)).T[::-1]))
    x, y = points[order].T
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    return np.array([((x + np.roll(x, -1)) @ cross), ((y + np.roll(y, -1)) @ cross)]) / (3 * cross.sum())


@pytest.mark.parametrize("n", [3, 5, 9])
@pytest.mark.parametrize(("shape", "corners"), [(box((1.0, 0.6, 0.5), center=(0.3, 0.0, 0.25)), 4), (pentagon(), 5)],
                         ids=["rectangle", "pentagon"])
def test_shares_keep_area_and_centroid(shape, corners, n):
    found = contacts_of(shape)
    spread = spread_points(found, np.full(1, n), False)
    k = (n - 1) // 2
    assert spread.count == 1 + corners * k * (k + 1)
    assert (spread.area > 0.0).all()
    assert spread.area.sum() == pytest.approx(found.pair_area[0], rel=1e-12)
    assert spread.area @ spread.point_a[:, :2] / spread.area.sum() == pytest.approx(
        polygon_centroid(found.point_a[:, :2]), abs=1e-12)
    keys = {tuple(key) for key in spread.key}
    assert len(keys) == spread.count and {tuple(key) for key in found.key} <= keys     # corners keep theirs


@pytest.mark.parametrize("n", [3, 5, 9])
def test_second_moments_of_a_rectangle(n):
    """b h^3/12 (1 + 2/(n - 1)^2) about both axes."""
    spread = spread_points(contacts_of(box((1.0, 0.6, 0.5), center=(0.0, 0.0, 0.25))), np.full(1, n), False)
    for axis, exact in ((0, 0.6 * 1.0**3 / 12), (1, 1.0 * 0.6**3 / 12)):
        assert spread.area @ spread.point_a[:, axis] ** 2 == pytest.approx(exact * (1 + 2 / (n - 1) ** 2), rel=1e-12)


def test_gaps_are_linear_over_the_face():
    """The ground seen from a block that leans by 1e-5: the gap at a point is that of the plane."""
    scene_points = contacts_of(box((1.0, 0.6, 0.5), center=(0.0, 0.0, 0.25)))
    slanted = 1e-5 * (scene_points.point_a[:, 0] + 0.5)
    spread = spread_points(replace(scene_points, gap=slanted), np.full(1, 5), False)
    assert spread.gap == pytest.approx(1e-5 * (spread.point_a[:, 0] + 0.5), abs=1e-18)


def test_interface_has_its_centroid_from_the_areas():
    found = contacts_of(pentagon())
    spread = spread_points(found, np.full(1, 5), False)
    impulse = np.zeros((spread.count, 3))
    impulse[:, 0] = spread.area
    interface = compute_interfaces(spread, impulse, 1.0)
    assert interface.centroid[0, :2] == pytest.approx(polygon_centroid(found.point_a[:, :2]), abs=1e-12)
    assert interface.eccentricity[0] == pytest.approx([0.0, 0.0], abs=1e-12)
    assert interface.area[0] == pytest.approx(found.pair_area[0], rel=1e-12)


def test_corners_are_left_where_no_points_are_asked_for():
    found = contacts_of(box((1.0, 0.6, 0.5), center=(0.0, 0.0, 0.25)))
    assert spread_points(found, np.zeros(1, int), False) is found
