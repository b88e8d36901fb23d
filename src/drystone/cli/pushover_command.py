"""`drystone limit --pushover` and `--tilt`: words and data of what they find."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import asdict
from pathlib import Path

from drystone.errors import InputError
from drystone.limit.analysis import LimitResult
from drystone.limit.assessment import Assessment, assess, mechanism_displacements
from drystone.limit.pushover import Pushover
from drystone.limit.tilt import TiltResult
from drystone.limit.words import list_blocks

WORD_SECONDS = 10.0   #: between words of how far a pushover is


class PoseWords:
    """How far a pushover is, on the error stream; nothing for short ones."""

    def __init__(self, seconds: float = WORD_SECONDS) -> None:
        self._seconds = seconds
        self._next = time.monotonic() + seconds

    def __call__(self, poses: int, alpha: float) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._seconds
            print(f"drystone: pushover, {poses} poses, alpha {alpha:.4g} ...", file=sys.stderr, flush=True)


def assess_if_meant(result: LimitResult, pushover: Pushover | None, confidence: float) -> Assessment | None:
    """What codes ask, where it has a meaning: of the finite limit of an acceleration that the mechanism follows."""
    if result.live.unit != "g" or not result.is_bounded:
        return None
    weight, delta = mechanism_displacements(result)
    if not float(weight @ delta) > 0.0:
        return None
    return assess(result, pushover, confidence=confidence)


def describe_pushover(found: Pushover) -> list[str]:
    """Lines of the curve."""
    name = found.start.model.block_names[found.control]
    lines = [f"pushover    {len(found.alpha)} poses, d of {name!r}: {found.outcome}"]
    if found.zero_displacement is not None:
        lines.append(f"            alpha is zero at d = {found.zero_displacement:.5g} m")
    if not found.balanced.all():
        first = float(found.displacement[~found.balanced][0])
        lines.append(f"            from d = {first:.3g} m on by virtual work: joints that the mechanism holds closed "
                     "should open")
    return lines


def describe_tilt(found: TiltResult) -> list[str]:
    """Lines of a tilt test."""
    model = found.model
    free = int((~model.is_support).sum())
    way = ", ".join(f"{x:.4g}" for x in found.direction + 0.0)
    lines = [f"model       {model.name}: {free} blocks", f"tilt        towards ({way})"]
    if found.angle >= 0.5 * math.pi:
        return [*lines, "angle       90 deg: it does not fall before the table is upright"]
    own = found.moving[~model.is_support[found.moving]]
    return [*lines, f"angle       {math.degrees(found.angle):.5g} deg, tan {math.tan(found.angle):.5g}",
            f"mechanism   {len(own)} of {free} blocks move, fastest {list_blocks(model, own)}"]


def pushover_data(found: Pushover) -> dict:
    """Plain data."""
    return {"control": found.start.model.block_names[found.control], "displacement": found.displacement.tolist(),
            "alpha": found.alpha.tolist(), "balanced": found.balanced.tolist(),
            "zero_displacement": found.zero_displacement, "outcome": found.outcome, "seconds": found.seconds}


def assessment_data(found: Assessment | None) -> dict | None:
    """Plain data."""
    return None if found is None else asdict(found)


def tilt_data(found: TiltResult) -> dict:
    """Plain data; the angle in degrees."""
    names = found.model.block_names
    return {"model": found.model.name, "direction": found.direction.tolist(), "angle_deg": math.degrees(found.angle),
            "mechanism": {names[i]: found.mechanism[i].tolist() for i in found.moving}, "seconds": found.seconds}


def draw_curve(found: Pushover, assessment: Assessment | None, path: Path) -> Path:
    """The curve as a picture."""
    from drystone.view.pushover_picture import draw_pushover
    capacity = None
    if assessment is not None and assessment.capacity is not None:
        capacity = found.zero_displacement * assessment.capacity / assessment.zero_displacement
    return draw_pushover(found, path, title=f"{found.start.model.name}: {found.start.live.label}", capacity=capacity)


def refuse_beside(what: str, **given) -> None:
    """One line where options do not go together."""
    for name, value in given.items():
        if value:
            raise InputError(f"limit: {what} does not go with --{name}")


