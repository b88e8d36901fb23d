"""Independent judge of many pairs of convex polyhedra at a time: brute force over all features, compiled.

Nothing here is shared with the detector. The separation comes from all face normals and all products of edges with
full supports, the distance from points against polygons and segments against segments, both in a frame about the
smaller solid. See `contact_referee.py` for the same in NumPy, pair by pair; a test compares the two.
"""

import math

import numba
import numpy as np

# columns of the verdict
SEPARATION, SECOND, DISTANCE, MARGIN, NX, NY, NZ, FLUSH, WIDE = range(9)


@numba.njit
def dot(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


@numba.njit
def extent_along(points, count, x, y, z):
    """Least and greatest height of points along a direction."""
    low, high = math.inf, -math.inf
    for v in range(count):
        h = points[v, 0] * x + points[v, 1] * y + points[v, 2] * z
        low, high = min(low, h), max(high, h)
    return low, high


@numba.njit
def separate(a, na, b, nb, normal_a, normal_b, edge_a, edge_b, counts_a, counts_b, direction, value):
    """Separations along all candidate directions; their number; the greatest without edges parallel to 2e-5 rad."""
    n, wide = 0, -math.inf
    for f in range(counts_a[1]):
        direction[n] = normal_a[f]
        n += 1
    for f in range(counts_b[1]):
        direction[n] = -normal_b[f]
        n += 1
    for k in range(n):
        x, y, z = direction[k, 0], direction[k, 1], direction[k, 2]
        value[k] = extent_along(b, nb, x, y, z)[0] - extent_along(a, na, x, y, z)[1]
        wide = max(wide, value[k])
    for i in range(counts_a[2]):
        u = a[edge_a[i, 1]] - a[edge_a[i, 0]]
        u /= math.sqrt(dot(u, u))
        for j in range(counts_b[2]):
            w = b[edge_b[j, 1]] - b[edge_b[j, 0]]
            x, y, z = u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]
            length = math.sqrt(x * x + y * y + z * z)
            if length == 0.0:
                continue
            x, y, z = x / length, y / length, z / length
            low_a, high_a = extent_along(a, na, x, y, z)
            low_b, high_b = extent_along(b, nb, x, y, z)
            direction[n, 0], direction[n, 1], direction[n, 2] = x, y, z
            value[n] = low_b - high_a
            if low_a - high_b > value[n]:
                value[n] = low_a - high_b
                direction[n] = -direction[n]
            if length > 2e-5 * math.sqrt(dot(w, w)):
                wide = max(wide, value[n])
            n += 1
    return n, wide


@numba.njit
def points_to_faces(points, count, solid, normal, face, corners, face_count):
    """Least height of a point straight above the inside of a face."""
    best = math.inf
    for f in range(face_count):
        n, base = normal[f], solid[face[f, 0]]
        for v in range(count):
            height = dot(points[v] - base, n)
            if height < 0.0 or height >= best:
                continue
            within = True
            for k in range(corners[f]):
                p, q = solid[face[f, k]], solid[face[f, (k + 1) % corners[f]]]
                if dot(np.cross(n, q - p), points[v] - p) < 0.0:
                    within = False
                    break
            if within:
                best = height
    return best


@numba.njit
def segment_distance2(p, u, q, w):
    """Squared distance of segments p + s u and q + t w, 0 <= s, t <= 1: inner point and ends."""
    rx, ry, rz = p[0] - q[0], p[1] - q[1], p[2] - q[2]
    uu, ww, uw = dot(u, u), dot(w, w), dot(u, w)
    ur, wr = u[0] * rx + u[1] * ry + u[2] * rz, w[0] * rx + w[1] * ry + w[2] * rz
    # the inner point from the product of the edges: of nearly parallel ones uu ww - uw uw is all rounding
    cx, cy, cz = u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]
    cc = cx * cx + cy * cy + cz * cz
    inner = 0.5
    if cc > 0.0:
        inner = ((w[1] * rz - w[2] * ry) * cx + (w[2] * rx - w[0] * rz) * cy + (w[0] * ry - w[1] * rx) * cz) / cc
    best = math.inf
    for trial in range(5):  # inner point, ends of the first, ends of the second
        if trial < 3:
            s = min(1.0, max(0.0, inner if trial == 2 else float(trial)))
            t = min(1.0, max(0.0, (uw * s + wr) / ww))
        else:
            t = float(trial - 3)
        if trial != 2 or t == 0.0 or t == 1.0:
            s = min(1.0, max(0.0, (uw * t - ur) / uu))
        x, y, z = rx + s * u[0] - t * w[0], ry + s * u[1] - t * w[1], rz + s * u[2] - t * w[2]
        best = min(best, x * x + y * y + z * z)
    return best


@numba.njit
def solid_distance(a, na, b, nb, normal_a, normal_b, face_a, corners_a, edge_a, counts_a, face_b, corners_b, edge_b,
                   counts_b):
    """Least distance of two solids that do not overlap [m]."""
    best = min(points_to_faces(a, na, b, normal_b, face_b, corners_b, counts_b[1]),
               points_to_faces(b, nb, a, normal_a, face_a, corners_a, counts_a[1]))
    for i in range(counts_a[2]):
        p, u = a[edge_a[i, 0]], a[edge_a[i, 1]] - a[edge_a[i, 0]]
        for j in range(counts_b[2]):
            q, w = b[edge_b[j, 0]], b[edge_b[j, 1]] - b[edge_b[j, 0]]
            best = min(best, math.sqrt(segment_distance2(p, u, q, w)))
    return best


@numba.njit
def support_of(points, count, n, sign, depth, out):
    """Vertices within `depth` of the farthest along sign * n, seen along n; their number."""
    high = extent_along(points, count, sign * n[0], sign * n[1], sign * n[2])[1]
    x = np.cross(n, np.array([1.0, 0.0, 0.0]) if abs(n[0]) < 0.7 else np.array([0.0, 1.0, 0.0]))
    x /= math.sqrt(dot(x, x))
    y = np.cross(n, x)
    kept = 0
    for v in range(count):
        if sign * dot(points[v], n) >= high - depth:
            out[kept, 0], out[kept, 1] = dot(points[v], x), dot(points[v], y)
            kept += 1
    return kept


@numba.njit
def overlap_margin(first, n_first, second, n_second):
    """How far the second of two convex figures may slide in any direction and still meet the first; < 0: apart."""
    margin = math.inf
    for side in range(2):
        p, count = (first, n_first) if side == 0 else (second, n_second)
        for i in range(count):
            for j in range(count):
                ex, ey = p[j, 0] - p[i, 0], p[j, 1] - p[i, 1]
                length = math.sqrt(ex * ex + ey * ey)
                if length == 0.0:
                    continue
                ex, ey = -ey / length, ex / length
                high, low = -math.inf, math.inf
                for v in range(n_first):
                    high = max(high, first[v, 0] * ex + first[v, 1] * ey)
                for v in range(n_second):
                    low = min(low, second[v, 0] * ex + second[v, 1] * ey)
                margin = min(margin, high - low)
    return margin if margin < math.inf else 0.0


@numba.njit
def place_solid(points, count, turn, shift, out):
    """Points turned by a matrix and shifted."""
    for v in range(count):
        for k in range(3):
            out[v, k] = (turn[k, 0] * points[v, 0] + turn[k, 1] * points[v, 1] + turn[k, 2] * points[v, 2]) + shift[k]


@numba.njit
def set_normals(points, face, corners, count, out):
    """Outward unit normals by Newell's sum."""
    for f in range(count):
        out[f] = 0.0
        p = points[face[f, 0]]
        for i in range(1, corners[f] - 1):
            q, r = points[face[f, i]], points[face[f, i + 1]]
            ux, uy, uz, wx, wy, wz = q[0] - p[0], q[1] - p[1], q[2] - p[2], r[0] - p[0], r[1] - p[1], r[2] - p[2]
            out[f, 0] += uy * wz - uz * wy
            out[f, 1] += uz * wx - ux * wz
            out[f, 2] += ux * wy - uy * wx
        length = math.sqrt(dot(out[f], out[f]))
        for k in range(3):
            out[f, k] /= length


@numba.njit
def set_world(points, counts, face, corners, radius, position, turn, a, local, world, normal):
    """Vertices and normals of blocks a and a + 1 in a frame about the smaller one."""
    origin = a if radius[a] < radius[a + 1] else a + 1
    shift = np.zeros(3)
    for side in range(2):
        block = a + side
        set_normals(points[block], face[block], corners[block], counts[block, 1], local)
        shift[:] = 0.0
        place_solid(local, counts[block, 1], turn[block], shift, normal[side])
        for k in range(3):
            shift[k] = position[block, k] - position[origin, k]
        place_solid(points[block], counts[block, 0], turn[block], shift, world[side])
    return origin


@numba.njit
def flush_face(a, na, b, nb, normal_a, normal_b, counts_a, counts_b, below, above):
    """The face of a that looks at a face of b from one plane, to within `below` and `above` [m] and 1e-5 rad, or -1."""
    for f in range(counts_a[1]):
        n = normal_a[f]
        for g in range(counts_b[1]):
            if dot(n, normal_b[g]) > -1.0 + 1e-10:
                continue
            gap = extent_along(b, nb, n[0], n[1], n[2])[0] - extent_along(a, na, n[0], n[1], n[2])[1]
            if below <= gap <= above:
                return f
    return -1


@numba.njit
def judge_pairs(points, counts, face, corners, edge, radius, width, position, turn, reach, rounding, verdict):
    """Write a row of `verdict` for each pair: see the columns above."""
    room = points.shape[1], face.shape[1], edge.shape[1]
    direction, value = np.empty((2 * room[1] + room[2] ** 2, 3)), np.empty(2 * room[1] + room[2] ** 2)
    world, normal, local = np.zeros((2, room[0], 3)), np.zeros((2, room[1], 3)), np.zeros((room[1], 3))
    flat = np.zeros((2, room[0], 2))
    for k in range(len(reach)):
        a, b = 2 * k, 2 * k + 1
        set_world(points, counts, face, corners, radius, position, turn, a, local, world, normal)
        na, nb = counts[a, 0], counts[b, 0]
        count, verdict[k, WIDE] = separate(world[0], na, world[1], nb, normal[0], normal[1], edge[a], edge[b],
                                           counts[a], counts[b], direction, value)
        best = value[:count].argmax()
        s, second = value[best], -math.inf
        for t in range(count):
            if value[t] > second and dot(direction[t], direction[best]) < 1.0 - 5e-7:
                second = value[t]
        verdict[k, SEPARATION], verdict[k, SECOND] = s, second
        for i in range(3):
            verdict[k, NX + i] = direction[best, i]
        verdict[k, DISTANCE] = max(s, 0.0)
        if rounding[k] < s < reach[k] + 2.0 * rounding[k]:
            verdict[k, DISTANCE] = solid_distance(world[0], na, world[1], nb, normal[0], normal[1], face[a], corners[a],
                                                  edge[a], counts[a], face[b], corners[b], edge[b], counts[b])
        # flush faces can touch in their own overlap only, whatever direction separates best
        slack = 2e-6 * min(width[a], width[b]) + 10.0 * rounding[k]
        f = flush_face(world[0], na, world[1], nb, normal[0], normal[1], counts[a], counts[b], -slack, 1e3 * slack)
        verdict[k, FLUSH] = f >= 0
        n = normal[0, f] if f >= 0 else direction[best]
        n_first = support_of(world[0], na, n, 1.0, rounding[k], flat[0])
        n_second = support_of(world[1], nb, n, -1.0, rounding[k], flat[1])
        verdict[k, MARGIN] = overlap_margin(flat[0], n_first, flat[1], n_second)


@numba.njit
def greatest_height(point, points, normal, face, face_count):
    """Height of a point above the solid: the greatest over its faces; 0 on the surface."""
    best = -math.inf
    for f in range(face_count):
        best = max(best, dot(point - points[face[f, 0]], normal[f]))
    return best


@numba.njit
def judge_points(points, counts, face, corners, radius, position, turn, pair, point_a, point_b, height):
    """Write the heights (c, 2) of each contact point above both solids; `pair` is the pair of each point."""
    room = points.shape[1], face.shape[1]
    world, normal, local = np.zeros((2, room[0], 3)), np.zeros((2, room[1], 3)), np.zeros((room[1], 3))
    last, origin = -1, 0
    for c in range(len(pair)):
        a = 2 * pair[c]
        if last != pair[c]:
            origin = set_world(points, counts, face, corners, radius, position, turn, a, local, world, normal)
        last = pair[c]
        height[c, 0] = greatest_height(point_a[c] - position[origin], world[0], normal[0], face[a], counts[a, 1])
        height[c, 1] = greatest_height(point_b[c] - position[origin], world[1], normal[1], face[a + 1],
                                       counts[a + 1, 1])


@numba.njit
def compare_points(first_ptr, first, second_ptr, second, skip_first, skip_second, apart):
    """Write to `apart` (n,) how far points of either set of a pair are from the other set, but for those to `skip`."""
    for k in range(len(apart)):
        apart[k] = 0.0
        for turn in range(2):
            here_ptr, here, there_ptr, there = first_ptr, first, second_ptr, second
            skip = skip_first
            if turn == 1:
                here_ptr, here, there_ptr, there = second_ptr, second, first_ptr, first
                skip = skip_second
            for i in range(here_ptr[k], here_ptr[k + 1]):
                if skip[i]:
                    continue
                nearest = math.inf
                for j in range(there_ptr[k], there_ptr[k + 1]):
                    x, y, z = here[i, 0] - there[j, 0], here[i, 1] - there[j, 1], here[i, 2] - there[j, 2]
                    nearest = min(nearest, x * x + y * y + z * z)
                apart[k] = max(apart[k], math.sqrt(nearest))
