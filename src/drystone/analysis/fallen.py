"""Which blocks have fallen: they lie lower than they stood by more than half their size, or are tipped over.

Both are seen from the nearest support, so that what rides down with a support that settles has not fallen. The size of
a block is the edge of the cube that has its volume. The tilt is that of the line which stood upright at the start: a
drum that turns about its axis is not tipped over. What slid away on the level has not fallen either; its displacement
tells. Blocks that were removed count nowhere.
"""

from __future__ import annotations

import numpy as np

from drystone.analysis.blocks import is_active
from drystone.analysis.layout import layout_of
from drystone.checks import check_number
from drystone.errors import StoreError
from drystone.geometry.rotation import quaternion_to_matrix
from drystone.results.result import RunResult

DROP = 0.5        #: of the block's size
TILT_DEG = 45.0   #: [deg]


def fallen_blocks(result: RunResult, *, drop: float = DROP, tilt_deg: float = TILT_DEG,
                  frame: int = -1) -> tuple[str, ...]:
    """Names of the blocks that have fallen at one kept frame, in the order of the model.

    Parameters
    ----------
    drop : how much lower its centre of mass must be, in sizes of the block [-]
    tilt_deg : how far it must be tipped over [deg]
    frame : which; negative numbers count from the end
    """
    drop = check_number("fallen: drop", drop, "-", above=0.0)
    tilt = np.radians(check_number("fallen: tilt_deg", tilt_deg, "deg", above=0.0, most=180.0))
    layout = layout_of(result)
    if layout is None:
        raise StoreError(f"run '{result.directory}': which blocks have fallen is read from frames, and none was kept")
    pose = result.row("frames", frame)
    position, orientation = pose["position"][None], pose["orientation"]
    lower = -layout.displacement(position, orientation[None])[0, :, 2] > drop * layout.size
    start = quaternion_to_matrix(layout.orientation)
    turned = layout.rotations(orientation) @ np.swapaxes(start, -1, -2)
    tipped = turned[:, 2, 2] < np.cos(tilt)
    is_there = is_active(result)[frame] & ~layout.is_support
    return tuple(layout.names[i] for i in np.flatnonzero(is_there & (lower | tipped)))
