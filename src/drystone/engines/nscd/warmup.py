"""Small models and problems that meet every kernel of contacts, engine and solvers, so that they are compiled.

`compile_all` does it in one process. Two share it: one calls `compile_beside`, the other `compile_first` and then
`compile_all`, which finds in the cache on disk what both have done.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone import patterns
from drystone.engines.registry import make_engine
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.model.settings import AnalysisSettings
from drystone.solvers.cone.problem import ContactProblem, ContactSolution
from drystone.solvers.coulomb import solve_coulomb
from drystone.solvers.machine import IS_PLAIN, PatternMemory
from drystone.solvers.settle import settle
from drystone.solvers.solve import SolverMemory, solve_contact_problem

_DT = 1e-2

STACKS = (3, 30)    #: cubes: few for the band factor, many for the sparse one


def compile_all() -> None:
    """Everything; does little where it is in the cache."""
    solve_stacks()
    step_models()


def compile_beside() -> None:
    """The share of a second process: the solvers, the interior point first."""
    solve_stacks()


def compile_first() -> None:
    """The share of the first process: what the second needs, but not at once; all but the solvers; then those which the
    second comes to last, from the last one on. What they have in common the second has compiled by then."""
    analyse_chain()
    step_models(solver="clarabel", settling=False, flow="associative")    # Coulomb's law would need the factors
    solve_known_stacks()


def step_models(**settings) -> None:
    """A few steps of models that meet every kernel of contacts and engine, with all that is kept of them."""
    for variant in ({}, {"scheme": "euler", "stiffness": 1e10}, {"planar": "xz"}):
        stiffness = variant.get("stiffness")
        scene = Assembly("warm-up", gravity=9.81, planar=variant.get("planar"))
        scene.material("stone", density=2000.0)
        scene.joint("dry", friction=0.6, normal_stiffness=stiffness, shear_stiffness=stiffness)
        scene.add("lower", box((0.6, 0.4, 0.4), center=(0.0, 0.0, 0.2)), material="stone")
        scene.add("upper", box((0.4, 0.4, 0.4), center=(0.0, 0.0, 0.6)), material="stone")
        scene.add_ground(level=0.0)
        scene.velocity("upper", linear=(0.5, 0.0, 0.0))
        if not variant:   # enough blocks for the sparse factor
            scene.add_pattern(patterns.running_bond(length=2.0, courses=6, block=(0.4, 0.2), thickness=0.2),
                              material="stone", offset=(1.0, 0.0, 0.0))
        chosen = AnalysisSettings(dt=_DT, scheme=variant.get("scheme", "midpoint"), **settings)
        engine = make_engine(scene.build(), chosen, 3 * _DT)
        state = engine.start()
        for step in range(1, 4):     # not the time loop: this only makes every kernel be called
            state, report = engine.stepper.step(state, step * _DT)
            engine.energies(state)
            engine.rows(state, report, frozenset(engine.tables))


def solve_stacks() -> None:
    """Stacks of few and of many cubes, by every solver that runs use: the band factor and the sparse one."""
    for count in STACKS:
        problem, memory = stack_of_cubes(count), SolverMemory()
        cold = solve_contact_problem(problem, "interior", memory=memory)
        solve_contact_problem(softened(problem), "interior", memory=memory)
        solve_from(problem, cold, memory)


def solve_known_stacks() -> None:
    """The same stacks without the interior point, and the other solvers backwards."""
    for count in STACKS:
        problem = stack_of_cubes(count)
        solve_from(problem, solve_contact_problem(problem, "clarabel"), SolverMemory(), backwards=True)


def solve_from(problem: ContactProblem, known: ContactSolution, memory: SolverMemory, *,
               backwards: bool = False) -> None:
    """Exact rest beside a solution, and the solvers that start from one; Coulomb's law with its referee."""
    warm, soft = (known.twist, known.impulse), softened(problem)
    calls = [lambda: settle(problem, known, patterns=memory.patterns),
             lambda: solve_contact_problem(problem, warm=warm, memory=memory),
             lambda: solve_contact_problem(soft, memory=memory),
             lambda: solve_coulomb(problem, warm, tolerance=1e-2, most=20, patterns=memory.patterns),
             lambda: solve_coulomb(soft, warm, tolerance=1e-2, most=20, patterns=memory.patterns)]
    for call in reversed(calls) if backwards else calls:
        call()


def softened(problem: ContactProblem) -> ContactProblem:
    """The same with compliance."""
    return replace(problem, compliance=np.full((problem.contact_count, 3), 1e-3))


def analyse_chain(count: int = 30) -> None:
    """Order the blocks of a chain for the sparse factor, as the first step of a stack does."""
    if not IS_PLAIN:
        PatternMemory().find(np.arange(count - 1), np.arange(1, count), np.arange(count), None)


def stack_of_cubes(count: int, push: float = 0.1) -> ContactProblem:
    """Cubes of 1 m and 1 kg on each other and on a support, under gravity for 0.01 s; the uppermost is pushed [m/s]."""
    inertia = np.tile(np.diag([1.0, 1.0, 1.0, 1 / 6, 1 / 6, 1 / 6]), (count + 1, 1, 1))
    free_twist = np.zeros((count + 1, 6))
    free_twist[1:, 2] = -0.0981
    free_twist[-1, 0] = push
    corner = np.tile([[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [-0.5, 0.5, 0.5], [0.5, 0.5, 0.5]], (count, 1))
    below = np.repeat(np.arange(count, dtype=np.int32), 4)
    axes = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    return ContactProblem(inertia=inertia, free_twist=free_twist, prescribed=np.arange(count + 1) == 0, block_a=below,
                          block_b=below + np.int32(1), frame=np.tile(axes, (4 * count, 1, 1)), arm_a=corner,
                          arm_b=corner * [1.0, 1.0, -1.0], bias=np.zeros((4 * count, 3)),
                          friction=np.full(4 * count, 0.6), speed_scale=0.0981,
                          position=np.arange(count + 1.0)[:, None] * axes[0])
