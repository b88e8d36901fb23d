"""Interfaces: the contact points of two blocks taken together, with the force that they carry."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.kernels import bare_kernel, inner_kernel


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
    order, interface_ptr, group = _group_pairs(contacts)
    count = len(interface_ptr) - 1
    value = np.empty((count, COLUMNS))
    known = np.zeros((0, 3)) if velocity is None else np.ascontiguousarray(velocity, float)
    sum_up(interface_ptr, order, contacts.pair_ptr, contacts.pair_area, contacts.frame, contacts.point_a,
           contacts.point_b, contacts.gap, np.ascontiguousarray(impulse, float), known, float(dt),
           np.empty(contacts.count, np.int64), np.empty((contacts.count, 3)), value)
    if contacts.has_areas:
        _place_by_area(contacts, group[contacts.pair], value)
    first = contacts.pair_ptr[order[interface_ptr[:-1]]]
    point_count = np.add.reduceat(np.diff(contacts.pair_ptr)[order], interface_ptr[:-1]) if count else np.zeros(0, int)
    return InterfaceSet(
        block_a=contacts.block_a[first], block_b=contacts.block_b[first], point_count=point_count,
        interface=group[contacts.pair], area=value[:, AREA].copy(), frame=value[:, FRAME].copy().reshape(-1, 3, 3),
        centroid=value[:, CENTROID].copy(), half_length=value[:, HALF_LENGTH].copy(), force=value[:, FORCE].copy(),
        normal_force=value[:, NORMAL_FORCE].copy(), is_loaded=value[:, NORMAL_FORCE] > 0.0,
        action_point=value[:, ACTION_POINT].copy(), eccentricity=value[:, ECCENTRICITY].copy(),
        opening=value[:, OPENING].copy(), slip_speed=value[:, SLIP_SPEED].copy())


# columns of the table that `sum_up` fills
FRAME, CENTROID, HALF_LENGTH = slice(0, 9), slice(9, 12), slice(12, 14)
FORCE, ACTION_POINT, ECCENTRICITY = slice(14, 17), slice(17, 20), slice(20, 22)
AREA, NORMAL_FORCE, OPENING, SLIP_SPEED = 22, 23, 24, 25
COLUMNS = 26


def _place_by_area(contacts: ContactSet, interface: np.ndarray, value: np.ndarray) -> None:
    """Centroids from the areas of the points, where some lie inside of the polygon; eccentricities follow."""
    middle = 0.5 * (contacts.point_a + contacts.point_b)
    total = np.bincount(interface, contacts.area, len(value))
    chosen = total > 0.0
    for i in range(3):
        moment = np.bincount(interface, contacts.area * middle[:, i], len(value))
        value[chosen, 9 + i] = moment[chosen] / total[chosen]
    resting = ~(value[:, NORMAL_FORCE] > 0.0)
    value[resting, ACTION_POINT] = value[resting, CENTROID]
    off = value[:, ACTION_POINT] - value[:, CENTROID]
    value[:, 20] = (off * value[:, 3:6]).sum(axis=1)
    value[:, 21] = (off * value[:, 6:9]).sum(axis=1)


def _group_pairs(contacts: ContactSet) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of parts in the order of their blocks, where each interface begins among them, interface of each pair."""
    first = contacts.pair_ptr[:-1]
    code = (contacts.block_a[first].astype(np.int64) << 32) | contacts.block_b[first]
    order = np.arange(len(code))
    if (code[1:] < code[:-1]).any():  # compound blocks: the order of parts is not that of pairs of blocks
        order = np.argsort(code, kind="stable")
        code = code[order]
    is_first = np.ones(len(code), bool)
    is_first[1:] = code[1:] != code[:-1]
    group = np.empty(len(code), np.int64)
    group[order] = np.cumsum(is_first) - 1
    return order, np.append(np.flatnonzero(is_first), len(code)), group


@bare_kernel
def sum_up(interface_ptr, order, pair_ptr, pair_area, frame, point_a, point_b, gap, impulse, velocity, dt, point, flat,
           value):
    """Fill one row of `value` for each interface, pairs order[interface_ptr[i]:interface_ptr[i + 1]].

    Room for the points of one interface: `point` (c,) int64, their numbers, then their order by angle about the mean;
    `flat` (c, 3), along t1, t2 from the mean [m], sorted angles.
    """
    for i in range(interface_ptr.shape[0] - 1):
        row = value[i]
        number, area = np.int64(0), 0.0  # a plain zero would compile the inner kernels twice
        for p in range(interface_ptr[i], interface_ptr[i + 1]):
            area += pair_area[order[p]]
            for c in range(pair_ptr[order[p]], pair_ptr[order[p] + 1]):
                point[number] = c
                number += 1
        row[AREA] = area
        set_mean_frame(frame, point, number, row)
        set_resultant(frame, point_a, point_b, gap, impulse, velocity, dt, point, number, flat, row)
        sort_by_angle(flat, point, number)
        place_on_polygon(flat, point, number, row)


@inner_kernel
def set_mean_frame(frame, point, number, row):
    """Columns FRAME: the mean normal of the points; t1 follows that of the first."""
    first = point[0]
    nx, ny, nz = 0.0, 0.0, 0.0
    for s in range(number):
        nx, ny, nz = nx + frame[point[s], 0, 0], ny + frame[point[s], 0, 1], nz + frame[point[s], 0, 2]
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    if length > 1e-6:
        nx, ny, nz = nx / length, ny / length, nz / length
    else:  # parts of a compound block face each other: the first point speaks for all
        nx, ny, nz = frame[first, 0, 0], frame[first, 0, 1], frame[first, 0, 2]
    for axis in range(1, 3):
        tx, ty, tz = frame[first, axis, 0], frame[first, axis, 1], frame[first, axis, 2]
        along = tx * nx + ty * ny + tz * nz
        tx, ty, tz = tx - along * nx, ty - along * ny, tz - along * nz
        length = math.sqrt(tx * tx + ty * ty + tz * tz)
        if length > 0.5:  # else t1 lies along the mean normal, and t2 does not
            break
    tx, ty, tz = tx / length, ty / length, tz / length
    row[0], row[1], row[2] = nx, ny, nz
    row[3], row[4], row[5] = tx, ty, tz
    row[6], row[7], row[8] = ny * tz - nz * ty, nz * tx - nx * tz, nx * ty - ny * tx


@inner_kernel
def set_resultant(frame, point_a, point_b, gap, impulse, velocity, dt, point, number, flat, row):
    """Force, opening, slip and extent of the points; their mean goes to the centroid and the action point, the
    moment of the normal forces about it over their sum to the eccentricity; fills `flat`.
    """
    for k in range(3):
        total, mean = 0.0, 0.0
        for s in range(number):
            c = point[s]
            mean += 0.5 * (point_a[c, k] + point_b[c, k])
            total += frame[c, 0, k] * impulse[c, 0] + frame[c, 1, k] * impulse[c, 1] + frame[c, 2, k] * impulse[c, 2]
        row[9 + k] = row[17 + k] = mean / number
        row[14 + k] = total / dt
    normal_force = row[14] * row[0] + row[15] * row[1] + row[16] * row[2]
    row[NORMAL_FORCE] = normal_force
    opening, slip = 0.0, 0.0 if velocity.shape[0] > 0 else math.nan
    x0, x1, y0, y1 = math.inf, -math.inf, math.inf, -math.inf
    moment_x, moment_y = 0.0, 0.0
    for s in range(number):
        c = point[s]
        x, y, weight = 0.0, 0.0, 0.0
        for k in range(3):
            arm = 0.5 * (point_a[c, k] + point_b[c, k]) - row[9 + k]
            x, y = x + row[3 + k] * arm, y + row[6 + k] * arm
            weight += row[k] * (frame[c, 0, k] * impulse[c, 0] + frame[c, 1, k] * impulse[c, 1]
                                + frame[c, 2, k] * impulse[c, 2])
        flat[s, 0], flat[s, 1] = x, y
        x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
        moment_x, moment_y = moment_x + weight * x, moment_y + weight * y
        opening = max(opening, gap[c])
        if velocity.shape[0] > 0:
            slip = max(slip, math.sqrt(velocity[c, 1] * velocity[c, 1] + velocity[c, 2] * velocity[c, 2]))
    row[12], row[13] = 0.5 * (x1 - x0), 0.5 * (y1 - y0)
    row[OPENING], row[SLIP_SPEED] = opening, slip
    if normal_force > 0.0:
        row[20], row[21] = moment_x / dt / normal_force, moment_y / dt / normal_force


@inner_kernel
def sort_by_angle(flat, point, number):
    """Order of the rows of `flat` by their angle, written to `point`; column 2 holds the angles in that order."""
    for s in range(number):
        size = abs(flat[s, 0]) + abs(flat[s, 1])
        angle = flat[s, 1] / size if size > 0.0 else 0.0  # along a square about the mean: in the order of angles
        if flat[s, 0] < 0.0:
            angle = (2.0 if angle >= 0.0 else -2.0) - angle
        t = s
        while t > 0 and flat[t - 1, 2] > angle:
            flat[t, 2], point[t] = flat[t - 1, 2], point[t - 1]
            t -= 1
        flat[t, 2], point[t] = angle, s


@inner_kernel
def place_on_polygon(flat, point, number, row):
    """Move the centroid from the mean to that of the polygon of the sorted points, and the action point off it."""
    twice_area, moment_x, moment_y, extent = 0.0, 0.0, 0.0, 0.0
    for s in range(number):
        i, j = point[s], point[s + 1 if s + 1 < number else 0]
        cross = flat[i, 0] * flat[j, 1] - flat[i, 1] * flat[j, 0]
        twice_area += cross
        moment_x, moment_y = (moment_x + cross * (flat[i, 0] + flat[j, 0]),
                              moment_y + cross * (flat[i, 1] + flat[j, 1]))
        extent += flat[i, 0] * flat[i, 0] + flat[i, 1] * flat[i, 1]
    x, y = 0.0, 0.0
    if twice_area > 1e-9 * extent:
        x, y = moment_x / (3.0 * twice_area), moment_y / (3.0 * twice_area)
    action_x, action_y = x, y
    if row[NORMAL_FORCE] > 0.0:
        action_x, action_y = row[20], row[21]
    row[20], row[21] = action_x - x, action_y - y
    for k in range(3):
        row[9 + k] += row[3 + k] * x + row[6 + k] * y
        row[17 + k] += row[3 + k] * action_x + row[6 + k] * action_y
