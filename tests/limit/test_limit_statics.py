"""Statics: reactions, uniqueness, the range of a joint's force, margins, and the mechanism of what does not stand."""

import math

import numpy as np
import pytest
from limit_scenes import arch, block, lintel, overhang, stack, wall
from scipy.optimize import linprog

import drystone as ds
from drystone.limit.settling import settlement_analysis
from drystone.limit.stability import find_first_motion
from drystone.limit.statics import find_margins, statics_analysis, thrust_range
from drystone.validate.limit_models import least_ratio, thrust_over_haunch
from drystone.validate.structures import wall_over_gap

G, DENSITY = 9.81, 2000.0


def test_reactions_carry_the_weight_and_forces_are_admissible():
    for model in (wall(), wall(planar=True), arch(0.2, 12), arch(0.2, 12, planar=False)):
        result = statics_analysis(model)
        assert result.stands and result.checks.worst < 1e-8
        weight = G * float(model.mass[~model.is_support].sum())
        total = sum(result.reactions.values())
        assert total == pytest.approx([0.0, 0.0, weight], abs=1e-7 * weight)
        assert (result.friction_use <= 1.0 + 1e-6).all()


def test_regularised_forces_are_those_of_elastic_joints():
    """A cube on its whole foot presses all corners alike; a beam on two pads shares its weight."""
    cube = statics_analysis(block(1.0, 1.0))
    assert cube.force[:, 0] == pytest.approx(np.full(4, DENSITY * G / 4), rel=1e-6)
    beam = statics_analysis(lintel()).reactions
    assert beam["left"][2] == pytest.approx(beam["right"][2], rel=1e-6)
    # without pull an off-centre load would lift some corner: an arch is symmetric and pushes outwards
    push = statics_analysis(arch(0.2, 12)).reactions
    assert push["abutment_left"][0] == pytest.approx(-push["abutment_right"][0], rel=1e-6) and \
        push["abutment_left"][0] > 0.0


def line_of_thrust(ratio: float, count: int) -> tuple[float, float]:
    """Least and greatest thrust [N] of the symmetric line within an arch of mid radius 1: two unknowns, H and H y.

    The resultant of joint t meets its plane at radius (H y + w c (1 - cos t)) / (H cos t + w t sin t), which must
    lie within the ring; all linear in H and H y.
    """
    w, c = DENSITY * G * ratio, 1.0 + ratio ** 2 / 12.0
    t = np.pi / count * np.arange(count // 2 + 1)
    inner, outer = 1.0 - 0.5 * ratio, 1.0 + 0.5 * ratio
    moment = w * c * (1.0 - np.cos(t))
    rows = [np.stack([inner * np.cos(t), -np.ones_like(t)], axis=1), np.stack([-outer * np.cos(t), np.ones_like(t)],
                                                                              axis=1)]
    right = [moment - inner * w * t * np.sin(t), outer * w * t * np.sin(t) - moment]
    ends = [linprog([sign, 0.0], np.vstack(rows), np.concatenate(right), bounds=[(0, None), (None, None)]).fun
            for sign in (1.0, -1.0)]
    return ends[0], -ends[1]


@pytest.mark.parametrize(("ratio", "count"), [(0.12, 20), (0.2, 14), (0.3, 8)])
def test_range_of_the_thrust_of_an_arch(ratio, count):
    """Least and greatest thrust of a semicircular arch are those of its lines of thrust."""
    model = arch(ratio, count)
    found = thrust_range(model, "abutment_left", f"voussoir_{count}", (1.0, 0.0, 0.0))
    assert found == pytest.approx(line_of_thrust(ratio, count), rel=1e-7)
    worst = max(thrust_over_haunch(ratio, float(a)) for a in np.pi / count * np.arange(1, count // 2))
    assert found[0] == pytest.approx(DENSITY * G * ratio * worst, rel=1e-7)
    turned = thrust_range(model, f"voussoir_{count}", "abutment_left", (1.0, 0.0, 0.0))
    assert turned == pytest.approx((-found[1], -found[0]), rel=1e-7)


def test_a_joint_of_a_stack_has_one_force():
    assert thrust_range(stack(2), "block_1", "block_2") == pytest.approx((DENSITY * G, DENSITY * G), rel=1e-9)


def test_thrust_needs_two_blocks_that_touch():
    model = stack(3)
    with pytest.raises(ds.InputError, match="thrust: blocks 'block_1' and 'block_3' do not touch"):
        thrust_range(model, "block_1", "block_3")
    with pytest.raises(ds.InputError, match="thrust: no block is called 'roof'"):
        thrust_range(model, "block_1", "roof")


# --- margins ----------------------------------------------------------------------------------------

def test_friction_reserve_of_a_block_on_a_slope():
    """On a slope of 0.2 a block with friction 0.5 has a reserve of 2.5; gravity is tilted instead of the ground."""
    model = block(1.0, 1.0, friction=0.5, planar=True, gravity=(-0.2 * G, 0.0, -G))
    margins = find_margins(model)
    assert margins.friction == pytest.approx(2.5, rel=2e-4)
    # the resultant leaves the middle by 0.2 of half the height: half the foot may shrink to 0.1
    assert margins.geometric == pytest.approx(0.5 / 0.1, rel=2e-4)


def test_geometric_factor_of_an_arch():
    """The ring may shrink about its middle until the five-hinge mechanism forms; the weight stays.

    Hinges at 1 +- s t / 2: the thrust that a haunch asks for equals the one that crown and springing allow.
    """
    ratio, count = 0.2, 20
    found = find_margins(arch(ratio, count)).geometric
    centroid = 1.0 + ratio ** 2 / 12.0

    def excess(share: float) -> float:
        inner, outer = 1.0 - 0.5 * share * ratio, 1.0 + 0.5 * share * ratio
        angles = np.pi / count * np.arange(1, count // 2)
        haunch = (angles * inner * np.sin(angles) - centroid * (1 - np.cos(angles))) / (outer - inner * np.cos(angles))
        return float(haunch.max()) - (0.5 * math.pi * outer - centroid) / outer

    assert abs(excess(1.0 / found)) < 2e-4 and excess(1.02 / found) < 0.0 < excess(0.98 / found)


def test_walls_need_neither_friction_nor_thickness():
    margins = find_margins(stack(3))
    assert margins.friction == math.inf and margins.geometric == math.inf


def test_what_falls_has_no_margin():
    margins = find_margins(overhang())
    assert (margins.friction, margins.geometric) == (0.0, 0.0)


@pytest.mark.parametrize(("length", "friction", "stands"), [(0.81, 0.7875, False), (0.54, 0.53946, True)])
def test_walls_at_the_edge_of_what_stands_get_an_answer(length, friction, stands):
    """Corbels over a gap with hardly less, hardly more friction than they need: a first try ends without progress."""
    model = wall_over_gap(block=length, trim=0.0, friction=friction, triangle_gone=True, planar="xz")
    result = statics_analysis(model)
    assert result.stands is stands
    assert result.checks.worst < 1e-8 if stands else len(result.moving)


# --- what does not stand ------------------------------------------------------------------------------

def test_the_mechanism_is_the_certificate():
    """The load does positive work on it while no admissible contact force can resist."""
    result = statics_analysis(overhang())
    assert not result.stands and result.checks is None
    assert [result.model.block_names[i] for i in result.moving] == ["slab"]
    assert float((result.load * result.acceleration).sum()) > 0.0
    eq = result.equilibrium
    opening = eq.point_velocity(result.acceleration)
    assert (opening[:, 0] - eq.friction * np.abs(opening[:, 1])).min() > -1e-7 * np.abs(result.acceleration).max()


def test_acceleration_of_what_slides():
    """On a slope of 0.8 with friction 0.5 a block slides; associative sliding lifts it: a projection on the cone.

    The free acceleration (0.8, -1) g has the part (0.8 + -1 mu) / (1 + mu^2) along (1, mu).
    """
    model = block(2.0, 0.2, friction=0.5, planar=True, gravity=(0.8 * G, 0.0, -G))
    result = statics_analysis(model)
    along = (0.8 - 0.5) / 1.25 * G
    assert result.acceleration[0, [0, 2]] == pytest.approx([along, 0.5 * along], rel=1e-6)


def test_least_thickness_of_an_arch():
    """Just above the five-hinge thickness an arch stands, just below it falls."""
    exact = least_ratio(14)
    for factor, stands in ((1.001, True), (0.999, False)):
        result = statics_analysis(arch(factor * exact, 14))
        assert result.stands is stands
    assert least_ratio() == pytest.approx(0.1075, abs=5e-5)        # the known limit of many voussoirs
    assert find_first_motion(result.equilibrium, result.load).stands is False


# --- settlement -----------------------------------------------------------------------------------------

def test_a_sinking_pad_carries_the_least_it_can():
    """A beam of length L on pads of length a: the sinking pad carries W (L/2 - a) / (L - a)."""
    length, bearing = 4.0, 0.5
    model = lintel(length, bearing)
    weight = G * float(model.mass[0])
    result = settlement_analysis(model, "right", "-z")
    expected = weight * (0.5 * length - bearing) / (length - bearing)
    assert result.reactions["right"][2] == pytest.approx(expected, rel=1e-9)
    assert result.reactions["left"][2] == pytest.approx(weight - expected, rel=1e-9)
    assert result.checks.worst < 1e-9
    # the beam turns about the inner edge of the left pad and follows the right one at its end
    beam = result.mechanism[model.block_index("beam")]
    assert beam[4] == pytest.approx(1.0 / (length - bearing), rel=1e-9)


def test_spreading_abutments_give_the_least_thrust():
    model = arch(0.2, 14)
    result = settlement_analysis(model, "abutment_right", "+x")
    assert result.reactions["abutment_left"][0] == pytest.approx(line_of_thrust(0.2, 14)[0], rel=1e-7)
    opposite = settlement_analysis(model, "abutment_right", "-x")
    assert opposite.reactions["abutment_left"][0] == pytest.approx(line_of_thrust(0.2, 14)[1], rel=1e-7)


def test_settlement_is_that_of_supports():
    model = stack(2)
    with pytest.raises(ds.InputError, match="settlement: block 'block_1' is no support"):
        settlement_analysis(model, "block_1", "-z")
    with pytest.raises(ds.InputError, match="settlement needs either direction, or axis and about"):
        settlement_analysis(model, "ground")


def test_a_turning_ground_carries_all_along():
    """The whole ground turns: nothing opens, and nothing is lost or gained."""
    model = stack(2)
    result = settlement_analysis(model, "ground", axis="y", about=(0.0, 0.0, 0.0))
    assert result.mechanism[:, 4] == pytest.approx(np.ones(3), rel=1e-9)
    assert result.checks.worst < 1e-9
