"""Lattices of boxes whose faces touch, as patterns for the factorisation: walls, two leaves, box buildings."""

from __future__ import annotations

import numpy as np
from scipy.spatial import cKDTree


def lay_course(start, end, height, across, axis, unit=0.4, depth=0.2, course=0.2, shifted=False):
    """Centres and half sizes (k, 3) [m] of one course from `start` to `end` along `axis`; half units at the ends."""
    cuts = np.arange(start, end + 0.25 * unit, unit)
    if shifted:
        cuts = np.concatenate([[start], cuts[:-1] + 0.5 * unit, [end]])
    centre, half = np.empty((len(cuts) - 1, 3)), np.empty((len(cuts) - 1, 3))
    centre[:, axis], half[:, axis] = 0.5 * (cuts[1:] + cuts[:-1]), 0.5 * np.diff(cuts)
    centre[:, 1 - axis], half[:, 1 - axis] = across, 0.5 * depth
    centre[:, 2], half[:, 2] = height, 0.5 * course
    return centre, half


def stack(courses):
    """Centres and half sizes of many courses as two arrays."""
    return tuple(np.concatenate(part) for part in zip(*courses))


def running_bond_wall(units=20, courses=10, leaves=1):
    """A wall of `courses` in running bond; leaves side by side, with their joints shifted against each other."""
    return stack([lay_course(0.0, 0.4 * units, 0.2 * (r + 0.5), 0.2 * (leaf + 0.5), 0, shifted=(r + leaf) % 2 == 1)
                  for leaf in range(leaves) for r in range(courses)])


def box_building(length=12.0, width=10.0, courses=46, cross_walls=0):
    """Four walls toothed at the corners, and cross walls along y that every other course bonds into them."""
    rows = []
    for r in range(courses):
        height, inset = 0.2 * (r + 0.5), 0.2 * (r % 2)
        for y in (0.1, width - 0.1):
            rows.append(lay_course(inset, length - inset, height, y, 0))
        for x in (0.1, length - 0.1):
            rows.append(lay_course(0.2 - inset, width - 0.2 + inset, height, x, 1))
        for k in range(cross_walls):
            x = 0.4 * round(length * (k + 1) / (cross_walls + 1) / 0.4)
            rows.append(lay_course(0.2, width - 0.2, height, x, 1, shifted=r % 2 == 1))
    return stack(rows)


def touching_pairs(centre, half):
    """(e, 2) pairs i > j of boxes that share part of a face, each once."""
    reach = 2.0 * np.linalg.norm(half, axis=1).max()
    pair = cKDTree(centre).query_pairs(reach, output_type="ndarray").astype(np.int64)
    overlap = (half[pair[:, 0]] + half[pair[:, 1]]) - np.abs(centre[pair[:, 0]] - centre[pair[:, 1]])
    near = (overlap > -1e-6).all(axis=1) & ((overlap > 1e-4).sum(axis=1) == 2)
    pair = np.sort(pair[near], axis=1)
    return pair[np.lexsort((pair[:, 0], pair[:, 1]))][:, ::-1]


def random_matrix(rng, blocks, pair, spread=1.0):
    """Diagonal (n, 6, 6) and lower (e, 6, 6) of M + sum of stiffnesses B^T B over the pairs: positive definite.

    Stiffnesses are spread over 10**(+-spread), as those of open and closed contacts are.
    """
    diagonal = np.tile(np.diag([1.0, 1.0, 1.0, 0.1, 0.1, 0.1]), (blocks, 1, 1))
    side_i, side_j = rng.normal(size=(2, len(pair), 4, 6))
    size = 10.0 ** rng.uniform(-spread, spread, size=(len(pair), 1, 1))
    np.add.at(diagonal, pair[:, 0], size * side_i.transpose(0, 2, 1) @ side_i)
    np.add.at(diagonal, pair[:, 1], size * side_j.transpose(0, 2, 1) @ side_j)
    return diagonal, -size * side_i.transpose(0, 2, 1) @ side_j
