"""What one step tells: contacts, impulses, work and how the solve went."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.contact.contact_set import ContactSet


@dataclass(frozen=True, slots=True)
class StepReport:
    """Outcome of a step, for the recorder. Nothing here feeds back into the next step."""

    contacts: ContactSet    #: as detected
    impulse: np.ndarray     #: (c, 3) [N s], of every detected contact, in its frame; zero where open
    velocity: np.ndarray    #: (c, 3) [m/s], relative velocity of b against a at the end of the step
    work: np.ndarray        #: (13,) [J], work terms of this step in the order of ledger.WORKS
    solver: str             #: solver that gave the answer
    is_solved: bool         #: within tolerance
    solve_count: int        #: cone problems solved in the step
    iterations: int         #: of the last solve
    velocity_bound: float   #: certified relative error of the velocity [-]
    flow_residual: float    #: change of the friction shift in the last flow iteration [m/s]; 0 if not iterated
    flow_converged: bool    #: the flow iteration ended below its tolerance
    closed_count: int       #: contacts closed
    impact_count: int       #: impacts in the step
    settled_count: int      #: blocks taken to exact rest
    bonded: np.ndarray      #: (c,) bool, contacts that are bonds and hold at the end of the step
    broken_count: int       #: bonds that broke in the step
    tie_force: np.ndarray   #: (t,) [N], mean over the step
