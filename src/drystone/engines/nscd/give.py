"""A small numerical give of rigid joints: which of many equivalent self-stresses a step takes.

Rigid blocks that wedge each other leave their self-stress open, friction depends on it, and Coulomb's step has many
answers: which one a solver finds would hang on where it starts. With the row u + d + E (r - c), c being the impulse of
the last step, joints resist a change of their impulse: a spring whose force goes on from what it was, stiffness
1 / (E dt^2). Where nothing changes nothing gives, so that a wall at rest does not creep, and E (r - c) is all that a
joint gives in a step. It is reported: the residual of the rigid law stands beside that of the law with the give.

Schemes whose rows know the whole gap (d_n = g / dt) remember by it: there c counts along t alone. With both, the
force of a joint would be the integral of its penetration, which no step could keep from swinging.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.solvers.cone.problem import ContactProblem


def give_way(problem: ContactProblem, share: float, last: np.ndarray, *, knows_gap: bool) -> ContactProblem:
    """`problem` with a give at the rows that have no compliance.

    share : give in units of the inverse masses of the two blocks [-]; last : (c, 3) impulses of the last step [N s]
    knows_gap : whether the bias of a closed contact holds its whole gap
    """
    if share == 0.0:
        return problem
    centre = last * [0.0, 1.0, 1.0] if knows_gap else last
    inverse = np.where(problem.prescribed, 0.0, 1.0 / problem.inertia[:, 0, 0])
    give = share * (inverse[problem.block_a] + inverse[problem.block_b])
    if problem.compliance is None:
        compliance = np.repeat(give[:, None], 3, axis=1)
        return replace(problem, compliance=compliance, bias=problem.bias - compliance * centre)
    is_rigid = problem.compliance == 0.0
    compliance = np.where(is_rigid, give[:, None], problem.compliance)
    return replace(problem, compliance=compliance,
                   bias=problem.bias - np.where(is_rigid, give[:, None] * centre, 0.0))
