"""Coulomb's law of a step: rest where it is admissible, one convex problem where nothing slides, else the splitting.

1. Rest: what stood still stays so if the last impulses explain it, or others next to them; what barely moves comes to
   rest where statics admits it (`solvers/halt.py`).
2. Nothing slid in the last step: one convex problem with the old shift, which is exact if nothing slides now either.
3. The splitting on the law itself (`solvers/splitting`), rigid joints with a small give (`give.py`).
4. What is far from the law even then is asked of others, too, and the best answer by the referee is kept: of sweeps
   over the contacts where parts are small, and of convex problems.

Every answer is graded by `judge_coulomb` on the impulses as they are stored. One that misses what was asked for is
kept and counted: it is the best there is, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from drystone.engines.nscd.accuracy import Accuracy
from drystone.engines.nscd.answer import Answer
from drystone.engines.nscd.convex_flow import REST_SPEED, ConvexFlow, OnSolve, Warmth, told
from drystone.engines.nscd.give import give_way, without_impacts
from drystone.engines.nscd.problem_forms import has_strength, shifted, slip_shift
from drystone.engines.nscd.step_data import StepData
from drystone.engines.nscd.world import World
from drystone.solvers.cone.coulomb_residuals import judge_coulomb
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, CoulombResiduals, FlowLaw
from drystone.solvers.cone.residuals import judge
from drystone.solvers.cone.rest import rest_twist
from drystone.solvers.coulomb import can_split, can_sweep, graded, solve_coulomb, sweep_contacts
from drystone.solvers.halt import NO_BIAS, Beside, halt, halt_beside
from drystone.solvers.settle import find_rest
from drystone.solvers.solve import SolverMemory

QUIET = 1e-2         #: slip shifts below this leave a step quiet, in units of a0 dt
STICKS = 1e-3        #: an answer of a convex problem with the old shift is taken up to this residual [-]
WILD = 1.0           #: residual above which convex problems are asked for a better answer [-]
SLOW = 2.0           #: blocks slower than this many times the flow residual asked for are tried for exact rest
HALT_EVERY = 8       #: steps between two searches for the rest of all that barely moves: each is a convex problem
MOSTLY = 0.5         #: ... if they are at least this share of the free blocks: where things slide it is no use


class CoulombFlow:
    """Solves steps of one model by Coulomb's law.

    on_solve : None, or who is told of every solve
    """

    def __init__(self, world: World, convex: ConvexFlow, on_solve: OnSolve | None) -> None:
        self._world, self._settings, self._convex, self._on_solve = world, world.settings, convex, on_solve

    def solve(self, data: StepData, bare: ContactProblem, warmth: Warmth, memory: SolverMemory) -> Answer:
        """Twist and impulses of the step. bare : the problem without friction shift in its bias"""
        if bare.contact_count == 0 or bare.prescribed.all() or not can_split(bare):
            return self._convex.solve(data, bare, warmth, memory)
        loaded = warmth.impulse[:, 0] > 0.0
        if not loaded.any() or warmth.shift[loaded].max() <= QUIET * self._world.speed:
            found, is_good = self._halt(data, bare, warmth, memory), True
            if found is None:
                found, is_good = self._stick(data, bare, warmth, memory)
            if is_good:
                return found
            if not loaded.any():           # nothing was known: now something is
                warmth = replace(warmth, impulse=found.solution.impulse, older=found.solution.impulse)
        return self._split(data, bare, warmth, memory)

    def _halt(self, data: StepData, bare: ContactProblem, warmth: Warmth, memory: SolverMemory) -> Answer | None:
        """Exact rest of all that barely moves, looked for now and then; None if there is none."""
        is_lent, free = warmth.lent is not None and warmth.lent.any(), ~bare.prescribed
        if not self._settings.settling or is_lent or has_strength(bare) or data.scene.state.step % HALT_EVERY:
            return None
        if data.stood_still(free):
            return None                    # the impulses of the last step, or others next to them, may hold it
        solution = halt(bare, data.scene.state.twist, REST_SPEED * self._world.speed, memory.patterns)
        if solution is None:
            return None
        return self._answer(bare, solution, int(np.count_nonzero(free)), self._world.accuracy)

    def _stick(self, data: StepData, bare: ContactProblem, warmth: Warmth, memory: SolverMemory) -> tuple[Answer, bool]:
        """Rest, or the convex problem with the old shift; and whether nothing slides in this answer."""
        doubt, is_lent = self._convex.doubt, warmth.lent is not None and warmth.lent.any()
        found = (self._convex.solve if is_lent else self._convex.stick)(data, bare, warmth, memory)
        solution = found.solution
        if solution.solver == "rest":
            return found, True
        residuals = judge_coulomb(without_lent(bare, warmth.lent), solution.twist, solution.impulse)
        if found.is_solved and residuals.worst <= STICKS:
            return self._answer(found.problem, replace(solution, coulomb=residuals), found.settled_count,
                                self._world.accuracy), True
        self._convex.doubt = doubt         # another answer is coming
        return found, False

    def _split(self, data: StepData, bare: ContactProblem, warmth: Warmth, memory: SolverMemory) -> Answer:
        """The splitting, convex problems where it ends far from the law, exact rest where most blocks barely move."""
        rigid = replace(without_lent(bare, warmth.lent), law=FlowLaw.COULOMB)
        accuracy = self._world.accuracy_of(int(np.count_nonzero(~bare.prescribed)))
        borne = without_impacts(rigid, accuracy.give, warmth.impulse, warmth.older)
        problem = give_way(rigid, accuracy.give, borne, knows_gap=not self._world.is_midpoint)
        start = (data.scene.state.twist, warmth.impulse)
        solution = told(self._on_solve, problem, start, lambda: solve_coulomb(
            problem, start, tolerance=accuracy.flow, aim=accuracy.aim, most=accuracy.most, patterns=memory.patterns))
        is_small = accuracy.aim < accuracy.flow     # there further tries cost next to nothing
        if is_small and solution.coulomb.worst > accuracy.flow and can_sweep(problem):
            swept = sweep_contacts(problem, solution, accuracy.flow)      # the splitting can run into a cycle
            solution = swept if swept.coulomb.worst < solution.coulomb.worst else solution
        if memory.wait > 0 and not is_small:
            memory.wait -= 1               # convex problems did not help of late
        elif not solution.coulomb.worst <= (accuracy.flow if is_small else WILD):
            other = graded(problem, self._ask_convex(data, bare, warmth, memory), accuracy.flow)
            is_better = other.coulomb.worst < solution.coulomb.worst
            (memory.augmented_hit if is_better else memory.augmented_missed)()
            solution = other if is_better else solution
        in_rigid = judge_coulomb(rigid, solution.twist, solution.impulse)
        solution, in_rigid, settled = self._settle(data, rigid, solution, in_rigid, accuracy, warmth, memory)
        if settled:                        # what rests gives nothing: the better grade is the one of its law
            solution = graded(problem if solution.coulomb.worst < in_rigid.worst else rigid, solution, accuracy.flow)
        return self._answer(bare, solution, settled, accuracy, in_rigid.flow)

    def _ask_convex(self, data: StepData, bare: ContactProblem, warmth: Warmth,
                    memory: SolverMemory) -> ContactSolution:
        """The answer of convex problems with the shift iterated.

        They also find out that no velocity satisfies the contacts, and refuse the step.
        """
        doubt = self._convex.doubt
        solution = self._convex.solve(data, bare, warmth, memory).solution
        self._convex.doubt = doubt
        return solution

    def _settle(self, data: StepData, rigid: ContactProblem, solution: ContactSolution, residuals: CoulombResiduals,
                accuracy: Accuracy, warmth: Warmth,
                memory: SolverMemory) -> tuple[ContactSolution, CoulombResiduals, int]:
        """The solution with exact rest where impulses prove it, its residuals for rigid joints, the number at rest."""
        best = solution, residuals, 0
        rest = rest_twist(rigid)
        if not self._settings.settling or rest is None or has_strength(rigid):
            return best
        speed = max(REST_SPEED, SLOW * accuracy.flow) * self._world.speed
        free = ~rigid.prescribed
        slow = np.abs(solution.twist[free, :3] - rest[:3]).max(axis=1) <= speed
        if np.count_nonzero(slow) < MOSTLY * len(slow):
            return best
        twist, impulse = solution.twist.copy(), solution.impulse.copy()
        count = find_rest(rigid, rest, speed, NO_BIAS * rigid.speed_scale, twist, impulse, memory.patterns)
        more = () if count >= np.count_nonzero(slow) else self._beside(data, rigid, solution, count, warmth, memory)
        for found in (Beside(twist, impulse, count), *more):
            if not found.count:
                continue
            judged = judge_coulomb(rigid, found.twist, found.impulse)
            if judged.worst <= max(accuracy.flow, residuals.worst):
                best = replace(solution, twist=found.twist, impulse=found.impulse, coulomb=judged), judged, found.count
        return best

    def _beside(self, data: StepData, rigid: ContactProblem, solution: ContactSolution, count: int, warmth: Warmth,
                memory: SolverMemory) -> Iterator[Beside]:
        """Rest of more blocks than `count`, beside those that move: what rested before goes on, and more now and then.

        What was at rest is held by impulses next to the last ones.
        """
        free, before, speed = ~rigid.prescribed, data.scene.state.twist, REST_SPEED * self._world.speed
        rested = free & (before == data.scene.prescribed).all(axis=1)
        threads = memory.patterns.threads
        if count < np.count_nonzero(rested):
            found = halt_beside(rigid, solution, before, speed, known=warmth.impulse, threads=threads)
            if found is not None and found.count > count:
                count = found.count
                yield found
        if data.scene.state.step % HALT_EVERY == 0:
            found = halt_beside(rigid, solution, before, speed, threads=threads)
            if found is not None and found.count > count:
                yield found

    def _answer(self, problem: ContactProblem, solution: ContactSolution, settled: int, accuracy: Accuracy,
                in_rigid: float | None = None) -> Answer:
        """The graded solution as the answer of the step; in_rigid : flow residual of rigid joints [-]"""
        residuals, speed = solution.coulomb, self._world.speed
        if in_rigid is not None:           # of a splitting: the convex problem is the one with the answer's own slip
            problem = shifted(problem, slip_shift(problem, problem.friction, solution))
            solution = replace(solution, residuals=judge(problem, solution.twist, solution.impulse))
        good = residuals.flow <= accuracy.flow and residuals.momentum <= accuracy.momentum
        return Answer(problem, solution, 1, residuals.flow * speed, good, settled,
                      (residuals.flow if in_rigid is None else in_rigid) * speed, residuals.momentum)


def without_lent(problem: ContactProblem, lent: np.ndarray | None) -> ContactProblem:
    """`problem` whose rows with `lent` (c,) are rigid along n again; see `lending.py`."""
    if lent is None or not lent.any():
        return problem
    compliance = problem.compliance.copy()
    compliance[lent > 0.0, 0] = 0.0
    return replace(problem, compliance=compliance)
