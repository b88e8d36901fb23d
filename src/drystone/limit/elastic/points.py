"""Where an elastic joint is sampled: its corners, its centre, and one point in each triangle between them.

Corners must stay: a joint turns about them, and an inner point alone would let thin arches fall. Corners alone make it
three times too stiff in bending. For a triangle of area t the rule

    t/12 at each corner, 3/4 t at its centroid

is exact for every quadratic polynomial (x^2 of a triangle about its centroid: t/12 sum x_i^2). A polygon of m corners
is cut into m triangles from its centroid, so that 2 m + 1 points give area, centroid and all second moments exactly; in
plane it is Simpson's rule. Joints with `points` in the model keep theirs, with their areas.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.contact.finder import joint_of
from drystone.contact.spread import LEAST_SHARE
from drystone.model.model import Model


@dataclass(frozen=True, slots=True)
class _Mix:
    """New points as weighted sums of old ones: one row for each old point that a new one is made of."""

    new: np.ndarray      #: (m,) int, number of the new point
    old: np.ndarray      #: (m,) int, contact point that it is made of
    weight: np.ndarray   #: (m,) sum to 1 for each new point


def sample_joints(model: Model, contacts: ContactSet, least_area: float) -> ContactSet:
    """The points at which springs sit, with the area [m2] of each.

    Parameters
    ----------
    contacts : corners of the interfaces, or more points where joints ask for them
    least_area : [m2] taken for interfaces that have less: edges and tips, which keep the points they have
    """
    if not contacts.count:
        return replace(contacts, area=np.zeros(0))
    area = np.maximum(contacts.pair_area, least_area)
    share = contacts.shares()
    total = np.bincount(contacts.pair, share, len(area))
    count = np.diff(contacts.pair_ptr)
    share = np.where(total[contacts.pair] > 0.0, share * (area / np.where(total > 0.0, total, 1.0))[contacts.pair],
                     (area / count)[contacts.pair])
    has_points = np.array([joint.points is not None for joint in model.joints])[joint_of(model, contacts)]
    plain = ~has_points[contacts.pair_ptr[:-1]] & (contacts.pair_area > least_area)
    if model.planar_axis is not None:
        return _with_middles(contacts, share, plain & (count == 2))
    return _with_inner_points(contacts, share, plain & (count >= 3))


def _with_middles(contacts: ContactSet, share: np.ndarray, chosen: np.ndarray) -> ContactSet:
    """Simpson's rule on the two ends of the chosen pairs (p,)."""
    share = np.where(chosen[contacts.pair], share / 3.0, share)
    first = contacts.pair_ptr[:-1][chosen]
    number = np.arange(len(first))
    mix = _Mix(np.concatenate([number, number]), np.concatenate([first, first + 1]), np.full(2 * len(first), 0.5))
    return _append(contacts, share, mix, contacts.pair[first], 2.0 / 3.0 * contacts.pair_area[chosen])


def _with_inner_points(contacts: ContactSet, share: np.ndarray, chosen: np.ndarray) -> ContactSet:
    """The rule of the triangles on the polygons of the chosen pairs (p,)."""
    corner, following, area = _sides(contacts)
    pair, count = contacts.pair[corner], len(chosen)
    found = np.bincount(pair, area, count)
    chosen = chosen & (found > LEAST_SHARE * contacts.pair_area)    # else its corners lie on several planes
    keep = chosen[pair]
    corner, following, area, pair = corner[keep], following[keep], area[keep], pair[keep]
    area = area * (contacts.pair_area / np.where(found > 0.0, found, 1.0))[pair]
    # the centroid as a weighted sum of corners: that of a triangle is the mean of its corners, one of them the mean
    # of all corners of the polygon
    third = area / contacts.pair_area[pair] / 3.0
    corners = np.diff(contacts.pair_ptr)
    weight = np.zeros(contacts.count)
    np.add.at(weight, corner, third)
    np.add.at(weight, following, third)
    weight += (np.bincount(pair, third, count) / corners)[contacts.pair]
    # triangles about the centroid, not about the mean of the corners
    area = _triangles_about(contacts, weight, corner, following, pair)
    area *= (contacts.pair_area / np.maximum(np.bincount(pair, area, count), 1e-300))[pair]
    new_share = np.where(chosen[contacts.pair], 0.0, share)
    np.add.at(new_share, corner, area / 12.0)
    np.add.at(new_share, following, area / 12.0)
    centres = np.flatnonzero(chosen)
    number_of = np.full(count, -1)
    number_of[centres] = np.arange(len(centres))
    members = np.flatnonzero(chosen[contacts.pair])
    inner = len(centres) + np.arange(len(corner))
    repeat = corners[pair]
    spread = np.repeat(contacts.pair_ptr[:-1][pair], repeat) + _ramps(repeat)
    mix = _Mix(np.concatenate([number_of[contacts.pair[members]], inner, inner, np.repeat(inner, repeat)]),
               np.concatenate([members, corner, following, spread]),
               np.concatenate([weight[members], np.full(2 * len(corner), 1.0 / 3.0), weight[spread] / 3.0]))
    return _append(contacts, new_share, mix, np.concatenate([centres, pair]),
                   np.concatenate([np.bincount(pair, area, count)[centres] / 12.0, 0.75 * area]))


def _sides(contacts: ContactSet) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners (c,) in turn about the mean of their pair, the next one of each, area of their triangle with the mean."""
    count = np.diff(contacts.pair_ptr)
    flat = _flat(contacts, np.repeat(1.0 / np.maximum(count, 1), count))
    order = np.lexsort((np.arctan2(flat[:, 1], flat[:, 0]), contacts.pair))
    following = np.roll(order, -1)
    last = contacts.pair_ptr[1:][count > 0] - 1
    following[last] = order[contacts.pair_ptr[:-1][count > 0]]
    a, b = flat[order], flat[following]
    return order, following, np.maximum(0.5 * (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]), 0.0)


def _triangles_about(contacts: ContactSet, weight: np.ndarray, corner: np.ndarray, following: np.ndarray,
                     pair: np.ndarray) -> np.ndarray:
    """(s,) [m2] of each side with the point that `weight` (c,) makes of the corners."""
    flat = _flat(contacts, weight)
    a, b = flat[corner], flat[following]
    return np.maximum(0.5 * (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]), 0.0)


def _flat(contacts: ContactSet, weight: np.ndarray) -> np.ndarray:
    """(c, 2) [m] along t1, t2 of the pair's first point, from the point that `weight` (c,) makes of its corners."""
    middle = 0.5 * (contacts.point_a + contacts.point_b)
    origin = np.zeros((len(contacts.pair_area), 3))
    np.add.at(origin, contacts.pair, weight[:, None] * middle)
    frame = contacts.frame[contacts.pair_ptr[:-1][contacts.pair]]
    return np.einsum("ckj,cj->ck", frame[:, 1:], middle - origin[contacts.pair])


def _ramps(count: np.ndarray) -> np.ndarray:
    """0, 1, .. count[0] - 1, 0, 1, .. count[1] - 1 and so on."""
    return np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)


def _append(contacts: ContactSet, share: np.ndarray, mix: _Mix, pair: np.ndarray, area: np.ndarray) -> ContactSet:
    """Old points with areas (c,) and new ones with theirs, sorted by pair again."""
    more = len(pair)

    def mixed(values: np.ndarray) -> np.ndarray:
        out = np.zeros((more, *values.shape[1:]))
        np.add.at(out, mix.new, values[mix.old] * mix.weight.reshape(-1, *[1] * (values.ndim - 1)))
        return np.concatenate([values, out])

    all_pairs = np.concatenate([contacts.pair, pair])
    order = np.argsort(all_pairs, kind="stable")
    one = np.concatenate([np.arange(contacts.count), contacts.pair_ptr[:-1][pair]])[order]   # any old point of its pair
    moved = {name: mixed(getattr(contacts, name))[order] for name in ("point_a", "point_b", "gap")}
    kept = {name: getattr(contacts, name)[one] for name in ("block_a", "block_b", "frame", "key")}
    ptr = np.concatenate([[0], np.cumsum(np.bincount(all_pairs, minlength=len(contacts.pair_area)))])
    return replace(contacts, **moved, **kept, pair=all_pairs[order].astype(np.int32), pair_ptr=ptr,
                   area=np.concatenate([share, area])[order])
