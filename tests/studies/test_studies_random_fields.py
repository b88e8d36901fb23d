"""Random fields: their distributions and correlations against closed forms, the models they make, what is refused."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from drystone.cli.demo_command import bundled_model
from drystone.errors import InputError
from drystone.model.source import ModelSource
from drystone.studies.marginals import Marginal
from drystone.studies.random_fields import (
    NUGGET,
    PlannedField,
    RandomField,
    cholesky,
    correlation_matrix,
    exact_exp,
    independent_normals,
    plan_fields,
)

WALL = """
drystone: 1
name: wall
gravity: 9.81
materials: {stone: {density: 2000}}
joints:
  dry: {friction: 0.6}
  base: {friction: 0.9, between: [wall, ground]}
patterns:
  - {kind: running_bond, parameters: {length: 2.0, courses: 4, block: [0.5, 0.25], thickness: 0.3}, material: stone}
ground: {level: 0.0}
"""
MARGINALS = [
    Marginal("lognormal", mean=0.7, cov=0.3), Marginal("uniform", least=0.4, most=0.9),
    Marginal("uniform", mean=0.6, cov=0.2), Marginal("beta", mean=0.5, cov=0.25, least=0.2, most=1.0),
    Marginal("normal", mean=0.6, cov=0.3, least=0.2, most=0.9), Marginal("normal", mean=0.3, cov=0.6, least=0.0),
    Marginal("normal", mean=1800.0, cov=0.05, most=1900.0)]
SAMPLES = 3000
SURE = 4.5     #: standard errors: one of 150,000 statistics lies outside


def field(**changes) -> RandomField:
    given_ = {"name": "mu", "property": "friction", "marginal": MARGINALS[0], "length": 0.8,
              "correlation": "exponential"}
    return RandomField(**given_ | changes)


def source(text: str = WALL) -> ModelSource:
    return ModelSource(text, "wall.yaml")


# --- distributions ------------------------------------------------------------------------------------

@pytest.mark.parametrize("marginal", MARGINALS, ids=lambda m: f"{m.kind}-{m.mean}")
def test_mean_and_spread_are_those_asked_for(marginal):
    """Moments of the quantile over a standard normal number; |z| > 8 has a probability of 1e-15."""
    def moment(power):
        return quad(lambda z: float(marginal.quantile(np.array([z]))[0]) ** power * math.exp(-z * z / 2)
                    / math.sqrt(2 * math.pi), -8.0, 8.0, limit=200, epsrel=1e-11)[0]

    mean = moment(1)
    cov = marginal.cov if marginal.cov is not None else (0.5 / math.sqrt(12)) / 0.65
    assert mean == pytest.approx(marginal.middle, rel=1e-8)
    assert math.sqrt(moment(2) - mean ** 2) / mean == pytest.approx(cov, rel=1e-6)


@pytest.mark.parametrize("marginal", MARGINALS, ids=lambda m: f"{m.kind}-{m.mean}")
def test_values_keep_their_rank_and_their_bounds(marginal):
    values = marginal.quantile(np.linspace(-9.0, 9.0, 181))
    assert (np.diff(values) >= 0.0).all() and values[0] < values[90] < values[-1]
    if marginal.least is not None:
        assert values[0] >= marginal.least
    if marginal.most is not None:
        assert values[-1] <= marginal.most


@pytest.mark.parametrize(("given_", "message"), [
    ({"kind": "gamma"}, "marginal: kind must be one of normal, lognormal, uniform, beta, got 'gamma'"),
    ({"kind": "normal", "mean": 0.6, "cov": 0.1}, "marginal normal: needs mean, cov and least, most or both (a normal "
     "distribution is cut); got mean, cov"),
    ({"kind": "lognormal", "mean": 0.6, "cov": 0.1, "most": 2.0},
     "marginal lognormal: needs mean and cov; got mean, cov, most"),
    ({"kind": "lognormal", "mean": -0.6, "cov": 0.1},
     "marginal lognormal: mean must be finite and > 0 [unit of the property], got -0.6"),
    ({"kind": "lognormal", "mean": 0.6, "cov": 0.0}, "marginal lognormal: cov must be finite and > 0 [-], got 0.0"),
    ({"kind": "uniform", "least": 2.0, "most": 1.0}, "marginal uniform: least must be < most, got 2 and 1"),
    ({"kind": "uniform"}, "marginal uniform: needs least and most, or mean and cov; got none"),
    ({"kind": "beta", "mean": 0.6, "cov": 0.9, "least": 0.4, "most": 0.8},
     "marginal beta: cov must be < 0.333333 [-], which values at the bounds alone have, got 0.9"),
    ({"kind": "beta", "mean": 0.9, "cov": 0.1, "least": 0.4, "most": 0.8},
     "marginal beta: mean must lie between least 0.4 and most 0.8, got 0.9"),
    ({"kind": "normal", "mean": 0.9, "cov": 0.1, "least": 0.4, "most": 0.8},
     "marginal normal: mean must lie between its bounds, got 0.9 and 0.4 .. 0.8"),
    ({"kind": "normal", "mean": 0.6, "cov": 0.3, "least": 0.4, "most": 0.8},
     "marginal normal: no normal distribution that is cut at 0.4 and 0.8 has the mean 0.6 and the cov 0.3; take a "
     "lesser cov, or beta")])
def test_distributions_that_are_none_are_refused(given_, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        Marginal(**given_)


# --- correlation --------------------------------------------------------------------------------------

@given(st.floats(-700.0, 0.0))
def test_the_exponential_is_that_of_the_library_but_for_its_last_bits(x):
    assert float(exact_exp(np.array([x]))[0]) == pytest.approx(math.exp(x), rel=1e-14, abs=1e-300)


@pytest.mark.parametrize("correlation", ["exponential", "gaussian"])
def test_the_factor_gives_the_correlations_back(correlation):
    place = np.array([(i * 0.25, j * 0.3, k * 0.2) for i in range(6) for j in range(4) for k in range(5)])
    matrix = correlation_matrix(place, 5.0, correlation)        # long and smooth: nearly singular without the nugget
    factor = cholesky(matrix)
    assert np.abs(factor @ factor.T - matrix).max() < 1e-13
    assert (np.triu(factor, 1) == 0.0).all()
    distance = np.linalg.norm(place[0] - place[-1])
    share = distance / 5.0 if correlation == "exponential" else (distance / 5.0) ** 2
    assert matrix[0, -1] == pytest.approx((1 - NUGGET) * math.exp(-share), rel=1e-14)


def sampled(one: RandomField, place: np.ndarray) -> np.ndarray:
    """(SAMPLES, n) values of the seeds from 0 on."""
    planned = PlannedField(one, tuple((f"a{i}", f"b{i}") for i in range(len(place))), place)
    return np.array([planned.values(seed) for seed in range(SAMPLES)])


def value_correlation(marginal: Marginal, rho: float) -> float:
    """Correlation of values whose normal numbers have the correlation rho, in closed form."""
    if marginal.kind == "uniform":
        return 6.0 / math.pi * math.asin(rho / 2.0)
    square = math.log1p(marginal.cov ** 2)
    return math.expm1(rho * square) / math.expm1(square)


@pytest.mark.parametrize("correlation", ["exponential", "gaussian"])
@pytest.mark.parametrize("marginal", MARGINALS[:2], ids=lambda m: m.kind)
def test_mean_spread_and_correlation_over_many_samples(marginal, correlation):
    """Standard errors: s / sqrt(N) of a mean, about s sqrt((k - 1) / 4N) of a deviation, (1 - r^2) / sqrt(N) of a
    correlation (half as much again for lognormal values, whose kurtosis k is up to 5)."""
    place = np.outer((0.0, 0.4, 0.8, 1.6, 4.0), (0.6, 0.0, 0.8))
    values = sampled(field(marginal=marginal, correlation=correlation), place)
    spread = marginal.cov * marginal.mean if marginal.kind == "lognormal" else 0.5 / math.sqrt(12.0)
    assert np.abs(values.mean(axis=0) - marginal.middle).max() < SURE * spread / math.sqrt(SAMPLES)
    kurtosis = 5.0 if marginal.kind == "lognormal" else 1.8
    assert np.abs(values.std(axis=0) / spread - 1.0).max() < SURE * math.sqrt((kurtosis - 1.0) / (4.0 * SAMPLES))
    found = np.corrcoef(values.T)
    for i in range(5):
        for j in range(i):
            share = np.linalg.norm(place[i] - place[j]) / 0.8
            exact = value_correlation(marginal, math.exp(-share if correlation == "exponential" else -share ** 2))
            assert abs(found[i, j] - exact) < 1.5 * SURE * max(1.0 - exact ** 2, 0.05) / math.sqrt(SAMPLES)


def test_without_a_length_values_are_independent():
    values = sampled(field(length=0.0, correlation=None, marginal=MARGINALS[1]), np.zeros((3, 3)))
    found = np.corrcoef(values.T)[np.tril_indices(3, -1)]
    assert np.abs(found).max() < SURE / math.sqrt(SAMPLES)


# --- seeds --------------------------------------------------------------------------------------------

def test_a_seed_gives_the_same_values_on_any_machine():
    planned = plan_fields(source().build(), [field(correlation="gaussian")]).fields[0]
    assert planned.override(7).startswith("variations[mu].values=[0.694863,0.663093,0.693984,0.729105,0.564838,")
    assert planned.override(7) == planned.override(7) != planned.override(8)
    assert independent_normals(7, "mu", 2) == pytest.approx([0.12168757689858133, -0.21407586907525797], rel=1e-14)


def test_fields_do_not_depend_on_each_other_nor_on_how_many_values_are_asked_for():
    built = source().build()
    mu, nu = field(), field(name="nu", property="restitution", marginal=Marginal("uniform", least=0.0, most=0.5))
    assert plan_fields(built, [nu, mu]).sample(3)[1] == plan_fields(built, [mu]).sample(3)[0]
    assert np.array_equal(independent_normals(3, "mu", 50)[:20], independent_normals(3, "mu", 20))
    assert abs(np.corrcoef(independent_normals(3, "mu", 4000), independent_normals(3, "nu", 4000))[0, 1]) < SURE / 63.0


# --- models -------------------------------------------------------------------------------------------

def test_every_interface_gets_its_own_friction_and_every_block_its_density():
    built = source().build()
    plan = plan_fields(built, [field(between=("wall", "wall")),
                               field(name="rho", property="density", marginal=MARGINALS[-1])])
    base = source().with_(plan.base)
    model = base.with_(*plan.sample(5)).build().model
    assert model.parts is base.with_(*plan.sample(6)).build().model.parts      # no geometry is built twice
    frictions = dict(zip(plan.fields[0].names, plan.fields[0].values(5)))
    assert len(frictions) == len(model.joints) - 2 == 14 + 24      # head joints 3 + 4 + 3 + 4; bed joints 3 x 8

    def joint(a, b):
        i, j = model.block_index(a), model.block_index(b)
        return model.joints[model.joint_table[model.joint_class[i], model.joint_class[j]]]

    for (a, b), friction in frictions.items():
        assert joint(a, b).friction == joint(b, a).friction == friction
    assert joint("course_1/block_1", "ground").friction == 0.9
    assert joint("course_1/block_1", "course_4/block_4").friction == 0.6        # they may still meet
    density = plan.fields[1].values(5)
    was = built.model
    assert np.allclose(model.mass[:-1] / was.mass[:-1], density / 2000.0, rtol=1e-14)
    assert np.allclose(model.inertia[:-1], was.inertia[:-1] * (density / 2000.0)[:, None, None], rtol=1e-14)


def test_the_house_of_191_blocks():
    house = ModelSource(bundled_model("house"), "house.yaml")
    plan = plan_fields(house.build(), [field(length=1.5)])
    assert len(plan.fields[0].names) == 542
    model = house.with_(plan.base).with_(*plan.sample(1)).build().model
    assert len(model.joints) == 544 and model.joint_table.shape == (194, 194)


def test_variations_of_the_file_stay():
    own = WALL + ("variations:\n"
                  "  - {name: weak, property: friction, between: [[course_1/block_1, ground]], values: [0.3]}\n")
    plan = plan_fields(source(own).build(), [field(between=("wall", "wall"))])
    model = source(own).with_(plan.base).with_(*plan.sample(1)).build().model
    i, j = model.block_index("course_1/block_1"), model.block_index("ground")
    assert model.joints[model.joint_table[model.joint_class[i], model.joint_class[j]]].friction == 0.3
    with pytest.raises(InputError, match=r"^random field 'weak': the name is taken by another field or variation$"):
        plan_fields(source(own).build(), [field(name="weak")])


def test_a_field_as_data_is_the_same():
    data = {"property": "friction", "length": 0.8, "correlation": "exponential", "between": ["wall", "wall"],
            "marginal": {"kind": "lognormal", "mean": 0.7, "cov": 0.3}}
    assert RandomField.of_data("mu", data) == field(between=("wall", "wall"))


@pytest.mark.parametrize(("change", "message"), [
    ({"property": "frixion"}, "random field 'mu': no property is called 'frixion'; did you mean 'friction'?"),
    ({"property": "points"}, "random field 'mu': no property is called 'points'; did you mean 'poisson'?"),
    ({"length": -1.0}, "random field 'mu': length must be finite and >= 0 [m], got -1.0"),
    ({"correlation": None}, "random field 'mu': correlation is missing; it is one of exponential, gaussian"),
    ({"correlation": "linear"}, "random field 'mu': correlation must be one of exponential, gaussian, got 'linear'"),
    ({"between": ("wall",)}, "random field 'mu': between must be two names, got ('wall',)"),
    ({"blocks": ("wall",)}, "random field 'mu': blocks goes with a property of materials, got friction"),
    ({"property": "density", "between": ("wall", "wall")},
     "random field 'mu': between goes with a property of joints, got density"),
    ({"between": ("wall", "wal")}, "random field 'mu': no block or group is called 'wal'; did you mean 'wall'?"),
    ({"between": ("ground", "course_3")}, "random field 'mu': no interface of the model is meant by it"),
    ({"property": "density", "blocks": ("ground",)}, "random field 'mu': no block of the model is meant by it"),
    ({"name": "mu[1]"},
     "random field 'mu[1]': its name must be a word without brackets and signs of equality")])
def test_fields_that_are_none_are_refused(change, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        plan_fields(source().build(), [field(**change)])


@pytest.mark.parametrize(("data", "message"), [
    ({"property": "friction", "marginal": {}}, "random field 'mu': length is missing"),
    ({"lenght": 1.0}, "random field 'mu': no key is called 'lenght'; did you mean 'length'?"),
    ({"property": "friction", "length": 0, "marginal": 3}, "random field 'mu': marginal must be a mapping, got 3"),
    ({"property": "friction", "length": 0, "marginal": {"mean": 1}},
     "random field 'mu': marginal: kind is missing; it is one of normal, lognormal, uniform, beta"),
    ({"property": "friction", "length": 0, "marginal": {"kind": "uniform", "median": 1}},
     "random field 'mu': marginal: no key is called 'median'; there are kind, mean, cov, least, most")])
def test_data_that_are_no_field_are_refused(data, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        RandomField.of_data("mu", data)


@pytest.mark.parametrize("seed", [-1, 1.5, True, "7"])
def test_a_seed_is_a_whole_number(seed):
    message = f"random field 'mu': seed must be a whole number >= 0, got {seed!r}"
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        plan_fields(source().build(), [field()]).sample(seed)


def test_too_many_places_for_a_full_matrix_are_refused():
    planned = PlannedField(field(), tuple((f"a{i}", "b") for i in range(4001)), np.zeros((4001, 3)))
    message = ("random field 'mu': at most 4000 places may be correlated, got 4001; take fewer by between or blocks, "
               "or length 0")
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        planned.values(1)


def test_a_value_that_the_law_refuses_says_where():
    bouncing = Marginal("uniform", least=0.9, most=1.4)
    plan = plan_fields(source().build(), [field(property="restitution", marginal=bouncing)])
    with pytest.raises(InputError) as error:
        source().with_(plan.base).with_(*plan.sample(1)).build()
    assert re.search(r"variations: between 'course_\d/block_\d' and '[a-z_/0-9]+': joint '(dry|base)': restitution "
                     r"must be finite and >= 0 and <= 1 \[-\], got 1\.\d+$", str(error.value))
