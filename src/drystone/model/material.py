"""What blocks are made of."""

from __future__ import annotations

from dataclasses import dataclass

from drystone.model.properties import check_properties, prop


@dataclass(frozen=True, slots=True)
class Material:
    """A material of blocks: its density, and what blocks that deform need."""

    name: str
    density: float = prop("kg/m3", "mass", "density", above=0.0)
    young: float | None = prop("Pa", "elasticity", "Young's modulus; none: not known", default=None, above=0.0)
    poisson: float | None = prop("-", "elasticity", "Poisson's ratio, 0 to below 0.5; none: not known", default=None,
                                 least=0.0, below=0.5)

    def __post_init__(self) -> None:
        check_properties(f"material {self.name!r}", self)
