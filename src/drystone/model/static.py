"""What does not change of a model: names, geometry, masses, as named arrays that a store keeps, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace

import numpy as np

from drystone.errors import StoreError
from drystone.model.model import Model
from drystone.model.tie_places import TiePlaces

#: Arrays of the convex parts of all blocks that a store keeps, as `parts.<name>`.
PART_ARRAYS = ("block", "vertex", "vertex_ptr", "face_normal", "face_ptr", "face_vertex", "face_vertex_ptr")

#: Arrays that say where ties are: blocks, and points in the frames of these blocks [m]; kept as `ties.<name>`.
TIE_ARRAYS = ("block_a", "block_b", "point_a", "point_b")

#: Name of the line on how exact the engine of a run was asked to be.
ACCURACY = "accuracy"


def static_arrays(model: Model) -> dict[str, np.ndarray]:
    """Names, groups, masses [kg], poses [m] and the parts of all blocks; `weight` [N] is that of the free ones."""
    free = ~model.is_support
    arrays = {
        "block_names": np.array([name.encode() for name in model.block_names]),
        "block_groups": np.array([",".join(groups).encode() for groups in model.block_groups]),
        "mass": model.mass, "is_support": model.is_support, "reference_position": model.reference_position,
        "initial_position": model.initial_position, "initial_orientation": model.initial_orientation,
        "gravity": model.gravity, "weight": np.array(model.mass[free].sum() * np.linalg.norm(model.gravity)),
    }
    if model.ties.count:
        arrays["tie_names"] = np.array([name.encode() for name in model.ties.names])
        arrays |= {f"ties.{name}": getattr(model.ties, name) for name in TIE_ARRAYS}
    return arrays | {f"parts.{name}": getattr(model.parts, name) for name in PART_ARRAYS}


@dataclass(frozen=True, slots=True)
class StaticModel:
    """A model as far as a store keeps it: enough for pictures and tables. Names of fields as in `Model`."""

    block_names: tuple[str, ...]
    block_groups: tuple[tuple[str, ...], ...]
    is_support: np.ndarray            #: (b,) bool
    reference_position: np.ndarray    #: (b, 3) [m], in the drawing
    initial_position: np.ndarray      #: (b, 3) [m]
    initial_orientation: np.ndarray   #: (b, 4) unit quaternions (w, x, y, z)
    parts: SimpleNamespace            #: with the arrays of PART_ARRAYS
    ties: TiePlaces = field(default_factory=TiePlaces)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, np.ndarray], where: str) -> StaticModel:
        """From what `static_arrays` gave; `where` names the store in the error."""
        try:
            names, groups = (tuple(text.decode() if isinstance(text, bytes) else str(text)
                                   for text in arrays[key].tolist()) for key in ("block_names", "block_groups"))
            parts = SimpleNamespace(**{name: arrays[f"parts.{name}"] for name in PART_ARRAYS})
            return cls(names, tuple(tuple(text.split(",")) if text else () for text in groups),
                       arrays["is_support"].astype(bool), arrays["reference_position"], arrays["initial_position"],
                       arrays["initial_orientation"], parts, TiePlaces.of_arrays(arrays, len(names)))
        except KeyError as error:
            raise StoreError(f"{where}: the array {error} is missing") from None
