"""The solve of a step: build its cone problem, part what stands still from what moves, ask for the law in force."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.engines.nscd.answer import Answer, join_answers
from drystone.engines.nscd.asked import splits_law
from drystone.engines.nscd.convex_flow import ConvexFlow, OnSolve, Warmth
from drystone.engines.nscd.coulomb_flow import CoulombFlow
from drystone.engines.nscd.free_motion import end_twist, free_motion
from drystone.engines.nscd.problem_forms import blocks_with_give, without_idle_fields
from drystone.engines.nscd.step_data import StepData
from drystone.engines.nscd.world import World
from drystone.solvers.cone.parts import split_still
from drystone.solvers.cone.problem import ContactProblem
from drystone.solvers.cone.save import UnsolvedStep
from drystone.solvers.machine import PatternMemory
from drystone.solvers.solve import SolverMemory


class ConeStep:
    """Solves steps of one model with one set of settings.

    on_solve : None, or who is told of every solve
    split : False to solve in one also what stands still beside what moves; the answers agree within the tolerance
    """

    def __init__(self, world: World, *, on_solve: OnSolve | None = None, split: bool = True) -> None:
        settings = world.settings
        self._world, self._settings = world, settings
        self._splits = split and settings.settling
        self._convex = ConvexFlow(world, on_solve)
        self._law = CoulombFlow(world, self._convex, on_solve) if splits_law(settings) else self._convex
        self._forget()

    def solve(self, data: StepData) -> Answer:
        """Twist and impulses of the step."""
        state, settings = data.scene.state, self._settings
        self._recall(state.solver)
        self._convex.doubt = None
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
        self._convex.accept()

    @property
    def unsolved(self) -> UnsolvedStep | None:
        """The last problem that was not solved."""
        return self._convex.unsolved

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
        warmth = Warmth.of(data.rows, is_lagged=self._settings.flow_rule != "associative")
        is_still = (data.scene.state.twist == data.scene.prescribed).all(axis=1)
        is_still[blocks_with_give(whole)] = False     # they are never quite at rest: keep them apart from what is
        parts = split_still(whole, is_still) if self._splits else []
        if parts:
            answers = [self._law.solve(data, without_idle_fields(part.problem), warmth.at(part.contacts), memory)
                       for part, memory in zip(parts, (self._still_memory, self._memory))]
            answer = join_answers(whole, parts, answers)
            # errors of the parts add up in squares, and so do their reference norms, but only up to a factor of two
            bound = answer.solution.residuals.velocity_bound
            if self._law is not self._convex or bound <= self._convex.tolerance(whole) or not answer.is_solved:
                return answer
        return self._law.solve(data, whole, warmth, self._memory)

