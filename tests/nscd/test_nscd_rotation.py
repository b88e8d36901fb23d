"""The tangent of the angular momentum equation against finite differences, and momentum in free flight."""

import numpy as np
import pytest

from drystone.engines.nscd.rotation import momentum_tangent, multiply3, tangent_operator, world_inertia
from drystone.geometry.rotation import quaternion_to_matrix, rotate_quaternion

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
