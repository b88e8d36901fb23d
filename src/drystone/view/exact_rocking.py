"""The exact solution of one block that rocks on the ground, to lay over what a run of the same model gave."""

from __future__ import annotations

import numpy as np

from drystone.analysis.blocks import BlockHistory
from drystone.engines.registry import make_engine
from drystone.errors import InputError
from drystone.geometry.rotation import rotation_vector
from drystone.geometry.unwrap import unwrap_rotation
from drystone.model.monitors import MonitorSet
from drystone.model.settings import RockingSettings
from drystone.model.tables import STEPS
from drystone.results.rebuild import rebuild
from drystone.results.result import RunResult
from drystone.simulation.march import take_steps
from drystone.view.overlay import Overlaid

#: Word that asks for it in place of a file.
ODE = "ode"
#: Points of a curve.
_POINTS = 2000


def solve_rocking(result: RunResult) -> Overlaid:
    """Curves of the rocking equation for the model of a run, by `engine: rocking`; InputError says why there are none.

    What that engine leaves out of the model (springs, strength, restitution of joints) is left out here, too; the
    ratio of the impacts is Housner's unless the run itself, by that engine, was told another one.
    """
    what = "overlay ode"
    built = rebuild(result)
    if built is None:
        raise InputError(f"{what}: needs the model file, which the store of a run of a script does not keep; give the "
                         "curves as a CSV file")
    kept = result.time if STEPS in result.tables else result.frames.time
    if not (len(kept) and kept[-1] > 0.0):
        raise InputError(f"{what}: the run kept nothing beyond its start")
    try:
        return _follow(built.model, _settings(result, float(kept[-1])), float(kept[-1]))
    except InputError as error:
        raise InputError(f"{what}: {str(error).removeprefix('engine rocking: ')}") from None


def _settings(result: RunResult, end: float) -> RockingSettings:
    """Those of the run where it is one of the same engine; else of the exact solution."""
    given = (result.inputs.resolved.get("run") or {}).get("settings", {}).get("analysis", {})
    own = {} if given.get("engine") != "rocking" else {key: value for key, value in given.items() if key != "ignore"}
    return RockingSettings.model_validate({**own, "engine": "rocking", "dt": end / _POINTS})


def _follow(model, settings: RockingSettings, end: float) -> Overlaid:
    """March the engine in memory; once it has overturned the block is not followed."""
    engine = make_engine(model, settings, end)
    state = engine.start()
    monitors = MonitorSet(model, engine.points, tuple(m for m in model.monitors if m.joint is None))
    states = [state, *(taken.state for taken in take_steps(model, engine, state, _POINTS))]
    history = engine.path.history
    if history.is_overturned:
        states = [state for state in states if state.time <= history.end_time]
    watched = np.array([monitors.evaluate(state) for state in states]).reshape(len(states), -1)
    own = engine.scene.block
    position, orientation, twist = (np.array([getattr(state, name)[own] for state in states])
                                    for name in ("position", "orientation", "twist"))
    time = np.array([state.time for state in states])
    block = BlockHistory(engine.scene.name, time, position - model.reference_position[own],
                         unwrap_rotation(rotation_vector(orientation)), twist[:, :3], twist[:, 3:])
    return Overlaid(f"rocking equation, × {history.restitution:.3g} at impacts", time,
                    dict(zip(monitors.columns, watched.T)), block)
