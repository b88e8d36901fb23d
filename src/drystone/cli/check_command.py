"""`drystone check`: look at a model before any run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import typer

from drystone.engines.nscd.engine import NscdEngine
from drystone.engines.nscd.report import StepReport
from drystone.extremes import greatest, least
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.file import read_model
from drystone.model.model import Model
from drystone.model.settings import AnalysisSettings
from drystone.model.state import State

LISTED = 5            #: names listed before "and n more"
STATICS_DT = 1e-3     #: [s], step of the statics where the file has no analysis
MORTAR_STEPS = 16     #: steps after which the springs of mortar have settled to 1e-4 of their first movement
MOVES = 1e-3          #: share of gravity above which a block counts as moving at once


@dataclass(frozen=True, slots=True)
class Statics:
    """One step under dead load only."""

    reaction: np.ndarray      #: (3,) [N], sum of the forces that supports exert on the other blocks
    weight: np.ndarray        #: (3,) [N], sum of the loads on the other blocks: gravity and what acts from the start
    acceleration: np.ndarray  #: (b,) [m/s2], of the centres of mass
    is_solved: bool


def check_model(path: Path, overrides: list[str], picture: Path | None, *, draw: bool = True) -> None:
    """Print what there is to know of a model file, and draw it."""
    assembly, settings, _ = read_model(path, overrides)
    model = assembly.build()
    analysis = settings.analysis if settings is not None else AnalysisSettings(dt=STATICS_DT)
    engine = NscdEngine(_dead_loads_only(model), analysis)
    start = engine.start()               # refuses overlaps beyond tolerance
    statics, report = solve_statics(engine, start)
    lines = describe_model(model, start, report, statics)
    lines.append(_describe_run(model, settings, assembly.duration))
    typer.echo("\n".join(lines))
    if draw:
        from drystone.view.model_picture import draw_model  # slow to load: after all that may be refused

        target = draw_model(model, picture or Path(f"{path.stem}.png"), report.contacts)
        typer.echo(f"picture     {target}")


def describe_model(model: Model, start: State, report: StepReport, statics: Statics) -> list[str]:
    """Lines for people: masses, contacts, what touches nothing, overlaps, reactions."""
    free = ~model.is_support
    mass = model.mass[free]
    lines = [f"model       {model.name}: {_count(free.sum(), 'block')}, {_count(model.is_support.sum(), 'support')}"
             + ("" if model.planar_axis is None else ", planar")]
    if free.any():
        names = [name for name, is_free in zip(model.block_names, free) if is_free]
        light, heavy = names[least(mass, names)], names[greatest(mass, names)]
        lines.append(f"masses      {mass.sum():.6g} kg in all; "
                     f"{mass.min():.4g} ({light}) .. {mass.max():.4g} kg ({heavy})")
        spans = [f"{axis} {low:.4g} .. {high:.4g}" for axis, low, high in zip("xyz", *_extent(model))]
        lines.append(f"extent      {', '.join(spans)} m")
    contacts = report.contacts
    closed = contacts.gap <= 1e-6 * float(np.ptp(model.initial_position, axis=0).max() + 1.0)
    pairs = {(int(a), int(b)) for a, b in zip(contacts.block_a[closed], contacts.block_b[closed])}
    lines.append(f"contacts    {_count(len(pairs), 'pair')} of blocks touching in {_count(closed.sum(), 'point')}")
    lines.append(_describe_overlaps(start))
    if model.ties.count:
        lines.append(f"ties        {_count(model.ties.count, 'tie')}: {', '.join(model.ties.names[:LISTED])}")
        pairs |= {(int(a), int(b)) for a, b in zip(model.ties.block_a, model.ties.block_b)}
    lines += _describe_loose(model, pairs)
    lines += _describe_statics(model, statics)
    return lines


def solve_statics(engine: NscdEngine, start: State) -> tuple[Statics, StepReport]:
    """One step from rest under the dead loads; its impulses by the step are the reactions.

    Mortar gives a little before it carries: then the last of a few steps counts.
    """
    model, dt = engine.model, engine.settings.dt
    still = replace(start, twist=np.zeros_like(start.twist))
    end = still
    for _ in range(MORTAR_STEPS if len(start.bond_intact) else 1):
        before = end
        end, report = engine.step(replace(before, time=0.0), dt)
    force = np.matmul(report.impulse[:, None, :], report.contacts.frame)[:, 0] / dt    # on block b, world
    support_a, support_b = (model.is_support[block] for block in (report.contacts.block_a, report.contacts.block_b))
    reaction = force[support_a & ~support_b].sum(axis=0) - force[support_b & ~support_a].sum(axis=0)
    load = model.loads.impulse(0.0, dt, start.position, quaternion_to_matrix(start.orientation)) / dt
    reaction = reaction + _pull_of_supports(model, start, report)
    acceleration = np.linalg.norm((end.twist - before.twist)[:, :3], axis=1) / dt
    return Statics(reaction, load[~model.is_support, :3].sum(axis=0), acceleration, report.is_solved), report


def _pull_of_supports(model: Model, start: State, report: StepReport) -> np.ndarray:
    """(3,) [N], what ties that end at a support add to the reactions."""
    ties = model.ties
    end_a, end_b = ties.ends(start.position, quaternion_to_matrix(start.orientation))
    along = (end_b - end_a) / np.maximum(ties.length, 1e-300)[:, None]       # pulls a towards b
    sign = model.is_support[ties.block_b].astype(float) - model.is_support[ties.block_a]
    return (sign * report.tie_force) @ along


def _dead_loads_only(model: Model) -> Model:
    """The model without motions and events, at rest."""
    loads = replace(model.loads, ground_motions=(), support_motions=(), events=())
    return replace(model, loads=loads, initial_twist=np.zeros_like(model.initial_twist))


def _describe_overlaps(start: State) -> str:
    depth = -start.memory.gap_offset
    real = depth > 1e-9
    if not real.any():
        return "overlaps    none"
    return (f"overlaps    in the drawing at {_count(real.sum(), 'point')}, by up to {depth.max():.2g} m: "
            "taken as touching")


def _describe_loose(model: Model, pairs: set[tuple[int, int]]) -> list[str]:
    """Blocks that touch nothing, and those that touch others but no support, not even by way of others."""
    if model.free:
        return ["support     none: free: true"]
    touched = {block for pair in pairs for block in pair}
    neighbours: dict[int, list[int]] = {}
    for a, b in pairs:
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    held = {int(i) for i in np.flatnonzero(model.is_support)}
    queue = list(held)
    while queue:
        for other in neighbours.get(queue.pop(), ()):
            if other not in held:
                held.add(other)
                queue.append(other)
    free = [int(i) for i in np.flatnonzero(~model.is_support)]
    alone = [i for i in free if i not in touched]
    loose = [i for i in free if i in touched and i not in held]
    lines = []
    if alone:
        lines.append(f"touching    WARNING: {_count(len(alone), 'block')} touching nothing: {_names(model, alone)}")
    if loose:
        lines.append(f"touching    WARNING: {_count(len(loose), 'block')} touching others, but carried by no support: "
                     f"{_names(model, loose)}")
    return lines or ["touching    every block is carried by a support, directly or by others"]


def _describe_statics(model: Model, statics: Statics) -> list[str]:
    scale = float(np.linalg.norm(statics.weight))
    if scale == 0.0:
        return ["statics     no load"]
    missing = float(np.linalg.norm(statics.reaction + statics.weight)) / scale
    reaction = ", ".join(f"{0.0 if abs(r) < 1e-9 * scale else r:.6g}" for r in statics.reaction)
    lines = [f"reactions   ({reaction}) N against a load of {scale:.6g} N; difference {100 * missing:.2g} %"]
    limit = MOVES * float(np.linalg.norm(model.gravity) or 9.81)
    moving = [int(i) for i in np.flatnonzero(~model.is_support & (statics.acceleration > limit))]
    if moving:
        worst = float(statics.acceleration.max())
        lines.append(f"statics     WARNING: {_count(len(moving), 'block')} moving at once under dead load, "
                     f"at up to {worst:.3g} m/s2: {_names(model, moving)}")
    else:
        lines.append("statics     stands under dead load")
    if not statics.is_solved:
        lines.append("statics     WARNING: the solver did not reach its tolerance")
    return lines


def _describe_run(model: Model, settings, duration: float | None) -> str:
    length = duration if duration is not None else model.loads.duration
    if settings is None or length is None:
        missing = " and ".join(name for name, value in (("analysis", settings), ("duration", length)) if value is None)
        return f"run         WARNING: {missing} missing, cannot be run"
    dt, scheme = settings.analysis.dt, settings.analysis.scheme
    return f"run         {length:g} s in {round(length / dt)} steps of {dt:g} s, scheme {scheme}"


def _extent(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest coordinates of the blocks that are no supports, at the start [m]."""
    parts, matrices = model.parts, quaternion_to_matrix(model.initial_orientation)
    corners = []
    for part, block in enumerate(parts.block):
        if not model.is_support[block]:
            local = parts.vertex[parts.vertex_ptr[part]:parts.vertex_ptr[part + 1]]
            corners.append(local @ matrices[block].T + model.initial_position[block])
    points = np.concatenate(corners)
    return points.min(axis=0), points.max(axis=0)


def _count(number: int, noun: str) -> str:
    """1 block, 2 blocks."""
    return f"{int(number)} {noun}{'' if number == 1 else 's'}"


def _names(model: Model, blocks: list[int]) -> str:
    shown = ", ".join(model.block_names[i] for i in blocks[:LISTED])
    return shown if len(blocks) <= LISTED else f"{shown} and {len(blocks) - LISTED} more"
