"""Steps by convex problems: one, or several with the friction shift iterated; exact rest where it holds.

The associative law is one convex problem. Coulomb's law is the fixed point of a shift of it; where nothing slides the
shift of the last step is exact, and one problem is enough.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from drystone.engines.nscd.answer import Answer
from drystone.engines.nscd.problem_forms import has_strength, lend, row_velocity, shifted, slip_shift, wedged_block
from drystone.engines.nscd.rows import Rows
from drystone.engines.nscd.state import NscdState
from drystone.engines.nscd.step_data import StepData
from drystone.engines.nscd.world import World
from drystone.errors import SolveError, WedgedError
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.cone.rest import rest_twist
from drystone.solvers.cone.save import UnsolvedStep
from drystone.solvers.coulomb_shift import Iterate, iterate_shift
from drystone.solvers.settle import find_rest, settle
from drystone.solvers.solve import SolverMemory, solve_contact_problem

FLOW_TOLERANCE = 1e-3     #: flow rule coulomb: change of the shift that ends the iteration, in units of a0 dt
FLOW_ACCEPTED = 1e-2      #: change of the shift above which a step counts as not settled, in units of a0 dt
REST_SPEED = 1e-2         #: blocks slower than this are tried for exact rest, in units of a0 dt
#: Steps with strengths or yielding ties that no solver brings below the tolerance are accepted up to this many times
#: it: their stiff springs stop solvers a little earlier than dry joints do.
STRENGTH_ALLOWANCE = 10.0
#: Compliance lent to rigid joints beside ties: what they may still give in a step, in units of the fastest velocity at
#: a joint, but not asked to be less than LENT_SPEED a0 dt, or LENT_REST a0 dt where all stood still before the step.
LENT_MOTION, LENT_SPEED, LENT_REST = 1e-3, 1e-4, 1e-9
LENT_QUIET = 1e-6         #: below this velocity, in units of a0 dt, a step begins with the least of it
LENT_ROUNDS = 30          #: most solves of a step for it
LENT_PACE, LENT_LEAST = 0.3, 1e-2    #: by which it falls from solve to solve, and down to which share [-]
KEPT_REST = 1e-11         #: bound below which the impulses of the last step still explain rest [-]
HELD_REST = 1e-9          #: the same for impulses next to them, which hold blocks to rounding [-]

#: Told after each cone problem that a solver was asked for: the problem, its warm start (twist (b, 6), impulse (c, 3)),
#: the solver's own answer and its CPU time [s].
OnSolve = Callable[[ContactProblem, tuple[np.ndarray, np.ndarray], ContactSolution, float], None]


@dataclass(frozen=True, slots=True)
class Warmth:
    """What the rows of a problem bring along from before the step."""

    shift: np.ndarray        #: (r,) [m/s], friction shift to begin with
    slides: np.ndarray       #: (r,) [-], friction of the rows that can slide, 0 for bonds and ties
    impulse: np.ndarray      #: (r, 3) [N s], of the last step
    older: np.ndarray        #: (r, 3) [N s], of the step before
    lent: np.ndarray | None  #: (r,) [m/s per N s], compliance along n that must not show

    def at(self, rows: np.ndarray) -> Warmth:
        """Of some of the rows."""
        return Warmth(self.shift[rows], self.slides[rows], self.impulse[rows], self.older[rows],
                      None if self.lent is None else self.lent[rows])

    @classmethod
    def of(cls, rows: Rows, *, is_lagged: bool) -> Warmth:
        """Of the rows of a step; is_lagged : whether the shift of the last step is to begin with"""
        slides = rows.friction * rows.slides
        return cls(slides * rows.slip_old if is_lagged else np.zeros(rows.count), slides, rows.warm, rows.older,
                   rows.lent)


def told(on_solve: OnSolve | None, problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray],
         solve: Callable[[], ContactSolution]) -> ContactSolution:
    """What `solve` gives, and `on_solve` told of it; only then a clock is read, which can cost as much as a solve."""
    if on_solve is None:
        return solve()
    before = time.process_time()
    solution = solve()
    on_solve(problem, warm, solution, time.process_time() - before)
    return solution


class ConvexFlow:
    """Solves the cone problems of steps of one model.

    on_solve : None, or who is told of every solve
    """

    def __init__(self, world: World, on_solve: OnSolve | None) -> None:
        self._world, self._settings, self._on_solve = world, world.settings, on_solve
        #: of the first solve of a step that is not accurate enough: state, problem, solution, warm start
        self.doubt: tuple | None = None
        self.unsolved: UnsolvedStep | None = None   #: the last one

    def accept(self) -> None:
        """Refuse the step if its answer, or one on the way to it, is not accurate enough."""
        if self.doubt is not None:
            self._refuse_or_count(*self.doubt)

    def solve(self, data: StepData, bare: ContactProblem, warmth: Warmth, memory: SolverMemory) -> Answer:
        """Solve with a compliance that acts on the change of the impulse alone, until it has nothing left to act on.

        The row u + d + E (r - c) >= 0 with c from the last step, then from the last solve, is the proximal point
        method: each solve has one answer, next to the last, and the limit is that of the rigid rows. So rest is rest
        whatever self-stress the ties lock in. bare : the problem without friction shift in its bias
        """
        lent, warm = warmth.lent, warmth.impulse
        if lent is None or not lent.any():
            return self.iterate(data, bare, warmth, memory)
        count, doubt, least, speed, twist = 0, self.doubt, LENT_LEAST * lent, self._world.speed, data.scene.state.twist
        floor = (LENT_REST if data.stood_still(~bare.prescribed) else LENT_SPEED) * speed
        if warm.any() and np.abs(row_velocity(bare, twist)).max() < LENT_QUIET * speed:
            lent = least                   # nearly at rest the last impulses are good: hold on to them less
        for _ in range(LENT_ROUNDS):
            self.doubt = doubt            # of these solves only the last has to be accurate
            centre = warmth.impulse
            pulled = lend(bare, lent, centre[:, 0])
            answer = self.iterate(data, pulled, warmth, memory)
            count += answer.solve_count
            given = float(np.abs(lent * (answer.solution.impulse[:, 0] - centre[:, 0])).max())
            moves = float(np.abs(row_velocity(bare, answer.solution.twist)).max())
            if given <= max(LENT_MOTION * moves, floor):
                break
            lent, warmth = np.maximum(LENT_PACE * lent, least), replace(warmth, impulse=answer.solution.impulse)
            if self._settings.flow_rule == "coulomb":
                warmth = replace(warmth, shift=answer.problem.bias[:, 0] - pulled.bias[:, 0])
        return replace(answer, solve_count=count)

    def stick(self, data: StepData, bare: ContactProblem, warmth: Warmth, memory: SolverMemory) -> Answer:
        """One convex problem with the shift of the last step: exact where nothing slides."""
        problem = shifted(bare, warmth.shift)
        solution, settled = self.solve_once(data, problem, warmth.impulse, memory)
        return Answer(problem, solution, 1, 0.0, True, settled)

    def iterate(self, data: StepData, bare: ContactProblem, warmth: Warmth, memory: SolverMemory) -> Answer:
        """Solve once; for flow rule coulomb repeat until the friction shift agrees with the slip it causes."""
        warm, speed = warmth.impulse, self._world.speed

        def solve(shift: np.ndarray) -> Answer:
            problem = shifted(bare, shift)
            solution, settled = self.solve_once(data, problem, warm, memory)
            return Answer(problem, solution, 1, 0.0, True, settled)

        def solve_on(shift: np.ndarray) -> Iterate[Answer]:
            nonlocal warm
            answer = solve(shift)
            warm = answer.solution.impulse
            return Iterate(answer, slip_shift(bare, warmth.slides, answer.solution), warm[:, 0] > 0.0)

        if self._settings.flow_rule != "coulomb":
            return solve(warmth.shift)
        best, residual, count = iterate_shift(solve_on, warmth.shift, self._settings.flow_iterations,
                                              FLOW_TOLERANCE * speed)
        return replace(best, solve_count=count, flow_residual=residual,
                       flow_converged=residual <= FLOW_ACCEPTED * speed)

    def solve_once(self, data: StepData, problem: ContactProblem, warm: np.ndarray,
                    memory: SolverMemory) -> tuple[ContactSolution, int]:
        """One cone problem: by rest, if what stood still may stay so, else by a solver."""
        state = data.scene.state
        rest = self._rest(data, problem, warm, memory)
        if rest is not None:
            return rest, int(np.count_nonzero(~problem.prescribed))
        solution = self.call_solver(problem, (state.twist, warm), memory)
        if solution.status == SolveStatus.INACCURATE and solution.residuals.velocity_bound <= self.tolerance(problem):
            solution = replace(solution, status=SolveStatus.SOLVED)
        if solution.status != SolveStatus.SOLVED:
            if self.doubt is None or solution.status == SolveStatus.INFEASIBLE:
                self.doubt = (state, problem, solution, (state.twist, warm))
            if solution.status == SolveStatus.INFEASIBLE:
                self.accept()
        return self._settled(data, problem, solution, memory)

    def _rest(self, data: StepData, problem: ContactProblem, warm: np.ndarray,
              memory: SolverMemory) -> ContactSolution | None:
        """Rest of what stood still, by the impulses (c, 3) of the last step or by others next to them; None if neither.

        Velocities are unique: impulses that hold all blocks are a proof, and no solver need be asked.
        """
        free = ~problem.prescribed
        if not (self._settings.settling and warm.any() and data.stood_still(free)):
            return None
        same = np.where(free[:, None], data.scene.prescribed, problem.free_twist)
        residuals = judge(problem, same, warm)
        if residuals.velocity_bound < KEPT_REST:
            return ContactSolution(same, warm, SolveStatus.SOLVED, 0, "rest", residuals)
        if has_strength(problem):
            return None
        rest = rest_twist(problem)
        if rest is None or not (same[free] == rest).all():
            return None
        impulse = warm.copy()
        count = find_rest(problem, rest, REST_SPEED * self._world.speed, 1e-14 * problem.speed_scale, same.copy(),
                          impulse, memory.patterns)
        if count < np.count_nonzero(free):
            return None
        residuals = judge(problem, same, impulse)
        if not residuals.velocity_bound < HELD_REST:
            return None
        return ContactSolution(same, impulse, SolveStatus.SOLVED, 0, "rest", residuals)

    def _settled(self, data: StepData, problem: ContactProblem, solution: ContactSolution,
                 memory: SolverMemory) -> tuple[ContactSolution, int]:
        """The solution with exact rest where that is one, too, and the number of blocks at rest by it."""
        settings = self._settings
        if not settings.settling:
            return solution, 0
        settled = settle(problem, solution, REST_SPEED * self._world.speed, tolerance=settings.tolerance,
                         patterns=memory.patterns)
        if settled is solution:
            return solution, 0
        at_rest = (settled.twist == data.scene.prescribed).all(axis=1) & ~problem.prescribed
        return settled, int(np.count_nonzero(at_rest))

    def call_solver(self, problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray],
                     memory: SolverMemory) -> ContactSolution:
        settings = self._settings

        def solve() -> ContactSolution:
            return solve_contact_problem(problem, solver=settings.solver, form=settings.form,
                                         tolerance=settings.tolerance, warm=warm, memory=memory)

        return told(self._on_solve, problem, warm, solve)

    def tolerance(self, problem: ContactProblem) -> float:
        """Certified error up to which an answer is accepted."""
        is_strong = problem.cohesion is not None or problem.crushing is not None
        return self._settings.tolerance * (STRENGTH_ALLOWANCE if is_strong else 1.0)

    def _refuse_or_count(self, state: NscdState, problem: ContactProblem, solution: ContactSolution,
                         warm: tuple[np.ndarray, np.ndarray]) -> None:
        self.unsolved = UnsolvedStep(problem, warm)
        bound = solution.residuals.velocity_bound if solution.residuals else float("nan")
        where = f"step {state.step + 1} (t = {state.time:.6g} s)"
        if solution.status == SolveStatus.INFEASIBLE:
            names = self._world.model.block_names
            name = names[wedged_block(problem, solution, names)]
            raise WedgedError(f"{where}: block {name!r} is wedged between supports that close on it: "
                              f"no velocity satisfies its contacts", self.unsolved)
        if self._settings.unsolved == "error":
            raise SolveError(f"{where}: solver {solution.solver} ended {solution.status.value}: certified velocity "
                             f"error {bound:.2g} is above tolerance {self.tolerance(problem):g}; "
                             f"try a smaller dt, or unsolved: count", self.unsolved)
