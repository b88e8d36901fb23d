"""`BlockResult`: one block of a run, read by its name."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from drystone.geometry.rotation import rotation_vector
from drystone.geometry.unwrap import unwrap_rotation
from drystone.results.history import History
from drystone.results.joint_result import JointResult

if TYPE_CHECKING:
    from drystone.results.result import RunResult


class BlockResult:
    """A block of a run at the kept frames. Displacements and rotations are measured from the drawing, as by monitors.

    Attributes
    ----------
    name, groups : of the block
    mass : [kg]
    is_support : whether it does not move by itself
    """

    def __init__(self, result: RunResult, name: str) -> None:
        self._result = result
        self._number = result.names.block(name)
        self.name, self.groups = name, result.names.groups[self._number]
        self.mass = float(result.static["mass"][self._number])
        self.is_support = bool(result.static["is_support"][self._number])

    @property
    def time(self) -> np.ndarray:
        """(f,) [s] of the kept frames."""
        return self._result.frames.time

    @property
    def position(self) -> History:
        """(f, 3) [m], centre of mass."""
        return self._history(self._result.frames.position[:, self._number], "m", "position")

    @property
    def displacement(self) -> History:
        """(f, 3) [m], of the centre of mass from the drawing."""
        drawn = self._result.static["reference_position"][self._number]
        return self._history(self._result.frames.position[:, self._number] - drawn, "m", "displacement")

    @cached_property
    def rotation(self) -> History:
        """(f, 3) [rad], rotation vector from the drawing, without jumps; its length is the angle."""
        turned = unwrap_rotation(rotation_vector(self._result.frames.orientation[:, self._number]))
        return self._history(turned, "rad", "rotation")

    @property
    def velocity(self) -> History:
        """(f, 3) [m/s], of the centre of mass."""
        return self._history(self._result.frames.twist[:, self._number, :3], "m/s", "velocity")

    @property
    def angular_velocity(self) -> History:
        """(f, 3) [rad/s], world axes."""
        return self._history(self._result.frames.twist[:, self._number, 3:], "rad/s", "angular velocity")

    @property
    def neighbours(self) -> tuple[str, ...]:
        """Blocks that it touches in any frame whose interfaces were kept."""
        names = self._result.names.blocks
        return tuple(names[i] for i in self._result.interface_rows.neighbours(self._number))

    @property
    def contact_force(self) -> History:
        """(k, 3) [N], sum of the forces of its joints on it; a support bears the structure with the opposite. Ties and
        loads are not in it."""
        rows = self._result.interface_rows
        return History(rows.contact_force(self._number), rows.time, "N", f"{self.name} contact force")

    def joint(self, other: str) -> JointResult:
        """The joint with another block: its force acts on that one."""
        return self._result.joint(self.name, other)

    def _history(self, values: np.ndarray, unit: str, what: str) -> History:
        return History(values, self._result.frames.time, unit, f"{self.name} {what}")

    def __repr__(self) -> str:
        groups = f" in {', '.join(self.groups)}" if self.groups else ""
        kind = "support" if self.is_support else f"block of {self.mass:.6g} kg"
        return f"<{kind} {self.name!r}{groups}: {len(self.time)} frames>"
