"""Does it stand? One answer for `drystone check` and `drystone statics`, with what it rests on.

`judge_standing` joins statics with the questions whether rigid joints alone hold it, and what elastic ones do;
`find_rests` tells what lies on what.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.limit.elastic.verdict import ElasticStatics, judge_elastic
from drystone.limit.locked_in import find_locked_joints
from drystone.limit.statics import StaticsResult, statics_analysis
from drystone.model.model import Model

#: A contact or tie holds a block up where it pushes it upwards by more than this share of its force.
UPWARDS = 1e-3
#: Blocks above which elastic joints are followed only if that is asked for: it takes minutes.
MOST_ELASTIC = 1000
#: Gaps below this are rounding of coordinates [m].
NO_GAP = 1e-9


@dataclass(frozen=True, slots=True)
class Standing:
    """The verdict on a structure under its dead load."""

    statics: StaticsResult
    locked: list[tuple[int, int]]   #: blocks between which locked-in pressure may hold it; empty: its weight does
    elastic: ElasticStatics | None = None   #: verdict of elastic joints laid without stress; None: not asked

    @property
    def gap(self) -> float:
        """Greatest gap of the drawing that was taken as touching [m]; a run closes it first."""
        gap = float(self.statics.equilibrium.contacts.gap.max(initial=0.0))
        return gap if gap > NO_GAP else 0.0


def judge_standing(model: Model, *, elastic: bool | None = None, overlap_tolerance: float = 0.0,
                   ignore: Collection[str] = ()) -> Standing:
    """Whether the model stands under its dead load, and whether its weight alone makes it stand.

    Parameters
    ----------
    elastic : whether elastic joints are followed, too; None: up to MOST_ELASTIC blocks
    overlap_tolerance, ignore : as for `statics_analysis`
    """
    statics = statics_analysis(model, overlap_tolerance=overlap_tolerance, ignore=ignore)
    wanted = elastic if elastic is not None else not is_large(model)
    force = statics.force if statics.stands else None
    followed = judge_elastic(statics.equilibrium, statics.load, rigid_force=force) if wanted else None
    locked = find_locked_joints(statics.equilibrium, statics.load, statics.force) if statics.stands else []
    return Standing(statics, locked, followed)


def is_large(model: Model) -> bool:
    """Whether elastic joints are followed only if that is asked for."""
    return int((~model.is_support).sum()) > MOST_ELASTIC


@dataclass(frozen=True, slots=True)
class Rests:
    """What lies on what, by geometry alone: which blocks have something that pushes or pulls them upwards."""

    on: set[tuple[int, int]]   #: (upper, lower) blocks, ties included
    beside: list[int]          #: free blocks that touch or are tied, but to nothing that could hold them up
    alone: list[int]           #: free blocks that touch nothing


def find_rests(model: Model, contacts: ContactSet) -> Rests:
    """What rests on what at the contacts of the initial pose."""
    size = float(np.linalg.norm(model.gravity))
    up = -model.gravity / size if size > 0.0 else np.array([0.0, 0.0, 1.0])
    end_a, end_b = model.ties.ends(model.initial_position, quaternion_to_matrix(model.initial_orientation))
    pull = end_a - end_b     # on block b
    length = np.maximum(np.linalg.norm(pull, axis=1), 1e-300)
    first = np.append(contacts.block_a, model.ties.block_a)
    second = np.append(contacts.block_b, model.ties.block_b)
    lift = np.append(contacts.frame[:, 0] @ up, pull @ up / length)      # of block b by block a
    on = {(int(b), int(a)) for a, b in zip(first[lift > UPWARDS], second[lift > UPWARDS])}
    on |= {(int(a), int(b)) for a, b in zip(first[lift < -UPWARDS], second[lift < -UPWARDS])}
    held, touched = {upper for upper, _ in on}, {int(b) for b in np.append(first, second)}
    free = [int(i) for i in np.flatnonzero(~model.is_support)]
    return Rests(on, [i for i in free if i in touched and i not in held], [i for i in free if i not in touched])
