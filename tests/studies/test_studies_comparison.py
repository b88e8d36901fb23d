"""Failure domains side by side, and how near the boundary of the longest pulse comes to a capacity."""

import pytest
from studies_block import DOMAIN, made_up, study_file

from drystone.studies.findings.capacity import ASSOCIATIVE, NON_ASSOCIATIVE, capacity_key
from drystone.studies.findings.comparison import compare_domains
from drystone.studies.findings.domain import find_domains
from drystone.studies.findings.words import study_lines
from drystone.studies.kinds.failure_domain import AMPLITUDE, DIRECTION, TIME

TWO = DOMAIN + "vary: [{name: mu, set: joints.dry.friction, values: [0.7, 0.3]}]\n"


def boundary(run):
    """Half period, friction -> least amplitude that collapses [g]: the slippery block takes more short pulses."""
    least = {(0.2, 0.3): 1.2, (0.2, 0.7): 0.8, (0.4, 0.3): 0.8, (0.4, 0.7): 0.8, (0.8, 0.3): 0.2, (0.8, 0.7): 0.5}
    return least[run.coords[TIME], run.coords["mu"]]


def outcome(run):
    collapses = run.coords[AMPLITUDE] > boundary(run) - 0.01
    return ("collapsed" if collapses else "rested"), 0.1 / run.coords["mu"]


@pytest.fixture
def study(tmp_path):
    return made_up(study_file(tmp_path, "failure-domain", TWO), outcome)


def test_the_lesser_value_takes_more_short_pulses_and_fewer_long_ones(study):
    pairs = compare_domains(find_domains(study.kind, study.rows))
    assert [(pair.axis, pair.less, pair.greater, pair.direction) for pair in pairs] == [("mu", 0.3, 0.7, "+"),
                                                                                      ("mu", 0.3, 0.7, "-")]
    assert all((pair.takes_more, pair.takes_less, pair.alike) == ((0.2,), (0.8,), (0.4,)) for pair in pairs)
    assert "  direction +: mu 0.3 beside 0.7 takes more at 0.2 s; takes less at 0.8 s; not told apart at 0.4 s" \
        in study.lines()


def test_monitors_are_compared_at_pulses_that_all_survive(study):
    """0.5 g at 0.2 s and at 0.4 s; at 0.8 s the slippery one collapses from 0.2 g on."""
    line = next(line for line in study.lines() if line.startswith("  top, greatest size"))
    assert line.endswith("direction + (mu 0.7 | mu 0.3): 0.2 s, 0.5 g: 0.143 | 0.333; 0.4 s, 0.5 g: 0.143 | 0.333")


def test_what_is_not_known_is_not_told_apart(study):
    rows = {run.id: study.rows[run.id] for run in study.kind.wanted(study.rows)
            if run.coords["mu"] == 0.7 and run.coords[DIRECTION] == "+"}
    assert all(len(pair.alike) == 3 for pair in compare_domains(find_domains(study.kind, rows)))


def test_one_combination_is_compared_with_nothing(tmp_path):
    alone = made_up(study_file(tmp_path, "failure-domain", DOMAIN), lambda run: ("rested", 0.1))
    assert not any("compared" in line or "greatest size" in line for line in alone.lines())


@pytest.mark.parametrize("capacity, words", [
    (0.35, "0.571 to 1.43 times that: the bracket is too wide to say whether within 10 %"),
    (0.1, "2 to 5 times that: not within 10 %"), (1.0, "0.2 to 0.5 times that: not within 10 %")])
def test_the_longest_pulse_is_held_against_the_capacities(tmp_path, capacity, words):
    """The boundary of 0.8 s lies from 0.2 to 0.5 g; a sine has both its halves, so the lesser capacity counts."""
    study = made_up(study_file(tmp_path, "failure-domain", DOMAIN + "  capacity: true\n"),
                    lambda run: ("collapsed" if run.coords[AMPLITUDE] > 0.49 else "rested", 0.1))
    found = {f"{sign} {flow}": capacity * (1.0 if sign == "-" else 1.5) for sign in "+-"
             for flow in (ASSOCIATIVE, NON_ASSOCIATIVE, f"{NON_ASSOCIATIVE}, greatest of its starts")}
    capacities = {capacity_key(study.kind, combination): found for combination in study.kind.combos}
    lines = [line for line in study_lines(study.kind, study.rows, capacities) if line.startswith("  longest")]
    assert len(lines) == 4 and all(line.endswith(words) for line in lines)
    assert lines[1] == (f"  longest   + 0.8 s: boundary 0.2 to 0.5 g; it reaches the non-associative capacity at "
                        f"{capacity:.4g} g, {words}")
