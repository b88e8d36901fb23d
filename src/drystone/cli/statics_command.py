"""`drystone statics`: does a model stand under its dead load, and with which forces."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import typer

from drystone.errors import InputError
from drystone.extremes import SOLVED, greatest
from drystone.limit.analysis import scale_twists
from drystone.limit.plain_data import interface_data
from drystone.limit.standing import Standing, judge_standing
from drystone.limit.statics import Margins, StaticsResult, find_margins, thrust_range
from drystone.limit.statics_words import describe_joints, describe_margins, describe_standing, describe_thrust
from drystone.limit.thrust_line import KINDS, ThrustLine, effective_line, thrust_line
from drystone.model.file import read_model
from drystone.model.uses import check_ignored, check_uses


@dataclass(frozen=True, slots=True)
class StaticsOptions:
    """What the command line asks for."""

    thrust: tuple[str, ...] = ()   #: pairs of blocks, "a,b"
    margins: bool = False
    lines: tuple[str, ...] = ()    #: blocks or groups of the chain of a thrust line; "all": every free block
    as_json: bool = False
    picture: Path | None = None
    draw: bool = True
    ignore: tuple[str, ...] = ()   #: properties that may go unread


def run_statics(path: Path, overrides: list[str], options: StaticsOptions) -> None:
    """Analyse a model file and say what was found; a structure that falls is a result, not an error."""
    pairs = [_read_pair(text) for text in options.thrust]
    check_ignored("--ignore", options.ignore)
    assembly, settings, _ = read_model(path, overrides)
    model = assembly.build()
    tolerance = 0.0 if settings is None else settings.analysis.touching   # what a run takes as touching
    ignore = (*options.ignore, *(settings.analysis.ignore if settings else ()))
    try:
        for line in check_uses(model, "statics", ignore):
            typer.echo(f"note        {line}", err=options.as_json)
    except InputError as error:
        raise assembly.located(error) from None
    given = {"overlap_tolerance": tolerance, "ignore": ignore}
    standing = judge_standing(model, **given)
    result = standing.statics
    ranges = {pair: thrust_range(model, *pair, **given) for pair in pairs} if result.stands else {}
    margins = find_margins(model, **given) if options.margins and result.stands else None
    lines = _thrust_lines(result, options.lines) if options.lines else {}
    if options.as_json:
        data = as_data(standing, ranges, margins) | _line_data(result, lines)
        typer.echo(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        typer.echo("\n".join(describe(standing, ranges, margins) + _describe_lines(result, lines)))
    if options.draw and any(lines.values()):
        from drystone.view.thrust_picture import draw_thrust
        target = draw_thrust(model, Path(f"{path.stem}_thrust.png"), [line for line in lines.values() if line],
                             title=f"{model.name}: thrust lines")
        typer.echo(f"lines       {target}", err=options.as_json)
    if options.draw and (options.picture is not None or not options.as_json):
        target = _draw(result, options.picture or Path(f"{path.stem}_statics.png"))
        typer.echo(f"picture     {target}", err=options.as_json)


def _thrust_lines(result: StaticsResult, names: tuple[str, ...]) -> dict[str, ThrustLine | None]:
    """Least, greatest and, if it stands, effective line of a chain of blocks; None where none fits."""
    blocks = () if names == ("all",) else names
    lines = {kind: thrust_line(result.model, blocks, kind) for kind in KINDS}
    if result.stands:
        lines["effective"] = effective_line(result.model, result.interfaces, blocks=blocks)
    return lines


def _describe_lines(result: StaticsResult, lines: dict[str, ThrustLine | None]) -> list[str]:
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


def _line_data(result: StaticsResult, lines: dict[str, ThrustLine | None]) -> dict:
    if not lines:
        return {}
    return {"thrust_lines": {kind: None if line is None else {
        "thrust": line.thrust, "points": line.point.tolist(), "forces": line.force.tolist(),
        "blocks": [result.model.block_names[b] for b in line.chain.blocks],
        "friction_use": line.friction_use.tolist(), "eccentricity": line.eccentricity.tolist()}
        for kind, line in lines.items()}}


def _read_pair(text: str) -> tuple[str, str]:
    names = tuple(word.strip() for word in text.split(","))
    if len(names) != 2 or not all(names):
        raise InputError(f"--thrust must be two blocks with a comma between them, got {text!r}")
    return names


def describe(standing: Standing, ranges: dict, margins: Margins | None) -> list[str]:
    """Lines for people."""
    result = standing.statics
    model, count = result.model, result.equilibrium.contacts.count
    lines = [f"model       {model.name}: {int((~model.is_support).sum())} blocks, {count} contact points"
             + (", planar" if model.planar_axis is not None else ""), *describe_standing(standing)]
    if not result.stands:
        return lines
    lines += describe_joints(result)
    lines += [describe_thrust(pair, low, high) for pair, (low, high) in ranges.items()]
    if margins is not None:
        lines += describe_margins(margins)
    lines.append(f"checks      equilibrium {result.checks.equilibrium:.1g}, friction {result.checks.friction:.1g}; "
                 f"{result.seconds:.2g} s")
    return lines


def as_data(standing: Standing, ranges: dict, margins: Margins | None) -> dict:
    """Plain data; what is unbounded is null."""
    result = standing.statics
    names = result.model.block_names
    data = {"model": result.model.name, "stands": result.stands,
            "moving": {names[i]: result.acceleration[i].tolist() for i in result.moving}, "seconds": result.seconds}
    if not result.stands:
        return data
    data |= {"locked_in": [[names[a], names[b]] for a, b in standing.locked],
             "reactions": {name: force.tolist() for name, force in result.reactions.items()},
             "interfaces": [row | {"friction_use": float(use)}
                            for row, use in zip(interface_data(result), result.friction_use)],
             "thrust": [{"blocks": list(pair), "least": low, "greatest": _finite(high)}
                        for pair, (low, high) in ranges.items()],
             "ties": dict(zip(result.model.ties.names, result.tie_force.tolist())), "checks": asdict(result.checks)}
    if margins is not None:
        data["margins"] = {"friction": _finite(margins.friction), "geometric": _finite(margins.geometric),
                           "locked_in": [list(pair) for pair in margins.locked]}
    return data


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _draw(result: StaticsResult, path: Path) -> Path:
    from drystone.view.limit_picture import draw_limit  # slow to load: after all that may be refused
    model = result.model
    if result.stands:
        return draw_limit(model, path, np.zeros_like(result.acceleration), result.interfaces,
                          title=f"{model.name}: forces under dead load")
    twist, _ = scale_twists(model, result.acceleration)
    return draw_limit(model, path, twist, title=f"{model.name}: falls under dead load")
