"""What a set of blocks is called: the smallest group that holds most of it.

Groups are those of the model, and what the names of blocks say: ``facade/course_12/block_2`` belongs to ``facade`` and
to ``facade/course_12``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from drystone.extremes import least
from drystone.model.selection import check_known

#: A group gives a set of blocks its name if it holds at least this share of its weight.
NAMING_SHARE = 2.0 / 3.0
#: Name of a set of blocks that no group holds.
WHOLE = "structure"


def name_group(weight: np.ndarray, names: Sequence[str], groups: Sequence[Sequence[str]], mass: np.ndarray,
               is_support: np.ndarray) -> str:
    """Name of the lightest group that holds NAMING_SHARE of the `weight` (b,) of the blocks in question, >= 0.

    Groups of one block are passed over, so that the label of a stone is that of its kind. Where no larger group holds
    so much it is the block that does so alone, else WHOLE.
    """
    members = _members(names, groups, is_support)
    enough = NAMING_SHARE * float(weight.sum())
    holding = [name for name, blocks in members.items() if len(blocks) > 1 and weight[blocks].sum() >= enough]
    if holding:
        return holding[least([mass[members[name]].sum() for name in holding], holding)]
    alone = int(np.argmax(weight))
    return names[alone] if weight[alone] >= enough else WHOLE


def group_members(what: str, group: str, names: Sequence[str], groups: Sequence[Sequence[str]],
                  is_support: np.ndarray) -> np.ndarray:
    """(b,) bool: blocks of a group or of a name that `name_group` gave, supports left out; `what` begins the error."""
    out = np.zeros(len(names), bool)
    members = _members(names, groups, is_support)
    if group in members:
        out[members[group]] = True
    elif group in names:
        out[names.index(group)] = True
    elif group == WHOLE:
        out = ~is_support
    else:
        check_known(what, group, [*members, *names], "block or group")
    return out


def _members(names: Sequence[str], groups: Sequence[Sequence[str]], is_support: np.ndarray) -> dict[str, list[int]]:
    """Free blocks of each group, by its name."""
    members: dict[str, list[int]] = {}
    for i in np.flatnonzero(~is_support).tolist():
        words = names[i].split("/")
        paths = ("/".join(words[:k]) for k in range(1, len(words)))
        for group in dict.fromkeys((*groups[i], *paths)):
            members.setdefault(group, []).append(i)
    return members
