"""Static capacities of a failure domain, by limit analysis, and which runs move below them.

A pulse in direction + accelerates the ground along the motion's direction first; inertia then pushes the structure
against that direction. So `+` is the capacity against a push the other way. Most pulses swing back: then the capacity
of the other sign counts, too, with the share of the amplitude that the second half reaches.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from drystone.errors import InputError
from drystone.limit.equilibrium import check_dry
from drystone.limit.live import acceleration
from drystone.limit.nonassociative import non_associative_analysis
from drystone.model.source import BuiltSource
from drystone.model.uses import check_uses
from drystone.studies.file.axes import Combination
from drystone.studies.file.motions import STANDARD_G
from drystone.studies.findings.groups import group_words
from drystone.studies.folder import base_key, base_of
from drystone.studies.kinds.failure_domain import AMPLITUDE, DIRECTION, STEP, TIME, FailureDomain
from drystone.studies.ledger import Ledger
from drystone.studies.runs.maker import capacity_code
from drystone.studies.runs.outcome import Rows

ASSOCIATIVE, NON_ASSOCIATIVE = "associative", "non-associative"
GREATEST = f"{NON_ASSOCIATIVE}, greatest of its starts"

#: Capacities [g] by words, e.g. "+ associative"; inf: no limit; nan: not found.
Capacities = dict[str, float]

#: Names under which capacities are kept begin so.
PREFIX = "capacity:"

#: Under this and the name of a capacity stands by which code it was computed.
CODE_PREFIX = "code of "

#: Points at which a pulse is looked at.
_SAMPLES = 4001


def capacity_key(kind: FailureDomain, combination: Combination) -> str:
    """Name of a combination's capacities in the ledger: all that they hang on."""
    content = [base_key(base_of(kind.study)), kind.study.varied(combination), kind.entry.motion]
    return PREFIX + hashlib.sha256(json.dumps(content).encode()).hexdigest()[:16]


def find_capacities(kind: FailureDomain, ledger: Ledger, tell: Callable[[str], None] | None = None,
                    keep: bool = False) -> dict[str, Capacities]:
    """Capacities of all combinations by `capacity_key`; computed where the ledger has them not, and kept there.

    tell : hears what is computed now, since that can take minutes; keep : those that other code computed count, too
    """
    meta, code = ledger.all_meta(), capacity_code()
    found = {key: value for key, value in known_capacities(kind, meta).items()
             if keep or meta.get(f"{CODE_PREFIX}{key}") == code}
    for combination in kind.combos:
        key = capacity_key(kind, combination)
        if key not in found:
            if tell is not None:
                tell(f"limit analysis {group_words(combination)}".rstrip())
            with kind.study.placed(("domain", "capacity")):
                found[key] = compute_capacities(kind, combination)
            ledger.put_meta({key: found[key], f"{CODE_PREFIX}{key}": code})
    return found


def known_capacities(kind: FailureDomain, meta: Mapping[str, object]) -> dict[str, Capacities]:
    """Those that were computed before, of the study as it is."""
    keys = [capacity_key(kind, combination) for combination in kind.combos] if kind.entry.capacity else []
    return {key: dict(meta[key]) for key in keys if key in meta}


def check_capacities(kind: FailureDomain) -> None:
    """Refuse, before anything is on disk, a capacity of what limit analysis cannot judge."""
    if not kind.entry.capacity:
        return
    with kind.study.placed(("domain", "capacity")):
        built = _built(kind, kind.combos[0])
        ground_direction(built, kind.entry.motion)
        with built.assembly.placing():
            check_uses(built.model, NON_ASSOCIATIVE, _ignored(built))
            check_dry(built.model, NON_ASSOCIATIVE, "which that analysis does not know: capacity must be false")


def _built(kind: FailureDomain, combination: Combination) -> BuiltSource:
    base = kind.study.base
    return replace(base, overrides=(*base.overrides, *kind.study.varied(combination))).build()


def _ignored(built: BuiltSource) -> tuple[str, ...]:
    return () if built.settings is None else tuple(built.settings.analysis.ignore)


def compute_capacities(kind: FailureDomain, combination: Combination) -> Capacities:
    """Capacities of one combination [g], of the structure as drawn, against a uniform acceleration."""
    built = _built(kind, combination)
    direction = ground_direction(built, kind.entry.motion)
    model = built.model
    in_g = float(np.linalg.norm(model.gravity)) / STANDARD_G       # alpha is in the model's gravity
    ignore = _ignored(built)
    capacities: Capacities = {}
    for sign, push in (("+", -direction), ("-", direction)):
        result = non_associative_analysis(model, acceleration(model, [float(x) for x in push]), ignore=ignore)
        capacities |= {f"{sign} {ASSOCIATIVE}": in_g * result.associative.alpha,
                       f"{sign} {NON_ASSOCIATIVE}": in_g * result.alpha, f"{sign} {GREATEST}": in_g * result.spread[1]}
    return capacities


def ground_direction(built: BuiltSource, name: str) -> np.ndarray:
    """(3,) unit vector of the ground's positive acceleration by a motion of the model."""
    entry = next(motion for motion in built.resolved["motions"] if motion["name"] == name)
    if entry.get("supports"):
        raise InputError(f"must be false where the motion {name!r} moves some supports only: their structure has no "
                         "uniform acceleration, got true")
    if entry.get("direction_deg") is not None:
        angle = math.radians(entry["direction_deg"])
        return np.array([math.cos(angle), math.sin(angle), 0.0])
    direction = np.array(entry["direction"], float)
    return direction / np.linalg.norm(direction)


# --- which runs move ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Mover:
    """A run that moved although a capacity says that it need not."""

    direction: str
    half_period: float   #: [s]
    amplitude: float     #: [g]


@dataclass(frozen=True)
class Below:
    """Runs of one combination below its capacities, and those of them that moved."""

    below: int                  #: runs with every half of their pulse below the non-associative capacity
    between: int                #: other runs below the associative one
    movers_below: list[Mover]
    movers_between: list[Mover]


def judge_movers(kind: FailureDomain, combination: Combination, rows: Rows, capacities: Capacities) -> Below:
    """Which runs below the capacities moved; runs with finer steps are the same pulses and are left out."""
    counts, movers = {NON_ASSOCIATIVE: 0, ASSOCIATIVE: 0}, {NON_ASSOCIATIVE: [], ASSOCIATIVE: []}
    for run in kind.wanted(rows):
        row = rows.get(run.id)
        if row is None or row.outcome == "failed" or not is_of(run.coords, combination):
            continue
        place = Mover(str(run.coords[DIRECTION]), float(run.coords[TIME]), float(run.coords[AMPLITUDE]))
        band = next((flow for flow in (NON_ASSOCIATIVE, ASSOCIATIVE)
                     if _load_share(kind, place, capacities, flow) < 1.0), None)
        if band is None:
            continue
        counts[band] += 1
        if row.numbers.get("kinetic greatest [J]", 0.0) > 0.0:
            movers[band].append(place)
    return Below(counts[NON_ASSOCIATIVE], counts[ASSOCIATIVE], movers[NON_ASSOCIATIVE], movers[ASSOCIATIVE])


def is_of(coords: Mapping[str, object], combination: Combination) -> bool:
    """Whether a run of the plain time step belongs to a combination."""
    return STEP not in coords and all(coords.get(name) == value for name, value in combination.items())


def amplitudes_to_reach(kind: FailureDomain, sign: str, half_period: float, capacities: Capacities) -> dict[str, float]:
    """Amplitude [g] at which one half of a pulse reaches the capacity of its own sign, by flow; nan: not known."""
    if not capacities:
        return {}
    unit = Mover(sign, half_period, 1.0)
    shares = {flow: _load_share(kind, unit, capacities, flow) for flow in (ASSOCIATIVE, NON_ASSOCIATIVE)}
    return {flow: 1.0 / share if 0.0 < share < math.inf else math.nan for flow, share in shares.items()}


def _load_share(kind: FailureDomain, run: Mover, capacities: Capacities, flow: str) -> float:
    """Greatest acceleration of a pulse over the capacity in its direction [-]; inf where that is not known."""
    first, back = pulse_peaks(kind, run.half_period)
    other = "-" if run.direction == "+" else "+"
    shares = [run.amplitude * peak / capacities.get(f"{sign} {flow}", math.nan)
              for sign, peak in ((run.direction, first), (other, back)) if peak > 0.0]
    return math.inf if any(math.isnan(share) for share in shares) else max(shares, default=0.0)


def pulse_peaks(kind: FailureDomain, half_period: float) -> tuple[float, float]:
    """Greatest acceleration of a pulse along its direction and against it, over its amplitude [-]."""
    motion = kind.motion(half_period, 1.0)
    values = motion.acceleration(np.linspace(0.0, motion.duration, _SAMPLES))
    return max(float(values.max()), 0.0), max(float(-values.min()), 0.0)


# --- in words -----------------------------------------------------------------------------------


def capacity_lines(capacities: Capacities, below: Below, signs: Sequence[str]) -> Iterator[str]:
    """Capacities of one combination, what they hang on, and who moves below them."""
    for sign in signs:
        least, greatest = (capacities[f"{sign} {flow}"] for flow in (NON_ASSOCIATIVE, GREATEST))
        yield (f"  capacity  {sign}: associative {_number(capacities[f'{sign} {ASSOCIATIVE}'])}, non-associative "
               f"{_number(least)}{f' to {_number(greatest)}' if greatest > least * 1.001 else ''}")
    yield ("            of the structure as drawn against a uniform acceleration, the ground's along the motion's "
           "direction for +;")
    yield "            non-associative: the least of 4 starts, no bound; a pulse counts with both its halves"
    if any(math.isnan(capacities[f"{sign} {NON_ASSOCIATIVE}"]) for sign in "+-"):
        yield (f"  below     the associative one {_moved(below.between, below.movers_between)}; of the other nothing "
               "is told")
        return
    yield f"  below     the non-associative one {_moved(below.below, below.movers_below)}"
    yield f"  between   it and the associative one {_moved(below.between, below.movers_between)}"


def _number(value: float) -> str:
    return "without limit" if math.isinf(value) else "not found" if math.isnan(value) else f"{value:.4g} g"


def _moved(count: int, movers: Sequence[Mover]) -> str:
    if not movers:
        return f"none of {count} runs moves" if count else "there is no run"
    shown = "; ".join(f"{m.direction} {m.half_period:g} s, {m.amplitude:.4g} g" for m in movers[:12])
    more = f"; ... and {len(movers) - 12} more" if len(movers) > 12 else ""
    return f"{len(movers)} of {count} runs move: {shown}{more}"
