"""A problem as SciPy matrices in the units in which its numbers are near one, for solvers that work on whole arrays.

Friction is in the rows, C = D G with D = (1, mu, mu), so that velocities s = C w + d + E z and impulses z live in one
cone. Units: the mean mass of the free blocks, and the speed by which the free motion breaks the constraints. Cohesion,
and tension are shifted away (shift.py); floors and caps on the normal impulse remain. Contacts between two prescribed
blocks decide nothing and stay open.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drystone.solvers.cone.problem import ContactProblem
from drystone.solvers.cone.shift import ShiftedProblem, shift_problem
from drystone.solvers.cone.sparse_matrix import FreeSystem, build_system


@dataclass(frozen=True, slots=True)
class ScaledSystem:
    """C, d, E, floors and caps in units of mass and speed; n unknowns w, c contacts."""

    shifted: ShiftedProblem
    system: FreeSystem
    rows: sp.csc_array               #: (3c, n) C
    bias: np.ndarray                 #: (c, 3) d
    compliance: np.ndarray | None    #: (c, 3) E
    floor: np.ndarray                #: (c,) 0: none
    cap: np.ndarray                  #: (c,) inf: none
    weight: np.ndarray               #: (c, 3) D
    mass: float                      #: [kg]
    speed: float                     #: [m/s]
    worst: float                     #: speed by which the free motion breaks a constraint, <= 0: none [m/s]
    between: np.ndarray              #: (c,) bool, contacts between two prescribed blocks

    @property
    def is_free(self) -> bool:
        """Whether the free motion is the answer."""
        return self.worst <= 0.0 and not self.floor.any()

    @property
    def is_sound(self) -> bool:
        """Whether something is free to move, and all data are numbers."""
        numbers = self.worst + self.rows.data.sum() + self.system.inertia.data.sum()
        return len(self.system.block) > 0 and bool(np.isfinite(numbers)) and not np.isnan(self.floor + self.cap).any()

    def answer(self, w: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Twist (b, 6) and impulse (c, 3) of the original problem, from the unknowns w (n,) and z (c, 3)."""
        impulse = self.shifted.from_plain(self.mass * self.speed * (self.weight * z))
        twist = self.system.add_to(self.shifted.plain.free_twist, self.speed * w)
        return twist, np.where(self.between[:, None], 0.0, impulse)


def scale_system(problem: ContactProblem) -> ScaledSystem:
    """The scaled matrices of a problem with at least one contact."""
    shifted = shift_problem(problem)
    plain, count = shifted.plain, problem.contact_count
    system = build_system(plain)
    between = plain.prescribed[plain.block_a] & plain.prescribed[plain.block_b]
    weight = np.stack([np.ones(count), plain.friction, plain.friction], axis=1)
    bias = np.where(between[:, None], [1.0, 0.0, 0.0], weight * system.bias)
    worst = (np.hypot(bias[:, 1], bias[:, 2]) - bias[:, 0]).max(initial=0.0)
    speed = max(float(plain.speed_scale), worst)
    free = ~plain.prescribed
    mass = plain.inertia[free, 0, 0].mean() if free.any() else 1.0
    rows = sp.csc_array(sp.diags_array(weight.ravel()) @ system.jacobian)
    compliance = None if plain.compliance is None else mass * plain.compliance * weight ** 2
    floor = np.where(between, 0.0, shifted.floor) if len(shifted.floor) else np.zeros(count)
    cap = np.where(between, np.inf, shifted.cap) if len(shifted.cap) else np.full(count, np.inf)
    return ScaledSystem(shifted, system, rows, bias / speed, compliance, floor / (mass * speed), cap / (mass * speed),
                        weight, mass, speed, worst, between)
