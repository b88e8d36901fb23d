"""Statics: admissible forces under the dead load, the range of a joint's force, and how much is left.

The forces of a dry structure are mostly not unique. `statics_analysis` returns one system that is: that of least
1/2 r^T E r, E the compliance of the joints, as if they were slightly elastic and laid without stress. `thrust_range`
tells how far any other admissible system can be from it at one interface.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import numpy as np

from drystone.contact.interface import InterfaceSet
from drystone.errors import InputError, SolveError
from drystone.limit.analysis import REFUSED
from drystone.limit.checks import Checks, judge
from drystone.limit.equilibrium import Equilibrium, build_equilibrium, dead_load, with_friction, with_points
from drystone.limit.locked_in import find_locked_joints
from drystone.limit.program import ProgramStatus
from drystone.limit.readable import Readable
from drystone.limit.solve_program import solve_program
from drystone.limit.stability import find_first_motion, positions
from drystone.limit.strength import Reading, make_program, read_answer
from drystone.limit.words import list_blocks
from drystone.model.model import Model
from drystone.model.uses import check_uses

#: Least area of an interface, in units of the square of the mean reach of blocks: edges have none.
LEAST_AREA = 1e-3
#: Compliance of ties that stretch, over the median one of joints.
SOFT_TIE = 1e5
#: Interfaces with less than this share of the greatest normal force carry nothing worth a figure.
CARRIES = 1e-4
#: Bisections of margins end at this width, relative; a structure that stands at the least share needs none of it.
MARGIN_WIDTH, LEAST_SHARE = 1e-4, 1e-3
#: The friction reserve is looked at with so much more than the least friction: at the edge everything slides.
NEARLY = 1.01

#: Hears which margin is looked for, and its least and greatest possible value.
MarginProgress = Callable[[str, float, float], None]


@dataclass(frozen=True, slots=True, repr=False)
class StaticsResult(Readable):
    """Forces where the structure stands, the mechanism where it does not."""

    equilibrium: Equilibrium
    load: np.ndarray                 #: (b, 6) [N, N m] dead load
    stands: bool
    force: np.ndarray                #: (c, 3) [N] on block b along n, t1, t2: regularised; zero if it does not stand
    acceleration: np.ndarray         #: (b, 6) [m/s2, rad/s2] with which it starts to fall; zero if it stands
    moving: np.ndarray               #: blocks that fall, fastest first
    checks: Checks | None            #: of the forces
    seconds: float                   #: wall time [s]
    tie_force: np.ndarray = field(default_factory=lambda: np.zeros(0))   #: (t,) [N]

    @property
    def model(self) -> Model:
        """What was analysed."""
        return self.equilibrium.model

    @property
    def interfaces(self) -> InterfaceSet:
        """Resultants of the forces for every pair of blocks."""
        return self.equilibrium.interfaces(self.force)

    @property
    def reactions(self) -> dict[str, np.ndarray]:
        """(3,) [N] of every support on the structure."""
        wrench = -self.equilibrium.block_wrench(self.force)[:, :3]
        if len(self.tie_force):
            wrench -= self.equilibrium.tie_wrench(self.tie_force)[:, :3]
        return {self.model.block_names[i]: wrench[i] for i in np.flatnonzero(self.model.is_support)}

    @property
    def friction_use(self) -> np.ndarray:
        """(i,) share of the friction of every interface that its resultant needs; 0 where it carries nothing."""
        return friction_use(self.equilibrium, self.force)


@dataclass(frozen=True, slots=True)
class Margins:
    """How far a standing structure is from falling under its dead load."""

    friction: float    #: friction coefficients may all be divided by this; inf: the least will do
    geometric: float   #: joints may all be shrunk about their centres by this, the geometric safety factor; inf: to
    #: points, as in a wall whose weight goes straight down
    locked: tuple[tuple[str, str], ...] = ()   #: blocks between which the friction reserve counts on locked-in
    #: pressure; empty and friction inf: it needs no friction


def statics_analysis(model: Model, *, solver: str = "auto", overlap_tolerance: float = 0.0,
                     ignore: Collection[str] = ()) -> StaticsResult:
    """Forces under the dead load: gravity and the loads that act from the start.

    Parameters
    ----------
    overlap_tolerance : [m] overlap of the drawing that a run takes as touching; 1e-3 of a block's width always is
    ignore : properties that may go unread though the answer can be unsafe without them, see `drystone.model.uses`
    """
    start = time.perf_counter()
    check_uses(model, "statics", ignore)
    eq = build_equilibrium(model, overlap_tolerance=overlap_tolerance, must_be_carried=False)
    load = dead_load(model)
    motion = find_first_motion(eq, load, solver if solver != "highs" else "auto")
    nothing = np.zeros((eq.contacts.count, 3))
    if not motion.stands:
        return StaticsResult(eq, load, False, nothing, motion.acceleration, motion.moving, None,
                             time.perf_counter() - start)
    found, checks = elastic_forces(eq, load, solver if solver != "highs" else "auto")
    return StaticsResult(eq, load, True, found.force, np.zeros((model.block_count, 6)), np.zeros(0, int), checks,
                         time.perf_counter() - start, found.tie_force)


def elastic_forces(eq: Equilibrium, load: np.ndarray, solver: str = "auto") -> tuple[Reading, Checks]:
    """Forces of elastic joints laid without stress, under a load (b, 6) [N, N m] that can be balanced."""
    program = make_program(eq, load, compliance=joint_compliance(eq), tie_compliance=tie_compliance(eq))
    answer = solve_program(program, solver, positions(eq))
    if answer.status is not ProgramStatus.SOLVED:
        raise SolveError(f"statics: {answer.solver} ended with {answer.status.value}")
    found = read_answer(eq, answer)
    checks = judge(eq, load, found.force, np.zeros((eq.model.block_count, 6)), tie_force=found.tie_force)
    if not checks.worst <= REFUSED:
        raise SolveError(f"statics: the answer of {answer.solver} misses the conditions by {checks.worst:.2g}")
    return found, checks


def joint_compliance(eq: Equilibrium) -> np.ndarray:
    """(c, k) of every point, relative: one over its share of the interface's area times the joint's stiffness.

    Only ratios count. Joints without stiffness are taken as equally stiff along n, t1, t2.
    """
    contacts, model = eq.contacts, eq.model
    count = np.diff(contacts.pair_ptr)
    area = np.maximum(contacts.pair_area, LEAST_AREA * eq.length ** 2) / np.maximum(count, 1)
    joint = model.joint_table[model.joint_class[contacts.block_a], model.joint_class[contacts.block_b]]
    given = [j.normal_stiffness for j in model.joints if j.normal_stiffness is not None]
    usual = float(np.mean(given)) if given else 1.0
    stiffness = np.array([(j.normal_stiffness or usual, j.shear_stiffness or usual, j.shear_stiffness or usual)
                          for j in model.joints])
    soft = 1.0 / (stiffness[joint, :eq.axis_count] * area[contacts.pair][:, None])
    return soft / float(np.median(soft)) if len(soft) else soft


def tie_compliance(eq: Equilibrium) -> np.ndarray:
    """(t,) relative, as `joint_compliance`: ties that stretch are much softer than joints and keep their prestress."""
    return np.array([1.0 if tie.stiffness is None else SOFT_TIE for tie in eq.model.ties.ties], float)


def friction_use(eq: Equilibrium, force: np.ndarray) -> np.ndarray:
    """(i,) |shear| / (mu normal) of the resultant of every interface."""
    found = eq.interfaces(force)
    friction = np.zeros(found.count)
    friction[found.interface] = eq.friction
    along = (found.force * found.frame[:, 0]).sum(axis=1)
    shear = np.linalg.norm(found.force - along[:, None] * found.frame[:, 0], axis=1)
    floor = CARRIES * float(along.max(initial=0.0))
    allowed = friction * along
    return np.where(along > floor, shear / np.where(allowed > 0.0, allowed, np.inf), 0.0)


# --- range of a joint's force -----------------------------------------------------------------------


def thrust_range(model: Model, block_a: str, block_b: str, direction=None, *, solver: str = "auto",
                 overlap_tolerance: float = 0.0, ignore: Collection[str] = ()) -> tuple[float, float]:
    """Least and greatest force that block a can exert on block b under the dead load [N].

    Parameters
    ----------
    direction : (3,) component of the force; None: along the normal from a to b, compression positive

    inf where the joints can be stressed against each other without limit.
    """
    check_uses(model, "statics", ignore)
    eq = build_equilibrium(model, overlap_tolerance=overlap_tolerance)
    numbers = []
    for name in (block_a, block_b):
        if name not in model.block_names:
            raise InputError(f"thrust: no block is called {name!r}")
        numbers.append(model.block_index(name))
    a, b = numbers
    contacts = eq.contacts
    same = (contacts.block_a == a) & (contacts.block_b == b)
    turned = (contacts.block_a == b) & (contacts.block_b == a)
    if not (same | turned).any():
        raise InputError(f"thrust: blocks {block_a!r} and {block_b!r} do not touch")
    weight = np.zeros((contacts.count, eq.axis_count))
    if direction is None:
        weight[same | turned, 0] = 1.0
    else:
        vector = np.asarray(direction, float) / np.linalg.norm(direction)
        weight = np.einsum("ckj,j->ck", contacts.frame[:, :eq.axis_count], vector)
        weight *= np.where(same, 1.0, np.where(turned, -1.0, 0.0))[:, None]
    load = dead_load(model)
    return (-_greatest(eq, load, -weight, solver), _greatest(eq, load, weight, solver))


def _greatest(eq: Equilibrium, load: np.ndarray, weight: np.ndarray, solver: str) -> float:
    """Greatest sum of weight . r [N] over the admissible forces."""
    program = make_program(eq, load, offset=-weight)
    answer = solve_program(program, solver, positions(eq))
    if answer.status is ProgramStatus.UNBOUNDED:
        return np.inf
    if answer.status is ProgramStatus.NO_EQUILIBRIUM:
        motion = find_first_motion(eq, dead_load(eq.model))
        raise InputError(f"model {eq.model.name!r}: does not stand under dead load alone: "
                         f"{list_blocks(eq.model, motion.moving)}")
    if answer.status is not ProgramStatus.SOLVED:
        raise SolveError(f"thrust: {answer.solver} ended with {answer.status.value}")
    return float((weight * read_answer(eq, answer).force[:, :eq.axis_count]).sum())


# --- margins ----------------------------------------------------------------------------------------


def find_margins(model: Model, *, overlap_tolerance: float = 0.0, ignore: Collection[str] = (),
                 progress: MarginProgress | None = None) -> Margins:
    """Friction reserve and geometric safety factor under the dead load, by bisection.

    progress : hears after each trial which margin is looked for, and between which values it lies
    """
    check_uses(model, "statics", ignore)
    eq, load = build_equilibrium(model, overlap_tolerance=overlap_tolerance), dead_load(model)
    friction = _reserve(eq, load, with_friction, _named(progress, "friction reserve"))
    return Margins(friction, _reserve(eq, load, with_points, _named(progress, "geometric safety factor")),
                   _locked_at(eq, load, friction))


def _named(progress: MarginProgress | None, what: str) -> Callable[[float, float], None]:
    """Who hears of shares (low, high), as the margin that is one over them."""
    return lambda low, high: None if progress is None else progress(what, 1.0 / high, 1.0 / low)


def friction_reserve(model: Model) -> float:
    """What all friction coefficients may be divided by under the dead load; 0 if it does not stand, inf if the
    least will do."""
    return _reserve(build_equilibrium(model), dead_load(model), with_friction)


def _locked_at(eq: Equilibrium, load: np.ndarray, reserve: float) -> tuple[tuple[str, str], ...]:
    """Names of the blocks whose joints need locked-in pressure with (nearly) so much less friction."""
    if not reserve > 0.0:
        return ()
    weak, names = with_friction(eq, max(LEAST_SHARE, min(1.0, NEARLY / reserve))), eq.model.block_names
    found = find_locked_joints(weak, load, elastic_forces(weak, load)[0].force)
    return tuple((names[a], names[b]) for a, b in found)


def _reserve(eq: Equilibrium, load: np.ndarray, weaken,
             told: Callable[[float, float], None] = lambda low, high: None) -> float:
    """One over the least share of `weaken(equilibrium, share)` with which the structure stands."""
    if not find_first_motion(eq, load).stands:
        return 0.0
    least = _least_share(lambda share: find_first_motion(weaken(eq, share), load).stands, told)
    return 1.0 / least if least > 0.0 else np.inf


def _least_share(holds, told: Callable[[float, float], None]) -> float:
    """Least share in 0..1 for which `holds` is true; it is at 1. Zero stands for less than LEAST_SHARE."""
    if holds(LEAST_SHARE):
        return 0.0
    low, high = LEAST_SHARE, 1.0
    while high - low > MARGIN_WIDTH * high:
        told(low, high)
        middle = 0.5 * (low + high)
        if holds(middle):
            high = middle
        else:
            low = middle
    return high
