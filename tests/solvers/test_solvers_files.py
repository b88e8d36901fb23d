"""Problems in files: the same bits, and FCLIB's layout."""

from dataclasses import fields, replace

import h5py
import numpy as np
import pytest
import scipy.sparse as sp
from solvers_scenes import block_on_plane, dense_jacobian, gravity_twist, wall

from drystone.errors import InputError
from drystone.solvers.problem import ContactProblem
from drystone.solvers.save import load_fclib, save_fclib
from drystone.solvers.solve import solve_contact_problem


@pytest.mark.parametrize("planar_axis", [None, 1])
@pytest.mark.parametrize("compliant", [False, True])
def test_same_bits(tmp_path, planar_axis, compliant):
    scene = wall(2, 2)
    count = len(scene.contacts)
    problem = scene.problem(np.random.default_rng(0).standard_normal((len(scene.centre), 6)), 1 / 3,
                            compliance=np.full((count, 3), 0.1) if compliant else None, planar_axis=planar_axis)
    if compliant:
        problem = replace(problem, cohesion=np.linspace(0, 1 / 3, count), crushing=np.full(count, np.inf))
    if planar_axis is None:
        problem = replace(problem, tension=np.linspace(0, 1 / 7, count))
    problem.save(tmp_path / "step.npz")
    back = ContactProblem.load(tmp_path / "step.npz")
    for field in fields(problem):
        one, two = getattr(problem, field.name), getattr(back, field.name)
        if isinstance(one, np.ndarray):
            assert one.dtype == two.dtype and one.tobytes() == two.tobytes(), field.name
        else:
            assert one == two and type(one) is type(two), field.name


def test_other_files_are_refused(tmp_path):
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(InputError, match="layout must be 1, got None"):
        ContactProblem.load(tmp_path / "other.npz")


def moving_wall():
    scene = wall(3, 2)
    twist = gravity_twist(scene, push=(6.0, 0, 0))
    twist[0, :3] = (0.01, 0.0, 0.002)
    problem = scene.problem(twist, 0.5)
    problem.bias[:, 0] = np.linspace(0, 1e-3, problem.contact_count)
    return problem


def test_fclib_holds_the_equations(tmp_path):
    """M v = H r + f and u = H^T v + w, read by the format's own rules, are H (v - v*) = G^T r and u = G v + d."""
    problem = moving_wall()
    save_fclib(problem, tmp_path / "wall.hdf5", title="wall")
    with h5py.File(tmp_path / "wall.hdf5") as file:
        root = file["fclib_global"]
        m, h = (sp.csc_array((root[k]["x"][:], root[k]["i"][:], root[k]["p"][:]),
                             (root[k]["m"][0], root[k]["n"][0])) for k in "MH")
        for k in "MH":
            assert root[k]["nz"][0] == -1 and root[k]["nzmax"][0] == len(root[k]["x"])
            assert root[k]["p"].dtype == np.int32
        f, w, mu = (root["vectors"][k][:] for k in ("f", "w", "mu"))
        assert root["spacedim"][0] == 3 and root["info"]["title"][()] == b"wall"
    rng = np.random.default_rng(0)
    twist = rng.standard_normal((problem.block_count, 6))
    twist[0] = problem.free_twist[0]
    v, r = twist[1:].ravel(), rng.standard_normal(3 * problem.contact_count)
    g = dense_jacobian(problem)
    assert h.T @ v + w == pytest.approx(g @ twist.ravel() + problem.bias.ravel(), abs=1e-12)
    change = np.einsum("bij,bj->bi", problem.inertia[1:], (twist - problem.free_twist)[1:]).ravel()
    assert m @ v - h @ r - f == pytest.approx(change - g[:, 6:].T @ r, abs=1e-11)
    assert np.array_equal(mu, problem.friction)


def test_fclib_round_trip(tmp_path):
    """Back from the file: another numbering of the supports, the same motion."""
    problem = moving_wall()
    save_fclib(problem, tmp_path / "wall.hdf5")
    back = load_fclib(tmp_path / "wall.hdf5")
    assert back.speed_scale == problem.speed_scale and back.contact_count == problem.contact_count
    one, two = solve_contact_problem(problem), solve_contact_problem(back)
    scale = np.abs(one.twist).max()
    assert np.abs(two.twist[:-1] - one.twist[1:]).max() < 1e-6 * scale
    save_fclib(back, tmp_path / "again.hdf5")
    again = load_fclib(tmp_path / "again.hdf5")
    for name in ("arm_a", "arm_b", "frame", "bias", "inertia", "free_twist"):
        assert getattr(again, name) == pytest.approx(getattr(back, name), abs=1e-12), name


def test_fclib_refusals(tmp_path):
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.6)
    with pytest.raises(InputError, match="compliance must be None for FCLIB, got an array"):
        save_fclib(replace(problem, compliance=np.ones((4, 3))), tmp_path / "a.hdf5")
    with pytest.raises(InputError, match="planar_axis must be None for FCLIB, got 1"):
        save_fclib(replace(problem, planar_axis=1), tmp_path / "a.hdf5")
    for name in ("cohesion", "tension", "crushing"):
        with pytest.raises(InputError, match=f"{name} must be None for FCLIB, got an array"):
            save_fclib(replace(problem, **{name: np.ones(4)}), tmp_path / "a.hdf5")
    assert not (tmp_path / "a.hdf5").exists()
    with h5py.File(tmp_path / "local.hdf5", "w") as file:
        file.create_group("fclib_local")
    with pytest.raises(InputError, match=r"must hold a group fclib_global, got \['fclib_local'\]"):
        load_fclib(tmp_path / "local.hdf5")
    save_fclib(problem, tmp_path / "b.hdf5")
    with h5py.File(tmp_path / "b.hdf5", "a") as file:
        file["fclib_global/H/x"][0] = 2.0
    with pytest.raises(InputError, match="H must hold rigid blocks"):
        load_fclib(tmp_path / "b.hdf5")
