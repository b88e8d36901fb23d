"""Parameters of the damage law as one vector: numbers first, tables behind them."""

from __future__ import annotations

import numpy as np

from drystone.model.joint import Joint

(K_N, K_S,                                   # stiffness [Pa/m]
 F_T, C_P, C_R, TAN_P, TAN_R,                # tension, cohesion [Pa] and friction [-], peak and residual
 TAN_PSI, PSI_FADES,                         # dilation [-]; 1 where it fades with the damage
 DRIVER, UNLOADING, KS_LEFT,                 # numbers of the options below; share of K_S at full damage
 CAP, F_EL, F_CP, F_CM, F_CR,                # number of the reading, 0: none; pressures [Pa]
 U_EL, U_CP, U_CM,                           # closings [m]
 C_NN, C_SS, C_N,                            # of the ellipse [-, -, Pa]
 CAP_STRESS, CAP_CLOSING,                    # within both a virgin joint is elastic [Pa], [m]
 N_T, N_S) = range(27)                       # points of the tables of opening and sliding

TABLES = 27

PLASTIC, RATIO, FROZEN_RATIO = range(3)
SECANT, ELASTIC, DEGRADED = range(3)
NO_CAP, HARDENING, PEAK, DISPLACEMENT = range(4)

_DRIVER = {"plastic": PLASTIC, "ratio": RATIO, "frozen_ratio": FROZEN_RATIO}
_UNLOADING = {"secant": SECANT, "elastic": ELASTIC, "degraded": DEGRADED}
_CAP = {"hardening": HARDENING, "peak": PEAK, "displacement": DISPLACEMENT}


def pack(joint: Joint) -> np.ndarray:
    """(p,) parameters of a joint with damage."""
    label, damage = f"joint {joint.name!r}", joint.damage
    own = np.zeros(TABLES)
    own[[K_N, K_S, F_T, C_P]] = joint.normal_stiffness, joint.shear_stiffness, joint.tension, joint.cohesion
    own[[TAN_P, TAN_R, KS_LEFT]] = joint.friction, joint.friction, damage.shear_stiffness_left
    own[[DRIVER, UNLOADING]] = _DRIVER[damage.driver], _UNLOADING[damage.unloading]
    _pack_cap(label, joint, own)
    tables = damage.tables_of(label, joint)
    if tables is None:
        return own
    shear = damage.shear
    own[[C_R, TAN_R, TAN_PSI]] = shear.residual_cohesion, shear.residual_friction, shear.dilation
    own[PSI_FADES] = shear.dilation_rule == "fading"
    own[[N_T, N_S]] = [table.kappa.size for table in tables]
    return np.concatenate([own, *(column for table in tables for column in (table.kappa, table.damage))])


def _pack_cap(label: str, joint: Joint, own: np.ndarray) -> None:
    """Write what belongs to the cap; nothing where the joint does not crush."""
    curve, crushing = joint.damage.curve_of(label, joint), joint.damage.crushing
    if curve is None:
        return
    own[[F_EL, F_CP, F_CM, F_CR]] = curve.elastic, curve.peak, curve.middle, curve.residual
    own[[U_EL, U_CP, U_CM]] = curve.elastic_closing, curve.peak_closing, curve.middle_closing
    own[[C_NN, C_SS, C_N]] = crushing.cap_normal, crushing.cap_shear, crushing.cap_center
    own[CAP] = _CAP[crushing.cap]
    within = {HARDENING: (curve.stiffness * curve.leaving, np.inf), PEAK: (curve.peak, curve.peak_closing),
              DISPLACEMENT: (curve.elastic, curve.elastic_closing)}
    own[[CAP_STRESS, CAP_CLOSING]] = within[int(own[CAP])]
