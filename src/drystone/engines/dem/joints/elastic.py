"""Elastic joint: glue and plates. It never opens, slides or crushes."""

from __future__ import annotations

import numpy as np

from drystone.engines.dem.joints.law import Law
from drystone.kernels import bare_kernel
from drystone.model.joint import Joint

NAME = "elastic"
STATE: tuple[str, ...] = ()


def pack(joint: Joint) -> np.ndarray:
    """(2,): k_n, k_s [Pa/m]."""
    return np.array([joint.normal_stiffness, joint.shear_stiffness])


@bare_kernel
def is_elastic(parameters, u_n, u_s1, u_s2, state, i):
    """Always."""
    return True


@bare_kernel
def respond(parameters, u_n, u_s1, u_s2, state, i, out):
    """Hooke."""
    out[0, i] = parameters[0] * u_n
    out[1, i] = parameters[1] * u_s1
    out[2, i] = parameters[1] * u_s2


@bare_kernel
def stored(parameters, u_n, u_s1, u_s2, state, i):
    """All of its work [J/m2]."""
    return 0.5 * (parameters[0] * u_n * u_n + parameters[1] * (u_s1 * u_s1 + u_s2 * u_s2))


LAW = Law(NAME, STATE, pack, is_elastic, respond, stored)
