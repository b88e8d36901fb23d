"""`Met`: the contacts of one moment as arrays, part of the state; how they begin, and their points in the world."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

import numpy as np

from drystone.engines.dem.large.surface import Surface
from drystone.engines.dem.mesh.build import Mesh
from drystone.engines.dem.subcontacts.find import SubContacts

#: How far pressed points may drift along a face until they are placed anew, and open ones [share of an edge].
DRIFT, OPEN_DRIFT = 2e-3, 5e-2


def _none() -> np.ndarray:
    return np.zeros(0)


@dataclass(frozen=True, slots=True)
class Met:
    """Interfaces, sorted by their pieces, and their points. The frame of each turns with its base, the first piece."""

    piece: np.ndarray = field(default_factory=_none)      #: (i, 2) int64, base and other piece: a and b
    face: np.ndarray = field(default_factory=_none)       #: (i, 2) int64, of base and other, counted through all pieces
    joint: np.ndarray = field(default_factory=_none)      #: (i,) int64, from the number of joints on: dry
    ptr: np.ndarray = field(default_factory=_none)        #: (i + 1,) int64
    own_frame: np.ndarray = field(default_factory=_none)  #: (i, 9) rows n, t1, t2 in the frame of the base
    limit: np.ndarray = field(default_factory=_none)      #: (i, 2) [m], drift at which points are placed anew
    area: np.ndarray = field(default_factory=_none)       #: (m,) [m2]
    node_a: np.ndarray = field(default_factory=_none)     #: (m, 4) int64
    node_b: np.ndarray = field(default_factory=_none)     #: (m, 4) int64
    weight_a: np.ndarray = field(default_factory=_none)   #: (m, 4)
    weight_b: np.ndarray = field(default_factory=_none)   #: (m, 4)
    anchor: np.ndarray = field(default_factory=_none)     #: (3, m) [m], place of b from a that counts as none

    @property
    def interface(self) -> np.ndarray:
        """(m,) interface of each point."""
        return np.repeat(np.arange(len(self.joint)), np.diff(self.ptr))

    def keys(self, pieces: int) -> np.ndarray:
        """(i,) int64, one number for each pair of pieces."""
        return pair_keys(self.piece, pieces)

    def taken(self, chosen: np.ndarray) -> tuple[Met, np.ndarray]:
        """Some of the interfaces, in the order asked for; and the numbers of their points."""
        count = np.diff(self.ptr)[chosen]
        points = ranges(self.ptr[:-1][chosen], count)
        by_interface = {name: getattr(self, name)[chosen] for name in ("piece", "face", "joint", "own_frame", "limit")}
        by_point = {name: getattr(self, name)[points] for name in ("area", "node_a", "node_b", "weight_a", "weight_b")}
        return replace(self, **by_interface, **by_point, anchor=np.ascontiguousarray(self.anchor[:, points]),
                       ptr=np.concatenate(([0], np.cumsum(count))).astype(np.int64)), points

    def joined(self, other: Met) -> Met:
        """All of these, then all of those."""
        own = {f.name: np.concatenate((getattr(self, f.name), getattr(other, f.name)))
               for f in fields(self) if f.name not in ("ptr", "anchor")}
        return Met(**own, ptr=np.concatenate((self.ptr, other.ptr[1:] + self.ptr[-1])),
                   anchor=np.concatenate((self.anchor, other.anchor), axis=1))

    def ends(self, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Points (m, 3) [m] of a and of b, from the places (n, 3) of the nodes."""
        return (np.einsum("mc,mci->mi", self.weight_a, place[self.node_a]),
                np.einsum("mc,mci->mi", self.weight_b, place[self.node_b]))

    def frames(self, rotation: np.ndarray) -> np.ndarray:
        """(i, 3, 3) rows n, t1, t2 in the world; rotation : (p, 9) of all pieces."""
        turn = rotation.reshape(-1, 3, 3)[self.piece[:, 0]]
        return np.einsum("iab,ikb->ika", turn, self.own_frame.reshape(-1, 3, 3))

    def apart(self, place: np.ndarray, frame: np.ndarray) -> np.ndarray:
        """(3, m) [m], place of b from a along n, t1, t2."""
        a, b = self.ends(place)
        return np.ascontiguousarray(np.einsum("mij,mj->im", frame[self.interface], b - a))


def pair_keys(pairs: np.ndarray, pieces: int) -> np.ndarray:
    """(k,) int64, one number for each pair of pieces, in either order."""
    return pairs.min(axis=1) * pieces + pairs.max(axis=1)


def ranges(first: np.ndarray, count: np.ndarray) -> np.ndarray:
    """All numbers from each first on, so many of each."""
    total = int(count.sum())
    begin = np.cumsum(count) - count
    return np.arange(total) + np.repeat(first - begin, count)


def limits(pairs: np.ndarray, surface: Surface) -> np.ndarray:
    """(k, 2) [m], drift of pressed and of open points at which pairs of pieces are looked at again."""
    return surface.edge[pairs].min(axis=1)[:, None] * np.array((DRIFT, OPEN_DRIFT))


def first_met(contacts: SubContacts, mesh: Mesh, surface: Surface, is_fixed: np.ndarray) -> Met:
    """Contacts of the drawing, where every point counts as undisplaced.

    is_fixed : (j,) bool, joints whose points stay where they are for good: those that never open
    """
    limit = limits(contacts.piece, surface)
    limit[is_fixed[contacts.joint]] = np.inf
    met = Met(contacts.piece, contacts.face, contacts.joint, contacts.ptr, contacts.frame.reshape(-1, 9), limit,
              contacts.area, contacts.node_a, contacts.node_b, contacts.weight_a, contacts.weight_b,
              np.zeros((3, contacts.count)))
    still = np.tile(np.eye(3).ravel(), (len(mesh.pieces), 1))
    met = replace(met, anchor=met.apart(mesh.node, met.frames(still)))
    return met.taken(np.argsort(met.keys(len(mesh.pieces)), kind="stable"))[0]
