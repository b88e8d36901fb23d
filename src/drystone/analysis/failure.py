"""How a run failed: which part of the structure went first, and in which way.

All displacements are those of centres of mass since the start, seen from the supports (`layout.py`).

*Which part.* A block has failed at the time from which it stays, to the end of the run, further than FAILED_SHARE of
its own size, or than half of the greatest displacement at the end where that is less, from its place: what rocks out
and comes back has not. The first connected set of such blocks that weighs LEAST_SHARE of the structure marks the *early
stage*. Where no set ever weighs so much the heaviest one counts, and the failure is *local*. What moves along,
connected and at least GROWN_SHARE as far as the furthest of these blocks, belongs to the mechanism: of a leaf that
turns about its toe the lower courses too. The smallest group that holds most of the mechanism, by mass times
displacement squared as its kinetic energy would be, gives the name; the *failing part* is the mechanism within it.

*When.* The onset is the last time before the early stage at which the centre of mass of the part had gone less than
ONSET_SHARE of its way to the early stage.

*How.* The kind is read from the motion of the part from onset to early stage:

- *falling*: its centre of mass goes down further than sideways;
- *hinging*, as arches do: no rigid motion fits (MISFIT), and its blocks turn against each other: their mean rotation is
  less than HINGING_SHARE of the mean of the sizes;
- *sliding* or *rocking*, by the rigid motion that fits the corners of the part best (least squares, by mass): sliding
  where its base moves sideways at least SLIDING_SHARE as far as its top, rocking where it stays behind.

Out of plane or in plane says how the motion lies to the thin direction of the group's box in plan (of the part's own
box where the group is not thin): within 45 degrees of it, or not. What is thicker than a third of its length has no
plane.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import is_active
from drystone.analysis.group_names import group_members, name_group
from drystone.analysis.layout import Layout, layout_of
from drystone.analysis.part_motion import PartMotion, thin_direction
from drystone.errors import InputError
from drystone.extremes import greatest
from drystone.results.result import RunResult

FAILED_SHARE = 1.0     #: of the block's size
LEAST_SHARE = 0.05     #: of the mass of all free blocks
GROWN_SHARE = 0.1      #: of the greatest displacement among them
ONSET_SHARE = 0.1
HINGING_SHARE = 0.5
MISFIT = 0.5           #: of the displacements
SLIDING_SHARE = 0.5
#: Names of horizontal directions, from +x on in steps of 45 degrees.
DIRECTIONS = ("+x", "+x+y", "+y", "-x+y", "-x", "-x-y", "-y", "+x-y")
DOWN = "down"


@dataclass(frozen=True, slots=True)
class FailureMode:
    """Which part of a structure failed first, and how."""

    group: str                #: smallest group that holds most of the part
    kind: str                 #: e.g. "facade: rocking out of plane"; fit for a column of a table
    direction: str            #: one of DIRECTIONS, or DOWN
    onset: float              #: [s]
    blocks: tuple[str, ...]   #: of the part, in the order of the model
    words: str                #: one line for people


def find_failure(times: np.ndarray, position: np.ndarray, orientation: np.ndarray,
                 static: Mapping[str, np.ndarray] | Layout, active: np.ndarray | None = None) -> FailureMode | None:
    """How a run failed that is known to have failed; None where no block has moved.

    Parameters
    ----------
    times : (n,) [s], rising, to the collapse or beyond
    position : (n, b, 3) [m], centres of mass, world
    orientation : (n, b, 4) unit quaternions (w, x, y, z)
    static : arrays of `static_arrays`, or the layout made of them
    active : (n, b) bool, False once a block is removed; such blocks count nowhere. None: all are there
    """
    layout = static if isinstance(static, Layout) else Layout.of_static(static)
    check_poses(times, position, orientation, layout)
    moved = free_distance(layout, position, orientation, active)
    if not moved[-1].max(initial=0.0) > 0.0:
        return None
    seed, frame, is_local = _failing_blocks(layout, moved)
    part, group = _named_part(layout, seed, moved[frame])
    begin, onset = _onset(np.asarray(times, float), layout.mean_displacement(part, position, orientation), frame)
    start = (layout.position, layout.orientation) if begin is None else (position[begin], orientation[begin])
    motion = PartMotion.between(layout, part, start, (position[frame], orientation[frame]))
    return _describe(layout, part, group, motion, onset, is_local)


def check_poses(times: np.ndarray, position: np.ndarray, orientation: np.ndarray, layout: Layout) -> None:
    """Refuse arrays that do not fit together."""
    n, b = len(times), len(layout.names)
    if n == 0:
        raise InputError("failure: needs the poses of at least one instant, got 0")
    for name, array, size in (("position", position, 3), ("orientation", orientation, 4)):
        if np.shape(array) != (n, b, size):
            raise InputError(f"failure: {name} must have the shape {(n, b, size)}, got {np.shape(array)}")


def free_distance(layout: Layout, position: np.ndarray, orientation: np.ndarray,
                  active: np.ndarray | None) -> np.ndarray:
    """(n, b) [m]: how far blocks are from their places; 0 for supports and for blocks that are ever removed."""
    moved = np.linalg.norm(layout.displacement(position, orientation), axis=2)
    counted = ~layout.is_support if active is None else ~layout.is_support & np.asarray(active, bool).all(axis=0)
    return np.where(counted, moved, 0.0)


# --- which part, and when ----------------------------------------------------------------------------

def _failing_blocks(layout: Layout, moved: np.ndarray) -> tuple[np.ndarray, int, bool]:
    """Blocks (b,) bool that failed first, the frame of the early stage, and whether the failure is local."""
    limit = np.minimum(FAILED_SHARE * layout.size, 0.5 * moved[-1].max())  # a collapse may be smaller than any block
    beyond = moved > limit
    since = np.where(beyond[-1], len(moved) - np.argmin(beyond[::-1], axis=0), len(moved) + 1)
    since[beyond.all(axis=0)] = 0
    share = LEAST_SHARE * float(layout.mass[~layout.is_support].sum())
    frames = np.unique(since[beyond[-1]])
    seed, weight = _heaviest(layout, beyond[-1])
    is_local = weight < share
    if is_local:
        frame = int(np.sort(since[seed])[int(seed.sum() - 1) // 2])     # half of them have gone
        seed = seed & (since <= frame)
    else:
        low, high = 0, len(frames) - 1      # blocks that have failed only grow in number
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if _heaviest(layout, since <= frames[middle])[1] >= share else (middle + 1, high)
        frame = int(frames[low])
        seed, _ = _heaviest(layout, since <= frame)
    return seed, frame, is_local


def _heaviest(layout: Layout, chosen: np.ndarray) -> tuple[np.ndarray, float]:
    """The heaviest connected part of the blocks chosen, and its mass [kg]; of equal ones the first by name."""
    number = layout.components(chosen)
    labels, first = np.unique(number[chosen], return_index=True)
    weight = np.bincount(number[chosen], layout.mass[chosen])[labels]
    best = greatest(weight, [layout.names[i] for i in np.flatnonzero(chosen)[first]])
    return number == labels[best], float(weight[best])


def _named_part(layout: Layout, seed: np.ndarray, moved: np.ndarray) -> tuple[np.ndarray, str]:
    """The blocks that have failed and what moves along with them, as far as it belongs to the group that gives the part
    its name; that name. moved (b,) [m] at the early stage"""
    number = layout.components(seed | (moved >= GROWN_SHARE * moved[seed].max()))
    part = np.isin(number, np.unique(number[seed]))
    group = name_group(np.where(part, layout.mass * moved ** 2, 0.0), layout.names, layout.groups, layout.mass,
                       layout.is_support)
    return part & group_members("failure", group, layout.names, layout.groups, layout.is_support), group


def _onset(times: np.ndarray, mean: np.ndarray, frame: int) -> tuple[int | None, float]:
    """Last frame at which the part was still about in its place (None: not even in the first one), and the time
    between it and the next one at which it left it [s]; mean (n, 3) [m], displacement of its centre of mass."""
    along = mean @ mean[frame]      # signed, so that a part that swings through its place between two frames is seen
    small = ONSET_SHARE * along[frame]
    within = np.flatnonzero(along[:frame + 1] <= small)
    if not len(within) or within[-1] == frame:
        return None, float(times[0])
    last = int(within[-1])
    share = (small - along[last]) / (along[last + 1] - along[last])
    return last, float(times[last] + share * (times[last + 1] - times[last]))


# --- how ---------------------------------------------------------------------------------------------

def _describe(layout: Layout, part: np.ndarray, group: str, motion: PartMotion, onset: float,
              is_local: bool) -> FailureMode:
    kind, along = _kind(motion)
    plane = "" if kind == "falling" else _plane(layout, part, group, along)
    direction = DOWN if kind == "falling" else _direction(along)
    label = " ".join(word for word in ("local" if is_local else "", kind, plane) if word)
    blocks = tuple(layout.names[i] for i in np.flatnonzero(part))
    share = 100.0 * layout.mass[part].sum() / layout.mass[~layout.is_support].sum()
    way = "" if kind == "falling" else f" towards {direction}"
    count = f"{len(blocks)} block{'' if len(blocks) == 1 else 's'}"
    return FailureMode(group, f"{group}: {label}", direction, onset, blocks,
                       f"{group}: {label}{way} from {onset:.3g} s on, {count}, {share:.0f} % of the mass")


def _kind(motion: PartMotion) -> tuple[str, np.ndarray]:
    """The word for a motion, and the horizontal vector (2,) [m] that says which way it went."""
    mean, base, top = motion.mean, motion.base[:2], motion.top[:2]
    if -mean[2] > np.linalg.norm(mean[:2]):
        return "falling", mean[:2]
    if motion.common_turn < HINGING_SHARE and motion.misfit > MISFIT:
        return "hinging", mean[:2]
    if np.linalg.norm(base) >= SLIDING_SHARE * np.linalg.norm(top):
        return "sliding", mean[:2]
    return "rocking", top


def _plane(layout: Layout, part: np.ndarray, group: str, along: np.ndarray) -> str:
    """Whether a motion leaves the plane of a wall."""
    whole = group_members("failure", group, layout.names, layout.groups, layout.is_support)
    for blocks in (whole, part):
        thin = thin_direction(layout.start.vertex[blocks[layout.corner_block], :2])
        if thin is not None:
            is_out = abs(float(thin @ along)) >= np.sqrt(0.5) * np.linalg.norm(along)
            return "out of plane" if is_out else "in plane"
    return ""


def _direction(along: np.ndarray) -> str:
    angle = np.arctan2(along[1], along[0])
    return DIRECTIONS[int(np.round(angle / (np.pi / 4.0))) % 8]


def failure_of(result: RunResult) -> FailureMode | None:
    """How a run on disk failed, from the frames that it kept; None where it kept none or nothing moved."""
    layout = layout_of(result)
    if layout is None:
        return None
    frames = result.frames
    return find_failure(frames.time, frames.position, frames.orientation, layout, is_active(result))
