"""What a joint law is to the engine: state columns, packed parameters and scalar kernels.

One sub-contact is one point of a joint. Its law gets the total relative displacement across the joint u = (u_n, u_s1,
u_s2) [m] in the frame (n, t1, t2) of the contact, u_n > 0 where the joint opens, and gives the stress (sigma, tau_1,
tau_2) [Pa], tension positive. What a point remembers stands in the columns of a 2-D array, state[column, point]; zeros
are a joint that nothing has happened to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from drystone.model.joint import Joint

#: Columns that laws with memory share, in this order; a law may add its own after them.
MEMORY = (
    "p_n",       #: displacement that stays when the stress is taken away: crushing < 0, dilation > 0 [m]
    "p_s1",      #: ... along t1: slip [m]
    "p_s2",      #: ... along t2 [m]
    "d_t",       #: damage by opening, 0 to 1 [-]
    "d_s",       #: damage by sliding, 0 to 1 [-]
    "d_ts",      #: both, d_t + d_s - d_t d_s [-]
    "kappa_t",   #: inelastic opening, never falls [m]
    "kappa_s",   #: inelastic sliding, summed over its whole way [m]
    "kappa_c",   #: displacement at which the compression curve is read, never falls [m]
    "w_t",       #: energy dissipated by opening [J/m2]
    "w_s",       #: ... by sliding [J/m2]
    "w_c",       #: ... by crushing [J/m2]
)

#: Numbers of those columns, for kernels.
P_N, P_S1, P_S2, D_T, D_S, D_TS, KAPPA_T, KAPPA_S, KAPPA_C, W_T, W_S, W_C = range(12)


@dataclass(frozen=True)
class Law:
    """One joint law. The kernels are compiled scalar functions that other kernels call for each point."""

    #: How results and messages name it.
    name: str

    #: Names of its state columns.
    state: tuple[str, ...]

    #: pack(joint) -> (p,) float64: parameters with tables behind them; the first two are k_n and k_s [Pa/m].
    pack: Callable[[Joint], np.ndarray]

    #: is_elastic(parameters, u_n, u_s1, u_s2, state, i) -> bool: whether the stress of point i is exactly
    #: (k_n u_n, k_s u_s1, k_s u_s2) and its state stays as it is. A point that slid or crushed is never elastic in this
    #: sense: `respond` serves it.
    is_elastic: Callable

    #: respond(parameters, u_n, u_s1, u_s2, state, i, out): the whole law; writes the stress to out[0:3, i] and moves
    #: state[:, i].
    respond: Callable

    #: stored(parameters, u_n, u_s1, u_s2, state, i) -> energy that the point gives back when it is unloaded [J/m2];
    #: after `respond`, or for a point that is elastic.
    stored: Callable
