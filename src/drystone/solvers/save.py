"""Contact problems in files: our own layout, bit for bit, and the layout of FCLIB for comparison with others.

FCLIB (Acary, Bremond, Koziara, Perignon 2014) keeps a global problem as  M v = H r + f,  u = H^T v + w,  r in the
Coulomb cone of u, in HDF5. Its contact components are (n, t1, t2) and its impulses act like ours, so M is our inertia,
H the transposed G, f = M v*, and w the bias, with what prescribed blocks do. Its law is Coulomb's without
dilatancy; ours is the associative one: the matrices are the same, the solutions agree where nothing slides.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import h5py
import numpy as np
import scipy.sparse as sp

from drystone.errors import InputError
from drystone.solvers.problem import ContactProblem
from drystone.solvers.sparse_matrix import build_system

LAYOUT = 1


def save_problem(problem: ContactProblem, path: str | Path) -> None:
    """Write `problem` to `path` (.npz); `load_problem` gives the same bits back."""
    arrays = {f.name: np.asarray(getattr(problem, f.name)) for f in fields(problem)
              if getattr(problem, f.name) is not None}
    with open(path, "wb") as file:
        np.savez_compressed(file, layout=np.int64(LAYOUT), **arrays)


def save_warm(path: str | Path, warm: tuple[np.ndarray, np.ndarray]) -> None:
    """Write the twist and impulses from which a problem was solved beside its file `path`."""
    with open(warm_path(path), "wb") as file:
        np.savez_compressed(file, twist=warm[0], impulse=warm[1])


def warm_path(path: str | Path) -> Path:
    """File of the warm start of the problem in `path`."""
    return Path(path).with_suffix(".warm.npz")


def load_problem(path: str | Path) -> ContactProblem:
    """Read what `save_problem` wrote."""
    with np.load(path, allow_pickle=False) as file:
        if "layout" not in file or int(file["layout"]) != LAYOUT:
            raise InputError(f"contact problem {str(path)!r}: layout must be {LAYOUT}, "
                             f"got {int(file['layout']) if 'layout' in file else None!r}")
        values = {name: file[name] for name in file.files if name != "layout"}
    if "planar_axis" in values:
        values["planar_axis"] = int(values["planar_axis"])
    values["speed_scale"] = float(values["speed_scale"])
    return ContactProblem(**values)


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


def _place(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Frame (3, 3) and arm (3,) from the three rows (f, arm x f) of one block, or an error if they are not such."""
    frame, moment = rows[:, :3], rows[:, 3:]
    # sum over the axes of f x (arm x f) = 2 arm for an orthonormal frame
    arm = 0.5 * np.cross(frame, moment).sum(axis=0)
    size = 1.0 + np.abs(moment).max()
    if np.abs(frame @ frame.T - np.eye(3)).max() > 1e-9 or np.abs(np.cross(arm, frame) - moment).max() > 1e-9 * size:
        raise InputError("fclib problem: H must hold rigid blocks, three rows (f, arm x f) a contact, got other rows")
    return frame, arm


def load_fclib(path: str | Path, speed_scale: float | None = None) -> ContactProblem:
    """Read an FCLIB global problem of rigid blocks (six rows a block, block-diagonal M).

    The blocks come in the order of the rows of M; one prescribed block at rest, the last, stands for all that was
    prescribed. `speed_scale` [m/s] must be given unless the file holds ours.
    """
    with h5py.File(path, "r") as file:
        if "fclib_global" not in file:
            raise InputError(f"fclib problem {str(path)!r} must hold a group fclib_global, got {sorted(file)}")
        root = file["fclib_global"]
        mass, jacobian = _read_matrix(root["M"]), sp.csr_array(_read_matrix(root["H"]).T)
        f, w, mu = (root["vectors"][name][:] for name in ("f", "w", "mu"))
        if int(root["spacedim"][0]) != 3:
            raise InputError(f"fclib problem: spacedim must be 3, got {int(root['spacedim'][0])}")
        if speed_scale is None:
            if "info" not in root or "speed_scale" not in root["info"].attrs:
                raise InputError(f"fclib problem {str(path)!r}: speed_scale must be given [m/s], got None")
            speed_scale = float(root["info"].attrs["speed_scale"])
    blocks = mass.shape[0] // 6
    coo = sp.coo_array(mass)
    if mass.shape[0] != 6 * blocks or np.any(coo.coords[0] // 6 != coo.coords[1] // 6):
        raise InputError("fclib problem: M must be block-diagonal with blocks of 6 rows, got another pattern")
    inertia = np.zeros((blocks + 1, 6, 6))
    inertia[coo.coords[0] // 6, coo.coords[0] % 6, coo.coords[1] % 6] = coo.data
    inertia[blocks] = np.eye(6)
    twist = np.zeros((blocks + 1, 6))
    twist[:blocks] = np.linalg.solve(inertia[:blocks], f.reshape(blocks, 6, 1))[:, :, 0]
    count = len(mu)
    pair, frame = np.empty((2, count), np.int32), np.empty((count, 3, 3))
    arm = np.zeros((2, count, 3))
    for c in range(count):
        part = jacobian[3 * c:3 * c + 3]
        touched = np.unique(part.indices[part.data != 0.0] // 6)
        if not 1 <= len(touched) <= 2:
            raise InputError(f"fclib problem: contact {c} must touch 1 or 2 blocks, got {len(touched)}")
        dense = part.toarray()
        rows = [dense[:, 6 * b:6 * b + 6] for b in touched]
        # a right-handed frame tells the block b from the block a, whose rows have the opposite sign
        on_b = [np.linalg.det(r[:, :3]) > 0.0 for r in rows]
        pair[:, c] = blocks
        for b, r, positive in zip(touched, rows, on_b):
            side = 1 if positive else 0
            pair[side, c] = b
            frame[c], arm[side, c] = _place(r if positive else -r)
    order = np.lexsort((pair[1], pair[0]))
    return ContactProblem(inertia=inertia, free_twist=twist, prescribed=np.arange(blocks + 1) == blocks,
                          block_a=pair[0][order], block_b=pair[1][order], frame=frame[order], arm_a=arm[0][order],
                          arm_b=arm[1][order], bias=w.reshape(-1, 3)[order], friction=mu[order],
                          speed_scale=float(speed_scale))
