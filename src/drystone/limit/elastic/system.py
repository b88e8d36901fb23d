"""All springs of a structure as one system: forces, what is out of balance, and the tangent.

    R(u) = G^T r(G u) + lambda d + P^T q     K = -dR/du = G^T D G + P^T D_q P     D = -dr/du of each point, unsymmetric

Small displacements on the drawing's geometry: G does not change. Displacements are counted in units of
force / (stiffness x area) of a mean joint, forces in mean weights, so that neither the size of the stones nor that of
the stiffness is seen by anything below: u scales with 1/k, and what stands at one k stands at every k.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp

from drystone.contact.finder import joint_of
from drystone.limit.elastic.law import Springs, contact_forces
from drystone.limit.elastic.points import sample_joints
from drystone.limit.equilibrium import Equilibrium, equilibrium_at
from drystone.limit.statics import LEAST_AREA, tie_compliance
from drystone.solvers.cone.sparse_matrix import point_rows

#: Stiffness per area of joints that state none [Pa/m]: no verdict depends on it.
USUAL_STIFFNESS = 1e9
#: Of blocks that nothing touches, in shares of the mean.
LEAST_VISCOSITY = 1e-3


@dataclass(frozen=True, slots=True)
class Memory:
    """Where the structure was at the end of the last step."""

    moved: np.ndarray    #: (c, k) displacement of b against a at every point
    shear: np.ndarray    #: (c, k - 1) shear force


@dataclass(frozen=True, slots=True)
class Pull:
    """Constants of the ties: force = prestress + k stretch, at least 0, at most its limit. Units of the system."""

    matrix: sp.csr_array    #: (t, n) how much each tie shortens
    stiffness: np.ndarray   #: (t,)
    prestress: np.ndarray   #: (t,)
    limit: np.ndarray       #: (t,)


@dataclass(frozen=True, slots=True)
class ElasticSystem:
    """Springs at all points of a structure. c points with k axes, n degrees of freedom."""

    eq: Equilibrium            #: at the points of the springs
    springs: Springs
    pull: Pull
    viscosity: np.ndarray      #: (n,) diagonal of C, what slows down a structure that falls: that of K of glued joints
    unit: float                #: [m] of displacements
    rows: np.ndarray           #: (c, k, w) G of each point over the degrees of freedom of its two blocks
    entry: np.ndarray          #: (p w w,) place of each entry of a pair's matrix in the pattern; pattern size: none
    pattern: sp.csc_array      #: (n, n) with the columns and rows of K

    @property
    def is_dry(self) -> bool:
        """Whether forces follow any multiple of the load: no strength of mortar, no tie that yields."""
        return not (self.springs.cohesion > 0.0).any() and not np.isfinite(self.pull.limit).any()

    def start(self) -> Memory:
        """Laid without stress."""
        count, axes = self.eq.contacts.count, self.eq.axis_count
        return Memory(np.zeros((count, axes)), np.zeros((count, axes - 1)))

    def moved(self, u: np.ndarray) -> np.ndarray:
        """(c, k) displacement of b against a at every point."""
        return (self.eq.matrix @ u).reshape(self.eq.contacts.count, self.eq.axis_count)

    def forces(self, u: np.ndarray, memory: Memory) -> tuple[np.ndarray, np.ndarray]:
        """(c, k) and minus their derivatives (c, k, k)."""
        return contact_forces(self.springs, self.moved(u), memory.moved, memory.shear)

    def tie_forces(self, u: np.ndarray, share: float) -> tuple[np.ndarray, np.ndarray]:
        """(t,) and how much they lose per shortening; prestress grows with the load, of which `share` is there."""
        pull = self.pull
        free = share * pull.prestress - pull.stiffness * (pull.matrix @ u)
        force = np.clip(free, 0.0, pull.limit)
        return force, np.where(force == free, pull.stiffness, 0.0)

    def balance(self, force: np.ndarray, tie_force: np.ndarray, load: np.ndarray) -> np.ndarray:
        """(n,) what is out of balance."""
        out = self.eq.matrix.T @ force.ravel() + load
        return out + self.pull.matrix.T @ tie_force if len(tie_force) else out

    def tangent(self, stiffness: np.ndarray, tie_stiffness: np.ndarray) -> sp.csc_array:
        """(n, n) K from the derivatives (c, k, k) of the points and those of the ties (t,)."""
        pairs = self.eq.contacts.pair_ptr
        size = self.pattern.nnz
        data = np.zeros(size)
        if len(pairs) > 1:
            each = self.rows.transpose(0, 2, 1) @ (stiffness @ self.rows)
            data = np.bincount(self.entry, np.add.reduceat(each, pairs[:-1], axis=0).ravel(), size + 1)[:size]
        found = sp.csc_array((data, self.pattern.indices, self.pattern.indptr), self.pattern.shape)
        if len(tie_stiffness):
            found = found + self.pull.matrix.T @ (sp.diags_array(tie_stiffness) @ self.pull.matrix)
        return sp.csc_array(found)

    def stiffest(self) -> sp.csc_array:
        """(n, n) K as if no joint opened or slid."""
        springs, axes = self.springs, self.eq.axis_count
        stiffness = np.zeros((len(springs.normal), axes, axes))
        stiffness[:, 0, 0] = springs.normal
        for axis in range(1, axes):
            stiffness[:, axis, axis] = springs.shear
        return self.tangent(stiffness, self.pull.stiffness)

    def remember(self, u: np.ndarray, force: np.ndarray) -> Memory:
        """What the next step begins with."""
        return Memory(self.moved(u), force[:, 1:].copy())


def build_system(eq: Equilibrium, ratio: float, usual: float = USUAL_STIFFNESS) -> ElasticSystem:
    """Springs for the joints of `eq`.

    Parameters
    ----------
    eq : with the contact points of the rest of this package
    ratio : shear over normal stiffness of joints that state neither [-]
    usual : normal stiffness per area of those [Pa/m]; where others state theirs, the mean of these is taken instead
    """
    model = eq.model
    found = equilibrium_at(model, sample_joints(model, eq.contacts, LEAST_AREA * eq.length ** 2))
    contacts = found.contacts
    given = [joint.normal_stiffness for joint in model.joints if joint.normal_stiffness is not None]
    usual = float(np.mean(given)) if given else usual
    stiffness = np.array([(joint.normal_stiffness or usual, joint.shear_stiffness or ratio * usual)
                          for joint in model.joints])[joint_of(model, contacts)] * contacts.area[:, None]
    total = np.bincount(contacts.pair, stiffness[:, 0]) if contacts.count else np.ones(1)
    reference = float(total.mean())            # [N/m] of a mean joint
    # strengths of eq, not of the model: they may have been changed, and edges without area have none
    cohesion, tension = (_of_pairs(eq, strength / np.maximum(eq.contacts.shares(), 1e-300), contacts)
                         * contacts.area / eq.force for strength in (eq.cohesion, eq.tension))
    springs = Springs(stiffness[:, 0] / reference, stiffness[:, 1] / reference, _of_pairs(eq, eq.friction, contacts),
                      cohesion, tension)
    rows, entry, pattern = _pattern(found)
    system = ElasticSystem(found, springs, _pull(found, reference, bool(given)), np.zeros(len(found.block)),
                           eq.force / reference, rows, entry, pattern)
    diagonal = system.stiffest().diagonal()
    return replace(system, viscosity=diagonal + LEAST_VISCOSITY * max(float(diagonal.mean()), 1.0))


def _of_pairs(eq: Equilibrium, value: np.ndarray, contacts) -> np.ndarray:
    """Values (c,) of the points of `eq`, alike in a pair, for the points of other contacts of the same pairs."""
    return value[eq.contacts.pair_ptr[:-1]][contacts.pair] if contacts.count else np.zeros(0)


def _pull(eq: Equilibrium, reference: float, is_stated: bool) -> Pull:
    """Ties beside joints that state their stiffness have their own; else what `statics` takes, relative to a joint."""
    ties = eq.model.ties
    stiffness = 1.0 / tie_compliance(eq)
    if is_stated:
        stiffness = np.array([1.0 if tie.stiffness is None else tie.stiffness / reference for tie in ties.ties], float)
    return Pull(sp.csr_array(eq.tie_matrix), stiffness, np.asarray(ties.prestress, float) / eq.force,
                eq.tie_limit / eq.force)


def _pattern(eq: Equilibrium) -> tuple[np.ndarray, np.ndarray, sp.csc_array]:
    """Rows of G point by point, and where the matrix of every pair goes in K."""
    contacts, model = eq.contacts, eq.model
    axes, n = eq.axis_count, eq.matrix.shape[1]
    column = np.full((model.block_count, 6), -1)
    column[eq.block, eq.dof] = np.arange(n)
    kept = np.flatnonzero((column >= 0).any(axis=0))       # in plane three of six
    middle = 0.5 * (contacts.point_a + contacts.point_b)
    rows = np.concatenate([sign * point_rows(contacts.frame[:, :axes], (middle - model.initial_position[block])
                                             / eq.length)[:, :, kept]
                           for sign, block in ((-1.0, contacts.block_a), (1.0, contacts.block_b))], axis=2)
    first = contacts.pair_ptr[:-1]
    where = np.concatenate([column[contacts.block_a[first]][:, kept], column[contacts.block_b[first]][:, kept]], axis=1)
    row, col = (np.broadcast_to(x, (len(where), where.shape[1], where.shape[1])).ravel()
                for x in (where[:, :, None], where[:, None, :]))
    real = (row >= 0) & (col >= 0)
    number = np.arange(n)
    pattern = sp.csc_array(sp.coo_array((np.ones(int(real.sum()) + n), (np.append(row[real], number),
                                                                      np.append(col[real], number))), (n, n)))
    pattern.sort_indices()
    code = np.repeat(np.arange(n), np.diff(pattern.indptr)) * n + pattern.indices
    entry = np.full(len(row), pattern.nnz)
    entry[real] = np.searchsorted(code, col[real] * n + row[real])
    return rows, entry, pattern
