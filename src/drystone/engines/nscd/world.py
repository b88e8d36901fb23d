"""A model and its settings as every step sees them: what does not change in a run."""

from __future__ import annotations

import numpy as np

from drystone.contact.detect import OnDetect
from drystone.contact.finder import ContactFinder
from drystone.engines.nscd.accuracy import Accuracy, accuracy_in_force
from drystone.engines.nscd.law import JointLaws
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings

STANDARD_GRAVITY = 9.81   #: [m/s2], scale of accelerations where a model has no gravity
ROUNDING = 64 * np.finfo(float).eps


class World:
    """Masses, joint laws, scales and the finder of contacts of one model.

    on_detect : None, or who is told of every detection (see `Detector`)
    """

    def __init__(self, model: Model, settings: AnalysisSettings, on_detect: OnDetect | None = None) -> None:
        self.model, self.settings, self.dt = model, settings, settings.dt
        self.is_midpoint = settings.scheme == "midpoint"
        self.share = settings.theta if settings.scheme == "theta" else 1.0   #: of the new twist in the solved one [-]
        self.laws = JointLaws(model, settings.scheme)
        self.has_springs = self.laws.has_compliance and self.is_midpoint
        self.finder = ContactFinder(model, on_detect)
        self.planar_axis = model.planar_axis
        self.locked = locked_directions(model.planar_axis)        #: (6,) bool
        gravity = float(np.linalg.norm(model.gravity))
        self.a0 = gravity if gravity > 0.0 else STANDARD_GRAVITY  #: scale of accelerations [m/s2]
        self.speed = self.a0 * settings.dt                        #: scale of velocities [m/s]
        self.accuracy = accuracy_in_force(settings, int(np.count_nonzero(~model.is_support)))
        self._accuracies: dict[int, Accuracy] = {}
        self.gap_rounding = ROUNDING * self.finder.extent         #: gaps below this are zero [m]
        self._weigh(model)

    def accuracy_of(self, free_count: int) -> Accuracy:
        """What a part of so many free blocks that is solved by itself is asked for: small ones the most, by default."""
        return self._accuracies.setdefault(free_count, accuracy_in_force(self.settings, free_count))

    def _weigh(self, model: Model) -> None:
        # supports may come without mass; they are prescribed, so any positive inertia serves
        massless = ~(model.mass > 0.0)
        self.mass = np.where(massless, 1.0, model.mass)           #: (b,) [kg]
        self.inertia = np.where(massless[:, None, None], np.eye(3), model.inertia)   #: (b, 3, 3) [kg m2], block frames
        self.felt_mass = np.where(model.is_support, np.inf, self.mass)               #: (b,) [kg]
        self.linear_inertia = np.zeros((len(self.mass), 6, 6))                       #: (b, 6, 6) [kg], of translations
        for i in range(3):
            self.linear_inertia[:, i, i] = self.mass
        free = self.mass[~model.is_support]
        self.mean_mass = float(free.mean()) if len(free) else 1.0
        #: energies below this are rounding [J]: pushes that come from it are no gain
        self.energy_rounding = float(ROUNDING * self.finder.extent * self.a0 * free.sum())


def locked_directions(planar_axis: int | None) -> np.ndarray:
    """(6,) bool, components of a twist that a planar model shuts."""
    locked = np.zeros(6, bool)
    if planar_axis is not None:
        locked[planar_axis] = True
        locked[[3 + i for i in range(3) if i != planar_axis]] = True
    return locked
