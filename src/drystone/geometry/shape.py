"""Shapes of blocks: one or several convex parts, their mass properties, and a name with groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from drystone.checks import check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.solid import ConvexSolid, check_rotation


@dataclass(frozen=True, eq=False)
class MassProperties:
    """Volume, centroid and inertia for density 1; may override those of a simplified shape."""

    volume: float          #: [m3]
    centroid: np.ndarray   #: (3,) [m]
    inertia: np.ndarray    #: (3, 3) [m5], about the centroid, axes of the coordinates

    def __post_init__(self) -> None:
        volume = check_number("mass properties: volume", self.volume, "m3", above=0.0)
        centroid = check_vector("mass properties: centroid", self.centroid, "m").copy()
        inertia = np.array(self.inertia, dtype=float)
        scale = np.abs(inertia).max(initial=0.0)
        if inertia.shape != (3, 3) or not np.isfinite(inertia).all() \
                or np.abs(inertia - inertia.T).max() > 1e-9 * scale:
            raise InputError("mass properties: inertia must be a symmetric (3, 3) matrix [m5], "
                             f"got {inertia.tolist()!r}")
        moments = np.linalg.eigvalsh(inertia)
        if moments[0] <= 0.0 or moments[2] > (moments[0] + moments[1]) * (1.0 + 1e-9):
            raise InputError("mass properties: principal moments must be > 0 and none above the sum of the "
                             f"others [m5], got {moments.tolist()!r}")
        centroid.setflags(write=False)
        inertia.setflags(write=False)
        object.__setattr__(self, "volume", volume)
        object.__setattr__(self, "centroid", centroid)
        object.__setattr__(self, "inertia", inertia)

    def moved(self, translation: Sequence[float] | np.ndarray, rotation_matrix: object = None) -> MassProperties:
        """Properties of the moved body: centroid R c + translation, inertia R I R'."""
        turn = np.eye(3) if rotation_matrix is None else check_rotation(rotation_matrix)
        inertia = self.inertia if rotation_matrix is None else turn @ self.inertia @ turn.T
        centroid = turn @ self.centroid + check_vector("translation", translation, "m")
        return MassProperties(self.volume, centroid, 0.5 * (inertia + inertia.T))


@dataclass(frozen=True, eq=False, init=False)
class Shape:
    """Rigid union of convex parts that touch at most; given as a list of solids or a single one."""

    parts: tuple[ConvexSolid, ...]

    def __init__(self, parts: ConvexSolid | Iterable[ConvexSolid]) -> None:
        parts = (parts,) if isinstance(parts, ConvexSolid) else tuple(parts)
        if not parts:
            raise InputError("shape must have at least 1 part, got 0")
        seen: dict[bytes, int] = {}
        for i, part in enumerate(parts):
            corners = part.vertices + 0.0                    # -0.0 becomes 0.0
            key = corners[np.lexsort(corners.T)].tobytes()
            if key in seen:
                raise InputError(f"shape: parts {seen[key]} and {i} are identical")
            seen[key] = i
        object.__setattr__(self, "parts", parts)

    @cached_property
    def mass_properties(self) -> MassProperties:
        """Sum over the parts; inertias are moved to the common centroid by the parallel axis rule."""
        if len(self.parts) == 1:
            part = self.parts[0]
            return MassProperties(part.volume, part.centroid, part.inertia)
        volumes = np.array([part.volume for part in self.parts])
        centroids = np.array([part.centroid for part in self.parts])
        volume = float(volumes.sum())
        # measured from the first part: no cancellation far from the origin
        centroid = centroids[0] + volumes @ (centroids - centroids[0]) / volume
        inertia = np.zeros((3, 3))
        for part in self.parts:
            arm = part.centroid - centroid
            inertia += part.inertia + part.volume * (arm @ arm * np.eye(3) - np.outer(arm, arm))
        return MassProperties(volume, centroid, inertia)

    @property
    def volume(self) -> float:
        """Volume [m3]: the sum of the parts'."""
        return self.mass_properties.volume

    @property
    def centroid(self) -> np.ndarray:
        """Centroid (3,) [m]."""
        return self.mass_properties.centroid

    @property
    def inertia(self) -> np.ndarray:
        """Inertia (3, 3) [m5] for density 1, about the centroid."""
        return self.mass_properties.inertia

    @cached_property
    def bounding_box(self) -> np.ndarray:
        """Lower and upper corner (2, 3) [m]."""
        boxes = np.array([part.bounding_box for part in self.parts])
        return np.array([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])

    def moved(self, translation: Sequence[float] | np.ndarray, rotation_matrix: object = None) -> Shape:
        """Copy with points R x + translation [m]."""
        return Shape(tuple(part.moved(translation, rotation_matrix) for part in self.parts))


@dataclass(frozen=True, eq=False)
class NamedShape:
    """What patterns and readers give: a shape in world coordinates with a name and groups."""

    name: str
    shape: Shape
    groups: tuple[str, ...] = ()
    mass_properties: MassProperties | None = field(default=None)  #: None: those of the shape

    @property
    def properties(self) -> MassProperties:
        """Mass properties in force: the given ones, or else those of the shape."""
        return self.shape.mass_properties if self.mass_properties is None else self.mass_properties

    def moved(self, translation: Sequence[float] | np.ndarray, rotation_matrix: object = None) -> NamedShape:
        """Copy with points R x + translation [m]; name and groups stay."""
        given = self.mass_properties
        return NamedShape(self.name, self.shape.moved(translation, rotation_matrix), self.groups,
                          None if given is None else given.moved(translation, rotation_matrix))
