"""Mortar, ties and crushing joints in closed form, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest
from limit_scenes import G, arch, stack

import drystone as ds
from drystone.limit.analysis import limit_analysis
from drystone.limit.live import acceleration
from drystone.limit.nonassociative import non_associative_analysis
from drystone.limit.pushover import pushover_analysis
from drystone.limit.settling import settlement_analysis
from drystone.limit.statics import statics_analysis, thrust_range
from drystone.limit.tilt import tilt_analysis
from drystone.model.joint import Joint

WORK = 1e-6
WIDTH, HEIGHT, DENSITY = 0.5, 2.0, 2000.0
AREA = WIDTH * WIDTH
WEIGHT = DENSITY * G * AREA * HEIGHT


def glued(*, planar: bool, friction: float = 0.7, points: int | None = None, **strength):
    a = ds.Assembly("glued", gravity=G, planar="xz" if planar else None)
    a.material("stone", density=DENSITY)
    a.joint("mortar", friction=friction, points=points, **strength)
    a.add("block", ds.box((WIDTH, WIDTH, HEIGHT), center=(0.0, 0.0, 0.5 * HEIGHT)), material="stone")
    a.add_ground(0.0)
    return a.build()


def tied(*, friction: float = 2.0, hangs: bool = False, **law):
    """A block on the ground, or hanging, with a tie at its top; WIDTH x HEIGHT in plane, 0.5 m deep."""
    a = ds.Assembly("tied", gravity=G, planar="xz")
    a.material("stone", density=DENSITY)
    a.joint("dry", friction=friction)
    a.add("block", ds.box((WIDTH, WIDTH, HEIGHT), center=(0.0, 0.0, 0.5 * HEIGHT)), material="stone")
    a.add("anchor", ds.box((1.0, 1.0, 1.0), center=(-5.0, 0.0, HEIGHT) if not hangs else (0.0, 0.0, 5.0)))
    a.support("anchor")
    if not hangs:
        a.add_ground(0.0)
        a.tie("rod", (("block", (0.0, 0.0, HEIGHT)), ("anchor", (-5.0, 0.0, HEIGHT))), **law)
    else:
        a.tie("rod", (("block", (0.0, 0.0, HEIGHT)), ("anchor", (0.0, 0.0, 4.5))), **law)
    return a.build()


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("share", [1.0, 0.4])
def test_mortar_holds_the_heel_of_a_block(planar, share):
    """Half of the area is at the heel: alpha = b/h (1 + T A / W), whether or not T ends the cone."""
    cohesion, friction = 3e4, 0.7
    tension = share * cohesion / friction
    model = glued(planar=planar, friction=friction, cohesion=cohesion, tension=tension)
    result = limit_analysis(model, acceleration(model, "+x"))
    assert result.alpha == pytest.approx(WIDTH / HEIGHT * (1.0 + tension * AREA / WEIGHT), rel=1e-7)
    assert result.checks.worst < WORK


@pytest.mark.parametrize("planar", [True, False])
def test_mortar_that_does_not_pull_still_shears(planar):
    """Low friction, no tension: it slides at alpha = mu + c A / W, which dry joints do not reach."""
    model = glued(planar=planar, friction=0.1, cohesion=1e3)
    result = limit_analysis(model, acceleration(model, "+x"))
    assert result.alpha == pytest.approx(0.1 + 1e3 * AREA / WEIGHT, rel=1e-7)
    assert result.checks.worst < WORK


def test_mortar_is_torn_off_upwards():
    model = glued(planar=True, cohesion=3e4, tension=2e4)
    result = limit_analysis(model, acceleration(model, "+z"))
    assert result.alpha == pytest.approx(1.0 + 2e4 * AREA / WEIGHT, rel=1e-7)
    assert thrust_range(model, "ground", "block") == pytest.approx((WEIGHT, WEIGHT), rel=1e-7)


def test_points_spread_over_a_joint_as_in_the_engine():
    """n points on a line in plane, shares 1 : 2 : ... : 2 : 1: their moment about the toe is T A b / 2 all the same."""
    model = glued(planar=True, cohesion=3e4, tension=2e4, points=5)
    result = limit_analysis(model, acceleration(model, "+x"))
    assert result.equilibrium.contacts.count == 5
    assert result.alpha == pytest.approx(WIDTH / HEIGHT * (1.0 + 2e4 * AREA / WEIGHT), rel=1e-7)


def test_the_sequence_without_dilatancy_refuses_mortar():
    model = glued(planar=True, cohesion=3e4)
    with pytest.raises(ds.InputError, match=r"^non-associative: joint 'mortar' has cohesion, which the sequence does "
                                            r"not know; use the associative flow$"):
        non_associative_analysis(model, acceleration(model, "+x"))


@pytest.mark.parametrize("law", [{"yield_force": 1000.0}, {"rupture_force": 1000.0},
                                 {"yield_force": 1000.0, "stiffness": 1e6, "prestress": 300.0}])
def test_a_tie_at_the_top_adds_its_limit(law):
    """W b / 2 + Y h = alpha W h / 2."""
    model = tied(**law)
    result = limit_analysis(model, acceleration(model, "+x"))
    assert result.alpha == pytest.approx(WIDTH / HEIGHT + 2 * 1000.0 / WEIGHT, rel=1e-7)
    assert result.tie_force == pytest.approx([1000.0], rel=1e-7)
    assert result.checks.worst < WORK
    both = non_associative_analysis(model, acceleration(model, "+x"), starts=1)
    assert both.alpha == pytest.approx(result.alpha, rel=1e-6)


def test_a_tie_never_pushes():
    model = tied(yield_force=1000.0)
    result = limit_analysis(model, acceleration(model, "-x"))
    assert result.alpha == pytest.approx(WIDTH / HEIGHT, rel=1e-8)
    assert result.tie_force == pytest.approx([0.0], abs=1e-6)


def test_a_tie_without_limit_lets_the_foot_slide():
    """The tie pulls until the block stands on its heel, q h = alpha W h/2 + W b/2, and its foot slides out,
    alpha W = mu W + q: alpha = 2 mu + b/h."""
    model = tied(friction=0.3)
    result = limit_analysis(model, acceleration(model, "+x"))
    assert result.alpha == pytest.approx(2 * 0.3 + WIDTH / HEIGHT, rel=1e-8)
    assert result.checks.worst < WORK


def test_a_block_hangs_from_a_tie():
    result = statics_analysis(tied(hangs=True))
    assert result.stands and result.tie_force == pytest.approx([WEIGHT], rel=1e-6)
    assert result.reactions["anchor"][2] == pytest.approx(WEIGHT, rel=1e-6)
    weak = statics_analysis(tied(hangs=True, yield_force=0.9 * WEIGHT))
    assert not weak.stands and weak.acceleration[0, 2] == pytest.approx(-0.1 * G, rel=1e-6)


def test_a_prestressed_tie_keeps_its_force_where_it_may():
    result = statics_analysis(tied(stiffness=1e6, prestress=500.0))
    assert result.tie_force == pytest.approx([500.0], rel=1e-2)


def test_a_tie_follows_a_support_that_settles():
    """The anchor of a hanging block comes down: the block follows at the same speed."""
    found = settlement_analysis(tied(hangs=True), "anchor", "-z")
    assert found.mechanism[0, 2] == pytest.approx(-1.0, rel=1e-6)


# --- crushing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize("share", [0.01, 0.3, 0.9])
def test_a_block_on_a_crushing_edge(planar, share):
    """The weight needs a strip of depth b W / F at the toe: alpha = b/h (1 - W / F)."""
    model = glued(planar=planar)
    result = limit_analysis(model, acceleration(model, "+x"), crushing=WEIGHT / share / AREA)
    assert result.alpha == pytest.approx(WIDTH / HEIGHT * (1.0 - share), rel=1e-6)
    assert result.checks.worst < WORK


def test_a_load_that_only_presses_ends_where_joints_crush():
    """Three cubes: the lowest joint bears all. Without crushing there is no limit."""
    model = stack(3)
    weight = 3 * 2000.0 * G
    assert not limit_analysis(model, acceleration(model, "-z")).is_bounded
    result = limit_analysis(model, acceleration(model, "-z"), crushing=5.0 * weight)
    assert result.alpha == pytest.approx(4.0, rel=1e-6)
    assert result.checks.worst < WORK


@pytest.mark.parametrize("strength", [None, 4.0])
def test_the_compression_of_a_joint_counts_where_it_lies(strength):
    """Three cubes of weight W: the joint below n of them bears n (1 + alpha) W, and the first to reach f A ends it."""
    weight = 2000.0 * G
    model = stack(3)
    names = [name for name in model.block_names if name != "ground"]
    weak = Joint("weak", 0.7, compression=2.0 * weight)
    laws = (replace(model.joints[0], compression=None if strength is None else strength * weight), weak)
    numbers = np.arange(model.block_count, dtype=np.int32)
    table = np.zeros((model.block_count, model.block_count), np.int32)
    top, below = model.block_index(names[2]), model.block_index(names[1])
    table[top, below] = table[below, top] = 1
    model = replace(model, joints=laws, joint_class=numbers, joint_table=table)
    result = limit_analysis(model, acceleration(model, "-z"))
    assert result.alpha == pytest.approx(1.0 if strength is None else min(1.0, strength / 3 - 1), rel=1e-6)
    assert result.crushing == 2.0 * weight


def test_the_option_for_all_joints_is_the_property_of_each():
    model = glued(planar=False)
    given = limit_analysis(model, acceleration(model, "+x"), crushing=2.0 * WEIGHT / AREA)
    own = replace(model, joints=tuple(replace(j, compression=2.0 * WEIGHT / AREA) for j in model.joints))
    assert limit_analysis(own, acceleration(own, "+x")).alpha == given.alpha


@pytest.mark.parametrize("ask, name", [
    (lambda m, **k: non_associative_analysis(m, acceleration(m, "+x"), **k), "limit analysis without dilatancy"),
    (lambda m, **k: pushover_analysis(m, acceleration(m, "+x"), max_steps=2, **k), "pushover"),
    (lambda m, **k: tilt_analysis(m, "+x", **k), "tilt analysis"),
    (lambda m, **k: settlement_analysis(m, "ground", "-z", **k), "settlement analysis"),
    (lambda m, **k: statics_analysis(m, **k), "statics"),
])
def test_analyses_that_do_not_crush_refuse_the_strength_unless_it_is_ignored(ask, name):
    model = stack(1)
    weak = replace(model, joints=tuple(replace(joint, compression=1e6) for joint in model.joints))
    with pytest.raises(ds.InputError, match=rf"compression 1e\+06 Pa is not read by {name}: its joints never crush"):
        ask(weak)
    ask(weak, ignore=["compression"])


def test_joints_that_crush_under_dead_load():
    with pytest.raises(ds.InputError, match=r"^model 'scene': joints of 1000 Pa crush under dead load alone$"):
        model = stack(3)
        limit_analysis(model, acceleration(model, "+x"), crushing=1000.0)


def test_thrusts_of_an_arch_keep_away_from_crushing_edges():
    """Every hinge is at the middle of a strip of depth N / (f width) or farther in; alpha falls with the strength."""
    model = arch(0.3, 9)
    free = limit_analysis(model, acceleration(model, "+x"))
    alphas = []
    for pressure in (1e8, 1e6, 4e5):
        result = limit_analysis(model, acceleration(model, "+x"), crushing=pressure)
        alphas.append(result.alpha)
        found = result.interfaces
        strip = found.normal_force / pressure   # the arch is 1 m wide
        off = np.linalg.norm(found.action_point - found.centroid, axis=1)
        room = 0.15 - off - 0.5 * strip
        assert room.min() == pytest.approx(0.0, abs=1e-6)
    assert alphas[0] == pytest.approx(free.alpha, rel=1e-2) and alphas[0] < free.alpha
    assert alphas[0] > alphas[1] > alphas[2]
