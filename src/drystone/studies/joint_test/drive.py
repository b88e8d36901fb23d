"""Drive one point of a joint: displacements in, stresses and memory out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.engines.dem.joints.registry import law_of
from drystone.errors import InputError
from drystone.model.joint import Joint

#: Corrections of the opening at most, so that the normal stress is that asked for.
MOST_CORRECTIONS = 200
#: How near the normal stress must come, over that asked for.
STRESS_TOLERANCE = 1e-10


@dataclass(frozen=True)
class Trace:
    """What one point went through."""

    name: str                      #: of the path, e.g. "shear at 0.5 MPa"
    u: np.ndarray                  #: (m, 3) displacement across the joint: opening > 0, along t1, along t2 [m]
    stress: np.ndarray             #: (m, 3) sigma (tension > 0), tau_1, tau_2 [Pa]
    state: dict[str, np.ndarray]   #: (m,) columns of the law
    stored: np.ndarray             #: (m,) energy that unloading gives back [J/m2]

    @property
    def work(self) -> np.ndarray:
        """(m,) work of the stresses so far, by trapezoids; the way to the first point is straight [J/m2]."""
        steps = 0.5 * ((self.stress[1:] + self.stress[:-1]) * np.diff(self.u, axis=0)).sum(axis=1)
        return np.cumsum(np.concatenate(([0.5 * self.stress[0] @ self.u[0]], steps)))

    @property
    def dissipated(self) -> np.ndarray:
        """(m,) energy that the law says is lost [J/m2]."""
        own = [self.state[key] for key in ("w_t", "w_s", "w_c") if key in self.state]
        return np.sum(own, axis=0) if own else np.zeros(len(self.u))


class Point:
    """One point of a joint with its memory."""

    def __init__(self, joint: Joint) -> None:
        self.law = law_of(joint)
        self.parameters = self.law.pack(joint)
        self.state = np.zeros((max(len(self.law.state), 1), 1))
        self._stress = np.zeros((3, 1))

    def move(self, u: np.ndarray) -> np.ndarray:
        """Stress (3,) [Pa] after a displacement (3,) [m]."""
        self.law.respond(self.parameters, u[0], u[1], u[2], self.state, 0, self._stress)
        return self._stress[:, 0].copy()

    def press(self, sigma: float, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Slide to u[1:], with the opening at which the normal stress is `sigma` [Pa]; displacement and stress.

        u : (3,) where it slides to; u[0] is where the search for the opening starts [m]
        """
        before, u = self.state.copy(), u.copy()
        for _ in range(MOST_CORRECTIONS):
            self.state[:] = before
            stress = self.move(u)
            error = sigma - stress[0]
            if abs(error) <= STRESS_TOLERANCE * max(abs(sigma), 1.0):
                return u, stress
            u[0] += error / self.parameters[0]
        raise InputError(f"joint-test: no opening keeps the normal stress at {sigma:g} Pa at a slip of {u[1]:g} m: the "
                         f"joint carries {stress[0]:g} Pa")


def drive(joint: Joint, u: np.ndarray, name: str = "path") -> Trace:
    """Through displacements (m, 3) [m]."""
    return _record(joint, name, u, None)


def drive_pressed(joint: Joint, sigma: float, slip: np.ndarray, name: str = "path") -> Trace:
    """Slide through (m,) slips along t1 [m] under a constant normal stress `sigma` [Pa], pressure < 0."""
    u = np.zeros((len(slip), 3))
    u[:, 1] = slip
    return _record(joint, name, u, sigma)


def _record(joint: Joint, name: str, path: np.ndarray, sigma: float | None) -> Trace:
    point = Point(joint)
    law, count = point.law, len(path)
    u, stress, stored = np.array(path, dtype=float), np.zeros((count, 3)), np.zeros(count)
    columns = np.zeros((len(law.state), count))
    if sigma is not None:
        u[0, 0] = sigma / point.parameters[0]
    for k in range(count):
        if sigma is None:
            stress[k] = point.move(u[k])
        else:
            if k > 0:
                u[k, 0] = u[k - 1, 0]
            u[k], stress[k] = point.press(sigma, u[k])
        columns[:, k] = point.state[:len(law.state), 0]
        stored[k] = law.stored(point.parameters, *u[k], point.state, 0)
    return Trace(name, u, stress, dict(zip(law.state, columns)), stored)
