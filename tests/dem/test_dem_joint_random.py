"""The damage law on 10,000 random paths: a second implementation agrees, damage never heals, no surface is passed."""

from copy import copy

import numpy as np
import pytest
from joint_data import VARIANTS
from scalar_damage import ScalarJoint

from drystone.studies.joint_test.drive import Point

#: Paths of each variant; together 10,000.
COUNTS = dict(zip(VARIANTS, [2000] + [1000] * 8, strict=True))
STEPS = 12


def random_paths(count: int, seed: int) -> np.ndarray:
    """(count, STEPS, 3) walks [m]: steps of 1 um to 0.5 mm, some opening more, some pressed together."""
    rng = np.random.default_rng(seed)
    size = 10.0 ** rng.uniform(-6.0, -3.3, size=(count, 1, 1))
    weight = rng.choice([0.1, 0.3, 1.0], size=(count, 1, 3))
    steps = rng.normal(size=(count, STEPS, 3)) * size * weight
    steps[:, 0, 0] -= np.where(rng.random(count) < 0.4, rng.uniform(0.0, 3e-4, count), 0.0)
    return np.cumsum(steps, axis=1)


def test_there_are_ten_thousand_paths():
    assert sum(COUNTS.values()) == 10_000


@pytest.mark.parametrize("name", VARIANTS)
def test_a_second_implementation_agrees_and_nothing_heals(name):
    joint = VARIANTS[name]
    scale = max(joint.cohesion, joint.compression or 0.0)
    worst, seen = 0.0, np.zeros(3)
    virgin, curve = ScalarJoint(joint), joint.damage.curve_of("", joint)
    for path in random_paths(COUNTS[name], seed=list(VARIANTS).index(name)):
        point, other = Point(joint), copy(virgin)
        column = dict(zip(point.law.state, range(len(point.law.state))))
        grows = [column[key] for key in ("d_t", "d_s", "d_ts", "kappa_t", "kappa_s", "kappa_c", "loss_n", "rest_n")]
        before = point.state[grows, 0].copy()
        for u in path:
            elastic = point.law.is_elastic(point.parameters, *u, point.state, 0)
            kept = point.state.copy()
            stress = point.move(u)
            expected = other.respond(*u)
            worst = max(worst, np.abs(stress - expected).max() / scale)
            after = point.state[grows, 0]
            assert (after >= before).all(), "what only grows fell"
            before = after.copy()
            if elastic:      # then the engine takes this stress, and leaves the state alone
                spring = point.parameters[[0, 1, 1]] * u
                assert stress == pytest.approx(spring, rel=1e-14, abs=1e-9) and (point.state == kept).all()
            check_surfaces(joint, curve, point, column, u, stress)
        assert point.state[column["d_ts"], 0] == pytest.approx(other.d_ts, abs=1e-9)
        seen += point.state[[column["d_t"], column["d_s"], column["kappa_c"]], 0] > 0.0
    assert worst < 1e-9
    assert seen[2] > 50 or joint.damage.crushing is None
    assert joint.cohesion == 0.0 or (seen[:2] > 50).all()


def check_surfaces(joint, curve, point, column, u, stress) -> None:
    """F1, F2 and F3 with the strengths as damage left them, to rounding."""
    state = {key: float(point.state[k, 0]) for key, k in column.items()}
    sigma, tau, whole = stress[0], np.hypot(stress[1], stress[2]), 1.0 - state["d_ts"]
    slack = 1e-9 * max(joint.cohesion, abs(sigma), tau, 1.0)
    assert sigma <= joint.tension * whole + slack
    shear = joint.damage.shear
    cohesion, friction = 0.0, joint.friction
    if shear is not None:
        friction = shear.residual_friction + (joint.friction - shear.residual_friction) * whole
        cohesion = shear.residual_cohesion + (joint.cohesion - shear.residual_cohesion) * whole
    assert tau <= cohesion - sigma * friction + slack
    crushing = joint.damage.crushing
    if crushing is not None and sigma < 0.0:
        ellipse = crushing.cap_normal * sigma**2 + crushing.cap_shear * tau**2 + crushing.cap_center * sigma
        reached = state["crush"] + np.sqrt(max(ellipse, 0.0)) / joint.normal_stiffness if crushing.cap == "hardening" \
            else -u[0]
        strength = cap_strength(crushing, curve, max(state["kappa_c"], reached))
        assert ellipse <= strength**2 * (1.0 + 1e-9) + 1e-12 * sigma**2
    if state["d_t"] == 1.0 and u[0] - state["p_n"] > 0.0:
        assert abs(sigma) + tau == 0.0, "an open crack carries nothing"


def cap_strength(crushing, curve, closing: float) -> float:
    return curve.peak if crushing.cap == "peak" and closing < curve.peak_closing else curve.strength(closing)
