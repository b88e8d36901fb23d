"""Scenes nobody designed: thrown, dropped, pushed and leaning boxes. The laws hold whatever happens.

dt is the step, U the greatest relative speed of two points in the scene, W the weight.
"""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from drystone.contact.detect import Detector
from drystone.engines.nscd.rotation import world_inertia
from drystone.geometry.primitives import box
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.assembly import Assembly

_spec = importlib.util.spec_from_file_location("nscd_scenes", Path(__file__).parents[1] / "nscd" / "scenes.py")
_scenes = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_scenes)
G, March, energies = _scenes.G, _scenes.March, _scenes.energies

DT = 1e-3
MIRROR = np.array([-1.0, 1.0, 1.0])   # of vectors at the plane x = 0; axial vectors change the other signs


def empty(friction: float, **options) -> Assembly:
    """Nothing but a material and a joint."""
    scene = Assembly("scene", **({"gravity": G} | options))
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=friction)
    return scene


def add(scene: Assembly, name: str, size, centre, *, axis=(0.0, 0.0, 1.0), angle=0.0, linear=(0.0, 0.0, 0.0),
        angular=(0.0, 0.0, 0.0), scale=1.0, mirror=False) -> None:
    """A box, turned by `angle` [deg] about its centre and thrown; `scale` by Froude: time goes with its root."""
    size, centre, axis, linear, angular = map(np.asarray, (size, centre, axis, linear, angular))
    if mirror:
        centre, axis, linear, angular = centre * MIRROR, axis * -MIRROR, linear * MIRROR, angular * -MIRROR
    scene.add(name, box(size * scale, center=centre * scale), material="stone")
    scene.tilt(name, angle_deg=angle, axis=axis, about=centre * scale)
    scene.velocity(name, linear=linear * np.sqrt(scale), angular=angular / np.sqrt(scale))


def thrown(seed: int, scale=1.0, mirror=False) -> Assembly:
    """A column of boxes in the air, each turned and spinning at random, which falls into a heap."""
    rng = np.random.default_rng(seed)
    count, top = int(rng.integers(2, 7)), 0.0
    scene = empty(float(rng.choice([0.0, 0.2, 0.4, 0.6, 0.8])))
    for k in range(count):
        size = rng.uniform(0.1, 0.6, 3)
        radius = 0.5 * np.linalg.norm(size)
        centre = np.array([*rng.uniform(-0.15, 0.15, 2), top + radius + rng.uniform(0.002, 0.05)])
        top = centre[2] + radius
        add(scene, f"b{k}", size, centre, axis=rng.normal(size=3), angle=float(rng.uniform(-90, 90)),
            linear=rng.normal(scale=0.7, size=3), angular=rng.normal(scale=1.5, size=3), scale=scale, mirror=mirror)
    scene.add_ground(level=0.0, margin=6.0 * scale)
    return scene


def pushed(seed: int) -> Assembly:
    """A row of boxes on the ground, pushed towards each other and a little aside."""
    rng = np.random.default_rng(seed)
    scene, x = empty(float(rng.uniform(0.1, 0.7))), 0.0
    for k in range(int(rng.integers(2, 7))):
        size = rng.uniform(0.2, 0.6, 3)
        x += 0.5 * size[0] + rng.uniform(0.0, 0.05)
        add(scene, f"b{k}", size, (x, rng.uniform(-0.1, 0.1), 0.5 * size[2]),
            linear=(rng.normal(scale=2.0), rng.normal(scale=0.3), 0.0), angular=(0.0, 0.0, rng.normal()))
        x += 0.5 * size[0]
    scene.add_ground(level=0.0)
    return scene


def leaning(seed: int) -> Assembly:
    """A stack that leans as one body over a bottom edge, some beyond the point of no return."""
    rng = np.random.default_rng(seed)
    scene, z = empty(float(rng.uniform(0.2, 0.8))), 0.0
    names = [f"b{k}" for k in range(int(rng.integers(2, 7)))]
    for name in names:
        height = rng.uniform(0.1, 0.4)
        scene.add(name, box((0.5, 0.4, height), center=(0.0, 0.0, z + 0.5 * height)), material="stone")
        z += height
    scene.tilt(names, angle_deg=float(rng.uniform(1.0, 25.0)), axis="y", about=(0.25, 0.0, 0.0))
    scene.add_ground(level=0.0)
    return scene


# --- laws that every scene obeys ----------------------------------------------------------------

class Watch:
    """Steps a scene and keeps what the laws are about."""

    def __init__(self, scene: Assembly, dt: float = DT) -> None:
        self.march, self.dt = March(scene, dt), dt
        self.model = self.march.model
        self._detector = Detector(self.model.parts)
        free = ~self.model.is_support
        self.weight = float(self.model.mass[free].sum() * np.linalg.norm(self.model.gravity))
        self._radius = np.zeros(self.model.block_count)
        np.maximum.at(self._radius, self.model.parts.block, self.model.parts.part_radius)
        self.energy = [sum(energies(self.model, self.march.state, 0.0))]
        self.depth = [0.0]                     #: (n,) [m], greatest penetration at the end of each step
        self.speed = [self._relative_speed()]  #: (n,) [m/s], bound of the relative speed of two points

    def _relative_speed(self) -> float:
        twist = self.march.state.twist
        fastest = np.sort(np.linalg.norm(twist[:, :3], axis=1) + self._radius * np.linalg.norm(twist[:, 3:], axis=1))
        return float(fastest[-2:].sum())

    def go(self, count: int) -> "Watch":
        for _ in range(count):
            state = self.march.go(1).state
            assert np.isfinite(state.position).all() and np.isfinite(state.orientation).all()
            assert np.isfinite(state.twist).all()
            found = self._detector.detect(state.position, state.orientation, state.is_support, state.is_active, 1e-6)
            self.depth.append(max(0.0, -float(found.gap.min(initial=0.0))))
            self.energy.append(sum(energies(self.model, state, 0.0)))
            self.speed.append(self._relative_speed())
        return self

    def check(self) -> None:
        """Energy, ledger and penetration within their bounds; every step solved."""
        reach = 0.5 * self.dt * max(self.speed)
        # a contact that is open at mid-step, when contacts are found, can close by U dt/2 until the end of the step
        assert max(self.depth) <= reach
        # contact work is not positive but where penetration is pushed out: at most all the weight by that depth.
        # Free flight of a spinning block adds 1e-5 of its kinetic energy (momentum, not energy, is what it keeps).
        energy = np.array(self.energy)
        low = np.minimum.accumulate(energy)
        assert (energy - low).max() <= self.weight * reach + 1e-5 * energy[0]
        assert energy.max() <= energy[0] * (1.0 + 1e-6)
        start, end = (energies(self.model, s, 0.0) for s in (self.march.states[0], self.march.state))
        work = self.march.state.work
        terms = max(*np.abs(work), *np.abs(start), *np.abs(end))
        assert abs(sum(end) - sum(start) - work.sum()) < 1e-12 * terms
        assert all(report.is_solved for report in self.march.reports)


@pytest.mark.parametrize("seed", range(8))
def test_thrown_boxes(seed):
    watch = Watch(thrown(seed)).go(300)
    watch.check()
    assert any(report.impact_count for report in watch.march.reports)


@pytest.mark.parametrize("seed", range(5))
def test_pushed_boxes(seed):
    watch = Watch(pushed(seed)).go(250)
    watch.check()
    assert watch.energy[-1] < watch.energy[0]


@pytest.mark.parametrize("seed", range(5))
def test_leaning_stacks(seed):
    Watch(leaning(seed)).go(300).check()


def test_a_long_step_keeps_the_bounds():
    """dt = 5 ms: coarse, but no law is lost."""
    Watch(thrown(3), 5e-3).go(200).check()


# --- symmetries ---------------------------------------------------------------------------------

def worst_difference(one: March, other: March, factor) -> float:
    return max(float(np.abs(a.position * factor - b.position).max()) for a, b in zip(one.states, other.states))


@pytest.mark.parametrize("seed", [0, 2, 5])
def test_a_mirrored_scene_moves_as_its_mirror_image(seed):
    """Rounding differs, and impacts magnify it; 1e-9 m leaves them a factor of a million."""
    plain, turned = (March(thrown(seed, mirror=mirror), DT).go(250) for mirror in (False, True))
    assert worst_difference(turned, plain, MIRROR) < 1e-9


@pytest.mark.parametrize("scale", [1e-3, 1e2], ids=["millimetres", "hundred metres"])
@pytest.mark.parametrize("seed", [0, 3])
def test_scaled_copies_move_alike(seed, scale):
    """Froude: lengths times s, times times sqrt(s). No length or speed may be built into the engine."""
    plain = March(thrown(seed), DT).go(250)
    scaled = March(thrown(seed, scale=scale), DT * np.sqrt(scale)).go(250)
    assert worst_difference(scaled, plain, 1.0 / scale) < 1e-9


# --- collisions in free flight ------------------------------------------------------------------

def colliding(seed: int) -> Assembly:
    """Two boxes in the air that fly at each other; in every other scene without gravity."""
    rng = np.random.default_rng(seed)
    scene = empty(float(rng.uniform(0.0, 1.0)), gravity=0.0 if seed % 2 else G, free=True)
    for name, x in (("left", -0.5), ("right", 0.5)):
        size = rng.uniform(0.1, 0.5, 3)
        add(scene, name, size, (x, *rng.uniform(-0.1, 0.1, 2)), angle=float(rng.uniform(-90, 90)),
            axis=rng.normal(size=3), linear=(-np.sign(x) * rng.uniform(1, 4), 0.0, 0.0),
            angular=rng.normal(scale=2.0, size=3))
    return scene


def momenta(model, state) -> tuple[np.ndarray, np.ndarray]:
    """Linear momentum (3,) [kg m/s], and angular momentum (3,) [kg m2/s] about the common centre of mass."""
    mass = model.mass
    inertia = world_inertia(model.inertia, quaternion_to_matrix(state.orientation))
    linear = mass[:, None] * state.twist[:, :3]
    arm = state.position - mass @ state.position / mass.sum()
    own = np.matmul(inertia, state.twist[:, 3:, None])[:, :, 0]
    return linear.sum(axis=0), (own + np.cross(arm, linear)).sum(axis=0)


@pytest.mark.parametrize("seed", range(6))
def test_colliding_pairs_keep_their_momentum(seed):
    """Linear momentum to the solver's residual, angular momentum to the turn within a step of impact.

    The inertia of a step is that at the end pose predicted with the old spin. An impact changes the spin by dw, so
    the block ends turned by up to 3/2 dt |dw| from there (tau >= -1/2), and J w is off by twice that share.
    """
    march = March(colliding(seed), DT).go(300)
    model, states = march.model, march.states
    assert sum(report.impact_count for report in march.reports) > 0
    linear, angular = (np.array(values) for values in zip(*(momenta(model, state) for state in states)))
    times = np.array([state.time for state in states])
    size = np.abs(model.mass[:, None] * states[0].twist[:, :3]).max()
    expected = linear[0] + np.outer(times, model.gravity) * model.mass.sum()
    assert np.abs(linear - expected).max() < 1e-10 * size
    spin = np.array([state.twist[:, 3:] for state in states])
    turn = 1.5 * DT * np.linalg.norm(np.diff(spin, axis=0), axis=2)
    greatest = np.linalg.eigvalsh(model.inertia)[:, -1]
    allowed = (2.0 * turn * greatest * np.linalg.norm(spin[1:], axis=2)).sum()
    flight = 1e-5 * (greatest * np.linalg.norm(spin[0], axis=1)).sum()
    assert np.abs(angular - angular[0]).max() < allowed + flight


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_a_collision_adds_no_energy(seed):
    """Without gravity: friction and impact only take."""
    Watch(colliding(seed)).go(300).check()


# --- drops on edges and corners -----------------------------------------------------------------

CORNER_DOWN = float(np.degrees(np.arccos(1.0 / np.sqrt(3.0))))


@pytest.mark.parametrize(("axis", "angle", "height"), [((0.0, 1.0, 0.0), 45.0, 0.5 * np.sqrt(2.0)),
                                                       ((1.0, -1.0, 0.0), CORNER_DOWN, 0.5 * np.sqrt(3.0))],
                         ids=["edge", "corner"])
def test_a_cube_dropped_exactly_on_an_edge_or_corner_balances(axis, angle, height):
    """A symmetric fall has no side to choose: only rounding could tip it, by exp(p t) with p near 3.5 1/s."""
    scene = empty(0.6)
    add(scene, "block", (1.0, 1.0, 1.0), (0.0, 0.0, height + 0.03), axis=axis, angle=angle)
    scene.add_ground(level=0.0)
    watch = Watch(scene).go(300)
    watch.check()
    assert np.abs(watch.march.state.position[0] - [0.0, 0.0, height]).max() < 1e-9 + max(watch.depth)
    assert np.abs(watch.march.path()[:, :2]).max() < 1e-9


@pytest.mark.parametrize(("axis", "angle"), [((0.0, 1.0, 0.0), 38.0), ((1.0, -1.1, 0.1), 50.0)],
                         ids=["edge", "corner"])
def test_a_cube_dropped_beside_its_balance_comes_to_lie_flat(axis, angle):
    scene = empty(0.6)
    add(scene, "block", (1.0, 1.0, 1.0), (0.0, 0.0, 1.0), axis=axis, angle=angle)
    scene.add_ground(level=0.0)
    watch = Watch(scene, 2e-3).go(1200)
    watch.check()
    state = watch.march.state
    assert np.abs(state.twist).max() < 1e-9
    assert state.position[0, 2] == pytest.approx(0.5, abs=1e-5)
    upright = np.abs(quaternion_to_matrix(state.orientation[:1])[0][2])   # one axis of the cube is vertical
    assert np.sort(upright)[-1] == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("speed", [2.0, 10.0, 30.0])
def test_a_thin_plate_does_not_fall_through_the_ground(speed):
    """20 mm thick, up to 30 mm a step, not quite flat: found in time, stopped within the bound, and on its way out."""
    scene = empty(0.6)
    add(scene, "plate", (0.4, 0.4, 0.02), (0.0, 0.0, 0.5), axis=(0.5, 1.0, 0.0), angle=3.0, linear=(0.0, 0.0, -speed))
    scene.add_ground(level=0.0)
    watch = Watch(scene).go(300)
    watch.check()
    assert watch.march.path("plate")[:, 2].min() > 0.0
    assert watch.depth[-1] < max(watch.depth)
    assert watch.speed[-1] < G * DT   # no point faster than gravity makes it in a step
