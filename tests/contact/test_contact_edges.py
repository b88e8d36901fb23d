"""Blocks that share only an edge or a corner make no contact; blocks that stand on an edge or a corner do.

Four blocks meet in an edge wherever joints cross. Those across the edge from each other touch in it and nowhere else,
whatever the angles of the joints. Both kinds of contact without area look alike near the edge; what tells them apart
is a joint plane that goes through: then faces of both blocks lie in it, and side by side.
"""

import math

import numpy as np
import pytest
from contact_scenes import IDENTITY, Scene, about, axis_angle, box, multiply, prism, rotate

from drystone import patterns
from drystone.contact.detect import Detector
from drystone.model.parts import build_parts

SCALES = (1.0, 0.01, 100.0)
TURNS = 6    #: random poses of each pair


def wedge(start_deg, angle_deg, length=1.0, reach=1.0):
    """Prism along y with one edge in the y axis, between two half-planes; angles from x towards z."""
    rays = np.radians([start_deg, start_deg + angle_deg])
    outline = [[0.0, 0.0], *([reach * math.cos(ray), reach * math.sin(ray)] for ray in rays)]
    return prism(outline, length)


def placed(solids, rng, scale=1.0):
    """Solids given in one frame as blocks about their own centres, all of them turned, scaled and shifted at random."""
    scene = Scene()
    turn = rng.normal(size=4)
    turn /= np.linalg.norm(turn)
    travel = rng.uniform(-5.0, 5.0, 3)
    for points, faces in solids:
        middle = points.mean(axis=0)
        own = rng.normal(size=4)     # the block's own frame, so that neighbours do not share roundings
        own /= np.linalg.norm(own)
        back = own * [1.0, -1.0, -1.0, -1.0]
        scene.add((scale * rotate(back, points - middle), faces), scale * (rotate(turn, middle) + travel),
                  multiply(turn, own))
    return scene


def jittered(scene, amount, rng, detector, distance):
    """Contacts with every block moved and turned by about `amount`, a share of its place and of a radian."""
    position, orientation = np.array(scene.position), np.array(scene.orientation)
    position = position + amount * np.abs(position).max() * rng.uniform(-1.0, 1.0, position.shape)
    orientation = orientation + 0.5 * amount * rng.uniform(-1.0, 1.0, orientation.shape)
    orientation /= np.linalg.norm(orientation, axis=1)[:, None]
    return scene.detect(distance, detector, position, orientation)


@pytest.mark.parametrize("lower_deg", [15, 40, 67.5, 90, 112.5, 140, 165])
@pytest.mark.parametrize("upper_deg", [15, 30, 45, 60, 90, 112.5, 135, 150, 170])
def test_wedges_on_either_side_of_a_plane_share_only_an_edge(lower_deg, upper_deg):
    """One above z = 0 at x > 0, the other below at x < 0: whole edge, part of it, or one corner in common."""
    rng = np.random.default_rng(11)
    for turn in range(TURNS):
        scale = SCALES[turn % len(SCALES)]
        for along in (0.0, 0.3, 1.0):
            upper = wedge(0.0, upper_deg)
            pair = [(upper[0] + [0.0, along, 0.0], upper[1]), wedge(180.0, lower_deg, reach=0.7)]
            scene = placed(pair if turn % 2 else pair[::-1], rng, scale)
            detector = scene.detector()
            for distance in (1e-6 * scale, 1e-3 * scale):
                assert scene.detect(distance, detector).count == 0
                for amount in (1e-12, 1e-10, 1e-9):
                    assert jittered(scene, amount, rng, detector, distance).count == 0


@pytest.mark.parametrize("angle_deg", range(10, 171, 10))
def test_four_blocks_at_crossing_joints_touch_their_neighbours_only(angle_deg):
    rng = np.random.default_rng(12)
    around = [(0, angle_deg), (angle_deg, 180 - angle_deg), (180, angle_deg), (180 + angle_deg, 180 - angle_deg)]
    for scale in SCALES:
        scene = placed([wedge(*sector) for sector in around], rng, scale)
        contacts = scene.detect(1e-5 * scale)
        assert list(zip(contacts.pair_part_a, contacts.pair_part_b)) == [(0, 1), (0, 3), (1, 2), (2, 3)]
        assert contacts.count == 16
        assert contacts.pair_area == pytest.approx(np.full(4, scale**2), rel=1e-6)


def test_boxes_at_a_common_edge_or_corner_in_any_pose():
    rng = np.random.default_rng(13)
    points, faces = box(1, 1, 1)
    for turn in range(30):
        scale = SCALES[turn % len(SCALES)]
        for shift in ([1, 0, 1], [1, 0.4, 1], [1, 1, 1], [-1, 1, 0]):
            scene = placed([(points, faces), (points + shift, faces)], rng, scale)
            detector = scene.detector()
            for amount in (0.0, 1e-12, 1e-9):
                assert jittered(scene, amount, rng, detector, 1e-4 * scale).count == 0


@pytest.mark.parametrize("width", [3e-6, 1e-5, 1e-3, 0.1])
@pytest.mark.parametrize("upper_deg", [45, 90, 112.5, 130])
def test_narrow_overlaps_of_faces_stay(upper_deg, width):
    """The upper wedge pushed over the lower one by `width` rests on a strip; slivers end at 1e-6 of a face's side."""
    rng = np.random.default_rng(14)
    for _ in range(TURNS):
        points, faces = wedge(0.0, upper_deg)
        scene = placed([wedge(180.0, 67.5), (points - [width, 0.0, 0.0], faces)], rng)
        detector = scene.detector()
        for amount in (0.0, 1e-12, 1e-10):
            contacts = jittered(scene, amount, rng, detector, 1e-7)
            assert len(contacts.pair_area) == 1
            assert contacts.pair_area[0] == pytest.approx(width, abs=1e-6)
            assert np.ptp(contacts.point_a, axis=0).max() > 0.5


@pytest.mark.parametrize("upper_deg", [45, 90, 112.5, 150])
def test_edges_in_common_touch_once_they_overlap(upper_deg):
    """Pushed into each other across the edge, by far more than rounding."""
    rng = np.random.default_rng(15)
    into = np.radians(0.5 * (0.0 + upper_deg))
    for depth in (1e-5, 1e-3):
        points, faces = wedge(0.0, upper_deg)
        shift = -depth * np.array([math.cos(into), 0.0, math.sin(into)])
        contacts = placed([wedge(180.0, 67.5), (points + shift, faces)], rng).detect(1e-6)
        assert len(contacts.pair_area) == 1
        assert 0.1 * depth < contacts.pair_depth[0] <= depth * (1.0 + 1e-6)


@pytest.mark.parametrize("tilt_deg", [10, 35, 46, 60, 80, 88])
def test_a_block_on_its_edge_stays_in_any_pose(tilt_deg):
    """On a slab, and on the rim of a block as wide as itself: two points at gap zero, though hardly any area."""
    rng = np.random.default_rng(16)
    points, faces = box(0.4, 0.4, 1.0)
    moved = 1e-9 + 2e-10 * 6.0           # [m], slip and jitter of two blocks some 6 m from the origin
    bound = 2.0 * moved * (1.0 + math.tan(math.radians(tilt_deg)))   # along the steeper of the two faces
    for slab in (box(4.0, 4.0, 1.0), (points, faces)):
        for slip in (0.0, 1e-9, -1e-9):
            shift, turn = about([0, 1, 0], math.radians(tilt_deg), [0.2 + slip, 0, 0], [slip, 0, 0.5])
            solids = [(slab[0] - [0, 0, 0.5], slab[1]), (rotate(turn, points) + shift, faces)]
            for _ in range(TURNS):
                scene = placed(solids, rng)
                detector = scene.detector()
                for amount in (0.0, 1e-12, 1e-10):
                    contacts = jittered(scene, amount, rng, detector, 1e-6)
                    assert contacts.count == 2
                    assert np.abs(contacts.gap).max() < bound


def test_corners_on_faces_and_crossing_edges_stay_in_any_pose():
    rng = np.random.default_rng(17)
    tip = multiply(axis_angle([1, 0, 0], math.atan(1 / math.sqrt(2))), axis_angle([0, 1, 0], math.pi / 4))
    cube, faces = box(1, 1, 1)
    half = 0.5 * math.sqrt(2.0)
    slab, cornered = box(10, 10, 1)[0] - [0, 0, 0.5], rotate(tip, cube)
    roof = rotate(axis_angle([1, 0, 0], math.pi / 4), box(3, 1, 1)[0]) - [0, 0, half]
    keel = rotate(axis_angle([0, 1, 0], math.pi / 4), box(1, 3, 1)[0]) - [-0.2, -0.1, -half]
    for low, high in ((slab, cornered - [0, 0, cornered[:, 2].min()]), (roof, keel)):
        for _ in range(20):
            contacts = placed([(low, faces), (high, faces)], rng).detect(1e-6)
            assert contacts.count == 1
            assert abs(contacts.gap[0]) < 1e-13


def shapes_of(blocks):
    """Detector, positions and number of blocks of a pattern."""
    position = np.array([block.shape.centroid for block in blocks])
    parts = build_parts((k, part.vertices - position[k], part.faces)
                        for k, block in enumerate(blocks) for part in block.shape.parts)
    return Detector(parts), position, len(blocks)


#: Patterns whose joints cross at all angles, and plain ones.
BUILT = {
    "dome": lambda: patterns.dome(6.0, 0.5, 6, 12, oculus=1.0),
    "closed dome": lambda: patterns.dome(6.0, 0.5, 5, 16),
    "cross vault": lambda: patterns.cross_vault(5.0, 0.4, 11, 0.8),
    "pavilion vault": lambda: patterns.pavilion_vault(5.0, 0.4, 5, 0.8, sides=5),
    "cylinder wall": lambda: patterns.cylinder_wall(8.0, 2, 0.3, 0.5, 0.6),
    "corbelled dome": lambda: patterns.corbelled_dome(6.0, 6.0, 1.2, 12, 0.8),
    "barrel vault": lambda: patterns.barrel_vault(5.0, 0.4, 4.0, 11, 4),
    "circular arch": lambda: patterns.circular_arch(5.0, 0.5, 150.0, 11, 1.0),
    "pointed arch": lambda: patterns.pointed_arch(5.0, 4.0, 0.4, 10, 1.0),
    "basket arch": lambda: patterns.basket_arch(6.0, 2.0, 0.4, 13, 1.0),
    "spandrel arch": lambda: patterns.spandrel_arch(),
    "house": lambda: patterns.house(stepped=False),
    "column": lambda: patterns.column(0.5, 4.0, 6),
    "masonry wall": lambda: patterns.masonry_wall(4.0, 2.4, 0.6, (0.5, 0.3)),
    "stack bond": lambda: patterns.stack_bond(4.0, 6, (0.5, 0.25), 0.3),
}


@pytest.mark.parametrize("name", BUILT)
def test_every_contact_of_a_drawn_structure_is_a_face(name):
    """No pair without area, as drawn and after motions as small as rounding makes them in a run."""
    detector, position, count = shapes_of(BUILT[name]())
    rng = np.random.default_rng(18)
    flags = np.zeros(count, bool), np.ones(count, bool)
    drawn = detector.detect(position, np.tile(IDENTITY, (count, 1)), *flags, 1e-4)
    assert len(drawn.pair_area) >= count // 2
    assert drawn.pair_area.min() > 0.0
    for amount in (1e-12, 1e-10, 1e-9):
        turned = IDENTITY + amount * rng.uniform(-1.0, 1.0, (count, 4))
        moved = detector.detect(position + amount * rng.uniform(-1.0, 1.0, (count, 3)),
                                turned / np.linalg.norm(turned, axis=1)[:, None], *flags, 1e-4)
        assert np.array_equal(moved.key, drawn.key)


def test_a_dome_has_its_joints_and_no_more():
    """Rings bond by half a stone: a joint with each neighbour in the ring and with two stones below."""
    rings, sides = 6, 12
    blocks = patterns.dome(6.0, 0.5, rings, sides, oculus=1.0)
    detector, position, count = shapes_of(blocks)
    found = detector.detect(position, np.tile(IDENTITY, (count, 1)), np.zeros(count, bool), np.ones(count, bool), 1e-4)
    pairs = set(zip(found.block_a.tolist(), found.block_b.tolist()))
    stones = {k for k, block in enumerate(blocks) if "abutment" not in block.groups}
    assert len(stones) == rings * sides
    assert sum(a in stones and b in stones for a, b in pairs) == rings * sides + 2 * (rings - 1) * sides
