"""Kernel of response spectra: damped oscillators under piecewise linear acceleration, exact from sample to sample.

The state (u, v, a, s): displacement and velocity of the mass relative to the ground, acceleration of the ground and its
slope, obeys a linear equation with constant coefficients while the slope stays. Its solution over a step is a matrix
(Nigam and Jennings 1969), here from its series, which keeps all digits also where the step is a small part of the
period.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel

#: Instants a period, at least, at which peaks are looked for; sub-steps of a sample, at most.
PER_PERIOD = 20
MOST_SUBSTEPS = 40
#: Instants of the free vibration after the end.
_FREE = 200


@kernel
def step_matrix(w, damping, h, out):
    """Two rows (u, v) of the solution after a step `h` [s]; `out` (2, 4) columns u, v, a, s. Taylor, then doubling."""
    halvings = 0
    x = w * h
    while x > 0.25:
        x *= 0.5
        halvings += 1
    t = h / 2.0**halvings
    m = np.zeros((4, 4))
    m[0, 1] = t
    m[1, 0], m[1, 1], m[1, 2] = -w * w * t, -2.0 * damping * w * t, -t
    m[2, 3] = t
    total, term = np.eye(4), np.eye(4)
    for k in range(1, 16):
        new = np.zeros((4, 4))
        for i in range(4):
            for j in range(4):
                for n in range(4):
                    new[i, j] += term[i, n] * m[n, j] / k
        term = new
        total += term
    for _ in range(halvings):
        new = np.zeros((4, 4))
        for i in range(4):
            for j in range(4):
                for n in range(4):
                    new[i, j] += total[i, n] * total[n, j]
        total = new
    for i in range(2):
        for j in range(4):
            out[i, j] = total[i, j]


@kernel
def find_peaks(times, accelerations, periods, damping, out):
    """Greatest |u| [m], |v| [m/s] and absolute acceleration |2 z w v + w^2 u| [m/s2] into `out` (k, 3)."""
    e, free = np.zeros((2, 4)), np.zeros((2, 4))
    for k in range(periods.size):
        w = 2.0 * np.pi / periods[k]
        u, v, most_u, most_v, most_a, h_old, parts = 0.0, 0.0, 0.0, 0.0, 0.0, -1.0, 1
        for i in range(times.size - 1):
            h = times[i + 1] - times[i]
            if abs(h - h_old) > 1e-9 * h:
                parts = min(max(int(np.ceil(PER_PERIOD * h / periods[k])), 1), MOST_SUBSTEPS)
                step_matrix(w, damping, h / parts, e)
                h_old = h
            slope = (accelerations[i + 1] - accelerations[i]) / h
            for j in range(parts):
                a = accelerations[i] + slope * (j * h / parts)
                u, v = (e[0, 0] * u + e[0, 1] * v + e[0, 2] * a + e[0, 3] * slope,
                        e[1, 0] * u + e[1, 1] * v + e[1, 2] * a + e[1, 3] * slope)
                most_u, most_v = max(most_u, abs(u)), max(most_v, abs(v))
                most_a = max(most_a, abs(2.0 * damping * w * v + w * w * u))
        step_matrix(w, damping, periods[k] / _FREE, free)
        for _ in range(_FREE):
            u, v = free[0, 0] * u + free[0, 1] * v, free[1, 0] * u + free[1, 1] * v
            most_u, most_v = max(most_u, abs(u)), max(most_v, abs(v))
            most_a = max(most_a, abs(2.0 * damping * w * v + w * w * u))
        out[k, 0], out[k, 1], out[k, 2] = most_u, most_v, most_a
