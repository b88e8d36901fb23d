"""Which instants of a run a picture shows by itself: peaks, ends of stages, the onset of collapse, the end.

Two instants at which the blocks are about in the same places would make the same picture: one of them is enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import block_names, static_array
from drystone.analysis.course import Course
from drystone.view.block_colours import BULK
from drystone.view.travel import STILL, Travel

#: Two frames whose displacements differ by less than this share of the greater ones show the same.
SAME = 0.12
#: A swing to the other side counts as a peak of its own from this share of the greatest displacement on.
SWING = 0.2
#: Share of the way to its end at which a collapse is shown half-way.
HALF_WAY = 0.4
#: ... and at which it counts as begun.
BEGINS = 0.15
MOST = 6
_DIRECTIONS = ("+x", "+x+y", "+y", "-x+y", "-x", "-x-y", "-y", "+x-y")


@dataclass(frozen=True, slots=True)
class Moment:
    """One instant worth a picture."""

    frame: int    #: number of the kept frame
    words: str    #: why it is shown; "" where a user asked for it


def choose_moments(travel: Travel, course: Course) -> list[Moment]:
    """Moments of a run, in the order of time; the last frame alone where nothing moves."""
    time = travel.result.shapes.time
    if travel.stands_still:
        reach = _tiny(float(travel.reach.max(initial=0.0)))
        return [Moment(len(time) - 1, f"nothing moves: greatest displacement {reach}")]
    last = Moment(len(time) - 1, "end")
    has_failed = course.failure is not None
    found = [last, *(_of_collapse(travel, course, time) if has_failed else _peaks(travel, len(time))),
             *_ends_of_stages(course, time), *_start(travel)]
    chosen = _unlike(travel, found)
    if len(chosen) == 1:
        chosen = _unlike(travel, [*chosen, *_way_to_the_end(travel)])
    return sorted(chosen, key=lambda moment: moment.frame)


def _unlike(travel: Travel, found: list[Moment]) -> list[Moment]:
    """Those of which no earlier one makes about the same picture, up to `MOST`."""
    chosen: list[Moment] = []
    for moment in found:
        if not any(_is_same(travel, moment.frame, other.frame) for other in chosen) and len(chosen) < MOST:
            chosen.append(moment)
    return chosen


def _of_collapse(travel: Travel, course: Course, time: np.ndarray) -> list[Moment]:
    """The onset, half-way to the end, and the greatest swings before."""
    members = set(course.failure.blocks)
    part = np.array([name in members for name in block_names(travel.result)])
    onset = min(int(np.searchsorted(time, course.failure.onset)), len(time) - 1)
    way = np.linalg.norm(travel.moved[:, part].mean(axis=1), axis=1)
    after = np.flatnonzero(way[onset:] >= HALF_WAY * way[-1])
    half = onset + int(after[0]) if len(after) else len(time) - 1
    return [Moment(onset, f"collapse begins: {course.failure.group}"), Moment(half, "half-way"),
            *_peaks(travel, onset)]


def _peaks(travel: Travel, stop: int) -> list[Moment]:
    """Greatest displacement to either side among the first `stop` frames, along the way of the block that went
    furthest."""
    if stop < 2:
        return []
    moved = travel.moved[:stop]
    size = np.where(travel.is_free, np.linalg.norm(moved, axis=2), 0.0)
    frame, block = np.unravel_index(int(np.argmax(size)), size.shape)
    if size[frame, block] <= 0.0:
        return []
    along = moved[:, block] @ (moved[frame, block] / size[frame, block])
    found = [int(frame)]
    other = int(np.argmin(along))
    if along[other] <= -SWING * along[frame]:
        found.append(other)
    # what goes on growing beyond the frames that are looked at is no peak
    is_cut = stop < len(travel.moved)
    return [Moment(k, f"peak{_towards(moved[k, block])}") for k in found if not (is_cut and k == stop - 1)]


def _towards(way: np.ndarray) -> str:
    """In words, e.g. ` towards +x`."""
    level = float(np.hypot(way[0], way[1]))
    if level < abs(float(way[2])):
        return " upwards" if way[2] > 0.0 else " downwards"
    return f" towards {_DIRECTIONS[int(np.round(np.arctan2(way[1], way[0]) / (np.pi / 4.0))) % 8]}"


def _start(travel: Travel) -> list[Moment]:
    """The first frame, where blocks do not start as they are drawn."""
    drawn = static_array(travel.result, "reference_position")
    off = float(np.abs(travel.start - drawn)[travel.is_free].max(initial=0.0))
    return [Moment(0, "start")] if off > STILL * travel.size else []


def _way_to_the_end(travel: Travel) -> list[Moment]:
    """When the bulk of what moves began to, whatever a few blocks do, and half-way."""
    size = np.linalg.norm(travel.moved[:, travel.is_free], axis=2)
    bulk = np.quantile(size, BULK, axis=1, method="higher")
    return [Moment(int(np.argmax(bulk >= share * bulk.max())), words)
            for share, words in ((BEGINS, "motion begins"), (HALF_WAY, "half-way"))]


def _tiny(value: float) -> str:
    """A length [m] that may be zero."""
    return f"{value:.1e} m" if value > 0.0 else "0 m"


def _ends_of_stages(course: Course, time: np.ndarray) -> list[Moment]:
    return [Moment(int(np.searchsorted(time, stage.stop, side="right")) - 1, f"end of stage {stage.name}")
            for stage in course.stages[:-1] if stage.stop < time[-1]]


def _is_same(travel: Travel, first: int, second: int) -> bool:
    """Whether two frames would make about the same picture; a frame without any motion is like none with some."""
    a, b = travel.moved[first, travel.is_free], travel.moved[second, travel.is_free]
    largest = max(float(np.linalg.norm(v, axis=1).max(initial=0.0)) for v in (a, b))
    return first == second or float(np.linalg.norm(a - b, axis=1).max(initial=0.0)) <= SAME * largest
