"""Bonds on single runs: where head joints lie, and that no stone is shorter than the least."""

from fractions import Fraction as F
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drystone.errors import InputError
from drystone.patterns.exact import exact
from drystone.patterns.plan.bond import (
    EnglishBond,
    FlemishBond,
    LayoutBond,
    RandomBond,
    Run,
    RunningBond,
    ThroughStones,
    check_run,
)

ONE = F(1)


def run(end, course=0, start=0, **more):
    return Run("w", course, more.pop("leaf", 0), F(start), F(end), F(0), F(0), course % 2 == 0, **more)


def lengths(bond, *arguments, **more):
    return [piece.length for piece in bond.lay(run(*arguments, **more))]


def test_exact_reads_decimals_and_thirds():
    assert exact(0.38) == F(19, 50) and exact(0.1 + 0.2) == F(3, 10) and exact(1 / 3) * 3 == 1


def test_running_bond():
    half = RunningBond(ONE, F(1, 2))
    assert lengths(half, 4) == [1, 1, 1, 1]
    assert lengths(half, 4, course=1) == [F(1, 2), 1, 1, 1, F(1, 2)]
    assert lengths(half, F(17, 4)) == [1, 1, 1, F(5, 4)]                  # a quarter block is no block
    assert lengths(RunningBond(ONE, F(1, 4), F(1, 4)), 2, course=1) == [F(1, 4), 1, F(3, 4)]
    assert lengths(RunningBond(ONE, F(1, 2), F(0)), 2, course=1) == [1, 1]
    assert lengths(half, 3, leaf=1) == [F(1, 2), 1, 1, F(1, 2)]           # the other leaf: the other joints


def test_joints_keep_out_of_zones():
    assert lengths(RunningBond(ONE, F(1, 2)), 4, zones=[(F(1, 2), F(5, 2))]) == [3, 1]
    assert lengths(RunningBond(ONE, F(1, 2)), 4, zones=[(F(1), F(2))]) == [1, 1, 1, 1]     # its ends are free


def test_english_bond():
    bond = EnglishBond(ONE, F(1, 4))
    assert [p.is_through for p in bond.lay(run(3))] == [False] * 3
    headers = bond.lay(run(3, course=1))
    assert [p.length for p in headers] == [F(1, 2), F(1, 4), F(1, 2), F(1, 2), F(1, 2), F(1, 4), F(1, 2)]
    assert all(p.is_through for p in headers)


def test_english_closer_stays_at_the_end_where_its_joint_would_meet_one_below():
    """3.5 blocks: the stretchers below end in a half block, over whose joint a header must not end."""
    below = [F(k) for k in range(4)] + [F(7, 2)]
    headers = EnglishBond(ONE, F(1, 4)).lay(run(F(7, 2), course=1, below=below))
    assert headers[0].length == F(1, 2) and headers[-1].length == F(1, 4)
    assert not set(below) & {p.end for p in headers[:-1]}


def test_flemish_bond():
    bond = FlemishBond(ONE, F(1, 4))
    assert [(p.length, p.is_through) for p in bond.lay(run(3))] == [(1, False), (F(1, 2), True)] * 2
    above = bond.lay(run(4, course=1))
    assert [(p.length, p.is_through) for p in above[:3]] == [(F(1, 2), True), (F(1, 4), False), (1, False)]
    middles = [(p.start + p.end) / 2 for p in above if p.is_through][1:]
    stretchers = [(p.start + p.end) / 2 for p in bond.lay(run(4)) if not p.is_through and p.length == 1]
    assert set(middles[:1]) <= set(stretchers)


def test_layout_repeats_rows_upwards_and_the_last_length_along():
    bond = LayoutBond(ONE, F(1, 2), ((ONE,), (F(1, 2), F(3, 2))))
    assert lengths(bond, 4) == [1, 1, 1, 1]
    assert lengths(bond, 4, course=3) == [F(1, 2), F(3, 2), F(3, 2), F(1, 2)]
    assert lengths(bond, F(18, 5), course=1) == [F(1, 2), F(3, 2), F(8, 5)]


@given(st.fractions(F(3, 10), 12, max_denominator=50), st.integers(0, 9),
       st.sampled_from(["running", "stack", "english", "flemish", "random"]), st.fractions(0, 3, max_denominator=20))
@settings(deadline=None, max_examples=150)
def test_every_bond_fills_every_run_without_slivers(length, course, kind, start):
    least = F(1, 4)
    bond = {"running": RunningBond(ONE, least, F(1, 3)), "stack": RunningBond(ONE, least, F(0)),
            "english": EnglishBond(ONE, least), "flemish": FlemishBond(ONE, least),
            "random": RandomBond(ONE, least, F(2, 5), 7)}[kind]
    pieces = bond.lay(run(start + length, course, start))
    assert pieces[0].start == start and pieces[-1].end == start + length
    assert all(a.end == b.start for a, b in pairwise(pieces))
    assert min(p.length for p in pieces) >= least
    assert max(p.length for p in pieces) <= ONE + 2 * least


def test_random_lengths_stay_within_their_variation():
    bond = RandomBond(ONE, F(1, 4), F(3, 10), 1)
    found = [x for course in range(40) for x in lengths(bond, 20, course=course)]
    assert F(7, 10) <= min(found) < F(75, 100) and F(125, 100) < max(found) <= F(13, 10)
    assert len(set(found)) > 200


def test_random_joints_avoid_those_below():
    bond = RandomBond(ONE, F(1, 4), F(3, 10), 1)
    below, close = [], 0
    for course in range(30):
        pieces = bond.lay(run(20, course=course, below=below))
        joints = [p.end for p in pieces[:-1]]
        close += sum(min((abs(j - b) for b in below), default=ONE) < F(1, 8) for j in joints)
        below = joints
    assert close <= 30            # one a course; without looking below it would be a quarter of 570


def test_a_seed_is_a_wall():
    bonds = [RandomBond(ONE, F(1, 4), F(3, 10), seed) for seed in (1, 1, 2)]
    first, same, other = (lengths(bond, 20) for bond in bonds)
    assert first == same != other


def test_through_stones():
    stones = ThroughStones(F(1, 2), F(2), 2)
    assert stones.within(run(8, course=0), F(1, 4)) == []
    assert stones.within(run(8, course=1), F(1, 4)) == [(F(5, 4) + k, F(7, 4) + k) for k in (0, 2, 4, 6)]
    assert stones.within(run(8, course=3), F(1, 4)) == [(F(1, 4) + k, F(3, 4) + k) for k in (0, 2, 4, 6)]
    assert stones.within(run(8, course=3), F(3, 8))[0] == (F(9, 4), F(11, 4))      # the first would leave 0.25
    assert stones.within(run(8, course=1, zones=[(F(0), F(3, 2))]), F(1, 4))[0][0] == F(13, 4)


def test_a_run_too_short_for_a_stone_is_refused():
    with pytest.raises(InputError) as error:
        check_run(run(F(41, 10), start=4), F(1, 4), F(1, 2))
    assert str(error.value) == ("wall 'w': 0.1 m are left from 4 to 4.1 m in the course at height 0.5 m, less than the "
                                "least block 0.25 m")
