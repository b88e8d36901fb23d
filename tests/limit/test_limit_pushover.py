"""Tilt tests, pushover curves and what codes ask, in closed form."""

import math
from itertools import pairwise

import numpy as np
import pytest
from limit_scenes import G, arch, assembly, block, stack, wall

import drystone as ds
from drystone.contact.detect import Detector
from drystone.limit.analysis import limit_analysis
from drystone.limit.assessment import Assessment, assess, describe_assessment
from drystone.limit.live import acceleration, point_force
from drystone.limit.pushover import pushover_analysis
from drystone.limit.tilt import tilt_analysis


@pytest.mark.parametrize("planar", [True, False])
@pytest.mark.parametrize(("friction", "tangent"), [(0.7, 0.25), (0.15, 0.15)])
def test_a_block_falls_from_a_table(planar, friction, tangent):
    found = tilt_analysis(block(0.5, 2.0, friction=friction, planar=planar), "+x")
    assert math.tan(found.angle) == pytest.approx(tangent, rel=1e-8)
    assert list(found.moving) == [0]


def test_tilt_with_a_load_that_stays_upright():
    """A force P at the top, always along -z: W cos b/2 + P b/2 = W sin h/2, W being turned and P not."""
    a = assembly(2.0, planar=True)
    a.add("block", ds.box((0.5, 0.5, 2.0), center=(0.0, 0.0, 1.0)), material="stone")
    a.add_ground(0.0)
    a.load_point("weight", "block", (0.0, 0.0, 2.0), (0.0, 0.0, -5000.0))
    found = tilt_analysis(a.build(), "+x")
    weight = 1000.0 * G
    assert math.cos(found.angle) * 0.25 + 5000.0 / weight * 0.25 == pytest.approx(math.sin(found.angle), abs=2e-5)


def test_a_block_between_cheeks_does_not_fall():
    a = assembly(planar=True)
    a.add("block", ds.box((0.5, 0.5, 1.0), center=(0.0, 0.0, 0.5)), material="stone")
    a.add("cheek", ds.box((0.5, 0.5, 1.0), center=(0.5, 0.0, 0.5)))
    a.support("cheek")
    a.add_ground(0.0)
    assert tilt_analysis(a.build(), "+x").angle == pytest.approx(0.5 * math.pi)


@pytest.mark.parametrize("planar", [True, False])
def test_pushover_of_a_block(planar):
    """alpha = tan(alpha_0 - theta) at every pose, zero where the centre is over the edge: d = b / 2."""
    model = block(0.5, 2.0, planar=planar)
    found = pushover_analysis(model, acceleration(model, "+x"))
    turned = 2.0 * np.arctan2(found.orientation[:, 0, 2], found.orientation[:, 0, 0])
    assert found.alpha == pytest.approx(np.tan(math.atan(0.25) - turned), abs=1e-9)
    assert found.balanced.all() and len(found.alpha) > 8
    assert found.zero_displacement == pytest.approx(0.25, rel=1e-5)


def test_a_sliding_block_keeps_its_multiplier():
    model = block(1.0, 1.0, friction=0.3, planar=True)
    found = pushover_analysis(model, acceleration(model, "+x"), max_steps=6)
    assert found.alpha == pytest.approx(np.full(7, 0.3), rel=1e-8)
    assert found.position[:, 0, 2] == pytest.approx(np.full(7, 0.5), abs=1e-9)   # it does not climb
    assert found.outcome == "stopped after 6 steps" and found.zero_displacement is None


def test_pushover_of_an_arch_balances_energy():
    """Nothing is lost in hinges: what alpha works on the way is the rise of the weight. Trapezes err by O(step^2)."""
    model = arch(0.3, 9)
    free = ~model.is_support
    zeros = []
    for step, allowed in ((0.02, 3e-4), (0.01, 1e-4)):
        found = pushover_analysis(model, acceleration(model, "+x"), step=step)
        weight = model.mass[free] * G
        along = (found.position[:, free, 0] - found.position[0, free, 0]) @ weight
        rise = (found.position[:, free, 2] - found.position[0, free, 2]) @ weight
        work = np.concatenate([[0.0], np.cumsum(0.5 * (found.alpha[1:] + found.alpha[:-1]) * np.diff(along))])
        assert np.abs(work - rise).max() < allowed * rise.max()
        zeros.append(found.zero_displacement)
        assert not found.balanced.all() and found.balanced[:3].all()   # a hinge should move from joint to joint
    assert zeros[0] == pytest.approx(zeros[1], rel=1e-3)


def bonded_front(courses):
    """A front wall between two side walls, toothed at both corners: falling forwards it pulls stones from between
    others."""
    a = assembly(0.6, planar=False)
    height, depth, length = 0.25, 0.25, 1.5

    def add(name, x0, x1, y0, y1, z):
        a.add(name, ds.box((x1 - x0, y1 - y0, height), center=(0.5 * (x0 + x1), 0.5 * (y0 + y1), z + 0.5 * height)),
              material="stone")
    for k in range(courses):
        front, side = (((0.0, 0.5, 1.0, 1.5), (0.25, 0.75, 1.25)) if k % 2 == 0
                       else ((0.25, 0.75, 1.25), (0.0, 0.5, 1.0, 1.25)))
        for i, (x0, x1) in enumerate(pairwise(front)):
            add(f"front_{k}_{i}", x0, x1, 0.0, depth, k * height)
        for j, (y0, y1) in enumerate(pairwise(side)):
            add(f"left_{k}_{j}", 0.0, depth, y0, y1, k * height)
            add(f"right_{k}_{j}", length - depth, length, y0, y1, k * height)
    a.add_ground(0.0)
    return a.build()


def check_apart(model, found):
    """No stone enters another at any pose."""
    detector = Detector(model.parts)
    for position, orientation in zip(found.position, found.orientation):
        near = detector.detect(position, orientation, model.is_support, np.ones(model.block_count, bool), 1e-3)
        assert near.gap.min() > -1e-6


def test_pushover_of_bonded_walls():
    """Sliding eats work: what alpha does on the way is more than the rise of the weight."""
    model = bonded_front(6)
    free = ~model.is_support
    found = pushover_analysis(model, acceleration(model, "-y"))
    assert found.outcome == "alpha is zero: it falls by itself" and found.balanced.all()
    assert (np.diff(found.alpha) < 0.0).all() and len(found.alpha) > 20
    weight = model.mass[free] * G
    along = -(found.position[:, free, 1] - found.position[0, free, 1]) @ weight
    rise = (found.position[:, free, 2] - found.position[0, free, 2]) @ weight
    work = np.concatenate([[0.0], np.cumsum(0.5 * (found.alpha[1:] + found.alpha[:-1]) * np.diff(along))])
    assert (work[1:] > 1.02 * rise[1:]).all()
    check_apart(model, found)


def test_pushover_goes_on_where_least_squares_would_push_stones_into_each_other():
    model = bonded_front(8)
    found = pushover_analysis(model, acceleration(model, "-y"), max_steps=8)
    assert found.outcome == "stopped after 8 steps"
    assert (np.diff(found.alpha) < 0.0).all() and (np.diff(found.displacement) > 1e-4).all()
    check_apart(model, found)


def test_codes_ask_of_one_block_nothing_but_its_multiplier():
    """M* = M, e* = 1, a0* = alpha g / FC, d0* = b / 2, T_s from the point at 0.16 d0*."""
    model = block(0.5, 2.0, planar=True)
    live = acceleration(model, "+x")
    curve = pushover_analysis(model, live, step=0.02)
    found = assess(limit_analysis(model, live), curve, confidence=1.35)
    assert found.effective_mass == pytest.approx(1000.0, rel=1e-8) and found.participation == pytest.approx(1.0)
    assert found.activation == pytest.approx(0.25 * G / 1.35, rel=1e-8)
    assert found.zero_displacement == pytest.approx(0.25, rel=1e-4) and found.capacity == pytest.approx(0.1, rel=1e-4)
    # R sin(alpha_0) - R sin(alpha_0 - theta) = 0.04 gives theta, hence alpha
    reach, slope = math.hypot(0.25, 1.0), math.atan(0.25)
    alpha = math.tan(math.asin(math.sin(slope) - 0.04 / reach))
    assert found.secant_period == pytest.approx(2 * math.pi * math.sqrt(0.04 * 1.35 / (alpha * G)), rel=1e-3)


@pytest.mark.parametrize("count", [2, 5])
def test_effective_mass_of_a_stack(count):
    """Blocks move in proportion to (i - 1/2): e* = 3 n^2 / (4 n^2 - 1)."""
    model = stack(count, friction=2.0)
    found = assess(limit_analysis(model, acceleration(model, "+x")))
    share = 3 * count ** 2 / (4 * count ** 2 - 1)
    assert found.participation == pytest.approx(share, rel=1e-8)
    assert found.effective_mass == pytest.approx(share * count * 2000.0, rel=1e-8)
    assert found.activation == pytest.approx(G / count / share, rel=1e-8)
    assert found.capacity is None


def test_displacement_of_the_equivalent_oscillator():
    """A wall of 4 courses in space turns as one about its toe: d0* = d_k sum z^2 / (z_k sum z), k on top."""
    model = wall()
    live = acceleration(model, "+y")
    curve = pushover_analysis(model, live)
    found = assess(limit_analysis(model, live), curve)
    z = np.array([0.5, 1.5, 2.5, 3.5])
    assert curve.zero_displacement * (z @ z) / (3.5 * z.sum()) == pytest.approx(found.zero_displacement, rel=1e-6)


def test_what_is_refused():
    model = block(0.5, 2.0, planar=True)
    with pytest.raises(ds.InputError, match=r"^pushover: the live load must be an acceleration or a body force, got "
                                            r"one with moments$"):
        pushover_analysis(model, point_force(model, "block", (0.0, 0.0, 2.0), (1.0, 0.0, 0.0)))
    with pytest.raises(ds.InputError, match=r"^pushover: the live load has no limit, so there is no mechanism to "
                                            r"follow$"):
        pushover_analysis(model, acceleration(model, "-z"))
    with pytest.raises(ds.InputError, match=r"^assessment needs the finite limit of an acceleration in g$"):
        assess(limit_analysis(model, acceleration(model, "-z")))
    with pytest.raises(ds.InputError, match=r"^tilt: direction must be normal to gravity, got \[0.0, 0.0, 1.0\]$"):
        tilt_analysis(model, "z")
    a = ds.Assembly("glued", gravity=G, planar="xz")
    a.material("stone", density=2000.0)
    a.joint("mortar", friction=0.7, cohesion=1e3)
    a.add("block", ds.box((0.5, 0.5, 2.0), center=(0.0, 0.0, 1.0)), material="stone")
    a.add_ground(0.0)
    model = a.build()
    with pytest.raises(ds.InputError, match=r"^pushover: joint 'mortar' has cohesion, which breaks as the mechanism "
                                            r"moves; give it none$"):
        pushover_analysis(model, acceleration(model, "+x"))


def test_little_participation_is_told_beside_the_number():
    """Figures of walls that creep along with a gable: e* far below 3/4, a0* far above alpha g."""
    found = Assessment(0.365, 7000.0, 0.279, 0.365 * G / 0.279, 1.0, None, None, None, 0.365 * G)
    assert found.is_doubtful
    assert describe_assessment(found) == [
        "codes       alpha g = 3.581 m/s2 activates it if all its weight takes part",
        "            M* 7000 kg, e* 0.279, spectral a0* 12.83 m/s2",
        "            WARNING: e* is below 0.75, that of a body turning about its foot: a0* is no measure of capacity "
        "here; take 3.581 m/s2"]


def test_a_body_turning_about_its_foot_is_not_accused():
    """Many slices that turn as one: e* falls to 3/4 from above, and alpha g / FC is e* a0*."""
    model = stack(12)
    found = assess(limit_analysis(model, acceleration(model, "+x")), confidence=1.2)
    n = 12
    slices = np.arange(n) + 0.5
    assert found.participation == pytest.approx(slices.sum() ** 2 / (n * (slices ** 2).sum()), rel=1e-6)
    assert not found.is_doubtful and len(describe_assessment(found)) == 2
    assert found.base_activation == pytest.approx(found.alpha * G / 1.2, rel=1e-12)
