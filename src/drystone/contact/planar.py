"""Planar mode: the contacts of a slice of unit thickness, seen from the side.

Detection works in 3D and gives the points of an interface on both faces of the slice; in the plane two points
at the same place are one. The frame is turned so that t2 is the normal of the plane, where nothing moves.
"""

from __future__ import annotations

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.errors import InputError
from drystone.extremes import greatest
from drystone.kernels import kernel

#: Points of a pair closer than this in the plane are one [share of the slice's extent].
SAME_PLACE = 1e-7
#: A contact whose normal leans out of the plane more than this belongs to no planar model [-].
OUT_OF_PLANE = 1e-6


@kernel
def _keep_one_per_place(pair_ptr, point, u, w, reach, keep):
    """Of points of a pair that coincide in the plane, keep the first."""
    for p in range(pair_ptr.shape[0] - 1):
        for c in range(pair_ptr[p], pair_ptr[p + 1]):
            keep[c] = True
            for k in range(pair_ptr[p], c):
                if keep[k] and abs(point[c, u] - point[k, u]) + abs(point[c, w] - point[k, w]) < reach:
                    keep[c] = False


def flatten_contacts(contacts: ContactSet, axis: int, size: float, names: tuple[str, ...]) -> ContactSet:
    """Contacts of the planar model: one point per place, frames (n, t1 in the plane, t2 along the axis)."""
    lean = np.abs(contacts.frame[:, 0, axis])
    if (lean > OUT_OF_PLANE).any():
        pairs = [(names[a], names[b]) for a, b in zip(contacts.block_a, contacts.block_b)]
        c = greatest(lean, pairs)
        a, b = pairs[c]
        raise InputError(f"planar model: the joint of blocks {a!r} and {b!r} must be normal to the plane, "
                         f"its normal leans out by {lean[c]:.3g}")
    u, w = (i for i in range(3) if i != axis)
    keep = np.zeros(contacts.count, bool)
    _keep_one_per_place(contacts.pair_ptr, contacts.point_a, u, w, SAME_PLACE * size, keep)
    normal = contacts.frame[keep, 0].copy()
    normal[:, axis] = 0.0
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    t2 = np.zeros_like(normal)
    t2[:, axis] = 1.0
    frame = np.stack([normal, np.cross(t2, normal), t2], axis=1)
    kept = np.concatenate([[0], np.cumsum(keep)])
    return ContactSet(
        pair_part_a=contacts.pair_part_a, pair_part_b=contacts.pair_part_b, pair_ptr=kept[contacts.pair_ptr],
        pair_status=contacts.pair_status, pair_area=contacts.pair_area, pair_depth=contacts.pair_depth,
        pair=contacts.pair[keep], block_a=contacts.block_a[keep], block_b=contacts.block_b[keep], frame=frame,
        point_a=contacts.point_a[keep], point_b=contacts.point_b[keep], gap=contacts.gap[keep],
        key=contacts.key[keep], candidate_count=contacts.candidate_count)
