"""Which joint holds between two blocks: rules between names, the most specific wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drystone.errors import InputError
from drystone.model.joint import Joint
from drystone.model.selection import Selection, suggest

ANY = "*"


@dataclass(frozen=True)
class JointRule:
    """Joint number `joint` between blocks or groups called `a` and `b`."""

    a: str
    b: str
    joint: int


def build_joint_table(joints: Sequence[Joint], rules: Sequence[JointRule], block_names: Sequence[str],
                      block_groups: Sequence[Sequence[str]],
                      is_support: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Class of every block (b,) int32 and symmetric table (k, k) int32 of joint numbers.

    Blocks that all rules treat alike share a class. Entries of pairs that never need a joint (two supports, one block
    with itself) are -1. A pair without a rule, or with two rules of equal rank, is an error.
    """
    selection = Selection(block_names, block_groups)
    mentioned = {name for rule in rules for name in (rule.a, rule.b)} - {ANY}
    for rule in rules:
        for name in (rule.a, rule.b):
            if name != ANY and name not in selection.index and name not in selection.groups:
                raise InputError(f"joint {joints[rule.joint].name!r}: between names {name!r}, but no block or group "
                                 f"is called so{suggest(name, selection.names)}",
                                 subject=("joint", joints[rule.joint].name))
    signatures: dict[tuple, int] = {}
    block_class = np.zeros(len(block_names), dtype=np.int32)
    members: list[list[int]] = []
    for i, (name, groups) in enumerate(zip(block_names, block_groups)):
        signature = (name if name in mentioned else None, tuple(sorted(mentioned.intersection(groups))))
        number = signatures.setdefault(signature, len(signatures))
        if number == len(members):
            members.append([])
        members[number].append(i)
        block_class[i] = number
    keys = list(signatures)
    table = np.full((len(keys), len(keys)), -1, dtype=np.int32)
    for i in range(len(keys)):
        for j in range(i, len(keys)):
            pair = _example_pair(members[i], members[j], is_support)
            if pair is not None:
                a, b = pair
                joint = _find(joints, rules, keys[i], keys[j], (block_names[a], block_groups[a]),
                              (block_names[b], block_groups[b]))
                table[i, j] = table[j, i] = joint
    return block_class, table


def _example_pair(first: list[int], second: list[int], is_support: np.ndarray) -> tuple[int, int] | None:
    """Two different blocks of the classes, not both supports; None if there are none."""
    free_first = [i for i in first if not is_support[i]]
    free_second = [i for i in second if not is_support[i]]
    for a, others in ((free_first[:1], second), (first, free_second[:1])):
        for i in a:
            for j in others:
                if i != j:
                    return i, j
    return None


def _rank(name: str, signature: tuple) -> int | None:
    """How specifically `name` means a block: 2 by its name, 1 by a group, 0 by *, None not at all."""
    if name == ANY:
        return 0
    if name == signature[0]:
        return 2
    return 1 if name in signature[1] else None


def _find(joints, rules, key_a: tuple, key_b: tuple, block_a: tuple, block_b: tuple) -> int:
    best: dict[int, int] = {}  # joint -> greatest rank
    for rule in rules:
        for a, b in ((rule.a, rule.b), (rule.b, rule.a)):
            ranks = (_rank(a, key_a), _rank(b, key_b))
            if None not in ranks:
                best[rule.joint] = max(best.get(rule.joint, 0), sum(ranks))  # type: ignore[arg-type]
    if not best:
        raise InputError(f"no joint between {_describe(*block_a)} and {_describe(*block_b)}: add a joint between "
                         "them, or one between ('*', '*')", subject=("joints",))
    top = max(best.values())
    winners = sorted(joint for joint, rank in best.items() if rank == top)
    if len(winners) > 1:
        names = " and ".join(repr(joints[w].name) for w in winners)
        raise InputError(f"joints {names} both apply between {_describe(*block_a)} and {_describe(*block_b)}: "
                         "add one between more specific names", subject=("joints",))
    return winners[0]


def _describe(name: str, groups: Sequence[str]) -> str:
    """Groups first: they are what a rule will name."""
    if not groups or tuple(groups) == (name,):
        return f"block {name!r}"
    listed = ", ".join(repr(g) for g in groups)
    return f"group{'s' if len(groups) > 1 else ''} {listed} (block {name!r})"
