"""Fits against closed forms, an independent GLM, and each interval against its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri
from scipy.stats import chi2, norm
from studies_tables import IM, drawn_runs, stripes

from drystone.errors import InputError
from drystone.studies.fragility import Capacities, Cloud, Runs, Stripes, fit_fragility, regression, separate_collapse
from drystone.validate.fragility_trials import count_bootstrap_coverage, count_coverage, count_record_bootstrap_coverage

TIGHT = 1e-9     #: Newton's last step squares an error below 1e-5


def glm(below, above, columns):
    """The probit GLM of statsmodels."""
    sm = pytest.importorskip("statsmodels.api", reason="statsmodels, of the extra dev, is not installed")
    family = sm.families.Binomial(sm.families.links.Probit())
    return sm.GLM(np.column_stack((below, above)), np.column_stack(columns), family=family).fit(tol=1e-14)


@pytest.mark.parametrize("table", [
    stripes(), stripes([0, 3, 9, 20, 30, 44]), stripes([2, 1, 5, 4, 8, 9], runs=[60, 9, 30, 8, 12, 9]), drawn_runs(1),
    drawn_runs(2, 40)], ids=["all 1", "all 0 and 1", "uneven", "runs", "few"])
def test_agrees_with_the_probit_glm(table):
    """Estimates and standard errors to 1e-6, whether rows are stripes or runs."""
    fit = fit_fragility(table)
    below, above, _ = table.counts()
    other = glm(below, above, (table.x, np.ones_like(table.x)))
    assert fit.coefficients == pytest.approx(other.params, rel=1e-6)
    assert fit.beta == pytest.approx(1.0 / other.params[0], rel=1e-6)
    assert fit.theta == pytest.approx(np.exp(-other.params[1] / other.params[0]), rel=1e-6)
    assert np.sqrt(np.diag(fit.covariance)) == pytest.approx(other.bse, rel=1e-6)


def test_ordered_states_agree_with_the_ordered_model():
    """Shares of three states; the other model is told by its log-likelihood and its slope."""
    module = pytest.importorskip("statsmodels.miscmodels.ordinal_model", reason="statsmodels is not installed")
    table = _three_states(3)
    fit = fit_fragility(table)
    other = module.OrderedModel(table.state, table.x[:, None], distr="probit").fit(method="bfgs", disp=0, gtol=1e-9)
    assert fit.log_likelihood == pytest.approx(other.llf, abs=1e-7)
    assert fit.coefficients[0] == pytest.approx(other.params[0], rel=1e-6)


@given(k1=st.integers(1, 38), more=st.integers(1, 38), im=st.floats(0.05, 5.0), ratio=st.floats(1.1, 6.0))
def test_two_stripes_are_met_exactly(k1, more, im, ratio):
    """With as many parameters as stripes the curve goes through both shares."""
    k2 = min(k1 + more, 39)
    fit = fit_fragility({"im": [im, im * ratio], "failures": [k1, k2], "runs": [40, 40]})
    beta = np.log(ratio) / (ndtri(k2 / 40) - ndtri(k1 / 40))
    assert fit.beta == pytest.approx(beta, rel=1e-7)
    assert fit.probability(np.array([im, im * ratio])) == pytest.approx([k1 / 40, k2 / 40], rel=1e-7)


@given(scale=st.floats(1e-3, 1e3))
def test_another_unit_of_im_scales_theta_alone(scale):
    fit, scaled = fit_fragility(stripes()), fit_fragility(stripes(im=IM * scale))
    assert scaled.theta == pytest.approx(scale * fit.theta, rel=1e-8)
    assert scaled.beta == pytest.approx(fit.beta, rel=1e-8)
    assert scaled.interval("beta") == pytest.approx(fit.interval("beta"), rel=1e-6)


def test_rows_and_their_order_do_not_matter():
    """The same runs one by one, in another order."""
    table = stripes()
    im = np.repeat(IM, 44)
    state = np.concatenate([np.arange(44) < k for k in table.failures])
    order = np.random.default_rng(0).permutation(im.size)
    one, many = fit_fragility(table), fit_fragility(Runs(im=im[order], state=state[order]))
    assert many.theta == pytest.approx(one.theta, rel=TIGHT) and many.beta == pytest.approx(one.beta, rel=TIGHT)


def test_capacities_without_censoring_are_mean_and_deviation_of_logarithms():
    im = np.array([0.4, 0.55, 0.7, 0.9, 1.1, 1.2, 1.7, 2.6])
    fit = fit_fragility(Capacities(im=im, censored=np.zeros(8)))
    assert fit.theta == pytest.approx(np.exp(np.log(im).mean()), rel=TIGHT)
    assert fit.beta == pytest.approx(np.log(im).std(), rel=TIGHT)
    # the profile of the mean of a normal sample: n ln(1 + d^2 / s^2) = chi-squared quantile
    reach = fit.beta * np.sqrt(np.expm1(chi2.ppf(0.95, 1) / 8))
    assert fit.interval("theta") == pytest.approx((fit.theta * np.exp(-reach), fit.theta * np.exp(reach)), rel=1e-7)
    _, high = fit.interval("theta", "wald")
    assert np.log(high / fit.theta) == pytest.approx(norm.ppf(0.975) * fit.beta / np.sqrt(8))


def test_truncated_ida_is_a_stationary_point_of_the_censored_likelihood():
    """Derivatives of sum ln phi - ln beta + sum ln(1 - Phi), by differences, are zero."""
    generator = np.random.default_rng(4)
    capacity = np.exp(generator.normal(0.0, 0.4, 50))
    censored = capacity > 1.2
    fit = fit_fragility(Capacities(im=np.where(censored, 1.2, capacity), censored=censored))

    def log_likelihood(t, s):
        seen = norm.logpdf(np.log(capacity[~censored]), t, np.exp(s)).sum()
        return seen + censored.sum() * norm.logsf(np.log(1.2), t, np.exp(s))
    t, s, h = np.log(fit.theta), np.log(fit.beta), 1e-4
    assert abs(log_likelihood(t + h, s) - log_likelihood(t - h, s)) / (2 * h) < 1e-4     # of terms of order 50
    assert abs(log_likelihood(t, s + h) - log_likelihood(t, s - h)) / (2 * h) < 1e-4
    assert fit.theta > np.exp(np.log(np.minimum(capacity, 1.2)).mean())  # not taken as collapses


@pytest.mark.parametrize("name", ["theta", "beta"])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_the_profile_falls_by_half_a_quantile_at_the_ends(name, level):
    """A referee that knows nothing of our Newton method maximises over the other parameter."""
    from scipy.optimize import minimize_scalar
    fit = fit_fragility(stripes(), level=level)
    below, above, _ = fit.table.counts()

    def log_likelihood(theta, beta):
        z = np.log(IM / theta) / beta
        return float((below * norm.logcdf(z) + above * norm.logsf(z)).sum())

    def loss(other, end):
        return -(log_likelihood(end, np.exp(other)) if name == "theta" else log_likelihood(np.exp(other), end))
    for end in fit.interval(name):
        best = -minimize_scalar(loss, bounds=(-3, 2), args=(end,), method="bounded", options={"xatol": 1e-10}).fun
        assert 2.0 * (fit.log_likelihood - best) == pytest.approx(chi2.ppf(level, 1), abs=1e-6)


def test_the_profile_band_at_theta_meets_the_interval_of_theta():
    """The share at the upper end of theta may be as low as one half, by the same test."""
    fit = fit_fragility(stripes())
    low, high = fit.interval("theta")
    assert fit.band(np.array([high]))[0, 0] == pytest.approx(0.5, abs=1e-7) or \
        fit.band(np.array([high]))[1, 0] == pytest.approx(0.5, abs=1e-7)
    for kind in ("profile", "wald"):
        lower, upper = fit.band(IM, kind)
        assert (lower < fit.probability(IM)).all() and (fit.probability(IM) < upper).all()
    assert low < fit.theta < high


def test_a_weak_table_has_an_endless_interval():
    """Where a level curve is not rejected, no bound of beta exists, and the profile says so."""
    fit = fit_fragility({"im": [0.5, 1.0, 2.0], "failures": [2, 3, 3], "runs": [6, 6, 6]})
    low, high = fit.interval("beta")
    assert high == np.inf and 0.0 < low < fit.beta
    assert fit.interval("theta")[0] == 0.0 or fit.interval("theta")[1] == np.inf
    assert fit.interval("beta", "wald")[1] < np.inf     # Wald does not see it


def test_coverage_of_fewer_trials():
    """300 trials, three standard errors of a share of 95 %: 3.8 %."""
    found = count_coverage(300, 7)
    assert found.without_maximum == 0
    for shares in (found.theta, found.beta):
        assert 0.912 <= shares["profile"] <= 0.988 and 0.912 <= shares["wald"] <= 0.988
    same = count_coverage(300, 7, same_records=True)
    assert 0.72 <= same.theta["profile"] <= 0.88          # stripes of the same records are no independent trials
    assert count_record_bootstrap_coverage(100, 200, 7).theta["bootstrap"] >= 0.87
    drawn = count_bootstrap_coverage(100, 200, 7)
    assert 0.84 <= drawn.beta["bootstrap"] <= 0.99 and 0.88 <= drawn.theta["bootstrap"] <= 1.0


def test_the_bootstrap_is_seeded_and_draws_records_where_there_are_any():
    table = stripes()
    one, two, other = (fit_fragility(table, bootstrap=300, seed=seed) for seed in (5, 5, 6))
    assert one.interval("beta", "bootstrap") == two.interval("beta", "bootstrap") != other.interval("beta", "bootstrap")
    assert one.bootstrap.kind == "parametric"
    low, high = one.interval("theta", "bootstrap")
    assert (low, high) == pytest.approx(one.interval("theta"), rel=0.03)
    # records that are weak or strong at every stripe make outcomes of stripes depend: the interval is wider
    strength = np.random.default_rng(2).normal(0.0, 0.45, 44)
    im, record = np.repeat(IM, 44), np.tile(np.arange(44), 6)
    runs = Runs(im=im, state=np.log(im) > strength[record], labels={"record": record.astype(str)})
    fit = fit_fragility(runs, bootstrap=400, seed=1)
    assert fit.bootstrap.kind == "records"
    drawn, told = (np.ptp(np.log(fit.interval("theta", kind))) for kind in ("bootstrap", "profile"))
    assert drawn > 1.3 * told


def test_bootstrap_needs_a_seed():
    with pytest.raises(InputError, match=r"^fit: bootstrap needs a seed, got none$"):
        fit_fragility(stripes(), bootstrap=10)
    with pytest.raises(InputError, match=r"^fit: no bootstrap was drawn; give bootstrap=COUNT and seed=NUMBER$"):
        fit_fragility(stripes()).interval("beta", "bootstrap")
    runs = Runs(im=[1.0, 2.0, 1.5, 3.0], state=[0, 0, 1, 1], labels={"record": np.full(4, "same")})
    with pytest.raises(InputError, match=r"^fit: bootstrap needs at least 2 records to draw from, got 1$"):
        fit_fragility(runs, bootstrap=10, seed=1)


def test_curves_of_ordered_states_do_not_cross():
    fit = fit_fragility(_three_states(8), bootstrap=100, seed=1)
    im = np.geomspace(1e-3, 1e3, 400)
    shares = np.array([fit.probability(im, state) for state in fit.states])
    assert (np.diff(shares, axis=0) <= 0.0).all()
    assert list(fit.thetas.values()) == sorted(fit.thetas.values()) and fit.theta == fit.thetas["collapse"]
    assert fit.thetas["slight"] == pytest.approx(np.exp(-0.7), rel=0.12) and fit.beta == pytest.approx(0.45, rel=0.15)
    for kind in fit.interval_kinds:
        low, high = fit.interval("theta", kind, "moderate")
        assert low < fit.thetas["moderate"] < high


def test_two_states_of_ordered_runs_are_the_binary_fit():
    """The ordinal likelihood with one threshold is the binomial one."""
    from drystone.studies.fragility.likelihood import OrdinalProbit
    fit = fit_fragility(stripes())
    counts = np.stack((fit.table.runs - fit.table.failures, fit.table.failures), axis=1)
    value, gradient, _ = OrdinalProbit(np.log(IM), counts[None])(fit.coefficients[None])
    assert value[0] == pytest.approx(fit.log_likelihood, rel=1e-12) and np.abs(gradient).max() < 1e-6
    information = OrdinalProbit(np.log(IM), counts[None]).information(fit.coefficients[None])[0]
    assert np.linalg.inv(information) == pytest.approx(fit.covariance, rel=1e-8)


@given(st.lists(st.floats(-3.0, 3.0), min_size=4, max_size=4, unique=True), st.floats(0.2, 4.0))
def test_derivatives_of_the_ordinal_likelihood(levels, slope):
    """First and second derivatives against central differences."""
    from drystone.studies.fragility.likelihood import OrdinalProbit
    thresholds = sorted(levels, reverse=True)
    if min(-np.diff(thresholds)) < 0.05:
        return
    likelihood = OrdinalProbit(np.array([-0.5, 0.1, 0.6]), np.arange(15.0).reshape(1, 3, 5) % 4)
    c, h = np.array([[slope, *thresholds]]), 1e-5
    _, gradient, second = likelihood(c)
    for k in range(5):
        step = h * np.eye(5)[k]
        up, down = likelihood(c + step), likelihood(c - step)
        size = 1.0 + np.abs(second).max()
        assert (up[0][0] - down[0][0]) / (2 * h) == pytest.approx(gradient[0, k], abs=1e-6 * size)
        assert (up[1][0] - down[1][0]) / (2 * h) == pytest.approx(second[0, k], abs=1e-5 * size**2)


def test_a_cloud_without_collapses_is_least_squares():
    """ln EDP on ln im; theta where the line meets the limit, beta = sigma / b."""
    generator = np.random.default_rng(3)
    im = generator.uniform(0.2, 2.0, 60)
    edp = np.exp(-3.0 + 1.5 * np.log(im) + generator.normal(0.0, 0.5, 60))
    fit = fit_fragility(Cloud(im=im, edp=edp, collapsed=np.zeros(60), limit=0.1))
    b, a = np.polyfit(np.log(im), np.log(edp), 1)
    sigma = np.sqrt(np.mean((np.log(edp) - a - b * np.log(im))**2))
    assert regression(fit) == pytest.approx((a, b, sigma), rel=1e-8)
    assert fit.theta == pytest.approx(np.exp((np.log(0.1) - a) / b), rel=1e-8)
    assert fit.beta == pytest.approx(sigma / b, rel=1e-8)
    assert fit.probability(0.9) == pytest.approx(ndtr((a + b * np.log(0.9) - np.log(0.1)) / sigma), rel=1e-8)
    low, high = fit.interval("theta")
    assert low < fit.theta < high


def test_collapses_of_a_cloud_are_censored_or_apart():
    """Leaving collapses out makes the structure look stronger; both ways of keeping them do not."""
    generator = np.random.default_rng(5)
    im = generator.uniform(0.2, 3.0, 400)
    edp = np.exp(-3.0 + 1.5 * np.log(im) + generator.normal(0.0, 0.5, 400))
    collapsed = edp > 0.15
    table = Cloud(im=im, edp=np.where(collapsed, np.nan, edp), collapsed=collapsed, limit=0.1)
    fit, apart = fit_fragility(table), separate_collapse(table)
    truth = np.exp((np.log(0.1) + 3.0) / 1.5)
    assert fit.theta == pytest.approx(truth, rel=0.06) and regression(fit)[1] == pytest.approx(1.5, rel=0.1)
    assert apart.demand.theta > 1.1 * truth                       # of those that stood, alone
    assert apart.probability(truth) == pytest.approx(0.5, abs=0.08)
    assert separate_collapse(Cloud(im=im, edp=edp, collapsed=np.zeros(400), limit=0.1)).collapse is None


def test_what_is_printed():
    lines = str(fit_fragility(stripes())).splitlines()
    assert lines[0] == "data        6 stripes, 264 runs, 157 collapses"
    assert lines[2] == "theta       0.991 g, median capacity" and lines[3].endswith("1.082, profile likelihood")
    assert lines[5] == "beta        0.4523, standard deviation of ln capacity"
    assert lines[-1] == "goodness    deviance 4.43 with 4 degrees of freedom, p = 0.35"


def test_goodness_is_the_deviance_of_the_glm():
    fit = fit_fragility(stripes())
    other = glm(fit.table.failures, fit.table.runs - fit.table.failures, (np.log(IM), np.ones(6)))
    assert fit.goodness()[0] == pytest.approx(other.deviance, rel=1e-6) and fit.goodness()[1] == other.df_resid


def _three_states(seed: int) -> Runs:
    generator = np.random.default_rng(seed)
    im = np.repeat(IM, 60)
    strength = generator.normal(0.0, 0.45, im.size)
    state = sum((np.log(im) > strength + shift).astype(int) for shift in (-0.7, -0.3, 0.0))
    return Runs(im=im, state=state, states=("slight", "moderate", "collapse"))


def test_stripes_of_the_same_im_are_joined():
    apart = Stripes(im=[1.0, 2.0, 1.0, 2.0], failures=[3, 9, 5, 11], runs=[20, 20, 20, 20])
    joined = Stripes(im=[1.0, 2.0], failures=[8, 20], runs=[40, 40])
    assert fit_fragility(apart).beta == pytest.approx(fit_fragility(joined).beta, rel=TIGHT)


@pytest.mark.parametrize("table", [
    {"im": [1e300, 2e300, 3e300], "failures": [1, 5, 9], "runs": [10, 10, 10]},
    {"im": [1.0, 1.0 + 1e-7], "censored": [0, 0]},
    {"im": [1.0, 2.0, 3.0, 4.0], "failures": [0, 1, 999_999, 1_000_000], "runs": [1_000_000] * 4},
    {"im": [1e-10, 1.0, 1e10], "failures": [1, 5, 9], "runs": [10, 10, 10]}], ids=["huge", "near", "steep", "wide"])
def test_units_and_spreads_far_from_one(table):
    """The maximum is reached (a fit checks its score), and intervals hold the estimate."""
    fit = fit_fragility(table)
    for name, value in (("theta", fit.theta), ("beta", fit.beta)):
        for kind in ("profile", "wald"):
            low, high = fit.interval(name, kind)
            assert low < value < high


def test_the_band_of_a_long_table_is_interpolated_well():
    """Cubic through 15 points against the band itself, in shares."""
    from drystone.export.fragility import curve_band, curve_range
    generator = np.random.default_rng(9)
    im = np.exp(generator.uniform(-1.2, 1.2, 400))
    fit = fit_fragility(Runs(im=im, state=np.log(im) > generator.normal(0.0, 0.45, 400)))
    at = curve_range(fit)
    assert curve_band(fit, at, "wald", "collapse") == pytest.approx(fit.band(at, "wald"), abs=2e-3)
    assert curve_band(fit, at, "profile", "collapse")[:, ::20] == pytest.approx(fit.band(at[::20]), abs=2e-3)
