"""`State`: everything that changes during a run, and all that a restart needs."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

import numpy as np


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


WORK_COUNT = 13   #: work terms of the energy ledger


@dataclass(frozen=True, slots=True)
class State:
    """Pose, twist and memory at one instant."""

    time: float               #: [s]
    step: int                 #: number of steps taken
    position: np.ndarray      #: (b, 3) [m], centre of mass, world
    orientation: np.ndarray   #: (b, 4) unit quaternion (w, x, y, z), block frame to world
    twist: np.ndarray         #: (b, 6) [m/s, rad/s], world
    is_active: np.ndarray     #: (b,) bool, False once an event removed the block
    is_support: np.ndarray    #: (b,) bool, motion prescribed
    work: np.ndarray = field(default_factory=lambda: np.zeros(WORK_COUNT))  #: (w,) [J], work terms since the start
    solver: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))  #: what the solver goes by, opaque here
    bond_intact: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))  #: (k,) bool, in the engine's order
    tie_intact: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))   #: (t,) bool, False once broken or cut
    tie_yielded: np.ndarray = field(default_factory=lambda: np.zeros(0))        #: (t,) [m], lengthened for good
    tie_impulse: np.ndarray = field(default_factory=lambda: np.zeros(0))        #: (t,) [N s], pull of the last step
    memory: ContactMemory = field(default_factory=ContactMemory.empty)

    @classmethod
    def start(cls, model) -> State:
        """Initial state of `model`."""
        return cls(0.0, 0, model.initial_position.copy(), model.initial_orientation.copy(),
                   model.initial_twist.copy(), np.ones(model.block_count, bool), model.is_support.copy(),
                   tie_intact=np.ones(model.ties.count, bool), tie_yielded=np.zeros(model.ties.count),
                   tie_impulse=np.zeros(model.ties.count))

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Flat dictionary of arrays, for a checkpoint; `from_arrays` gives the same bits back."""
        arrays = {f.name: np.asarray(getattr(self, f.name)) for f in fields(self) if f.name != "memory"}
        arrays |= {f"memory.{f.name}": getattr(self.memory, f.name) for f in fields(ContactMemory)}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: dict[str, np.ndarray]) -> State:
        """State from what `to_arrays` gave."""
        kept = {"memory.push": np.zeros(len(arrays["memory.key"]))} | arrays      # older runs did not keep it
        memory = ContactMemory(**{f.name: kept[f"memory.{f.name}"] for f in fields(ContactMemory)})
        own = {f.name: arrays[f.name] for f in fields(cls) if f.name not in ("memory", "time", "step")}
        own["work"] = np.concatenate([own["work"], np.zeros(WORK_COUNT - len(own["work"]))])   # older runs knew fewer
        return cls(time=float(arrays["time"]), step=int(arrays["step"]), memory=memory, **own)

    def with_(self, **changes) -> State:
        """A copy with some fields replaced."""
        return replace(self, **changes)
