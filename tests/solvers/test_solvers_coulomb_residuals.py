"""The judge of Coulomb's law: closed forms, a second form in dense NumPy, wrong answers that must not pass."""

from dataclasses import astuple, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solvers_scenes import UP, G, Scene, block_on_plane, dense_jacobian, gravity_twist, wall

from drystone.bench.nasty import BAD_EVERY, BAD_SEED, nasty_problem
from drystone.solvers.cone.coulomb_residuals import judge_coulomb
from drystone.solvers.cone.local_problem import natural_map, to_local
from drystone.solvers.cone.problem import FlowLaw
from drystone.solvers.cone.residuals import judge
from drystone.solvers.first_order.local_gauss_seidel import solve_coulomb_sweeps
from drystone.solvers.interior.solver import solve_interior

DT = 1e-3
MASS = 2000.0            # of the boxes of the scenes: 1 m3
WEIGHT = MASS * G * DT   # [N s]

#: Rounding: sums of some ten terms of the size of the answer.
ROUNDING = 1e-13


# --- a second form: whole matrices, projections by their definition

def range_of(problem, c):
    """Least and greatest normal impulse, and the cohesion."""
    cohesion, tension, crushing = (none if field is None else field[c] for field, none in
                                   ((problem.cohesion, 0.0), (problem.tension, 0.0), (problem.crushing, np.inf)))
    mu = problem.friction[c]
    low = -min(tension, cohesion / mu) if mu > 0.0 else -tension
    return low, max(low, crushing), cohesion if mu > 0.0 else 0.0


def cut(vector, radius):
    length = np.linalg.norm(vector)
    return vector * (radius / length) if length > radius else vector


def dense_judge(problem, twist, impulse):
    """The definitions, one after the other, in impulses; returns the numbers and the error of each contact."""
    axis = problem.planar_axis
    dofs = range(6) if axis is None else [i for i in range(3) if i != axis] + [3 + axis]
    free = np.flatnonzero(~problem.prescribed)
    columns = (6 * free[:, None] + np.array(dofs)).ravel()
    whole = (6 * free[:, None] + np.arange(6)).ravel()
    h = np.zeros((6 * problem.block_count,) * 2)
    for b in free:
        h[6 * b:6 * b + 6, 6 * b:6 * b + 6] = problem.inertia[b]
    g = dense_jacobian(problem)
    counts = ~(problem.prescribed[problem.block_a] & problem.prescribed[problem.block_b])
    r = np.zeros_like(impulse)
    for c in np.flatnonzero(counts):
        low, high, cohesion = range_of(problem, c)
        r[c, 0] = np.clip(impulse[c, 0], low, high)
        r[c, 1:] = cut(impulse[c, 1:], max(problem.friction[c] * r[c, 0] + cohesion, 0.0))
    inverse = np.linalg.inv(h[np.ix_(columns, columns)])
    caused = problem.free_twist.ravel().copy()
    caused[columns] += inverse @ g[:, columns].T @ r.ravel()
    give = np.zeros_like(impulse) if problem.compliance is None else problem.compliance
    mass = problem.inertia[free, 0, 0].sum()
    apart = (twist.ravel() - caused)[whole]
    found = {"momentum": np.sqrt(apart @ h[np.ix_(whole, whole)] @ apart / mass) / problem.speed_scale}
    s_caused = (g @ caused).reshape(-1, 3) + problem.bias + give * r
    s_given = (g @ twist.ravel()).reshape(-1, 3) + problem.bias + give * r
    error, error_given, change, power, deep = ([0.0] * len(r) for _ in range(5))
    for c in np.flatnonzero(counts):
        low, high, cohesion = range_of(problem, c)
        radius = max(problem.friction[c] * r[c, 0] + cohesion, 0.0)
        rows = g[3 * c:3 * c + 3, columns]
        w = rows @ inverse @ rows.T + np.diag(give[c])
        rho_n, rho_t = 1.0 / w[0, 0], 1.0 / np.linalg.eigvalsh(w[1:, 1:])[-1]
        for s, into in ((s_caused[c], error), (s_given[c], error_given)):
            e_n = abs(r[c, 0] - np.clip(r[c, 0] - rho_n * s[0], low, high)) / rho_n
            e_t = np.linalg.norm(r[c, 1:] - cut(r[c, 1:] - rho_t * s[1:], radius)) / rho_t
            into[c] = np.hypot(e_n, e_t) / problem.speed_scale
        change[c] = max(abs(r[c, 0] - impulse[c, 0]) / rho_n, np.linalg.norm(r[c, 1:] - impulse[c, 1:]) / rho_t)
        power[c] = max(0.0, r[c, 1:] @ s_given[c, 1:]) + max(0.0, (r[c, 0] - low) * s_given[c, 0])
        deep[c] = max(0.0, -s_given[c, 0]) if r[c, 0] < high else 0.0
    found |= {"flow": max(error), "flow_at_twist": max(error_given),
              "cone_violation": max(change) / problem.speed_scale,
              "flow_share": np.sqrt(np.sum(np.square(error)) / counts.sum()),
              "power": sum(power) / (mass * problem.speed_scale**2), "penetration": max(deep) / problem.speed_scale}
    return found, np.array(error)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 499), luck=st.integers(0, 2**32 - 1))
def test_numbers_are_the_definitions(seed, luck):
    """On nasty problems of all kinds, with impulses in all states, both forms agree."""
    seed -= seed % BAD_EVERY == BAD_SEED
    problem, rng = nasty_problem(seed), np.random.default_rng(luck)
    if problem.contact_count > 150:
        problem = nasty_problem(0)
    count, step = problem.contact_count, problem.inertia[~problem.prescribed, 0, 0].mean() * problem.speed_scale
    impulse = step * rng.standard_normal((count, 3)) * rng.choice([0.0, 0.1, 1.0, 10.0], (count, 1))
    impulse[:, 1:] *= rng.choice([0.0, 0.1, 1.0], (count, 1))
    twist = problem.free_twist + rng.choice([0.0, 1.0]) * problem.speed_scale * rng.standard_normal(
        problem.free_twist.shape)
    if problem.planar_axis is not None:                          # locked degrees of freedom keep their free twist
        locked = [problem.planar_axis] + [3 + i for i in range(3) if i != problem.planar_axis]
        twist[:, locked] = problem.free_twist[:, locked]
    found = judge_coulomb(problem, twist, impulse)
    expected, error = dense_judge(problem, twist, impulse)
    assert np.isfinite(astuple(found)).all()
    # masses differ a million times: that many digits go where light blocks carry the impulses of heavy ones
    for name, value in expected.items():
        assert getattr(found, name) == pytest.approx(value, rel=1e-7, abs=1e-9), name
    assert error[found.worst_contact] == pytest.approx(error.max(), rel=1e-7, abs=1e-9)
    assert found.flow_share <= found.flow <= max(1.0 + 1e-12, np.sqrt(count)) * found.flow_share + 1e-12


# --- closed forms: a block that touches the support at its own centre does not turn, W = 1 / mass

def point_problem(acceleration, mu, *, speed=(0.0, 0.0, 0.0), bias=(0.0, 0.0, 0.0), **strengths):
    """A block of MASS under gravity and `acceleration`, on a plane through its centre."""
    scene = Scene()
    scene.block((0, 0, 0), prescribed=True)
    scene.block((0, 0, 0))
    scene.contact(0, 1, (0, 0, 0), bias=bias)
    problem = scene.problem(gravity_twist(scene, push=acceleration, start=speed), mu)
    return replace(problem, law=FlowLaw.COULOMB, **{k: np.atleast_1d(v) for k, v in strengths.items()})


def answer(problem, impulse):
    """The impulse as (1, 3), and the twist that it causes."""
    r = np.array([impulse], float)
    twist = problem.free_twist.copy()
    twist[1, :3] += r[0] @ UP / MASS
    return twist, r


def is_answer(found):
    return max(abs(x) for x in astuple(replace(found, worst_contact=0))) < ROUNDING


SIDE = 0.7      # of the limit mu = 1/2: sticks


@pytest.mark.parametrize(("acceleration", "impulse"), [
    ((0.0, 0.0, 0.0), (WEIGHT, 0.0, 0.0)),                                              # rests
    ((0.5 * SIDE * G, 0.0, 0.0), (WEIGHT, -0.5 * SIDE * WEIGHT, 0.0)),                    # sticks
    ((0.6 * G, 0.8 * G, 0.0), (WEIGHT, -0.3 * WEIGHT, -0.4 * WEIGHT)),                    # slides, without lift
    ((3.0, -2.0, 1.5 * G), (0.0, 0.0, 0.0)),                                            # opens
], ids=["rests", "sticks", "slides", "opens"])
def test_block_on_a_plane(acceleration, impulse):
    problem = point_problem(acceleration, 0.5)
    found = judge_coulomb(problem, *answer(problem, impulse))
    assert is_answer(found) and found.worst_contact == 0


@pytest.mark.parametrize("share", [1e-9, 1e-3, 0.1])
def test_what_is_missing_shows_in_speeds(share):
    """Each wrong answer has the number that follows by hand."""
    sticks, slides = point_problem((0.35 * G, 0, 0), 0.5), point_problem((0.9 * G, 0, 0), 0.5)
    opens = point_problem((0, 0, 1.5 * G), 0.5)
    near = {"rel": 1e-6 if share < 1e-6 else 1e-10}
    # too little carried: what is not carried goes on falling and being pushed
    twist, r = answer(sticks, (WEIGHT * (1 - share), -0.35 * WEIGHT * (1 - share), 0))
    found = judge_coulomb(sticks, twist, r)
    assert found.flow == pytest.approx(share * np.hypot(1.0, 0.35), **near)
    assert found.penetration == pytest.approx(share, **near) and found.momentum < ROUNDING
    # the right impulses, a twist that creeps
    twist, r = answer(sticks, (WEIGHT, -0.35 * WEIGHT, 0))
    twist[1, 1] += share * G * DT
    found = judge_coulomb(sticks, twist, r)
    assert found.flow < ROUNDING and found.flow_at_twist == pytest.approx(share, **near)
    assert found.momentum == pytest.approx(share, **near)
    # slides on with too little friction: what is missing to the limit, over the mass
    found = judge_coulomb(slides, *answer(slides, (WEIGHT, -0.5 * WEIGHT * (1 - share), 0)))
    assert found.flow == pytest.approx(0.5 * share, **near) and found.power == 0.0
    # friction turned by an angle: the chord between where it is and where it should be, w_t r_t itself being 0.5 g dt
    turned = 0.5 * WEIGHT * np.array([-np.cos(share), np.sin(share)])
    found = judge_coulomb(slides, *answer(slides, (WEIGHT, *turned)))
    slip = np.array([0.9, 0.0]) + turned / WEIGHT
    q = turned / WEIGHT - slip
    assert found.flow == pytest.approx(np.linalg.norm(turned / WEIGHT - 0.5 * q / np.linalg.norm(q)), **near)
    # too much friction is cut before the law is asked, and reported
    twist, r = answer(slides, (WEIGHT, -0.5 * WEIGHT, 0))
    found = judge_coulomb(slides, twist, r * [1, 1 + share, 1])
    assert found.cone_violation == pytest.approx(0.5 * share, **near) and found.flow < ROUNDING
    # pressure where the joint opens: 0.5 g dt up without it
    found = judge_coulomb(opens, *answer(opens, (share * WEIGHT, 0, 0)))
    assert found.flow == pytest.approx(share, **near)
    assert found.power == pytest.approx(share * (0.5 + share), **near)


def test_friction_that_drives_has_power():
    problem = point_problem((0.9 * G, 0, 0), 0.5)
    found = judge_coulomb(problem, *answer(problem, (WEIGHT, 0.5 * WEIGHT, 0)))
    assert found.power == pytest.approx(0.5 * 1.4, rel=1e-12)                 # r_t s_t = 0.5 W 1.4 g dt
    # w r_t = +0.5, the projection ends at -0.5 g dt
    assert found.flow == pytest.approx(1.0, rel=1e-12)


def test_the_associative_answer_is_not_coulombs():
    """Sliding with lift, s_n = mu s_t, s_t = (a - mu g) dt / (1 + mu^2): the referee shows the lift; both laws' own
    answers pass their own referee."""
    problem = point_problem((0.6 * G, 0, 0), 0.5)
    twist, r = answer(problem, WEIGHT * (1 + 0.5 * 0.6) / 1.25 * np.array([1.0, -0.5, 0.0]))
    assert twist[1, 2] == pytest.approx(0.5 * twist[1, 0], rel=1e-9)
    assert judge(problem, twist, r).velocity_bound < 1e-7
    assert judge_coulomb(problem, twist, r).flow == pytest.approx(0.5 * 0.1 / 1.25, rel=1e-9)
    twist, r = answer(problem, WEIGHT * np.array([1.0, -0.5, 0.0]))
    assert is_answer(judge_coulomb(problem, twist, r)) and judge(problem, twist, r).velocity_bound > 1e-2


def test_four_corners_of_a_sliding_cube():
    """Friction at the base turns the load to the front: r_n = m dt g (1 +- mu) / 4."""
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene, push=(0.9 * G, 0, 0)), 0.5)
    front = problem.arm_b[:, 0] > 0.0
    r = np.zeros((4, 3))
    r[:, 0] = WEIGHT * np.where(front, 1.5, 0.5) / 4
    r[:, 1] = -0.5 * r[:, 0]
    twist = np.zeros((2, 6))
    twist[1, 0] = 0.4 * G * DT
    assert is_answer(judge_coulomb(problem, twist, r))
    # even pressures: a torque of m g dt mu h / 2 is left, which turns the cube about y by 3 mu g dt / h
    r[:, 0], r[:, 1] = WEIGHT / 4, -WEIGHT / 8
    found = judge_coulomb(problem, twist, r)
    assert found.momentum == pytest.approx(3 * 0.5 * np.sqrt(1 / 6), rel=1e-12)
    # corners then move up and down by 3/2 mu g dt, and back by as much less the slip of 0.4 g dt
    assert found.flow == found.flow_share == pytest.approx(np.hypot(0.75, 0.35), rel=1e-12)


def pair_problem(pull, mu, **strengths):
    """Two free blocks, 1 m3 and 0.5 m3, that fly apart at `pull` [m/s] without impulses; contact at both centres."""
    scene = Scene()
    scene.block((0, 0, 0))
    scene.block((0, 0, 0), (1.0, 1.0, 0.5))
    scene.contact(0, 1, (0, 0, 0))
    twist = np.zeros((2, 6))
    twist[1, 2] = pull
    problem = scene.problem(twist, mu)
    return replace(problem, **{k: np.atleast_1d(float(v)) for k, v in strengths.items()}), 1 / MASS + 2 / MASS


def pair_twist(problem, r):
    twist = problem.free_twist.copy()
    twist[0, :3] -= np.array(r) @ UP / MASS
    twist[1, :3] += np.array(r) @ UP * 2 / MASS
    return twist, np.array([r], float)


@pytest.mark.parametrize(("tension", "end"), [(0.5, -0.5), (3.0, -1.0)], ids=["tension", "tip of the cone"])
def test_pair_with_cohesion(tension, end):
    """Cohesion 0.4 at mu 0.4 lets no more than a pull of 1 N s act, whatever the tension is."""
    strength = {"cohesion": 0.4, "tension": tension}
    _, w = pair_problem(0.0, 0.4, **strength)
    held, _ = pair_problem(-0.9 * end * w, 0.4, **strength)
    assert is_answer(judge_coulomb(held, *pair_twist(held, (0.9 * end, 0, 0))))
    parts, _ = pair_problem(-1.2 * end * w, 0.4, **strength)
    assert is_answer(judge_coulomb(parts, *pair_twist(parts, (end, 0, 0))))
    # held by less than it could: what is missing to the end of the range, at the reduced mass 1 / w
    found = judge_coulomb(parts, *pair_twist(parts, (0.9 * end, 0, 0)))
    assert found.flow == pytest.approx(-0.1 * end * w / parts.speed_scale, rel=1e-9)
    # more than it can hold
    found = judge_coulomb(parts, *pair_twist(parts, (1.1 * end, 0, 0)))
    assert found.cone_violation == pytest.approx(-0.1 * end * w / parts.speed_scale, rel=1e-9)
    # shear up to what pull leaves of the cohesion, then slip against it
    side = 0.4 + 0.4 * 0.5 * end
    slips, _ = pair_problem(-0.5 * end * w, 0.4, **strength)
    slips.free_twist[1, 0] = 3.0 * side * w
    assert is_answer(judge_coulomb(slips, *pair_twist(slips, (0.5 * end, -side, 0))))


@pytest.mark.parametrize(("pull", "impulse"), [(-2.0, 0.0), (0.7, -0.7), (2.0, -1.0)],
                         ids=["slack", "taut", "yields"])
def test_a_tie_is_the_same_under_both_laws(pull, impulse):
    """A cable holds 1 N s of pull and no pressure; without friction s_t is nobody's business."""
    _, w = pair_problem(0.0, 0.0, tension=1.0)
    problem, _ = pair_problem(pull * w, 0.0, tension=1.0, crushing=0.0)
    problem.free_twist[1, 0] = 0.3
    twist, r = pair_twist(problem, (impulse, 0, 0))
    assert is_answer(judge_coulomb(problem, twist, r)) and judge(problem, twist, r).velocity_bound < 1e-7
    if pull > 0.0:
        found = judge_coulomb(problem, *pair_twist(problem, (0.9 * impulse, 0, 0)))
        assert found.flow == pytest.approx(-0.1 * impulse * w / problem.speed_scale, rel=1e-9)


def test_a_crushed_joint_closes():
    """Pressure at its cap, the rest of the weight goes on down: an answer, and no penetration."""
    problem = point_problem((0, 0, 0), 0.5, crushing=0.75 * WEIGHT)
    assert is_answer(judge_coulomb(problem, *answer(problem, (0.75 * WEIGHT, 0, 0))))
    found = judge_coulomb(problem, *answer(problem, (0.7 * WEIGHT, 0, 0)))
    assert found.flow == pytest.approx(0.05, rel=1e-9) and found.penetration == pytest.approx(0.3, rel=1e-9)


def test_a_joint_that_gives():
    """s = u + d + E r = 0 along each axis: r = m w_free / (1 + m E); each wrong impulse counts with 1/m + E."""
    give = np.array([[0.5, 2.0, 0.1]]) / MASS
    problem = point_problem((0.35 * G, 0, 0), 0.8)
    problem = replace(problem, compliance=give)
    r = WEIGHT * np.array([1.0 / 1.5, -0.35 / 3.0, 0.0])
    assert is_answer(judge_coulomb(problem, *answer(problem, r)))
    found = judge_coulomb(problem, *answer(problem, (r[0] + 0.01 * WEIGHT, r[1], 0)))
    assert found.flow == pytest.approx(0.01 * 1.5, rel=1e-9)
    found = judge_coulomb(problem, *answer(problem, (r[0], r[1] + 0.01 * WEIGHT, 0)))
    assert found.flow == pytest.approx(0.01 * 3.0, rel=1e-9)


# --- what must hold for every answer

def random_answer(rng, problem):
    step = problem.inertia[~problem.prescribed, 0, 0].mean() * problem.speed_scale
    impulse = step * rng.standard_normal((problem.contact_count, 3))
    return problem.free_twist + problem.speed_scale * rng.standard_normal(problem.free_twist.shape), impulse


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), angle=st.floats(-4.0, 4.0))
def test_axes_in_the_joint_and_units_do_not_matter(seed, angle):
    """Other t1, t2; masses times a thousand with their impulses; time twice as fast: the same numbers."""
    rng = np.random.default_rng(seed)
    scene = wall(2, 2)
    problem = scene.problem(gravity_twist(scene, push=(4.0, 1.0, 0)), rng.uniform(0, 1, len(scene.contacts)))
    twist, r = random_answer(rng, problem)
    expected = astuple(judge_coulomb(problem, twist, r))
    turn = np.eye(3)
    turn[1:, 1:] = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    turned = replace(problem, frame=turn @ problem.frame, bias=problem.bias @ turn.T)
    assert astuple(judge_coulomb(turned, twist, r @ turn.T)) == pytest.approx(expected, rel=1e-9)
    heavy = replace(problem, inertia=1000.0 * problem.inertia)
    assert astuple(judge_coulomb(heavy, twist, 1000.0 * r)) == pytest.approx(expected, rel=1e-9)
    fast = replace(problem, free_twist=2 * problem.free_twist, bias=2 * problem.bias,
                   speed_scale=2 * problem.speed_scale)
    assert astuple(judge_coulomb(fast, 2 * twist, 2 * r)) == pytest.approx(expected, rel=1e-9)


NUMBERS = ("inertia", "free_twist", "bias", "friction", "frame", "arm_b", "compliance", "cohesion", "twist", "impulse")


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in NUMBERS for value in (np.nan, np.inf)]
                         + [("tension", np.nan), ("crushing", np.nan)])      # infinite ones are no limit
def test_what_is_not_a_number_is_infinitely_wrong(name, value):
    scene = block_on_plane()
    problem = scene.problem(gravity_twist(scene), 0.5, compliance=np.full((4, 3), 1e-6))
    problem = replace(problem, cohesion=np.ones(4), tension=np.ones(4), crushing=np.full(4, 1e3))
    given_twist, r = np.zeros((2, 6)), np.tile([WEIGHT / 4, 0.0, 0.0], (4, 1))
    assert np.isfinite(astuple(judge_coulomb(problem, given_twist, r))).all()
    if name in ("twist", "impulse"):
        (given_twist if name == "twist" else r)[1, 0] = value
    else:
        getattr(problem, name).reshape(len(getattr(problem, name)), -1)[1, 0] = value
    found = judge_coulomb(problem, given_twist, r)
    assert found.flow == found.momentum == found.flow_at_twist == found.power == found.worst == np.inf


def test_contacts_between_supports_do_not_count():
    scene = block_on_plane()
    scene.block((0, 0, -2), prescribed=True)
    scene.contact(0, 2, (0, 0, -1))
    twist = np.zeros((3, 6))
    twist[2, 2] = -5.0
    problem = scene.problem(twist, 0.5)
    r = np.zeros((5, 3))
    r[4] = 7.0
    assert is_answer(judge_coulomb(problem, twist, r))
    alone = replace(problem, prescribed=np.ones(3, bool))
    assert judge_coulomb(alone, twist, r).worst_contact == -1 and judge_coulomb(alone, twist, r).worst == 0.0


def test_a_wall_solved_by_sweeps_passes():
    """An independent method, Gauss-Seidel on the law itself, and FCLIB's measure; the convex answer shows its lift.

    FCLIB's map has rho = 1 kg; |r - P(r - rho s)| / rho falls with rho, and here all effective masses are above 1 kg.
    It holds for the two parts of the law one by one and not for De Saxce's form, hence the factor 2.
    """
    scene = wall(3, 2)
    problem = replace(scene.problem(gravity_twist(scene, push=(6.0, 0, 0)), 0.5), law=FlowLaw.COULOMB)
    local = to_local(problem)
    assert local.matrix.diagonal().max() < 1.0
    r, _ = solve_coulomb_sweeps(local, tolerance=1e-6)
    miss = np.linalg.norm(natural_map(local, r))
    assert 0.0 < miss < 2e-6
    found = judge_coulomb(problem, problem.free_twist, r)
    assert found.flow <= 2.0 * miss / problem.speed_scale and found.cone_violation < ROUNDING
    assert found.momentum > 0.1                                   # of the twist that was given instead
    convex = solve_interior(problem)
    assert judge_coulomb(problem, convex.twist, convex.impulse).flow > 1e-2
