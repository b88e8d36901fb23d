"""When does a run count as collapsed? Potential energy lost, named blocks overturned, blocks fallen."""

from __future__ import annotations

import numpy as np

from drystone.errors import InputError
from drystone.extremes import MARCHED, greatest
from drystone.geometry.rotation import angle_of, quaternion_to_matrix
from drystone.model.model import Model
from drystone.model.selection import suggest
from drystone.model.settings import CollapseSettings
from drystone.model.state import State


def foundation_level(model: Model) -> float:
    """Height from which potential energy counts: the lowest corner of the free blocks at the start [m]."""
    parts = model.parts
    matrices = quaternion_to_matrix(model.initial_orientation)
    lowest = np.inf
    for part, block in enumerate(parts.block):
        if not model.is_support[block]:
            corners = parts.vertex[parts.vertex_ptr[part]:parts.vertex_ptr[part + 1]]
            lowest = min(lowest, float((corners @ matrices[block].T)[:, 2].min() + model.initial_position[block, 2]))
    return lowest if np.isfinite(lowest) else 0.0


class CollapseWatch:
    """Looks at each state and says why it counts as a collapse, or nothing."""

    def __init__(self, model: Model, settings: CollapseSettings) -> None:
        self._model = model
        self._settings = settings
        self._level = foundation_level(model)
        self._blocks = self._named(settings.overturning.blocks) if settings.overturning else None

    def _named(self, names: list[str]) -> np.ndarray:
        model = self._model
        found: list[int] = []
        for name in names:
            members = [i for i, own in enumerate(model.block_names) if own == name or name in model.block_groups[i]]
            if not members:
                known = {*model.block_names, *(group for groups in model.block_groups for group in groups)}
                raise InputError(f"collapse.overturning.blocks: no block or group is called {name!r}"
                                 f"{suggest(name, sorted(known))}", subject=("collapse", "overturning", "blocks"))
            found += members
        return np.unique(found)

    def reason(self, state: State) -> str | None:
        """One line that says what collapsed, or None."""
        model, settings = self._model, self._settings
        free = state.is_active & ~state.is_support & ~model.is_support
        if not free.any():
            return None
        weight = model.mass[free]
        height_0 = float(weight @ (model.initial_position[free, 2] - self._level))
        height = float(weight @ (state.position[free, 2] - self._level))
        if not model.free and height < (1.0 - settings.energy_drop) * height_0:
            return f"potential energy fell by {100 * (1 - height / height_0):.0f} %"
        if self._blocks is not None:
            angle = np.degrees(angle_of(state.orientation[self._blocks], model.initial_orientation[self._blocks]))
            if angle.max() >= settings.overturning.angle_deg:
                worst = greatest(angle, [model.block_names[i] for i in self._blocks], accuracy=MARCHED)
                return f"block {model.block_names[self._blocks[worst]]!r} turned by {angle[worst]:.0f} degrees"
        if settings.fall is not None:
            sunk = np.where(free, model.initial_position[:, 2] - state.position[:, 2], 0.0)
            if sunk.max() >= settings.fall:
                worst = greatest(sunk, model.block_names, accuracy=MARCHED)
                return f"block {model.block_names[worst]!r} fell by {sunk[worst]:.2f} m"
        return None
