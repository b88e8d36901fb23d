"""Small models of blocks that deform, and how they are stepped without a store."""

from __future__ import annotations

import numpy as np

import drystone as ds
from drystone.engines.registry import make_engine
from drystone.model.settings import DemSettings
from drystone.simulation.march import take_steps

STIFF = {"normal_stiffness": 80e9, "shear_stiffness": 35e9}
BRICK = {"density": 1800.0, "young": 16e9, "poisson": 0.2}


def box_between(low, high):
    """A box from corner to corner [m]."""
    from drystone.geometry.primitives import box_between as made

    return made(low, high)


def settings(**more) -> DemSettings:
    """Settings with local damping and cells of 0.1 m, unless told otherwise."""
    return DemSettings.model_validate({"engine": "dem", "dt": 1e-3, "mesh": [{"size": 0.1}],
                                       "damping": {"local": 0.8}} | more)


def column(heights, section=(0.2, 0.1), *, material=BRICK, top=True, gravity=9.81, joint=None):
    """Bricks block_0, block_1 ... on each other, on a support `base` and, with top, below a support `top`."""
    a = ds.Assembly("column", gravity=gravity)
    a.material("brick", **material)
    a.joint("bed", **({"friction": 0.7, "cohesion": 0.3e6, "tension": 0.2e6} | STIFF if joint is None else joint))
    z = 0.0
    for k, height in enumerate(heights):
        a.add(f"block_{k}", box_between((0, 0, z), (*section, z + height)), material="brick")
        z += height
    a.add("base", box_between((0, 0, -0.1), (*section, 0.0)), material="brick")
    a.support("base")
    if top:
        a.add("top", box_between((0, 0, z), (*section, z + 0.1)), material="brick")
        a.support("top")
    return a


def march(model, chosen: DemSettings, count: int):
    """Engine, first state, last state and last report of `count` intervals."""
    engine = make_engine(model, chosen, count * chosen.dt)
    start = engine.start()
    last = list(take_steps(model, engine, start, count))[-1]
    return engine, start, last.state, last.report


def balance(engine, start, state) -> float:
    """Error of the energy balance over its greatest term [-]."""
    stored = [np.array(list(engine.energies(s).values())) for s in (start, state)]
    change = stored[1] - stored[0]
    return abs(float(change.sum() - state.work.sum())) / max(np.abs(stored).max(), np.abs(state.work).max())
