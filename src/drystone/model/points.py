"""`PointMap`: where chosen points of blocks are in a state; how each engine moves points is its own business."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from drystone.geometry.rotation import quaternion_to_matrix
from drystone.model.state import State


class Placed(NamedTuple):
    """Points at one instant, world axes."""

    place: np.ndarray     #: (k, 3) [m]
    velocity: np.ndarray  #: (k, 3) [m/s]
    rotation: np.ndarray  #: (k, 3, 3), of the block's matter at the point, from the drawing


class PointMap(Protocol):
    """Chosen points of an engine's blocks."""

    def at(self, state: State) -> Placed:
        """Where the points are."""


class RigidPoints:
    """Points that move with rigid blocks."""

    def __init__(self, reference_position: np.ndarray, block: np.ndarray, drawn: np.ndarray) -> None:
        """reference_position : (b, 3) [m], centres of mass in the drawing; block : (k,); drawn : (k, 3) [m]"""
        self._block = np.asarray(block, dtype=np.intp)
        self._arm = (np.asarray(drawn, float).reshape(-1, 3) - reference_position[self._block])[:, :, None]

    def at(self, state: State) -> Placed:
        """Where the points are."""
        rotation = quaternion_to_matrix(state.orientation[self._block])
        arm = (rotation @ self._arm)[:, :, 0]
        moving = state.twist[self._block]
        return Placed(state.position[self._block] + arm, moving[:, :3] + cross(moving[:, 3:], arm), rotation)


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Row-wise cross product; np.cross costs three times as much on few rows."""
    out = np.empty_like(a)
    out[:, 0] = a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1]
    out[:, 1] = a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2]
    out[:, 2] = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return out
