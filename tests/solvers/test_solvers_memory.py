"""What solvers keep from step to step changes the cost of an answer, never its bits."""

from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import G, block_on_plane, gravity_twist, stack, wall

from drystone.solvers import solve as solve_module
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.factor.pattern_memory import LEAST_USE, PatternMemory
from drystone.solvers.interior.solver import solve_interior
from drystone.solvers.solve import BUDGET, LONGEST_WAIT, MORE, SHORTEST_WAIT, SolverMemory, solve_contact_problem

DT = 1e-3
SPEED = G * DT          # speed_scale of the scenes
MASS = 2000.0           # of the unit cube of block_on_plane


# --------------------------------------------------------------------------------------------------------- patterns

BLOCKS = 40
SLOT = np.arange(BLOCKS)
PLACE = np.stack([SLOT, np.zeros(BLOCKS), np.zeros(BLOCKS)], axis=1).astype(float)


def chain(*pieces):
    """Pairs (i, i + 1) for i in the given ranges, as two arrays."""
    first = np.concatenate([np.arange(*piece) for piece in pieces])
    return first, first + 1


def keys(pair):
    return np.minimum(*pair) * BLOCKS + np.maximum(*pair)


def find(memory, pair):
    """Factor for the pairs, after a check that every pair has got the edge that is its own."""
    fronts, edge = memory.find(*pair, SLOT, PLACE)
    count, known = memory.pairs
    assert count == BLOCKS and np.array_equal(known[edge], keys(pair))
    assert fronts.lower.shape == (len(known), 6, 6)
    return fronts


def test_pattern_serves_when_few_pairs_part():
    memory = PatternMemory()
    fronts = find(memory, chain((0, 30)))
    for pair in (chain((0, 30)), chain((0, 12), (13, 30)), chain((1, 30))):
        assert find(memory, pair) is fronts
    assert memory.analysis_count == 1 and len(memory.pairs[1]) == 30


def test_pattern_goes_when_many_pairs_part():
    """28 of 30 pairs left are less than LEAST_USE: every factor would pay for the other two."""
    memory = PatternMemory()
    fronts = find(memory, chain((0, 30)))
    left = chain((0, 12), (14, 30))
    assert find(memory, left) is not fronts
    assert memory.analysis_count == 2 and np.array_equal(memory.pairs[1], keys(left))


def test_new_pairs_join_the_old_ones():
    """30 of 31 are in contact: the pattern becomes the union, and serves the old pairs, too."""
    memory = PatternMemory()
    old = find(memory, chain((0, 30)))
    fronts = find(memory, chain((1, 31)))
    assert fronts is not old and memory.analysis_count == 2
    assert np.array_equal(memory.pairs[1], keys(chain((0, 31))))
    assert find(memory, chain((0, 30))) is fronts


@pytest.mark.parametrize("used, kept", [(29, True), (28, False)])
def test_too_few_in_use_forgets_the_parted_pairs(used, kept):
    """Of the union of 30 pairs LEAST_USE, that is 28.5, must be in contact or the others are forgotten."""
    assert LEAST_USE * 30 == 28.5
    memory = PatternMemory()
    find(memory, chain((0, 29)))
    find(memory, chain((30 - used, 30)))
    assert memory.analysis_count == 2
    assert np.array_equal(memory.pairs[1], keys(chain((0, 30) if kept else (30 - used, 30))))


def test_other_number_of_blocks_is_another_structure():
    memory = PatternMemory()
    find(memory, chain((0, 30)))
    memory.find(*chain((0, 9)), np.arange(10), PLACE[:10])
    assert memory.pairs[0] == 10 and len(memory.pairs[1]) == 9


def test_edges_of_supports_and_repeats():
    """Groups with a prescribed block have no edge, two groups of one pair share theirs; which is a does not matter."""
    memory = PatternMemory()
    one, two = np.array([2, -1, 4, 3, 9, 7]), np.array([0, 5, 3, 4, -1, 8])
    fronts, edge = memory.find(one, two, SLOT, PLACE)
    assert list(memory.pairs[1]) == [2, 3 * BLOCKS + 4, 7 * BLOCKS + 8]
    assert list(edge) == [0, -1, 1, 1, -1, 2]
    again, edge = memory.find(two[[2, 0, 5]], one[[2, 0, 5]], SLOT, PLACE)       # descending once
    assert again is fronts and list(edge) == [1, 0, 2]


SUPPORT_BETWEEN = "a group with a support between two that descend hides the descent, and the second finds no edge"


def test_edges_in_any_order():
    memory = PatternMemory()
    one, two = np.array([7, -1, 3, 9, 2]), np.array([8, 5, 4, -1, 0])
    fronts, edge = memory.find(one, two, SLOT, PLACE)
    assert list(edge) == [2, -1, 1, -1, 0]
    assert memory.find(one, two, SLOT, PLACE)[0] is fronts


@pytest.mark.parametrize("seed", [1, 0])
def test_which_block_is_called_a_does_not_matter(seed):
    """Half of the pairs of a wall turned round, supports among them: the same velocities."""
    scene = wall(5, 5)
    problem = replace(scene.problem(gravity_twist(scene, push=(2.0, 0.5, 0)), 0.6), position=np.array(scene.centre))
    pair = problem.block_a.astype(int) * problem.block_count + problem.block_b
    rng = np.random.default_rng(seed)
    turn = np.isin(pair, [key for key in np.unique(pair) if rng.random() < 0.5])
    a, b = np.where(turn, problem.block_b, problem.block_a), np.where(turn, problem.block_a, problem.block_b)
    row = turn[:, None]
    order = np.lexsort((b, a))
    turned = replace(problem, block_a=a[order], block_b=b[order],
                     frame=np.where(row[:, None], -problem.frame, problem.frame)[order],
                     arm_a=np.where(row, problem.arm_b, problem.arm_a)[order],
                     arm_b=np.where(row, problem.arm_a, problem.arm_b)[order])
    solution = solve_interior(turned)
    assert solution.status is SolveStatus.SOLVED
    assert np.abs(solution.twist - solve_interior(problem).twist).max() < 1e-5 * SPEED


def test_recalled_pairs_are_analysed_when_needed():
    memory, other = PatternMemory(), PatternMemory()
    fronts = find(memory, chain((0, 30)))
    other.recall(*memory.pairs)
    assert other.analysis_count == 0
    again = find(other, chain((0, 29)))
    assert other.analysis_count == 1 and np.array_equal(other.pairs[1], memory.pairs[1])
    for name, kind in fronts.kind.fields:
        if str(kind.dtype) == "int64" and name not in ("desk", "addresses"):
            assert np.array_equal(getattr(fronts, name), getattr(again, name)), name


def test_room_of_an_earlier_problem_leaves_no_trace():
    """Lanes are laid where those of the last problem were; poisoned memory does not change a bit of the answer."""
    scene = wall(4, 3)
    problem = scene.problem(gravity_twist(scene, push=(3.0, 0, 0)), 0.6)
    memory = PatternMemory()
    memory.room(10 ** 6).fill(np.nan)
    used, fresh = solve_interior(problem, patterns=memory), solve_interior(problem, patterns=PatternMemory())
    assert fresh.status is SolveStatus.SOLVED and np.shares_memory(memory.room(10), memory.room(10 ** 6))
    assert np.array_equal(used.twist, fresh.twist) and np.array_equal(used.impulse, fresh.impulse)


# ------------------------------------------------------------------------------------------------- memory of a run

SCENE = wall(6, 5)
#: Pairs that are not in contact, step by step.
PARTED = (2, 2, 2, 0, 0, 0, 30, 30, 30, 4, 4, 4)
STEPS = len(PARTED)


def steps(drift=0.0):
    """Problems of a run in which pairs part and come back and the push changes; and which contacts each has."""
    rng = np.random.default_rng(11)
    position = np.array(SCENE.centre)
    run = []
    for k in range(STEPS):
        push = (0.5 + 0.01 * k, 0.1, 0.0)
        problem = SCENE.problem(gravity_twist(SCENE, push=push), 0.6)
        pair = problem.block_a * len(position) + problem.block_b
        rng_parted = np.random.default_rng(PARTED[k])      # the same ones as long as their number is the same
        parted = rng_parted.choice(np.unique(pair[problem.block_a > 0]), PARTED[k], replace=False)
        keep = ~np.isin(pair, parted)
        few = {name: getattr(problem, name)[keep] for name in ("block_a", "block_b", "frame", "arm_a", "arm_b", "bias",
                                                              "friction")}
        position = position + drift * rng.standard_normal(position.shape)
        run.append((replace(problem, position=position, **few), keep))
    return run


def march(run, memory, twist, impulse, first=0):
    """Solutions from step `first` on, each warm from the last; and what memory and state were before each."""
    answers, states = [], []
    for problem, keep in run[first:]:
        states.append((memory.to_array().copy(), twist, impulse.copy()))
        found = solve_contact_problem(problem, warm=(twist, impulse[keep]), memory=memory)
        assert found.status is SolveStatus.SOLVED
        twist, impulse = found.twist, np.zeros_like(impulse)
        impulse[keep] = found.impulse
        answers.append(found)
    return answers, states


def assert_same(one, two):
    assert one.solver == two.solver and one.iterations == two.iterations
    assert np.array_equal(one.twist, two.twist) and np.array_equal(one.impulse, two.impulse)


def check_resume(run):
    """From every step on, a fresh memory that recalls the array gives the bits of the run that went through."""
    count = len(SCENE.contacts)
    answers, states = march(run, SolverMemory(), np.zeros((len(SCENE.centre), 6)), np.zeros((count, 3)))
    assert {"augmented", "interior"} <= {answer.solver for answer in answers}      # or this run shows nothing
    for first in range(1, STEPS, 2):
        array, twist, impulse = states[first]
        memory = SolverMemory()
        memory.recall(array)
        resumed, later = march(run, memory, twist, impulse, first)
        for one, two in zip(answers[first:], resumed, strict=True):
            assert_same(one, two)
        for one, two in zip(states[first:], later, strict=True):
            assert np.array_equal(one[0], two[0])


def test_recalled_memory_gives_the_same_bits():
    check_resume(steps())


def test_array_is_the_same_while_nothing_changes():
    """States share it; a change makes a new one, and leaves the old one alone."""
    memory = SolverMemory()
    before = memory.to_array()
    assert memory.to_array() is before and list(before) == [0, SHORTEST_WAIT, -1]
    memory.augmented_missed()
    after = memory.to_array()
    assert list(before) == [0, SHORTEST_WAIT, -1] and list(after) == [2, 4, -1]
    other = SolverMemory()
    other.recall(after)
    assert (other.wait, other.penalty) == (2, 4) and other.to_array() is after
    other.recall(np.zeros(0, np.int64))          # a state that has none
    assert (other.wait, other.penalty) == (2, 4)
    memory.recall(before)
    assert (memory.wait, memory.penalty) == (0, SHORTEST_WAIT)


def test_recall_undoes_a_step_that_is_tried_again():
    """A state is solved from twice (a step is refused): the second time must start from the same memory."""
    memory = SolverMemory()
    before = memory.to_array()
    memory.augmented_missed()
    memory.recall(before)
    assert (memory.wait, memory.penalty) == (0, SHORTEST_WAIT)


def test_pauses_double_and_a_hit_ends_them():
    memory, waits = SolverMemory(), []
    for _ in range(7):
        memory.augmented_missed()
        waits.append(memory.wait)
    assert waits == [2, 4, 8, 16, 32, 32, 32] and max(waits) == LONGEST_WAIT
    memory.augmented_hit()
    assert (memory.wait, memory.penalty) == (0, SHORTEST_WAIT)


def test_auto_leaves_the_augmented_lagrangian_out_after_misses(monkeypatch):
    """It is called at steps 0, 3, 8, 17, 34, 67: after pauses of 2, 4, ... 32. After a hit, at each step."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6)
    known = solve_interior(problem)
    warm = (known.twist, known.impulse)
    genuine, called = solve_module.solve_augmented, []

    def rubbish(problem, *args, **kwargs):
        called.append(now)
        return replace(known, twist=known.twist + 1.0, solver="rubbish")

    def counted(problem, *args, **kwargs):
        called.append(now)
        return genuine(problem, *args, **kwargs)
    memory, now = SolverMemory(), 0
    monkeypatch.setattr(solve_module, "solve_augmented", rubbish)
    while now < 70:
        answer = solve_contact_problem(problem, warm=warm, memory=memory)
        assert (answer.status, answer.solver) == (SolveStatus.SOLVED, "interior")
        now += 1
    assert called == [0, 3, 8, 17, 34, 67]
    called.clear()
    now = 0
    monkeypatch.setattr(solve_module, "solve_augmented", counted)
    while now < 33:                # of the last pause 2 steps have passed
        answer = solve_contact_problem(problem, warm=warm, memory=memory)
        now += 1
    assert called == [LONGEST_WAIT - 2, LONGEST_WAIT - 1, LONGEST_WAIT] and answer.solver == "augmented"
    assert (memory.wait, memory.penalty) == (0, SHORTEST_WAIT)


def test_threads_do_not_change_a_bit():
    """A wall of 105 blocks, cold by the interior point and warm by the augmented Lagrangian."""
    scene = wall(10, 10)
    assert len(scene.centre) == 106
    answers = []
    for threads in (1, 2):
        memory = SolverMemory(PatternMemory(threads))
        twist, warm, run = None, None, []
        for push in (0.5, 0.52, 8.0):
            twist = gravity_twist(scene, push=(push, 0.1, 0))
            problem = replace(scene.problem(twist, 0.7), position=np.array(scene.centre))
            run.append(solve_contact_problem(problem, warm=warm, memory=memory))
            warm = (run[-1].twist, run[-1].impulse)
        answers.append(run)
    assert [answer.solver for answer in answers[0]][:2] == ["interior", "augmented"]
    for one, two in zip(*answers):
        assert one.status is SolveStatus.SOLVED
        assert_same(one, two)
    problem = replace(scene.problem(gravity_twist(scene), 0.7), position=np.array(scene.centre))
    assert_same(solve_contact_problem(problem, threads=1), solve_contact_problem(problem, threads=2))


@pytest.mark.parametrize("share, budgets", [(1e-5, [BUDGET, MORE]), (1.0, [BUDGET])])
def test_the_augmented_lagrangian_goes_on_after_a_near_miss_only(share, budgets, monkeypatch):
    """Its first four directions end `share` of gravity times step away from the answer."""
    scene = stack(3)
    problem = scene.problem(gravity_twist(scene), 0.6)
    exact = replace(solve_contact_problem(problem, "interior"), iterations=4)
    off = exact.twist.copy()
    off[1:, 2] += share * problem.speed_scale
    missed, asked = replace(exact, twist=off, status=SolveStatus.INACCURATE), []

    def give(problem, warm, *, tolerance, budget, patterns):
        asked.append(budget)
        assert len(asked) == 1 or warm[0] is off
        return missed if budget == BUDGET else exact

    monkeypatch.setattr(solve_module, "solve_augmented", give)
    found = solve_module._try_augmented(problem, (off, exact.impulse), 1e-6, PatternMemory())
    assert asked == budgets and found.iterations == 4 * len(budgets)
    assert (found.status is SolveStatus.SOLVED) == (len(budgets) == 2)
