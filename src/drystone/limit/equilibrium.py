"""Equilibrium of all blocks as one sparse matrix, in units that make models of any size look alike.

    G^T r + load = 0        r: force on block b at every contact point, along n, t1, t2 (in plane: n, t1)
    u = G v                 u: velocity of b against a, v: twists of the free blocks

Length unit: mean reach of the free blocks; force unit: their mean weight. Rotations times the length unit are unknowns,
so that translations and rotations are of one size.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp

from drystone.contact.contact_set import ContactSet
from drystone.contact.finder import ContactFinder, block_reach, joint_of
from drystone.contact.interface import InterfaceSet, compute_interfaces
from drystone.errors import InputError
from drystone.extremes import SOLVED, greatest
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.limit.words import list_blocks
from drystone.model.model import Model
from drystone.solvers.cone.sparse_matrix import point_rows

#: Points closer than this touch; deeper overlaps are errors of the drawing. In shares of the smaller part's width.
TOUCH, OVERLAP = 1e-4, 1e-3


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Blocks and contact points of one configuration. n degrees of freedom, c points with k axes each."""

    model: Model
    contacts: ContactSet
    friction: np.ndarray       #: (c,) coefficient at rest [-]
    matrix: sp.csc_array       #: (k c, n) G, in units of length and force below
    length: float              #: unit of lengths [m]
    force: float               #: unit of forces [N]
    block: np.ndarray          #: (n,) block of each degree of freedom
    dof: np.ndarray            #: (n,) 0..5: x, y, z, turning about x, y, z
    cohesion: np.ndarray       #: (c,) [N] shear strength of each point without pressure
    tension: np.ndarray        #: (c,) [N] tensile strength of each point
    tie_matrix: sp.csc_array   #: (t, n) speed at which each tie shortens, from the unknowns
    tie_limit: np.ndarray      #: (t,) [N] force at which each tie yields or breaks; inf: never

    @property
    def has_strength(self) -> bool:
        """Whether anything but dry friction carries: mortar or ties."""
        return bool((self.cohesion > 0.0).any()) or self.tie_matrix.shape[0] > 0

    @property
    def axis_count(self) -> int:
        """Axes of a contact point: 3, or 2 in plane."""
        return 3 if self.model.planar_axis is None else 2

    def free_directions(self) -> np.ndarray:
        """(b, 6) bool: directions in which blocks may move."""
        found = np.zeros((self.model.block_count, 6), bool)
        found[self.block, self.dof] = True
        return found

    def load_vector(self, wrench: np.ndarray) -> np.ndarray:
        """(n,) in units of the force, from forces and moments about the centres of mass (b, 6) [N, N m]."""
        unit = np.where(self.dof < 3, self.force, self.force * self.length)
        return wrench[self.block, self.dof] / unit

    def twists(self, velocity: np.ndarray) -> np.ndarray:
        """(b, 6) [m/s, rad/s] of the unknowns (n,) at one metre a second; supports rest."""
        twist = np.zeros((self.model.block_count, 6))
        twist[self.block, self.dof] = np.where(self.dof < 3, velocity, velocity / self.length)
        return twist

    def point_velocity(self, twist: np.ndarray) -> np.ndarray:
        """(c, k) [m/s] of b against a along the axes, from twists (b, 6) of all blocks, supports too."""
        contacts = self.contacts
        middle = 0.5 * (contacts.point_a + contacts.point_b)
        relative = np.zeros((contacts.count, 3))
        for sign, block in ((-1.0, contacts.block_a), (1.0, contacts.block_b)):
            arm = middle - self.model.initial_position[block]
            relative += sign * (twist[block, :3] + np.cross(twist[block, 3:], arm))
        return np.einsum("ckj,cj->ck", contacts.frame[:, :self.axis_count], relative)

    def contact_force(self, scaled: np.ndarray) -> np.ndarray:
        """(c, 3) [N] along n, t1, t2 on block b, from unknowns (k c,) or (c, k) in units of the force."""
        force = np.zeros((self.contacts.count, 3))
        force[:, :self.axis_count] = self.force * scaled.reshape(self.contacts.count, self.axis_count)
        return force

    def block_wrench(self, force: np.ndarray) -> np.ndarray:
        """(b, 6) [N, N m] that contact forces (c, 3) [N] exert on every block, supports too; by its own formula."""
        contacts = self.contacts
        world = np.einsum("ckj,ck->cj", contacts.frame, force)
        middle = 0.5 * (contacts.point_a + contacts.point_b)
        wrench = np.zeros((self.model.block_count, 6))
        for sign, block in ((-1.0, contacts.block_a), (1.0, contacts.block_b)):
            arm = middle - self.model.initial_position[block]
            np.add.at(wrench, block, sign * np.concatenate([world, np.cross(arm, world)], axis=1))
        return wrench

    def tie_ends(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(t, 3) [m] both ends, and unit vectors (t, 3) from a to b."""
        model = self.model
        end_a, end_b = model.ties.ends(model.initial_position, quaternion_to_matrix(model.initial_orientation))
        return end_a, end_b, _units(end_b - end_a)

    def tie_stretch(self, twist: np.ndarray) -> np.ndarray:
        """(t,) [m/s] at which ties lengthen, from twists (b, 6) of all blocks."""
        end_a, end_b, unit = self.tie_ends()
        ties, centre = self.model.ties, self.model.initial_position
        speed = [twist[block, :3] + np.cross(twist[block, 3:], end - centre[block])
                 for block, end in ((ties.block_a, end_a), (ties.block_b, end_b))]
        return (unit * (speed[1] - speed[0])).sum(axis=1)

    def tie_wrench(self, force: np.ndarray) -> np.ndarray:
        """(b, 6) [N, N m] that ties with forces (t,) [N] exert on every block."""
        wrench = np.zeros((self.model.block_count, 6))
        end_a, end_b, unit = self.tie_ends()
        ties, centre = self.model.ties, self.model.initial_position
        for sign, block, end in ((1.0, ties.block_a, end_a), (-1.0, ties.block_b, end_b)):
            add_point_forces(wrench, block, end - centre[block], sign * force[:, None] * unit)
        return wrench

    def interfaces(self, force: np.ndarray) -> InterfaceSet:
        """Resultants of contact forces (c, 3) [N] for every pair of blocks."""
        return compute_interfaces(self.contacts, force, 1.0)


def build_equilibrium(model: Model, *, overlap_tolerance: float = 0.0, must_be_carried: bool = True) -> Equilibrium:
    """Contact points of the model as it stands, and the matrix of their forces.

    Points are those of the engine: the corners of every interface, in plane its two ends.

    Parameters
    ----------
    overlap_tolerance : as for `find_contacts`
    must_be_carried : False takes blocks that no support carries as well: they fall
    """
    contacts = find_contacts(model, overlap_tolerance)
    check_supported(model)
    if must_be_carried:
        check_carried(model, contacts)
    return equilibrium_at(model, contacts)


def equilibrium_at(model: Model, contacts: ContactSet) -> Equilibrium:
    """The matrix of forces at these points."""
    joint = joint_of(model, contacts)
    friction = np.array([j.friction for j in model.joints], float)[joint]
    cohesion, tension = (np.array([getattr(j, key) for j in model.joints], float)[joint] * contacts.shares()
                         for key in ("cohesion", "tension"))
    free = ~model.is_support
    is_free = free[:, None] & _free_directions(model.planar_axis)
    block, dof = np.nonzero(is_free)
    length = float(block_reach(model)[free].mean())
    weight = dead_load(model)[free, :3]
    force = float(np.linalg.norm(weight, axis=1).mean())
    if not force > 0.0:
        force = float(model.mass[free].mean()) * 9.81
    matrix = contact_matrix(model, contacts, is_free, length)
    limits = [tie.yield_force or tie.rupture_force or np.inf for tie in model.ties.ties]
    return Equilibrium(model, contacts, friction, matrix, length, force, block, dof, cohesion, tension,
                       _tie_matrix(model, is_free, length), np.array(limits, float))


def with_friction(eq: Equilibrium, share: float) -> Equilibrium:
    """The same with friction coefficients and cohesions multiplied by `share`."""
    return replace(eq, friction=share * eq.friction, cohesion=share * eq.cohesion)


def with_points(eq: Equilibrium, share: float) -> Equilibrium:
    """The same with every interface shrunk about its centre to `share` of its size; loads stay."""
    found = eq.interfaces(np.zeros((eq.contacts.count, 3)))
    centre = found.centroid[found.interface]
    points = {name: centre + share * (getattr(eq.contacts, name) - centre) for name in ("point_a", "point_b")}
    contacts = replace(eq.contacts, **points)
    return replace(eq, contacts=contacts, matrix=contact_matrix(eq.model, contacts, eq.free_directions(), eq.length))


def find_contacts(model: Model, overlap_tolerance: float = 0.0) -> ContactSet:
    """Points at which the blocks touch in the initial pose; overlaps beyond tolerance are an error.

    overlap_tolerance : [m] that a run of the model takes as touching; OVERLAP of the smaller part's width always is
    """
    size = model.parts.part_size
    reach = np.zeros(model.block_count)
    np.maximum.at(reach, model.parts.block, TOUCH * size)
    finder = ContactFinder(model)
    found = finder.detect_initial(reach)
    width = np.minimum(size[found.pair_part_a], size[found.pair_part_b])
    _check_overlaps(model, found, width, overlap_tolerance)
    return finder.finish(found.select(found.gap <= TOUCH * width[found.pair]))


def _check_overlaps(model: Model, found: ContactSet, width: np.ndarray, tolerance: float) -> None:
    share = found.pair_depth / np.maximum(OVERLAP * width, tolerance)
    if (share > 1.0).any():
        pairs = [(model.block_names[a], model.block_names[b]) for a, b in
                 zip(model.parts.block[found.pair_part_a], model.parts.block[found.pair_part_b])]
        pair = greatest(share, pairs, accuracy=SOLVED)
        a, b = pairs[pair]
        raise InputError(f"blocks {a!r} and {b!r} overlap by {found.pair_depth[pair]:.3g} m, more than {OVERLAP:g} of "
                         f"the smaller one's width", subject=("block", a))


def check_supported(model: Model) -> None:
    """Statics needs something that does not move."""
    if not model.is_support.any():
        raise InputError(f"model {model.name!r}: nothing supports the blocks: statics needs ground or supports")


def check_dry(model: Model, what: str, reason: str) -> None:
    """Refuse joints with cohesion: `what` cannot take them, for the reason that ends the sentence."""
    for joint in model.joints:
        if joint.has_strength:
            raise InputError(f"{what}: joint {joint.name!r} has cohesion, {reason}")


def check_carried(model: Model, contacts: ContactSet) -> None:
    """Every block must touch a support or hang from one, directly or by way of others."""
    carried = find_carried(model, contacts)
    if not carried.all():
        raise InputError(f"model {model.name!r}: carried by no support, directly or by way of others: "
                         f"{list_blocks(model, np.flatnonzero(~carried))}")


def find_carried(model: Model, contacts: ContactSet) -> np.ndarray:
    """(b,) bool: blocks that touch a support or are tied to one, directly or by way of others."""
    count = model.block_count
    first, second = (np.append(x, y) for x, y in ((contacts.block_a, model.ties.block_a),
                                                  (contacts.block_b, model.ties.block_b)))
    graph = sp.coo_array((np.ones(len(first)), (first, second)), (count, count))
    _, part = sp.csgraph.connected_components(graph, directed=False)
    return np.isin(part, part[model.is_support])


def dead_load(model: Model, without: tuple[str, ...] = ()) -> np.ndarray:
    """(b, 6) [N, N m] about the centres of mass: gravity and the loads that act from the start, but those named."""
    loads = model.loads
    rotation = quaternion_to_matrix(model.initial_orientation)
    wrench = np.zeros((model.block_count, 6))
    wrench[:, :3] = model.mass[:, None] * model.gravity
    for load in loads.body_loads:
        if load.name not in without:
            wrench[:, :3] += load.weight[:, None] * (load.acceleration * load.factor.at(0.0))
    for load in loads.point_loads:
        if load.name not in without:
            add_point_forces(wrench, load.block, np.einsum("kij,kj->ki", rotation[load.block], load.point),
                             load.force * load.factor.at(0.0))
    wrench[model.is_support] = 0.0
    return wrench


def add_point_forces(wrench: np.ndarray, block: np.ndarray, arm: np.ndarray, force: np.ndarray) -> None:
    """Add forces (k, 3) [N] at arms (k, 3) [m] from the centres of mass to the wrenches (b, 6) of their blocks."""
    np.add.at(wrench, block, np.concatenate([force, np.cross(arm, force)], axis=1))


def _free_directions(planar_axis: int | None) -> np.ndarray:
    """(6,) bool: directions in which a block may move."""
    free = np.ones(6, bool)
    if planar_axis is not None:
        free[planar_axis] = False
        free[3:] = False
        free[3 + planar_axis] = True
    return free


def contact_matrix(model: Model, contacts: ContactSet, is_free: np.ndarray, length: float) -> sp.csc_array:
    """(k c, n) G over the free directions (b, 6)."""
    axes = 3 if model.planar_axis is None else 2
    column = np.full(is_free.shape, -1)
    column[is_free] = np.arange(is_free.sum())
    middle = 0.5 * (contacts.point_a + contacts.point_b)
    row = axes * np.arange(contacts.count)[:, None, None] + np.arange(axes)[None, :, None]
    values, rows, columns = [], [], []
    for sign, block in ((-1.0, contacts.block_a), (1.0, contacts.block_b)):
        value = sign * point_rows(contacts.frame[:, :axes], (middle - model.initial_position[block]) / length)
        target = np.broadcast_to(column[block][:, None, :], value.shape)
        keep = (target >= 0) & (value != 0.0)
        values.append(value[keep])
        rows.append(np.broadcast_to(row, value.shape)[keep])
        columns.append(target[keep])
    shape = (axes * contacts.count, int(is_free.sum()))
    return sp.csc_array(sp.coo_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape))


def _units(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector, axis=1)[:, None] if len(vector) else vector


def _tie_matrix(model: Model, is_free: np.ndarray, length: float) -> sp.csc_array:
    """(t, n) over the free directions (b, 6)."""
    ties = model.ties
    column = np.full(is_free.shape, -1)
    column[is_free] = np.arange(is_free.sum())
    ends = ties.ends(model.initial_position, quaternion_to_matrix(model.initial_orientation))
    unit = _units(ends[1] - ends[0])
    rows, columns, values = [], [], []
    for sign, block, end in ((1.0, ties.block_a, ends[0]), (-1.0, ties.block_b, ends[1])):
        arm = (end - model.initial_position[block]) / length
        value = sign * np.concatenate([unit, np.cross(arm, unit)], axis=1)
        keep = column[block] >= 0
        rows.append(np.broadcast_to(np.arange(ties.count)[:, None], keep.shape)[keep])
        columns.append(column[block][keep])
        values.append(value[keep])
    shape = (ties.count, int(is_free.sum()))
    return sp.csc_array(sp.coo_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape))
