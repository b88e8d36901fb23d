"""What a monitor of a joint reads: the force that two blocks exchange in a step, and where it passes.

Rows are those of table `interfaces`, which every engine that knows forces of joints gives: one for each interface of
two blocks.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

JOINT_QUANTITIES = ("normal_force", "shear_force", "eccentricity")


def joint_value(quantity: str, pair: tuple[int, int], rows: Mapping[str, np.ndarray] | None) -> float:
    """One number of the joint between two blocks; 0 where they do not touch, and before the first step of an engine
    that knows no forces at the start.

    Parameters
    ----------
    quantity : normal_force [N], > 0 presses; shear_force [N], the size of the resultant; eccentricity [-], of the
        normal force from the middle by the half length of the joint, the greater of both ways, at 1 it is at the edge
    rows : columns block_a, block_b (i,), normal (i, 3) from a to b, force (i, 3) [N] on b, eccentricity_share (i, 2)
    """
    if rows is None:
        return 0.0
    a, b = np.asarray(rows["block_a"]), np.asarray(rows["block_b"])
    own = np.flatnonzero(((a == pair[0]) & (b == pair[1])) | ((a == pair[1]) & (b == pair[0])))
    if not len(own):
        return 0.0
    normal, force = np.asarray(rows["normal"])[own], np.asarray(rows["force"])[own]
    across = np.einsum("ij,ij->i", force, normal)
    if quantity == "normal_force":
        return float(across.sum())
    if quantity == "shear_force":
        return float(np.linalg.norm((force - across[:, None] * normal).sum(axis=0)))
    share = np.asarray(rows["eccentricity_share"])[own].max(axis=1)
    return float(np.where(across > 0.0, share, 0.0).max())
