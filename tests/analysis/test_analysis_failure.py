"""How structures failed whose motion is given: leaves that turn, courses that slide, lintels that drop."""

import numpy as np
import pytest
from analysis_runs import ground_piece, static_of

from drystone.analysis import Layout, find_damage, find_failure, slip_between
from drystone.errors import InputError
from drystone.geometry.primitives import box_between
from drystone.geometry.rotation import axis_angle, multiply_quaternions, rotate_about
from drystone.geometry.shape import NamedShape

TIME = np.linspace(0.0, 2.0, 201)
LENGTH, THICKNESS, COURSE, COURSES, BLOCKS = 2.0, 0.25, 0.25, 8, 4


def leaf(name: str, y: float = 0.0) -> list[NamedShape]:
    """A wall of 8 courses of 4 blocks along x, from y to y + THICKNESS."""
    width = LENGTH / BLOCKS
    return [NamedShape(f"{name}/course_{i + 1}/block_{j + 1}", box_between(
        (j * width, y, i * COURSE), ((j + 1) * width, y + THICKNESS, (i + 1) * COURSE)), (name,))
        for i in range(COURSES) for j in range(BLOCKS)]


class Scene:
    """Blocks on the ground whose motion is told group by group."""

    def __init__(self, *pieces: NamedShape) -> None:
        self.pieces = [*pieces, ground_piece()]
        self.static = static_of(self.pieces, {"ground"})
        self.names = [p.name for p in self.pieces]
        self.position = np.tile(self.static["initial_position"], (len(TIME), 1, 1))
        self.orientation = np.tile((1.0, 0.0, 0.0, 0.0), (len(TIME), len(self.pieces), 1))

    def chosen(self, start: str) -> list[int]:
        return [i for i, name in enumerate(self.names) if name.startswith(start)]

    def turn(self, start: str, axis, about, angle) -> None:
        """Blocks whose names begin so turn by angle(t) [rad] as one body."""
        axis, about, ids = np.array(axis, float), np.array(about, float), self.chosen(start)
        for k, a in enumerate(angle):
            self.position[k, ids] = about + rotate_about(self.position[k, ids] - about, axis, a)
            turn = axis_angle(axis, a)
            self.orientation[k, ids] = [multiply_quaternions(turn, q) for q in self.orientation[k, ids]]

    def shift(self, start: str, path) -> None:
        """... move by path(t) (n, 3) [m]."""
        self.position[:, self.chosen(start)] += np.asarray(path)[:, None]

    def failure(self):
        return find_failure(TIME, self.position, self.orientation, self.static)

    def damage(self):
        return find_damage(TIME, self.position, self.orientation, self.static)


def ramp(start: float, end: float) -> np.ndarray:
    """(n,) 0 until `start`, then rising evenly to 1 at `end`."""
    return np.clip((TIME - start) / (end - start), 0.0, 1.0)


def along(axis: int, distance) -> np.ndarray:
    return np.multiply.outer(distance, np.eye(3)[axis])


def test_a_leaf_that_turns_about_its_toe_rocks_out_of_plane():
    scene = Scene(*leaf("front"), *leaf("back", y=2.0))
    scene.turn("front", (1, 0, 0), (0, 0, 0), 0.8 * ramp(0.5, 1.5))
    found = scene.failure()
    assert (found.group, found.kind, found.direction) == ("front", "front: rocking out of plane", "-y")
    # blocks of size 0.3150 m fail 2 R sin(angle / 2) away; the top two courses weigh 12.5 % of the two leaves and one
    # 6.25 %: the early stage is the top course at 1.8791 m, angle 0.1677, R sin 0.0838 = 0.1575. The centre of mass has
    # gone a tenth of its way at about a tenth of that angle, between two frames of 0.01 s.
    assert found.onset == pytest.approx(0.5 + 0.1 * 0.1677 / 0.8, abs=0.01)
    # GROWN_SHARE: the courses whose centres are a tenth as far from the toe as the highest one: all, the lowest at
    # hypot(0.125, 0.125) / 1.879 = 0.094 is not
    assert len(found.blocks) == (COURSES - 1) * BLOCKS and found.blocks[0] == "front/course_2/block_1"
    assert found.words == (f"front: rocking out of plane towards -y from {found.onset:.3g} s on, 28 blocks, "
                           "44 % of the mass")


def test_a_leaf_that_turns_about_its_end_rocks_in_plane():
    scene = Scene(*leaf("front"), *leaf("back", y=2.0))
    scene.turn("back", (0, 1, 0), (LENGTH, 0, 0), 0.8 * ramp(0.2, 1.5))
    found = scene.failure()
    assert (found.kind, found.direction) == ("back: rocking in plane", "+x")


def test_a_slanting_wall_knows_its_own_thin_direction():
    scene = Scene(*leaf("front"), *leaf("back", y=2.0))
    scene.turn("", (0, 0, 1), (0, 0, 0), np.full(len(TIME), np.pi / 4))        # the whole scene stands askew
    scene.static |= {"initial_position": scene.position[0].copy(), "initial_orientation": scene.orientation[0].copy()}
    scene.turn("front", np.array((1, 1, 0)) / np.sqrt(2), (0, 0, 0), 0.8 * ramp(0.5, 1.5))
    found = scene.failure()
    assert (found.kind, found.direction) == ("front: rocking out of plane", "+x-y")


def test_courses_that_slide():
    scene = Scene(*leaf("wall"), *leaf("back", y=2.0))
    for course in range(5, COURSES + 1):
        scene.shift(f"wall/course_{course}/", along(1, 0.51 * ramp(0.5, 1.0)))
    found = scene.failure()
    assert (found.kind, found.direction) == ("wall: sliding out of plane", "+y")
    assert len(found.blocks) == 4 * BLOCKS
    # they fail at half of 0.51 m, less than their size, at t = 0.75 s, seen at 0.76 s: a tenth of the way at 0.526 s
    assert found.onset == pytest.approx(0.526, abs=1e-9)
    assert slip_between(scene.position, scene.orientation, scene.static, "wall/course_4", "wall/course_5")[-1] == \
        pytest.approx(0.51, abs=1e-12)
    assert slip_between(scene.position, scene.orientation, scene.static, "wall/course_5", "wall/course_6").max() < 1e-12


def test_one_course_that_slides_along_gives_its_own_name():
    scene = Scene(*leaf("wall"))
    scene.shift("wall/course_8/", along(0, -0.5 * ramp(0.5, 1.0)))
    assert (scene.failure().kind, scene.failure().direction) == ("wall/course_8: sliding in plane", "-x")


def portal(count: int) -> list[NamedShape]:
    """Piers of `count` blocks of 1 m and a lintel of 3 x 0.5 x 0.4 m on them."""
    piers = [NamedShape(f"{side}/block_{i}", box_between((x, 0, i), (x + 1, 1, i + 1)), (side,))
             for side, x in (("west", 0.0), ("east", 3.0)) for i in range(count)]
    return [*piers, NamedShape("lintel", box_between((0.5, 0, count), (3.5, 0.5, count + 0.4)), ("lintel",))]


@pytest.mark.parametrize(("count", "kind"), [(3, "lintel: falling"), (9, "lintel: local falling")])
def test_a_lintel_that_drops(count, kind):
    """0.6 m3 beside 2 x 3 m3 is 9 % of the mass; beside 2 x 9 m3 3 %: local."""
    scene = Scene(*portal(count))
    scene.shift("lintel", along(2, -0.5 * 9.81 * np.maximum(TIME - 0.5, 0.0) ** 2) + along(0, 0.1 * ramp(0.5, 2.0)))
    found = scene.failure()
    assert (found.kind, found.direction, found.blocks) == (kind, "down", ("lintel",))


def test_of_two_parts_the_earlier_one_counts():
    for first, second in (("front", "back"), ("back", "front")):
        scene = Scene(*leaf("front"), *leaf("back", y=2.0))
        scene.turn(first, (1, 0, 0), (0, 0 if first == "front" else 2.0, 0), 0.8 * ramp(0.4, 1.6))
        scene.turn(second, (1, 0, 0), (0, 0 if second == "front" else 2.0, 0), 1.5 * ramp(0.8, 1.4))
        assert scene.failure().group == first


def test_what_rocks_out_and_comes_back_has_not_failed():
    scene = Scene(*leaf("front"), *leaf("back", y=2.0))
    scene.turn("front", (1, 0, 0), (0, 0, 0), 0.7 * np.sin(np.pi * ramp(0.0, 0.8)))
    scene.turn("back", (1, 0, 0), (0, 2.0, 0), 0.8 * ramp(0.5, 1.5))
    assert scene.failure().kind == "back: rocking out of plane"


def test_of_equal_parts_the_first_by_name_counts():
    scene = Scene(*leaf("wall_10"), *leaf("wall_9", y=2.0))
    scene.shift("wall_", along(0, 0.9 * ramp(0.5, 1.0)))
    scene.shift("wall_9", along(0, 1e-14 * ramp(0.5, 1.0)))
    assert scene.failure().group == "wall_9"


@pytest.mark.parametrize("turn", [0.0, 0.3])
def test_motion_is_that_against_the_supports(turn):
    """The ground shakes by a metre and turns; one who stands on it sees the same failure and the same damage."""
    def scene_with(leaf_angle):
        scene = Scene(*leaf("front"), *leaf("back", y=2.0))
        scene.turn("front", (1, 0, 0), (0, 0, 0), leaf_angle)
        return scene

    still, shaken = scene_with(0.8 * ramp(0.5, 1.5)), scene_with(0.8 * ramp(0.5, 1.5))
    shaken.turn("", (0.6, 0.0, 0.8), (1, 2, 0), turn * np.sin(9.0 * TIME))
    shaken.shift("", along(1, np.sin(7.0 * TIME)) + along(0, np.cos(5.0 * TIME) - 1.0))
    assert shaken.failure().kind == still.failure().kind
    assert shaken.failure().blocks == still.failure().blocks
    assert shaken.failure().onset == pytest.approx(still.failure().onset, abs=1e-9)
    assert shaken.damage().residual.distance == pytest.approx(still.damage().residual.distance, abs=1e-9)


def test_blocks_that_were_removed_count_nowhere():
    scene = Scene(*leaf("front"), *leaf("back", y=2.0))
    scene.shift("front", along(0, 3.0 * ramp(0.1, 0.5)))
    scene.shift("back", along(0, 1.0 * ramp(0.5, 1.5)))
    active = np.ones(scene.position.shape[:2], bool)
    active[50:, scene.chosen("front")] = False
    found = find_failure(TIME, scene.position, scene.orientation, scene.static, active)
    assert found.group == "back"
    assert find_damage(TIME, scene.position, scene.orientation, scene.static, active).greatest.group.startswith("back")


def test_blocks_without_groups():
    pieces = [NamedShape(f"stone_{i}", p.shape, ()) for i, p in enumerate([*leaf("front"), *leaf("back", y=2.0)])]
    scene = Scene(*pieces)
    for i in range(COURSES * BLOCKS):
        scene.turn(f"stone_{i}", (1, 0, 0), (0, 0, 0), 0.0 * TIME)
    ids = [scene.names.index(f"stone_{i}") for i in range(COURSES * BLOCKS)]
    for k, a in enumerate(0.8 * ramp(0.5, 1.5)):
        scene.position[k, ids] = rotate_about(scene.position[k, ids], np.array((1.0, 0, 0)), a)
        scene.orientation[k, ids] = axis_angle((1, 0, 0), a)
    assert scene.failure().kind == "structure: rocking out of plane"      # by the thin box of the part itself


def test_what_stands_still_has_not_failed():
    scene = Scene(*leaf("front"))
    assert scene.failure() is None
    assert scene.damage().words == "no block has moved"


def test_damage_tells_the_greatest_and_the_last_displacement():
    scene = Scene(*leaf("wall"))
    scene.shift("wall/course_7/block_2", along(0, 0.2 * np.sin(np.pi * ramp(0.0, 1.0))))
    scene.shift("wall/course_3/", along(1, 0.05 * ramp(0.5, 1.5)))
    damage = scene.damage()
    assert (damage.greatest.block, damage.greatest.group) == ("wall/course_7/block_2", "wall/course_7")
    assert damage.greatest.distance == pytest.approx(0.2, abs=1e-12) and damage.greatest.time == pytest.approx(0.5)
    assert (damage.residual.block, damage.residual.time) == ("wall/course_3/block_1", 2.0)
    assert damage.residual.distance == damage.slip.distance == pytest.approx(0.05, abs=1e-12)
    assert damage.slip.blocks == ("wall/course_2/block_1", "wall/course_3/block_1")
    assert damage.slip.groups == ("wall/course_2", "wall/course_3")
    assert damage.words == ("moved by up to 0.2 m (wall/course_7/block_2 at 0.5 s), at the end 0.05 m "
                            "(wall/course_3/block_1), slid 0.05 m between wall/course_2 and wall/course_3")


def test_size_is_the_edge_of_the_cube_of_the_same_volume():
    layout = Layout.of_static(Scene(*leaf("wall")).static)
    assert layout.size[0] == pytest.approx((0.5 * 0.25 * 0.25) ** (1 / 3), rel=1e-12)
    # each block touches its neighbours, corners included, those in the lowest course the ground too
    inner = layout.names.index("wall/course_4/block_2")
    assert (layout.touching == inner).any(axis=1).sum() == 8


@pytest.mark.parametrize(("change", "message"), [
    (lambda s: (TIME[:0], s.position[:0], s.orientation[:0]),
     "failure: needs the poses of at least one instant, got 0"),
    (lambda s: (TIME, s.position[:5], s.orientation),
     "failure: position must have the shape (201, 33, 3), got (5, 33, 3)"),
    (lambda s: (TIME, s.position, s.orientation[:, :, :3]),
     "failure: orientation must have the shape (201, 33, 4), got (201, 33, 3)")])
def test_poses_that_do_not_fit_are_refused(change, message):
    scene = Scene(*leaf("wall"))
    with pytest.raises(InputError) as error:
        find_failure(*change(scene), scene.static)
    assert str(error.value) == message


@pytest.mark.parametrize(("names", "message"), [
    (("wall/course_1", "wall/course_3"), "slip_between: no joint lies between 'wall/course_1' and 'wall/course_3'"),
    (("wall/course_1", "wall/kourse_2"),
     "slip_between: no block or group is called 'wall/kourse_2'; did you mean 'wall/course_2'?")])
def test_slip_needs_groups_that_touch(names, message):
    scene = Scene(*leaf("wall"))
    with pytest.raises(InputError) as error:
        slip_between(scene.position, scene.orientation, scene.static, *names)
    assert str(error.value) == message
