"""Courses: many numbers over time, as 16-bit codes with a range each, so small that a browser takes them whole.

value = low + step * code, with codes 0 to 65535 over the range of each number in the frames at hand: the error is at
most half a step, 7.7e-6 of the range. Codes stand as differences from frame to frame (modulo 65536), which are small
where things move smoothly or rest, with low and high bytes apart; both make them short once they are deflated.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

_LAST = 65535.0


def encode_courses(value: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays of a part from value (c, f, n): c components of n things in f frames; what is no number becomes 0."""
    value = np.asarray(value, float)
    if not np.isfinite(value).all():
        value = np.where(np.isfinite(value), value, 0.0)
    if not value.shape[1]:
        low = reach = np.zeros((len(value), value.shape[2]))
    else:
        low = value.min(axis=1)
        reach = value.max(axis=1) - low
    low, step = low.astype("<f4"), (reach / _LAST).astype("<f4")
    # what was rounded to 32 bits is what the page adds and multiplies by
    wide = np.where(step > 0.0, step, 1.0).astype(float)
    code = np.rint((value - low[:, None].astype(float)) / wide[:, None]).clip(0.0, _LAST).astype(np.uint16)
    change = code.copy()
    change[:, 1:] -= code[:, :-1]
    planes = np.stack((change & 255, change >> 8)).astype(np.uint8)
    return {"low": low, "step": step, "planes": planes}


def decode_courses(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    """(c, f, n) as the page sees it."""
    low_bytes, high_bytes = arrays["planes"].astype(np.uint16)
    code = np.cumsum(low_bytes | (high_bytes << 8), axis=1, dtype=np.uint16)
    return arrays["low"][:, None].astype(float) + arrays["step"][:, None].astype(float) * code


def keep_signs(orientation: np.ndarray) -> np.ndarray:
    """Quaternions (f, b, 4) with signs that do not jump in time: q and -q are one rotation."""
    if len(orientation) < 2:
        return orientation
    dots = np.einsum("fbk,fbk->fb", orientation[1:], orientation[:-1])
    flips = np.cumprod(np.where(dots < 0.0, -1.0, 1.0), axis=0)
    return np.concatenate((orientation[:1], orientation[1:] * flips[..., None]))


def encode_poses(position: np.ndarray, orientation: np.ndarray) -> dict[str, np.ndarray]:
    """Arrays of a part from position (f, b, 3) [m] and orientation (f, b, 4): courses of x, y, z, qw, qx, qy, qz."""
    whole = np.concatenate((position, keep_signs(orientation)), axis=2)
    return encode_courses(np.moveaxis(whole, 2, 0))


def decode_poses(arrays: Mapping[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Positions (f, b, 3) [m] and unit quaternions (f, b, 4) as the page draws them at the frames."""
    whole = np.moveaxis(decode_courses(arrays), 0, 2)
    turned = whole[..., 3:]
    length = np.linalg.norm(turned, axis=2, keepdims=True)
    return whole[..., :3], turned / np.where(length > 0.0, length, 1.0)
