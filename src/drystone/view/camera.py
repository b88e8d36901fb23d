"""Where a picture is seen from: a parallel projection, z up on the paper."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True)
class Camera:
    """Parallel projection. Parallel edges stay parallel and lengths along one axis share one scale."""

    azimuth_deg: float    #: of the viewer in plan; 0 looks along +y (from -y), 90 looks along -x (from +x)
    elevation_deg: float  #: of the viewer above the horizon

    @cached_property
    def axes(self) -> np.ndarray:
        """(3, 3) rows: right on the paper, up on the paper, towards the viewer; unit, world."""
        az, el = math.radians(self.azimuth_deg), math.radians(self.elevation_deg)
        right = np.array([math.cos(az), math.sin(az), 0.0])
        toward = np.array([math.sin(az) * math.cos(el), -math.cos(az) * math.cos(el), math.sin(el)])
        return np.array([right, np.cross(toward, right), toward])

    @property
    def toward(self) -> np.ndarray:
        """(3,) unit, from the scene to the viewer."""
        return self.axes[2]

    def project(self, points: np.ndarray) -> np.ndarray:
        """Points (..., 3) [m] on the paper (..., 2) [m]."""
        return np.asarray(points) @ self.axes[:2].T

    def depth(self, points: np.ndarray) -> np.ndarray:
        """(...) [m], greater is nearer to the viewer."""
        return np.asarray(points) @ self.toward


def choose_camera(extent: np.ndarray) -> Camera:
    """A good view of a structure whose bounding box measures `extent` (3,) [m].

    Walls and arches are seen nearly face on, a little from the side and from above, so that courses and
    openings read as in an elevation; compact structures from a corner; flat ones from higher up.
    """
    x, y, z = (max(float(e), 1e-12) for e in extent)
    if y <= 0.5 * x and z > 0.15 * x:
        return Camera(24.0, 13.0)
    if x <= 0.5 * y and z > 0.15 * y:
        return Camera(66.0, 13.0)
    return Camera(33.0, 34.0 if z < 0.35 * max(x, y) else 20.0)
