"""Joint with damage: a tension cut-off, Coulomb friction with cohesion, an elliptical cap; strength wears by all three.

    F1 = sigma - f_t (1 - d_ts)                              d_ts = d_t + d_s - d_t d_s
    F2 = |tau| + sigma tan(phi) - c                          c, tan(phi) from peak to residual with d_ts
    F3 = C_nn sigma^2 + C_ss tau^2 + C_n sigma - f_c^2       f_c hardens, then softens (model/crushing.py)

One call goes through them in this order: opening, sliding under the normal stress that is left, crushing last, which
goes back towards no stress and so stays inside of F2. Damage grows only where its own surface is passed, and it is
solved for on the straight pieces of its table, so that the curve of one long step is that of many short ones. Symbols,
readings and options: docs/joints_dem.md.
"""

from __future__ import annotations

import math

from drystone.engines.dem.joints.damage_parameters import (
    C_N,
    C_NN,
    C_P,
    C_R,
    C_SS,
    CAP,
    CAP_CLOSING,
    CAP_STRESS,
    DEGRADED,
    DRIVER,
    ELASTIC,
    F_CM,
    F_CP,
    F_CR,
    F_EL,
    F_T,
    FROZEN_RATIO,
    HARDENING,
    K_N,
    K_S,
    KS_LEFT,
    N_S,
    N_T,
    NO_CAP,
    PEAK,
    PLASTIC,
    PSI_FADES,
    TABLES,
    TAN_P,
    TAN_PSI,
    TAN_R,
    U_CM,
    U_CP,
    U_EL,
    UNLOADING,
    pack,
)
from drystone.engines.dem.joints.law import (
    D_S,
    D_T,
    D_TS,
    KAPPA_C,
    KAPPA_S,
    KAPPA_T,
    MEMORY,
    P_N,
    P_S1,
    P_S2,
    W_C,
    W_S,
    W_T,
    Law,
)
from drystone.engines.dem.joints.piecewise import read_damage, solve_damage
from drystone.kernels import bare_kernel, inner_kernel

NAME = "damage"
STATE = (
    *MEMORY,
    "loss_n",    #: share of k_n that a crack has lost [-]
    "rest_n",    #: opening below which a crack that unloads carries nothing (degraded unloading) [m]
    "p_t",       #: part of p_n that comes from opening (elastic unloading) [m]
    "crush",     #: length of the way of plastic displacement on the cap [m]
    "tau_p",     #: peak shear strength at first yield (frozen ratio) [Pa]
)
LOSS_N, REST_N, P_T, CRUSH, TAU_P = range(len(MEMORY), len(MEMORY) + 5)

#: Halvings and secants at most for sliding that lifts the joint; they end at rounding before.
MOST_TRIES = 100


@bare_kernel
def is_elastic(parameters, u_n, u_s1, u_s2, state, i):
    """A point without plastic displacement, inside of all surfaces as they are now, whose springs are whole."""
    if state[P_N, i] != 0.0 or state[P_S1, i] != 0.0 or state[P_S2, i] != 0.0:
        return False
    d_t, d_ts = state[D_T, i], state[D_TS, i]
    if d_ts > 0.0 and parameters[KS_LEFT] < 1.0:
        return False
    sigma = parameters[K_N] * u_n
    residual = parameters[C_R]
    if u_n > 0.0:
        if sigma > parameters[F_T] * (1.0 - d_ts) or state[LOSS_N, i] > 0.0:
            return False
        residual *= 1.0 - d_t
    whole = 1.0 - d_ts
    limit = residual + (parameters[C_P] - parameters[C_R]) * whole - sigma * (
        parameters[TAN_R] + (parameters[TAN_P] - parameters[TAN_R]) * whole)
    shear = parameters[K_S] * parameters[K_S] * (u_s1 * u_s1 + u_s2 * u_s2)
    if limit < 0.0 or shear > limit * limit:
        return False
    if u_n >= 0.0 or parameters[CAP] == NO_CAP:
        return True
    pressed = (parameters[C_NN] * sigma + parameters[C_N]) * sigma + parameters[C_SS] * shear
    return (state[KAPPA_C, i] == 0.0 and pressed <= parameters[CAP_STRESS] * parameters[CAP_STRESS]
            and -u_n <= parameters[CAP_CLOSING])


@bare_kernel
def respond(parameters, u_n, u_s1, u_s2, state, i, out):
    """The whole law."""
    damage_before = state[D_TS, i]
    opening = u_n - state[P_N, i]
    out[0, i] = _open(parameters, opening, state, i) if opening > 0.0 else parameters[K_N] * opening
    _slide(parameters, opening, u_s1, u_s2, damage_before, state, i, out)
    if opening > 0.0:
        strength = parameters[F_T] * (1.0 - state[D_TS, i])
        if out[0, i] > strength:            # sliding took part of it
            out[0, i] = _cut(parameters, opening, out[0, i], out[0, i], strength, state, i)
    elif parameters[CAP] != NO_CAP:
        _crush(parameters, u_n, state, i, out)


@bare_kernel
def stored(parameters, u_n, u_s1, u_s2, state, i):
    """Of the springs as they are now [J/m2]."""
    opening = u_n - state[P_N, i]
    e_1, e_2 = u_s1 - state[P_S1, i], u_s2 - state[P_S2, i]
    normal = parameters[K_N] * opening * opening
    if opening > 0.0:
        beyond = max(opening - state[REST_N, i], 0.0) if parameters[F_T] > 0.0 else 0.0
        normal = parameters[K_N] * (1.0 - state[LOSS_N, i]) * beyond * beyond
    return 0.5 * (normal + _shear_stiffness(parameters, state[D_TS, i]) * (e_1 * e_1 + e_2 * e_2))


# --- opening ------------------------------------------------------------------------------------

@inner_kernel
def _open(parameters, opening, state, i):
    """Normal stress of an open joint; lets d_t grow."""
    stiffness, tension = parameters[K_N], parameters[F_T]
    if tension == 0.0:
        return 0.0
    sigma = stiffness * (1.0 - state[LOSS_N, i]) * max(opening - state[REST_N, i], 0.0)
    before = tension * (1.0 - state[D_TS, i])
    if sigma <= before:
        return sigma
    # the ratio of the paper knows nothing of sliding; with inelastic opening, what sliding took is inelastic, too
    strength = tension * (1.0 - state[D_S, i]) if parameters[DRIVER] == PLASTIC else tension
    count, kappa = int(parameters[N_T]), state[KAPPA_T, i]
    trial = stiffness * (opening + state[P_T, i] - kappa)
    if trial > strength * (1.0 - state[D_T, i]):
        kappa = solve_damage(parameters, TABLES, count, kappa, trial, stiffness, 0.0, strength)
        state[KAPPA_T, i] = kappa
        state[D_T, i] = max(state[D_T, i], read_damage(parameters, TABLES, count, kappa))
        state[D_TS, i] = 1.0 - (1.0 - state[D_T, i]) * (1.0 - state[D_S, i])
    return _cut(parameters, opening, sigma, before, tension * (1.0 - state[D_TS, i]), state, i)


@inner_kernel
def _cut(parameters, opening, sigma, before, strength, state, i):
    """Bring the stress of an open joint down to its strength, and let its spring remember so.

    sigma : on the spring as it was [Pa]
    before : strength as it was [Pa]
    """
    stiffness, loss, rest = parameters[K_N], state[LOSS_N, i], state[REST_N, i]
    first = min(sigma, before)                   # where the spring met the surface
    if parameters[UNLOADING] == ELASTIC:
        moved = (sigma - strength) / stiffness
        state[P_N, i] += moved
        state[P_T, i] += moved
        state[W_T, i] += 0.5 * (first + strength) * moved
        return strength
    spring = stiffness * (1.0 - loss)
    first_opening = rest + first / spring
    new_rest = rest
    whole = 1.0 - state[D_TS, i]
    if parameters[UNLOADING] == DEGRADED and whole > 0.0:
        new_rest = max(rest, opening - strength / (stiffness * whole))
    state[W_T, i] += 0.5 * ((first + strength) * (opening - first_opening) + first * (first_opening - rest)
                            - strength * (opening - new_rest))
    state[REST_N, i] = new_rest
    state[LOSS_N, i] = max(loss, 1.0 - strength / (stiffness * (opening - new_rest)))
    return strength


# --- sliding ------------------------------------------------------------------------------------

@inner_kernel
def _shear_stiffness(parameters, damage):
    """k_s, less what damage takes of it [Pa/m]."""
    return parameters[K_S] * (1.0 - (1.0 - parameters[KS_LEFT]) * damage)


@inner_kernel
def _slide(parameters, opening, u_s1, u_s2, damage_before, state, i, out):
    """Shear stress under the normal stress out[0, i]; lets d_s grow, and the joint rise where it dilates."""
    sigma, whole = out[0, i], 1.0 - state[D_T, i]
    damage = state[D_TS, i]
    spring = _shear_stiffness(parameters, damage)
    e_1, e_2 = u_s1 - state[P_S1, i], u_s2 - state[P_S2, i]
    stretch = math.sqrt(e_1 * e_1 + e_2 * e_2)
    if damage > damage_before:              # opening made the spring softer
        state[W_T, i] += 0.5 * (_shear_stiffness(parameters, damage_before) - spring) * stretch * stretch
    tau = spring * stretch
    # an open joint keeps of the residual cohesion what opening has left
    residual = parameters[C_R] * whole if opening > 0.0 else parameters[C_R]
    base = residual - sigma * parameters[TAN_R]
    gain = whole * (parameters[C_P] - parameters[C_R] - sigma * (parameters[TAN_P] - parameters[TAN_R]))
    before = max(base + gain * (1.0 - state[D_S, i]), 0.0)
    out[1, i], out[2, i] = spring * e_1, spring * e_2
    if tau <= before:
        return
    if opening > 0.0 and before == 0.0:     # what moves past each other without touching does not slide
        state[P_S1, i], state[P_S2, i] = u_s1, u_s2
        out[1, i], out[2, i] = 0.0, 0.0
        return
    stiffness = parameters[K_S]
    # the spring before damage would have the same inelastic part: all of unloading hangs on `spring`, nothing else
    trial = before + (tau - before) * stiffness / spring
    dilation = parameters[TAN_PSI] if opening <= 0.0 else 0.0
    _damage_by_sliding(parameters, sigma, base, gain, trial, dilation, u_s1, u_s2, state, i)
    damage = state[D_TS, i]
    if parameters[PSI_FADES] > 0.0:
        dilation *= 1.0 - damage
    friction = parameters[TAN_R] + (parameters[TAN_P] - parameters[TAN_R]) * (1.0 - damage)
    limit = max(base + gain * (1.0 - state[D_S, i]), 0.0)
    slip = (trial - limit) / (stiffness + parameters[K_N] * dilation * friction)
    rise = dilation * slip
    limit += parameters[K_N] * rise * friction
    out[0, i] = sigma - parameters[K_N] * rise
    state[P_N, i] += rise
    state[KAPPA_S, i] += slip
    softer = _shear_stiffness(parameters, damage)
    state[W_S, i] += 0.5 * ((before + limit) * (tau - before) / spring + before * before / spring
                            - limit * limit / softer + (sigma + out[0, i]) * rise)
    for axis, direction, moved in ((P_S1, e_1 / stretch, u_s1), (P_S2, e_2 / stretch, u_s2)):
        state[axis, i] = moved - direction * limit / softer
        out[axis, i] = direction * limit        # P_S1, P_S2 are 1 and 2, as the rows of out


@inner_kernel
def _damage_by_sliding(parameters, sigma, base, gain, trial, dilation, u_s1, u_s2, state, i):
    """Let d_s grow by what drives it."""
    start, count = TABLES + 2 * int(parameters[N_T]), int(parameters[N_S])
    stiffness, kappa = parameters[K_S], state[KAPPA_S, i]
    if parameters[DRIVER] == PLASTIC:
        reached = solve_damage(parameters, start, count, kappa, trial, stiffness, base, gain)
        if dilation > 0.0:
            reached = _solve_with_dilation(parameters, start, count, kappa, reached, trial, base, gain, dilation,
                                           state[D_T, i], state[D_S, i])
        damage = read_damage(parameters, start, count, reached)
    else:
        peak = parameters[C_P] - sigma * parameters[TAN_P]
        if parameters[DRIVER] == FROZEN_RATIO:
            if state[TAU_P, i] == 0.0:
                state[TAU_P, i] = peak
            peak = state[TAU_P, i]
        damage = 1.0
        if peak > 0.0:
            ratio = math.sqrt(u_s1 * u_s1 + u_s2 * u_s2) * stiffness / peak
            cohesion = parameters[C_P]
            damage = read_damage(parameters, start, count, solve_damage(
                parameters, start, count, 0.0, ratio * cohesion, stiffness, 0.0, cohesion))
    state[D_S, i] = max(state[D_S, i], damage)
    state[D_TS, i] = 1.0 - (1.0 - state[D_T, i]) * (1.0 - state[D_S, i])


@inner_kernel
def _solve_with_dilation(parameters, start, count, kappa, most, trial, base, gain, dilation, d_t, d_s):
    """As `solve_damage`, where slip raises the pressure and with it the strength; the answer lies before `most`.

    Regula falsi, the weight of an end that stays halved each time.
    """
    low, high = kappa, most
    over_low, over_high = 1.0, 0.0
    for k in range(-2, MOST_TRIES):
        x = low if k == -2 else high if k == -1 else (low * over_high - high * over_low) / (over_high - over_low)
        damage = max(d_s, read_damage(parameters, start, count, x))
        whole = (1.0 - d_t) * (1.0 - damage)
        rising = dilation * whole if parameters[PSI_FADES] > 0.0 else dilation
        friction = parameters[TAN_R] + (parameters[TAN_P] - parameters[TAN_R]) * whole
        over = trial - (parameters[K_S] + parameters[K_N] * rising * friction) * (x - kappa) - base - gain * (
            1.0 - damage)
        if k == -2:
            over_low = over
        elif k == -1:
            over_high = over
            if over_high >= 0.0 or over_low <= 0.0:
                return high if over_high >= 0.0 else low
        elif over == 0.0 or high - low <= 1e-16 * high:
            return x
        elif over > 0.0:
            low, over_low, over_high = x, over, 0.5 * over_high
        else:
            high, over_high, over_low = x, over, 0.5 * over_low
    return high


# --- crushing -----------------------------------------------------------------------------------

@inner_kernel
def _compression(parameters, closing):
    """f_c at a closing [Pa]."""
    if closing <= parameters[U_EL]:
        return parameters[F_EL]
    if closing < parameters[U_CP]:
        x = (closing - parameters[U_EL]) / (parameters[U_CP] - parameters[U_EL])
        return parameters[F_EL] + (parameters[F_CP] - parameters[F_EL]) * math.sqrt(max(x * (2.0 - x), 0.0))
    fall, length = parameters[F_CP] - parameters[F_CM], parameters[U_CM] - parameters[U_CP]
    if closing < parameters[U_CM]:
        y = (closing - parameters[U_CP]) / length
        return parameters[F_CP] - fall * y * y
    above = parameters[F_CM] - parameters[F_CR]
    return parameters[F_CR] + above * math.exp(-2.0 * fall * (closing - parameters[U_CM]) / (length * above))


@inner_kernel
def _cap_strength(parameters, closing):
    """f_c in the reading of the joint, `closing` being its own [Pa]."""
    if parameters[CAP] == PEAK and closing < parameters[U_CP]:
        return parameters[F_CP]
    return _compression(parameters, closing)


@inner_kernel
def _crush(parameters, u_n, state, i, out):
    """Bring the stress back to the cap, towards no stress; what is taken away is plastic displacement."""
    sigma, tau_1, tau_2 = out[0, i], out[1, i], out[2, i]
    shear = tau_1 * tau_1 + tau_2 * tau_2
    square = parameters[C_NN] * sigma * sigma + parameters[C_SS] * shear
    linear = parameters[C_N] * sigma
    pressed = math.sqrt(max(square + linear, 0.0))
    known = state[KAPPA_C, i]
    if parameters[CAP] == HARDENING:
        closing = max(known, state[CRUSH, i] + pressed / parameters[K_N])
    else:
        closing = max(known, -u_n)
        if closing > parameters[CAP_CLOSING]:   # it moves this cap, whether the stress meets it or not
            state[KAPPA_C, i] = closing
    strength = _cap_strength(parameters, closing)
    if pressed <= strength:
        return
    state[KAPPA_C, i] = closing
    share = (math.sqrt(linear * linear + 4.0 * square * strength * strength) - linear) / (2.0 * square)
    met = parameters[CAP_STRESS] if known == 0.0 else _cap_strength(parameters, known)
    spring = _shear_stiffness(parameters, state[D_TS, i])
    taken = 1.0 - share
    closed, slid = taken * sigma / parameters[K_N], taken * math.sqrt(shear) / spring
    state[P_N, i] += closed
    state[P_S1, i] += taken * tau_1 / spring
    state[P_S2, i] += taken * tau_2 / spring
    # at most what the stress lost: a soft shear spring would otherwise move the cap on while nothing moves
    state[CRUSH, i] += min(math.sqrt(closed * closed + slid * slid), (pressed - strength) / parameters[K_N])
    first = max(min(met / pressed, 1.0), share)
    state[W_C, i] += 0.5 * (first + share) * (sigma * closed + math.sqrt(shear) * slid)
    out[0, i], out[1, i], out[2, i] = share * sigma, share * tau_1, share * tau_2


LAW = Law(NAME, STATE, pack, is_elastic, respond, stored)
