"""Does a verdict 'stands' rest on pressure that nothing but rigid joints holds?

Forces within the friction cones that balance the load are all that 'stands' asks for, and rigid joints can hold any
pressure that was once locked in between them: a block between two walls hangs by friction for ever. Three questions,
the next one asked only where the last one leaves a doubt:

1. Does any dry joint slide as a whole in the forces of elastic joints laid without stress? If none does, these forces
   are those of Coulomb's law, and the weight itself made every pressure in them.
2. Does the structure stand without the friction of those joints? Then it needs none of their pressure.
3. Let go with these joints free of friction, does friction without dilatancy bring it to rest? Sliding then makes no
   pressure: u_n + mu |u_t| takes the place of u_n in the cone (de Saxce's form of Coulomb's law), with |u_t| from
   the round before. Of large models another thing is asked, in one solve: can those joints be pressed without any
   load, as much as one likes? If they cannot, no pressure is locked in.

Only where the last answer is no, or is not reached, the verdict may rest on locked-in pressure.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from drystone.errors import SolveError
from drystone.limit.equilibrium import Equilibrium
from drystone.limit.program import ConeProgram, ProgramStatus
from drystone.limit.solve_program import solve_program
from drystone.limit.stability import FirstMotion, find_first_motion, positions

#: A joint slides as a whole where its points use more than this share of all their friction.
SLIDES = 0.95
#: A joint with less normal force than this, in mean weights of a block, carries nothing.
CARRIES = 1e-3
#: Rounds of the third question; it ends where slip speeds change by less than this share of the fastest.
ROUNDS, SETTLED = 60, 1e-3
#: Every LEAP rounds a leap by this share of the way that a geometric sequence has left, at most so many changes.
LEAP, CAUTION, FARTHEST = 4, 0.8, 50.0
#: Blocks above which the third question is another one: a round of a large model takes many seconds.
MOST_BLOCKS = 500
#: Self-stress of a point that counts, where the greatest is about one.
PRESSED = 1e-3


def find_locked_joints(eq: Equilibrium, load: np.ndarray, force: np.ndarray) -> list[tuple[int, int]]:
    """Pairs of blocks whose joints may hold the structure by locked-in pressure alone; empty: it needs none.

    Parameters
    ----------
    load : (b, 6) [N, N m], under which it stands
    force : (c, 3) [N] on block b along n, t1, t2, of elastic joints laid without stress (`statics_analysis`)
    """
    slides = sliding_points(eq, force)
    if not slides.any():
        return []
    motion = find_first_motion(replace(eq, friction=np.where(slides, 0.0, eq.friction)), load)
    if motion.stands:
        return []
    if int((~eq.model.is_support).sum()) > MOST_BLOCKS:
        slides &= find_pressable(eq)
    else:
        motion = _let_go(eq, load, slides, motion)
    return [] if motion.stands or not slides.any() else _pairs_that_slide(eq, slides, motion)


def find_pressable(eq: Equilibrium) -> np.ndarray:
    """(c,) bool: points where forces without any load can press the joints, as much as one likes.

    The projection r of the unit pressure w on the self-stresses {r in the cones, G^T r = 0}: it is zero if there are
    none, and no shorter than 1 / (1 + mu^2)^1/2 if there are, so that no tolerance decides.
    """
    weight = np.zeros((eq.contacts.count, eq.axis_count))
    weight[:, 0] = 1.0
    program = ConeProgram(eq.matrix, eq.friction, np.zeros(eq.matrix.shape[1]), offset=-weight,
                          compliance=np.ones_like(weight))
    answer = solve_program(program, "auto", positions(eq))
    if answer.status is not ProgramStatus.SOLVED:
        return np.ones(len(weight), bool)        # no answer is no proof
    return answer.force[:, 0] > PRESSED


def sliding_points(eq: Equilibrium, force: np.ndarray) -> np.ndarray:
    """(c,) bool: points of dry joints that slide as a whole under these forces (c, 3) [N]."""
    joint = eq.interfaces(force).interface
    normal, shear, allowed, mortar = (np.bincount(joint, value) if len(joint) else np.zeros(0) for value in (
        force[:, 0], np.hypot(force[:, 1], force[:, 2]), eq.friction * force[:, 0], eq.cohesion))
    slides = (normal > CARRIES * eq.force) & (shear >= SLIDES * allowed) & (shear > 0.0) & ~(mortar > 0.0)
    return slides[joint]


def _let_go(eq: Equilibrium, load: np.ndarray, slides: np.ndarray, motion: FirstMotion) -> FirstMotion:
    """First motion by Coulomb's law without dilatancy at the points (c,) that slide, begun without their friction."""
    given, change = _slip_speed(eq, motion) * slides, None
    for number in range(1, ROUNDS + 1):
        offset = np.zeros((eq.contacts.count, eq.axis_count))
        offset[:, 0] = eq.friction * given
        try:
            motion = find_first_motion(eq, load, offset=offset)
        except SolveError:      # no answer is no proof that the weight holds it
            return motion
        found = _slip_speed(eq, motion) * slides
        before, change = change, found - given
        if motion.stands or np.abs(change).max() <= SETTLED * found.max():
            break
        given = found
        if number % LEAP == 0:
            given = np.maximum(found + _way_left(before, change), 0.0)
    return motion


def _way_left(before: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Most of what a geometric sequence with these last two changes (c,) still has to go; never beyond its end.

    Slip speeds fall from round to round. Less than their limit would be dilatancy: pressure that slip does not make.
    """
    ratio = float(before @ change) / float(before @ before)
    return CAUTION * change * min(ratio / (1.0 - ratio), FARTHEST) if 0.0 < ratio < 1.0 else np.zeros_like(change)


def _slip_speed(eq: Equilibrium, motion: FirstMotion) -> np.ndarray:
    """(c,) in units of the programme, in which the mean load over the mean mass is one."""
    speed = eq.point_velocity(motion.acceleration)[:, 1:]
    return np.linalg.norm(speed, axis=1) / motion.unit


def _pairs_that_slide(eq: Equilibrium, slides: np.ndarray, motion: FirstMotion) -> list[tuple[int, int]]:
    """Blocks of the joints that do slide in a motion, in the order of their names."""
    slip = _slip_speed(eq, motion) * slides
    moves = np.flatnonzero(slip > 1e-3 * slip.max())
    names = eq.model.block_names
    pairs = {(int(eq.contacts.block_a[c]), int(eq.contacts.block_b[c])) for c in moves}
    return sorted(pairs, key=lambda pair: (names[pair[0]], names[pair[1]]))
