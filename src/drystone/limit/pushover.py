"""Pushover of a mechanism: the multiplier that balances the structure as it is displaced, down to zero.

At each pose contacts are found anew and the limit is solved again; then the blocks move on along the mechanism. A body
follows its twist as a screw, exact for a turn about a fixed hinge; what other blocks miss is put right by least squares
so that points which did not move against each other still coincide.

Displaced far, another joint may have to open that the mechanism holds closed: no forces balance the pose then. Codes
follow the mechanism all the same, by virtual work, as if its closed joints were held together; so does this, and says
from which pose on. Beyond it the curve is an upper bound.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import lsqr

from drystone.checks import check_count, check_number
from drystone.contact.contact_set import ContactSet
from drystone.errors import DrystoneError, InputError
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion
from drystone.limit.analysis import LimitResult, limit_analysis, make_result, scale_mechanism
from drystone.limit.equilibrium import Equilibrium, block_reach, build_equilibrium, contact_matrix, dead_load
from drystone.limit.live import LiveLoad
from drystone.limit.program import ProgramStatus, solve_program
from drystone.limit.stability import positions
from drystone.limit.strength import make_program
from drystone.model.model import Model

#: Points slower than this share of the fastest corner do not move against each other.
STICKS = 1e-5
#: Points with more than this share of the greatest normal force carry.
LOADED = 1e-6
#: Corrections end when points coincide within this share of the mean reach of blocks.
TOGETHER, MAX_CORRECTIONS = 1e-10, 12
#: Closed joints of a mechanism part by less than this share of its speed.
PARTS = 1e-6
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


def pushover_analysis(model: Model, live: LiveLoad, *, step: float | None = None, max_steps: int = 200,
                      solver: str = "auto") -> Pushover:
    """Follow the mechanism of `live` until its multiplier is zero.

    Parameters
    ----------
    live : accelerations or body forces: point forces would have to move with the blocks
    step : motion of the fastest corner between two poses [m]; None: a twentieth of the mean reach of blocks
    max_steps : poses at most
    """
    begin = time.perf_counter()
    check_count("pushover: max_steps", max_steps)
    if np.abs(live.wrench[:, 3:]).max(initial=0.0) > 0.0:
        raise InputError("pushover: the live load must be an acceleration or a body force, got one with moments")
    for joint in model.joints:
        if joint.has_strength:
            raise InputError(f"pushover: joint {joint.name!r} has cohesion, which breaks as the mechanism moves; "
                             "give it none")
    first = limit_analysis(model, live, solver=solver)
    if not first.is_bounded:
        raise InputError("pushover: the live load has no limit, so there is no mechanism to follow")
    free = ~model.is_support
    size = 0.05 * float(block_reach(model)[free].mean()) if step is None else check_number("pushover: step", step, "m",
                                                                                          above=0.0)
    poses, outcome = [_Pose(first, True)], f"stopped after {max_steps} steps"
    for _ in range(max_steps):
        found = _advance(poses[-1].limit, live, size, solver)
        if isinstance(found, str):
            outcome = found
            break
        poses.append(found)
        if found.limit.alpha <= 0.0:
            outcome = "alpha is zero: it falls by itself"
            break
    way = live.wrench[:, :3].sum(axis=0)
    way /= np.linalg.norm(way)
    place = np.array([pose.limit.model.initial_position for pose in poses])
    control = int(np.argmax(np.where(free, (place[-1] - place[0]) @ way, -np.inf)))
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


def _advance(result: LimitResult, live: LiveLoad, size: float, solver: str) -> _Pose | str:
    """The limit at the next pose, or why there is none."""
    why = ""
    for _ in range(HALVINGS):
        try:
            moved, held = _move(result, size)
            return _limit_at(moved, live, solver, held)
        except DrystoneError as error:   # blocks overlap or part: try a shorter way
            why, size = str(error), 0.5 * size
    return f"the mechanism cannot be followed: {why}"


def _limit_at(model: Model, live: LiveLoad, solver: str, held: _Held) -> _Pose:
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
    eq = _at(model, held)
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


@dataclass(frozen=True, slots=True)
class _Held:
    """Points of the pose before, by which the blocks were moved."""

    eq: Equilibrium
    contacts: ContactSet
    local: tuple[np.ndarray, np.ndarray]   #: (c, 3) [m] in the frames of both blocks
    sticks: np.ndarray                     #: (c,) bool: did not move against each other
    slides: np.ndarray                     #: (c,) bool: carried and slid


def _at(model: Model, held: _Held) -> Equilibrium:
    """The old points where they are now."""
    end_a, end_b = _ends(model, held.contacts, held.local)
    contacts = replace(held.contacts, point_a=end_a, point_b=end_b)
    is_free = np.zeros((model.block_count, 6), bool)
    is_free[held.eq.block, held.eq.dof] = True
    return replace(held.eq, model=model, contacts=contacts,
                   matrix=contact_matrix(model, contacts, is_free, held.eq.length))


def _move(result: LimitResult, size: float) -> tuple[Model, _Held]:
    """The model after the mechanism has moved its fastest corner by `size` [m], and the points that held it."""
    model, contacts, eq = result.model, result.equilibrium.contacts, result.equilibrium
    twist = np.where(model.is_support[:, None], 0.0, size * result.mechanism)
    moved = _screw(model, twist)
    speed = np.zeros((contacts.count, 3))
    speed[:, :eq.axis_count] = eq.point_velocity(result.mechanism)
    sticks = np.abs(speed).max(axis=1) < STICKS
    normal = result.force[:, 0]
    # friction would lift what slides (associative flow): its points are put back on their faces
    slides = ~sticks & (normal > LOADED * float(normal.max(initial=0.0)))
    held = _Held(eq, contacts, _local_points(model, contacts), sticks, slides)
    for _ in range(MAX_CORRECTIONS):
        gap, matrix = _misfit(moved, held)
        if float(np.abs(gap).max(initial=0.0)) < TOGETHER * eq.length:
            break
        change = lsqr(matrix, -gap, atol=1e-14, btol=1e-14)[0]
        moved = _screw(moved, eq.twists(change))
    return moved, held


def _screw(model: Model, twist: np.ndarray) -> Model:
    """The model after displacements and turns (b, 6) [m, rad], each body along one screw."""
    linear, turn = twist[:, :3], np.ascontiguousarray(twist[:, 3:])
    angle = np.linalg.norm(turn, axis=1)
    small = angle < 1e-6
    safe = np.where(small, 1.0, angle)
    first = np.where(small, 0.5, (1.0 - np.cos(safe)) / safe ** 2)[:, None]
    second = np.where(small, 1.0 / 6.0, (safe - np.sin(safe)) / safe ** 3)[:, None]
    across = np.cross(turn, linear)
    position = model.initial_position + linear + first * across + second * np.cross(turn, across)
    return replace(model, initial_position=position,
                   initial_orientation=rotate_quaternion(model.initial_orientation, turn))


def _local_points(model: Model, contacts: ContactSet) -> tuple[np.ndarray, np.ndarray]:
    """(c, 3) [m] points of contact in the frames of both blocks."""
    rotation = quaternion_to_matrix(model.initial_orientation)
    middle = 0.5 * (contacts.point_a + contacts.point_b)
    return tuple(np.einsum("cji,cj->ci", rotation[block], middle - model.initial_position[block])
                 for block in (contacts.block_a, contacts.block_b))


def _ends(model: Model, contacts: ContactSet, local) -> list[np.ndarray]:
    """(c, 3) [m] where points of both blocks are."""
    rotation = quaternion_to_matrix(model.initial_orientation)
    return [model.initial_position[block] + np.einsum("cij,cj->ci", rotation[block], own)
            for block, own in zip((contacts.block_a, contacts.block_b), local)]


def _misfit(model: Model, held: _Held):
    """By how much points that stick (all axes) or slide (along n) have parted [m], and its derivative (m, n)."""
    axes = held.eq.axis_count
    end_a, end_b = _ends(model, held.contacts, held.local)
    apart = np.einsum("ckj,cj->ck", held.contacts.frame[:, :axes], end_b - end_a)
    # the matrix of the start of the step is near enough: corrections are small and repeated
    chosen = np.zeros(apart.shape, bool)
    chosen[held.sticks] = True
    chosen[held.slides, 0] = True
    return apart[chosen], sp.csr_array(held.eq.matrix)[np.flatnonzero(chosen.ravel())]
