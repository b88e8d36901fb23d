"""Frames that turn with the pieces: the turn nearest to the nodes, and elastic forces seen from it.

X are places at the start and x now, both from the centre of mass of a piece. The frame R makes sum m |x - R X|^2 least:
sum m X x y = 0 with y = R' x, found by Newton's method from the turn before. u = y - X deforms the piece; its energy
is u'Ku/2. R hangs on the nodes itself, so the forces are not -R K u alone: with f = -K u, M = sum y x f and
J = tr(S) 1 - S, S = sum m X y', they are

    F = R (f - m a x X),   a = J^-1 M

They have no resultant and no moment, whatever the strain, and no energy comes from turning.
"""

from __future__ import annotations

import math

from drystone.engines.dem.stepping.forces import block_forces
from drystone.kernels import bare_kernel, kernel

#: Newton steps at most; two or three are taken.
MOST_TRIES = 50

#: A turn by less than this is rounding [rad].
STILL = 1e-15


@bare_kernel
def write_rotation(turn, p, rotation):
    """Matrix of the quaternion turn[p] into rotation[p]."""
    w, x, y, z = turn[p, 0], turn[p, 1], turn[p, 2], turn[p, 3]
    rotation[p, 0], rotation[p, 1], rotation[p, 2] = (
        1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y))
    rotation[p, 3], rotation[p, 4], rotation[p, 5] = (
        2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x))
    rotation[p, 6], rotation[p, 7], rotation[p, 8] = (
        2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y))


@bare_kernel
def turn_by(turn, p, x, y, z):
    """turn[p] times the turn by the vector (x, y, z) [rad] of its own frame."""
    angle = math.sqrt(x * x + y * y + z * z)
    factor = math.sin(0.5 * angle) / angle if angle > 0.0 else 0.5
    c, x, y, z = math.cos(0.5 * angle), factor * x, factor * y, factor * z
    w0, x0, y0, z0 = turn[p, 0], turn[p, 1], turn[p, 2], turn[p, 3]
    w1 = w0 * c - x0 * x - y0 * y - z0 * z
    x1 = w0 * x + x0 * c + y0 * z - z0 * y
    y1 = w0 * y + y0 * c + z0 * x - x0 * z
    z1 = w0 * z + z0 * c + x0 * y - y0 * x
    size = math.sqrt(w1 * w1 + x1 * x1 + y1 * y1 + z1 * z1)
    turn[p, 0], turn[p, 1], turn[p, 2], turn[p, 3] = w1 / size, x1 / size, y1 / size, z1 / size


@bare_kernel
def solve_symmetric(a, b, c, d, e, f, x, y, z):
    """Solution of [[a, b, c], [b, d, e], [c, e, f]] s = (x, y, z)."""
    p, q, r = d * f - e * e, c * e - b * f, b * e - c * d
    whole = a * p + b * q + c * r
    s, t, v = a * f - c * c, b * c - a * e, a * d - b * b
    return (p * x + q * y + r * z) / whole, (q * x + s * y + t * z) / whole, (r * x + t * y + v * z) / whole


@bare_kernel
def fit_turn(xx, xy, xz, yx, yy, yz, zx, zy, zz, turn, p, rotation):
    """Turn[p] to the nearest one of the matrix C = sum m X x' given by its entries, and write its rotation."""
    for _ in range(MOST_TRIES):
        write_rotation(turn, p, rotation)
        r = rotation[p]
        s00, s01, s02 = (xx * r[0] + xy * r[3] + xz * r[6], xx * r[1] + xy * r[4] + xz * r[7],
                         xx * r[2] + xy * r[5] + xz * r[8])
        s10, s11, s12 = (yx * r[0] + yy * r[3] + yz * r[6], yx * r[1] + yy * r[4] + yz * r[7],
                         yx * r[2] + yy * r[5] + yz * r[8])
        s20, s21, s22 = (zx * r[0] + zy * r[3] + zz * r[6], zx * r[1] + zy * r[4] + zz * r[7],
                         zx * r[2] + zy * r[5] + zz * r[8])
        a, b, c = solve_symmetric(s11 + s22, -0.5 * (s01 + s10), -0.5 * (s02 + s20), s00 + s22, -0.5 * (s12 + s21),
                                  s00 + s11, s12 - s21, s20 - s02, s01 - s10)
        if a * a + b * b + c * c <= STILL * STILL or not a * a + b * b + c * c < 1e300:
            break
        turn_by(turn, p, a, b, c)


@bare_kernel
def turn_pieces(turned):
    """Frames of all pieces that deform, and the displacements of their nodes in them, from `place`."""
    place, home, mass = turned.place, turned.home, turned.node_mass
    for p in range(turned.piece_ptr.shape[0] - 1):
        if turned.piece_body[p] >= 0:
            continue
        first, end = turned.piece_ptr[p], turned.piece_ptr[p + 1]
        whole, cx, cy, cz = 0.0, 0.0, 0.0, 0.0
        for i in range(first, end):
            m = mass[i]
            whole += m
            cx += m * place[i, 0]
            cy += m * place[i, 1]
            cz += m * place[i, 2]
        cx, cy, cz = cx / whole, cy / whole, cz / whole
        xx, xy, xz, yx, yy, yz, zx, zy, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(first, end):
            m, x, y, z = mass[i], place[i, 0] - cx, place[i, 1] - cy, place[i, 2] - cz
            a, b, c = m * home[i, 0], m * home[i, 1], m * home[i, 2]
            xx += a * x
            xy += a * y
            xz += a * z
            yx += b * x
            yy += b * y
            yz += b * z
            zx += c * x
            zy += c * y
            zz += c * z
        fit_turn(xx, xy, xz, yx, yy, yz, zx, zy, zz, turned.turn, p, turned.rotation)
        r = turned.rotation[p]
        for i in range(first, end):
            x, y, z = place[i, 0] - cx, place[i, 1] - cy, place[i, 2] - cz
            turned.local[3 * i] = r[0] * x + r[3] * y + r[6] * z - home[i, 0]
            turned.local[3 * i + 1] = r[1] * x + r[4] * y + r[7] * z - home[i, 1]
            turned.local[3 * i + 2] = r[2] * x + r[5] * y + r[8] * z - home[i, 2]


@bare_kernel
def turn_forces_back(turned, force):
    """Forces on the nodes (3 n,) [N], world, from those in the frames (`inner`), without moment."""
    home, mass, local, inner = turned.home, turned.node_mass, turned.local, turned.inner
    for p in range(turned.piece_ptr.shape[0] - 1):
        if turned.piece_body[p] >= 0:
            continue
        first, end = turned.piece_ptr[p], turned.piece_ptr[p + 1]
        mx, my, mz, xx, xy, xz, yy, yz, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(first, end):
            x, y, z = home[i, 0] + local[3 * i], home[i, 1] + local[3 * i + 1], home[i, 2] + local[3 * i + 2]
            f, g, h, m = inner[3 * i], inner[3 * i + 1], inner[3 * i + 2], mass[i]
            mx += y * h - z * g
            my += z * f - x * h
            mz += x * g - y * f
            xx += m * home[i, 0] * x
            yy += m * home[i, 1] * y
            zz += m * home[i, 2] * z
            xy += m * home[i, 0] * y
            xz += m * home[i, 0] * z
            yz += m * home[i, 1] * z
        a, b, c = solve_symmetric(yy + zz, -xy, -xz, xx + zz, -yz, xx + yy, mx, my, mz)
        r = turned.rotation[p]
        for i in range(first, end):
            m, x, y, z = mass[i], home[i, 0], home[i, 1], home[i, 2]
            f = inner[3 * i] - m * (b * z - c * y)
            g = inner[3 * i + 1] - m * (c * x - a * z)
            h = inner[3 * i + 2] - m * (a * y - b * x)
            force[3 * i] = r[0] * f + r[1] * g + r[2] * h
            force[3 * i + 1] = r[3] * f + r[4] * g + r[5] * h
            force[3 * i + 2] = r[6] * f + r[7] * g + r[8] * h


@kernel
def turned_block_forces(world, turned, force):
    """Forces of the blocks on their nodes, at `place`; moves the frames."""
    turn_pieces(turned)
    block_forces(world, turned.local, turned.inner)
    turn_forces_back(turned, force)


@kernel
def turned_product(world, turned, vector, out):
    """out = -R K R' vector of every piece, both (3 n,) in the world: what damping and the stable step ask for.

    Overwrites `local` and `inner`.
    """
    for p in range(turned.piece_ptr.shape[0] - 1):
        if turned.piece_body[p] >= 0:
            continue
        r = turned.rotation[p]
        for i in range(turned.piece_ptr[p], turned.piece_ptr[p + 1]):
            x, y, z = vector[3 * i], vector[3 * i + 1], vector[3 * i + 2]
            turned.local[3 * i] = r[0] * x + r[3] * y + r[6] * z
            turned.local[3 * i + 1] = r[1] * x + r[4] * y + r[7] * z
            turned.local[3 * i + 2] = r[2] * x + r[5] * y + r[8] * z
    block_forces(world, turned.local, turned.inner)
    for p in range(turned.piece_ptr.shape[0] - 1):
        if turned.piece_body[p] >= 0:
            continue
        r = turned.rotation[p]
        for i in range(turned.piece_ptr[p], turned.piece_ptr[p + 1]):
            x, y, z = turned.inner[3 * i], turned.inner[3 * i + 1], turned.inner[3 * i + 2]
            out[3 * i] = r[0] * x + r[1] * y + r[2] * z
            out[3 * i + 1] = r[3] * x + r[4] * y + r[5] * z
            out[3 * i + 2] = r[6] * x + r[7] * y + r[8] * z
