"""Numbers read from runs whose motion is known: angles, drift, rest, energies, which way things fell."""

import numpy as np
import pytest
from analysis_runs import GRAVITY, ground_piece, turn_about, write_run

from drystone.analysis import (
    balance_error,
    block_groups,
    block_history,
    drift,
    energies_per_weight,
    fall_side,
    find_blocks,
    greatest_speed,
    is_at_rest,
    mean_displacement,
    rest_since,
    rocking_angle,
    rocking_rate,
)
from drystone.errors import InputError
from drystone.patterns import single, stack

TIME = np.linspace(0.0, 1.0, 101)


def column(count: int = 2):
    """A stack of blocks 0.4 x 0.4 x 0.5 m on the ground."""
    return [*stack((0.4, 0.4, 0.5), count), ground_piece()]


@pytest.fixture
def turned(tmp_path):
    """block_2 makes one and a half turns about a skew axis while block_1 stays."""
    pieces = column()
    axis = np.array([1.0, 2.0, -0.5]) / np.linalg.norm([1.0, 2.0, -0.5])
    angle = 3.0 * np.pi * TIME - 0.2
    position = np.tile([p.properties.centroid for p in pieces], (101, 1, 1))
    orientation = np.tile((1.0, 0.0, 0.0, 0.0), (101, 3, 1))
    start = pieces[1].properties.centroid
    position[:, 1], orientation[:, 1] = turn_about(np.array([0.2, 0.0, 0.5]), axis, angle, start)
    orientation[::2, 1] *= -1.0     # q and -q are the same rotation
    twist = np.zeros((101, 3, 6))
    twist[:, 1, 3:] = 3.0 * np.pi * axis
    result = write_run(tmp_path / "run", pieces, {"ground"}, TIME, position=position, orientation=orientation,
                       twist=twist)
    return result, axis, angle


def test_rotation_goes_on_beyond_half_turns(turned):
    result, axis, angle = turned
    history = block_history(result, "block_2")
    assert history.rotation == pytest.approx(angle[:, None] * axis, abs=1e-9)
    assert block_history(result, "block_1").rotation == pytest.approx(np.zeros((101, 3)), abs=0.0)


def test_rocking_angle_is_signed_and_unwrapped(turned):
    result, axis, angle = turned
    assert rocking_angle(result, "block_2", axis) == pytest.approx(angle, abs=1e-9)
    assert rocking_angle(result, "block_2", -axis) == pytest.approx(-angle, abs=1e-9)
    assert rocking_rate(result, "block_2", axis) == pytest.approx(np.full(101, 3.0 * np.pi))


def test_a_block_that_starts_tilted_has_that_angle(tmp_path):
    pieces = [*single((0.5, 0.5, 2.0)), ground_piece()]
    angle = np.radians(15.0) * np.cos(TIME)
    position = np.tile([p.properties.centroid for p in pieces], (101, 1, 1))
    orientation = np.tile((1.0, 0.0, 0.0, 0.0), (101, 2, 1))
    pivot = np.array([0.25, 0.0, 0.0])
    position[:, 0], orientation[:, 0] = turn_about(pivot, (0, 1, 0), angle, position[0, 0])
    result = write_run(tmp_path / "run", pieces, {"ground"}, TIME, position=position, orientation=orientation)
    assert rocking_angle(result, "block", "y") == pytest.approx(angle, abs=1e-14)
    assert rocking_angle(result, "block", "x") == pytest.approx(np.zeros(101), abs=1e-15)


def moved_run(tmp_path, shift, **more):
    """block_1 moves along x by `shift` (n,), block_2 by twice as much."""
    pieces = column()
    position = np.tile([p.properties.centroid for p in pieces], (len(shift), 1, 1))
    position[:, 0, 0] += shift
    position[:, 1, 0] += 2.0 * shift
    return write_run(tmp_path / "run", pieces, {"ground"}, TIME[:len(shift)], position=position, **more)


def test_drift_is_relative_displacement_by_height(tmp_path):
    result = moved_run(tmp_path, 0.1 * TIME)
    assert drift(result, "block_2", "block_1") == pytest.approx(0.1 * TIME / 0.5)
    assert drift(result, "block_2", "block_1", "y") == pytest.approx(np.zeros(101))
    with pytest.raises(InputError, match="block 'block_1' must be drawn above block 'block_2'"):
        drift(result, "block_1", "block_2")


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_side_of_the_fall(tmp_path, sign):
    result = moved_run(tmp_path, sign * 0.1 * TIME)
    assert mean_displacement(result)[-1] == pytest.approx([sign * 0.15, 0.0, 0.0])   # equal masses
    assert fall_side(result, "x", least=0.1) == sign
    assert fall_side(result, "x", least=0.2) == 0
    assert fall_side(result, (-1.0, 0.0, 0.0), least=0.1) == -sign


def test_removed_blocks_do_not_count(tmp_path):
    active = np.ones((101, 3), bool)
    active[50:, 1] = False
    result = moved_run(tmp_path, 0.1 * TIME, is_active=active)
    assert mean_displacement(result)[-1] == pytest.approx([0.1, 0.0, 0.0])


def test_rest_is_since_the_last_fast_frame(tmp_path):
    """The speed of a point is at most |v| + |w| r; it falls below 0.01 m/s for good after 0.6 s."""
    twist = np.zeros((101, 3, 6))
    spin = np.where(TIME < 0.6, np.cos(20.0 * TIME), 1e-3)
    twist[:, 0, 4] = spin
    twist[:, 2, 0] = 5.0                                     # a support may move
    result = moved_run(tmp_path, 0.0 * TIME, twist=twist)
    radius = np.sqrt(0.2 ** 2 + 0.2 ** 2 + 0.25 ** 2)
    assert greatest_speed(result) == pytest.approx(np.abs(spin) * radius)
    assert rest_since(result, speed=0.01) == pytest.approx(0.6)
    assert rest_since(result, speed=1e-6) is None
    assert is_at_rest(result, speed=0.01)
    assert is_at_rest(result, speed=0.01, duration=0.4 - 1e-9)
    assert not is_at_rest(result, speed=0.01, duration=0.5)
    assert not is_at_rest(result, speed=1e-6)


def test_energies_per_weight_and_balance(tmp_path):
    """A fall by h: potential -m g h, kinetic +m g h, by weight -h and +h [m]."""
    pieces = column()
    weight = 2 * 2000.0 * 0.4 * 0.4 * 0.5 * GRAVITY
    fall = 0.5 * GRAVITY * TIME ** 2
    error = 1e-9 * weight * TIME
    result = write_run(tmp_path / "run", pieces, {"ground"}, TIME, energies={
        "kinetic": weight * fall, "potential": weight * (7.0 - fall), "balance": error})
    terms = energies_per_weight(result)
    assert terms["kinetic"] == pytest.approx(fall)
    assert terms["potential"] == pytest.approx(-fall, abs=1e-12)
    assert terms["balance"] == pytest.approx(1e-9 * TIME)
    assert balance_error(result) == pytest.approx(1e-9 / (0.5 * GRAVITY))


def test_nothing_moves_nothing_is_wrong(tmp_path):
    assert balance_error(moved_run(tmp_path, 0.0 * TIME)) == 0.0


def test_blocks_by_name_and_group(tmp_path):
    result = moved_run(tmp_path, 0.0 * TIME)
    assert find_blocks(result, "stack") == [0, 1]
    assert find_blocks(result, ["ground", "block_1"]) == [2, 0]
    assert block_groups(result) == (("stack",), ("stack",), ("ground",))
    with pytest.raises(InputError) as error:
        find_blocks(result, "blok_1")
    assert str(error.value) == (f"run '{result.directory}': no block or group is called 'blok_1'; "
                                "did you mean 'block_1'?")
    with pytest.raises(InputError, match="no block is called 'stack'"):
        rocking_angle(result, "stack")
    with pytest.raises(InputError) as error:
        rocking_angle(result, "block_1", "w")
    assert str(error.value) == "rocking_angle: axis must be x, y, z or a vector, got 'w'"
