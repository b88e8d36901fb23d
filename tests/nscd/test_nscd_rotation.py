"""The tangent of the angular momentum equation against finite differences, and momentum in free flight."""

import numpy as np
import pytest
from scenes import G, March

from drystone.engines.nscd.rotation import momentum_tangent, multiply3, tangent_operator, world_inertia
from drystone.geometry.primitives import box
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion
from drystone.model.assembly import Assembly

INERTIA = np.diag([1.0, 2.5, 3.0])[None]
DT = 0.01


def momentum_after(omega, omega_old, share, orientation):
    """J(R(w)) w with R = exp(skw(share w + (1 - share) w_old) dt) R_old."""
    move = share * omega + (1 - share) * omega_old
    world = world_inertia(INERTIA, quaternion_to_matrix(rotate_quaternion(orientation, move * DT)))
    return multiply3(world, omega)


@pytest.mark.parametrize("share", [1.0, 0.7, 0.5])
def test_tangent_agrees_with_finite_differences(share):
    """Central differences err by h^2 times the third derivative, about 1e-8 here."""
    rng = np.random.default_rng(1)
    orientation = rng.normal(size=(1, 4))
    orientation /= np.linalg.norm(orientation)
    omega, omega_old = rng.normal(size=(1, 3)) * 8.0, rng.normal(size=(1, 3)) * 8.0
    tangent, _ = momentum_tangent(INERTIA, orientation, omega, share * omega + (1 - share) * omega_old, share, DT)
    h = 1e-5
    for k in range(3):
        step = np.zeros((1, 3))
        step[0, k] = h
        numeric = (momentum_after(omega + step, omega_old, share, orientation)
                   - momentum_after(omega - step, omega_old, share, orientation)) / (2 * h)
        assert tangent[0, :, k] == pytest.approx(numeric[0], abs=1e-8)


def test_published_form_without_the_step_fails_the_same_check():
    """The appendix prints the second term without dt; finite differences tell the two apart."""
    orientation = np.array([[1.0, 0.0, 0.0, 0.0]])
    omega = np.array([[3.0, -4.0, 5.0]])
    tangent, world = momentum_tangent(INERTIA, orientation, omega, omega, 1.0, DT)
    printed = world + (tangent - world) / DT
    h = 1e-5
    step = np.array([[h, 0.0, 0.0]])
    numeric = (momentum_after(omega + step, omega, 1.0, orientation)
               - momentum_after(omega - step, omega, 1.0, orientation)) / (2 * h)
    assert np.abs(tangent[0, :, 0] - numeric[0]).max() < 1e-8
    assert np.abs(printed[0, :, 0] - numeric[0]).max() > 1.0


def test_tangent_operator_series_meets_closed_form():
    direction = np.array([[0.6, 0.0, 0.8]])
    below, above = tangent_operator(direction * 0.999e-3), tangent_operator(direction * 1.001e-3)
    assert np.abs(below - above).max() < 2e-6 * 1.1  # the change of the argument times |T'| = 1/2
    assert tangent_operator(np.zeros((1, 3)))[0] == pytest.approx(np.eye(3), abs=0)


@pytest.mark.parametrize("friction", [0.0, 0.1])
def test_a_leaning_rod_slides_down_the_same_whichever_block_is_the_first(friction):
    """Its edge slides while it turns. The frame of the contact stands with the floor, be that block a or b of the pair:
    with the spin of a in its place the speed was off by 1e-3 where the floor is b."""
    ends = []
    for is_first in (True, False):
        scene = Assembly("rod", gravity=G)
        scene.material("stone", density=2000.0)
        scene.joint("dry", friction=friction)
        for name in ("floor", "rod") if is_first else ("rod", "floor"):
            size, centre = ((9.0, 9.0, 0.5), -0.25) if name == "floor" else ((0.2, 0.2, 1.6), 0.8)
            scene.add(name, box(size, center=(0.0, 0.0, centre)), material="stone")
        scene.support("floor")
        scene.tilt("rod", angle_deg=30.0, axis="y", about=(0.1, 0.0, 0.0))
        march = March(scene, 5e-4, keep=False).go(600)
        ends.append(march.state.twist[march.block("rod")])
    assert ends[0] == pytest.approx(ends[1], abs=1e-5)
