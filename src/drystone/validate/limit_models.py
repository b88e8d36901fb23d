"""Structures of the limit-analysis cases, and the least thickness of a semicircular arch in closed form."""

from __future__ import annotations

import math

import numpy as np
from scipy.optimize import brentq, minimize_scalar

from drystone.geometry.primitives import box
from drystone.limit.analysis import LimitResult
from drystone.model.assembly import Assembly
from drystone.model.model import Model
from drystone.motion.motion import Motion
from drystone.patterns import church, circular_arch, house
from drystone.validate.case import Row, at_most
from drystone.validate.scenes import DENSITY
from drystone.validate.structures import spandrel_pieces
from drystone.validate.tolerances import GRAVITY, LIMIT_WORK


def block(width: float, height: float, *, friction: float, planar: bool, depth: float | None = None,
          motion: Motion | None = None) -> Model:
    """One block on the ground; width and height along x and z [m], depth along y (default: the width)."""
    a = Assembly("block", gravity=GRAVITY, planar="xz" if planar else None)
    a.material("stone", density=DENSITY)
    a.joint("base", friction=friction)
    a.add("block", box((width, width if depth is None else depth, height), center=(0.0, 0.0, 0.5 * height)),
          material="stone")
    a.add_ground(0.0)
    return _shaken(a, motion, (1.0, 0.0, 0.0))


def arch(mid_radius: float, thickness: float, embrace_deg: float, count: int, *, curved: bool = True,
         friction: float = 2.0, width: float = 1.0, motion: Motion | None = None) -> Model:
    """Circular arch on abutments, planar; with friction 2 nothing slides."""
    a = Assembly("arch", gravity=GRAVITY, planar="xz")
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=friction)
    a.add_pattern(circular_arch(mid_radius=mid_radius, thickness=thickness, embrace_deg=embrace_deg, count=count,
                                width=width, curved=curved), material="stone")
    a.support("abutment")
    return _shaken(a, motion, (1.0, 0.0, 0.0))


def spandrel(*, trim: bool, planar: bool, layout: str = "A", friction: float = 0.4,
             motion: Motion | None = None) -> Model:
    """Wall of 201 blocks with a semicircular opening, edges sharp or trimmed as in the time histories."""
    a = Assembly("spandrel-arch", gravity=GRAVITY, planar="xz" if planar else None)
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=friction)
    a.add_pattern(spandrel_pieces(layout, trim=trim), material="stone")
    a.add_ground(0.0)
    return _shaken(a, motion, (1.0, 0.0, 0.0))


def stone_house(friction: float = 0.7, *, motion: Motion | None = None) -> Model:
    """House of three walls, 191 blocks; friction on the foundation 0.9."""
    a = Assembly("stone-house", gravity=GRAVITY)
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=friction)
    a.joint("foundation", friction=0.9, between=("ground", "*"))
    a.add_pattern(house(), material="stone")
    a.add_ground(0.0)
    return _shaken(a, motion, (0.0, 1.0, 0.0))


def church_model() -> Model:
    """The church of the examples, 5117 blocks, friction 0.6."""
    a = Assembly("church", gravity=GRAVITY)
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=0.6)
    a.add_pattern(church(), material="stone")
    a.add_ground(0.0)
    return a.build()


def _shaken(a: Assembly, motion: Motion | None, direction: tuple[float, float, float]) -> Model:
    """With a motion of the ground, which the blocks feel as forces the other way."""
    if motion is not None:
        a.ground_motion("quake", motion, direction=direction)
    return a.build()


def check_rows(what: str, result: LimitResult) -> list[Row]:
    """The two checks of work that every answer must pass."""
    return [at_most(f"{what}, |f_dead.v + alpha f_live.v|, relative", LIMIT_WORK, result.checks.work, "virtual work"),
            at_most(f"{what}, sum of |r.u|, relative", LIMIT_WORK, result.checks.complementarity, "virtual work")]


def share_moving(result: LimitResult, group: str) -> float:
    """Share of the blocks of a group that the mechanism moves."""
    moves = np.zeros(result.model.block_count, bool)
    moves[result.moving] = True
    return float(moves[[group in groups for groups in result.model.block_groups]].mean())


# --- least thickness of a semicircular arch ---------------------------------------------------------


def thrust_over_haunch(ratio: float, angle: float) -> float:
    """Horizontal thrust that keeps the half arch above the joint at `angle` [rad] from the crown from turning inwards.

    Hinges at the crown's extrados and at the joint's intrados; thickness over mid radius `ratio`, weight of one radian
    as unit. Weights of annular sectors act at their true centroids.
    """
    inner, outer = 1.0 - 0.5 * ratio, 1.0 + 0.5 * ratio
    centroid = 1.0 + ratio ** 2 / 12.0
    return (angle * inner * math.sin(angle) - centroid * (1.0 - math.cos(angle))) / (outer - inner * math.cos(angle))


def thrust_over_springing(ratio: float) -> float:
    """Thrust with hinges at the extrados of crown and springing: the greatest that the half arch can take."""
    outer, centroid = 1.0 + 0.5 * ratio, 1.0 + ratio ** 2 / 12.0
    return (0.5 * math.pi * outer - centroid) / outer


def least_ratio(count: int | None = None) -> float:
    """Least thickness over mid radius of a semicircular arch of `count` equal voussoirs (even); None: infinitely many.

    Five hinges, symmetric: crown and springings at the extrados, haunches at the intrados, at the worst joint.
    """
    if count is None:
        def worst(ratio: float) -> float:
            return -minimize_scalar(lambda a: -thrust_over_haunch(ratio, a), bounds=(0.3, 1.4), method="bounded",
                                    options={"xatol": 1e-12}).fun
    else:
        joints = np.pi / count * np.arange(1, count // 2)

        def worst(ratio: float) -> float:
            return max(thrust_over_haunch(ratio, float(a)) for a in joints)
    return brentq(lambda ratio: worst(ratio) - thrust_over_springing(ratio), 0.02, 0.3, xtol=1e-14)
