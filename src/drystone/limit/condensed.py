"""Large programmes in space: an interior point method condensed to six unknowns a block.

Friction is put into the rows, C = D G with D = (1, mu, mu), so that s = C v + g + E z and z = D^-1 r both live in the
cone x_0 >= |(x_1, x_2)|. Each iteration linearises

    H v - d - C^T z - alpha l = 0,   C v + g + E z - s = 0,   l . v = 1,   s . z = 0

around interior points with the Nesterov-Todd scaling W and solves (H + C^T M C) dv = rhs, M = (W^2 + E)^-1, on the
block multifrontal factor of the solvers, with one more right side for l: Mehrotra's predictor, the corrector, then
correctors of centrality (Gondzio's), which cost far less than the factor. The start need not be feasible.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

from drystone.limit.program import ConeProgram, ProgramAnswer, ProgramStatus
from drystone.solvers.cone import soc
from drystone.solvers.machine import BlockPattern

MAX_ITERATIONS = 150
#: Iterations without gain that end it: few where the answer is good already.
STALLED, GIVEN_UP = 3, 25
#: Relative residuals and gap aimed at, and what is accepted where rounding ends the descent.
TOLERANCE, ACCEPTED = 1e-9, 1e-6
#: Forces that balance the live load alone to this share of it prove that alpha has no limit.
UNBOUNDED = 1e-7
#: Added to W^2 and to the matrix: pulls of forces and velocities towards those of the last iterate, which fade as both
#: settle. Without them stiffnesses M of closed and of open contacts lie too far apart for the factor.
SOFTER, STIFFER = 1e-13, 1e-5
#: Pivots are lifted to this share of the diagonal.
PIVOT_LIFT = 2e-16
CORRECTORS, REFINEMENTS = 2, 1
#: Most centring of a step, how much correctors try to lengthen one, and how far from the centre it may end: a contact
#: may have this share of the mean complementarity. Closer to the boundary steps soon become short.
MOST, AIM, NEAR = 0.2, 0.4, 0.03
THREADS = min(2, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class _Group:
    """Contacts of all pairs of blocks that have the same number of points."""

    first: np.ndarray    #: (g,) slot, -1: a support
    second: np.ndarray   #: (g,) slot
    contact: np.ndarray  #: (g, k)
    rows: np.ndarray     #: (g, k, 3, 12) of C


class _System:
    """C in dense rows by pair of blocks, and the factor of H + C^T M C."""

    def __init__(self, program: ConeProgram, positions: np.ndarray) -> None:
        self.count, self.block_count = program.contact_count, len(positions)
        weight = np.stack([np.ones(self.count), program.friction, program.friction], axis=1)
        first, second, rows = _dense_rows(program)
        rows *= weight[:, :, None]
        self.groups = _group_contacts(first, second, rows)
        edge_i = np.concatenate([g.second for g in self.groups])
        edge_j = np.concatenate([g.first for g in self.groups])
        both = (edge_i >= 0) & (edge_j >= 0)
        self._both = both
        self.pattern = BlockPattern(edge_i[both], edge_j[both], positions)
        self.inertia = _diagonal_blocks(program, self.block_count)
        self._rows, self._first, self._second = rows, first, second
        self._matrix = program.matrix.multiply(weight.ravel()[:, None]).tocsr()
        self._transposed = self._matrix.T.tocsr()

    def apply(self, v: np.ndarray) -> np.ndarray:
        """(c, 3) C v."""
        return (self._matrix @ v).reshape(-1, 3)

    def push(self, z: np.ndarray) -> np.ndarray:
        """(n,) C^T z."""
        return self._transposed @ z.ravel()

    def inertia_times(self, v: np.ndarray) -> np.ndarray:
        """(n,) H v."""
        return np.einsum("bij,bj->bi", self.inertia, v.reshape(-1, 6)).ravel()

    def factorise(self, stiffness: np.ndarray) -> bool:
        """Factor H + C^T M C for M (c, 3, 3); False if it broke down."""
        diagonal = self.inertia + STIFFER * np.eye(6)
        lower = []
        for g in self.groups:
            size = 3 * g.contact.shape[1]
            pushed = np.matmul(stiffness[g.contact], g.rows).reshape(-1, size, 12)
            block = np.matmul(g.rows.reshape(-1, size, 12).transpose(0, 2, 1), pushed)
            for slot, part in ((g.first, block[:, :6, :6]), (g.second, block[:, 6:, 6:])):
                held = slot >= 0
                np.add.at(diagonal, slot[held], part[held])
            lower.append(block[:, 6:, :6])
        return self.pattern.factor(diagonal, np.concatenate(lower)[self._both], PIVOT_LIFT) <= 0

    def solve(self, right: np.ndarray) -> np.ndarray:
        """(n,) solution with the last factor."""
        return self.pattern.solve(right.reshape(-1, 6)).ravel()


def _dense_rows(program: ConeProgram) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Slots (c,) of the two blocks of every contact, -1 for a support, and rows (c, 3, 12) of G."""
    sparse = program.matrix.tocoo()
    contact, axis, slot, dof = sparse.row // 3, sparse.row % 3, sparse.col // 6, sparse.col % 6
    second = np.full(program.contact_count, -1)
    np.maximum.at(second, contact, slot)
    first = second.copy()
    np.minimum.at(first, contact, slot)
    first[first == second] = -1
    rows = np.zeros((program.contact_count, 3, 12))
    rows[contact, axis, dof + np.where(slot == second[contact], 6, 0)] = sparse.data
    return first, second, rows


def _group_contacts(first: np.ndarray, second: np.ndarray, rows: np.ndarray) -> list[_Group]:
    order = np.lexsort((second, first))
    code = np.stack([first[order], second[order]], axis=1)
    start = np.flatnonzero(np.append(True, (code[1:] != code[:-1]).any(axis=1)))
    size = np.diff(np.append(start, len(order)))
    groups = []
    for number in np.unique(size):
        heads = start[size == number]
        contact = order[heads[:, None] + np.arange(number)]
        groups.append(_Group(first[contact[:, 0]], second[contact[:, 0]], contact, rows[contact]))
    return groups


def _diagonal_blocks(program: ConeProgram, blocks: int) -> np.ndarray:
    """(b, 6, 6) of H, zero where the programme has none."""
    out = np.zeros((blocks, 6, 6))
    if program.inertia is not None:
        sparse = program.inertia.tocoo()
        out[sparse.row // 6, sparse.row % 6, sparse.col % 6] = sparse.data
    return out


def solve_condensed(program: ConeProgram, positions: np.ndarray) -> ProgramAnswer:
    """Solve a programme with friction cones in space.

    Parameters
    ----------
    positions : (n / 6, 3) of the free blocks
    """
    system = _System(program, positions)
    with system.pattern.crew(THREADS), np.errstate(all="ignore"):   # what is no number ends the iterations
        return _Iteration(program, system).run()


class _Iteration:
    """State of the method."""

    def __init__(self, program: ConeProgram, system: _System) -> None:
        self.system, self.dead = system, program.dead
        self.live = np.zeros_like(program.dead) if program.live is None else program.live
        self.has_live = program.live is not None
        count = program.contact_count
        weight = np.stack([np.ones(count), program.friction, program.friction], axis=1)
        self.weight = weight
        self.offset = np.zeros((count, 3)) if program.offset is None else weight * program.offset
        self.compliance = None if program.compliance is None else program.compliance * weight ** 2
        self.count, self.iterations = count, 0
        # velocities of order one: a mechanism moves, say, a tenth of the structure
        self.power = 0.1 * float(np.abs(self.live).sum()) if self.has_live else 1.0
        self.scale = float(np.abs(self.dead).sum()) + self.power

    def run(self) -> ProgramAnswer:
        """Iterate to the end; the best iterate is the answer."""
        if not self.start():
            return ProgramAnswer(ProgramStatus.FAILED, 0.0 * self.dead, np.zeros((self.count, 3)), 0.0, 0, "condensed")
        status, best, since = ProgramStatus.FAILED, np.inf, 0
        kept = None
        for self.iterations in range(MAX_ITERATIONS + 1):
            merit = self.residuals()
            if not np.isfinite(merit):
                break
            since = 0 if merit < 0.9 * best else since + 1
            if merit < best:
                best, kept = merit, (self.v, self.z, self.alpha)
            if merit < TOLERANCE:
                status = ProgramStatus.SOLVED
                break
            if self.proves_unbounded():
                status = ProgramStatus.UNBOUNDED
                break
            if since >= (STALLED if best < ACCEPTED else GIVEN_UP) or not self.step():
                break
        if status is not ProgramStatus.UNBOUNDED and kept is not None:
            self.v, self.z, self.alpha = kept
            if best < ACCEPTED:
                status = ProgramStatus.SOLVED
        return ProgramAnswer(status, self.v / self.power, self.weight * self.z, self.alpha, self.iterations,
                             "condensed")

    def start(self) -> bool:
        """Least squares in unit scaling, moved inside the cones; False if the factor broke down."""
        self.stiffness = np.tile(np.eye(3), (self.count, 1, 1))
        if not self.system.factorise(self.stiffness):
            return False
        self.along = self.system.solve(self.live) if self.has_live else None
        self.v, _ = self.bordered(-self.system.push(self.offset), self.power)
        self.s = _moved_inside(self.system.apply(self.v) + self.offset)
        self.z = _moved_inside(-self.system.apply(self.system.solve(self.dead)))
        self.alpha = 0.0
        return True

    def residuals(self) -> float:
        """Residuals of the equations, and the greatest of them and of the gap, relative."""
        h = self.system.inertia_times(self.v)
        self.r1 = h - self.dead - self.system.push(self.z) - self.alpha * self.live
        self.r2 = self.system.apply(self.v) + self.offset - self.s
        if self.compliance is not None:
            self.r2 += self.compliance * self.z
        self.r3 = float(self.live @ self.v) - self.power if self.has_live else 0.0
        self.gap = float((self.s * self.z).sum())
        self.mean = self.gap / self.count
        work = abs(float(self.dead @ self.v)) + self.power if self.has_live else self.scale
        return max(float(np.abs(self.r1).max()), float(np.abs(self.r2).max()), abs(self.r3) / self.power,
                   self.gap / work)

    def proves_unbounded(self) -> bool:
        """Whether the forces, over alpha, balance the live load alone: then they can be added without end."""
        if not self.has_live or not self.alpha > 1e4:
            return False
        left = self.system.push(self.z / self.alpha) + self.live
        return float(np.abs(left).max()) < UNBOUNDED * float(np.abs(self.live).max())

    def step(self) -> bool:
        """One iteration; False if the factor broke down."""
        self.scaling = soc.nesterov_todd(self.s, self.z)
        stiffness = soc.inverse_square(self.scaling, SOFTER)
        if self.compliance is not None:
            square = soc.square(self.scaling)
            square[:, [0, 1, 2], [0, 1, 2]] += self.compliance
            stiffness = np.linalg.inv(square)
        self.stiffness = stiffness
        if not self.system.factorise(stiffness):
            return False
        self.along = self.system.solve(self.live) if self.has_live else None
        lam = soc.scale(self.scaling, self.z)
        dv, da, ds, dz = self.direction(1.0, -lam)
        length = min(1.0, soc.longest_step(self.s, ds), soc.longest_step(self.z, dz))
        centring = min(max((1.0 - length) ** 3, 1e-6), MOST)
        target = centring * self.mean
        right = -soc.product(lam, lam) - soc.product(soc.unscale(self.scaling, ds), soc.scale(self.scaling, dz))
        right[:, 0] += target
        best = self.direction(1.0 - centring, soc.divide(lam, right))
        length = self.reach(best)
        for _ in range(CORRECTORS):
            if length > 0.95:
                break
            aim = min(1.0, length + AIM)
            more = self.direction(0.0, soc.divide(lam, self.off_centre(best, aim, target)))
            tried = tuple(x + y for x, y in zip(best, more))
            longer = self.reach(tried)
            if longer < 1.01 * length + 0.01:
                break
            best, length = tried, longer
        dv, da, ds, dz = best
        wanted = min(NEAR, 0.5 * self.centrality(best, 0.0))
        for share in (0.995, 0.98, 0.95, 0.9, 0.8, 0.65, 0.5):
            move = min(1.0, share * length)
            if self.centrality(best, move) >= wanted:
                break
        self.v = self.v + move * dv
        self.alpha += move * da
        self.s = self.s + move * ds
        self.z = self.z + move * dz
        return True

    def reach(self, direction) -> float:
        """Longest step that stays in the cones, at most a little more than one."""
        return min(soc.longest_step(self.s, direction[2]), soc.longest_step(self.z, direction[3]), 1.0 / 0.995)

    def centrality(self, direction, move: float) -> float:
        """Least complementarity of a contact after a move, over the mean: 1 at the centre, 0 at the boundary."""
        s, z = self.s + move * direction[2], self.z + move * direction[3]
        product = np.sqrt(np.maximum(soc.determinant(s), 0.0) * np.maximum(soc.determinant(z), 0.0))
        return float(product.min()) * self.count / float((s * z).sum())

    def off_centre(self, direction, aim: float, target: float) -> np.ndarray:
        """What brings the complementarity after a step `aim` back between a tenth and ten times the target."""
        s = soc.unscale(self.scaling, self.s + aim * direction[2])
        z = soc.scale(self.scaling, self.z + aim * direction[3])
        both = soc.product(s, z)
        low, high, axis = soc.eigenvalues(both)
        low_aim, high_aim = np.clip(low, 0.1 * target, 10.0 * target), np.clip(high, 0.1 * target, 10.0 * target)
        return soc.from_eigenvalues(np.maximum(low_aim - low, -10.0 * target),
                                    np.maximum(high_aim - high, -10.0 * target), axis)

    def direction(self, share: float, aim: np.ndarray):
        """Newton direction for a share of the residuals and W^-1 ds + W dz = aim."""
        wanted = self.push_back(soc.scale(self.scaling, aim) - share * self.r2)
        dv, da = self.bordered(self.system.push(wanted) - share * self.r1, -share * self.r3)
        dz = wanted - self.push_back(self.system.apply(dv))
        for _ in range(REFINEMENTS):
            left = (self.system.push(dz) + da * self.live - self.system.inertia_times(dv) - STIFFER * dv
                    - share * self.r1)
            more, extra = self.bordered(left, -share * self.r3 - float(self.live @ dv))
            dv, da, dz = dv + more, da + extra, dz - self.push_back(self.system.apply(more))
        # from the second equation, not the third: near the end W^-1 ds and W dz cancel
        ds = self.system.apply(dv) + share * self.r2
        if self.compliance is not None:
            ds += self.compliance * dz
        return dv, da, ds, dz

    def push_back(self, x: np.ndarray) -> np.ndarray:
        """(c, 3) M x."""
        return np.matmul(self.stiffness, x[:, :, None])[:, :, 0]

    def bordered(self, right: np.ndarray, end: float) -> tuple[np.ndarray, float]:
        """dv and dalpha with (H + C^T M C) dv - dalpha l = right and l . dv = end."""
        dv = self.system.solve(right)
        if not self.has_live:
            return dv, 0.0
        da = (end - float(self.live @ dv)) / float(self.live @ self.along)
        return dv + da * self.along, da


def _moved_inside(x: np.ndarray) -> np.ndarray:
    """Points (c, 3) lifted together so far that all are inside the cone by at least one unit."""
    low = soc.eigenvalues(x)[0]
    out = x.copy()
    out[:, 0] += max(0.0, 1.0 - float(low.min()))
    return out
