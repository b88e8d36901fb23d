"""Joint laws of deformable blocks: one point through known paths, and 10,000 random ones."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from drystone.model.joint import Joint
from drystone.studies.joint_test.drive import Point, Trace, drive, drive_pressed
from drystone.studies.joint_test.paths import cycles
from drystone.validate.case import Row, at_most, case, reported, within_relative, worst_relative
from drystone.validate.joint_forms import Compression, exponential_points, shear_curve, tension_curve
from drystone.validate.tolerances import (
    DEM_LAW_CLOSED,
    DEM_LAW_CRUSHING,
    DEM_LAW_ENERGY,
    DEM_LAW_LOOP,
    DEM_LAW_SURFACE,
    DEM_LAW_TABLE,
)

PRESSURES = (0.1e6, 0.5e6, 1.0e6)
PATHS, STEPS, SEED = 10_000, 12, 1
FORM, BY_HAND = "closed form of the same table", "eq. 31 by hand"
TAN35 = math.tan(math.radians(35.0))
DESCRIPTION = (
    "Joint laws of deformable blocks, one point at a time: the joint with damage of the LOW wall and of the shear "
    "couplet of Oktiovan et al. 2024 (fracture energies of modes I and II, which the paper does not print: 18 and 125 "
    "N/m, 12 and 58 N/m), and joints with friction only.")
NOTES = (
    "Differences are over the strength. The exponential is cut into 200 pieces that end at d = 0.999 and have the "
    "fracture energy as their own area; no point is further from the smooth curve than the row says. Energies are "
    "areas of the traces, above the residual and without the elastic part where something is left. The random paths "
    "are walks of 12 steps between 1 um and 0.5 mm; a second implementation, in tests/dem, agrees on as many to 1e-9. "
    "The literal driver of the paper, displacement over that at the peak, multiplies the energy in shear by tau_p / c; "
    "the default, plastic slip, does not.")


@case("dem-law", DESCRIPTION, minutes=0.3, notes=NOTES)
def rows() -> Iterable[Row]:
    """Rows of the case."""
    yield from _tension()
    yield from _shear()
    yield from _compression()
    yield from _memory()
    yield from _loops()
    yield from _literal()
    yield from _random()


def low(**damage) -> Joint:
    """Bed joint of the wall LOW; `damage` changes options."""
    groups = {"tension": {"energy": 18.0, "shape": "exponential"},
              "shear": {"energy": 125.0, "shape": "exponential", "residual_cohesion": 0.0, "residual_friction": TAN35,
                        "dilation": 0.0},
              "crushing": {"energy": 5000.0, "elastic_share": 0.3, "peak_ratio": 2.0, "residual": 0.0,
                           "cap_shear": 9.0}}
    return Joint("bed", TAN35, normal_stiffness=82e9, shear_stiffness=36e9, cohesion=0.35e6, tension=0.25e6,
                 compression=10.5e6, damage=groups | damage)


def couplet() -> Joint:
    """Joint of the shear couplet: friction softens from 45 to 35 degrees, cohesion to a tenth."""
    shear = {"energy": 58.0, "shape": "exponential", "residual_cohesion": 0.1e6, "residual_friction": TAN35,
             "dilation": 0.0}
    return Joint("bed", 1.0, normal_stiffness=150e9, shear_stiffness=70e9, cohesion=1.0e6, tension=0.3e6,
                 damage={"tension": {"energy": 12.0, "shape": "exponential"}, "shear": shear})


def _tension() -> Iterable[Row]:
    joint = low()
    u = np.linspace(0.0, 6e-4, 20_001)
    for name, path in (("20,000 steps", u), ("20 steps", u[::1000])):
        found = drive(joint, _normal(path)).stress[:, 0]
        error = np.abs(found - tension_curve(0.25e6, 82e9, 18.0, path)).max() / 0.25e6
        yield worst_relative(f"tension, {name}", error, DEM_LAW_CLOSED, FORM)
    trace = drive(joint, _normal(u))
    softening = u * 82e9 >= 0.25e6
    share = trace.stress[softening, 0] / 0.25e6
    smooth = np.exp(-0.25e6 * (u[softening] - share * 0.25e6 / 82e9) / 18.0)
    yield worst_relative("tension against the smooth exponential", np.abs(share - smooth).max(), DEM_LAW_TABLE,
                         "exp(-f kappa / G)")
    yield within_relative("tension, energy", 18.0, float(trace.work[-1]), DEM_LAW_ENERGY, "G_I given", "N/m")


def _shear() -> Iterable[Row]:
    for name, joint, energy in (("LOW", low(), 125.0), ("couplet", couplet(), 58.0)):
        shear = joint.damage.shear
        peak, residual = (joint.cohesion, joint.friction), (shear.residual_cohesion, shear.residual_friction)
        for pressure in PRESSURES:
            label = f"shear, {name} at {pressure / 1e6:g} MPa"
            u = np.linspace(0.0, 4e-3 if name == "LOW" else 8e-4, 20_001)
            trace = drive_pressed(joint, -pressure, u)
            tau, strength = trace.stress[:, 1], peak[0] + pressure * peak[1]
            expected = shear_curve(peak, residual, joint.shear_stiffness, energy, pressure, u)
            yield worst_relative(label, np.abs(tau - expected).max() / strength, DEM_LAW_CLOSED, FORM)
            area = np.trapezoid(tau - residual[0] - pressure * residual[1], u - tau / joint.shear_stiffness)
            given = energy * (1.0 - residual[0] / peak[0] + pressure * (peak[1] - residual[1]) / peak[0])
            yield within_relative(f"{label}, energy", given, float(area), DEM_LAW_ENERGY,
                                  "G_II (1 - c_r/c - sigma (tan p - tan r)/c)", "N/m")


def _compression() -> Iterable[Row]:
    joint, form = low(), Compression(82e9, 10.5e6, 5000.0)
    u = np.linspace(0.0, 4e-3, 20_001)
    trace = drive(joint, _normal(-u))
    error = np.abs(-trace.stress[:, 0] - [form(closing) for closing in u]).max() / 10.5e6
    yield worst_relative("compression", error, DEM_LAW_CLOSED, "eqs. 25 to 30, m from the energy")
    yield within_relative("compression, energy", 5000.0, float(trace.work[-1]), DEM_LAW_ENERGY, "G_c given", "N/m")
    for wall, (stiffness, peak, length, area) in DEM_LAW_CRUSHING.items():
        crushing = {"energy": 5000.0, "elastic_share": 0.3, "peak_ratio": 2.0, "residual": 0.0, "cap_shear": 9.0,
                    "length_rule": "paper"}
        curve = Joint("bed", TAN35, normal_stiffness=stiffness, shear_stiffness=36e9, compression=peak,
                      damage={"crushing": crushing}).damage.crushing.curve_of("", "", peak, stiffness)
        yield within_relative(f"{wall}, m of eq. 31", length, curve.length, 1e-5, BY_HAND)
        yield reported(f"{wall}, energy with it", area, curve.energy(), BY_HAND, "N/m")


def _memory() -> Iterable[Row]:
    joint = low()
    kappa, damage = exponential_points(0.25e6, 18.0)
    wide = float(np.interp(0.5, damage, kappa)) + 0.125e6 / 82e9
    for pressure in PRESSURES:
        strength, closed = 0.175e6 + pressure * TAN35, -pressure / 82e9
        u = np.array([[wide, 0.0, 0.0], [closed, 0.0, 0.0], [closed, strength / 36e9, 0.0],
                      [closed, strength / 36e9 + 1e-6, 0.0]])
        tau = drive(joint, u).stress[:, 1]
        yield worst_relative(f"opened to half of f_t, then shear at {pressure / 1e6:g} MPa, peak",
                             abs(tau.max() / strength - 1.0), DEM_LAW_CLOSED, "c/2 + p tan(phi)")
    back = np.linspace(1e-4, -1e-6, 500)
    trace = drive(joint, _normal(np.concatenate(([1e-4], back))))
    secant = np.where(back > 0.0, trace.stress[0, 0] / 1e-4, 82e9) * back
    yield worst_relative("crack of 0.1 mm unloaded and closed", np.abs(trace.stress[1:, 0] - secant).max() / 0.25e6,
                         DEM_LAW_CLOSED, "secant, then k_n u")
    point = Point(couplet())
    point.move(np.array([1e-3, 0.0, 0.0]))
    carried = max(np.abs(point.move(np.array([u, 1e-3 - u, u]))).max() for u in np.linspace(1e-3, 1e-9, 200))
    yield at_most("greatest stress of an open crack until it closes", 0.0, float(carried), "carries nothing", "Pa")


def _loops() -> Iterable[Row]:
    dry = Joint("bed", TAN35, normal_stiffness=82e9, shear_stiffness=36e9)
    for name, joint in (("friction only", dry), ("with damage", low())):
        trace = drive_pressed(joint, -1e6, cycles([4e-3] * 3, 4000))
        given = 4.0 * TAN35 * 1e6 * (4e-3 - TAN35 * 1e6 / 36e9)
        yield within_relative(f"cycle of 4 mm at 1 MPa, {name}, area", given, _last_loop(trace, 4e-3), DEM_LAW_LOOP,
                              "4 mu |sigma| (u - u_el)", "N/m")
    joint = low()
    ways = cycles([share * 1.4e-3 for share in (0.05, 0.1, 0.3, 0.3, 1.0, 1.0)], 2000)
    trace = drive_pressed(joint, -0.5e6, ways)
    furthest = np.maximum.accumulate(np.abs(ways))
    one_way = shear_curve((0.35e6, TAN35), (0.0, TAN35), 36e9, 125.0, 0.5e6, furthest)
    excess = (np.abs(trace.stress[:, 1]) - one_way).max() / 0.35e6
    yield at_most("cycles, strength above that of one way, over c", DEM_LAW_SURFACE, float(excess), "never above")


def _literal() -> Iterable[Row]:
    """What the paper's own driver makes of the energy in shear of the wall HIGH."""
    base = {"tension": {"energy": 12.0, "shape": "exponential"},
            "shear": {"energy": 50.0, "shape": "exponential", "residual_cohesion": 0.0, "residual_friction": TAN35,
                      "dilation": 0.0}}
    u = np.linspace(0.0, 0.02, 20_001)
    for driver in ("plastic", "ratio"):
        joint = Joint("bed", TAN35, normal_stiffness=82e9, shear_stiffness=36e9, cohesion=0.22e6, tension=0.16e6,
                      damage=base | {"driver": driver})
        tau = drive_pressed(joint, -2.12e6, u).stress[:, 1]
        area = float(np.trapezoid(tau - 2.12e6 * TAN35, u - tau / 36e9))
        yield reported(f"HIGH at 2.12 MPa, energy in shear, driver {driver}", 50.0, area, "G_II", "N/m")


def _random() -> Iterable[Row]:
    """Walks in all directions: what grows never falls, no surface is passed."""
    joint = low()
    form, rng = joint.damage.curve_of("", joint), np.random.default_rng(SEED)
    fallen, passed = 0, 0.0
    for _ in range(PATHS):
        point = Point(joint)
        column = {key: k for k, key in enumerate(point.law.state)}
        grows = [column[key] for key in ("d_t", "d_s", "d_ts", "kappa_t", "kappa_s", "kappa_c")]
        walk = np.cumsum(rng.normal(size=(STEPS, 3)) * 10.0**rng.uniform(-6.0, -3.3), axis=0)
        for u in walk:
            before = point.state[grows, 0].copy()
            sigma, tau_1, tau_2 = point.move(u)
            fallen += int((point.state[grows, 0] < before).any())
            passed = max(passed, _outside(sigma, math.hypot(tau_1, tau_2), point.state[:, 0], column, form))
    yield at_most(f"{PATHS} random paths, steps on which damage fell", 0.0, float(fallen), "never heals")
    yield at_most(f"{PATHS} random paths, greatest excess over a surface", DEM_LAW_SURFACE, passed, "F1, F2, F3 <= 0")


def _outside(sigma: float, tau: float, state: np.ndarray, column: dict[str, int], form) -> float:
    """How far a stress lies outside of the surfaces of LOW, over the greatest stress at hand."""
    whole, scale = 1.0 - state[column["d_ts"]], max(abs(sigma), tau, 0.35e6)
    excess = max(sigma - 0.25e6 * whole, tau - 0.35e6 * whole + sigma * TAN35)
    if sigma < 0.0:
        pressed, known = math.sqrt(sigma**2 + 9.0 * tau**2), state[column["kappa_c"]]
        reached = max(known, state[column["crush"]] + pressed / 82e9)
        excess = max(excess, pressed - form.strength(reached))
    return excess / scale


def _last_loop(trace: Trace, amplitude: float) -> float:
    tops = np.flatnonzero(trace.u[:, 1] == amplitude)
    return float(trace.work[tops[-1]] - trace.work[tops[-2]])


def _normal(u: np.ndarray) -> np.ndarray:
    return np.column_stack((u, np.zeros((len(u), 2))))
