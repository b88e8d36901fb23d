"""What falls out of a structure over a gap, course by course, and what is left standing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drystone.analysis.blocks import block_groups, static_array
from drystone.results.result import RunResult

SUNK = 0.25      #: [m], half a course; a block that has sunk by more at the end has fallen
SINKING = 0.02   #: [m]; so has one that has sunk by more and still sinks faster than STILL
STILL = 0.01     #: [m/s]; faster blocks are on their way
SAGGED = 0.01    #: [m]; less is settling of the joints

LOOSE = 0.1      #: [m]; a block that has sunk by more has come loose, even if it hangs between others now

NOTHING_FALLS = "nothing falls"
SAGS = "sags and jams, nothing falls"
JAMS = "comes loose and jams, the rest stands"          #: what has come loose narrows upwards and ends below the top
CLOSES = "falls, the rest stands"                       #: what falls narrows upwards and ends below the top
OPEN_TOP = "falls up to the top, the sides stand"
OTHERWISE = "falls, and the rest moves"


@dataclass(frozen=True, slots=True)
class Fall:
    """End of a run over a gap."""

    fallen: list[int]     #: blocks fallen, by course from the bottom up
    loose: list[int]      #: blocks come loose, fallen or not, by course
    share: list[float]    #: share of the mass of each course that has come loose
    sag: float            #: [m], greatest sinking of a block that has not come loose
    spread: float         #: [m], greatest horizontal displacement of one
    speed: float          #: [m/s], of the fastest one
    end: float            #: [s]
    rest_speed: float = 0.0   #: [m/s], of the fastest block that has not fallen, come loose or not


def read_fall(result: RunResult) -> Fall:
    """What the last kept pose of a run shows."""
    frames, free = result.frames, ~static_array(result, "is_support").astype(bool)
    moved = frames.position[-1] - static_array(result, "initial_position")
    course = np.array([next((int(g[7:]) for g in own if g.startswith("course_")), 0) for own in block_groups(result)])
    still_sinks = (moved[:, 2] < -SINKING) & (frames.twist[-1][:, 2] < -STILL)
    has_fallen = free & ((moved[:, 2] < -SUNK) | still_sinks)
    numbers = range(1, int(course.max()) + 1)
    mass = static_array(result, "mass")
    is_loose = has_fallen | (free & (moved[:, 2] < -LOOSE))
    left = free & ~is_loose
    twist = frames.twist[-1]
    share = [float(mass[is_loose & (course == k)].sum() / mass[course == k].sum()) for k in numbers]
    return Fall([int((has_fallen & (course == k)).sum()) for k in numbers],
                [int((is_loose & (course == k)).sum()) for k in numbers], share,
                float(np.maximum(-moved[left, 2], 0.0).max(initial=0.0)),
                float(np.abs(moved[left, :2]).max(initial=0.0)),
                _fastest(twist, left), float(frames.time[-1]), _fastest(twist, free & ~has_fallen))


def _fastest(twist: np.ndarray, chosen: np.ndarray) -> float:
    return float(np.linalg.norm(twist[chosen, :3], axis=1).max(initial=0.0))


def describe_fallen(fall: Fall, part: str) -> str:
    """Outcome in words by what has fallen alone: stones that came loose and were caught belong to the rest."""
    if not any(fall.fallen):
        return NOTHING_FALLS
    if fall.rest_speed > STILL:
        return f"a part {OTHERWISE}"
    if fall.fallen[-1]:
        return f"a part {OPEN_TOP}"
    narrows = all(upper <= lower for lower, upper in pairwise(fall.fallen))
    return f"{part if narrows else 'a part'} {CLOSES}"


def describe_fall(fall: Fall, part: str) -> str:
    """Outcome in words; `part` is what falls if it narrows upwards and closes, e.g. "a triangle"."""
    narrows = all(upper <= lower + 1e-9 for lower, upper in pairwise(fall.share)) and not fall.loose[-1]
    if 2 * sum(fall.fallen) < sum(fall.loose):   # most of what came loose has been caught
        return f"{part} {JAMS}" if narrows else SAGS
    if not any(fall.fallen):
        if fall.speed > STILL:
            return "still moves, nothing has fallen"
        return SAGS if fall.sag > SAGGED else NOTHING_FALLS
    if fall.speed > STILL:
        return f"a part {OTHERWISE}"
    if fall.fallen[-1]:
        return f"a part {OPEN_TOP}"
    return f"{part if narrows else 'a part'} {CLOSES}"
