"""What contacts remember: matching today's contacts with yesterday's by key, and writing the new memory.

A memory is grouped by pair of parts, pairs sorted; within a pair the order is that of detection. A contact
whose key is new (a clip vertex that changed its label) takes over the memory of the nearest remembered point
of its pair, if that is close: otherwise a sliding block would forget its history at every joint it passes.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.engines.nscd.state import ContactMemory
from drystone.kernels import kernel

#: Steps during which a vanished contact is remembered, and after which an approach counts as an impact.
RESOLVED_AFTER = 10

#: Age of what never happened [steps].
NEVER = 1 << 40


@kernel
def _match(pair_key, feature, pair_ptr, point_local, reach, old_pair, old_feature, old_point, out):
    """out[c] = row of the memory that belongs to contact c, -1 if there is none."""
    row = 0
    old_count = old_pair.shape[0]
    for p in range(pair_ptr.shape[0] - 1):
        first = pair_ptr[p]
        key = pair_key[first]
        while row < old_count and old_pair[row] < key:
            row += 1
        end = row
        while end < old_count and old_pair[end] == key:
            end += 1
        for c in range(first, pair_ptr[p + 1]):
            out[c] = -1
            for k in range(row, end):
                if old_feature[k] == feature[c]:
                    out[c] = k
                    break
            if out[c] >= 0:
                continue
            nearest = reach[p] * reach[p]
            for k in range(row, end):
                dx = old_point[k, 0] - point_local[c, 0]
                dy = old_point[k, 1] - point_local[c, 1]
                dz = old_point[k, 2] - point_local[c, 2]
                square = dx * dx + dy * dy + dz * dz
                if square < nearest:
                    nearest = square
                    out[c] = k
        row = end


@kernel
def local_points(contact_block, point, position, rotation):
    """(c, 3) points in the frame of their block: R^T (p - x)."""
    out = np.empty((contact_block.shape[0], 3))
    for c in range(contact_block.shape[0]):
        b = contact_block[c]
        dx = point[c, 0] - position[b, 0]
        dy = point[c, 1] - position[b, 1]
        dz = point[c, 2] - position[b, 2]
        for i in range(3):
            out[c, i] = rotation[b, 0, i] * dx + rotation[b, 1, i] * dy + rotation[b, 2, i] * dz
    return out


@kernel
def _recall(rows, found_gap, rounding, step, impulse, impulse_older, slip, offset, closed_step, seen_step, sliding,
            push):
    """Gather the memory's columns for the contacts found; see `Recollection`."""
    count = rows.shape[0]
    gap = np.empty(count)
    last = np.zeros((count, 3))
    older = np.zeros((count, 3))
    slip_now = np.zeros((count, 2))
    offset_now = np.zeros(count)
    age = np.full(count, NEVER)
    has_history = np.zeros(count, np.bool_)
    is_sliding = np.zeros(count, np.bool_)
    push_now = np.zeros(count)
    for c in range(count):
        k = rows[c]
        if k >= 0:
            for i in range(3):
                last[c, i] = impulse[k, i]
                older[c, i] = impulse_older[k, i]
            slip_now[c, 0] = slip[k, 0]
            slip_now[c, 1] = slip[k, 1]
            offset_now[c] = offset[k]
            age[c] = step - closed_step[k]
            has_history[c] = seen_step[k] == step - 1
            is_sliding[c] = sliding[k]
            push_now[c] = push[k]
        gap[c] = found_gap[c] - offset_now[c]
        if abs(gap[c]) < rounding:
            gap[c] = 0.0
    return gap, last, older, slip_now, offset_now, age, has_history, is_sliding, push_now


@dataclass(frozen=True, slots=True)
class Recollection:
    """What the contacts found in a step remember."""

    rows: np.ndarray         #: (c,) row of the memory, -1 if new
    point_local: np.ndarray  #: (c, 3) [m], in the frame of block a
    gap: np.ndarray          #: (c,) [m], without the offset of the drawing; exactly zero within rounding
    last: np.ndarray         #: (c, 3) [N s], impulse of the last step
    older: np.ndarray        #: (c, 3) [N s], of the step before
    slip: np.ndarray         #: (c, 2) [m], elastic slip stored
    offset: np.ndarray       #: (c,) [m]
    age: np.ndarray          #: (c,) steps since the contact was closed, NEVER if it never was
    has_history: np.ndarray  #: (c,) bool, seen in the last step too
    is_sliding: np.ndarray   #: (c,) bool
    push: np.ndarray         #: (c,) [m/s], feedback of the last step


def recall(contacts: ContactSet, memory: ContactMemory, position: np.ndarray, rotation: np.ndarray, reach: np.ndarray,
           rounding: float, step: int) -> Recollection:
    """Match contacts with the memory.

    Parameters
    ----------
    position, rotation : pose on which the contacts were found
    reach : (p,) [m], distance within which a pair's point may inherit from another
    rounding : gaps below this are zero [m]
    """
    point_local = local_points(contacts.block_a, contacts.point_a, position, rotation)
    rows = np.empty(contacts.count, np.int64)
    _match(contacts.key[:, 0], contacts.key[:, 1], contacts.pair_ptr, point_local, reach,
           memory.key[:, 0], memory.key[:, 1], memory.point, rows)
    return Recollection(rows, point_local, *_recall(
        rows, contacts.gap, rounding, step, memory.impulse, memory.impulse_older, memory.slip, memory.gap_offset,
        memory.closed_step, memory.seen_step, memory.is_sliding, memory.push))


@kernel
def _order_of_merge(new_pair, old_pair, old_seen, old_offset, rows, step):
    """Merge two pair-sorted lists; out[i] >= 0: contact, < 0: kept old row -(out + 1).

    rows : (c,) row of the memory that belongs to each contact, -1 if none; see `remember` for what is kept
    """
    keep = np.empty(old_pair.shape[0], np.bool_)
    for k in range(keep.shape[0]):
        keep[k] = step - old_seen[k] <= RESOLVED_AFTER or old_offset[k] < 0.0
    for c in range(rows.shape[0]):
        if rows[c] >= 0:
            keep[rows[c]] = False
    out = np.empty(new_pair.shape[0] + old_pair.shape[0], np.int64)
    i, k, n = 0, 0, 0
    while i < new_pair.shape[0] or k < old_pair.shape[0]:
        if k < old_pair.shape[0] and not keep[k]:
            k += 1
            continue
        take_new = k >= old_pair.shape[0] or (i < new_pair.shape[0] and new_pair[i] <= old_pair[k])
        if take_new:
            out[n] = i
            i += 1
        else:
            out[n] = -(k + 1)
            k += 1
        n += 1
    return out[:n]


@kernel
def _merge(order, key, point, impulse, older, frame, closed_step, seen_step, offset, slip, sliding, push,
           old_key, old_point, old_impulse, old_frame, old_closed_step, old_seen_step, old_offset):
    """Columns of a `ContactMemory`: contacts of now and old rows in the order found by `_order_of_merge`.

    A vanished contact carried nothing in this step.
    """
    count = order.shape[0]
    keys, points, frames = np.empty((count, 2), np.int64), np.empty((count, 3)), np.empty((count, 3, 3))
    impulses, olders, slips = np.zeros((count, 3)), np.empty((count, 3)), np.zeros((count, 2))
    closed_steps, seen_steps = np.empty(count, np.int64), np.empty(count, np.int64)
    offsets, slidings, pushes = np.empty(count), np.zeros(count, np.bool_), np.zeros(count)
    for i in range(count):
        k = order[i]
        if k >= 0:
            keys[i, 0], keys[i, 1], slips[i, 0], slips[i, 1] = key[k, 0], key[k, 1], slip[k, 0], slip[k, 1]
            closed_steps[i], seen_steps[i], offsets[i] = closed_step[k], seen_step[k], offset[k]
            slidings[i], pushes[i] = sliding[k], push[k]
            for a in range(3):
                points[i, a], impulses[i, a], olders[i, a] = point[k, a], impulse[k, a], older[k, a]
                for b in range(3):
                    frames[i, a, b] = frame[k, a, b]
        else:
            k = -k - 1
            keys[i, 0], keys[i, 1] = old_key[k, 0], old_key[k, 1]
            closed_steps[i], seen_steps[i], offsets[i] = old_closed_step[k], old_seen_step[k], old_offset[k]
            for a in range(3):
                points[i, a], olders[i, a] = old_point[k, a], old_impulse[k, a]
                for b in range(3):
                    frames[i, a, b] = old_frame[k, a, b]
    return (keys, points, impulses, olders, frames, closed_steps, seen_steps, offsets, slips, slidings, pushes)


def remember(memory: ContactMemory, rows: np.ndarray, now: ContactMemory, step: int) -> ContactMemory:
    """Memory after a step: the contacts of now, and vanished ones that may come back.

    Vanished rows are kept while they are younger than RESOLVED_AFTER steps, and for good when they carry an
    offset of the drawing.
    """
    order = _order_of_merge(now.key[:, 0], memory.key[:, 0], memory.seen_step, memory.gap_offset, rows, step)
    if len(order) == len(now.key):
        return now
    return ContactMemory(*_merge(
        order, *(getattr(now, column.name) for column in fields(now)), memory.key, memory.point, memory.impulse,
        memory.frame, memory.closed_step, memory.seen_step, memory.gap_offset))
