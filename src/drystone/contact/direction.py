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

import numpy as np

from drystone.contact.shape import ABOVE, ALONG, DEEPEST
from drystone.kernels import inner_kernel

CORE_SHARE = 0.02      # inward offset of the shrunken copies, share of the smaller least width
TIE_SHARE = 1e-9       # two separations closer than this share of the smaller width are equal
EDGE_SHARE = 1e-7      # two edges must separate better than the faces by this share
HINGE_COSINE = 0.85    # faces within 32 degrees of each other may form a hinge
PARALLEL_SINE2 = 1e-10  # squared sine below which two edges have no common normal
SLACK_SHARE = 1e-8     # rounding of heights, share of the smaller least width: below EDGE_SHARE
SLACK_ROUNDING = 1e-13  # and of coordinates far from the origin
FLUSH_SHARE = 1e-6     # flush faces lie in one plane to this share of the smaller least width, as slivers
OPEN_SHARE = 1e-3      # and apart by no more than this share of the smaller least width: what comes from farther may
                       # well meet otherwise within the step
FLUSH_COSINE = 1.0 - 1e-11  # and are parallel to some millionths of a radian
AXIS_LIMIT = 0.83      # beyond this cosine the other axis gives t1; no usual angle of masonry has it


@inner_kernel
def height_slack(middle, a, size):
    """Bound of the rounding of heights above faces near part a [m]."""
    return SLACK_SHARE * size + SLACK_ROUNDING * (abs(middle[a, 0]) + abs(middle[a, 1]) + abs(middle[a, 2]))


@inner_kernel
def face_separation(shape, world, a, b, which, slack, limit, face):
    """Greatest separation [m] over the faces of part a against the vertices of b, and its face; of equals the first.

    Writes the height of b's middle above each face to column ABOVE of face[which]. The lowest vertex is not higher
    than the middle: a face whose height is less than the best separation found is out (`slack` [m] for rounding),
    and the face with the greatest comes first. Stops at the first face beyond `limit`: the pair is too far apart
    anyway.
    """
    vertex, plane, middle = world.vertex, world.plane, world.middle
    first = shape.start[a, 1]
    face_count = shape.start[a + 1, 1] - first
    promising, highest = 0, -math.inf
    for i in range(face_count):
        f = first + i
        above = plane[f, 0] * middle[b, 0] + plane[f, 1] * middle[b, 1] + plane[f, 2] * middle[b, 2] - plane[f, 3]
        face[which, i, ABOVE] = above
        if above > highest:
            highest = above
            promising = i
    best, best_face = -math.inf, promising
    for turn in range(face_count):  # the promising one takes the first turn
        i = promising if turn == 0 else (turn - 1 if turn <= promising else turn)
        if face[which, i, ABOVE] < best - slack:
            continue
        nx, ny, nz = plane[first + i, 0], plane[first + i, 1], plane[first + i, 2]
        least = math.inf
        for v in range(shape.start[b, 0], shape.start[b + 1, 0]):
            least = min(least, nx * vertex[v, 0] + ny * vertex[v, 1] + nz * vertex[v, 2])
        separation = least - plane[first + i, 3]
        if separation > best or (separation == best and i < best_face):
            best, best_face = separation, i
            if best > limit:
                break
    return best, first + best_face


@inner_kernel
def face_direction(shape, world, a, b, size, slack, limit, face):
    """Greatest separation over all faces [m], its direction from a to b, and the best face of either part.

    See the module's text on hinges.
    """
    plane = world.plane
    sep_a, face_a = face_separation(shape, world, a, b, np.int64(0), slack, limit, face)
    if sep_a > limit:
        return sep_a, 0.0, 0.0, 0.0, face_a, face_a
    sep_b, face_b = face_separation(shape, world, b, a, np.int64(1), slack, limit, face)
    if sep_b > limit:
        return sep_b, 0.0, 0.0, 0.0, face_a, face_b
    ax, ay, az = plane[face_a, 0], plane[face_a, 1], plane[face_a, 2]
    bx, by, bz = -plane[face_b, 0], -plane[face_b, 1], -plane[face_b, 2]
    share = 1.0 if sep_a >= sep_b - TIE_SHARE * size else 0.0  # of a's normal
    if ax * bx + ay * by + az * bz > HINGE_COSINE:
        sine2 = (ay * bz - az * by)**2 + (az * bx - ax * bz)**2 + (ax * by - ay * bx)**2
        width = CORE_SHARE * size * sine2 + 1e-12 * size
        share = min(1.0, max(0.0, 0.5 + 0.5 * (sep_a - sep_b) / width))
    best = max(sep_a, sep_b)
    if share == 1.0:
        return best, ax, ay, az, face_a, face_b
    if share == 0.0:
        return best, bx, by, bz, face_a, face_b
    x, y, z = share * ax + (1.0 - share) * bx, share * ay + (1.0 - share) * by, share * az + (1.0 - share) * bz
    length = math.sqrt(x * x + y * y + z * z)
    return best, x / length, y / length, z / length, face_a, face_b


@inner_kernel
def lowest_above(shape, world, part, f):
    """Height [m] of the lowest vertex of `part` above face f."""
    vertex, plane = world.vertex, world.plane
    least = math.inf
    for v in range(shape.start[part, 0], shape.start[part + 1, 0]):
        least = min(least, plane[f, 0] * vertex[v, 0] + plane[f, 1] * vertex[v, 1] + plane[f, 2] * vertex[v, 2])
    return least - plane[f, 3]


@inner_kernel
def are_flush(shape, world, a, b, tolerance, opening, face):
    """Whether a face of a and a face of b look at each other from one plane, or from two planes `opening` [m] apart.

    Each part then lies on its own side (`tolerance` [m]), and all they can touch in is the overlap of the two faces.
    Needs column ABOVE of `face`.
    """
    plane = world.plane
    first_a, first_b = shape.start[a, 1], shape.start[b, 1]
    for f in range(first_a, shape.start[a + 1, 1]):
        if face[0, f - first_a, ABOVE] <= 0.0:
            continue
        for g in range(first_b, shape.start[b + 1, 1]):
            if (face[1, g - first_b, ABOVE] > 0.0
                    and plane[f, 0] * plane[g, 0] + plane[f, 1] * plane[g, 1] + plane[f, 2] * plane[g, 2]
                    <= -FLUSH_COSINE
                    and -tolerance <= lowest_above(shape, world, b, f) <= opening + tolerance
                    and lowest_above(shape, world, a, g) >= -tolerance):
                return True
    return False


@inner_kernel
def set_deepest(shape, world, a, b, face_a, which, face):
    """Write the height above each face of a of the vertex of b that is lowest above `face_a` to column DEEPEST."""
    vertex, plane = world.vertex, world.plane
    nx, ny, nz = plane[face_a, 0], plane[face_a, 1], plane[face_a, 2]
    least, deepest = math.inf, shape.start[b, 0]
    for v in range(shape.start[b, 0], shape.start[b + 1, 0]):
        height = nx * vertex[v, 0] + ny * vertex[v, 1] + nz * vertex[v, 2]
        if height < least:
            least, deepest = height, v
    x, y, z = vertex[deepest, 0], vertex[deepest, 1], vertex[deepest, 2]
    first = shape.start[a, 1]
    for f in range(first, shape.start[a + 1, 1]):
        face[which, f - first, DEEPEST] = plane[f, 0] * x + plane[f, 1] * y + plane[f, 2] * z - plane[f, 3]


@inner_kernel
def may_separate(plane, first, f, g, face, which, best, slack):
    """Whether a direction between the normals of faces f and g of a part may separate by more than `best` [m].

    None does by more than a point of the other part rises along it. Along no direction between the normals does a
    point rise higher than along the one along which it rises higher, unless it is nearest to the edge itself.
    Two points are tried: the middle, which is cheap, and the deepest vertex, which settles it where that vertex
    meets the inside of a face.
    """
    if face[which, f, ABOVE] < min(best, 0.0) and face[which, g, ABOVE] < min(best, 0.0):
        return False
    high, low = face[which, f, DEEPEST], face[which, g, DEEPEST]
    if low > high:
        high, low = low, high
    if high >= best - slack:
        return True
    if high <= 0.0:
        return False
    cosine = (plane[first + f, 0] * plane[first + g, 0] + plane[first + f, 1] * plane[first + g, 1]
              + plane[first + f, 2] * plane[first + g, 2])
    return low > cosine * high


@inner_kernel
def edge_direction(shape, world, a, b, best, limit, slack, scratch):
    """Greatest separation over pairs of edges [m] and its direction, if above `best`; else `best` and zeros.

    Edge i of a and edge j of b form a facet if the arc between the normals of i's faces crosses the arc between
    the reversed normals of j's faces on the unit sphere. Most edges fall out before by `may_separate`, which needs
    columns ABOVE and DEEPEST of scratch.face. Stops at the first pair of edges beyond `limit`.
    """
    start, edge, vertex, plane = shape.start, shape.edge, world.vertex, world.plane
    face, number = scratch.face, scratch.number
    face_a, face_b = start[a, 1], start[b, 1]
    x, y, z = 0.0, 0.0, 0.0
    tried = 0
    for j in range(start[b, 2], start[b + 1, 2]):
        if may_separate(plane, face_b, edge[j, 2] - face_b, edge[j, 3] - face_b, face, np.int64(1), best, slack):
            number[2, tried] = j
            tried += 1
    if tried == 0:
        return best, x, y, z
    for i in range(start[a, 2], start[a + 1, 2]):
        v, w, f, g = edge[i, 0], edge[i, 1], edge[i, 2], edge[i, 3]
        if not may_separate(plane, face_a, f - face_a, g - face_a, face, np.int64(0), best, slack):
            continue
        px, py, pz = vertex[v, 0], vertex[v, 1], vertex[v, 2]
        ux, uy, uz = vertex[w, 0] - px, vertex[w, 1] - py, vertex[w, 2] - pz
        for h in range(face_b, start[b + 1, 1]):
            face[1, h - face_b, ALONG] = plane[h, 0] * ux + plane[h, 1] * uy + plane[h, 2] * uz
        for t in range(tried):
            j = number[2, t]
            h, k = edge[j, 2] - face_b, edge[j, 3] - face_b
            side_h = face[1, h, ALONG]
            if side_h * face[1, k, ALONG] >= 0.0:
                continue
            v, w = edge[j, 0], edge[j, 1]
            qx, qy, qz = vertex[v, 0], vertex[v, 1], vertex[v, 2]
            wx, wy, wz = vertex[w, 0] - qx, vertex[w, 1] - qy, vertex[w, 2] - qz
            side_g = plane[g, 0] * wx + plane[g, 1] * wy + plane[g, 2] * wz
            if side_h * side_g >= 0.0:
                continue
            side_f = plane[f, 0] * wx + plane[f, 1] * wy + plane[f, 2] * wz
            if side_f * side_g >= 0.0:
                continue
            cx, cy, cz = uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx
            length2 = cx * cx + cy * cy + cz * cz
            if length2 <= PARALLEL_SINE2 * (ux * ux + uy * uy + uz * uz) * (wx * wx + wy * wy + wz * wz):
                continue
            scale = 1.0 / math.sqrt(length2)
            if (cx * (plane[f, 0] + plane[g, 0]) + cy * (plane[f, 1] + plane[g, 1])
                    + cz * (plane[f, 2] + plane[g, 2])) < 0.0:
                scale = -scale
            # between points of the edges that are close to each other: the rounding of the normal counts by their
            # distance, and the end of a long edge may be a million times farther away
            uu = ux * ux + uy * uy + uz * uz
            t = min(1.0, max(0.0, (ux * (qx - px) + uy * (qy - py) + uz * (qz - pz)) / uu))
            rx, ry, rz = qx - (px + t * ux), qy - (py + t * uy), qz - (pz + t * uz)
            ww = wx * wx + wy * wy + wz * wz
            t = min(0.0, max(-1.0, (wx * rx + wy * ry + wz * rz) / ww))
            separation = scale * (cx * (rx - t * wx) + cy * (ry - t * wy) + cz * (rz - t * wz))
            if separation > best:
                best, x, y, z = separation, scale * cx, scale * cy, scale * cz
                if best > limit:
                    return best, x, y, z
    return best, x, y, z


@inner_kernel
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
