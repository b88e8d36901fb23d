"""Does a pulse set a block rocking, and does it overturn it? Short runs that end as soon as it is certain."""

from __future__ import annotations

import math
from dataclasses import dataclass

from drystone.model.settings import AnalysisSettings
from drystone.motion.motion import Motion
from drystone.validate.scenes import rocking_block
from drystone.validate.track import follow, tilt_of

WAIT = 20.0          #: [s] after the pulse; a block that has not fallen or turned back by then is taken as standing
STARTED = 1e-9       #: [rad], a block that is turned by more has left its base


@dataclass(frozen=True, slots=True)
class Toppling:
    """A block at rest, and how it is stepped."""

    width: float
    height: float
    friction: float
    planar: bool
    settings: AnalysisSettings

    def starts(self, motion: Motion, duration: float) -> bool:
        """Whether the motion turns the block at all within `duration` [s]."""
        model = self._model(motion)
        return follow(model, self.settings, duration, tilt_of(0), lambda time, values: abs(values[0]) > STARTED).stopped

    def overturns(self, motion: Motion) -> bool:
        """Whether the motion overturns the block.

        After the pulse the energy can only fall. So a block that turns back before its centre of mass is above its
        corner stands for good, and one that is turned by three times that angle and goes on falls.
        """
        alpha = math.atan2(self.width, self.height)
        was_outward = falls = False

        def decide(time: float, values: tuple[float, ...]) -> bool:
            nonlocal was_outward, falls
            angle, speed = values[0], values[1]
            is_outward = angle * speed > 0.0
            falls = is_outward and abs(angle) > 3.0 * alpha
            stands = time > motion.duration and was_outward and not is_outward and abs(angle) < alpha
            was_outward = is_outward and time > motion.duration
            return falls or stands

        follow(self._model(motion), self.settings, motion.duration + WAIT, tilt_of(0), decide)
        return falls

    def _model(self, motion: Motion):
        return rocking_block(self.width, self.height, friction=self.friction, motion=motion, planar=self.planar)
