"""`ConeProgram`: the one optimisation behind statics and limit analysis, and who solves it.

    minimise   1/2 v^T H v - d . v + limit . |s_t|     over the velocities v, with s = G v + g + E r
    subject to s_n >= mu |s_t| at every contact (or s_n >= 0 where shear limits are given), and l . v = 1 if l is given

Its multipliers are the contact forces r, |r_t| <= mu r_n (or r_n >= 0, |r_t| <= limit), and alpha, that of l . v = 1:

    G^T r + d + alpha l = H v

With H = E = 0 that is equilibrium, and alpha is the greatest multiplier of l: r and alpha solve the lower-bound
problem of limit analysis, v the upper-bound one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import scipy.sparse as sp


class ProgramStatus(Enum):
    """How a solver ended."""

    SOLVED = "solved"
    UNBOUNDED = "unbounded"            #: alpha grows without limit: no velocity has l . v = 1
    NO_EQUILIBRIUM = "no equilibrium"  #: no forces balance the loads, whatever alpha
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ConeProgram:
    """Data, all without units. n unknowns, c contacts with k = 3 axes (n, t1, t2), or 2 in plane."""

    matrix: sp.csc_array                    #: (k c, n) G
    friction: np.ndarray                    #: (c,) mu
    dead: np.ndarray                        #: (n,) d
    live: np.ndarray | None = None          #: (n,) l
    offset: np.ndarray | None = None        #: (c, k) g: what moving supports add to the velocities
    shear_limit: np.ndarray | None = None   #: (c,) greatest |r_t|, instead of friction
    inertia: sp.csc_array | None = None     #: (n, n) H
    compliance: np.ndarray | None = None    #: (c, k) E; only with friction cones

    @property
    def contact_count(self) -> int:
        """Number of contact points."""
        return len(self.friction)

    @property
    def axis_count(self) -> int:
        """Axes of a point: 3, or 2 in plane."""
        return self.matrix.shape[0] // max(len(self.friction), 1)

    @property
    def is_linear(self) -> bool:
        """Whether a linear programme says it all: in plane, without quadratic terms."""
        return self.axis_count == 2 and self.inertia is None and self.compliance is None


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """What a solver found; its own opinion, judged elsewhere."""

    status: ProgramStatus
    velocity: np.ndarray   #: (n,) v
    force: np.ndarray      #: (c, k) r
    alpha: float           #: multiplier of l . v = 1; 0 where there is no l
    iterations: int
    solver: str
