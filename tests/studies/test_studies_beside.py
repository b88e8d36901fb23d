"""What stands beside a curve: modes, dispersion apart, intensity measures, annual rates, undecided runs."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ndtr
from studies_tables import IM, stripes

from drystone.errors import InputError
from drystone.studies.fragility import (
    Capacities,
    Hazard,
    Runs,
    collapse_rate,
    compare_measures,
    fit_fragility,
    fit_modes,
    split_dispersion,
)
from drystone.studies.fragility.modes import sum_gap
from drystone.studies.fragility.report import make_report
from drystone.studies.fragility.words import report_lines


def test_balanced_groups_of_capacities_are_the_analysis_of_variance():
    """Maximum likelihood of a balanced one-way layout in closed form: within^2 = SSW / (g (n - 1)),
    between^2 = SSB / (g n) - within^2 / n."""
    generator = np.random.default_rng(1)
    groups, each = 12, 9
    y = generator.normal(0.0, 0.3, groups)[:, None] + generator.normal(0.0, 0.4, (groups, each))
    within = ((y - y.mean(axis=1, keepdims=True))**2).sum() / (groups * (each - 1))
    between = each * ((y.mean(axis=1) - y.mean())**2).sum() / (groups * each) - within / each
    label = np.repeat(np.arange(groups), each)
    split = split_dispersion(Capacities(im=np.exp(y.ravel()), censored=np.zeros(y.size)), "sample", label)
    assert split.within == pytest.approx(np.sqrt(within), rel=1e-4)      # of a numerical search
    assert split.between == pytest.approx(np.sqrt(between), rel=1e-4)
    assert split.theta == pytest.approx(np.exp(y.mean()), rel=1e-4)
    assert split.total == pytest.approx(np.hypot(split.within, split.between), rel=1e-12)


def test_runs_of_samples_that_differ_tell_model_from_record():
    generator = np.random.default_rng(2)
    sample = np.repeat(np.arange(40), 36)
    strength = generator.normal(0.0, 0.3, 40)[sample] + generator.normal(0.0, 0.4, sample.size)
    im = generator.choice(IM, sample.size)
    split = split_dispersion(Runs(im=im, state=np.log(im) > strength), "sample", sample)
    assert split.between == pytest.approx(0.3, abs=0.1) and split.within == pytest.approx(0.4, abs=0.06)
    assert split.p_value < 1e-6 and not split.at_bound
    shuffled = split_dispersion(Runs(im=im, state=np.log(im) > strength), "sample", generator.permutation(sample))
    assert shuffled.between < 0.12 and shuffled.total == pytest.approx(0.5, abs=0.08)


def test_the_likelihood_of_a_group_is_its_integral():
    """Adaptive quadrature against a fine sum over u."""
    from drystone.studies.fragility.split import _Grouped
    x = np.log(IM)
    below = np.array([0, 1, 0, 1, 1, 1.0])
    data = _Grouped(x, below, 1.0 - below, np.zeros(6), np.array([0, 0, 0, 1, 1, 1]), 2)
    t, total, share = 0.1, 0.6, 0.4
    between, within = total * np.sqrt(share), total * np.sqrt(1 - share)

    def inside(u, rows, signs):
        z = signs * (x[rows] - t - between * u) / within
        return np.exp(-0.5 * u * u) / np.sqrt(2 * np.pi) * ndtr(z).prod()
    exact = (np.log(quad(inside, -9, 9, args=([0, 1, 2], np.array([-1, 1, -1])), epsabs=1e-13)[0])
             + np.log(quad(inside, -9, 9, args=([3, 4, 5], np.array([1, 1, 1])), epsabs=1e-13)[0]))
    assert data.negative([t, np.log(total), share]) == pytest.approx(-exact, abs=1e-7)


def test_too_few_groups_are_refused():
    with pytest.raises(InputError, match=r"^fit: dispersion by sample needs at least 2 groups, one of them with 2 "
                                         r"rows, got 1 of at most 3$"):
        split_dispersion(Runs(im=[1, 2, 3], state=[0, 1, 0]), "sample", np.zeros(3))


def test_modes_of_runs_and_of_capacities():
    """One mode takes all collapses: its curve is the total one. Another without a curve says why."""
    generator = np.random.default_rng(3)
    im = np.repeat(IM, 40)
    state = (np.log(im) > generator.normal(0.0, 0.45, im.size)).astype(int)
    mode = np.where(state == 1, "rocking", "")
    table = Runs(im=im, state=state, labels={"mode": mode})
    (only,) = fit_modes(table)
    assert only.fit.theta == pytest.approx(fit_fragility(table).theta, rel=1e-12) and only.collapses == state.sum()
    mode = np.where((state == 1) & (np.arange(im.size) % 3 == 0), "sliding", mode)
    mode[np.flatnonzero(state == 1)[-1]] = "turning"
    table = Runs(im=im, state=state, labels={"mode": mode})
    modes = fit_modes(table)
    assert [part.mode for part in modes] == ["rocking", "sliding", "turning"]
    assert sum(part.collapses for part in modes) == state.sum()
    assert modes[2].fit is None
    assert modes[2].reason.startswith("the likelihood has no maximum: one mixed stripe, im 2.5")
    total, at = fit_fragility(table), np.array([0.6, 1.3])
    assert 0.0 < sum_gap(total, modes) < 0.15
    assert sum(part.probability(total, at) for part in modes) == pytest.approx(total.probability(at), rel=1e-12)
    rocking = modes[0].probability(total, at) / total.probability(at)
    assert rocking == pytest.approx(2 / 3, abs=0.15)              # every third one slides, at any im
    capacities = Capacities(im=np.exp(generator.normal(0, 0.4, 60)), censored=np.zeros(60),
                            labels={"mode": np.where(np.arange(60) % 2, "a", "b")})
    assert all(part.fit.theta > fit_fragility(capacities).theta for part in fit_modes(capacities))


def test_a_collapse_without_a_mode_is_refused():
    with pytest.raises(InputError, match=r"^fit: row 2: mode must be given where a run collapsed, got nothing$"):
        fit_modes(Runs(im=[1.0, 2.0], state=[0, 1], labels={"mode": np.array(["", ""])}))


def _two_measures(seed: int, count: int = 800) -> Runs:
    """Collapse goes with PGV and, weakly, with duration; PGA knows less."""
    generator = np.random.default_rng(seed)
    log_pga = generator.normal(0.0, 0.5, count)
    log_pgv = log_pga + generator.normal(0.0, 0.4, count)
    log_duration = generator.normal(2.0, 0.5, count)
    state = log_pgv + 0.3 * (log_duration - 2.0) > generator.normal(0.0, 0.2, count)
    return Runs(im=np.exp(log_pga), state=state, im_name="PGA", measures={"PGV": np.exp(log_pgv)},
                covariates={"duration": np.exp(log_duration)})


def test_the_better_measure_comes_first_and_trends_are_found():
    best, other = compare_measures(_two_measures(1))
    assert (best.name, other.name) == ("PGV", "PGA") and best.fit.beta < 0.6 * other.fit.beta
    assert best.fit.log_likelihood > other.fit.log_likelihood
    trends = {trend.column: trend for trend in best.trends}
    assert trends["duration"].p_value < 1e-6 and trends["duration"].coefficient > 0.0
    assert {trend.column: trend for trend in other.trends}["PGV"].p_value < 1e-12


def test_a_trend_is_the_score_test_of_the_glm():
    sm = pytest.importorskip("statsmodels.api", reason="statsmodels, of the extra dev, is not installed")
    from drystone.studies.fragility.measures import trend
    table = _two_measures(4, 200)
    fit = fit_fragility(table)
    exog = np.column_stack((table.x, np.ones(200)))
    family = sm.families.Binomial(sm.families.links.Probit())
    other = sm.GLM(table.state, exog, family=family).fit(tol=1e-14)
    extra = np.log(table.covariates["duration"])
    p_value = other.model.score_test(other.params, exog_extra=extra[:, None], observed=False)[1]
    found = trend(fit, "duration", table.covariates["duration"])
    assert found.p_value == pytest.approx(float(np.squeeze(p_value)), rel=1e-5)


def test_what_says_nothing_has_no_trend():
    """Over 200 seeded tables of a sufficient measure, about 10 % of p-values are below 10 %, within three errors."""
    from drystone.studies.fragility.measures import trend
    found = []
    for seed in range(200):
        generator = np.random.default_rng(seed)
        im = np.repeat(IM, 20)
        table = Runs(im=im, state=np.log(im) > generator.normal(0.0, 0.45, im.size))
        found.append(trend(fit_fragility(table), "noise", np.exp(generator.normal(size=im.size))).p_value)
    assert 0.036 <= np.mean(np.array(found) < 0.1) <= 0.164


def test_a_power_of_im_has_no_trend_of_its_own():
    from drystone.studies.fragility.measures import trend
    table = _two_measures(2, 100)
    assert np.isnan(trend(fit_fragility(table), "squared", table.im**2).p_value)


def test_annual_rate_is_the_integral():
    """A hazard curve of several slopes: closed form per piece against quadrature of P |d rate|."""
    fit = fit_fragility(stripes())
    hazard = Hazard([0.05, 0.2, 0.6, 1.5, 2.2], [5e-2, 8e-3, 9e-4, 6e-5, 1e-5])
    x, y = np.log(hazard.im), np.log(hazard.rate)

    def density(u):
        piece = int(np.clip(np.searchsorted(x, u) - 1, 0, 3))
        k = -(y[piece + 1] - y[piece]) / (x[piece + 1] - x[piece])
        return fit.probability(np.exp(u)) * k * np.exp(y[piece] - k * (u - x[piece]))
    edges = [-8.0, *x, 6.0]
    parts = [quad(density, a, b, epsabs=1e-16, epsrel=1e-10)[0] for a, b in pairwise(edges)]
    found = collapse_rate(fit, hazard)
    assert found.rate == pytest.approx(sum(parts), rel=1e-7)
    assert found.below == pytest.approx(parts[0] / sum(parts), rel=1e-6, abs=1e-15)
    assert found.above == pytest.approx(parts[-1] / sum(parts), rel=1e-6)
    inside = sum(quad(density, a, b, epsabs=1e-16)[0] for a, b in pairwise([np.log(0.5), *x[2:], np.log(2.5)]))
    assert found.outside_data == pytest.approx(1.0 - inside / sum(parts), abs=1e-6)
    assert found.interval[0] < found.rate < found.interval[1]
    assert found.probability(50.0) == pytest.approx(1.0 - np.exp(-50.0 * found.rate))


def test_undecided_runs_are_left_out_and_bounded():
    generator = np.random.default_rng(6)
    im = np.repeat(IM, 30)
    table = Runs(im=im, state=np.log(im) > generator.normal(0.0, 0.45, im.size), undecided=np.full(5, 1.0))
    report = make_report(table)
    worst, best = report.bounds
    assert report.fit.theta == fit_fragility(Runs(im=im, state=table.state)).theta
    assert worst.theta < report.fit.theta < best.theta
    (line,) = (line for line in report_lines(report) if line.startswith("undecided"))
    assert line.startswith("undecided   5 runs left out; had all collapsed: theta")


def test_a_report_says_all_that_the_columns_allow():
    generator = np.random.default_rng(11)
    count = 600
    sample, record = generator.integers(10, size=count), generator.integers(40, size=count)
    im = generator.choice(IM, count)
    strength = generator.normal(0, 0.2, 10)[sample] + generator.normal(0, 0.3, 40)[record]
    strength += generator.normal(0, 0.1, count)
    state = np.log(im) > strength
    labels = {"record": record.astype(str), "sample": sample.astype(str), "variant": np.full(count, "a"),
              "mode": np.where(state, "rocking", "")}
    noise = np.exp(generator.normal(size=count))
    report = make_report(Runs(im=im, state=state, labels=labels, covariates={"duration": noise}))
    starts = [line.split()[0] for line in report_lines(report)]
    assert {"data", "im", "theta", "beta", "mode", "dispersion", "measure", "goodness"} <= set(starts)
    assert starts.count("dispersion") == 2 and report.samples.between > 0.1
    assert report.repeats.within < report.fit.beta
    assert report.notes == ("40 records are run at several im: profile and Wald intervals take runs as independent and "
                            "are too narrow; a bootstrap draws records",)


def test_shares_of_modes_follow_im_and_survive_separation():
    """Two modes: the logit of statsmodels; modes that im alone tells apart still have shares."""
    from drystone.studies.fragility.mode_shares import fit_mode_shares
    generator = np.random.default_rng(8)
    im = np.exp(generator.normal(0.0, 0.5, 400))
    mode = np.where(generator.uniform(size=400) < 1 / (1 + np.exp(-0.5 - 2.0 * np.log(im))), "b", "a")
    shares = fit_mode_shares(im, mode, ("a", "b"))
    assert shares(im).sum(axis=0) == pytest.approx(1.0, rel=1e-12)
    assert shares.coefficients[1, 1] == pytest.approx(2.0, abs=0.75)      # three standard errors
    sm = pytest.importorskip("statsmodels.api", reason="statsmodels, of the extra dev, is not installed")
    other = sm.Logit((mode == "b").astype(float), np.column_stack((np.ones(400), np.log(im)))).fit(disp=0)
    assert shares(im)[1] == pytest.approx(other.predict(), abs=1e-4)      # the penalty is small, not zero
    apart = fit_mode_shares(im, np.where(im > 1.0, "b", "a"), ("a", "b"))
    assert apart(np.array([0.5, 2.0]))[1] == pytest.approx([0.0, 1.0], abs=1e-3)
