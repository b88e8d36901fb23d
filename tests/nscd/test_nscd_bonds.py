"""Joints with strength against closed forms: what they hold, how they break, and that they never heal.

A bond breaks BREAK_TOLERANCE = 1e-3 above its strength; the springs of bonds overshoot a load that is switched on by
about GIVE = 1e-4. Hence the shares 0.997 and 1.003 on either side of a limit.
"""

import math

import numpy as np
import pytest
from scenes import G, March, block_on_ground, energies

from drystone import patterns
from drystone.engines.nscd import ledger
from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly

BELOW, ABOVE = 0.997, 1.003
DENSITY = 2000.0
SCHEMES = [{}, {"scheme": "euler"}, {"scheme": "theta", "theta": 0.7}]


def scene_with(joint: dict, gravity=G, **options) -> Assembly:
    scene = Assembly("mortar", gravity=gravity, **options)
    scene.material("stone", density=DENSITY)
    scene.joint("mortar", **joint)
    return scene


def hanging(share: float, points=None) -> Assembly:
    """A block of 0.6 x 0.5 x 0.4 m under a face whose tensile strength is `share` of its weight."""
    strength = share * DENSITY * 0.4 * G
    scene = scene_with({"friction": 0.6, "cohesion": strength, "tension": strength, "points": points})
    scene.add("block", box((0.6, 0.5, 0.4), center=(0.0, 0.0, -0.2)), material="stone")
    scene.add("roof", box((1.0, 1.0, 0.3), center=(0.0, 0.0, 0.15)))
    scene.support("roof")
    return scene


B, H, L = 0.5, 0.4, 0.8                                  # of the cantilever: width, height of its face, length
MOMENT = DENSITY * B * H * L * G * L / 2


def cantilever(tension: float, points=None, planar=None) -> Assembly:
    """A block that sticks out of a wall."""
    scene = scene_with({"friction": 0.6, "cohesion": 10 * tension, "tension": tension, "points": points}, planar=planar)
    scene.add("block", box((L, B, H), center=(L / 2, 0.0, 0.0)), material="stone")
    scene.add("wall", box((0.3, 1.0, 1.0), center=(-0.15, 0.0, 0.0)))
    scene.support("wall")
    return scene


def section_modulus(points) -> float:
    """Of the face with n points along its height: b h^2/6 (1 + 2/(n - 1)^2), as spread.py has it; corners: n = 2."""
    n = points or 2
    return B * H**2 / 6 * (1 + 2 / (n - 1) ** 2)


def closing_error(march: March) -> float:
    start, end = energies(march.model, march.states[0], 0.0), energies(march.model, march.state, 0.0)
    balance = sum(end) - sum(start) - march.state.work.sum()
    return abs(balance) / max(*np.abs(march.state.work), *np.abs(start), *np.abs(end))


@pytest.mark.parametrize("settings", SCHEMES, ids=str)
@pytest.mark.parametrize("points", [None, 3])
@pytest.mark.parametrize("dt", [1e-3, 4e-3])
def test_hanging_block_stays_if_the_face_carries_its_weight(settings, points, dt):
    held = March(hanging(1.0, points), dt, **settings).go(50)
    assert held.state.bond_intact.all()
    assert abs(held.path()[-1, 2] + 0.2) < 2e-4 * G * dt**2          # GIVE g dt^2, and the rest of its settling
    assert closing_error(held) < 1e-12
    falls = March(hanging(BELOW, points), dt, **settings).go(50)
    assert not falls.state.bond_intact.any()
    assert falls.speeds()[-1, 2] == pytest.approx(-G * 50 * dt, rel=1e-12)   # from the first step on
    assert closing_error(falls) < 1e-12


@pytest.mark.parametrize("strength", [1.5, 1e3, 1e6])
def test_stresses_are_those_of_plane_sections(strength):
    """sigma = M z / I at every point, however far the strength lies above it."""
    march = March(cantilever(strength * MOMENT / section_modulus(5), 5), 1e-3).go(20)
    report = march.reports[-1]
    stress = -report.impulse[:, 0] / (report.contacts.area * 1e-3)
    height = report.contacts.point_a[:, 2]
    worst = MOMENT / section_modulus(5)
    assert stress == pytest.approx(worst * height / (H / 2), abs=1e-4 * worst)
    shear = np.hypot(report.impulse[:, 1], report.impulse[:, 2]) / (report.contacts.area * 1e-3)
    assert shear == pytest.approx(DENSITY * L * G, rel=1e-3)


@pytest.mark.parametrize("planar", [None, "xz"])
@pytest.mark.parametrize("points", [None, 3, 7])
def test_bending_limit(points, planar):
    """The face breaks where f_t W_n = M; W_n falls from three times b h^2/6 at the corners to b h^2/6."""
    limit = MOMENT / section_modulus(points)
    for dt in (1e-3, 5e-3):
        holds = March(cantilever(ABOVE * limit, points, planar), dt).go(30)
        assert holds.state.bond_intact.all()
        assert holds.reports[-1].bonded.all()
        breaks = March(cantilever(BELOW * limit, points, planar), dt).go(2)
        assert not breaks.state.bond_intact.all()


def test_a_cracked_cantilever_falls():
    """The row at which it hinges is no axle: it goes when the block has turned by 0.01 rad."""
    march = March(cantilever(0.5 * MOMENT / section_modulus(5), 5), 1e-3).go(80)
    turned = 2.0 * np.abs(np.array([state.orientation[march.block(), 2] for state in march.states]))
    left = np.array([state.bond_intact.sum() for state in march.states])
    assert (left[(turned > 0) & (turned < 0.009)] == 5).all()       # the lowest of five rows
    assert (left[turned > 0.011] == 0).all() and turned[-1] > 0.011
    assert closing_error(march) < 1e-12


def slope(cohesion: float, tension=0.0, points=None, angle_deg=35.0, friction=0.4) -> Assembly:
    """A block on an incline whose weight acts in the plane of the joint: pressure and shear are uniform."""
    angle = math.radians(angle_deg)
    scene = scene_with({"friction": friction, "cohesion": cohesion, "tension": tension, "points": points},
                       gravity=(G * math.sin(angle), 0.0, -G * math.cos(angle)))
    scene.add("block", box((1.0, 1.0, 0.1), center=(0.0, 0.0, 0.05)), material="stone", centroid=(0.0, 0.0, 0.0))
    scene.add("floor", box((40.0, 4.0, 0.5), center=(15.0, 0.0, -0.25)))
    scene.support("floor")
    return scene


@pytest.mark.parametrize("points", [None, 3])
@pytest.mark.parametrize("dt", [1e-3, 4e-3])
def test_shear_limit_and_friction_after_it(points, dt):
    """Held while c A >= W (sin - mu cos); once broken it slides with g (sin - mu cos), as without mortar."""
    angle = math.radians(35)
    push = G * (math.sin(angle) - 0.4 * math.cos(angle))
    needed = DENSITY * 0.1 * push
    for tension in (0.0, needed):
        held = March(slope(ABOVE * needed, tension, points), dt).go(round(0.2 / dt))
        assert held.state.bond_intact.all()
        assert np.abs(held.path()[-1] - [0.0, 0.0, 0.0]).max() < 1e-3 * G * dt**2
        slides = March(slope(BELOW * needed, tension, points), dt).go(round(0.2 / dt))
        assert not slides.state.bond_intact.any()
        assert slides.speeds()[-1, 0] == pytest.approx(push * slides.state.time, rel=1e-6)
        assert closing_error(slides) < 1e-12


def pulled(history, tension=2e4) -> Assembly:
    """A block of 0.5 x 0.5 x 0.2 m on mortar that is pulled upwards by its strength plus its weight, times a factor."""
    scene = scene_with({"friction": 0.6, "cohesion": 1.5 * tension, "tension": tension})
    scene.add("block", box((0.5, 0.5, 0.2), center=(0.0, 0.0, 0.1)), material="stone")
    scene.add_ground(level=0.0)
    scene.load_point("pull", "block", (0.0, 0.0, 0.1), (0.0, 0.0, 0.25 * tension + DENSITY * 0.05 * G), history)
    return scene


@pytest.mark.parametrize("dt", [4e-3, 1e-3, 2.5e-4])
def test_breaking_load_does_not_depend_on_the_step(dt):
    """A load that rises by 4 of its limits a second breaks the joint at its limit, to the tolerance and 1.5 steps: the
    mean load of a step counts, and it breaks at the end of the step."""
    march = March(pulled([(0.0, 0.0), (0.5, 2.0)]), dt, keep=False)
    while march.state.bond_intact.all():
        march.go(1)
    assert 4 * march.state.time == pytest.approx(1.0, abs=6 * dt + 2e-3)


def test_a_broken_joint_never_heals():
    """Torn off, pressed down again for 0.2 s, then pulled by half the strength: it comes off at once."""
    history = [(0.0, 0.0), (0.01, 1.1), (0.02, 0.0), (0.25, -1.0), (0.30, 0.0), (0.31, 0.5), (1.0, 0.5)]
    march = March(pulled(history), 1e-3).go(290)
    assert not march.state.bond_intact.any()
    assert abs(march.path()[-1, 2] - 0.1) < 1e-4                     # lies on the ground again
    march.go(60)
    acceleration = (0.5 * (0.25 * 2e4 + DENSITY * 0.05 * G)) / (DENSITY * 0.05) - G
    assert march.speeds()[-1, 2] > 0.5 * acceleration * 0.04
    whole = March(pulled([(0.0, 0.0), (0.01, 0.5)]), 1e-3).go(350)
    assert whole.state.bond_intact.all()


def test_blocks_that_meet_later_are_not_bonded():
    """Dropped on mortar from 2 mm: dry friction is all there is."""
    scene = scene_with({"friction": 0.6, "cohesion": 1e6, "tension": 1e6})
    scene.add("block", box((0.5, 0.5, 0.2), center=(0.0, 0.0, 0.102)), material="stone")
    scene.add_ground(level=0.0)
    march = March(scene, 1e-3).go(200)
    assert march.path()[-1, 2] == pytest.approx(0.1, abs=1e-5)
    assert len(march.state.bond_intact) == 0 and not march.reports[-1].bonded.any()


def test_without_tensile_strength_a_joint_opens_and_loses_its_cohesion():
    """Pulled by a tenth more than its weight it lifts off, with bonds that could carry 25 times as much in shear."""
    scene = scene_with({"friction": 0.6, "cohesion": 1e5})
    scene.add("block", box((0.5, 0.5, 0.2), center=(0.0, 0.0, 0.1)), material="stone")
    scene.add_ground(level=0.0)
    scene.load_point("pull", "block", (0.0, 0.0, 0.1), (0.0, 0.0, 1.1 * DENSITY * 0.05 * G), [(0.0, 0.0), (0.1, 1.0)])
    march = March(scene, 1e-3).go(80)
    assert march.state.bond_intact.all()
    march.go(120)
    assert not march.state.bond_intact.any()
    assert march.speeds()[-1, 2] == pytest.approx(0.1 * G * 0.1, rel=0.1)


@pytest.mark.parametrize(("points", "lever"), [(None, 0.7071), (3, 0.4024), (9, 0.3852)])
def test_torsion_of_a_dry_square_face(points, lever):
    """It turns beyond mu W sum(share r), within 2 %; exact is 0.3826 mu W a, corners give 1.85 times as much."""
    weight = 1800.0 * 0.2 * G
    for share, is_held in ((0.98, True), (1.02, False)):
        scene = block_on_ground((1.0, 1.0, 0.2), friction=0.5, points=points)
        force = share * lever * 0.5 * weight
        scene.load_point("right", "block", (0.5, 0.0, 0.0), (0.0, force, 0.0))
        scene.load_point("left", "block", (-0.5, 0.0, 0.0), (0.0, -force, 0.0))
        march = March(scene, 1e-3).go(40)
        spin = march.speeds()[-1, 5]
        driving = 0.02 * lever * 0.5 * weight / march.model.inertia[march.block(), 2, 2] * 0.04
        assert abs(spin) < 0.01 * driving if is_held else spin > 0.5 * driving
    area = march.reports[0].contacts.shares()
    arm = np.hypot(*march.reports[0].contacts.point_a[:, :2].T)
    assert (area @ arm) / area.sum() == pytest.approx(lever, abs=1e-4)


def test_wall_cracks_and_the_ledger_closes():
    """A wall of 24 blocks pushed sideways beyond its strength: some bonds break, some hold, energy is accounted for."""
    scene = scene_with({"friction": 0.6, "cohesion": 6e3, "tension": 4e3})
    scene.add_pattern(patterns.running_bond(length=1.6, courses=6, block=(0.4, 0.2), thickness=0.2), material="stone")
    scene.add_ground(level=0.0)
    scene.body_acceleration("push", (9.0, 0.0, 0.0), [(0.0, 0.0), (0.1, 1.0)])
    march = March(scene, 1e-3).go(200)
    left = march.state.bond_intact
    assert 0 < left.sum() < len(left)
    assert sum(report.broken_count for report in march.reports) == (~left).sum()
    assert all((a.bond_intact | ~b.bond_intact).all() for a, b in zip(march.states[:-1], march.states[1:]))
    assert closing_error(march) < 1e-12
    assert march.state.work[ledger.BONDS] != 0.0


def test_stiffness_of_the_joint_is_that_of_its_bonds():
    """With normal_stiffness k_n a hanging block sinks by W/(k_n A)."""
    scene = scene_with({"friction": 0.6, "cohesion": 1e5, "tension": 1e5, "normal_stiffness": 1e8,
                        "shear_stiffness": 1e8})
    scene.add("block", box((0.6, 0.5, 0.4), center=(0.0, 0.0, -0.2)), material="stone")
    scene.add("roof", box((1.0, 1.0, 0.3), center=(0.0, 0.0, 0.15)))
    scene.support("roof")
    march = March(scene, 1e-3, scheme="euler").go(1500)
    assert march.path()[-1, 2] + 0.2 == pytest.approx(-DENSITY * 0.4 * G / 1e8, rel=1e-3)


@pytest.mark.parametrize(("law", "message"), [
    ({"cohesion": -1.0}, r"joint 'mortar': cohesion must be finite and >= 0 \[Pa\], got -1.0"),
    ({"cohesion": 1.0, "friction": 0.0}, r"joint 'mortar': cohesion needs friction > 0 \[-\], got 0.0"),
    ({"cohesion": 3.0, "tension": 6.0},
     r"joint 'mortar': tension must be <= cohesion / friction = 5 \[Pa\], got 6.0"),
    ({"tension": 6.0, "friction": 0.0}, r"joint 'mortar': tension needs cohesion > 0 \[Pa\], got 0.0"),
    ({"points": 4}, r"joint 'mortar': points must be odd \[-\], got 4"),
    ({"points": 1}, r"joint 'mortar': points must be a whole number >= 3 \[-\], got 1"),
])
def test_strengths_that_cannot_be(law, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        scene_with({"friction": 0.6} | law)
