"""Programmes over velocities, by Clarabel. Friction is put into the rows: (s_n, mu s_t) in the cone x_0 >= |x_1|.

Shear limits c add variables q >= |s_t| at the price c . q, compliance adds y = E^1/2 r at 1/2 |y|^2.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from drystone.limit.program import ConeProgram, ProgramAnswer, ProgramStatus

#: Aimed at; where rounding forbids it, what is reached is accepted up to the second (and judged by others).
TOLERANCE, ACCEPTED = 1e-10, 1e-7
MAX_ITERATIONS = 100
#: Of Clarabel's factor: its own choice, and one for problems at the edge of what can be balanced, where the first at
#: times ends without progress.
REGULARISATIONS = (1e-8, 1e-10)


def solve_clarabel(program: ConeProgram) -> ProgramAnswer:
    """Solve any programme."""
    import clarabel
    count, axes, n = program.contact_count, program.axis_count, program.matrix.shape[1]
    rows, bias, cones, price, to_force = (_limit_rows if program.shear_limit is not None else _cone_rows)(program)
    extra = rows.shape[1] - n
    own = program.inertia if program.inertia is not None else sp.csc_array((n, n))
    squares = np.ones(extra) if program.compliance is not None else np.zeros(extra)
    quadratic = sp.block_diag([sp.triu(own), sp.diags_array(squares)], format="csc") if extra else sp.triu(own,
                                                                                                           format="csc")
    linear = np.concatenate([-program.dead, price])
    matrix, right = -rows, bias
    if program.live is not None:
        # the equation has the size of the others, or its multiplier would not be resolved
        size = float(np.linalg.norm(program.live))
        normal = sp.csc_array(np.append(program.live / size, np.zeros(extra))[None, :])
        matrix = sp.vstack([normal, matrix], format="csc")
        right, cones = np.append(1.0 / size, right), [clarabel.ZeroConeT(1), *cones]
    answer = _run(sp.csc_matrix(quadratic), linear, sp.csc_matrix(matrix), right, cones)
    status = _read_status(str(answer.status))
    z = np.asarray(answer.z)
    alpha = 0.0
    if program.live is not None:
        alpha, z = -float(z[0]) / size, z[1:]
    velocity = np.asarray(answer.x)[:n]
    return ProgramAnswer(status, velocity, to_force(z).reshape(count, axes), alpha, int(answer.iterations), "clarabel")


def _cone_rows(program: ConeProgram):
    """Rows of friction cones: matrix, right side, cones, price of extra variables, and forces from multipliers."""
    import clarabel
    count, axes = program.contact_count, program.axis_count
    weight = np.ones((count, axes))
    weight[:, 1:] = program.friction[:, None]
    weight = weight.ravel()
    rows = sp.diags_array(weight) @ program.matrix
    bias = np.zeros(axes * count) if program.offset is None else weight * program.offset.ravel()
    price = np.zeros(0)
    if program.compliance is not None:
        rows = sp.hstack([rows, sp.diags_array(weight * np.sqrt(program.compliance.ravel()))])
        price = np.zeros(axes * count)
    if axes == 3:
        return sp.csc_array(rows), bias, [clarabel.SecondOrderConeT(3)] * count, price, lambda z: weight * z
    wedge = _wedge(count)
    return (sp.csc_array(wedge @ rows), wedge @ bias, [clarabel.NonnegativeConeT(2 * count)], price,
            lambda z: weight * (wedge.T @ z))


def _wedge(count: int) -> sp.csc_array:
    """(2 c, 2 c): x_0 + x_1 and x_0 - x_1 of every contact."""
    return sp.csc_array(sp.kron(sp.eye_array(count), np.array([[1.0, 1.0], [1.0, -1.0]])))


def _limit_rows(program: ConeProgram):
    """Rows s_n >= 0 and q >= |s_t|; contacts without shear have no q."""
    import clarabel
    count, axes, n = program.contact_count, program.axis_count, program.matrix.shape[1]
    limit = program.shear_limit
    held = np.flatnonzero(limit > 0.0)
    normal = axes * np.arange(count)
    shear = (axes * held[:, None] + np.arange(1, axes)).ravel()
    # rows of a cone: q, then the tangential velocities
    place = (axes * np.arange(len(held))[:, None] + np.arange(1, axes)).ravel()
    spread = sp.coo_array((np.ones(len(place)), (place, shear)), (axes * len(held), axes * count))
    top = sp.coo_array((np.ones(len(held)), (axes * np.arange(len(held)), np.arange(len(held)))),
                       (axes * len(held), len(held)))
    by_row = sp.csr_array(program.matrix)
    rows = sp.vstack([sp.hstack([by_row[normal], sp.csr_array((count, len(held)))]),
                      sp.hstack([spread @ by_row, top])], format="csc")
    offset = np.zeros(axes * count) if program.offset is None else program.offset.ravel()
    bias = np.concatenate([offset[normal], spread @ offset])

    def to_force(z: np.ndarray) -> np.ndarray:
        force = np.zeros(axes * count)
        force[normal] = z[:count]
        force[shear] = z[count:][place]
        return force

    cones = [clarabel.NonnegativeConeT(count)] + [clarabel.SecondOrderConeT(axes)] * len(held)
    assert rows.shape[1] == n + len(held)
    return rows, bias, cones, limit[held], to_force


def _run(quadratic, linear, matrix, right, cones):
    for regularisation in REGULARISATIONS:
        answer = _run_once(quadratic, linear, matrix, right, cones, regularisation)
        if _read_status(str(answer.status)) is not ProgramStatus.FAILED:
            break
    return answer


def _run_once(quadratic, linear, matrix, right, cones, regularisation: float):
    import clarabel
    settings = clarabel.DefaultSettings()
    settings.static_regularization_constant = regularisation
    settings.verbose = False
    settings.max_iter = MAX_ITERATIONS
    settings.direct_solve_method = "qdldl"   # quicker here than the supernodal one
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = TOLERANCE
    settings.reduced_tol_gap_abs = settings.reduced_tol_gap_rel = settings.reduced_tol_feas = ACCEPTED
    return clarabel.DefaultSolver(quadratic, linear, matrix, right, cones, settings).solve()


def _read_status(word: str) -> ProgramStatus:
    if word in ("Solved", "AlmostSolved"):
        return ProgramStatus.SOLVED
    if "PrimalInfeasible" in word:
        return ProgramStatus.UNBOUNDED
    return ProgramStatus.NO_EQUILIBRIUM if "DualInfeasible" in word else ProgramStatus.FAILED
