"""Long violent marches by Coulomb's law: contacts are found anew at every step, and no step may fail."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

import numpy as np

from drystone.bench.coulomb_steps import GRAVITY, residuals
from drystone.bench.failures import keep_failure
from drystone.bench.options import Options
from drystone.bench.regimes import DT, VIOLENT, Plan
from drystone.bench.row import Row
from drystone.bench.saved import SavedStep
from drystone.bench.scenes import SCENES, Scene
from drystone.bench.solver_call import TOLERANCE
from drystone.bench.tap import Heard, tap
from drystone.engines.nscd.coulomb_flow import WILD
from drystone.engines.nscd.report import StepReport
from drystone.engines.registry import make_engine
from drystone.errors import SolveError
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps
from drystone.solvers.cone.problem import FlowLaw, SolveStatus

#: Structure, steps, steps between reversals of the load.
MARCHES = (("wall", 2000, 50), ("two-leaf", 300, 30), ("building", 100, 15))


@dataclass(slots=True)
class Tally:
    """What a march counts."""

    steps: int = 0
    solves: int = 0
    iterations: int = 0
    failures: int = 0          #: convex problems above tolerance, and answers of Coulomb's law beyond WILD
    unsettled: int = 0         #: steps farther from the law than was asked for
    reports: list[StepReport] = field(default_factory=list)
    changes: int = 0           #: steps whose contacts are not those of the step before
    saved: str | None = None   #: file of the last problem that failed
    note: str | None = None    #: what ended the march early
    cpu: float = 0.0           #: [s]
    contacts: int = 0          #: of the last step


def is_failure(heard: Heard) -> bool:
    """Whether an answer is not one of its law. Coulomb's, that step after step comes near, is none if it is WILD."""
    solution = heard.solution
    if heard.problem.law is FlowLaw.COULOMB:
        return not solution.coulomb.worst <= WILD
    return solution.status is not SolveStatus.SOLVED


def march(scene: Scene, steps: int, reverse: int, options: Options, solver: str = "auto") -> Tally:
    """March `scene` through `steps` violent steps."""
    plan = Plan(scene, "violent", VIOLENT, steps, 1, reverse)
    model = plan.model(steps)
    tally, keys = Tally(), None

    def listen(heard: Heard) -> None:
        tally.solves += 1
        tally.iterations += heard.solution.iterations
        if is_failure(heard):
            tally.failures += 1
            tally.saved = keep_failure(SavedStep(heard.problem, heard.warm), f"march-{scene.name}",
                                       options.failed_folder)

    engine = make_engine(model, AnalysisSettings(dt=DT, unsolved="count", tolerance=TOLERANCE, solver=solver),
                         steps * DT, on_solve=tap(listen))
    start, before = engine.start(), time.process_time()
    try:
        for state, report, _ in take_steps(model, engine, start, steps):
            tally.steps, tally.contacts = state.step, report.contacts.count
            tally.reports.append(replace(report, contacts=None, impulse=None, velocity=None, bonded=None))
            tally.unsettled += not report.flow_converged
            tally.changes += keys is not None and not np.array_equal(keys, report.contacts.key)
            keys = report.contacts.key
            if state.step % max(steps // 10, 1) == 0:
                options.say(f"march {scene.name}: {state.step} of {steps} steps, {tally.failures} failures")
    except SolveError as error:     # infeasible; what could not be solved was counted and kept above
        tally.note = str(error)
    tally.cpu = time.process_time() - before
    return tally


def march_row(name: str, steps: int, reverse: int, options: Options) -> Row:
    """The march as a row."""
    scene = SCENES[name]
    tally = march(scene, steps, reverse, options, options.solvers[0])
    graded = residuals(tally.reports, GRAVITY * DT)
    flow = [report.flow_residual for report in tally.reports]
    more = {"steps": tally.steps, "of": steps, "failures": tally.failures, "contact_changes": tally.changes,
            "solves_per_step": tally.solves / max(tally.steps, 1), "flow": graded["flow"], "flow_90": graded["flow_90"],
            "flow_worst": max(flow, default=0.0) / (GRAVITY * DT), "unsettled": tally.unsettled}
    more |= {key: value for key, value in (("saved", tally.saved), ("note", tally.note)) if value is not None}
    return Row(f"{name} march", "violent", len(scene.boxes()), tally.contacts, options.solvers[0],
               1e3 * tally.cpu / max(tally.steps, 1), tally.iterations / max(tally.solves, 1), more=more,
               failed=bool(tally.failures) or tally.steps < steps)
