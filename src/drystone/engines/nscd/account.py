"""After a step: is its answer a number, what work was done, what do contacts remember of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drystone.engines.nscd import ledger
from drystone.engines.nscd.answer import Answer
from drystone.engines.nscd.contact_rows import ContactRows
from drystone.engines.nscd.memory import remember
from drystone.engines.nscd.rotation import world_inertia
from drystone.engines.nscd.rows import Rows
from drystone.engines.nscd.scene import Motion, Scene
from drystone.engines.nscd.soft_contacts import SpringsAfter
from drystone.engines.nscd.state import ContactMemory
from drystone.engines.nscd.ties import TieRows
from drystone.errors import SolveError
from drystone.geometry.rotation import quaternion_to_matrix

SLIDING_SPEED = 1e-3      #: a contact faster than this slides, in units of a0 dt


@dataclass(frozen=True, slots=True)
class Solved:
    """A step that is solved: the rows of its last solve, and the impulses that this gave."""

    points: ContactRows
    ties: TieRows | None
    rows: Rows              #: of contact points and ties
    impulse: np.ndarray     #: (r, 3) [N s], of all rows
    answer: Answer
    solve_count: int
    missed_count: int       #: contacts left out of a solve that would have closed, and made the step be solved again

    @property
    def of_points(self) -> np.ndarray:
        """(c, 3) [N s], impulses of the contact points."""
        return self.impulse[:self.points.rows.count]

    @property
    def of_ties(self) -> np.ndarray:
        """(t,) [N s], pulls of the ties that acted."""
        return self.impulse[self.points.rows.count:, 0]


@dataclass(frozen=True, slots=True)
class Account:
    """What a step has done."""

    work: np.ndarray              #: (13,) [J], in the order of ledger.WORKS
    velocity: np.ndarray          #: (c, 3) [m/s], of b against a at the end, of the contact points
    springs: SpringsAfter | None  #: joints with stiffness


def account(scene: Scene, solved: Solved, end: Motion, twist_move: np.ndarray) -> Account:
    """Work and velocities of a step; twist_move : (b, 6) with which the pose moved."""
    world, rows, points = scene.world, solved.rows, solved.points
    problem, solution = solved.answer.problem, solved.answer.solution
    inertia_new = world_inertia(world.inertia, quaternion_to_matrix(end.pose.orientation))
    work, velocity = ledger.step_work(
        scene.free, world.mass, world.model.gravity * world.dt, world.locked, scene.state.twist, end.twist, twist_move,
        scene.load, scene.inertia_old, inertia_new, problem.inertia, solution.twist, problem.free_twist, rows.block_a,
        rows.block_b, rows.frame, rows.arm_a, rows.arm_b, rows.kind, solved.impulse, rows.carried, rows.push_old,
        rows.push, points.carried, world.is_midpoint)
    after, springs = None, points.springs
    if springs is not None:
        at = springs.at
        after = springs.after(solved.impulse[at], velocity[at], scene.friction[at], world.dt)
        after.account(work, springs.is_bond, -scene.state.work[ledger.ELASTIC])
    elif world.laws.has_compliance and not world.is_midpoint:
        _book_springs(scene, solved.of_points, work)
    return Account(work, velocity[:scene.contacts.count], after)


def _book_springs(scene: Scene, impulse: np.ndarray, work: np.ndarray) -> None:
    """Take what springs store in `euler` and `theta`, E r^2/2 at every contact, out of the work of impacts and slip.

    The change is that from the sum booked so far: what contacts held that are no longer found is lost.

    impulse : (c, 3) [N s]; work : (13,) [J], written in place
    """
    soft = scene.is_soft & ~scene.has_bond
    give = scene.compliance[soft]
    stored = 0.5 * give * impulse[soft] ** 2
    tangential = 0.5 * (scene.known.slip[soft] / scene.world.dt) ** 2 / np.maximum(give[:, 1:], np.finfo(float).tiny)
    change = stored.sum() + scene.state.work[ledger.ELASTIC]
    slid = stored[:, 1:].sum() - tangential.sum()
    work[ledger.ELASTIC] -= change
    work[ledger.FRICTION] += slid
    work[ledger.IMPACT] += change - slid


def new_memory(scene: Scene, solved: Solved, done: Account) -> ContactMemory:
    """What the contacts remember after the step."""
    found, known, step = scene.contacts, scene.known, scene.state.step
    points, impulse, limits = solved.points, solved.of_points, solved.points.limits
    slip, is_sliding = _slip(scene, points, impulse, done)
    now = ContactMemory(
        key=found.key, point=known.point_local, impulse=impulse, impulse_older=known.last, frame=found.frame,
        closed_step=np.where(limits.is_closed, step, step - known.age), seen_step=np.full(found.count, step),
        gap_offset=known.offset, slip=slip, is_sliding=is_sliding, push=limits.push)
    return remember(scene.state.memory, known.rows, now, step)


def _slip(scene: Scene, points: ContactRows, impulse: np.ndarray, done: Account) -> tuple[np.ndarray, np.ndarray]:
    """(c, 2) elastic slip [m] and (c,) bool, which contacts slide; impulse : (c, 3) [N s]"""
    slow = SLIDING_SPEED * scene.world.a0 * scene.world.dt
    slip, compliance = scene.known.slip, points.rows.compliance
    if compliance is not None:
        slip = -impulse[:, 1:] * compliance[:, 1:] * scene.world.dt
    pushed = impulse[:, 0] > 0.0
    is_sliding = pushed & (np.hypot(done.velocity[:, 1], done.velocity[:, 2]) > slow)
    if points.springs is not None:
        at = points.springs.at
        slip[at] = done.springs.slip
        is_sliding[at] = pushed[at] & (done.springs.sliding > slow)
    if points.held is not None:
        is_sliding &= ~points.held.holds
    return slip, is_sliding


def check_finite(scene: Scene, time: float, twist: np.ndarray, impulse: np.ndarray) -> None:
    """A step whose answer is no number must not pass for one: neither motion nor forces, nor what they store.

    time : at the end [s]; twist : (b, 6) there; impulse : (c, 3) [N s] of the contact points
    """
    names, found = scene.world.model.block_names, scene.contacts
    where = f"step {scene.state.step + 1} (t = {time:.6g} s)"
    is_number = np.isfinite(twist)
    if not is_number.all():
        block = int(np.argmin(is_number.all(axis=1)))
        raise SolveError(f"{where}: the velocity of block {names[block]!r} is not finite")
    for what, values in (("impulse", impulse), ("compliance", scene.compliance)):
        if values is not None and not np.isfinite(values).all():
            c = int(np.argmin(np.isfinite(values).all(axis=1)))
            raise SolveError(f"{where}: the {what} between blocks {names[found.block_a[c]]!r} and "
                             f"{names[found.block_b[c]]!r} is not finite")
