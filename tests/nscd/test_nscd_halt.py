"""Blocks that barely move come to exact rest where statics admits it; slow motion under load goes on."""

import math

import numpy as np
import pytest
from scenes import G, March, incline, tilted_block

from drystone.engines.nscd.convex_flow import REST_SPEED
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly

DT = 2.5e-3


def between_two_faces(**velocity) -> Assembly:
    """A cube of 0.4 m between two upright faces that it touches, on a ledge under one of its edges."""
    scene = Assembly("wedged", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.7)
    for name, size, center in (("left", (0.2, 0.4, 1.0), (-0.3, 0.0, 0.5)), ("right", (0.2, 0.4, 1.0), (0.3, 0.0, 0.5)),
                               ("ledge", (0.4, 0.1, 0.3), (0.0, 0.15, 0.15))):
        scene.add(name, box(size, center=center), material="stone")
        scene.support(name)
    scene.add("block", box((0.4, 0.4, 0.4), center=(0.0, 0.0, 0.5)), material="stone")
    scene.velocity("block", **velocity)
    return scene


@pytest.mark.parametrize("accuracy", [None, "study"])
@pytest.mark.parametrize("tip", [-3e-5, 3e-5])
def test_a_block_that_friction_could_hold_does_not_creep_for_ever(tip, accuracy):
    """It tipped at a constant 3e-5 rad/s, held by just the pressure on its sides that keeps the motion up: the law has
    both answers, motion with this pressure and rest with more, and the lagging shift of friction chose the first."""
    march = March(between_two_faces(angular=(tip, 0.0, 0.0)), DT, accuracy=accuracy).go(120)
    assert not march.state.twist.any()
    place = march.state.position
    assert np.array_equal(march.go(200).state.position, place)


def test_a_slide_that_begins_slowly_goes_on():
    """On a slope of 1.001 times the friction: slower than what is tried for rest during the first 16 steps."""
    friction = 0.5
    slope = math.atan(1.001 * friction)
    pull = G * (math.sin(slope) - friction * math.cos(slope))
    march = March(incline(slope, friction), DT).go(400)
    assert 8 * pull * DT < REST_SPEED * G * DT
    assert march.path()[-1, 0] == pytest.approx(0.5 * pull * (400 * DT) ** 2, rel=5e-3)


def test_a_block_that_tips_from_rest_goes_on():
    """Released a little beyond its balance point, for ten steps slower than what is tried for rest."""
    size = (0.4, 0.4, 1.6)
    alpha = math.degrees(math.atan(size[0] / size[2]))
    march = March(tilted_block(1.002 * alpha, size=size), DT).go(400)
    speed = np.abs(march.speeds()[:, :3]).max(axis=1)
    assert speed[10] < REST_SPEED * G * DT and speed[-1] > 10.0 * speed[20] > 0.0
    rate = math.sqrt(3.0 * G / (2.0 * math.hypot(size[0], size[2])))    # p^2 = 3 g / 4 R, R half the diagonal
    cosine, _, sine, _ = march.state.orientation[march.block()]
    tilt = 2.0 * math.atan2(sine, cosine)
    grown = math.radians(0.002 * alpha) * math.cosh(rate * 400 * DT)
    assert tilt - math.radians(alpha) == pytest.approx(grown, rel=2e-2)
