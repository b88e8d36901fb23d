"""Points spread over an interface, instead of at its corners only.

Corner points are exact for hinging and sliding, but they put all of an interface at its rim: the torsion of a square
face comes out 1.85 times too great and, with tensile strength, its bending 3 times. Here a polygon of m corners carries
1 + m k (k + 1) points, n = 2 k + 1 of them along each side, corners included: for a square a grid of n x n.

The polygon is cut from its centroid to corners and middles of sides into 2 m triangles, each into k^2 equal ones; a
point stands for a third of every small triangle that it belongs to. These shares keep area and centroid exactly; second
moments of a rectangle come out 1 + 2/(n - 1)^2 times too great, since x^2 is taken as linear between points.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.kernels import kernel

SPREAD_KIND = 3 << 60    #: features of spread points begin here; clip.py uses the kinds 0 to 2
LEAST_SHARE = 0.5        #: corners whose polygon has less than this share of the pair's area are left as they are


@kernel
def _count_points(pair_ptr, level, planar, out_ptr):
    """out_ptr : (p+1,) first new point of each pair."""
    out_ptr[0] = 0
    for p in range(pair_ptr.shape[0] - 1):
        m, k = pair_ptr[p + 1] - pair_ptr[p], level[p]
        count = m
        if k > 0 and planar and m == 2:
            count = 2 * k + 1
        elif k > 0 and not planar and m >= 3:
            count = 1 + m * k * (k + 1)
        out_ptr[p + 1] = out_ptr[p] + count


@kernel
def _order_by_angle(frame, point, first, last, flat, order):
    """Write corners along (t1, t2) from their mean to `flat` and their order by angle to `order`; the area [m2]."""
    m = last - first
    x0, y0 = 0.0, 0.0
    for c in range(first, last):
        x, y = 0.0, 0.0
        for i in range(3):
            x += frame[first, 1, i] * point[c, i]
            y += frame[first, 2, i] * point[c, i]
        flat[c - first, 0], flat[c - first, 1] = x, y
        x0, y0 = x0 + x / m, y0 + y / m
    for s in range(m):
        flat[s, 0], flat[s, 1] = flat[s, 0] - x0, flat[s, 1] - y0
        angle = np.arctan2(flat[s, 1], flat[s, 0])
        t = s
        while t > 0 and flat[t - 1, 2] > angle:
            flat[t, 2], order[t] = flat[t - 1, 2], order[t - 1]
            t -= 1
        flat[t, 2], order[t] = angle, s
    area = 0.0
    for s in range(m):
        i, j = order[s], order[(s + 1) % m]
        area += 0.5 * (flat[i, 0] * flat[j, 1] - flat[i, 1] * flat[j, 0])
    return area


@kernel
def _feature(first, second, ring, place):
    """One number for a point between the corners with the features `first` and `second`."""
    mixed = (first * 1000003) ^ (second * 69069 + ring * 8191 + place)
    return SPREAD_KIND | (mixed & ((1 << 58) - 1))


@kernel
def _spread(pair_ptr, pair_area, level, planar, frame, value, feature, out_ptr, out_value, out_feature, out_area):
    """Fill the new points: `value` (c, 7) holds point_a, point_b and gap, all linear between corners."""
    most = np.int64(0)
    for p in range(pair_ptr.shape[0] - 1):
        most = max(most, pair_ptr[p + 1] - pair_ptr[p])
    flat, order, centre, corner = np.empty((most, 3)), np.empty(most, np.int64), np.empty(7), np.empty(7)
    for p in range(pair_ptr.shape[0] - 1):
        first, last, new, k = pair_ptr[p], pair_ptr[p + 1], out_ptr[p], level[p]
        m = last - first
        if out_ptr[p + 1] - new == m:
            for c in range(m):
                out_value[new + c] = value[first + c]
                out_feature[new + c] = feature[first + c]
                out_area[new + c] = pair_area[p] / m
            continue
        if planar:      # a line: trapezoidal shares
            for j in range(2 * k + 1):
                share = j / (2.0 * k)
                for i in range(7):
                    out_value[new + j, i] = (1.0 - share) * value[first, i] + share * value[first + 1, i]
                out_feature[new + j] = _feature(feature[first], feature[first + 1], k, j)
                out_area[new + j] = pair_area[p] / (2.0 * k) * (0.5 if j == 0 or j == 2 * k else 1.0)
            out_feature[new], out_feature[new + 2 * k] = feature[first], feature[first + 1]
            continue
        area = _order_by_angle(frame, value, first, last, flat, order)
        scale = pair_area[p] / area
        centre[:] = 0.0
        corner[:] = 0.0
        for c in range(first, last):
            for i in range(7):
                corner[i] += value[c, i] / m        # the mean
        for s in range(m):
            i, j = order[s], order[(s + 1) % m]
            third = (flat[i, 0] * flat[j, 1] - flat[i, 1] * flat[j, 0]) / (6.0 * area)
            for q in range(7):
                centre[q] += third * (corner[q] + value[first + i, q] + value[first + j, q])
        cx, cy = 0.0, 0.0
        for s in range(m):
            i, j = order[s], order[(s + 1) % m]
            third = (flat[i, 0] * flat[j, 1] - flat[i, 1] * flat[j, 0]) / (6.0 * area)
            cx, cy = cx + third * (flat[i, 0] + flat[j, 0]), cy + third * (flat[i, 1] + flat[j, 1])
        out_value[new] = centre
        out_feature[new] = SPREAD_KIND
        out_area[new] = 0.0
        n = new + 1
        for ring in range(1, k + 1):
            base = n
            for s in range(m):
                i, j = first + order[s], first + order[(s + 1) % m]
                for place in range(2 * ring):
                    share = place / (2.0 * ring)
                    for q in range(7):
                        side = (1.0 - share) * value[i, q] + share * value[j, q]
                        out_value[n, q] = centre[q] + ring / k * (side - centre[q])
                    out_feature[n] = _feature(feature[i], feature[j], ring, place)
                    if ring == k and place == 0:
                        out_value[n] = value[i]
                        out_feature[n] = feature[i]
                    out_area[n] = 0.0
                    n += 1
            # thirds of the small triangles: 6 meet at a point inside of a large one, 3 on its sides, 1 at its corners
            count = 2 * ring * m
            for s in range(m):
                i, j = order[s], order[(s + 1) % m]
                half = 0.25 * ((flat[i, 0] - cx) * (flat[j, 1] - cy) - (flat[i, 1] - cy) * (flat[j, 0] - cx))
                small = scale * half / (3.0 * k * k)
                for side in range(2):
                    for t in range(ring + 1):
                        is_end = t == 0 or t == ring
                        number = (1.0 if is_end else 3.0) if ring == k else (3.0 if is_end else 6.0)
                        out_area[base + (2 * ring * s + ring * side + t) % count] += number * small
                    if ring == 1:
                        out_area[new] += small


def spread_points(contacts: ContactSet, points: np.ndarray, planar: bool) -> ContactSet:
    """`contacts` with `points[p]` points along the sides of pair p (odd; 0: corners only), and the area of each.

    Pairs that touch along an edge or at a corner, or whose corners lie on several planes, keep the points they have.
    In a planar model the points lie on a line.
    """
    level = np.where(points >= 3, (points - 1) // 2, 0).astype(np.int64)
    level[contacts.pair_area <= 0.0] = 0
    if not planar:
        level[_polygon_area(contacts.pair_ptr, contacts.frame, contacts.point_a) < LEAST_SHARE * contacts.pair_area] = 0
    if not level.any():
        return contacts
    pair_count = len(level)
    ptr = np.empty(pair_count + 1, np.int64)
    _count_points(contacts.pair_ptr, level, planar, ptr)
    value = np.concatenate([contacts.point_a, contacts.point_b, contacts.gap[:, None]], axis=1)
    out, feature, area = np.empty((ptr[-1], 7)), np.empty(ptr[-1], np.int64), np.empty(ptr[-1])
    _spread(contacts.pair_ptr, contacts.pair_area, level, planar, contacts.frame, value,
            np.ascontiguousarray(contacts.key[:, 1]), ptr, out, feature, area)
    pair = np.repeat(np.arange(pair_count, dtype=np.int32), np.diff(ptr))
    one = contacts.pair_ptr[:-1][pair]          # any old point of the pair
    return replace(
        contacts, pair_ptr=ptr, pair=pair, block_a=contacts.block_a[one], block_b=contacts.block_b[one],
        frame=contacts.frame[one], point_a=out[:, :3].copy(), point_b=out[:, 3:6].copy(), gap=out[:, 6].copy(),
        key=np.stack([contacts.key[one, 0], feature], axis=1), area=area)


@kernel
def _polygon_area(pair_ptr, frame, point):
    """(p,) [m2], area of the polygon of each pair's points."""
    out = np.zeros(pair_ptr.shape[0] - 1)
    most = np.int64(0)
    for p in range(pair_ptr.shape[0] - 1):
        most = max(most, pair_ptr[p + 1] - pair_ptr[p])
    flat, order = np.empty((most, 3)), np.empty(most, np.int64)
    for p in range(pair_ptr.shape[0] - 1):
        if pair_ptr[p + 1] - pair_ptr[p] >= 3:
            out[p] = _order_by_angle(frame, point, pair_ptr[p], pair_ptr[p + 1], flat, order)
    return out
