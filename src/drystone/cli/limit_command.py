"""`drystone limit`: load factor, forces and mechanism of a model file."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import typer

from drystone.checks import check_choice, check_number
from drystone.cli.pushover_command import (
    PoseWords,
    assess_if_meant,
    assessment_data,
    describe_pushover,
    describe_tilt,
    draw_curve,
    pushover_data,
    refuse_beside,
    tilt_data,
)
from drystone.errors import InputError
from drystone.limit.analysis import LimitResult, limit_analysis, scale_twists
from drystone.limit.assessment import describe_assessment
from drystone.limit.live import LiveLoad, acceleration, named_load
from drystone.limit.nonassociative import NonAssociativeResult, non_associative_analysis
from drystone.limit.plain_data import interface_data
from drystone.limit.pushover import pushover_analysis
from drystone.limit.settling import SettlementResult, settlement_analysis
from drystone.limit.tilt import tilt_analysis
from drystone.limit.words import list_blocks
from drystone.model.file import read_model
from drystone.model.model import Model
from drystone.model.uses import check_ignored, check_uses
from drystone.notices import old_option

FLOWS = ("associative", "non-associative")


@dataclass(frozen=True, slots=True)
class LimitOptions:
    """What the command line asks for."""

    direction: str | None = None       #: of the live acceleration or the settlement
    target: tuple[str, ...] = ()       #: blocks that it acts on; empty: all
    live: tuple[str, ...] = ()         #: loads of the model that are live
    settle: tuple[str, ...] = ()       #: supports that settle
    flow: str = "associative"
    starts: int = 4
    solver: str = "auto"
    as_json: bool = False
    picture: Path | None = None
    draw: bool = True
    animation: Path | None = None      #: where the moving mechanism goes
    tilt: str | None = None            #: direction of a tilt test
    pushover: bool = False
    crushing: float | None = None      #: compressive strength of the joints [Pa]
    confidence: float = 1.0            #: FC of the code
    ignore: tuple[str, ...] = ()       #: properties that may go unread

    @property
    def analysis(self) -> str:
        """Name of what is asked in `drystone.model.uses`."""
        if self.tilt is not None:
            return "tilt"
        if self.settle:
            return "settlement"
        if self.pushover:
            return "pushover"
        return "limit" if self.flow == "associative" else "non-associative"


def run_limit(path: Path, overrides: list[str], options: LimitOptions) -> None:
    """Analyse a model file and say what was found."""
    check_choice("--flow", options.flow, FLOWS)
    if options.animation is not None and options.animation.suffix != ".gif":
        raise InputError(f"--animation must be a .gif file, got {str(options.animation)!r}")
    _check_together(options)
    check_ignored("--ignore", options.ignore)
    if options.crushing is not None:
        check_number("crushing", options.crushing, "Pa", above=0.0)
        old_option("--crushing", "joints the property compression, e.g. --set joints.NAME.compression=5e6")
    assembly, settings, _ = read_model(path, overrides)
    model = assembly.build()
    options = replace(options, ignore=(*options.ignore, *(settings.analysis.ignore if settings else ())))
    try:
        for line in check_uses(model, options.analysis, options.ignore):
            typer.echo(f"note        {line}", err=options.as_json)
    except InputError as error:
        raise assembly.located(error) from None
    if options.tilt is not None:
        _tilt(model, path, options)
        return
    if options.settle:
        result: LimitResult | NonAssociativeResult | SettlementResult = _settle(model, options)
    else:
        live = _live_load(model, options)
        if options.flow == "associative":
            result = limit_analysis(model, live, solver=options.solver, crushing=options.crushing,
                                    ignore=options.ignore)
        else:
            result = non_associative_analysis(model, live, starts=options.starts, solver=options.solver,
                                              ignore=options.ignore)
    curve = None
    if options.pushover:
        curve = pushover_analysis(model, live, solver=options.solver, progress=PoseWords(), ignore=options.ignore)
    first = result.associative if isinstance(result, NonAssociativeResult) else result
    codes = assess_if_meant(first, curve, options.confidence) if isinstance(first, LimitResult) else None
    if options.as_json:
        more = {} if isinstance(result, SettlementResult) else {"codes": assessment_data(codes)}
        more |= {} if curve is None else {"pushover": pushover_data(curve)}
        typer.echo(json.dumps(as_data(result) | more, indent=1, ensure_ascii=False))
    else:
        lines = describe(result) + ([] if curve is None else describe_pushover(curve))
        typer.echo("\n".join(lines + ([] if codes is None else describe_assessment(codes))))
    if options.draw and curve is not None:
        target = draw_curve(curve, codes, Path(f"{path.stem}_pushover.png"))
        typer.echo(f"curve       {target}", err=options.as_json)
    if options.draw and (options.picture is not None or not options.as_json):
        target = _draw(model, result, options.picture or Path(f"{path.stem}_limit.png"))
        if target is not None:
            typer.echo(f"picture     {target}", err=options.as_json)
    if options.animation is not None:
        target = _animate(model, result, options.animation)
        if target is not None:
            typer.echo(f"animation   {target}", err=options.as_json)


def _check_together(options: LimitOptions) -> None:
    """Refuse options that do not go together."""
    if options.tilt is not None:
        refuse_beside("--tilt", direction=options.direction, live=options.live, settle=options.settle,
                      pushover=options.pushover, crushing=options.crushing is not None, target=options.target)
    if options.settle:
        refuse_beside("--settle", pushover=options.pushover, crushing=options.crushing is not None)
    if options.crushing is not None:
        refuse_beside("--crushing", pushover=options.pushover)
        if options.flow != "associative":
            raise InputError("limit: --crushing goes with --flow associative only")


def _tilt(model: Model, path: Path, options: LimitOptions) -> None:
    """Tilt test: angle, mechanism and its picture."""
    found = tilt_analysis(model, read_direction_option(options.tilt), ignore=options.ignore)
    if options.as_json:
        typer.echo(json.dumps(tilt_data(found), indent=1, ensure_ascii=False))
    else:
        typer.echo("\n".join(describe_tilt(found)))
    if options.draw and (options.picture is not None or not options.as_json) and len(found.moving):
        from drystone.view.limit_picture import draw_limit
        title = f"{model.name}: falls at {math.degrees(found.angle):.4g} deg"
        target = draw_limit(model, options.picture or Path(f"{path.stem}_tilt.png"), found.mechanism, title=title)
        typer.echo(f"picture     {target}", err=options.as_json)


def read_direction_option(text: str) -> str | list[float]:
    """+x, -y, or three numbers with commas between them."""
    if "," not in text:
        return text
    try:
        return [float(word) for word in text.split(",")]
    except ValueError:
        raise InputError(f"--direction must be +x, -x, +y, -y, +z, -z or three numbers x,y,z, got {text!r}") from None


def _live_load(model: Model, options: LimitOptions) -> LiveLoad:
    if options.direction is None and not options.live:
        raise InputError("limit: no live load: give --direction (e.g. +x), or --live with the name of a load")
    parts = []
    if options.direction is not None:
        parts.append(acceleration(model, read_direction_option(options.direction), options.target))
    if options.live:
        parts.append(named_load(model, *options.live))
    return parts[0] if len(parts) == 1 else parts[0] + parts[1]


def _settle(model: Model, options: LimitOptions) -> SettlementResult:
    if options.live or options.target:
        raise InputError("limit: --settle goes with --direction only, got --live or --target")
    return settlement_analysis(model, options.settle, read_direction_option(options.direction or "-z"),
                               solver=options.solver, ignore=options.ignore)


# --- words ----------------------------------------------------------------------------------------


def describe(result: LimitResult | NonAssociativeResult | SettlementResult) -> list[str]:
    """Lines for people."""
    if isinstance(result, SettlementResult):
        return _describe_settlement(result)
    if isinstance(result, NonAssociativeResult):
        return [*_describe_limit(result.associative), *_describe_paths(result)]
    return _describe_limit(result)


def _head(result: LimitResult | SettlementResult) -> str:
    model, contacts = result.equilibrium.model, result.equilibrium.contacts
    return (f"model       {model.name}: {int((~model.is_support).sum())} blocks, {contacts.count} contact points"
            + (", planar" if model.planar_axis is not None else ""))


def _describe_limit(result: LimitResult) -> list[str]:
    model = result.model
    lines = [_head(result), f"live load   {result.live.label}"]
    if not result.is_bounded:
        return [*lines, "alpha       unbounded: the joints carry any multiple of this load",
                f"solver      {result.solver}, {result.iterations} iterations, {result.seconds:.2g} s"]
    free = ~model.is_support
    force = float(np.linalg.norm(result.live.wrench[free, :3].sum(axis=0))) * abs(result.alpha)
    weight = float(model.mass[free].sum() * np.linalg.norm(model.gravity))
    share = f", {100 * force / weight:.4g} % of the weight" if weight else ""
    lines += _describe_ties(result)
    if result.crushing is not None:
        lines.append(f"joints      crush at {result.crushing:g} Pa")
    lines.append(f"alpha       {result.alpha:.6g}{' g' if result.live.unit == 'g' else ''}  "
                 f"(live load {force:.4g} N{share})")
    lines.append(_describe_mechanism(model, result.moving))
    lines.append(_describe_checks(result.checks))
    lines.append(f"solver      {result.solver}, {result.iterations} iterations, {result.seconds:.2g} s")
    return lines


def _describe_ties(result: LimitResult) -> list[str]:
    return [f"tie         {name}: {force:.5g} N" for name, force in zip(result.model.ties.names, result.tie_force)]


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


def _describe_settlement(result: SettlementResult) -> list[str]:
    lines = [_head(result), f"settlement  {result.label}"]
    largest = max((float(np.abs(reaction).max()) for reaction in result.reactions.values()), default=0.0)
    for name, reaction in result.reactions.items():
        shown = ", ".join(f"{0.0 if abs(x) < 1e-6 * largest else x:.5g}" for x in reaction)
        lines.append(f"reaction    of {name}: ({shown}) N on the structure")
    lines.append(_describe_mechanism(result.equilibrium.model, result.moving))
    lines.append(_describe_checks(result.checks))
    lines.append(f"solver      {result.solver}, {result.iterations} iterations, {result.seconds:.2g} s")
    return lines


def _describe_mechanism(model: Model, moving: np.ndarray) -> str:
    count = int((~model.is_support).sum())
    own = moving[~model.is_support[moving]]
    return f"mechanism   {len(own)} of {count} blocks move, fastest {list_blocks(model, own)}"


def _describe_checks(checks) -> str:
    return (f"checks      work {checks.work:.1g}, r.u {checks.complementarity:.1g}, equilibrium "
            f"{checks.equilibrium:.1g}, friction {checks.friction:.1g}, flow rule {checks.admissible:.1g}")


# --- data -----------------------------------------------------------------------------------------


def as_data(result: LimitResult | NonAssociativeResult | SettlementResult) -> dict:
    """Plain data; an unbounded alpha is null with bounded false."""
    if isinstance(result, NonAssociativeResult):
        return _limit_data(result.associative) | {"non_associative": {
            "alpha": _number(result.alpha), "least": _number(result.spread[0]), "greatest": _number(result.spread[1]),
            "mechanism": _twists(result.associative.model, result.mechanism, result.moving),
            "paths": [asdict(path) | {"friction_error": _number(path.friction_error)} for path in result.paths],
            "seconds": result.seconds}}
    if isinstance(result, SettlementResult):
        model = result.equilibrium.model
        return {"model": model.name, "settlement": result.label,
                "reactions": {name: [float(x) for x in value] for name, value in result.reactions.items()},
                "mechanism": _twists(model, result.mechanism, result.moving), "checks": asdict(result.checks),
                "interfaces": interface_data(result), "solver": result.solver, "iterations": result.iterations,
                "seconds": result.seconds}
    return _limit_data(result)


def _limit_data(result: LimitResult) -> dict:
    return {"model": result.model.name, "live": result.live.label, "unit": result.live.unit,
            "bounded": result.is_bounded, "alpha": _number(result.alpha),
            "mechanism": _twists(result.model, result.mechanism, result.moving),
            "checks": None if result.checks is None else asdict(result.checks),
            "interfaces": interface_data(result) if result.is_bounded else [],
            "ties": dict(zip(result.model.ties.names, result.tie_force.tolist())), "crushing": result.crushing,
            "solver": result.solver, "iterations": result.iterations, "seconds": result.seconds}


def _twists(model: Model, twist: np.ndarray, moving: np.ndarray) -> dict[str, list[float]]:
    return {model.block_names[i]: twist[i].tolist() for i in moving}


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _draw(model: Model, result, path: Path) -> Path | None:
    from drystone.view.limit_picture import draw_limit  # slow to load: after all that may be refused
    shown = _shown(model, result)
    return None if shown is None else draw_limit(model, path, shown[0], shown[1], title=shown[2])


def _animate(model: Model, result, path: Path) -> Path | None:
    from drystone.view.limit_picture import animate_limit
    shown = _shown(model, result)
    return None if shown is None else animate_limit(model, path, shown[0], title=shown[2])


def _shown(model: Model, result):
    """Mechanism, interfaces and title of what is drawn; None where there is no limit."""
    if isinstance(result, SettlementResult):
        return scale_twists(model, result.mechanism)[0], result.interfaces, f"{model.name}: {result.label}"
    first = result.associative if isinstance(result, NonAssociativeResult) else result
    chosen = first if isinstance(result, NonAssociativeResult) and not result.converged else result
    if not first.is_bounded:
        return None
    unit = " g" if first.live.unit == "g" else ""
    title = f"{model.name}: alpha {chosen.alpha:.4g}{unit}, {first.live.label}"
    return chosen.mechanism, first.equilibrium.interfaces(chosen.force), title
