"""Where a run starts: the first state, overlaps of the drawing, bonds of what touches."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.engines.nscd import ledger
from drystone.engines.nscd.bonds import Bonds, make_bonds
from drystone.engines.nscd.memory import NEVER, local_points
from drystone.engines.nscd.observe import find_contacts
from drystone.engines.nscd.scene import Pose
from drystone.engines.nscd.state import ContactMemory, NscdState
from drystone.engines.nscd.world import World
from drystone.errors import InputError
from drystone.extremes import SOLVED, greatest
from drystone.geometry.rotation import quaternion_to_matrix


def start_state(world: World, bonds: Bonds | None) -> NscdState:
    """Initial state; overlaps of the drawing within tolerance become offsets, larger ones an error."""
    state, contacts = _first_look(world)
    _check_overlaps(contacts, world.settings.overlap_tolerance, world.model.block_names)
    keep = contacts.gap < 0.0
    points = local_points(contacts.block_a, contacts.point_a, state.position, quaternion_to_matrix(state.orientation))
    count = int(keep.sum())
    memory = ContactMemory(
        key=contacts.key[keep], point=points[keep], impulse=np.zeros((count, 3)), impulse_older=np.zeros((count, 3)),
        frame=contacts.frame[keep], closed_step=np.full(count, -NEVER), seen_step=np.full(count, -NEVER),
        gap_offset=contacts.gap[keep], slip=np.zeros((count, 2)), is_sliding=np.zeros(count, bool),
        push=np.zeros(count))
    return replace(state, memory=memory, bond_intact=np.ones(0 if bonds is None else bonds.count, bool))


def find_bonds(world: World) -> Bonds | None:
    """Bonds of the points that touch at the start; the same for every run of the model with these settings."""
    if not world.laws.has_strength:
        return None
    state, found = _first_look(world)
    return make_bonds(found, world.laws.joint_of(found), world.model.joints, world.settings.overlap_tolerance,
                      state.position, quaternion_to_matrix(state.orientation), world.felt_mass)


def _first_look(world: World) -> tuple[NscdState, ContactSet]:
    """State without memory, and the contacts of its pose."""
    ties = world.model.ties.count
    state = NscdState.start(world.model, ledger.COUNT, tie_intact=np.ones(ties, bool), tie_yielded=np.zeros(ties),
                            tie_impulse=np.zeros(ties))
    return state, find_contacts(world, state, Pose(state.position, state.orientation),
                                world.settings.overlap_tolerance)


def _check_overlaps(contacts: ContactSet, tolerance: float, names: tuple[str, ...]) -> None:
    if not contacts.count or not contacts.pair_depth.max() > tolerance:
        return
    first = contacts.pair_ptr[:-1]
    pairs = [(names[a], names[b]) for a, b in zip(contacts.block_a[first], contacts.block_b[first])]
    pair = greatest(contacts.pair_depth, pairs, accuracy=SOLVED)
    (a, b), depth = pairs[pair], float(contacts.pair_depth[pair])
    raise InputError(f"blocks {a!r} and {b!r} overlap by {depth:.3g} m at the start, more than "
                     f"overlap_tolerance {tolerance:g} m", subject=("block", a))
