"""Events that change which blocks and ties there are: removing a block, releasing a support, cutting a tie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.engines.nscd import ledger
from drystone.engines.nscd.rotation import world_inertia
from drystone.engines.nscd.state import NscdState
from drystone.errors import InputError
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.loads import Event
from drystone.model.model import Model


def apply_events(model: Model, state: NscdState, events: tuple[Event, ...]) -> NscdState:
    """State after `events`; the energy that removed blocks take along is booked in the ledger."""
    for event in events:
        blocks = list(event.blocks)
        if event.action == "remove":
            state = _remove(model, state, blocks)
        elif event.action == "release":
            state = _release(model, state, blocks)
        elif event.action == "cut":
            intact = state.tie_intact.copy()
            intact[blocks] = False
            state = replace(state, tie_intact=intact)
    return state


def _remove(model: Model, state: NscdState, blocks: list[int]) -> NscdState:
    is_active = state.is_active.copy()
    is_active[blocks] = False
    gone = state.is_active & ~is_active & ~state.is_support
    return replace(state, is_active=is_active, work=_book(model, state, gone, -1.0))


def _release(model: Model, state: NscdState, blocks: list[int]) -> NscdState:
    is_support = state.is_support.copy()
    for block in blocks:
        if not model.mass[block] > 0.0:
            raise InputError(f"event at {state.time:g} s: support {model.block_names[block]!r} cannot be released: "
                             f"its mass must be > 0 [kg], got {model.mass[block]:g}", subject=("event", state.time))
    is_support[blocks] = False
    new = state.is_support & ~is_support & state.is_active
    return replace(state, is_support=is_support, work=_book(model, state, new, 1.0))


def _book(model: Model, state: NscdState, blocks: np.ndarray, sign: float) -> np.ndarray:
    """Work terms with the energy of `blocks` added to (or taken from) the term `removed`."""
    inertia = world_inertia(model.inertia, quaternion_to_matrix(state.orientation))
    energy = (ledger.kinetic_energy(model.mass, inertia, state.twist, blocks).sum()
              + ledger.potential_energy(model.mass, model.gravity, state.position, blocks).sum())
    work = state.work.copy()
    work[ledger.REMOVED] += sign * energy
    return work
