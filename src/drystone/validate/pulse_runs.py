"""One-sine pulses around the failure boundary of the stone house, drawn by a seed, and one run of one of them.

Single runs near a boundary say little: a change of the last digits may turn rest into collapse. Many of them, drawn
before the first is run, tell whether two ways to solve a step differ by more than that.
"""

from __future__ import annotations

import math
import time as clock
from dataclasses import dataclass, field

import numpy as np

from drystone.analysis.rest import greatest_speed
from drystone.errors import SolveError
from drystone.motion import OneSine
from drystone.results.record import COLLAPSED, RESTED
from drystone.results.result import RunResult
from drystone.simulation.run import run
from drystone.simulation.warmup import compile_for_first_run
from drystone.validate.structures import stone_house
from drystone.validate.tolerances import GRAVITY, LIMIT_HOUSE

SEED, COUNT = 191, 24
HALF_PERIODS = (0.20, 0.50)     #: [s], uniform
SPREAD = 4.0 / 3.0              #: amplitudes from 1/SPREAD to SPREAD times the guessed boundary, uniform in logarithm
KNOWN = (0.8, 0.30)             #: [g], [s]: with 0.8 g the house survives 0.20 s and does not survive 0.40 s
DT = 2.5e-3                     #: [s]
MOVED = 1e-4                    #: relative change of the amplitude of the yardstick
SLOW = 1e-3                     #: [m/s]; a house no point of which is faster has stopped sliding
HOLD = 1.0                      #: [s], for so long, in which it has to come to exact rest, too
EXTENSION = 8.0                 #: [s] after the pulse; what then still moves is undecided
FRAME_SECONDS = 0.01            #: [s] between kept poses

RESTS, COLLAPSES, UNDECIDED, REFUSED = "rests", "collapses", "undecided", "refused"


@dataclass(frozen=True, slots=True)
class Pulse:
    """One full sine of ground acceleration."""

    half_period: float   #: [s]
    amplitude: float     #: [g]; > 0: the ground first moves towards -y, out of the facade; < 0: towards +y


@dataclass(frozen=True, slots=True)
class Way:
    """How a step is solved, and how long it is."""

    name: str
    dt: float = DT                                     #: [s]
    moved: float = 0.0                                 #: relative change of the amplitude
    analysis: dict = field(default_factory=dict)       #: further settings of the engine


STANDARD = Way("standard", analysis={"accuracy": "standard"})
STANDARD_MOVED = Way("standard moved", moved=MOVED, analysis={"accuracy": "standard"})
STUDY = Way("study", analysis={"accuracy": "study"})
FINER = Way("standard at 1.25 ms", dt=0.5 * DT, analysis={"accuracy": "standard"})
COARSER = Way("standard at 5 ms", dt=2.0 * DT, analysis={"accuracy": "standard"})
#: Up to four convex problems a step, with the shift of friction iterated.
CONVEX = Way("convex", analysis={"solver": "interior", "flow": "coulomb"})
CONVEX_MOVED = Way("convex moved", moved=MOVED, analysis={"solver": "interior", "flow": "coulomb"})


@dataclass(frozen=True, slots=True)
class PulseRun:
    """What is kept of one run."""

    way: str
    pulse: int            #: number, from 0, in the order of the seed
    outcome: str          #: rests, collapses, undecided (neither, at its limit) or refused (by the engine)
    end: float            #: [s]
    slow_from: float      #: [s], no point faster than SLOW from here on; nan: it moves, or collapsed
    still_from: float     #: [s], every twist exactly 0 from here on; nan: never
    last_speed: float     #: [m/s], of any point at the end
    steps: int
    unsettled: int        #: steps farther from Coulomb's law than was asked for
    cpu_seconds: float    #: [s]


def guessed_boundary(half_period: float) -> float:
    """Amplitude [g] around which pulses of a half period [s] are drawn: straight in 1 / half period, through the
    middle of what is known and through the static capacity for pulses without end."""
    static, _ = LIMIT_HOUSE
    amplitude, at = KNOWN
    return static + (amplitude - static) * at / half_period


def draw_pulses() -> list[Pulse]:
    """All pulses; every second one starts towards +y. Rounded to ms and 0.001 g, so that they can be written down."""
    generator = np.random.default_rng(SEED)
    half_periods = generator.uniform(*HALF_PERIODS, COUNT).round(3)
    factors = SPREAD ** generator.uniform(-1.0, 1.0, COUNT)
    return [Pulse(float(tp), (-1.0) ** number * round(float(factor) * guessed_boundary(float(tp)), 3))
            for number, (tp, factor) in enumerate(zip(half_periods, factors))]


def simulate(item: tuple[Way, int]) -> PulseRun:
    """Run a pulse in a way until rest, collapse, or its limit."""
    way, number = item
    pulse = draw_pulses()[number]
    model = stone_house(OneSine(pulse.amplitude * (1.0 + way.moved) * GRAVITY, pulse.half_period))
    compile_for_first_run()
    start = clock.process_time()
    try:
        result = run(model, dt=way.dt, duration=2.0 * pulse.half_period, unsolved="count",
                     output={"frames": round(FRAME_SECONDS / way.dt), "interfaces": 0, "checkpoints": 0},
                     end={"rest": {"speed": SLOW, "hold": HOLD}, "extension": EXTENSION}, **way.analysis)
    except SolveError:      # counted apart: a step without an answer must not end a study of hours
        return PulseRun(way.name, number, REFUSED, math.nan, math.nan, math.nan, math.nan, 0, 0,
                        clock.process_time() - start)
    return read_run(way.name, number, result, clock.process_time() - start)


def read_run(way: str, number: int, result: RunResult, cpu_seconds: float) -> PulseRun:
    """What is kept of a run, from its store."""
    speed, time = greatest_speed(result), result.frames.time
    outcome = {COLLAPSED: COLLAPSES, RESTED: RESTS}.get(result.status, UNDECIDED)
    return PulseRun(way, number, outcome, float(result.time[-1]), first_below(time, speed, SLOW),
                    first_below(time, speed, 0.0), float(speed[-1]), int(result.totals["steps"]),
                    int(result.totals["flow_unsettled"]), cpu_seconds)


def first_below(time: np.ndarray, speed: np.ndarray, most: float) -> float:
    """Time [s] of the first frame from which no speed [m/s] is above `most` until the end; nan: it ends faster."""
    fast = np.flatnonzero(speed > most)
    first = int(fast[-1]) + 1 if len(fast) else 0
    return float(time[first]) if first < len(time) else math.nan
