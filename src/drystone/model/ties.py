"""Ties: cables and tie-rods that pull two points of blocks towards each other, and never push."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drystone.checks import check_number
from drystone.errors import InputError


@dataclass(frozen=True, slots=True)
class Tie:
    """Law of a tie. Its force follows its elongation e, the change of its length since the start of the run:

        force = prestress + stiffness (e - yielded),   at least 0, at most yield_force

    Attributes
    ----------
    name : str
    stiffness : force per elongation [N/m]; None = inextensible
    prestress : force at the start [N]
    yield_force : force at which it lengthens for good [N]; None = never
    rupture_force : force at which it breaks [N]; None = never
    rupture_elongation : elongation at which it breaks [m]; None = never
    """

    name: str
    stiffness: float | None = None
    prestress: float = 0.0
    yield_force: float | None = None
    rupture_force: float | None = None
    rupture_elongation: float | None = None

    def __post_init__(self) -> None:
        label = f"tie {self.name!r}"
        for key, unit in (("stiffness", "N/m"), ("yield_force", "N"), ("rupture_force", "N"),
                          ("rupture_elongation", "m")):
            if getattr(self, key) is not None:
                check_number(f"{label}: {key}", getattr(self, key), unit, above=0.0)
        check_number(f"{label}: prestress", self.prestress, "N", least=0.0)
        if self.prestress > 0.0 and self.stiffness is None:
            raise InputError(f"{label}: prestress needs stiffness, which is missing")
        if self.yield_force is not None and self.rupture_force is not None:
            raise InputError(f"{label}: yield_force and rupture_force exclude each other: a tie that yields breaks by "
                             "rupture_elongation")
        for key in ("yield_force", "rupture_force"):
            limit = getattr(self, key)
            if limit is not None and self.prestress >= limit:
                raise InputError(f"{label}: prestress must be < {key} {limit:g} [N], got {self.prestress!r}")
        if self.rupture_elongation is not None and self.stiffness is None and self.yield_force is None:
            raise InputError(f"{label}: rupture_elongation needs stiffness or yield_force: an inextensible tie "
                             "does not lengthen")


@dataclass(frozen=True, slots=True)
class TieSet:
    """All ties of a model as arrays; block a has the lower number."""

    ties: tuple[Tie, ...] = ()
    block_a: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int32))   #: (t,) int32
    block_b: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int32))   #: (t,) int32
    point_a: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))        #: (t, 3) [m], frame of block a
    point_b: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))        #: (t, 3) [m], frame of block b
    length: np.ndarray = field(default_factory=lambda: np.zeros(0))              #: (t,) [m], at the start

    @property
    def count(self) -> int:
        """Number of ties."""
        return len(self.ties)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the ties."""
        return tuple(tie.name for tie in self.ties)

    @property
    def prestress(self) -> np.ndarray:
        """(t,) [N], forces at the start."""
        return np.array([tie.prestress for tie in self.ties], float)

    def ends(self, position: np.ndarray, rotation: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(t, 3) [m], where both ends are for a pose (b, 3), (b, 3, 3)."""
        a, b = self.block_a, self.block_b
        return (position[a] + np.einsum("cij,cj->ci", rotation[a], self.point_a),
                position[b] + np.einsum("cij,cj->ci", rotation[b], self.point_b))

    def elongation(self, position: np.ndarray, rotation: np.ndarray) -> np.ndarray:
        """(t,) [m], length less that of the start."""
        end_a, end_b = self.ends(position, rotation)
        return np.sqrt(((end_b - end_a) ** 2).sum(axis=1)) - self.length
