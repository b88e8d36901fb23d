"""Brittle Mohr-Coulomb joint: cohesion and tension until it breaks, friction for good; with neither, a dry joint.

    bonded   sigma <= f_t,  |tau| <= c - sigma tan(phi)
    broken   sigma <= 0,    |tau| <= -sigma tan(phi)

One violation of either surface breaks a point in both. Slip is plastic and stays; an open joint carries nothing, and
slides along without resistance, so that it has no shear when it closes.
"""

from __future__ import annotations

import math

import numpy as np

from drystone.engines.dem.joints.law import D_S, D_T, D_TS, KAPPA_S, KAPPA_T, MEMORY, P_S1, P_S2, W_S, W_T, Law
from drystone.kernels import bare_kernel
from drystone.model.joint import Joint

NAME = "mohr_coulomb"
STATE = MEMORY

_K_N, _K_S, _TENSION, _COHESION, _FRICTION = range(5)


def pack(joint: Joint) -> np.ndarray:
    """(5,): k_n, k_s [Pa/m], f_t, c [Pa], tan(phi)."""
    return np.array([joint.normal_stiffness, joint.shear_stiffness, joint.tension, joint.cohesion, joint.friction])


@bare_kernel
def is_elastic(parameters, u_n, u_s1, u_s2, state, i):
    """A point that never slid, closed or bonded, inside both surfaces."""
    if state[P_S1, i] != 0.0 or state[P_S2, i] != 0.0:
        return False
    sigma = parameters[_K_N] * u_n
    tension, cohesion = parameters[_TENSION], parameters[_COHESION]
    if state[D_TS, i] > 0.0:
        tension, cohesion = 0.0, 0.0
    limit = cohesion - sigma * parameters[_FRICTION]
    shear = parameters[_K_S] * parameters[_K_S] * (u_s1 * u_s1 + u_s2 * u_s2)
    return sigma <= tension and limit >= 0.0 and shear <= limit * limit


@bare_kernel
def respond(parameters, u_n, u_s1, u_s2, state, i, out):
    """Tension first, then friction under the normal stress that is left."""
    k_n, k_s, friction = parameters[_K_N], parameters[_K_S], parameters[_FRICTION]
    tension, cohesion = parameters[_TENSION], parameters[_COHESION]
    has_bond = tension > 0.0 or cohesion > 0.0
    if state[D_TS, i] > 0.0:
        tension, cohesion, has_bond = 0.0, 0.0, False
    sigma = k_n * u_n
    if sigma > tension:
        if has_bond:
            state[D_T, i] = state[D_TS, i] = 1.0
            state[W_T, i] += 0.5 * tension * tension / k_n
            cohesion, has_bond = 0.0, False
        state[KAPPA_T, i] = max(state[KAPPA_T, i], u_n)
        sigma = 0.0
    limit = max(cohesion - sigma * friction, 0.0)
    tau_1, tau_2 = k_s * (u_s1 - state[P_S1, i]), k_s * (u_s2 - state[P_S2, i])
    shear = math.sqrt(tau_1 * tau_1 + tau_2 * tau_2)
    if shear > limit:
        before = limit
        if has_bond:                        # the bond breaks, and with it what it held across the joint
            state[D_S, i] = state[D_TS, i] = 1.0
            if sigma > 0.0:
                state[W_T, i] += 0.5 * sigma * sigma / k_n
                sigma = 0.0
            limit = max(-sigma * friction, 0.0)
        slip = (shear - limit) / k_s
        state[P_S1, i] += slip * tau_1 / shear
        state[P_S2, i] += slip * tau_2 / shear
        if u_n <= 0.0 or before > 0.0:      # what moves past each other without touching does not slide
            state[KAPPA_S, i] += slip
        state[W_S, i] += 0.5 * (before + limit) * slip
        tau_1 *= limit / shear
        tau_2 *= limit / shear
    out[0, i], out[1, i], out[2, i] = sigma, tau_1, tau_2


@bare_kernel
def stored(parameters, u_n, u_s1, u_s2, state, i):
    """Of the springs that carry [J/m2]."""
    k_n, k_s = parameters[_K_N], parameters[_K_S]
    e_1, e_2 = u_s1 - state[P_S1, i], u_s2 - state[P_S2, i]
    has_bond = state[D_TS, i] == 0.0 and (parameters[_TENSION] > 0.0 or parameters[_COHESION] > 0.0)
    normal = k_n * u_n * u_n if u_n <= 0.0 or has_bond else 0.0
    return 0.5 * (normal + k_s * (e_1 * e_1 + e_2 * e_2))


LAW = Law(NAME, STATE, pack, is_elastic, respond, stored)
