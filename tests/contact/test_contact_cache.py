"""What the detector keeps between calls changes the time that an answer takes, and no bit of it."""

from itertools import pairwise

import numpy as np
import pytest
from contact_frozen import disturbed, heap
from contact_scenes import IDENTITY, Scene, box, prism, wall

from drystone.contact.detect import Detector
from drystone.engines.nscd.engine import NscdEngine
from drystone.geometry.primitives import box as solid_box
from drystone.model.assembly import Assembly
from drystone.model.settings import AnalysisSettings
from drystone.simulation.march import take_steps


def same_bits(first, second):
    """Whether two contact sets are equal to the last bit, signs of zeros included."""
    for name in first.__slots__:
        a, b = getattr(first, name), getattr(second, name)
        if name == "candidate_count":
            if a != b:
                return False
        elif a.dtype != b.dtype or a.shape != b.shape or a.tobytes() != b.tobytes():
            return False
    return True


def make_scene(kind):
    if kind == "wall":
        return wall(6, 5, "running")
    if kind == "shaken wall":
        return disturbed(wall(6, 5, "running"), 1e-3, 1e-3, 1)
    return heap([box(0.4, 0.2, 0.2), prism([[-0.15, -0.1], [0.15, -0.1], [0.0, 0.2]], 0.3)], 3, 0.25, 2)


class Walk:
    """Blocks that move at random, most of them at rest at any time; some vanish, become supports, look further."""

    def __init__(self, scene, seed):
        self.rng, self.count = np.random.default_rng(seed), len(scene.solids)
        self.position, self.orientation = np.array(scene.position), np.array(scene.orientation)
        self.is_support, self.is_active = np.array(scene.is_support), np.ones(self.count, bool)
        self.margin = np.full(self.count, 5e-4)

    def pick(self, share):
        return self.rng.uniform(size=self.count) < share

    def step(self):
        moving = self.pick(self.rng.choice([0.0, 0.02, 0.2, 1.0], p=[0.2, 0.4, 0.3, 0.1]))
        self.position = self.position + 2e-3 * moving[:, None] * self.rng.uniform(-1.0, 1.0, (self.count, 3))
        turned = self.orientation + 1e-3 * moving[:, None] * self.rng.uniform(-1.0, 1.0, (self.count, 4))
        self.orientation = np.where(moving[:, None], turned / np.linalg.norm(turned, axis=1)[:, None],
                                    self.orientation)
        if self.rng.uniform() < 0.2:
            self.margin = np.where(self.pick(0.05), self.margin * self.rng.choice([0.5, 2.0]), self.margin)
        if self.rng.uniform() < 0.2:
            self.is_active = self.is_active ^ self.pick(0.03)
        if self.rng.uniform() < 0.2:
            self.is_support = self.is_support ^ self.pick(0.03)
        return self.position, self.orientation, self.is_support, self.is_active, self.margin


@pytest.mark.parametrize("kind", ["wall", "shaken wall", "heap"])
def test_march_is_the_same_with_and_without_a_past(kind):
    scene = make_scene(kind)
    parts, walk = scene.parts(), Walk(scene, 3)
    kept, taken_over, same = Detector(parts), 0, 0
    last = None
    for _ in range(150):
        configuration = walk.step()
        found = kept.detect(*configuration)
        assert same_bits(found, Detector(parts).detect(*configuration))
        same += found is last
        taken_over += last is not None and found is not last and bool(
            np.isin(found.point_a[:, 0], last.point_a[:, 0]).any())
        last = found
    assert taken_over > 50 and same > 10  # both ways of keeping were taken


def test_blocks_that_come_back_are_found_anew():
    """There and back: the pose of the last call counts, not that of an older one."""
    scene = make_scene("wall")
    detector = scene.detector()
    first = scene.detect(detector=detector)
    away = np.array(scene.position)
    away[7] += [0.0, 1.0, 0.0]
    gone = scene.detect(detector=detector, position=away)
    assert 7 not in gone.block_a and 7 not in gone.block_b
    again = scene.detect(detector=detector)
    assert again is not first and same_bits(again, first)


def test_nothing_moved_returns_the_last_answer_itself():
    scene = make_scene("wall")
    detector = scene.detector()
    first = scene.detect(detector=detector)
    assert scene.detect(detector=detector) is first
    assert scene.detect(distance=1.0001e-3, detector=detector) is not first
    detector.forget()
    assert scene.detect(1.0001e-3, detector) is not first


def test_who_listens_is_told_what_was_computed_and_changes_nothing():
    """The broad phase by itself finds as many candidates again; it does not run for given pairs or if nothing moved."""
    told, scene = [], make_scene("wall")
    listened = Detector(scene.parts(), on_detect=lambda seconds, broad: told.append((seconds, broad and broad())))
    first = scene.detect(detector=listened)
    assert same_bits(first, scene.detect())
    assert scene.detect(detector=listened) is first
    some = np.column_stack([first.pair_part_a, first.pair_part_b]).astype(np.int64)
    listened.detect(np.array(scene.position), np.array(scene.orientation), np.array(scene.is_support),
                    np.ones(len(scene.solids), bool), 1e-3, pairs=some)
    assert [count for _, count in told] == [first.candidate_count, None, None]
    assert all(seconds >= 0.0 for seconds, _ in told)


def test_sign_of_a_zero_is_a_move():
    """-0.0 equals 0.0 and gives other bits."""
    scene = Scene()
    scene.add(box(1, 1, 1), [0.0, 0.0, 0.0])
    scene.add(box(1, 1, 1), [0.25, 0.25, 1.0])
    detector = scene.detector()
    first = scene.detect(detector=detector)
    flipped = np.array(scene.position)
    flipped[0] = -0.0
    found = scene.detect(detector=detector, position=flipped)
    assert found is not first
    assert same_bits(found, scene.detect(position=flipped))


def test_flags_alone_change_the_answer():
    scene = make_scene("wall")
    detector = scene.detector()
    state = np.array(scene.position), np.array(scene.orientation), np.array(scene.is_support)
    active = np.ones(len(scene.solids), bool)
    whole = detector.detect(*state, active, 1e-3)
    active[9] = False                       # the same array, written to by the caller
    less = detector.detect(*state, active, 1e-3)
    assert 9 in whole.block_b and 9 not in less.block_a and 9 not in less.block_b
    assert same_bits(less, Detector(scene.parts()).detect(*state, active, 1e-3))


def test_poses_are_not_remembered_by_reference():
    """A caller that moves its arrays in place is noticed."""
    scene = make_scene("wall")
    detector = scene.detector()
    position, orientation = np.array(scene.position), np.array(scene.orientation)
    first = scene.detect(detector=detector, position=position, orientation=orientation)
    position[5, 2] += 1e-4
    assert not same_bits(scene.detect(detector=detector, position=position, orientation=orientation), first)
    position[5, 2], orientation[6] = scene.position[5][2], -IDENTITY    # the same rotation, other bits
    found = scene.detect(detector=detector, position=position, orientation=orientation)
    assert found is not first and same_bits(found, scene.detect(position=position, orientation=orientation))


def test_given_pairs_and_all_pairs_do_not_mix():
    scene = make_scene("heap")
    detector = scene.detector()
    everything = scene.detect(detector=detector)
    some = np.column_stack([everything.pair_part_a, everything.pair_part_b])[::3].astype(np.int64)
    state = (np.array(scene.position), np.array(scene.orientation), np.array(scene.is_support),
             np.ones(len(scene.solids), bool), 1e-3)
    few = detector.detect(*state, pairs=some)
    assert np.array_equal(np.column_stack([few.pair_part_a, few.pair_part_b]), some)
    assert same_bits(few, Detector(scene.parts()).detect(*state, pairs=some))
    assert same_bits(detector.detect(*state), everything)


def test_answer_survives_growing_buffers():
    """Blocks far apart come together in one place: many more pairs than there was room for, twice over."""
    rng = np.random.default_rng(2)
    scene = Scene()
    for _ in range(60):
        turn = rng.normal(size=4)
        scene.add(box(1, 1, 1), rng.normal(size=3), turn / np.linalg.norm(turn))
    detector, direction = scene.detector(), np.array(scene.position)
    for spread in (10.0, 10.0, 0.1, 0.1, 10.0, 0.05):
        position = spread * direction
        position[:20] = 0.1 * direction[:20]  # these stay
        assert same_bits(scene.detect(detector=detector, position=position), scene.detect(position=position))


def test_an_interrupted_call_leaves_nothing_half_known(monkeypatch):
    scene = make_scene("wall")
    detector = scene.detector()
    first = scene.detect(detector=detector)
    away = np.array(scene.position)
    away[7] += [0.0, 1.0, 0.0]

    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(detector, "_unpack", interrupt)
        with pytest.raises(KeyboardInterrupt):
            scene.detect(detector=detector, position=away)
    neighbour = int(first.block_b[first.block_a == 7][0])
    lifted = np.array(scene.position)
    lifted[neighbour, 2] += 1e-4
    assert same_bits(scene.detect(detector=detector, position=lifted), scene.detect(position=lifted))


@pytest.mark.parametrize("scheme", ["midpoint", "euler"])
def test_engine_writes_to_no_contact_array(scheme):
    """The detector hands out its last answer again, so that a step must leave it alone."""
    scene = Assembly("pile", gravity=9.81)
    scene.material("stone", density=2000.0)
    scene.joint("dry", friction=0.6)
    for k in range(3):
        scene.add(f"b{k}", solid_box((0.4, 0.3, 0.2), center=(0.05 * k, 0.0, 0.1 + 0.2 * k)), material="stone")
    scene.add_ground(level=0.0)
    model = scene.build()
    engine = NscdEngine(model, AnalysisSettings(dt=1e-3, scheme=scheme), 1.0)
    handed_out, detector = [], engine.stepper.world.finder.detector
    detect = detector.detect

    def watch(*arguments):
        found = detect(*arguments)
        handed_out.append((found, {name: np.array(getattr(found, name)) for name in found.__slots__}))
        return found

    detector.detect = watch
    list(take_steps(model, engine, engine.start(), 30))
    assert len(handed_out) > 30 and any(a[0] is b[0] for a, b in pairwise(handed_out))
    for found, copies in handed_out:
        for name, copy in copies.items():
            assert np.array_equal(getattr(found, name), copy), name
