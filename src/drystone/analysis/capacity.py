"""Force against displacement of a structure that is pushed: peak, stiffness, energy, the equivalent bilinear curve.

The bilinear curve is that of equal energy (EEEP, as in ASTM E2126): it starts with the secant stiffness K at 0.4 of the
peak, ends at the displacement d_u at which the force has fallen to 0.8 of the peak, or at the end of the curve, and
encloses the same area A up to there: F_y = K (d_u - sqrt(d_u^2 - 2 A / K)). Ductility is d_u K / F_y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from drystone.analysis.blocks import block_names
from drystone.errors import InputError
from drystone.model.tables import STEPS
from drystone.results.result import RunResult

SECANT, FALLEN = 0.4, 0.8      #: shares of the peak for stiffness, and for the end of the bilinear curve
REACTION = "reaction:"         #: columns of table `steps`


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a curve of force (n,) [N] over displacement (n,) [m], which starts at 0, says."""

    displacement: np.ndarray
    force: np.ndarray
    peak: float               #: [N]
    peak_displacement: float  #: [m]
    stiffness: float          #: [N/m], secant at 0.4 of the peak
    energy: float             #: [J], up to the end of the curve
    ultimate: float           #: [m], where the force has fallen to 0.8 of the peak, or the end
    has_fallen: bool          #: whether it has
    yield_force: float        #: [N], of the bilinear curve
    ductility: float          #: [-]
    cycles: np.ndarray        #: (c,) [J], work in each cycle; empty for one push
    time: np.ndarray = field(default_factory=lambda: np.zeros(0))    #: (n,) [s]; empty where it is not known

    @property
    def yield_displacement(self) -> float:
        """Of the bilinear curve [m]."""
        return self.yield_force / self.stiffness

    def energy_to(self, displacement: float) -> float:
        """Work up to the first time that a displacement [m] is reached [J]; all of it where it never is."""
        reached = np.flatnonzero(self.displacement >= displacement)
        end = int(reached[0]) if len(reached) else len(self.displacement) - 1
        x, f = self.displacement[:end + 1].copy(), self.force[:end + 1].copy()
        if len(reached) and end > 0:
            f[end] = np.interp(displacement, x[end - 1:end + 1], f[end - 1:end + 1])
            x[end] = displacement
        return float(np.trapezoid(f, x))


def read_capacity(result: RunResult, support: str | None = None, axis: str = "x") -> Capacity:
    """Curve of a run in which a support was moved: its reaction against its displacement, from when it moves.

    support : name; None: that of the supports which moves farthest along the axis
    """
    k, names = "xyz".index(axis), list(block_names(result))
    known = [name[len(REACTION):] for name in result.tables[STEPS].columns if name.startswith(REACTION)]
    if not known:
        raise InputError(f"run '{result.directory}' keeps no reactions of supports: engine {result.engine}")
    start = result.static["initial_position"]
    frames = result.frames
    travel = {name: frames.position[:, names.index(name), k] - start[names.index(name), k] for name in known}
    if support is None:
        support = max(known, key=lambda name: float(np.abs(travel[name]).max()))
    elif support not in known:
        raise InputError(f"run '{result.directory}': no support is called {support!r}; there are {', '.join(known)}")
    time = result.column(STEPS, "time")
    moved = np.interp(time, frames.time, travel[support])
    force = result.column(STEPS, REACTION + support)[:, k]
    begins = np.flatnonzero(np.abs(moved) > 1e-9 * max(float(np.abs(moved).max()), 1e-300))
    if not len(begins):
        raise InputError(f"run '{result.directory}': support {support!r} does not move along {axis}")
    first = max(int(begins[0]) - 1, 0)
    sign = 1.0 if moved[begins[0]] > 0.0 else -1.0
    return replace(measure_capacity(sign * moved[first:], sign * force[first:]), time=time[first:])


def times_of_travel(result: RunResult, travels: Sequence[float]) -> list[float]:
    """Times [s] of the kept frames at which the support that is moved farthest has first gone so far [m], to either
    side along the axis of its greatest displacement."""
    start, frames = result.static["initial_position"], result.frames
    supports = np.flatnonzero(result.static["is_support"])
    moved = frames.position[:, supports] - start[supports]
    if not moved.size or not np.abs(moved).max() > 0.0:
        raise InputError(f"run '{result.directory}': no support is moved, so that a displacement names no instant")
    _, number, main = np.unravel_index(int(np.argmax(np.abs(moved))), moved.shape)
    way = np.maximum.accumulate(np.abs(moved[:, number, main]))
    for travel in travels:
        if not 0.0 <= travel <= way[-1] * (1.0 + 1e-9):
            raise InputError(f"run '{result.directory}': displacements must lie within 0 and {1e3 * way[-1]:g} mm, the "
                             f"way of the support that is moved farthest, got {1e3 * travel:g} mm")
    return [float(frames.time[int(np.argmax(way >= travel * (1.0 - 1e-9)))]) for travel in travels]


def measure_capacity(displacement: np.ndarray, force: np.ndarray) -> Capacity:
    """What a curve says; the bilinear one is that of its first side, up to its greatest displacement."""
    top = int(np.argmax(displacement))
    x, f = displacement[:top + 1], force[:top + 1]
    k = int(np.argmax(f))
    peak = float(f[k])
    if not peak > 0.0 or k == 0:
        raise InputError(f"capacity: the force must grow from its start, got a peak of {peak:g} N")
    secant = int(np.argmax(f >= SECANT * peak))
    stiffness = float(f[secant] / x[secant]) if x[secant] > 0.0 else np.inf
    fallen = np.flatnonzero(f[k:] < FALLEN * peak)
    end = k + int(fallen[0]) if len(fallen) else top
    ultimate, area = float(x[end]), float(np.trapezoid(f[:end + 1], x[:end + 1]))
    root = max(ultimate**2 - 2.0 * area / stiffness, 0.0)
    yields = stiffness * (ultimate - np.sqrt(root)) if np.isfinite(stiffness) else area / ultimate
    return Capacity(displacement, force, peak, float(x[k]), stiffness, float(np.trapezoid(force, displacement)),
                    ultimate, bool(len(fallen)), float(yields), float(ultimate * stiffness / yields),
                    _cycles(displacement, force))


def read_measured(path: Path) -> Capacity:
    """A measured curve: a CSV file with a line of titles, displacement [m] and force [N] in its first two columns."""
    try:
        values = np.loadtxt(path, delimiter=",", skiprows=1, usecols=(0, 1), ndmin=2)
    except (OSError, ValueError) as error:
        raise InputError(f"measured curve '{path}' must be CSV with a line of titles, displacement [m] and force [N]: "
                         f"{error}") from None
    if len(values) < 2 or not np.isfinite(values).all():
        raise InputError(f"measured curve '{path}' must have at least 2 rows of finite numbers, got {len(values)}")
    return measure_capacity(values[:, 0], values[:, 1])


def curve_distance(curve: Capacity, measured: Capacity, count: int = 500) -> float:
    """Root mean square of the differences of two curves over the measured peak [-], on their first side, over the
    displacements that both have."""
    sides = [(c.displacement[:int(np.argmax(c.displacement)) + 1], c.force) for c in (curve, measured)]
    at = np.linspace(0.0, min(float(x[-1]) for x, _ in sides), count)
    own, other = (np.interp(at, np.maximum.accumulate(x), f[:len(x)]) for x, f in sides)
    return float(np.sqrt(np.mean((own - other)**2)) / measured.peak)


def _cycles(displacement: np.ndarray, force: np.ndarray) -> np.ndarray:
    """Work between two passages of zero displacement upwards [J]."""
    sign = np.sign(displacement)
    ups = np.flatnonzero((sign[1:] > 0) & (sign[:-1] <= 0)) + 1
    if len(ups) < 2:
        return np.zeros(0)
    return np.array([np.trapezoid(force[a:b + 1], displacement[a:b + 1]) for a, b in zip(ups, [*ups[1:], len(sign) - 1])
                     if b > a])
