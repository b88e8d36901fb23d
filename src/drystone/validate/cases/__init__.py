"""One case a file; importing this package registers them all, in the order of the table."""

from drystone.validate.cases import (  # isort: skip
    housner,
    block3d,
    oppenheim_arch,
    wall_pulse,
    restitution_step,
    portioli_block,
    ferris_tinloi,
    sliding_wall,
    spandrel_arch,
    spandrel_arch_1hz,
    stone_house,
    natural_arch,
    corbelled_dome,
)

__all__ = ["block3d", "corbelled_dome", "ferris_tinloi", "housner", "natural_arch", "oppenheim_arch",
           "portioli_block", "restitution_step", "sliding_wall", "spandrel_arch", "spandrel_arch_1hz", "stone_house",
           "wall_pulse"]
