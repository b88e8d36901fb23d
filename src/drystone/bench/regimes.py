"""How a structure is pushed while its steps are saved: quietly, so that all sticks, or violently.

quiet: a body acceleration that friction and width can bear, changed by 1 % at every step: nothing moves, and yet no
step has the answer of the one before. violent: 0.8 g that reverses again and again: stick, slip and open are mixed.
"""

from __future__ import annotations

from dataclasses import dataclass

from drystone.bench.scenes import GRAVITY, SCENES, Scene, build
from drystone.model.factor import History
from drystone.model.model import Model

DT = 1e-3          #: [s]
CHANGE = 0.01      #: of a quiet load from step to step [-]
SWING = 8          #: steps for which a quiet load rises before it falls again
VIOLENT = 0.8      #: [g]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which consecutive steps of a structure are saved, and what pushes it until then."""

    scene: Scene
    regime: str       #: quiet or violent
    level: float      #: body acceleration [g]
    first: int        #: number of the first step that is saved, from 1
    count: int        #: steps saved
    reverse: int = 0  #: steps between changes of sign, violent only
    flow: str = "lagged"      #: flow rule of the march; lagged: one convex problem a step, with the old friction shift

    @property
    def name(self) -> str:
        return f"{self.scene.name}-{self.regime}"

    @property
    def last(self) -> int:
        return self.first + self.count - 1

    def model(self, steps: int | None = None, stiffness: float | None = None) -> Model:
        """Model with its load over `steps` steps, default as many as are marched; stiffness of its joints [Pa/m]"""
        steps = steps or self.last
        history = quiet_history(steps) if self.regime == "quiet" else violent_history(steps, self.reverse)
        return build(self.scene, self.level * GRAVITY, history, stiffness)


def _steady(values: list[float]) -> History:
    """Constant over each step, with jumps in between."""
    points = []
    for step, value in enumerate(values):
        points += [(step * DT, value), ((step + 1) * DT, value)]
    return points


def quiet_history(steps: int) -> History:
    """Factor that rises and falls by CHANGE a step, never twice the same in a row."""
    saw = [step % (2 * SWING) for step in range(steps)]
    return _steady([1.0 + CHANGE * min(phase, 2 * SWING - phase) for phase in saw])


def violent_history(steps: int, reverse: int) -> History:
    """Factor 1 and -1 in turn, for `reverse` steps each."""
    return _steady([-1.0 if (step // reverse) % 2 else 1.0 for step in range(steps)])


def plan(name: str, regime: str) -> Plan:
    """The plan of a structure and a regime."""
    return PLANS[f"{name}-{regime}"]


def _plans(name: str, quiet_level: float, quiet: tuple[int, int], violent: tuple[int, int, int]) -> list[Plan]:
    return [Plan(SCENES[name], "quiet", quiet_level, *quiet), Plan(SCENES[name], "violent", VIOLENT, *violent)]


# A convex solve of 5,000 blocks costs seconds: few steps are marched there, and the load reverses sooner; the violent
# ones that are saved lie on both sides of a reversal.
PLANS = {p.name: p for p in (
    *_plans("wall", 0.2, (5, 8), (60, 8, 40)),
    *_plans("two-leaf", 0.2, (5, 8), (30, 4, 20)),
    *_plans("building", 0.015, (3, 4), (20, 8, 12)),
    *_plans("building-1000", 0.015, (3, 4), (20, 8, 12)),
    *_plans("building-250", 0.015, (3, 4), (20, 8, 12)),
)}
