"""The verdict of elastic joints in words and as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from drystone.limit.elastic.path import End
from drystone.limit.elastic.verdict import Case, ElasticStatics, Verdict
from drystone.limit.words import count_of, list_blocks, list_pairs
from drystone.model.model import Model


def describe_elastic(model: Model, found: ElasticStatics) -> list[str]:
    """The verdict, where it would have to be pressed together, and at which stiffness that was asked."""
    if not found.cases:
        return ["elastic     falls, as rigid joints do"]
    if found.verdict is Verdict.STANDS:
        return [f"elastic     stands if laid without stress; {_at(found, found.cases)}"]
    if found.verdict is Verdict.NOT_DECIDED:
        return [f"elastic     not decided: {_why(found)}"]
    between = f" (between {list_pairs(_names(model, found.where))})" if found.where else ""
    falls = f"{count_of(len(found.moving), 'block')} of {int((~model.is_support).sum())}: " \
            f"{list_blocks(model, found.moving)}"
    if found.verdict is Verdict.FALLS:
        return [f"elastic     falls{_load_factor(found.cases)}: {falls}; {_at(found, found.cases)}"]
    if found.verdict is Verdict.DEPENDS:
        ends = [f"{end.value} at {_list_ratios(cases)}" for end in (End.RESTS, End.FALLS, End.NOT_DECIDED)
                if (cases := [case for case in found.cases if case.end is end])]
        return [f"elastic     depends on joint stiffness: {', '.join(ends)}",
                f"            where it falls it stands only if it was pressed together{between}: {falls}"]
    return [f"elastic     stands only if it was pressed together{between}",
            f"            laid without stress it falls{_load_factor(found.cases)}: {falls}; {_at(found, found.cases)}"]


def elastic_data(model: Model, found: ElasticStatics | None) -> dict | None:
    """The same as plain data; null where it was not asked."""
    if found is None:
        return None
    names = model.block_names
    return {"verdict": found.verdict.value, "stiffness": found.stiffness, "stated": list(found.stated),
            "pressed_together": [list(pair) for pair in _names(model, found.where)],
            "moving": [names[i] for i in found.moving],
            "cases": [{"ratio": case.ratio, "verdict": case.end.value, "carried": case.carried, "lost": case.lost,
                       "load": "live" if case.is_live else "dead", "settlement": case.settlement,
                       "increments": case.increments, "seconds": case.seconds} for case in found.cases]}


def _names(model: Model, pairs: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    return [(model.block_names[a], model.block_names[b]) for a, b in pairs]


def _at(found: ElasticStatics, cases: Sequence[Case]) -> str:
    """At which stiffness it was asked."""
    own = f"stiffness of {', '.join(repr(name) for name in found.stated)} as stated" if found.stated else ""
    ratios = _list_ratios(cases)
    return ", ".join(words for words in (own, ratios) if words)


def _list_ratios(cases: Sequence[Case]) -> str:
    """k_s/k_n 0.2, 0.4 and 1; nothing where all joints state their own."""
    ratios = [f"{ratio:g}" for ratio in sorted(case.ratio for case in cases if case.ratio is not None)]
    if not ratios:
        return ""
    return "k_s/k_n " + (ratios[0] if len(ratios) == 1 else f"{', '.join(ratios[:-1])} and {ratios[-1]}")


def _load_factor(cases: Sequence[Case]) -> str:
    """How much of the load was carried; a dry structure falls under any part of its own weight."""
    lost = [(case.lost, case.carried, case.is_live) for case in cases if case.lost is not None]
    if not lost or max(lost)[0] == 0.0:
        return ""
    least, carried, is_live = min(lost)
    return f" under {least:.3g} of the {'live' if is_live else 'dead'} load ({carried:.3g} was carried)"


def _why(found: ElasticStatics) -> str:
    """What is not known, and at which ratios."""
    changed = [case for case in found.cases if case.end is End.NOT_DECIDED and case.changed]
    lost = [case for case in found.cases if case.end is End.NOT_DECIDED and not case.changed]
    words = [f"twice as many increments of load give another answer{_where_ratio(changed)}"] if changed else []
    if lost:
        words.append(f"neither rest nor a steady fall was found{_where_ratio(lost)}")
    return "; ".join(words)


def _where_ratio(cases: Sequence[Case]) -> str:
    ratios = _list_ratios(cases)
    return f" at {ratios}" if ratios else ""
