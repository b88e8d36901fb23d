"""Two meshed faces laid over each other: the corners of their common cells, and the area that each stands for.

Every cell of one face is cut by every cell of the other. The area of such a polygon goes to its corners so that linear
functions are integrated exactly: each triangle between the polygon's centroid and one of its sides gives half of its
area to each end of the side (a third of a triangle to each corner, a quarter of a rectangle). Hence the areas of an
interface sum to its overlap, uniform stress reaches the nodes as the blocks expect it, and where nodes meet nodes they
are the only points.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel

#: Corners of two convex quads cut by each other, at most.
MOST_CORNERS = 10

#: Corners nearer to a line than this share of `near` lie on it: rounding makes no crossings.
ON_LINE = 1e-6

#: Share of the smaller cell below which a common polygon is rounding and no contact.
SLIVER = 1e-13


@kernel
def overlay(cells_a, size_a, cells_b, size_b, near, points, area, cell):
    """Fill points (m, 2) [m], area (m,) [m2] and cell (m, 2), the cells they lie in; returns their number, or -1 where
    there is no room.

    Parameters
    ----------
    cells_a, cells_b : (c, 4, 2) [m], corners counter-clockwise in one plane; size_a, size_b : (c,), 3 or 4 corners
    near : [m], points closer than this are one
    """
    count = 0
    polygon, other = np.empty((MOST_CORNERS, 2)), np.empty((MOST_CORNERS, 2))
    for a in range(cells_a.shape[0]):
        for b in range(cells_b.shape[0]):
            if not _boxes_meet(cells_a[a], size_a[a], cells_b[b], size_b[b]):
                continue
            corners = _cut(cells_a[a], size_a[a], cells_b[b], size_b[b], ON_LINE * near, polygon, other)
            whole = min(_area(cells_a[a], size_a[a]), _area(cells_b[b], size_b[b]))
            if corners < 3 or _area(polygon, corners) <= SLIVER * whole:
                continue
            count = _add(polygon, corners, a, b, near, points, area, cell, count)
            if count < 0:
                return -1
    return count


@kernel
def _boxes_meet(p, n, q, m):
    for k in range(2):
        low, high = np.inf, -np.inf
        for i in range(n):
            low, high = min(low, p[i, k]), max(high, p[i, k])
        low_q, high_q = np.inf, -np.inf
        for i in range(m):
            low_q, high_q = min(low_q, q[i, k]), max(high_q, q[i, k])
        if low >= high_q or low_q >= high:
            return False
    return True


@kernel
def _area(p, n):
    twice = 0.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        twice += (p[i, 0] - p[0, 0]) * (p[j, 1] - p[0, 1]) - (p[j, 0] - p[0, 0]) * (p[i, 1] - p[0, 1])
    return 0.5 * twice


@kernel
def _cut(p, n, q, m, slack, out, room):
    """The part of polygon p (n corners) within polygon q (m corners), in `out`; returns its number of corners."""
    count = n
    for i in range(n):
        out[i, 0], out[i, 1] = p[i, 0], p[i, 1]
    for side in range(m):
        after = side + 1 if side + 1 < m else 0
        nx, ny = q[after, 1] - q[side, 1], q[side, 0] - q[after, 0]      # outward
        on_line = slack * np.sqrt(nx * nx + ny * ny)
        kept = 0
        for i in range(count):
            j = i + 1 if i + 1 < count else 0
            here = nx * (out[i, 0] - q[side, 0]) + ny * (out[i, 1] - q[side, 1])
            there = nx * (out[j, 0] - q[side, 0]) + ny * (out[j, 1] - q[side, 1])
            here = here if abs(here) > on_line else 0.0
            there = there if abs(there) > on_line else 0.0
            if here <= 0.0:
                room[kept, 0], room[kept, 1] = out[i, 0], out[i, 1]
                kept += 1
            if (here < 0.0 < there) or (there < 0.0 < here):
                share = here / (here - there)
                for k in range(2):
                    room[kept, k] = out[i, k] + share * (out[j, k] - out[i, k])
                kept += 1
        count = kept
        for i in range(count):
            out[i, 0], out[i, 1] = room[i, 0], room[i, 1]
        if count < 3:
            return 0
    return count


@kernel
def _add(p, n, a, b, near, points, area, cell, count):
    """Give the area of a polygon to its corners."""
    x, y, total = 0.0, 0.0, 0.0
    for i in range(1, n - 1):
        part = 0.5 * ((p[i, 0] - p[0, 0]) * (p[i + 1, 1] - p[0, 1]) - (p[i + 1, 0] - p[0, 0]) * (p[i, 1] - p[0, 1]))
        total += part
        x += part * (p[0, 0] + p[i, 0] + p[i + 1, 0]) / 3.0
        y += part * (p[0, 1] + p[i, 1] + p[i + 1, 1]) / 3.0
    x, y = x / total, y / total
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        half = 0.25 * ((p[i, 0] - x) * (p[j, 1] - y) - (p[j, 0] - x) * (p[i, 1] - y))
        for k in (i, j):
            place = _find(p[k], near, points, count)
            if place == count:
                if count == points.shape[0]:
                    return -1
                points[count, 0], points[count, 1] = p[k, 0], p[k, 1]
                area[count] = 0.0
                cell[count, 0], cell[count, 1] = a, b
                count += 1
            area[place] += half
    return count


@kernel
def _find(point, near, points, count):
    for i in range(count):
        if abs(points[i, 0] - point[0]) <= near and abs(points[i, 1] - point[1]) <= near:
            return i
    return count


@kernel
def cell_weights(x, y, corners, size, near, weight):
    """Shares (4,) of the corners of a cell in a point of it: they sum to 1 and give the point back as their mean.

    Area coordinates in a triangle, those of the bilinear map in a quad. A point at a corner is that corner's alone.
    """
    for i in range(4):
        weight[i] = 0.0
    for i in range(size):
        if abs(corners[i, 0] - x) <= near and abs(corners[i, 1] - y) <= near:
            weight[i] = 1.0
            return
    if size == 3:
        ax, ay = corners[1, 0] - corners[0, 0], corners[1, 1] - corners[0, 1]
        bx, by = corners[2, 0] - corners[0, 0], corners[2, 1] - corners[0, 1]
        px, py = x - corners[0, 0], y - corners[0, 1]
        whole = ax * by - ay * bx
        weight[1] = (px * by - py * bx) / whole
        weight[2] = (ax * py - ay * px) / whole
        weight[0] = 1.0 - weight[1] - weight[2]
        return
    s, t = 0.5, 0.5
    for _ in range(30):                 # Newton: one step where the cell is a parallelogram
        w0, w1, w2, w3 = (1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t
        rx = w0 * corners[0, 0] + w1 * corners[1, 0] + w2 * corners[2, 0] + w3 * corners[3, 0] - x
        ry = w0 * corners[0, 1] + w1 * corners[1, 1] + w2 * corners[2, 1] + w3 * corners[3, 1] - y
        sx = (1 - t) * (corners[1, 0] - corners[0, 0]) + t * (corners[2, 0] - corners[3, 0])
        sy = (1 - t) * (corners[1, 1] - corners[0, 1]) + t * (corners[2, 1] - corners[3, 1])
        tx = (1 - s) * (corners[3, 0] - corners[0, 0]) + s * (corners[2, 0] - corners[1, 0])
        ty = (1 - s) * (corners[3, 1] - corners[0, 1]) + s * (corners[2, 1] - corners[1, 1])
        whole = sx * ty - sy * tx
        ds, dt = (rx * ty - ry * tx) / whole, (sx * ry - sy * rx) / whole
        s, t = s - ds, t - dt
        if abs(ds) + abs(dt) < 1e-15:
            break
    for i, own in enumerate(((1 - s) * (1 - t), s * (1 - t), s * t, (1 - s) * t)):
        weight[i] = own
    total = 0.0
    for i in range(4):                  # on a side of the cell: exactly its two corners
        if abs(weight[i]) < 1e-12:
            weight[i] = 0.0
        total += weight[i]
    for i in range(4):
        weight[i] /= total


@kernel
def carriers(points, cell, corners, size, nodes, near, number, weight):
    """Nodes (m, 4) and weights (m, 4) of points in given cells; nodes of weight 0 repeat the first one."""
    own = np.empty(4)
    for k in range(points.shape[0]):
        c = cell[k]
        cell_weights(points[k, 0], points[k, 1], corners[c], size[c], near, own)
        used = 0
        for i in range(4):
            if own[i] != 0.0:
                number[k, used], weight[k, used] = nodes[c, i], own[i]
                used += 1
        for i in range(used, 4):
            number[k, i], weight[k, i] = number[k, 0], 0.0
