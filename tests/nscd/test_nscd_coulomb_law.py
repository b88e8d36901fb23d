"""Coulomb's law where convex problems with a frozen shift miss it: friction that nothing presses on holds nothing."""

import math

import numpy as np
import pytest
from scenes import G

from drystone.engines.nscd.stepper import Stepper
from drystone.geometry.primitives import box, hull
from drystone.model.assembly import Assembly
from drystone.model.settings import NscdSettings

STIFFNESS = 1e9     #: [Pa/m]
SCHEMES = [{}, {"scheme": "euler", "flow": "coulomb"}]

#: Dip and dip direction [deg] of the two planes of 3DEC's verification problem.
PLANES = ((40.0, 130.0), (60.0, 220.0))


def path(model, name: str, time: float, dt: float, **settings) -> np.ndarray:
    """(n, 3) displacement [m] of a block after every step."""
    stepper, block = Stepper(model, NscdSettings(dt=dt, **settings)), list(model.block_names).index(name)
    state, found = stepper.start(), []
    for step in range(1, round(time / dt) + 1):
        state, _ = stepper.step(state, step * dt)
        found.append(state.position[block] - model.initial_position[block])
    return np.array(found)


@pytest.mark.parametrize("settings", SCHEMES, ids=str)
def test_a_block_between_two_upright_faces_falls_freely(settings):
    """Laid without stress: nothing presses, so friction is nothing. The fall is g t^2/2, with euler g t dt/2 more."""
    scene = Assembly("hanging", gravity=G)
    scene.material("stone", density=2000.0)
    scene.joint("stiff", friction=0.6, normal_stiffness=STIFFNESS, shear_stiffness=STIFFNESS)
    for name, x in (("left", -0.3), ("right", 0.3)):
        scene.add(name, box((0.2, 0.4, 2.0), center=(x, 0.0, 0.0)))
        scene.support(name)
    scene.add("block", box((0.4, 0.4, 0.4), center=(0.0, 0.0, 0.0)), material="stone")
    dt, time = 1e-3, 0.2
    fallen = -path(scene.build(), "block", time, dt, **settings)[-1, 2]
    exact = 0.5 * G * time * (time + (dt if settings else 0.0))
    assert fallen == pytest.approx(exact, rel=1e-9)


def wedge(share: float) -> tuple[Assembly, np.ndarray]:
    """A wedge of 1 m on two planes, with so much of its critical friction; and the line that it slides along."""
    first, second = (np.array([np.sin(d) * np.sin(a), np.sin(d) * np.cos(a), np.cos(d)]) for d, a in np.radians(PLANES))
    line = np.cross(first, second)
    line *= -np.sign(line[2]) / np.linalg.norm(line)
    weight = np.array([0.0, 0.0, -1.0])
    pressed = np.linalg.lstsq(np.array([first, second]).T, (weight @ line) * line - weight, rcond=None)[0]
    critical = (weight @ line) / pressed.sum()          # Hoek and Bray: no shear across the line
    assert math.degrees(math.atan(critical)) == pytest.approx(33.357, abs=1e-3)
    level = np.array([line[0], line[1], 0.0])
    top = np.array([0.0, 0.0, 1.0])
    planes = [(first, 0.0), (second, 0.0), (top, 1.0), (level, 0.0)]
    corners = []
    for skipped in range(4):
        rows = [plane for number, plane in enumerate(planes) if number != skipped]
        corners.append(np.linalg.solve(np.array([row for row, _ in rows]), np.array([value for _, value in rows])))
    corners = np.array(corners)
    scene = Assembly("wedge", gravity=G)
    scene.material("rock", density=2600.0)
    scene.joint("stiff", friction=share * critical, normal_stiffness=STIFFNESS, shear_stiffness=STIFFNESS)
    scene.add("wedge", hull(corners), material="rock")
    for number, normal in enumerate((first, second), 1):
        face = corners[np.abs(corners @ normal) < 1e-9]
        face = np.vstack([face, face + 0.5 * line])     # long enough to slide on
        scene.add(f"plane_{number}", hull(np.vstack([face, face - normal])))
        scene.support(f"plane_{number}")
    return scene, line


@pytest.mark.parametrize("settings", SCHEMES, ids=str)
def test_a_wedge_slides_as_hoek_and_bray_say(settings):
    """With 0.95 of its critical friction it gains 0.05 g 0.6026 along its line: 5.91 mm in 0.2 s once the joints are
    pressed. What it gains before, while they settle, is apart: the acceleration is taken from 0.1 s on."""
    scene, line = wedge(0.95)
    way = path(scene.build(), "wedge", 0.2, 1e-3, **settings) @ line
    time = 1e-3 * np.arange(101, 201)
    gained = 2.0 * np.polyfit(time, way[100:], 2)[0]
    assert 0.5 * gained * 0.2 ** 2 == pytest.approx(0.5 * 0.05 * G * -line[2] * 0.2 ** 2, rel=1e-3)
    assert -line[2] == pytest.approx(0.6026, abs=1e-4)


@pytest.mark.parametrize(("share", "slides"), [(0.99, True), (1.01, False)])
def test_its_critical_friction_is_theirs_within_a_percent(share, slides):
    """The speed that it got while its joints settled grows, or is used up."""
    scene, line = wedge(share)
    way = path(scene.build(), "wedge", 0.4, 1e-3) @ line
    early, late = way[199] - way[149], way[-1] - way[-51]
    assert late > early > 0.0 if slides else late < 1e-3 * max(early, 1e-6)
