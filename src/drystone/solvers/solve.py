"""The one call that engines use: choose a solver, judge its answer, fall back if it is not good enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from drystone.checks import check_choice, check_number
from drystone.solvers.clarabel_solver import solve_clarabel
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.residuals import judge, judge_infeasible
from drystone.solvers.first_order.gauss_seidel import solve_gauss_seidel
from drystone.solvers.first_order.spectral import solve_spectral
from drystone.solvers.machine import IS_PLAIN, PatternMemory, solve_augmented, solve_interior, solve_regularised

#: What `solver` may be.
SOLVERS = ("auto", "interior", "augmented", "regularised", "gauss-seidel", "spectral", "clarabel")

#: Solvers aim at this error even where more is allowed: it costs an iteration or two.
AIM = 1e-5

#: The augmented Lagrangian aims at this share of it, the regularised Newton at that: their last rounds cost little.
AUGMENTED_SHARE, REGULARISED_SHARE = 0.1, 1e-5

#: Directions that "auto" lets the augmented Lagrangian try, and the least and most steps for which it is left out after
#: a miss. Where it hits it needs two or three; a miss costs a tenth of the interior point solve that follows.
BUDGET, SHORTEST_WAIT, LONGEST_WAIT = 4, 2, 32

#: A miss by no more than this goes on, with so many directions more: two leaves that stand need seven in their first
#: step, and end the first four at 1e-3, while structures in motion are far off, at 5 to 1e7.
NEAR, MORE = 1e-2, 8

#: Directions that "auto" lets the regularised Newton try.
REGULARISED_BUDGET = 12

#: A certificate that demands velocity changes of this many times the speeds of the step is believed.
BEYOND_SPEED = 1e4


@dataclass
class SolverMemory:
    """What is worth keeping from step to step of one run. It changes the cost of an answer, and the way to it."""

    patterns: PatternMemory = field(default_factory=PatternMemory)
    wait: int = 0      #: steps for which the augmented Lagrangian is still left out
    penalty: int = SHORTEST_WAIT   #: steps it will be left out for after its next miss
    _told: np.ndarray | None = None

    def to_array(self) -> np.ndarray:
        """What the way to an answer depends on, as whole numbers; the same array as long as nothing has changed."""
        blocks, known = self.patterns.pairs
        now = np.concatenate([np.array([self.wait, self.penalty, blocks], np.int64), known])
        if self._told is None or not np.array_equal(now, self._told):
            self._told = now
        return self._told

    def recall(self, array: np.ndarray) -> None:
        """Go on from what `to_array` gave, here or in another process."""
        if len(array) < 3 or np.array_equal(array, self.to_array()):
            return
        self.wait, self.penalty, self._told = int(array[0]), int(array[1]), array
        self.patterns.recall(int(array[2]), array[3:])

    def augmented_hit(self) -> None:
        """The augmented Lagrangian has solved a step."""
        self.wait, self.penalty = 0, SHORTEST_WAIT

    def augmented_missed(self) -> None:
        """It has not: leave it out, each time twice as long."""
        self.wait, self.penalty = self.penalty, min(2 * self.penalty, LONGEST_WAIT)


def _judged(problem: ContactProblem, solution: ContactSolution, tolerance: float) -> ContactSolution:
    """The solution with its residuals, and the status that they deserve."""
    if solution.status is SolveStatus.INFEASIBLE and judge_infeasible(problem, solution.impulse) > BEYOND_SPEED:
        return solution
    residuals = judge(problem, solution.twist, solution.impulse)
    if residuals.velocity_bound <= tolerance:
        status = SolveStatus.SOLVED
    else:
        status = SolveStatus.INACCURATE if np.isfinite(residuals.velocity_bound) else SolveStatus.FAILED
    return replace(solution, status=status, residuals=residuals)


def solve_contact_problem(problem: ContactProblem, solver: str = "auto", form: str = "primal",
                          tolerance: float = 1e-6, warm: tuple[np.ndarray, np.ndarray] | None = None,
                          memory: SolverMemory | None = None, threads: int = 1) -> ContactSolution:
    """Twist and impulses of one step, with a status decided by `residuals.judge`.

    Parameters
    ----------
    solver : one of SOLVERS. "auto" tries the augmented Lagrangian if there is a warm start, with a small budget and
        ever longer pauses after misses; then the interior point method, warm and cold, then Clarabel. Compliance in
        every contact puts the regularised Newton method first. "interior" and "clarabel" fall back on each other, the
        other solvers stand alone.
    form : of Clarabel, "primal" (velocities) or "dual" (impulses)
    tolerance : on `Residuals.velocity_bound` [-]
    warm : twist (b, 6) and impulse (c, 3) to start from; Clarabel does not use them
    memory : of the run
    threads : that work on a factor, if there is no memory to say so; the answer has the same bits for any number

    Returns
    -------
    SOLVED if the bound is within tolerance. Otherwise the next solver is tried, too, and the best answer is
    returned, as INACCURATE if none is within tolerance; FAILED, with zeros, if there is none. INFEASIBLE if no velocity
    satisfies the constraints; then the impulses are the certificate (see `solve_interior`).
    """
    check_choice("solver", solver, SOLVERS)
    check_choice("form", form, ("primal", "dual"))
    check_number("tolerance", tolerance, "-", above=0.0)
    memory = memory or SolverMemory(PatternMemory(threads))
    best = None
    for name, attempt in _attempts(problem, solver, form, min(tolerance, AIM), warm, memory):
        found = _judged(problem, attempt(), tolerance)
        is_answer = found.status in (SolveStatus.SOLVED, SolveStatus.INFEASIBLE)
        if solver == "auto" and name == "augmented":
            (memory.augmented_hit if is_answer else memory.augmented_missed)()
        if is_answer:
            return found
        if best is None or found.residuals.velocity_bound < best.residuals.velocity_bound:
            best = found
    if best.status is SolveStatus.FAILED:     # there is no answer, and nobody shall take what is there for one
        best = replace(best, twist=np.zeros_like(best.twist), impulse=np.zeros_like(best.impulse))
    return best


def _try_augmented(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray], tolerance: float,
                   patterns: PatternMemory) -> ContactSolution:
    """The augmented Lagrangian with a small budget, and once more from its end if that is near."""
    found = solve_augmented(problem, warm, tolerance=tolerance, budget=BUDGET, patterns=patterns)
    if found.status is SolveStatus.SOLVED or not judge(problem, found.twist, found.impulse).velocity_bound <= NEAR:
        return found
    more = solve_augmented(problem, (found.twist, found.impulse), tolerance=tolerance, budget=MORE, patterns=patterns)
    return replace(more, iterations=found.iterations + more.iterations)


def _gives_everywhere(problem: ContactProblem) -> bool:
    """Whether every contact has compliance."""
    return problem.compliance is not None and len(problem.compliance) > 0 and problem.compliance.min() > 0.0


def _attempts(problem: ContactProblem, solver: str, form: str, aim: float, warm, memory: SolverMemory):
    """Names and calls of the solvers to try, in order."""
    patterns, fine, finest = memory.patterns, AUGMENTED_SHARE * aim, REGULARISED_SHARE * aim
    calls: dict[str, Callable[[], ContactSolution]] = {
        "interior": lambda: solve_interior(problem, warm, tolerance=aim, patterns=patterns),
        "cold": lambda: solve_interior(problem, tolerance=aim, patterns=patterns),
        "augmented": lambda: solve_augmented(problem, warm, tolerance=fine, patterns=patterns),
        "regularised": lambda: solve_regularised(problem, warm, tolerance=finest, patterns=patterns),
        "gauss-seidel": lambda: solve_gauss_seidel(problem, warm, tolerance=aim),
        "spectral": lambda: solve_spectral(problem, warm, tolerance=aim),
        "clarabel": lambda: solve_clarabel(problem, form),
    }
    if IS_PLAIN and solver == "auto":
        return [(name, calls[name]) for name in ("interior", "clarabel")]
    if solver == "clarabel":
        order = ["clarabel", "interior"]
    elif solver in ("interior", "auto"):
        order = ["interior"] + (["cold"] if warm is not None else []) + ["clarabel"]
    else:
        order = [solver]
    if solver == "auto":
        if _gives_everywhere(problem):
            calls["regularised"] = lambda: solve_regularised(problem, warm, tolerance=finest, budget=REGULARISED_BUDGET,
                                                             patterns=patterns)
            order.insert(0, "regularised")
        elif warm is not None and memory.wait > 0:
            memory.wait -= 1
        elif warm is not None and warm[1].any():
            calls["augmented"] = lambda: _try_augmented(problem, warm, fine, patterns)
            order.insert(0, "augmented")
    return [(name, calls[name]) for name in order]
