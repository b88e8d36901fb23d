"""Peaks and energies of traces beside what the joint states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.model.joint import Joint
from drystone.studies.joint_test.drive import Trace


@dataclass(frozen=True)
class Finding:
    """One number of a trace, and what it should be where the joint says so."""

    trace: str
    quantity: str
    value: float
    unit: str
    given: float | None = None    #: by closed form from the data of the joint


def find(joint: Joint, path: str, traces: Sequence[Trace]) -> list[Finding]:
    """All that is worth a line."""
    found: list[Finding] = []
    for trace in traces:
        found += _peaks(joint, path, trace)
        if path == "tension" and joint.tension > 0.0:
            found += _opening_energy(joint, trace)
        elif path == "shear":
            found += _sliding_energy(joint, trace)
        elif path == "compression" and joint.damage is not None and joint.damage.crushing is not None:
            found += _crushing_energy(joint, trace)
        elif path == "cyclic":
            found += _loops(joint, trace)
        found.append(Finding(trace.name, "work done on the joint", float(trace.work[-1]), "N/m"))
        found.append(Finding(trace.name, "lost, as the law counts it", float(trace.dissipated[-1]), "N/m"))
    return found


def _peaks(joint: Joint, path: str, trace: Trace) -> list[Finding]:
    sigma, tau = trace.stress[:, 0], np.hypot(trace.stress[:, 1], trace.stress[:, 2])
    rows = []
    if sigma.max() > 0.0:
        k = int(np.argmax(sigma))
        rows += [Finding(trace.name, "peak tension", float(sigma[k]), "Pa", joint.tension if path == "tension" else
                         None), Finding(trace.name, "opening at it", float(trace.u[k, 0]), "m")]
    if tau.max() > 0.0:
        k = int(np.argmax(tau))
        given = float(joint.cohesion - sigma[k] * joint.friction) if path == "shear" else None
        rows += [Finding(trace.name, "peak shear", float(tau[k]), "Pa", given),
                 Finding(trace.name, "slip at it", float(np.hypot(trace.u[k, 1], trace.u[k, 2])), "m"),
                 Finding(trace.name, "shear at the end", float(tau[-1]), "Pa",
                         residual_shear(joint, float(sigma[-1])) if path == "shear" else None)]
    if path in ("compression", "unloading", "path") and sigma.min() < 0.0:
        k = int(np.argmin(sigma))
        rows += [Finding(trace.name, "peak pressure", float(-sigma[k]), "Pa", joint.compression if path == "compression"
                         else None), Finding(trace.name, "closing at it", float(-trace.u[k, 0]), "m")]
    return rows


def residual_shear(joint: Joint, sigma: float) -> float:
    """What sliding leaves under a normal stress [Pa]."""
    if joint.damage is None or joint.damage.shear is None:
        return -sigma * joint.friction
    return joint.damage.shear.residual_cohesion - sigma * joint.damage.shear.residual_friction


def opening_energy(joint: Joint) -> float:
    """Fracture energy by opening [N/m]: stated, or the area of the table; of a brittle joint, that of its spring."""
    if joint.damage is None:
        return 0.5 * joint.tension**2 / joint.normal_stiffness
    return joint.damage.tables_of("", joint)[0].energy(joint.tension)


def sliding_energy(joint: Joint, sigma: float) -> float:
    """Energy by sliding above the residual under a normal stress: G_II (1 - c_r/c - sigma (tan p - tan r)/c) [N/m]."""
    if joint.damage is None or joint.damage.shear is None:
        peak, left = joint.cohesion - sigma * joint.friction, -sigma * joint.friction
        return 0.5 * (peak - left)**2 / joint.shear_stiffness     # a brittle fall, seen from the residual
    shear = joint.damage.shear
    energy = joint.damage.tables_of("", joint)[1].energy(joint.cohesion)
    return energy * (1.0 - shear.residual_cohesion / joint.cohesion
                     - sigma * (joint.friction - shear.residual_friction) / joint.cohesion)


def _opening_energy(joint: Joint, trace: Trace) -> list[Finding]:
    return [Finding(trace.name, "area under the curve", float(trace.work[-1]), "N/m", opening_energy(joint))]


def _sliding_energy(joint: Joint, trace: Trace) -> list[Finding]:
    """From the curve alone: stress above the residual over the displacement without its elastic part."""
    if joint.cohesion == 0.0:
        return []
    tau, sigma = trace.stress[:, 1], float(trace.stress[-1, 0])
    kappa = trace.u[:, 1] - tau / joint.shear_stiffness
    area = float(np.trapezoid(tau - residual_shear(joint, sigma), kappa))
    return [Finding(trace.name, "area above the residual, without the elastic part", area, "N/m",
                    sliding_energy(joint, sigma))]


def _crushing_energy(joint: Joint, trace: Trace) -> list[Finding]:
    """All up to the peak, and what lies above the residual after it, as far as the path goes."""
    crushing = joint.damage.crushing
    pressure, closing = -trace.stress[:, 0], -trace.u[:, 0]
    k = int(np.argmax(pressure))
    area = float(np.trapezoid(pressure[:k + 1], closing[:k + 1]))
    area += float(np.trapezoid(pressure[k:] - crushing.residual, closing[k:]))
    return [Finding(trace.name, "area up to the peak and above the residual", area, "N/m", crushing.energy)]


def _loops(joint: Joint, trace: Trace) -> list[Finding]:
    """Area of the last cycle: work is lost, but for what the spring holds at the end, which is the same as before."""
    slip = trace.u[:, 1]
    tops = np.flatnonzero(slip == slip.max())
    if tops.size < 2:
        return []
    area = float(trace.work[tops[-1]] - trace.work[tops[-2]])
    sigma = float(trace.stress[-1, 0])
    left = residual_shear(joint, sigma)
    given = 4.0 * left * (float(slip.max()) - left / joint.shear_stiffness)
    return [Finding(trace.name, "area of the last loop; given: with the residual only", area, "N/m", given)]
