"""Contact problems for the tests, built directly from boxes and corner points; no contact detection."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from drystone.solvers.cone.problem import ContactProblem

G = 9.81
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
UP = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])    # rows n, t1, t2 of a level plane


def box_inertia(size, density=2000.0):
    """(6, 6) inertia of a box with edges `size` [m]."""
    x, y, z = size
    mass = density * x * y * z
    return np.diag([mass] * 3 + [mass / 12 * (y * y + z * z), mass / 12 * (x * x + z * z),
                                 mass / 12 * (x * x + y * y)])


class Scene:
    """Collects blocks and contact points, then gives a ContactProblem with contacts sorted by pair."""

    def __init__(self):
        self.centre, self.inertia, self.prescribed, self.contacts = [], [], [], []

    def block(self, centre, size=(1.0, 1.0, 1.0), density=2000.0, prescribed=False):
        self.centre.append(np.asarray(centre, float))
        self.inertia.append(box_inertia(size, density))
        self.prescribed.append(prescribed)
        return len(self.centre) - 1

    def contact(self, a, b, point, frame=UP, bias=(0.0, 0.0, 0.0)):
        self.contacts.append((a, b, np.asarray(point, float), np.asarray(frame, float), np.asarray(bias, float)))

    def problem(self, free_twist, friction, dt=1e-3, compliance=None, planar_axis=None, speed_scale=None):
        rows = sorted(self.contacts, key=lambda c: (c[0], c[1]))
        centre = np.array(self.centre)
        a = np.array([c[0] for c in rows], np.int32)
        b = np.array([c[1] for c in rows], np.int32)
        point = np.array([c[2] for c in rows]).reshape(-1, 3)
        count = len(rows)
        return ContactProblem(
            inertia=np.array(self.inertia), free_twist=np.asarray(free_twist, float),
            prescribed=np.array(self.prescribed), block_a=a, block_b=b,
            frame=np.array([c[3] for c in rows]).reshape(-1, 3, 3), arm_a=point - centre[a], arm_b=point - centre[b],
            bias=np.array([c[4] for c in rows]).reshape(-1, 3),
            friction=np.broadcast_to(np.asarray(friction, float), (count,)).copy(), compliance=compliance,
            planar_axis=planar_axis, speed_scale=G * dt if speed_scale is None else speed_scale)


def gravity_twist(scene, dt=1e-3, push=(0.0, 0.0, 0.0), start=(0.0, 0.0, 0.0)):
    """Free twists after `dt` of gravity and a uniform acceleration `push`, from the velocity `start`."""
    twist = np.zeros((len(scene.centre), 6))
    twist[:, :3] = np.asarray(start) + dt * (np.array([0.0, 0.0, -G]) + push)
    twist[np.array(scene.prescribed)] = 0.0
    return twist


def block_on_plane(size=(1.0, 1.0, 1.0), bias=(0.0, 0.0, 0.0)):
    """One box on a prescribed one, four corner contacts. Block 0 is the ground."""
    scene = Scene()
    scene.block((0, 0, -0.5), prescribed=True)
    scene.block((0, 0, size[2] / 2), size)
    for x, y in CORNERS:
        scene.contact(0, 1, (x * size[0] / 2, y * size[1] / 2, 0.0), bias=bias)
    return scene


def wall(courses, width, size=(0.4, 0.2, 0.2)):
    """Running-bond wall of boxes with half blocks at the ends; contacts in bed joints and head joints."""
    scene = Scene()
    lx, ly, lz = size
    total = width * lx
    scene.block((total / 2, 0, -0.5), (total, 1, 1), prescribed=True)
    below = [(0, 0.0, total)]
    for row in range(courses):
        cuts = [i * lx for i in range(width + 1)] if row % 2 == 0 else \
            [0.0] + [(i + 0.5) * lx for i in range(width)] + [total]
        here = []
        for left, right in pairwise(cuts):
            block = scene.block(((left + right) / 2, 0, (row + 0.5) * lz), (right - left, ly, lz))
            here.append((block, left, right))
            for other, lo, hi in below:
                start, end = max(left, lo), min(right, hi)
                if end - start > 1e-9:
                    for x, y in ((start, -1), (end, -1), (end, 1), (start, 1)):
                        scene.contact(other, block, (x, y * ly / 2, row * lz))
        ahead = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        for (one, _, x), (two, _, _) in pairwise(here):
            for y, z in CORNERS:
                scene.contact(one, two, (x, y * ly / 2, (row + 0.5 + z / 2) * lz), ahead)
        below = here
    return scene


def stack(count, size=(0.5, 0.4, 0.3)):
    """Column of boxes on the ground."""
    scene = Scene()
    scene.block((0, 0, -0.5), prescribed=True)
    for i in range(count):
        scene.block((0, 0, (i + 0.5) * size[2]), size)
        for x, y in CORNERS:
            scene.contact(i, i + 1, (x * size[0] / 2, y * size[1] / 2, i * size[2]))
    return scene


def dense_jacobian(problem):
    """(3c, 6b) matrix of G over all blocks, from its definition."""
    def cross(r):
        return np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
    g = np.zeros((3 * problem.contact_count, 6 * problem.block_count))
    for c in range(problem.contact_count):
        f = problem.frame[c]
        for block, arm, sign in ((problem.block_a[c], problem.arm_a[c], -1), (problem.block_b[c], problem.arm_b[c], 1)):
            g[3 * c:3 * c + 3, 6 * block:6 * block + 3] += sign * f
            g[3 * c:3 * c + 3, 6 * block + 3:6 * block + 6] -= sign * f @ cross(arm)
    return g
