"""FCLIB's layout: our problems in it, other people's forms of it, and the law it grades by."""

from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest
import scipy.sparse as sp
from solvers_scenes import block_on_plane, dense_jacobian, gravity_twist, wall

from drystone.errors import InputError
from drystone.solvers.cone.fclib import load_fclib, save_fclib
from drystone.solvers.cone.local_problem import LocalProblem, fclib_error, natural_map, to_local
from drystone.solvers.cone.problem import FlowLaw
from drystone.solvers.first_order.local_gauss_seidel import solve_coulomb_sweeps
from drystone.solvers.solve import solve_contact_problem

PEERS = Path(__file__).parents[3] / "shared" / "peers"


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
    assert back.law is FlowLaw.COULOMB                                # what FCLIB means
    one, two = solve_contact_problem(problem), solve_contact_problem(replace(back, law=FlowLaw.ASSOCIATIVE))
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
    with h5py.File(tmp_path / "other.hdf5", "w") as file:
        file.create_group("something")
    with pytest.raises(InputError, match=r"must hold a group fclib_global or fclib_local, got \['something'\]"):
        load_fclib(tmp_path / "other.hdf5")
    save_fclib(problem, tmp_path / "b.hdf5")
    with h5py.File(tmp_path / "b.hdf5", "a") as file:
        file["fclib_global/H/x"][0] = 2.0
    with pytest.raises(InputError, match="H must hold rigid blocks"):
        load_fclib(tmp_path / "b.hdf5")
    (tmp_path / "noise.hdf5").write_bytes(b"no HDF5 at all")
    with pytest.raises(InputError, match=r"noise.hdf5' cannot be read: "):
        load_fclib(tmp_path / "noise.hdf5")


def random_rotation(rng):
    q, r = np.linalg.qr(rng.standard_normal((3, 3)))
    q = q * np.sign(np.diag(r))
    return q * np.linalg.det(q)


def write_triplets(group, matrix):
    """The form in which `nz` counts entries, with room for more, as other programs write it."""
    coo = sp.coo_array(matrix)
    for name, value in (("nzmax", coo.nnz + 7), ("m", coo.shape[0]), ("n", coo.shape[1]), ("nz", coo.nnz)):
        group[name][...] = value
    for name, values in (("i", coo.coords[0]), ("p", coo.coords[1]), ("x", coo.data)):
        del group[name]
        group.create_dataset(name, data=np.concatenate([values, np.zeros(7, values.dtype)]))


def turn_into_block_axes(path, seed):
    """Rewrite a global problem: other axes of angular velocity for each block, triplets, no scale of ours."""
    rng = np.random.default_rng(seed)
    with h5py.File(path, "a") as file:
        root = file["fclib_global"]
        m, h = (sp.csc_array((root[k]["x"][:], root[k]["i"][:], root[k]["p"][:]),
                             (root[k]["m"][0], root[k]["n"][0])) for k in "MH")
        turns = [part for _ in range(m.shape[0] // 6) for part in (np.eye(3), random_rotation(rng))]
        turn = sp.block_diag(turns)                                # world from block axes
        write_triplets(root["M"], turn.T @ m @ turn)
        write_triplets(root["H"], turn.T @ h)
        root["vectors"]["f"][...] = turn.T @ root["vectors"]["f"][:]
        del root["info"].attrs["speed_scale"]


@pytest.mark.parametrize("scene", ["wall", "one contact a block"])
def test_fclib_rotations_in_the_axes_of_blocks(tmp_path, scene):
    """Only the axes of angular velocity differ: the same relative velocities, so the same W and q."""
    problem = moving_wall()
    if scene != "wall":                             # then the sign of the arm cannot be told, and need not be
        keep = np.unique(problem.block_b, return_index=True)[1]
        problem = replace(problem, **{name: getattr(problem, name)[keep] for name in
                                      ("block_a", "block_b", "frame", "arm_a", "arm_b", "bias", "friction")})
        problem = replace(problem, block_a=np.zeros_like(problem.block_a))
    save_fclib(problem, tmp_path / "wall.hdf5")
    turn_into_block_axes(tmp_path / "wall.hdf5", 1)
    back = load_fclib(tmp_path / "wall.hdf5")
    one, two = to_local(problem), to_local(back)
    # contacts are sorted by blocks, and the numbers of the blocks have moved by one
    order = np.lexsort((problem.block_b, np.where(problem.block_a == 0, 99, problem.block_a)))
    rows = (3 * order[:, None] + np.arange(3)).ravel()
    size = np.abs(one.matrix).max()
    assert np.abs(two.matrix.toarray() - one.matrix.toarray()[np.ix_(rows, rows)]).max() < 1e-12 * size
    assert two.start == pytest.approx(one.start[order], abs=1e-12)
    assert back.speed_scale == pytest.approx(np.sqrt(np.mean(one.start**2)), rel=1e-9)


def test_fclib_what_no_rigid_block_can_be_is_refused(tmp_path):
    problem = moving_wall()
    save_fclib(problem, tmp_path / "wall.hdf5")
    with h5py.File(tmp_path / "wall.hdf5", "a") as file:
        group = file["fclib_global/H"]
        moment = np.flatnonzero(group["i"][:] % 6 >= 3)
        x = group["x"][:]
        x[moment[::2]] *= 1.1
        group["x"][...] = x
    with pytest.raises(InputError, match="got columns of block 0 that no rotation makes such"):
        load_fclib(tmp_path / "wall.hdf5")


def write_local(path, local):
    with h5py.File(path, "w") as file:
        root = file.create_group("fclib_local")
        root.create_dataset("spacedim", data=np.array([3], np.int32))
        matrix = sp.csr_array(local.matrix)
        group = root.create_group("W")
        for name, value in (("nzmax", matrix.nnz), ("m", matrix.shape[0]), ("n", matrix.shape[1]), ("nz", -2)):
            group.create_dataset(name, data=np.array([value], np.int32))
        for name, values in (("p", matrix.indptr), ("i", matrix.indices), ("x", matrix.data)):
            group.create_dataset(name, data=values)
        vectors = root.create_group("vectors")
        vectors.create_dataset("q", data=local.start.ravel())
        vectors.create_dataset("mu", data=local.friction)


def test_fclib_local_form(tmp_path):
    """What a file of W, q and mu gives back is what was written."""
    local = to_local(moving_wall())
    write_local(tmp_path / "local.hdf5", local)
    back = load_fclib(tmp_path / "local.hdf5")
    assert isinstance(back, LocalProblem)
    assert np.array_equal(back.matrix.toarray(), local.matrix.toarray())
    assert np.array_equal(back.start, local.start) and np.array_equal(back.friction, local.friction)
    with h5py.File(tmp_path / "local.hdf5", "a") as file:
        del file["fclib_local/vectors/q"]
    with pytest.raises(InputError, match=r"local.hdf5' cannot be read: "):
        load_fclib(tmp_path / "local.hdf5")


def one_contact(start, mu):
    """A point of 2 kg."""
    return LocalProblem(sp.csc_array(0.5 * np.eye(3)), np.array([start]), np.array([mu]))


@pytest.mark.parametrize(("start", "mu", "impulse"), [
    ((0.1, 3.0, 0.0), 0.5, (0.0, 0.0, 0.0)),              # opens
    ((-1.0, 0.0, 0.0), 0.5, (2.0, 0.0, 0.0)),             # lands
    ((-1.0, 0.3, -0.4), 0.5, (2.0, -0.6, 0.8)),           # sticks: |r_t| = 1 = mu r_n
    ((-1.0, 3.0, -4.0), 0.5, (2.0, -0.6, 0.8)),           # slides: friction against the velocity, no lift
])
def test_coulomb_at_one_contact(start, mu, impulse):
    """Closed forms; what is no answer has an error of the size of what is wrong."""
    problem = one_contact(start, mu)
    found, _ = solve_coulomb_sweeps(problem, tolerance=1e-14)
    assert found[0] == pytest.approx(impulse, abs=1e-11)    # singular diagonals are lifted by 1e-12
    assert natural_map(problem, np.array([impulse])) == pytest.approx(0.0, abs=1e-15)
    wrong = np.array([impulse]) + np.array([[0.01, 0.0, 0.0]])
    assert 1e-3 < fclib_error(problem, wrong) < 0.02


def test_fclib_error_is_the_published_measure():
    """|r - P(r - u - mu |u_t| n)| / (1 + sqrt |q|), by hand: P of (3, -4, 0) at mu = 1/2 is (4, -2, 0)."""
    problem = one_contact((-2.0, 4.0, 0.0), 0.5)
    impulse = np.array([[1.0, 0.0, 0.0]])           # u = (-1.5, 4, 0); r - u - mu |u_t| n = (0.5, -4, 0)
    # projection of (0.5, -4, 0) on |t| <= n / 2: n = (0.5 + 2) / 1.25 = 2, t = -1
    expected = np.hypot(1.0 - 2.0, 0.0 + 1.0) / (1.0 + np.sqrt(np.hypot(2.0, 4.0)))
    assert fclib_error(problem, impulse) == pytest.approx(expected, rel=1e-14)


def test_sweeps_reach_the_law_on_a_sliding_wall():
    """And where nothing slides the associative answer is the same motion."""
    local = to_local(moving_wall())
    found, _ = solve_coulomb_sweeps(local, tolerance=1e-10)
    assert fclib_error(local, found) < 1e-10
    scene = wall(3, 2)
    quiet = scene.problem(gravity_twist(scene), 0.6)
    impulse = solve_contact_problem(quiet, tolerance=1e-9).impulse
    assert fclib_error(to_local(quiet), impulse) < 1e-8 * (1.0 + impulse.max())


@pytest.mark.skipif(not PEERS.exists(), reason="other projects' problems are not here (../shared/peers)")
def test_files_of_other_projects_are_read_and_solved():
    files = sorted(PEERS.glob("fclib_*.hdf5"))
    assert files
    for path in files:
        problem = load_fclib(path)
        local = problem if isinstance(problem, LocalProblem) else to_local(problem)
        found, _ = solve_coulomb_sweeps(local, tolerance=1e-5)
        assert fclib_error(local, found) <= 1e-5, path.name
