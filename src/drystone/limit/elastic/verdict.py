"""Does it stand if its joints are elastic and were laid without stress? One verdict over several ratios of stiffness.

Rigid joints may hold any pressure; elastic ones have only what the load itself presses into them. Nobody knows the
ratio of shear to normal stiffness of a joint well, so the question is asked at RATIOS, and the answer must be the same.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from drystone.extremes import SOLVED, natural_key, ranked
from drystone.limit.elastic.path import End, Path, follow
from drystone.limit.elastic.system import USUAL_STIFFNESS, ElasticSystem, build_system
from drystone.limit.equilibrium import Equilibrium

#: Shear over normal stiffness: the usual one, and two far from it.
RATIOS = (0.4, 0.2, 1.0)
#: Increments of each load; twice as many where it is near the edge: it falls, was let go, or settled so many times more
#: than glued joints do.
INCREMENTS, NEAR_EDGE = 4, 10.0
#: Speeds below this share of the fastest do not count.
MOVES = 1e-3
#: A joint with less normal force than this, in mean weights of a block, carries nothing.
CARRIES = 1e-3


class Verdict(Enum):
    """What elastic joints add to the verdict of rigid ones."""

    STANDS = "stands"
    PRESSED = "stands only if it was pressed together"
    FALLS = "falls"
    DEPENDS = "depends on joint stiffness"
    NOT_DECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Case:
    """The answer at one ratio of stiffnesses."""

    ratio: float | None          #: shear over normal stiffness of joints that state none; None: all state theirs
    end: End
    carried: float               #: share of the load under which it rested: of the live load if there is one
    lost: float | None           #: least share at which it fell
    is_live: bool                #: whether these are shares of the live load
    settlement: float            #: greatest displacement over that of joints that neither open nor slide
    increments: int              #: of each load; the greater number where it was asked twice
    changed: bool                #: twice as many increments gave another answer: not decided
    displacement: np.ndarray     #: (b, 6) [m, rad] at rest, for `ElasticStatics.stiffness`; zero where it falls
    velocity: np.ndarray         #: (b, 6) [m/s, rad/s] of the fall, its greatest component about 1; zero at rest
    normal_force: np.ndarray     #: (p,) [N] at the end, of every pair of parts in contact
    slides: tuple[tuple[int, int], ...]   #: blocks whose joints slide in the fall
    seconds: float               #: wall time [s]


@dataclass(frozen=True, slots=True)
class ElasticStatics:
    """The verdict of elastic joints laid without stress."""

    verdict: Verdict
    cases: tuple[Case, ...]               #: one for each ratio, the usual one first; empty: rigid joints fall already
    stiffness: float                      #: normal stiffness per area of joints that state none [Pa/m]
    stated: tuple[str, ...]               #: joints that state their stiffness
    where: tuple[tuple[int, int], ...]    #: blocks whose joints must be pressed together; empty where it stands
    moving: tuple[int, ...]               #: blocks that fall, fastest first, at the first ratio at which it falls


def judge_elastic(eq: Equilibrium, dead: np.ndarray, live: np.ndarray | None = None, *,
                  rigid_force: np.ndarray | None = None, ratios: Sequence[float] = RATIOS,
                  stiffness: float = USUAL_STIFFNESS) -> ElasticStatics:
    """The verdict on loads (b, 6) [N, N m]; the dead one grows from zero, then the live one.

    Parameters
    ----------
    rigid_force : (c, 3) [N] of rigid joints that stand under these loads; None: they do not, and so none do, since
        forces of elastic joints would be admissible for rigid ones: only the factor of a live load is asked for then
    ratios : shear over normal stiffness of joints that state none
    stiffness : their normal stiffness per area [Pa/m]
    """
    joints = eq.model.joints      # those of single interfaces are called as the one that they come from
    stated = tuple(dict.fromkeys(joint.name for joint in joints if joint.normal_stiffness is not None))
    if rigid_force is None and live is None:
        return ElasticStatics(Verdict.FALLS, (), stiffness, stated, (), ())
    chosen = tuple(ratios) if any(joint.normal_stiffness is None for joint in joints) else (None,)
    cases = tuple(_judge_case(eq, dead, live, ratio, stiffness) for ratio in chosen)
    fallen = [case for case in cases if case.end is End.FALLS]
    where = _where(eq, fallen[0], rigid_force) if fallen else ()
    verdict = _verdict(cases)
    if rigid_force is None and verdict is Verdict.PRESSED:
        verdict = Verdict.FALLS
    return ElasticStatics(verdict, cases, stiffness, stated, where, _moving(eq, fallen[0]) if fallen else ())


def _verdict(cases: Sequence[Case]) -> Verdict:
    ends = {case.end for case in cases}
    if {End.RESTS, End.FALLS} <= ends:
        return Verdict.DEPENDS
    if End.NOT_DECIDED in ends:
        return Verdict.NOT_DECIDED
    return Verdict.STANDS if ends == {End.RESTS} else Verdict.PRESSED


def _judge_case(eq: Equilibrium, dead: np.ndarray, live: np.ndarray | None, ratio: float | None,
                stiffness: float) -> Case:
    start = time.perf_counter()
    system = build_system(eq, RATIOS[0] if ratio is None else ratio, stiffness)
    loads = (eq.load_vector(dead), None if live is None else eq.load_vector(live))
    path, increments, end = follow(system, *loads, increments=INCREMENTS), INCREMENTS, None
    if path.end is not End.RESTS or path.steps or path.settlement > NEAR_EDGE:
        first, increments = path.end, 2 * INCREMENTS
        path = follow(system, *loads, increments=increments)
        end = path.end if path.end is first else End.NOT_DECIDED
    return _read(system, path, ratio, increments, end or path.end, time.perf_counter() - start)


def _read(system: ElasticSystem, path: Path, ratio: float | None, increments: int, end: End, seconds: float) -> Case:
    """A path in SI units."""
    eq = system.eq
    rests = end is End.RESTS
    displacement = eq.twists(system.unit * path.point.u if rests else np.zeros_like(path.point.u))
    pairs = len(eq.contacts.pair_area)
    normal = np.bincount(eq.contacts.pair, eq.force * path.point.force[:, 0], pairs) if pairs else np.zeros(0)
    return Case(ratio, end, path.carried, path.lost, path.is_live, path.settlement, increments, end is not path.end,
                displacement, eq.twists(path.velocity), normal, () if rests else _sliding(system, path), seconds)


def _sliding(system: ElasticSystem, path: Path) -> tuple[tuple[int, int], ...]:
    """Blocks at whose points a fall slides without opening."""
    contacts = system.eq.contacts
    speed = system.moved(path.velocity)
    slip = np.linalg.norm(speed[:, 1:], axis=1)
    fastest = float(np.linalg.norm(speed, axis=1).max(initial=0.0))
    found = np.flatnonzero((slip > MOVES * fastest) & (speed[:, 0] < MOVES * fastest))
    return _sorted_pairs(system.eq, {(int(contacts.block_a[c]), int(contacts.block_b[c])) for c in found})


def _where(eq: Equilibrium, case: Case, rigid_force: np.ndarray | None) -> tuple[tuple[int, int], ...]:
    """Of the joints that slide in the fall those that carry something if they are rigid; all of them if none does."""
    if rigid_force is None:
        return ()
    found = eq.interfaces(rigid_force)
    carries = {(int(a), int(b)) for a, b, normal in zip(found.block_a, found.block_b, found.normal_force)
               if normal > CARRIES * eq.force}
    return tuple(pair for pair in case.slides if pair in carries) or case.slides


def _moving(eq: Equilibrium, case: Case) -> tuple[int, ...]:
    """Blocks that fall, fastest first."""
    speed = np.linalg.norm(case.velocity[:, :3], axis=1) + eq.length * np.linalg.norm(case.velocity[:, 3:], axis=1)
    order = ranked(speed, eq.model.block_names, accuracy=SOLVED, scale=float(speed.max(initial=0.0)))
    return tuple(int(i) for i in order if speed[i] > MOVES * speed.max())


def _sorted_pairs(eq: Equilibrium, pairs: set[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    names = eq.model.block_names
    return tuple(sorted(pairs, key=lambda pair: natural_key((names[pair[0]], names[pair[1]]))))
