"""What a model may not have where its blocks deform, and drawings that do not fit."""

from __future__ import annotations

import numpy as np

from drystone.contact.finder import ContactFinder
from drystone.engines.dem.world import Structure
from drystone.errors import InputError
from drystone.model.model import Model


def refuse(words: str, *subject: object) -> InputError:
    """The error of this engine; subject : what it is about."""
    return InputError(f"engine dem: {words}", subject=subject or None)


def check_model(model: Model) -> None:
    """Refuse what this engine does not know."""
    if model.planar_axis is not None:
        raise refuse("takes no planar models: blocks that deform need their thickness")
    if model.ties.count:
        raise refuse(f"takes no ties, got tie {model.ties.names[0]!r}", "tie", model.ties.names[0])
    for event in model.loads.events:
        if event.blocks:
            raise refuse(f"takes no events that change blocks, got {event.action} {event.target!r} at {event.time:g} s",
                         "event", event.time)
    if model.is_support.all():
        raise refuse("needs a block that can move, and all are supports")


def check_drawing(model: Model, structure: Structure, touching: float, *, face_to_face: bool) -> None:
    """Refuse blocks that overlap, and, where contacts stay, those that are not face to face: no joint holds them."""
    found = ContactFinder(model).detect_initial(touching)
    first = found.pair_ptr[:-1]
    names = [(model.block_names[a], model.block_names[b]) for a, b in zip(found.block_a[first], found.block_b[first])]
    for pair in np.flatnonzero(found.pair_depth > touching):
        a, b = names[pair]
        raise InputError(f"blocks {a!r} and {b!r} overlap by {found.pair_depth[pair]:.3g} m at the start, more than "
                         f"{touching:g} m", subject=("block", a))
    if not face_to_face:
        return
    contacts = structure.contacts
    blocks = np.sort(structure.mesh.piece_block[contacts.piece], axis=1)
    joined = set(map(tuple, blocks.tolist()))
    for k in range(len(first)):
        pair = tuple(sorted((int(found.block_a[first[k]]), int(found.block_b[first[k]]))))
        if pair not in joined:
            a, b = names[k]
            raise refuse(f"blocks {a!r} and {b!r} must touch face to face, they meet at an edge or a corner", "block",
                         a)
