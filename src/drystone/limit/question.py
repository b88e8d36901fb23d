"""What can be asked of a model without time, and the answers: one `Answer` each for `drystone limit` and `statics`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from drystone.checks import check_choice
from drystone.contact.interface import InterfaceSet
from drystone.errors import InputError
from drystone.limit.analysis import LimitResult, limit_analysis, scale_twists
from drystone.limit.assessment import Assessment, assess, describe_assessment, mechanism_displacements
from drystone.limit.limit_words import describe_limit, describe_pushover, describe_settlement, describe_tilt
from drystone.limit.live import LiveLoad, acceleration, named_load
from drystone.limit.nonassociative import NonAssociativeResult, non_associative_analysis
from drystone.limit.plain_data import (
    assessment_data,
    limit_data,
    line_data,
    plain,
    pushover_data,
    settlement_data,
    statics_data,
    tilt_data,
)
from drystone.limit.pushover import Pushover, pushover_analysis
from drystone.limit.settling import settlement_analysis
from drystone.limit.standing import judge_standing
from drystone.limit.statics import MarginProgress, StaticsResult, find_margins, thrust_range
from drystone.limit.statics_words import describe_lines, describe_statics
from drystone.limit.thrust_line import KINDS, ThrustLine, effective_line, thrust_line
from drystone.limit.tilt import tilt_analysis
from drystone.model.answer import JOINTS, LIMIT, MECHANISM, PACE, REACTIONS, STATICS, Answer
from drystone.model.digest import compute_digest
from drystone.model.model import Model
from drystone.model.uses import check_ignored, check_uses

FLOWS = ("associative", "non-associative")
Direction = str | Sequence[float]   #: +x, -y, ... or three numbers


@dataclass(frozen=True, slots=True)
class LimitQuestion:
    """How much can it take: a live load, a settlement, or a tilt test."""

    direction: Direction | None = None   #: of the live acceleration or the settlement
    target: tuple[str, ...] = ()         #: blocks that it acts on; empty: all
    live: tuple[str, ...] = ()           #: loads of the model that are live
    settle: tuple[str, ...] = ()         #: supports that settle
    flow: str = "associative"
    starts: int = 4                      #: of the non-associative sequence
    solver: str = "auto"
    tilt: Direction | None = None        #: direction of a tilt test
    pushover: bool = False
    crushing: float | None = None        #: compressive strength of the joints [Pa]
    confidence: float = 1.0              #: FC of the code
    ignore: tuple[str, ...] = ()         #: properties that may go unread

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

    def __post_init__(self) -> None:
        check_ignored("--ignore", self.ignore)
        check_choice("--flow", self.flow, FLOWS)
        if self.tilt is not None:
            _refuse_beside("--tilt", direction=self.direction, live=self.live, settle=self.settle,
                           pushover=self.pushover, crushing=self.crushing is not None, target=self.target)
        if self.settle:
            _refuse_beside("--settle", pushover=self.pushover, crushing=self.crushing is not None)
            if self.live or self.target:
                raise InputError("limit: --settle goes with --direction only, got --live or --target")
        if self.crushing is not None:
            _refuse_beside("--crushing", pushover=self.pushover)
            if self.flow != "associative":
                raise InputError("limit: --crushing goes with --flow associative only")
        if self.tilt is None and not self.settle and self.direction is None and not self.live:
            raise InputError("limit: no live load: give --direction (e.g. +x), or --live with the name of a load")


@dataclass(frozen=True, slots=True)
class StaticsQuestion:
    """Does it stand under its dead load, and with which forces."""

    thrust: tuple[tuple[str, str], ...] = ()   #: pairs of blocks: least and greatest force of their joint
    margins: bool = False                      #: friction reserve and geometric safety factor
    lines: tuple[str, ...] = ()                #: blocks or groups of the chain of thrust lines; "all": every free block
    overlap_tolerance: float = 0.0             #: overlap of the drawing that a run takes as touching [m]
    ignore: tuple[str, ...] = ()               #: properties that may go unread
    elastic: bool | None = None                #: whether elastic joints are followed; None: unless the model is large

    analysis = "statics"                       #: name of what is asked in `drystone.model.uses`

    def __post_init__(self) -> None:
        check_ignored("--ignore", self.ignore)


def _refuse_beside(what: str, **given) -> None:
    """One line where options do not go together."""
    for name, value in given.items():
        if value:
            raise InputError(f"limit: {what} does not go with --{name}")


# --- limit ------------------------------------------------------------------------------------------


def answer_limit(model: Model, question: LimitQuestion,
                 progress: Callable[[int, float], None] | None = None) -> Answer:
    """Limit analysis, settlement or tilt test; `progress` hears of the poses of a pushover."""
    if question.tilt is not None:
        found = tilt_analysis(model, question.tilt, ignore=question.ignore)
        arrays = {MECHANISM: found.mechanism} if len(found.moving) else {}
        return _answer(question, model, describe_tilt(found), tilt_data(found), arrays)
    if question.settle:
        settled = settlement_analysis(model, question.settle, question.direction or "-z", solver=question.solver,
                                      ignore=question.ignore)
        arrays = _motion(model, settled.mechanism) | _joints(settled.interfaces) | _reactions(model, settled.reactions)
        return _answer(question, model, describe_settlement(settled), settlement_data(settled), arrays)
    live = _live_load(model, question)
    if question.flow == "associative":
        result: LimitResult | NonAssociativeResult = limit_analysis(
            model, live, solver=question.solver, crushing=question.crushing, ignore=question.ignore)
    else:
        result = non_associative_analysis(model, live, starts=question.starts, solver=question.solver,
                                          ignore=question.ignore)
    curve = pushover_analysis(model, live, solver=question.solver, progress=progress, ignore=question.ignore) \
        if question.pushover else None
    first = result.associative if isinstance(result, NonAssociativeResult) else result
    codes = _assess_if_meant(first, curve, question.confidence)
    words = describe_limit(result) + ([] if curve is None else describe_pushover(curve))
    words += [] if codes is None else describe_assessment(codes)
    data = limit_data(result) | {"codes": assessment_data(codes)}
    data |= {} if curve is None else {"pushover": pushover_data(curve)}
    return _answer(question, model, words, data, _limit_arrays(first, result))


def _live_load(model: Model, question: LimitQuestion) -> LiveLoad:
    parts = []
    if question.direction is not None:
        parts.append(acceleration(model, question.direction, question.target))
    if question.live:
        parts.append(named_load(model, *question.live))
    return parts[0] if len(parts) == 1 else parts[0] + parts[1]


def _assess_if_meant(result: LimitResult, pushover: Pushover | None, confidence: float) -> Assessment | None:
    """What codes ask, where it has a meaning: of the finite limit of an acceleration that the mechanism follows."""
    if result.live.unit != "g" or not result.is_bounded:
        return None
    weight, delta = mechanism_displacements(result)
    if not float(weight @ delta) > 0.0:
        return None
    return assess(result, pushover, confidence=confidence)


def _limit_arrays(first: LimitResult, result: LimitResult | NonAssociativeResult) -> dict[str, np.ndarray]:
    """Of the answer without dilatancy where a sequence converged; nothing where there is no limit."""
    if not first.is_bounded:
        return {}
    chosen = first if isinstance(result, NonAssociativeResult) and not result.converged else result
    eq = first.equilibrium
    tie_force = first.tie_force if chosen is first else np.zeros(0)   # the sequence takes no ties
    wrench = -eq.block_wrench(chosen.force)[:, :3]
    if len(tie_force):
        wrench -= eq.tie_wrench(tie_force)[:, :3]
    own = np.flatnonzero(eq.model.is_support)
    reactions = {eq.model.block_names[i]: wrench[i] for i in own}
    return ({MECHANISM: chosen.mechanism} | _joints(eq.interfaces(chosen.force)) | _reactions(eq.model, reactions))


# --- statics ----------------------------------------------------------------------------------------


def answer_statics(model: Model, question: StaticsQuestion, progress: MarginProgress | None = None) -> Answer:
    """Verdict, forces and what else was asked; a structure that falls is an answer, not an error. `progress` hears of
    the search for margins."""
    given = {"overlap_tolerance": question.overlap_tolerance, "ignore": question.ignore}
    standing = judge_standing(model, elastic=question.elastic, **given)
    result = standing.statics
    ranges, margins = {}, None
    if result.stands:
        ranges = {pair: thrust_range(model, *pair, **given) for pair in question.thrust}
        margins = find_margins(model, **given, progress=progress) if question.margins else None
    lines = _thrust_lines(result, question.lines) if question.lines else {}
    words = describe_statics(standing, ranges, margins) + describe_lines(result, lines)
    arrays = _motion(model, result.acceleration)
    if result.stands:
        arrays |= _joints(result.interfaces) | _reactions(model, result.reactions)
    data = statics_data(standing, ranges, margins) | line_data(result, lines)
    return _answer(question, model, words, data, arrays)


def _thrust_lines(result: StaticsResult, names: tuple[str, ...]) -> dict[str, ThrustLine | None]:
    """Least, greatest and, if it stands, effective line of a chain of blocks; None where none fits."""
    blocks = () if names == ("all",) else names
    lines = {kind: thrust_line(result.model, blocks, kind) for kind in KINDS}
    if result.stands:
        lines["effective"] = effective_line(result.model, result.interfaces, blocks=blocks)
    return lines


# --- arrays -----------------------------------------------------------------------------------------


def _answer(question: LimitQuestion | StaticsQuestion, model: Model, words: list[str], data: dict,
            arrays: dict[str, np.ndarray]) -> Answer:
    """With what was asked, and a digest of the model: what the answer depends on beside the model's file."""
    kind = LIMIT if isinstance(question, LimitQuestion) else STATICS
    asked = {"kind": kind, "digest": compute_digest(model), **plain(asdict(question))}
    notes = check_uses(model, question.analysis, question.ignore)
    data = data | ({"notes": notes} if notes else {})
    return Answer(kind, model, (*(f"note        {note}" for note in notes), *words), plain(data), arrays, asked)


def _motion(model: Model, twist: np.ndarray) -> dict[str, np.ndarray]:
    """Twists (b, 6) as found, and the number by which they are drawn."""
    size = float(np.abs(twist).max(initial=0.0))
    pace = float(np.abs(scale_twists(model, twist)[0]).max(initial=0.0)) / size if size > 0.0 else 1.0
    return {MECHANISM: twist, PACE: np.array(pace)}


def _joints(found: InterfaceSet) -> dict[str, np.ndarray]:
    return {JOINTS + "normal": found.frame[:, 0]} | {JOINTS + name: getattr(found, name) for name in (
        "block_a", "block_b", "area", "force", "action_point", "centroid", "eccentricity_share", "opening")}


def _reactions(model: Model, found: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """(b, 3) [N] of supports on the structure, zero for other blocks."""
    array = np.zeros((model.block_count, 3))
    for name, force in found.items():
        array[model.block_index(name)] = force
    return {REACTIONS: array}
