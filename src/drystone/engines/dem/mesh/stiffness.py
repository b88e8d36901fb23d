"""Stiffness of a piece, and the share of its volume that each node carries."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from drystone.engines.dem.mesh.piece import PieceMesh


def gradients(mesh: PieceMesh) -> np.ndarray:
    """(t, 4, 3) [1/m], of the four area coordinates of each tetrahedron: constant within it."""
    arm = mesh.nodes[mesh.tets[:, 1:]] - mesh.nodes[mesh.tets[:, :1]]
    inner = np.linalg.inv(arm).transpose(0, 2, 1)
    return np.concatenate((-inner.sum(axis=1, keepdims=True), inner), axis=1)


def stiffness(mesh: PieceMesh, young: float, poisson: float) -> sparse.csr_array:
    """(3 n, 3 n) [N/m], of an isotropic linear-elastic piece: force = stiffness @ displacement, by node and axis.

    For two nodes a, b of a tetrahedron with gradients g: V (lam g_a g_b' + mu g_b g_a' + mu (g_a . g_b) 1).
    """
    lam = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))
    mu = 0.5 * young / (1.0 + poisson)
    g, volume = gradients(mesh), mesh.volumes() * mesh.share
    outer = np.einsum("tai,tbj->tabij", g, g)
    part = lam * outer + mu * outer.transpose(0, 1, 2, 4, 3)
    part += mu * np.einsum("tab,ij->tabij", np.einsum("tai,tbi->tab", g, g), np.eye(3))
    part *= volume[:, None, None, None, None]
    degree = 3 * mesh.tets[:, :, None] + np.arange(3)                                   # (t, 4, 3)
    row = np.broadcast_to(degree[:, :, None, :, None], part.shape)
    column = np.broadcast_to(degree[:, None, :, None, :], part.shape)
    size = 3 * len(mesh.nodes)
    total = sparse.coo_array((part.ravel(), (row.ravel(), column.ravel())), shape=(size, size)).tocsr()
    total = (0.5 * (total + total.T)).tocsr()
    total.sort_indices()
    return total


def volume_shares(mesh: PieceMesh) -> np.ndarray:
    """(n,) [m3]: a quarter of every tetrahedron goes to each of its nodes."""
    out = np.zeros(len(mesh.nodes))
    np.add.at(out, mesh.tets, (0.25 * mesh.volumes() * mesh.share)[:, None])
    return out
