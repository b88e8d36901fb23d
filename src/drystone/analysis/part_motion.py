"""How a part of a structure moves between two instants: its mean, the rigid motion that fits it best, its turning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.analysis.layout import Layout
from drystone.geometry.rotation import matrix_rotation_vector

Pose = tuple[np.ndarray, np.ndarray]   #: positions (b, 3) [m] and orientations (b, 4)

#: A wall is at most so thick, as a share of its length in plan.
THIN_SHARE = 1.0 / 3.0
#: Turns below this are rounding [rad].
LEAST_TURN = 1e-9


@dataclass(frozen=True, slots=True)
class PartMotion:
    """Displacements (3,) [m] against the supports."""

    mean: np.ndarray      #: of the centre of mass
    base: np.ndarray      #: of the rigid motion that fits best, below the centre of mass as deep as the lowest corner
    top: np.ndarray       #: above it as high as the highest corner
    common_turn: float    #: size of the mean rotation of the blocks over the mean of the sizes, 0..1; 1: nothing turns
    misfit: float         #: what the rigid motion leaves of the displacements, root of their squares by mass, 0..1

    @classmethod
    def between(cls, layout: Layout, part: np.ndarray, before: Pose, after: Pose) -> PartMotion:
        """Of the blocks `part` (b,) bool from one pose of all blocks to another."""
        chosen = part[layout.corner_block]
        owner = layout.corner_block[chosen]
        weight = layout.mass[owner] / np.bincount(owner, minlength=len(part))[owner]
        old, new = (layout.corners(*pose)[chosen] for pose in (before, after))
        centre_old, centre_new = (_centre(layout, part, pose) for pose in (before, after))
        turn, shift = fit_rigid(old, new, weight)
        ends = [np.array([*centre_old[:2], height]) for height in (old[:, 2].min(), old[:, 2].max())]
        base, top = (turn @ end + shift - end for end in ends)
        left = weight @ np.sum((old @ turn.T + shift - new) ** 2, axis=1) / (weight @ np.sum((new - old) ** 2, axis=1))
        return cls(centre_new - centre_old, base, top, _common_turn(layout, part, before[1], after[1]),
                   float(np.sqrt(left)))


def fit_rigid(old: np.ndarray, new: np.ndarray, weight: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rotation R (3, 3) and shift s (3,) [m] with the least weighted squares of R old + s - new; points (k, 3) [m]."""
    share = weight / weight.sum()
    middle_old, middle_new = share @ old, share @ new
    u, _, v = np.linalg.svd(((new - middle_new) * share[:, None]).T @ (old - middle_old))
    turn = u @ np.diag((1.0, 1.0, np.sign(np.linalg.det(u @ v)))) @ v
    return turn, middle_new - turn @ middle_old


def thin_direction(points: np.ndarray) -> np.ndarray | None:
    """(2,) unit: across the narrowest strip that holds points (k, 2) [m]; None where they are not thin."""
    from scipy.spatial import ConvexHull  # slow to import, and only collapsed runs need it

    hull = points[ConvexHull(points).vertices]
    sides = np.roll(hull, -1, axis=0) - hull
    length = np.linalg.norm(sides, axis=1)
    across = np.column_stack((-sides[:, 1], sides[:, 0]))[length > 0.0] / length[length > 0.0, None]
    width = np.ptp(hull @ across.T, axis=0)
    best = across[int(np.argmin(width))]
    long = float(np.ptp(hull @ np.array((-best[1], best[0]))))
    return best if width.min() <= THIN_SHARE * long else None


def _centre(layout: Layout, part: np.ndarray, pose: Pose) -> np.ndarray:
    """(3,) [m], centre of mass of the part against its supports."""
    position, orientation = pose
    placed = layout.displacement(position[None], orientation[None])[0, part] + layout.position[part]
    return layout.mass[part] @ placed / layout.mass[part].sum()


def _common_turn(layout: Layout, part: np.ndarray, before: np.ndarray, after: np.ndarray) -> float:
    old, new = (layout.rotations(q)[part] for q in (before, after))
    turns = np.array([matrix_rotation_vector(m) for m in new @ np.swapaxes(old, -1, -2)])
    share = layout.mass[part] / layout.mass[part].sum()
    total = float(share @ np.linalg.norm(turns, axis=1))
    return 1.0 if total <= LEAST_TURN else float(np.linalg.norm(share @ turns)) / total
