"""What variants of the runs of stripes tell: who ends otherwise, whether that is more than chance, the dispersion."""

import numpy as np
import pytest
from studies_block import MOTIONS, made_up, study_file

from drystone.studies.findings.fragility import fit_groups

MANY = MOTIONS.replace("count: 8", "count: 24")
VARIANTS = "variants: [{name: half step, step: 0.5}, {name: moved, factor: 1.0001}]"
STRIPES = f"stripes: {{measure: pga, levels: [0.25 g, 0.4 g, 0.6 g], {VARIANTS}}}\n"
ONE = STRIPES.replace("[0.25 g, 0.4 g, 0.6 g]", "[0.4 g]")


def capacity(run):
    """Of a record [g]: lognormal, 0.4 g with 0.5; the half step takes a third of the records for weaker."""
    number = int(run.coords["record"].split("-")[-1])
    z = np.random.default_rng(number).normal()
    weaker = 0.45 if run.coords.get("variant") == "half step" and number % 3 == 0 else 1.0
    return 0.4 * np.exp(0.5 * z) * weaker


def outcome(run):
    share = run.coords["im [g]"] / capacity(run)
    return ("collapsed" if share > 1.0 else "rested"), (0.1 if share > 0.7 else 0.0)


def numerics(folder, body):
    study = made_up(study_file(folder, "stripes", MANY + body), outcome)
    fit, = fit_groups(study.kind, study.rows)
    return study, fit, {words.split(":")[0].split(",")[0]: words for words in fit.numerics}


def test_pairs_are_counted_and_tested(tmp_path):
    study, _, said = numerics(tmp_path, STRIPES)
    plain, finer = ([outcome(run)[0] for run in study.kind.wanted(study.rows) if run.coords.get("variant") == name]
                    for name in (None, "half step"))
    more = sum(a != b for a, b in zip(plain, finer))
    assert more > 5
    words = said["variant half step"]
    assert words.startswith(f"variant half step: {more} of 72 pairs end otherwise, {more} collapse only in it, 0 only")
    assert words.endswith(f"sign test p = {2 * 0.5 ** more:.2g}: sign that it collapses more or less often")
    assert said["variant moved"].endswith("no pair does, so fewer than 4.1 % do (95 %, one-sided)")


def test_dispersion_of_numerics_stands_beside_that_of_records(tmp_path):
    _, _, said = numerics(tmp_path, STRIPES)
    assert "record to record" in said["dispersion"] and "(24 records)" in said["dispersion"]


def test_one_stripe_tells_no_dispersion_but_its_pairs(tmp_path):
    _, fit, said = numerics(tmp_path, ONE)
    assert set(said) == {"variant half step", "variant moved"} and fit.report is None


def test_the_bootstrap_of_a_study_draws_records_and_says_so(tmp_path):
    study, fit, _ = numerics(tmp_path, STRIPES)
    assert fit.report.fit.bootstrap.kind == "records"
    lines = study.lines()
    for word in ("theta", "beta"):
        at = next(k for k, line in enumerate(lines) if line.startswith(f"  {word} "))
        assert any("bootstrap, 500 drawn (records), seed 1" in line for line in lines[at:at + 4]), word
    assert any("24 records are run at several im" in line and "a bootstrap draws records" in line for line in lines)


@pytest.mark.parametrize("won, lost, words", [(1, 0, "p = 1: no sign"), (5, 5, "p = 1: no sign"),
                                              (8, 0, "p = 0.0078: sign that"), (1, 9, "p = 0.021: sign that")])
def test_sign_test_is_exact_and_has_two_sides(won, lost, words):
    from drystone.studies.findings.fragility import _sign_test
    assert words in _sign_test(won, lost, 40)
