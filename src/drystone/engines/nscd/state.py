"""What the rigid-block engine keeps from step to step beside the head of `State`."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import numpy as np

from drystone.model.state import State


@dataclass(frozen=True, slots=True)
class ContactMemory:
    """What contacts remember from step to step, sorted by key. No geometry."""

    key: np.ndarray            #: (m, 2) int64, pair and feature
    point: np.ndarray          #: (m, 3) [m], where the contact was, in the frame of block a
    impulse: np.ndarray        #: (m, 3) [N s], of the last step, in the contact frame (n, t1, t2)
    impulse_older: np.ndarray  #: (m, 3) [N s], of the step before
    frame: np.ndarray          #: (m, 3, 3) rows n, t1, t2 of the last step, world
    closed_step: np.ndarray    #: (m,) int64, number of the step in which it was last closed
    seen_step: np.ndarray      #: (m,) int64, number of the step in which it was last detected
    gap_offset: np.ndarray     #: (m,) [m], overlap of the drawing, <= 0, taken as zero gap
    slip: np.ndarray           #: (m, 2) [m], elastic slip stored by a compliant joint, along t1, t2
    is_sliding: np.ndarray     #: (m,) bool, slid in the last step
    push: np.ndarray           #: (m,) [m/s], speed at which the last step pushed it out of a penetration

    @classmethod
    def empty(cls) -> ContactMemory:
        """Memory of a structure that has not been looked at yet."""
        return cls(np.zeros((0, 2), np.int64), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3)),
                   np.zeros((0, 3, 3)), np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0),
                   np.zeros((0, 2)), np.zeros(0, bool), np.zeros(0))

    @classmethod
    def from_arrays(cls, arrays: dict[str, np.ndarray]) -> ContactMemory:
        """Memory from the arrays of a state."""
        kept = {"memory.push": np.zeros(len(arrays["memory.key"]))} | arrays      # older runs did not keep it
        return cls(**{f.name: kept[f"memory.{f.name}"] for f in fields(cls)})


def _none(dtype: type) -> np.ndarray:
    return np.zeros(0, dtype)


@dataclass(frozen=True, slots=True)
class NscdState(State):
    """State of rigid blocks with contacts, bonds and ties."""

    solver: np.ndarray = field(default_factory=lambda: _none(np.int64))   #: what the solver goes by, opaque here
    bond_intact: np.ndarray = field(default_factory=lambda: _none(bool))  #: (k,) bool, in the engine's order
    tie_intact: np.ndarray = field(default_factory=lambda: _none(bool))   #: (t,) bool, False once broken or cut
    tie_yielded: np.ndarray = field(default_factory=lambda: _none(float))  #: (t,) [m], lengthened for good
    tie_impulse: np.ndarray = field(default_factory=lambda: _none(float))  #: (t,) [N s], pull of the last step
    memory: ContactMemory = field(default_factory=ContactMemory.empty)
