"""What a structure that stands has suffered: how far its blocks have gone, where they stayed, where joints have slid.

Displacements are those of centres of mass since the start, seen from the supports (`layout.py`); slips are those of the
joints between touching blocks (`joints.py`), sliding along the joint since the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from drystone.analysis.blocks import is_active
from drystone.analysis.failure import check_poses, free_distance
from drystone.analysis.group_names import group_members, name_group
from drystone.analysis.joints import joint_movements
from drystone.analysis.layout import Layout, layout_of
from drystone.errors import InputError
from drystone.extremes import MARCHED, greatest
from drystone.results.result import RunResult


@dataclass(frozen=True, slots=True)
class Moved:
    """The block that went furthest."""

    distance: float   #: [m]
    block: str
    group: str        #: smallest group of several blocks that it belongs to; its own name where there is none
    time: float       #: [s]


@dataclass(frozen=True, slots=True)
class Slipped:
    """The joint that has slid furthest."""

    distance: float            #: [m]
    blocks: tuple[str, str]
    groups: tuple[str, str]    #: smallest groups of several blocks on either side
    time: float                #: [s]


@dataclass(frozen=True, slots=True)
class Damage:
    """What a run left behind; None where no block is free, or no joint is drawn."""

    greatest: Moved | None    #: at any time
    residual: Moved | None    #: at the last one
    slip: Slipped | None      #: at the last one

    @property
    def words(self) -> str:
        """One line for people."""
        if self.greatest is None or self.residual is None or self.greatest.distance == 0.0:
            return "no block has moved"
        text = (f"moved by up to {self.greatest.distance:.3g} m ({self.greatest.block} at {self.greatest.time:.3g} s), "
                f"at the end {self.residual.distance:.3g} m ({self.residual.block})")
        if self.slip is None or self.slip.distance == 0.0:
            return text
        sides = self.slip.groups if self.slip.groups[0] != self.slip.groups[1] else self.slip.blocks
        return f"{text}, slid {self.slip.distance:.3g} m between {' and '.join(sides)}"


def find_damage(times: np.ndarray, position: np.ndarray, orientation: np.ndarray,
                static: Mapping[str, np.ndarray] | Layout, active: np.ndarray | None = None) -> Damage:
    """Displacements and slips of a run; arguments as in `find_failure`."""
    layout = static if isinstance(static, Layout) else Layout.of_static(static)
    check_poses(times, position, orientation, layout)
    moved = free_distance(layout, position, orientation, active)
    if layout.is_support.all():
        return Damage(None, None, None)
    ever = _moved(layout, moved.max(axis=0))
    at = int(np.argmax(moved[:, layout.names.index(ever[1])]))
    last = float(times[-1])
    return Damage(Moved(*ever, float(times[at])), Moved(*_moved(layout, moved[-1]), last),
                  _slip(layout, position[-1], orientation[-1], None if active is None else active[-1], last))


def slip_between(position: np.ndarray, orientation: np.ndarray, static: Mapping[str, np.ndarray] | Layout, group_a: str,
                 group_b: str) -> np.ndarray:
    """(n,) [m]: mean slip, by area, of the joints between two groups or blocks, e.g. two courses, at n instants.

    Parameters
    ----------
    position, orientation : (n, b, 3) [m], (n, b, 4)
    group_a, group_b : groups of the model, the first words of names (``facade/course_2``), or blocks; supports too
    """
    layout = static if isinstance(static, Layout) else Layout.of_static(static)
    nobody = np.zeros(len(layout.names), bool)
    sides = [group_members("slip_between", name, layout.names, layout.groups, nobody) for name in (group_a, group_b)]
    joints = layout.joints
    chosen = np.zeros(joints.count, bool)
    for a, b in (sides, sides[::-1]):
        chosen |= a[joints.block_a] & b[joints.block_b]
    if not chosen.any():
        raise InputError(f"slip_between: no joint lies between {group_a!r} and {group_b!r}")
    share = joints.area[chosen] / joints.area[chosen].sum()
    return np.array([share @ joint_movements(joints, x, q).slip[chosen] for x, q in zip(position, orientation)])


def damage_of(result: RunResult) -> Damage | None:
    """Damage of a run on disk, from the frames that it kept; None where it kept none."""
    layout = layout_of(result)
    if layout is None:
        return None
    frames = result.frames
    return find_damage(frames.time, frames.position, frames.orientation, layout, is_active(result))


def _moved(layout: Layout, distance: np.ndarray) -> tuple[float, str, str]:
    free = np.flatnonzero(~layout.is_support)
    block = int(free[greatest(distance[free], [layout.names[i] for i in free], accuracy=MARCHED)])
    return float(distance[block]), layout.names[block], _group(layout, block)


def _slip(layout: Layout, position: np.ndarray, orientation: np.ndarray, active: np.ndarray | None,
          time: float) -> Slipped | None:
    joints = layout.joints
    if not joints.count:
        return None
    slip = joint_movements(joints, position, orientation).slip
    if active is not None:
        slip = np.where(active[joints.block_a] & active[joints.block_b], slip, 0.0)
    pairs = [(layout.names[a], layout.names[b]) for a, b in zip(joints.block_a, joints.block_b)]
    worst = greatest(slip, pairs, accuracy=MARCHED)
    a, b = int(joints.block_a[worst]), int(joints.block_b[worst])
    return Slipped(float(slip[worst]), pairs[worst], (_group(layout, a), _group(layout, b)), time)


def _group(layout: Layout, block: int) -> str:
    """The smallest group of several blocks around one; of a support its own name."""
    if layout.is_support[block]:
        return layout.names[block]
    weight = np.zeros(len(layout.names))
    weight[block] = 1.0
    return name_group(weight, layout.names, layout.groups, layout.mass, layout.is_support)
