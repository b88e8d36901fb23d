"""Paths that a joint is driven through, long enough to see all of it unless somebody says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drystone.errors import InputError
from drystone.model.joint import Joint
from drystone.studies.joint_test.drive import Trace, drive, drive_pressed

#: Share of the steps that the start of a path has, up to twice the displacement at the peak.
START = 0.2
#: Amplitudes of cycles over the greatest, each gone through twice.
AMPLITUDES = (0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
#: Shares of the way at which unloading starts.
TURNS = (0.05, 0.15, 0.4, 1.0)


@dataclass(frozen=True)
class PathOptions:
    """How far and under which pressure."""

    pressures: tuple[float, ...] = ()   #: of paths that slide [Pa], >= 0
    end: float | None = None            #: greatest displacement [m]; none: until nothing changes
    steps: int = 1000


def make_traces(joint: Joint, path: str, options: PathOptions) -> list[Trace]:
    """One trace for each way that the path of that name has."""
    return PATHS[path](joint, options)


def tension(joint: Joint, options: PathOptions) -> list[Trace]:
    """Open it."""
    u = one_way(joint.tension / joint.normal_stiffness, options.end or opening_end(joint), options.steps)
    return [drive(joint, _normal(u), "tension")]


def compression(joint: Joint, options: PathOptions) -> list[Trace]:
    """Press it together."""
    u = one_way((joint.compression or 0.0) / joint.normal_stiffness, options.end or closing_end(joint), options.steps)
    return [drive(joint, _normal(-u), "compression")]


def shear(joint: Joint, options: PathOptions) -> list[Trace]:
    """Slide it under each pressure."""
    return [drive_pressed(joint, -pressure, one_way(shear_peak(joint, pressure), options.end or slip_end(
        joint, pressure), options.steps), f"shear at {pressure / 1e6:g} MPa") for pressure in _pressures(options)]


def tension_then_shear(joint: Joint, options: PathOptions) -> list[Trace]:
    """Open it until half of its tensile strength is lost, close it, slide it under each pressure."""
    traces = []
    for pressure in _pressures(options):
        closed = -pressure / joint.normal_stiffness
        wide = half_opening(joint)
        u = one_way(shear_peak(joint, pressure), options.end or slip_end(joint, pressure), options.steps)
        few = max(int(START * options.steps), 2)
        normal = np.concatenate((np.linspace(0.0, wide, few), np.linspace(wide, closed, few)[1:],
                                 np.full(u.size, closed)))
        path = _normal(normal)
        path[-u.size:, 1] = u
        traces.append(drive(joint, path, f"opened by {wide * 1e3:.4g} mm, then shear at {pressure / 1e6:g} MPa"))
    return traces


def unloading(joint: Joint, options: PathOptions) -> list[Trace]:
    """Open, slide and press it, back to no stress and on again on the way."""
    opened = _with_returns(options.end or opening_end(joint) / 4.0, lambda u: 0.0, options.steps)
    traces = [drive(joint, _normal(opened), "tension, unloaded")]
    for pressure in _pressures(options):
        end, drop = options.end or slip_end(joint, pressure) / 4.0, 2.0 * shear_peak(joint, pressure)
        slid = _with_returns(end, lambda u, drop=drop: u - drop, options.steps)
        traces.append(drive_pressed(joint, -pressure, slid, f"shear at {pressure / 1e6:g} MPa, unloaded"))
    if joint.damage is not None and joint.damage.crushing is not None:
        curve = joint.damage.curve_of("", joint)
        pressed = _with_returns(options.end or closing_end(joint) / 4.0,
                                lambda u: u - curve.stress(u) / curve.stiffness, options.steps)
        traces.append(drive(joint, _normal(-pressed), "compression, unloaded"))
    return traces


def cyclic(joint: Joint, options: PathOptions) -> list[Trace]:
    """Slide it to and fro under each pressure, two cycles at each of some amplitudes."""
    traces = []
    for pressure in _pressures(options):
        end = options.end or slip_end(joint, pressure) / 4.0
        slips = cycles([end * share for share in AMPLITUDES for _ in range(2)], options.steps)
        traces.append(drive_pressed(joint, -pressure, slips, f"cycles at {pressure / 1e6:g} MPa"))
    return traces


PATHS: dict[str, Callable[[Joint, PathOptions], list[Trace]]] = {
    "tension": tension, "shear": shear, "compression": compression, "tension-then-shear": tension_then_shear,
    "unloading": unloading, "cyclic": cyclic}


# --- how far ------------------------------------------------------------------------------------

def opening_end(joint: Joint) -> float:
    """Opening at which nothing is left of the tensile strength, and a little more [m]."""
    start = max(joint.tension, 1.0) / joint.normal_stiffness
    tables = _tables(joint)
    return 1.1 * (start + tables[0].kappa[-1]) if tables else 10.0 * start


def slip_end(joint: Joint, pressure: float) -> float:
    """Slip at which only the residual is left under a pressure [Pa], and a little more [m]."""
    start = max(shear_peak(joint, pressure), 1.0 / joint.shear_stiffness)
    tables = _tables(joint)
    return 1.1 * (start + tables[1].kappa[-1]) if tables else 10.0 * start


def closing_end(joint: Joint) -> float:
    """Closing at which 0.1 % of the fall from peak to residual is left [m]."""
    curve = None if joint.damage is None else joint.damage.curve_of("", joint)
    if curve is None:
        return 1e7 / joint.normal_stiffness      # nothing but the spring: 10 MPa
    return curve.middle_closing + 3.5 * (curve.middle_closing - curve.peak_closing)


def half_opening(joint: Joint) -> float:
    """Opening at which half of the tensile strength is lost; of a brittle joint, one that breaks it [m]."""
    elastic, tables = joint.tension / joint.normal_stiffness, _tables(joint)
    if tables is None:
        return 2.0 * max(elastic, 1.0 / joint.normal_stiffness)
    return float(np.interp(0.5, tables[0].damage, tables[0].kappa)) + 0.5 * elastic


def shear_peak(joint: Joint, pressure: float) -> float:
    """Slip at the peak under a pressure [Pa], all elastic [m]."""
    return (joint.cohesion + pressure * joint.friction) / joint.shear_stiffness


def _tables(joint: Joint):
    return None if joint.damage is None else joint.damage.tables_of("", joint)


def _pressures(options: PathOptions) -> tuple[float, ...]:
    if not options.pressures:
        raise InputError("joint-test: a path that slides needs --pressure, e.g. 0.5MPa")
    return options.pressures


# --- ways ---------------------------------------------------------------------------------------

def one_way(peak: float, end: float, steps: int) -> np.ndarray:
    """From 0 to `end`, with the peak itself and its surroundings seen closely."""
    start = min(2.0 * peak, end)
    few = max(int(START * steps), 2)
    return np.unique(np.concatenate((np.linspace(0.0, start, few + 1), [min(peak, end)],
                                     np.linspace(start, end, steps + 1))))


def cycles(amplitudes: Sequence[float], steps: int) -> np.ndarray:
    """To and fro about 0 by each amplitude in turn; `steps` for each cycle, the corners met exactly."""
    corners = [0.0]
    for amplitude in amplitudes:
        corners += [amplitude, -amplitude]
    return _between([*corners, 0.0], max(steps // 2, 2))


def _with_returns(end: float, back: Callable[[float], float], steps: int) -> np.ndarray:
    """To `end` with a way back at each of `TURNS`, from u to back(u) [m]."""
    corners = [0.0]
    for share in TURNS:
        corners += [share * end, back(share * end)]
    return _between(corners, max(steps // 4, 2))


def _between(corners: Sequence[float], count: int) -> np.ndarray:
    ways = [np.linspace(a, b, count + 1)[1:] for a, b in pairwise(corners)]
    return np.concatenate(([corners[0]], *ways))


def _normal(u: np.ndarray) -> np.ndarray:
    path = np.zeros((u.size, 3))
    path[:, 0] = u
    return path
