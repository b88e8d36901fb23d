"""Interfaces: the contact points of two blocks taken together, with the force that they carry."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.contact.contact_set import ContactSet


@dataclass(frozen=True, slots=True)
class InterfaceSet:
    """One row for each pair of blocks in contact, sorted by (block a, block b). World frame.

    Forces act on block b; on block a acts the opposite.
    """

    block_a: np.ndarray       #: (i,) int32
    block_b: np.ndarray       #: (i,) int32
    point_count: np.ndarray   #: (i,) int64
    interface: np.ndarray     #: (c,) int64, interface of each contact point
    area: np.ndarray          #: (i,) [m2], overlap of the facing faces, normal to the direction
    frame: np.ndarray         #: (i, 3, 3) rows n, t1, t2; n is the mean direction of the points, from a to b
    centroid: np.ndarray      #: (i, 3) [m], of the polygon of the points (their mean if it has no area)
    half_length: np.ndarray   #: (i, 2) [m], half the extent of the points along t1, t2
    force: np.ndarray         #: (i, 3) [N], resultant on block b
    normal_force: np.ndarray  #: (i,) [N], along n, compression positive
    is_loaded: np.ndarray     #: (i,) bool, normal force > 0
    action_point: np.ndarray  #: (i, 3) [m], where the resultant acts; the centroid if not loaded
    eccentricity: np.ndarray  #: (i, 2) [m], of the action point from the centroid along t1, t2
    opening: np.ndarray       #: (i,) [m], greatest gap, >= 0
    slip_speed: np.ndarray    #: (i,) [m/s], greatest tangential speed of the points; NaN if no velocity was given

    @property
    def count(self) -> int:
        """Number of interfaces."""
        return len(self.block_a)

    @property
    def eccentricity_share(self) -> np.ndarray:
        """(i, 2) [-], eccentricity over half length along t1, t2; 0 at the middle, 1 at the edge."""
        safe = np.where(self.half_length > 0.0, self.half_length, 1.0)
        return np.where(self.half_length > 0.0, np.abs(self.eccentricity) / safe, 0.0)

    @property
    def is_in_middle_third(self) -> np.ndarray:
        """(i,) bool, action point within the middle third along t1 and t2 (no tension in an elastic joint)."""
        return (self.eccentricity_share <= 1.0 / 3.0 + 1e-12).all(axis=1)


def compute_interfaces(contacts: ContactSet, impulse: np.ndarray, dt: float,
                       velocity: np.ndarray | None = None) -> InterfaceSet:
    """Group contact points by pair of blocks and sum up what they carry.

    Parameters
    ----------
    contacts : points found in one configuration
    impulse : (c, 3) [N s], on block b along n, t1, t2 of each point
    dt : [s], time over which the impulses acted
    velocity : (c, 3) [m/s], of b against a along n, t1, t2; None = unknown
    """
    block_count = int(max(contacts.block_a.max(initial=0), contacts.block_b.max(initial=0))) + 1
    pair_code = contacts.block_a.astype(np.int64) * block_count + contacts.block_b
    code, first, group, point_count = np.unique(pair_code, return_index=True, return_inverse=True,
                                                return_counts=True)
    count = len(code)
    part_pair = contacts.pair_ptr[:-1]  # first point of each pair of parts
    area = np.bincount(group[part_pair], contacts.pair_area, count)
    frame = _mean_frame(contacts.frame, first, group, count)

    middle = 0.5 * (contacts.point_a + contacts.point_b)
    mean = _sum(middle, group, count) / point_count[:, None]
    flat = np.einsum("cij,cj->ci", frame[group, 1:], middle - mean[group])
    centre = _polygon_centroid(flat, group, count)
    centroid = mean + np.einsum("ij,ijk->ik", centre, frame[:, 1:])
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(low, group, flat)
    np.maximum.at(high, group, flat)

    force = _sum(np.einsum("cij,ci->cj", contacts.frame, impulse), group, count) / dt
    normal_force = np.einsum("ij,ij->i", force, frame[:, 0])
    weight = np.einsum("cj,cj->c", np.einsum("cij,ci->cj", contacts.frame, impulse), frame[group, 0]) / dt
    is_loaded = normal_force > 0.0
    total = np.where(is_loaded, normal_force, 1.0)
    action = np.where(is_loaded[:, None], _sum(weight[:, None] * flat, group, count) / total[:, None], centre)
    opening = np.zeros(count)
    np.maximum.at(opening, group, contacts.gap)
    slip_speed = np.full(count, np.nan)
    if velocity is not None:
        slip_speed[:] = 0.0
        np.maximum.at(slip_speed, group, np.hypot(velocity[:, 1], velocity[:, 2]))
    return InterfaceSet(
        block_a=contacts.block_a[first], block_b=contacts.block_b[first], point_count=point_count, interface=group,
        area=area, frame=frame, centroid=centroid, half_length=0.5 * (high - low), force=force,
        normal_force=normal_force, is_loaded=is_loaded,
        action_point=mean + np.einsum("ij,ijk->ik", action, frame[:, 1:]), eccentricity=action - centre,
        opening=opening, slip_speed=slip_speed)


def _sum(values: np.ndarray, group: np.ndarray, count: int) -> np.ndarray:
    """(count, k) sums of the rows of `values` by group."""
    return np.stack([np.bincount(group, column, count) for column in values.T], axis=1)


def _mean_frame(frame: np.ndarray, first: np.ndarray, group: np.ndarray, count: int) -> np.ndarray:
    """(count, 3, 3) frames about the mean normals; t1 follows that of the first point."""
    normal = _sum(frame[:, 0], group, count)
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    # parts of a compound block may face each other: then the first point speaks for all
    normal = np.where(length > 1e-6, normal / np.where(length > 1e-6, length, 1.0), frame[first, 0])
    tangent = frame[first, 1] - np.einsum("ij,ij->i", frame[first, 1], normal)[:, None] * normal
    length = np.linalg.norm(tangent, axis=1, keepdims=True)
    flipped = frame[first, 2] - np.einsum("ij,ij->i", frame[first, 2], normal)[:, None] * normal
    tangent = np.where(length > 0.5, tangent, flipped)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    return np.stack([normal, tangent, np.cross(normal, tangent)], axis=1)


def _polygon_centroid(flat: np.ndarray, group: np.ndarray, count: int) -> np.ndarray:
    """(count, 2) centroids of the polygons whose corners are the points of each group, about the points' mean."""
    angle = np.arctan2(flat[:, 1], flat[:, 0])
    order = np.lexsort((angle, group))
    corner, owner = flat[order], group[order]
    last = np.flatnonzero(np.diff(owner, append=-1))
    following = np.arange(1, len(order) + 1)
    following[last] = np.concatenate([[0], last[:-1] + 1]) if len(last) else last
    after = corner[following]
    cross = corner[:, 0] * after[:, 1] - corner[:, 1] * after[:, 0]
    twice_area = np.bincount(owner, cross, count)
    moment = _sum(cross[:, None] * (corner + after), owner, count)
    extent = np.bincount(owner, (corner**2).sum(axis=1), count)
    has_area = twice_area > 1e-9 * extent
    return np.where(has_area[:, None], moment / (3.0 * np.where(has_area, twice_area, 1.0))[:, None], 0.0)
