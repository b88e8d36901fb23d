"""Where a picture is seen from: a parallel projection, z up on the paper."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drystone.errors import InputError

#: Views by name: azimuth and elevation [deg].
VIEWS = {"front": (0.0, 0.0), "right": (90.0, 0.0), "back": (180.0, 0.0), "left": (-90.0, 0.0), "top": (0.0, 90.0),
         "corner": (33.0, 20.0), "below": (33.0, -25.0)}
#: Angle in plan between the way things move and the viewer [deg]: motion goes across the paper and towards the reader.
_BESIDE = 57.0
#: Views that show at least this share of what the best one shows are as good [-].
_AS_GOOD = 0.85
#: Share of all motion along the line of sight up to which an elevation hides nothing [-].
_FLAT_MOTION = 1e-3


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


def parse_camera(text: str) -> Camera:
    """Camera from the name of a view, or from azimuth and elevation [deg] such as `30,15`."""
    if text in VIEWS:
        return Camera(*VIEWS[text])
    try:
        azimuth, elevation = (float(part) for part in text.split(","))
    except ValueError:
        azimuth = elevation = math.nan
    if not (math.isfinite(azimuth) and -90.0 <= elevation <= 90.0):
        raise InputError(f"camera: must be one of {', '.join(VIEWS)}, or AZIMUTH,ELEVATION [deg] with an elevation of "
                         f"-90 to 90, got {text!r}")
    return Camera(azimuth, elevation)


def camera_along(axis: np.ndarray) -> Camera:
    """Elevation seen along a horizontal axis (3,), from the side that is nearer to -y, or to +x."""
    x, y = float(axis[0]), float(axis[1])
    if y > 1e-9 or (abs(y) <= 1e-9 and x < 0.0):
        x, y = -x, -y
    return Camera(math.degrees(math.atan2(x, -y)), 0.0)


def view_of_motion(extent: np.ndarray, direction: np.ndarray | None, through: tuple[bool, bool],
                   shares: tuple[float, float], seen: Callable[[Camera], float] | None = None) -> Camera:
    """The view in which a structure moves.

    Parameters
    ----------
    extent : (3,) [m] of the structure
    direction : (3,) unit, horizontal, which way it moves most; None: it does not, or up and down only
    through : whether it is plane seen along x, along y: thin, or of blocks that go through from front to back
    shares : of all motion that go along x and along y [-]
    seen : how much of what moves a camera sees, in any unit; None: all see as much

    Returns
    -------
    Elevation of a plane structure that moves in its plane; else from beside the way it moves, so that this goes across
    the paper, from where most of what moves is seen. Of views as good as each other it comes towards the reader.
    """
    flat = [axis for axis in (1, 0) if through[axis] and shares[axis] <= _FLAT_MOTION]
    if flat:
        # of two the one that shows the longer side; the front where they are as long
        along = flat[0] if len(flat) == 1 else (1 if extent[0] >= extent[1] * (1.0 - 1e-9) else 0)
        return Camera(*VIEWS["front" if along == 1 else "right"])
    if direction is None:
        return choose_camera(extent)
    heading = math.degrees(math.atan2(float(direction[1]), float(direction[0])))
    elevation = choose_camera(extent).elevation_deg
    found = []
    for turn in (90.0, -90.0) if seen is not None else (90.0,):
        beside = [(heading + turn + side + 180.0) % 360.0 - 180.0 for side in (_BESIDE, -_BESIDE)]
        found += [Camera(azimuth, elevation) for azimuth in sorted(beside, key=lambda a: (round(abs(a), 6), -a))]
    if seen is None:
        return found[0]
    amounts = [seen(camera) for camera in found]
    return next(camera for camera, amount in zip(found, amounts) if amount >= _AS_GOOD * max(amounts))
