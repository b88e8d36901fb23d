"""Tilt test: the angle of the table at which a structure falls.

Turned by phi, the weight W acts as W cos(phi) along its old direction and W sin(phi) towards the tilt. Dry joints do
not feel a common factor of all loads, so it falls at phi = atan(alpha), alpha the limit of an acceleration towards the
tilt. With other loads, which turn with the table, mortar or ties there is no such rule; bisection finds the angle.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError
from drystone.limit.analysis import limit_analysis, scale_twists
from drystone.limit.equilibrium import build_equilibrium, dead_load
from drystone.limit.live import acceleration, read_direction
from drystone.limit.stability import check_stands, find_first_motion
from drystone.model.model import Model
from drystone.model.uses import check_uses, only_read

WIDTH = 1e-5   #: of the last interval of the bisection [rad]


@dataclass(frozen=True, slots=True)
class TiltResult:
    """How far the table can be turned."""

    model: Model
    direction: np.ndarray    #: (3,) unit, horizontal, towards which the structure falls
    angle: float             #: at which it falls [rad]; pi/2: not before the table is upright
    mechanism: np.ndarray    #: (b, 6) twists as it falls, the fastest corner at about 1 m/s; zero if it does not
    moving: np.ndarray       #: blocks that take part, fastest first
    seconds: float           #: wall time [s]


def tilt_analysis(model: Model, direction: str | Sequence[float], *, ignore: Collection[str] = ()) -> TiltResult:
    """Angle at which the model falls when its ground is turned, so that weight acts more and more along `direction`.

    ignore : properties that may go unread though the answer can be unsafe without them
    """
    start = time.perf_counter()
    check_uses(model, "tilt", ignore)
    model = only_read(model, "tilt")
    unit = read_direction("tilt: direction", direction)
    gravity = model.gravity
    size = float(np.linalg.norm(gravity))
    if size == 0.0:
        raise InputError("tilt: needs gravity, which is zero")
    if abs(unit @ gravity) > 1e-9 * size:
        raise InputError(f"tilt: direction must be normal to gravity, got {[float(x) for x in unit]!r}")
    eq = build_equilibrium(model)
    own = np.zeros((model.block_count, 6))
    own[:, :3] = model.mass[:, None] * gravity
    own[model.is_support] = 0.0
    others = dead_load(model) - own
    live = acceleration(model, direction)
    if not eq.has_strength and not np.abs(others).max(initial=0.0) > 0.0:
        result = limit_analysis(model, live)
        angle = math.atan(result.alpha) if result.is_bounded else 0.5 * math.pi
        return TiltResult(model, unit, angle, result.mechanism, result.moving, time.perf_counter() - start)
    check_stands(eq, own + others)
    low, high, twist = 0.0, 0.5 * math.pi, np.zeros((model.block_count, 6))

    def first_motion(angle: float):
        return find_first_motion(eq, math.cos(angle) * own + math.sin(angle) * live.wrench + others)

    if first_motion(high).stands:
        return TiltResult(model, unit, high, twist, np.zeros(0, int), time.perf_counter() - start)
    while high - low > WIDTH:
        middle = 0.5 * (low + high)
        motion = first_motion(middle)
        if motion.stands:
            low = middle
        else:
            high, twist = middle, motion.acceleration
    twist, moving = scale_twists(model, twist)
    return TiltResult(model, unit, 0.5 * (low + high), twist, moving, time.perf_counter() - start)
