"""Is the time step fine enough for the motion of the ground? A step that skips a pulse still gives a result.

Three rules: the step exceeds the sampling step of a record; or a tenth of the shortest period of a pulse or a harmonic;
or the ground at its own peak velocity goes farther in a step than a tenth of the smallest block.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.model.model import Model
from drystone.model.motions import ActiveMotion, GroundMotion, SupportMotion
from drystone.motion.motion import Motion

#: Share of a period, and of the smallest block's width, that a step may take.
SHARE = 0.1
#: Rounding of quotients of numbers that people type.
ROUNDING = 1e-9
#: Instants at which a velocity is looked at: in all, and in each period.
INSTANTS, IN_A_PERIOD, MOST_INSTANTS = 2000, 40, 200_000


def step_warnings(model: Model, dt: float | None, duration: float) -> list[str]:
    """One line for each motion that a step of `dt` [s] cannot follow in a run of `duration` [s].

    dt : `EngineSettings.load_step`; None: the engine follows every motion
    """
    if dt is None:
        return []
    lines: list[str] = []
    items: list[GroundMotion | SupportMotion] = [*model.loads.ground_motions, *model.loads.support_motions]
    for item in items:
        lines += [line for line in (_too_long(item.active, dt), _too_far(model, item, dt, duration)) if line]
    return list(dict.fromkeys(lines))     # components of one motion say the same


def _too_long(active: ActiveMotion, dt: float) -> str | None:
    """The step against the times of the motion itself."""
    step = getattr(active.motion, "sampling_step", None)
    if step is not None and dt > step * (1 + ROUNDING):
        return (f"analysis.dt {dt:g} s is more than the sampling step {step:g} s of motion {active.name!r}: "
                f"take at most {step:g} s")
    period = getattr(active.motion, "shortest_period", math.inf)
    if dt > SHARE * period * (1 + ROUNDING):
        return (f"analysis.dt {dt:g} s is more than a tenth of the shortest period {period:g} s of motion "
                f"{active.name!r}: take at most {SHARE * period:.3g} s")
    return None


def _too_far(model: Model, item: GroundMotion | SupportMotion, dt: float, duration: float) -> str | None:
    """The path of a step against the smallest block."""
    if isinstance(item, GroundMotion) and not item.by_supports and _is_a_tilt(item.active):
        return None
    speed = _reach(model, item) * _peak_velocity(item.active, duration)
    block, width = smallest_block(model)
    if dt * speed <= SHARE * width * (1 + ROUNDING):
        return None
    return (f"analysis.dt {dt:g} s: at its peak velocity {speed:.3g} m/s motion {item.active.name!r} goes "
            f"{dt * speed:.3g} m in a step, more than a tenth of the smallest block {block!r} ({width:.3g} m): "
            f"take at most {SHARE * width / speed:.2g} s")


def smallest_block(model: Model) -> tuple[str, float]:
    """Name and width [m] of the narrowest block that can move; of a compound block its widest part counts."""
    width = np.zeros(model.block_count)
    np.maximum.at(width, model.parts.block, model.parts.part_size)
    least, name = min((round(float(width[i]), 12), model.block_names[i]) for i in np.flatnonzero(~model.is_support))
    return name, least


def _is_a_tilt(active: ActiveMotion) -> bool:
    """Constant acceleration without end stands for a slope: in the frame of the ground nothing goes far."""
    return math.isinf(active.motion.duration) and math.isinf(getattr(active.motion, "shortest_period", math.inf))


def _reach(model: Model, item: GroundMotion | SupportMotion) -> float:
    """[m] or [-]: what a rate of the motion is multiplied by for the speed of the farthest point that it moves."""
    if not isinstance(item, SupportMotion) or item.about is None:
        return 1.0
    arm = np.linalg.norm(np.cross(item.direction, model.initial_position[item.blocks] - item.about), axis=1)
    radius = np.zeros(model.block_count)
    np.maximum.at(radius, model.parts.block, model.parts.part_radius)
    return float((arm + radius[item.blocks]).max())


def _peak_velocity(active: ActiveMotion, duration: float) -> float:
    """Greatest speed of the ground until the end of the run [m/s], or rate of a turn [rad/s]."""
    motion = active.motion
    end = min(duration, active.end) - active.start
    if not end > 0.0:
        return 0.0
    if math.isfinite(motion.duration):
        end = min(end, motion.duration)
    period = getattr(motion, "shortest_period", math.inf)
    count = min(max(INSTANTS, int(IN_A_PERIOD * end / period)), MOST_INSTANTS)
    times = np.append(np.linspace(0.0, end, count), np.asarray(getattr(motion, "breaks", ()), float))
    times = times[times <= end]
    if isinstance(motion, Motion):
        return float(np.abs(motion.velocity(times)).max())
    return max(abs(float(motion.velocity(float(t)))) for t in times)
