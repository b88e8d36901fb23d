"""The interior point method on whole arrays, with SciPy's factor: the plain twin of `interior/`.

The equations are those of interior/method.py, in the units of cone/scaled_system.py; Mehrotra's predictor, corrector,
no more. It starts cold, and ends by the judge's word. Infeasible steps are left to Clarabel, which comes next.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from drystone.solvers.cone import soc
from drystone.solvers.cone.problem import ContactProblem, ContactSolution, SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.cone.scaled_system import ScaledSystem, scale_system
from drystone.solvers.plain.factor import factorise

#: The iterations go on to this share of the tolerance, which costs one or two of them, unless they stall.
FINE = 0.1
#: Iterations without gain that end it: few where the answer is good already.
STALLED, GIVEN_UP = 3, 12
#: Share of the way to the boundary.
NEAR_BOUNDARY = 0.99
#: Steps shorter than this are given up for one towards the centre.
TOO_SHORT = 0.1
REFINEMENTS = 2

_E0 = np.array([1.0, 0.0, 0.0])


class Point(NamedTuple):
    """An iterate, or a direction: w (n,); s and z (c, 3); opening against floors (f,) and caps (k,)."""

    w: np.ndarray
    s: np.ndarray
    z: np.ndarray
    s_floor: np.ndarray
    s_cap: np.ndarray

    def plus(self, length: float, other: Point) -> Point:
        """self + length * other."""
        return Point(*(a + length * b for a, b in zip(self, other)))


def solve_plain(problem: ContactProblem, warm=None, *, tolerance: float = 1e-6, max_iterations: int = 80, budget=None,
                patterns=None) -> ContactSolution:
    """Solve `problem`; the status is that of the judge. `warm`, `budget` and `patterns` are not used.

    tolerance : on the certified error of the velocity [-]
    """
    count = problem.contact_count
    free = np.array(problem.free_twist, dtype=float)
    if count == 0 or problem.prescribed.all():
        return ContactSolution(free, np.zeros((count, 3)), SolveStatus.SOLVED, 0, "plain")
    scaled = scale_system(problem)
    if scaled.is_free:
        still = scaled.answer(np.zeros(len(scaled.system.block)), np.zeros((count, 3)))
        return ContactSolution(*still, SolveStatus.SOLVED, 0, "plain")
    if not scaled.is_sound:
        return ContactSolution(free, np.zeros((count, 3)), SolveStatus.FAILED, 0, "plain")
    with np.errstate(all="ignore"):     # what is no number ends the iterations
        return _iterate(problem, scaled, tolerance, max_iterations)


def _iterate(problem: ContactProblem, scaled: ScaledSystem, tolerance: float, max_iterations: int) -> ContactSolution:
    method = _Method(scaled)
    point = method.start()
    best, kept, since, iteration = np.inf, None, 0, 0
    while point is not None:
        twist, impulse = scaled.answer(point.w, point.z)
        bound = judge(problem, twist, impulse).velocity_bound
        since = 0 if bound < 0.9 * best else since + 1
        if bound < best:
            best, kept = bound, (twist, impulse)
        if (best <= FINE * tolerance or since >= (STALLED if best <= tolerance else GIVEN_UP)
                or iteration == max_iterations or not np.isfinite(point.w).all()):
            break
        try:
            point = method.move(point)
        except np.linalg.LinAlgError:      # what is no number has come in
            break
        iteration += 1
    if kept is None:
        nothing = np.array(problem.free_twist, dtype=float), np.zeros((problem.contact_count, 3))
        return ContactSolution(*nothing, SolveStatus.FAILED, iteration, "plain")
    status = SolveStatus.SOLVED if best <= tolerance else SolveStatus.INACCURATE
    return ContactSolution(*kept, status, iteration, "plain")


class _Method:
    """Matrices of a step, and one iteration of the method on them."""

    def __init__(self, scaled: ScaledSystem) -> None:
        self.rows = scaled.rows.tocsr()
        self.columns = scaled.rows.T.tocsr()
        self.inertia = scaled.system.inertia / scaled.mass
        self.bias = scaled.bias
        self.compliance = np.zeros_like(scaled.bias) if scaled.compliance is None else scaled.compliance
        self.floored, self.capped = np.flatnonzero(scaled.floor > 0.0), np.flatnonzero(np.isfinite(scaled.cap))
        self.floor = scaled.floor[self.floored]
        # cap and floor may coincide; the method needs room between them
        self.cap = np.maximum(scaled.cap, scaled.floor + 1e-9)[self.capped]
        self.count = len(self.bias)
        self.places = np.arange(3 * self.count).reshape(-1, 3)

    def start(self) -> Point | None:
        """Least squares in unit scaling, moved inside the cones and between the bounds; None if the factor broke."""
        factor = factorise(self.inertia + self.columns @ self.rows)
        if factor is None:
            return None
        w = -factor.solve(self.push(self.bias))
        s = self.apply(w) + self.bias
        z = _lifted(-s)
        low, high = np.zeros(self.count), np.full(self.count, np.inf)
        low[self.floored], high[self.capped] = self.floor, self.cap
        bounded = np.zeros(self.count, bool)
        bounded[self.floored] = bounded[self.capped] = True
        room = 0.1 * np.minimum(high - low, 1.0)
        z[bounded, 0] = np.clip(z[:, 0], low + room, high - room)[bounded]
        side = np.hypot(z[:, 1], z[:, 2])
        z[:, 1:] *= np.minimum(1.0, 0.9 * z[:, 0] / np.maximum(side, 1e-300))[:, None]
        return Point(w, _lifted(s), z, np.ones(len(self.floored)), np.ones(len(self.capped)))

    def apply(self, w: np.ndarray) -> np.ndarray:
        """(c, 3) C w."""
        return (self.rows @ w).reshape(-1, 3)

    def push(self, z: np.ndarray) -> np.ndarray:
        """(n,) C^T z."""
        return self.columns @ z.ravel()

    def rooms(self, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Distances of z_0 to floors and caps."""
        return z[self.floored, 0] - self.floor, self.cap - z[self.capped, 0]

    def pulls(self, s_floor: np.ndarray, s_cap: np.ndarray) -> np.ndarray:
        """(c, 3) (s_floor - s_cap) along the normals."""
        out = np.zeros((self.count, 3))
        out[self.floored, 0] += s_floor
        out[self.capped, 0] -= s_cap
        return out

    def move(self, at: Point) -> Point | None:
        """The next iterate; None if the factor broke down or no step is left."""
        self.z_floor, self.z_cap = self.rooms(at.z)
        self.momentum = self.inertia @ at.w - self.push(at.z)
        self.velocity = (self.apply(at.w) + self.bias + self.compliance * at.z - at.s
                         - self.pulls(at.s_floor, at.s_cap))
        self.scaling = soc.nesterov_todd(at.s, at.z)
        self.stiffness = self.find_stiffness(at)
        self.factor = factorise(self.inertia + self.columns @ self.spread() @ self.rows)
        if self.factor is None:
            return None
        lam = soc.scale(self.scaling, at.z)
        mean = ((at.s * at.z).sum() + at.s_floor @ self.z_floor + at.s_cap @ self.z_cap) / (
            self.count + len(self.floored) + len(self.capped))
        rf, rk = -at.s_floor * self.z_floor, -at.s_cap * self.z_cap
        guess = self.direction(at, 1.0, -lam, rf, rk)
        centring = min(max((1.0 - min(1.0, self.reach(at, guess))) ** 3, 1e-5), 0.3)
        target = centring * mean
        second = soc.product(soc.unscale(self.scaling, guess.s), soc.scale(self.scaling, guess.z))
        second_floor, second_cap = guess.s_floor * guess.z[self.floored, 0], -guess.s_cap * guess.z[self.capped, 0]
        best = self.direction(at, 1.0 - centring, soc.divide(lam, target * _E0 - soc.product(lam, lam) - second),
                              target + rf - second_floor, target + rk - second_cap)
        if self.reach(at, best) < TOO_SHORT:      # too far from the centre for second-order terms
            target = 0.5 * mean
            best = self.direction(at, 0.5, soc.divide(lam, target * _E0 - soc.product(lam, lam)), target + rf,
                                  target + rk)
        length = min(1.0, NEAR_BOUNDARY * self.reach(at, best))
        return at.plus(length, best) if length > 1e-9 else None

    def find_stiffness(self, at: Point) -> np.ndarray:
        """(c, 3, 3) M = (W^2 + D)^-1, D what compliance, floors and caps add; and what `follow` needs of it."""
        give = self.compliance.copy()
        give[self.floored, 0] += at.s_floor / self.z_floor
        give[self.capped, 0] += at.s_cap / self.z_cap
        is_soft = self.compliance.any(axis=1)
        self.bounded, self.soft = np.flatnonzero(give[:, 0].astype(bool) & ~is_soft), np.flatnonzero(is_soft)
        stiffness = soc.inverse_square(self.scaling, 0.0)
        if len(self.bounded):
            square = soc.square(self.scaling)[self.bounded]
            square[:, 0, 0] += give[self.bounded, 0]
            stiffness[self.bounded] = np.linalg.inv(square)
        if len(self.soft):     # W^-1 (I + W^-1 D W^-1)^-1 W^-1: its middle is well conditioned
            axes = [soc.unscale(self.scaling, np.tile(axis, (self.count, 1)))[self.soft] for axis in np.eye(3)]
            inverse = np.stack(axes, axis=2)
            self.middle = np.eye(3) + inverse @ (give[self.soft][:, :, None] * inverse)
            stiffness[self.soft] = inverse @ np.linalg.solve(self.middle, inverse)
        return stiffness

    def spread(self) -> sp.csr_array:
        """(3c, 3c) M, block by block."""
        row = np.broadcast_to(self.places[:, :, None], self.stiffness.shape)
        column = np.broadcast_to(self.places[:, None, :], self.stiffness.shape)
        size = 3 * self.count
        return sp.csr_array(sp.coo_array((self.stiffness.ravel(), (row.ravel(), column.ravel())), (size, size)))

    def direction(self, at: Point, share: float, aim: np.ndarray, rf: np.ndarray, rk: np.ndarray) -> Point:
        """Direction for a share of the residuals, W^-1 ds + W dz = aim, and the right sides of floors and caps."""
        given = share * self.velocity - self.pulls(rf / self.z_floor, rk / self.z_cap)
        wanted = soc.scale(self.scaling, aim) - given

        def follow(dw: np.ndarray) -> np.ndarray:
            """dz = M (wanted - C dw), step by step: as a matrix M has lost its smallest eigenvalues."""
            speed = self.apply(dw)
            inner = aim - soc.unscale(self.scaling, speed + given)
            if len(self.soft):
                inner[self.soft] = np.linalg.solve(self.middle, inner[self.soft][:, :, None])[:, :, 0]
            dz = soc.unscale(self.scaling, inner)
            dz[self.bounded] = self.stiffen(wanted - speed)[self.bounded]
            return dz

        dw = self.factor.solve(self.push(self.stiffen(wanted)) - share * self.momentum)
        dz = follow(dw)
        for _ in range(REFINEMENTS):
            dw = dw + self.factor.solve(self.push(dz) - self.inertia @ dw - share * self.momentum)
            dz = follow(dw)
        s_floor = (rf - at.s_floor * dz[self.floored, 0]) / self.z_floor
        s_cap = (rk + at.s_cap * dz[self.capped, 0]) / self.z_cap
        # from the second equation, not the third: near the end W^-1 ds and W dz cancel
        ds = self.apply(dw) + self.compliance * dz + share * self.velocity - self.pulls(s_floor, s_cap)
        return Point(dw, ds, dz, s_floor, s_cap)

    def stiffen(self, x: np.ndarray) -> np.ndarray:
        """(c, 3) M x."""
        return np.matmul(self.stiffness, x[:, :, None])[:, :, 0]

    def reach(self, at: Point, along: Point) -> float:
        """Longest step that stays inside."""
        length = min(soc.longest_step(at.s, along.s), soc.longest_step(at.z, along.z))
        ends = ((at.s_floor, along.s_floor), (at.s_cap, along.s_cap), (self.z_floor, along.z[self.floored, 0]),
                (self.z_cap, -along.z[self.capped, 0]))
        for value, change in ends:
            falls = change < 0.0
            length = min(length, float((-value[falls] / change[falls]).min(initial=np.inf)))
        return length


def _lifted(x: np.ndarray) -> np.ndarray:
    """x (c, 3), all moved along the axis of the cone by as much as brings the outermost well inside."""
    depth = float((x[:, 0] - np.hypot(x[:, 1], x[:, 2])).min())
    out = x.copy()
    if depth <= 1e-8:
        out[:, 0] += 1.0 - depth
    return out
