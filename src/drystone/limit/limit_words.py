"""What limit analysis, settlement, tilt test and pushover found, in words."""

from __future__ import annotations

import math

import numpy as np

from drystone.limit.analysis import LimitResult
from drystone.limit.checks import Checks
from drystone.limit.nonassociative import NonAssociativeResult
from drystone.limit.pushover import Pushover
from drystone.limit.settling import SettlementResult
from drystone.limit.tilt import TiltResult
from drystone.limit.words import describe_size, list_blocks
from drystone.model.model import Model


def describe_limit(result: LimitResult | NonAssociativeResult) -> list[str]:
    """Factor, mechanism and checks; of the sequence without dilatancy, every path."""
    if isinstance(result, NonAssociativeResult):
        return [*describe_limit(result.associative), *_describe_paths(result)]
    model = result.model
    lines = [describe_size(model, result.equilibrium.contacts.count), f"live load   {result.live.label}"]
    if not result.is_bounded:
        return [*lines, "alpha       unbounded: the joints carry any multiple of this load",
                f"solver      {result.solver}, {result.iterations} iterations, {result.seconds:.2g} s"]
    free = ~model.is_support
    force = float(np.linalg.norm(result.live.wrench[free, :3].sum(axis=0))) * abs(result.alpha)
    weight = float(model.mass[free].sum() * np.linalg.norm(model.gravity))
    share = f", {100 * force / weight:.4g} % of the weight" if weight else ""
    lines += [f"tie         {name}: {pull:.5g} N" for name, pull in zip(model.ties.names, result.tie_force)]
    if result.crushing is not None:
        lines.append(f"joints      crush at {result.crushing:g} Pa")
    lines.append(f"alpha       {result.alpha:.6g}{' g' if result.live.unit == 'g' else ''}  "
                 f"(live load {force:.4g} N{share})")
    lines.append(_describe_mechanism(model, result.moving))
    lines.append(_describe_checks(result.checks))
    lines.append(f"solver      {result.solver}, {result.iterations} iterations, {result.seconds:.2g} s")
    return lines


def _describe_paths(result: NonAssociativeResult) -> list[str]:
    if not result.paths:
        return []
    lines = ["", "without dilatancy (sequence of problems; the answer is not unique):"]
    for path in result.paths:
        last = f"{path.alphas[-1]:.6g}" if path.alphas else "none"
        lines.append(f"  from {path.start:<18} {last} after {len(path.alphas)} rounds, {path.outcome}, "
                     f"friction off by {path.friction_error:.1g}")
    if not result.converged:
        return [*lines, "alpha       none: no sequence converged; the associative value is an upper bound"]
    low, high = result.spread
    lines.append(f"alpha       {result.alpha:.6g}, over all starts {low:.6g} .. {high:.6g}; "
                 f"associative {result.associative.alpha:.6g}")
    lines.append(_describe_mechanism(result.associative.model, result.moving))
    lines.append(f"time        {result.seconds:.2g} s")
    return lines


def describe_settlement(result: SettlementResult) -> list[str]:
    """Reactions of all supports and the mechanism that follows."""
    model = result.equilibrium.model
    lines = [describe_size(model, result.equilibrium.contacts.count), f"settlement  {result.label}"]
    largest = max((float(np.abs(reaction).max()) for reaction in result.reactions.values()), default=0.0)
    for name, reaction in result.reactions.items():
        shown = ", ".join(f"{0.0 if abs(x) < 1e-6 * largest else x:.5g}" for x in reaction)
        lines.append(f"reaction    of {name}: ({shown}) N on the structure")
    lines.append(_describe_mechanism(model, result.moving))
    lines.append(_describe_checks(result.checks))
    lines.append(f"solver      {result.solver}, {result.iterations} iterations, {result.seconds:.2g} s")
    return lines


def describe_tilt(found: TiltResult) -> list[str]:
    """Angle and mechanism of a tilt test."""
    model = found.model
    free = int((~model.is_support).sum())
    way = ", ".join(f"{x:.4g}" for x in found.direction + 0.0)
    lines = [f"model       {model.name}: {free} blocks", f"tilt        towards ({way})"]
    if found.angle >= 0.5 * math.pi:
        return [*lines, "angle       90 deg: it does not fall before the table is upright"]
    return [*lines, f"angle       {math.degrees(found.angle):.5g} deg, tan {math.tan(found.angle):.5g}",
            _describe_mechanism(model, found.moving)]


def describe_pushover(found: Pushover) -> list[str]:
    """Length, end and doubts of the curve."""
    lines = [f"pushover    {len(found.alpha)} poses, d of {found.control_name!r}: {found.outcome}"]
    if found.zero_displacement is not None:
        lines.append(f"            alpha is zero at d = {found.zero_displacement:.5g} m")
    if not found.balanced.all():
        first = float(found.displacement[~found.balanced][0])
        lines.append(f"            from d = {first:.3g} m on by virtual work: joints that the mechanism holds closed "
                     "should open")
    return lines


def _describe_mechanism(model: Model, moving: np.ndarray) -> str:
    count = int((~model.is_support).sum())
    own = moving[~model.is_support[moving]]
    return f"mechanism   {len(own)} of {count} blocks move, fastest {list_blocks(model, own)}"


def _describe_checks(checks: Checks) -> str:
    return (f"checks      work {checks.work:.1g}, r.u {checks.complementarity:.1g}, equilibrium "
            f"{checks.equilibrium:.1g}, friction {checks.friction:.1g}, flow rule {checks.admissible:.1g}")
