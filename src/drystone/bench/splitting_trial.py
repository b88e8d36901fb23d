"""A trial: do coarse corrections or weights balanced by residuals make the splitting faster on large buildings?

    python -m drystone.bench.splitting_trial [building-250] [building-1000]

Some steps of a building in violent motion are caught as the engine poses them, with their warm start, and iterated on
the plain twin of the splitting (NumPy), in four ways. Printed is the error of the worst contact [g dt], the best one so
far, after LOOKS iterations, as the mean over the steps. What it costs is not measured: that is asked of what helps.

- as it is: weights chosen for the last impulses, and once more after 15 iterations.
- balanced: at 15, 30, 60 all weights are scaled by the root of the ratio of both residuals, |C w + d - x| in the norm
  of rho and the change of z in that of 1 / rho, by 3 at most each time.
- coarse: every 10 iterations the groups of a grid of CELL blocks a side are moved as rigid bodies, so that their
  momentum balances with the law as it is linear there; y follows.
- both.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp

from drystone.bench.regimes import DT, PLANS
from drystone.bench.tap import Heard, tap
from drystone.engines.registry import make_engine
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps
from drystone.solvers.cone.problem import ContactProblem, FlowLaw
from drystone.solvers.cone.scaled_system import scale_system
from drystone.solvers.plain.factor import factorise
from drystone.solvers.plain.splitting import AGAIN, RELAX, Method, start_of

LOOKS = (15, 30, 60, 120)
BALANCED_AT, MOST_CHANGE = (15, 30, 60), 3.0
COARSE_EVERY, CELL = 10, 4
WAYS = {"as it is": (False, False), "balanced": (True, False), "coarse": (False, True), "both": (True, True)}


def caught(name: str, first: int, count: int) -> list[tuple[ContactProblem, tuple[np.ndarray, np.ndarray]]]:
    """Problems of Coulomb's law of `count` steps from step `first` on, with their warm starts."""
    heard, found = list[Heard](), []
    model, last = PLANS[f"{name}-violent"].model(first + count), first + count - 1
    engine = make_engine(model, AnalysisSettings(dt=DT, unsolved="count"), (last + 1) * DT, on_solve=tap(heard.append))
    for number, _ in enumerate(take_steps(model, engine, engine.start(), last), 1):
        asked = [item for item in heard if item.problem.law is FlowLaw.COULOMB]
        if number >= first and asked:
            found.append((asked[0].problem, asked[0].warm))
        heard.clear()
    return found


def errors_of(problem: ContactProblem, warm: tuple[np.ndarray, np.ndarray], *, balances: bool,
              corrects: bool) -> list[float]:
    """Least error of the worst contact after LOOKS iterations [g dt]."""
    scaled = scale_system(problem)
    method = Method(scaled, problem.speed_scale / scaled.speed)
    w, z = start_of(scaled, warm)
    weights, scale, best, found = method.weigh(z[:, 0]), 1.0, np.inf, []
    groups = _groups(method, problem) if corrects else None
    y = z - weights.rho * method.velocity(w)
    z = method.obey(y, weights.keep)
    for k in range(1, LOOKS[-1] + 1):
        before = z
        w = weights.factor.solve(method.columns @ (2.0 * z - y - weights.rho * method.bias).ravel())
        gap = method.velocity(w) - (z - y) / weights.rho
        y = y - RELAX * weights.rho * gap
        z = method.obey(y, weights.keep)
        if corrects and k % COARSE_EVERY == 0:
            y = y - weights.rho * _coarse(method, groups, y, z, weights.rho)
            z = method.obey(y, weights.keep)
        if k in LOOKS:
            best = min(best, method.measure(z)[0] / method.unit)
            found.append(best)
        if k == AGAIN or (balances and k in BALANCED_AT):
            if balances and k in BALANCED_AT:
                ratio = np.linalg.norm(np.sqrt(weights.rho) * gap) / max(
                    np.linalg.norm((z - before) / np.sqrt(weights.rho)), 1e-300)
                scale *= float(np.clip(np.sqrt(ratio), 1.0 / MOST_CHANGE, MOST_CHANGE))
            x = (z - y) / weights.rho
            weights = _scaled_weights(method, z[:, 0], scale)
            y = z - weights.rho * x
            z = method.obey(y, weights.keep)
    return found


def _scaled_weights(method: Method, z0: np.ndarray, scale: float):
    """The weights for z0, all times `scale`, with their factor."""
    chosen = method.weigh(z0)
    if scale == 1.0:
        return chosen
    rho = scale * chosen.rho
    matrix = method.inertia + method.columns @ sp.diags_array(rho.ravel()) @ method.rows
    return chosen._replace(rho=rho, keep=1.0 / (1.0 + rho * method.give), factor=factorise(sp.csc_array(matrix)))


def _groups(method: Method, problem: ContactProblem) -> sp.csc_array:
    """(n, 6 g) rigid motions of the groups: free blocks in one cell of a grid of CELL blocks' sizes a side."""
    system, position = method.scaled.system, problem.position
    free = ~problem.prescribed
    size = CELL * (np.prod(np.ptp(position[free], axis=0) + 0.2) / np.count_nonzero(free)) ** (1.0 / 3.0)
    _, cell = np.unique(np.floor(position / size).astype(int), axis=0, return_inverse=True)
    cell = cell.ravel()
    centre = np.array([position[cell == g].mean(axis=0) for g in range(cell.max() + 1)])
    arm = position[system.block] - centre[cell[system.block]]
    own = np.arange(len(system.block))
    parts = [(own, 6 * cell[system.block] + system.dof, np.ones(len(own)))]
    for axis in range(3):                # a turn of the group about `axis` moves its blocks
        turned = np.cross(np.eye(3)[axis], arm)
        linear = system.dof < 3
        parts.append((own[linear], 6 * cell[system.block[linear]] + 3 + axis,
                      turned[linear, system.dof[linear]]))
    rows, columns, values = (np.concatenate(items) for items in zip(*parts))
    whole = sp.csc_array(sp.coo_array((values, (rows, columns)), (len(own), 6 * len(centre))))
    return whole[:, np.flatnonzero(abs(whole).sum(axis=0))]


def _coarse(method: Method, groups: sp.csc_array, y: np.ndarray, z: np.ndarray, rho: np.ndarray) -> np.ndarray:
    """(c, 3) change of the velocities by the motion of the groups that balances their momentum."""
    x = (z - y) / rho
    w = method.inverse @ (method.columns @ z.ravel())
    force = groups.T @ (method.columns @ (rho * (x - method.velocity(w))).ravel())
    carries, sticks = z[:, 0] > method.floor, np.hypot(z[:, 1], z[:, 2]) < z[:, 0] * (1.0 - 1e-9)
    stiff = rho * np.stack([carries, carries & sticks, carries & sticks], axis=1)
    moved = method.rows @ groups
    matrix = groups.T @ method.inertia @ groups + moved.T @ sp.diags_array(stiff.ravel()) @ moved
    return (moved @ factorise(sp.csc_array(matrix)).solve(force)).reshape(-1, 3)


def lines(name: str, first: int = 21, count: int = 6) -> Iterator[str]:
    """The table of a building."""
    problems = caught(name, first, count)
    looks = ", ".join(map(str, LOOKS))
    yield f"{name}: {len(problems)} steps from step {first} on; error [g dt] after {looks} iterations"
    for way, (balances, corrects) in WAYS.items():
        found = np.array([errors_of(*item, balances=balances, corrects=corrects) for item in problems])
        yield f"{way:<10}" + "".join(f"{value:10.3f}" for value in found.mean(axis=0))


if __name__ == "__main__":
    for building in sys.argv[1:] or ["building-250"]:
        for line in lines(building):
            print(line, flush=True)
