"""Looking for contacts again: which pieces are near, what stays, what is laid anew, what points remember."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from drystone.engines.dem.joints.law import P_S1, P_S2
from drystone.engines.dem.large.meeting import choose_faces, lay_faces
from drystone.engines.dem.large.met import Met, limits, pair_keys
from drystone.engines.dem.large.surface import Surface, joints_between
from drystone.engines.dem.mesh.build import Mesh
from drystone.engines.dem.subcontacts.find import sweep
from drystone.kernels import kernel
from drystone.model.model import Model

#: How far nodes may move until contacts are looked for again, and how near pieces count as met [share of an edge].
MARGIN, REACH = 0.05, 0.1


class Memory(NamedTuple):
    """What the points of `Met` remember; as in `DemState`."""

    relative: np.ndarray   #: (3, m)
    stress: np.ndarray     #: (3, m)
    memory: np.ndarray     #: (c, m)
    touched: np.ndarray    #: (m,)
    since: np.ndarray      #: (m,)

    def taken(self, points: np.ndarray) -> Memory:
        """That of some points."""
        return Memory(*(np.ascontiguousarray(values[..., points]) for values in self))

    def joined(self, other: Memory) -> Memory:
        """Both, one after the other."""
        return Memory(*(np.concatenate((a, b), axis=-1) for a, b in zip(self, other)))


class Scene(NamedTuple):
    """What looking needs beside the contacts that were."""

    model: Model
    mesh: Mesh
    surface: Surface
    place: np.ndarray      #: (n, 3) [m], of the nodes
    rotation: np.ndarray   #: (p, 9) of the pieces
    reach: float           #: [m]


def look_again(scene: Scene, met: Met, held: Memory) -> tuple[Met, Memory] | None:
    """Contacts as they are now, and what their points remember; None where nothing has changed."""
    pieces = len(scene.mesh.pieces)
    keys, frame = met.keys(pieces), met.frames(scene.rotation)
    stays = np.isinf(met.limit[:, 0])                       # glue: for good
    pairs = _near_pairs(scene)
    joint = joints_between(scene.model, scene.mesh, pairs)
    own = pair_keys(pairs, pieces)
    wanted = (joint >= 0) & ~np.isin(own, keys[stays])
    pairs, joint, own = pairs[wanted], joint[wanted], own[wanted]
    at = np.searchsorted(keys, own)
    old = np.where((at < len(keys)) & (keys[np.minimum(at, len(keys) - 1)] == own), at, -1) if len(keys) else \
        np.full(len(own), -1)
    chosen = _choose(scene, pairs, np.where(old[:, None] >= 0, met.face[old], -1) if len(keys) else
                     np.full((len(own), 2), -1))
    same = (old >= 0) & (chosen[:, 0] >= 0)
    if len(keys):
        same &= (chosen[:, 2:] == met.face[old]).all(axis=1) & ~_drifted(scene, met, held, frame)[old]
    stays[old[same]] = True
    anew = ~same & (chosen[:, 0] >= 0)
    if not anew.any() and stays.all():
        return None
    laid, source, turn = _lay(scene, met, frame, chosen[anew], old[anew], joint[anew])
    if len(laid.joint) == 0 and stays.all():
        return None
    kept, points = met.taken(np.flatnonzero(stays))
    both = kept.joined(laid)
    memory = held.taken(points).joined(_carry(scene, met, held, laid, source, turn))
    order = np.argsort(both.keys(pieces), kind="stable")
    result, points = both.taken(order)
    memory = memory.taken(points)
    return _anchored(scene, result, memory, np.argsort(order)[len(kept.joint):]), memory


def _near_pairs(scene: Scene) -> np.ndarray:
    """(k, 2) pairs of pieces whose boxes come within reach, sorted."""
    first = scene.mesh.node_ptr[:-1]
    low = np.minimum.reduceat(scene.place, first) - 0.5 * scene.reach
    high = np.maximum.reduceat(scene.place, first) + 0.5 * scene.reach
    axis = int(np.argmax(np.ptp(scene.place, axis=0)))
    order = np.argsort(low[:, axis], kind="stable")
    room = 32 * len(order) + 64
    while True:
        pairs = np.empty((room, 2), np.int64)
        count = sweep(low, high, order, axis, pairs)
        if count <= room:
            break
        room = count
    pairs = np.sort(pairs[:count], axis=1)
    return np.ascontiguousarray(pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))])


def _choose(scene: Scene, pairs: np.ndarray, before: np.ndarray) -> np.ndarray:
    """(k, 4) base, other, face of the base, face of the other; -1 where they are too far apart."""
    out, surface = np.empty((len(pairs), 4), np.int64), scene.surface
    choose_faces(pairs, np.ascontiguousarray(before), scene.reach, surface.edge, scene.place, scene.mesh.node_ptr,
                 surface.face_ptr, surface.cell_ptr, surface.cell, scene.rotation, surface.normal, out)
    return out


def _drifted(scene: Scene, met: Met, held: Memory, frame: np.ndarray) -> np.ndarray:
    """(i,) bool, interfaces with a point beyond half of its limit: those soon due go with those that are due."""
    apart = met.apart(scene.place, frame)
    limit = np.where(held.relative[0] <= 0.0, met.limit[met.interface, 0], met.limit[met.interface, 1])
    out = np.zeros(len(met.joint), bool)
    np.logical_or.at(out, met.interface, np.hypot(apart[1], apart[2]) > 0.5 * limit)
    return out


def _lay(scene: Scene, met: Met, old_frame: np.ndarray, chosen: np.ndarray, old: np.ndarray, joint: np.ndarray):
    """Interfaces of the chosen faces, without those that have no point; the old point nearest to each new one, -1 for
    none; and how vectors along the old interface are seen along the new one (k, 2, 2)."""
    surface, room = scene.surface, 64 * len(chosen) + 256
    while True:
        frame, ptr, area = np.empty((len(chosen), 9)), np.empty(len(chosen) + 1, np.int64), np.empty(room)
        node_a, node_b = np.empty((room, 4), np.int64), np.empty((room, 4), np.int64)
        weight_a, weight_b = np.zeros((room, 4)), np.zeros((room, 4))
        count = lay_faces(chosen, surface.edge, scene.place, surface.cell_ptr, surface.cell, surface.cell_size,
                          scene.rotation, surface.normal, frame, ptr, area, node_a, node_b, weight_a, weight_b)
        if count >= 0:
            break
        room *= 2
    base = scene.rotation.reshape(-1, 3, 3)[chosen[:, 0]]
    frames = frame.reshape(-1, 3, 3)
    own_frame = np.einsum("iba,ikb->ika", base, frames).reshape(-1, 9)
    has_old = old >= 0
    same_faces = np.zeros(len(chosen), bool)
    number = np.full(len(chosen), len(scene.model.joints)) + joint
    turn = np.zeros((len(chosen), 2, 2))
    if has_old.any():
        before = met.face[old]
        same_faces = has_old & (np.sort(chosen[:, 2:], axis=1) == np.sort(before, axis=1)).all(axis=1)
        number = np.where(same_faces, met.joint[old], number)
        sign = np.where(chosen[:, 0] == met.piece[old, 0], 1.0, -1.0)
        turn = sign[:, None, None] * np.einsum("iab,icb->iac", frames[:, 1:], old_frame[old][:, 1:])
    laid = Met(np.ascontiguousarray(chosen[:, :2]), np.ascontiguousarray(chosen[:, 2:]), number.astype(np.int64), ptr,
               own_frame, limits(chosen[:, :2], surface), area[:count], node_a[:count], node_b[:count],
               weight_a[:count], weight_b[:count], np.zeros((3, count)))
    source = np.full(count, -1, np.int64)
    if has_old.any():
        a, b = laid.ends(scene.place)
        old_a, old_b = met.ends(scene.place)
        swapped = (chosen[:, 0] != met.piece[old, 0]).astype(np.int64)
        nearest(laid.ptr, a, b, old, swapped, met.ptr, old_a, old_b, source)
        keeps = (source >= 0) & same_faces[laid.interface]
        laid.anchor[0] = np.where(keeps, met.anchor[0, source], 0.0)
    filled = np.flatnonzero(np.diff(ptr) > 0)
    result, points = laid.taken(filled)
    return result, source[points], (turn[filled], same_faces[filled])


@kernel
def nearest(ptr, a, b, old, swapped, old_ptr, old_a, old_b, source):
    """For each point (ends a, b) of the interfaces the nearest point of the interface it had before, if any."""
    for k in range(ptr.shape[0] - 1):
        if old[k] < 0:
            continue
        for p in range(ptr[k], ptr[k + 1]):
            least = np.inf
            for q in range(old_ptr[old[k]], old_ptr[old[k] + 1]):
                square = 0.0
                for axis in range(3):
                    x, y = old_a[q, axis], old_b[q, axis]
                    if swapped[k] == 1:
                        x, y = y, x
                    square += (a[p, axis] - x) ** 2 + (b[p, axis] - y) ** 2
                if square < least:
                    least, source[p] = square, q


def _carry(scene: Scene, met: Met, held: Memory, laid: Met, source: np.ndarray, turn) -> Memory:
    """What new points remember: that of the nearest one before, its slip turned into the new frame. Where a face is
    another one, the joint is dry, and all that is left is the slip."""
    turn, same_faces = turn
    interface, has = laid.interface, source >= 0
    own = held.taken(np.where(has, source, 0)) if held.touched.size else Memory(
        np.zeros((3, len(source))), np.zeros((3, len(source))), np.zeros((len(held.memory), len(source))),
        np.zeros(len(source), np.int64), np.full(len(source), np.nan))
    keeps = has & same_faces[interface]
    slip = np.einsum("mij,jm->im", turn[interface], own.relative[1:])
    plastic = np.einsum("mij,jm->im", turn[interface], own.memory[[P_S1, P_S2]])
    relative = np.where(has, np.concatenate((own.relative[:1], slip)), 0.0)
    memory = np.where(keeps, own.memory, 0.0)
    memory[[P_S1, P_S2]] = np.where(has, plastic, 0.0)
    return Memory(relative, np.where(keeps, own.stress, 0.0), memory, np.where(keeps, own.touched, 0),
                  np.where(keeps, own.since, np.nan))


def _anchored(scene: Scene, met: Met, memory: Memory, laid: np.ndarray) -> Met:
    """Anchors of the interfaces `laid` anew: slip goes on where it was. Openings are those of the faces, less what the
    drawing had between them."""
    points = np.isin(met.interface, laid)
    apart = met.apart(scene.place, met.frames(scene.rotation))
    anchor = met.anchor.copy()
    anchor[1:, points] = (apart[1:] - memory.relative[1:])[:, points]
    return replace(met, anchor=anchor)
