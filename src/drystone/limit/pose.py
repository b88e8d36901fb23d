"""A structure moved on along its mechanism: from one pose to the next.

A body follows its twist as a screw, exact for a turn about a fixed hinge; what other blocks miss is put right by least
squares, so that points which did not move against each other still coincide, and points that slid stay on their faces.
Where blocks are bonded and slide out from between others, that alone would push some into their neighbours: then the
corrections are those of a quadratic programme in which nothing may overlap.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import splu

from drystone.contact.contact_set import ContactSet
from drystone.contact.finder import ContactFinder
from drystone.errors import InputError
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion
from drystone.limit.analysis import LimitResult
from drystone.limit.equilibrium import Equilibrium, contact_matrix
from drystone.model.model import Model

#: Points slower than this share of the fastest corner do not move against each other.
STICKS = 1e-5
#: Points with more than this share of the greatest normal force carry.
LOADED = 1e-6
#: Corrections end when points coincide within this share of the mean reach of blocks, or when one leaves more than that
#: share of what it was given.
TOGETHER, MAX_CORRECTIONS, SLOW = 1e-10, 12, 0.5
#: Weight in their least squares of directions in which no point is held: enough for a factor, too little to be seen.
UNHELD = 1e-10
#: Blocks that overlap by less than this share of it do not; quadratic programmes until then, at most.
APART, MAX_FITS = 1e-7, 8
#: Weight of changes that no held point asks for, against those that one does [-].
SMALL = 1e-6


@dataclass(frozen=True, slots=True)
class Held:
    """Points of the pose before, by which the blocks were moved."""

    eq: Equilibrium
    contacts: ContactSet
    local: tuple[np.ndarray, np.ndarray]   #: (c, 3) [m] in the frames of both blocks
    sticks: np.ndarray                     #: (c,) bool: did not move against each other
    slides: np.ndarray                     #: (c,) bool: carried and slid


def held_points(model: Model, held: Held) -> Equilibrium:
    """The old points where they are now."""
    end_a, end_b = _ends(model, held.contacts, held.local)
    contacts = replace(held.contacts, point_a=end_a, point_b=end_b)
    return replace(held.eq, model=model, contacts=contacts,
                   matrix=contact_matrix(model, contacts, held.eq.free_directions(), held.eq.length))


def move_along(result: LimitResult, size: float) -> tuple[Model, Held]:
    """The model after the mechanism has moved its fastest corner by `size` [m], and the points that held it."""
    model, contacts, eq = result.model, result.equilibrium.contacts, result.equilibrium
    twist = np.where(model.is_support[:, None], 0.0, size * result.mechanism)
    thrown = _screw(model, twist)
    speed = np.zeros((contacts.count, 3))
    speed[:, :eq.axis_count] = eq.point_velocity(result.mechanism)
    sticks = np.abs(speed).max(axis=1) < STICKS
    normal = result.force[:, 0]
    # friction would lift what slides (associative flow): its points are put back on their faces
    slides = ~sticks & (normal > LOADED * float(normal.max(initial=0.0)))
    held = Held(eq, contacts, _local_points(model, contacts), sticks, slides)
    push = eq.load_vector(result.live.wrench)
    push /= np.linalg.norm(push)
    moved = _bring_together(thrown, held, push)
    if moved is None or _nearby(moved, size).gap.min(initial=0.0) < -APART * eq.length:
        moved = _fit_in(thrown, held, push, size)
    return moved, held


def _bring_together(model: Model, held: Held, push: np.ndarray) -> Model | None:
    """The model with all held points together, as if nothing else stood in their way; None if that cannot be.

    No change u may do work with the live load, push . u = 0: going back would bring all points together, too.
    """
    gap, matrix = _misfit(model, held)
    square = sp.csc_matrix(matrix.T @ matrix + UNHELD * sp.eye_array(matrix.shape[1]))
    factor = splu(square, permc_spec="MMD_AT_PLUS_A", options={"SymmetricMode": True})
    along = factor.solve(push)
    along /= float(push @ along)
    before = np.inf
    for _ in range(MAX_CORRECTIONS):
        worst = float(np.abs(gap).max(initial=0.0))
        if worst < TOGETHER * held.eq.length:
            return model
        if worst > SLOW * before:
            return None
        change = factor.solve(-(matrix.T @ gap))
        change -= float(push @ change) * along
        model, before = _screw(model, held.eq.twists(change)), worst
        gap = _misfit(model, held)[0]
    return None


def _fit_in(model: Model, held: Held, push: np.ndarray, size: float) -> Model:
    """The model with held points as near together as blocks that must not overlap allow: a few quadratic programmes.

    minimise |A u + gap|^2 + SMALL |u|^2 over the changes u, with G_n u + gap_n >= 0 at all points near each other, and
    push . u = 0.
    """
    import clarabel

    eq = held.eq
    is_free = eq.free_directions()
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    for _ in range(MAX_FITS):
        near = _nearby(model, size)
        normal = sp.csr_array(contact_matrix(model, near, is_free, eq.length))[::eq.axis_count]
        gap, matrix = _misfit(model, held)
        matrix = sp.csc_array(matrix)
        square = sp.triu(matrix.T @ matrix + SMALL * sp.eye_array(matrix.shape[1]), format="csc")
        # in units of the step: its own tolerances then mean something
        rows = sp.csc_matrix(sp.vstack([sp.csr_array(push[None, :]), -normal]))
        answer = clarabel.DefaultSolver(sp.csc_matrix(square), matrix.T @ gap / size, rows,
                                        np.append(0.0, near.gap / size),
                                        [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(near.count)],
                                        settings).solve()
        if str(answer.status) not in ("Solved", "AlmostSolved"):
            raise InputError(f"no pose without overlaps was found ({answer.status})")
        model = _screw(model, size * eq.twists(np.array(answer.x)))
        if _nearby(model, size).gap.min(initial=0.0) > -APART * eq.length:
            return model
    return model      # whoever looks for its contacts refuses overlaps that matter


def _nearby(model: Model, size: float) -> ContactSet:
    """Points of all pairs of blocks that overlap or are less than two steps [m] apart."""
    return ContactFinder(model).detect_initial(2.0 * size)


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


def _misfit(model: Model, held: Held):
    """By how much points that stick (all axes) or slide (along n) have parted [m], and its derivative (m, n)."""
    axes = held.eq.axis_count
    end_a, end_b = _ends(model, held.contacts, held.local)
    apart = np.einsum("ckj,cj->ck", held.contacts.frame[:, :axes], end_b - end_a)
    # the matrix of the start of the step is near enough: corrections are small and repeated
    chosen = np.zeros(apart.shape, bool)
    chosen[held.sticks] = True
    chosen[held.slides, 0] = True
    return apart[chosen], sp.csr_array(held.eq.matrix)[np.flatnonzero(chosen.ravel())]
