"""The referee: what an answer must satisfy, from forces and velocities alone; it shares no code with the solvers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.limit.equilibrium import Equilibrium

#: Works are measured against the power of the loads, but against no less than this share of forces times speeds.
LEAST_POWER = 1e-2
#: And no less than this share of the mean weight at the speed of the fastest block: zero loads do no work.
NO_POWER = 1e-6


@dataclass(frozen=True, slots=True)
class Checks:
    """Residuals of an answer, all without units; zero is perfect."""

    equilibrium: float       #: greatest unbalanced force on a block, over the mean weight
    friction: float          #: greatest |r_t| beyond what friction allows, over the greatest normal force
    admissible: float        #: greatest speed by which a contact breaks the flow rule, over that of the fastest block
    work: float              #: |f_dead . v + alpha f_live . v - dissipation| over the power of all loads in size
    complementarity: float   #: sum of |r . u - dissipation of the contact|, over the same

    @property
    def worst(self) -> float:
        """Greatest of all."""
        return max(self.equilibrium, self.friction, self.admissible, self.work, self.complementarity)


def judge(eq: Equilibrium, load: np.ndarray, force: np.ndarray, twist: np.ndarray, *, live_power: float = 0.0,
          shear_limit: np.ndarray | None = None, tie_force: np.ndarray | None = None,
          crushing: tuple[np.ndarray, float] | None = None) -> Checks:
    """Check equilibrium of the forces and admissibility of the velocities.

    Parameters
    ----------
    load : (b, 6) [N, N m] all that acts: dead + alpha live
    force : (c, 3) [N] on block b along n, t1, t2
    twist : (b, 6) [m/s, rad/s] of all blocks; supports move only where a settlement says so
    live_power : [W] |alpha f_live . v|, for the scale of works
    shear_limit : (c,) [N], greatest |r_t| where the flow is one of given shear strengths; None: friction cones
    tie_force : (t,) [N], as the twists go
    crushing : (c,) [m/s] at which joints crush at each point, and the power that they take [W]
    """
    free = ~eq.model.is_support
    ties = np.zeros(eq.model.ties.count) if tie_force is None else tie_force
    all_forces = eq.block_wrench(force) + eq.tie_wrench(ties)
    left = (all_forces + load)[free]
    if eq.model.planar_axis is not None:
        left = left[:, np.flatnonzero(np.isin(np.arange(6), np.unique(eq.dof)))]
    scale = np.where(np.arange(left.shape[1]) < left.shape[1] // 2 + left.shape[1] % 2, 1.0, eq.length)
    unbalanced = float((np.abs(left) / scale).max(initial=0.0)) / eq.force
    normal, shear = force[:, 0], np.hypot(force[:, 1], force[:, 2])
    largest = float(normal.max(initial=0.0)) or 1.0
    velocity = np.zeros((eq.contacts.count, 3))
    velocity[:, :eq.axis_count] = eq.point_velocity(twist)
    crushed = 0.0
    if crushing is not None:
        velocity[:, 0] += crushing[0]   # what is left must obey the rule of joints that do not crush
        crushed = crushing[1]
    slip = np.hypot(velocity[:, 1], velocity[:, 2])
    speed = np.linalg.norm(twist[:, :3], axis=1) + eq.length * np.linalg.norm(twist[:, 3:], axis=1)
    fastest = float(speed.max(initial=0.0)) or 1.0
    allowed = eq.friction * normal + eq.cohesion if shear_limit is None else shear_limit
    dilatancy = eq.friction * slip if shear_limit is None else np.zeros(len(slip))
    # a joint gives way at the force of its strength on which its velocity does most work
    lost = (eq.cohesion * slip + eq.tension * np.maximum(velocity[:, 0] - dilatancy, 0.0) if shear_limit is None
            else shear_limit * slip)
    beyond = max(float((shear - allowed).max(initial=0.0)), float((-normal - eq.tension).max(initial=0.0)),
                 float((ties - eq.tie_limit).max(initial=0.0)), float((-ties).max(initial=0.0))) / largest
    broken = float((dilatancy - velocity[:, 0]).max(initial=0.0)) / fastest
    power = (force * velocity).sum(axis=1)
    stretch = eq.tie_stretch(twist)
    endless = np.isinf(eq.tie_limit)
    broken = max(broken, float(stretch[endless].max(initial=0.0)) / fastest)
    tie_lost = np.where(endless, 0.0, eq.tie_limit) * np.maximum(stretch, 0.0) if len(ties) else np.zeros(0)
    support_power = float((all_forces[~free] * twist[~free]).sum())
    all_power = float((load[free] * twist[free]).sum())
    size = float(np.abs((load[free] * twist[free]).sum(axis=1)).sum()) + abs(live_power) + abs(support_power)
    # a motion on which no load works, such as a level slide, still has a scale: forces times speeds
    reach = (np.linalg.norm(load[free, :3], axis=1) * np.linalg.norm(twist[free, :3], axis=1)).sum()
    size = max(size, LEAST_POWER * float(reach), NO_POWER * eq.force * fastest) or 1.0
    return Checks(unbalanced, max(0.0, beyond), max(0.0, broken),
                  abs(all_power - support_power - float(lost.sum()) - float(tie_lost.sum()) - crushed) / size,
                  float(np.abs(power + lost).sum() + np.abs(tie_lost - ties * stretch).sum()) / size)
