"""Open contacts that a step leaves out of its solve, and what becomes of those that would have closed in it.

`constraints.impact_resolving` leaves out open contacts that nothing in sight brings to close: it would take a change of
their velocity by several a0 dt. A contact whose constraint holds without it has no impulse, so leaving it out does not
change the solution. But before the solve this is no more than a guess. After it, the constraints left out are evaluated
with the solved twist; those that are broken take part, and the step is solved again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from drystone.engines.nscd.answer import Answer
from drystone.engines.nscd.contact_motion import velocity_between
from drystone.engines.nscd.rows import Rows
from drystone.engines.nscd.scene import Scene
from drystone.kernels import kernel

MISSED = 1e-6     #: a constraint left out may be broken by this much, in units of a0 dt
SHARE = 0.3       #: ... or by this share of the flow residual that is asked for, where Coulomb's law is
ROUNDS = 3        #: solves after which all contacts take part


@kernel
def find_missed(block_a, block_b, frame, arm_a, arm_b, is_used, bias, slope, slip_old, lag, twist, allowed):
    """(r,) bool, constraints left out that the solved twist (b, 6) breaks by more than `allowed` [m/s].

    slope : (r,) [-], friction that their cones have beyond what the shift makes up for; lag : 1.0 with the shift of the
    last step, else 0.0
    """
    missed = np.zeros(is_used.shape[0], np.bool_)
    for c in range(is_used.shape[0]):
        if is_used[c]:
            continue
        x, y, z = velocity_between(c, block_a[c], block_b[c], twist, arm_a, arm_b)
        slack = bias[c, 0] + frame[c, 0, 0] * x + frame[c, 0, 1] * y + frame[c, 0, 2] * z
        if slope[c] > 0.0:
            t1 = bias[c, 1] + frame[c, 1, 0] * x + frame[c, 1, 1] * y + frame[c, 1, 2] * z
            t2 = bias[c, 2] + frame[c, 2, 0] * x + frame[c, 2, 1] * y + frame[c, 2, 2] * z
            slack -= slope[c] * (math.hypot(t1, t2) - lag * slip_old[c])
        missed[c] = slack < -allowed
    return missed


def solve_with_missed(scene: Scene, rows: Rows, solve: Callable[[Rows], Answer]) -> tuple[Rows, Answer, int]:
    """Solve the rows that take part, again where others would close: rows as solved, answer, how many were missed.

    solve : answer of rows that take part
    """
    count, total = 0, 0
    for number in range(ROUNDS + 1):
        answer = solve(rows.used())
        total += answer.solve_count
        if rows.is_used.all():
            break
        missed = _missed(scene, rows, answer.solution.twist)
        if not missed.any():
            break
        count += np.count_nonzero(missed)
        rows = replace(rows, is_used=rows.is_used | missed if number + 1 < ROUNDS else np.ones(rows.count, bool))
    return rows, replace(answer, solve_count=total), int(count)


def _missed(scene: Scene, rows: Rows, twist: np.ndarray) -> np.ndarray:
    """(r,) bool. The shift of flow rule coulomb is mu |u_t|, and the cone counts along n alone."""
    rule, speed = scene.world.settings.flow_rule, scene.world.speed
    slope = np.zeros(rows.count) if rule == "coulomb" else rows.friction
    allowed = max(MISSED, SHARE * scene.world.accuracy.flow) if rule == "coulomb" else MISSED
    return find_missed(rows.block_a, rows.block_b, rows.frame, rows.arm_a, rows.arm_b, rows.is_used, rows.bias, slope,
                       rows.slip_old, 0.0 if rule == "associative" else 1.0, twist, allowed * speed)
