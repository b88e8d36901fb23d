"""What rests on nothing in a model, in words."""

from __future__ import annotations

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.limit.equilibrium import find_carried
from drystone.limit.standing import find_rests
from drystone.limit.words import count_of, list_blocks
from drystone.model.model import Model


def forgotten_support(model: Model, contacts: ContactSet) -> str:
    """Whether a support may have been forgotten: blocks that touch others, while nothing below bears them; "" if none.

    Said of structures that fall: a stone that hangs by friction alone is in nobody's way.
    """
    if model.free:
        return ""
    rests, names = find_rests(model, contacts), model.block_names
    blocks = sorted(rests.beside, key=lambda i: names[i])
    if not blocks:
        return ""
    groups = [group for group in model.block_groups[blocks[0]]
              if {i for i, own in enumerate(model.block_groups) if group in own and not model.is_support[i]}
              == set(blocks)]
    return (f"nothing is below {list_blocks(model, blocks)}: was a support forgotten? "
            f"e.g. supports: [{groups[0] if groups else names[blocks[0]]}], or a ground")


def rest_warnings(model: Model, contacts: ContactSet) -> list[str]:
    """Blocks that touch nothing, that no support carries, or that rest on nothing."""
    if model.free:
        return []
    rests, names = find_rests(model, contacts), model.block_names
    loose = [int(i) for i in np.flatnonzero(~find_carried(model, contacts)) if i not in rests.alone]
    return [f"{count_of(len(blocks), 'block')} {what}: {list_blocks(model, sorted(blocks, key=lambda i: names[i]))}"
            for blocks, what in ((rests.alone, "touching nothing"),
                                 (loose, "touching others, but carried by no support"),
                                 (rests.beside, "touching others, but resting on nothing")) if blocks]
