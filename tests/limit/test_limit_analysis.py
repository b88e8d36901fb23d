"""Load factors in closed form, duality, units, solvers against each other, what is refused."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from limit_scenes import arch, assembly, block, overhang, portal, stack, wall

import drystone as ds
from drystone.limit.analysis import limit_analysis
from drystone.limit.equilibrium import dead_load
from drystone.limit.live import acceleration, body_force, named_load, point_force

WORK = 1e-6   # what is asked of the checks of work


def test_a_block_turns_at_width_over_height_and_slides_at_its_friction():
    for planar in (True, False):
        for friction, expected in ((0.7, 0.25), (0.15, 0.15)):
            model = block(0.5, 2.0, friction=friction, planar=planar)
            result = limit_analysis(model, acceleration(model, "+x"))
            assert result.alpha == pytest.approx(expected, rel=1e-8)
            assert result.checks.worst < WORK


@settings(max_examples=25, deadline=None)
@given(width=st.floats(0.1, 10.0), height=st.floats(0.1, 10.0), friction=st.floats(0.01, 3.0),
       scale=st.sampled_from([1e-3, 1.0, 1e2]))
def test_any_block_of_any_size(width, height, friction, scale):
    model = block(scale * width, scale * height, friction=friction, planar=True)
    result = limit_analysis(model, acceleration(model, "-x"))
    assert result.alpha == pytest.approx(min(friction, width / height), rel=1e-8)
    assert result.checks.worst < 1e-9


def test_direction_may_be_any_vector():
    """Along (3, 4, 0): it turns about the edge that the larger component reaches first."""
    model = block(0.5, 2.0, friction=2.0)
    result = limit_analysis(model, acceleration(model, (3.0, 4.0, 0.0)))
    assert result.alpha == pytest.approx(0.25 / 0.8, rel=1e-8)
    assert result.live.label == "acceleration towards (0.6, 0.8, 0)"


def test_point_force_over_the_foot():
    """A horizontal force at the top of a block overturns it at W b / (2 h)."""
    model = block(0.5, 2.0, friction=2.0, planar=True)
    weight = 9.81 * float(model.mass[0])
    result = limit_analysis(model, point_force(model, "block", (-0.25, 0.0, 2.0), (weight, 0.0, 0.0)))
    assert result.alpha == pytest.approx(0.5 / (2 * 2.0), rel=1e-9)


def test_body_force_on_a_group():
    """Forces on the two upper cubes of three; the stack turns at its foot: 3 W / 2 = alpha W (1.5 + 2.5)."""
    model = stack(3, friction=2.0)
    result = limit_analysis(model, body_force(model, (9.81, 0.0, 0.0), "upper"))
    # at joint 2: W = alpha W (0.5 + 1.5), at joint 3: W / 2 = alpha W / 2
    assert result.alpha == pytest.approx(min(1.5 / 4.0, 1.0 / 2.0, 1.0), rel=1e-9)
    same = limit_analysis(model, acceleration(model, "x", "upper"))
    assert same.alpha == pytest.approx(result.alpha, rel=1e-9) and same.live.unit == "g"


def test_a_live_load_by_name_is_no_dead_load():
    a = assembly(2.0, planar=True)
    a.add("block", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    a.add_ground(0.0)
    a.load_point("push", "block", (-0.5, 0.0, 1.0), (1000.0, 0.0, 0.0))
    model = a.build()
    live = named_load(model, "push")
    assert limit_analysis(model, live).alpha == pytest.approx(0.5 * 2000.0 * 9.81 / 1000.0, rel=1e-9)
    assert dead_load(model)[0, 0] == 1000.0 and dead_load(model, live.taken)[0, 0] == 0.0
    with pytest.raises(ds.InputError, match="live load: no load of the model is called 'pull'; there are: push"):
        named_load(model, "pull")


def test_primal_and_dual_say_the_same():
    """alpha is the ratio of works on the mechanism: f_dead . v + alpha f_live . v = 0, r . u = 0 at every contact."""
    for model in (wall(), wall(planar=True), arch(0.2, 9), portal()):
        live = acceleration(model, "+x")
        result = limit_analysis(model, live)
        works = [float((load * result.mechanism).sum()) for load in (dead_load(model), live.wrench)]
        assert works[1] > 0.0 and -works[0] / works[1] == pytest.approx(result.alpha, rel=WORK)
        power = (result.force[:, :result.equilibrium.axis_count]
                 * result.equilibrium.point_velocity(result.mechanism)).sum(axis=1)
        assert np.abs(power).sum() < WORK * works[1] * result.alpha
        assert result.checks.work < WORK and result.checks.complementarity < WORK
        left = result.equilibrium.block_wrench(result.force) + dead_load(model) + result.alpha * live.wrench
        assert np.abs(left[~model.is_support][:, [0, 2]]).max() < 1e-7 * result.equilibrium.force


def test_walls_of_1_mm_and_of_100_m_have_the_same_factor():
    factors = [limit_analysis(m, acceleration(m, "+x")).alpha for m in (wall(1e-3), wall(), wall(100.0))]
    assert factors == pytest.approx([factors[1]] * 3, rel=1e-8)


def test_solvers_agree():
    """HiGHS and Clarabel in plane, Clarabel and the condensed method in space; a slice in plane is one in space."""
    plane, space = wall(planar=True), wall()
    factors = [limit_analysis(m, acceleration(m, "+x"), solver=s).alpha
               for m, s in ((plane, "highs"), (plane, "clarabel"), (space, "clarabel"), (space, "condensed"))]
    assert factors == pytest.approx([factors[0]] * 4, rel=1e-6)
    across = [limit_analysis(space, acceleration(space, (0.3, 1.0, 0.0)), solver=s)
              for s in ("clarabel", "condensed")]
    assert across[0].alpha == pytest.approx(across[1].alpha, rel=1e-6)
    assert across[1].solver == "condensed" and across[1].checks.worst < WORK


def test_interfaces_carry_the_weight_above():
    """In a stack every joint carries the weight above, also at the limit."""
    model = stack(3, friction=2.0)
    found = limit_analysis(model, acceleration(model, "+x")).interfaces
    weight = 2000.0 * 9.81
    carried = sorted(abs(float(f)) for f in found.force[:, 2])
    assert carried == pytest.approx([weight, 2 * weight, 3 * weight], rel=1e-9)


@pytest.mark.parametrize("solver", ["highs", "clarabel"])
def test_a_load_that_only_presses_has_no_limit(solver):
    model = wall(planar=True)
    result = limit_analysis(model, acceleration(model, "-z"), solver=solver)
    assert result.alpha == math.inf and not result.is_bounded
    assert result.checks is None and len(result.moving) == 0 and not result.mechanism.any()


def test_the_condensed_method_knows_unbounded_loads_too():
    model = wall()
    assert limit_analysis(model, acceleration(model, "-z"), solver="condensed").alpha == math.inf


def test_no_live_load():
    model = wall(planar=True)
    with pytest.raises(ds.InputError) as error:
        limit_analysis(model, body_force(model, (0.0, 0.0, 0.0)))
    assert str(error.value) == "model 'scene': no live load: body force puts no force on any block that can move"


def test_a_mechanism_under_dead_load_names_its_blocks():
    model = overhang()
    with pytest.raises(ds.InputError) as error:
        limit_analysis(model, acceleration(model, "+x"))
    assert str(error.value) == "model 'scene': does not stand under dead load alone; 1 of 2 blocks move: 'slab'"


@pytest.mark.parametrize(("direction", "message"), [
    ("+w", "live load: direction must be one of +x, -x, +y, -y, +z, -z or three numbers, got '+w'"),
    ((0.0, 0.0, 0.0), "live load: direction must have a length > 0 [-], got (0.0, 0.0, 0.0)"),
    ("y", "live load: direction must lie in the plane of the model, got [0.0, 1.0, 0.0]"),
])
def test_bad_directions(direction, message):
    with pytest.raises(ds.InputError) as error:
        acceleration(wall(planar=True), direction)
    assert str(error.value) == message


def test_acceleration_in_g_needs_gravity():
    model = block(1.0, 1.0, gravity=0.0)
    with pytest.raises(ds.InputError, match="an acceleration in g needs gravity, which is zero; use body_force"):
        acceleration(model, "+x")


@pytest.mark.parametrize("planar", [True, False])
def test_extremes(planar):
    """No friction, a lot of it, a thin slab, blocks of a mass ratio of 1e6, lifting at 1 g, no weight at all."""
    for model, direction, expected in ((block(1.0, 1.0, friction=0.0, planar=planar), "+x", 0.0),
                                       (wall(planar=planar, friction=0.0), "+x", 0.0),
                                       (block(1.0, 1.0, friction=1e3, planar=planar), "+x", 1.0),
                                       (block(1e-3, 1.0, friction=0.5, planar=planar, depth=1.0), "+x", 1e-3),
                                       (pebble(planar), "+x", 0.5), (wall(planar=planar), "+z", 1.0)):
        result = limit_analysis(model, acceleration(model, direction))
        assert result.alpha == pytest.approx(expected, rel=1e-7, abs=1e-9)
        assert result.checks.worst < WORK
    weightless = block(1.0, 1.0, gravity=0.0, planar=planar)
    push = point_force(weightless, "block", (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))
    assert limit_analysis(weightless, push).alpha == pytest.approx(0.0, abs=1e-4)
    press = point_force(weightless, "block", (0.0, 0.0, 1.0), (0.0, 0.0, -1.0))
    assert limit_analysis(weightless, press).alpha == math.inf


def pebble(planar: bool):
    """A cube of 1 cm on one of 1 m, friction 0.5: both slide at 0.5 g."""
    a = assembly(0.5, planar=planar)
    a.add("block", ds.box((1.0, 1.0, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    a.add("pebble", ds.box((0.01, 0.01, 0.01), center=(0.0, 0.0, 1.005)), material="stone")
    a.add_ground(0.0)
    return a.build()
