"""All motions of the ground along one line as one `Motion` on the clock of the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from drystone.model.motions import ActiveMotion
from drystone.motion.motion import Motion


class Shaking(Motion):
    """Sum of motions, each with the sign in which it points along the line. Times are those of the run [s]."""

    def __init__(self, items: Sequence[tuple[ActiveMotion, float]]) -> None:
        """items : motions with +1 or -1 [-]; their motions must be `Motion`s, which tell their breaks"""
        self._items = tuple(items)
        spans = [(active, sign, min(active.end, active.start + active.motion.duration)) for active, sign in items]
        self.duration = max((end for *_, end in spans), default=0.0)
        self.peak = sum(abs(sign) * active.motion.peak for active, sign, _ in spans)
        breaks, jumps = set(), {}
        for active, sign, end in spans:
            inner = {active.start + t for t in active.motion.breaks}
            breaks |= {t for t in {active.start, end, *inner} if 0.0 <= t <= end < float("inf")}
            breaks |= {t for t in {active.start, *inner} if t < end == float("inf")}
            for t, jump in active.motion.velocity_jumps:
                if active.start + t < end:
                    jumps[active.start + t] = jumps.get(active.start + t, 0.0) + sign * jump
        self.breaks = tuple(sorted(breaks))
        self._jumps = tuple(sorted(jumps.items()))

    @property
    def velocity_jumps(self) -> tuple[tuple[float, float], ...]:
        """Times [s] and sizes [m/s] of all jumps of the velocity."""
        return self._jumps

    def _sum(self, value: Callable[[ActiveMotion], float]) -> float:
        return sum(sign * value(active) for active, sign in self._items)

    def acceleration(self, t: float) -> float:
        """[m/s2] at `t`."""
        return self._sum(lambda active: active.acceleration(t))

    def velocity(self, t: float) -> float:
        """[m/s] at `t`."""
        return self._sum(lambda active: active.velocity(t))

    def displacement(self, t: float) -> float:
        """[m] at `t`."""
        return self._sum(lambda active: active.displacement(t))

    def velocity_increment(self, t0: float, t1: float) -> float:
        """[m/s] from `t0` to `t1`."""
        return self._sum(lambda active: active.velocity_increment(t0, t1))

    def displacement_increment(self, t0: float, t1: float) -> float:
        """[m] from `t0` to `t1`."""
        return self.displacement(t1) - self.displacement(t0)
