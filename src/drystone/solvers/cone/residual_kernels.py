"""The numbers of `residuals.py`, contact by contact: see there for the formulas and for what they mean."""

from __future__ import annotations

import math

import numpy as np

from drystone.kernels import inner_kernel, kernel
from drystone.solvers.cone.block_mechanics import add_impulse, contact_speed, factor_block, square

#: Speeds below this times the sum of the terms of which they are the difference are rounding of the data.
ROUNDING = 2e-15

#: How many times further than the violations themselves the blocks may have to move to undo them: by experience.
LEVER = 2.0


@kernel
def project(n, t1, t2, mu, floor, cap):
    """Nearest point to (n, t1, t2) with |z_t| <= mu z_n and floor <= z_n <= cap."""
    side = math.sqrt(t1 * t1 + t2 * t2)
    if side <= mu * n:
        normal = n
    else:
        normal = max((n + mu * side) / (1.0 + mu * mu), 0.0)
    normal = min(max(normal, floor), cap)
    if side <= mu * normal:
        # inside the cone, or on the disc at an end
        return normal, t1, t2
    share = mu * normal / side
    return normal, share * t1, share * t2


@kernel
def project_all(impulse, friction, shift, floor, cap, out):
    """out (c, 3) = impulses projected on their sets, back from the tip of the cone."""
    for c in range(friction.shape[0]):
        z0, z1, z2 = project(impulse[c, 0] + shift[c], impulse[c, 1], impulse[c, 2], friction[c], floor[c], cap[c])
        out[c, 0], out[c, 1], out[c, 2] = z0 - shift[c], z1, z2


@inner_kernel
def start_blocks(inertia, free_twist, prescribed, locked, twist, short, lower, pivot):
    """short (b, 6) <- H (v - v*), lower, pivot <- factors of the free blocks; their mass, and v . H v."""
    mass, energy = 0.0, 0.0
    for b in range(twist.shape[0]):
        if prescribed[b]:
            continue
        mass += inertia[b, 0, 0]
        for i in range(6):
            change, momentum = 0.0, 0.0
            for j in range(6):
                change += inertia[b, i, j] * (twist[b, j] - free_twist[b, j])
                momentum += inertia[b, i, j] * twist[b, j]
            short[b, i] = change
            energy += twist[b, i] * momentum
        factor_block(inertia[b], locked, lower[b], pivot[b])
    return mass, energy


@inner_kernel
def carried_by_pair(first, a, b, block_a, block_b, impulse):
    """Sum of the pressures of the pair a, b, whose contacts begin with `first` [N s]."""
    carried = 0.0
    for k in range(first, block_a.shape[0]):
        if block_a[k] != a or block_b[k] != b:
            break
        carried += max(impulse[k, 0], 0.0)
    return carried


@inner_kernel
def impulse_set(c, mu, cohesion, tension, crushing):
    """Shift, floor and cap of one contact [N s]; dry friction if there are no strengths."""
    shift, floor, cap = 0.0, 0.0, np.inf
    if cohesion.shape[0] > 0:
        shift = cohesion[c] / mu if mu > 0.0 else tension[c]
        floor, cap = shift - tension[c], shift + crushing[c]
        if floor < 0.0:                               # written so that what is not a number stays so
            floor = 0.0
        if cap < floor:
            cap = floor
    return shift, floor, cap


@inner_kernel
def speed_terms(c, a, b, mu, frame, arm_a, arm_b, bias, free_twist):
    """Sum of the sizes of the terms of s_n + mu |s_t| in the free motion [m/s]: what its rounding goes by."""
    a0, a1, a2, b0, b1, b2 = arm_a[c, 0], arm_a[c, 1], arm_a[c, 2], arm_b[c, 0], arm_b[c, 1], arm_b[c, 2]
    wx = (abs(free_twist[b, 0]) + abs(free_twist[b, 4] * b2) + abs(free_twist[b, 5] * b1)
          + abs(free_twist[a, 0]) + abs(free_twist[a, 4] * a2) + abs(free_twist[a, 5] * a1))
    wy = (abs(free_twist[b, 1]) + abs(free_twist[b, 5] * b0) + abs(free_twist[b, 3] * b2)
          + abs(free_twist[a, 1]) + abs(free_twist[a, 5] * a0) + abs(free_twist[a, 3] * a2))
    wz = (abs(free_twist[b, 2]) + abs(free_twist[b, 3] * b1) + abs(free_twist[b, 4] * b0)
          + abs(free_twist[a, 2]) + abs(free_twist[a, 3] * a1) + abs(free_twist[a, 4] * a0))
    return (abs(bias[c, 0]) + mu * (abs(bias[c, 1]) + abs(bias[c, 2]))
            + (abs(frame[c, 0, 0]) + mu * (abs(frame[c, 1, 0]) + abs(frame[c, 2, 0]))) * wx
            + (abs(frame[c, 0, 1]) + mu * (abs(frame[c, 1, 1]) + abs(frame[c, 2, 1]))) * wy
            + (abs(frame[c, 0, 2]) + mu * (abs(frame[c, 1, 2]) + abs(frame[c, 2, 2]))) * wz)


@kernel
def give_along(normal, arm, lower, pivot, x):
    """Velocity along `normal` at `arm` per unit impulse there; x (6,) is work space."""
    x[0], x[1], x[2] = normal[0], normal[1], normal[2]
    x[3] = arm[1] * normal[2] - arm[2] * normal[1]
    x[4] = arm[2] * normal[0] - arm[0] * normal[2]
    x[5] = arm[0] * normal[1] - arm[1] * normal[0]
    return square(lower, pivot, x)


@inner_kernel
def normal_give(c, a, b, prescribed, frame, arm_a, arm_b, compliance, lower, pivot, x):
    """Velocity of one contact per unit of its normal impulse [m/s per N s]."""
    give = 0.0
    if compliance.shape[0] > 0:
        give = compliance[c, 0]
    if not prescribed[a]:
        give += give_along(frame[c, 0], arm_a[c], lower[a], pivot[a], x)
    if not prescribed[b]:
        give += give_along(frame[c, 0], arm_b[c], lower[b], pivot[b], x)
    return give


@inner_kernel
def unseen_energy(outside, z0, cap, give, carried, certified):
    """What the exact impulses may gain where v breaks a contact by `outside` > 0 [J]: cap h, or the estimate."""
    if certified:                                     # without a cap it is rounding of an admissible twist
        return outside * (cap if cap < np.inf else z0)
    return outside * min(z0 + carried + outside / give if give > 0.0 else np.inf, cap)


@inner_kernel
def sum_momentum(inertia, prescribed, touched, short, moved, any_moved, lower, pivot):
    """Squares of the momentum missing with the impulses as given and as projected; mass of the blocks in contact."""
    mass, error, error_cone = 0.0, 0.0, 0.0
    for b in range(prescribed.shape[0]):
        if not prescribed[b]:
            mass += inertia[b, 0, 0] if touched[b] else 0.0
            if any_moved:
                for i in range(6):
                    moved[b, i] += short[b, i]
                error_cone += square(lower[b], pivot[b], moved[b])
            error += square(lower[b], pivot[b], short[b])
    return error, error_cone if any_moved else error, mass


@kernel
def measure(inertia, free_twist, prescribed, block_a, block_b, frame, arm_a, arm_b, bias, friction, compliance,
            cohesion, tension, crushing, locked, speed_scale, twist, impulse, certified, out):
    """out (5,): momentum, gap violation, cone violation, complementarity, velocity bound."""
    blocks = twist.shape[0]
    short, moved = np.zeros((blocks, 6)), np.zeros((blocks, 6))   # H (v - v*) - G^T r;  G^T (r - lam)
    lower, pivot, x = np.empty((blocks, 6, 6)), np.empty((blocks, 6)), np.empty(6)
    touched = np.zeros(blocks, np.bool_)
    mass, energy = start_blocks(inertia, free_twist, prescribed, locked, twist, short, lower, pivot)
    worst_gap, worst_cone, largest, power, excess = 0.0, 0.0, 0.0, 0.0, 0.0
    broken, broken_pair, carried, pair_a, pair_b, any_moved, is_number = 0.0, 0.0, 0.0, -1, -1, False, True
    for c in range(friction.shape[0]):
        a, b, mu = block_a[c], block_b[c], friction[c]
        if prescribed[a] and prescribed[b]:
            continue
        touched[a], touched[b] = True, True
        if a != pair_a or b != pair_b:                # a new pair: what its contacts carry together
            pair_a, pair_b, broken, broken_pair = a, b, broken + broken_pair, 0.0
            carried = carried_by_pair(c, a, b, block_a, block_b, impulse)
        # impulses, from the tip of the cone, and momentum: as given, and what the projection changes
        shift, floor, cap = impulse_set(c, mu, cohesion, tension, crushing)
        r0, r1, r2 = impulse[c, 0], impulse[c, 1], impulse[c, 2]
        n = r0 + shift
        z0, z1, z2 = project(n, r1, r2, mu, floor, cap)
        add_impulse(c, a, b, frame, arm_a, arm_b, -r0, -r1, -r2, short)
        if z0 != n or z1 != r1 or z2 != r2:
            any_moved = True
            add_impulse(c, a, b, frame, arm_a, arm_b, n - z0, r1 - z1, r2 - z2, moved)
        largest = max(largest, n, shift)
        worst_cone = max(worst_cone, math.sqrt(r1 * r1 + r2 * r2) - mu * n, floor - n, n - cap)
        # speeds
        s0, s1, s2 = contact_speed(c, a, b, frame, arm_a, arm_b, bias, twist)
        noise = ROUNDING * speed_terms(c, a, b, mu, frame, arm_a, arm_b, bias, free_twist)
        product = n * s0 + r1 * s1 + r2 * s2
        if compliance.shape[0] > 0:
            e0, e1, e2 = compliance[c, 0], compliance[c, 1], compliance[c, 2]
            product += n * e0 * r0 + e1 * r1 * r1 + e2 * r2 * r2
            s0 += e0 * (z0 - shift)
            s1 += e1 * z1
            s2 += e2 * z2
        # the bracket of (1), and what breaks the constraint
        outside = mu * math.sqrt(s1 * s1 + s2 * s2) - s0
        short_of = z0 * s0 + z1 * s1 + z2 * s2
        if outside > noise:
            give = normal_give(c, a, b, prescribed, frame, arm_a, arm_b, compliance, lower, pivot, x)
            gap = min(outside, (cap - z0) * give) if cap < np.inf else outside
            broken_pair = max(broken_pair, gap)
            short_of += unseen_energy(outside, z0, cap, give, carried, certified)
            power += min(abs(product), abs(product + cap * outside))
        else:
            gap = outside if z0 < cap else 0.0
            short_of += outside * (z0 if outside > 0.0 else floor)
            power += abs(product + floor * outside) if floor > 0.0 else abs(product)
        worst_gap = max(worst_gap, gap)
        lacks = short_of - noise * z0
        excess += max(0.0, lacks)
        is_number = is_number and not math.isnan(lacks) and floor <= cap
    error, error_cone, mass_touched = sum_momentum(inertia, prescribed, touched, short, moved, any_moved, lower, pivot)
    broken = 0.0 if certified else LEVER * (broken + broken_pair)
    reference = max(math.sqrt(max(energy, 0.0)), speed_scale * math.sqrt(mass), 1e-300)
    out[0] = math.sqrt(max(error, 0.0)) / reference
    out[1] = worst_gap
    out[2] = worst_cone / largest if largest > 0.0 else (np.inf if worst_cone > 0.0 else 0.0)
    out[3] = power
    out[4] = math.sqrt(max(error_cone + 2.0 * excess + mass_touched * broken * broken, 0.0)) / reference
    if not is_number or not math.isfinite(error_cone + excess + energy):
        out[4] = np.inf
