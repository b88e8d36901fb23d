"""Scenes of masonry whose contacts can be counted by hand."""

import math

import numpy as np
import pytest
from contact_scenes import IDENTITY, Scene, about, axis_angle, box, multiply, prism, rotate, wall

from drystone.contact.contact_set import DEEP_OVERLAP, OVERLAP, SEPARATE
from drystone.contact.detect import Detector, detect_contacts
from drystone.contact.interface import compute_interfaces
from drystone.errors import InputError
from drystone.model.parts import build_parts

COURSES, BRICKS = 20, 10


def expected_joints(courses, bricks):
    """Running bond: bed joints on the ground, between courses, and head joints."""
    odd = courses // 2
    even = courses - odd
    beds = 2 * bricks * (courses - 1)          # 2 * bricks half-brick steps between two courses
    heads = even * (bricks - 1) + odd * bricks
    return bricks + beds + heads


def test_running_bond_wall_has_exactly_its_joints():
    scene = wall(COURSES, BRICKS, "running")
    assert len(scene.solids) == 1 + 210
    contacts = scene.detect()
    joints = expected_joints(COURSES, BRICKS)
    assert len(contacts.pair_status) == joints == 580
    assert contacts.count == 4 * joints
    assert (contacts.gap == 0.0).all()
    assert (contacts.point_a == contacts.point_b).all()
    assert (contacts.pair_status == SEPARATE).all() and (contacts.pair_depth == 0.0).all()
    normals = np.unique(np.round(contacts.frame[:, 0], 14) + 0.0, axis=0)
    assert normals.tolist() == [[0, 0, 1], [1, 0, 0]]
    interfaces = compute_interfaces(contacts, np.zeros((contacts.count, 3)), 1.0)
    assert interfaces.count == joints
    beds = np.abs(interfaces.frame[:, 0, 2]) > 0.5
    full_base = interfaces.block_a == 0
    assert interfaces.area[full_base] == pytest.approx(0.2 * 0.1, rel=1e-12)
    assert interfaces.area[beds & ~full_base] == pytest.approx(0.1 * 0.1, rel=1e-12)
    assert interfaces.area[~beds] == pytest.approx(0.1 * 0.06, rel=1e-12)


def test_wall_is_the_same_again_and_under_rounding():
    scene = wall(COURSES, BRICKS, "running")
    detector = scene.detector()
    first = scene.detect(detector=detector)
    again = scene.detect(detector=detector)
    for name in first.__slots__:
        assert np.array_equal(getattr(first, name), getattr(again, name)), name
    rng = np.random.default_rng(7)
    for _ in range(20):
        position = np.array(scene.position) + 1e-12 * rng.uniform(-1.0, 1.0, (211, 3))
        orientation = np.array(scene.orientation) + 1e-12 * rng.uniform(-1.0, 1.0, (211, 4))
        moved = scene.detect(detector=detector, position=position, orientation=orientation)
        assert np.array_equal(moved.key, first.key)
        assert np.abs(moved.frame - first.frame).max() < 1e-11
        assert np.abs(moved.gap).max() < 1e-11


def test_keys_are_unique_and_sorted():
    contacts = wall(6, 4, "running").detect()
    assert len(np.unique(contacts.key, axis=0)) == contacts.count
    code = contacts.pair_part_a.astype(int) << 32 | contacts.pair_part_b
    assert (np.diff(code) > 0).all()
    assert np.array_equal(contacts.key[:, 0], code[contacts.pair])
    assert np.array_equal(contacts.pair, np.repeat(np.arange(len(code)), np.diff(contacts.pair_ptr)))


@pytest.mark.parametrize("noise", [0.0, 1e-13, 1e-10])
def test_stack_bond_has_no_corner_contacts(noise):
    """Diagonal neighbours share an edge only: no contact, whatever the rounding."""
    scene = wall(6, 5, "stack")
    rng = np.random.default_rng(3)
    position = np.array(scene.position) + noise * rng.uniform(-1.0, 1.0, (31, 3))
    contacts = scene.detect(position=position)
    assert len(contacts.pair_status) == 5 + 5 * 5 + 6 * 4
    assert contacts.count == 4 * len(contacts.pair_status)


def test_corner_neighbours_touch_only_once_they_overlap():
    for overlap, expected in ((-1e-4, 0), (0.0, 0), (1e-4, 4)):
        scene = Scene()
        scene.add(box(1, 1, 1), [0.0, 0.0, 0.0])
        scene.add(box(1, 1, 1), [1.0 - overlap, 0.0, 1.0 - 3.0 * overlap])
        contacts = scene.detect(distance=1e-2)
        assert contacts.count == expected
        if expected:  # least penetration is along x
            assert contacts.frame[:, 0] == pytest.approx(np.tile([1.0, 0.0, 0.0], (4, 1)))
            assert contacts.gap == pytest.approx(np.full(4, -overlap), rel=1e-9)
            assert contacts.pair_area[0] == pytest.approx(3.0 * overlap, rel=1e-9)
    three = Scene()  # eight cubes about one corner: three faces each, no edges, no corners
    for k in range(8):
        three.add(box(1, 1, 1), [k & 1, k >> 1 & 1, k >> 2])
    assert len(three.detect().pair_status) == 12


def tilted_block(angle, distance=1e-3, at=0.0):
    scene = Scene()
    scene.add(box(10.0, 10.0, 1.0), [0.0, 0.0, -0.5], support=True)
    scene.add(box(0.4, 0.2, 1.0), *about([0, 1, 0], angle, [at + 0.2, 0.0, 0.0], [at, 0.0, 0.5]))
    return scene.detect(distance)


@pytest.mark.parametrize("angle_deg", [0.5, 5.0, 15.0, 44.0, 60.0, 89.0])
def test_block_on_its_edge_has_two_points(angle_deg):
    contacts = tilted_block(math.radians(angle_deg))
    assert contacts.count == 2
    assert (contacts.gap == 0.0).all()
    assert contacts.frame[:, 0].tolist() == [[0, 0, 1]] * 2
    assert np.abs(contacts.point_a - [[0.2, -0.1, 0.0], [0.2, 0.1, 0.0]]).max() < 1e-15


def test_far_points_join_within_the_distance():
    angle = math.radians(15.0)
    contacts = tilted_block(angle, distance=0.4 * math.sin(angle) + 1e-9)
    assert contacts.count == 4
    assert np.sort(contacts.gap) == pytest.approx([0.0, 0.0] + [0.4 * math.sin(angle)] * 2, abs=1e-15)


@pytest.mark.parametrize("angle", [1e-12, 1e-9, 1e-6, 1e-4, 2e-3, -1e-6])
def test_tiny_tilt_keeps_four_points(angle):
    contacts = tilted_block(angle)
    rest = tilted_block(0.0)
    assert np.array_equal(contacts.key, rest.key)
    low = 0.4 * min(0.0, math.sin(angle))
    assert np.sort(contacts.gap) == pytest.approx(np.sort([low, low, 0, 0] if angle < 0 else
                                                          [0, 0, 0.4 * math.sin(angle), 0.4 * math.sin(angle)]),
                                                  abs=1e-14)


def test_cube_on_its_corner_has_one_point():
    tip = multiply(axis_angle([1, 0, 0], math.atan(1 / math.sqrt(2))), axis_angle([0, 1, 0], math.radians(45)))
    scene = Scene()
    scene.add(box(10, 10, 1), [0, 0, -0.5], support=True)
    solid = box(1, 1, 1)
    height = -rotate(tip, solid[0])[:, 2].min()
    scene.add(solid, [0.3, 0.1, height], tip)
    contacts = scene.detect()
    assert contacts.count == 1 and contacts.gap[0] == 0.0
    assert contacts.frame[0, 0].tolist() == [0, 0, 1]


@pytest.mark.parametrize("overhang", [0.1, 0.19, 0.199, 0.19999])
def test_overhanging_brick_keeps_the_bed_normal(overhang):
    """However little of the brick is left on its bed, the direction stays vertical and the strip is exact."""
    scene = Scene()
    scene.add(box(0.2, 0.1, 0.06), [0, 0, 0], support=True)
    scene.add(box(0.2, 0.1, 0.06), [overhang, 0.0, 0.06])
    contacts = scene.detect()
    assert contacts.count == 4
    assert np.abs(contacts.frame[:, 0] - [0, 0, 1]).max() < 1e-15
    assert np.abs(contacts.gap).max() < 1e-15
    assert contacts.pair_area[0] == pytest.approx((0.2 - overhang) * 0.1, rel=1e-9)


def test_block_resting_on_two_blocks():
    scene = Scene()
    scene.add(box(0.2, 0.2, 0.2), [-0.15, 0, -0.1], support=True)
    scene.add(box(0.2, 0.2, 0.2), [0.15, 0, -0.1], support=True)
    scene.add(box(0.4, 0.1, 0.1), [0, 0, 0.05])
    contacts = scene.detect()
    assert contacts.pair_part_a.tolist() == [0, 1] and contacts.count == 8  # two supports make no contact
    x = [np.sort(contacts.point_a[contacts.pair == k, 0]) for k in (0, 1)]
    assert x[0] == pytest.approx([-0.2, -0.2, -0.05, -0.05]) and x[1] == pytest.approx([0.05, 0.05, 0.2, 0.2])


@pytest.mark.parametrize("gap", [1e-4, 0.0, -1e-4])
def test_crossing_edges(gap):
    """Two boxes standing on edge, turned by 90 degrees: the edges cross in one point."""
    scene = Scene()
    roof = axis_angle([1, 0, 0], math.pi / 4)
    keel = axis_angle([0, 1, 0], math.pi / 4)
    half = 0.5 * math.sqrt(2.0)
    scene.add(box(3, 1, 1), [0.0, 0.0, -half], roof)
    scene.add(box(1, 3, 1), [0.2, 0.1, half + gap], keel)
    contacts = scene.detect()
    assert contacts.count == 1
    assert contacts.frame[0, 0] == pytest.approx([0, 0, 1], abs=1e-12)
    assert contacts.gap[0] == pytest.approx(gap, abs=1e-14)
    assert contacts.point_a[0] == pytest.approx([0.2, 0.0, 0.0], abs=1e-12)
    assert contacts.key[0, 1] >> 60 == 2


def voussoirs(count=9, inner=1.0, outer=1.2, width=0.3):
    """Wedges of a semicircular arch; neighbours share the coordinates of their joint."""
    angle = np.linspace(0.0, math.pi, count + 1)
    rays = np.column_stack([np.cos(angle), np.sin(angle)])
    scene = Scene()
    for k in range(count):
        outline = np.array([inner * rays[k], outer * rays[k], outer * rays[k + 1], inner * rays[k + 1]])
        centre = outline.mean(axis=0)
        scene.add(prism(outline - centre, width), [centre[0], 0.0, centre[1]])
    return scene, angle


def test_arch_has_a_joint_between_neighbours_only():
    scene, angle = voussoirs()
    contacts = scene.detect()
    assert contacts.pair_part_a.tolist() == list(range(8)) and contacts.pair_part_b.tolist() == list(range(1, 9))
    assert contacts.count == 4 * 8
    assert np.abs(contacts.gap).max() < 1e-14
    expected = np.column_stack([-np.sin(angle[1:-1]), np.zeros(8), np.cos(angle[1:-1])])
    assert np.abs(contacts.frame[::4, 0] - expected).max() < 1e-14
    assert contacts.pair_area == pytest.approx(np.full(8, 0.2 * 0.3), rel=1e-12)


@pytest.mark.parametrize("slip", [-1e-3, -1e-9, 0.0, 1e-9, 1e-3])
def test_hinge_on_a_common_edge(slip):
    """Equal blocks in a pile, the upper one rocking about the common edge: two points, whatever the slip."""
    angle = 0.05
    scene = Scene()
    scene.add(box(0.4, 0.4, 1.0), [0, 0, -0.5], support=True)
    scene.add(box(0.4, 0.4, 1.0), *about([0, 1, 0], angle, [0.2 + slip, 0, 0], [slip, 0, 0.5]))
    contacts = scene.detect()
    assert contacts.count == 2
    assert np.abs(contacts.gap).max() < abs(slip) * angle + 1e-15
    turn = np.arctan2(contacts.frame[0, 0, 0], contacts.frame[0, 0, 2])
    expected = {-1e-3: 0.0, 1e-3: angle}.get(slip, 0.5 * angle)  # in between: shrunken copies meet edge to edge
    assert turn == pytest.approx(expected, abs=1e-5)


def test_direction_turns_without_a_jump_over_a_hinge():
    scene = Scene()
    scene.add(box(0.4, 0.4, 1.0), [0, 0, -0.5], support=True)
    scene.add(box(0.4, 0.4, 1.0), [0, 0, 0.5])
    detector = scene.detector()
    turns = []
    for slip in np.linspace(-1e-3, 1e-3, 401):
        scene.position[1], scene.orientation[1] = about([0, 1, 0], 0.05, [0.2 + slip, 0, 0], [slip, 0, 0.5])
        n = scene.detect(detector=detector).frame[0, 0]
        turns.append(math.atan2(n[0], n[2]))
    steps = np.diff(turns)
    assert steps.min() > -1e-12 and steps.max() < 0.05 / 100  # monotonic, spread over at least a hundred steps


def test_ground_a_thousand_times_larger():
    scene = Scene()
    scene.add(box(1000, 1000, 100), [123.0, -45.0, -50.0], support=True)
    scene.add(box(0.4, 0.2, 0.1), [3.0, 2.0, 0.05], axis_angle([0, 0, 1], 0.3))
    contacts = scene.detect()
    assert contacts.count == 4 and (contacts.gap == 0.0).all()
    assert contacts.pair_area[0] == pytest.approx(0.08, rel=1e-9)


@pytest.mark.parametrize("depth, status", [(0.01, SEPARATE), (0.1, OVERLAP), (0.3, DEEP_OVERLAP), (0.9, DEEP_OVERLAP)])
def test_overlap_has_its_own_status(depth, status):
    scene = Scene()
    scene.add(box(4, 4, 1), [0, 0, 0])
    scene.add(box(2, 2, 1), [0.1, 0.2, 1.0 - depth], axis_angle([0, 0, 1], 0.4))
    contacts = scene.detect()
    assert contacts.pair_status.tolist() == [status]
    assert contacts.pair_depth[0] == pytest.approx(depth, rel=1e-12)
    assert contacts.gap == pytest.approx(np.full(4, -depth), rel=1e-12)
    assert np.abs(contacts.frame[:, 0] - [0, 0, 1]).max() < 1e-15


def test_frames_are_right_handed_and_planar_axis_holds_t2():
    rng = np.random.default_rng(5)
    scene = Scene()
    for _ in range(60):
        q = rng.normal(size=4)
        scene.add(box(*rng.uniform(0.5, 1.5, 3)), rng.uniform(0, 3, 3), q / np.linalg.norm(q))
    contacts = scene.detect()
    assert contacts.count > 100
    assert np.abs(contacts.frame @ contacts.frame.transpose(0, 2, 1) - np.eye(3)).max() < 1e-14
    assert np.linalg.det(contacts.frame) == pytest.approx(1.0)
    swap = np.abs(contacts.point_a + contacts.gap[:, None] * contacts.frame[:, 0] - contacts.point_b)
    assert swap.max() < 1e-14
    for axis, turn in ((0, [1, 0, 0]), (1, [0, 1, 0])):
        pile = Scene()
        pile.add(box(1, 1, 1), [0, 0, 0])
        pile.add(box(1, 1, 1), rotate(axis_angle(turn, 0.7), np.array([0, 0, 1.0])), axis_angle(turn, 0.7))
        pile.orientation[0] = axis_angle(turn, 0.7)
        found = detect_contacts(pile.parts(), np.array(pile.position), np.array(pile.orientation),
                                np.zeros(2, bool), np.ones(2, bool), 1e-3, planar_axis=axis)
        assert found.count == 4
        assert np.abs(np.abs(found.frame[:, 2, axis]) - 1.0).max() < 1e-14


def test_compound_block_of_two_parts():
    """A fork of two legs stands on the ground; its own parts never touch each other."""
    points, faces = box(0.1, 0.1, 0.5)
    parts = build_parts([(0, *box(5, 5, 1)), (1, points - [0.2, 0, 0], faces), (1, points - [-0.2, 0, 0], faces),
                         (1, box(0.5, 0.1, 0.1)[0] - [0, 0, -0.25], faces)])
    contacts = Detector(parts).detect(np.array([[0, 0, -0.5], [0, 0, 0.25]]), np.array([IDENTITY, IDENTITY]),
                                      np.array([True, False]), np.ones(2, bool), 1e-3)
    assert contacts.pair_part_b.tolist() == [1, 2]
    interfaces = compute_interfaces(contacts, np.tile([1.0, 0, 0], (8, 1)), 1.0)
    assert interfaces.count == 1 and interfaces.area[0] == pytest.approx(0.02)
    assert interfaces.half_length[0] == pytest.approx([0.25, 0.05])


def test_inactive_blocks_make_no_contact():
    scene = wall(3, 3, "running")
    active = np.ones(len(scene.solids), bool)
    active[2] = False
    contacts = scene.detector().detect(np.array(scene.position), np.array(scene.orientation),
                                       np.array(scene.is_support), active, 1e-3)
    assert contacts.count > 0
    assert 2 not in contacts.block_a and 2 not in contacts.block_b


def test_distance_of_a_pair_is_the_sum_of_its_blocks():
    scene = Scene()
    scene.add(box(1, 1, 1), [0, 0, 0])
    scene.add(box(1, 1, 1), [0, 0, 1.01])
    assert scene.detect(distance=np.array([0.004, 0.005])).count == 0
    assert scene.detect(distance=np.array([0.004, 0.007])).count == 4
    assert scene.detect(distance=0.009).count == 0
    assert scene.detect(distance=0.011).count == 4


def test_wrong_arguments_are_named():
    scene = wall(2, 2, "running")
    with pytest.raises(InputError, match="detector: poses and distances must be given for 6 blocks, got 2 and 2"):
        scene.detector().detect(np.zeros((2, 3)), np.zeros((2, 4)), np.zeros(2, bool), np.zeros(2, bool), 1e-3)
    with pytest.raises(InputError, match="detector: planar_axis must be none, 0 or 1, got 2"):
        Detector(scene.parts(), planar_axis=2)
