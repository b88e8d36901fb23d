"""What rests on nothing in a model, in words."""

from __future__ import annotations

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.limit.equilibrium import find_carried
from drystone.limit.standing import find_rests
from drystone.limit.words import count_of, list_blocks
from drystone.model.model import Model


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
