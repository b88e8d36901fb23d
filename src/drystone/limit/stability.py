"""Does it stand? The acceleration with which the blocks start to move under given loads; zero where it stands.

    minimise 1/2 a^T H a - f . a   with G a in the cones of admissible motion

a is the projection of the free acceleration on the motions that the joints allow (associative). It is zero if and only
if admissible contact forces balance the loads; if not, a is the certificate: a mechanism on which the loads do
positive work, f . a = |a|_H^2 > 0, while no admissible contact force can do negative work.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import spsolve

from drystone.errors import InputError, SolveError
from drystone.extremes import SOLVED, ranked
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.limit.equilibrium import Equilibrium
from drystone.limit.program import ProgramStatus
from drystone.limit.solve_program import solve_program
from drystone.limit.strength import Cuts, make_program, read_answer
from drystone.limit.words import list_blocks

#: Blocks that accelerate by more than this share of their mean load over mean mass (mostly g) move. The objective is
#: solved to 1e-10, accelerations to its root.
MOVES = 1e-5


@dataclass(frozen=True, slots=True)
class FirstMotion:
    """What happens at once when the structure is let go."""

    acceleration: np.ndarray  #: (b, 6) [m/s2, rad/s2]
    force: np.ndarray         #: (c, 3) [N] on block b along n, t1, t2, at that instant
    moving: np.ndarray        #: blocks that move, fastest first; empty: it stands
    unit: float               #: [m/s2], mean load over mean mass, in which the programme counts

    @property
    def stands(self) -> bool:
        """Whether admissible forces balance the loads."""
        return len(self.moving) == 0


def find_first_motion(eq: Equilibrium, load: np.ndarray, solver: str = "auto", cuts: Cuts | None = None, *,
                      offset: np.ndarray | None = None) -> FirstMotion:
    """Acceleration and forces under a load (b, 6) [N, N m].

    offset : (c, k) added to the accelerations of the points, in units of mean load over mean mass
    """
    mass = float(eq.model.mass[~eq.model.is_support].mean())
    unit = eq.force / mass
    program = make_program(eq, load, inertia=inertia_matrix(eq), cuts=cuts, offset=offset)
    if program.contact_count == 0:     # nothing touches, nothing hangs: all falls freely
        velocity, force = spsolve(program.inertia, program.dead), np.zeros((0, 3))
    else:
        answer = solve_program(program, solver, positions(eq))
        if answer.status is not ProgramStatus.SOLVED:
            raise SolveError(f"statics: {answer.solver} did not find whether the structure stands "
                             f"({answer.status.value})")
        velocity, force = answer.velocity, read_answer(eq, answer, cuts).force
    acceleration = unit * eq.twists(velocity[:eq.matrix.shape[1]])
    size = np.linalg.norm(acceleration[:, :3], axis=1) + eq.length * np.linalg.norm(acceleration[:, 3:], axis=1)
    order = ranked(size, eq.model.block_names, accuracy=SOLVED, scale=float(size.max(initial=0.0)))
    return FirstMotion(acceleration, force, order[size[order] > MOVES * unit], unit)


def check_stands(eq: Equilibrium, load: np.ndarray, solver: str = "auto", cuts: Cuts | None = None) -> FirstMotion:
    """Refuse a structure that moves under dead load alone."""
    motion = find_first_motion(eq, load, solver, cuts)
    if not motion.stands:
        raise InputError(f"model {eq.model.name!r}: does not stand under dead load alone; "
                         f"{len(motion.moving)} of {int((~eq.model.is_support).sum())} blocks move: "
                         f"{list_blocks(eq.model, motion.moving)}")
    return motion


def inertia_matrix(eq: Equilibrium) -> sp.csc_array:
    """(n, n) H in units of the mean mass and the length unit, world frame."""
    model = eq.model
    mass = float(model.mass[~model.is_support].mean())
    rotation = quaternion_to_matrix(model.initial_orientation)
    full = np.zeros((model.block_count, 6, 6))
    full[:, [0, 1, 2], [0, 1, 2]] = model.mass[:, None] / mass
    full[:, 3:, 3:] = rotation @ model.inertia @ rotation.transpose(0, 2, 1) / (mass * eq.length ** 2)
    number = np.full((model.block_count, 6), -1)
    number[eq.block, eq.dof] = np.arange(len(eq.block))
    b, i, j = np.nonzero((number[:, :, None] >= 0) & (number[:, None, :] >= 0) & (full != 0.0))
    size = len(eq.block)
    return sp.csc_array(sp.coo_array((full[b, i, j], (number[b, i], number[b, j])), (size, size)))


def positions(eq: Equilibrium) -> np.ndarray:
    """(b, 3) [m] of the free blocks."""
    return eq.model.initial_position[~eq.model.is_support]
