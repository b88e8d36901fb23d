"""What the page decodes is what the run holds: within 0.1 mm or 2e-5 of a block's travel."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drystone.geometry.rotation import quaternion_to_matrix
from drystone.view.web.container import pack_part, unpack_part
from drystone.view.web.courses import decode_courses, decode_poses, encode_courses, encode_poses, keep_signs
from drystone.view.web.plots import thin


def corners_of(position, orientation, arm):
    """(f, b, k, 3) places of points `arm` (b, k, 3) of the blocks."""
    return position[:, :, None] + np.einsum("fbij,bkj->fbki", quaternion_to_matrix(orientation), arm)


def tumbling(seed, frames=60, blocks=12):
    """Poses of blocks that fly, turn several times, shake or rest, with quaternions of any sign."""
    r = np.random.default_rng(seed)
    t = np.linspace(0.0, 3.0, frames)[:, None, None]
    size = 10.0 ** r.uniform(-6.0, 1.5, (1, blocks, 1)) * (r.random((1, blocks, 1)) < 0.8)
    position = r.uniform(-40.0, 40.0, (1, blocks, 3)) + size * np.sin(r.normal(0.0, 2.0, (1, blocks, 3)) * t)
    axis = r.normal(0.0, 1.0, (1, blocks, 3))
    axis /= np.linalg.norm(axis, axis=2, keepdims=True)
    angle = size * r.normal(0.0, 2.0, (1, blocks, 1)) * t
    orientation = np.concatenate((np.cos(0.5 * angle), np.sin(0.5 * angle) * axis), axis=2)
    return position, orientation * np.where(r.random((frames, blocks, 1)) < 0.5, -1.0, 1.0)


@given(st.integers(0, 2**32 - 1))
def test_corners_stay_within_a_tenth_of_a_millimetre_or_2e_5_of_their_travel(seed):
    """Half a step is 7.7e-6 of the range; a corner of a stone of 1 m has the errors of its centre and of its turn."""
    position, orientation = tumbling(seed)
    arm = np.random.default_rng(seed).uniform(-0.5, 0.5, (position.shape[1], 8, 3))
    seen = decode_poses(unpack_part(pack_part(encode_poses(position, orientation))))
    true, shown = corners_of(position, orientation, arm), corners_of(*seen, arm)
    error = np.linalg.norm(shown - true, axis=3)
    travel = np.linalg.norm(np.ptp(true, axis=0), axis=2)
    assert (error <= np.maximum(1e-4, 2e-5 * travel)).all()


def test_the_bound_can_fail():
    """With 8 bits fewer the same measure is broken: it measures something."""
    position, orientation = tumbling(1)
    arrays = encode_poses(position, orientation)
    coarse = arrays | {"planes": np.stack((0 * arrays["planes"][0], arrays["planes"][1]))}
    error = np.linalg.norm(decode_poses(coarse)[0] - position, axis=2)
    assert error.max() > 1e-3


def test_a_resting_block_has_no_error_but_32_bits():
    value = np.full((1, 5, 3), 12.345678901)
    assert np.abs(decode_courses(encode_courses(value)) - value).max() <= 12.4 * 2.0**-24


@given(st.integers(1, 7), st.integers(1, 40), st.integers(1, 9), st.integers(0, 10**6))
def test_codes_come_back_whatever_the_shape(components, frames, count, seed):
    value = np.random.default_rng(seed).normal(0.0, 3.0, (components, frames, count))
    found = decode_courses(unpack_part(pack_part(encode_courses(value))))
    reach = np.ptp(value, axis=1)[:, None]
    assert (np.abs(found - value) <= 0.5 * reach / 65535 * 1.001 + 1e-6).all()


def test_no_frames_and_no_blocks_are_nothing():
    assert decode_courses(encode_courses(np.zeros((7, 0, 3)))).shape == (7, 0, 3)
    assert decode_courses(encode_courses(np.zeros((7, 4, 0)))).shape == (7, 4, 0)


def test_what_is_no_number_becomes_zero_and_spoils_nothing_else():
    value = np.ones((1, 4, 2))
    value[0, 2, 0], value[0, 1, 1] = np.nan, np.inf
    found = decode_courses(encode_courses(value))
    assert np.isfinite(found).all() and found[0, 2, 0] == found[0, 1, 1] == 0.0
    assert found[0, 0] == pytest.approx(1.0)


def test_signs_do_not_jump_and_rotations_stay():
    _, orientation = tumbling(7)
    kept = keep_signs(orientation)
    assert (np.einsum("fbk,fbk->fb", kept[1:], kept[:-1]) >= 0.0).all()
    assert quaternion_to_matrix(kept) == pytest.approx(quaternion_to_matrix(orientation))


def test_a_part_keeps_types_and_shapes():
    arrays = {"a": np.arange(7, dtype="|u1"), "b": np.arange(6, dtype="<f8").reshape(2, 3),
              "c": np.zeros((0, 3), "<f4"), "d": np.array([1.5, -2.0], "<f2")}
    found = unpack_part(pack_part(arrays))
    assert list(found) == list(arrays)
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype and found[name].shape == array.shape
        assert (found[name] == array).all()


def test_a_part_refuses_types_that_the_page_does_not_know():
    with pytest.raises(TypeError, match=r"array 'x' must have one of the types .* got int64"):
        pack_part({"x": np.arange(3)})


def test_thin_lines_keep_their_peaks():
    x = np.linspace(0.0, 1.0, 100_001)
    y = np.sin(40.0 * x)
    y[41_234], y[77_777] = 9.0, -8.0
    short, (found,) = thin(x, [y], 2000)
    assert len(short) == len(found) == 2000
    assert found.max() == 9.0 and found.min() == -8.0
    assert abs(short[np.argmax(found)] - x[41_234]) <= 1.0 / 1000
    assert (np.diff(short) >= 0.0).all()
