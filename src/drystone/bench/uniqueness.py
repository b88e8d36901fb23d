"""Has a step by Coulomb's law one answer? The same problems solved from the step before and from nothing.

Rigid blocks leave their self-stress open, and friction hangs on it: where a solver starts may then decide what it
finds. Joints with stiffness know their pressure; rigid ones have a small give with memory (`engines/nscd/give.py`).
While a structure is in motion, the last problem of each step that went to the splitting is solved twice more, to far
less than what a step is asked for: from the twist and the impulses of the step before, and from free flight without
impulses. How far the two are apart is the greatest speed by which a contact point of a block differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from drystone.bench.coulomb_steps import GRAVITY
from drystone.bench.options import Options
from drystone.bench.regimes import DT, PLANS
from drystone.bench.row import Row
from drystone.bench.tap import Heard, tap
from drystone.engines.registry import make_engine
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.motion import OneSine
from drystone.simulation.march import take_steps
from drystone.solvers.cone.problem import ContactProblem, FlowLaw
from drystone.solvers.coulomb import solve_coulomb
from drystone.validate.structures import stone_house

NAME = "uniqueness"
STIFFNESS = 5e9        #: [Pa/m]
MOST_APART = 5e-3      #: g dt, by which two answers of joints with stiffness may differ
EXACT = 1e-4           #: g dt, residual of the law to which both are solved
ITERATIONS = 10000


@dataclass(frozen=True, slots=True)
class Moving:
    """A structure in motion and which of its steps are compared."""

    name: str
    model: Callable[[int, float | None], Model]   #: of so many steps, with joints of such a stiffness [Pa/m]
    dt: float                                     #: [s]
    first: int                                    #: number of the first step compared, from 1
    count: int


def _house(steps: int, stiffness: float | None) -> Model:
    return stone_house(OneSine(0.8 * GRAVITY, 0.4), stiffness=stiffness)


def _wall(steps: int, stiffness: float | None) -> Model:
    return PLANS["wall-violent"].model(steps, stiffness)


MOVING = (Moving("house", _house, 2.5e-3, 101, 100), Moving("wall", _wall, DT, 61, 100))


@dataclass(frozen=True, slots=True)
class Compared:
    """One problem, solved from two starts."""

    apart: float      #: greatest difference of the speed of a contact point [g dt]
    residual: float   #: of the law, the worse of the two [g dt]
    contacts: int


def compare_starts(heard: Heard) -> Compared:
    """Solve a problem of a step from its warm start, and from nothing."""
    problem = heard.problem
    warm, cold = (solve_coulomb(problem, start, tolerance=EXACT, most=ITERATIONS) for start in (heard.warm, None))
    return Compared(greatest_speed(problem, warm.twist - cold.twist) / problem.speed_scale,
                    max(warm.coulomb.worst, cold.coulomb.worst), problem.contact_count)


def greatest_speed(problem: ContactProblem, twist: np.ndarray) -> float:
    """Of a contact point, as one of either of its blocks, in the field `twist` (b, 6) [m/s]; 0 without contacts."""
    found = [0.0]
    for block, arm in ((problem.block_a, problem.arm_a), (problem.block_b, problem.arm_b)):
        speed = np.linalg.norm(twist[block, :3] + np.cross(twist[block, 3:], arm), axis=1)
        found.append(float(speed[~problem.prescribed[block]].max(initial=0.0)))
    return max(found)


def compared_steps(item: Moving, stiffness: float | None, options: Options) -> tuple[Model, list[Compared]]:
    """The model, and what was found of its steps; those that no splitting was asked for are left out."""
    steps = item.first + item.count - 1
    model, last, found = item.model(steps, stiffness), [], []

    def listen(heard: Heard) -> None:
        if heard.problem.law is FlowLaw.COULOMB:
            last[:] = [heard]

    settings = AnalysisSettings(dt=item.dt, unsolved="count", solver="auto", threads=options.threads)
    engine = make_engine(model, settings, steps * item.dt, on_solve=tap(listen))
    for taken in take_steps(model, engine, engine.start(), steps):
        if last and taken.state.step >= item.first:
            found.append(compare_starts(last[0]))
        last.clear()
    return model, found


def uniqueness_rows(options: Options, structures: Sequence[Moving] = MOVING) -> Iterator[Row]:
    """A row a structure and kind of joint: `apart` is the median, with the 90th percentile and the worst, in g dt."""
    for item in structures:
        for stiffness in (STIFFNESS, None):
            joints = "rigid with give" if stiffness is None else f"{stiffness:g} Pa/m"
            options.say(f"{item.name}, {joints}: {item.count} steps from two starts ...")
            model, found = compared_steps(item, stiffness, options)
            yield as_row(item, joints, model, found, is_judged=stiffness is not None)


def as_row(item: Moving, joints: str, model: Model, found: Sequence[Compared], *, is_judged: bool) -> Row:
    """What was found of a structure. It fails where nothing was compared, or joints with stiffness have two answers."""
    apart = np.array([one.apart for one in found])
    middle, high, worst = (float(np.quantile(apart, q)) if len(found) else None for q in (0.5, 0.9, 1.0))
    more = {"apart": middle, "apart_90": high, "apart_worst": worst,
            "above": int(np.count_nonzero(apart > MOST_APART)), "compared": len(found), "steps": item.count,
            "residual_worst": max((one.residual for one in found), default=None)}
    contacts = round(float(np.mean([one.contacts for one in found]))) if found else None
    return Row(f"{item.name} {NAME}", joints, int(np.count_nonzero(~model.is_support)), contacts, "splitting",
               more=more, failed=not found or (is_judged and not worst <= MOST_APART))
