"""Rows of the cone problem of a step: what every source gives, joined in one place.

Sources are the contact points (`contact_rows.py`) and the ties (`ties.py`); among the contact points, bonds
(`bonds.py`) and springs (`soft_contacts.py`) give rows for points of theirs. Both the solve (`cone_step.py`) and the
ledger (`account.py`) read what `join_rows` has made of all.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from drystone.engines.nscd.constraints import Constraints
from drystone.engines.nscd.ledger import CONTACT_ROW, TIE_ROW

#: What a row has of a property that its source leaves out (None) and another one gives.
ABSENT = {"compliance": 0.0, "lent": 0.0, "cohesion": 0.0, "tension": 0.0, "crushing": np.inf}


@dataclass(frozen=True, slots=True)
class PointRows:
    """Rows of some contact points, in place of those of dry and rigid ones: bonds, springs."""

    at: np.ndarray          #: (s,) their numbers among the contacts
    bias: np.ndarray        #: (s, 3) [m/s]
    compliance: np.ndarray  #: (s, 3) [m/s per N s]
    slip_old: np.ndarray    #: (s,) [m/s]
    is_closed: np.ndarray   #: (s,) bool
    is_impact: np.ndarray   #: (s,) bool

    def put_into(self, limits: Constraints, compliance: np.ndarray) -> None:
        """Write them; all take part. compliance : (c, 3), of all contacts"""
        at = self.at
        limits.bias[at], limits.slip_old[at], compliance[at] = self.bias, self.slip_old, self.compliance
        limits.is_closed[at], limits.is_impact[at], limits.is_used[at] = self.is_closed, self.is_impact, True


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one source, or of all; normal and friction as in `ContactProblem`."""

    block_a: np.ndarray     #: (r,) int32
    block_b: np.ndarray     #: (r,) int32
    frame: np.ndarray       #: (r, 3, 3) rows n, t1, t2, world
    arm_a: np.ndarray       #: (r, 3) [m], from the centre of block a
    arm_b: np.ndarray       #: (r, 3) [m]
    is_used: np.ndarray     #: (r,) bool, takes part in the solve
    bias: np.ndarray        #: (r, 3) d without the friction shift [m/s]
    friction: np.ndarray    #: (r,) [-]
    slides: np.ndarray      #: (r,) 1.0 for rows with Coulomb friction, 0.0 for bonds and ties: they do not slide
    slip_old: np.ndarray    #: (r,) [m/s], slip speed before the step
    warm: np.ndarray        #: (r, 3) [N s], impulses of the last step
    older: np.ndarray       #: (r, 3) [N s], of the step before
    carried: np.ndarray     #: (r, 3) [N s], impulses that acted before an impact's instant
    push_old: np.ndarray    #: (r,) [m/s], speed of being pushed out of a penetration in the last step
    push: np.ndarray        #: (r,) [m/s], and in this one
    kind: np.ndarray        #: (r,) int64, for the split of their work: see `ledger`
    compliance: np.ndarray | None = None  #: (r, 3) E [m/s per N s]
    lent: np.ndarray | None = None        #: (r,) what of it along n must not show: see `lending.py`
    cohesion: np.ndarray | None = None    #: (r,) [N s]
    tension: np.ndarray | None = None     #: (r,) [N s]
    crushing: np.ndarray | None = None    #: (r,) [N s]; inf: none

    @property
    def count(self) -> int:
        return len(self.is_used)

    def used(self) -> Rows:
        """Those that take part."""
        if self.is_used.all():
            return self
        at = np.flatnonzero(self.is_used)
        columns = (getattr(self, column.name) for column in fields(self))
        return Rows(*(None if values is None else values.take(at, axis=0) for values in columns))

    def admitting_rest(self, closed: np.ndarray) -> Rows:
        """The same rows; those of dry points that are closed (r,) no longer ask for a motion at rest.

        Their bias tells how frame and arms turn within the step, and of pushes out of a penetration: of second order.
        """
        plain = closed & (self.kind == CONTACT_ROW)
        bias = np.where(plain[:, None], [1.0, 0.0, 0.0] * np.maximum(self.bias, 0.0), self.bias)
        return replace(self, bias=bias, push=np.where(plain, 0.0, self.push))

    def impulses(self, solved: np.ndarray) -> np.ndarray:
        """(r, 3) [N s] of all rows from those of the rows that take part; a tie pulls along its line only."""
        out = np.zeros((self.count, 3))
        out[np.flatnonzero(self.is_used)] = solved
        out[np.flatnonzero(self.kind == TIE_ROW), 1:] = 0.0
        return out


def join_rows(first: Rows, second: Rows | None) -> Rows:
    """The rows of both, those of the first source first."""
    if second is None:
        return first
    return Rows(*(_both(column.name, first, second) for column in fields(Rows)))


def _both(name: str, first: Rows, second: Rows) -> np.ndarray | None:
    """A column of both; None if neither has it."""
    one, other = getattr(first, name), getattr(second, name)
    if one is None and other is None:
        return None
    if one is None:
        one = np.full((first.count, *other.shape[1:]), ABSENT[name])
    if other is None:
        other = np.full((second.count, *one.shape[1:]), ABSENT[name])
    return np.concatenate([one, other])
