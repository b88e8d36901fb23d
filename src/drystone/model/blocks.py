"""Blocks as people describe them, and their mass, centre of mass and inertia."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drystone.checks import check_number, check_vector
from drystone.errors import InputError
from drystone.geometry.shape import MassProperties, Shape
from drystone.model.material import Material


@dataclass(frozen=True)
class LumpedMass:
    """A mass fixed to a block."""

    name: str | None
    block: str
    mass: float          #: [kg]
    point: np.ndarray    #: (3,) [m], its centre
    inertia: np.ndarray  #: (3, 3) [kg m2], about its own centre; zero for a point mass

    @property
    def label(self) -> str:
        """How messages name it."""
        return f"mass {self.name!r}" if self.name else f"mass on block {self.block!r}"


@dataclass
class BlockSpec:
    """One block of an assembly. Coordinates are those of the drawing."""

    name: str
    shape: Shape
    groups: tuple[str, ...]
    material: str | None = None
    properties: MassProperties | None = None  #: for density 1, where they differ from the shape's
    mass: float | None = None                 #: [kg], overrides density times volume
    centroid: np.ndarray | None = None        #: (3,) [m], overrides
    inertia: np.ndarray | None = None         #: (3, 3) [kg m2], about the centre of mass, overrides
    masses: list[LumpedMass] = field(default_factory=list)

    @property
    def has_mass(self) -> bool:
        """True where something says what the block weighs."""
        return self.material is not None or self.mass is not None


@dataclass(frozen=True)
class RigidMass:
    """Mass properties of a rigid body."""

    mass: float           #: [kg]
    centroid: np.ndarray  #: (3,) [m]
    inertia: np.ndarray   #: (3, 3) [kg m2], about the centroid


def check_inertia(what: str, value: object) -> np.ndarray:
    """(3, 3) [kg m2] from a diagonal or a symmetric matrix that a rigid body can have (zero for a point mass)."""
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        array = np.full(0, np.nan)
    if array.shape == (3,):
        array = np.diag(array)
    bad = array.shape != (3, 3) or not np.isfinite(array).all()
    if bad or np.abs(array - array.T).max() > 1e-9 * np.abs(array).max():
        raise InputError(f"{what} must be 3 numbers (diagonal) or a symmetric 3 x 3 matrix [kg m2], got {value!r}")
    array = 0.5 * (array + array.T)
    moments = np.linalg.eigvalsh(array)
    slack = 1e-9 * np.abs(moments).max()
    if moments[0] < -slack or moments[2] > moments[0] + moments[1] + slack:
        shown = ", ".join(f"{m:g}" for m in moments)
        raise InputError(f"{what}: principal moments must be >= 0 and none above the sum of the others [kg m2], "
                         f"got {shown}")
    return array


def compute_mass(spec: BlockSpec, materials: dict[str, Material]) -> RigidMass:
    """Mass properties of a block with the masses fixed to it; zero mass where nothing says what it weighs.

    A given mass without a given inertia scales that of the shape.
    """
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused in one line
            own = spec.properties or spec.shape.mass_properties
    except InputError as error:
        raise InputError(f"block {spec.name!r}: {error}", subject=("block", spec.name)) from None
    centroid = own.centroid if spec.centroid is None else spec.centroid
    if not spec.has_mass:
        return RigidMass(0.0, np.array(centroid), np.zeros((3, 3)))
    mass = spec.mass if spec.mass is not None else materials[str(spec.material)].density * own.volume
    inertia = own.inertia * (mass / own.volume) if spec.inertia is None else spec.inertia
    bodies = [RigidMass(mass, centroid, inertia)]
    bodies += [RigidMass(m.mass, m.point, m.inertia) for m in spec.masses]
    return bodies[0] if len(bodies) == 1 else join_masses(bodies)


def join_masses(bodies: list[RigidMass]) -> RigidMass:
    """One rigid body of several: centroid by moments, inertia by the parallel axis rule."""
    masses = np.array([b.mass for b in bodies])
    centroids = np.array([b.centroid for b in bodies])
    mass = float(masses.sum())
    centroid = centroids[0] + masses @ (centroids - centroids[0]) / mass
    inertia = np.zeros((3, 3))
    for body in bodies:
        arm = body.centroid - centroid
        inertia += body.inertia + body.mass * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    return RigidMass(mass, centroid, inertia)


def check_spec(spec: BlockSpec) -> BlockSpec:
    """Check the overrides of a block; returns it with arrays in place of lists."""
    label = f"block {spec.name!r}"
    if spec.mass is not None:
        spec.mass = check_number(f"{label}: mass", spec.mass, "kg", above=0.0)
    if spec.centroid is not None:
        spec.centroid = check_vector(f"{label}: centroid", spec.centroid, "m")
    if spec.inertia is not None:
        spec.inertia = check_inertia(f"{label}: inertia", spec.inertia)
        if np.linalg.eigvalsh(spec.inertia)[0] <= 0.0:
            raise InputError(f"{label}: inertia must be positive definite [kg m2], got {spec.inertia.tolist()!r}")
        if not spec.has_mass:
            raise InputError(f"{label}: inertia needs a material or a mass, which is missing")
    return spec
