"""The largest stable inner step, from the highest frequency of the structure with whole joints.

omega_max^2 is the greatest eigenvalue of M^-1 K. Without damping central differences are stable for h <= 2 / omega_max.

- Local damping: a node that slows down feels (1 + alpha) times its force, so h <= 2 / omega_max / sqrt(1 + alpha).
  Nothing crashes above that limit; results are just wrong.
- Rayleigh's damping, from velocities half a step ago, with z = (a / omega + b omega) / 2 of critical damping:
  h <= (2 / omega) (sqrt(1 + z^2) - z).

Cracks, slip and crushing only make joints softer, so that one estimate serves until contacts appear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh

from drystone.engines.dem.stepping.bundles import World
from drystone.engines.dem.stepping.forces import block_forces, elastic_joint_forces
from drystone.engines.dem.world import Structure
from drystone.model.settings import Damping

#: Relative error of the eigenvalue, which is approached from below.
TOLERANCE = 1e-3

#: What stands for the frequency of a structure in which supports lead every node [rad/s]: any step is stable.
SLOWEST = 1e-100


def highest_frequency(structure: Structure, free: np.ndarray, world: World | None = None,
                      product: Callable = block_forces) -> float:
    """omega_max [rad/s].

    Parameters
    ----------
    free : (r, 3) int64, axes along which bodies move by themselves
    world : contacts as they are now; none: as at the start
    product : writes the forces of the blocks for displacements of all nodes
    """
    world, count = world or structure.world, len(structure.world.mass)
    axes = np.argwhere(free == 1)
    root = np.sqrt(np.concatenate((world.mass, world.body_mass[axes[:, 0], axes[:, 1]])))
    root[world.held[:, 0]] = np.inf                 # they move with their bodies alone
    if not np.isfinite(root).any():
        return SLOWEST
    room, force = np.zeros(3 * len(structure.mesh.node)), np.zeros(3 * len(structure.mesh.node))

    def apply(y: np.ndarray) -> np.ndarray:
        x = y.ravel() / root
        room[:count], room[count:], force[:] = x[:count], 0.0, 0.0
        for k, (body, axis) in enumerate(axes):
            room[3 * world.body_ptr[body] + axis:3 * world.body_ptr[body + 1]:3] = x[count + k]
            led = world.held[(world.held[:, 1] == body) & (world.held[:, 2] == axis), 0]
            room[led] = x[count + k]
        product(world, room, force)
        elastic_joint_forces(world, room, force)
        out = np.empty(len(root))
        out[:count] = force[:count]
        for k, (body, axis) in enumerate(axes):
            led = world.held[(world.held[:, 1] == body) & (world.held[:, 2] == axis), 0]
            own = slice(3 * world.body_ptr[body] + axis, 3 * world.body_ptr[body + 1], 3)
            out[count + k] = force[own].sum() + force[led].sum()
        return -out / root

    start = np.random.default_rng(0).standard_normal(len(root))
    start[world.held[:, 0]] = 0.0
    if len(root) < 12:
        matrix = np.array([apply(row) for row in np.eye(len(root))])
        return float(np.sqrt(np.linalg.eigvalsh(0.5 * (matrix + matrix.T)).max()))
    operator = LinearOperator((len(root), len(root)), matvec=apply, dtype=float)
    value = eigsh(operator, k=1, which="LA", v0=start, tol=TOLERANCE, return_eigenvectors=False,
                  ncv=min(20, len(root) - 1))
    return float(np.sqrt(value[0] * (1.0 + TOLERANCE)))


def stable_step(omega: float, damping: Damping) -> float:
    """Largest stable inner step [s] for a highest frequency [rad/s]."""
    if damping.local is not None:
        return 2.0 / omega / np.sqrt(1.0 + damping.local)
    z = 0.5 * (damping.mass / omega + damping.stiffness * omega)
    return 2.0 / omega * (np.sqrt(1.0 + z * z) - z)


def scale_masses(structure: Structure, factor: float) -> Structure:
    """The structure with mass added to those nodes that hold back the step, until the bound on it of every node is
    `factor` times the least one there was.

    A bound for degree of freedom i is 2 sqrt(m_i / S_i), S_i the sum of the absolute values of its row of the
    stiffness.
    """
    if factor == 1.0:
        return structure
    world, mesh = structure.world, structure.mesh
    rows = np.zeros(len(world.mass))
    for own in mesh.shapes:
        first, width = 3 * int(mesh.node_ptr[own.first]), own.stiffness.shape[0]
        rows[first:first + own.count * width] = np.tile(np.asarray(abs(own.stiffness).sum(axis=1)).ravel(), own.count)
    stiff = np.repeat(world.parameter[world.parameter_ptr[world.interface[:, 1]]], np.diff(structure.contacts.ptr))
    for node, weight in ((world.node_a, world.weight_a), (world.node_b, world.weight_b)):
        for k in range(4):
            own = node[:, k] < mesh.elastic_nodes
            for axis in range(3):     # k_n along all axes: a bound; once for this side, once for the other
                np.add.at(rows, 3 * node[own, k] + axis, 2.0 * (stiff * world.area * weight[:, k])[own])
    bound = world.mass / rows
    wanted = np.maximum(world.mass, rows * (bound.min() * factor**2))
    wanted = np.repeat(wanted.reshape(-1, 3).max(axis=1), 3)      # the same along all axes
    pull = np.where(world.pull > 0.0, 1.0 / wanted, 0.0)
    body_mass = world.body_mass.copy()
    held = world.held
    np.add.at(body_mass, (held[:, 1], held[:, 2]), (wanted - world.mass)[held[:, 0]])
    added = float((wanted - world.mass).sum()) / 3.0
    return replace(structure, world=world.replace(mass=wanted, pull=pull, body_mass=body_mass), added_mass=added)
