"""The plain path: SciPy in place of our kernels. Same problems, same laws, same judge; and how it is chosen."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from solvers_scenes import block_on_plane, gravity_twist, stack, wall

from drystone.cli.demo_command import bundled_model
from drystone.results.result import open_result
from drystone.solvers import settle as settle_module
from drystone.solvers.cone.problem import SolveStatus
from drystone.solvers.cone.residuals import judge
from drystone.solvers.interior.solver import solve_interior
from drystone.solvers.plain.factor import BlockPattern
from drystone.solvers.plain.hold import hold_candidates
from drystone.solvers.plain.interior import solve_plain
from drystone.solvers.settle import settle

TOLERANCE = 1e-5   # of a run


def shaken(scene, seed, size=0.02):
    rng = np.random.default_rng(seed)
    twist = gravity_twist(scene) + size * rng.standard_normal((len(scene.centre), 6))
    twist[np.array(scene.prescribed)] = 0.0
    return twist


def check_alike(problem):
    """Both answers are within the certified tolerance, hence no further apart than the sum of their bounds."""
    ours, plain = solve_interior(problem, tolerance=TOLERANCE), solve_plain(problem, tolerance=TOLERANCE)
    bounds = [judge(problem, s.twist, s.impulse).velocity_bound for s in (ours, plain)]
    assert plain.status is SolveStatus.SOLVED and max(bounds) <= TOLERANCE
    free = ~problem.prescribed
    apart, speed = (np.sqrt(np.einsum("bi,bij,bj->", v[free], problem.inertia[free], v[free]))
                    for v in (ours.twist - plain.twist, plain.twist))
    least = problem.speed_scale * np.sqrt(problem.inertia[free, 0, 0].sum())
    assert apart <= sum(bounds) * 1.001 * max(speed, least)


@pytest.mark.parametrize("mu", [0.0, 0.6, 10.0])
@pytest.mark.parametrize("scene", [stack(4), wall(3, 2), wall(8, 6)], ids=["stack", "wall", "large wall"])
def test_dry_joints(scene, mu):
    check_alike(scene.problem(shaken(scene, 3), mu))


def test_compliance():
    scene = wall(3, 2)
    give = np.random.default_rng(5).uniform(0, 1e-3, (len(scene.contacts), 3))
    check_alike(scene.problem(shaken(scene, 5), 0.6, compliance=give))


@pytest.mark.parametrize("seed", [0, 1, 4])
def test_strengths(seed):
    """Cohesion, tension below and above the tip of the cone, crushing: floors and caps on the impulse."""
    scene = wall(3, 2)
    problem = scene.problem(shaken(scene, seed), 0.6)
    rng = np.random.default_rng(seed)
    count = problem.contact_count
    weight = 9.81e-3 * problem.inertia[~problem.prescribed, 0, 0].mean()
    check_alike(replace(problem, cohesion=weight * rng.uniform(0, 1, count), tension=weight * rng.uniform(0, 1, count),
                        crushing=np.where(rng.random(count) < 0.5, weight * rng.uniform(5, 9, count), np.inf)))


def test_without_contacts_and_without_contact():
    scene = block_on_plane(bias=(1.0, 0.0, 0.0))
    problem = scene.problem(gravity_twist(scene), 0.6)
    assert np.array_equal(solve_plain(problem).twist, problem.free_twist)
    assert not solve_plain(problem).impulse.any()


def test_what_is_no_number_fails():
    scene = block_on_plane()
    twist = gravity_twist(scene)
    twist[1, 0] = np.nan
    assert solve_plain(scene.problem(twist, 0.6)).status is SolveStatus.FAILED


def test_exact_rest(monkeypatch):
    """A wall under its weight rests to the last bit, held by impulses that the plain search finds."""
    scene = wall(4, 3)
    problem = scene.problem(gravity_twist(scene), 0.6)
    monkeypatch.setattr(settle_module, "hold_candidates", hold_candidates)
    rough = solve_plain(problem, tolerance=TOLERANCE)
    held = settle(problem, rough, tolerance=TOLERANCE)
    assert rough.twist[1:].any() and not held.twist.any()
    assert held.residuals.velocity_bound < 1e-9


def test_block_factor():
    """A x = b for a random matrix of blocks, with an edge that is given twice."""
    rng = np.random.default_rng(1)
    edge_i, edge_j = np.array([1, 2, 1, 3]), np.array([0, 1, 0, 0])
    lower = rng.standard_normal((4, 6, 6))
    diagonal = np.tile(50.0 * np.eye(6), (4, 1, 1))
    dense = np.zeros((4, 6, 4, 6))
    dense[range(4), :, range(4)] = diagonal
    for i, j, block in zip(edge_i, edge_j, lower):
        dense[i, :, j] += block
        dense[j, :, i] += block.T
    pattern = BlockPattern(edge_i, edge_j, np.zeros((4, 3)))
    right = rng.standard_normal((4, 6))
    assert pattern.factor(diagonal, lower) == 0
    expected = np.linalg.solve(dense.reshape(24, 24), right.ravel())
    assert pattern.solve(right).ravel() == pytest.approx(expected, rel=1e-12)
    assert pattern.factor(np.full((4, 6, 6), np.nan), lower) == 1


# --- how it is chosen -----------------------------------------------------------------------------

#: Six blocks on an inclined push: prints the names of private modules that were imported, and where the blocks end.
MODEL = """
import sys
import numpy as np
from drystone.geometry.primitives import box
from drystone.model.assembly import Assembly
from drystone.simulation.run import run
a = Assembly("pile", gravity=9.81)
a.material("stone", density=2000.0)
a.joint("dry", friction=0.6)
for k in range(6):
    a.add(f"b{k}", box((0.4, 0.3, 0.2), center=(0.02 * k, 0.0, 0.1 + 0.2 * k)), material="stone")
a.add_ground(level=0.0)
a.velocity("b5", linear=(0.8, 0.1, 0.0))
result = run(a, duration=0.05, dt=1e-3, output={"frames": 1})
private = [m for m in ("drystone.bundle", "drystone.solvers.factor.blas") if m in sys.modules]
print(" ".join(private) or "none")
print(result.frames.position[-1].ravel().tolist())
"""

#: A numba that no longer tells where BLAS is.
NO_ADDRESSES = """
import numba.extending
def gone(module, name):
    raise ValueError(f"no function {name!r} in {module}")
numba.extending.get_cython_function_address = gone
"""


def run_python(text, **environment):
    done = subprocess.run([sys.executable, "-c", text], env=os.environ | environment, capture_output=True, text=True,
                          timeout=1200)
    assert done.returncode == 0, done.stderr
    first, place = done.stdout.splitlines()[-2:]
    said = [line for line in done.stderr.splitlines() if "compil" not in line]
    return first, np.array(eval(place)), said


def test_falls_back_by_itself():
    """Without the addresses of BLAS a run goes on, says so once, and ends where it did."""
    private, place, said = run_python(MODEL)
    assert private.split() == ["drystone.bundle", "drystone.solvers.factor.blas"] and said == []
    _, plain_place, said = run_python(NO_ADDRESSES + MODEL)
    assert said == ["drystone: plain solvers, slower: this version of numba or SciPy lacks what the fast ones need "
                    "(ValueError: no function 'dtrsm' in scipy.linalg.cython_blas)"]
    # fifty steps, each with an error of 1e-5 of the speed, which is below 1 m/s
    assert np.abs(plain_place - place).max() < 50 * 1e-3 * 1e-5


def test_private_options_are_left_out_where_numba_refuses_them(tmp_path):
    text = """
import numba
njit = numba.njit
def strict(*functions, **options):
    if "_nrt" in options:
        raise KeyError("Unrecognized options: _nrt")
    return njit(*functions, **options)
numba.njit, numba.__version__ = strict, "99.0.0"
from drystone import kernels
print("x")
print([float(kernels._decorator({"_nrt": False}, cached=False)(lambda x: 2.0 * x)(1.5))])
"""
    _, answer, said = run_python(text, DRYSTONE_PLAIN="", NUMBA_CACHE_DIR=str(tmp_path))
    assert answer.tolist() == [3.0]
    assert said == ["drystone: plain kernels, slower: this version of numba or SciPy lacks what the fast ones need "
                    "(KeyError: 'Unrecognized options: _nrt')"]


@pytest.mark.slow
def test_asked_for():
    """DRYSTONE_PLAIN=1: nothing private is imported, nothing is said, and the run ends at the same place."""
    _, place, _ = run_python(MODEL)
    private, plain_place, said = run_python(MODEL, DRYSTONE_PLAIN="1")
    assert private == "none" and said == []
    assert np.abs(plain_place - place).max() < 50 * 1e-3 * 1e-5


@pytest.mark.slow
def test_the_bundled_wall_stands_by_the_plain_path(tmp_path):
    """DRYSTONE_PLAIN=1 through the command line: every step solved, and the top does not move."""
    (tmp_path / "wall.yaml").write_text(bundled_model("wall"))
    done = subprocess.run([sys.executable, "-m", "drystone", "run", "wall.yaml", "--set", "duration=0.05"],
                          env=os.environ | {"DRYSTONE_PLAIN": "1"}, cwd=tmp_path, capture_output=True, text=True,
                          timeout=1200)
    assert done.returncode == 0, done.stderr
    result = open_result(tmp_path / "runs" / "wall")
    assert result.status == "finished" and result.step_count == 10
    assert np.array_equal(result.frames.position[0], result.frames.position[-1])


#: A wall of more than 24 blocks, hence of standard accuracy and the sparse factor, pushed harder than friction holds.
PUSHED = """
from drystone import patterns
from drystone.model.assembly import Assembly
from drystone.simulation.run import run
a = Assembly("pushed", gravity=9.81)
a.material("stone", density=2000.0)
a.joint("dry", friction=0.6)
a.add_pattern(patterns.running_bond(length=2.0, courses=6, block=(0.4, 0.2), thickness=0.2), material="stone")
a.add_ground(level=0.0)
a.body_acceleration("push", (7.0, 2.0, 0.0))
result = run(a, duration=0.03, dt=2e-3, output={"frames": 1})
print(result.status)
print(result.frames.position[-1].ravel().tolist())
"""


@pytest.mark.slow
def test_a_sliding_wall_by_the_plain_path():
    """The splitting on SciPy alone ends where ours does: both leave at most 3 % of g dt a step at a contact."""
    status, place, _ = run_python(PUSHED)
    plain_status, plain_place, said = run_python(PUSHED, DRYSTONE_PLAIN="1")
    assert status == plain_status == "finished" and said == []
    assert np.abs(plain_place - place).max() < 15 * 2e-3 * 3e-2 * 9.81 * 2e-3
