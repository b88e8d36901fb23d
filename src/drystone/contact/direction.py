"""One contact direction for a pair of convex parts.

The set of all differences (point of b) - (point of a) is a convex body; its facets come from a face of one part
against a vertex of the other, or from two crossing edges. The signed distance of the origin from a facet's plane
is the separation of the parts along the facet's normal. The direction is the normal of greatest separation. It is
exact in both regimes: for parts apart it is the direction of least distance whenever the nearest features are
face and vertex or crossing edges; for overlapping parts it is the direction of least penetration. Nothing is
iterated, so nothing jitters.

Two parts that hinge on a common edge (a rocking pile, an opened voussoir joint) have two normals of nearly equal
separation, a's face and b's face. There the direction turns smoothly from one to the other, over the range of slip
in which copies shrunken by `CORE_SHARE` of the smaller part would face each other with their edges.
"""

from __future__ import annotations

import math

from drystone.kernels import kernel

CORE_SHARE = 0.02      # inward offset of the shrunken copies, share of the smaller least width
TIE_SHARE = 1e-9       # two separations closer than this share of the smaller width are equal
EDGE_SHARE = 1e-7      # two edges must separate better than the faces by this share
HINGE_COSINE = 0.85    # faces within 32 degrees of each other may form a hinge
PARALLEL_SINE2 = 1e-10  # squared sine below which two edges have no common normal
AXIS_LIMIT = 0.83      # beyond this cosine the other axis gives t1; no usual angle of masonry has it


@kernel
def face_separation(start, vertex, plane, a, b, limit):
    """Greatest separation [m] over the faces of part a against the vertices of b, and its face.

    Stops at the first face beyond `limit`: the pair is too far apart anyway.
    """
    best = -math.inf
    best_face = start[a, 1]
    for f in range(start[a, 1], start[a + 1, 1]):
        nx, ny, nz = plane[f, 0], plane[f, 1], plane[f, 2]
        least = math.inf
        for v in range(start[b, 0], start[b + 1, 0]):
            least = min(least, nx * vertex[v, 0] + ny * vertex[v, 1] + nz * vertex[v, 2])
        separation = least - plane[f, 3]
        if separation > best:
            best = separation
            best_face = f
            if best > limit:
                break
    return best, best_face


@kernel
def face_direction(start, vertex, plane, a, b, size, limit):
    """Greatest separation over all faces [m] and its direction from a to b; see the module's text on hinges."""
    sep_a, face_a = face_separation(start, vertex, plane, a, b, limit)
    if sep_a > limit:
        return sep_a, 0.0, 0.0, 0.0
    sep_b, face_b = face_separation(start, vertex, plane, b, a, limit)
    if sep_b > limit:
        return sep_b, 0.0, 0.0, 0.0
    ax, ay, az = plane[face_a, 0], plane[face_a, 1], plane[face_a, 2]
    bx, by, bz = -plane[face_b, 0], -plane[face_b, 1], -plane[face_b, 2]
    share = 1.0 if sep_a >= sep_b - TIE_SHARE * size else 0.0  # of a's normal
    if ax * bx + ay * by + az * bz > HINGE_COSINE:
        sine2 = (ay * bz - az * by)**2 + (az * bx - ax * bz)**2 + (ax * by - ay * bx)**2
        width = CORE_SHARE * size * sine2 + 1e-12 * size
        share = min(1.0, max(0.0, 0.5 + 0.5 * (sep_a - sep_b) / width))
    best = max(sep_a, sep_b)
    if share == 1.0:
        return best, ax, ay, az
    if share == 0.0:
        return best, bx, by, bz
    x, y, z = share * ax + (1.0 - share) * bx, share * ay + (1.0 - share) * by, share * az + (1.0 - share) * bz
    length = math.sqrt(x * x + y * y + z * z)
    return best, x / length, y / length, z / length


@kernel
def mean_vertex(start, vertex, part):
    """A point inside a part: the mean of its vertices."""
    x, y, z = 0.0, 0.0, 0.0
    for v in range(start[part, 0], start[part + 1, 0]):
        x, y, z = x + vertex[v, 0], y + vertex[v, 1], z + vertex[v, 2]
    count = start[part + 1, 0] - start[part, 0]
    return x / count, y / count, z / count


@kernel
def rises_above(edge, plane, i, x, y, z, floor):
    """Whether (x, y, z) lies higher than `floor` above one of the two faces of edge i."""
    f, g = edge[i, 2], edge[i, 3]
    return (plane[f, 0] * x + plane[f, 1] * y + plane[f, 2] * z - plane[f, 3] >= floor
            or plane[g, 0] * x + plane[g, 1] * y + plane[g, 2] * z - plane[g, 3] >= floor)


@kernel
def edge_direction(start, edge, vertex, plane, a, b, best, limit):
    """Greatest separation over pairs of edges [m] and its direction, if above `best`; else `best` and zeros.

    Edge i of a and edge j of b form a facet if the arc between the normals of i's faces crosses the arc between
    the reversed normals of j's faces on the unit sphere. Stops at the first pair of edges beyond `limit`.

    If a point of b lies below both faces of edge i, no direction between their normals separates by more than the
    lesser depth, negative: most edges fall out by that, tried on the mean vertex of the other part.
    """
    x, y, z = 0.0, 0.0, 0.0
    ax, ay, az = mean_vertex(start, vertex, a)
    bx, by, bz = mean_vertex(start, vertex, b)
    for i in range(start[a, 2], start[a + 1, 2]):
        if not rises_above(edge, plane, i, bx, by, bz, min(best, 0.0)):
            continue
        v, w, f, g = edge[i, 0], edge[i, 1], edge[i, 2], edge[i, 3]
        px, py, pz = vertex[v, 0], vertex[v, 1], vertex[v, 2]
        ux, uy, uz = vertex[w, 0] - px, vertex[w, 1] - py, vertex[w, 2] - pz
        for j in range(start[b, 2], start[b + 1, 2]):
            h, k = edge[j, 2], edge[j, 3]
            side_h = plane[h, 0] * ux + plane[h, 1] * uy + plane[h, 2] * uz
            side_k = plane[k, 0] * ux + plane[k, 1] * uy + plane[k, 2] * uz
            if side_h * side_k >= 0.0 or not rises_above(edge, plane, j, ax, ay, az, min(best, 0.0)):
                continue
            v, w = edge[j, 0], edge[j, 1]
            qx, qy, qz = vertex[v, 0], vertex[v, 1], vertex[v, 2]
            wx, wy, wz = vertex[w, 0] - qx, vertex[w, 1] - qy, vertex[w, 2] - qz
            side_f = plane[f, 0] * wx + plane[f, 1] * wy + plane[f, 2] * wz
            side_g = plane[g, 0] * wx + plane[g, 1] * wy + plane[g, 2] * wz
            if side_f * side_g >= 0.0 or side_h * side_g >= 0.0:
                continue
            cx, cy, cz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
            length2 = cx * cx + cy * cy + cz * cz
            if length2 <= PARALLEL_SINE2 * (ux * ux + uy * uy + uz * uz) * (wx * wx + wy * wy + wz * wz):
                continue
            scale = 1.0 / math.sqrt(length2)
            if (cx * (plane[f, 0] + plane[g, 0]) + cy * (plane[f, 1] + plane[g, 1])
                    + cz * (plane[f, 2] + plane[g, 2])) < 0.0:
                scale = -scale
            separation = scale * (cx * (qx - px) + cy * (qy - py) + cz * (qz - pz))
            if separation > best:
                best, x, y, z = separation, scale * cx, scale * cy, scale * cz
                if best > limit:
                    return best, x, y, z
    return best, x, y, z


@kernel
def set_frame(x, y, z, axis, frame):
    """Rows t1, t2, n of `frame`: t1 is a world axis projected along n, t2 = n x t1.

    The axis is `axis` (0 or 1), or z where n lies close to it.
    """
    along = x if axis == 0 else y
    e0, e1, e2 = (1.0, 0.0, 0.0) if axis == 0 else (0.0, 1.0, 0.0)
    if abs(along) > AXIS_LIMIT:
        along = z
        e0, e1, e2 = 0.0, 0.0, 1.0
    t0, t1, t2 = e0 - along * x, e1 - along * y, e2 - along * z
    length = math.sqrt(t0 * t0 + t1 * t1 + t2 * t2)
    t0, t1, t2 = t0 / length, t1 / length, t2 / length
    frame[0, 0], frame[0, 1], frame[0, 2] = t0, t1, t2
    frame[1, 0], frame[1, 1], frame[1, 2] = y * t2 - z * t1, z * t0 - x * t2, x * t1 - y * t0
    frame[2, 0], frame[2, 1], frame[2, 2] = x, y, z
