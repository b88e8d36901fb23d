"""Failure domains: boundaries where a run is undecided, who moves below a capacity, capacities of a closed form."""

import math

import pytest
from studies_block import BLOCK, DOMAIN, made_up, study_file

from drystone.errors import InputError
from drystone.studies.file.read import read_study
from drystone.studies.findings.capacity import (
    ASSOCIATIVE,
    GREATEST,
    NON_ASSOCIATIVE,
    capacity_key,
    capacity_lines,
    compute_capacities,
    find_capacities,
    judge_movers,
    pulse_peaks,
)
from drystone.studies.findings.domain import find_domains
from drystone.studies.kinds.failure_domain import AMPLITUDE, TIME
from drystone.studies.kinds.registry import make_kind
from drystone.studies.ledger import Ledger
from drystone.studies.study import run_study

IN_G = 9.81 / 9.80665


def domain(folder, body=DOMAIN, model=BLOCK):
    return make_kind(read_study(study_file(folder, "failure-domain", body, model=model)))


def test_an_undecided_run_below_the_first_collapse_leaves_it_known(tmp_path):
    """Survived at 0.2 g, undecided at 0.5 and 0.8, collapsed at 1.2: the boundary lies from 0.2 to 1.2 g."""
    outcomes = {0.2: "rested", 0.5: "undecided", 0.8: "undecided", 1.2: "collapsed"}
    result = made_up(study_file(tmp_path, "failure-domain", DOMAIN), lambda run: (outcomes[round(run.coords[AMPLITUDE],
                                                                                                3)],))
    finding = find_domains(result.kind, result.rows)[0].directions[0]
    assert [pair for _, *pair in finding.boundary] == [[pytest.approx(0.2), pytest.approx(1.2)]] * 3


def test_an_undecided_run_on_top_is_not_survived(tmp_path):
    outcomes = {0.2: "rested", 0.5: "rested", 0.8: "undecided", 1.2: "undecided"}
    result = made_up(study_file(tmp_path, "failure-domain", DOMAIN), lambda run: (outcomes[round(run.coords[AMPLITUDE],
                                                                                                3)],))
    finding = find_domains(result.kind, result.rows)[0].directions[0]
    assert [pair for _, *pair in finding.boundary] == [[pytest.approx(0.5), None]] * 3


def test_an_undecided_run_of_the_trace_bounds_nothing(tmp_path):
    """Between 0.2 g, survived, and 0.5 g, a collapse, all traced runs below 0.4 g are undecided."""
    def outcome(run):
        amplitude = run.coords[AMPLITUDE]
        return ("rested" if amplitude < 0.21 else "undecided" if amplitude < 0.4 else "collapsed",)

    result = made_up(study_file(tmp_path, "failure-domain", DOMAIN + "  trace: 0.1\n"), outcome)
    for _, low, high in find_domains(result.kind, result.rows)[0].directions[0].boundary:
        assert low == pytest.approx(0.2) and 0.4 <= high <= 0.4 / 0.9


# --- capacities -------------------------------------------------------------------------------------


def test_a_block_turns_over_at_the_slope_of_its_diagonal(tmp_path):
    """b/h of a block that cannot slide, in the model's gravity, told in standard g; solvers settle to 1e-4."""
    kind = domain(tmp_path)
    found = compute_capacities(kind, {})
    for sign in "+-":
        for flow in (ASSOCIATIVE, NON_ASSOCIATIVE):
            assert found[f"{sign} {flow}"] == pytest.approx(0.25 * IN_G, rel=2e-4)


def test_signs_are_those_of_the_ground(tmp_path):
    """A block of mass centre nearer to its edge at -x: ground that goes to +x pushes it towards -x, over that edge."""
    corners = [(-0.25, 0), (0.25, 0), (0.15, 2), (-0.35, 2)]       # x, z: leans towards -x
    heavy = BLOCK.replace("box: {size: [0.5, 0.5, 2.0], center: [0, 0, 1.0]}",
                          f"prism: {{polygon_xz: {[list(c) for c in corners]}, y0: -0.25, y1: 0.25}}")
    heavy = heavy.replace("engine: rocking, ", "")
    found = compute_capacities(domain(tmp_path, model=heavy), {})
    assert found[f"+ {ASSOCIATIVE}"] == pytest.approx(0.20 * IN_G, rel=2e-4)     # mass centre at x = -0.05, z = 1
    assert found[f"- {ASSOCIATIVE}"] == pytest.approx(0.30 * IN_G, rel=2e-4)


def test_capacities_are_computed_once_and_kept(tmp_path, monkeypatch):
    kind = domain(tmp_path, DOMAIN + "  capacity: true\n")
    ledger = Ledger.create(tmp_path / "ledger.sqlite")
    try:
        first = find_capacities(kind, ledger)
        monkeypatch.setattr("drystone.studies.findings.capacity.compute_capacities",
                            lambda *_: pytest.fail("computed again"))
        assert find_capacities(kind, ledger) == first
        other = domain(tmp_path / "b", DOMAIN + "  capacity: true\nvary: [{name: mu, set: joints.dry.friction, values: "
                                                "[0.1]}]\n")
        assert capacity_key(other, other.combos[0]) not in first
    finally:
        ledger.close()


def test_a_motion_of_some_supports_has_no_capacity(tmp_path):
    model = BLOCK.replace("ground: {level: 0.0}", "supports: base") \
        .replace("blocks:\n", "blocks:\n  - {name: base, box: {size: [2, 2, 0.5], center: [0, 0, -0.25]}, material: "
                              "stone}\n") \
        .replace("direction: [1, 0, 0]}", "direction: [1, 0, 0], supports: base}").replace("engine: rocking, ", "")
    path = study_file(tmp_path, "failure-domain", DOMAIN + "  capacity: true\n", model=model)
    with pytest.raises(InputError, match=r"study\.yaml:\d+: domain\.capacity: must be false where the motion 'pulse' "
                                         "moves some supports only"):
        run_study(path, tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_what_limit_analysis_cannot_judge_is_refused_before_anything_is_written(tmp_path):
    model = BLOCK.replace("friction: 2.0", "friction: 2.0, cohesion: 1e5, tension: 1e4")
    model = model.replace("engine: rocking, ", "")
    path = study_file(tmp_path, "failure-domain", DOMAIN + "  capacity: true\n", model=model)
    with pytest.raises(InputError, match=r"study\.yaml:\d+: domain\.capacity: .*cohesion"):
        run_study(path, tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


# --- who moves ----------------------------------------------------------------------------------


def test_a_pulse_counts_with_both_halves(tmp_path):
    assert pulse_peaks(domain(tmp_path), 0.4) == pytest.approx((1.0, 1.0), abs=1e-5)
    half = domain(tmp_path / "b", DOMAIN + "  time_key: duration\n",
                  BLOCK.replace("one_sine", "half_sine").replace("half_period", "duration"))
    assert pulse_peaks(half, 0.4) == pytest.approx((1.0, 0.0), abs=1e-5)


def test_movers_below_and_between_are_told_apart(tmp_path):
    """Capacities of 0.6 and 0.9 g towards one side, 0.3 and 1.5 towards the other, whose half every pulse has, too."""
    capacities = {f"+ {ASSOCIATIVE}": 1.5, f"+ {NON_ASSOCIATIVE}": 0.6, f"- {ASSOCIATIVE}": 0.9,
                  f"- {NON_ASSOCIATIVE}": 0.3}
    result = made_up(study_file(tmp_path, "failure-domain", DOMAIN),
                     lambda run: ("rested", 0.01, run.coords[TIME] == 0.2))
    found = judge_movers(result.kind, {}, result.rows, capacities)
    assert (found.below, found.between) == (6, 12)       # 0.2 g; 0.5 and 0.8 g; 1.2 g is above both
    assert {mover.half_period for mover in (*found.movers_below, *found.movers_between)} == {0.2}
    assert (len(found.movers_below), len(found.movers_between)) == (2, 4)
    words = list(capacity_lines(capacities | {f"{s} non-associative, greatest of its starts": 0.6 for s in "+-"}, found,
                                "+-"))
    assert words[0] == "  capacity  +: associative 1.5 g, non-associative 0.6 g"
    assert words[1] == "  capacity  -: associative 0.9 g, non-associative 0.3 g to 0.6 g"
    assert "2 of 6 runs move: + 0.2 s, 0.2 g; - 0.2 s, 0.2 g" in words[-2]


def test_a_capacity_that_was_not_found_judges_nobody(tmp_path):
    capacities = {f"{s} {flow}": math.nan for s in "+-" for flow in (ASSOCIATIVE, NON_ASSOCIATIVE)}
    result = made_up(study_file(tmp_path, "failure-domain", DOMAIN), lambda run: ("rested", 0.01))
    found = judge_movers(result.kind, {}, result.rows, capacities)
    assert (found.below, found.between) == (0, 0)
    capacities |= {f"{s} {ASSOCIATIVE}": 0.6 for s in "+-"} | {f"{s} {GREATEST}": math.nan for s in "+-"}
    found = judge_movers(result.kind, {}, result.rows, capacities)
    words = list(capacity_lines(capacities, found, "+-"))
    assert words[0] == "  capacity  +: associative 0.6 g, non-associative not found"
    assert words[-1].startswith("  below     the associative one 12 of 12 runs move: ")
    assert words[-1].endswith("; of the other nothing is told") and not any("non-associative one" in w for w in words)


def test_run_study_prints_capacities(tmp_path):
    body = DOMAIN.replace("[0.2, 0.4, 0.8]", "[0.4]").replace("[0.2 g, 0.5 g, 0.8 g, 1.2 g]", "[0.1 g, 0.3 g]")
    path = study_file(tmp_path, "failure-domain", body + "  capacity: true\n")
    heard = []
    result = run_study(path, tmp_path / "kept", jobs=1, watch=lambda standing: heard.append([*standing.activity]))
    lines = result.lines()
    assert heard[0] == ["limit analysis"]
    assert "  capacity  +: associative 0.2501 g, non-associative 0.2501 g" in lines
    assert "  below     the non-associative one none of 2 runs moves" in lines
