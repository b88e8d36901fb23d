"""What one step tells: contacts, impulses, work and how the solve went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from drystone.contact.contact_set import ContactSet
from drystone.solvers.cone.save import UnsolvedStep


@dataclass(frozen=True, slots=True)
class StepReport:
    """Outcome of a step: a `Report` with all that the rigid-block engine knows."""

    contacts: ContactSet    #: as detected
    impulse: np.ndarray     #: (c, 3) [N s], of every detected contact, in its frame; zero where open
    velocity: np.ndarray    #: (c, 3) [m/s], relative velocity of b against a at the end of the step
    work: np.ndarray        #: (13,) [J], work terms of this step in the order of ledger.WORKS
    solver: str             #: solver that gave the answer
    is_solved: bool         #: the status of the answer: within the tolerance of the problem that was asked for last
    solve_count: int        #: cone problems solved in the step
    iterations: int         #: of the last solve
    #: bound on the relative error of the velocity in the convex problem; of Coulomb's law: in that of its own slip [-]
    velocity_bound: float
    flow_residual: float    #: of Coulomb's law at the worst contact, or of the shift that is iterated [m/s]
    flow_converged: bool    #: it is within what was asked for
    rigid_residual: float   #: as flow_residual, of joints that give nothing [m/s]
    momentum: float         #: error of the momentum, see `CoulombResiduals` [-]
    closed_count: int       #: contacts closed
    impact_count: int       #: impacts in the step
    settled_count: int      #: blocks taken to exact rest
    missed_count: int       #: contacts left out of a first solve that closed, so that the step was solved again
    bonded: np.ndarray      #: (c,) bool, contacts that are bonds and hold at the end of the step
    broken_count: int       #: bonds that broke in the step
    tie_force: np.ndarray   #: (t,) [N], mean over the step
    unsolved: UnsolvedStep | None   #: the cone problem, where it is not solved

    @property
    def contact_count(self) -> int:
        """Contacts found."""
        return self.contacts.count

    @property
    def numbers(self) -> Mapping[str, float]:
        """Columns of table `steps`."""
        return {"contacts": self.contacts.count, "closed": self.closed_count, "impacts": self.impact_count,
                "solves": self.solve_count, "iterations": self.iterations, "settled": self.settled_count,
                "broken_bonds": self.broken_count, "is_solved": self.is_solved,
                "velocity_bound": self.velocity_bound, "flow_residual": self.flow_residual,
                "rigid_residual": self.rigid_residual, "momentum": self.momentum,
                "flow_converged": self.flow_converged}

    @property
    def counts(self) -> Mapping[str, int]:
        """What a run adds up."""
        return {"solves": self.solve_count, "unsolved": int(not self.is_solved),
                "flow_unsettled": int(not self.flow_converged)}
