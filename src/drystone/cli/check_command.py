"""`drystone check`: look at a model before any run, and refuse what a run would refuse."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import typer

from drystone.cli.show import show
from drystone.contact.contact_set import ContactSet
from drystone.contact.overlaps import find_overlaps
from drystone.errors import InputError
from drystone.extremes import greatest, least
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.limit.equilibrium import find_contacts
from drystone.limit.plain_data import plain, statics_data
from drystone.limit.rest_words import rest_warnings
from drystone.limit.standing import Standing, find_rests, judge_standing
from drystone.limit.statics_words import describe_standing
from drystone.limit.words import count_of, list_blocks
from drystone.model.assembly import Assembly
from drystone.model.doubts import find_doubts
from drystone.model.file import read_model
from drystone.model.model import Model
from drystone.model.settings import OVERLAP_TOLERANCE, RunSettings
from drystone.model.uses import PROPERTIES, check_uses
from drystone.simulation.prepare import check_duration, prepare_run

LISTED = 5             #: supports and ties listed
OVERLAPS_LISTED = 50   #: overlaps listed; more of them say no more


def check_model(path: Path, overrides: list[str], picture: Path | None, *, draw: bool = True,
                as_json: bool = False) -> None:
    """Print what there is to know of a model file, and draw it."""
    assembly, settings, _ = read_model(path, overrides)
    model = assembly.build()
    tolerance = OVERLAP_TOLERANCE if settings is None else settings.analysis.touching
    try:
        _refuse_overlaps(model, tolerance)
        length, accuracy = _refuse_what_a_run_refuses(model, settings, assembly.duration)
        contacts = find_contacts(model, tolerance)
        standing = judge_standing(model, overlap_tolerance=tolerance, ignore=PROPERTIES) \
            if model.is_support.any() else None
    except InputError as error:      # say where in the file, as a run does
        raise assembly.located(error) from None
    if as_json:
        data = check_data(assembly, model, settings, length, contacts, standing, accuracy)
        typer.echo(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        lines = describe_model(model, contacts) + describe_rests(model, contacts)
        lines += ["stands      not asked: nothing supports the blocks"] if standing is None else (
            describe_standing(standing) + _unused(model, "statics"))
        show("\n".join(lines + describe_run(assembly, model, settings, length, accuracy)))
    if draw:
        from drystone.view.model_picture import draw_model  # slow to load: after all that may be refused

        target = draw_model(model, picture or Path(f"{path.stem}.png"), contacts)
        show(f"picture     {target}", err=as_json)


# --- refusals -----------------------------------------------------------------------------------------


def _refuse_overlaps(model: Model, tolerance: float) -> None:
    """One line with all overlaps of the drawing, and what to do."""
    found = find_overlaps(model, tolerance)
    if not found:
        return
    shown = ", ".join(f"{a!r} and {b!r} by {depth:.3g} m" for a, b, depth in found[:OVERLAPS_LISTED])
    more = f" and {len(found) - OVERLAPS_LISTED} more" if len(found) > OVERLAPS_LISTED else ""
    raise InputError(f"{count_of(len(found), 'pair')} of blocks overlap at the start by more than overlap_tolerance "
                     f"{tolerance:g} m: {shown}{more}; mend the drawing, or set analysis.overlap_tolerance to what may "
                     "count as touching")


def _refuse_what_a_run_refuses(model: Model, settings: RunSettings | None,
                               duration: float | None) -> tuple[float | None, str]:
    """Length of the run [s], None where the file does not tell it or has no analysis; how exact it is asked to be."""
    length = duration if duration is not None else model.loads.duration
    if length is None:
        return None, ""
    if settings is None:
        check_duration(model, None, length)
        return None, ""
    length = check_duration(model, settings, length)
    return length, prepare_run(model, settings, length).accuracy


# --- words --------------------------------------------------------------------------------------------


def describe_model(model: Model, contacts: ContactSet) -> list[str]:
    """Masses, extent, contacts, overlaps and ties."""
    free = ~model.is_support
    mass = model.mass[free]
    lines = [f"model       {model.name}: {count_of(free.sum(), 'block')}, {count_of(model.is_support.sum(), 'support')}"
             + ("" if model.planar_axis is None else ", planar")]
    names = [name for name, is_free in zip(model.block_names, free) if is_free]
    light, heavy = names[least(mass, names)], names[greatest(mass, names)]
    lines.append(f"masses      {mass.sum():.6g} kg in all; {mass.min():.4g} ({light}) .. {mass.max():.4g} kg ({heavy})")
    spans = [f"{axis} {low:.4g} .. {high:.4g}" for axis, low, high in zip("xyz", *_extent(model))]
    lines.append(f"extent      {', '.join(spans)} m")
    pairs = {(int(a), int(b)) for a, b in zip(contacts.block_a, contacts.block_b)}
    points = count_of(contacts.count, "point")
    lines.append(f"contacts    {count_of(len(pairs), 'pair')} of blocks touching in {points}")
    lines.append(_describe_overlaps(contacts))
    if model.ties.count:
        lines.append(f"ties        {count_of(model.ties.count, 'tie')}: {', '.join(model.ties.names[:LISTED])}")
    return lines


def describe_rests(model: Model, contacts: ContactSet) -> list[str]:
    """What rests on which support; what touches nothing, rests on nothing or is carried by no support."""
    if model.free:
        return ["rests       on nothing: free: true"]
    rests, names = find_rests(model, contacts), model.block_names
    lines = []
    for support in sorted(np.flatnonzero(model.is_support), key=lambda i: names[i])[:LISTED]:
        upper = sorted((i for i, lower in rests.on if lower == support), key=lambda i: names[i])
        if upper:
            lines.append(f"rests       on {names[support]!r}: {list_blocks(model, upper)}")
    return lines + [f"rests       WARNING: {words}" for words in rest_warnings(model, contacts)]


def describe_run(assembly: Assembly, model: Model, settings: RunSettings | None, length: float | None,
                 accuracy: str) -> list[str]:
    """What a run would be, how exact it is asked to be, and what is doubtful in it."""
    known = length if length is not None else assembly.duration or model.loads.duration
    if settings is None or known is None:
        missing = " and ".join(name for name, value in (("analysis", settings), ("duration", known)) if value is None)
        words = f"run         WARNING: {missing} missing, cannot be run"
    else:
        dt, scheme = settings.analysis.dt, getattr(settings.analysis, "scheme", None)
        how = f"engine {settings.analysis.engine}" if scheme is None else f"scheme {scheme}"
        words = f"run         {known:g} s in {round(known / dt)} steps of {dt:g} s, {how}"
    notes = [] if settings is None else _unused(model, settings.analysis.engine)
    doubts = find_doubts(assembly, model, settings, known)
    asked = [f"accuracy    {accuracy}"] if accuracy else []
    return [words, *asked, *notes, *(f"doubt       WARNING: {doubt}" for doubt in doubts)]


def _unused(model: Model, name: str) -> list[str]:
    """A line on properties that an engine or analysis leaves out; what must not be left out is refused elsewhere."""
    return [f"note        {line}" for line in check_uses(model, name, PROPERTIES)]


def check_data(assembly: Assembly, model: Model, settings: RunSettings | None, length: float | None,
               contacts: ContactSet, standing: Standing | None, accuracy: str) -> dict:
    """The same as plain data; `statics` as `drystone statics --json` has it, `run` null where it cannot be run."""
    free, names = ~model.is_support, model.block_names
    known = length if length is not None else assembly.duration or model.loads.duration
    rests = find_rests(model, contacts)
    can_run = settings is not None and known is not None
    return plain({
        "model": model.name, "blocks": int(free.sum()), "supports": int(model.is_support.sum()),
        "planar": model.planar_axis is not None, "mass": float(model.mass[free].sum()),
        "extent": [corner.tolist() for corner in _extent(model)],
        "contacts": {"pairs": len({(int(a), int(b)) for a, b in zip(contacts.block_a, contacts.block_b)}),
                     "points": contacts.count, "overlap": float(np.maximum(-contacts.gap, 0.0).max(initial=0.0))},
        "ties": list(model.ties.names), "free": model.free,
        "touching_nothing": sorted(names[i] for i in rests.alone),
        "resting_on_nothing": sorted(names[i] for i in rests.beside),
        "statics": None if standing is None else statics_data(standing, {}, None),
        "run": {"duration": known, "dt": settings.analysis.dt, "engine": settings.analysis.engine,
                "accuracy": accuracy} if can_run else None,
        "not_used": [] if settings is None else check_uses(model, settings.analysis.engine, PROPERTIES),
        "doubts": find_doubts(assembly, model, settings, known)})


def _describe_overlaps(contacts: ContactSet) -> str:
    depth = -contacts.gap
    real = depth > 1e-9
    if not real.any():
        return "overlaps    none"
    return (f"overlaps    in the drawing at {count_of(real.sum(), 'point')}, by up to {depth.max():.2g} m: "
            "taken as touching")


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
