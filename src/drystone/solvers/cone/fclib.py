"""Contact problems in the layout of FCLIB, for comparison with others.

FCLIB (Acary, Bremond, Koziara, Perignon 2014) keeps problems in HDF5, in two forms. Contact components are
(n, t1, t2) and impulses act like ours; its law is Coulomb's without dilatancy.

global:  M v = H r + f,  u = H^T v + w.   M is our inertia, H the transposed G, f = M v*, and w the bias, with what
         prescribed blocks do. Angular velocities may be given in the axes of each block (Siconos writes them so):
         then one rotation for each block brings its columns into the form of rigid blocks.
local:   u = W r + q.   No blocks appear: see `local_problem.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np
import scipy.sparse as sp

from drystone.errors import InputError
from drystone.geometry.rotation import skew
from drystone.solvers.cone.local_problem import LocalProblem
from drystone.solvers.cone.problem import ContactProblem, FlowLaw
from drystone.solvers.cone.sparse_matrix import build_system

GLOBAL, LOCAL = "fclib_global", "fclib_local"

#: How far the columns of a block may be from those of a rigid one, relative to their size [-].
RIGID = 1e-9


def _write_matrix(group: h5py.Group, matrix) -> None:
    """Compressed columns, as FCLIB marks them: nz = -1; p column pointers, i row numbers, x values."""
    matrix = sp.csc_array(matrix)
    matrix.sort_indices()
    for name, value in (("nzmax", matrix.nnz), ("m", matrix.shape[0]), ("n", matrix.shape[1]), ("nz", -1)):
        group.create_dataset(name, data=np.array([value], np.int32))
    group.create_dataset("p", data=matrix.indptr.astype(np.int32))
    group.create_dataset("i", data=matrix.indices.astype(np.int32))
    group.create_dataset("x", data=matrix.data)


def _read_matrix(group: h5py.Group) -> sp.csc_array:
    """Any of FCLIB's three forms: triplets (nz >= 0), compressed columns (-1) or rows (-2)."""
    shape, nz = (int(group["m"][0]), int(group["n"][0])), int(group["nz"][0])
    p, i, x = group["p"][:], group["i"][:], group["x"][:]
    if nz >= 0:
        return sp.csc_array(sp.coo_array((x[:nz], (i[:nz], p[:nz])), shape))
    kind = sp.csc_array if nz == -1 else sp.csr_array
    return sp.csc_array(kind((x, i, p), shape))


def save_fclib(problem: ContactProblem, path: str | Path, title: str = "", description: str = "") -> None:
    """Write `problem` as an FCLIB global problem; only free blocks appear, six rows each.

    Compliance, cohesion, tension, crushing and locked degrees of freedom have no place in that layout and are an
    error.
    """
    if problem.compliance is not None:
        raise InputError("contact problem: compliance must be None for FCLIB, got an array")
    for name in ("cohesion", "tension", "crushing"):
        if getattr(problem, name) is not None:
            raise InputError(f"contact problem: {name} must be None for FCLIB, got an array")
    if problem.planar_axis is not None:
        raise InputError(f"contact problem: planar_axis must be None for FCLIB, got {problem.planar_axis!r}")
    system = build_system(problem)
    free = ~problem.prescribed
    start = problem.free_twist[free].ravel()
    with h5py.File(path, "w") as file:
        root = file.create_group("fclib_global")
        root.create_dataset("spacedim", data=np.array([3], np.int32))
        _write_matrix(root.create_group("M"), system.inertia)
        _write_matrix(root.create_group("H"), system.jacobian.T)
        vectors = root.create_group("vectors")
        vectors.create_dataset("f", data=system.inertia @ start)
        # u = G v + w: what is left of the bias when the free blocks' own share G v* is taken out
        vectors.create_dataset("w", data=system.bias.ravel() - system.jacobian @ start)
        vectors.create_dataset("mu", data=problem.friction)
        info = root.create_group("info")
        for name, text in (("title", title), ("description", description),
                           ("math_info", "rows (n, t1, t2); one contact problem of rigid blocks, 6 rows a block")):
            info.create_dataset(name, data=np.bytes_(text or " "))
        info.attrs["speed_scale"] = float(problem.speed_scale)


@dataclass(frozen=True, slots=True)
class _Side:
    """What one contact is to one of its blocks."""

    contact: int
    block: int
    is_b: bool
    frame: np.ndarray    #: (3, 3) rows n, t1, t2
    moment: np.ndarray   #: (3, 3) rows arm x f, in the axes of the block's angular velocity


def _sides(jacobian: sp.csr_array, count: int) -> list[_Side]:
    """Blocks of every contact; a right-handed frame tells b from a, whose rows have the opposite sign."""
    sides = []
    for c in range(count):
        part = jacobian[3 * c:3 * c + 3]
        touched = np.unique(part.indices[part.data != 0.0] // 6)
        if not 1 <= len(touched) <= 2:
            raise InputError(f"fclib problem: contact {c} must touch 1 or 2 blocks, got {len(touched)}")
        dense = part.toarray()
        for block in touched:
            rows = dense[:, 6 * block:6 * block + 6]
            is_b = bool(np.linalg.det(rows[:, :3]) > 0.0)
            rows = rows if is_b else -rows
            if np.abs(rows[:, :3] @ rows[:, :3].T - np.eye(3)).max() > RIGID:
                raise InputError("fclib problem: H must hold rigid blocks, three rows (f, arm x f) a contact, "
                                 f"got a frame at contact {c} that is not orthonormal")
            sides.append(_Side(c, int(block), is_b, rows[:, :3], rows[:, 3:]))
    return sides


def _block_axes(sides: list[_Side], blocks: int) -> np.ndarray:
    """(b, 3, 3) R of each block: its angular velocities are R^T w. One rotation must fit all contacts of a block.

    The sum of f (arm x f)^T R over the three axes of a contact is A = -skew(arm) R: the left null vector of A is the
    direction of the arm, its greatest singular value the length, and R is known but for the sign of the arm.
    """
    axes = np.tile(np.eye(3), (blocks, 1, 1))
    own: list[list[np.ndarray]] = [[] for _ in range(blocks)]
    for side in sides:
        own[side.block].append(side.frame.T @ side.moment)
    for block, list_of_a in enumerate(own):
        if not list_of_a:
            continue
        a = np.array(list_of_a)
        size = np.linalg.norm(a, axis=(1, 2))
        candidates = [np.eye(3), *_axes_from(a[int(size.argmax())])] if size.max() > 0.0 else [np.eye(3)]
        miss = [np.abs(a @ r.T + r @ a.transpose(0, 2, 1)).max() for r in candidates]
        best = 0 if miss[0] <= RIGID * (1.0 + size.max()) else int(np.argmin(miss))
        if not miss[best] <= RIGID * (1.0 + size.max()):
            raise InputError("fclib problem: H must hold rigid blocks, three rows (f, arm x f) a contact, "
                             f"got columns of block {block} that no rotation makes such")
        axes[block] = candidates[best]
    return axes


def _axes_from(a: np.ndarray) -> list[np.ndarray]:
    """The two rotations R for which A = -skew(arm) R, one for each sign of the arm."""
    left, value, right = np.linalg.svd(a)
    found = []
    for arm in (value[0] * left[:, 2], -value[0] * left[:, 2]):
        r = skew(arm) @ a / value[0] ** 2
        along = np.outer(left[:, 2], right[2])
        found.append(r + along if np.linalg.det(r + along) > 0.0 else r - along)
    return found


def _contacts(sides: list[_Side], axes: np.ndarray, blocks: int,
              count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Blocks a and b (2, c), frames (c, 3, 3) and arms of a and b (2, c, 3); the last block is the prescribed one."""
    pair, frame, arm = np.full((2, count), blocks, np.int32), np.empty((count, 3, 3)), np.zeros((2, count, 3))
    for side in sides:
        which = int(side.is_b)
        if pair[which, side.contact] != blocks:
            raise InputError(f"fclib problem: contact {side.contact} must act on its two blocks in opposite senses")
        pair[which, side.contact] = side.block
        frame[side.contact] = side.frame
        # sum over the axes of f x (arm x f) = 2 arm for an orthonormal frame
        arm[which, side.contact] = 0.5 * np.cross(side.frame, side.moment @ axes[side.block].T).sum(axis=0)
    return pair, frame, arm


def load_fclib(path: str | Path, speed_scale: float | None = None) -> ContactProblem | LocalProblem:
    """Read an FCLIB problem: a global one of rigid blocks (six rows a block, block-diagonal M), or a local one.

    Blocks come in the order of the rows of M; one prescribed block at rest, the last, stands for all that was
    prescribed. speed_scale : [m/s]; by default the file's own if it is ours, else the root mean square of the relative
    velocities that the contacts would have without impulses. Its law is Coulomb's: FCLIB knows no other.
    """
    try:
        with h5py.File(path, "r") as file:
            if LOCAL in file:
                return _read_local(file[LOCAL])
            if GLOBAL not in file:
                raise InputError(f"fclib problem {str(path)!r} must hold a group {GLOBAL} or {LOCAL}, "
                                 f"got {sorted(file)}")
            return _read_global(file[GLOBAL], speed_scale)
    except (OSError, KeyError, IndexError, ValueError, TypeError) as error:   # damaged in one of many ways
        raise InputError(f"fclib problem {str(path)!r} cannot be read: {' '.join(str(error).split())}") from None


def _check_space(root: h5py.Group) -> None:
    if int(root["spacedim"][0]) != 3:
        raise InputError(f"fclib problem: spacedim must be 3, got {int(root['spacedim'][0])}")


def _read_local(root: h5py.Group) -> LocalProblem:
    _check_space(root)
    if "V" in root or "R" in root:
        raise InputError("fclib problem: a local problem must have no equality constraints (V, R), got some")
    matrix, q, mu = _read_matrix(root["W"]), root["vectors"]["q"][:], root["vectors"]["mu"][:]
    if matrix.shape != (3 * len(mu), 3 * len(mu)) or q.shape != (3 * len(mu),):
        raise InputError(f"fclib problem: W and q must have 3 rows for each of {len(mu)} contacts, "
                         f"got {matrix.shape} and {q.shape}")
    return LocalProblem(matrix, q.reshape(-1, 3), mu)


def _read_global(root: h5py.Group, speed_scale: float | None) -> ContactProblem:
    _check_space(root)
    if "G" in root:
        raise InputError("fclib problem: a global problem must have no equality constraints (G), got some")
    mass, jacobian = _read_matrix(root["M"]), sp.csr_array(_read_matrix(root["H"]).T)
    f, w, mu = (root["vectors"][name][:] for name in ("f", "w", "mu"))
    if speed_scale is None and "info" in root and "speed_scale" in root["info"].attrs:
        speed_scale = float(root["info"].attrs["speed_scale"])
    blocks, count = mass.shape[0] // 6, len(mu)
    coo = sp.coo_array(mass)
    if mass.shape[0] != 6 * blocks or np.any(coo.coords[0] // 6 != coo.coords[1] // 6):
        raise InputError("fclib problem: M must be block-diagonal with blocks of 6 rows, got another pattern")
    if jacobian.shape != (3 * count, 6 * blocks) or f.shape != (6 * blocks,) or w.shape != (3 * count,):
        raise InputError(f"fclib problem: H, f and w must fit {blocks} blocks and {count} contacts, "
                         f"got {jacobian.shape[::-1]}, {f.shape} and {w.shape}")
    inertia = np.zeros((blocks, 6, 6))
    inertia[coo.coords[0] // 6, coo.coords[0] % 6, coo.coords[1] % 6] = coo.data
    twist = np.linalg.solve(inertia, f.reshape(blocks, 6, 1))[:, :, 0]
    free_speed = jacobian @ twist.ravel() + w
    sides = _sides(jacobian, count)
    axes = _block_axes(sides, blocks)
    turn = np.tile(np.eye(6), (blocks, 1, 1))
    turn[:, 3:, 3:] = axes
    inertia, twist = turn @ inertia @ turn.transpose(0, 2, 1), (turn @ twist[:, :, None])[:, :, 0]
    pair, frame, arm = _contacts(sides, axes, blocks, count)
    if speed_scale is None:
        speed_scale = max(float(np.sqrt(np.mean(free_speed**2))), 1e-300) if count else 1.0
    order = np.lexsort((pair[1], pair[0]))
    return ContactProblem(inertia=np.concatenate([inertia, np.eye(6)[None]]),
                          free_twist=np.concatenate([twist, np.zeros((1, 6))]),
                          prescribed=np.arange(blocks + 1) == blocks,
                          block_a=pair[0][order], block_b=pair[1][order], frame=frame[order], arm_a=arm[0][order],
                          arm_b=arm[1][order], bias=w.reshape(-1, 3)[order], friction=mu[order],
                          speed_scale=float(speed_scale), law=FlowLaw.COULOMB)
