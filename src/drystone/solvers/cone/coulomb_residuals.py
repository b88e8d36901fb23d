"""The judge of answers to Coulomb's law: how well a twist and impulses satisfy it in one step.

It knows the problem only by its definition (`problem.py`) and shares no code with the solvers. The associative law has
a convex energy, and `residuals.py` a bound on the error of the velocity. Coulomb's has none: its step may have several
answers, or none, so no number can say how far an answer is from *the* answer. What can be said is by how much a pair
(v, r) breaks each equation, contact by contact, in speeds.

1. Impulses are made admissible, by a rule and not by the nearest point: the normal part is cut to its range
   [low, crushing], then the tangential part is shortened to the disc |r_t| <= mu r_n + cohesion. `cone_violation` is
   the greatest change, |change of r_n| / rho_n or |change of r_t| / rho_t over speed_scale (rho: step 3). From here on
   r is what came out.
2. The twist that they cause is v_r = v* + H^-1 G^T r. `momentum` is |v - v_r|_H over speed_scale sqrt(M), M the mass
   of all free blocks. (It is |H (v - v*) - G^T r| in the norm of H^-1.)
3. The natural map, with s = G v_r + d + E r at each contact:

       e_n = |r_n - P(r_n - rho_n s_n)| / rho_n        P on [low, crushing],           rho_n = 1 / (W_nn + E_n)
       e_t = |r_t - P(r_t - rho_t s_t)| / rho_t        P on the disc of radius mu r_n + cohesion,  rho_t = 1 / w_t

   e = (e_n^2 + e_t^2)^1/2 [m/s] is zero if and only if the contact obeys the law. W = G H^-1 G^T is taken at the
   contact alone, as if its two blocks touched nothing else, so that rho is their effective mass there [kg]; w_t is the
   greatest eigenvalue of its tangential 2 x 2 part with E_t on the diagonal, whatever axes t1 and t2 the frame has. P
   is not expansive and r is admissible, so e_n <= |s_n| and e_t <= |s_t|: a contact that should rest and creeps shows
   its speed, one that opens or slides as it may and carries a little too much or too little shows that impulse over
   the effective mass. `flow` is the greatest e over speed_scale, `flow_share` the root of the mean of e^2,
   `flow_at_twist` the greatest e with the twist as given in place of v_r.
4. `power`: with the twist as given, the sum over the contacts of r_t . s_t where positive (friction that drives) and of
   (r_n - low) s_n where positive (pressure on what parts), over M speed_scale^2. `penetration`: the greatest -s_n over
   speed_scale among contacts whose pressure could still grow.

Contacts between two prescribed blocks do not count. Anything that is not a number makes all numbers infinite.
"""

from __future__ import annotations

import numpy as np

from drystone.solvers.cone.block_mechanics import problem_arrays
from drystone.solvers.cone.coulomb_kernels import NUMBERS, measure_coulomb
from drystone.solvers.cone.problem import ContactProblem, CoulombResiduals


def judge_coulomb(problem: ContactProblem, twist: np.ndarray, impulse: np.ndarray) -> CoulombResiduals:
    """Residuals of `twist` (b, 6) and `impulse` (c, 3) in Coulomb's law, whatever `problem.law` asks for.

    The bias of `problem` must hold no friction shift. Formulas: top of this file.
    """
    out = np.empty(NUMBERS)
    worst = measure_coulomb(*problem_arrays(problem), twist, impulse, out)
    flow, flow_share, *others = out.tolist()
    return CoulombResiduals(flow, flow_share, int(worst), *others)
