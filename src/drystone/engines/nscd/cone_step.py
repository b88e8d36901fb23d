"""The solve of a step: build the cone problem, iterate on rotation and flow rule, take exact rest where it holds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.engines.nscd import ledger
from drystone.engines.nscd import rotation as rot
from drystone.engines.nscd.bonds import Held
from drystone.engines.nscd.constraints import Constraints
from drystone.engines.nscd.restitution import Rebound
from drystone.engines.nscd.state import NscdState
from drystone.engines.nscd.ties import TieRows
from drystone.errors import SolveError
from drystone.extremes import SOLVED, greatest
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.settings import AnalysisSettings
from drystone.solvers.cone.parts import Part, join, split_still
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

    state: NscdState
    free: np.ndarray              #: (b,) bool
    contacts: ContactSet
    limits: Constraints
    friction: np.ndarray          #: (c,)
    compliance: np.ndarray | None  #: (c, 3)
    warm: np.ndarray              #: (c, 3) [N s], impulses of the last step
    impulse: np.ndarray           #: (b, 6), of loads and carried contacts
    inertia_old: np.ndarray       #: (b, 3, 3), world axes
    prescribed_twist: np.ndarray  #: (b, 6), of supports
    held: Held | None = None      #: bonds that hold
    ties: TieRows | None = None   #: rows that follow those of the contacts
    lent: np.ndarray | None = None  #: (c,) [m/s per N s], compliance along n that must not show
    rebound: Rebound | None = None  #: blocks that an impact with restitution has turned round already

    @property
    def row_warm(self) -> np.ndarray:
        """(r, 3) [N s], impulses of the last step of the rows that take part."""
        used = self.warm[self.limits.is_used]
        return used if self.ties is None else np.concatenate([used, self.ties.warm])

    @property
    def row_lent(self) -> np.ndarray | None:
        """(r,) [m/s per N s], lent compliance of the rows that take part; None where none is lent."""
        if self.lent is None or not self.lent.any():
            return None
        return np.concatenate([self.lent[self.limits.is_used], np.zeros(len(self.ties.tie))])

    @property
    def row_slip(self) -> np.ndarray:
        """(r,) [m/s], slip speed before the step of the rows that take part; none for ties."""
        used = self.limits.slip_old[self.limits.is_used]
        return used if self.ties is None else np.concatenate([used, np.zeros(len(self.ties.tie))])

    @property
    def row_slides(self) -> np.ndarray:
        """(r,) 1.0 for rows with Coulomb friction, 0.0 for bonds and ties: they do not slide."""
        slides = np.ones(len(self.warm)) if self.held is None else np.where(self.held.holds, 0.0, 1.0)
        slides = slides[self.limits.is_used]
        return slides if self.ties is None else np.concatenate([slides, np.zeros(len(self.ties.tie))])


@dataclass(frozen=True, slots=True)
class Answer:
    """Last cone problem of a step and its solution."""

    problem: ContactProblem
    solution: ContactSolution
    solve_count: int
    flow_residual: float   #: [m/s]
    flow_converged: bool
    settled_count: int

    @property
    def is_solved(self) -> bool:
        return self.solution.status is SolveStatus.SOLVED


class ConeStep:
    """Solves steps of one model with one set of settings.

    on_solve : None, or who is told of every solve
    split : False to solve in one also what stands still beside what moves; the answers agree within the tolerance
    """

    def __init__(self, names: tuple[str, ...], settings: AnalysisSettings, mass: np.ndarray, inertia: np.ndarray,
                 planar_axis: int | None, acceleration_scale: float, position: np.ndarray, *,
                 on_solve: OnSolve | None = None, split: bool = True) -> None:
        self._on_solve, self._splits = on_solve, split and settings.settling
        self._position = position     # of the start: the order of elimination must not depend on when it is made
        self._names, self._settings = names, settings
        self._mass, self._inertia = mass, inertia
        self._planar_axis = planar_axis
        self._locked = locked_directions(planar_axis)
        self._speed_scale = acceleration_scale * settings.dt
        self._share = settings.theta if settings.scheme == "theta" else 1.0
        self._memory = SolverMemory(PatternMemory(settings.threads))        # of the whole, or of what moves
        self._still_memory = SolverMemory(PatternMemory(settings.threads))  # of what stands still beside it
        self._told: np.ndarray | None = None
        self.unsolved: UnsolvedStep | None = None   #: the last one
        self._doubt: tuple | None = None     # of the first solve that is not accurate enough: see _refuse_or_count
        self._linear = np.zeros((len(mass), 6, 6))
        for i in range(3):
            self._linear[:, i, i] = mass

    def solve(self, data: StepData) -> Answer:
        """Twist and impulses of the step."""
        settings = self._settings
        self._recall(data.state.solver)
        self._doubt = None
        if settings.rotation_rule != "quasi-newton":
            return self._solve_flow(data, *self._free_motion(data, data.state.twist[:, 3:]))
        count = 0
        guess = data.state.twist[:, 3:]
        for _ in range(settings.rotation_iterations):
            answer = self._solve_flow(data, *self._free_motion(data, guess))
            count += answer.solve_count
            guess = self.end_twist(answer.solution.twist, data.state.twist)[:, 3:]
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

    def _recall(self, told: np.ndarray) -> None:
        """Go on from what `solver_memory` gave, here or in another process."""
        if len(told):
            self._memory.recall(told[1:1 + told[0]])
            self._still_memory.recall(told[1 + told[0]:])

    def end_twist(self, solved: np.ndarray, twist_old: np.ndarray) -> np.ndarray:
        """Twist at the end of the step from the solved one, which is that of the middle for scheme theta."""
        if self._share == 1.0:
            return solved.copy()
        return (solved - (1.0 - self._share) * twist_old) / self._share

    def _free_motion(self, data: StepData, omega_guess: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """H (b, 6, 6) and the free twist v* (b, 6), before theta."""
        state, dt, rule = data.state, self._settings.dt, self._settings.rotation_rule
        omega = np.ascontiguousarray(state.twist[:, 3:])
        moment = np.ascontiguousarray(data.impulse[:, 3:])
        momentum = rot.multiply3(data.inertia_old, omega)
        if rule == "predicted":
            spin, omega_free = rot.predicted(self._inertia, state.orientation, omega, momentum, moment, dt)
            fast = np.flatnonzero(data.free & rot.is_fast(omega, dt))
            if len(fast):   # the end pose of a fast spin cannot be predicted: impulses act in the middle instead
                middle, omega_middle = rot.drift(self._inertia, state.orientation, omega, fast, 0.5 * dt)
                spin[fast] = rot.world_inertia(self._inertia[fast], quaternion_to_matrix(middle))
                omega_free[fast] = omega_middle + rot.solve3(spin[fast], moment[fast])
        elif rule == "explicit":
            spin, omega_free = rot.explicit(data.inertia_old, omega, momentum, moment, dt)
        else:
            spin, omega_free = rot.quasi_newton(self._inertia, state.orientation, omega_guess, omega, momentum, moment,
                                                self._share, dt)
        inertia = self._linear.copy()
        inertia[:, 3:, 3:] = spin
        free_twist = np.empty_like(state.twist)
        free_twist[:, :3] = state.twist[:, :3] + data.impulse[:, :3] / self._mass[:, None]
        free_twist[:, 3:] = omega_free
        if self._planar_axis is not None:
            free_twist[:, self._locked] = 0.0
        if data.rebound is not None:
            data.rebound.set_free_motion(inertia, free_twist)
        return inertia, free_twist

    def _problem(self, data: StepData, inertia: np.ndarray, free_twist: np.ndarray) -> ContactProblem:
        """The cone problem without friction shift in its bias."""
        found, limits, share = data.contacts, data.limits, self._share
        target = free_twist if share == 1.0 else share * free_twist + (1.0 - share) * data.state.twist
        used = slice(None) if limits.is_used.all() else limits.is_used
        held = data.held
        problem = ContactProblem(
            inertia=inertia if share == 1.0 else inertia / share,
            free_twist=np.where(data.free[:, None], target, data.prescribed_twist), prescribed=~data.free,
            block_a=found.block_a[used], block_b=found.block_b[used], frame=found.frame[used],
            arm_a=limits.arm_a[used], arm_b=limits.arm_b[used], bias=limits.bias[used], friction=data.friction[used],
            compliance=None if data.compliance is None else data.compliance[used], planar_axis=self._planar_axis,
            position=self._position, speed_scale=self._speed_scale,
            cohesion=None if held is None else held.cohesion[used],
            tension=None if held is None else held.tension[used])
        return problem if data.ties is None else data.ties.add_to(problem)

    def _solve_flow(self, data: StepData, inertia: np.ndarray, free_twist: np.ndarray) -> Answer:
        """Solve the step; blocks that stand still and touch nothing that moves are solved by themselves."""
        whole = self._problem(data, inertia, free_twist)
        warm, slip, slides, lent = data.row_warm, data.row_slip, whole.friction * data.row_slides, data.row_lent
        is_still = (data.state.twist == data.prescribed_twist).all(axis=1)
        is_still[_blocks_with_give(whole)] = False     # they are never quite at rest: keep them apart from what is
        parts = split_still(whole, is_still) if self._splits else []
        if parts:
            answers = [self._iterate_lent(data, _without_idle_fields(part.problem), slip[part.contacts],
                                          slides[part.contacts], warm[part.contacts], memory,
                                          None if lent is None else lent[part.contacts])
                       for part, memory in zip(parts, (self._still_memory, self._memory))]
            answer = _join_answers(whole, parts, answers)
            # errors of the parts add up in squares, and so do their reference norms, but only up to a factor of two
            if answer.solution.residuals.velocity_bound <= self._tolerance(whole) or not answer.is_solved:
                return answer
        return self._iterate_lent(data, whole, slip, slides, warm, self._memory, lent)

    def _iterate_lent(self, data: StepData, bare: ContactProblem, slip_old: np.ndarray, slides: np.ndarray,
                      warm: np.ndarray, memory: SolverMemory, lent: np.ndarray | None) -> Answer:
        """Solve with a compliance that acts on the change of the impulse alone, until it has nothing left to act on.

        The row u + d + E (r - c) >= 0 with c from the last step, then from the last solve, is the proximal point
        method: each solve has one answer, next to the last, and the limit is that of the rigid rows. So rest is rest
        whatever self-stress the ties lock in. lent : (r,) E [m/s per N s] or None; the others as in `_iterate_flow`
        """
        shift = np.zeros(bare.contact_count)
        if self._settings.flow_rule != "associative":
            shift = slides * slip_old
        if lent is None or not lent.any():
            return self._iterate_flow(data, bare, shift, slides, warm, memory)
        count, centre, doubt, least, free = 0, warm, self._doubt, LENT_LEAST * lent, ~bare.prescribed
        stood = np.array_equal(data.state.twist[free], data.prescribed_twist[free])
        floor = (LENT_REST if stood else LENT_SPEED) * self._speed_scale
        if warm.any() and np.abs(_row_velocity(bare, data.state.twist)).max() < LENT_QUIET * self._speed_scale:
            lent = least                   # nearly at rest the last impulses are good: hold on to them less
        for _ in range(LENT_ROUNDS):
            self._doubt = doubt            # of these solves only the last has to be accurate
            pulled = _lend(bare, lent, centre[:, 0])
            answer = self._iterate_flow(data, pulled, shift, slides, centre, memory)
            count += answer.solve_count
            given = float(np.abs(lent * (answer.solution.impulse[:, 0] - centre[:, 0])).max())
            moves = float(np.abs(_row_velocity(bare, answer.solution.twist)).max())
            if given <= max(LENT_MOTION * moves, floor):
                break
            centre, lent = answer.solution.impulse, np.maximum(LENT_PACE * lent, least)
            if self._settings.flow_rule == "coulomb":
                shift = answer.problem.bias[:, 0] - pulled.bias[:, 0]
        return replace(answer, solve_count=count)

    def _iterate_flow(self, data: StepData, bare: ContactProblem, shift: np.ndarray, slides: np.ndarray,
                      warm: np.ndarray, memory: SolverMemory) -> Answer:
        """Solve once; for flow rule coulomb repeat until the friction shift agrees with the slip it causes.

        Parameters
        ----------
        bare : the problem without friction shift in its bias
        shift : (c,) [m/s], friction shift to begin with
        slides : (c,) [-], friction of the contacts that can slide, 0 for bonds and ties
        warm : (c, 3) [N s], impulses of the last step
        memory : of the solver
        """
        flow, most = self._settings.flow_rule, self._settings.flow_iterations
        if flow != "coulomb":
            problem = _shifted(bare, shift)
            solution, settled = self._solve_once(data, problem, warm, memory)
            return Answer(problem, solution, 1, 0.0, True, settled)

        def solve(shift: np.ndarray) -> Iterate[Answer]:
            nonlocal warm
            problem = _shifted(bare, shift)
            solution, settled = self._solve_once(data, problem, warm, memory)
            warm = solution.impulse
            return Iterate(Answer(problem, solution, 1, 0.0, True, settled), _slip_shift(bare, slides, solution),
                           solution.impulse[:, 0] > 0.0)

        best, residual, count = iterate_shift(solve, shift, most, FLOW_TOLERANCE * self._speed_scale)
        return replace(best, solve_count=count, flow_residual=residual,
                       flow_converged=residual <= FLOW_ACCEPTED * self._speed_scale)

    def _solve_once(self, data: StepData, problem: ContactProblem, warm: np.ndarray,
                    memory: SolverMemory) -> tuple[ContactSolution, int]:
        """One cone problem: by the rest of a step ago if that still holds, else by a solver."""
        settings, state, free = self._settings, data.state, ~problem.prescribed
        if settings.settling and np.array_equal(state.twist[free], data.prescribed_twist[free]) and warm.any():
            same = np.where(free[:, None], data.prescribed_twist, problem.free_twist)
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
        settled = settle(problem, solution, REST_SPEED * self._speed_scale, tolerance=settings.tolerance,
                         patterns=memory.patterns)
        if settled is solution:
            return solution, 0
        at_rest = (settled.twist == data.prescribed_twist).all(axis=1) & free
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
            name = self._names[_wedged_block(problem, solution, self._names)]
            raise SolveError(f"{where}: block {name!r} is wedged between supports that close on it: "
                             f"no velocity satisfies its contacts", self.unsolved)
        if self._settings.unsolved == "error":
            raise SolveError(f"{where}: solver {solution.solver} ended {solution.status.value}: certified velocity "
                             f"error {bound:.2g} is above tolerance {self._tolerance(problem):g}; "
                             f"try a smaller dt, or unsolved: count", self.unsolved)


def locked_directions(planar_axis: int | None) -> np.ndarray:
    """(6,) bool, components of a twist that a planar model shuts."""
    locked = np.zeros(6, bool)
    if planar_axis is not None:
        locked[planar_axis] = True
        locked[[3 + i for i in range(3) if i != planar_axis]] = True
    return locked


def _blocks_with_give(problem: ContactProblem) -> np.ndarray:
    """(b,) bool, blocks at rows with compliance or strength: joints with stiffness, bonds, ties."""
    gives = np.zeros(problem.contact_count, bool)
    for values in (problem.compliance, problem.cohesion, problem.tension):
        if values is not None:
            gives |= (values > 0.0).any(axis=tuple(range(1, values.ndim)))     # a part may have no contacts
    if problem.crushing is not None:
        gives |= np.isfinite(problem.crushing)
    out = np.zeros(problem.block_count, bool)
    out[problem.block_a[gives]] = out[problem.block_b[gives]] = True
    return out


def _without_idle_fields(problem: ContactProblem) -> ContactProblem:
    """`problem` as one of dry rigid joints, if its rows have neither compliance nor strength."""
    if _blocks_with_give(problem).any():
        return problem
    return replace(problem, compliance=None, cohesion=None, tension=None, crushing=None)


def _shifted(problem: ContactProblem, shift: np.ndarray) -> ContactProblem:
    """`problem` with the friction shift in its normal bias."""
    bias = problem.bias.copy()
    bias[:, 0] += shift
    return replace(problem, bias=bias)


def _lend(problem: ContactProblem, lent: np.ndarray, centre: np.ndarray) -> ContactProblem:
    """`problem` in which the rows with `lent` (c,) give by lent (r - centre) along n; centre : (c,) [N s]."""
    compliance = problem.compliance.copy()
    compliance[lent > 0.0, 0] = lent[lent > 0.0]
    return replace(_shifted(problem, -lent * centre), compliance=compliance)


def _join_answers(whole: ContactProblem, parts: list[Part], answers: list[Answer]) -> Answer:
    """One answer to the whole problem from those of its parts."""
    bias, compliance = whole.bias.copy(), None if whole.compliance is None else whole.compliance.copy()
    for part, answer in zip(parts, answers):
        bias[part.contacts] = answer.problem.bias
        if answer.problem.compliance is not None:
            compliance[part.contacts] = answer.problem.compliance
    problem = replace(whole, bias=bias, compliance=compliance)
    solution = join(problem, parts, [answer.solution for answer in answers])
    solution = replace(solution, residuals=judge(problem, solution.twist, solution.impulse))
    return Answer(problem, solution, max(answer.solve_count for answer in answers),
                  max(answer.flow_residual for answer in answers), all(answer.flow_converged for answer in answers),
                  sum(answer.settled_count for answer in answers))


def _row_velocity(problem: ContactProblem, twist: np.ndarray) -> np.ndarray:
    """(c, 3) velocity of b against a [m/s]."""
    return ledger.contact_velocity(problem.block_a, problem.block_b, problem.frame, problem.arm_a, problem.arm_b, twist)


def _slip_shift(problem: ContactProblem, friction: np.ndarray, solution: ContactSolution) -> np.ndarray:
    """(c,) friction (c,) times slip speed [m/s]; what a spring takes up elastically is no slip."""
    s = _row_velocity(problem, solution.twist) + problem.bias
    if problem.compliance is not None:
        s += problem.compliance * solution.impulse
    return friction * np.hypot(s[:, 1], s[:, 2])


def _wedged_block(problem: ContactProblem, solution: ContactSolution, names: Sequence[str]) -> int:
    """Free block of the contact that is violated most."""
    u = _row_velocity(problem, solution.twist) + problem.bias
    block = np.where(problem.prescribed[problem.block_b], problem.block_a, problem.block_b)
    violated = problem.friction * np.hypot(u[:, 1], u[:, 2]) - u[:, 0]
    return int(block[greatest(violated, [names[i] for i in block], accuracy=SOLVED)])
