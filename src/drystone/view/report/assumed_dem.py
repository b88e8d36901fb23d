"""What a run of blocks that deform takes for granted: mesh, displacements, damping, inner step, rate of loading."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from drystone.analysis.course import Course
from drystone.results.result import RunResult
from drystone.view.ratio_picture import AT_REST, MEAN, has_ratio


def dem_lines(settings: Mapping) -> list[str]:
    """Assumed; settings : of the analysis"""
    is_large = settings.get("displacements") == "large"
    return ["blocks are elastic by Hooke's law, and keep that however they are loaded" + _planes(settings),
            "displacements are large: blocks turn by any angle, contacts are looked for again as they move, and faces "
            "that meet for the first time are dry" if is_large else
            "displacements are small: contacts stay where they are drawn, weights keep their lever arms; nothing "
            "that turns, falls or meets elsewhere is followed",
            f"mesh: {_mesh(settings.get('mesh'))}",
            _damping(settings.get("damping")),
            _inner_step(settings),
            "supports are rigid plates" + (", some on guides" if settings.get("guides") else "")]


def dem_open(settings: Mapping, is_moved: bool) -> list[str]:
    """Not checked; is_moved : whether a support is moved"""
    damping = settings.get("damping")
    lines = ["one mesh: a finer one was not compared here"]
    if is_moved:
        lines.append("one rate of loading: half of it was not compared here")
    if isinstance(damping, Mapping) and damping.get("local"):
        lines.append("local damping is for loading at rest: speeds, and what happens after a sudden loss of strength, "
                     "depend on it; another value was not compared")
    else:
        lines.append("another damping was not compared")
    if settings.get("displacements") != "large":
        lines.append("whether the structure could still turn or buckle: small displacements do not tell")
    return [*lines, "stiffness and fracture energies of joints are single values that tests on joints give; others "
                    "were not tried"]


def dem_checks(result: RunResult, course: Course) -> list[str]:
    """How fast a run was loaded and how near to rest it was, in words."""
    lines, fastest = [], support_speed(result)
    if fastest is not None and fastest[1] > 0.0:
        lines.append(f"Rate of loading: support {fastest[0]} moves by up to {1e3 * fastest[1]:.3g} mm/s, from one kept "
                     "frame to the next.")
    if not has_ratio(result):
        return lines
    time, mean = result.time, result.column("steps", MEAN)
    stage = course.stages[-1] if course.stages else None
    own = np.ones(len(time), bool) if stage is None else time > stage.start + 1e-9 * max(stage.stop, 1.0)
    if not own.any():
        return lines
    where = "" if stage is None else f" in stage {stage.name}"
    share = float((mean[own] > AT_REST).mean())
    middle = float(np.median(mean[own]))
    lines.append(f"Forces out of balance over those acting{where}, mean over the nodes: {middle:.1e} in the middle, "
                 f"{float(mean[own].max()):.1e} at most, {float(mean[-1]):.1e} at the end; {100.0 * share:.0f} % of "
                 f"the rows lie above {AT_REST:g}, below which a loading passes as one at rest.")
    return lines


def support_speed(result: RunResult) -> tuple[str, float] | None:
    """Name and speed [m/s] of the support that is moved fastest between kept frames; None without two frames."""
    supports = np.flatnonzero(result.static["is_support"])
    if not len(supports) or len(result.frames.time) < 2:
        return None
    span = np.diff(result.frames.time)[:, None]
    speed = (np.linalg.norm(np.diff(result.frames.position[:, supports], axis=0), axis=2) / span).max(axis=0)
    return result.block_names[supports[int(np.argmax(speed))]], float(speed.max())


def _planes(settings: Mapping) -> str:
    rules = settings.get("cracks") or ()
    if not rules:
        return ": they neither break nor crush"
    return "; they break along planes of the drawing only (" + ", ".join(
        f"{_names(rule.get('blocks'))}: {rule.get('planes', 1)} across {rule.get('across', 'x')}, joint "
        f"{rule.get('joint')}" for rule in rules if isinstance(rule, Mapping)) + "), and do not crush"


def _mesh(rules: object) -> str:
    out = []
    for rule in rules if isinstance(rules, list) else ():
        if not isinstance(rule, Mapping):
            continue
        size = rule.get("size")
        cells = "cells of " + " x ".join(map(_number, size if isinstance(size, (list, tuple)) else [size])) + " m" \
            if size is not None else " x ".join(map(str, rule.get("cells") or ())) + " cells a block"
        out.append(f"{_names(rule.get('blocks') or ['*'])}: {cells}")
    return ("; ".join(out) or "as the model file says") + "; displacements are linear within a tetrahedron"


def _damping(given: object) -> str:
    damping = given if isinstance(given, Mapping) else {}
    if damping.get("local"):
        return (f"local damping {_number(damping['local'])}: this share of the force out of balance of a node acts "
                "against its velocity, so that the run tends to rest")
    if damping.get("mass") or damping.get("stiffness"):
        return (f"Rayleigh's damping: {_number(damping.get('mass') or 0.0)} 1/s with the masses, "
                f"{_number(damping.get('stiffness') or 0.0)} s with the stiffness of the blocks")
    return "no damping beside what joints dissipate"


def _inner_step(settings: Mapping) -> str:
    step, scaling = settings.get("step"), settings.get("mass_scaling") or 1.0
    words = f"explicit inner steps of {_number(step)} s" if step is not None else (
        f"explicit inner steps of {_number(settings.get('safety', 0.94))} of the largest stable one")
    more = f", {_number(scaling)} times as long by mass added at the quickest nodes" if scaling != 1.0 else ""
    return f"engine dem; {words}{more}"


def _names(names: object) -> str:
    return ", ".join("all blocks" if name == "*" else str(name) for name in (
        names if isinstance(names, (list, tuple)) else [names]))


def _number(value: object) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)
