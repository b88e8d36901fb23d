"""Cables and tie-rods against closed forms: period, prestress, slack, yielding, rupture."""

import math

import numpy as np
import pytest
from scenes import G, March, energies, wall

from drystone.engines.nscd import ledger
from drystone.errors import InputError
from drystone.geometry.primitives import box
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.assembly import Assembly

MASS = 200.0
WEIGHT = MASS * G
PERIOD = 0.5
STIFFNESS = MASS * (2 * math.pi / PERIOD) ** 2


def hung(speed=(0.0, 0.0, 0.0), planar=None, **law) -> Assembly:
    """A block of 200 kg on a rope of 2 m."""
    scene = Assembly("hung", gravity=G, planar=planar)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.5)
    scene.add("block", box((0.5, 0.5, 0.4), center=(0.0, 0.0, -2.0)), material="stone")
    scene.add("roof", box((1.0, 1.0, 0.2), center=(0.0, 0.0, 0.1)))
    scene.support("roof")
    scene.tie("rope", ["block", ("roof", (0.0, 0.0, 0.0))], **law)
    scene.velocity("block", linear=speed)
    return scene


def elongation(march: March) -> np.ndarray:
    return np.array([march.model.ties.elongation(state.position, quaternion_to_matrix(state.orientation))[0]
                     for state in march.states])


def force(march: March) -> np.ndarray:
    return np.array([report.tie_force[0] for report in march.reports])


def closing_error(march: March) -> float:
    start, end = energies(march.model, march.states[0], 0.0), energies(march.model, march.state, 0.0)
    balance = sum(end) - sum(start) - march.state.work.sum()
    return abs(balance) / max(*np.abs(march.state.work), *np.abs(start), *np.abs(end))


def crossings(values: np.ndarray, dt: float) -> np.ndarray:
    """Times at which `values` rises through zero."""
    i = np.flatnonzero((values[:-1] < 0.0) & (values[1:] >= 0.0))
    return dt * (i + values[i] / (values[i] - values[i + 1]))


@pytest.mark.parametrize("dt", [2e-3, 1e-3])
def test_period_and_static_elongation(dt):
    """Let go it swings about -W/k with 2 pi sqrt(m/k) (1 + (omega dt)^2/12), the trapezoidal rule's. It is damped by
    about (omega dt)^3 in a radian, which makes the rule safe for stiff ties."""
    march = March(hung(stiffness=STIFFNESS), dt).go(round(8 * PERIOD / dt))
    offset = march.path()[:, 2] + 2.0 + WEIGHT / STIFFNESS
    error = (2 * math.pi * dt / PERIOD) ** 2 / 12
    assert np.diff(crossings(offset, dt)) == pytest.approx(PERIOD * (1 + error), rel=0.02 * error)
    last, damping = offset[-round(PERIOD / dt):], 16 * math.pi * (2 * math.pi * dt / PERIOD) ** 3
    assert np.abs(last).max() == pytest.approx(WEIGHT / STIFFNESS, rel=damping + 2 * error)
    assert force(march).max() == pytest.approx(2 * WEIGHT, rel=2 * error)
    assert closing_error(march) < 1e-12


def test_euler_damps_and_ends_at_the_static_elongation():
    march = March(hung(stiffness=STIFFNESS), 2e-2, scheme="euler").go(1000)
    assert march.path()[-1, 2] + 2.0 == pytest.approx(-WEIGHT / STIFFNESS, rel=1e-6)
    assert force(march)[-1] == pytest.approx(WEIGHT, rel=1e-6)


@pytest.mark.parametrize("planar", [None, "xz"])
@pytest.mark.parametrize("settings", [{}, {"scheme": "euler"}, {"scheme": "theta", "theta": 0.7}], ids=str)
def test_prestress_of_the_weight_is_rest(settings, planar):
    march = March(hung(stiffness=STIFFNESS, prestress=WEIGHT, planar=planar), 1e-3, **settings).go(200)
    assert np.abs(march.path() - march.path()[0]).max() < 1e-12
    assert force(march) == pytest.approx(WEIGHT, rel=1e-9)


@pytest.mark.parametrize("stiffness", [1e9, None])
def test_stiff_and_inextensible_ties_do_not_ring(stiffness):
    """At 1 ms a rod of 1e9 N/m is stiff (omega dt = 2.2): it stands at W/k after a few steps, and stays there."""
    march = March(hung(stiffness=stiffness), 1e-3).go(100)
    assert force(march)[20:] == pytest.approx(WEIGHT, rel=1e-3)
    assert elongation(march)[-1] == pytest.approx(0.0 if stiffness is None else WEIGHT / stiffness, abs=1e-9)


def test_pendulum_on_an_inextensible_cable():
    """Energy and length are kept to second order in the step, and it rises to v^2/2g."""
    errors = []
    for dt in (2e-3, 1e-3):
        march = March(hung(speed=(1.0, 0.0, 0.0)), dt).go(round(3.0 / dt))
        total = [sum(energies(march.model, state, 0.0)) for state in march.states]
        errors.append((abs(total[-1] - total[0]) / (0.5 * MASS), np.abs(elongation(march)).max()))
        assert march.path()[:, 2].max() + 2.0 == pytest.approx(1.0 / (2 * G), rel=1e-4)
        assert closing_error(march) < 1e-12
    assert errors[1][0] < 5e-6 and errors[1][1] < 1e-7
    assert errors[0][0] / errors[1][0] > 3.0 and errors[0][1] / errors[1][1] > 3.0


def test_slack_never_pushes():
    """Thrown up at 3 m/s it flies freely over the slack rope: to v^2/2g above where the force ends."""
    soft = MASS * (2 * math.pi / 0.2) ** 2
    march = March(hung(speed=(0.0, 0.0, 3.0), stiffness=soft, prestress=WEIGHT), 1e-3).go(300)
    assert (force(march) >= 0.0).all() and (force(march) == 0.0).sum() > 200
    # up to the slack point z = W/k the prestressed rope takes back what it held: v^2 = v0^2 - (omega z)^2
    slack = WEIGHT / soft
    left = 9.0 - (2 * math.pi / 0.2 * slack) ** 2
    assert march.path()[:, 2].max() + 2.0 == pytest.approx(slack + left / (2 * G), rel=1e-3)


@pytest.mark.parametrize("dt", [1e-3, 5e-4])
def test_yielding_dissipates_force_times_path(dt):
    """Yields at 1.5 W and p: m v^2/2 = (F_y - W) p + (F_y - W)^2/2k; the ties' work is -F_y p less what is stored."""
    stiff, limit = MASS * (2 * math.pi / 0.2) ** 2, 1.5 * WEIGHT
    march = March(hung(speed=(0.0, 0.0, -1.0), stiffness=stiff, prestress=WEIGHT, yield_force=limit), dt).go(
        round(1.0 / dt))
    path = march.state.tie_yielded[0]
    assert path == pytest.approx((0.5 * MASS - (limit - WEIGHT) ** 2 / (2 * stiff)) / (limit - WEIGHT), rel=2e-5)
    assert force(march).max() == pytest.approx(limit, rel=1e-9)
    now = WEIGHT + stiff * (elongation(march)[-1] - path)
    stored = (now**2 - WEIGHT**2) / (2 * stiff)
    assert march.state.work[ledger.TIES] == pytest.approx(-limit * path - stored, rel=1e-5)
    assert closing_error(march) < 1e-12


def test_inextensible_tie_yields_like_a_brake():
    """F_y = 1.5 W and a start at 1 m/s: it stops after v^2/(2 (F_y/m - g)) and holds the weight from then on."""
    march = March(hung(speed=(0.0, 0.0, -1.0), yield_force=1.5 * WEIGHT), 1e-3).go(400)
    assert -(march.path()[-1, 2] + 2.0) == pytest.approx(1.0 / G, rel=5e-3)
    assert march.state.tie_yielded[0] == pytest.approx(1.0 / G, rel=5e-3)
    assert force(march)[-1] == pytest.approx(WEIGHT, rel=1e-6)


@pytest.mark.parametrize(("share", "is_whole"), [(0.99, False), (1.01, True)])
def test_rupture_force(share, is_whole):
    """A load that is let go at once reaches 2 W."""
    march = March(hung(stiffness=STIFFNESS, rupture_force=share * 2 * WEIGHT), 1e-3).go(400)
    assert march.state.tie_intact[0] == is_whole
    if not is_whole:
        gone = int(np.argmin([state.tie_intact[0] for state in march.states]))
        assert (force(march)[gone:] == 0.0).all()
        assert np.diff(march.speeds()[gone:, 2]) == pytest.approx(-G * 1e-3, rel=1e-9)
    assert closing_error(march) < 1e-12


def test_rupture_elongation():
    """It yields at F = 0.9 W with v^2 = (2 W F - F^2)/(k m) and lengthens by v t + g t^2/20, up to 50 mm in all."""
    march = March(hung(stiffness=1e7, yield_force=0.9 * WEIGHT, rupture_elongation=0.05), 1e-3).go(500)
    gone = int(np.argmin([state.tie_intact[0] for state in march.states]))
    assert elongation(march)[gone - 1] < 0.05 <= elongation(march)[gone]
    speed = math.sqrt((2 * 0.9 - 0.9**2) * WEIGHT**2 / (1e7 * MASS))
    begin = math.acos(0.1) * math.sqrt(MASS / 1e7)                     # W/k (1 - cos omega t) = 0.9 W/k
    rest = 0.05 - 0.9 * WEIGHT / 1e7
    assert gone * 1e-3 == pytest.approx(
        begin + (math.sqrt(speed**2 + 0.2 * G * rest) - speed) / (0.1 * G), abs=2e-3)


def leaning(prestress: float, tilt=20.0) -> tuple[Assembly, float]:
    """A block of 0.6 x 0.6 x 2 m that leans beyond its tipping angle, held at its top; and the force that it needs."""
    scene = Assembly("leaning", gravity=G)
    scene.material("stone", density=1800.0)
    scene.joint("dry", friction=2.0)
    scene.add("block", box((0.6, 0.6, 2.0), center=(0.0, 0.0, 1.0)), material="stone")
    scene.add_ground(level=0.0)
    scene.tilt("block", angle_deg=tilt, axis="y", about=(0.3, 0.0, 0.0))
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    top = (0.3 - 0.6 * c + 2.0 * s, 0.0, 0.6 * s + 2.0 * c)             # where the left upper edge is after the tilt
    needed = 1800.0 * 0.72 * G * (-0.3 * c + 1.0 * s) / top[2]
    scene.tie("rod", [("block", (-0.3, 0.0, 2.0)), ("ground", (top[0] - 5.0, 0.0, top[2]))], stiffness=1e6,
              prestress=prestress * needed)
    return scene, needed


def test_prestressed_rod_holds_a_leaning_block():
    """Prestressed by W x / z it is in balance; without it the block tips until the rod has that force, and swings."""
    scene, needed = leaning(1.0)
    march = March(scene, 1e-3).go(500)
    assert np.abs(march.path()[-1] - march.path()[0]).max() < 1e-5
    assert force(march)[-100:] == pytest.approx(needed, rel=2e-3)
    slack, _ = leaning(0.0)
    march = March(slack, 1e-3).go(1000)
    assert force(march).max() == pytest.approx(2 * needed, rel=0.05)     # a load that is applied at once
    fallen, _ = leaning(1.0)
    fallen.ties.clear()
    march = March(fallen, 1e-3).go(2000)
    assert march.path()[-1, 2] < 0.7


def test_many_blocks_with_ties():
    """Two rods that clamp a wall of 210 blocks end to end: the sparse factor sees pairs that do not touch."""
    scene = wall()
    for height in (1.1, 2.9):
        scene.tie(f"rod {height}", _ends(scene, height), stiffness=1e7, prestress=2e3)
    march = March(scene, 1e-3).go(20)
    assert all(report.is_solved for report in march.reports)
    assert march.reports[-1].tie_force == pytest.approx(2e3, rel=0.01)


def _ends(scene: Assembly, height: float) -> list:
    """Blocks at both ends of the course that covers `height`."""
    course = [(spec.name, np.array(spec.shape.bounding_box)) for spec in scene.blocks.values()]
    course = [(name, low, high) for name, (low, high) in course if low[2] < height < high[2]]
    left, right = min(course, key=lambda c: c[1][0]), max(course, key=lambda c: c[2][0])
    return [(left[0], (0.0, 0.1, height)), (right[0], (4.0, 0.1, height))]


@pytest.mark.parametrize(("law", "message"), [
    ({"stiffness": 0.0}, r"tie 'rope': stiffness must be finite and > 0 \[N/m\], got 0.0"),
    ({"prestress": -1.0}, r"tie 'rope': prestress must be finite and >= 0 \[N\], got -1.0"),
    ({"prestress": 1.0}, r"tie 'rope': prestress needs stiffness, which is missing"),
    ({"yield_force": 1.0, "rupture_force": 2.0},
     r"tie 'rope': yield_force and rupture_force exclude each other: a tie that yields breaks by rupture_elongation"),
    ({"stiffness": 1.0, "prestress": 3.0, "yield_force": 2.0},
     r"tie 'rope': prestress must be < yield_force 2 \[N\], got 3.0"),
    ({"rupture_elongation": 0.1}, r"tie 'rope': rupture_elongation needs stiffness or yield_force: an inextensible tie "
                                  r"does not lengthen"),
    ({"strength": 0.1}, r"tie 'rope': no property is called 'strength'; there are stiffness, prestress, yield_force, "
                        r"rupture_force, rupture_elongation"),
])
def test_laws_that_cannot_be(law, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        hung(**law)
