"""Tables within a parameter vector, read and solved on their straight pieces.

A table of n points lies at `start`: n values of kappa [m], rising from 0, then n values of damage from 0 to 1. Where
n = 0 there is no table, and no damage.
"""

from __future__ import annotations

from drystone.kernels import inner_kernel


@inner_kernel
def find_piece(parameters, start, count, kappa):
    """Number of the piece that begins at or before kappa; count - 1 behind the last point."""
    if kappa >= parameters[start + count - 1]:
        return count - 1
    low, high = 0, count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if parameters[start + middle] <= kappa:
            low = middle
        else:
            high = middle
    return low


@inner_kernel
def read_damage(parameters, start, count, kappa):
    """d(kappa)."""
    if count == 0 or kappa <= 0.0:
        return 0.0
    k = find_piece(parameters, start, count, kappa)
    damage = start + count
    if k == count - 1:
        return parameters[damage + k]
    share = (kappa - parameters[start + k]) / (parameters[start + k + 1] - parameters[start + k])
    return parameters[damage + k] + share * (parameters[damage + k + 1] - parameters[damage + k])


@inner_kernel
def solve_damage(parameters, start, count, kappa, trial, stiffness, base, gain):
    """First x >= kappa at which the stress that is left, trial - stiffness (x - kappa), meets the strength at x.

    The strength is the greater of base + gain (1 - d(x)) and zero. Both are straight on every piece, so that the answer
    is exact and does not depend on the size of steps.
    """
    first, damage = kappa, start + count
    reached = read_damage(parameters, start, count, kappa)
    if trial <= max(base + gain * (1.0 - reached), 0.0):
        return kappa
    k = count - 1 if count == 0 else find_piece(parameters, start, count, kappa)
    while 0 <= k < count - 1:
        end, reached_end = parameters[start + k + 1], parameters[damage + k + 1]
        left_end = trial - stiffness * (end - first)
        if left_end <= max(base + gain * (1.0 - reached_end), 0.0):
            slope = (reached_end - reached) / (end - kappa) if end > kappa else 0.0
            over = trial - stiffness * (kappa - first) - base - gain * (1.0 - reached)
            steep = stiffness - gain * slope
            found = kappa + over / steep if steep > 0.0 else end
            if base + gain * (1.0 - reached - slope * (found - kappa)) < 0.0:
                return first + trial / stiffness
            return min(found, end)
        kappa, reached = end, reached_end
        k += 1
    # behind the table all that damage takes is gone
    remaining = base if count > 0 else base + gain
    return first + (trial - max(remaining, 0.0)) / stiffness
