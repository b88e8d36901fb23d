"""Spectral projected gradient with diagonal preconditioning and fall-back, on the impulses.

The method that Beatini, Royer-Carfagni and Tasora (2017) name P-SPG-FB: projected gradient steps with the step
lengths of Barzilai and Borwein, taken in the metric of the contacts' own stiffness, a line search that allows the
energy to rise for a while (Grippo, Lampariello, Lucidi), and the best impulses met on the way as the answer. The
energy is quadratic, so one product with G H^-1 G^T an iteration gives the line search and the next gradient. Written
from E. Birgin, J. Martinez, M. Raydan, *Nonmonotone spectral projected gradient methods on convex sets*, 2000; the
restart is ours.
"""

from __future__ import annotations

import numpy as np

from drystone.kernels import kernel
from drystone.solvers.cone.problem import ContactProblem, ContactSolution
from drystone.solvers.first_order.shared import estimate_excess, project, respond, run_first_order
from drystone.solvers.lanes.operators import copy_to

#: Iterations between two looks at the stopping rule.
BATCH = 20

#: Energies that the line search remembers.
MEMORY = 10

#: Iterations without a lower energy after which the method starts again from where it is.
PATIENCE = 50

#: Decrease that a step must bring, as a share of what the slope promises.
DECREASE = 1e-4

#: Range of step lengths in units of the contacts' own; much longer ones drown in the rounding of the projection.
SHORTEST, LONGEST = 1e-3, 1e4


@kernel
def begin(contacts, z, load, w, s):
    """w = H^-1 G^T z, s = G w + E z + start; returns the energy [J]."""
    respond(contacts, z, load, w, s)
    energy = 0.0
    for c in range(z.shape[0]):
        for k in range(3):
            energy += z[c, k] * (0.5 * s[c, k] + contacts.start[c, k])
            s[c, k] += contacts.start[c, k]
    return energy


@kernel
def descend(contacts, z, s, w, best, energies, state, work_d, work_y, load, change, count):
    """`count` iterations in place; best (c, 3) holds the impulses of least excess.

    state (5,): step length, least excess [J], iterations since the least energy, iterations in all, least energy [J].
    Returns the number of iterations done: fewer than `count` where the projected gradient is zero.
    """
    contacts_count = z.shape[0]
    energy = begin(contacts, z, load, w, s)           # afresh: sums of many steps drift
    excess = estimate_excess(contacts, z, s)
    if excess < state[1]:
        state[1] = excess
        copy_to(z, best)
    for turn in range(count):
        step = state[0]
        slope, moved = 0.0, 0.0
        for c in range(contacts_count):
            if contacts.largest[c] == 0.0:
                work_d[c, 0], work_d[c, 1], work_d[c, 2] = 0.0, 0.0, 0.0
                continue
            move = step / contacts.largest[c]
            x0, x1, x2 = project(z[c, 0] - move * s[c, 0], z[c, 1] - move * s[c, 1], z[c, 2] - move * s[c, 2],
                                 contacts.friction[c], contacts.floor[c], contacts.cap[c])
            work_d[c, 0], work_d[c, 1], work_d[c, 2] = x0 - z[c, 0], x1 - z[c, 1], x2 - z[c, 2]
            moved += abs(work_d[c, 0]) + abs(work_d[c, 1]) + abs(work_d[c, 2])
            slope += work_d[c, 0] * s[c, 0] + work_d[c, 1] * s[c, 1] + work_d[c, 2] * s[c, 2]
        if moved == 0.0:
            return turn
        respond(contacts, work_d, load, change, work_y)
        curve, size, back = 0.0, 0.0, 0.0
        for c in range(contacts_count):
            if contacts.largest[c] > 0.0:
                for k in range(3):
                    curve += work_d[c, k] * work_y[c, k]
                    size += contacts.largest[c] * work_d[c, k] ** 2
                    back += work_y[c, k] ** 2 / contacts.largest[c]
        ceiling = energies[0]
        for k in range(1, MEMORY):
            ceiling = max(ceiling, energies[k])
        ceiling = max(ceiling, energy)
        length = 1.0                                  # also where slope and energy are no more than rounding
        if slope < 0.0 and energy + slope + 0.5 * curve > ceiling + DECREASE * slope:
            length = min(-slope / curve, 1.0)         # the least energy along the direction
        energy += length * (slope + 0.5 * length * curve)
        for c in range(contacts_count):
            for k in range(3):
                z[c, k] += length * work_d[c, k]
                s[c, k] += length * work_y[c, k]
        for b in range(w.shape[0]):
            for k in range(6):
                w[b, k] += length * change[b, k]
        number = np.int64(state[3])
        energies[number % MEMORY] = energy
        state[3] += 1.0
        # Barzilai and Borwein: the long and the short one in turn
        if curve > 1e-300:
            step = size / curve if number % 2 == 0 else curve / back
        else:
            step = LONGEST
        state[0] = min(max(step, SHORTEST), LONGEST)
        excess = estimate_excess(contacts, z, s)
        if excess < state[1]:
            state[1] = excess
            copy_to(z, best)
        state[2] += 1.0
        if energy < state[4]:
            state[2], state[4] = 0.0, energy
        elif state[2] >= PATIENCE:                    # forget the higher energies, and go on more carefully
            for k in range(MEMORY):
                energies[k] = energy
            state[0], state[2] = 1.0, 0.0
    return count


def _start(contacts, z):
    blocks = len(contacts.inverse)
    load, w, change, best_w = (np.zeros((blocks, 6)) for _ in range(4))
    s, work_d, work_y, best = (np.zeros_like(z) for _ in range(4))
    energies, state = np.full(MEMORY, -np.inf), np.array([1.0, np.inf, 0.0, 0.0, np.inf])

    def advance(count):
        done = descend(contacts, z, s, w, best, energies, state, work_d, work_y, load, change, count)
        begin(contacts, best, load, best_w, work_y)
        return best, best_w, done, float(state[1])
    return advance


def solve_spectral(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray] | None = None, *,
                   tolerance: float = 1e-6, max_iterations: int = 20_000,
                   time_limit: float | None = None) -> ContactSolution:
    """Solve `problem` by the spectral projected gradient method; the status is the solver's own opinion.

    Parameters
    ----------
    warm : twist (b, 6) and impulse (c, 3) to start from; only the impulses matter
    tolerance : on the estimated relative velocity error [-]
    max_iterations : most gradient steps
    time_limit : [s]; None: none

    INACCURATE at the limits, which it often reaches where blocks slide: there the projection on the cones shortens
    every step. A problem without an admissible velocity is not recognised: its impulses grow until a limit is reached.
    """
    return run_first_order(problem, warm, "spectral", _start, BATCH, tolerance=tolerance,
                           max_iterations=max_iterations, time_limit=time_limit)
