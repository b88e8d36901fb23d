"""Pushover of a mechanism: the multiplier that balances the structure as it is displaced, down to zero.

At each pose contacts are found anew and the limit is solved again; then blocks move on along the mechanism (pose.py).

Displaced far, another joint may have to open that the mechanism holds closed: no forces balance the pose then. Codes
follow the mechanism all the same, by virtual work, as if its closed joints were held together; so does this, and says
from which pose on. Beyond it the curve is an upper bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import lsqr

from drystone.checks import check_count, check_number
from drystone.contact.finder import block_reach
from drystone.errors import DrystoneError, InputError
from drystone.extremes import MARCHED, greatest
from drystone.limit.analysis import LimitResult, limit_analysis, make_result, scale_mechanism
from drystone.limit.equilibrium import build_equilibrium, check_dry, dead_load
from drystone.limit.live import LiveLoad
from drystone.limit.pose import Held, held_points, move_along
from drystone.limit.program import ProgramStatus
from drystone.limit.solve_program import solve_program
from drystone.limit.stability import positions
from drystone.limit.strength import make_program
from drystone.model.model import Model
from drystone.model.uses import check_uses, only_read

#: Closed joints of a mechanism part by less than this share of its speed.
PARTS = 1e-6
#: Steps are halved so often where blocks overlap or nothing balances; what went well is doubled again.
HALVINGS = 6


@dataclass(frozen=True, slots=True)
class Pushover:
    """The curve alpha(d)."""

    start: LimitResult               #: at rest
    control: int                     #: block whose displacement is d: the one that goes farthest along the live load
    displacement: np.ndarray         #: (k,) [m], of its centre along the live load; 0 first
    alpha: np.ndarray                #: (k,)
    balanced: np.ndarray             #: (k,) bool: forces exist; False: by virtual work, other joints should open
    position: np.ndarray             #: (k, b, 3) [m]
    orientation: np.ndarray          #: (k, b, 4)
    zero_displacement: float | None  #: [m] where alpha is zero, interpolated; None: not reached
    outcome: str                     #: why it ended, in words
    seconds: float                   #: wall time [s]

    @property
    def control_name(self) -> str:
        """Name of the control block."""
        return self.start.model.block_names[self.control]

    @property
    def unit(self) -> str:
        """Of alpha: g or -."""
        return self.start.live.unit


def pushover_analysis(model: Model, live: LiveLoad, *, step: float | None = None, max_steps: int = 200,
                      solver: str = "auto", progress: Callable[[int, float], None] | None = None,
                      ignore: Collection[str] = ()) -> Pushover:
    """Follow the mechanism of `live` until its multiplier is zero.

    Parameters
    ----------
    live : accelerations or body forces: point forces would have to move with the blocks
    step : motion of the fastest corner between two poses [m]; None: a twentieth of the mean reach of blocks
    max_steps : poses at most
    progress : called with the number of poses and the last alpha after each
    ignore : properties that may go unread though the answer can be unsafe without them
    """
    begin = time.perf_counter()
    check_count("pushover: max_steps", max_steps)
    check_uses(model, "pushover", ignore)
    model = only_read(model, "pushover")
    if np.abs(live.wrench[:, 3:]).max(initial=0.0) > 0.0:
        raise InputError("pushover: the live load must be an acceleration or a body force, got one with moments")
    check_dry(model, "pushover", "which breaks as the mechanism moves; give it none")
    first = limit_analysis(model, live, solver=solver)
    if not first.is_bounded:
        raise InputError("pushover: the live load has no limit, so there is no mechanism to follow")
    free = ~model.is_support
    size = 0.05 * float(block_reach(model)[free].mean()) if step is None else check_number("pushover: step", step, "m",
                                                                                          above=0.0)
    poses, outcome = [_Pose(first, True)], f"stopped after {max_steps} steps"
    now = size
    for _ in range(max_steps):
        found, now = _advance(poses[-1].limit, live, min(size, 2.0 * now), size * 0.5 ** HALVINGS, solver)
        if isinstance(found, str):
            outcome = found
            break
        poses.append(found)
        if progress is not None:
            progress(len(poses), found.limit.alpha)
        if found.limit.alpha <= 0.0:
            outcome = "alpha is zero: it falls by itself"
            break
    way = live.wrench[:, :3].sum(axis=0)
    way /= np.linalg.norm(way)
    place = np.array([pose.limit.model.initial_position for pose in poses])
    control = greatest(np.where(free, (place[-1] - place[0]) @ way, -np.inf), model.block_names, accuracy=MARCHED)
    moved = (place[:, control] - place[0, control]) @ way
    alpha, zero = np.array([pose.limit.alpha for pose in poses]), None
    if alpha[-1] <= 0.0:
        zero = float(moved[-2] + (moved[-1] - moved[-2]) * alpha[-2] / (alpha[-2] - alpha[-1]))
    return Pushover(first, control, moved, alpha, np.array([pose.balanced for pose in poses]), place,
                    np.array([pose.limit.model.initial_orientation for pose in poses]), zero, outcome,
                    time.perf_counter() - begin)


@dataclass(frozen=True, slots=True)
class _Pose:
    """A limit at one pose; without forces where none balance it."""

    limit: LimitResult
    balanced: bool


def _advance(result: LimitResult, live: LiveLoad, size: float, least: float, solver: str) -> tuple[_Pose | str, float]:
    """The limit at the next pose, or why there is none; and the step that led there."""
    why = ""
    while size > least:
        try:
            moved, held = move_along(result, size)
            return _limit_at(moved, live, solver, held), size
        except DrystoneError as error:   # blocks overlap or part: try a shorter way
            why, size = str(error), 0.5 * size
    return f"the mechanism cannot be followed: {why}", size


def _limit_at(model: Model, live: LiveLoad, solver: str, held: Held) -> _Pose:
    """Limit at a displaced pose, which need not stand under dead load alone: without alpha it may fall back."""
    start = time.perf_counter()
    eq = build_equilibrium(model)
    dead = dead_load(model, live.taken)
    answer = solve_program(make_program(eq, dead, live.wrench), solver, positions(eq))
    if answer.status is ProgramStatus.SOLVED:
        return _Pose(make_result(eq, dead, live, answer, time.perf_counter() - start), True)
    if answer.status is not ProgramStatus.NO_EQUILIBRIUM or held.slides.any():
        raise InputError(f"no multiplier balances the displaced blocks ({answer.status.value})")
    # closed joints as hinges: velocities with l . v = 1 that part them least; they must not part at all
    eq = held_points(model, held)
    rows = sp.csr_array(eq.matrix)[np.flatnonzero(np.repeat(held.sticks, eq.axis_count))]
    push = eq.load_vector(live.wrench)
    scale = 1.0 / float(np.linalg.norm(push))
    velocity = lsqr(sp.vstack([rows, sp.csr_array(scale * push[None, :])]),
                    np.append(np.zeros(rows.shape[0]), scale), atol=1e-15, btol=1e-15, iter_lim=20 * len(push))[0]
    if float(np.abs(rows @ velocity).max(initial=0.0)) > PARTS * float(np.abs(velocity).max(initial=0.0)):
        raise InputError("no multiplier balances the displaced blocks, and the mechanism is stuck")
    mechanism, moving = scale_mechanism(eq, velocity)
    alpha = -float((dead * mechanism).sum()) / float((live.wrench * mechanism).sum())
    none = np.zeros((held.contacts.count, 3))
    return _Pose(LimitResult(eq, live, alpha, none, mechanism, moving, None, "virtual work", 0,
                             time.perf_counter() - start), False)
