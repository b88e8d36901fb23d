"""Pairs of very unequal, thin or distant blocks: one closed form for each way in which a contact was once lost or bent.

The same and more is judged at random in `test_contact_million.py`.
"""

import numpy as np
import pytest
from contact_scenes import Scene, axis_angle, box, multiply, prism, rotate

TURN = axis_angle([1.0, 2.0, -0.5], 0.8)
OWN = (axis_angle([0.3, -1.0, 0.2], 1.1), axis_angle([1.0, 0.1, 0.7], -2.3))


def detect_pair(solids, distance, is_swapped=False, turn=TURN, travel=(0.3, -0.2, 0.1)):
    """Contacts of two solids given in one frame, as blocks in frames of their own, turned and shifted together."""
    scene = Scene()
    for (points, faces), own in zip(solids[::-1] if is_swapped else solids, OWN[::-1] if is_swapped else OWN):
        middle = points.mean(axis=0)
        back = own * [1.0, -1.0, -1.0, -1.0]  # so that the two do not share roundings
        scene.add((rotate(back, points - middle), faces), rotate(turn, middle) + np.array(travel), multiply(turn, own))
    return scene.detect(distance)


def shifted(solid, *shift):
    return solid[0] + np.array(shift), solid[1]


def overhanging(start, height, size=1.0):
    """Block over z = height from x = start on, whose left face leans 45 degrees out over what lies to the left."""
    outline = [[start, height], [start + size, height], [start + size, height + 0.5 * size],
               [start - 0.5 * size, height + 0.5 * size]]
    points, faces = prism(np.array(outline), size)
    return points, faces


def lower(size=1.0):
    """Cube whose upper face is z = 0 up to x = 0."""
    return shifted(box(size, 2.0 * size, size), -0.5 * size, 0.0, -0.5 * size)


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("half_angle", [0.1, 1e-3, 2e-4])
def test_blade_stands_on_its_edge(half_angle, is_swapped):
    """However sharp: two points, the ends of the edge."""
    blade = prism([[0.0, 0.0], [half_angle, 1.0], [-half_angle, 1.0]], 0.6)
    found = detect_pair([shifted(box(2.0, 2.0, 1.0), 0.0, 0.0, -0.5), blade], 1e-5, is_swapped)
    assert found.count == 2 and np.abs(found.gap).max() == 0.0
    assert np.linalg.norm(found.point_a[1] - found.point_a[0]) == pytest.approx(0.6, abs=1e-12)


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("height", [0.002, 0.02, 0.05])
def test_rim_below_a_leaning_face_is_near_though_faces_are_parallel(height, is_swapped):
    """The rim x = z = 0 is (start + height) / sqrt 2 from the plane x + z = start + height of the leaning face."""
    start = height + 0.01  # the foot lies on the face
    found = detect_pair([lower(), overhanging(start, height)], 0.1, is_swapped)
    assert found.count > 0
    assert found.gap.min() == pytest.approx((start + height) / np.sqrt(2.0), abs=1e-12)


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("height", [0.0, 1e-5, 5e-4])
def test_block_beside_a_closed_joint_does_not_catch_on_the_rim(height, is_swapped):
    """In the plane of the joint, or open by less than a thousandth: what slides along it meets nothing."""
    assert detect_pair([lower(), overhanging(height + 0.01, height)], 0.1, is_swapped).count == 0


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("place", [0.0, 300.0])
def test_small_overlap_far_from_the_origin(place, is_swapped):
    """Lowered by 1e-4 of its width, the leaning face reaches 1e-4 / sqrt 2 over the rim; coordinates 1e7 times that."""
    size = 3e-5
    depth = 1e-4 * 0.5 * size
    found = detect_pair([lower(size), overhanging(0.0, -depth, size)], 0.1 * size, is_swapped,
                        travel=(place, place, place))
    rounding = 64.0 * np.finfo(float).eps * (3.0 * place + 4.0 * size)
    assert found.count > 0
    assert found.pair_depth[0] == pytest.approx(depth / np.sqrt(2.0), abs=rounding + 1e-7 * size)


@pytest.mark.parametrize("is_swapped", [False, True])
def test_thin_slabs_that_overlap_by_less_than_a_millionth_of_their_faces(is_swapped):
    """Rims over each other by 4e-7, lowered by 3e-7: far above a millionth of the thickness of 5 mm."""
    slab = box(1.0, 1.0, 0.005)
    found = detect_pair([shifted(slab, -0.5, 0.0, -0.0025), shifted(slab, 0.5 - 4e-7, 0.0, 0.0025 - 3e-7)], 1e-4,
                        is_swapped)
    assert found.count > 0
    assert found.pair_depth[0] == pytest.approx(3e-7, abs=1e-9)
