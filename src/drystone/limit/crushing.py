"""Compressive strength of joints: pressure at most f over the part of a joint that a thrust near its edge leaves.

A thrust N needs the area N / f, at least. Pushed to one side of a rectangle of depth h and area A that is a strip of
depth h N / (f A), whose middle is the nearest that N can come to the edge:

    w >= N^2 / (2 F)        w: mean of distances from the edge over h, weighted by the forces; F = f A

one condition for each side. The parabola is replaced by tangents, w >= (2 M N - M^2) / (2 F), added where forces lie
beyond them and solved again: a linear cut each, from outside, until none is missed. With thrust off both axes of a
rectangle the conditions of two sides are necessary, not sufficient: the strength of its corners is overstated. Sides of
other polygons count as strips of their mean length.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drystone.limit.equilibrium import Equilibrium, joint_of
from drystone.limit.strength import Cuts

#: Conditions missed by less than this share of the joint's thrust hold.
MISSED = 1e-8
MAX_ROUNDS = 40
#: Corners whose direction from the one before differs less lie on one side [rad].
SAME_SIDE = 1e-6


@dataclass(frozen=True, slots=True)
class Sides:
    """Sides of all joints, s of them."""

    distance: sp.csr_array   #: (s, c) of each point from the side, over the depth of the joint
    member: sp.csr_array     #: (s, c) 1 where a point belongs to the joint
    strength: np.ndarray     #: (s,) [N] F, pressure times area

    def missed(self, normal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(s,) by which normal forces (c,) [N] miss the conditions, over the thrust, and the thrusts [N]."""
        thrust = self.member @ normal
        lack = 0.5 * thrust ** 2 / self.strength - self.distance @ normal
        return lack / np.maximum(thrust, 1e-12 * float(np.abs(thrust).max(initial=0.0)) + 1e-300), thrust

    def tangents(self, side: np.ndarray, thrust: np.ndarray) -> Cuts:
        """Cuts of the sides (k,) that touch the parabola at thrusts (k,) [N]."""
        strength = self.strength[side]
        slope = sp.diags_array(thrust / strength)
        weight = sp.csr_array(self.distance[side] - slope @ self.member[side])
        return Cuts(weight, 0.5 * thrust ** 2 / strength)


def find_sides(eq: Equilibrium) -> Sides:
    """Sides of every interface that has an area and whose joint crushes."""
    contacts, pressures = eq.contacts, pair_strengths(eq)
    middle = 0.5 * (contacts.point_a + contacts.point_b)
    rows, columns, distances, strengths = [], [], [], []
    for pair in range(len(contacts.pair_area)):
        area, pressure = float(contacts.pair_area[pair]), float(pressures[pair])
        points = np.arange(contacts.pair_ptr[pair], contacts.pair_ptr[pair + 1])
        if not area > 0.0 or len(points) < 2 or not np.isfinite(pressure):
            continue
        flat = (middle[points] - middle[points].mean(axis=0)) @ contacts.frame[points[0], 1:].T
        for inward, start in _sides(flat, eq.axis_count == 2):
            depth = (flat - start) @ inward
            rows.append(np.full(len(points), len(strengths)))
            columns.append(points)
            distances.append(np.maximum(depth / depth.max(), 0.0))
            strengths.append(pressure * area)
    shape = (len(strengths), contacts.count)
    if not strengths:
        return Sides(sp.csr_array(shape), sp.csr_array(shape), np.zeros(0))
    place = np.concatenate(rows), np.concatenate(columns)
    return Sides(sp.csr_array((np.concatenate(distances), place), shape),
                 sp.csr_array((np.ones(len(place[0])), place), shape), np.array(strengths))


def pair_strengths(eq: Equilibrium) -> np.ndarray:
    """(p,) [Pa] that the joint of each pair of parts bears; inf where it does not crush."""
    own = np.array([np.inf if joint.compression is None else joint.compression for joint in eq.model.joints])
    return own[joint_of(eq.model, eq.contacts)[eq.contacts.pair_ptr[:-1]]] if eq.contacts.count else np.zeros(0)


def _sides(flat: np.ndarray, planar: bool):
    """Inward normal (2,) and a point (2,) of every side of the polygon of points (k, 2)."""
    if planar:
        along = flat[:, 0]
        yield np.array([1.0, 0.0]), flat[along.argmin()]
        yield np.array([-1.0, 0.0]), flat[along.argmax()]
        return
    from scipy.spatial import ConvexHull
    if np.linalg.matrix_rank(flat, tol=1e-6 * float(np.abs(flat).max(initial=1e-300))) < 2:
        return
    seen: list[np.ndarray] = []
    hull = ConvexHull(flat)
    for equation, (first, _) in zip(hull.equations, hull.simplices):
        inward = -equation[:2]
        if not any(inward @ other > 1.0 - SAME_SIDE for other in seen):
            seen.append(inward)
            yield inward, flat[first]


def join_cuts(first: Cuts | None, second: Cuts) -> Cuts:
    """Both."""
    if first is None:
        return second
    return Cuts(sp.csr_array(sp.vstack([first.weight, second.weight])), np.append(first.bound, second.bound))
