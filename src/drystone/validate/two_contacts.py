"""A planar block on two corner contacts by the theta method: one small quadratic programme a step.

A reference for the engine that shares no code with it. After Portioli, Cascini and Landolfo 2017, equations 3 to 7:

    minimise 1/2 (dx - dx*)^T M (dx - dx*)   subject to   g_i + n_i . dx >= mu |t_i . dx|,   i = left, right

dx is the change of (x, z, phi) in the step: centre of mass [m] and turn [rad], positive where the top goes towards +x.
dx* = dt (v_old + theta dt f/M) would be it without the ground; g_i is the height of corner i above the ground [m], n_i
and t_i its motion up and along. Geometry of the start of the step, friction with dilatancy. Then
dx = dt (theta v_new + (1 - theta) v_old) gives the velocity at the end.

Two contacts with two sides of friction each are four linear inequalities for three unknowns: every subset of at most
three is tried as the active one, and the one whose multipliers and slacks have the right signs is the solution, the
only one since the programme is strictly convex.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

SIGN = 1e-12    #: slack [m] and multiplier (over mass and metre) that count as zero


@dataclass(frozen=True, slots=True)
class TwoContactBlock:
    """Block, friction and method."""

    width: float         #: [m]
    height: float        #: [m]
    friction: float      #: [-]
    theta: float         #: [-]
    dt: float            #: [s]
    gravity: float       #: [m/s2]

    def rock(self, release: float, duration: float) -> tuple[np.ndarray, np.ndarray]:
        """Times [s] and turns [rad] of the block released at rest, turned by `release` [rad] about its right corner."""
        arm = self._arms(release)[1]
        pose = np.array([0.5 * self.width - arm[0], -arm[1], release])
        velocity = np.zeros(3)
        steps = round(duration / self.dt)
        turns = np.empty(steps + 1)
        turns[0] = release
        for step in range(steps):
            moved = self._solve(pose, velocity)
            velocity = (moved / self.dt - (1.0 - self.theta) * velocity) / self.theta
            pose = pose + moved
            turns[step + 1] = pose[2]
        return self.dt * np.arange(steps + 1), turns

    def _arms(self, turn: float) -> np.ndarray:
        """(2, 2) from the centre of mass to the left and the right lower corner [m]."""
        half = 0.5 * np.array([(-self.width, -self.height), (self.width, -self.height)])
        c, s = math.cos(turn), math.sin(turn)
        return half @ np.array([[c, -s], [s, c]])    # x' = c x + s z, z' = -s x + c z: the top goes towards +x

    def _solve(self, pose: np.ndarray, velocity: np.ndarray) -> np.ndarray:
        """Change of the pose in a step, (3,)."""
        inertia = np.array([1.0, 1.0, (self.width ** 2 + self.height ** 2) / 12.0])   # per unit mass
        free = self.dt * (velocity + self.theta * self.dt * np.array([0.0, -self.gravity, 0.0]))
        rows, gaps = [], []
        for x, z in self._arms(float(pose[2])):
            across, up = np.array([1.0, 0.0, z]), np.array([0.0, 1.0, -x])
            for side in (-1.0, 1.0):
                rows.append(up + side * self.friction * across)
                gaps.append(pose[1] + z)
        return _smallest_change(np.array(rows), np.array(gaps), free, inertia)


def _smallest_change(rows: np.ndarray, gaps: np.ndarray, free: np.ndarray, inertia: np.ndarray) -> np.ndarray:
    """The dx nearest to `free` in the metric of `inertia` with gaps + rows . dx >= 0, by trying all active sets."""
    for count in range(4):
        for active in combinations(range(len(rows)), count):
            chosen = rows[list(active)]
            reach = (chosen / inertia) @ chosen.T
            if count and np.linalg.cond(reach) > 1e12:
                continue
            pushes = np.linalg.solve(reach, -(gaps[list(active)] + chosen @ free)) if count else np.zeros(0)
            moved = free + (chosen / inertia).T @ pushes
            if (pushes >= -SIGN).all() and (gaps + rows @ moved >= -SIGN).all():
                return moved
    raise ArithmeticError("no active set solves the two-contact programme")
