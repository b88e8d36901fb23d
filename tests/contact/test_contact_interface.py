"""Interfaces: closed forms of resultant, point of action and extent."""

import math

import numpy as np
import pytest
from contact_scenes import Scene, about, axis_angle, box, wall
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone.contact.interface import compute_interfaces


def one_bed(orientation=None):
    scene = Scene()
    scene.add(box(3, 3, 1), [0, 0, -0.5], support=True)
    scene.add(box(0.6, 0.3, 1.0), [0.1, 0.2, 0.5], *([] if orientation is None else [orientation]))
    return scene.detect()


@given(weights=st.lists(st.floats(0.0, 10.0), min_size=4, max_size=4), dt=st.floats(1e-4, 1.0))
@settings(max_examples=50, deadline=None)
def test_resultant_acts_where_the_impulses_balance(weights, dt):
    contacts = one_bed()
    impulse = np.zeros((4, 3))
    impulse[:, 0] = weights
    impulse[:, 1] = 0.1
    interfaces = compute_interfaces(contacts, impulse, dt)
    assert interfaces.force[0] == pytest.approx(np.array([0.4, 0.0, sum(weights)]) / dt)
    assert interfaces.normal_force[0] == pytest.approx(sum(weights) / dt)
    assert interfaces.is_loaded[0] == (sum(weights) > 0)
    if sum(weights) > 1e-6:
        expected = np.average(contacts.point_a, axis=0, weights=weights)
        assert interfaces.action_point[0] == pytest.approx(expected, abs=1e-12)
        assert interfaces.eccentricity[0] == pytest.approx(expected[:2] - [0.1, 0.2], abs=1e-12)
    else:
        assert np.isfinite(interfaces.action_point).all()


def test_rectangle():
    contacts = one_bed()
    interfaces = compute_interfaces(contacts, np.tile([1.0, 0, 0], (4, 1)), 1.0)
    assert interfaces.area[0] == pytest.approx(0.18)
    assert interfaces.centroid[0] == pytest.approx([0.1, 0.2, 0.0], abs=1e-15)
    assert interfaces.half_length[0] == pytest.approx([0.3, 0.15])
    assert interfaces.eccentricity[0] == pytest.approx([0, 0], abs=1e-15)
    assert interfaces.point_count.tolist() == [4] and interfaces.interface.tolist() == [0] * 4
    assert interfaces.opening[0] == 0.0 and math.isnan(interfaces.slip_speed[0])


def test_centroid_is_that_of_the_area_not_of_the_points():
    """A brick across the corner of its bed leaves a triangle or a pentagon; compare with the clipped area."""
    scene = Scene()
    scene.add(box(1, 1, 1), [0, 0, -0.5], support=True)
    scene.add(box(1, 1, 1), [0.6, 0.6, 0.5], axis_angle([0, 0, 1], math.pi / 4))
    contacts = scene.detect()
    interfaces = compute_interfaces(contacts, np.zeros((contacts.count, 3)), 1.0)
    # inside the bed the brick is x + y >= 1.2 - sqrt(2)/2 with |x - y| <= sqrt(2)/2: sample the area
    x, y = np.meshgrid(*[(np.arange(2000) + 0.5) / 2000 - 0.5] * 2)
    inside = (x + y >= 1.2 - math.sqrt(0.5)) & (np.abs(x - y) <= math.sqrt(0.5))
    assert interfaces.area[0] == pytest.approx(inside.mean(), rel=2e-3)
    assert interfaces.centroid[0] == pytest.approx([x[inside].mean(), y[inside].mean(), 0.0], abs=1e-3)


@pytest.mark.parametrize("share, expected", [(0.0, True), (0.33, True), (0.34, False), (0.9, False)])
def test_middle_third(share, expected):
    contacts = one_bed()
    side = np.sign(contacts.point_a[:, 0] - 0.1)
    impulse = np.zeros((4, 3))
    impulse[:, 0] = 1.0 + share * side
    interfaces = compute_interfaces(contacts, impulse, 1.0)
    assert interfaces.eccentricity_share[0] == pytest.approx([share, 0.0], abs=1e-12)
    assert interfaces.is_in_middle_third[0] == expected


def test_opening_and_slip_speed():
    scene = Scene()
    scene.add(box(3, 3, 1), [0, 0, -0.5], support=True)
    scene.add(box(0.4, 0.2, 1.0), *about([0, 1, 0], 0.01, [0.2, 0, 0], [0, 0, 0.5]))
    contacts = scene.detect(distance=0.01)
    velocity = np.zeros((4, 3))
    velocity[2] = [5.0, 0.3, -0.4]
    interfaces = compute_interfaces(contacts, np.zeros((4, 3)), 1.0, velocity)
    assert interfaces.opening[0] == pytest.approx(0.4 * math.sin(0.01))
    assert interfaces.slip_speed[0] == pytest.approx(0.5)


def test_weight_of_a_wall_comes_down():
    """Equal impulses at all points: the sum over interfaces is the sum over points."""
    scene = wall(5, 4, "running")
    contacts = scene.detect()
    impulse = np.random.default_rng(0).uniform(0, 1, (contacts.count, 3))
    interfaces = compute_interfaces(contacts, impulse, 0.5)
    world = np.einsum("cij,ci->cj", contacts.frame, impulse) / 0.5
    assert interfaces.force.sum(axis=0) == pytest.approx(world.sum(axis=0))
    assert (np.diff(interfaces.block_a.astype(int) * 1000 + interfaces.block_b) > 0).all()
    assert interfaces.point_count.sum() == contacts.count


def test_no_contacts():
    scene = Scene()
    scene.add(box(1, 1, 1), [0, 0, 0])
    contacts = scene.detect()
    interfaces = compute_interfaces(contacts, np.zeros((0, 3)), 1.0)
    assert interfaces.count == 0 and interfaces.is_in_middle_third.shape == (0,)
