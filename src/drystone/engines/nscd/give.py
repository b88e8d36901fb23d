"""A small numerical give of rigid joints: which of many equivalent self-stresses a step takes.

Rigid blocks that wedge each other leave their self-stress open, friction depends on it, and Coulomb's step has many
answers: which one a solver finds would hang on where it starts. With the row u + d + E (r - c), c being the impulse of
the last step, joints resist a change of their impulse: a spring whose force goes on from what it was, stiffness
1 / (E dt^2). Where nothing changes nothing gives, so that a wall at rest does not creep, and E (r - c) is all that a
joint gives in a step. It is reported: the residual of the rigid law stands beside that of the law with the give.

Schemes whose rows know the whole gap (d_n = g / dt) remember by it: there c counts along t alone. With both, the
force of a joint would be the integral of its penetration, which no step could keep from swinging.

The impulse of an impact is no force that goes on. A joint that remembered it would be a spring pressed together by the
impact, and would throw its blocks apart in the next step: there it goes on from what it bore before.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.solvers.cone.problem import ContactProblem

JUMP = 0.1     #: a joint that gave more than this between the last two steps was in an impact, in units of a0 dt


def give_way(problem: ContactProblem, share: float, last: np.ndarray, *, knows_gap: bool) -> ContactProblem:
    """`problem` with a give at the rows that have no compliance.

    share : give in units of the inverse masses of the two blocks [-]; last : (c, 3) impulses of the last step [N s]
    knows_gap : whether the bias of a closed contact holds its whole gap
    """
    if share == 0.0:
        return problem
    centre = last * [0.0, 1.0, 1.0] if knows_gap else last
    give = _give(problem, share)
    if problem.compliance is None:
        compliance = np.repeat(give[:, None], 3, axis=1)
        return replace(problem, compliance=compliance, bias=problem.bias - compliance * centre)
    is_rigid = problem.compliance == 0.0
    compliance = np.where(is_rigid, give[:, None], problem.compliance)
    return replace(problem, compliance=compliance,
                   bias=problem.bias - np.where(is_rigid, give[:, None] * centre, 0.0))


def without_impacts(problem: ContactProblem, share: float, last: np.ndarray, older: np.ndarray) -> np.ndarray:
    """(c, 3) impulses [N s] that joints go on from: of the last step, or of the one before where it was an impact.

    last, older : (c, 3) [N s], of the last step and the one before
    """
    jumped = _give(problem, share) * (last[:, 0] - older[:, 0]) > JUMP * problem.speed_scale
    return np.where(jumped[:, None], older, last)


def _give(problem: ContactProblem, share: float) -> np.ndarray:
    """(c,) [m/s per N s], of the joints between two blocks each."""
    inverse = np.where(problem.prescribed, 0.0, 1.0 / problem.inertia[:, 0, 0])
    return share * (inverse[problem.block_a] + inverse[problem.block_b])
