"""Blocks, joints and ties of an answer without time, read by their names: one number each where a run has a history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from drystone.errors import InputError
from drystone.model.selection import Selection, check_known

if TYPE_CHECKING:
    from drystone.model.answer import JointForces

_LISTED = 6   #: neighbours named in an error


@dataclass(frozen=True, slots=True)
class BlockAnswer:
    """A block of an answer."""

    name: str
    groups: tuple[str, ...]
    is_support: bool
    motion: np.ndarray            #: (6,) twist of the mechanism [m/s, rad/s]; of statics acceleration [m/s2, rad/s2]
    moves: bool                   #: whether it takes part in the mechanism
    reaction: np.ndarray | None   #: (3,) [N] of a support on the structure; None where it is none or nobody knows

    @property
    def velocity(self) -> np.ndarray:
        """(3,) of the centre of mass, first half of `motion`: of a mechanism only the direction and ratios count."""
        return self.motion[:3]

    @property
    def angular_velocity(self) -> np.ndarray:
        """(3,) second half of `motion`."""
        return self.motion[3:]

    def __getattr__(self, name: str):
        if name in ("displacement", "rotation", "position", "time"):
            raise AttributeError(f"block {self.name!r} has no {name!r}: the answer is without time; `motion` is how it "
                                 "begins to move")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


@dataclass(frozen=True, slots=True)
class JointAnswer:
    """A joint of an answer: its force acts on `b`, the normal points from `a` to `b`; of several interfaces the sum."""

    a: str
    b: str
    force: np.ndarray     #: (3,) [N], world axes
    normal_force: float   #: [N], compression positive
    shear_force: float    #: [N], size in the plane of the joint
    area: float           #: [m2]
    normal: np.ndarray    #: (3,) unit
    point: np.ndarray     #: (3,) [m], where the force acts
    eccentricity_share: float   #: [-], 0 in the middle of the joint, 1 at its edge

    @property
    def thrust(self) -> float:
        """Size of the horizontal part of the force [N]."""
        return float(np.hypot(self.force[0], self.force[1]))


@dataclass(frozen=True, slots=True)
class TieAnswer:
    """A tie of an answer."""

    name: str
    force: float   #: [N], tension


def joint_between(joints: JointForces | None, names: tuple[str, ...], a: str, b: str, where: str) -> JointAnswer:
    """The joint of two blocks, whichever of them the analysis calls a; `where` begins errors."""
    selection = Selection(names, ())
    first, second = selection.block(where, a), selection.block(where, b)
    if joints is None:
        raise InputError(f"{where}: no forces of joints are known")
    own_a, own_b = np.asarray(joints.block_a), np.asarray(joints.block_b)
    rows = np.flatnonzero((own_a == first) & (own_b == second) | (own_a == second) & (own_b == first))
    if not len(rows):
        touched = [names[i] for i in np.unique(np.concatenate((own_b[own_a == first], own_a[own_b == first])))]
        words = ", ".join(map(repr, touched[:_LISTED])) + (" ..." if len(touched) > _LISTED else "")
        raise InputError(f"{where}: blocks {a!r} and {b!r} do not touch; {a!r} touches {words or 'nothing'}")
    sign = np.where(own_b[rows] == second, 1.0, -1.0)[:, None]
    force, normal = sign * joints.force[rows], sign * joints.normal[rows]
    along = np.einsum("ki,ki->k", force, normal)
    weight = np.maximum(along, 0.0) if along.max() > 0.0 else np.ones(len(rows))
    mean = (normal * np.maximum(joints.area[rows], 1e-300)[:, None]).sum(axis=0)
    flat = np.sqrt(((force - along[:, None] * normal) ** 2).sum(axis=1))
    share = np.abs(joints.eccentricity_share[rows]).max(axis=1)
    return JointAnswer(a, b, force.sum(axis=0), float(along.sum()), float(flat.sum()), float(joints.area[rows].sum()),
                       mean / np.sqrt((mean**2).sum()), weight @ joints.action_point[rows] / weight.sum(),
                       float(share.max()))


def tie_called(forces: dict[str, float], name: str, where: str) -> TieAnswer:
    """A tie by its name."""
    check_known(where, name, forces, "tie")
    return TieAnswer(name, float(forces[name]))
