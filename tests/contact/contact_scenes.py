"""Blocks for the contact tests: solids as (vertices, faces), poses, and a short call of the detector."""

import math

import numpy as np

from drystone.contact.detect import Detector
from drystone.model.parts import build_parts


def box(lx, ly, lz):
    """Box centred at the origin."""
    x, y, z = 0.5 * lx, 0.5 * ly, 0.5 * lz
    points = np.array([[-x, -y, -z], [x, -y, -z], [x, y, -z], [-x, y, -z],
                       [-x, -y, z], [x, -y, z], [x, y, z], [-x, y, z]])
    faces = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return points, faces


def prism(outline, length):
    """Prism along y over a polygon (x, z), counter-clockwise seen from -y; origin at the mean of the vertices."""
    outline = np.asarray(outline, float)
    count = len(outline)
    front = np.column_stack([outline[:, 0], np.full(count, -0.5 * length), outline[:, 1]])
    back = front + np.array([0.0, length, 0.0])
    faces = [tuple(range(count)), tuple(range(2 * count - 1, count - 1, -1))]
    faces += [(k, count + k, count + (k + 1) % count, (k + 1) % count) for k in range(count)]
    return np.vstack([front, back]), faces


def axis_angle(axis, angle):
    """Unit quaternion (w, x, y, z) of a rotation by `angle` [rad]."""
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    return np.concatenate([[math.cos(0.5 * angle)], math.sin(0.5 * angle) * axis])


def multiply(p, q):
    """Quaternion product: rotate by q first."""
    w = p[0] * q[0] - p[1:] @ q[1:]
    return np.concatenate([[w], p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])])


def rotate(q, points):
    """Points rotated by q."""
    u = np.cross(q[1:], points)
    return points + 2.0 * (q[0] * u + np.cross(q[1:], u))


def about(axis, angle, pivot, centre):
    """Pose (position, orientation) of a block at `centre` turned by `angle` about an axis through `pivot`."""
    q = axis_angle(axis, angle)
    return np.asarray(pivot) + rotate(q, np.asarray(centre, float) - pivot), q


IDENTITY = np.array([1.0, 0.0, 0.0, 0.0])


class Scene:
    """A few blocks, each one solid with a pose; `detect` returns their contacts."""

    def __init__(self):
        self.solids, self.position, self.orientation, self.is_support = [], [], [], []

    def add(self, solid, position, orientation=IDENTITY, support=False):
        self.solids.append(solid)
        self.position.append(np.asarray(position, float))
        self.orientation.append(np.asarray(orientation, float))
        self.is_support.append(support)
        return len(self.solids) - 1

    def parts(self):
        return build_parts([(k, points, faces) for k, (points, faces) in enumerate(self.solids)])

    def detector(self):
        return Detector(self.parts())

    def detect(self, distance=1e-3, detector=None, position=None, orientation=None):
        detector = detector or self.detector()
        position = np.array(self.position) if position is None else position
        orientation = np.array(self.orientation) if orientation is None else orientation
        return detector.detect(position, orientation, np.array(self.is_support),
                               np.ones(len(self.solids), bool), distance)


def wall(courses, per_course, bond, brick=(0.2, 0.1, 0.06)):
    """Wall of bricks on a ground block (block 0, a support); `bond` "running" (half bricks at ends) or "stack"."""
    lx, ly, lz = brick
    scene = Scene()
    scene.add(box(2.0 * lx * per_course, 10.0 * ly, 0.2), [0.5 * lx * per_course, 0.0, -0.1], support=True)
    for course in range(courses):
        z = (course + 0.5) * lz
        if bond == "running" and course % 2:
            scene.add(box(0.5 * lx, ly, lz), [0.25 * lx, 0.0, z])
            for k in range(per_course - 1):
                scene.add(box(*brick), [(k + 1.0) * lx, 0.0, z])
            scene.add(box(0.5 * lx, ly, lz), [(per_course - 0.25) * lx, 0.0, z])
        else:
            for k in range(per_course):
                scene.add(box(*brick), [(k + 0.5) * lx, 0.0, z])
    return scene
