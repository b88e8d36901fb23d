"""The solve of a step: build the cone problem, iterate on rotation and flow rule, take exact rest where it holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from drystone.engines.nscd.answer import Answer, join_answers
from drystone.engines.nscd.free_motion import end_twist, free_motion
from drystone.engines.nscd.problem_forms import (
    blocks_with_give,
    lend,
    row_velocity,
    shifted,
    slip_shift,
    wedged_block,
    without_idle_fields,
)
from drystone.engines.nscd.restitution import Rebound
from drystone.engines.nscd.rows import Rows
from drystone.engines.nscd.scene import Scene
from drystone.engines.nscd.state import NscdState
from drystone.engines.nscd.world import World
from drystone.errors import SolveError
from drystone.solvers.cone.parts import split_still
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.cone.save import UnsolvedStep
from drystone.solvers.coulomb_shift import Iterate, iterate_shift
from drystone.solvers.machine import PatternMemory
from drystone.solvers.settle import settle
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

#: Told after each cone problem that a solver was asked for: the problem, its warm start (twist (b, 6), impulse (c, 3)),
#: the solver's own answer and its CPU time [s].
OnSolve = Callable[[ContactProblem, tuple[np.ndarray, np.ndarray], ContactSolution, float], None]


@dataclass(frozen=True, slots=True)
class StepData:
    """All that the solve of one step needs."""

    scene: Scene
    rows: Rows                    #: of all sources, those that take part
    impulse: np.ndarray           #: (b, 6), of loads and carried contacts
    rebound: Rebound | None = None  #: blocks that an impact with restitution has turned round already

    def stood_still(self, free: np.ndarray) -> bool:
        """Whether the free blocks (b,) bool moved with the supports before the step."""
        return np.array_equal(self.scene.state.twist[free], self.scene.prescribed[free])


@dataclass(frozen=True, slots=True)
class _Warmth:
    """What the rows of a problem bring along from before the step."""

    shift: np.ndarray        #: (r,) [m/s], friction shift to begin with
    slides: np.ndarray       #: (r,) [-], friction of the rows that can slide, 0 for bonds and ties
    impulse: np.ndarray      #: (r, 3) [N s], of the last step
    lent: np.ndarray | None  #: (r,) [m/s per N s], compliance along n that must not show

    def at(self, rows: np.ndarray) -> _Warmth:
        """Of some of the rows."""
        return _Warmth(self.shift[rows], self.slides[rows], self.impulse[rows],
                       None if self.lent is None else self.lent[rows])


class ConeStep:
    """Solves steps of one model with one set of settings.

    on_solve : None, or who is told of every solve
    split : False to solve in one also what stands still beside what moves; the answers agree within the tolerance
    """

    def __init__(self, world: World, *, on_solve: OnSolve | None = None, split: bool = True) -> None:
        settings = world.settings
        self._world, self._settings = world, settings
        self._on_solve, self._splits = on_solve, split and settings.settling
        self._forget()
        self.unsolved: UnsolvedStep | None = None   #: the last one
        self._doubt: tuple | None = None     # of the first solve that is not accurate enough: see _refuse_or_count

    def solve(self, data: StepData) -> Answer:
        """Twist and impulses of the step."""
        state, settings = data.scene.state, self._settings
        self._recall(state.solver)
        self._doubt = None
        count, guess = 0, state.twist[:, 3:]
        for _ in range(settings.rotation_iterations if settings.rotation_rule == "quasi-newton" else 1):
            answer = self._solve_flow(data, *free_motion(data.scene, data.impulse, data.rebound, guess))
            count += answer.solve_count
            guess = end_twist(self._world, answer.solution.twist, state.twist)[:, 3:]
        return replace(answer, solve_count=count)

    def accept(self) -> None:
        """Take the last answer for the step's; refuse it if it, or one on the way to it, is not accurate enough.

        Steps in which bonds break are solved several times, and only the last solve has to be accurate.
        """
        if self._doubt is not None:
            self._refuse_or_count(*self._doubt)

    def solver_memory(self) -> np.ndarray:
        """What the solver goes by in the next step, for the state."""
        moving, still = self._memory.to_array(), self._still_memory.to_array()
        now = np.concatenate([np.array([len(moving)], np.int64), moving, still])
        if self._told is None or not np.array_equal(now, self._told):   # states share it while nothing changes
            self._told = now
        return self._told

    def _forget(self) -> None:
        """Know of no step before."""
        threads = self._settings.threads
        self._memory = SolverMemory(PatternMemory(threads))        # of the whole, or of what moves
        self._still_memory = SolverMemory(PatternMemory(threads))  # of what stands still beside it
        self._told: np.ndarray | None = None

    def _recall(self, told: np.ndarray) -> None:
        """Go on from what `solver_memory` gave, here or in another process; a first step goes by nothing."""
        if not len(told) and self._told is not None:
            self._forget()
        elif len(told):
            self._memory.recall(told[1:1 + told[0]])
            self._still_memory.recall(told[1 + told[0]:])

    def _problem(self, data: StepData, inertia: np.ndarray, free_twist: np.ndarray) -> ContactProblem:
        """The cone problem without friction shift in its bias."""
        scene, world, rows, share = data.scene, self._world, data.rows, self._world.share
        target = free_twist if share == 1.0 else share * free_twist + (1.0 - share) * scene.state.twist
        return ContactProblem(
            inertia=inertia if share == 1.0 else inertia / share,
            free_twist=np.where(scene.free[:, None], target, scene.prescribed), prescribed=~scene.free,
            block_a=rows.block_a, block_b=rows.block_b, frame=rows.frame, arm_a=rows.arm_a, arm_b=rows.arm_b,
            bias=rows.bias, friction=rows.friction, compliance=rows.compliance, planar_axis=world.planar_axis,
            cohesion=rows.cohesion, tension=rows.tension, crushing=rows.crushing, speed_scale=world.speed,
            # of the start: the order of elimination must not depend on when it is made
            position=world.model.initial_position)

    def _solve_flow(self, data: StepData, inertia: np.ndarray, free_twist: np.ndarray) -> Answer:
        """Solve the step; blocks that stand still and touch nothing that moves are solved by themselves."""
        whole = self._problem(data, inertia, free_twist)
        warmth = self._warmth(data.rows)
        is_still = (data.scene.state.twist == data.scene.prescribed).all(axis=1)
        is_still[blocks_with_give(whole)] = False     # they are never quite at rest: keep them apart from what is
        parts = split_still(whole, is_still) if self._splits else []
        if parts:
            answers = [self._iterate_lent(data, without_idle_fields(part.problem), warmth.at(part.contacts), memory)
                       for part, memory in zip(parts, (self._still_memory, self._memory))]
            answer = join_answers(whole, parts, answers)
            # errors of the parts add up in squares, and so do their reference norms, but only up to a factor of two
            if answer.solution.residuals.velocity_bound <= self._tolerance(whole) or not answer.is_solved:
                return answer
        return self._iterate_lent(data, whole, warmth, self._memory)

    def _warmth(self, rows: Rows) -> _Warmth:
        slides = rows.friction * rows.slides
        shift = np.zeros(rows.count) if self._settings.flow_rule == "associative" else slides * rows.slip_old
        return _Warmth(shift, slides, rows.warm, rows.lent)

    def _iterate_lent(self, data: StepData, bare: ContactProblem, warmth: _Warmth, memory: SolverMemory) -> Answer:
        """Solve with a compliance that acts on the change of the impulse alone, until it has nothing left to act on.

        The row u + d + E (r - c) >= 0 with c from the last step, then from the last solve, is the proximal point
        method: each solve has one answer, next to the last, and the limit is that of the rigid rows. So rest is rest
        whatever self-stress the ties lock in. bare : the problem without friction shift in its bias
        """
        lent, warm = warmth.lent, warmth.impulse
        if lent is None or not lent.any():
            return self._iterate_flow(data, bare, warmth, memory)
        count, doubt, least, speed, twist = 0, self._doubt, LENT_LEAST * lent, self._world.speed, data.scene.state.twist
        floor = (LENT_REST if data.stood_still(~bare.prescribed) else LENT_SPEED) * speed
        if warm.any() and np.abs(row_velocity(bare, twist)).max() < LENT_QUIET * speed:
            lent = least                   # nearly at rest the last impulses are good: hold on to them less
        for _ in range(LENT_ROUNDS):
            self._doubt = doubt            # of these solves only the last has to be accurate
            centre = warmth.impulse
            pulled = lend(bare, lent, centre[:, 0])
            answer = self._iterate_flow(data, pulled, warmth, memory)
            count += answer.solve_count
            given = float(np.abs(lent * (answer.solution.impulse[:, 0] - centre[:, 0])).max())
            moves = float(np.abs(row_velocity(bare, answer.solution.twist)).max())
            if given <= max(LENT_MOTION * moves, floor):
                break
            lent, warmth = np.maximum(LENT_PACE * lent, least), replace(warmth, impulse=answer.solution.impulse)
            if self._settings.flow_rule == "coulomb":
                warmth = replace(warmth, shift=answer.problem.bias[:, 0] - pulled.bias[:, 0])
        return replace(answer, solve_count=count)

    def _iterate_flow(self, data: StepData, bare: ContactProblem, warmth: _Warmth, memory: SolverMemory) -> Answer:
        """Solve once; for flow rule coulomb repeat until the friction shift agrees with the slip it causes."""
        warm, speed = warmth.impulse, self._world.speed

        def solve(shift: np.ndarray) -> Answer:
            problem = shifted(bare, shift)
            solution, settled = self._solve_once(data, problem, warm, memory)
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

    def _solve_once(self, data: StepData, problem: ContactProblem, warm: np.ndarray,
                    memory: SolverMemory) -> tuple[ContactSolution, int]:
        """One cone problem: by the rest of a step ago if that still holds, else by a solver."""
        settings, state, free = self._settings, data.scene.state, ~problem.prescribed
        if settings.settling and data.stood_still(free) and warm.any():
            same = np.where(free[:, None], data.scene.prescribed, problem.free_twist)
            residuals = judge(problem, same, warm)
            if residuals.velocity_bound < KEPT_REST:
                kept = ContactSolution(same, warm, SolveStatus.SOLVED, 0, "rest", residuals)
                return kept, int(np.count_nonzero(free))
        solution = self._call_solver(problem, (state.twist, warm), memory)
        if solution.status == SolveStatus.INACCURATE and solution.residuals.velocity_bound <= self._tolerance(problem):
            solution = replace(solution, status=SolveStatus.SOLVED)
        if solution.status != SolveStatus.SOLVED:
            if self._doubt is None or solution.status == SolveStatus.INFEASIBLE:
                self._doubt = (state, problem, solution, (state.twist, warm))
            if solution.status == SolveStatus.INFEASIBLE:
                self.accept()
        if not settings.settling:
            return solution, 0
        settled = settle(problem, solution, REST_SPEED * self._world.speed, tolerance=settings.tolerance,
                         patterns=memory.patterns)
        if settled is solution:
            return solution, 0
        at_rest = (settled.twist == data.scene.prescribed).all(axis=1) & free
        return settled, int(np.count_nonzero(at_rest))

    def _call_solver(self, problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray],
                     memory: SolverMemory) -> ContactSolution:
        settings, before = self._settings, time.process_time()
        solution = solve_contact_problem(problem, solver=settings.solver, form=settings.form,
                                         tolerance=settings.tolerance, warm=warm, memory=memory)
        if self._on_solve is not None:
            self._on_solve(problem, warm, solution, time.process_time() - before)
        return solution

    def _tolerance(self, problem: ContactProblem) -> float:
        """Certified error up to which an answer is accepted."""
        has_strength = problem.cohesion is not None or problem.crushing is not None
        return self._settings.tolerance * (STRENGTH_ALLOWANCE if has_strength else 1.0)

    def _refuse_or_count(self, state: NscdState, problem: ContactProblem, solution: ContactSolution,
                         warm: tuple[np.ndarray, np.ndarray]) -> None:
        self.unsolved = UnsolvedStep(problem, warm)
        bound = solution.residuals.velocity_bound if solution.residuals else float("nan")
        where = f"step {state.step + 1} (t = {state.time:.6g} s)"
        if solution.status == SolveStatus.INFEASIBLE:
            names = self._world.model.block_names
            name = names[wedged_block(problem, solution, names)]
            raise SolveError(f"{where}: block {name!r} is wedged between supports that close on it: "
                             f"no velocity satisfies its contacts", self.unsolved)
        if self._settings.unsolved == "error":
            raise SolveError(f"{where}: solver {solution.solver} ended {solution.status.value}: certified velocity "
                             f"error {bound:.2g} is above tolerance {self._tolerance(problem):g}; "
                             f"try a smaller dt, or unsolved: count", self.unsolved)
