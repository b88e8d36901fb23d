"""One step of non-smooth contact dynamics: observe, take the rows of all sources, solve, move, account, remember.

The pipeline is `Stepper.step`; each stage lives in its own file. Equations: README.md of this folder.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from drystone.contact.detect import OnDetect
from drystone.engines.nscd import bonds as bonding
from drystone.engines.nscd.account import Account, Solved, account, check_finite, new_memory
from drystone.engines.nscd.answer import Answer
from drystone.engines.nscd.cone_step import ConeStep
from drystone.engines.nscd.contact_rows import ContactRows, make_contact_rows
from drystone.engines.nscd.convex_flow import OnSolve
from drystone.engines.nscd.left_out import solve_with_missed
from drystone.engines.nscd.move import move
from drystone.engines.nscd.observe import observe
from drystone.engines.nscd.report import StepReport
from drystone.engines.nscd.rows import Rows, join_rows
from drystone.engines.nscd.scene import Motion, Scene
from drystone.engines.nscd.start import find_bonds, start_state
from drystone.engines.nscd.state import NscdState
from drystone.engines.nscd.step_data import StepData
from drystone.engines.nscd.ties import TieRows, after_ties, make_tie_laws, make_tie_rows
from drystone.engines.nscd.world import World
from drystone.errors import WedgedError
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.solvers.cone.problem import SolveStatus


class Stepper:
    """Rigid blocks, stepped through time. Holds no state between steps: all of it is in the state.

    on_solve, on_detect : None, or who is told of every solve (see `ConeStep`) and of every detection (see `Detector`)
    split : whether what stands still is solved apart from what moves
    """

    def __init__(self, model: Model, settings: AnalysisSettings, *, on_solve: OnSolve | None = None,
                 on_detect: OnDetect | None = None, split: bool = True) -> None:
        self.world = World(model, settings, on_detect)
        self._cone = ConeStep(self.world, on_solve=on_solve, split=split)
        self._tie_laws = make_tie_laws(model.ties)
        self._bonds = find_bonds(self.world)

    def start(self) -> NscdState:
        """Initial state; overlaps of the drawing within tolerance become offsets, larger ones an error."""
        return start_state(self.world, self._bonds)

    def step(self, state: NscdState, time_new: float) -> tuple[NscdState, StepReport]:
        """State and report after one step that ends at `time_new` [s]."""
        scene = observe(self.world, self._bonds, state, time_new)
        ties = make_tie_rows(scene, self._tie_laws)
        solved = self._solve(scene, ties)
        end, twist_move = move(scene, solved.answer.solution.twist, solved.points.limits.instant, solved.points.rebound)
        check_finite(scene, time_new, end.twist, solved.of_points)
        done = account(scene, solved, end, twist_move)
        new = self._remember(scene, solved, end, done, time_new)
        return new, self._report(scene, solved, done, new)

    def _solve(self, scene: Scene, ties: TieRows | None) -> Solved:
        """Join the rows of all sources and solve; again where bonds break, or contacts close that were left out."""
        held, count, missed_count = bonding.hold(scene, self._bonds), 0, 0
        tied = None if ties is None else ties.tied
        for _ in range(bonding.ROUNDS):
            tried = held
            points = make_contact_rows(scene, self._bonds, tried, tied)
            rows = join_rows(points.rows, None if ties is None else ties.rows)
            rows, answer, missed = self._solve_rows(scene, points, rows)
            count, missed_count = count + answer.solve_count, missed_count + missed
            solved = Solved(points, ties, rows, rows.impulses(answer.solution.impulse), answer, count, missed_count)
            if tried is not None:
                held = tried.after(self._bonds, solved.of_points + points.limits.carried, self.world.dt)
            if held is tried:
                break
        self._cone.accept()
        return solved          # what is overloaded after the last round breaks in the next step

    def _solve_rows(self, scene: Scene, points: ContactRows, rows: Rows) -> tuple[Rows, Answer, int]:
        """Solve the rows; where no velocity satisfies them, without what of them is of second order in the step.

        In a corner of two faces with friction above 1 nothing can leave both at once, however slowly, not by Coulomb's
        law either; and the turn of a block within the step would ask for that. Rest at the contacts is admissible.
        """
        solve = partial(self._answer, scene, points)
        try:
            return solve_with_missed(scene, rows, solve)
        except WedgedError:
            if not self.world.is_midpoint:
                raise
            closed = np.zeros(rows.count, bool)
            closed[:points.rows.count] = points.limits.is_closed
            return solve_with_missed(scene, rows.admitting_rest(closed), solve)

    def _answer(self, scene: Scene, points: ContactRows, used: Rows) -> Answer:
        """One solve of the rows that take part."""
        return self._cone.solve(StepData(scene, used, scene.load + points.carried, points.rebound))

    def _remember(self, scene: Scene, solved: Solved, end: Motion, done: Account, time_new: float) -> NscdState:
        """State at the end of the step."""
        new = replace(scene.state, time=time_new, step=scene.state.step + 1, position=end.pose.position,
                      orientation=end.pose.orientation, twist=end.twist, solver=self._cone.solver_memory(),
                      memory=new_memory(scene, solved, done),
                      bond_intact=bonding.still_intact(scene, solved.points.held))
        return after_ties(new, self.world.model.ties, self._tie_laws, solved.ties, solved.of_ties,
                          solved.answer.solution.twist, self.world.dt)

    def _report(self, scene: Scene, solved: Solved, done: Account, new: NscdState) -> StepReport:
        """What the step tells."""
        found, answer, limits, held = scene.contacts, solved.answer, solved.points.limits, solved.points.held
        solution = answer.solution
        is_solved = solution.status == SolveStatus.SOLVED
        return StepReport(
            contacts=found, impulse=solved.of_points + limits.carried, velocity=done.velocity, work=done.work,
            solver=solution.solver, is_solved=is_solved, solve_count=solved.solve_count, iterations=solution.iterations,
            velocity_bound=solution.residuals.velocity_bound if solution.residuals else 0.0,
            flow_residual=answer.flow_residual, flow_converged=answer.flow_converged,
            rigid_residual=answer.rigid_residual, momentum=answer.momentum,
            closed_count=int(np.count_nonzero(limits.is_closed)), impact_count=int(np.count_nonzero(limits.is_impact)),
            settled_count=answer.settled_count, missed_count=solved.missed_count,
            bonded=np.zeros(found.count, bool) if held is None else held.holds,
            broken_count=int(scene.state.bond_intact.sum() - new.bond_intact.sum()),
            tie_force=new.tie_impulse / self.world.dt, unsolved=None if is_solved else self._cone.unsolved)
