"""What statics found, in words: the verdict, forces of joints, margins."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from drystone.extremes import SOLVED, greatest
from drystone.limit.elastic.words import describe_elastic
from drystone.limit.rest_words import forgotten_support
from drystone.limit.standing import Standing, is_large
from drystone.limit.statics import Margins, StaticsResult
from drystone.limit.thrust_line import ThrustLine
from drystone.limit.words import describe_size, list_blocks, list_pairs


def describe_standing(standing: Standing) -> list[str]:
    """Load, verdict, reactions and forces of ties: the same lines wherever a verdict is printed."""
    result = standing.statics
    model, free = result.model, ~result.model.is_support
    weight = float(np.linalg.norm(result.load[free, :3].sum(axis=0)))
    lines = [f"load        {weight:.6g} N"]
    if not result.stands:
        fastest = float(np.linalg.norm(result.acceleration[result.moving[0], :3]))
        return [*lines, "stands      NO: no admissible forces balance the load",
                *_describe_elastic(standing),
                f"mechanism   {len(result.moving)} of {int(free.sum())} blocks move at once, at up to {fastest:.3g} "
                f"m/s2: {list_blocks(model, result.moving)}", *_describe_gap(standing),
                *_describe_support(result)]
    if standing.locked:
        pairs = [(model.block_names[a], model.block_names[b]) for a, b in standing.locked]
        lines.append(f"stands      by rigid joints; may rest on locked-in pressure between {list_pairs(pairs)}")
    else:
        lines.append("stands      yes")
    lines += _describe_elastic(standing) + _describe_gap(standing)
    lines += [f"reaction    of {name}: ({', '.join(f'{x:.5g}' for x in _tidy(force, weight))}) N"
              for name, force in result.reactions.items()]
    return lines + [f"tie         {name}: {force:.5g} N" for name, force in zip(model.ties.names, result.tie_force)]


def _describe_support(result: StaticsResult) -> list[str]:
    words = forgotten_support(result.model, result.equilibrium.contacts)
    return [f"support     {words}"] if words else []


def _describe_elastic(standing: Standing) -> list[str]:
    model = standing.statics.model
    if standing.elastic is not None:
        return describe_elastic(model, standing.elastic)
    blocks = int((~model.is_support).sum())
    return [f"elastic     not asked of {blocks} blocks: drystone statics --elastic does"] if is_large(model) else []


def _describe_gap(standing: Standing) -> list[str]:
    if standing.gap == 0.0:
        return []
    return [f"gaps        of up to {1e6 * standing.gap:.3g} um in the drawing, taken as closed: a run closes them"]


def _tidy(vector: np.ndarray, scale: float) -> np.ndarray:
    return np.where(np.abs(vector) < 1e-9 * scale, 0.0, vector)


def describe_statics(standing: Standing, ranges: Mapping[tuple[str, str], tuple[float, float]],
                     margins: Margins | None) -> list[str]:
    """All that `drystone statics` says but thrust lines; ranges of joints by pair of blocks [N]."""
    result = standing.statics
    lines = [describe_size(result.model, result.equilibrium.contacts.count), *describe_standing(standing)]
    if not result.stands:
        return lines
    lines += describe_joints(result)
    lines += [describe_thrust(pair, low, high) for pair, (low, high) in ranges.items()]
    if margins is not None:
        lines += describe_margins(margins)
    lines.append(f"checks      equilibrium {result.checks.equilibrium:.1g}, friction {result.checks.friction:.1g}; "
                 f"{result.seconds:.2g} s")
    return lines


# --- forces of statics ------------------------------------------------------------------------------


def describe_joints(result: StaticsResult) -> list[str]:
    """How many joints carry, the most compressed one and the one nearest to sliding."""
    found, use, names = result.interfaces, result.friction_use, result.model.block_names
    pairs = [(names[a], names[b]) for a, b in zip(found.block_a, found.block_b)]
    loaded = found.normal_force > 1e-6 * float(found.normal_force.max(initial=0.0))
    outside = int((loaded & ~found.is_in_middle_third).sum())
    if not found.count:
        return ["joints      none: all hangs from ties"]
    largest, slips = (greatest(values, pairs, accuracy=SOLVED) for values in (found.normal_force, use))
    return [f"joints      {int(loaded.sum())} of {found.count} carry force, {outside} of them outside the middle third",
            f"            most compressed {' and '.join(pairs[largest])}: {found.normal_force[largest]:.5g} N",
            f"            nearest to sliding {' and '.join(pairs[slips])}: "
            f"{100 * use[slips]:.3g} % of its friction in use"]


def describe_thrust(pair: tuple[str, str], low: float, high: float) -> str:
    """Least and greatest force of a joint."""
    most = f"{high:.5g} N" if math.isfinite(high) else "any amount: rigid joints can lock in any pressure here"
    return f"thrust      {pair[0]} on {pair[1]}: {low:.5g} .. {most}"


def describe_margins(margins: Margins) -> list[str]:
    """Friction reserve and geometric factor; and what the first one counts on."""
    friction = f"{margins.friction:.5g}" if math.isfinite(margins.friction) else "any amount"
    geometric = f"{margins.geometric:.5g}" if math.isfinite(margins.geometric) else "any amount"
    if margins.locked:
        friction += " if pressure is locked in"
    lines = [f"margins     friction may be divided by {friction}, joints shrunk by {geometric}"]
    if margins.locked:
        lines.append(f"            with so little friction it may rest on locked-in pressure between "
                     f"{list_pairs(margins.locked)}")
    return lines


def describe_lines(result: StaticsResult, lines: Mapping[str, ThrustLine | None]) -> list[str]:
    """Thrust of each line and its steepest joint."""
    found, names = result.interfaces, result.model.block_names
    out = []
    for kind, line in lines.items():
        if line is None:
            out.append(f"line        {kind} thrust: none stays within the joints")
            continue
        pairs = [(names[found.block_a[joint]], names[found.block_b[joint]]) for joint in line.chain.joints]
        steepest = greatest(line.friction_use, pairs, accuracy=SOLVED)
        warning = f", {len(line.slides)} joints steeper than friction" if len(line.slides) else ""
        out.append(f"line        {kind} thrust {line.thrust:.5g} N; steepest at {' and '.join(pairs[steepest])}: "
                   f"{100 * line.friction_use[steepest]:.3g} % of friction{warning}")
    return out
